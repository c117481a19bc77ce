"""Unit types: how far each moves, what slows it, where it may stand (CL-UT)."""

from __future__ import annotations

from collections.abc import Mapping

from wolfling_gui.core.actions import Move, MoveMode, Path
from wolfling_gui.core.battle import Battle
from wolfling_gui.core.breakdown import Breakdown, Term
from wolfling_gui.core.forces import Model, Unit
from wolfling_gui.core.lengths import UNITS_PER_INCH
from wolfling_gui.core.verdict import Finding
from wolfling_gui.rules.findings import forbid
from wolfling_gui.rules.ruleset import Ruleset
from wolfling_gui.rules.states import allowance, has_regrouped, rules_of

RUNNERS = ("beast", "cavalry")
"""The types that CL-UT-7 is about."""


def row(rules: Ruleset, unit_type: str) -> Mapping[str | int, object]:
    """Return a unit type's line of the move table (CL-UT-1); with that rule off all go as infantry."""
    table = rules.table("CL-UT-1", "table")
    found = table.get(unit_type if rules.on("CL-UT-1") else "infantry")
    return found if isinstance(found, Mapping) else {}


def is_gun(model: Model) -> bool:
    """Tell whether a model of artillery is a gun and not of its crew (CL-UT-11): its profile says so."""
    return model.profile.unit_type == "artillery" and "gun" in model.profile.rules


def terrain_row(rules: Ruleset, model: Model) -> Mapping[str | int, object]:
    """Return the line of the terrain table that a model goes by (CL-UT-2)."""
    key: str = model.profile.unit_type
    if key == "artillery":
        key = "artillery_gun" if is_gun(model) else "artillery_crew"
    return _types_row(rules, key)


def _types_row(rules: Ruleset, key: str) -> Mapping[str | int, object]:
    found = rules.table("CL-UT-2", "table").get(key)
    return found if isinstance(found, Mapping) else {}


def flies(rules: Ruleset, unit_type: str, mode: MoveMode) -> bool:
    """Tell whether a model passes over other models and terrain in this way of moving (CL-UT-3, CL-UT-6)."""
    if unit_type == "jump_infantry":
        packs = mode == "packs" and rules.on("CL-UT-3")
        return packs and rules.flag("CL-UT-3", "may_cross_models")
    if unit_type == "jetbike":
        free = mode in ("foot", "packs", "boost") and rules.on("CL-UT-6")
        return free and rules.flag("CL-UT-6", "may_cross_models")
    return False


def base_move(rules: Ruleset, unit_type: str, mode: MoveMode) -> Term:
    """Return how far a type moves in inches before anything changes it, as the first term of its limit.

    With their own rule off jump infantry goes as infantry, jetbikes as bikes.
    """
    if mode == "boost" and rules.on("CL-USR-22"):
        return Term("CL-USR-22", "base", rules.inches("CL-USR-22", "move_inches"), "why.boost")
    if unit_type == "jump_infantry" and rules.on("CL-UT-3"):
        if mode == "packs":
            return Term("CL-UT-3", "base", rules.inches("CL-UT-3", "jump_move_inches"), "why.move_packs")
        return Term("CL-UT-3", "base", rules.inches("CL-UT-3", "foot_move_inches"), "why.move_on_foot")
    if unit_type == "jetbike" and rules.on("CL-UT-6"):
        reach = rules.inches("CL-UT-6", "move_inches")
        return Term("CL-UT-6", "base", reach, "why.move_type", (unit_type,))
    known = {"jump_infantry": "infantry", "jetbike": "bike"}.get(unit_type, unit_type)
    inches = row(rules, known).get("move")
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
        terms = [Term("CL-MOVE-10", "base", rolled, "why.run")]
        slowing = allowance(unit, "foot") if slows_runs(rules) else None
        if slowing is not None:
            terms.append(Term("CL-TERR-2", "at_most", slowing, "why.difficult_roll"))
        return Breakdown("inches", tuple(terms))
    moves = [base_move(rules, m.profile.unit_type, mode) for m in members]
    slowest = min(moves, key=lambda term: term.value)
    terms = [slowest]
    if len({term.value for term in moves}) > 1:
        if rules.on("CL-UT-13"):
            terms.append(Term("CL-UT-13", "at_most", slowest.value, "why.slowest"))
        else:
            terms = [max(moves, key=lambda term: term.value)]
    if has_regrouped(unit):
        reach = rules.inches("CL-MOR-13", "move_inches")
        terms.append(Term("CL-MOR-13", "at_most", reach, "why.regrouping"))
    rolled_terrain = allowance(unit, mode)
    if rolled_terrain is not None:
        terms.append(Term("CL-TERR-2", "at_most", rolled_terrain, "why.difficult_roll"))
    return Breakdown("inches", tuple(terms))


