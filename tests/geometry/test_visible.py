from __future__ import annotations

import math
import random

import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.geometry.decks import deck, random_table, rect
from wolfling_gui.core.lengths import Point, at, inches
from wolfling_gui.core.table import Table
from wolfling_gui.core.terrain import Area, Wall
from wolfling_gui.geometry.sight import Body, Eye, see
from wolfling_gui.geometry.space import space_of
from wolfling_gui.geometry.visible import visible_region

INTERIOR = frozenset(("intact_wall", "shut_door", "sealed_door"))


def test_a_closed_room_is_all_that_is_seen():
    table = deck(d1="shut")
    region = visible_region(space_of(table), Eye(at(5, 4), 2857), INTERIOR)
    assert region.area == pytest.approx(inches(10) * inches(8), rel=1e-9)


def test_an_open_door_lets_a_wedge_through():
    table = deck(d2="shut")
    region = visible_region(space_of(table), Eye(at(5, 4), 2857), INTERIOR)
    # Beyond D1 the view is as wide as 0.75 / 5 of the distance allows, until the corridor's walls hold it.
    wide = 10 + 5 * (1 - 0.75) / 0.75
    wedge = (0.75 + 1) * (wide - 10) + 2 * (22 - wide)
    assert region.area / 2540**2 == pytest.approx(80 + wedge, rel=1e-4)
    assert not region.covers(shapely.Point(inches(16), inches(6)))


def test_a_radius_cuts_the_view_off():
    table = Table(inches(48), inches(48))
    region = visible_region(space_of(table), Eye(at(20, 20), 2857), INTERIOR, inches(6))
    assert region.area == pytest.approx(math.pi * inches(6) ** 2, rel=2e-3)
    assert visible_region(space_of(table), Eye(at(20, 20), 2857), INTERIOR).area == inches(48) ** 2


def test_low_walls_do_not_bound_the_view_and_containers_do():
    walls = {"low": Wall("low", at(10, 5), at(10, 15), height=inches(1))}
    box = Area("box", rect(15, 9, 17, 11), area=False, height=inches(3))
    table = Table(inches(48), inches(48), walls=walls, areas={"box": box})
    kinds = frozenset(("intact_wall", "low_wall", "solid"))
    region = visible_region(space_of(table), Eye(at(5, 10), 2857), kinds)
    assert region.covers(shapely.Point(inches(12), inches(10)))
    assert not region.covers(shapely.Point(inches(20), inches(10)))
    assert visible_region(space_of(table), Eye(at(5, 10), 2000), kinds).area < region.area


def test_crossing_walls_and_an_eye_on_the_edge_of_the_table():
    walls = {"a": Wall("a", at(10, 0), at(20, 20)), "b": Wall("b", at(10, 20), at(20, 0))}
    table = Table(inches(48), inches(48), walls=walls)
    region = visible_region(space_of(table), Eye(at(0, 10), 2857), INTERIOR)
    assert region.is_valid
    assert region.covers(shapely.Point(inches(14.9), inches(10)))
    assert not region.covers(shapely.Point(inches(15.2), inches(10)))


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 100000))
def test_agrees_with_shadows_and_with_sight(seed):
    chance = random.Random(seed)
    table = random_table(seed, walls=25)
    flat = {w.id: w for w in table.walls.values() if w.height is None and w.level == 0}
    space = space_of(table := Table(table.width, table.height, walls=flat))
    spot = Point(chance.randrange(1, 59999), chance.randrange(1, 59999))
    if any(
        shapely.LineString([(w.a.x, w.a.y), (w.b.x, w.b.y)]).distance(shapely.Point(spot.x, spot.y)) < 10
        for w in flat.values()
    ):
        return
    region = visible_region(space, Eye(spot, 2857), INTERIOR)
    plain: shapely.Geometry = shapely.box(0, 0, table.width, table.height)
    for wall in space.barriers(0, INTERIOR):
        far = []
        for end in (wall.a, wall.b):
            away = math.hypot(end.x - spot.x, end.y - spot.y)
            far.append((spot.x + (end.x - spot.x) * 1e6 / away, spot.y + (end.y - spot.y) * 1e6 / away))
        plain = plain.difference(shapely.Polygon([(wall.a.x, wall.a.y), *far, (wall.b.x, wall.b.y)]))
    assert region.is_valid
    assert region.symmetric_difference(plain).area <= 1e-6 * plain.area
    for _ in range(20):
        point = Point(chance.randrange(60000), chance.randrange(60000))
        mark = shapely.Point(point.x, point.y)
        if region.boundary.distance(mark) > 2:
            seen = see(space, Eye(spot, 2857), Body(point, 1250), INTERIOR, family="centre").visible
            assert region.covers(mark) == seen
