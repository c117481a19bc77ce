"""How long lines run inside areas: many lines against many outlines at once, without sorting crossings.

Going round an outline anticlockwise, every edge that a line crosses adds or takes away the part of the line
up to the crossing; what is left is the part inside, for outlines of any simple shape.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from wolfling_gui.core.lengths import Length, Point
from wolfling_gui.geometry.blockers import shrunk
from wolfling_gui.geometry.cast import where_set
from wolfling_gui.geometry.space import Space

Floats = npt.NDArray[np.float64]
Outline = str | tuple[str, int]
"""An area by its id, or a structure's floor by the structure's id and the level."""


class _Outlines(NamedTuple):
    """Hold the edges of outlines one after the other, and a circle about each outline."""

    x1: Floats
    y1: Floats
    x2: Floats
    y2: Floats
    first: npt.NDArray[np.int64]
    edges: npt.NDArray[np.int64]
    cx: Floats
    cy: Floats
    radius: Floats


def through_many(
    space: Space, starts: Sequence[Point], ends: Sequence[Point], areas: Sequence[Outline]
) -> npt.NDArray[np.int64]:
    """Return how long the line from each start to each end runs inside each of the named areas, in units.

    An int64 array of shape (starts, ends, areas). Outlines are shrunk by a millionth of an inch, so that a
    line exactly along an edge is outside (CL-COV-6 measures such lengths). An area may also be a structure's
    floor. Raises KeyError for an unknown area; an unknown floor has no outline.
    """
    n, m, k = len(starts), len(ends), len(areas)
    if not n or not m or not k:
        return np.zeros((n, m, k), dtype=np.int64)
    names = tuple(areas)
    o = space.memo(("outlines", names), lambda: _outlines(space, names))
    px, py = (np.repeat(c, m) for c in np.array([(p.x, p.y) for p in starts], dtype=np.float64).T)
    qx, qy = (np.tile(c, n) for c in np.array([(p.x, p.y) for p in ends], dtype=np.float64).T)
    dx, dy = qx - px, qy - py
    length = np.hypot(dx, dy)
    safe = np.where(length > 0, length, 1.0)
    ux, uy = dx / safe, dy / safe
    spots = np.vstack((o.cx, o.cy, np.ones(k)))
    side = np.abs(np.column_stack((-uy, ux, uy * px - ux * py)) @ spots)
    line, area = where_set(side < o.radius)
    along = ux[line] * (o.cx[area] - px[line]) + uy[line] * (o.cy[area] - py[line])
    near = (along > -o.radius[area]) & (along < length[line] + o.radius[area])
    line, area = line[near], area[near]
    per = o.edges[area]
    owner = np.repeat(np.arange(len(line)), per)
    edge = np.repeat(o.first[area], per) + np.arange(len(owner)) - np.repeat(np.cumsum(per) - per, per)
    own = line[owner]
    ax, ay, bx, by = o.x1[edge] - px[own], o.y1[edge] - py[own], o.x2[edge] - px[own], o.y2[edge] - py[own]
    ex, ey = ux[own], uy[own]
    first, second = ex * ay - ey * ax, ex * by - ey * bx
    # Of all edges only the few that a line crosses count.
    cut = np.flatnonzero((first > 0) != (second > 0))
    owner, own, ex, ey, first, second = owner[cut], own[cut], ex[cut], ey[cut], first[cut], second[cut]
    away = ex * ax[cut] + ey * ay[cut]
    away += (ex * bx[cut] + ey * by[cut] - away) * (first / (first - second))
    crossed = np.where(first > 0, 1.0, -1.0) * np.clip(away, 0.0, length[own])
    inside = np.zeros((n * m, k))
    inside[line, area] = np.abs(np.bincount(owner, weights=crossed, minlength=len(line)))
    found: npt.NDArray[np.int64] = np.rint(inside).astype(np.int64).reshape(n, m, k)
    return found


def _parts(space: Space, name: Outline) -> list[Floats]:
    """Return the rings of an area, or of a structure's floor."""
    if isinstance(name, str):
        polygons = [space.areas[name].polygon]
    else:
        polygons = [floor.polygon for floor in space.floors if (floor.structure, floor.level) == name]
    return [np.asarray(part.exterior.coords) for polygon in polygons for part in shrunk(polygon)]


def _outlines(space: Space, names: tuple[Outline, ...]) -> _Outlines:
    edges: list[Floats] = []
    count: list[int] = []
    circles: list[tuple[float, float, float]] = []
    for name in names:
        pieces = [np.column_stack((ring[:-1], ring[1:])) for ring in _parts(space, name)]
        own = np.concatenate(pieces) if pieces else np.zeros((0, 4))
        edges.append(own)
        count.append(len(own))
        if len(own):
            cx, cy = own[:, :2].mean(axis=0)
            reach = float(np.hypot(own[:, 0] - cx, own[:, 1] - cy).max())
            circles.append((float(cx), float(cy), reach + 1.0))
        else:
            circles.append((0.0, 0.0, -1.0))
    x1, y1, x2, y2 = np.concatenate(edges).T
    counts = np.array(count, dtype=np.int64)
    cx_all, cy_all, radius = np.array(circles, dtype=np.float64).T
    return _Outlines(x1, y1, x2, y2, np.cumsum(counts) - counts, counts, cx_all, cy_all, radius)


def stretch_at(p: Point, q: Point, a: Point, b: Point, reach: Length) -> tuple[Point, Point] | None:
    """Return the stretch of a line from a to b up to `reach` units to both sides of where it crosses p to q.

    None where it does not cross; the stretch ends where the line does.
    """
    dx, dy, ex, ey = b.x - a.x, b.y - a.y, q.x - p.x, q.y - p.y
    turn, length = dx * ey - dy * ex, math.hypot(dx, dy)
    if not turn or not length:
        return None
    along = ((p.x - a.x) * ey - (p.y - a.y) * ex) / turn
    beside = ((p.x - a.x) * dy - (p.y - a.y) * dx) / turn
    if not (0 <= along <= 1 and 0 <= beside <= 1):
        return None
    first, last = max(0.0, along - reach / length), min(1.0, along + reach / length)
    return (
        Point(a.x + round(dx * first), a.y + round(dy * first)),
        Point(a.x + round(dx * last), a.y + round(dy * last)),
    )
