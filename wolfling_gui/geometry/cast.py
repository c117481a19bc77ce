"""Cast many lines at once: for pairs of an eye and a body, what stands between and how much it hides.

Everything is flat: pairs, then rays (each of one pair), then hits (each of one ray and one blocker). Blockers
are numbered panels first, then screens, then floor triangles.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

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
    """Hold bodies that may hide others, as arrays of shape (s,) in units; none hides its own group.

    With `overtop` one hides only bodies whose tops it rises above.
    """

    x: Floats
    y: Floats
    radius: Floats
    bottom: Floats
    top: Floats
    group: Ints
    overtop: bool = False


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
            mx, my, half = (x1 + x2) / 2, (y1 + y2) / 2, np.hypot(x2 - x1, y2 - y1) / 2
            aside = across @ np.vstack((mx, my, np.ones(len(used))))
            # one row will do where all pairs reach equally far, as lines between points do
            wide = reach[:1] if (reach == reach[0]).all() else reach
            pair, index = where_set(np.abs(aside, out=aside) < wide[:, None] + half)
            close = reach[pair] + half[index]
            along = ahead[pair, 0] * mx[index] + ahead[pair, 1] * my[index] + ahead[pair, 2]
            rough = (along > -close) & (along - close < length[pair])
            pair, index = pair[rough], index[rough]
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
            if s.overtop:
                near_line &= s.top > pairs.high[:, None]
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
        return all_hits(parts)


def where_set(mask: Bools) -> tuple[Ints, Ints]:
    """Return rows and columns of what is set in a mask (n, m), as `nonzero` does, but four times as fast."""
    flat = np.flatnonzero(mask)
    row = flat // max(1, mask.shape[1])
    return row, flat - row * mask.shape[1]


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


def all_hits(parts: list[Hits]) -> Hits:
    """Return several runs of hits as one."""
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


def _spots(points: Floats) -> Floats:
    return np.vstack((points[:, 0], points[:, 1], np.ones(len(points))))