def running_allowed(rules: Ruleset, battle: Battle, unit: Unit) -> bool:
    """Tell whether units run at all; where they do not, those with Fleet still do (CL-MOVE-10)."""
    if not rules.on("CL-MOVE-10"):
        return False
    return rules.flag("CL-MOVE-10", "enabled") or (rules.on("CL-USR-7") and has_fleet(rules, battle, unit))


def slows_runs(rules: Ruleset) -> bool:
    """Tell whether difficult ground slows a run, too, by a house rule (CL-MOVE-10)."""
    return rules.flag("CL-MOVE-10", "slowed_by_difficult")


def may_run(rules: Ruleset, unit_type: str) -> bool:
    """Tell whether a type can run (CL-MOVE-11)."""
    return not (rules.on("CL-MOVE-11") and unit_type in rules.words("CL-MOVE-11", "cannot_run"))


def cannot_run(rules: Ruleset, battle: Battle, unit: Unit) -> tuple[Model, ...]:
    """Return the models whose type keeps the unit from running: one is enough (CL-MOVE-11, CL-UT-13)."""
    members = battle.members(unit.id)
    slow = tuple(m for m in members if not may_run(rules, m.profile.unit_type))
    return slow if rules.on("CL-UT-13") or len(slow) == len(members) else ()


def slowed(rules: Ruleset, battle: Battle, unit: Unit, mode: MoveMode) -> bool:
    """Tell whether a unit rolls for difficult ground: one model that does binds it (CL-UT-2, CL-UT-13)."""
    found = [is_slowed(rules, m, mode) for m in battle.members(unit.id)]
    return any(found) if rules.on("CL-UT-13") else bool(found) and all(found)


def is_slow(rules: Ruleset, battle: Battle, unit: Unit) -> bool:
    """Tell whether a unit makes every move as through difficult terrain, for one that does (CL-USR-17)."""
    if not rules.on("CL-USR-17") or not rules.flag("CL-USR-17", "always_difficult"):
        return False
    rule = "slow_and_purposeful"
    return rule in unit.rules or any(rule in m.profile.rules for m in battle.members(unit.id))


def has_fleet(rules: Ruleset, battle: Battle, unit: Unit) -> bool:
    """Tell whether the whole unit has Fleet: by a rule, or as beasts and cavalry (CL-UT-7)."""
    born = rules.on("CL-UT-7") and rules.flag("CL-UT-7", "fleet")
    return all(
        "fleet" in rules_of(rules, unit, m) or (born and m.profile.unit_type in RUNNERS)
        for m in battle.members(unit.id)
    )


def fleet_stopped(rules: Ruleset, battle: Battle, unit: Unit, paths: Mapping[str, Path]) -> str:
    """Give the rule against assaulting after a run: the run's own, unless the unit is fleet (CL-USR-7)."""
    if rules.flag("CL-MOVE-10", "may_assault_after"):
        return ""
    fleet = has_fleet(rules, battle, unit) and rules.on("CL-USR-7")
    return "" if fleet and rules.flag("CL-USR-7", "assault_after_run") else "CL-MOVE-10"


