"""Exact chances of a volley, from the very numbers that `resolve` rolls against."""

from __future__ import annotations

from collections.abc import Sequence
from math import comb, prod

import msgspec

from wolfling_gui.core.breakdown import Breakdown
from wolfling_gui.rules.allocation import is_instant_death, save_chain
from wolfling_gui.rules.classic.saves import removes_outright
from wolfling_gui.rules.ruleset import Ruleset
from wolfling_gui.rules.volley import Volley


class Odds(msgspec.Struct, frozen=True):
    """Hold the chance of each number of casualties, from none to all, and what is to be expected.

    `hits`, `wounds` and `unsaved` are expectations along the way.
    """

    casualties: tuple[float, ...]
    expected: float
    hits: float
    wounds: float
    unsaved: float

    def at_least(self, count: int) -> float:
        """Return the chance of at least this many casualties."""
        return min(1.0, sum(self.casualties[max(0, count) :]))


def chance(needed: Breakdown) -> float:
    """Return the chance that one die makes its number, its re-roll included; a 1 always fails.

    >>> from wolfling_gui.core.breakdown import Term
    >>> round(chance(Breakdown("to_hit", (Term("CL-SHOOT-7", "base", 4),))), 3)
    0.5
    """
    if needed.impossible:
        return 0.0
    if needed.automatic:
        return 1.0
    first = _at_least(max(2, needed.total))
    if not needed.reroll:
        return first
    return first + (1 - first) * _at_least(needed.reroll)


def _at_least(face: int) -> float:
    return max(0, min(6, 7 - face)) / 6


def odds(rules: Ruleset, volley: Volley) -> Odds:
    """Return the exact chances of a volley.

    Wounds are spread evenly over the target's groups, as the owner has to spread them (CL-WND-1): a wound
    meets each group's save in proportion to its models.
    """
    models = sum(len(group.models) for group in volley.targets)
    deaths = [1.0]
    ordinary = [1.0]
    hits = wounds = unsaved = 0.0
    toughness = volley.targets[0].toughness if volley.targets else 0
    for number, group in enumerate(volley.groups):
        hit, wound = chance(group.to_hit), chance(group.to_wound)
        fail = _unsaved(rules, volley, number, models)
        hits += group.shots * hit
        wounds += group.shots * hit * wound
        unsaved += group.shots * hit * wound * fail
        spread = binomial(group.shots, hit * wound * fail)
        outright = removes_outright(rules, group.weapon)
        if outright or is_instant_death(rules, group.weapon.s, toughness) or _single(rules, volley):
            deaths = convolve(deaths, spread)
        else:
            ordinary = convolve(ordinary, spread)
    casualties = _casualties(volley, deaths, ordinary, models)
    expected = sum(count * share for count, share in enumerate(casualties))
    return Odds(tuple(casualties), expected, hits, wounds, unsaved)


def _single(rules: Ruleset, volley: Volley) -> bool:
    return not rules.on("CL-WND-9") or all(group.wounds == 1 for group in volley.targets)


def _unsaved(rules: Ruleset, volley: Volley, number: int, models: int) -> float:
    saves = zip(volley.targets, volley.saves[number], strict=True)
    return sum(len(group.models) * _all_fail(rules, save) for group, save in saves) / max(1, models)


def _all_fail(rules: Ruleset, save: Breakdown) -> float:
    return prod(1 - chance(one) for one in save_chain(rules, save))


def _casualties(
    volley: Volley, deaths: Sequence[float], ordinary: Sequence[float], models: int
) -> list[float]:
    wounds = max((group.wounds for group in volley.targets), default=1)
    lost = sum(sum(group.wounds_lost) for group in volley.targets)
    found = [0.0] * (models + 1)
    for killed, chance_killed in enumerate(deaths):
        for hurt, chance_hurt in enumerate(ordinary):
            count = min(models, killed + ((hurt + lost) // wounds if hurt else 0))
            found[count] += chance_killed * chance_hurt
    return found


def binomial(trials: int, share: float) -> list[float]:
    """Return the chance of each number of successes in `trials`, from 0 up; each has the same chance."""
    return [comb(trials, k) * share**k * (1 - share) ** (trials - k) for k in range(trials + 1)]


def convolve(a: Sequence[float], b: Sequence[float]) -> list[float]:
    """Return the chances of the sum of two independent counts."""
    found = [0.0] * (len(a) + len(b) - 1)
    for i, x in enumerate(a):
        for j, y in enumerate(b):
            found[i + j] += x * y
    return found
