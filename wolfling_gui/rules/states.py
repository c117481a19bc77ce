"""What a unit's conditions say about this moment."""

from __future__ import annotations

from wolfling_gui.core.battle import Battle
from wolfling_gui.core.forces import Model, Unit
from wolfling_gui.core.lengths import Length


def walked(unit: Unit, model: str) -> Length:
    """Return how far a model has walked in this phase, in units."""
    return sum(c.amount for c in unit.conditions if c.kind == "walked" and c.about == model)


def has_walked(unit: Unit) -> bool:
    """Tell whether any model of the unit has moved in this phase."""
    return any(c.kind == "walked" for c in unit.conditions)


def has_moved(unit: Unit, model: Model) -> bool:
    """Tell whether a model counts as having moved this turn: with its unit, or alone by a house rule."""
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


def has_rule(battle: Battle, unit: Unit, rule: str) -> bool:
    """Tell whether a unit, or every living model of it, bears a special rule."""
    members = battle.members(unit.id)
    return rule in unit.rules or (bool(members) and all(rule in m.profile.rules for m in members))


def is_open(battle: Battle, unit: str) -> bool:
    """Tell whether the unit's move is the one under way."""
    return battle.clock.active_unit == unit


def has_regrouped(unit: Unit) -> bool:
    """Tell whether a unit has regrouped this turn under the limits of CL-MOR-13."""
    condition = unit.condition("regrouped")
    return condition is not None and condition.rule == "CL-MOR-13"
