"""Propose deployment zones and objectives for a map that has none; the players move them as they like."""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, product

import shapely
from msgspec.structs import replace
from shapely.geometry import LineString
from shapely.geometry import Point as Spot
from shapely.geometry import Polygon as Shape
from shapely.geometry.base import BaseGeometry

from wolfling_gui.core.lengths import Point, inches, millimetres
from wolfling_gui.core.table import Table
from wolfling_gui.core.terrain import DeploymentZone, Door, Marker, Wall, Zone
from wolfling_gui.geometry.zones import walking_distance

MARKER_RADIUS = millimetres(20)
"""An objective lies where a disc of 40 mm is free of walls and impassable terrain."""

_REACH = MARKER_RADIUS + millimetres(1)
WALKER_RADIUS = millimetres(12.5)
_LIKELIEST = 5
STRIP_DEPTH = inches(12)
_NEAR = 5.0
_GRID = inches(2)
_OUTSIDE = ""

Sides = tuple[str, str]


def propose_deployment(table: Table, sides: Sides = ("a", "b")) -> tuple[DeploymentZone, DeploymentZone]:
    """Return a zone for each side: the two rooms farthest apart on foot, the first in the map's order first.

    With fewer than two rooms corridors count too. With fewer than two zones the proposal is a strip of up to
    12″, a quarter of the room or table at most, along either of the two edges that lie farthest apart.
    """
    rooms = [zone for zone in table.zones.values() if zone.kind != "corridor"]
    candidates = rooms if len(rooms) > 1 else list(table.zones.values())
    if len(candidates) < 2:
        return _strips(table, sides)
    chosen = _farthest(table, candidates)
    first_zone, second_zone = (
        DeploymentZone(side, (zone.polygon,), zone.level, zone.name)
        for side, zone in zip(sides, chosen, strict=True)
    )
    return first_zone, second_zone


def propose_objectives(table: Table, count: int, level: int = 0) -> tuple[Marker, ...]:
    """Return up to `count` objectives, spread over the rooms of a level that are not for deployment.

    Each lies where a 40 mm disc is free, no two discs overlap, and each room gets one before any gets two.
    Where no other room that can be reached on foot has a place, corridors are used, then rooms that cannot,
    then the rest of the table, then deployment zones.
    """
    taken = [_shape(p) for zone in table.deployment if zone.level == level for p in zone.polygons]
    blocked = _blocked(table, level)
    free: list[tuple[str, BaseGeometry]] = []
    middles: dict[str, Spot] = {}
    for keep_off, grounds in product((taken, []), _objective_grounds(table, level, taken)):
        free = [(name, _free(ground, blocked, keep_off)) for name, ground in grounds]
        middles = {name: spot for name, area in free if (spot := _middle(area)) is not None}
        if middles:
            break
    spots = [(name, spot) for name, area in free if name in middles for spot in _grid(area, middles[name])]
    chosen: list[tuple[str, Spot]] = []
    far = [shapely.centroid(shape) for shape in taken]
    while len(chosen) < count and spots:
        others = [*far, *(spot for _, spot in chosen)]
        used = {name: sum(1 for n, _ in chosen if n == name) for name in middles}
        fewest = min(used[name] for name, _ in spots)
        pool = [(name, spot) for name, spot in spots if used[name] == fewest]
        if fewest == 0:
            pool = [(name, middles[name]) for name in dict.fromkeys(name for name, _ in pool)]
        best = max(pool, key=lambda entry: (_room(entry[1], others), -entry[1].x, -entry[1].y))
        chosen.append(best)
        spots = [entry for entry in spots if entry[1].distance(best[1]) > 2 * MARKER_RADIUS]
    return tuple(
        Marker(f"O{n}", Point(round(spot.x), round(spot.y)), level) for n, (_, spot) in enumerate(chosen, 1)
    )


def with_proposals(table: Table, sides: Sides, objectives: int) -> Table:
    """Return the table with proposed deployment zones and objectives where it has none of its own."""
    if not table.deployment:
        table = replace(table, deployment=propose_deployment(table, sides))
    if not table.objectives:
        markers = propose_objectives(table, objectives)
        table = replace(table, objectives={marker.id: marker for marker in markers})
    return table


