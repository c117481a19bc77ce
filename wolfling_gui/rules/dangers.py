"""Tests for danger: one die a model, and the wound of a 1 (CL-TERR-3, CL-TERR-5)."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from wolfling_gui.core.actions import Move
from wolfling_gui.core.battle import Battle
from wolfling_gui.core.breakdown import Breakdown, Term
from wolfling_gui.core.dice import Dice
from wolfling_gui.core.forces import Model
from wolfling_gui.core.procedure import Procedure, ask
from wolfling_gui.core.report import Entry
from wolfling_gui.core.requests import Roll
from wolfling_gui.rules.dice_rolls import succeeds
from wolfling_gui.rules.ruleset import Ruleset
from wolfling_gui.rules.slots import DangerTest
from wolfling_gui.rules.states import character_move_rules, rules_of


def take_danger_tests(
    rules: Ruleset, battle: Battle, unit: str, tests: Sequence[DangerTest]
) -> Procedure[tuple[Battle, tuple[Entry, ...]]]:
    """Roll a D6 for each model that tests; on the failing number it takes a wound without armour or cover."""
    if not tests:
        return battle, ()
    side = battle.units[unit].side
    fail_on = rules.count("CL-TERR-3", "fail_on")
    needed = Breakdown("needed", (Term("CL-TERR-3", "base", fail_on + 1, "why.danger"),))
    faces = yield from ask(
        Roll(
            rule=tests[0].rule,
            side=side,
            says="roll.danger",
            about=tuple(t.model for t in tests),
            dice=Dice(len(tests)),
            needed=needed,
        ),
        battle,
    )
    entry = Entry(
        "did.danger_tests",
        tuple(dict.fromkeys(t.rule for t in tests)),
        (unit,),
        {"models": len(tests)},
        faces,
        needed,
        side,
    )
    entries = [entry]
    again = [n for n, face in enumerate(faces) if face <= fail_on and _rides_well(rules, battle, tests[n])]
    if again:
        standing = list(faces)
        models = tuple(tests[n].model for n in again)
        rolled = yield from ask(
            Roll(
                rule="CL-USR-16",
                side=side,
                says="roll.danger_again",
                about=models,
                dice=Dice(len(again)),
                needed=needed,
            ),
            battle,
        )
        for place, face in zip(again, rolled, strict=True):
            standing[place] = face
        faces = tuple(standing)
        facts: dict[str, str | int] = {"models": len(again)}
        entries.append(Entry("did.danger_again", ("CL-USR-16",), (unit,), facts, rolled, needed, side))
    for test, face in zip(tests, faces, strict=True):
        if face <= fail_on:
            battle, lines = yield from _wound(rules, battle, battle.models[test.model], side)
            entries += lines
    return battle, tuple(entries)


def cross_danger(
    rules: Ruleset, before: Battle, after: Battle, move: Move
) -> Procedure[tuple[Battle, tuple[Entry, ...]]]:
    """Let models test for danger on the ground they have crossed by a move."""
    tests = rules.danger(rules, before, before.units[move.unit], move)
    return (yield from take_danger_tests(rules, after, move.unit, tests))


def _rides_well(rules: Ruleset, battle: Battle, test: DangerTest) -> bool:
    """Tell whether a model rolls a failed test for danger again: skilled riders on some types (CL-USR-16)."""
    model = battle.models[test.model]
    if not rules.on("CL-USR-16") or model.profile.unit_type not in rules.words("CL-USR-16", "types"):
        return False
    unit = battle.units[model.unit]
    return "skilled_rider" in (*rules_of(rules, unit, model), *character_move_rules(rules, battle, model))


def _wound(
    rules: Ruleset, battle: Battle, model: Model, side: str
) -> Procedure[tuple[Battle, tuple[Entry, ...]]]:
    wounds = rules.count("CL-TERR-3", "wounds")
    save = model.profile.invulnerable if rules.flag("CL-TERR-3", "invulnerable_save") else 0
    if rules.flag("CL-TERR-3", "armour_save") and model.profile.sv:
        save = min(save or model.profile.sv, model.profile.sv)
    if save:
        needed = Breakdown("save", (Term("CL-TERR-3", "base", save, "why.invulnerable", (str(save),)),))
        faces = yield from ask(
            Roll(
                rule="CL-WND-7",
                side=side,
                says="roll.save",
                about=(model.unit, model.id),
                dice=Dice(wounds),
                needed=needed,
            ),
            battle,
        )
        wounds = sum(1 for face in faces if not succeeds(face, save))
        if not wounds:
            return battle, (Entry("did.danger_saved", ("CL-WND-7",), (model.id,), {}, faces, needed, side),)
    battle, line = hurt(battle, model, wounds, "CL-TERR-3", "did.lost_to_danger")
    return battle, (line,)


def hurt(battle: Battle, model: Model, wounds: int, rule: str, fatal: str) -> tuple[Battle, Entry]:
    """Return the battle with a model that has lost Wounds to something else than an enemy, and the line.

    `fatal` is the key of the words when it dies of them.
    """
    lost = min(model.profile.w, model.wounds_lost + wounds)
    dead = lost >= model.profile.w
    changed = msgspec.structs.replace(model, wounds_lost=lost, casualty=dead)
    facts: dict[str, str | int] = {"wounds": wounds, "left": model.profile.w - lost}
    line = Entry(
        fatal if dead else "did.wounded", (rule,), (model.id,), facts, side=battle.units[model.unit].side
    )
    return battle.with_model(changed), line
