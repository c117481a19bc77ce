"""How much is left of a unit: exact ratios of models, never rounded (CL-GEN-11)."""

from __future__ import annotations

from fractions import Fraction

from wolfling_gui.core.battle import Battle
from wolfling_gui.rules.ruleset import Ruleset


def ratio(rules: Ruleset, name: str) -> Fraction:
    """Return a ratio of CL-GEN-11 as it is written, exactly."""
    return Fraction(str(rules.catalogue.number("CL-GEN-11", name)))


def left_of(rules: Ruleset, battle: Battle, unit: str) -> Fraction:
    """Return which part of the models a unit started the game with still lives.

    Characters who have joined count in both numbers while they are with it (CL-CHAR-9).
    """
    found = battle.units[unit]
    joined = sum(1 for name in found.models if battle.models[name].home)
    size = found.starting_size or len(found.models) - joined
    living = len(battle.members(unit))
    if not rules.on("CL-CHAR-9") or not rules.flag("CL-CHAR-9", "joined_counts_in_ratio"):
        return Fraction(sum(1 for m in battle.members(unit) if not m.home), size)
    return Fraction(living, size + joined)


def below_half(rules: Ruleset, battle: Battle, unit: str) -> bool:
    """Tell whether a unit has fewer than half of the models it started the game with; half is not below."""
    return rules.on("CL-GEN-11") and left_of(rules, battle, unit) < ratio(rules, "half_ratio")


def lost_a_quarter(rules: Ruleset, battle: Battle, unit: str) -> bool:
    """Tell whether a unit has lost at least a quarter of the models it had when the phase began."""
    before = battle.phase_start.get(unit, len(battle.members(unit)))
    if not rules.on("CL-GEN-11") or not before:
        return False
    return Fraction(before - len(battle.members(unit)), before) >= ratio(rules, "quarter_ratio")
