"""How much is left of a unit: exact ratios of models, never rounded (CL-GEN-11)."""

from __future__ import annotations

from fractions import Fraction

from wolfling_gui.core.battle import Battle
from wolfling_gui.rules.ruleset import Ruleset


def ratio(rules: Ruleset, name: str) -> Fraction:
    """Return a ratio of CL-GEN-11 as it is written, exactly."""
    return Fraction(str(rules.catalogue.number("CL-GEN-11", name)))


def left_of(battle: Battle, unit: str) -> Fraction:
    """Return which part of the models a unit started the game with still lives."""
    found = battle.units[unit]
    return Fraction(len(battle.members(unit)), found.starting_size or len(found.models))


def below_half(rules: Ruleset, battle: Battle, unit: str) -> bool:
    """Tell whether a unit has fewer than half of the models it started the game with; half is not below."""
    return rules.on("CL-GEN-11") and left_of(battle, unit) < ratio(rules, "half_ratio")


def lost_a_quarter(rules: Ruleset, battle: Battle, unit: str) -> bool:
    """Tell whether a unit has lost at least a quarter of the models it had when the phase began."""
    before = battle.phase_start.get(unit, len(battle.members(unit)))
    if not rules.on("CL-GEN-11") or not before:
        return False
    return Fraction(before - len(battle.members(unit)), before) >= ratio(rules, "quarter_ratio")
