"""The table prepared for questions: zones, floors, areas and barriers, worked out once per table.

Level n lies n times the table's floor height above the ground. A space is prepared lazily and cached by the
identity of its table; it holds the table's parts, never the table, so that a forgotten table takes its space
with it.
"""

from __future__ import annotations

import math
import weakref
from collections.abc import Callable, Iterable
from functools import cached_property
from typing import Literal, NamedTuple, TypeVar, cast

import msgspec
import shapely
from shapely.geometry.base import BaseGeometry

from wolfling_gui.core.lengths import Length, Point, Polygon
from wolfling_gui.core.table import Table
from wolfling_gui.core.terrain import Door, Wall
from wolfling_gui.geometry.footprint import Footprint
from wolfling_gui.geometry.measure import outside_by, touches_polygon, union_of
from wolfling_gui.geometry.widths import narrowest_width as _narrowest_width

BarrierKind = Literal["intact_wall", "ruined_wall", "low_wall", "open_door", "shut_door", "sealed_door"]
BARRIER_KINDS: frozenset[str] = frozenset(
    ("intact_wall", "ruined_wall", "low_wall", "open_door", "shut_door", "sealed_door")
)
DOOR_SNAP: Length = 127
"""A door within 0.05 inches of a wall's line lies in that wall."""
_MOST_RECENT = 4096
SHORTEST_OPENING: Length = 254
"""Zones that share a bare border of at least 0.1 inches are open to each other."""

T = TypeVar("T")


class Barrier(msgspec.Struct, frozen=True):
    """Hold a straight piece of wall between doors, or a door, from height `bottom` up to `top` in units."""

    id: str
    kind: BarrierKind
    a: Point
    b: Point
    bottom: Length
    top: Length
    level: int = 0


class Boxed(NamedTuple):
    """Hold an outline on a level with the upright rectangle round it, to rule most of them out quickly."""

    id: str
    level: int
    polygon: Polygon
    west: Length
    south: Length
    east: Length
    north: Length


class FloorPiece(msgspec.Struct, frozen=True):
    """Hold one floor of a structure and the height it lies at."""

    structure: str
    level: int
    z: Length
    polygon: Polygon


class Neighbours(NamedTuple):
    """Hold two zones that are joined: by a door, or by a bare shared border when `door` is empty."""

    a: str
    b: str
    door: str


class Cut(NamedTuple):
    """Hold how much of a line lies inside an outline, in units, and where."""

    length: Length
    stretches: tuple[tuple[Point, Point], ...]