def is_slowed(rules: Ruleset, model: Model, mode: MoveMode) -> bool:
    """Tell whether a model rolls for difficult terrain when it moves this way (CL-UT-2).

    Jump infantry that walks is slowed as infantry (CL-UT-3).
    """
    if mode == "run":
        return slows_runs(rules)
    if not rules.on("CL-UT-2"):
        return True
    if model.profile.unit_type == "jump_infantry" and mode == "assault":
        return not rules.on("CL-UT-4") or rules.flag("CL-UT-4", "assault_slowed")
    if model.profile.unit_type == "jump_infantry" and mode == "foot":
        return True
    return bool(terrain_row(rules, model).get("slowed", True))


def danger_when(rules: Ruleset, model: Model, mode: MoveMode) -> str:
    """Tell when a model tests for danger: "if_dangerous", "starts_or_ends" or "always" (CL-UT-2)."""
    if not rules.on("CL-UT-2") or (model.profile.unit_type == "jump_infantry" and mode != "packs"):
        return "if_dangerous"
    if mode == "assault" and model.profile.unit_type == "jetbike" and rules.on("CL-UT-6"):
        return str(_types_row(rules, rules.catalogue.word("CL-UT-6", "assault_as")).get("dangerous_test"))
    return str(terrain_row(rules, model).get("dangerous_test", "if_dangerous"))


def may_stand_upstairs(rules: Ruleset, unit_type: str) -> bool:
    """Tell whether a type may stand above the ground floor of a ruin (CL-TERR-9, CL-UT-7)."""
    if unit_type in RUNNERS and rules.on("CL-UT-7"):
        return rules.flag("CL-UT-7", "upper_floors")
    return not rules.on("CL-TERR-9") or unit_type in rules.words("CL-TERR-9", "allowed")


def is_relentless(rules: Ruleset, unit: Unit, model: Model, what: str = "") -> bool:
    """Tell whether a model always fires as if it stood still: bikes, monsters, and by its own rules.

    Relentless ones (CL-USR-14) and the slow and purposeful (CL-USR-17) do; `what` names one of the two things
    that CL-USR-14 gives: counts_stationary or assault_after.
    """
    kind = model.profile.unit_type
    if kind in ("bike", "jetbike") and rules.on("CL-UT-5") and rules.flag("CL-UT-5", "relentless"):
        return True
    if kind == "monstrous_creature" and rules.on("CL-UT-8") and rules.flag("CL-UT-8", "relentless"):
        return True
    own = rules_of(rules, unit, model)
    slow = "slow_and_purposeful" in own and rules.on("CL-USR-17") and rules.flag("CL-USR-17", "relentless")
    if not slow and "relentless" not in own:
        return False
    return rules.on("CL-USR-14") and (not what or rules.flag("CL-USR-14", what))


def weapons_allowed(rules: Ruleset, model: Model) -> tuple[int | None, str]:
    """Return how many weapons a model may fire in a phase, and the rule; None is no limit (CL-SHOOT-6)."""
    kind = model.profile.unit_type
    if kind == "monstrous_creature" and rules.on("CL-UT-8"):
        return rules.count("CL-UT-8", "weapons_per_phase"), "CL-UT-8"
    if not rules.on("CL-SHOOT-6"):
        return None, "CL-SHOOT-6"
    if kind in ("bike", "jetbike") and rules.on("CL-UT-5"):
        riders = 2 if "two_riders" in model.profile.rules else 1
        return riders * rules.count("CL-UT-5", "weapons_per_rider"), "CL-UT-5"
    return rules.count("CL-SHOOT-6", "weapons_per_model"), "CL-SHOOT-6"


