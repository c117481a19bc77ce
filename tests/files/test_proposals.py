"""Proposed zones are the rooms farthest apart on foot, and objectives lie where a marker is free."""

from __future__ import annotations

import itertools
import math

import pytest
import shapely

from tests.files.formats.maps import ALCHEMIST, ALL, CROPPED, ORIGIN, built, points, portal, read
from wolfling_gui.core.lengths import at, inches
from wolfling_gui.core.table import Table
from wolfling_gui.core.terrain import Area, Door
from wolfling_gui.files.formats.uvtt import read_uvtt
from wolfling_gui.files.proposals import Walk, propose_deployment, propose_objectives, with_proposals

ROW = [points((0, 2), (10, 2), (10, 8), (0, 8), (0, 2)), *(points((x, 2), (x, 8)) for x in (2.5, 5, 7.5))]


def row(*doors: tuple[tuple[float, float], tuple[float, float]]) -> Table:
    """Return four rooms side by side, R1 to R4 from west to east, each 2.5 squares of 2″ wide."""
    lines = [points((0, 1), (10, 1), (10, 9), (0, 9), (0, 1))]
    lines += [points((x, 1), (x, 9)) for x in (2.5, 5, 7.5)]
    return read_uvtt(built(line_of_sight=lines, portals=[portal(a, b) for a, b in doors])).table


def test_the_farthest_rooms_on_foot_not_as_the_crow_flies() -> None:
    """A horseshoe: the two ends lie side by side, but the way leads round."""
    lines = [points((1, 1), (9, 1), (9, 9), (1, 9), (1, 1)), points((5, 1), (5, 9)), points((1, 5), (9, 5))]
    doors = [portal((2.5, 5), (3.5, 5)), portal((5, 6.5), (5, 7.5)), portal((6.5, 5), (7.5, 5))]
    table = read_uvtt(built(line_of_sight=lines, portals=doors)).table
    first, second = propose_deployment(table, ("blue", "red"))
    assert {first.side, second.side} == {"blue", "red"}
    chosen = {zone.id for zone in table.zones.values() if zone.polygon in (*first.polygons, *second.polygons)}
    north = [zone.id for zone in table.zones.values() if max(p.y for p in zone.polygon) > inches(5.5)]
    assert chosen == set(north)


def test_walk_goes_through_doors_but_not_locked_ones() -> None:
    table = row(((2.5, 4), (2.5, 6)), ((5, 4), (5, 6)), ((7.5, 4), (7.5, 6)))
    names = [z.id for z in sorted(table.zones.values(), key=lambda z: min(p.x for p in z.polygon))]
    reached = Walk(table).distances(names[0])
    assert [round(reached[name] / inches(2.5)) for name in names] == [0, 1, 2, 3]
    door = next(door for door in table.doors.values() if door.a.x == inches(5))
    locked = table.with_door(Door(door.id, door.a, door.b, state="sealed", locked=True))
    assert set(Walk(locked).distances(names[0])) == set(names[:2])


def test_walk_goes_outside_from_building_to_building() -> None:
    table = read(ALCHEMIST).table
    assert set(Walk(table).distances("R1")) == set(table.zones)


def test_walk_goes_through_a_gap_without_a_wall() -> None:
    table = row()
    middle = [wall for wall in table.walls.values() if wall.a.x == wall.b.x == inches(5)]
    gone = {name: wall for name, wall in table.walls.items() if wall not in middle}
    from msgspec.structs import replace

    walk = Walk(replace(table, walls=gone))
    assert sorted(len(walk.distances(name)) for name in table.zones) == [1, 1, 2, 2]


def test_without_ways_the_farthest_as_the_crow_flies() -> None:
    first, second = propose_deployment(read(CROPPED).table)
    assert {min(p.x for p in zone.polygons[0]) for zone in (first, second)} == {0, inches(20)}


@pytest.mark.parametrize(("width", "height", "depth"), [(48, 48, 12), (72, 48, 12), (20, 40, 10)])
def test_an_empty_table_gets_strips(width: int, height: int, depth: int) -> None:
    table = Table(inches(width), inches(height))
    for zone in propose_deployment(table):
        shape = shapely.Polygon([(p.x, p.y) for p in zone.polygons[0]])
        assert shape.area == inches(depth) * inches(min(width, height))


@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize("count", [1, 3, 6])
def test_objectives_are_free_and_apart(name: str, count: int) -> None:
    table = with_proposals(read(name, inches_per_square=1.5).table, ("a", "b"), count)
    found = list(table.objectives.values())
    assert 1 <= len(found) <= count
    solid = [shapely.LineString([(w.a.x, w.a.y), (w.b.x, w.b.y)]) for w in table.walls.values()]
    solid += [shapely.Polygon([(p.x, p.y) for p in area.polygon]) for area in table.areas.values()]
    for marker in found:
        spot = shapely.Point(marker.at.x, marker.at.y)
        assert min(shape.distance(spot) for shape in solid) >= 2000
        assert 2000 <= marker.at.x <= table.width - 2000
    for a, b in itertools.combinations(found, 2):
        assert math.dist((a.at.x, a.at.y), (b.at.x, b.at.y)) >= 4000


def test_objectives_lie_in_rooms_that_are_not_for_deployment() -> None:
    table = with_proposals(row(((2.5, 4), (2.5, 6)), ((5, 4), (5, 6)), ((7.5, 4), (7.5, 6))), ("a", "b"), 2)
    assert sorted(round(marker.at.x / inches(1.25)) for marker in table.objectives.values()) == [3, 5]


def test_objectives_keep_off_impassable_ground_and_use_deployment_only_at_last() -> None:
    table = read(ORIGIN).table
    assert len(propose_objectives(table, 2)) == 2
    both = with_proposals(table, ("a", "b"), 2)
    assert len(both.objectives) == 2
    corners = (at(0, 0), at(48, 0), at(48, 48), at(0, 48))
    full = Table(inches(48), inches(48), areas={"X": Area("X", corners, terrain="impassable")})
    assert propose_objectives(full, 3) == ()


def test_what_the_map_has_of_its_own_is_kept() -> None:
    table = with_proposals(read(ALCHEMIST).table, ("a", "b"), 1)
    assert with_proposals(table, ("c", "d"), 5) == table
