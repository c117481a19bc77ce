"""What the first blows of a combat can be expected to do, from the very volleys that are rolled."""

from __future__ import annotations

import msgspec

from wolfling_gui.core.battle import Battle
from wolfling_gui.rules.classic import blows, melee
from wolfling_gui.rules.classic.combat import FightPlan
from wolfling_gui.rules.classic.outcomes import no_answer
from wolfling_gui.rules.odds import Odds, odds
from wolfling_gui.rules.ruleset import Ruleset


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


def first_blows(rules: Ruleset, battle: Battle, plan: FightPlan) -> tuple[Outlook, ...]:
    """Return the chances of a combat's first step; later ones depend on who is left."""
    listed = blows.strikers_of(rules, battle, plan.units, plan.engagements, {}, ())
    striking = [one for one in listed if one.attacks.total]
    if not striking:
        return ()
    step = max(one.step.total for one in striking)
    first = [one for one in striking if one.step.total == step]
    open_choice = {
        one.model
        for one in first
        if len(one.units) > 1 or len(melee.choices(rules, battle.models[one.model])) > 1
    }
    aimed = [(one, one.units[0], one.attacks.total) for one in first]
    volleys = blows.volleys(rules, battle, aimed, tuple(plan.engagements))
    answers = any(battle.units[unit].has("assaulted") for unit in plan.units)
    targets = [volley.target for volley in volleys]
    found = []
    for volley in volleys:
        chances = odds(rules, volley)
        settled = not open_choice & set(volley.firers) and targets.count(volley.target) == 1
        exact = chances.exact and settled and not (answers and _may_answer(rules))
        found.append(Outlook(step, volley.unit, volley.target, volley.shots, chances, exact))
    return tuple(found)


def _may_answer(rules: Ruleset) -> bool:
    """Tell whether shots or a counter-attack may still change the fight before its first blow."""
    return rules.answer_assault is not no_answer or rules.on("CL-USR-3")
