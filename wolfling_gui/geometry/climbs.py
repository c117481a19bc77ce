"""Legs that climb: what a planner keeps of each level, and where a straight leg may change its floor."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from wolfling_gui.geometry.capsules import Capsules, Floats, Ints, distances, spans
from wolfling_gui.geometry.free_space import Field

_INSIDE = 3.0
"""Climbs are made so many units inside a floor where there is room, so that rounding keeps them on it."""


class Layer:
    """Hold what the planner needs of one level: capsules near the start, and corners."""

    def __init__(self, here: Field, centre: Floats, reach: float) -> None:
        """Pick the capsules and corners within `reach` units of a place."""
        self.field = here
        apart = distances(centre[None, :], here.planned)[0] - here.planned.radius
        near = np.flatnonzero(apart < reach)
        self.caps = here.planned.pick(near)
        self.numbers = near
        grown = self.caps.radius[:, None]
        self.low = np.minimum(self.caps.a, self.caps.b) - grown
        self.high = np.maximum(self.caps.a, self.caps.b) + grown
        self.corners = here.corners_near(centre, reach)

    def caps_between(self, spot: Floats, ends: Floats) -> Capsules:
        """Return the capsules that reach into the smallest upright box round a place and others."""
        low = np.minimum(ends.min(axis=0), spot)
        high = np.maximum(ends.max(axis=0), spot)
        return self.caps.pick(((self.low < high) & (self.high > low)).all(axis=1))

    def clear_parts(
        self, spot: Floats, goal: Floats, caps: Capsules | None = None
    ) -> list[tuple[float, float]]:
        """Return the parts of a straight line on which a base has room and ground on a level."""
        shut: list[tuple[float, float]] = []
        caps = self.caps if caps is None else caps
        if len(caps):
            going_in, coming_out = (part[0] for part in spans(spot[None, :], goal[None, :], caps))
            hit = (going_in < 1.0) & (coming_out > 0.0) & (going_in < coming_out)
            shut = sorted(zip(going_in[hit].tolist(), coming_out[hit].tolist(), strict=True))
        clear: list[tuple[float, float]] = []
        reached = 0.0
        for s, e in [*shut, (1.0, 1.0)]:
            if s >= reached:
                clear.append((reached, min(s, 1.0)))
            reached = max(reached, e)
            if reached > 1.0:
                break
        # a place on the very edge of a floor is ground though the leg up to it is not
        if not any(s <= 0.0 for s, _ in shut):
            clear.insert(0, (0.0, 0.0))
        if not any(e >= 1.0 for _, e in shut):
            clear.append((1.0, 1.0))
        middles = spot + (goal - spot) * np.array([[(s + e) / 2] for s, e in clear])
        grounded = self.field.static.grounded(middles)
        return [part for part, good in zip(clear, grounded, strict=True) if good]


def next_floor(here: Layer, other: Layer, spot: Floats, ends: Floats) -> tuple[Ints, Floats]:
    """Return which of n ends on a neighbouring floor a straight leg reaches, and where on it to climb.

    The base can be on its own floor up to where the leg is first blocked there, and on the other from where
    it is last blocked there. Gives the numbers of the ends and the part of each leg.
    """
    starts = np.repeat(spot[None, :], len(ends), axis=0)
    first, last = np.ones(len(ends)), np.zeros(len(ends))
    caps = here.caps_between(spot, ends)
    if len(caps):
        going_in, coming_out = spans(starts, ends, caps)
        hit = (going_in < 1.0) & (coming_out > 0.0) & (going_in < coming_out)
        first = np.where(hit, going_in, 1.0).min(axis=1)
    caps = other.caps_between(spot, ends)
    if len(caps):
        going_in, coming_out = spans(starts, ends, caps)
        hit = (going_in < 1.0) & (coming_out > 0.0) & (going_in < coming_out)
        last = np.where(hit, coming_out, 0.0).max(axis=1)
    good = (last <= first) & (first >= 0.0) & (last <= 1.0)
    inside = np.minimum(_INSIDE / np.maximum(np.hypot(*(ends - spot).T), 1.0), (first - last) / 2)
    found = np.flatnonzero(good)
    return found, (last + inside)[found]


def climbed(
    layers: Mapping[int, Layer],
    spot: Floats,
    level: int,
    goal: Floats,
    to_level: int,
    caps: Capsules | None = None,
) -> tuple[float, ...] | None:
    """Return where on a straight leg to climb, floor by floor, as early as can be; None if nowhere.

    Places are parts of the leg (0 its start, 1 its end); `caps` stand for the capsules of the last level.
    """
    step = 1 if to_level > level else -1
    steps = list(range(level, to_level + step, step))
    if any(lv not in layers for lv in steps):
        return None
    reach: list[tuple[float, float]] = []
    reached_at: list[list[tuple[float, float]]] = []
    for number, lv in enumerate(steps):
        clear = layers[lv].clear_parts(spot, goal, caps if lv == to_level else None)
        if number == 0:
            reach = [(s, e) for s, e in clear if s <= 0.0]
        else:
            met = []
            for s, e in clear:
                meets = [max(s, rs) for rs, re in reach if max(s, rs) <= min(e, re)]
                if meets:
                    met.append((min(meets), e))
            reach = met
        if not reach:
            return None
        reached_at.append(reach)
    if not any(e >= 1.0 for _, e in reach):
        return None
    parts: list[float] = []
    need = 1.0
    inside = _INSIDE / max(float(np.hypot(*(goal - spot))), 1.0)
    for number in range(len(steps) - 1, 0, -1):
        s, e = min((s, e) for s, e in reached_at[number] if s <= need <= e)
        below = max(e for s_, e in reached_at[number - 1] if s_ <= s <= e)
        need = s + min(inside, (min(need, e, below) - s) / 2)
        parts.append(need)
    return tuple(reversed(parts))