class Walk:
    """Measure how far it is on foot between zones: from middle to middle, straight from door to door.

    Every door counts but locked ones, since a model may open the others (WO-TER-9); so does a gap of 1″
    between two zones without a wall, and the ground outside all zones.
    """

    def __init__(self, table: Table) -> None:
        self.middles = {zone.id: _inner(zone) for zone in table.zones.values()}
        self.levels = {zone.id: zone.level for zone in table.zones.values()}
        self.gates: list[Spot] = []
        self.by_zone: dict[tuple[str, int], list[int]] = {}
        self.leads: list[list[tuple[str, int]]] = []
        zones = list(table.zones.values())
        shapes = [_shape(zone.polygon) for zone in zones]
        tree = shapely.STRtree(shapes)
        barriers: dict[int, shapely.STRtree] = {}
        for door in table.doors.values():
            if door.locked:
                continue
            middle = Spot((door.a.x + door.b.x) / 2, (door.a.y + door.b.y) / 2)
            near = sorted(int(i) for i in tree.query(middle, predicate="dwithin", distance=_NEAR))
            here = [zones[i].id for i in near if zones[i].level == door.level]
            self._gate(middle, here if len(here) > 1 else [*here, _OUTSIDE], door.level)
        for i, j in tree.query(shapes, predicate="dwithin", distance=_NEAR).T.tolist() if shapes else ():
            if i < j and zones[i].level == zones[j].level:
                level = zones[i].level
                if level not in barriers:
                    barriers[level] = shapely.STRtree(_barriers(table, level))
                for middle in _gaps(barriers[level], shapes[i], shapes[j]):
                    self._gate(middle, [zones[i].id, zones[j].id], zones[i].level)

    def _gate(self, middle: Spot, leads: Iterable[str], level: int) -> None:
        keys = [(zone, level) for zone in leads]
        for key in keys:
            self.by_zone.setdefault(key, []).append(len(self.gates))
        self.gates.append(middle)
        self.leads.append(keys)

    def straight(self, first: str, second: str) -> float:
        """Return the straight distance between the middles of two zones in units."""
        return float(self.middles[first].distance(self.middles[second]))

    def distances(self, start: str) -> dict[str, float]:
        """Return how far it is on foot from one zone to every zone that can be reached, in units."""
        best: dict[int, float] = {}
        found: dict[str, float] = {start: 0.0}
        begin = self.middles[start]
        key = (start, self.levels[start])
        queue = [(float(begin.distance(self.gates[g])), g) for g in self.by_zone.get(key, ())]
        heapq.heapify(queue)
        while queue:
            walked, gate = heapq.heappop(queue)
            if gate in best:
                continue
            best[gate] = walked
            for lead in self.leads[gate]:
                if lead[0] != _OUTSIDE:
                    whole = walked + float(self.gates[gate].distance(self.middles[lead[0]]))
                    found[lead[0]] = min(found.get(lead[0], math.inf), whole)
                for other in self.by_zone[lead]:
                    if other not in best:
                        step = float(self.gates[gate].distance(self.gates[other]))
                        heapq.heappush(queue, (walked + step, other))
        return found


def _farthest(table: Table, candidates: Sequence[Zone]) -> tuple[Zone, Zone]:
    """Return the two zones farthest apart on foot for a 25 mm base, else as the crow flies.

    The ways from door to door pick the five likeliest pairs; only those are walked exactly.
    """
    walk = Walk(table)
    reached = {zone.id: walk.distances(zone.id) for zone in candidates}
    pairs = sorted(
        combinations(candidates, 2),
        key=lambda pair: reached[pair[0].id].get(pair[1].id, -1.0),
        reverse=True,
    )
    best, chosen = -1, None
    for first, second in pairs[:_LIKELIEST]:
        length = walking_distance(table, first.id, second.id, WALKER_RADIUS)
        if length is not None and length > best:
            best, chosen = length, (first, second)
    if chosen is not None:
        return chosen
    if pairs[0][1].id in reached[pairs[0][0].id]:
        return pairs[0]
    return max(pairs, key=lambda pair: walk.straight(pair[0].id, pair[1].id))


