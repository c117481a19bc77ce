from __future__ import annotations

import math

import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st

from wolfling_gui.core.lengths import Point, at, inches
from wolfling_gui.geometry.footprint import Footprint, outline
from wolfling_gui.geometry.templates import Teardrop, disc_extent, first_stop, flooded, reached

RADIUS = inches(2.5)


def disc(x: float, y: float, radius: int = 1250) -> Footprint:
    return Footprint(at(x, y), radius=radius, half_length=radius)


@given(
    st.integers(-30_000, 30_000), st.integers(-30_000, 30_000), st.integers(0, 359), st.integers(800, 5000)
)
def test_a_teardrop_is_as_far_from_a_disc_as_its_outline(x: int, y: int, degrees: int, radius: int) -> None:
    drop = Teardrop(Point(0, 0), degrees, inches(8), inches(2.5))
    base = Footprint(Point(x, y), radius=radius, half_length=radius)
    gap = drop.outline().distance(shapely.Point(x, y)) - radius
    if drop.outline().distance(shapely.Point(x, y)) > 0:
        assert drop.gap(base) == pytest.approx(gap, abs=3)
    else:
        assert drop.touches(base)


def test_a_teardrop_touches_what_its_tip_and_its_far_end_touch() -> None:
    drop = Teardrop(at(10, 10), 0, inches(8), inches(2.5))
    assert drop.touches(disc(18.49, 10))
    assert not drop.touches(disc(18.5, 10))
    assert drop.touches(disc(9.51, 10))
    assert not drop.touches(disc(9.5, 10))
    assert drop.extent(0) == pytest.approx(inches(8))
    assert drop.extent(math.pi) == 0
    oval = Footprint(at(19, 10), radius=1250, half_length=2600, shape="oval")
    assert drop.touches(oval)
    with pytest.raises(ValueError, match="wide"):
        Teardrop(at(0, 0), 0, inches(2), inches(3))


def test_a_wall_spares_what_no_line_reaches() -> None:
    wall = [(at(10, 0), at(10, 8))]
    extent = disc_extent(RADIUS)
    assert reached(at(9, 7), disc(8, 6.5), extent, wall)
    assert not reached(at(9, 7), disc(10.9, 7), extent, wall)
    gap = [(at(10, 0), at(10, 3.25)), (at(10, 4.75), at(10, 8))]
    assert reached(at(8.5, 4), disc(10.8, 4), extent, gap)
    assert not reached(at(9, 6.5), disc(11, 4.4), extent, gap)
    hull = Footprint(at(11, 4), radius=1250, half_length=2000, shape="hull")
    assert reached(at(9, 4), hull, extent, gap)
    assert not reached(
        at(9, 7), Footprint(at(11, 7), radius=1250, half_length=1250, shape="hull"), extent, wall
    )


@given(st.floats(9, 13), st.floats(0.5, 7.5))
def test_lines_reach_a_disc_as_many_rays_say(x: float, y: float) -> None:
    origin, base = at(8.5, 4), disc(x, y)
    gap = [(at(10, 0), at(10, 3.25)), (at(10, 4.75), at(10, 8))]
    walls = shapely.MultiLineString([[(a.x, a.y), (b.x, b.y)] for a, b in gap])
    body = outline(base)
    seen = False
    for n in range(1440):
        turn = math.tau * n / 1440
        ray = shapely.LineString(
            [
                (origin.x, origin.y),
                (origin.x + RADIUS * math.cos(turn), origin.y + RADIUS * math.sin(turn)),
            ]
        )
        part = ray.intersection(body)
        if part.is_empty or part.length < 60:
            continue
        met = ray.intersection(walls)
        if met.is_empty or shapely.Point(origin.x, origin.y).distance(met) > 5 + shapely.Point(
            origin.x, origin.y
        ).distance(part):
            seen = True
    if seen:
        assert reached(origin, base, disc_extent(RADIUS), gap)


def test_a_path_stops_a_unit_before_the_wall() -> None:
    walls = [(at(12, 0), at(12, 8)), (at(10, 0), at(10, 8))]
    assert first_stop(at(7, 7), at(12.5, 7), walls) == (1, Point(inches(10) - 1, inches(7)))
    assert first_stop(at(7, 7), at(9, 7), walls) is None
    assert first_stop(at(7, 7), at(7, 7), walls) is None


def test_a_flood_goes_round_a_corner() -> None:
    gap = [(at(10, 0), at(10, 3.25)), (at(10, 4.75), at(10, 8))]
    origin = at(9, 6.5)
    area = shapely.Point(origin.x, origin.y).buffer(RADIUS)
    assert flooded(origin, disc(11, 4.5), area, gap)
    assert not flooded(origin, disc(11, 4.5), area, [(at(10, 0), at(10, 12))])
