"""Capsules, the ground a base centre may not enter: straight cores grown by a radius, in units.

A wall, an edge of a floor and a model are all capsules; a disc is one whose core is a point.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Bools = npt.NDArray[np.bool_]
Ints = npt.NDArray[np.int64]

_TINY = 1e-30
_FEW = 48
"""With more capsules than this those that are far off are sorted out first."""


class Capsules(NamedTuple):
    """Hold n capsules: the two ends of each core as arrays of shape (n, 2), and the radii of shape (n,)."""

    a: Floats
    b: Floats
    radius: Floats

    def __len__(self) -> int:
        return len(self.radius)

    def pick(self, which: Bools | Ints) -> Capsules:
        """Return some of the capsules, by mask or by number."""
        return Capsules(self.a[which], self.b[which], self.radius[which])

    def with_radius(self, radius: Floats) -> Capsules:
        """Return the capsules with other radii."""
        return Capsules(self.a, self.b, radius)


class Corners(NamedTuple):
    """Hold the corners a taut path can bend at: places, the edge directions into and out of each, and owners.

    Directions run anticlockwise round the capsule, which lies on their left.
    """

    at: Floats
    into: Floats
    out: Floats
    owner: Ints

    def __len__(self) -> int:
        return len(self.owner)

    def pick(self, which: Bools | Ints) -> Corners:
        """Return some of the corners, by mask or by number."""
        return Corners(self.at[which], self.into[which], self.out[which], self.owner[which])


def no_capsules() -> Capsules:
    """Return an empty set of capsules."""
    return Capsules(np.zeros((0, 2)), np.zeros((0, 2)), np.zeros(0))


def capsules(rows: Sequence[tuple[float, float, float, float, float]]) -> Capsules:
    """Return capsules from rows (ax, ay, bx, by, radius) in units."""
    if not rows:
        return no_capsules()
    table = np.array(rows, dtype=np.float64)
    return Capsules(table[:, 0:2], table[:, 2:4], table[:, 4])


def joined(*parts: Capsules) -> Capsules:
    """Return several sets of capsules as one."""
    return Capsules(
        np.concatenate([p.a for p in parts]),
        np.concatenate([p.b for p in parts]),
        np.concatenate([p.radius for p in parts]),
    )


def joined_corners(*parts: Corners) -> Corners:
    """Return several sets of corners as one."""
    return Corners(*(np.concatenate(column) for column in zip(*parts, strict=True)))


def distances(points: Floats, caps: Capsules) -> Floats:
    """Return the distances of points (k, 2) to the cores of n capsules, of shape (k, n), in units."""
    axis = caps.b - caps.a
    square = np.maximum((axis * axis).sum(axis=1), _TINY)
    px = points[:, 0, None] - caps.a[:, 0]
    py = points[:, 1, None] - caps.a[:, 1]
    part = np.clip((px * axis[:, 0] + py * axis[:, 1]) / square, 0.0, 1.0)
    found: Floats = np.hypot(px - part * axis[:, 0], py - part * axis[:, 1])
    return found


def reaching(points: Floats, caps: Capsules, more: float = 0.0) -> Ints:
    """Return the numbers of the capsules, grown by `more` units, that reach into the box round points."""
    near = np.ones(len(caps), dtype=np.bool_)
    grown = caps.radius + more if more else caps.radius
    for axis in (0, 1):
        a, b, spots = caps.a[:, axis], caps.b[:, axis], points[:, axis]
        near &= (np.minimum(a, b) - grown <= spots.max()) & (np.maximum(a, b) + grown >= spots.min())
    return np.flatnonzero(near)


def spans(start: Floats, end: Floats, caps: Capsules) -> tuple[Floats, Floats]:
    """Return for k lines and n capsules the stretch of each line inside each capsule.

    `start` and `end` have shape (k, 2); the result is two arrays of shape (k, n) with the parts of the line
    (0 its start, 1 its end, unclipped) at which it goes in and comes out; in >= out where it stays outside.
    """
    sx, sy = start[:, 0, None], start[:, 1, None]
    return _spans(sx, sy, end[:, 0, None] - sx, end[:, 1, None] - sy, caps)


def pair_spans(start: Floats, end: Floats, caps: Capsules) -> tuple[Floats, Floats]:
    """Return the same as `spans` for n lines, each with the capsule of the same number, of shape (n,)."""
    sx, sy = start[:, 0], start[:, 1]
    return _spans(sx, sy, end[:, 0] - sx, end[:, 1] - sy, caps)


def _spans(sx: Floats, sy: Floats, dx: Floats, dy: Floats, caps: Capsules) -> tuple[Floats, Floats]:
    dd = np.maximum(dx * dx + dy * dy, _TINY)
    axis = caps.b - caps.a
    length = np.hypot(axis[:, 0], axis[:, 1])
    safe = np.maximum(length, _TINY)
    ux, uy = axis[:, 0] / safe, axis[:, 1] / safe
    fx, fy = sx - caps.a[:, 0], sy - caps.a[:, 1]
    radius = caps.radius
    # the body: a box along the core
    along, aside = fx * ux + fy * uy, fy * ux - fx * uy
    run, rise = dx * ux + dy * uy, dy * ux - dx * uy
    run = np.where(np.abs(run) < _TINY, _TINY, run)
    rise = np.where(np.abs(rise) < _TINY, _TINY, rise)
    t1, t2 = (-radius - aside) / rise, (radius - aside) / rise
    t3, t4 = -along / run, (length - along) / run
    going_in = np.maximum(np.minimum(t1, t2), np.minimum(t3, t4))
    coming_out = np.minimum(np.maximum(t1, t2), np.maximum(t3, t4))
    empty = going_in >= coming_out
    going_in = np.where(empty, np.inf, going_in)
    coming_out = np.where(empty, -np.inf, coming_out)
    # the round ends: |f + t d| < radius, with t in units of the line's length
    cross_a = fx * dy - fy * dx
    dot_a = fx * dx + fy * dy
    cross_b = cross_a - (axis[:, 0] * dy - axis[:, 1] * dx)
    dot_b = dot_a - (axis[:, 0] * dx + axis[:, 1] * dy)
    reach = radius * radius * dd
    for cross, dot in ((cross_a, dot_a), (cross_b, dot_b)):
        half = np.sqrt(np.maximum(reach - cross * cross, 0.0))
        hit = half > 0
        going_in = np.minimum(going_in, np.where(hit, (-dot - half) / dd, np.inf))
        coming_out = np.maximum(coming_out, np.where(hit, (-dot + half) / dd, -np.inf))
    return going_in, coming_out


def blocked(start: Floats, end: Floats, caps: Capsules) -> Bools:
    """Tell for k lines of shape (k, 2) whether each enters any of the capsules; touching is not entering."""
    if not len(caps) or not len(start):
        return np.zeros(len(start), dtype=np.bool_)
    if len(caps) > _FEW:
        box = np.array((np.minimum(start, end).min(axis=0), np.maximum(start, end).max(axis=0)))
        caps = caps.pick(reaching(box, caps))
        if len(start) == 1:
            caps = caps.pick(_beside(start[0], end[0], caps))
        if not len(caps):
            return np.zeros(len(start), dtype=np.bool_)
    going_in, coming_out = spans(start, end, caps)
    return np.asarray(((going_in < 1.0) & (coming_out > 0.0) & (going_in < coming_out)).any(axis=1))


def _beside(start: Floats, end: Floats, caps: Capsules) -> Bools:
    """Tell which capsules a line, drawn on without end, comes near enough to enter; a quick first look."""
    dx, dy = float(end[0] - start[0]), float(end[1] - start[1])
    at = dx * start[1] - dy * start[0]
    side_a = dx * caps.a[:, 1] - dy * caps.a[:, 0] - at
    side_b = dx * caps.b[:, 1] - dy * caps.b[:, 0] - at
    wide = (caps.radius + 1.0) * math.hypot(dx, dy) + 1.0
    found: Bools = (np.minimum(side_a, side_b) <= wide) & (np.maximum(side_a, side_b) >= -wide)
    return found


def links(a: Capsules, b: Capsules) -> tuple[Floats, Floats, Floats]:
    """Return for pairs of capsules the distance of their cores (n,), and the nearest points (n, 2) on each.

    Crossing cores have distance 0, and a point that is an end near the crossing.
    """
    best = np.full(len(a), np.inf)
    on_a, on_b = a.a.copy(), b.a.copy()
    for point, core, swap in ((a.a, b, False), (a.b, b, False), (b.a, a, True), (b.b, a, True)):
        axis = core.b - core.a
        square = np.maximum((axis * axis).sum(axis=1), _TINY)
        part = np.clip(((point - core.a) * axis).sum(axis=1) / square, 0.0, 1.0)
        foot = core.a + part[:, None] * axis
        gap = np.hypot(*(point - foot).T)
        better = gap < best
        best = np.where(better, gap, best)
        first, second = (foot, point) if swap else (point, foot)
        on_a = np.where(better[:, None], first, on_a)
        on_b = np.where(better[:, None], second, on_b)
    crossing = _cross_each_other(a, b)
    return np.where(crossing, 0.0, best), on_a, on_b


def quarter_steps(radius: float) -> int:
    """Return into how many tangents a quarter of a round end is cut, so that a detour errs by little.

    Half a turn round a radius R is longer than the arc by about pi R / 3 (pi / 4n)^2: at most 0.03 inches.
    """
    for limit, steps in ((2050, 4), (4000, 6), (7000, 8)):
        if radius <= limit:
            return steps
    return 12


def corners_of(caps: Capsules, extra: Mapping[int, Sequence[float]] | None = None) -> Corners:
    """Return the corners of polygons drawn round capsules, touching them at evenly spread tangents.

    The sides of a core and the directions straight on and square to it are always tangents, so that gaps
    between walls in line or at right angles keep their exact width; `extra` adds tangents (directions of
    their normals, radians) to single capsules for gaps at other angles.
    """
    extra = extra or {}
    groups: dict[tuple[bool, int], list[int]] = {}
    single = []
    axis = caps.b - caps.a
    point_like = np.hypot(axis[:, 0], axis[:, 1]) == 0
    for i, radius in enumerate(caps.radius):
        if radius <= 0:
            continue
        if i in extra:
            single.append(i)
        else:
            groups.setdefault((bool(point_like[i]), quarter_steps(float(radius))), []).append(i)
    parts = [_even_corners(caps, np.array(members), *key) for key, members in groups.items()]
    parts += [_uneven_corners(caps, i, extra[i]) for i in single]
    if not parts:
        return no_corners()
    return joined_corners(*parts)


def no_corners() -> Corners:
    """Return an empty set of corners."""
    return Corners(np.zeros((0, 2)), np.zeros((0, 2)), np.zeros((0, 2)), np.zeros(0, dtype=np.int64))


def _even_corners(caps: Capsules, members: Ints, point_like: bool, steps: int) -> Corners:
    step = math.pi / 2 / steps
    if point_like:
        normals: Floats = np.arange(4 * steps, dtype=np.float64) * step
        return _at_ends(caps.a[members], caps.radius[members], np.zeros(len(members)), normals, step, members)
    axis = caps.b[members] - caps.a[members]
    heading = np.arctan2(axis[:, 1], axis[:, 0])
    normals = np.arange(2 * steps, dtype=np.float64) * step - math.pi / 2
    radius = caps.radius[members]
    return joined_corners(
        _at_ends(caps.b[members], radius, heading, normals, step, members),
        _at_ends(caps.a[members], radius, heading + math.pi, normals, step, members),
    )


def _at_ends(
    centre: Floats, radius: Floats, heading: Floats, normals: Floats, step: float, owners: Ints
) -> Corners:
    angle = (heading[:, None] + normals).ravel()
    reach = np.repeat(radius / math.cos(step / 2), len(normals))
    middle = angle + step / 2
    at = np.repeat(centre, len(normals), axis=0) + reach[:, None] * _unit(middle)
    return Corners(
        at,
        _unit(angle + math.pi / 2),
        _unit(angle + step + math.pi / 2),
        np.repeat(owners, len(normals)),
    )


def _uneven_corners(caps: Capsules, i: int, extra: Sequence[float]) -> Corners:
    radius = float(caps.radius[i])
    step = math.pi / 2 / quarter_steps(radius)
    axis = caps.b[i] - caps.a[i]
    if not axis.any():
        normals = sorted({round(a % math.tau, 12) for a in (*(np.arange(0, math.tau - 1e-9, step)), *extra)})
        turns = [(caps.a[i], [*normals, normals[0] + math.tau])]
    else:
        heading = math.atan2(axis[1], axis[0])
        turns = []
        for centre, ahead in ((caps.b[i], heading), (caps.a[i], heading + math.pi)):
            own = {round(k * step - math.pi / 2, 12) for k in range(round(math.pi / step) + 1)}
            for angle in extra:
                relative = (angle - ahead + math.pi) % math.tau - math.pi
                if abs(relative) < math.pi / 2:
                    own.add(round(relative, 12))
            turns.append((centre, [ahead + angle for angle in sorted(own)]))
    rows = [
        (centre, first, second)
        for centre, normals in turns
        for first, second in pairwise(normals)
        if second - first > 1e-9
    ]
    centres = np.array([row[0] for row in rows])
    first, second = np.array([row[1] for row in rows]), np.array([row[2] for row in rows])
    reach = radius / np.cos((second - first) / 2)
    return Corners(
        centres + reach[:, None] * _unit((first + second) / 2),
        _unit(first + math.pi / 2),
        _unit(second + math.pi / 2),
        np.full(len(rows), i, dtype=np.int64),
    )


def _unit(angle: Floats) -> Floats:
    return np.column_stack((np.cos(angle), np.sin(angle)))


def _cross_each_other(a: Capsules, b: Capsules) -> Bools:
    def side(p: Floats, q: Floats, r: Floats) -> Floats:
        found: Floats = (q[:, 0] - p[:, 0]) * (r[:, 1] - p[:, 1]) - (q[:, 1] - p[:, 1]) * (r[:, 0] - p[:, 0])
        return found

    found: Bools = (side(a.a, a.b, b.a) * side(a.a, a.b, b.b) < 0) & (
        side(b.a, b.b, a.a) * side(b.a, b.b, a.b) < 0
    )
    return found
