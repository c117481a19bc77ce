"""Exact chances of a volley, from the very numbers that `resolve` rolls against."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from wolfling_gui.core.steps import Steps, finished
from wolfling_gui.rules.chances import at_least, binomial, chance, convolve, makes, shared_tries
from wolfling_gui.rules.classic.blast_chances import is_exact
from wolfling_gui.rules.classic.gun_chances import at_artillery, gun_share
from wolfling_gui.rules.losses import Losses, Shots
from wolfling_gui.rules.ruleset import Ruleset
from wolfling_gui.rules.volley import ShotGroup, Volley

MANY_WAYS = 150
"""How many ways there may be to share wounds before the odds are worked out a little at a time."""


class Odds(msgspec.Struct, frozen=True):
    """Hold the chance of each number of casualties, from none to all, and what is to be expected.

    `hits`, `wounds` and `unsaved` are expectations along the way. `assumes` names what the players are taken
    to choose where they are free to: "in_order" that the owner shares wounds over the groups of his models as
    they are listed, the first filled first; "on_its_feet" that the target does not go to ground though that
    would help it; "rolls_again" that a twin-linked marker is scattered again where that is better on the
    average. `exact` is False where only some of the places are tried in which a marker may come down.
    """

    casualties: tuple[float, ...]
    expected: float
    hits: float
    wounds: float
    unsaved: float
    exact: bool = True
    assumes: tuple[str, ...] = ()

    def mixed(self, other: Odds, share: float) -> Odds:
        """Return the odds where it comes to these by a chance, else to others, as by night (CL-SHOOT-11)."""

        def mean(one: float, two: float) -> float:
            return share * one + (1 - share) * two

        return Odds(
            tuple(mean(a, b) for a, b in zip(self.casualties, other.casualties, strict=True)),
            mean(self.expected, other.expected),
            mean(self.hits, other.hits),
            mean(self.wounds, other.wounds),
            mean(self.unsaved, other.unsaved),
            self.exact and other.exact,
            tuple(dict.fromkeys((*self.assumes, *other.assumes))),
        )

    def at_least(self, count: int) -> float:
        """Return the chance of at least this many casualties."""
        return min(1.0, sum(self.casualties[max(0, count) :]))


def odds(
    rules: Ruleset,
    volley: Volley,
    laid: Mapping[int, Sequence[float]] | None = None,
    within: frozenset[str] | None = None,
) -> Odds:
    """Return the exact chances of a volley, by the numbers and choices that `resolve` has.

    Re-rolls, rending, feel no pain, instant death, mixed saves and mixed Wounds count. Where the owner is
    free to share wounds, or to pick who falls, he takes the first (`sharing.in_order`, `toll.first_of`); he
    does not go to ground. `laid` gives for groups of markers and templates the chance of each number of hits,
    from 0 up; without it such a group is left out. `within` are the only models that may fall, if given.
    """
    return finished(odds_in_steps(rules, volley, laid, within))


def odds_in_steps(
    rules: Ruleset,
    volley: Volley,
    laid: Mapping[int, Sequence[float]] | None = None,
    within: frozenset[str] | None = None,
) -> Steps[Odds]:
    """Do the work of `odds` a little at a time: many wounds on mixed models can be shared in many ways."""
    hits = wounds = 0.0
    shots: list[Shots] = []
    for number, group in enumerate(volley.groups):
        spread = list((laid or {}).get(number, (1.0,))) if group.spread else hit_chances(rules, group)
        expected = sum(count * share for count, share in enumerate(spread))
        plain, sharp = wound_chances(rules, group)
        hits += expected
        if volley.guns:
            struck = gun_share(rules, group)
            wounds += expected * (struck.crew * (plain + sharp) + struck.through)
            shots.append(Shots(spread, plain, sharp))
            continue
        wounds += expected * (plain + sharp)
        shots.append(_shots(rules, group, spread, plain, sharp))
    losses = Losses(rules, volley, within)
    if volley.guns:
        casualties = yield from at_artillery(rules, volley, losses, shots)
    else:
        casualties = yield from losses.chances(shots)
    total = sum(count * share for count, share in enumerate(casualties))
    settled = all(is_exact(rules, group) for group in volley.groups)
    assumes = ("in_order",) if losses.chosen else ()
    return Odds(tuple(casualties), total, hits, wounds, losses.unsaved, settled, assumes)


def many_ways(volley: Volley) -> bool:
    """Tell whether the wounds of a volley can be shared in so many ways that its odds take long."""
    guns = bool(volley.guns)
    kinds = 2 if guns or any(group.rends for group in volley.groups) else 1
    return (guns or len(volley.targets) > 1) and bool(volley.shots**kinds / kinds > MANY_WAYS)


def roughly(rules: Ruleset, volley: Volley) -> float:
    """Return about how many casualties are to be expected of a volley without markers, quickly found."""
    shots = []
    for group in volley.groups:
        plain, sharp = wound_chances(rules, group)
        hit = 0.0 if group.spread else chance(group.to_hit, _again(rules))
        shots.append(Shots([0.0] * group.shots + [1.0], hit * plain, hit * sharp))
    return Losses(rules, volley).roughly(shots)


def _shots(rules: Ruleset, group: ShotGroup, spread: Sequence[float], plain: float, sharp: float) -> Shots:
    """Return what a group does by hits, or where all its dice are alike by dice, which is counted faster."""
    if group.spread or _tries(rules, group):
        return Shots(spread, plain, sharp)
    hit = chance(group.to_hit, _again(rules))
    return Shots([0.0] * group.shots + [1.0], hit * plain, hit * sharp)


def _tries(rules: Ruleset, group: ShotGroup) -> int:
    """Return how many misses of each shooter are tried again as a master-crafted weapon's (CL-WPN-22)."""
    sure = group.to_hit.reroll or group.to_hit.automatic
    return group.second_tries if _again(rules) and not sure else 0


