"""Characters in a fight: each strikes and is struck as a unit of one, and is of his unit again afterwards.

While blows are struck a character who has joined stands in his own unit (CL-CHAR-7); results, morale and
pursuit find him back in the one he joined.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from wolfling_gui.core.battle import Battle
from wolfling_gui.rules.classic.characters import fighting_units
from wolfling_gui.rules.ruleset import Ruleset

Apart = Mapping[str, str]
"""The characters that fight as units of their own, by model, each with the unit he has joined."""


def apart(rules: Ruleset, battle: Battle, units: Sequence[str]) -> tuple[Battle, Apart]:
    """Return the battle with joined characters in their own units, in the states of the one they joined."""
    found: dict[str, str] = {}
    for host in units:
        for body in fighting_units(rules, battle, host):
            if body.id == host or len(body.models) != 1:
                continue
            (model,) = body.models
            whole, own = battle.units[host], battle.units[body.id]
            rest = tuple(m for m in whole.models if m != model.id)
            own = msgspec.structs.replace(own, models=(model.id,), conditions=whole.conditions)
            battle = battle.with_unit(msgspec.structs.replace(whole, models=rest)).with_unit(own)
            battle = battle.with_model(msgspec.structs.replace(model, unit=body.id))
            found[model.id] = host
    return battle, found


def together(before: Battle, battle: Battle, found: Apart) -> Battle:
    """Return the battle with the characters back in their units; `before` is the battle before the blows."""
    for name, host in found.items():
        model = battle.models[name]
        own = battle.units[model.unit]
        marks = tuple(c for c in own.conditions if c.about == name)
        whole = msgspec.structs.replace(battle.units[host], models=before.units[host].models)
        for mark in marks:
            whole = whole.with_condition(mark)
        battle = battle.with_unit(whole).with_unit(before.units[model.unit])
        battle = battle.with_model(msgspec.structs.replace(model, unit=host))
    return battle
