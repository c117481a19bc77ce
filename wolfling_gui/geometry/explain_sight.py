"""Say what hides a body: where the line meets it, which stretch of it counts, and how much is missing."""

from __future__ import annotations

import math
from collections.abc import Sequence

import msgspec
import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from wolfling_gui.core.lengths import Length, Point
from wolfling_gui.geometry.cast import CLEAR, Casting, Pairs, Scene
from wolfling_gui.geometry.families import centre as centre_lines
from wolfling_gui.geometry.rays import Ints, Rays

WIDEST_TURN = math.radians(75)
"""A clear line is looked for up to this far to either side."""
_BATCH = 128


class Block(msgspec.Struct, frozen=True):
    """Hold one thing that hides a body or part of it; lengths in units.

    `kind` is the kind of barrier, "obstacle", "solid", "floor" or "screen"; `at` is where the centre line
    meets it, else where another line does; `stretch` is the part of it in the way of the whole base, None
    for a single line. Where nothing is seen, `short_by` is how far along it the best line is from the
    nearest line that would be clear, 0 where there is none, and `gap` runs from the one to the other;
    `under_by` is how far the line to the highest
    point passes below its top.
    """

    id: str
    kind: str
    at: Point
    stretch: tuple[Point, Point] | None = None
    short_by: Length = 0
    under_by: Length = 0
    gap: tuple[Point, Point] | None = None


def blocks_of(
    scene: Scene, pairs: Pairs, casting: Casting, screens: Sequence[str], visible: bool
) -> tuple[Block, ...]:
    """Return everything that hides part of the one body that was looked at, nearest first."""
    items = np.unique(casting.hits.item)
    if not len(items):
        return ()
    wide = bool((casting.rays.qx != pairs.cx[0]).any() or (casting.rays.qy != pairs.cy[0]).any())
    turns = None if visible else _turns(scene, pairs, wide)
    centre = scene.meet(_ray(pairs, 0.0), np.zeros(len(items), dtype=np.int64), items)
    on_centre = dict(zip(centre.item.tolist(), centre.near.tolist(), strict=True))
    on_best: set[int] = set()
    if turns is not None:
        on_best = set(scene.meet(_ray(pairs, turns[0]), np.zeros_like(items), items).item.tolist())
    view = _view(pairs) if wide else None
    found: dict[tuple[str, str], tuple[float, Block]] = {}
    for item in items.tolist():
        part, at = _meeting(pairs, casting, item, on_centre)
        id, kind = _name(scene, item, screens)
        short, gap = 0, None
        if turns is not None and item in on_best:
            short, gap = _short_by(scene, pairs, item, *turns)
        under = _under_by(scene, pairs, item, part)
        block = Block(id, kind, at, _stretch(scene, item, view), short, under, gap)
        away = part + (0.0 if item in on_centre else 2.0)
        if (id, kind) not in found or away < found[id, kind][0]:
            found[id, kind] = (away, block)
    ordered = sorted(found.values(), key=lambda entry: (entry[0] % 2.0, entry[1].kind, entry[1].id))
    return tuple(block for _, block in ordered)


def hiders_of(scene: Scene, casting: Casting, screens: Sequence[str]) -> dict[int, tuple[str, ...]]:
    """Return for each pair that anything hides a part of the names of what does, nearest first."""
    hits = casting.hits
    order = np.argsort(hits.near, kind="stable")
    pair, item = casting.pair[hits.ray[order]], hits.item[order]
    count = int(item.max(initial=0)) + 1
    _, first = np.unique(pair * count + item, return_index=True)
    first.sort()
    found: dict[int, dict[str, None]] = {}
    for one, thing in zip(pair[first].tolist(), item[first].tolist(), strict=True):
        found.setdefault(one, {})[_name(scene, thing, screens)[0]] = None
    return {one: tuple(names) for one, names in found.items()}


def _ray(pairs: Pairs, turn: float) -> Rays:
    dx, dy = pairs.cx - pairs.ex, pairs.cy - pairs.ey
    cos, sin = math.cos(turn), math.sin(turn)
    qx, qy = pairs.ex + dx * cos - dy * sin, pairs.ey + dx * sin + dy * cos
    return Rays(pairs.ex, pairs.ey, qx, qy, pairs.ez, pairs.low, pairs.high)


