"""Rooms and corridors found from walls and doors, and how far it is to walk from one to another."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import Literal, NamedTuple

import shapely

from wolfling_gui.core.actions import Waypoint
from wolfling_gui.core.lengths import Length, Point, Polygon
from wolfling_gui.core.table import Table
from wolfling_gui.core.terrain import Door, Zone
from wolfling_gui.geometry.free_space import Blocks, Mover, field
from wolfling_gui.geometry.placement import nearest_free
from wolfling_gui.geometry.planner import Planner
from wolfling_gui.geometry.widths import narrowest_width

Segment = tuple[Point, Point]

JOIN: Length = 254
"""Ends of walls within 0.1 inches of another wall are taken to meet it."""
LEAST_AREA = 2540 * 2540
"""Faces smaller than a square inch, in square units, are gaps in drawing, not rooms."""
WALLS_ONLY = frozenset({"intact_wall"})
_SLIT = 2.0


class DerivedZone(NamedTuple):
    """Hold a face between walls: its outline, what it seems to be, its doors, and its measures in units.

    `length` is the area divided by the narrowest width, so that bends count along their middle line.
    """

    polygon: Polygon
    kind: Literal["corridor", "room"]
    doors: tuple[str, ...]
    width: Length
    length: Length
    area: int


def derive_zones(
    segments: Sequence[Segment],
    doors: Sequence[Door],
    min_area: int = LEAST_AREA,
    *,
    corridor_width: Length = 10160,
    corridor_ratio: float = 2.0,
    join: Length = JOIN,
    without_doors: bool = False,
) -> list[DerivedZone]:
    """Return the rooms and corridors that walls and doors of a level enclose, from south-west to north-east.

    `min_area` is in square units. A face is a corridor when its narrowest width is at most `corridor_width`
    and its length at least `corridor_ratio` times that (WO-TER-2). The ground outside all walls is no zone,
    nor is a face without a door, which is solid hull, unless `without_doors` asks for them.
    """
    lines = [pair for pair in segments if pair[0] != pair[1]]
    lines += [(door.a, door.b) for door in doors if door.a != door.b]
    if not lines:
        return []
    noded = shapely.union_all(_joined_up(lines, join), grid_size=1.0)
    found: list[DerivedZone] = []
    for face in shapely.get_parts(shapely.polygonize([*getattr(noded, "geoms", [noded])])):
        if face.area < min_area:
            continue
        on_edge = tuple(door.id for door in doors if face.boundary.distance(_middle(door)) <= join)
        if not on_edge and not without_doors:
            continue
        width = narrowest_width(_corners(shapely.Polygon(face.exterior)))
        length = round(face.area / width) if width else 0
        long = width <= corridor_width and length >= corridor_ratio * width
        found.append(
            DerivedZone(
                _corners(_without_holes(face)),
                "corridor" if long else "room",
                on_edge,
                width,
                length,
                round(face.area),
            )
        )
    return sorted(found, key=lambda zone: (min(p.y for p in zone.polygon), min(p.x for p in zone.polygon)))


def middle_of(polygon: Polygon) -> Point:
    """Return the place in a polygon that is farthest from its sides, to an eighth of an inch."""
    shape = shapely.Polygon([(p.x, p.y) for p in polygon])
    best = shapely.maximum_inscribed_circle(shape, tolerance=317)
    x, y = best.coords[0]
    return Point(round(x), round(y))


def walking_distance(
    table: Table,
    zone_a: str,
    zone_b: str,
    radius: Length,
    *,
    kinds: frozenset[str] = WALLS_ONLY,
    per_floor: Length | None = 7620,
) -> Length | None:
    """Return how far a base of a radius walks from the middle of one zone to that of another, in units.

    Doors count as open unless `kinds` names their states; None when there is no way for this base. Raises
    ValueError for a zone that is not on the table.
    """
    return _distances(table, zone_a, [zone_b], radius, kinds, per_floor)[zone_b]


def farthest_rooms(
    table: Table,
    radius: Length,
    *,
    kinds: frozenset[str] = WALLS_ONLY,
    per_floor: Length | None = 7620,
) -> tuple[str, str, Length] | None:
    """Return the two rooms that are farthest apart on foot, and how far; None without two joined rooms."""
    rooms = [zone.id for zone in table.zones.values() if zone.kind == "room"]
    best: tuple[str, str, Length] | None = None
    for i, room in enumerate(rooms):
        for other, length in _distances(table, room, rooms[i + 1 :], radius, kinds, per_floor).items():
            if length is not None and (best is None or length > best[2]):
                best = (room, other, length)
    return best


def _distances(
    table: Table,
    start: str,
    goals: Sequence[str],
    radius: Length,
    kinds: frozenset[str],
    per_floor: Length | None,
) -> dict[str, Length | None]:
    for zone in (start, *goals):
        if zone not in table.zones:
            raise ValueError(f"the table has no zone “{zone}”; expected one of {', '.join(table.zones)}")
    mover, blocks = Mover(radius, per_floor=per_floor), Blocks(kinds)
    home = _standing(table, table.zones[start], mover, blocks)
    found: dict[str, Length | None] = dict.fromkeys(goals)
    if home is None:
        return found
    planner = Planner(table, mover, blocks, home, 4 * (table.width + table.height))
    for goal in goals:
        end = _standing(table, table.zones[goal], mover, blocks)
        if end is not None:
            route = planner.to(end.at, end.level)
            found[goal] = route.length if route.ok else None
    return found


def _standing(table: Table, zone: Zone, mover: Mover, blocks: Blocks) -> Waypoint | None:
    middle = middle_of(zone.polygon)
    shape = shapely.Polygon([(p.x, p.y) for p in zone.polygon])
    spot = nearest_free(
        field(table, mover, blocks, zone.level),
        middle,
        mover.radius,
        accept=lambda point: bool(shape.covers(shapely.Point(point.x, point.y))),
    )
    return None if spot is None else Waypoint(spot, zone.level)


def _middle(door: Door) -> shapely.Point:
    return shapely.Point((door.a.x + door.b.x) / 2, (door.a.y + door.b.y) / 2)


def _line(a: Point, b: Point) -> shapely.LineString:
    return shapely.LineString([(a.x, a.y), (b.x, b.y)])


def _joined_up(lines: Sequence[Segment], join: Length) -> list[shapely.LineString]:
    """Return the lines with ends that nearly meet another line moved onto it, corners first."""
    corners: list[Point] = []
    moved: dict[Point, Point] = {}
    for line in lines:
        for end in line:
            if end in moved:
                continue
            near = [c for c in corners if math.hypot(c.x - end.x, c.y - end.y) <= join]
            moved[end] = min(near, key=lambda c: math.hypot(c.x - end.x, c.y - end.y)) if near else end
            if not near:
                corners.append(end)
    drawn = [(moved[a], moved[b]) for a, b in lines if moved[a] != moved[b]]
    tree = shapely.STRtree([_line(a, b) for a, b in drawn])
    cuts: list[list[Point]] = [[] for _ in drawn]
    for corner in corners:
        spot = shapely.Point(corner.x, corner.y)
        for k in tree.query(spot, predicate="dwithin", distance=join).tolist():
            if corner not in drawn[k]:
                cuts[k].append(corner)
    pieces: list[shapely.LineString] = []
    for (a, b), through in zip(drawn, cuts, strict=True):
        chain = [a, *sorted(through, key=lambda p: (p.x - a.x) * (b.x - a.x) + (p.y - a.y) * (b.y - a.y)), b]
        pieces += [_line(p, q) for p, q in pairwise(chain) if p != q]
    return pieces


def _without_holes(face: shapely.Polygon) -> shapely.Polygon:
    """Return a face with each hole joined to its outline by a slit of 0.02 mm; outlines have no holes."""
    shape = face
    for _ in range(len(face.interiors)):
        if not shape.interiors:
            break
        hole = shape.interiors[0]
        rest = shapely.union_all([shape.exterior, *shape.interiors[1:]])
        slit = shapely.shortest_line(hole, rest).buffer(_SLIT / 2, cap_style="square")
        cut = shape.difference(slit)
        shape = max(getattr(cut, "geoms", [cut]), key=lambda part: float(part.area))
    return shape


def _corners(shape: shapely.Polygon) -> Polygon:
    """Return the outline anticlockwise, from its south-west corner, without corners that do not bend."""
    ring = [(round(x), round(y)) for x, y in shape.exterior.coords[:-1]]
    if not shapely.is_ccw(shapely.LinearRing(ring)):
        ring.reverse()
    kept = [p for i, p in enumerate(ring) if _bends(ring[i - 1], p, ring[(i + 1) % len(ring)])]
    first = kept.index(min(kept, key=lambda p: (p[1], p[0])))
    return tuple(Point(x, y) for x, y in kept[first:] + kept[:first])


def _bends(a: tuple[int, int], b: tuple[int, int], c: tuple[int, int]) -> bool:
    cross = (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0])
    return abs(cross) > 2 * max(1.0, math.dist(a, c))