class Space:
    """Answer questions about one table; get it from `space_of`."""

    def __init__(self, table: Table) -> None:
        """Take the parts of a table; nothing is worked out before it is asked for."""
        self.width = table.width
        self.height = table.height
        self.floor_height = table.floor_height
        self.structures = table.structures
        self.zones = table.zones
        self.walls = table.walls
        self.doors = table.doors
        self.areas = table.areas
        self.obstacles = table.obstacles
        self._barriers: dict[int, tuple[Barrier, ...]] = {}
        self._chosen: dict[tuple[int, frozenset[str]], tuple[Barrier, ...]] = {}
        self._memo: dict[object, object] = {}
        self._recent: dict[object, object] = {}

    def memo(self, key: object, make: Callable[[], T]) -> T:
        """Return what `make` gives, computed once per table and key; other geometry prepares itself here."""
        if key not in self._memo:
            self._memo[key] = make()
        return cast(T, self._memo[key])

    def recall(self, key: object, make: Callable[[], T]) -> T:
        """Return what `make` gives, like `memo`, for questions about places: old answers are forgotten."""
        if key not in self._recent:
            if len(self._recent) >= _MOST_RECENT:
                self._recent.clear()
            self._recent[key] = make()
        return cast(T, self._recent[key])

    def z_of(self, level: int) -> Length:
        """Return the height of a level's floor above the ground, in units."""
        return level * self.floor_height

    # ------------------------------------------------------------------ where something is

    def zones_at(self, point: Point, level: int, threshold: Length = 0) -> tuple[str, ...]:
        """Return the zones a base centre is in, in the table's order (WO-TER-11).

        It is in the zone that holds it; within `threshold` units of the gap of a door it is in both zones
        that the door joins.
        """
        return self.recall(
            ("zones", point, level, threshold), lambda: self._zones_at(point, level, threshold)
        )

    def _zones_at(self, point: Point, level: int, threshold: Length) -> tuple[str, ...]:
        spot = shapely.Point(point.x, point.y)
        found = {
            zone.id
            for zone in self.zones.values()
            if zone.level == level and union_of((zone.polygon,)).covers(spot)
        }
        for door in self.doors.values():
            if door.level == level and to_segment(point, door.a, door.b) <= threshold:
                found.update(self.zones_of_door(door.id))
        return tuple(zone for zone in self.zones if zone in found)

    def zones_of_door(self, door: str) -> tuple[str, ...]:
        """Return the zones a door joins: none, one or two, in the table's order."""
        return self._door_zones.get(door, ())

    def structures_at(self, point: Point, level: int) -> tuple[str, ...]:
        """Return the structures that have a floor or a zone under a point of a level."""
        return self.recall(("structures", point, level), lambda: self._structures_at(point, level))

    def _structures_at(self, point: Point, level: int) -> tuple[str, ...]:
        spot = shapely.Point(point.x, point.y)
        found = {f.structure for f in self.floors if f.level == level and _holds(f.polygon, spot)}
        found.update(
            zone.structure
            for zone in self.zones.values()
            if zone.level == level and _holds(zone.polygon, spot)
        )
        return tuple(structure for structure in self.structures if structure in found)

    def areas_under(self, fp: Footprint) -> tuple[str, ...]:
        """Return the areas that any part of a base is over (CL-TERR-7)."""
        return self.recall(("areas", fp), lambda: _under(fp, self._area_boxes))

    def ruins_under(self, fp: Footprint) -> tuple[str, ...]:
        """Return the ruins on a floor of which any part of a base stands (CL-TERR-12)."""
        return self.recall(("ruins", fp), lambda: tuple(dict.fromkeys(_under(fp, self._ruin_boxes))))

    @cached_property
    def _area_boxes(self) -> tuple[Boxed, ...]:
        return tuple(_boxed(area.id, area.level, area.polygon) for area in self.areas.values())

    @cached_property
    def _ruin_boxes(self) -> tuple[Boxed, ...]:
        ruins = (ruin for ruin in self.structures.values() if ruin.kind == "ruin")
        return tuple(_boxed(ruin.id, floor.level, floor.polygon) for ruin in ruins for floor in ruin.floors)

    def floors_at(self, point: Point) -> tuple[int, ...]:
        """Return the levels of the floors that lie at a point, from the lowest up."""
        spot = shapely.Point(point.x, point.y)
        return tuple(sorted({floor.level for floor in self.floors if _holds(floor.polygon, spot)}))

    def supported(self, fp: Footprint) -> bool:
        """Tell whether a base stands on something: on the ground, or with its centre over a floor."""
        return fp.level == 0 or fp.level in self.floors_at(fp.at)

    def overhang(self, fp: Footprint) -> Length:
        """Return how far a base sticks out over the edge of its level's floors, in units; 0 on the ground."""
        if fp.level == 0:
            return 0
        return outside_by(fp, tuple(f.polygon for f in self.floors if f.level == fp.level))

    @cached_property
    def floors(self) -> tuple[FloorPiece, ...]:
        """Return every floor of every structure."""
        return tuple(
            FloorPiece(structure.id, floor.level, self.z_of(floor.level), floor.polygon)
            for structure in self.structures.values()
            for floor in structure.floors
        )

    def floors_between(self, low: int, high: int) -> tuple[FloorPiece, ...]:
        """Return the floors above level `low` up to level `high`: what a line between them may meet."""
        low, high = min(low, high), max(low, high)
        return tuple(floor for floor in self.floors if low < floor.level <= high)

    # ------------------------------------------------------------------ walls and doors

    def barriers(self, level: int, kinds: frozenset[str] = BARRIER_KINDS) -> tuple[Barrier, ...]:
        """Return the walls and doors of a level that are of these kinds.

        Walls come in the pieces that doors leave of them: a wall drawn through the gap of a door does not
        stand there. An intact wall lower than the ceiling is a low wall (WO-TER-6); other walls without a
        height, and doors, reach the ceiling.
        """
        if (level, kinds) not in self._chosen:
            if level not in self._barriers:
                self._barriers[level] = tuple(self._all_barriers(level))
            self._chosen[level, kinds] = tuple(b for b in self._barriers[level] if b.kind in kinds)
        return self._chosen[level, kinds]

    @cached_property
    def barrier_levels(self) -> tuple[int, ...]:
        """Return the levels on which walls or doors stand."""
        walls = {wall.level for wall in self.walls.values()}
        return tuple(sorted(walls | {door.level for door in self.doors.values()}))

    def gap_width(self, door: str) -> Length:
        """Return how wide the gap of a door is, in units (CL-BASE-8)."""
        found = self.doors[door]
        return round(math.hypot(found.a.x - found.b.x, found.a.y - found.b.y))

    def narrowest_width(self, polygon: Polygon) -> Length:
        """Return how wide a polygon is at its narrowest place, in units (WO-TER-10)."""
        return self.memo(("narrowest", polygon), lambda: _narrowest_width(polygon))

    def zone_neighbours(self) -> tuple[Neighbours, ...]:
        """Return the pairs of zones joined by a door or by a bare shared border, in the table's order."""
        return self._neighbours

    # ------------------------------------------------------------------ how it is worked out

    def _all_barriers(self, level: int) -> Iterable[Barrier]:
        bottom = self.z_of(level)
        ceiling = bottom + self.floor_height
        doors = [door for door in self.doors.values() if door.level == level]
        for wall in self.walls.values():
            if wall.level != level:
                continue
            top = ceiling if wall.height is None else bottom + wall.height
            kind: BarrierKind = "ruined_wall"
            if wall.state == "intact":
                kind = "low_wall" if top < ceiling else "intact_wall"
            for a, b in _pieces(wall, doors):
                yield Barrier(wall.id, kind, a, b, bottom, top, level)
        for door in doors:
            state = cast(BarrierKind, f"{door.state}_door")
            yield Barrier(door.id, state, door.a, door.b, bottom, ceiling, level)

    @cached_property
    def _door_zones(self) -> dict[str, tuple[str, ...]]:
        found: dict[str, tuple[str, ...]] = {}
        for door in self.doors.values():
            length = math.hypot(door.b.x - door.a.x, door.b.y - door.a.y)
            if length == 0:
                continue
            east, north = -(door.b.y - door.a.y) / length, (door.b.x - door.a.x) / length
            middle_x, middle_y = (door.a.x + door.b.x) / 2, (door.a.y + door.b.y) / 2
            joined: set[str] = set()
            for side in (1, -1):
                for step in (20, DOOR_SNAP, 2 * DOOR_SNAP, 5 * DOOR_SNAP):
                    spot = shapely.Point(middle_x + side * step * east, middle_y + side * step * north)
                    here = [
                        zone.id
                        for zone in self.zones.values()
                        if zone.level == door.level and zone.id not in joined and _holds(zone.polygon, spot)
                    ]
                    if here:
                        joined.add(here[0])
                        break
            found[door.id] = tuple(zone for zone in self.zones if zone in joined)
        return found

    @cached_property
    def _neighbours(self) -> tuple[Neighbours, ...]:
        found = [
            Neighbours(zones[0], zones[1], door)
            for door, zones in self._door_zones.items()
            if len(zones) == 2
        ]
        zones = list(self.zones.values())
        for i, one in enumerate(zones):
            for other in zones[i + 1 :]:
                if one.level == other.level and self._open_border(one.polygon, other.polygon, one.level):
                    found.append(Neighbours(one.id, other.id, ""))
        return tuple(found)

    def _open_border(self, one: Polygon, other: Polygon, level: int) -> bool:
        first, second = union_of((one,)), union_of((other,))
        if float(first.distance(second)) > 2:
            return False
        shared = first.boundary.intersection(second.boundary.buffer(2))
        lines = [shapely.LineString([(b.a.x, b.a.y), (b.b.x, b.b.y)]) for b in self.barriers(level)]
        if lines:
            shared = shared.difference(shapely.union_all(lines).buffer(4))
        return float(shared.length) >= SHORTEST_OPENING


