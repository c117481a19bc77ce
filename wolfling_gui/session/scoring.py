"""Who can hold objectives, said of units and of the objectives themselves."""

from __future__ import annotations

from collections.abc import Mapping

from wolfling_gui.core.battle import Battle
from wolfling_gui.core.terrain import Marker
from wolfling_gui.rules.classic.scoring import counts_objectives, units_near, unscoring
from wolfling_gui.rules.ruleset import Ruleset
from wolfling_gui.session import naming
from wolfling_gui.session.sentences import tr

REASONS: Mapping[str, str] = {
    "role": "scoring.not_role",
    "falling_back": "scoring.not_falling_back",
    "vehicle": "scoring.not_vehicle",
    "swarm": "scoring.not_swarm",
}
"""The sentence of each reason why a unit does not score; of any other, that its rules forbid it."""
RULE = "CL-MIS-5"


def scores(rules: Ruleset, battle: Battle, unit: str) -> bool | None:
    """Tell whether a unit can hold objectives; None where there is nothing to hold (CL-MIS-5)."""
    return not unscoring(rules, battle, unit) if counts_objectives(battle) else None


def scoring_text(rules: Ruleset, battle: Battle, unit: str) -> str:
    """Say whether a unit holds objectives and why not, empty where there is nothing to hold (CL-MIS-5)."""
    if not counts_objectives(battle):
        return ""
    why = unscoring(rules, battle, unit)
    if not why:
        return tr("scoring.holds")
    role = str(rules.catalogue.value(RULE, "role") or "").replace("_", " ")
    return tr(REASONS.get(why, "scoring.not_by_rule"), role=role)


def objective_tip(rules: Ruleset, battle: Battle, marker: Marker) -> str:
    """Say what it takes to hold an objective, and of each unit near it whether it can (CL-MIS-6)."""
    if not rules.on("CL-MIS-6"):
        return ""
    reach = naming.inches_text(rules.inches("CL-MIS-6", "control_inches"))
    any_enemy = rules.catalogue.word("CL-MIS-6", "contested_by") == "any_enemy_unit"
    lines = [tr("scoring.objective" if any_enemy else "scoring.objective_scoring", reach=reach)]
    for unit in units_near(rules, battle, marker):
        name = naming.unit_name(battle, unit)
        lines.append(tr("scoring.near", unit=name, what=scoring_text(rules, battle, unit)))
    return "\n".join(lines)
