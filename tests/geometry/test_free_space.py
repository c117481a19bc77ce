from __future__ import annotations

import math

import numpy as np
import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st

from tests.geometry.maps import SHUT, deck, ruin, two_walls
from wolfling_gui.core.forces import Base
from wolfling_gui.core.lengths import Point, at, inches
from wolfling_gui.core.table import Table
from wolfling_gui.core.terrain import Area, Wall
from wolfling_gui.geometry.capsules import capsules, corners_of, distances, pair_spans, spans
from wolfling_gui.geometry.footprint import Footprint
from wolfling_gui.geometry.free_space import (
    Blocks,
    Mover,
    Obstruction,
    Thing,
    field,
    fits,
    free_space,
    mover_of,
    obstructions_of,
)

coordinate = st.integers(-4000, 4000)


@given(st.tuples(*[coordinate] * 4), st.tuples(*[coordinate] * 4), st.integers(1, 2500))
def test_a_line_enters_a_capsule_where_shapely_says(line, core, radius):
    caps = capsules([(*core, radius)])
    start, end = np.array([line[:2]], float), np.array([line[2:]], float)
    going_in, coming_out = (part[0, 0] for part in spans(start, end, caps))
    near = shapely.LineString([line[:2], line[2:]]).distance(shapely.LineString([core[:2], core[2:]]))
    inside = going_in < min(1.0, coming_out) and coming_out > 0
    if abs(near - radius) > 1e-3:
        assert inside == (near < radius)
    if line[:2] != line[2:] and going_in < coming_out:
        for part in (going_in, coming_out):
            spot = start + (end - start) * part
            assert distances(spot, caps)[0, 0] == pytest.approx(radius, abs=0.05 + 1e-6 * abs(part) * radius)
    same = pair_spans(start, end, caps)
    assert (same[0][0], same[1][0]) == (going_in, coming_out)


@given(st.tuples(*[coordinate] * 4), st.integers(100, 9000))
def test_corners_stand_outside_the_capsule_and_not_far(core, radius):
    caps = capsules([(*core, radius)])
    found = corners_of(caps)
    away = distances(found.at, caps)[:, 0]
    assert (away >= radius).all()
    assert (away <= radius / math.cos(math.pi / 16) + 1e-6).all()
    ring = shapely.Polygon(shapely.MultiPoint(found.at).convex_hull.exterior)
    assert ring.buffer(1e-3).covers(shapely.LineString([core[:2], core[2:]]).buffer(radius, quad_segs=32))


def test_the_region_leaves_the_tables_edge_by_half_a_base():
    region = free_space(Table(inches(48), inches(72)), Mover(1250), Blocks()).region
    assert region.bounds == (1250.0, 1250.0, inches(48) - 1250.0, inches(72) - 1250.0)


def test_free_space_is_prepared_once_per_size_kinds_and_level():
    table = deck()
    first = free_space(table, Mover(1250), Blocks(SHUT))
    assert free_space(table, Mover(1250, per_floor=None), Blocks(SHUT)) is first
    assert free_space(table, Mover(1600), Blocks(SHUT)) is not first
    assert free_space(table, Mover(1250), Blocks()) is not first
    assert free_space(deck(), Mover(1250), Blocks(SHUT)) is not first


@pytest.mark.parametrize(
    ("mover", "door", "passes"),
    [
        (Mover(1250), "D1", True),
        (Mover(1600), "D1", True),
        (Mover(2000), "D1", False),
        (Mover(2000), "D2", True),
        (Mover(3000), "D2", False),
        (Mover(2000, tolerance=200), "D1", True),
        (mover_of(Base(3500, 6000, "oval")), "D1", True),
        (mover_of(Base(5000, 7000, "hull")), "D2", True),
        (mover_of(Base(5000, 7000, "hull")), "D1", False),
    ],
)
def test_doors_take_bases_by_exact_width(mover, door, passes):
    """WO-MOV-1, WO-MOV-2, WO-MOV-13: gaps of 1.5 and 2 inches."""
    gap = next(gap for gap in free_space(deck(), mover, Blocks(SHUT)).gaps if gap.door == door)
    assert fits(mover, gap.width) is passes