_spaces: dict[int, tuple[weakref.ref[Table], Space]] = {}


def space_of(table: Table) -> Space:
    """Return the prepared space of a table, the same one for the same table value (by identity)."""
    key = id(table)
    entry = _spaces.get(key)
    if entry is not None and entry[0]() is table:
        return entry[1]
    space = Space(table)

    spaces = _spaces  # at the end of the program modules lose their names before the last table goes

    def forget(ref: weakref.ref[Table]) -> None:
        if key in spaces and spaces[key][0] is ref:
            del spaces[key]

    _spaces[key] = (weakref.ref(table, forget), space)
    return space


def area_cut(polygon: Polygon, a: Point, b: Point) -> Cut:
    """Return how much of the line from a to b lies inside an outline, in units, and in which stretches.

    Serves CL-COV-6 (how deep a firer stands in area terrain).
    """
    inside = union_of((polygon,)).intersection(shapely.LineString([(a.x, a.y), (b.x, b.y)]))
    parts = [part for part in _parts(inside) if part.length > 0]
    stretches = sorted(
        (_ordered(part, a) for part in parts),
        key=lambda stretch: math.hypot(stretch[0].x - a.x, stretch[0].y - a.y),
    )
    return Cut(round(sum(float(part.length) for part in parts)), tuple(stretches))