def _strips(table: Table, sides: Sides) -> tuple[DeploymentZone, DeploymentZone]:
    """Return strips along opposite edges of the table, or inside the only zone of it."""
    only = next(iter(table.zones.values()), None)
    frame = _shape(only.polygon) if only else shapely.box(0, 0, table.width, table.height)
    west, south, east, north = (round(edge) for edge in frame.bounds)
    depth = min(STRIP_DEPTH, max(east - west, north - south) // 4)
    if east - west >= north - south:
        boxes = (west, south, west + depth, north), (east - depth, south, east, north)
    else:
        boxes = (west, south, east, south + depth), (west, north - depth, east, north)
    level = only.level if only else 0
    first, second = (
        DeploymentZone(side, (_largest(frame.intersection(shapely.box(*box))),), level)
        for side, box in zip(sides, boxes, strict=True)
    )
    return first, second


def _largest(area: BaseGeometry) -> tuple[Point, ...]:
    """Return the corners of the largest part of an area, on whole units."""
    parts = [part for part in shapely.get_parts(area) if isinstance(part, Shape)]
    ring = max(parts, key=lambda part: part.area).exterior
    return tuple(Point(round(x), round(y)) for x, y in ring.coords[:-1])


def _shape(polygon: Sequence[Point]) -> Shape:
    return Shape([(corner.x, corner.y) for corner in polygon])


def _inner(zone: Zone) -> Spot:
    """Return the middle of a zone, or a place inside it if its shape leaves the middle out."""
    shape = _shape(zone.polygon)
    middle = shape.centroid
    return middle if shape.contains(middle) else shape.representative_point()


def _gaps(barriers: shapely.STRtree, first: Shape, second: Shape) -> list[Spot]:
    """Return the middles of the places where two zones meet for at least 1″ without a wall or door."""
    shared = first.boundary.intersection(second.boundary)
    if shared.length < inches(1):
        return []
    near = barriers.geometries[barriers.query(shared, predicate="dwithin", distance=_NEAR)]
    cover = shapely.union_all(near).buffer(_NEAR)
    rest = shapely.line_merge(shared.difference(cover))
    return [
        part.interpolate(0.5, normalized=True)
        for part in shapely.get_parts(rest)
        if isinstance(part, LineString) and part.length >= inches(1)
    ]


def _barriers(table: Table, level: int) -> list[LineString]:
    """Return the walls and doors of a level as lines."""
    pieces: list[Wall | Door] = [*table.walls.values(), *table.doors.values()]
    return [
        LineString([(piece.a.x, piece.a.y), (piece.b.x, piece.b.y)])
        for piece in pieces
        if piece.level == level and piece.a != piece.b
    ]


def _objective_grounds(table: Table, level: int, taken: Sequence[Shape]) -> Iterator[list[tuple[str, Shape]]]:
    """Yield named grounds where objectives may lie, the best first.

    Rooms and then corridors that can be reached from deployment, those that cannot, then the whole table.
    """
    zones = [(zone, _shape(zone.polygon)) for zone in table.zones.values() if zone.level == level]
    held = [
        zone.id
        for zone, shape in zones
        if any(shape.intersection(other).area > shape.area / 2 for other in taken)
    ]
    walk = Walk(table)
    reached = {found for start in held for found in walk.distances(start)}
    others = [(zone, shape) for zone, shape in zones if zone.id not in held]
    near = [(zone, shape) for zone, shape in others if zone.id in reached or not held]
    for some in (near, others):
        yield [(zone.id, shape) for zone, shape in some if zone.kind != "corridor"]
        yield [(zone.id, shape) for zone, shape in some]
    yield [("", shapely.box(0, 0, table.width, table.height))]


def _blocked(table: Table, level: int) -> BaseGeometry:
    """Return where the middle of a marker may not lie for walls, doors and impassable terrain.

    Each piece is grown by itself: growing them all at once takes fifty times as long.
    """
    areas = [
        shapely.make_valid(_shape(area.polygon))
        for area in table.areas.values()
        if area.level == level and area.terrain == "impassable"
    ]
    others = [
        LineString([(p.x, p.y) for p in piece.line])
        for piece in table.obstacles.values()
        if piece.level == level and len(piece.line) > 1
    ]
    pieces = [*_barriers(table, level), *areas, *others]
    return shapely.union_all([piece.buffer(_REACH, quad_segs=4) for piece in pieces])


def _free(ground: Shape, blocked: BaseGeometry, taken: list[Shape]) -> BaseGeometry:
    """Return where the middle of a marker may lie on a ground outside what is blocked or taken."""
    inner = shapely.make_valid(ground).buffer(-_REACH, quad_segs=4)
    return inner.difference(blocked).difference(shapely.union_all(taken))


def _middle(area: BaseGeometry) -> Spot | None:
    """Return the place in an area that is farthest from its edges, or None if the area is empty."""
    parts = [part for part in shapely.get_parts(area) if isinstance(part, Shape) and part.area > 1]
    if not parts:
        return None
    largest = max(parts, key=lambda part: part.area)
    spot = Spot(shapely.maximum_inscribed_circle(largest, tolerance=20).coords[0])
    rounded = Spot(round(spot.x), round(spot.y))
    return rounded if area.intersects(rounded) else None


def _grid(area: BaseGeometry, middle: Spot) -> list[Spot]:
    """Return places in an area 2″ apart, or farther apart in a large one, its middle first."""
    west, south, east, north = area.bounds
    step = max(_GRID, round(math.sqrt((east - west) * (north - south) / 400)))
    spots = [
        Spot(x, y)
        for x in range(math.ceil(west), math.floor(east) + 1, step)
        for y in range(math.ceil(south), math.floor(north) + 1, step)
    ]
    return [middle, *(spot for spot in spots if area.intersects(spot))]


def _room(spot: Spot, others: Sequence[Spot]) -> float:
    return min((float(spot.distance(other)) for other in others), default=0.0)
