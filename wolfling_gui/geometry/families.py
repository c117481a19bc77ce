"""The families of lines: from the eye to the middle of a base, to all of it, and from rim to rim."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from wolfling_gui.geometry.cast import CLEAR, Casting, Hits, Pairs, Scene, all_hits
from wolfling_gui.geometry.rays import Bools, Floats, Ints, Rays

MIN_ANGLE = 1e-9
SLICES = 8
_GAUSS, _WEIGHTS = (column / 2 for column in np.polynomial.legendre.leggauss(8))
_NODES = np.concatenate((_GAUSS + 0.5, (1e-6, 1 - 1e-6)))
_NODE_WEIGHTS = np.concatenate((_WEIGHTS, (0.0, 0.0)))


def centre(scene: Scene, pairs: Pairs) -> Casting:
    """Cast one ray per pair, from the eye to the middle of the base."""
    pair, item = scene.candidates(pairs._replace(er=pairs.er * 0, r=pairs.r * 0))
    rays = Rays(pairs.ex, pairs.ey, pairs.cx, pairs.cy, pairs.ez, pairs.low, pairs.high)
    count = len(pairs.ex)
    return scene.cast(rays, np.arange(count), np.ones(count), pair, item, count)


def eye_to_base(scene: Scene, pairs: Pairs) -> Casting:
    """Cast rays from the eye over all the angles a base takes up, so placed that nothing is missed.

    The angles are cut where the view can change: at the ends of panels, at the rims of screens, at the
    corners of floors, and where a panel runs into the base. Between cuts, blockers that reach past the
    body at both ends decide with one ray, exactly; lower ones are integrated over ten.
    """
    pair, item = scene.candidates(pairs._replace(er=pairs.er * 0))
    count = len(pairs.ex)
    dx, dy = pairs.cx - pairs.ex, pairs.cy - pairs.ey
    length = np.hypot(dx, dy)
    apart = length > pairs.r
    half = np.where(apart, np.arcsin(np.clip(pairs.r / np.where(apart, length, 1.0), 0, 1)), 0.0)
    axis = np.arctan2(dy, dx)
    whole, cut_pair, cut = _cuts(scene, pairs, pair, item, axis, half)
    slices = np.flatnonzero(~whole)
    steps = np.linspace(-1, 1, SLICES + 1)
    everyone = np.arange(count)
    cut_pair = np.concatenate((cut_pair, everyone, everyone, np.repeat(slices, len(steps))))
    cut = np.concatenate((cut, -half, half, np.outer(half[slices], steps).ravel()))
    cut = np.clip(cut, -half[cut_pair], half[cut_pair])
    order = np.lexsort((cut, cut_pair))
    cut, cut_pair = cut[order], cut_pair[order]
    width = np.diff(cut)
    real = np.flatnonzero((np.diff(cut_pair) == 0) & (width > MIN_ANGLE))
    start, width, owner = cut[real], width[real], cut_pair[real]
    simple = whole[owner]
    angle = np.concatenate(
        (
            start[simple] + width[simple] / 2,
            (start[~simple, None] + width[~simple, None] * _NODES).ravel(),
        )
    )
    weight = np.concatenate((width[simple], (width[~simple, None] * _NODE_WEIGHTS).ravel()))
    owner = np.concatenate((owner[simple], np.repeat(owner[~simple], len(_NODES))))
    missing = np.setdiff1d(everyone, owner)
    angle = np.concatenate((angle, np.zeros(len(missing))))
    weight = np.concatenate((weight, np.ones(len(missing))))
    owner = np.concatenate((owner, missing))
    far, r = length[owner], pairs.r[owner]
    reach = far * np.cos(angle) - np.sqrt(np.maximum(0.0, r * r - (far * np.sin(angle)) ** 2))
    reach = np.where(apart[owner], reach, 0.0)
    turn = axis[owner] + angle
    px, py = pairs.ex[owner], pairs.ey[owner]
    rays = Rays(
        px,
        py,
        px + reach * np.cos(turn),
        py + reach * np.sin(turn),
        pairs.ez[owner],
        pairs.low[owner],
        pairs.high[owner],
    )
    return scene.cast(rays, owner, weight, pair, item, count)


def _cuts(
    scene: Scene, pairs: Pairs, pair: Ints, item: Ints, axis: Floats, half: Floats
) -> tuple[Bools, Ints, Floats]:
    """Return which pairs meet only full-height panels, and the angles at which the view may change."""
    b, s = scene.blockers, scene.screens
    panels, screens = len(b.x1), len(s.x)
    whole = np.ones(len(pairs.ex), dtype=np.bool_)
    owners: list[Ints] = []
    angles: list[Floats] = []

    def add(own: Ints, x: Floats, y: Floats, aside: Floats | float = 0.0) -> None:
        angle = np.arctan2(y - pairs.ey[own], x - pairs.ex[own]) - axis[own]
        angle = (angle + math.pi) % (2 * math.pi) - math.pi + aside
        good = np.isfinite(angle)
        owners.append(own[good])
        angles.append(angle[good])

    chosen = item < panels
    own, what = pair[chosen], item[chosen]
    if len(own):
        full = (b.bottom[what] <= np.minimum(pairs.ez, pairs.low)[own]) & (
            b.top[what] >= np.maximum(pairs.ez, pairs.high)[own]
        )
        whole[own[~full]] = False
        x1, y1, x2, y2 = b.x1[what], b.y1[what], b.x2[what], b.y2[what]
        add(own, x1, y1)
        add(own, x2, y2)
        length = np.hypot(x2 - x1, y2 - y1)
        ux, uy = (x2 - x1) / length, (y2 - y1) / length
        cx, cy = pairs.cx[own] - x1, pairs.cy[own] - y1
        aside, foot, r = ux * cy - uy * cx, ux * cx + uy * cy, pairs.r[own]
        touched = np.flatnonzero((np.abs(aside) < r) & (foot > -r) & (foot < length + r))
        if len(touched):
            chord = np.sqrt(r[touched] ** 2 - aside[touched] ** 2)
            for sign in (1, -1):
                part = foot[touched] + sign * chord
                add(own[touched], x1[touched] + part * ux[touched], y1[touched] + part * uy[touched])
    chosen = (item >= panels) & (item < panels + screens)
    own, what = pair[chosen], item[chosen] - panels
    if len(own):
        whole[own] = False
        away = np.hypot(s.x[what] - pairs.ex[own], s.y[what] - pairs.ey[own])
        with np.errstate(divide="ignore", invalid="ignore"):
            rim = np.arcsin(s.radius[what] / away)
        for sign in (1, -1):
            add(own, s.x[what], s.y[what], sign * rim)
    chosen = item >= panels + screens
    own, what = pair[chosen], item[chosen] - panels - screens
    if len(own):
        whole[own] = False
        for i in range(3):
            add(own, b.triangles[what, i, 0], b.triangles[what, i, 1])
    if not owners:
        return whole, np.zeros(0, dtype=np.int64), np.zeros(0)
    return whole, np.concatenate(owners), np.concatenate(angles)


def base_to_base(scene: Scene, pairs: Pairs) -> Casting:
    """Cast lines between the rims of both bases: 16 per pair, then 64 and 256 where that decides nothing.

    A pair is decided when a line is clear, or when one panel shuts off every line there is.
    """
    pair, item = scene.candidates(pairs)
    count = len(pairs.ex)
    shuttered = _shuttered(scene, pairs, pair, item)
    left = np.arange(count)
    stages: list[Casting] = []
    for points in (4, 8, 16):
        rays, owner = _between(pairs, left, points)
        chosen = np.isin(pair, left)
        casting = scene.cast(rays, owner, np.ones(len(owner)), pair[chosen], item[chosen], count)
        seen = np.zeros(count, dtype=np.bool_)
        seen[owner[casting.hidden < 1 - CLEAR]] = True
        last = points == 16
        done = np.ones(count, dtype=np.bool_) if last else seen | shuttered
        stages.append(_only(casting, done[owner]))
        left = left[~done[left]]
        if not len(left):
            break
    return _joined(stages)


def _shuttered(scene: Scene, pairs: Pairs, pair: Ints, item: Ints) -> Bools:
    """Tell which pairs have a full-height panel across the whole strip between their bases."""
    b = scene.blockers
    found = np.zeros(len(pairs.ex), dtype=np.bool_)
    panel = item < len(b.x1)
    own, what = pair[panel], item[panel]
    ex, ey = pairs.ex[own], pairs.ey[own]
    dx, dy = pairs.cx[own] - ex, pairs.cy[own] - ey
    length = np.hypot(dx, dy)
    wide = np.maximum(pairs.er[own], pairs.r[own])
    ax, ay, bx, by = b.x1[what] - ex, b.y1[what] - ey, b.x2[what] - ex, b.y2[what] - ey
    with np.errstate(divide="ignore", invalid="ignore"):
        ux, uy = dx / length, dy / length
        side_a, side_b = ux * ay - uy * ax, ux * by - uy * bx
        along_a, along_b = ux * ax + uy * ay, ux * bx + uy * by
        slope = (along_b - along_a) / (side_b - side_a)
        middle = along_a - side_a * slope
        lean = np.abs(slope) * wide
        shut = (np.minimum(side_a, side_b) < -wide) & (np.maximum(side_a, side_b) > wide)
        shut &= (middle - lean > pairs.er[own]) & (middle + lean < length - pairs.r[own])
    shut &= b.bottom[what] <= np.minimum(pairs.ez, pairs.low)[own]
    shut &= b.top[what] >= np.maximum(pairs.ez, pairs.high)[own]
    found[own[shut]] = True
    return found


def _between(pairs: Pairs, chosen: Ints, points: int) -> tuple[Rays, Ints]:
    """Return the line of the centres and points x points lines between the rims of the chosen pairs."""
    p = pairs.take(chosen)
    axis = np.arctan2(p.cy - p.ey, p.cx - p.ex)
    turn = np.arange(points) * (2 * math.pi / points)
    east, north = np.cos(axis[:, None] + turn), np.sin(axis[:, None] + turn)
    fx, fy = p.ex[:, None] + p.er[:, None] * east, p.ey[:, None] + p.er[:, None] * north
    tx, ty = p.cx[:, None] - p.r[:, None] * east, p.cy[:, None] - p.r[:, None] * north
    n, lines = len(chosen), points * points + 1
    px = np.concatenate((p.ex[:, None], np.repeat(fx, points, axis=1)), axis=1)
    py = np.concatenate((p.ey[:, None], np.repeat(fy, points, axis=1)), axis=1)
    qx = np.concatenate((p.cx[:, None], np.tile(tx, (1, points))), axis=1)
    qy = np.concatenate((p.cy[:, None], np.tile(ty, (1, points))), axis=1)
    spread = (np.repeat(column, lines) for column in (p.ez, p.low, p.high))
    rays = Rays(px.ravel(), py.ravel(), qx.ravel(), qy.ravel(), *spread)
    assert len(rays.px) == n * lines
    return rays, np.repeat(chosen, lines)


def _only(casting: Casting, keep: Bools) -> Casting:
    """Return a casting with only the marked rays."""
    number = np.cumsum(keep) - 1
    kept = keep[casting.hits.ray]
    hits = _picked(casting.hits, kept)
    return Casting(
        casting.rays.take(np.flatnonzero(keep)),
        casting.pair[keep],
        casting.weight[keep],
        casting.hidden[keep],
        hits._replace(ray=number[hits.ray]),
    )


def _picked(hits: Hits, index: Ints | Bools) -> Hits:
    ray, item = hits.ray[index], hits.item[index]
    return Hits(ray, item, hits.near[index], hits.far[index], hits.first[index], hits.last[index])


def _joined(castings: list[Casting]) -> Casting:
    """Return several castings as one."""
    shifted: list[Hits] = []
    seen = 0
    for casting in castings:
        shifted.append(casting.hits._replace(ray=casting.hits.ray + seen))
        seen += len(casting.pair)
    return Casting(
        Rays(*(np.concatenate(c) for c in zip(*(x.rays for x in castings), strict=True))),
        np.concatenate([x.pair for x in castings]),
        np.concatenate([x.weight for x in castings]),
        np.concatenate([x.hidden for x in castings]),
        all_hits(shifted),
    )


def chunks(count: int, size: int) -> Iterator[npt.NDArray[np.int64]]:
    """Return the numbers 0 to count in runs of at most `size`."""
    for start in range(0, count, size):
        yield np.arange(start, min(count, start + size))
