"""Exact chances of a volley, from the very numbers that `resolve` rolls against."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import comb, prod

import msgspec

from wolfling_gui.core.breakdown import Breakdown
from wolfling_gui.core.forces import Weapon
from wolfling_gui.rules.allocation import is_instant_death, kills_at_once, save_chain
from wolfling_gui.rules.classic.abilities import feels
from wolfling_gui.rules.classic.assembling import sharp_weapon
from wolfling_gui.rules.classic.saves import removes_outright
from wolfling_gui.rules.ruleset import Ruleset
from wolfling_gui.rules.volley import SaveGroup, ShotGroup, Volley


class Odds(msgspec.Struct, frozen=True):
    """Hold the chance of each number of casualties, from none to all, and what is to be expected.

    `hits`, `wounds` and `unsaved` are expectations along the way. Where models of several Wounds differ
    among themselves, their owner's sharing decides who falls: then `exact` is False.
    """

    casualties: tuple[float, ...]
    expected: float
    hits: float
    wounds: float
    unsaved: float
    exact: bool = True

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


def odds(rules: Ruleset, volley: Volley, laid: Mapping[int, Sequence[float]] | None = None) -> Odds:
    """Return the exact chances of a volley.

    Wounds are spread evenly over the target's groups, as the owner has to spread them (CL-WND-1): a wound
    meets each group's save in proportion to its models. Re-rolls, rending, feel no pain and instant death
    count. `laid` gives for groups of markers and templates the chance of each number of hits, from 0 up;
    without it such a group is left out.
    """
    models = sum(len(group.models) for group in volley.targets)
    joint: dict[tuple[int, int], float] = {(0, 0): 1.0}
    hits = wounds = unsaved = 0.0
    for number, group in enumerate(volley.groups):
        spread = list((laid or {}).get(number, (1.0,))) if group.spread else hit_chances(group)
        expected = sum(count * share for count, share in enumerate(spread))
        plain, sharp = _wounds(rules, group)
        death, ordinary = _outcomes(rules, volley, number, plain, sharp, models)
        hits += expected
        wounds += expected * (plain + sharp)
        unsaved += expected * (death + ordinary)
        frail = max((target.frail for target in volley.targets), default=1) if group.spread else 1
        joint = _joined(joint, _thinned(spread, death, ordinary), frail)
    casualties = _casualties(volley, joint, models)
    total = sum(count * share for count, share in enumerate(casualties))
    differ = len(volley.targets) > 1 and any(target.wounds > 1 for target in volley.targets)
    scattered = any(group.spread for group in volley.groups)
    return Odds(tuple(casualties), total, hits, wounds, unsaved, not (differ or scattered))


def hit_chances(group: ShotGroup) -> list[float]:
    """Return the chance of each number of hits of a group's dice; master-crafted weapons try misses again."""
    hit = chance(group.to_hit)
    if not group.second_tries or group.to_hit.reroll:
        return binomial(group.shots, hit)
    found = [1.0]
    for shooter in group.shooters:
        dice = shooter.shots.total
        own = [0.0] * (dice + 1)
        for count, share in enumerate(binomial(dice, hit)):
            again = binomial(min(group.second_tries, dice - count), hit)
            for more, part in enumerate(again):
                own[count + more] += share * part
        found = convolve(found, own)
    return found


def _wounds(rules: Ruleset, group: ShotGroup) -> tuple[float, float]:
    """Return the chance that a hit wounds as usual, and that it rends (CL-WPN-15)."""
    wound = chance(group.to_wound)
    if not group.rends or (group.to_wound.impossible and group.rends_by == "to_wound"):
        return wound, 0.0
    if group.rends_by == "to_hit":
        hit = chance(group.to_hit)
        first = 0.0 if group.to_hit.automatic else 1 / 6
        again = (1 - _at_least(max(2, group.to_hit.total))) / 6 if group.to_hit.reroll else 0.0
        sharp = min(1.0, (first + again) / hit) if hit else 0.0
        return (1 - sharp) * wound, sharp
    again = (1 - _at_least(max(2, group.to_wound.total))) / 6 if group.to_wound.reroll else 0.0
    sharp = min(wound, 1 / 6 + again)
    return wound - sharp, sharp


def _outcomes(
    rules: Ruleset, volley: Volley, number: int, plain: float, sharp: float, models: int
) -> tuple[float, float]:
    """Return the chance that a hit kills at one blow, and that it takes a Wound of several."""
    group = volley.groups[number]
    death = ordinary = 0.0
    kinds = [(plain, group.weapon, volley.saves[number])]
    if sharp:
        kinds.append((sharp, sharp_weapon(rules, group.weapon), volley.sharp[number]))
    for share, weapon, saves in kinds:
        for target, save in zip(volley.targets, saves, strict=True):
            weight = share * len(target.models) / max(1, models)
            fails = weight * _all_fail(rules, save) * (1 - _ignored(rules, weapon, target))
            single = target.wounds == 1 or not rules.on("CL-WND-9")
            if single or removes_outright(rules, weapon) or kills_at_once(rules, weapon.s, target):
                death += fails
            else:
                ordinary += fails
    return death, ordinary


def _ignored(rules: Ruleset, weapon: Weapon, target: SaveGroup) -> float:
    """Return the chance that a wound that was not saved is ignored (CL-USR-6)."""
    if not target.painless:
        return 0.0
    deadly = is_instant_death(rules, weapon.s, target.toughness)
    return 0.0 if feels(rules, weapon, weapon.ap, deadly) else _at_least(max(2, target.painless))


def _all_fail(rules: Ruleset, save: Breakdown) -> float:
    return prod(1 - chance(one) for one in save_chain(rules, save))


def _thinned(hits: Sequence[float], death: float, ordinary: float) -> dict[tuple[int, int], float]:
    """Return the chances of (deaths, ordinary wounds) when each of so many hits causes one by chance."""
    found: dict[tuple[int, int], float] = {}
    none = max(0.0, 1 - death - ordinary)
    for count, share in enumerate(hits):
        if not share:
            continue
        for killed in range(count + 1 if death else 1):
            some = comb(count, killed) * death**killed
            rest = count - killed
            for hurt in range(rest + 1 if ordinary else 1):
                part = some * comb(rest, hurt) * ordinary**hurt * none ** (rest - hurt)
                found[killed, hurt] = found.get((killed, hurt), 0.0) + share * part
    return found


def _joined(
    a: Mapping[tuple[int, int], float], b: Mapping[tuple[int, int], float], times: int
) -> dict[tuple[int, int], float]:
    """Return the chances of two volleys' wounds together; each wound of the second counts so many times."""
    found: dict[tuple[int, int], float] = {}
    for (killed, hurt), share in a.items():
        for (more, further), part in b.items():
            key = (killed + more * times, hurt + further * times)
            found[key] = found.get(key, 0.0) + share * part
    return found


def _casualties(volley: Volley, joint: Mapping[tuple[int, int], float], models: int) -> list[float]:
    wounds = max((group.wounds for group in volley.targets), default=1)
    lost = sum(sum(group.wounds_lost) for group in volley.targets)
    found = [0.0] * (models + 1)
    for (killed, hurt), share in joint.items():
        found[min(models, killed + ((hurt + lost) // wounds if hurt else 0))] += share
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
