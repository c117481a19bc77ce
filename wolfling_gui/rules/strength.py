"""How much is left of a unit: exact ratios of models, never rounded (CL-GEN-11)."""

from __future__ import annotations

from fractions import Fraction
from math import ceil

from wolfling_gui.core.battle import Battle
from wolfling_gui.core.forces import Model
from wolfling_gui.rules.classic.unit_types import is_gun
from wolfling_gui.rules.ruleset import Ruleset


def ratio(rules: Ruleset, name: str) -> Fraction:
    """Return a ratio of CL-GEN-11 as it is written, exactly."""
    return Fraction(str(rules.catalogue.number("CL-GEN-11", name)))


def counted(rules: Ruleset, battle: Battle, unit: str) -> int:
    """Return how many living models of a unit count for its morale: guns do not (CL-UT-12)."""
    return sum(1 for model in battle.members(unit) if not _is_ignored(rules, model))


def _is_ignored(rules: Ruleset, model: Model) -> bool:
    return is_gun(model) and rules.on("CL-UT-12")


def left_of(rules: Ruleset, battle: Battle, unit: str) -> Fraction:
    """Return which part of the models a unit started the game with still lives.

    Characters who have joined count in both numbers while they are with it (CL-CHAR-9), guns in none.
    """
    found = battle.units[unit]
    models = [battle.models[name] for name in found.models]
    joined = sum(1 for model in models if model.home)
    ignored = sum(1 for model in models if _is_ignored(rules, model))
    size = max(1, (found.starting_size or len(models) - joined) - ignored)
    living = counted(rules, battle, unit)
    if not rules.on("CL-CHAR-9") or not rules.flag("CL-CHAR-9", "joined_counts_in_ratio"):
        return Fraction(living - sum(1 for m in battle.members(unit) if m.home), size)
    return Fraction(living, size + joined)


def below_half(rules: Ruleset, battle: Battle, unit: str) -> bool:
    """Tell whether a unit has fewer than half of the models it started the game with; half is not below."""
    return rules.on("CL-GEN-11") and left_of(rules, battle, unit) < ratio(rules, "half_ratio")


def lost_a_quarter(rules: Ruleset, battle: Battle, unit: str) -> bool:
    """Tell whether a unit has lost at least a quarter of the models it had when the phase began."""
    return left_to_a_quarter(rules, battle, unit) == 0


def left_to_a_quarter(rules: Ruleset, battle: Battle, unit: str) -> int | None:
    """Return how many more models make up a quarter of those a unit had when the phase began, 0 if none.

    None where no quarter is counted: the rule is switched off, or the unit had no models.
    """
    now = counted(rules, battle, unit)
    before = battle.phase_start.get(unit, now)
    if not rules.on("CL-GEN-11") or not before:
        return None
    return max(0, ceil(before * ratio(rules, "quarter_ratio")) - (before - now))
