"""Paths: whether a base can walk one, how long it is, what it crosses, and the shortest one there is.

A path is the start and then the corners the base centre walks. Between two waypoints on the same level the
centre goes straight; a waypoint at the same point on another level is a climb. A waypoint that changes both
is walked to first, on the old level, and climbed at its end.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Literal, NamedTuple

import numpy as np
import shapely

from wolfling_gui.core.actions import Path, Waypoint
from wolfling_gui.core.lengths import Length, Point
from wolfling_gui.core.table import Table
from wolfling_gui.core.terrain import Area, Obstacle
from wolfling_gui.geometry.capsules import Floats, capsules, distances, links, reaching, spans
from wolfling_gui.geometry.free_space import (
    HALF_UNIT,
    Blocks,
    Field,
    Mover,
    Thing,
    field,
    fits,
)
from wolfling_gui.geometry.measure import union_of

_NOWHERE = (0, 0, -(10**9), -(10**9))
SWEEP_SLACK = 1.0
"""Corners of paths are whole units, so a leg may lie closer than true by a unit without being a hit."""

HitKind = Literal["wall", "door", "edge", "area", "model", "narrow", "no_floor", "no_climb"]


class Hit(NamedTuple):
    """Hold what stops a base: the things hit, the centre of the base then, and how far it has walked.

    For a narrow place `width` is the gap and `base` what the base needs, in units (WO-MOV-1). `at_end` tells
    that the path itself is free but its last place is not.
    """

    kind: HitKind
    about: tuple[Thing, ...]
    at: Point
    level: int
    walked: Length
    width: Length = 0
    base: Length = 0
    at_end: bool = False


class PathCheck(NamedTuple):
    """Hold whether a path is free, and the hits in the order in which they come."""

    hits: tuple[Hit, ...]

    @property
    def ok(self) -> bool:
        """Tell whether nothing is hit."""
        return not self.hits


class Stretch(NamedTuple):
    """Hold a piece of a path during which the base is over an area or a linear obstacle.

    `first` and `last` are how far the base has walked when it first touches and last touches it. `crossed`
    tells that the centre crosses the line of an obstacle, or goes into the area.
    """

    id: str
    level: int
    first: Length
    last: Length
    starts_in: bool
    ends_in: bool
    crossed: bool


class Sample(NamedTuple):
    """Hold a moment of a walk: where the base is, and how far it has walked."""

    place: Waypoint
    walked: Length


def measured(start: Waypoint, path: Path, per_floor: Length = 0) -> Length:
    """Return the length of a path in units, rounded once, with `per_floor` for each floor climbed.

    Serves CL-MOVE-2 and CL-TERR-8.

    >>> from wolfling_gui.core.lengths import at, to_inches
    >>> to_inches(measured(Waypoint(at(10, 10)), (Waypoint(at(13, 10)), Waypoint(at(13, 13)))))
    6.0
    """
    return round(sum(_cost(a, b, per_floor) for a, b in pairwise((start, *path))))


def path_clear(table: Table, mover: Mover, blocks: Blocks, start: Waypoint, path: Path) -> PathCheck:
    """Tell whether a base can be swept along a path, and what it hits, where and how far along.

    A gap exactly as wide as the base is passed (CL-BASE-8). Something the base stands too close to at the
    start does not stop it from moving away, only from coming nearer. The last place is checked in full, with
    the models in `blocks.at_end` too (WO-MOV-15).
    """
    fields: dict[int, Field] = {}

    def on(level: int) -> Field:
        if level not in fields:
            fields[level] = field(table, mover, blocks, level)
        return fields[level]

    hits: list[Hit] = []
    allowed = {start.level: _radii_from(on(start.level), start.at)}
    walked = 0.0
    for a, b in pairwise((start, *path)):
        here = on(a.level)
        radii = allowed.setdefault(a.level, here.exact.radius)
        hits += _leg_hits(here, mover, radii, a.at, b.at, a.level, walked)
        walked += math.hypot(b.at.x - a.at.x, b.at.y - a.at.y)
        if b.level != a.level:
            hits += _climb_hits(on, mover, a.level, b, walked)
            walked += abs(b.level - a.level) * (mover.per_floor or 0)
    if path and path[-1] != start:
        last = path[-1]
        known = {thing for hit in hits for thing in hit.about}
        stops = field(table, mover, blocks, last.level, end=True).stops(last.at)
        for thing in stops:
            if thing not in known:
                hits.append(Hit(thing.kind, (thing,), last.at, last.level, round(walked), at_end=True))
    return PathCheck(tuple(_once(hits)))


def stretches(
    start: Waypoint, path: Path, radius: Length, areas: Iterable[Area], obstacles: Iterable[Obstacle] = ()
) -> tuple[Stretch, ...]:
    """Return in which areas and over which obstacles a swept base moves, in the order it touches them.

    A base is in an area when any part of it is over the outline (CL-TERR-7); touching it from outside is not
    enough. An area left and entered again gives two stretches. Walked lengths leave climbing out.
    """
    found: list[Stretch] = []
    shapes = [(area.id, area.level, area.polygon, True) for area in areas]
    shapes += [(obstacle.id, obstacle.level, obstacle.line, False) for obstacle in obstacles]
    legs = list(_legs(start, path))
    spots = [spot.at for spot in (start, *path)]
    west, east = min(p.x for p in spots) - radius, max(p.x for p in spots) + radius
    south, north = min(p.y for p in spots) - radius, max(p.y for p in spots) + radius
    for name, level, ring, closed in shapes:
        left, low, right, high = _box(ring) if ring else _NOWHERE
        if left > east or right < west or low > north or high < south:
            continue
        line = [*ring, ring[0]] if closed and ring else list(ring)
        sides = capsules([(a.x, a.y, b.x, b.y, float(radius)) for a, b in pairwise(line)])
        inside = union_of((tuple(ring),)) if closed else None
        pieces: list[tuple[float, float, bool]] = []
        for a, b, leg_level, walked, length in legs:
            if leg_level != level:
                continue
            p, q = _row(a), _row(b)
            going_in, coming_out = spans(p, q, sides)
            cuts = [
                (max(0.0, s), min(1.0, e))
                for s, e in zip(going_in[0], coming_out[0], strict=True)
                if s < e and s < 1.0 and e > 0.0
            ]
            trace = shapely.LineString([(a.x, a.y), (b.x, b.y)])
            crossed = trace.intersects(inside) if inside is not None else _crosses(trace, line)
            if inside is not None and crossed and length:
                cuts += _inside_parts(trace, inside, length)
            elif inside is not None and crossed:
                cuts.append((0.0, 1.0))
            pieces += [(walked + s * length, walked + e * length, bool(crossed)) for s, e in cuts]
        total = legs[-1][3] + legs[-1][4] if legs else 0.0
        for first, last, crossed in _merged(pieces):
            found.append(
                Stretch(name, level, round(first), round(last), first <= 0.0, last >= total - 1e-6, crossed)
            )
    return tuple(sorted(found, key=lambda s: s.first))


@lru_cache(maxsize=4096)
def _box(ring: tuple[Point, ...]) -> tuple[Length, Length, Length, Length]:
    """Return how far corners reach west, south, east and north, in units."""
    xs, ys = [p.x for p in ring], [p.y for p in ring]
    return min(xs), min(ys), max(xs), max(ys)


def samples(start: Waypoint, path: Path, step: Length, per_floor: Length = 0) -> tuple[Sample, ...]:
    """Return where a base is after every `step` units walked, the start left out and the end always in.

    During a climb the base stays on its old level until the climb is done. Raises ValueError for a step that
    is not positive.
    """
    if step <= 0:
        raise ValueError(f"a step of {step} leads nowhere; give a positive length")
    found: list[Sample] = []
    walked, due = 0.0, float(step)
    for a, b in pairwise((start, *path)):
        flat = math.hypot(b.at.x - a.at.x, b.at.y - a.at.y)
        while flat and due < walked + flat - 0.5:
            part = (due - walked) / flat
            place = Point(round(a.at.x + (b.at.x - a.at.x) * part), round(a.at.y + (b.at.y - a.at.y) * part))
            found.append(Sample(Waypoint(place, a.level), round(due)))
            due += step
        climb = abs(b.level - a.level) * per_floor
        while climb and due < walked + flat + climb - 0.5:
            found.append(Sample(Waypoint(b.at, a.level), round(due)))
            due += step
        walked += flat + climb
    if path:
        found.append(Sample(path[-1], round(walked)))
    return tuple(found)


def _cost(a: Waypoint, b: Waypoint, per_floor: Length) -> float:
    return math.hypot(b.at.x - a.at.x, b.at.y - a.at.y) + abs(b.level - a.level) * per_floor


def _legs(start: Waypoint, path: Path) -> Iterator[tuple[Point, Point, int, float, float]]:
    walked = 0.0
    if not path:
        yield start.at, start.at, start.level, 0.0, 0.0
    for a, b in pairwise((start, *path)):
        length = math.hypot(b.at.x - a.at.x, b.at.y - a.at.y)
        yield a.at, b.at, a.level, walked, length
        walked += length
        if b.level != a.level:
            yield b.at, b.at, b.level, walked, 0.0


def _row(point: Point) -> Floats:
    return np.array([(point.x, point.y)], dtype=np.float64)


def _radii_from(here: Field, at: Point) -> Floats:
    """Return the radii, smaller for what the base stands too close to already."""
    found: Floats = np.minimum(here.exact.radius, distances(_row(at), here.exact)[0])
    return found


def _leg_hits(
    here: Field, mover: Mover, radii: Floats, a: Point, b: Point, level: int, walked: float
) -> list[Hit]:
    if a == b:
        return []
    p, q = _row(a), _row(b)
    length = math.hypot(b.x - a.x, b.y - a.y)
    close = here.exact.with_radius(np.maximum(radii + SWEEP_SLACK, 0.0))
    near = reaching(np.concatenate((p, q)), close, 1.0)
    if not len(near):
        return []
    going_in, coming_out = (part[0] for part in spans(p, q, close.pick(near)))
    touched = near[(going_in < 1.0) & (coming_out > 0.0) & (going_in < coming_out)]
    if not len(touched):
        return []
    core = here.exact.pick(touched).with_radius(np.maximum(radii[touched] - SWEEP_SLACK, 0.0))
    going_in, coming_out = (part[0] for part in spans(p, q, core))
    inside = (going_in < 1.0 - 1e-9) & (coming_out > 1e-9) & (going_in < coming_out - 1e-9)
    narrow = _narrow(here, mover, touched, p, q)
    hits: list[Hit] = []
    explained: set[int] = set()
    for part, width, about, members in narrow:
        explained.update(members)
        blamed = [going_in[k] for k in range(len(touched)) if inside[k] and int(touched[k]) in members]
        first = max(0.0, min(blamed, default=part))
        hits.append(
            Hit(
                "narrow",
                about,
                _on(a, b, first),
                level,
                round(walked + first * length),
                width,
                mover.fit_width,
            )
        )
    for k in np.flatnonzero(inside):
        if int(touched[k]) in explained:
            continue
        first = max(0.0, float(going_in[k]))
        thing = here.things[touched[k]]
        hits.append(Hit(thing.kind, (thing,), _on(a, b, first), level, round(walked + first * length)))
    for thing, shape in here.static.forbidden:
        if shapely.contains_xy(shape, p[0, 0], p[0, 1]):
            hits.append(Hit("area", (thing,), a, level, round(walked)))
    if not here.static.grounded(p)[0] and not hits:
        hits.append(Hit("edge", (Thing("edge", ""),), a, level, round(walked)))
    return sorted(hits, key=lambda hit: hit.walked)


def _narrow(
    here: Field, mover: Mover, touched: np.typing.NDArray[np.int64], p: Floats, q: Floats
) -> list[tuple[float, Length, tuple[Thing, ...], set[int]]]:
    """Return the gaps crossed that are too narrow: where on the leg, how wide, between what."""
    found: list[tuple[float, Length, tuple[Thing, ...], set[int]]] = []
    whole = float(np.hypot(*(q - p)[0]))
    barrier = [k for k in touched if here.things[k].kind in ("wall", "door")]
    for gap in here.static.gaps:
        if fits(mover, gap.width) or any(here.things[k] == Thing("door", gap.door) for k in touched):
            continue
        part = _crossing(p[0], q[0], _row(gap.a)[0], _row(gap.b)[0])
        if part is not None:
            ends = distances(np.array([(gap.a.x, gap.a.y), (gap.b.x, gap.b.y)], dtype=float), here.exact)
            members = {int(k) for k in barrier if (ends[:, k] < 130).any()}
            if members:
                found.append((part, gap.width, (Thing("door", gap.door),), members))
    taken = {k for _, _, _, members in found for k in members}
    rest = np.array([k for k in touched if k not in taken], dtype=np.int64)
    if len(rest) < 2 or whole == 0:
        return found
    i, j = np.triu_indices(len(rest), 1)
    first, second = rest[i], rest[j]
    gap_width, on_a, on_b = links(here.exact.pick(first), here.exact.pick(second))
    need = here.exact.radius[first] + here.exact.radius[second]
    for k in np.flatnonzero((gap_width > 0) & (gap_width < need - HALF_UNIT)):
        part = _crossing(p[0], q[0], on_a[k], on_b[k])
        if part is None:
            continue
        about = (here.things[first[k]], here.things[second[k]])
        standoff = need[k] - 2 * mover.wall_radius
        width = round(float(gap_width[k]) - standoff)
        found.append((part, max(0, width), about, {int(first[k]), int(second[k])}))
    return found


def _crossing(p: Floats, q: Floats, a: Floats, b: Floats) -> float | None:
    """Return where on the line from p to q it crosses the one from a to b, as a part of it."""
    d, e = q - p, b - a
    across = d[0] * e[1] - d[1] * e[0]
    if across == 0:
        return None
    t = ((a[0] - p[0]) * e[1] - (a[1] - p[1]) * e[0]) / across
    u = ((a[0] - p[0]) * d[1] - (a[1] - p[1]) * d[0]) / across
    return float(t) if 0 <= t <= 1 and 0 <= u <= 1 else None


def _climb_hits(on: object, mover: Mover, level: int, b: Waypoint, walked: float) -> list[Hit]:
    assert callable(on)
    if mover.per_floor is None:
        return [Hit("no_climb", (), b.at, level, round(walked))]
    step = 1 if b.level > level else -1
    for passed in range(level + step, b.level + step, step):
        here: Field = on(passed)
        stops = here.stops(b.at)
        if any(thing.kind == "edge" for thing in stops):
            return [Hit("no_floor", (Thing("edge", ""),), b.at, passed, round(walked))]
        if stops:
            return [Hit(thing.kind, (thing,), b.at, passed, round(walked)) for thing in stops]
    return []


def _on(a: Point, b: Point, part: float) -> Point:
    return Point(round(a.x + (b.x - a.x) * part), round(a.y + (b.y - a.y) * part))


def _once(hits: Sequence[Hit]) -> list[Hit]:
    """Return the hits with each thing or gap named once, where it is hit first."""
    seen: set[tuple[object, ...]] = set()
    kept = []
    for hit in sorted(hits, key=lambda found: found.walked):
        key = (hit.kind if hit.kind == "narrow" else "", hit.about, hit.level)
        if key not in seen:
            seen.add(key)
            kept.append(hit)
    return kept


def _crosses(trace: shapely.LineString, line: Sequence[Point]) -> bool:
    return bool(trace.intersects(shapely.LineString([(p.x, p.y) for p in line])))


def _inside_parts(
    trace: shapely.LineString, shape: shapely.Geometry, length: float
) -> list[tuple[float, float]]:
    found = []
    cut = trace.intersection(shape)
    for part in getattr(cut, "geoms", [cut]):
        if part.geom_type == "LineString" and not part.is_empty:
            ends = sorted(trace.project(shapely.Point(spot)) / length for spot in part.coords)
            found.append((ends[0], ends[-1]))
    return found


def _merged(pieces: list[tuple[float, float, bool]]) -> list[tuple[float, float, bool]]:
    merged: list[tuple[float, float, bool]] = []
    for first, last, crossed in sorted(pieces):
        if merged and first <= merged[-1][1] + 0.5:
            before = merged[-1]
            merged[-1] = (before[0], max(before[1], last), before[2] or crossed)
        else:
            merged.append((first, last, crossed))
    return merged
