"""Who may assault, whom, and how far: what is known before a model is moved (CL-ASLT-2 to 4, CL-ASLT-7)."""

from __future__ import annotations

from wolfling_gui.core.actions import NOTHING_SAID
from wolfling_gui.core.battle import Battle
from wolfling_gui.core.breakdown import Breakdown, Term
from wolfling_gui.core.dice import Dice
from wolfling_gui.core.forces import ConditionKind, Unit
from wolfling_gui.core.lengths import UNITS_PER_INCH, Length
from wolfling_gui.core.verdict import Finding
from wolfling_gui.rules.classic.shooting import may_assault
from wolfling_gui.rules.classic.unit_types import is_gun
from wolfling_gui.rules.engaged import in_positions
from wolfling_gui.rules.facts import line_between
from wolfling_gui.rules.findings import forbid, permit
from wolfling_gui.rules.rough import terrain_dice
from wolfling_gui.rules.ruleset import Ruleset
from wolfling_gui.rules.states import allowance

UNLIMITED: Length = 36 * UNITS_PER_INCH
"""How far assaults reach where no rule limits them, in units."""
STATES: tuple[ConditionKind, ...] = ("locked", "gone_to_ground", "falling_back", "turbo_boosted")


def may_declare(rules: Ruleset, battle: Battle, unit: Unit) -> tuple[Finding, ...]:
    """Say what keeps a unit from assaulting at all: its moment, its state, its type (CL-ASLT-2, CL-UT-12)."""
    found = [*rules.may_act(rules, battle, unit, "assault")]
    if rules.on("CL-ASLT-2"):
        blocked = rules.words("CL-ASLT-2", "blocked")
        found += [
            forbid("CL-ASLT-2", f"assault.state_{state}", unit.id)
            for state in STATES
            if state in blocked and unit.has(state)
        ]
    barred = unit.condition("no_assault")
    if barred is not None:
        found.append(forbid(barred.rule or "CL-SHOOT-10", "assault.barred", unit.id))
    guns = [m.id for m in battle.members(unit.id) if is_gun(m)]
    if guns and rules.on("CL-UT-12") and not rules.flag("CL-UT-12", "may_assault"):
        found.append(forbid("CL-UT-12", "assault.guns", unit.id, guns[0]))
    if unit.has("charged") and rules.on("CL-ASLT-3"):
        found.append(forbid("CL-ASLT-3", "assault.declared_once", unit.id))
    return tuple(found)


def check_target(rules: Ruleset, battle: Battle, unit: Unit, target: Unit) -> tuple[Finding, ...]:
    """Judge the unit named as target: an enemy, alive, and the one shot at if any (CL-ASLT-3)."""
    found = [f for f in may_assault(rules, battle, unit, target) if f.says != "assault.barred"]
    if target.side == unit.side:
        found.append(forbid("CL-ASLT-3", "assault.own_side", unit.id, target.id))
    if not battle.members(target.id):
        found.append(forbid("CL-ASLT-3", "assault.target_gone", target.id))
    if rules.on("CL-ASLT-3") and rules.flag("CL-ASLT-3", "line_of_sight_needed"):
        members = battle.standing(unit.id)
        placed = members and in_positions(battle, (unit.id, target.id))
        if placed and not any(line_between(rules, battle, m, target, NOTHING_SAID).seen for m in members):
            found.append(forbid("CL-ASLT-3", "assault.unseen", unit.id, target.id))
    return tuple(found)


def reach(rules: Ruleset, battle: Battle, unit: Unit) -> Breakdown:
    """Return how far the unit's assault move reaches now, by the dice for difficult ground if rolled."""
    rolled = allowance(unit, "assault")
    faces = () if rolled is None else (rolled // UNITS_PER_INCH,)
    found = rules.assault_reach(rules, battle, unit, faces)
    if rules.on("CL-ASLT-4"):
        return found
    return found.plus(Term("CL-ASLT-4", "set", UNLIMITED, "why.no_reach"))


def plan_terrain_roll(rules: Ruleset, battle: Battle, unit: Unit) -> tuple[Dice | None, tuple[Finding, ...]]:
    """Judge the roll for an assault through difficult ground, made before the models move (CL-ASLT-7)."""
    found = [*may_declare(rules, battle, unit)]
    if not rules.on("CL-ASLT-7"):
        found.append(forbid("CL-ASLT-7", "assault.not_slowed", unit.id))
    if allowance(unit, "assault") is not None:
        found.append(forbid("CL-GEN-4", "move.rolled_already", unit.id))
    dice = Dice(terrain_dice(rules, battle, unit, "assault").total)
    return dice, (*found, permit("CL-ASLT-7", "assault.may_roll_terrain", unit.id))


def takes_highest(rules: Ruleset) -> bool:
    """Tell whether the highest of the dice for difficult ground is how far an assault goes (CL-ASLT-7)."""
    return rules.catalogue.word("CL-ASLT-7", "pick") == "highest"
