"""The ground a base can reach within a length: fans of the planner's tree, drawn without being united.

A fan is what is seen from one settled corner, within the wedge in which a path stays taut there, out to what
is left of the move. The fans cover the region; they share borders and may overlap by a hair. Painting them as
one path is far quicker than uniting them, which `reach_region` does for whoever needs one outline.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from wolfling_gui.core.lengths import Length, Point, Polygon
from wolfling_gui.geometry.capsules import Capsules, Floats, distances, pair_spans, spans
from wolfling_gui.geometry.planner import ROOT, Planner

ARC = math.radians(4)
"""Arcs are drawn in steps of 4 degrees: at 12 inches the chord lies within 0.008 inches of the arc."""
_BESIDE = 2e-5
_STEPS = 32


class Fan(NamedTuple):
    """Hold a piece of the region: its level, and its corners as an array (n, 2) in units."""

    level: int
    ring: Floats


def fans(planner: Planner, limit: Length) -> Iterator[tuple[Fan, ...]]:
    """Yield the region a base centre can reach within `limit` units, a slice of fans at a time.

    Each slice takes a few milliseconds, so a drag never waits; the first holds all that is in plain sight.
    Upper and lower floors in reach are covered too.
    """
    first = _fans_of(planner, ROOT, float(limit), climbing=False)
    yield tuple(first)
    if upstairs := _fans_of(planner, ROOT, float(limit), climbing=True)[len(first) :]:
        yield tuple(upstairs)
    done = 0
    batch: list[Fan] = []
    for settled in planner.prepare(limit, batch=2):
        while done < settled:
            node = planner.order[done]
            done += 1
            if planner.far[node] < limit:
                batch += _fans_of(planner, node, float(limit))
        if batch:
            yield tuple(batch)
            batch = []
    for node in planner.order[done:]:
        if planner.far[node] < limit:
            batch += _fans_of(planner, node, float(limit))
    if batch:
        yield tuple(batch)


def reach_fans(planner: Planner, limit: Length) -> tuple[Fan, ...]:
    """Return all fans of the region at once."""
    return tuple(fan for part in fans(planner, limit) for fan in part)


def reach_region(planner: Planner, limit: Length, level: int | None = None) -> BaseGeometry:
    """Return the region of one level, the start's if none is given, as one shapely geometry in units.

    Slow beside the fans (tens of milliseconds): for printing and for tests.
    """
    level = planner.start.level if level is None else level
    shapes = [shapely.Polygon(fan.ring) for fan in reach_fans(planner, limit) if fan.level == level]
    if not shapes:
        return shapely.Polygon()
    return shapely.union_all([shapely.make_valid(shape) for shape in shapes], grid_size=0.1)


def reach_polygons(planner: Planner, limit: Length) -> tuple[Polygon, ...]:
    """Return the region of the start's level as polygons in units, holes being polygons inside polygons."""
    region = reach_region(planner, limit)
    rings = (ring for one in shapely.get_parts(region) for ring in shapely.get_rings(one))
    return tuple(
        tuple(Point(round(x), round(y)) for x, y in shapely.get_coordinates(ring).tolist()) for ring in rings
    )


def _fans_of(planner: Planner, node: int, limit: float, *, climbing: bool = True) -> list[Fan]:
    spot, level, walked = planner.origin(node)
    left = limit - walked
    if left <= 1.0:
        return []
    wedge = planner.wedge(node)
    caps = _within(planner.capsules_on(level), spot, left)
    angles = _rays(spot, caps, wedge)
    found: list[Fan] = []
    if len(angles) > 1:
        out, seen = _unit(angles), _sight(spot, angles, left, caps)
        found.append(Fan(level, _ring(spot, out, seen, wedge is None)))
    floor = planner.mover.per_floor
    if climbing and floor is not None and left > floor:
        found += _floors_of(planner, spot, level, left, floor, wedge)
    return found


