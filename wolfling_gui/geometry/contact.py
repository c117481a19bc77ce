"""Places in contact: where a base can stand against another, and its shortest way to one of them."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence

import numpy as np
import shapely

from wolfling_gui.core.forces import Place
from wolfling_gui.core.lengths import Length, Point
from wolfling_gui.geometry.capsules import Floats
from wolfling_gui.geometry.footprint import Footprint
from wolfling_gui.geometry.free_space import Field
from wolfling_gui.geometry.measure import gap, overlap
from wolfling_gui.geometry.placement import Crowd
from wolfling_gui.geometry.planner import Planner, Route
from wolfling_gui.geometry.space import Barrier

CLOSE: Length = 2
"""Bases that are brought into contact are left so many units apart: rounding never makes them overlap."""
TURNS = 72
"""In how many directions round a base places are looked for, besides those that fit between others."""

Shape = Callable[[Place], Footprint]
"""Give the base of whoever comes, as it would stand at a place."""


def separated(barriers: Iterable[Barrier], a: Point, b: Point) -> bool:
    """Tell whether a wall or a shut door lies between two points of a level."""
    line = shapely.LineString([(a.x, a.y), (b.x, b.y)])
    return any(
        line.intersects(shapely.LineString([(one.a.x, one.a.y), (one.b.x, one.b.y)])) for one in barriers
    )


def places_beside(
    target: Footprint,
    shape: Shape,
    here: Field,
    crowd: Crowd,
    towards: Sequence[Point],
    barriers: Sequence[Barrier] = (),
    away: Length = 0,
) -> tuple[Point, ...]:
    """Return free places from which a base touches another, nearest to the first of `towards` (CL-BASE-3).

    With `away` it stands so many units off instead. `here` says where it fits, `crowd` whom it may not
    overlap, `towards` are points whose directions are tried exactly. Nothing touches through a barrier.
    """
    own = shape(Place(target.at, target.level))
    spots = np.array(_spots(target, own, shape, here, crowd, towards, away), dtype=np.float64).reshape(-1, 2)
    spots = np.unique(np.rint(spots), axis=0)
    free = here.free(spots) & crowd.free(spots, target.level, own.radius)
    near = [b for b in barriers if _close(b, target, own.reach + away)]
    first = towards[0] if towards else target.at
    found = [Point(int(x), int(y)) for x, y in spots[free].tolist()]
    if near:
        found = [spot for spot in found if not separated(near, spot, target.at)]
    return tuple(sorted(found, key=lambda p: (math.hypot(p.x - first.x, p.y - first.y), p.x, p.y)))


def _spots(
    target: Footprint,
    own: Footprint,
    shape: Shape,
    here: Field,
    crowd: Crowd,
    towards: Sequence[Point],
    away: Length,
) -> list[tuple[float, float]]:
    turns = [math.tau * n / TURNS for n in range(TURNS)]
    turns += [math.atan2(p.y - target.at.y, p.x - target.at.x) for p in towards if p != target.at]
    discs = target.is_disc and own.is_disc
    reach = float(target.radius + own.radius + CLOSE + away)
    found = []
    for turn in turns:
        far = reach if discs else _stand_off(target, shape, turn) + away
        found.append((target.at.x + far * math.cos(turn), target.at.y + far * math.sin(turn)))
    if discs:
        for other in (*here.obstacles, *crowd.obstructions):
            if other.level == target.level and other.to is None:
                rim = float(other.radius + own.radius + CLOSE)
                found += _meets(target.at, reach, other.at, rim)
    return found


def _stand_off(target: Footprint, shape: Shape, turn: float) -> float:
    """Return how far from a base's centre another stands in a direction so that they just touch."""
    low, high = 0.0, float(target.reach + shape(Place(target.at, target.level)).reach + 2)
    for _ in range(20):
        middle = (low + high) / 2
        at = Point(round(target.at.x + middle * math.cos(turn)), round(target.at.y + middle * math.sin(turn)))
        other = shape(Place(at, target.level))
        if overlap(target, other) > 0 or gap(target, other) == 0:
            low = middle
        else:
            high = middle
    return high + CLOSE


def _meets(a: Point, ra: float, b: Point, rb: float) -> list[tuple[float, float]]:
    """Return where two circles meet, in units."""
    dx, dy = b.x - a.x, b.y - a.y
    apart = math.hypot(dx, dy)
    if not apart or apart > ra + rb or apart < abs(ra - rb):
        return []
    part = (apart**2 + ra**2 - rb**2) / (2 * apart)
    high = math.sqrt(max(0.0, ra**2 - part**2))
    ux, uy = dx / apart, dy / apart
    x, y = a.x + ux * part, a.y + uy * part
    return [(x - uy * high, y + ux * high), (x + uy * high, y - ux * high)]


def _close(barrier: Barrier, target: Footprint, reach: Length) -> bool:
    spots: Floats = np.array([(barrier.a.x, barrier.a.y), (barrier.b.x, barrier.b.y)], dtype=np.float64)
    low, high = spots.min(axis=0), spots.max(axis=0)
    room = target.reach + reach + CLOSE
    return bool(
        low[0] <= target.at.x + room
        and high[0] >= target.at.x - room
        and low[1] <= target.at.y + room
        and high[1] >= target.at.y - room
    )


def shortest_to(planner: Planner, places: Iterable[Point], level: int, limit: Length) -> Route | None:
    """Return the shortest way to one of several free places within `limit` units, None when there is none.

    The places come nearest to the planner's start first; those that cannot give a shorter way are left out.
    """
    best: Route | None = None
    start = planner.start.at
    for place in places:
        straight = math.hypot(place.x - start.x, place.y - start.y)
        most = limit if best is None else min(limit, best.length - 1)
        if straight > most + 1:
            break
        route = planner.way_to_free(place, level, most)
        if route is not None and (best is None or route.length < best.length):
            best = route
    return best
