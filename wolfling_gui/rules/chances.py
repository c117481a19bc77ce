"""Chances of single dice and of counts of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from wolfling_gui.core.breakdown import Breakdown

Pair = tuple[int, int]
"""So many of one kind and so many of another."""
_FEW = 2000
"""So many cases are counted out one by one; more are worked out in a table, which takes longer to set up."""


def chance(needed: Breakdown, again: bool = True) -> float:
    """Return the chance that one die makes its number, its re-roll included; a 1 always fails.

    `again` tells whether dice are rolled again at all (CL-GEN-4).

    >>> from wolfling_gui.core.breakdown import Term
    >>> round(chance(Breakdown("to_hit", (Term("CL-SHOOT-7", "base", 4),))), 3)
    0.5
    """
    if needed.impossible:
        return 0.0
    if needed.automatic:
        return 1.0
    first = makes(needed.total)
    if not needed.reroll or not again:
        return first
    return first + (1 - first) * at_least(needed.reroll)


def at_least(face: int) -> float:
    """Return the chance that a die shows this face or a higher one."""
    return max(0, min(6, 7 - face)) / 6


def makes(needed: int) -> float:
    """Return the chance that a die makes its number; a 1 never does (CL-GEN-3)."""
    return at_least(max(2, needed))


def binomial(trials: int, share: float) -> list[float]:
    """Return the chance of each number of successes in `trials`, from 0 up; each has the same chance.

    Works from the likeliest number outwards, so that any number of trials keeps about 15 figures.

    >>> binomial(2, 0.5)
    [0.25, 0.5, 0.25]
    """
    if share <= 0:
        return [1.0] + [0.0] * trials
    if share >= 1:
        return [0.0] * trials + [1.0]
    found = [0.0] * (trials + 1)
    top = min(trials, int((trials + 1) * share))
    ratio = share / (1 - share)
    found[top] = part = 1.0
    for k in range(top, trials):
        part *= (trials - k) / (k + 1) * ratio
        found[k + 1] = part
    part = 1.0
    for k in range(top, 0, -1):
        part *= k / ((trials - k + 1) * ratio)
        found[k - 1] = part
    whole = sum(found)
    return [one / whole for one in found]


def shared_tries(dice: int, share: float, tries: int) -> list[float]:
    """Return the chance of each number of successes of dice of which so many misses are rolled again.

    Each die has the same chance, as those of a master-crafted weapon (CL-WPN-22).

    >>> shared_tries(1, 0.5, 1)
    [0.25, 0.75]
    """
    found = [0.0] * (dice + 1)
    for good, first in enumerate(binomial(dice, share)):
        for more, then in enumerate(binomial(min(tries, dice - good), share)):
            found[good + more] += first * then
    return found


def convolve(a: Sequence[float], b: Sequence[float]) -> list[float]:
    """Return the chances of the sum of two independent counts."""
    found: list[float] = np.convolve(a, b).tolist()
    return found


def thinned(hits: Sequence[float], one: float, other: float, most: Pair) -> dict[Pair, float]:
    """Return the chances of (so many of one kind, of another) when each hit causes one or none by chance.

    `hits` are the chances of each number of hits, from 0 up. More than `most` of a kind count as so many.
    """
    last = max((n for n, share in enumerate(hits) if share), default=0)
    work = sum((n + 1) * (n + 1 if one and other else 1) for n, share in enumerate(hits) if share)
    if work > _FEW:
        return _thinned_whole(hits[: last + 1], one, other, most)
    found: dict[Pair, float] = {}
    then = min(1.0, other / (1 - one)) if one < 1 else 0.0
    for count, share in enumerate(hits):
        if not share:
            continue
        for first, some in enumerate(binomial(count, one) if one else (1.0,)):
            for second, part in enumerate(binomial(count - first, then) if then else (1.0,)):
                key = min(first, most[0]), min(second, most[1])
                found[key] = found.get(key, 0.0) + share * some * part
    return found


def _thinned_whole(hits: Sequence[float], one: float, other: float, most: Pair) -> dict[Pair, float]:
    """Do the same for many hits: hit by hit from the last, with all counts in a table at once."""
    last, none = len(hits) - 1, max(0.0, 1 - one - other)
    table = np.zeros((min(last, most[0]) + 1 if one else 1, min(last, most[1]) + 1 if other else 1))
    for share in reversed(hits):
        more = none * table
        if one:
            more[1:] += one * table[:-1]
            more[-1] += one * table[-1]
        if other:
            more[:, 1:] += other * table[:, :-1]
            more[:, -1] += other * table[:, -1]
        more[0, 0] += share
        table = more
    return {(int(i), int(j)): float(table[i, j]) for i, j in np.argwhere(table > 0)}


def together(a: Mapping[Pair, float], b: Mapping[Pair, float], times: int, most: Pair) -> dict[Pair, float]:
    """Return the chances of two lots together; each of the second counts `times`, no kind beyond `most`."""
    found: dict[Pair, float] = {}
    for (one, other), share in a.items():
        for (more, further), part in b.items():
            key = min(one + more * times, most[0]), min(other + further * times, most[1])
            found[key] = found.get(key, 0.0) + share * part
    return found
