"""Free space: where the centre of a base may be on one level, and what stops it elsewhere.

What blocks is given by the caller as `Blocks`; geometry decides only whether a base fits. The static part
(walls, doors, edges, areas) is prepared once per table, level, size of base and kinds, and kept with the
table's space; models are added per question as a `Field`.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Literal, NamedTuple

import msgspec
import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from wolfling_gui.core.forces import Base
from wolfling_gui.core.lengths import Length, Point, Polygon
from wolfling_gui.core.table import Table
from wolfling_gui.core.terrain import Area
from wolfling_gui.geometry.capsules import (
    Bools,
    Capsules,
    Corners,
    Floats,
    Ints,
    capsules,
    corners_of,
    distances,
    joined,
    joined_corners,
    links,
    reaching,
)
from wolfling_gui.geometry.footprint import Footprint
from wolfling_gui.geometry.footprint import corners as outline_corners
from wolfling_gui.geometry.measure import union_of
from wolfling_gui.geometry.space import Space, space_of

SHRINK = 0.25
"""Capsules are planned this much smaller, in units, so that a gap exactly as wide as a base stays open."""
LIFT = 0.1
"""Corners of paths lie this far outside the capsules they bend round, in units."""
HALF_UNIT = 0.5
"""Distances are whole units, rounded once: anything short by less than this is not short."""

_MOST_FIELDS = 64

Blocking = Literal["wall", "door", "edge", "area", "model"]


class Thing(NamedTuple):
    """Name something that stops a base: its kind, and its id (empty for the edge of the table or a floor)."""

    kind: Blocking
    id: str


class Mover(msgspec.Struct, frozen=True):
    """Hold what matters of a moving base, in units.

    `half_width` is what has to fit between walls and through doors, 0 for the radius itself; an oval may use
    its short axis for both (WO-MOV-2). `tolerance` is how much too wide a base may be for a gap.
    `per_floor` is what going up or down one floor costs (CL-TERR-8); None for a base that may not climb.
    """

    radius: Length = 1250
    half_width: Length = 0
    tolerance: Length = 0
    per_floor: Length | None = 7620

    @property
    def wall_radius(self) -> float:
        """Return how far the centre stays from walls and doors, in units."""
        return max(0.0, (self.half_width or self.radius) - self.tolerance / 2)

    @property
    def fit_width(self) -> Length:
        """Return the narrowest gap the base passes, in units (CL-BASE-8)."""
        return math.ceil(2 * self.wall_radius)


class Obstruction(msgspec.Struct, frozen=True):
    """Hold ground taken by a model: a disc, or a core from `at` to `to` grown by `radius` units.

    The radius is already enlarged by a stand-off where one applies: to keep *more than* an inch, add 2541.
    """

    id: str
    at: Point
    radius: Length
    level: int = 0
    to: Point | None = None


class Blocks(msgspec.Struct, frozen=True):
    """Hold what blocks a move.

    `kinds` are barrier kinds of the space, `impassable` areas no part of a base may be over, `obstacles`
    models that may not be passed, `at_end` models that may be passed but not stood on (WO-MOV-15).
    No part of a base may leave the table (CL-MOVE-9); on upper floors its centre must be over the floor, with
    `whole_base` all of it.
    """

    kinds: frozenset[str] = frozenset()
    impassable: tuple[Area, ...] = ()
    obstacles: tuple[Obstruction, ...] = ()
    at_end: tuple[Obstruction, ...] = ()
    whole_base: bool = False


class Gap(NamedTuple):
    """Hold a gap between two ends of walls that a door stands in."""

    door: str
    a: Point
    b: Point
    width: Length


def mover_of(base: Base, tolerance: Length = 0, per_floor: Length | None = 7620) -> Mover:
    """Return the mover for a base: discs by their radius, ovals and hulls by their short axis (WO-MOV-2)."""
    return Mover(base.radius, 0, tolerance, per_floor)


def obstructions_of(who: str, fp: Footprint, keep: Length = 0) -> tuple[Obstruction, ...]:
    """Return the ground a model's base takes, kept `keep` units away from.

    An oval is taken as the rounded bar that holds it; a hull as its four sides and the bar that fills it.
    """
    core = max(0, fp.half_length - fp.radius)
    if not core:
        bar = Obstruction(who, fp.at, fp.radius + keep, fp.level)
    else:
        turn = math.radians(fp.facing)
        dx, dy = round(core * math.cos(turn)), round(core * math.sin(turn))
        bar = Obstruction(who, fp.at.shifted(-dx, -dy), fp.radius + keep, fp.level, fp.at.shifted(dx, dy))
    if fp.shape != "hull":
        return (bar,)
    ring = [Point(round(x), round(y)) for x, y in outline_corners(fp)]
    sides = zip(ring, ring[1:] + ring[:1], strict=True)
    return (bar, *(Obstruction(who, a, keep, fp.level, b) for a, b in sides))


class FreeSpace:
    """Hold the static free space of one level for one size of base; get it from `free_space`.

    `exact` are the capsules with true radii, `planned` those a little smaller that paths are planned round,
    `things` names them in the same order.
    """

    def __init__(self, space: Space, mover: Mover, blocks: Blocks, level: int) -> None:
        """Prepare capsules, corners and outlines."""
        self.level = level
        self.size = (float(space.width), float(space.height))
        rows: list[tuple[float, float, float, float, float]] = []
        things: list[Thing] = []
        for barrier in space.barriers(level, blocks.kinds):
            rows.append((barrier.a.x, barrier.a.y, barrier.b.x, barrier.b.y, mover.wall_radius))
            things.append(Thing("door" if barrier.kind.endswith("_door") else "wall", barrier.id))
        self.floor = _floor(space, level)
        edge = float(mover.radius) if blocks.whole_base or level == 0 else HALF_UNIT
        for start, end in _sides(self.floor):
            rows.append((*start, *end, edge))
            things.append(Thing("edge", ""))
        areas = [area for area in blocks.impassable if area.level == level]
        for area in areas:
            for start, end in _sides(union_of((area.polygon,))):
                rows.append((*start, *end, float(mover.radius)))
                things.append(Thing("area", area.id))
        self.forbidden = [(Thing("area", area.id), union_of((area.polygon,))) for area in areas]
        self.gaps = tuple(
            Gap(door.id, door.a, door.b, space.gap_width(door.id))
            for door in space.doors.values()
            if door.level == level
        )
        self.things = tuple(things)
        self.exact = capsules(rows)
        self.planned = _shrunk(self.exact)
        self._tree = _tree_of(self.exact) if len(self.exact) else None
        self.corners = self._corners()
        self._region: BaseGeometry | None = None

    @property
    def region(self) -> BaseGeometry:
        """Return the free ground as shapely geometry in units, for drawing and rough questions.

        Round ends are drawn from outside, so that the region never holds a place that is not free.
        """
        if self._region is None:
            rounds = corners_of(self.exact)
            order = np.argsort(rounds.owner, kind="stable")
            cuts = np.flatnonzero(np.diff(rounds.owner[order])) + 1
            hulls = [shapely.MultiPoint(part).convex_hull for part in np.split(rounds.at[order], cuts)]
            taken = shapely.union_all([*hulls, *(shape for _, shape in self.forbidden)])
            self._region = self.floor.difference(taken)
        return self._region

    def grounded(self, points: Floats) -> Bools:
        """Tell for points (k, 2) whether each lies over ground of this level and in no impassable area."""
        if self.level == 0:
            found = (points >= 0).all(axis=1) & (points <= self.size).all(axis=1)
        elif self.floor.is_empty:
            return np.zeros(len(points), dtype=np.bool_)
        else:
            found = shapely.intersects_xy(self.floor, points[:, 0], points[:, 1])
        for _, shape in self.forbidden:
            found &= ~shapely.contains_xy(shape, points[:, 0], points[:, 1])
        return np.asarray(found, dtype=np.bool_)

    def near(self, centre: Floats, reach: float) -> Ints:
        """Return the numbers of the capsules that come within `reach` units of a point."""
        gaps = distances(centre[None, :], self.planned)[0] - self.planned.radius
        return np.flatnonzero(gaps < reach)

    def _corners(self) -> Corners:
        found = corners_of(_lifted(self.planned), self._tight_gaps())
        found = found.pick(self.grounded(found.at))
        if self._tree is None or not len(found):
            return found
        radii = self.planned.radius
        points = np.asarray(shapely.points(found.at))
        pairs = self._tree.query(points, predicate="dwithin", distance=float(radii.max()))
        gap = shapely.distance(points[pairs[0]], self._tree.geometries[pairs[1]])
        bad = np.zeros(len(found), dtype=np.bool_)
        bad[pairs[0][gap < radii[pairs[1]] - 1e-6]] = True
        found = found.pick(~bad)
        marks = np.column_stack((np.rint(found.at), np.rint(found.into * 1000)))
        _, first = np.unique(marks, axis=0, return_index=True)
        return found.pick(np.sort(first))

    def _tight_gaps(self) -> dict[int, list[float]]:
        """Return the tangents that keep gaps open which are only just wide enough and lie askew."""
        if self._tree is None:
            return {}
        widest = 2 * float(self.planned.radius.max()) * _SLACK + 4
        i, j = self._tree.query(self._tree.geometries, predicate="dwithin", distance=widest)
        return tight_tangents(self.planned, i[i < j], j[i < j])


_SLACK = 1 / math.cos(math.pi / 16)


def tight_tangents(caps: Capsules, i: Ints, j: Ints) -> dict[int, list[float]]:
    """Return for pairs of capsules whose gap is open by a hair the tangents across it, by capsule."""
    found: dict[int, list[float]] = {}
    if not len(i):
        return found
    gap, on_i, on_j = links(caps.pick(i), caps.pick(j))
    need = caps.radius[i] + caps.radius[j]
    tight = (gap >= need) & (gap <= need * _SLACK + 4)
    for k in np.flatnonzero(tight):
        across = on_j[k] - on_i[k]
        angle = math.atan2(across[1], across[0])
        found.setdefault(int(i[k]), []).append(angle)
        found.setdefault(int(j[k]), []).append(angle + math.pi)
    return found


class Field:
    """Hold the free space of one level with the models on it; paths and places are asked of it."""

    def __init__(self, static: FreeSpace, mover: Mover, obstacles: Iterable[Obstruction]) -> None:
        """Add the obstructions of this level to the static free space."""
        here = [o for o in obstacles if o.level == static.level]
        self.static = static
        self.obstacles = tuple(here)
        extra = capsules([_row(o, mover.radius) for o in here])
        self.exact = joined(static.exact, extra)
        self.planned = joined(static.planned, _shrunk(extra))
        self.things = (*static.things, *(Thing("model", o.id) for o in here))

    def corners_near(self, centre: Floats, reach: float) -> Corners:
        """Return the corners within `reach` units of a point, those of models included."""
        static = self.static.corners
        static = static.pick(np.hypot(*(static.at - centre).T) < reach)
        first = len(self.static.exact)
        near = np.flatnonzero(distances(centre[None, :], self.planned)[0] - self.planned.radius < reach)
        models = near[near >= first]
        if not len(models):
            return static
        i, j = np.repeat(models, len(near)), np.tile(near, len(models))
        once = (j < first) | (i < j)
        tangents = tight_tangents(self.planned, i[once], j[once])
        lifted = _lifted(self.planned)
        chosen = sorted({*models.tolist(), *tangents})
        moving = corners_of(lifted.pick(np.array(chosen)), {chosen.index(k): v for k, v in tangents.items()})
        moving = Corners(moving.at, moving.into, moving.out, np.array(chosen)[moving.owner])
        moving = moving.pick(self.static.grounded(moving.at))
        found = joined_corners(static, moving)
        apart = distances(found.at, self.planned.pick(near)) - self.planned.radius[near]
        return found.pick((apart > -1e-6).all(axis=1) & (np.hypot(*(found.at - centre).T) < reach))

    def stops(self, point: Point) -> tuple[Thing, ...]:
        """Return what stops a base from standing at a point, each once; nothing when the place is free."""
        spot = np.array([(point.x, point.y)], dtype=np.float64)
        near = reaching(spot, self.exact)
        close = self.exact.pick(near)
        short = near[distances(spot, close)[0] < close.radius - HALF_UNIT]
        found = dict.fromkeys(self.things[i] for i in short)
        for thing, shape in self.static.forbidden:
            if shapely.contains_xy(shape, point.x, point.y):
                found[thing] = None
        if not found and not self.static.grounded(spot)[0]:
            found[Thing("edge", "")] = None
        return tuple(found)

    def free(self, points: Floats) -> Bools:
        """Tell for points (k, 2) whether a base may stand at each."""
        if not len(points):
            return np.zeros(0, dtype=np.bool_)
        near = self.exact.pick(reaching(points, self.exact))
        apart = distances(points, near) - near.radius
        clear: Bools = (apart >= -HALF_UNIT).all(axis=1) & self.static.grounded(points)
        return clear


def free_space(table: Table, mover: Mover, blocks: Blocks, level: int = 0) -> FreeSpace:
    """Return the static free space of a level for a size of base, prepared once per table and kinds.

    >>> from wolfling_gui.core.lengths import inches
    >>> free_space(Table(inches(48), inches(72)), Mover(1250), Blocks()).region.bounds[:2]
    (1250.0, 1250.0)
    """
    space = space_of(table)
    areas = tuple((area.id, area.polygon) for area in blocks.impassable if area.level == level)
    key = ("free", level, mover.wall_radius, mover.radius, blocks.kinds, areas, blocks.whole_base)
    return space.memo(key, lambda: FreeSpace(space, mover, blocks, level))


def field(table: Table, mover: Mover, blocks: Blocks, level: int = 0, *, end: bool = False) -> Field:
    """Return the free space of a level with the models on it; with `end` also those only the end minds.

    Those of the last few `blocks`, by identity, are kept.
    """
    end = end and bool(blocks.at_end)
    kept: dict[object, tuple[Blocks, Field]] = space_of(table).memo("fields", dict)
    key = (id(blocks), mover, level, end)
    if key not in kept:
        while len(kept) >= _MOST_FIELDS:
            del kept[next(iter(kept))]
        obstacles = (*blocks.obstacles, *blocks.at_end) if end else blocks.obstacles
        kept[key] = (blocks, Field(free_space(table, mover, blocks, level), mover, obstacles))
    return kept[key][1]


def fits(mover: Mover, width: Length) -> bool:
    """Tell whether a base fits a gap: at least as wide as the base, less the tolerance (CL-BASE-8, WO-MOV-2).

    >>> fits(Mover(1600), 3810), fits(Mover(2000), 3810), fits(Mover(2000, tolerance=200), 3810)
    (True, False, True)
    """
    return width >= 2 * mover.wall_radius


def _row(o: Obstruction, radius: Length) -> tuple[float, float, float, float, float]:
    end = o.to or o.at
    return (o.at.x, o.at.y, end.x, end.y, float(o.radius + radius))


def _shrunk(caps: Capsules) -> Capsules:
    return caps.with_radius(np.maximum(caps.radius - SHRINK, SHRINK))


def _lifted(caps: Capsules) -> Capsules:
    return caps.with_radius(caps.radius + LIFT)


def _tree_of(caps: Capsules) -> shapely.STRtree:
    return shapely.STRtree(list(np.asarray(shapely.linestrings(np.stack((caps.a, caps.b), axis=1)))))


def _floor(space: Space, level: int) -> BaseGeometry:
    if level == 0:
        return shapely.box(0, 0, space.width, space.height)
    polygons: list[Polygon] = [piece.polygon for piece in space.floors if piece.level == level]
    polygons += [zone.polygon for zone in space.zones.values() if zone.level == level]
    return union_of(polygons) if polygons else shapely.Polygon()


def _sides(shape: BaseGeometry) -> list[tuple[tuple[float, float], tuple[float, float]]]:
    rings: list[Sequence[tuple[float, float]]] = []
    for part in getattr(shape, "geoms", [shape]):
        if part.geom_type == "Polygon" and not part.is_empty:
            rings += [ring.coords for ring in (part.exterior, *part.interiors)]
    return [((a[0], a[1]), (b[0], b[1])) for ring in rings for a, b in pairwise(ring) if a != b]
