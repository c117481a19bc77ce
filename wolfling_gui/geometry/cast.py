"""Cast many lines at once: for pairs of an eye and a body, what stands between and how much it hides.

Everything is flat: pairs, then rays (each of one pair), then hits (each of one ray and one blocker). Blockers
are numbered panels first, then screens, then floor triangles.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from wolfling_gui.geometry.blockers import Blockers
from wolfling_gui.geometry.rays import (
    Bools,
    Floats,
    Ints,
    Rays,
    covered,
    hidden_heights,
    meet_discs,
    meet_panels,
    meet_triangles,
)

CLEAR = 1e-9
"""A body counts as seen when more than this part of its height shows on some line."""
MIN_ANGLE = 1e-9
SLICES = 8
_GAUSS, _WEIGHTS = (column / 2 for column in np.polynomial.legendre.leggauss(8))
_NODES = np.concatenate((_GAUSS + 0.5, (1e-6, 1 - 1e-6)))
_NODE_WEIGHTS = np.concatenate((_WEIGHTS, (0.0, 0.0)))
_PAD = 1.0


class Pairs(NamedTuple):
    """Hold pairs of an eye (place, height, radius of base) and a body, as arrays of shape (k,) in units."""

    ex: Floats
    ey: Floats
    ez: Floats
    er: Floats
    cx: Floats
    cy: Floats
    r: Floats
    low: Floats
    high: Floats
    eye_group: Ints
    body_group: Ints
    eye_number: Ints

    def take(self, index: Ints | Bools) -> Pairs:
        """Return the pairs with these numbers."""
        return Pairs(
            self.ex[index],
            self.ey[index],
            self.ez[index],
            self.er[index],
            self.cx[index],
            self.cy[index],
            self.r[index],
            self.low[index],
            self.high[index],
            self.eye_group[index],
            self.body_group[index],
            self.eye_number[index],
        )


class Screens(NamedTuple):
    """Hold bodies that may hide others, as arrays of shape (s,) in units; none hides its own group."""

    x: Floats
    y: Floats
    radius: Floats
    bottom: Floats
    top: Floats
    group: Ints


class Hits(NamedTuple):
    """Hold what rays met: the ray, the blocker, the part of the way, and the stretch of height hidden."""

    ray: Ints
    item: Ints
    near: Floats
    far: Floats
    first: Floats
    last: Floats


class Casting(NamedTuple):
    """Hold rays with the pair each belongs to, its weight in the silhouette, and how much of it is hidden."""

    rays: Rays
    pair: Ints
    weight: Floats
    hidden: Floats
    hits: Hits


class Scene(NamedTuple):
    """Hold the blockers and screens of one question; `inside` marks (eye, area) where the eye is in it."""

    blockers: Blockers
    screens: Screens
    inside: Bools

    def candidates(self, pairs: Pairs) -> tuple[Ints, Ints]:
        """Return (pair, blocker) of everything that may touch a line of a pair, ordered by pair."""
        b, s = self.blockers, self.screens
        reach = np.maximum(pairs.er, pairs.r) + _PAD
        dx, dy = pairs.cx - pairs.ex, pairs.cy - pairs.ey
        length = np.hypot(dx, dy)
        safe = np.where(length > 0, length, 1.0)
        ux, uy = dx / safe, dy / safe
        across = np.column_stack((-uy, ux, uy * pairs.ex - ux * pairs.ey))
        ahead = np.column_stack((ux, uy, -ux * pairs.ex - uy * pairs.ey))
        found: list[tuple[Ints, Ints]] = []
        low, high = np.minimum(pairs.ez, pairs.low), np.maximum(pairs.ez, pairs.high)

        if len(b.x1):
            used = np.flatnonzero((b.bottom < high.max()) & (b.top > low.min()))
            x1, y1, x2, y2 = b.x1[used], b.y1[used], b.x2[used], b.y2[used]
            middle = np.vstack(((x1 + x2) / 2, (y1 + y2) / 2, np.ones(len(used))))
            close = reach[:, None] + np.hypot(x2 - x1, y2 - y1) / 2
            rough = np.abs(across @ middle) < close
            along = ahead @ middle
            rough &= along > -close
            rough &= along - close < length[:, None]
            pair, index = np.nonzero(rough)
            keep = _beside(pairs, pair, ux, uy, reach, length, x1[index], y1[index], x2[index], y2[index])
            pair, item = pair[keep], used[index[keep]]
            keep = (b.bottom[item] < high[pair]) & (b.top[item] > low[pair])
            if len(b.areas):
                area = b.area[item]
                keep &= (area < 0) | ~self.inside[pairs.eye_number[pair], area]
            found.append((pair[keep], item[keep]))
        if len(s.x):
            spot = np.vstack((s.x, s.y, np.ones(len(s.x))))
            side, along = np.abs(across @ spot), ahead @ spot
            close = reach[:, None] + s.radius
            near_line = (side < close) & (along > -close) & (along < length[:, None] + close)
            near_line &= (s.group != pairs.eye_group[:, None]) & (s.group != pairs.body_group[:, None])
            near_line &= (s.bottom < high[:, None]) & (s.top > low[:, None])
            pair, item = np.nonzero(near_line)
            found.append((pair, item + len(b.x1)))
        if len(b.floor_z):
            level = (b.floor_z > low[:, None]) & (b.floor_z < high[:, None])
            if level.any():
                sides = np.stack([across @ _spots(b.triangles[:, i]) for i in range(3)])
                wide = reach[:, None]
                level &= (sides.min(axis=0) < wide) & (sides.max(axis=0) > -wide)
                pair, item = np.nonzero(level)
                found.append((pair, item + len(b.x1) + len(s.x)))
        if not found:
            return np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.int64)
        pair = np.concatenate([one for one, _ in found])
        item = np.concatenate([other for _, other in found])
        order = np.argsort(pair, kind="stable")
        return pair[order], item[order]

    def cast(self, rays: Rays, owner: Ints, weight: Floats, pair: Ints, item: Ints, count: int) -> Casting:
        """Cast rays of `count` pairs against each pair's candidates; measure how much of each is hidden."""
        each = np.bincount(pair, minlength=count)
        first = np.concatenate(([0], np.cumsum(each)))[:-1]
        per_ray = each[owner]
        ray = np.repeat(np.arange(len(owner)), per_ray)
        inner = np.arange(len(ray)) - np.repeat(np.cumsum(per_ray) - per_ray, per_ray)
        hits = self.meet(rays, ray, item[np.repeat(first[owner], per_ray) + inner])
        return Casting(rays, owner, weight, covered(len(owner), hits.ray, hits.first, hits.last), hits)

    def meet(self, rays: Rays, ray: Ints, item: Ints) -> Hits:
        """Return what the listed rays meet of the listed blockers, without those that hide nothing."""
        b, s = self.blockers, self.screens
        panels, screens = len(b.x1), len(s.x)
        kinds = (item < panels, (item >= panels) & (item < panels + screens), item >= panels + screens)
        parts: list[Hits] = []
        for kind, chosen in enumerate(kinds):
            if not chosen.any():
                continue
            own, what = ray[chosen], item[chosen]
            lines = rays.take(own)
            if kind == 0:
                met = meet_panels(lines, b.x1[what], b.y1[what], b.x2[what], b.y2[what])
                bottom, top = b.bottom[what], b.top[what]
            elif kind == 1:
                n = what - panels
                met = meet_discs(lines, s.x[n], s.y[n], s.radius[n])
                bottom, top = s.bottom[n], s.top[n]
            else:
                n = what - panels - screens
                met = meet_triangles(lines, b.triangles[n])
                bottom = top = b.floor_z[n]
            low, high = hidden_heights(lines, met, bottom, top)
            hides = high > low
            parts.append(
                Hits(own[hides], what[hides], met.near[hides], met.far[hides], low[hides], high[hides])
            )
        return _all_hits(parts)

    # ------------------------------------------------------------------ families of lines

    def centre(self, pairs: Pairs) -> Casting:
        """Cast one ray per pair, from the eye to the middle of the base."""
        pair, item = self.candidates(pairs._replace(er=pairs.er * 0, r=pairs.r * 0))
        rays = Rays(pairs.ex, pairs.ey, pairs.cx, pairs.cy, pairs.ez, pairs.low, pairs.high)
        count = len(pairs.ex)
        return self.cast(rays, np.arange(count), np.ones(count), pair, item, count)

    def eye_to_base(self, pairs: Pairs) -> Casting:
        """Cast rays from the eye over all the angles a base takes up, so placed that nothing is missed.

        The angles are cut where the view can change: at the ends of panels, at the rims of screens, at the
        corners of floors, and where a panel runs into the base. Between cuts, blockers that reach past the
        body at both ends decide with one ray, exactly; lower ones are integrated over ten.
        """
        pair, item = self.candidates(pairs._replace(er=pairs.er * 0))
        count = len(pairs.ex)
        dx, dy = pairs.cx - pairs.ex, pairs.cy - pairs.ey
        length = np.hypot(dx, dy)
        apart = length > pairs.r
        half = np.where(apart, np.arcsin(np.clip(pairs.r / np.where(apart, length, 1.0), 0, 1)), 0.0)
        axis = np.arctan2(dy, dx)
        whole, cut_pair, cut = self._cuts(pairs, pair, item, axis, half)
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
        return self.cast(rays, owner, weight, pair, item, count)

    def _cuts(
        self, pairs: Pairs, pair: Ints, item: Ints, axis: Floats, half: Floats
    ) -> tuple[Bools, Ints, Floats]:
        """Return which pairs meet only full-height panels, and the angles at which the view may change."""
        b, s = self.blockers, self.screens
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

    def base_to_base(self, pairs: Pairs) -> Casting:
        """Cast lines between the rims of both bases: 16 per pair, then 64 and 256 where that decides nothing.

        A pair is decided when a line is clear, or when one panel shuts off every line there is.
        """
        pair, item = self.candidates(pairs)
        count = len(pairs.ex)
        shuttered = self._shuttered(pairs, pair, item)
        left = np.arange(count)
        stages: list[Casting] = []
        for points in (4, 8, 16):
            rays, owner = _between(pairs, left, points)
            chosen = np.isin(pair, left)
            casting = self.cast(rays, owner, np.ones(len(owner)), pair[chosen], item[chosen], count)
            seen = np.zeros(count, dtype=np.bool_)
            seen[owner[casting.hidden < 1 - CLEAR]] = True
            last = points == 16
            done = np.ones(count, dtype=np.bool_) if last else seen | shuttered
            stages.append(_only(casting, done[owner]))
            left = left[~done[left]]
            if not len(left):
                break
        return _joined(stages)

    def _shuttered(self, pairs: Pairs, pair: Ints, item: Ints) -> Bools:
        """Tell which pairs have a full-height panel across the whole strip between their bases."""
        b = self.blockers
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


