"""The planner: one search at the start of a drag, then the shortest way to any point in a few lookups.

It grows a tree of shortest ways over the corners a taut path can bend at, nearest first and only as far as a
question needs. A corner is left only within the wedge in which the path stays taut. Between floors a base may
climb anywhere on a leg where both floors have room for it.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterator
from typing import NamedTuple

import msgspec
import numpy as np

from wolfling_gui.core.actions import Waypoint
from wolfling_gui.core.lengths import Length, Point
from wolfling_gui.core.table import Table
from wolfling_gui.geometry.capsules import (
    Capsules,
    Corners,
    Floats,
    Ints,
    blocked,
    distances,
    joined_corners,
    no_corners,
    spans,
)
from wolfling_gui.geometry.climbs import Layer, climbed, next_floor
from wolfling_gui.geometry.free_space import Blocks, Field, Mover, Thing, field
from wolfling_gui.geometry.paths import Hit, measured, path_clear

ROOT = -1
"""The number of the start where corners are numbered."""
_TAUT = 1e-6
PATCH: Length = 508
"""How wide the patches are by which ground out of reach is remembered: a fifth of an inch."""
_CHUNK = (4, 16, 64)
_ROUNDED = 16
"""How much longer a way may be before its corners are rounded to whole units."""


class Route(NamedTuple):
    """Hold a way for a base: the corners it walks (the start left out), its length in units, and its end.

    `ok` tells that the way is legal within the planner's horizon; if not, `points` is the straight line and
    `blocked_by` what stands in it or at its end; nothing there means that the place is too far away.
    """

    points: tuple[Waypoint, ...]
    length: Length
    ok: bool
    blocked_by: tuple[Thing, ...] = ()


class Planner:
    """Find shortest ways of one base from one start; build it once per drag.

    `horizon` is the longest way in units it looks for, `obstacles` and doors are those of `blocks`.
    """

    def __init__(self, table: Table, mover: Mover, blocks: Blocks, start: Waypoint, horizon: Length) -> None:
        """Gather what lies within the horizon; nothing is searched yet."""
        self.table, self.mover, self.blocks = table, mover, blocks
        self.start, self.horizon = start, horizon
        self._centre = np.array([start.at.x, start.at.y], dtype=np.float64)
        self._per_floor = mover.per_floor or 0
        reach = float(horizon) + 1.0
        self._layers: dict[int, Layer] = {}
        self._ends: dict[int, Field] = {}
        for level in self._levels():
            here = field(table, mover, blocks, level)
            self._layers[level] = Layer(here, self._centre, reach)
            self._ends[level] = field(table, mover, blocks, level, end=True) if blocks.at_end else here
        home = self._layers[start.level]
        own = distances(self._centre[None, :], home.caps)[0]
        home.caps = home.caps.with_radius(np.minimum(home.caps.radius, np.maximum(own - 1e-6, 0.0)))
        escapes = self._escapes(home)
        parts = [layer.corners for layer in self._layers.values()]
        sizes = [len(part) for part in parts]
        self.corners: Corners = joined_corners(*parts, escapes) if parts else escapes
        self.level: Ints = np.concatenate(
            [np.full(n, lv) for lv, n in zip(self._layers, sizes, strict=True)]
            + [np.full(len(escapes), start.level)]
        ).astype(np.int64)
        self._loose = np.zeros(len(self.corners), dtype=np.bool_)
        self._loose[len(self.corners) - len(escapes) :] = True
        self.far: Floats = np.full(len(self.corners), np.inf)
        self.parent: Ints = np.full(len(self.corners), ROOT)
        self.heading: Floats = np.zeros((len(self.corners), 2))
        self.settled = np.zeros(len(self.corners), dtype=np.bool_)
        self.order: list[int] = []
        self._climbs: dict[int, tuple[float, ...]] = {}
        self._heap: list[tuple[float, int]] = []
        self._begun = False
        self._thin: Planner | None = None
        self._patches: dict[tuple[int, ...], bool] = {}

    # ------------------------------------------------------------------ asking

    def to(self, point: Point, level: int | None = None) -> Route:
        """Return the shortest legal way to a point of a level, the start's level if none is given.

        It is never shorter than the true shortest way, and longer by at most about 0.05 inches.
        """
        level = self.start.level if level is None else level
        goal = Waypoint(point, level)
        if goal == self.start:
            return Route((), 0, True)
        straight = self._straight(goal)
        if level not in self._layers:
            return Route(straight, self._length(straight), False, (Thing("edge", ""),))
        stops = self._ends[level].stops(point)
        if stops:
            return Route(straight, self._length(straight), False, stops)
        route = self.way_to_free(point, level, self.horizon)
        if route is not None:
            return route
        return Route(straight, self._length(straight), False, self.in_the_way(point))

    def way_to_free(self, point: Point, level: int, limit: Length) -> Route | None:
        """Return the shortest way to a place that is known to be free, None if none is within `limit` units.

        Quicker than `to`, which says what is in the way.
        """
        goal = Waypoint(point, level)
        if goal == self.start:
            return Route((), 0, True)
        if level not in self._layers:
            return None
        limit = min(limit, self.horizon)
        found = self._search(np.array([point.x, point.y], dtype=np.float64), level, limit + _ROUNDED)
        if found is None:
            return None
        points = self._traced(*found, goal)
        length = self._length(points)
        return Route(points, length, True) if length <= limit else None

    def out_of_reach(self, point: Point, level: int, limit: Length) -> tuple[int, ...] | None:
        """Return the patch of ground a place lies in when that is out of reach within `limit` units.

        A patch is judged once, by its middle, and is as wide as `PATCH`: at the very edge of what is in reach
        this errs by that much. Where nobody can stand in the middle nothing is said.
        """
        patch = (level, limit, point.x // PATCH, point.y // PATCH)
        if patch not in self._patches:
            middle = Point(patch[2] * PATCH + PATCH // 2, patch[3] * PATCH + PATCH // 2)
            spot = np.array([(middle.x, middle.y)], dtype=np.float64)
            stands = level in self._ends and bool(self._ends[level].free(spot)[0])
            self._patches[patch] = stands and self.way_to_free(middle, level, limit + PATCH) is None
        return patch if self._patches[patch] else None

    def prepare(self, limit: Length | None = None, batch: int = 8) -> Iterator[int]:
        """Search ahead in slices up to `limit` units; yield the number of corners settled so far.

        Whoever drags runs a slice whenever there is time; `to` works at any moment.
        """
        bound = float(self.horizon if limit is None else limit)
        self._begin()
        while self._heap and self._heap[0][0] <= bound:
            for _ in range(batch):
                if not self._heap or self._heap[0][0] > bound:
                    break
                self._settle_next()
            yield len(self.order)

    def settle(self, limit: Length | None = None) -> None:
        """Search ahead up to `limit` units in one go."""
        for _ in self.prepare(limit):
            pass

    def capsules_on(self, level: int) -> Capsules:
        """Return the capsules near the start that block on a level; empty for a level not reached."""
        return self._layers[level].caps

    def origin(self, node: int) -> tuple[Floats, int, float]:
        """Return the place, the level and the way already walked, in units, of a corner or the start."""
        if node == ROOT:
            return self._centre, self.start.level, 0.0
        return self.corners.at[node], int(self.level[node]), float(self.far[node])

    def wedge(self, node: int) -> tuple[float, float] | None:
        """Return the directions in which paths go on from a settled corner: where they begin, and how wide.

        Angles are radians, anticlockwise; None stands for every direction.
        """
        if node == ROOT or self._loose[node]:
            return None
        d, into, out = self.heading[node], self.corners.into[node], self.corners.out[node]
        come = math.atan2(d[1], d[0])
        left = (math.atan2(out[1], out[0]) - come + math.pi) % math.tau - math.pi
        right = (math.atan2(-into[1], -into[0]) - come + math.pi) % math.tau - math.pi
        if into[0] * d[1] - into[1] * d[0] + d[0] * out[1] - d[1] * out[0] >= 0:
            return come, max(0.0, left)
        return come + right, max(0.0, -right)

    def grounded(self, points: Floats, level: int) -> np.typing.NDArray[np.bool_]:
        """Tell for points (k, 2) whether each lies over ground of a level."""
        return self._layers[level].field.static.grounded(points)

    def end_field(self, level: int) -> Field | None:
        """Return where the base may end on a level; None for a level out of reach."""
        return self._ends.get(level)

    @property
    def levels(self) -> tuple[int, ...]:
        """Return the levels the base could be on within the horizon."""
        return tuple(self._layers)

    def why(self, point: Point, level: int | None = None) -> tuple[Hit, ...]:
        """Return why there is no way to a point: the places too narrow for the base, else what stands there.

        Narrow places are found on the way that a base as thin as a pin would go (WO-MOV-1). This takes a few
        milliseconds more than `to`; ask when the player stops or lets go.
        """
        goal = Waypoint(point, self.start.level if level is None else level)
        if self._thin is None:
            thin = msgspec.structs.replace(self.mover, half_width=1, tolerance=0)
            self._thin = Planner(self.table, thin, self.blocks, self.start, self.horizon)
        way = self._thin.to(goal.at, goal.level)
        if way.ok:
            hits = path_clear(self.table, self.mover, self.blocks, self.start, way.points).hits
            narrow = tuple(hit for hit in hits if hit.kind == "narrow")
            if narrow:
                return narrow
        return path_clear(self.table, self.mover, self.blocks, self.start, self._straight(goal)).hits

    def in_the_way(self, point: Point) -> tuple[Thing, ...]:
        """Return what the straight way to a point of the start's level runs into, the nearest first."""
        layer = self._layers[self.start.level]
        end = np.array([[point.x, point.y]], dtype=np.float64)
        if not len(layer.caps):
            return ()
        going_in, coming_out = (part[0] for part in spans(self._centre[None, :], end, layer.caps))
        hit = np.flatnonzero((going_in < 1.0) & (coming_out > 0.0) & (going_in < coming_out))
        order = hit[np.argsort(going_in[hit], kind="stable")]
        return tuple(dict.fromkeys(layer.field.things[layer.numbers[k]] for k in order))

    # ------------------------------------------------------------------ searching

    def _levels(self) -> list[int]:
        if not self._per_floor:
            return [self.start.level]
        floors = int(self.horizon // self._per_floor)
        home = self.start.level
        return sorted({home, *(lv for lv in self.table.levels() if abs(lv - home) <= floors)})

    def _escapes(self, home: Layer) -> Corners:
        """Return places just beside a start that stands so close to something that no corner is in sight.

        Planned corners are polygons round the true curve, so a start in contact can lie within one.
        """
        apart = distances(self._centre[None, :], home.caps)[0] - home.caps.radius
        if not len(home.caps) or (apart > 0.09 * home.caps.radius + 2).all():
            return no_corners()
        rows: list[Floats] = []
        for k in np.flatnonzero(apart <= 0.09 * home.caps.radius + 2):
            cap = home.caps.pick(np.array([k]))
            foot = _foot(self._centre, cap)
            away = self._centre - foot
            size = float(np.hypot(*away))
            if size:
                steps = np.array([0.001, 0.01, 0.03]) * cap.radius[0] + 1.0
                rows.append(self._centre + (away / size) * steps[:, None])
        turns = np.arange(32) * (math.tau / 32)
        ring = np.column_stack((np.cos(turns), np.sin(turns)))
        reach = float(home.caps.radius.max())
        rows += [self._centre + ring * (reach * part + 1.0) for part in (0.005, 0.025)]
        spots = np.concatenate(rows)
        full = home.field.planned
        good = (distances(spots, full) - full.radius >= 0).all(axis=1)
        good &= home.field.static.grounded(spots)
        good &= ~blocked(np.repeat(self._centre[None, :], len(spots), axis=0), spots, home.caps)
        spots = spots[good]
        none = np.zeros((len(spots), 2))
        return Corners(spots, none, none, np.full(len(spots), -1, dtype=np.int64))

    def _begin(self) -> None:
        if self._begun:
            return
        self._begun = True
        self._expand(ROOT)

    def _settle_next(self) -> None:
        while self._heap:
            far, node = heapq.heappop(self._heap)
            if not self._stale(far, node):
                self.settled[node] = True
                self.order.append(node)
                self._expand(node)
                break
        while self._heap and self._stale(*self._heap[0]):
            heapq.heappop(self._heap)

    def _stale(self, far: float, node: int) -> bool:
        return bool(self.settled[node] or far > self.far[node])

    def _expand(self, node: int) -> None:
        spot, level, base = self.origin(node)
        to = self.corners.at - spot
        apart = np.hypot(to[:, 0], to[:, 1])
        total = base + apart
        climb = np.abs(self.level - level) * self._per_floor
        open_to = (
            (~self.settled) & (total + climb < self.far) & (total + climb <= self.horizon) & (apart > 1e-3)
        )
        open_to &= self._taut_at(to) | self._loose
        if node != ROOT:
            open_to &= self._taut_from(node, to)
        chosen = np.flatnonzero(open_to & (self.level == level))
        if len(chosen):
            chosen = chosen[np.argsort(total[chosen])]
            ends = self.corners.at[chosen]
            near = self._layers[level].caps_between(spot, ends)
            seen = ~blocked(np.repeat(spot[None, :], len(ends), axis=0), ends, near)
            for k in chosen[seen]:
                self._reach(int(k), node, float(total[k]), to[k])
        if len(self._layers) > 1:
            total = total + climb
            for other in (level - 1, level + 1):
                chosen = np.flatnonzero(open_to & (self.level == other))
                if not len(chosen):
                    continue
                layers = self._layers[level], self._layers[other]
                found, parts = next_floor(*layers, spot, self.corners.at[chosen])
                for k, part in zip(chosen[found].tolist(), parts.tolist(), strict=True):
                    self._reach(k, node, float(total[k]), to[k])
                    self._climbs[k] = (part,)
            for k in np.flatnonzero(open_to & (np.abs(self.level - level) > 1)):
                way = climbed(self._layers, spot, level, self.corners.at[k], int(self.level[k]))
                if way is not None:
                    self._reach(int(k), node, float(total[k]), to[k])
                    self._climbs[int(k)] = way

    def _reach(self, k: int, node: int, total: float, heading: Floats) -> None:
        self.far[k], self.parent[k], self.heading[k] = total, node, heading
        self._climbs.pop(k, None)
        heapq.heappush(self._heap, (total, k))

    def _taut_at(self, to: Floats) -> np.typing.NDArray[np.bool_]:
        """Tell at which corners a line coming along `to` goes on round the corner."""
        into, out = self.corners.into, self.corners.out
        slack = _TAUT * (np.abs(to[:, 0]) + np.abs(to[:, 1]))
        before = into[:, 0] * to[:, 1] - into[:, 1] * to[:, 0]
        after = to[:, 0] * out[:, 1] - to[:, 1] * out[:, 0]
        found: np.typing.NDArray[np.bool_] = ((before >= -slack) & (after >= -slack)) | (
            (before <= slack) & (after <= slack)
        )
        return found

    def _taut_from(self, node: int, to: Floats) -> np.typing.NDArray[np.bool_]:
        """Tell for which directions a path that has come to a corner goes on tautly from it."""
        if self._loose[node]:
            return np.ones(len(to), dtype=np.bool_)
        d, into, out = self.heading[node], self.corners.into[node], self.corners.out[node]
        size = float(np.abs(d).sum())
        slack = _TAUT * (np.abs(to[:, 0]) + np.abs(to[:, 1]))
        turn = d[0] * to[:, 1] - d[1] * to[:, 0]
        found = np.zeros(len(to), dtype=np.bool_)
        before, after = into[0] * d[1] - into[1] * d[0], d[0] * out[1] - d[1] * out[0]
        ahead = to[:, 0] * d[0] + to[:, 1] * d[1] > 0
        if before >= -_TAUT * size and after >= -_TAUT * size:
            found |= ahead & (turn >= -slack * size) & (to[:, 0] * out[1] - to[:, 1] * out[0] >= -slack)
        if before <= _TAUT * size and after <= _TAUT * size:
            found |= ahead & (turn <= slack * size) & (into[0] * to[:, 1] - into[1] * to[:, 0] <= slack)
        return found

    def _taut_to(self, nodes: Ints, to: Floats, level: int) -> np.typing.NDArray[np.bool_]:
        """Tell from which settled corners a path may go on straight to a goal.

        A goal close to a corner may lie within the polygon drawn round what it is next to: no wedge for it.
        Nor is there one for a leg that climbs: it may turn where the other floor begins.
        """
        d, into, out = self.heading[nodes], self.corners.into[nodes], self.corners.out[nodes]
        slack = 1e-3 * np.hypot(to[:, 0], to[:, 1])
        turn = (d[:, 0] * to[:, 1] - d[:, 1] * to[:, 0]) / np.maximum(np.hypot(d[:, 0], d[:, 1]), 1e-9)
        along = _TAUT * np.abs(d).sum(axis=1)
        before = into[:, 0] * d[:, 1] - into[:, 1] * d[:, 0]
        after = d[:, 0] * out[:, 1] - d[:, 1] * out[:, 0]
        left = (before >= -along) & (after >= -along)
        left &= (turn >= -slack) & (to[:, 0] * out[:, 1] - to[:, 1] * out[:, 0] >= -slack)
        right = (before <= along) & (after <= along)
        right &= (turn <= slack) & (into[:, 0] * to[:, 1] - into[:, 1] * to[:, 0] <= slack)
        ahead = (to * d).sum(axis=1) >= 0
        close = np.hypot(to[:, 0], to[:, 1]) < 0.5 * self.mover.radius + 400
        found: np.typing.NDArray[np.bool_] = (ahead & (left | right)) | close | self._loose[nodes]
        found |= self.level[nodes] != level
        return found

    def _search(self, goal: Floats, level: int, limit: Length) -> tuple[int, tuple[float, ...]] | None:
        """Return the last corner of the shortest way to a goal, and where its last leg climbs.

        Corners over which the way is longer than `limit` units are left out.
        """
        layer = self._layers[level]
        own = distances(goal[None, :], layer.caps)[0]
        caps = layer.caps.with_radius(np.minimum(layer.caps.radius, np.maximum(own - 1e-6, 0.0)))
        to_goal = goal - self.corners.at
        ahead = np.hypot(to_goal[:, 0], to_goal[:, 1])
        ahead += np.abs(self.level - level) * self._per_floor
        found = self._last_leg(ROOT, goal, level, caps)
        best = math.inf
        if found is not None:
            return ROOT, found
        self._begin()
        choice: tuple[int, tuple[float, ...]] | None = None
        tried = np.zeros(len(self.corners), dtype=np.bool_)
        while True:
            total = self.far + ahead
            ready = self.settled & ~tried & (total < best) & (total <= limit)
            nodes = np.flatnonzero(ready)
            nodes = nodes[self._taut_to(nodes, to_goal[nodes], level)]
            if len(nodes):
                nodes = nodes[np.argsort(total[nodes], kind="stable")]
                tried[nodes] = True
                hit = self._first_in_sight(nodes, goal, level, caps)
                if hit is not None:
                    choice, best = hit, float(total[hit[0]])
            waiting = ~self.settled & (total < best) & (total <= limit)
            if not self._heap or not waiting.any():
                return choice
            bound = float(self.far[waiting].min())
            count = 0
            while self._heap and (self._heap[0][0] <= bound or count < 8):
                self._settle_next()
                count += 1

    def _first_in_sight(
        self, nodes: Ints, goal: Floats, level: int, caps: Capsules
    ) -> tuple[int, tuple[float, ...]] | None:
        at = 0
        for size in (*_CHUNK, len(nodes)):
            part = nodes[at : at + size]
            if not len(part):
                return None
            at += size
            same = part[self.level[part] == level]
            goals = np.repeat(goal[None, :], len(same), axis=0)
            clear = ~blocked(self.corners.at[same], goals, caps)
            seen = dict(zip(same.tolist(), clear.tolist(), strict=True))
            for node in part.tolist():
                if node in seen:
                    if seen[node]:
                        return node, ()
                    continue
                parts = self._last_leg(node, goal, level, caps)
                if parts is not None:
                    return node, parts
        return None

    def _last_leg(self, node: int, goal: Floats, level: int, caps: Capsules) -> tuple[float, ...] | None:
        """Return at which parts of a straight leg to the goal the base climbs; None when it is blocked."""
        spot, own, _ = self.origin(node)
        if own == level:
            return None if blocked(spot[None, :], goal[None, :], caps)[0] else ()
        return climbed(self._layers, spot, own, goal, level, caps)

    # ------------------------------------------------------------------ telling the way

    def chain(self, node: int) -> list[int]:
        """Return the numbers of the corners on the way to a settled corner, first to last."""
        found: list[int] = []
        while node != ROOT:
            found.append(node)
            node = int(self.parent[node])
        return found[::-1]

    def _traced(self, node: int, climbs: tuple[float, ...], goal: Waypoint) -> tuple[Waypoint, ...]:
        points: list[Waypoint] = []
        spot, level = self._centre, self.start.level
        for k in self.chain(node):
            points += self._leg(spot, level, self.corners.at[k], int(self.level[k]), self._climbs.get(k, ()))
            spot, level = self.corners.at[k], int(self.level[k])
        end = np.array([goal.at.x, goal.at.y], dtype=np.float64)
        points += self._leg(spot, level, end, goal.level, climbs)
        return _tidied(self.start, points)

    def _leg(
        self, spot: Floats, level: int, end: Floats, to_level: int, climbs: tuple[float, ...]
    ) -> list[Waypoint]:
        points: list[Waypoint] = []
        step = 1 if to_level > level else -1
        for part in climbs:
            x, y = spot + (end - spot) * part
            points += [
                Waypoint(Point(round(x), round(y)), level),
                Waypoint(Point(round(x), round(y)), level + step),
            ]
            level += step
        points.append(Waypoint(Point(round(float(end[0])), round(float(end[1]))), to_level))
        return points

    def _straight(self, goal: Waypoint) -> tuple[Waypoint, ...]:
        return _tidied(self.start, [Waypoint(goal.at, self.start.level), goal])

    def _length(self, points: tuple[Waypoint, ...]) -> Length:
        return measured(self.start, points, self._per_floor)


def shortest(
    table: Table, mover: Mover, blocks: Blocks, start: Waypoint, goal: Waypoint, horizon: Length
) -> Route:
    """Return the shortest legal way of a base from a start to a goal, at most `horizon` units long."""
    return Planner(table, mover, blocks, start, horizon).to(goal.at, goal.level)


def _foot(spot: Floats, cap: Capsules) -> Floats:
    axis = cap.b[0] - cap.a[0]
    square = float(axis @ axis)
    part = min(1.0, max(0.0, float((spot - cap.a[0]) @ axis) / square)) if square else 0.0
    found: Floats = cap.a[0] + part * axis
    return found


def _tidied(start: Waypoint, points: list[Waypoint]) -> tuple[Waypoint, ...]:
    """Return a path without waypoints that repeat the one before."""
    kept: list[Waypoint] = []
    before = start
    for point in points:
        if point != before:
            kept.append(point)
            before = point
    return tuple(kept)
