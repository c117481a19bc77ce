from __future__ import annotations

import math
from random import Random

import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.geometry.maps import SHUT, crowded, deck, ruin
from tests.geometry.test_paths import random_map
from wolfling_gui.core.actions import Waypoint
from wolfling_gui.core.lengths import Point, at, inches
from wolfling_gui.core.table import Table
from wolfling_gui.geometry.free_space import Blocks, Mover, Obstruction
from wolfling_gui.geometry.planner import Planner
from wolfling_gui.geometry.reach import fans, reach_fans, reach_region

SQUARE_INCH = 2540 * 2540


def test_open_ground_is_reached_in_a_circle():
    """CL-UT-1: six inches for infantry."""
    planner = Planner(Table(inches(48), inches(48)), Mover(), Blocks(), Waypoint(at(24, 24)), inches(6))
    region = reach_region(planner, inches(6))
    assert region.area / SQUARE_INCH == pytest.approx(math.pi * 36, rel=1e-3)
    assert region.covers(shapely.Point(inches(24) + inches("5.98"), inches(24)))
    assert not region.covers(shapely.Point(inches(24) + inches("6.01"), inches(24)))


def test_the_tables_edge_bounds_the_region():
    planner = Planner(Table(inches(48), inches(48)), Mover(), Blocks(), Waypoint(at(2, 2)), inches(6))
    left, low, _, _ = reach_region(planner, inches(6)).bounds
    assert left == pytest.approx(1250, abs=2)
    assert low == pytest.approx(1250, abs=2)


def test_the_region_ends_at_shut_doors_and_goes_on_through_open_ones():
    room = shapely.box(0, 0, inches(10), inches(8))
    for state, goes_on in (("shut", False), ("open", True)):
        planner = Planner(deck(state), Mover(), Blocks(SHUT), Waypoint(at(8, 4)), inches(6))
        rest = reach_region(planner, inches(6)).difference(room)
        assert (rest.area > SQUARE_INCH) is goes_on


@pytest.mark.parametrize("fit", [True, False])
def test_a_base_too_wide_does_not_reach_beyond_the_door(fit):
    """WO-MOV-1."""
    planner = Planner(deck(), Mover(1600 if fit else 2000), Blocks(SHUT), Waypoint(at(8, 4)), inches(6))
    assert reach_region(planner, inches(6)).covers(shapely.Point(inches(12), inches(4))) is fit


def test_upper_floors_are_reached_with_what_is_left():
    """CL-TERR-8: three inches per floor."""
    planner = Planner(ruin(), Mover(), Blocks(SHUT), Waypoint(at(9, 13)), inches(6))
    first = reach_region(planner, inches(6), 1)
    assert first.covers(shapely.Point(inches("11.9"), inches(13)))
    assert not first.covers(shapely.Point(inches("12.1"), inches(13)))
    assert not first.covers(shapely.Point(inches("9.9"), inches(13)))
    assert reach_region(planner, inches(6), 2).is_empty
    grounded = Planner(ruin(), Mover(per_floor=None), Blocks(SHUT), Waypoint(at(9, 13)), inches(6))
    assert reach_region(grounded, inches(6), 1).is_empty
    far = Planner(ruin(), Mover(), Blocks(SHUT), Waypoint(at(9, 13)), inches(8))
    assert reach_region(far, inches(8), 2).covers(shapely.Point(inches("10.9"), inches(13)))


@given(st.integers(0, 10**6))
@settings(max_examples=25, deadline=None)
def test_the_region_is_where_routes_lead(seed):
    table, blocks, mover, start, _ = random_map(seed)
    planner = Planner(table, mover, blocks, Waypoint(start), 15000)
    if planner.end_field(0).stops(start):
        return
    region = reach_region(planner, 12000)
    chance = Random(seed)
    for _ in range(25):
        turn, far = chance.uniform(0, math.tau), chance.uniform(0, 12500)
        spot = Point(round(start.x + far * math.cos(turn)), round(start.y + far * math.sin(turn)))
        if region.boundary.distance(shapely.Point(spot.x, spot.y)) < 130:
            continue
        route = planner.to(spot)
        assert region.covers(shapely.Point(spot.x, spot.y)) == (route.ok and route.length <= 12000), spot


def test_slices_give_all_and_the_first_holds_what_is_in_sight():
    table, centres = crowded(ruins=10, segments=60, models=60)
    blocks = Blocks(SHUT, obstacles=tuple(Obstruction(str(k), c, 1250) for k, c in enumerate(centres[1:])))

    def make():
        return Planner(table, Mover(per_floor=None), blocks, Waypoint(centres[0]), inches(12))

    slices = list(fans(make(), inches(12)))
    assert len(slices) > 3
    assert len(slices[0]) == 1
    whole = reach_fans(make(), inches(12))
    assert sum(len(part) for part in slices) == len(whole)
    ahead = make()
    ahead.settle()
    assert len(reach_fans(ahead, inches(12))) == len(whole)


def test_upper_floors_shown_as_reached_can_be_walked_to():
    """What is drawn may miss a corner where a base would turn as it climbs, but promises nothing too much."""
    table, centres = crowded(ruins=20, segments=60, models=60)
    chance = Random(4)
    checked = missed = 0
    for start in range(0, 60, 6):
        others = tuple(Obstruction(str(k), c, 1250) for k, c in enumerate(centres) if k != start)
        planner = Planner(
            table, Mover(), Blocks(SHUT, obstacles=others), Waypoint(centres[start]), inches(12)
        )
        for level in (1, 2):
            region = reach_region(planner, inches(12), level)
            if region.is_empty:
                continue
            inner = region.buffer(-100)
            for _ in range(60):
                turn, far = chance.uniform(0, math.tau), chance.uniform(0, inches(9))
                home = centres[start]
                spot = Point(round(home.x + far * math.cos(turn)), round(home.y + far * math.sin(turn)))
                route = planner.to(spot, level)
                if inner.covers(shapely.Point(spot.x, spot.y)):
                    checked += 1
                    assert route.ok, (start, level, spot)
                elif route.ok and region.distance(shapely.Point(spot.x, spot.y)) > 100:
                    missed += 1
    assert checked > 20
    assert missed <= checked / 20