def test_a_gap_of_exactly_the_base_stays_open():
    assert fits(Mover(1250), 2500)
    assert not fits(Mover(1250), 2499)
    here = field(two_walls(2500 / 2540), Mover(1250), Blocks(SHUT))
    assert here.stops(Point(inches(10), inches(10))) == ()
    narrow = field(two_walls(2498 / 2540), Mover(1250), Blocks(SHUT))
    assert set(narrow.stops(Point(inches(10), inches(10)))) == {Thing("wall", "low"), Thing("wall", "high")}


def test_what_stands_in_the_way_is_named():
    area = Area("pool", (at(4, 4), at(6, 4), at(6, 6), at(4, 6)), terrain="impassable")
    table = Table(inches(20), inches(20), walls={"w": Wall("w", at(10, 5), at(10, 15))}, areas={"pool": area})
    friend = Obstruction("m", at(15, 15), 1250)
    here = field(table, Mover(1250), Blocks(SHUT, (area,), (friend,)))
    assert here.stops(at(10.4, 10)) == (Thing("wall", "w"),)
    assert here.stops(at(0.3, 10)) == (Thing("edge", ""),)
    assert here.stops(at(-3, 10)) == (Thing("edge", ""),)
    assert here.stops(at(5, 5)) == (Thing("area", "pool"),)
    assert here.stops(at(6.4, 5)) == (Thing("area", "pool"),)
    assert here.stops(at(15.9, 15)) == (Thing("model", "m"),)
    assert here.stops(at(16, 15)) == ()
    assert here.stops(at(12, 5)) == ()


def test_standing_off_is_exact_to_a_unit():
    """CL-BASE-6: more than an inch from an enemy, so its radius grows by 2541 units."""
    enemy = Obstruction("e", at(20, 20), 1250 + 2541)
    here = field(Table(inches(48), inches(48)), Mover(1250), Blocks(obstacles=(enemy,)))
    assert here.stops(Point(inches(20), inches(20) + 2500 + 2540)) == (Thing("model", "e"),)
    assert here.stops(Point(inches(20), inches(20) + 2500 + 2541)) == ()


def test_models_of_other_floors_do_not_stand_in_the_way():
    other = Obstruction("up", at(14, 13), 1250, level=1)
    assert field(ruin(), Mover(1250), Blocks(obstacles=(other,)), 0).stops(at(14, 13)) == ()
    assert field(ruin(), Mover(1250), Blocks(obstacles=(other,)), 1).stops(at(14, 13)) != ()


def test_upper_floors_carry_the_centre_or_the_whole_base():
    edge = at(10.2, 13)
    assert field(ruin(), Mover(1250), Blocks(), 1).stops(edge) == ()
    assert field(ruin(), Mover(1250), Blocks(whole_base=True), 1).stops(edge) == (Thing("edge", ""),)
    assert field(ruin(), Mover(1250), Blocks(), 1).stops(at(9.9, 13)) == (Thing("edge", ""),)
    assert field(ruin(), Mover(1250), Blocks(), 5).stops(at(14, 13)) == (Thing("edge", ""),)


@pytest.mark.parametrize(("shape", "facing"), [("oval", 0), ("oval", 30), ("hull", 0), ("hull", 75)])
def test_models_that_are_no_discs_take_their_ground(shape, facing):
    fp = Footprint(at(20, 20), 0, 1250, 3500, facing, shape)
    here = field(Table(inches(48), inches(48)), Mover(1250), Blocks(obstacles=obstructions_of("m", fp)))
    turn = math.radians(facing)
    for along, aside, free in (
        (0, 0, False),
        (4700, 0, False),
        (4800, 0, True),
        (0, 2450, False),
        (0, 2520, True),
    ):
        x = fp.at.x + along * math.cos(turn) - aside * math.sin(turn)
        y = fp.at.y + along * math.sin(turn) + aside * math.cos(turn)
        assert (here.stops(Point(round(x), round(y))) == ()) is free, (along, aside)


def test_the_region_never_holds_a_place_that_is_not_free():
    here = field(deck(), Mover(1600), Blocks(SHUT))
    left, low, right, high = here.static.region.bounds
    xs, ys = np.meshgrid(np.linspace(left, right, 90), np.linspace(low, high, 40))
    spots = np.column_stack((xs.ravel(), ys.ravel()))
    held = shapely.contains_xy(here.static.region, spots[:, 0], spots[:, 1])
    assert held.any()
    assert here.free(spots[held]).all()