def _beside(
    pairs: Pairs,
    pair: Ints,
    ux: Floats,
    uy: Floats,
    reach: Floats,
    length: Floats,
    x1: Floats,
    y1: Floats,
    x2: Floats,
    y2: Floats,
) -> Bools:
    """Tell which panels come within reach of the centre line of their pair; flat arrays of shape (k,)."""
    ex, ey, ux, uy = pairs.ex[pair], pairs.ey[pair], ux[pair], uy[pair]
    wide, far = reach[pair], length[pair] + reach[pair]
    ax, ay, bx, by = x1 - ex, y1 - ey, x2 - ex, y2 - ey
    side_a, side_b = ux * ay - uy * ax, ux * by - uy * bx
    along_a, along_b = ux * ax + uy * ay, ux * bx + uy * by
    near: Bools = (np.minimum(side_a, side_b) < wide) & (np.maximum(side_a, side_b) > -wide)
    near &= (np.minimum(along_a, along_b) < far) & (np.maximum(along_a, along_b) > -wide)
    return near


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
        _all_hits(shifted),
    )


def _all_hits(parts: list[Hits]) -> Hits:
    if not parts:
        none, nothing = np.zeros(0, dtype=np.int64), np.zeros(0)
        return Hits(none, none, nothing, nothing, nothing, nothing)
    return Hits(
        np.concatenate([part.ray for part in parts]),
        np.concatenate([part.item for part in parts]),
        np.concatenate([part.near for part in parts]),
        np.concatenate([part.far for part in parts]),
        np.concatenate([part.first for part in parts]),
        np.concatenate([part.last for part in parts]),
    )


def chunks(count: int, size: int) -> Iterator[npt.NDArray[np.int64]]:
    """Return the numbers 0 to count in runs of at most `size`."""
    for start in range(0, count, size):
        yield np.arange(start, min(count, start + size))


def _spots(points: Floats) -> Floats:
    return np.vstack((points[:, 0], points[:, 1], np.ones(len(points))))
