"""A small battle to speak of."""

from __future__ import annotations

import pytest

from tests.builders import deck
from wolfling_gui.core.battle import Battle, Side
from wolfling_gui.core.forces import Model, Place, Profile, Unit, Weapon
from wolfling_gui.core.lengths import at, inches

CARBINE = Weapon("Carbine", "assault", inches(18), 4, 5, 2)
PISTOL = Weapon("Pistol", "pistol", inches(12), 4, 5)


@pytest.fixture
def battle() -> Battle:
    """Return a battle of Wardens against Brutes and a Marksman."""
    table = deck()
    profile = Profile("Warden", bs=3, sv=4)
    units: dict[str, Unit] = {}
    models: dict[str, Model] = {}
    for side, id, name, model, count in (
        ("a", "war", "Wardens", "Warden", 3),
        ("b", "bru", "Brutes", "Brute", 2),
        ("b", "mark", "Marksman", "Marksman", 1),
    ):
        ids = tuple(f"{id}-{n + 1}" for n in range(count))
        units[id] = Unit(id, name, side, ids)
        for n, m in enumerate(ids):
            called = model if count == 1 else f"{model} {n + 1}"
            arms = (PISTOL,) if n == 0 else (CARBINE,)
            models[m] = Model(m, called, id, profile, arms, place=Place(at(2 + n, 2 + len(units))))
    return Battle("wolfling", table, (Side("a", "Anna"), Side("b", "Orange")), models, units)
