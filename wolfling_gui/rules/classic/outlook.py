"""What the blows of a combat can be expected to do, from the very volleys that are rolled."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

import msgspec

from wolfling_gui.core.actions import CombatFacts
from wolfling_gui.core.battle import Battle
from wolfling_gui.rules import engaged
from wolfling_gui.rules.classic import blows, melee
from wolfling_gui.rules.classic.combat import FightPlan
from wolfling_gui.rules.classic.fighting_apart import apart
from wolfling_gui.rules.classic.outcomes import no_answer
from wolfling_gui.rules.engaged import Engagement
from wolfling_gui.rules.odds import Odds, odds
from wolfling_gui.rules.ruleset import Ruleset
from wolfling_gui.rules.volley import Volley


class Strike(msgspec.Struct, frozen=True):
    """Hold what one unit does to another at one step of a fight, by those who live now.

    `open_choice` tells that weapons are still to be chosen, or that attacks may be directed elsewhere.
    """

    step: int
    volley: Volley
    source: Literal["blows", "shots"] = "blows"
    open_choice: bool = False

    @property
    def models(self) -> tuple[str, ...]:
        """Return the models that strike or shoot."""
        return tuple(dict.fromkeys(self.volley.firers))


class Outlook(msgspec.Struct, frozen=True):
    """Hold what one unit's blows at another do in the first step of a fight, and how likely.

    `exact` is False where a choice is still open: weapons, the splitting of attacks, an answer to the
    assault; and where several units strike one, whose losses then add up.
    """

    step: int
    unit: str
    target: str
    attacks: int
    odds: Odds
    exact: bool


def strikes_of(
    rules: Ruleset,
    battle: Battle,
    units: Sequence[str],
    engagements: Mapping[str, Engagement],
    steps: Mapping[str, int] = {},
) -> tuple[Strike, ...]:
    """Return the blows of a combat step by step, the highest first, as if nobody fell meanwhile.

    Models strike with their first weapon, and the first unit they can strike (CL-ASLT-13 to CL-ASLT-15);
    `steps` are those that players have said, by model.
    """
    listed = blows.strikers_of(rules, battle, units, engagements, {}, (), steps)
    found: list[Strike] = []
    for step in sorted({one.step.total for one in listed if one.attacks.total}, reverse=True):
        now = [one for one in listed if one.step.total == step and one.attacks.total]
        choosing = {
            one.model
            for one in now
            if len(one.units) > 1 or len(melee.choices(rules, battle.models[one.model])) > 1
        }
        living = ((one, [u for u in one.units if battle.members(u)]) for one in now)
        aimed = [(one, left[0], one.attacks.total) for one, left in living if left]
        found += [
            Strike(step, volley, open_choice=bool(choosing & set(volley.firers)))
            for volley in blows.volleys(rules, battle, aimed, tuple(engagements))
        ]
    return tuple(found)


def fighting_apart(
    rules: Ruleset, battle: Battle, units: Sequence[str], said: CombatFacts
) -> tuple[Battle, tuple[str, ...], dict[str, Engagement]]:
    """Return the battle with joined characters by themselves, all units of a fight, and who is engaged."""
    battle, alone = apart(rules, battle, units)
    striking = (*units, *(battle.models[name].unit for name in alone))
    facts = engaged.facts_of_combat(rules, battle, striking, said)
    return battle, striking, engaged.engagements(battle, facts)


def first_blows(rules: Ruleset, battle: Battle, plan: FightPlan) -> tuple[Outlook, ...]:
    """Return the chances of a combat's first step; later ones depend on who is left."""
    listed = strikes_of(rules, battle, plan.units, plan.engagements, plan.said.steps)
    first = [one for one in listed if one.step == listed[0].step]
    answers = any(battle.units[unit].has("assaulted") for unit in plan.units)
    targets = [one.volley.target for one in first]
    found = []
    for one in first:
        volley, chances = one.volley, odds(rules, one.volley)
        settled = not one.open_choice and targets.count(volley.target) == 1
        exact = chances.exact and settled and not (answers and _may_answer(rules))
        found.append(Outlook(one.step, volley.unit, volley.target, volley.shots, chances, exact))
    return tuple(found)


def _may_answer(rules: Ruleset) -> bool:
    """Tell whether shots or a counter-attack may still change the fight before its first blow."""
    return rules.answer_assault is not no_answer or rules.on("CL-USR-3")
