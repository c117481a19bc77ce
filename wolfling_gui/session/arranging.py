"""Moving deployment zones and objectives about before a battle, and what speaks against where they lie.

Knows no window: a tool drags a zone, one of its corners or an objective, and asks here for the changed table.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Literal, NamedTuple

import shapely
from msgspec.structs import replace
from shapely.geometry import Polygon as Shape

from wolfling_gui.core.lengths import Length, Point, Polygon, distance, inches
from wolfling_gui.core.table import Table
from wolfling_gui.core.terrain import DeploymentZone, Marker
from wolfling_gui.files.proposals import MARKER_RADIUS

LEAST_AREA = inches(2) ** 2
MOST_CORNERS = 40
_TOUCH = inches("0.1") ** 2
"""Zones that share less than this, in square units, merely touch."""


class Outline(NamedTuple):
    """Name one polygon of one deployment zone by their places in the table's tuples."""

    zone: int
    polygon: int


@dataclass(frozen=True, slots=True)
class Snag:
    """Hold what speaks against where something lies; `forbids` keeps the battle from being begun.

    `what` names the sentence; `about` the sides or objectives; `at` is a point to show.
    """

    what: Literal[
        "crosses", "small", "overlap", "missing", "objectives_touch", "in_wall", "impassable", "no_floor"
    ]
    forbids: bool
    about: tuple[str, ...]
    at: Point


def outlines(table: Table, level: int | None = None) -> list[Outline]:
    """Return the polygons of all deployment zones, of one level or all."""
    return [
        Outline(i, k)
        for i, zone in enumerate(table.deployment)
        if level is None or zone.level == level
        for k in range(len(zone.polygons))
    ]


def polygon_of(table: Table, outline: Outline) -> Polygon:
    """Return the corners of an outline."""
    return table.deployment[outline.zone].polygons[outline.polygon]


def with_polygon(table: Table, outline: Outline, polygon: Polygon) -> Table:
    """Return the table with other corners of an outline."""
    zone = table.deployment[outline.zone]
    polygons = (*zone.polygons[: outline.polygon], polygon, *zone.polygons[outline.polygon + 1 :])
    return with_zone(table, outline.zone, replace(zone, polygons=polygons))


def with_zone(table: Table, index: int, zone: DeploymentZone) -> Table:
    """Return the table with one deployment zone replaced."""
    zones = (*table.deployment[:index], zone, *table.deployment[index + 1 :])
    return replace(table, deployment=zones)


def zone_moved(table: Table, outline: Outline, dx: Length, dy: Length) -> Table:
    """Return the table with an outline shifted by units east and north, up to the table's edges."""
    polygon = polygon_of(table, outline)
    west, east = min(p.x for p in polygon), max(p.x for p in polygon)
    south, north = min(p.y for p in polygon), max(p.y for p in polygon)
    dx = max(-west, min(table.width - east, dx))
    dy = max(-south, min(table.height - north, dy))
    return with_polygon(table, outline, tuple(p.shifted(dx, dy) for p in polygon))


def corner_moved(table: Table, outline: Outline, corner: int, to: Point) -> Table:
    """Return the table with one corner of an outline at another point of the table."""
    polygon = list(polygon_of(table, outline))
    polygon[corner] = on_table(table, to)
    return with_polygon(table, outline, tuple(polygon))