def _floors_of(
    planner: Planner,
    spot: Floats,
    level: int,
    left: float,
    floor: Length,
    wedge: tuple[float, float] | None,
) -> list[Fan]:
    """Return the ground on other floors that is reached by climbing on a straight leg from a corner.

    A base that can climb at the corner itself may turn any way there.
    """
    levels = [other for other in (level - 1, level + 1) if other in planner.levels]
    if wedge is not None and any(planner.grounded(spot[None, :], other)[0] for other in levels):
        wedge = None
    caps = _within(planner.capsules_on(level), spot, left - floor)
    angles = _rays(spot, caps, wedge)
    if not levels or len(angles) < 2:
        return []
    out, seen = _unit(angles), _sight(spot, angles, left - floor, caps)
    found: list[Fan] = []
    for step in (1, -1):
        below = [(np.zeros(len(out)), seen)]
        budget, other = left, level
        while budget > floor and other + step in planner.levels:
            other, budget = other + step, budget - floor
            below = _next_floor(planner, spot, out, below, budget, other)
            for low, high in below:
                found += _strips(spot, out, low, high, other, wedge is None)
            if not below:
                break
    return found


def _next_floor(
    planner: Planner,
    spot: Floats,
    out: Floats,
    below: list[tuple[Floats, Floats]],
    budget: float,
    level: int,
) -> list[tuple[Floats, Floats]]:
    """Return from where to where on each ray the base can be on the next floor, having climbed on the ray.

    Places to climb are looked for every 1/32 of the way; the ends of each stretch are then exact. There is
    one pair of arrays for the first stretch on every ray, one for the second, and so on; `below` holds those
    of the floor the base climbs from.
    """
    caps = _within(planner.capsules_on(level), spot, budget)
    steps = np.arange(_STEPS) / _STEPS * budget
    spots = (spot + out[:, None, :] * steps[None, :, None]).reshape(-1, 2)
    free = planner.grounded(spots, level)
    if not free.any():
        return []
    if len(caps):
        there = np.flatnonzero(free)
        free[there] = ((distances(spots[there], caps) - caps.radius) >= 0).all(axis=1)
    free = free.reshape(len(out), _STEPS)
    met = np.zeros_like(free)
    for low, high in below:
        met |= free & (low[:, None] <= steps) & (steps <= high[:, None])
    on = np.zeros_like(free)
    on[:, 0] = met[:, 0]
    for k in range(1, _STEPS):
        on[:, k] = free[:, k] & (met[:, k] | on[:, k - 1])
    begins = on.copy()
    begins[:, 1:] &= ~on[:, :-1]
    found = []
    number = np.cumsum(begins, axis=1)
    for stretch in range(1, int(number.max(initial=0)) + 1):
        rays = np.flatnonzero(number[:, -1] >= stretch)
        first = steps[(begins & (number == stretch))[rays].argmax(axis=1)]
        low, high = np.full(len(out), np.inf), np.full(len(out), -np.inf)
        starts = spot + out[rays] * first[:, None]
        low[rays], high[rays] = 0.0, budget
        if len(caps):
            ends = spot + out[rays] * budget
            high[rays] = first + _clear_part(starts, ends, caps) * (budget - first)
            low[rays] = first * (1 - _clear_part(starts, np.broadcast_to(spot, starts.shape), caps))
        found.append((low, high))
    return found


def _clear_part(starts: Floats, ends: Floats, caps: Capsules) -> Floats:
    """Return which part of each line is free, from its start on."""
    going_in, coming_out = spans(starts, ends, caps)
    ahead = (going_in < 1.0) & (coming_out > 0.0) & (going_in < coming_out)
    found: Floats = np.where(ahead, np.maximum(going_in, 0.0), 1.0).min(axis=1)
    return found


def _strips(spot: Floats, out: Floats, low: Floats, high: Floats, level: int, around: bool) -> list[Fan]:
    """Return the ground between two distances on neighbouring rays, joined over runs of rays."""
    good = np.isfinite(low) & (high > low)
    found: list[Fan] = []
    run: list[int] = []
    order = list(range(len(out))) + ([0] if around else [])
    for k in [*order, -1]:
        joins = k >= 0 and good[k] and (not run or (low[k] < high[run[-1]] and low[run[-1]] < high[k]))
        if joins:
            run.append(k)
            continue
        if len(run) > 1:
            far = spot + out[run] * high[run][:, None]
            near = spot + out[run[::-1]] * low[run[::-1]][:, None]
            found.append(Fan(level, np.concatenate((far, near))))
        run = [k] if k >= 0 and good[k] else []
    return found


