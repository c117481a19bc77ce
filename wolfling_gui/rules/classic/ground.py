"""Going to ground: who may, and what keeps a unit from it (CL-COV-8, CL-COV-10)."""

from __future__ import annotations

from wolfling_gui.core.battle import Battle
from wolfling_gui.core.forces import ConditionKind, Unit
from wolfling_gui.core.verdict import Finding
from wolfling_gui.rules.findings import forbid
from wolfling_gui.rules.ruleset import Ruleset

STATES: dict[str, ConditionKind] = {"locked": "locked", "falling_back": "falling_back"}


def may_ground(rules: Ruleset, battle: Battle, unit: Unit) -> tuple[Finding, ...]:
    """Refuse units whose type or state keeps them on their feet (CL-COV-10), and units down already."""
    found: list[Finding] = []
    if not (rules.on("CL-COV-8") and rules.flag("CL-COV-8", "enabled")):
        found.append(forbid("CL-COV-8", "ground.not_used", unit.id))
    if unit.has("gone_to_ground"):
        found.append(forbid("CL-COV-8", "ground.down_already", unit.id))
    if rules.on("CL-COV-10"):
        cannot = rules.words("CL-COV-10", "cannot")
        types = {m.profile.unit_type for m in battle.members(unit.id)}
        found += [
            forbid("CL-COV-10", "ground.type", unit.id, facts={"type": kind})
            for kind in sorted(types)
            if kind in cannot
        ]
        found += [
            forbid("CL-COV-10", f"ground.state_{state}", unit.id)
            for state, kind in STATES.items()
            if state in cannot and unit.has(kind)
        ]
    return tuple(found)
