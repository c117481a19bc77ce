"""Arm units of the deck with guns whose odds take long, or with any other."""

from __future__ import annotations

import msgspec

from tests.ui.deck import MINE
from wolfling_gui.core.battle import Battle
from wolfling_gui.core.forces import Weapon
from wolfling_gui.core.lengths import inches

LAUNCHER = Weapon("Launcher", "assault", inches(48), 4, 5, 1, ("blast",))
BURNER = Weapon("Burner", "assault", 0, 4, 5, 1, ("template",))
MORTAR = Weapon("Mortar", "assault", inches(48), 4, 5, 1, ("blast", "barrage"))


def armed(battle: Battle, *weapons: Weapon, unit: str = MINE) -> Battle:
    """Return the battle with every model of a unit holding these weapons, in place of its own."""
    for model in battle.members(unit):
        battle = battle.with_model(msgspec.structs.replace(model, weapons=weapons))
    return battle
