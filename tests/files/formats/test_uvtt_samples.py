"""Real maps come out as counted by hand, and every table they make can be played on."""

from __future__ import annotations

import json
import math

import pytest
import shapely

from tests.files.formats.maps import (
    ALCHEMIST,
    ALL,
    CROPPED,
    JUNCTION,
    ORIGIN,
    TOMB,
    WINDOWS,
    areas,
    read,
    sample,
)
from wolfling_gui.core.lengths import Point, at
from wolfling_gui.files.formats.imported import ImportedMap


def line(piece: object) -> shapely.LineString:
    return shapely.LineString([(piece.a.x, piece.a.y), (piece.b.x, piece.b.y)])  # type: ignore[attr-defined]


def test_six_windows_of_a_sealed_office() -> None:
    found = read(WINDOWS)
    assert (found.table.width, found.table.height) == (25400, 25400)
    assert areas(found) == [85.0]
    assert found.count("walls") == 14
    assert found.count("windows") == 6
    assert [portal.kind for portal in found.portals] == ["window"] * 6
    assert not found.table.doors
    assert len(found.table.walls) == 14 + 6
    assert found.picture_type == "png"
    assert found.table.backdrop is not None
    assert found.table.backdrop.corner_b == (25400, 25400)


def test_tomb_with_a_point_above_the_picture() -> None:
    found = read(TOMB)
    assert (found.table.width, found.table.height) == (48 * 2540, 27 * 2540)
    assert found.count("walls") == 167
    assert found.count("walls_cut") == 1
    assert found.count("edge_walls") == 0
    assert found.count("doors") == len(found.table.doors) == 5
    assert found.count("lights") == 2
    assert {door.state for door in found.table.doors.values()} == {"shut"}
    assert max(p.y for wall in found.table.walls.values() for p in (wall.a, wall.b)) == 27 * 2540


def test_cropped_wing_with_the_edge_as_a_wall() -> None:
    found = read(CROPPED)
    assert (found.table.width, found.table.height) == (32 * 2540, 10 * 2540)
    assert areas(found) == [120.0, 120.0, 80.0]
    assert found.count("walls") == 14
    assert found.count("walls_cut") == 16
    assert found.count("walls_outside") == 441 - 14 - 16
    assert found.count("portals_outside") == 41
    assert not found.table.doors
    assert found.count("edge_walls") == 8
    rim = [wall for wall in found.table.walls.values() if wall.a.y == wall.b.y == 0]
    assert sum(abs(wall.a.x - wall.b.x) for wall in rim) == 32 * 2540


def test_cropped_wing_without_the_edge() -> None:
    found = read(CROPPED, picture_edge_is_wall=False)
    assert areas(found) == []
    assert found.count("edge_walls") == 0
    assert found.count("walls_cut") == 16


def test_alchemist_rooms() -> None:
    found = read(ALCHEMIST)
    assert (found.table.width, found.table.height) == (21 * 2540, 14 * 2540)
    assert areas(found) == [39.4, 24.7, 20.7]
    assert found.count("rooms") == 3
    assert found.count("walls") == len(found.table.walls) == 37
    assert found.count("doors") == 6
    assert found.count("openings") == 13
    assert sum(portal.leaves for portal in found.portals) == 19
    assert [portal.leaves for portal in found.portals].count(2) == found.count("double_doors") == 2
    assert found.picture == b""
    assert found.table.backdrop is None
    assert found.count("picture_missing") == 1


def test_origin_objects_and_window() -> None:
    found = read(ORIGIN)
    assert areas(found) == [32.0, 32.0]
    assert found.count("walls") == 7
    assert [portal.kind for portal in found.portals] == ["door", "window"]
    (door,) = found.table.doors.values()
    assert {door.a, door.b} == {at(5, 8.5), at(5, 7.5)}
    (pillar,) = found.table.areas.values()
    assert pillar.terrain == "impassable"
    assert not pillar.area
    assert 50 <= len(pillar.polygon) <= 59
    shape = shapely.Polygon([(p.x, p.y) for p in pillar.polygon])
    assert shape.is_valid
    raw = json.loads(sample(ORIGIN))["objects_line_of_sight"][0]
    middle = sum(p["x"] for p in raw) / len(raw) - 2, 10 - sum(p["y"] for p in raw) / len(raw) + 1
    assert math.dist(shape.centroid.coords[0], (middle[0] * 2540, middle[1] * 2540)) < 500
    assert found.count("lights") == 2


def test_portal_that_ends_in_mid_wall_needs_the_split() -> None:
    found = read(JUNCTION)
    assert areas(found) == [30.0, 15.0, 15.0]
    assert found.count("ends_joined") == 4
    (door,) = (door for door in found.table.doors.values() if door.state == "shut")
    assert {door.a, door.b} == {at(6, 3), at(6, 1)}
    assert sorted(portal.kind for portal in found.portals) == ["door", "opening", "window"]


@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize("square", [1.0, 1.5, 2.0])
def test_every_table_can_be_played_on(name: str, square: float) -> None:
    found = read(name, inches_per_square=square)
    _check(found)
    if name != TOMB:  # its narrow spaces hold a base only on larger squares
        assert areas(found) == pytest.approx([area * square**2 for area in areas(read(name))], rel=0.01)


def _check(found: ImportedMap) -> None:
    table = found.table
    frame = shapely.box(0, 0, table.width, table.height)
    walls = shapely.union_all([line(wall) for wall in table.walls.values()])
    doors = shapely.union_all([line(door) for door in table.doors.values()])
    zones = [shapely.Polygon([(p.x, p.y) for p in z.polygon]) for z in table.zones.values()]
    for door in table.doors.values():
        assert walls.intersection(line(door)).length < 3, "a wall stands in a doorway"
        others = shapely.union_all([walls, *(line(o) for o in table.doors.values() if o.id != door.id)])
        assert shapely.dwithin(shapely.Point(door.a.x, door.a.y), others, 2)
        assert shapely.dwithin(shapely.Point(door.b.x, door.b.y), others, 2)
    for i, zone in enumerate(zones):
        assert zone.is_valid
        assert frame.covers(zone)
        for other in zones[:i]:
            assert zone.intersection(other).area < 4 * max(table.width, table.height)
        inner = [part for part in zones if part is not zone]
        bare = zone.exterior.difference(shapely.union_all([walls, doors, *inner]).buffer(6))
        assert bare.length < 100 or found.count("faces_with_holes"), "a room's edge has neither wall nor door"
    for wall in table.walls.values():
        assert wall.a != wall.b
        assert frame.covers(line(wall))
        assert all(type(c) is int for c in (wall.a.x, wall.a.y, wall.b.x, wall.b.y))
    for zone in table.zones.values():
        assert zone.structure in table.structures
        assert all(isinstance(corner, Point) for corner in zone.polygon)


@pytest.mark.parametrize("name", ALL)
def test_reading_twice_gives_the_same(name: str) -> None:
    assert read(name) == read(name)
