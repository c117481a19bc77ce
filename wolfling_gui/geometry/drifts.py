"""All ways a marker can drift at once: where they end, which bases it touches there, which lines are free."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from wolfling_gui.core.lengths import Length, Point, off
from wolfling_gui.geometry.footprint import Footprint
from wolfling_gui.geometry.measure import gap_to_point
from wolfling_gui.geometry.templates import Segment

Places = npt.NDArray[np.int64]
"""Points in units, shape (n, 2)."""
Truth = npt.NDArray[np.bool_]

_HAIR = 3.0
"""A line that passes a wall's end nearer than so many units is not called free."""


def ends(start: Point, lengths: Sequence[Length], directions: int) -> Places:
    """Return where ways of these lengths end in each whole degree, shape (len(lengths) * directions, 2).

    All directions of the first length come first. Each coordinate is rounded once, as one way's is.
    """
    found = [off(start, math.radians(turn), length) for length in lengths for turn in range(directions)]
    return np.array([(p.x, p.y) for p in found], dtype=np.int64).reshape(-1, 2)


def gaps_to(bases: Sequence[Footprint], places: Places) -> Places:
    """Return the distances from bases' edges to places in units, shape (len(places), len(bases)).

    Agrees exactly with `gap_to_point`.
    """
    found = np.zeros((len(places), len(bases)), dtype=np.int64)
    for column, base in enumerate(bases):
        if base.is_disc:
            away = np.hypot(places[:, 0] - base.at.x, places[:, 1] - base.at.y)
            found[:, column] = np.maximum(0, np.rint(away).astype(np.int64) - base.radius)
        else:
            found[:, column] = [gap_to_point(base, Point(int(x), int(y))) for x, y in places]
    return found


def free(starts: Places, finish: Point | Places, walls: Sequence[Segment]) -> Truth:
    """Tell for each start whether the straight line to its finish keeps clear of all walls, ends included.

    `finish` is one point for all, or one for each start. What only comes near a wall counts as not free.
    """
    to = np.array([[finish.x, finish.y]], dtype=float) if isinstance(finish, Point) else finish.astype(float)
    a = starts.astype(float)
    b = np.broadcast_to(to, a.shape)
    clear: Truth = np.ones(len(a), dtype=bool)
    for one, other in walls:
        clear &= ~_meets(a, b, one, other)
    return clear


def _meets(a: npt.NDArray[np.float64], b: npt.NDArray[np.float64], one: Point, other: Point) -> Truth:
    """Tell which lines from a to b meet a wall or pass it within a hair."""
    ex, ey = float(other.x - one.x), float(other.y - one.y)
    length = math.hypot(ex, ey)
    if not length:
        return np.zeros(len(a), dtype=bool)
    ex, ey = ex / length, ey / length
    # In the wall's own frame: along it, and away from it.
    ua, ub = (a[:, 0] - one.x) * ex + (a[:, 1] - one.y) * ey, (b[:, 0] - one.x) * ex + (b[:, 1] - one.y) * ey
    va, vb = (a[:, 1] - one.y) * ex - (a[:, 0] - one.x) * ey, (b[:, 1] - one.y) * ex - (b[:, 0] - one.x) * ey
    apart = np.where(vb == va, 1.0, vb - va)
    low, high = -_HAIR, length + _HAIR
    # The part of the line that lies within a hair of the wall's own line.
    first, last = (-_HAIR - va) / apart, (_HAIR - va) / apart
    start, stop = np.maximum(0.0, np.minimum(first, last)), np.minimum(1.0, np.maximum(first, last))
    level = (vb == va) & (np.abs(va) <= _HAIR)
    start, stop = np.where(vb == va, 0.0, start), np.where(vb == va, np.where(level, 1.0, -1.0), stop)
    near = start <= stop
    u0, u1 = ua + (ub - ua) * start, ua + (ub - ua) * stop
    found: Truth = near & (np.minimum(u0, u1) <= high) & (np.maximum(u0, u1) >= low)
    return found
