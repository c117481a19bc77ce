"""What a unit's conditions say about this moment."""

from __future__ import annotations

from wolfling_gui.core.battle import Battle
from wolfling_gui.core.forces import Model, Unit
from wolfling_gui.core.lengths import Length
from wolfling_gui.rules.ruleset import Ruleset


def walked(unit: Unit, model: str) -> Length:
    """Return how far a model has walked in this phase, in units."""
    return sum(c.amount for c in unit.conditions if c.kind == "walked" and c.about == model)


JOINED = "CL-CHAR-2"
"""The rule under which the way stands that a character has walked before he joined a unit."""


def came(unit: Unit, model: str) -> bool:
    """Tell whether a model moved in this phase and then joined the unit: its move is over (CL-CHAR-2)."""
    return any(c.kind == "walked" and c.about == model and c.rule == JOINED for c in unit.conditions)


def left_to_walk(unit: Unit, model: str, limit: Length) -> Length:
    """Return how much of a limit a model may still move in this phase, in units (CL-MOVE-1)."""
    return 0 if came(unit, model) else max(0, limit - walked(unit, model))


def has_walked(unit: Unit) -> bool:
    """Tell whether the unit has moved any model in this phase, not counting who moved and then joined."""
    return any(c.kind == "walked" and c.rule != JOINED for c in unit.conditions)


def has_moved(rules: Ruleset, unit: Unit, model: Model) -> bool:
    """Tell whether a model counts as having moved this turn: with its unit, or alone by a house rule.

    One that falls back always does (CL-MOR-14).
    """
    if unit.has("falling_back") and rules.on("CL-MOR-14") and rules.flag("CL-MOR-14", "counts_as_moved"):
        return True
    return any(c.kind == "moved" and c.about in ("", model.id) for c in unit.conditions)


def danger_tested(unit: Unit, model: str) -> bool:
    """Tell whether a model has taken its test for danger in this phase (CL-TERR-3)."""
    return any(c.kind == "danger_tested" and c.about == model for c in unit.conditions)


def allowance(unit: Unit, mode: str) -> Length | None:
    """Return what the dice allow the unit for a way of moving, in units; None when nothing was rolled."""
    for condition in unit.conditions:
        if condition.kind == "allowance" and condition.about == mode:
            return condition.amount
    return None


CHARACTER = "independent_character"
"""The special rule of independent characters."""


def is_character(battle: Battle, model: Model) -> bool:
    """Tell whether a model is an independent character, by its profile or by its own unit's rules."""
    return CHARACTER in model.profile.rules or CHARACTER in battle.units[model.home or model.unit].rules


def is_lone(battle: Battle, unit: Unit) -> bool:
    """Tell whether a unit is a character on his own, who could join another."""
    members = battle.members(unit.id)
    return len(members) == 1 and not members[0].home and is_character(battle, members[0])


def character_move_rules(rules: Ruleset, battle: Battle, model: Model) -> tuple[str, ...]:
    """Return the rules of movement that a model has as an independent character, even joined (CL-CHAR-5)."""
    if not rules.on("CL-CHAR-5") or not is_character(battle, model):
        return ()
    return rules.words("CL-CHAR-5", "grants")


def rules_of(rules: Ruleset, unit: Unit, model: Model) -> tuple[str, ...]:
    """Return the special rules of a model: its own, and its unit's unless it has only joined (CL-CHAR-8)."""
    own_only = bool(model.home) and rules.on("CL-CHAR-8")
    return model.profile.rules if own_only else (*model.profile.rules, *unit.rules)


def _bears(unit: Unit, model: Model, rule: str) -> bool:
    return rule in model.profile.rules or (not model.home and rule in unit.rules)


def has_rule(battle: Battle, unit: Unit, rule: str) -> bool:
    """Tell whether a unit, or every living model of it, bears a special rule."""
    members = battle.members(unit.id)
    return all(_bears(unit, m, rule) for m in members) if members else rule in unit.rules


def shares_rule(rules: Ruleset, battle: Battle, unit: Unit, rule: str) -> bool:
    """Tell whether a unit bears a special rule that passes between it and the characters in it (CL-CHAR-8).

    Some pass from character to unit, some from unit to character, some both ways; others need all models.
    """
    members = battle.members(unit.id)
    own = [m for m in members if not m.home]
    passes = rules.table("CL-CHAR-8", "conferred").get(rule) if rules.on("CL-CHAR-8") else ""
    bearers = [m for m in members if _bears(unit, m, rule)]
    if passes in ("character_to_unit", "both") and any(is_character(battle, m) for m in bearers):
        return True
    if passes in ("unit_to_character", "both") and own and all(m in bearers for m in own):
        return True
    return has_rule(battle, unit, rule)


def is_fearless(rules: Ruleset, battle: Battle, unit: Unit) -> bool:
    """Tell whether a unit has become fearless (CL-USR-5)."""
    return rules.on("CL-USR-5") and shares_rule(rules, battle, unit, "fearless")


def has_regrouped(unit: Unit) -> bool:
    """Tell whether a unit has regrouped this turn under the limits of CL-MOR-13."""
    condition = unit.condition("regrouped")
    return condition is not None and condition.rule == "CL-MOR-13"