def _meeting(pairs: Pairs, casting: Casting, item: int, on_centre: dict[int, float]) -> tuple[float, Point]:
    """Return the part of the way at which a blocker is met, on the centre line if it crosses that."""
    if item in on_centre:
        part = on_centre[item]
        px, py, qx, qy = (float(c[0]) for c in (pairs.ex, pairs.ey, pairs.cx, pairs.cy))
    else:
        own = np.flatnonzero(casting.hits.item == item)
        first = int(own[len(own) // 2])
        ray, part = int(casting.hits.ray[first]), float(casting.hits.near[first])
        rays = casting.rays
        px, py, qx, qy = (float(c[ray]) for c in (rays.px, rays.py, rays.qx, rays.qy))
    return part, Point(round(px + part * (qx - px)), round(py + part * (qy - py)))


def _name(scene: Scene, item: int, screens: Sequence[str]) -> tuple[str, str]:
    panels = len(scene.blockers.x1)
    if item < panels:
        return scene.blockers.ids[item], scene.blockers.kinds[item]
    if item < panels + len(screens):
        return screens[item - panels], "screen"
    return scene.blockers.floor_ids[item - panels - len(screens)], "floor"


def _turns(scene: Scene, pairs: Pairs, wide: bool) -> tuple[float, float] | None:
    """Return the angles off the centre line of the best blocked line and of the nearest clear line.

    Lines just past either side of every panel's ends and every screen's rim are tried, as long as the way to
    the body. None when none of them is clear.
    """
    ex, ey = float(pairs.ex[0]), float(pairs.ey[0])
    length = math.hypot(float(pairs.cx[0]) - ex, float(pairs.cy[0]) - ey)
    radius = float(pairs.r[0])
    if length <= radius:
        return None
    axis = math.atan2(float(pairs.cy[0]) - ey, float(pairs.cx[0]) - ex)
    b, s = scene.blockers, scene.screens
    x, y = np.concatenate((b.x1, b.x2)) - ex, np.concatenate((b.y1, b.y2)) - ey
    away = np.hypot(x, y)
    ends = (away > 2) & (away < length + radius)
    angle, hair = np.arctan2(y[ends], x[ends]) - axis, 1.0 / away[ends]
    turns = [angle + hair, angle - hair]
    x, y = s.x - ex, s.y - ey
    away = np.hypot(x, y)
    ends = (away > s.radius + 2) & (away < length + radius)
    angle, rim = np.arctan2(y[ends], x[ends]) - axis, np.arcsin((s.radius[ends] + 1) / away[ends])
    turns += [angle + rim, angle - rim]
    every = (np.concatenate(turns) + math.pi) % (2 * math.pi) - math.pi
    every = every[np.abs(every) <= WIDEST_TURN]
    every = every[np.lexsort((every, np.abs(every)))]
    for start in range(0, len(every), _BATCH):
        some = every[start : start + _BATCH]
        many = pairs.take(np.zeros(len(some), dtype=np.int64))
        aimed = many._replace(cx=ex + length * np.cos(axis + some), cy=ey + length * np.sin(axis + some))
        clear: Ints = np.flatnonzero(centre_lines(scene, aimed).hidden < 1 - CLEAR)
        if len(clear):
            turn = float(some[clear[0]])
            half = math.asin(radius / length) if wide else 0.0
            return min(half, max(-half, turn)), turn
    return None


def _short_by(
    scene: Scene, pairs: Pairs, item: int, best: float, clear: float
) -> tuple[Length, tuple[Point, Point] | None]:
    """Return how far apart the best and the clear line pass along a blocker, and where on a wall."""
    ex, ey = float(pairs.ex[0]), float(pairs.ey[0])
    b, s = scene.blockers, scene.screens
    if item < len(b.x1):
        x1, y1, x2, y2 = (float(c[item]) for c in (b.x1, b.y1, b.x2, b.y2))
        axis = math.atan2(float(pairs.cy[0]) - ey, float(pairs.cx[0]) - ex)
        spots = []
        for turn in (best, clear):
            ux, uy = math.cos(axis + turn), math.sin(axis + turn)
            across = ux * (y2 - y1) - uy * (x2 - x1)
            if across == 0:
                return 0, None
            away = ((x1 - ex) * (y2 - y1) - (y1 - ey) * (x2 - x1)) / across
            if away <= 0:
                return 0, None
            spots.append((ex + away * ux, ey + away * uy))
        (ax, ay), (bx, by) = spots
        ends = Point(round(ax), round(ay)), Point(round(bx), round(by))
        return round(math.dist(*spots)), ends
    if item < len(b.x1) + len(s.x):
        screen = item - len(b.x1)
        away = math.hypot(float(s.x[screen]) - ex, float(s.y[screen]) - ey)
        return round(away * abs(math.sin(clear - best))), None
    return 0, None


def _under_by(scene: Scene, pairs: Pairs, item: int, part: float) -> Length:
    b, s = scene.blockers, scene.screens
    if item < len(b.x1):
        top = float(b.top[item])
    elif item < len(b.x1) + len(s.x):
        top = float(s.top[item - len(b.x1)])
    else:
        return 0
    return max(0, round(top - float(pairs.ez[0] + (pairs.high[0] - pairs.ez[0]) * part)))


def _view(pairs: Pairs) -> BaseGeometry:
    """Return everything that lies between the eye (or the rim of its base) and the body."""
    start: BaseGeometry = shapely.Point(pairs.ex[0], pairs.ey[0])
    if pairs.er[0] > 0:
        start = start.buffer(float(pairs.er[0]), quad_segs=32)
    body = shapely.Point(pairs.cx[0], pairs.cy[0]).buffer(float(pairs.r[0]), quad_segs=32)
    return shapely.convex_hull(shapely.union_all([start, body]))


def _stretch(scene: Scene, item: int, view: BaseGeometry | None) -> tuple[Point, Point] | None:
    b = scene.blockers
    if view is None or item >= len(b.x1):
        return None
    line = shapely.LineString([(b.x1[item], b.y1[item]), (b.x2[item], b.y2[item])])
    part = line.intersection(view)
    if part.geom_type != "LineString" or part.is_empty:
        return None
    (x1, y1), (x2, y2) = part.coords[0], part.coords[-1]
    return Point(round(x1), round(y1)), Point(round(x2), round(y2))