def _within(caps: Capsules, spot: Floats, reach: float) -> Capsules:
    if not len(caps):
        return caps
    return caps.pick(distances(spot[None, :], caps)[0] - caps.radius < reach)


def _rays(spot: Floats, caps: Capsules, wedge: tuple[float, float] | None) -> Floats:
    """Return the directions worth looking in: even steps, and both sides of every outline's ends."""
    first, width = (0.0, math.tau) if wedge is None else wedge
    if width <= 1e-9:
        return np.zeros(0)
    count = max(2, math.ceil(width / ARC) + 1)
    angles = [first + np.linspace(0.0, width, count, endpoint=wedge is not None)]
    low, high = _silhouettes(spot, caps)
    angles += [low - _BESIDE, low + _BESIDE, high - _BESIDE, high + _BESIDE]
    every = np.concatenate(angles)
    turned = (every - first) % math.tau
    turned = np.where(turned > math.tau - 1e-9, 0.0, turned)
    turned = np.unique(turned[turned <= width + 1e-12])
    found: Floats = first + turned
    return found


def _sight(spot: Floats, angles: Floats, reach: float, caps: Capsules) -> Floats:
    """Return how far one sees in each direction, at most `reach` units."""
    if not len(caps):
        return np.full(len(angles), reach)
    low, high = _silhouettes(spot, caps)
    first = float(angles[0])
    turned = angles - first
    begin, width = (low - first - 1e-9) % math.tau, high - low + 2e-9
    seen = np.full(len(angles), reach)
    unit = _unit(angles)
    # each capsule is met only by the rays within its outline, which may go over the seam of the circle
    for shift in (0.0, math.tau):
        left = np.searchsorted(turned, begin - shift, "left")
        right = np.searchsorted(turned, begin - shift + width, "right")
        count = np.maximum(right - left, 0)
        which = np.repeat(np.arange(len(caps)), count)
        if not len(which):
            continue
        ray = np.arange(len(which)) - np.repeat(np.cumsum(count) - count, count) + np.repeat(left, count)
        starts = np.repeat(spot[None, :], len(which), axis=0)
        going_in, coming_out = pair_spans(starts, starts + unit[ray] * reach, caps.pick(which))
        hit = (going_in < 1.0) & (coming_out > 1e-9) & (going_in < coming_out)
        np.minimum.at(seen, ray[hit], np.maximum(going_in[hit], 0.0) * reach)
    return seen


def _silhouettes(spot: Floats, caps: Capsules) -> tuple[Floats, Floats]:
    """Return between which directions each capsule is seen; a capsule around the place fills all."""
    sides = []
    for centre in (caps.a, caps.b):
        to = centre - spot
        apart = np.maximum(np.hypot(to[:, 0], to[:, 1]), 1e-9)
        sides.append((np.arctan2(to[:, 1], to[:, 0]), np.arcsin(np.minimum(1.0, caps.radius / apart))))
    (one, half_one), (other, half_other) = sides
    turn = (other - one + math.pi) % math.tau - math.pi
    low = one + np.minimum(-half_one, turn - half_other)
    high = one + np.maximum(half_one, turn + half_other)
    inside = distances(spot[None, :], caps)[0] <= caps.radius + 1e-6
    return np.where(inside, 0.0, low), np.where(inside, math.tau, high)


def _ring(spot: Floats, out: Floats, seen: Floats, around: bool) -> Floats:
    ring = spot + out * seen[:, None]
    return ring if around else np.concatenate((spot[None, :], ring))


def _unit(angle: Floats) -> Floats:
    return np.column_stack((np.cos(angle), np.sin(angle)))
