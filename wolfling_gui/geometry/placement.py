"""Places: the nearest legal one, a unit set out in ranks, and rings of models round a first."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from wolfling_gui.core.forces import Place
from wolfling_gui.core.lengths import Length, Point, Polygon
from wolfling_gui.geometry.capsules import Bools, Capsules, Floats, capsules, distances, joined, reaching
from wolfling_gui.geometry.footprint import Footprint
from wolfling_gui.geometry.free_space import HALF_UNIT, Field, Obstruction
from wolfling_gui.geometry.measure import union_of

Accept = Callable[[Point], bool]
Hopeless = Callable[[Point], object | None]
"""Name the patch of ground a place lies in when no place of that patch would be accepted, else give None."""
_CLEAR = 0.75
_MOST_ACCEPTED = 64
_MOST_NEAR = 28


class Crowd:
    """Hold the ground that models take, asked of by bases of any size; an immutable value."""

    def __init__(self, obstructions: Iterable[Obstruction] = ()) -> None:
        """Take the models; their radii hold what is kept from them, not the asker's radius."""
        self.obstructions = tuple(obstructions)
        self._levels: dict[int, Capsules] = {}

    def plus(self, *more: Obstruction) -> Crowd:
        """Return the crowd with more models in it."""
        return Crowd((*self.obstructions, *more))

    def on(self, level: int) -> Capsules:
        """Return the models of a level as capsules, without any asker's radius."""
        if level not in self._levels:
            rows = []
            for o in self.obstructions:
                if o.level == level:
                    end = o.to or o.at
                    rows.append((o.at.x, o.at.y, end.x, end.y, float(o.radius)))
            self._levels[level] = capsules(rows)
        return self._levels[level]

    def free(self, points: Floats, level: int, radius: Length) -> Bools:
        """Tell for points (k, 2) whether a disc of a radius overlaps nobody there."""
        caps = self.on(level)
        if not len(caps) or not len(points):
            return np.ones(len(points), dtype=np.bool_)
        caps = caps.pick(reaching(points, caps, radius))
        apart = distances(points, caps) - caps.radius - radius
        return np.asarray((apart >= -HALF_UNIT).all(axis=1))

    def clear(self, point: Point, level: int, radius: Length) -> bool:
        """Tell whether a disc of a radius overlaps nobody at a point."""
        return bool(self.free(np.array([(point.x, point.y)], dtype=np.float64), level, radius)[0])


def nearest_free(
    here: Field,
    wish: Point,
    radius: Length,
    crowd: Crowd | None = None,
    accept: Accept | None = None,
    within: Length = 15240,
    hopeless: Hopeless | None = None,
) -> Point | None:
    """Return the free place nearest to a wish, or None when there is none within `within` units.

    `here` says where the base fits, `crowd` whom it may not overlap (CL-BASE-3, WO-MOV-16). The nearest place
    is the wish itself, or lies on an outline, or where two outlines meet; all of them are looked at. With
    `accept`, places are offered to it nearest first, places on circles round the wish among them; those that
    `hopeless` names a patch for are not offered.
    """
    crowd = crowd or Crowd()
    spot = np.array([(wish.x, wish.y)], dtype=np.float64)
    level = here.static.level

    def free(points: Floats) -> Bools:
        return here.free(points) & crowd.free(points, level, radius)

    if free(spot)[0] and (accept is None or accept(wish)):
        return wish
    others = crowd.on(level)
    caps = joined(here.exact, others.with_radius(others.radius + radius)) if len(others) else here.exact
    apart = np.abs(distances(spot, caps)[0] - caps.radius)
    inside = distances(spot, caps)[0] < caps.radius
    tried: set[object] = set()
    reach = max(2.0 * radius, 500.0)
    while True:
        reach = min(reach, float(within))
        near = np.flatnonzero((apart <= reach) | (inside & (distances(spot, caps)[0] <= reach)))
        near = near[np.argsort(apart[near], kind="stable")][:_MOST_NEAR]
        found = _outline_places(spot[0], caps.pick(near)) if len(near) else np.zeros((0, 2))
        if accept is not None or len(near) == _MOST_NEAR:
            found = np.concatenate((found, _circles(spot[0], reach)))
        found = np.unique(np.rint(found), axis=0)
        away = np.hypot(*(found - spot[0]).T)
        found, away = found[away <= reach], away[away <= reach]
        order = np.argsort(away, kind="stable")
        found = found[order]
        found = found[free(found)] if len(found) else found
        for x, y in found.tolist():
            point = Point(int(x), int(y))
            if accept is None:
                return point
            patch = hopeless(point) if hopeless is not None else None
            offer = point if patch is None else patch
            if offer in tried:
                continue
            tried.add(offer)
            if patch is None and accept(point):
                return point
            if len(tried) >= _MOST_ACCEPTED:
                return None
        if reach >= within:
            return None
        reach *= 2