def gun_crew(rules: Ruleset, battle: Battle, unit: Unit) -> tuple[Finding, ...]:
    """Refuse the move of an artillery unit with fewer crew than its guns need (CL-UT-11)."""
    if not rules.on("CL-UT-11"):
        return ()
    guns = [m for m in battle.members(unit.id) if is_gun(m)]
    crew = len(battle.members(unit.id)) - len(guns)
    needed = len(guns) * rules.count("CL-UT-11", "crew_per_gun_to_move")
    if crew >= needed:
        return ()
    return (
        forbid(
            "CL-UT-11", "move.too_few_crew", unit.id,
            value=crew, limit=needed, measure="count", comparison="at_least",
        ),
    )  # fmt: skip


def assault_reach(rules: Ruleset, battle: Battle, unit: Unit, faces: tuple[int, ...] = ()) -> Breakdown:
    """Give how far a unit's assault move reaches in units: its slowest model decides (CL-UT-13).

    `faces` are the dice of difficult ground on the way; without them there is none. Beasts and cavalry double
    the highest (CL-UT-7), jump infantry goes on foot (CL-UT-4), bikes are not slowed (CL-UT-2).
    """
    each = [_assault_terms(rules, model, faces) for model in battle.members(unit.id)]
    terms = min(each, key=lambda one: Breakdown("inches", one).total)
    if len({Breakdown("inches", one).total for one in each}) > 1 and rules.on("CL-UT-13"):
        slowest = Term("CL-UT-13", "at_most", Breakdown("inches", terms).total, "why.slowest")
        return Breakdown("inches", (*terms, slowest))
    return Breakdown("inches", terms)


def _assault_terms(rules: Ruleset, model: Model, faces: tuple[int, ...]) -> tuple[Term, ...]:
    kind = model.profile.unit_type
    rolled = max(faces, default=0) * UNITS_PER_INCH
    difficult = Term("CL-TERR-2", "at_most", rolled, "why.difficult_roll")
    if kind in RUNNERS and rules.on("CL-UT-7"):
        base = Term("CL-UT-7", "base", rules.inches("CL-UT-7", "assault_inches"), "why.assault_type", (kind,))
        doubled = rolled * rules.count("CL-UT-7", "terrain_assault_multiplier")
        return (base, Term("CL-UT-7", "at_most", doubled, "why.difficult_doubled")) if faces else (base,)
    if kind == "jump_infantry" and rules.on("CL-UT-4"):
        base = Term("CL-UT-4", "base", rules.inches("CL-UT-4", "assault_inches"), "why.assault_type", (kind,))
        return (base, difficult) if faces and rules.flag("CL-UT-4", "assault_slowed") else (base,)
    inches = row(rules, kind).get("assault")
    value = inches * UNITS_PER_INCH if isinstance(inches, int) else 0
    base = Term("CL-UT-1", "base", value, "why.assault_type", (kind,))
    known = bool(terrain_row(rules, model).get("slowed", True)) or not rules.on("CL-UT-2")
    return (base, difficult) if faces and known else (base,)


def fall_back_dice(rules: Ruleset, battle: Battle, unit: Unit) -> tuple[str, str]:
    """Give the dice a unit falls back by, and their rule: those of its slowest model (CL-UT-1, CL-UT-13)."""
    found = [_fall_back(rules, m) for m in battle.members(unit.id)]
    if not rules.on("CL-UT-13"):
        return max(found)
    dice, rule = min(found)
    return dice, "CL-UT-13" if len({one for one, _ in found}) > 1 else rule


def _fall_back(rules: Ruleset, model: Model) -> tuple[str, str]:
    kind = model.profile.unit_type
    on_foot = kind == "jump_infantry" and rules.on("CL-UT-4")
    if on_foot and not rules.flag("CL-UT-4", "fall_back_uses_packs"):
        return str(row(rules, "infantry").get("fall_back")), "CL-UT-4"
    return str(row(rules, kind).get("fall_back")), "CL-UT-1"
