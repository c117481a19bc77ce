"""What each weapon type may do: shots by range and movement, and what it means for a later assault."""

from __future__ import annotations

from wolfling_gui.core.battle import Battle
from wolfling_gui.core.breakdown import Breakdown, Term
from wolfling_gui.core.forces import Model, Unit, Weapon
from wolfling_gui.core.lengths import to_inches
from wolfling_gui.rules.classic.abilities import is_ordnance, spread_of
from wolfling_gui.rules.classic.unit_types import is_relentless
from wolfling_gui.rules.ruleset import Ruleset
from wolfling_gui.rules.slots import ShotContext

TYPE_RULE = {
    "rapid_fire": "CL-WPN-1",
    "assault": "CL-WPN-2",
    "heavy": "CL-WPN-3",
    "pistol": "CL-WPN-4",
    "ordnance": "CL-WPN-5",
}


def is_ranged(weapon: Weapon) -> bool:
    """Tell whether a weapon is fired in the Shooting phase."""
    return weapon.type != "close_combat"


def is_plain(rules: Ruleset, weapon: Weapon) -> bool:
    """Tell whether a weapon rolls to hit shot by shot: neither blast nor template."""
    return is_ranged(weapon) and not spread_of(rules, weapon)


def weapon_range(rules: Ruleset, weapon: Weapon) -> int:
    """Return a weapon's range in units; a pistol without one reaches 12 inches (CL-WPN-4)."""
    if weapon.range or weapon.type != "pistol":
        return weapon.range
    return rules.inches("CL-WPN-4", "default_range_inches")


def is_indirect(rules: Ruleset, weapon: Weapon) -> bool:
    """Tell whether a weapon may fire at what its firer does not see (CL-LOS-5)."""
    return rules.on("CL-LOS-5") and bool(set(weapon.rules) & set(rules.words("CL-LOS-5", "indirect_types")))


def choose_weapon(rules: Ruleset, model: Model, wanted: str) -> Weapon | None:
    """Return the named weapon of a model; without a name its first plain one, else a ranged one."""
    if wanted:
        return next((weapon for weapon in model.weapons if weapon.name == wanted), None)
    ranged = [weapon for weapon in model.weapons if is_ranged(weapon)]
    return next((weapon for weapon in ranged if is_plain(rules, weapon)), ranged[0] if ranged else None)


def shots(rules: Ruleset, battle: Battle, shot: ShotContext) -> Breakdown:
    """Give how many dice a weapon rolls, by its type, its range to the target and whether its unit moved.

    A weapon out of range, or one that may not fire after moving, gives 0 (CL-SHOOT-5, CL-SHOOT-9).
    """
    weapon = shot.weapon
    rule = TYPE_RULE[weapon.type]
    reach = weapon_range(rules, weapon)
    laid = spread_of(rules, weapon)
    if laid != "template" and rules.on("CL-SHOOT-5") and not rules.within(shot.range, reach):
        base = Term(rule, "base", weapon.shots, "why.shots_listed")
        return Breakdown("shots", (base, Term("CL-SHOOT-5", "set", 0, "why.out_of_range")))
    moved = shot.moved and rules.on("CL-SHOOT-9") and not stands_still(rules, shot.firer, shot.unit)
    if shot.moved and is_ordnance(rules, weapon):
        base = Term(rule, "base", weapon.shots, "why.shots_listed")
        return Breakdown("shots", (base, Term("CL-WPN-5", "set", 0, "why.moved")))
    match weapon.type:
        case "rapid_fire":
            return _rapid_fire(rules, shot, moved)
        case "heavy":
            base = Term(rule, "base", weapon.shots, "why.shots_listed")
            if rules.on("CL-WPN-3") and moved:
                after_moving = rules.count("CL-WPN-3", "shots_moved")
                return Breakdown("shots", (base, Term("CL-WPN-3", "set", after_moving, "why.moved")))
            return Breakdown("shots", (base,))
        case "pistol":
            count = weapon.shots if weapon.shots > 1 else rules.count("CL-WPN-4", "shots")
            return Breakdown("shots", (Term(rule, "base", count, "why.pistol"),))
        case _:
            return Breakdown("shots", (Term(rule, "base", weapon.shots, "why.shots_listed"),))


def stands_still(rules: Ruleset, firer: Model, unit: Unit) -> bool:
    """Tell whether a model fires as if it had not moved (CL-USR-14, CL-USR-17)."""
    return is_relentless(rules, unit, firer, "counts_stationary")


def _rapid_fire(rules: Ruleset, shot: ShotContext, moved: bool) -> Breakdown:
    if not rules.on("CL-WPN-1"):
        return Breakdown("shots", (Term("CL-WPN-1", "base", shot.weapon.shots, "why.shots_listed"),))
    short = rules.inches("CL-WPN-1", "short_inches")
    if rules.within(shot.range, short):
        count = rules.count("CL-WPN-1", "short_shots")
        near = Term("CL-WPN-1", "base", count, "why.rapid_near", (f"{to_inches(short):g}",))
        return Breakdown("shots", (near,))
    count = rules.count("CL-WPN-1", "long_shots")
    far = Term("CL-WPN-1", "base", count, "why.rapid_far", (f"{to_inches(short):g}",))
    if moved and rules.flag("CL-WPN-1", "long_needs_stationary"):
        return Breakdown("shots", (far, Term("CL-SHOOT-9", "set", 0, "why.moved")))
    return Breakdown("shots", (far,))


def bars_assault(rules: Ruleset, weapon: Weapon, unit: Unit, firer: Model) -> bool:
    """Tell whether a model that fires the weapon keeps its unit from assaulting this turn (CL-SHOOT-10).

    Ordnance keeps even relentless ones from it (CL-WPN-5).
    """
    if is_ordnance(rules, weapon):
        return True
    if not rules.on("CL-SHOOT-10") or is_relentless(rules, unit, firer, "assault_after"):
        return False
    if weapon.type == "assault" and rules.on("CL-WPN-2") and rules.flag("CL-WPN-2", "bars_assault"):
        return True
    if weapon.type == "heavy" and rules.on("CL-WPN-3") and not rules.flag("CL-WPN-3", "bars_assault"):
        return False
    return weapon.type in rules.words("CL-SHOOT-10", "no_assault_after")
