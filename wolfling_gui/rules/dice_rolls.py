"""Rolls that every ruleset asks for in the same way: sums, tests, re-rolls, and who wins a roll-off."""

from __future__ import annotations

import msgspec

from wolfling_gui.core.battle import Battle
from wolfling_gui.core.breakdown import Breakdown
from wolfling_gui.core.dice import Dice, d3_value
from wolfling_gui.core.procedure import Procedure, ask
from wolfling_gui.core.report import Entry
from wolfling_gui.core.requests import Choose, Option, Roll
from wolfling_gui.rules.ruleset import Ruleset


def d3(rules: Ruleset, face: int) -> int:
    """Return what a D6 face counts as a D3 (CL-GEN-1)."""
    table = rules.table("CL-GEN-1", "d3_table")
    value = table.get(face, d3_value(face))
    return value if isinstance(value, int) else d3_value(face)


def rolled_total(rules: Ruleset, dice: Dice, faces: tuple[int, ...]) -> int:
    """Return what dice come to together, their bonus included (CL-GEN-1)."""
    return sum(d3(rules, face) if dice.sides == 3 else face for face in faces) + dice.bonus


def roll_off(rules: Ruleset, battle: Battle, rule: str) -> Procedure[tuple[str, tuple[Entry, ...]]]:
    """Let both sides roll a D6 until one is higher (CL-GEN-5); returns the winner and what was rolled.

    With CL-GEN-5 off the players say who has won, by a coin or otherwise.
    """
    entries: list[Entry] = []
    if not rules.on("CL-GEN-5"):
        options = tuple(Option(side.id, "option.side", (side.id,)) for side in battle.sides[:2])
        first = battle.sides[0].id
        return (
            yield from ask(Choose(rule=rule, side=first, says="choose.winner", options=options), battle)
        ), ()
    attempt = 0
    while True:
        faces: dict[str, int] = {}
        for side in battle.sides[:2]:
            answer = yield from ask(
                Roll(
                    rule="CL-GEN-5",
                    side=side.id,
                    says="roll.roll_off",
                    about=(side.id,),
                    ordinal=attempt,
                    dice=Dice(1),
                ),
                battle,
            )
            faces[side.id] = answer[0]
        best = max(faces.values())
        winners = [side for side, face in faces.items() if face == best]
        rolled = tuple(faces.values())
        tie = len(winners) > 1
        entries.append(
            Entry(
                "did.roll_off_tie" if tie else "did.roll_off",
                (rule, "CL-GEN-5"),
                (winners[0],),
                faces=rolled,
                side=winners[0],
            )
        )
        if not tie:
            return winners[0], tuple(entries)
        attempt += 1


def rerolled(
    rules: Ruleset,
    battle: Battle,
    roll: Roll,
    needed: Breakdown,
    faces: tuple[int, ...],
    sharp: int = 0,
) -> Procedure[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Roll again the dice that failed, once (CL-GEN-4); returns the faces that stand and the new dice.

    `needed.reroll` says what the second roll needs; with 0 nothing is rolled again. A die that shows `sharp`
    has not failed, whatever is needed.
    """
    if not needed.reroll or not rules.count("CL-GEN-4", "max_rerolls_per_die"):
        return faces, ()
    failed = [i for i, face in enumerate(faces) if face != sharp and not succeeds(face, needed.total)]
    if not failed:
        return faces, ()
    again = yield from ask(
        Roll(
            rule="CL-GEN-4",
            side=roll.side,
            says="roll.again",
            about=roll.about,
            ordinal=roll.ordinal,
            dice=Dice(len(failed)),
            needed=second_need(needed),
            facts={"needed": needed.reroll},
        ),
        battle,
    )
    standing = list(faces)
    for place, face in zip(failed, again, strict=True):
        standing[place] = face
    return tuple(standing), again


def second_need(needed: Breakdown) -> Breakdown:
    """Return what a die that is rolled again needs, as a number of its own (CL-GEN-4)."""
    again = (term for term in needed.terms if term.op == "reroll" and term.counts)
    return Breakdown(needed.scale, tuple(msgspec.structs.replace(term, op="base") for term in again))


def succeeds(face: int, needed: int) -> bool:
    """Tell whether a die makes its number: at least `needed`, and never a 1."""
    return face != 1 and face >= needed


def hits_of(first: tuple[int, ...], standing: tuple[int, ...], needed: Breakdown, sharp: int = 0) -> int:
    """Count the dice that succeed, the re-rolled ones against their own number; `sharp` always does."""
    return sum(
        succeeds(old, needed.total) or new == sharp or (needed.reroll > 0 and new >= needed.reroll)
        for old, new in zip(first, standing, strict=True)
    )