def _ordered(part: BaseGeometry, start: Point) -> tuple[Point, Point]:
    (x1, y1), *_, (x2, y2) = part.coords
    ends = [Point(round(x1), round(y1)), Point(round(x2), round(y2))]
    ends.sort(key=lambda end: math.hypot(end.x - start.x, end.y - start.y))
    return ends[0], ends[1]


def _parts(shape: BaseGeometry) -> list[BaseGeometry]:
    return [part for part in getattr(shape, "geoms", [shape]) if part.geom_type == "LineString"]


def _boxed(id: str, level: int, polygon: Polygon) -> Boxed:
    xs, ys = [p.x for p in polygon], [p.y for p in polygon]
    return Boxed(id, level, polygon, min(xs), min(ys), max(xs), max(ys))


def _under(fp: Footprint, outlines: Iterable[Boxed]) -> tuple[str, ...]:
    """Return the outlines on a base's level that any part of it is over."""
    x, y, reach = fp.at.x, fp.at.y, fp.reach
    return tuple(
        one.id
        for one in outlines
        if one.level == fp.level
        and one.west - reach < x < one.east + reach
        and one.south - reach < y < one.north + reach
        and touches_polygon(fp, one.polygon)
    )


def _holds(polygon: Polygon, spot: shapely.Point) -> bool:
    return bool(union_of((polygon,)).covers(spot))


def to_segment(point: Point, a: Point, b: Point) -> float:
    """Return how far a point is from a straight piece between two others, in units."""
    dx, dy = b.x - a.x, b.y - a.y
    square = dx * dx + dy * dy
    part = 0.0
    if square:
        part = min(1.0, max(0.0, ((point.x - a.x) * dx + (point.y - a.y) * dy) / square))
    return math.hypot(a.x + part * dx - point.x, a.y + part * dy - point.y)


def _pieces(wall: Wall, doors: Iterable[Door]) -> list[tuple[Point, Point]]:
    """Return what the doors in a wall leave of it."""
    dx, dy = wall.b.x - wall.a.x, wall.b.y - wall.a.y
    length = math.hypot(dx, dy)
    if length == 0:
        return []
    gaps: list[tuple[float, Point, float, Point]] = []
    for door in doors:
        ends = []
        for point in (door.a, door.b):
            aside = ((point.x - wall.a.x) * dy - (point.y - wall.a.y) * dx) / length
            if abs(aside) > DOOR_SNAP:
                break
            ends.append((((point.x - wall.a.x) * dx + (point.y - wall.a.y) * dy) / length, point))
        if len(ends) == 2:
            (start, first), (end, last) = sorted(ends, key=lambda pair: pair[0])
            if end > 0 and start < length:
                gaps.append((start, first, end, last))
    pieces: list[tuple[Point, Point]] = []
    reached, corner = 0.0, wall.a
    for start, first, end, last in sorted(gaps, key=lambda found: found[0]):
        if start > reached and start > 0:
            pieces.append((corner, first))
        if end > reached:
            reached, corner = end, last
    if reached < length:
        pieces.append((corner, wall.b))
    return [(a, b) for a, b in pieces if a != b]
