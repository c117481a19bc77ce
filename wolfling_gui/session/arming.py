"""Which weapons the models of a unit fire, where the players say so: models that carry alike choose alike."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from wolfling_gui.core.actions import Shoot
from wolfling_gui.core.battle import Battle
from wolfling_gui.rules.classic.abilities import spread_of
from wolfling_gui.rules.classic.volleys import chosen_weapons
from wolfling_gui.rules.classic.weapons import is_ranged
from wolfling_gui.rules.ruleset import Ruleset
from wolfling_gui.session.sentences import tr

NONE = "–"
"""Stands for holding fire where weapons are named; no weapon is called so."""


class Arming(msgspec.Struct, frozen=True):
    """Hold models that carry the same ranged weapons, those weapons, and which of them they fire.

    `fires` is a weapon's name, NONE where they hold their fire; `counted` names the weapons whose hits the
    players count.
    """

    name: str
    models: tuple[str, ...]
    weapons: tuple[str, ...]
    fires: str
    counted: tuple[str, ...] = ()


def armings(rules: Ruleset, battle: Battle, shot: Shoot) -> tuple[Arming, ...]:
    """Return the models of a shooting unit that can choose between weapons, alike ones together."""
    unit = battle.units[shot.unit]
    found: dict[tuple[str, tuple[str, ...]], list[str]] = {}
    for model in battle.members(shot.unit):
        carried = tuple(dict.fromkeys(w.name for w in model.weapons if is_ranged(w)))
        if len(carried) > 1:
            found.setdefault((model.profile.name, carried), []).append(model.id)
    made: list[Arming] = []
    for (profile, carried), models in found.items():
        first = battle.models[models[0]]
        held = bool(shot.weapons) and first.id not in shot.weapons
        fired = None if held else next(iter(chosen_weapons(rules, unit, first, shot)), None)
        name = first.name
        if len(models) > 1:
            name = tr("request.group", count=len(models), name=profile, weapons="")
        counted = tuple(w.name for w in first.weapons if is_ranged(w) and spread_of(rules, w))
        made.append(Arming(name, tuple(models), carried, fired.name if fired is not None else NONE, counted))
    return tuple(made)


def armed(battle: Battle, shot: Shoot, models: Sequence[str], weapon: str) -> Shoot:
    """Return a shot in which some models fire a weapon, or hold their fire with NONE; others as before."""
    named = dict(shot.weapons) or dict.fromkeys((m.id for m in battle.members(shot.unit)), "")
    for model in models:
        if weapon == NONE:
            named.pop(model, None)
        else:
            named[model] = weapon
    return msgspec.structs.replace(shot, weapons=named)
