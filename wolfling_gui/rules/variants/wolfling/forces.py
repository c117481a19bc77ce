"""What is looked at before the first die: forces and the kind of battle (WO-FRC-1, WO-SCP-1)."""

from __future__ import annotations

from collections.abc import Mapping

from wolfling_gui.core.battle import Battle
from wolfling_gui.core.forces import Roster
from wolfling_gui.core.verdict import Finding
from wolfling_gui.rules import slots
from wolfling_gui.rules.findings import forbid, permit, warn
from wolfling_gui.rules.ruleset import Ruleset


def force_check(core: slots.ForceCheckSlot) -> slots.ForceCheckSlot:
    """Refuse a side that costs more than the limit; allies on a side share it (WO-FRC-1)."""

    def slot(rules: Ruleset, rosters: Mapping[str, tuple[Roster, ...]]) -> tuple[Finding, ...]:
        found = core(rules, rosters)
        if not rules.on("WO-FRC-1"):
            return found
        limit = rules.count("WO-FRC-1", "max_points_per_side")
        for side, listed in rosters.items():
            points = sum(roster.points for roster in listed)
            make = permit if points <= limit else forbid
            found = (
                *found,
                make(
                    "WO-FRC-1",
                    "force.points",
                    side,
                    value=points,
                    limit=limit,
                    measure="points",
                    comparison="at_most",
                ),
            )
        return found

    return slot


def usual_structure(rules: Ruleset, battle: Battle) -> str:
    """Return the structure kind that a battle's kind presets, empty where kinds are mixed (WO-SCP-1)."""
    if not rules.on("WO-SCP-1"):
        return ""
    kind = rules.table("WO-SCP-1", "battle_kinds").get(battle.kind)
    return kind if isinstance(kind, str) and kind != "mixed" else ""


def check_start(core: slots.CheckStartSlot) -> slots.CheckStartSlot:
    """Say whether these rules are made for the kind of battle that begins (WO-SCP-1)."""

    def slot(rules: Ruleset, battle: Battle) -> tuple[Finding, ...]:
        found = core(rules, battle)
        if not rules.on("WO-SCP-1"):
            return found
        facts: dict[str, str | int] = {"battle_kind": battle.kind}
        if battle.kind not in rules.table("WO-SCP-1", "battle_kinds"):
            return (*found, warn("WO-SCP-1", "start.other_kind", facts=facts))
        usual = usual_structure(rules, battle)
        others = [s.id for s in battle.table.structures.values() if usual and s.kind != usual]
        if others:
            facts |= {"structure_kind": usual}
            return (*found, warn("WO-SCP-1", "start.other_structure", *others, facts=facts))
        return (*found, permit("WO-SCP-1", "start.kind", facts=facts))

    return slot
