"""Unit types: how far each moves, what slows it, where it may stand (CL-UT)."""

from __future__ import annotations

from collections.abc import Mapping

from wolfling_gui.core.actions import Move, MoveMode, Path
from wolfling_gui.core.battle import Battle
from wolfling_gui.core.breakdown import Breakdown, Term
from wolfling_gui.core.forces import Unit
from wolfling_gui.core.lengths import UNITS_PER_INCH
from wolfling_gui.rules.ruleset import Ruleset
from wolfling_gui.rules.states import allowance


def row(rules: Ruleset, unit_type: str) -> Mapping[str | int, object]:
    """Return a unit type's line of the move table (CL-UT-1)."""
    found = rules.table("CL-UT-1", "table").get(unit_type)
    return found if isinstance(found, Mapping) else {}


def terrain_row(rules: Ruleset, unit_type: str) -> Mapping[str | int, object]:
    """Return a unit type's line of the terrain table (CL-UT-2)."""
    key = "artillery_crew" if unit_type == "artillery" else unit_type
    found = rules.table("CL-UT-2", "table").get(key)
    return found if isinstance(found, Mapping) else {}


def flies(rules: Ruleset, unit_type: str, mode: MoveMode) -> bool:
    """Tell whether a model passes over other models and terrain in this way of moving (CL-UT-3, CL-UT-6)."""
    if unit_type == "jump_infantry":
        return mode == "packs" and rules.flag("CL-UT-3", "may_cross_models")
    if unit_type == "jetbike":
        return mode in ("foot", "packs") and rules.flag("CL-UT-6", "may_cross_models")
    return False


def base_move(rules: Ruleset, unit_type: str, mode: MoveMode) -> Term:
    """Return how far a type moves in inches before anything changes it, as the first term of its limit."""
    if unit_type == "jump_infantry":
        if mode == "packs":
            return Term("CL-UT-3", "base", rules.inches("CL-UT-3", "jump_move_inches"), "why.move_packs")
        return Term("CL-UT-3", "base", rules.inches("CL-UT-3", "foot_move_inches"), "why.move_on_foot")
    inches = row(rules, unit_type).get("move")
    value = inches * UNITS_PER_INCH if isinstance(inches, int) else 0
    return Term("CL-UT-1", "base", value, "why.move_type", (unit_type,))


def move_limit(rules: Ruleset, battle: Battle, unit: Unit, action: Move) -> Breakdown:
    """Give how far each model of a unit may move in this way, in units: its slowest model decides (CL-UT-13).

    What dice allow (difficult terrain, a run) is an upper bound left by an earlier roll.
    """
    members = battle.members(unit.id)
    mode = action.mode
    if mode == "run":
        rolled = allowance(unit, "run") or 0
        return Breakdown("inches", (Term("CL-MOVE-10", "base", rolled, "why.run"),))
    moves = [base_move(rules, m.profile.unit_type, mode) for m in members]
    slowest = min(moves, key=lambda term: term.value)
    terms = [slowest]
    if len({term.value for term in moves}) > 1 and rules.on("CL-UT-13"):
        terms.append(Term("CL-UT-13", "at_most", slowest.value, "why.slowest"))
    rolled_terrain = allowance(unit, mode)
    if rolled_terrain is not None:
        terms.append(Term("CL-TERR-2", "at_most", rolled_terrain, "why.difficult_roll"))
    return Breakdown("inches", tuple(terms))


def may_run(rules: Ruleset, unit_type: str) -> bool:
    """Tell whether a type can run (CL-MOVE-11)."""
    if rules.on("CL-MOVE-11") and unit_type in rules.words("CL-MOVE-11", "cannot_run"):
        return False
    return bool(row(rules, unit_type).get("run", True))


def has_fleet(rules: Ruleset, battle: Battle, unit: Unit) -> bool:
    """Tell whether the whole unit has Fleet: by a rule, or as beasts and cavalry (CL-UT-7)."""
    if "fleet" in unit.rules:
        return True
    born = rules.on("CL-UT-7") and rules.flag("CL-UT-7", "fleet")
    return all(
        "fleet" in m.profile.rules or (born and m.profile.unit_type in ("beast", "cavalry"))
        for m in battle.members(unit.id)
    )


def fleet_stopped(rules: Ruleset, battle: Battle, unit: Unit, paths: Mapping[str, Path]) -> str:
    """Give the rule against assaulting after a run: the run's own, unless the unit is fleet (CL-USR-7)."""
    if rules.flag("CL-MOVE-10", "may_assault_after"):
        return ""
    fleet = has_fleet(rules, battle, unit) and rules.on("CL-USR-7")
    return "" if fleet and rules.flag("CL-USR-7", "assault_after_run") else "CL-MOVE-10"


def is_slowed(rules: Ruleset, unit_type: str, mode: MoveMode) -> bool:
    """Tell whether a type rolls for difficult terrain when it moves this way (CL-UT-2).

    Jump infantry that walks is slowed as infantry (CL-UT-3).
    """
    if mode == "run":
        return rules.flag("CL-MOVE-10", "slowed_by_difficult")
    if unit_type == "jump_infantry" and mode == "foot":
        unit_type = "infantry"
    return bool(terrain_row(rules, unit_type).get("slowed", True))


def danger_when(rules: Ruleset, unit_type: str, mode: MoveMode) -> str:
    """Tell when a type tests for danger: "if_dangerous", "starts_or_ends" or "always" (CL-UT-2)."""
    if unit_type == "jump_infantry" and mode != "packs":
        unit_type = "infantry"
    return str(terrain_row(rules, unit_type).get("dangerous_test", "if_dangerous"))


def may_stand_upstairs(rules: Ruleset, unit_type: str) -> bool:
    """Tell whether a type may stand above the ground floor of a ruin (CL-TERR-9, CL-UT-7)."""
    if (
        unit_type in ("beast", "cavalry")
        and rules.on("CL-UT-7")
        and not rules.flag("CL-UT-7", "upper_floors")
    ):
        return False
    return not rules.on("CL-TERR-9") or unit_type in rules.words("CL-TERR-9", "allowed")
