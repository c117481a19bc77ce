"""Who holds the objectives at a real table: the players say so before the score is settled (CL-MIS-6)."""

from __future__ import annotations

import msgspec

from wolfling_gui.core.battle import Battle
from wolfling_gui.core.procedure import Procedure, ask
from wolfling_gui.core.report import Entry
from wolfling_gui.core.requests import Choose, Option
from wolfling_gui.rules.classic.scoring import counts_objectives
from wolfling_gui.rules.facts import places_known
from wolfling_gui.rules.ruleset import Ruleset


def say_holders(rules: Ruleset, battle: Battle) -> Procedure[tuple[Battle, tuple[Entry, ...]]]:
    """Ask who holds each objective where only the players see it, before the score is settled (CL-MIS-6).

    What was said of a marker during the battle comes first among the answers.
    """
    if places_known(battle) or not rules.on("CL-MIS-6") or not counts_objectives(battle):
        return battle, ()
    entries: list[Entry] = []
    for number, (name, marker) in enumerate(battle.table.objectives.items()):
        sides = sorted(("", *(side.id for side in battle.sides)), key=lambda one: one != marker.owner)
        options = tuple(
            Option(one, "option.holds", (one,)) if one else Option("nobody", "option.nobody_holds")
            for one in sides
        )
        asked = Choose(
            rule="CL-MIS-6",
            side=battle.clock.side,
            says="choose.holder",
            about=(name,),
            ordinal=number,
            options=options,
        )
        answer = yield from ask(asked, battle)
        owner = "" if answer == "nobody" else answer
        table = battle.table.with_objective(msgspec.structs.replace(marker, owner=owner))
        battle = battle.with_table(table)
        about = (name, owner) if owner else (name,)
        entries.append(Entry("did.objective_held" if owner else "did.objective_free", ("CL-MIS-6",), about))
    return battle, tuple(entries)
