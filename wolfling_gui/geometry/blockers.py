"""What can stand between an eye and a body, as arrays: upright panels and pieces of floor.

Ties are settled here, once per table: every wall and door is lengthened by a millionth of an inch at both
ends, so that a line exactly through a wall's end or through the corner of two walls is blocked; floors and
areas are shrunk by as much, so that a line exactly along their edge or through their corner passes. A wall
that ends a hair beside another one, because its end is rounded to whole units, is drawn on through it.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import shapely

from wolfling_gui.core.lengths import UNITS_PER_INCH, Length, Point
from wolfling_gui.geometry.measure import union_of
from wolfling_gui.geometry.space import Space

TIE = 1e-6 * UNITS_PER_INCH
"""How far walls are lengthened, floors and areas shrunk: a millionth of an inch, in units."""

SEAM = 2.0
"""A wall that ends this near to the middle of another is taken to meet it, in units."""

SIGHT_KINDS: frozenset[str] = frozenset(
    (
        "intact_wall",
        "ruined_wall",
        "low_wall",
        "open_door",
        "shut_door",
        "sealed_door",
        "obstacle",
        "solid",
    )
)
"""Every kind a caller may name as blocking: barriers, linear obstacles, solid areas such as containers."""

Floats = npt.NDArray[np.float64]


class Blockers(NamedTuple):
    """Hold panels as arrays of shape (n,) in units, and floors cut into triangles of shape (m, 3, 2).

    `area` numbers the area a panel belongs to in `areas`, -1 for walls, doors and obstacles.
    """

    x1: Floats
    y1: Floats
    x2: Floats
    y2: Floats
    bottom: Floats
    top: Floats
    area: npt.NDArray[np.int64]
    ids: tuple[str, ...]
    kinds: tuple[str, ...]
    areas: tuple[shapely.Geometry, ...]
    triangles: Floats
    floor_z: Floats
    floor_ids: tuple[str, ...]


def blockers_of(space: Space, blocking: frozenset[str], area_heights: Mapping[str, Length]) -> Blockers:
    """Return what blocks sight on a table, prepared once per set of kinds.

    `area_heights` gives areas the height in units up to which they block, 0 for not at all; without an
    entry a piece that is not area terrain blocks up to its own height if "solid" is among the kinds.
    Raises ValueError for a kind that does not exist.
    """
    key = ("blockers", blocking, tuple(sorted(area_heights.items())))
    return space.memo(key, lambda: _prepare(space, blocking, area_heights))


def _prepare(space: Space, blocking: frozenset[str], area_heights: Mapping[str, Length]) -> Blockers:
    unknown = sorted(blocking - SIGHT_KINDS)
    if unknown:
        raise ValueError(
            f"“{unknown[0]}” is no kind that can block sight; "
            f"expected one of {', '.join(sorted(SIGHT_KINDS))}"
        )
    rows: list[tuple[float, float, float, float, float, float, int]] = []
    ids: list[str] = []
    kinds: list[str] = []
    areas: list[shapely.Geometry] = []

    def add(id: str, kind: str, line: tuple[Floats, Floats], bottom: int, top: int, area: int = -1) -> None:
        a, b = line
        rows.append((a[0], a[1], b[0], b[1], bottom, top, area))
        ids.append(id)
        kinds.append(kind)

    for level in space.barrier_levels:
        for barrier in space.barriers(level, blocking):
            add(barrier.id, barrier.kind, _lengthened(barrier.a, barrier.b), barrier.bottom, barrier.top)
    for obstacle in space.obstacles.values():
        if "obstacle" in blocking and obstacle.height > 0:
            floor = space.z_of(obstacle.level)
            for a, b in pairwise(obstacle.line):
                if a != b:
                    add(obstacle.id, "obstacle", _lengthened(a, b), floor, floor + obstacle.height)
    for area in space.areas.values():
        own = area.height if "solid" in blocking and not area.area else 0
        height = area_heights.get(area.id, own)
        if height <= 0:
            continue
        floor = space.z_of(area.level)
        for polygon in shrunk(area.polygon):
            ring = np.asarray(polygon.exterior.coords)
            for start, end in pairwise(ring):
                add(area.id, "solid", (start, end), floor, floor + height, len(areas))
            areas.append(polygon)
    table = _sealed(np.array(rows, dtype=np.float64).reshape(-1, 7))
    triangles: list[Floats] = []
    floor_z: list[float] = []
    floor_ids: list[str] = []
    for piece in space.floors:
        if piece.level == 0:
            continue
        for polygon in shrunk(piece.polygon):
            for triangle in _triangles(np.asarray(polygon.exterior.coords)[:-1]):
                triangles.append(triangle)
                floor_z.append(piece.z)
                floor_ids.append(piece.structure)
    x1, y1, x2, y2, bottom, top = (np.ascontiguousarray(column) for column in table[:, :6].T)
    return Blockers(
        x1,
        y1,
        x2,
        y2,
        bottom,
        top,
        area=table[:, 6].astype(np.int64),
        ids=tuple(ids),
        kinds=tuple(kinds),
        areas=tuple(areas),
        triangles=np.array(triangles, dtype=np.float64).reshape(-1, 3, 2),
        floor_z=np.array(floor_z, dtype=np.float64),
        floor_ids=tuple(floor_ids),
    )


def _sealed(table: Floats) -> Floats:
    """Lengthen walls that end beside another wall past it: whole units rarely meet slanting walls."""
    table = table.copy()
    walls = np.flatnonzero(table[:, 6] < 0)
    x1, y1, x2, y2 = table[walls, :4].T
    dx, dy = x2 - x1, y2 - y1
    length = np.hypot(dx, dy)
    ux, uy = dx / length, dy / length
    for end, sign in ((0, -1.0), (1, 1.0)):
        px, py = (x1, y1) if end == 0 else (x2, y2)
        rx, ry = px[:, None] - x1, py[:, None] - y1
        along, aside = rx * ux + ry * uy, np.abs(rx * uy - ry * ux)
        beside = (along > SEAM) & (along < length - SEAM) & (aside < SEAM) & (aside > 2 * TIE)
        np.fill_diagonal(beside, False)
        loose = beside.any(axis=1)
        step = sign * 2 * SEAM
        table[walls[loose], 2 * end] += step * ux[loose]
        table[walls[loose], 2 * end + 1] += step * uy[loose]
    return table


def _lengthened(a: Point, b: Point) -> tuple[Floats, Floats]:
    start, end = np.array((a.x, a.y), dtype=np.float64), np.array((b.x, b.y), dtype=np.float64)
    step = (end - start) * (TIE / float(np.hypot(*(end - start))))
    return start - step, end + step


def shrunk(polygon: tuple[Point, ...]) -> list[shapely.Polygon]:
    """Return an outline made smaller by a millionth of an inch, in its separate parts."""
    region = union_of((polygon,)).buffer(-TIE, join_style="mitre")
    parts = getattr(region, "geoms", [region])
    return [part for part in parts if isinstance(part, shapely.Polygon) and part.area]


def _triangles(ring: Floats) -> list[Floats]:
    """Cut a simple ring without holes into triangles by clipping ears."""
    corners = [np.asarray(corner) for corner in ring]
    doubled = sum(_cross(corners[i - 1], corners[i]) for i in range(len(corners)))
    if doubled < 0:
        corners.reverse()
    found: list[Floats] = []
    while len(corners) > 3:
        for i in range(len(corners)):
            a, b, c = corners[i - 1], corners[i], corners[(i + 1) % len(corners)]
            turn = _cross(b - a, c - b)
            if turn < 0:
                continue
            others = [p for p in corners if p is not a and p is not b and p is not c]
            if turn > 0 and any(_in_triangle(p, a, b, c) for p in others):
                continue
            if turn > 0:
                found.append(np.array((a, b, c)))
            del corners[i]
            break
        else:
            break
    found.append(np.array(corners[:3]))
    return found


def _in_triangle(p: Floats, a: Floats, b: Floats, c: Floats) -> bool:
    return _cross(b - a, p - a) >= 0 and _cross(c - b, p - b) >= 0 and _cross(a - c, p - c) >= 0


def _cross(a: Floats, b: Floats) -> float:
    return float(a[0] * b[1] - a[1] * b[0])
