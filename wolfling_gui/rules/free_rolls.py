"""Rolls and tests the players call for themselves: sums, scatter, characteristics, chance among several."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from wolfling_gui.core.actions import PickRandom, RollDice, TakeTest
from wolfling_gui.core.battle import Battle
from wolfling_gui.core.breakdown import Breakdown, Term
from wolfling_gui.core.dice import Dice, parse_dice
from wolfling_gui.core.procedure import Outcome, Procedure, ask
from wolfling_gui.core.report import Entry, Report
from wolfling_gui.core.requests import Choose, Option, Roll, Spin
from wolfling_gui.core.verdict import Finding
from wolfling_gui.rules.dice_rolls import d3
from wolfling_gui.rules.findings import forbid, permit
from wolfling_gui.rules.ruleset import Ruleset
from wolfling_gui.rules.testing import (
    characteristic,
    leadership,
    take_characteristic_test,
    take_leadership_test,
)


def plan_test(rules: Ruleset, battle: Battle, action: TakeTest) -> tuple[Any, tuple[Finding, ...]]:
    """Judge a test called for by the players: the unit has to be alive."""
    if not battle.members(action.unit):
        return None, (forbid("CL-GEN-13", "turn.unit_destroyed", action.unit),)
    rule = "CL-GEN-7" if action.of == "Ld" else "CL-GEN-6"
    if not rules.on(rule):
        return None, (forbid(rule, "test.not_used", action.unit),)
    return action, (permit(rule, "test.called", action.unit),)


def resolve_test(rules: Ruleset, battle: Battle, action: TakeTest) -> Procedure[Outcome]:
    """Roll the test and report whether it was passed (CL-GEN-6, CL-GEN-7)."""
    extra = (
        (Term("CL-GEN-3", "add", action.modifier, "why.modifier", (str(action.modifier),)),)
        if action.modifier
        else ()
    )
    if action.of == "Ld":
        needed = leadership(rules, battle, action.unit).plus(*extra)
        _, entry = yield from take_leadership_test(rules, battle, action.unit, needed, "CL-GEN-7")
    else:
        needed = characteristic(rules, battle, action.unit, action.of).plus(*extra)
        _, entry = yield from take_characteristic_test(rules, battle, action.unit, needed, "CL-GEN-6")
    facts = {**entry.facts, "of": action.of, "note": action.note}
    return Outcome(battle, Report((msgspec.structs.replace(entry, facts=facts),)))


def plan_dice(rules: Ruleset, battle: Battle, action: RollDice) -> tuple[Any, tuple[Finding, ...]]:
    """Judge a free roll: its notation has to be one; sums and the scatter die are those of CL-GEN-2."""
    if action.dice == "scatter":
        if not rules.on("CL-GEN-2"):
            return None, (forbid("CL-GEN-2", "dice.not_used"),)
        return "scatter", (permit("CL-GEN-2", "dice.free_roll"),)
    try:
        dice = parse_dice(action.dice)
    except ValueError as error:
        return None, (forbid("CL-GEN-1", "dice.not_a_roll", facts={"problem": str(error)}),)
    if dice.count > 1 or action.multiplier > 1:
        if not rules.on("CL-GEN-2"):
            return None, (forbid("CL-GEN-2", "dice.not_used"),)
        return dice, (permit("CL-GEN-2", "dice.free_roll"),)
    return dice, (permit("CL-GEN-1", "dice.free_roll"),)


def resolve_dice(rules: Ruleset, battle: Battle, action: RollDice, plan: Any) -> Procedure[Outcome]:
    """Roll, add up (a multiplier or bonus applies to the sum), and report (CL-GEN-1, CL-GEN-2)."""
    side = action.side or battle.clock.side or battle.sides[0].id
    if plan == "scatter":
        degrees, hit = yield from ask_scatter(rules, battle, side, "CL-GEN-2", ())
        facts: dict[str, str | int] = {"degrees": degrees, "note": action.note}
        return Outcome(
            battle,
            Report(
                (
                    Entry(
                        "did.scatter_hit" if hit else "did.scatter_arrow", ("CL-GEN-2",), (), facts, side=side
                    ),
                )
            ),
        )
    assert isinstance(plan, Dice)
    faces = yield from ask(
        Roll(rule="CL-GEN-2", side=side, says="roll.free", dice=plan, facts={"dice": str(plan)}), battle
    )
    values = [d3(rules, face) if plan.sides == 3 else face for face in faces]
    total = sum(values) * action.multiplier + plan.bonus
    facts = {"dice": str(plan), "total": total, "note": action.note}
    rule = "CL-GEN-2" if plan.count > 1 or action.multiplier > 1 else "CL-GEN-1"
    return Outcome(battle, Report((Entry("did.rolled", (rule,), (), facts, faces, side=side),)))


def ask_scatter(
    rules: Ruleset,
    battle: Battle,
    side: str,
    rule: str,
    about: tuple[str, ...],
    ordinal: int = 0,
    facts: Mapping[str, str | int] | None = None,
) -> Procedure[tuple[int, bool]]:
    """Ask for the scatter die; returns the arrow's degrees and whether it shows HIT (CL-GEN-2).

    With that rule off there is no such die, and nothing deviates. `facts` say where what scatters lies:
    "x", "y" and "level".
    """
    if not rules.on("CL-GEN-2"):
        return 0, True
    answer = yield from ask(
        Spin(
            rule=rule,
            side=side,
            says="roll.scatter",
            about=about,
            ordinal=ordinal,
            hit_faces=_hit_faces(rules),
            degrees=rules.count("CL-GEN-2", "direction_degrees"),
            facts=facts or {},
        ),
        battle,
    )
    return answer.degrees, answer.hit


def _hit_faces(rules: Ruleset) -> tuple[int, ...]:
    value = rules.catalogue.value("CL-GEN-2", "digital_hit_on_d6")
    return tuple(face for face in value if isinstance(face, int)) if isinstance(value, tuple) else ()


def plan_pick(rules: Ruleset, battle: Battle, action: PickRandom) -> tuple[Any, tuple[Finding, ...]]:
    """Judge a random pick: there has to be something to pick from."""
    if not action.candidates:
        return None, (forbid("CL-GEN-8", "pick.nothing"),)
    return action.candidates, (permit("CL-GEN-8", "pick.uniform", facts={"count": len(action.candidates)}),)


def resolve_pick(rules: Ruleset, battle: Battle, action: PickRandom) -> Procedure[Outcome]:
    """Pick uniformly among the candidates and report the list and the pick (CL-GEN-8)."""
    side = action.side or battle.clock.side or battle.sides[0].id
    picked = yield from pick(rules, battle, side, action.candidates)
    facts: dict[str, str | int] = {
        "among": ", ".join(action.candidates),
        "picked": picked,
        "note": action.note,
    }
    return Outcome(battle, Report((Entry("did.picked", ("CL-GEN-8",), (), facts, side=side),)))


def pick(
    rules: Ruleset, battle: Battle, side: str, candidates: tuple[str, ...], ordinal: int = 0
) -> Procedure[str]:
    """Return one of the candidates, each with the same chance (CL-GEN-8).

    With two, three or six candidates a die decides (a D3 for three); faces that name none are rolled again,
    so that every number of candidates up to 36 is fair with one or two dice. With CL-GEN-8 off a side picks.
    """
    count = len(candidates)
    if count == 1:
        return candidates[0]
    if not rules.on("CL-GEN-8"):
        options = tuple(Option(name, "option.next", (name,)) for name in candidates)
        return (
            yield from ask(
                Choose(rule="CL-GEN-8", side=side, says="choose.pick", ordinal=ordinal, options=options),
                battle,
            )
        )
    sides, dice = (3, 1) if count <= 3 and count != 2 else (6, 1 if count <= 6 else 2)
    attempt = 0
    while True:
        faces = yield from ask(
            Roll(
                rule="CL-GEN-8",
                side=side,
                says="roll.pick",
                about=candidates,
                ordinal=ordinal + attempt,
                dice=Dice(dice, sides),
            ),
            battle,
        )
        values = [d3(rules, face) if sides == 3 else face for face in faces]
        number = values[0] - 1 if dice == 1 else (values[0] - 1) * 6 + values[1] - 1
        span = sides**dice // count * count
        if number < span:
            return candidates[number % count]
        attempt += 1


def explained(rule: str, needed: int, says: str) -> Breakdown:
    """Return a plain needed number with its rule."""
    return Breakdown("needed", (Term(rule, "base", needed, says),))