def fill(
    polygons: Sequence[Polygon],
    footprints: Sequence[Footprint],
    gap: Length,
    here: Field | None = None,
    crowd: Crowd | None = None,
    near: Point | None = None,
) -> tuple[Place, ...] | None:
    """Return places in coherent ranks for the models of a unit, wholly within polygons; None without room.

    Neighbours in a rank and ranks stand `gap` units apart, closer where there is no room for that. `here`
    says where the largest base fits, `crowd` whom they may not overlap, `near` where the unit would like
    to be (the middle of the polygons if not given). Places keep the facing and level of the footprints.
    """
    if not footprints or not polygons:
        return () if not footprints else None
    region = union_of(tuple(polygons))
    size = max(fp.reach for fp in footprints)
    level = footprints[0].level
    crowd = crowd or Crowd()
    middle = shapely.centroid(region)
    aim = np.array((near.x, near.y) if near else (middle.x, middle.y), dtype=np.float64)
    for space in dict.fromkeys((gap, gap // 2, 0)):
        cell = 2 * size + space
        best: tuple[float, list[tuple[float, float]]] | None = None
        for shift in ((0.0, 0.0), (0.5, 0.0), (0.0, 0.5), (0.5, 0.5)):
            grid, free = _grid(region, size, cell, shift, here, crowd, level)
            chosen = _block(grid, free, len(footprints), aim)
            if chosen is not None:
                far = float(np.hypot(*(np.mean(chosen, axis=0) - aim)))
                if best is None or far < best[0] - 1e-6:
                    best = (far, chosen)
        if best is not None:
            return tuple(
                Place(Point(round(x), round(y)), fp.level, fp.facing)
                for (x, y), fp in zip(best[1], footprints, strict=True)
            )
    return None


def contacts(inner: Length, outer: Length) -> int:
    """Return how many discs of radius `outer` can touch one of radius `inner` (CL-BASE-4).

    >>> contacts(2000, 1250), contacts(1250, 1250)
    (7, 6)
    """
    return math.floor(math.pi / math.asin(outer / (inner + outer)) + 1e-9)


def ring_formation(
    centre: Point,
    radii: Sequence[Length],
    here: Field | None = None,
    crowd: Crowd | None = None,
    level: int = 0,
    first_angle: float = 0.0,
) -> tuple[Point | None, ...]:
    """Return places for models in rings round the first, which stands at the centre (CL-TURN-8).

    The first ring touches the first model, each further ring touches the one before; rings are filled
    anticlockwise from `first_angle` degrees. Places that are not free are left out; models for which eight
    rings hold no place get None, the first too when its place is not free.
    """
    crowd = crowd or Crowd()
    if not radii:
        return ()

    def is_free(point: Point, radius: Length) -> bool:
        if not crowd.clear(point, level, radius):
            return False
        return here is None or bool(here.free(np.array([(point.x, point.y)], dtype=np.float64))[0])

    places: list[Point | None] = [centre if is_free(centre, radii[0]) else None]
    rest = list(radii[1:])
    size = max(rest, default=0)
    away = float(radii[0] + size)
    for _ in range(8):
        if not rest:
            break
        count = math.floor(math.pi / math.asin(min(1.0, size / away)) + 1e-9)
        for k in range(count):
            if not rest:
                break
            turn = math.radians(first_angle) + math.tau * k / count
            spot = Point(round(centre.x + away * math.cos(turn)), round(centre.y + away * math.sin(turn)))
            if is_free(spot, rest[0]):
                places.append(spot)
                rest.pop(0)
        away += 2 * size
    return (*places, *([None] * len(rest)))


def _circles(spot: Floats, reach: float) -> Floats:
    steps = np.linspace(reach / 6, reach, 6)
    turns = np.arange(16) * (math.tau / 16)
    ring = np.column_stack((np.cos(turns), np.sin(turns)))
    found: Floats = spot + (steps[:, None, None] * ring).reshape(-1, 2)
    return found


def _outline_places(spot: Floats, caps: Capsules) -> Floats:
    """Return the places on the outlines nearest to a spot, and where outlines meet."""
    radius = caps.radius + _CLEAR
    axis = caps.b - caps.a
    length = np.hypot(axis[:, 0], axis[:, 1])
    unit = axis / np.maximum(length, 1e-9)[:, None]
    square = np.maximum(length * length, 1e-9)
    part = np.clip(((spot - caps.a) * axis).sum(axis=1) / square, 0.0, 1.0)
    foot = caps.a + part[:, None] * axis
    away = spot - foot
    far = np.hypot(away[:, 0], away[:, 1])
    aside = np.column_stack((-unit[:, 1], unit[:, 0]))
    aside[length == 0] = (1.0, 0.0)
    out = np.where((far > 1e-9)[:, None], away / np.maximum(far, 1e-9)[:, None], aside)
    places = [foot + out * radius[:, None], foot + aside * radius[:, None], foot - aside * radius[:, None]]
    centre = np.concatenate((caps.a, caps.b))
    rim = np.concatenate((radius, radius))
    long = length > 0
    start = np.concatenate([caps.a[long] + s * aside[long] * radius[long, None] for s in (1, -1)])
    along = np.concatenate((axis[long], axis[long]))
    places.append(_circle_meets(centre, rim))
    if len(start):
        places += [_circle_line_meets(centre, rim, start, along), _line_meets(start, along)]
    return np.concatenate(places)


def _circle_meets(centre: Floats, rim: Floats) -> Floats:
    i, j = np.triu_indices(len(centre), 1)
    d = centre[j] - centre[i]
    apart = np.hypot(d[:, 0], d[:, 1])
    good = (apart > 1e-6) & (apart < rim[i] + rim[j]) & (apart > np.abs(rim[i] - rim[j]))
    i, j, d, apart = i[good], j[good], d[good], apart[good]
    along = (apart**2 + rim[i] ** 2 - rim[j] ** 2) / (2 * apart)
    high = np.sqrt(np.maximum(rim[i] ** 2 - along**2, 0.0))
    unit = d / apart[:, None]
    middle = centre[i] + unit * along[:, None]
    aside = np.column_stack((-unit[:, 1], unit[:, 0])) * high[:, None]
    return np.concatenate((middle + aside, middle - aside))


def _circle_line_meets(centre: Floats, rim: Floats, start: Floats, along: Floats) -> Floats:
    i, j = (part.ravel() for part in np.indices((len(centre), len(start))))
    f = start[j] - centre[i]
    d = along[j]
    dd = (d * d).sum(axis=1)
    b = (f * d).sum(axis=1)
    under = b * b - dd * ((f * f).sum(axis=1) - rim[i] ** 2)
    good = under > 0
    root = np.sqrt(under[good])
    found = []
    for sign in (1, -1):
        t = (-b[good] + sign * root) / dd[good]
        on = (t >= -1e-6) & (t <= 1 + 1e-6)
        found.append(start[j[good]][on] + d[good][on] * t[on, None])
    return np.concatenate(found)


def _line_meets(start: Floats, along: Floats) -> Floats:
    i, j = np.triu_indices(len(start), 1)
    cross = along[i, 0] * along[j, 1] - along[i, 1] * along[j, 0]
    good = np.abs(cross) > 1e-6
    i, j, cross = i[good], j[good], cross[good]
    d = start[j] - start[i]
    t = (d[:, 0] * along[j, 1] - d[:, 1] * along[j, 0]) / cross
    u = (d[:, 0] * along[i, 1] - d[:, 1] * along[i, 0]) / cross
    on = (t >= -1e-6) & (t <= 1 + 1e-6) & (u >= -1e-6) & (u <= 1 + 1e-6)
    found: Floats = start[i][on] + along[i][on] * t[on, None]
    return found


def _grid(
    region: BaseGeometry,
    size: Length,
    cell: Length,
    shift: tuple[float, float],
    here: Field | None,
    crowd: Crowd,
    level: int,
) -> tuple[Floats, Bools]:
    """Return a grid of places (rows, columns, 2) over a region, and which of them are free."""
    left, low, right, high = region.bounds
    columns = np.arange(left + size + shift[0] * cell, right - size + 1, cell)
    rows = np.arange(low + size + shift[1] * cell, high - size + 1, cell)
    if not len(columns) or not len(rows):
        return np.zeros((0, 0, 2)), np.zeros((0, 0), dtype=np.bool_)
    grid = np.rint(np.stack(np.meshgrid(columns, rows), axis=-1))
    flat = grid.reshape(-1, 2)
    points = shapely.points(flat)
    free = shapely.intersects(region, points)
    free &= shapely.distance(shapely.boundary(region), points) >= size - HALF_UNIT
    free &= crowd.free(flat, level, size)
    if here is not None:
        free &= here.free(flat)
    return grid, free.reshape(grid.shape[:2])


def _block(grid: Floats, free: Bools, count: int, aim: Floats) -> list[tuple[float, float]] | None:
    """Return the most compact free block of ranks near an aim, else connected places near it."""
    rows, columns = free.shape
    if free.sum() < count:
        return None
    best: tuple[float, list[tuple[float, float]]] | None = None
    widths = {min(columns, max(1, math.ceil(count / ranks))) for ranks in (1, 2, 3, 4)}
    wished = max(1, math.ceil(math.sqrt(2 * count)))
    for width in sorted(widths, key=lambda w: (abs(w - wished), w)):
        ranks = math.ceil(count / width)
        if ranks > rows:
            continue
        for r in range(rows - ranks + 1):
            for c in range(columns - width + 1):
                cells = [(r + k // width, c + k % width) for k in range(count)]
                if all(free[cell] for cell in cells):
                    places = [(float(grid[cell][0]), float(grid[cell][1])) for cell in cells]
                    far = float(np.hypot(*(np.mean(places, axis=0) - aim)))
                    if best is None or far < best[0]:
                        best = (far, places)
        if best is not None:
            return best[1]
    return _connected(grid, free, count, aim)


def _connected(grid: Floats, free: Bools, count: int, aim: Floats) -> list[tuple[float, float]] | None:
    away = np.hypot(*np.moveaxis(grid - aim, -1, 0))
    starts = sorted(zip(*np.nonzero(free), strict=True), key=lambda cell: (float(away[cell]), cell))
    seen: set[tuple[int, int]] = set()
    for start in starts:
        if start in seen:
            continue
        chosen: list[tuple[int, int]] = []
        edge = [(int(start[0]), int(start[1]))]
        while edge and len(chosen) < count:
            edge.sort(key=lambda cell: (float(away[cell]), cell))
            cell = edge.pop(0)
            chosen.append(cell)
            seen.add(cell)
            for step in ((0, 1), (1, 0), (0, -1), (-1, 0)):
                to = (cell[0] + step[0], cell[1] + step[1])
                inside = 0 <= to[0] < free.shape[0] and 0 <= to[1] < free.shape[1]
                if inside and free[to] and to not in seen and to not in edge:
                    edge.append(to)
        if len(chosen) == count:
            return [(float(grid[cell][0]), float(grid[cell][1])) for cell in chosen]
    return None


__all__ = ["Crowd", "contacts", "fill", "nearest_free", "ring_formation"]
