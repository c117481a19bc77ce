"""The order of things that fall due at the same moment (CL-GEN-10)."""

from __future__ import annotations

from collections.abc import Sequence

from wolfling_gui.core.battle import Battle
from wolfling_gui.core.procedure import Procedure, ask
from wolfling_gui.core.requests import Choose, Option
from wolfling_gui.rules.ruleset import Ruleset


def chooser(rules: Ruleset, battle: Battle) -> str:
    """Return the side that chooses the order: by default the one whose turn it is (CL-GEN-10)."""
    active = battle.clock.side or battle.sides[0].id
    if rules.catalogue.word("CL-GEN-10", "chooser") == "active_player":
        return active
    return next((side.id for side in battle.sides if side.id != active), active)


def order_of(rules: Ruleset, battle: Battle, due: Sequence[str], says: str) -> Procedure[tuple[str, ...]]:
    """Ask in which order things are settled that are due at once; returns all of them in that order.

    `due` are the ids of units or models, `says` the key of the question. Nothing is asked for fewer than
    two, nor with CL-GEN-10 off: then they come as they are.
    """
    left = list(due)
    if len(left) < 2 or not rules.on("CL-GEN-10"):
        return tuple(left)
    settled: list[str] = []
    side = chooser(rules, battle)
    while len(left) > 1:
        options = tuple(Option(name, "option.next", (name,)) for name in left)
        picked = yield from ask(
            Choose(
                rule="CL-GEN-10",
                side=side,
                says=says,
                about=tuple(left),
                ordinal=len(settled),
                options=options,
            ),
            battle,
        )
        settled.append(picked)
        left.remove(picked)
    return (*settled, *left)
