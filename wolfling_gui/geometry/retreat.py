"""Retreats: the shortest way of a base to a table edge, and how far along it a base gets."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import pairwise
from typing import Literal, NamedTuple

import numpy as np

from wolfling_gui.core.actions import Path, Waypoint
from wolfling_gui.core.lengths import Length, Point, along
from wolfling_gui.geometry.capsules import Floats, blocked, spans
from wolfling_gui.geometry.free_space import Thing
from wolfling_gui.geometry.planner import ROOT, Planner

EdgeName = Literal["south", "north", "west", "east"]

STEP: Length = 10
"""How finely a place to stop is looked for along a way, in units: less than 0.004 inches."""
_NEARER: Length = 25


class Retreat(NamedTuple):
    """Hold a way towards a table edge, its length in units, and whether its end touches the edge.

    `blocked_by` is what stands on the straight way, or beyond the end of a way that does not reach the edge.
    """

    points: Path
    length: Length
    reaches: bool
    blocked_by: tuple[Thing, ...] = ()


def foot_on_edge(planner: Planner, spot: Point, edge: EdgeName) -> Point:
    """Return where the centre of a planner's base touches a table edge straight ahead of a point."""
    table, radius = planner.table, planner.mover.radius
    x = min(max(spot.x, radius), table.width - radius)
    y = min(max(spot.y, radius), table.height - radius)
    match edge:
        case "south":
            return Point(x, radius)
        case "north":
            return Point(x, table.height - radius)
        case "west":
            return Point(radius, y)
        case "east":
            return Point(table.width - radius, y)


def straight_to_edge(planner: Planner, edge: EdgeName) -> Retreat:
    """Return the straight way of a base to a table edge, as far as it is free (CL-MOR-7)."""
    start = planner.start
    goal = foot_on_edge(planner, start.at, edge)
    end = _as_far_as_free(planner, start.at, goal, start.level)
    length = round(math.hypot(end.x - start.at.x, end.y - start.at.y))
    path = (Waypoint(end, start.level),) if length else ()
    things = () if end == goal else planner.in_the_way(goal)
    return Retreat(path, length, end == goal and start.level == 0, things)


def way_to_edge(planner: Planner, edge: EdgeName) -> Retreat:
    """Return the shortest way of a base to a table edge, round what stands in between (CL-MOR-7).

    Where nothing leads to the edge it is the way to the place nearest to it that the base can reach within
    the planner's horizon; of places equally near the one with the shortest way. Places nearest to an edge are
    looked for straight ahead of the corners that ways bend at.
    """
    best, chosen = math.inf, None
    for node, spot, level, walked in _tree(planner):
        if walked >= best:
            break
        if level != 0 and node != ROOT:
            continue
        goal = foot_on_edge(planner, spot, edge)
        total = walked + math.hypot(goal.x - spot.x, goal.y - spot.y)
        if total < best and (level != 0 or _in_sight(planner, spot, goal)):
            route = planner.way_to_free(goal, 0, planner.horizon)
            if route is not None and route.length < best:
                best, chosen = route.length, route
    if chosen is not None:
        return Retreat(chosen.points, chosen.length, True)
    return _nearest_to_edge(planner, edge)


def walked_along(start: Waypoint, path: Path, length: Length, per_floor: Length = 0) -> Path:
    """Return the part of a path that a base walks within a length in units; climbs are whole or not at all.

    >>> walked_along(Waypoint(Point(0, 0)), (Waypoint(Point(0, 300)), Waypoint(Point(400, 300))), 500)
    (Waypoint(at=Point(x=0, y=300), level=0), Waypoint(at=Point(x=200, y=300), level=0))
    """
    found: list[Waypoint] = []
    left = float(length)
    for a, b in pairwise((start, *path)):
        flat = math.hypot(b.at.x - a.at.x, b.at.y - a.at.y)
        if flat > left + 0.5:
            part = left / flat
            x, y = a.at.x + (b.at.x - a.at.x) * part, a.at.y + (b.at.y - a.at.y) * part
            stop = Waypoint(Point(round(x), round(y)), a.level)
            return (*found, stop) if stop != a else tuple(found)
        left -= flat
        climb = abs(b.level - a.level) * per_floor
        if climb > left + 0.5:
            stop = Waypoint(b.at, a.level)
            return (*found, stop) if stop != a else tuple(found)
        left -= climb
        found.append(b)
    return tuple(found)


def first_clear(planner: Planner, path: Path, at_least: Length, at_most: Length) -> Length | None:
    """Return how far along a path, between two lengths in units, a base can first come to a stop (CL-MOR-8).

    None where it cannot stop anywhere on the way. The answer is true to `STEP` units.
    """
    per_floor = planner.mover.per_floor or 0
    tried: list[Length] = [*range(at_least, at_most, STEP), at_most]
    for far in tried:
        end = (planner.start, *walked_along(planner.start, path, far, per_floor))[-1]
        here = planner.end_field(end.level)
        if here is not None and here.free(_row(end.at))[0]:
            return far
    return None


def _tree(planner: Planner) -> Iterator[tuple[int, Point, int, float]]:
    """Yield the start and the corners ways bend at, nearest first: number, place, level and way walked."""
    yield ROOT, planner.start.at, planner.start.level, 0.0
    done = 0
    searching = planner.prepare(batch=4)
    while done < len(planner.order) or next(searching, None) is not None:
        while done < len(planner.order):
            node = planner.order[done]
            done += 1
            spot, level, walked = planner.origin(node)
            yield node, Point(round(float(spot[0])), round(float(spot[1]))), level, walked


def _in_sight(planner: Planner, spot: Point, goal: Point) -> bool:
    return not blocked(_row(spot), _row(goal), planner.capsules_on(0))[0]


def _as_far_as_free(planner: Planner, spot: Point, goal: Point, level: int) -> Point:
    """Return the last place on a straight line on which a base is free."""
    caps = planner.capsules_on(level)
    away = math.hypot(goal.x - spot.x, goal.y - spot.y)
    if not len(caps) or not away:
        return goal
    going_in, coming_out = (part[0] for part in spans(_row(spot), _row(goal), caps))
    hit = (going_in < 1.0) & (coming_out > 0.0) & (going_in < coming_out)
    if not hit.any():
        return goal
    far = max(0.0, float(going_in[hit].min()) * away - 1.0)
    return along((spot, goal), math.floor(far)) if far else spot


def _nearest_to_edge(planner: Planner, edge: EdgeName) -> Retreat:
    """Return the way to the place in reach that lies nearest to an edge, straight ahead of some corner."""
    places: list[tuple[int, float, Point, int]] = []
    for _, spot, level, walked in _tree(planner):
        goal = foot_on_edge(planner, spot, edge)
        end = _as_far_as_free(planner, spot, goal, level)
        left = math.hypot(goal.x - end.x, goal.y - end.y)
        walked += math.hypot(end.x - spot.x, end.y - spot.y)
        places.append((round(left / _NEARER), walked, end, level))
    for _, _, end, level in sorted(places, key=lambda place: place[:2]):
        here = planner.end_field(level)
        if here is None or not here.free(_row(end))[0]:
            continue
        route = planner.way_to_free(end, level, planner.horizon)
        if route is not None:
            goal = foot_on_edge(planner, end, edge)
            beyond = along((end, goal), 4 * _NEARER)
            return Retreat(route.points, route.length, False, here.stops(beyond))
    return Retreat((), 0, False)


def _row(point: Point) -> Floats:
    return np.array([(point.x, point.y)], dtype=np.float64)
