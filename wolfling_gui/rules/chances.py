"""Chances of single dice and of counts of them."""

from __future__ import annotations

from collections.abc import Sequence
from math import comb

from wolfling_gui.core.breakdown import Breakdown


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
    first = at_least(max(2, needed.total))
    if not needed.reroll or not again:
        return first
    return first + (1 - first) * at_least(needed.reroll)


def at_least(face: int) -> float:
    """Return the chance that a die shows this face or a higher one."""
    return max(0, min(6, 7 - face)) / 6


def binomial(trials: int, share: float) -> list[float]:
    """Return the chance of each number of successes in `trials`, from 0 up; each has the same chance."""
    return [comb(trials, k) * share**k * (1 - share) ** (trials - k) for k in range(trials + 1)]


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
    found = [0.0] * (len(a) + len(b) - 1)
    for i, x in enumerate(a):
        for j, y in enumerate(b):
            found[i + j] += x * y
    return found