def corner_added(table: Table, outline: Outline, after: int) -> Table:
    """Return the table with a corner in the middle of the side that begins at a corner."""
    polygon = polygon_of(table, outline)
    if len(polygon) >= MOST_CORNERS:
        return table
    a, b = polygon[after], polygon[(after + 1) % len(polygon)]
    middle = Point((a.x + b.x) // 2, (a.y + b.y) // 2)
    return with_polygon(table, outline, (*polygon[: after + 1], middle, *polygon[after + 1 :]))


def corner_removed(table: Table, outline: Outline, corner: int) -> Table:
    """Return the table with an outline without one of its corners; three stay."""
    polygon = polygon_of(table, outline)
    if len(polygon) <= 3:
        return table
    return with_polygon(table, outline, (*polygon[:corner], *polygon[corner + 1 :]))


def objective_moved(table: Table, name: str, to: Point, level: int | None = None) -> Table:
    """Return the table with an objective at another point of it, on another level if one is given."""
    marker = table.objectives[name]
    moved = replace(marker, at=on_table(table, to), level=marker.level if level is None else level)
    return table.with_objective(moved)


def objective_added(table: Table, at: Point, level: int = 0) -> tuple[Table, str]:
    """Return the table with another objective at a point, and its id."""
    number = 1
    while f"O{number}" in table.objectives:
        number += 1
    marker = Marker(f"O{number}", on_table(table, at), level)
    return table.with_objective(marker), marker.id


def objective_removed(table: Table, name: str) -> Table:
    """Return the table without an objective."""
    left = {key: marker for key, marker in table.objectives.items() if key != name}
    return replace(table, objectives=left)


def on_table(table: Table, at: Point) -> Point:
    """Return the point of the table nearest to a point."""
    return Point(max(0, min(table.width, at.x)), max(0, min(table.height, at.y)))


# ---------------------------------------------------------------------- what speaks against it


def snags(table: Table, sides: Sequence[str]) -> tuple[Snag, ...]:
    """Return what speaks against the zones and objectives of a table, what forbids first."""
    found = [*_zone_snags(table), *_missing(table, sides), *_objective_snags(table)]
    return tuple(sorted(found, key=lambda snag: not snag.forbids))


def _zone_snags(table: Table) -> list[Snag]:
    found: list[Snag] = []
    shapes: list[tuple[DeploymentZone, Shape]] = []
    for outline in outlines(table):
        zone, polygon = table.deployment[outline.zone], polygon_of(table, outline)
        shape = _shape(polygon)
        if not shape.is_valid:
            found.append(Snag("crosses", True, (zone.side,), polygon[0]))
            continue
        if shape.area < LEAST_AREA:
            found.append(Snag("small", True, (zone.side,), polygon[0]))
        shapes.append((zone, shape))
    for (zone, shape), (other, second) in combinations(shapes, 2):
        if zone.side == other.side or zone.level != other.level:
            continue
        shared = shape.intersection(second)
        if shared.area > _TOUCH:
            spot = shared.representative_point()
            found.append(Snag("overlap", False, (zone.side, other.side), Point(round(spot.x), round(spot.y))))
    return found


def _missing(table: Table, sides: Sequence[str]) -> list[Snag]:
    have = {zone.side for zone in table.deployment}
    middle = Point(table.width // 2, table.height // 2)
    return [Snag("missing", True, (side,), middle) for side in sides if side not in have]


def _objective_snags(table: Table) -> list[Snag]:
    found: list[Snag] = []
    markers = list(table.objectives.values())
    for one, other in combinations(markers, 2):
        if one.level == other.level and distance(one.at, other.at) < 2 * MARKER_RADIUS:
            found.append(Snag("objectives_touch", False, (one.id, other.id), one.at))
    for marker in markers:
        spot = shapely.Point(marker.at.x, marker.at.y)
        if marker.level and not _has_floor(table, spot, marker.level):
            found.append(Snag("no_floor", True, (marker.id,), marker.at))
        for area in table.areas.values():
            solid = area.level == marker.level and area.terrain == "impassable"
            if solid and _shape(area.polygon).intersects(spot):
                found.append(Snag("impassable", False, (marker.id, area.id), marker.at))
        for wall in table.walls.values():
            if wall.level == marker.level and _apart(marker.at, wall.a, wall.b) < MARKER_RADIUS:
                found.append(Snag("in_wall", False, (marker.id, wall.id), marker.at))
                break
    return found


def _has_floor(table: Table, spot: shapely.Point, level: int) -> bool:
    floors = [f.polygon for s in table.structures.values() for f in s.floors if f.level == level]
    floors += [zone.polygon for zone in table.zones.values() if zone.level == level]
    return any(_shape(polygon).covers(spot) for polygon in floors)


def _shape(polygon: Polygon) -> Shape:
    return Shape([(p.x, p.y) for p in polygon])


def _apart(at: Point, a: Point, b: Point) -> float:
    """Return how far a point lies from a stretch, in units."""
    dx, dy = b.x - a.x, b.y - a.y
    whole = dx * dx + dy * dy
    part = 0.0 if not whole else max(0.0, min(1.0, ((at.x - a.x) * dx + (at.y - a.y) * dy) / whole))
    return math.hypot(at.x - a.x - dx * part, at.y - a.y - dy * part)
