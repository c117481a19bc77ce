"""The ground that can be seen from a point: one ray in the middle of every angular interval."""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt
import shapely
from shapely.geometry.base import BaseGeometry

from wolfling_gui.core.lengths import Length
from wolfling_gui.geometry.blockers import blockers_of
from wolfling_gui.geometry.sight import Eye
from wolfling_gui.geometry.space import Space

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

_FRAME = 2540.0
_FLAT = 1e-9
_SAME = 1e-11


def visible_region(
    space: Space, eye: Eye, blocking: frozenset[str], radius: Length | None = None
) -> BaseGeometry:
    """Return the part of the table in plain view of an eye, as shapely geometry in units.

    Only blockers of the eye's level that reach from below to above its height bound the view, since over
    lower ones it goes on. `radius` in units cuts the view off at a distance. The nearest blocker is found
    once per angle between their ends, so the result is exact; crossing panels are split beforehand.
    """
    panels = space.memo(
        ("view", blocking, eye.level, eye.z), lambda: _panels(space, eye.level, eye.z, blocking)
    )
    ring = _sweep(panels, float(eye.at.x), float(eye.at.y))
    region: BaseGeometry = shapely.Polygon(ring)
    if not region.is_valid:
        region = shapely.make_valid(region)
    region = shapely.clip_by_rect(region, 0, 0, space.width, space.height)
    if radius is not None:
        circle = shapely.Point(eye.at.x, eye.at.y).buffer(radius, quad_segs=32)
        region = region.intersection(circle)
    return region


def _panels(space: Space, level: int, z: Length, blocking: frozenset[str]) -> Floats:
    """Return the panels that bound a view, and a frame round the table, as (n, 4), without crossings."""
    b = blockers_of(space, blocking, {})
    floor = space.z_of(level)
    used = (b.bottom <= z) & (b.top > z) & (b.bottom < floor + space.floor_height) & (b.top > floor)
    west, east, south, north = -_FRAME, space.width + _FRAME, -_FRAME, space.height + _FRAME
    frame = [
        (west, south, east, south),
        (east, south, east, north),
        (east, north, west, north),
        (west, north, west, south),
    ]
    panels = np.column_stack((b.x1[used], b.y1[used], b.x2[used], b.y2[used])).reshape(-1, 4)
    drawn = b.area[used] < 0
    panels[drawn] = np.rint(panels[drawn])
    return _split(np.vstack((panels, np.array(frame, dtype=np.float64))))


def _split(panels: Floats) -> Floats:
    """Cut panels where they cross, so that none passes behind another within one angle."""
    x1, y1, x2, y2 = panels.T
    dx, dy = x2 - x1, y2 - y1
    turn = dx[:, None] * dy - dy[:, None] * dx
    ox, oy = x1 - x1[:, None], y1 - y1[:, None]
    with np.errstate(divide="ignore", invalid="ignore"):
        own = (ox * dy - oy * dx) / turn
        other = (ox * dy[:, None] - oy * dx[:, None]) / turn
    crossing = (turn != 0) & (own > _FLAT) & (own < 1 - _FLAT) & (other >= 0) & (other <= 1)
    pieces: list[Floats] = []
    for i in range(len(panels)):
        cuts = np.concatenate(([0.0], np.unique(own[i][crossing[i]]), [1.0]))
        x, y = x1[i] + cuts * dx[i], y1[i] + cuts * dy[i]
        pieces.append(np.column_stack((x[:-1], y[:-1], x[1:], y[1:])))
    return np.concatenate(pieces)


def _sweep(panels: Floats, ex: float, ey: float) -> Floats:
    """Return the corners of the view as (n, 2): where both rays of an interval meet its nearest panel."""
    ax, ay = panels[:, 0] - ex, panels[:, 1] - ey
    bx, by = panels[:, 2] - ex, panels[:, 3] - ey
    doubled = ax * by - ay * bx
    seen = np.abs(doubled) > _FLAT * (np.abs(ax) + np.abs(ay) + np.abs(bx) + np.abs(by) + 1)
    flip = doubled < 0
    ax, bx = np.where(flip, bx, ax)[seen], np.where(flip, ax, bx)[seen]
    ay, by = np.where(flip, by, ay)[seen], np.where(flip, ay, by)[seen]
    doubled = np.abs(doubled[seen])
    start, end = np.arctan2(ay, ax), np.arctan2(by, bx)
    angles, first, last = _merged(start, end)
    count = len(angles)
    spans = (last - first) % count
    panel = np.repeat(np.arange(len(spans)), spans)
    slot = np.arange(len(panel)) - np.repeat(np.cumsum(spans) - spans, spans)
    slot = (np.repeat(first, spans) + slot) % count
    following = np.append(angles[1:], angles[0] + 2 * math.pi)
    middle = (angles + following) / 2
    mx, my = np.cos(middle)[slot], np.sin(middle)[slot]
    wx, wy = (bx - ax), (by - ay)
    nearness = (mx * wy[panel] - my * wx[panel]) / doubled[panel]
    order = np.lexsort((-nearness, slot))
    slot, panel = slot[order], panel[order]
    leads = np.flatnonzero(np.append(True, slot[1:] != slot[:-1]))
    slot, panel = slot[leads], panel[leads]
    corners = np.empty((len(slot), 2, 2))
    for side, turn in enumerate((angles[slot], following[slot])):
        ux, uy = np.cos(turn), np.sin(turn)
        with np.errstate(divide="ignore", invalid="ignore"):
            away = doubled[panel] / (ux * wy[panel] - uy * wx[panel])
        corners[:, side, 0], corners[:, side, 1] = ex + away * ux, ey + away * uy
    ring = corners.reshape(-1, 2)
    kept: Floats = ring[np.append(True, np.abs(np.diff(ring, axis=0)).max(axis=1) > _FLAT)]
    return kept


def _merged(start: Floats, end: Floats) -> tuple[Floats, Ints, Ints]:
    """Return the different angles in order, and which of them each start and each end is."""
    every = np.concatenate((start, end))
    order = np.argsort(every)
    ordered = every[order]
    new = np.append(True, np.diff(ordered) > _SAME)
    number = np.empty(len(every), dtype=np.int64)
    number[order] = np.cumsum(new) - 1
    angles = ordered[new]
    if len(angles) > 1 and angles[0] + 2 * math.pi - angles[-1] <= _SAME:
        number[number == len(angles) - 1] = 0
        angles = angles[:-1]
    return angles, number[: len(start)], number[len(start) :]