def hit_chances(rules: Ruleset, group: ShotGroup) -> list[float]:
    """Return the chance of each number of hits of a group's dice; master-crafted weapons try misses again."""
    hit = chance(group.to_hit, _again(rules))
    tries = _tries(rules, group)
    if not tries:
        return binomial(group.shots, hit)
    found = [1.0]
    for shooter in group.shooters:
        found = convolve(found, shared_tries(shooter.shots.total, hit, tries))
    return found


def wound_chances(rules: Ruleset, group: ShotGroup) -> tuple[float, float]:
    """Return the chance that a hit wounds as usual, and that it rends (CL-WPN-15)."""
    again = _again(rules)
    if group.rends and group.rends_by == "to_hit" and not group.to_hit.automatic:
        hit = chance(group.to_hit, again)
        plain, sharp = _rending(group.to_hit.total, group.to_hit.reroll if again else 0, group.rends, False)
        if not hit:
            return 0.0, 0.0
        return chance(group.to_wound, again) * plain / hit, sharp / hit
    needed = group.to_wound
    if not group.rends or group.rends_by == "to_hit" or needed.automatic or needed.impossible:
        return chance(needed, again), 0.0
    return _rending(needed.total, needed.reroll if again else 0, group.rends, True)


def _rending(needed: int, reroll: int, face: int, always: bool) -> tuple[float, float]:
    """Return the chances of a plain success and of the face that rends, which may `always` succeed."""
    plain = makes(needed)
    sharp = 1 / 6 if always or face >= max(2, needed) else 0.0
    plain -= 1 / 6 if face >= max(2, needed) else 0.0
    if not reroll:
        return plain, sharp
    failed = 1 - plain - sharp
    more = at_least(reroll) - (1 / 6 if face >= reroll else 0.0)
    rent = 1 / 6 if always or face >= reroll else 0.0
    return plain + failed * more, sharp + failed * rent


def _again(rules: Ruleset) -> bool:
    """Tell whether dice are rolled again at all (CL-GEN-4)."""
    return rules.count("CL-GEN-4", "max_rerolls_per_die") > 0
