"""Rays against blockers: which heights of a body each blocker hides, all as flat arrays.

A ray runs in plan from P to Q; at Q stands an upright line of the body from its lowest to its highest point.
A blocker met between the parts `near` and `far` of the way, from height `bottom` up to `top`, hides one
stretch of that line: a panel is met at one part, a body or a piece of floor (bottom = top) along a stretch.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]

_TINY = 1e-12
_LEVEL = 1e-7


class Rays(NamedTuple):
    """Hold n rays as arrays of shape (n,) in units: the way in plan, the eye's height, the body's heights."""

    px: Floats
    py: Floats
    qx: Floats
    qy: Floats
    eye: Floats
    low: Floats
    high: Floats

    def take(self, index: Ints) -> Rays:
        """Return the rays with these numbers."""
        return Rays(*(column[index] for column in self))


class Met(NamedTuple):
    """Hold where rays meet blockers, as parts of the way from 0 to 1; `ok` marks the ones that do."""

    ok: Bools
    near: Floats
    far: Floats


def meet_panels(rays: Rays, x1: Floats, y1: Floats, x2: Floats, y2: Floats) -> Met:
    """Return where each ray meets the panel of the same number; arrays of shape (k,), in units.

    A ray that runs along a panel is stopped by it.
    """
    dx, dy = rays.qx - rays.px, rays.qy - rays.py
    ax, ay, bx, by = x1 - rays.px, y1 - rays.py, x2 - rays.px, y2 - rays.py
    length = np.hypot(dx, dy)
    with np.errstate(divide="ignore", invalid="ignore"):
        side_a = (dx * ay - dy * ax) / length
        side_b = (dx * by - dy * bx) / length
        along_a = (dx * ax + dy * ay) / (length * length)
        along_b = (dx * bx + dy * by) / (length * length)
        part = along_a + (along_b - along_a) * (side_a / (side_a - side_b))
        flat = (np.abs(side_a) < _LEVEL) & (np.abs(side_b) < _LEVEL)
        part = np.where(flat, np.minimum(along_a, along_b), part)
        ok = (flat | (side_a * side_b < 0)) & (part > _TINY) & (part < 1 - _TINY)
    return Met(ok, part, part)


def meet_discs(rays: Rays, x: Floats, y: Floats, radius: Floats) -> Met:
    """Return where each ray passes the disc of the same number; arrays of shape (k,), in units.

    A disc that holds the start of the ray is not met.
    """
    dx, dy = rays.qx - rays.px, rays.qy - rays.py
    length = np.hypot(dx, dy)
    cx, cy = x - rays.px, y - rays.py
    with np.errstate(divide="ignore", invalid="ignore"):
        side = (dx * cy - dy * cx) / length
        along = (dx * cx + dy * cy) / length
        half = np.sqrt(radius * radius - side * side)
        near, far = (along - half) / length, (along + half) / length
        ok = (half > 0) & (near > _TINY) & (near < 1 - _TINY)
    return Met(ok, near, np.minimum(far, 1.0))


def meet_triangles(rays: Rays, corners: Floats) -> Met:
    """Return the stretch each ray runs over the triangle of the same number, corners of shape (k, 3, 2)."""
    dx, dy = rays.qx - rays.px, rays.qy - rays.py
    near, far = np.zeros(len(dx)), np.ones(len(dx))
    turn = _cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    sign = np.where(turn < 0, -1.0, 1.0)
    ok = np.ones(len(dx), dtype=np.bool_)
    with np.errstate(divide="ignore", invalid="ignore"):
        for i in range(3):
            a, b = corners[:, i], corners[:, (i + 1) % 3]
            ex, ey = sign * (b[:, 0] - a[:, 0]), sign * (b[:, 1] - a[:, 1])
            start = ex * (rays.py - a[:, 1]) - ey * (rays.px - a[:, 0])
            change = ex * dy - ey * dx
            part = -start / change
            near = np.where(change > 0, np.maximum(near, part), near)
            far = np.where(change < 0, np.minimum(far, part), far)
            ok &= (change != 0) | (start >= 0)
    return Met(ok & (far > near), near, far)


def hidden_heights(rays: Rays, met: Met, bottom: Floats, top: Floats) -> tuple[Floats, Floats]:
    """Return the stretch of the body's height each blocker hides, as parts from 0 (lowest) to 1 (highest).

    Arrays of shape (k,); nothing is hidden where the second is not above the first.
    """
    with np.errstate(divide="ignore", invalid="ignore"):
        below, above = bottom - rays.eye, top - rays.eye
        near = np.maximum(met.near, _TINY)  # a floor may begin under the eye, at ±0
        low = np.minimum(below / near, below / met.far) + rays.eye
        high = np.maximum(above / near, above / met.far) + rays.eye
        span = rays.high - rays.low
        first = np.clip((low - rays.low) / span, 0.0, 1.0)
        last = np.clip((high - rays.low) / span, 0.0, 1.0)
    hides = met.ok & (last > first)
    return np.where(hides, first, 0.0), np.where(hides, last, 0.0)


def covered(count: int, ray: Ints, first: Floats, last: Floats) -> Floats:
    """Return for each of `count` rays how much of the body's height all its blockers hide together, 0 to 1.

    `ray` numbers the ray of each stretch; stretches may overlap.
    """
    order = np.lexsort((first, ray))
    ray, first, last = ray[order], first[order], last[order]
    base: Floats = ray.astype(np.float64) * 2.0
    reached: Floats = np.maximum.accumulate(base + last).astype(np.float64)
    before = np.zeros(len(ray))
    before[1:] = np.maximum(0.0, reached[:-1] - base[1:])
    new = np.maximum(0.0, last - np.maximum(first, before))
    return np.bincount(ray, weights=new, minlength=count).astype(np.float64)


def _cross(a: Floats, b: Floats) -> Floats:
    product: Floats = a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0]
    return product
