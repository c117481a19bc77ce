"""Blows in numbers: Initiative, attacks, Strength, what hits, and what close combat weapons do (CL-CCW)."""

from __future__ import annotations

from collections.abc import Collection, Iterable

import msgspec

from wolfling_gui.core.battle import Battle
from wolfling_gui.core.breakdown import Breakdown, Term
from wolfling_gui.core.forces import Model, Unit, Weapon
from wolfling_gui.rules import engaged
from wolfling_gui.rules.classic import abilities
from wolfling_gui.rules.classic.profiles import limits, majority
from wolfling_gui.rules.classic.unit_types import is_gun
from wolfling_gui.rules.ruleset import Ruleset
from wolfling_gui.rules.special_rules import as_rule, gear_of

BARE = Weapon("Close combat", "close_combat", s=0)
"""What a model strikes with that carries nothing for it."""
FISTS = ("energy_fist", "shock_hammer")
PAIRED = (*FISTS, "paired_claw")
"""Weapons that give a further attack only beside another of their kind."""
HARMLESS = {"two_handed", "twin_linked"}
"""What may be said of a weapon without making it special in close combat."""
KINDS = {
    "energy_weapon": "CL-CCW-2",
    "energy_fist": "CL-CCW-3",
    "paired_claw": "CL-CCW-4",
    "shock_hammer": "CL-CCW-5",
}
"""The rule of each kind of weapon that denies armour."""


def fighters(rules: Ruleset, battle: Battle, unit: str) -> tuple[Model, ...]:
    """Return the living models of a unit that fight and are struck: guns are neither (CL-UT-12)."""
    members = battle.members(unit)
    return tuple(m for m in members if not (is_gun(m) and rules.on("CL-UT-12")))


# ---------------------------------------------------------------------- weapons


def is_special(weapon: Weapon) -> bool:
    """Tell whether a close combat weapon has rules of its own (CL-CCW-6)."""
    return weapon.type == "close_combat" and bool(set(weapon.rules) - HARMLESS or weapon.s)


def choices(rules: Ruleset, model: Model) -> tuple[Weapon, ...]:
    """Return the weapons a model can strike with: its special ones if any, of each kind one (CL-CCW-6)."""
    carried = [w for w in model.weapons if w.type == "close_combat"]
    special = [w for w in carried if is_special(w)]
    plain = [w for w in carried if not is_special(w)][:1] or [BARE]
    if not special:
        return (plain[0],)
    once = {w.name: w for w in special}
    return tuple(once.values()) if rules.on("CL-CCW-6") else (*once.values(), *plain)


def _one_handed(weapon: Weapon) -> bool:
    return weapon.type in ("close_combat", "pistol") and "two_handed" not in weapon.rules


def _kind(weapon: Weapon) -> str:
    return next((kind for kind in PAIRED if kind in weapon.rules), "")


def second_weapon(rules: Ruleset, model: Model, weapon: Weapon) -> Term | None:
    """Return the further attack of a second one-handed weapon beside the one used (CL-CCW-1 to CL-CCW-6)."""
    if not rules.on("CL-CCW-1") or not _one_handed(weapon):
        return None
    held = [w for w in model.weapons if _one_handed(w)]
    armed = weapon in held
    if armed:
        held.remove(weapon)
    hands = rules.count("CL-CCW-1", "hands_needed")
    bonus = Term("CL-CCW-1", "add", rules.count("CL-CCW-1", "bonus"), "why.two_weapons")
    kind = _kind(weapon)
    if kind and rules.on(KINDS[kind]):
        held = [w for w in held if _kind(w) == kind]
    elif is_special(weapon) and rules.on("CL-CCW-6"):
        others = [w for w in held if is_special(w) and w.name != weapon.name]
        if others:
            value = rules.count("CL-CCW-6", "two_different_specials_bonus")
            return Term("CL-CCW-6", "add", value, "why.two_specials") if value else None
    return bonus if len(held) + armed >= hands else None


def struck_with(rules: Ruleset, battle: Battle, model: Model, weapon: Weapon) -> Weapon:
    """Return a weapon as its blows count: the striker's Strength, no AP, and whether armour helps.

    Energy weapons of all kinds and monstrous creatures leave no armour save (CL-CCW-2 to 5, CL-UT-9); rending
    and poison work as they do in shooting (CL-CCW-7).
    """
    tags: list[str] = []
    creature = model.profile.unit_type == "monstrous_creature" and rules.on("CL-UT-9")
    armour_denied = creature and rules.flag("CL-UT-9", "ignores_armour_in_assault")
    for kind, rule in KINDS.items():
        denies = kind in weapon.rules and rules.on(rule) and rules.on("CL-CCW-2")
        armour_denied = armour_denied or (denies and not rules.flag("CL-CCW-2", "armour_save"))
    if armour_denied:
        tags.append("no_armour_save")
    for tag in weapon.rules:
        fixed = tag.startswith(("poisoned", "wounds_on", "rending"))
        if (fixed and rules.on("CL-CCW-7")) or (not fixed and tag != "two_handed"):
            tags.append(tag)
    return Weapon(
        weapon.name, "close_combat", 0, strength(rules, battle, model, weapon).total, 0, 1, tuple(tags)
    )


def strength(rules: Ruleset, battle: Battle, model: Model, weapon: Weapon) -> Breakdown:
    """Give the Strength of a model's blows, multiplied before anything is added (CL-ASLT-17, CL-GEN-3)."""
    own = weapon.s or model.profile.s
    terms = [Term("CL-ASLT-17", "base", own, "why.own_strength", (str(own),))]
    if any(kind in weapon.rules for kind in FISTS) and rules.on("CL-CCW-3"):
        terms.append(Term("CL-CCW-3", "multiply", rules.count("CL-CCW-3", "strength_multiplier"), "why.fist"))
    if _furious(rules, battle, model):
        terms.append(Term("CL-USR-8", "add", rules.count("CL-USR-8", "strength"), "why.furious"))
    return Breakdown("strength", (*terms, *limits(rules)))


def _furious(rules: Ruleset, battle: Battle, model: Model) -> bool:
    """Tell whether a model charges furiously this turn (CL-USR-8)."""
    unit = battle.units[model.unit]
    bears = "furious_charge" in (*unit.rules, *model.profile.rules)
    return bears and rules.on("CL-USR-8") and bool(engaged.charged(battle, unit.id))


# ---------------------------------------------------------------------- when and how often


def own_initiative(rules: Ruleset, battle: Battle, model: Model) -> Breakdown:
    """Give a model's Initiative in this fight whatever it strikes with: charge, ground, daze (CL-ASLT-8)."""
    unit = battle.units[model.unit]
    value = model.profile.i
    terms = [Term("CL-ASLT-14", "base", value, "why.own_initiative", (str(value),))]
    if _furious(rules, battle, model):
        terms.append(Term("CL-USR-8", "add", rules.count("CL-USR-8", "initiative"), "why.furious"))
    terms += limits(rules)
    if unit.has("slowed_charge") and rules.on("CL-ASLT-8"):
        slowed = Term("CL-ASLT-8", "set", rules.count("CL-ASLT-8", "initiative"), "why.slowed_charge")
        by = spared_by(rules, battle, model)
        terms.append(msgspec.structs.replace(slowed, dropped=by) if by else slowed)
    if any(c.kind == "dazed" and c.about == model.id for c in unit.conditions) and rules.on("CL-CCW-5"):
        terms.append(Term("CL-CCW-5", "set", rules.count("CL-CCW-5", "stun_initiative"), "why.dazed"))
    return Breakdown("count", tuple(terms))


def spared_by(rules: Ruleset, battle: Battle, model: Model) -> str:
    """Return the rule that spares a model the Initiative of 1 after bad ground, empty when none does."""
    exempt = rules.words("CL-ASLT-8", "exempt")
    unit = battle.units[model.unit]
    if "assault_grenades" in exempt and bears_gear(unit, model, "assault_grenades"):
        return "CL-ASLT-8"
    targets = engaged.charged(battle, unit.id)
    if not targets:
        return ""
    if "target_locked_from_before" in exempt and all(engaged.was(battle, t, "locked") for t in targets):
        return "CL-ASLT-8"
    down = all(engaged.was(battle, t, "gone_to_ground") for t in targets)
    ground = rules.on("CL-ASLT-31") and not rules.flag("CL-ASLT-31", "terrain_penalty_applies")
    return "CL-ASLT-31" if down and ground and "target_gone_to_ground" in exempt else ""


def bears_gear(unit: Unit, model: Model, gear: str) -> bool:
    """Tell whether a model carries something, by its own gear or by a rule of it or its unit."""
    return gear in gear_of(model) or gear in (*model.profile.rules, *unit.rules)


def initiative(rules: Ruleset, battle: Battle, model: Model, weapon: Weapon) -> Breakdown:
    """Give the step at which a model strikes with a weapon: fists always strike last (CL-CCW-3)."""
    found = own_initiative(rules, battle, model)
    if any(kind in weapon.rules for kind in FISTS) and rules.on("CL-CCW-3"):
        found = found.plus(Term("CL-CCW-3", "set", rules.count("CL-CCW-3", "initiative"), "why.fist_last"))
    return found


def attacks(rules: Ruleset, battle: Battle, model: Model, weapon: Weapon, *, countering: bool) -> Breakdown:
    """Give how many dice a model rolls with a weapon (CL-ASLT-15)."""
    unit = battle.units[model.unit]
    value = model.profile.a
    terms = [Term("CL-ASLT-15", "base", value, "why.own_attacks", (str(value),))]
    if engaged.charged(battle, unit.id) and rules.on("CL-ASLT-15"):
        bonus = Term("CL-ASLT-15", "add", rules.count("CL-ASLT-15", "assault_bonus"), "why.assaulted")
        warded = _warded(rules, battle, unit)
        terms.append(msgspec.structs.replace(bonus, dropped="CL-ASLT-9") if warded else bonus)
    if countering:
        terms.append(Term("CL-USR-3", "add", rules.count("CL-USR-3", "bonus"), "why.countered"))
    second = second_weapon(rules, model, weapon)
    if second is not None and rules.on("CL-ASLT-15"):
        terms.append(second)
    stood = next(
        (c for c in unit.conditions if c.kind == "stood_and_shot" and c.about in ("", model.id)), None
    )
    if stood is not None:
        terms.append(Term(stood.rule, "set", 0, "why.stood_and_shot"))
    if rules.on("CL-PROF-2") and (model.profile.ws == 0 or model.profile.a == 0):
        terms.append(Term("CL-PROF-2", "set", 0, "why.strikes_not"))
    return Breakdown("count", tuple(terms))


def _warded(rules: Ruleset, battle: Battle, unit: Unit) -> bool:
    """Tell whether defensive grenades of those it assaulted take a unit's further attacks (CL-ASLT-9)."""
    if not rules.on("CL-ASLT-9") or not rules.flag("CL-ASLT-9", "removes_assault_bonus"):
        return False
    exempt = rules.words("CL-ASLT-9", "exempt")
    for name in engaged.charged(battle, unit.id):
        other = battle.units[name]
        members = battle.members(name)
        bears = bool(members) and any(bears_gear(other, m, "defensive_grenades") for m in members)
        held = "target_locked_from_before" in exempt and engaged.was(battle, name, "locked")
        down = "target_gone_to_ground" in exempt and engaged.was(battle, name, "gone_to_ground")
        down = down and rules.on("CL-ASLT-31") and not rules.flag("CL-ASLT-31", "defensive_grenades")
        if bears and not held and not down:
            return True
    return False


# ---------------------------------------------------------------------- to hit


def skill_of(rules: Ruleset, battle: Battle, target: str, in_combat: Collection[str]) -> Breakdown:
    """Give the Weapon Skill a unit counts as: that of most of its engaged models (CL-ASLT-16, CL-GEN-12)."""
    models = fighters(rules, battle, target)
    values = [m.profile.ws for m in models if m.id in in_combat] or [m.profile.ws for m in models]
    value = majority(values, rules.catalogue.word("CL-GEN-12", "toughness_tie"))
    rule = "CL-PROF-1" if len(set(values)) == 1 else "CL-GEN-12"
    return Breakdown("count", (Term(rule, "base", value, "why.their_skill", (str(value),)),))


def to_hit(
    rules: Ruleset, battle: Battle, model: Model, target: Unit, in_combat: Collection[str]
) -> Breakdown:
    """Give what a blow needs to hit: Weapon Skill against Weapon Skill (CL-ASLT-16); 0 is hit surely."""
    theirs = skill_of(rules, battle, target.id, in_combat)
    if theirs.total <= 0 and rules.on("CL-PROF-2"):
        return Breakdown("to_hit", (Term("CL-PROF-2", "auto", 0, "why.hit_surely"),))
    if not rules.on("CL-ASLT-16"):
        return Breakdown("to_hit", (Term("CL-ASLT-16", "auto", 0, "why.not_rolled"),))
    own = max(1, min(10, model.profile.ws))
    row = rules.table("CL-ASLT-16", "needed").get(own)
    column = max(1, min(10, theirs.total)) - 1
    value = row[column] if isinstance(row, tuple) else 4
    needed = value if isinstance(value, int) else 4
    about = (str(own), str(theirs.total))
    base = Term("CL-ASLT-16", "base", needed, "why.skills", about, origin=theirs)
    if hates(rules, battle, model, target):
        return Breakdown("to_hit", (base, Term("CL-USR-12", "reroll", needed, "why.preferred_enemy")))
    return Breakdown("to_hit", (base,))


def hates(rules: Ruleset, battle: Battle, model: Model, target: Unit) -> bool:
    """Tell whether a model re-rolls its misses against a unit (CL-USR-12): any foe, or those named."""
    if not rules.on("CL-USR-12") or rules.catalogue.word("CL-USR-12", "reroll") != "melee_misses":
        return False
    names = {as_rule(text) for text in (target.id, target.name, target.role)}
    names |= {as_rule(m.profile.name) for m in battle.members(target.id)}
    for rule in (*battle.units[model.unit].rules, *model.profile.rules):
        head, _, named = rule.partition("preferred_enemy")
        if not head and rule.startswith("preferred_enemy") and (not named or named.strip("_") in names):
            return True
    return False


def can_hurt(rules: Ruleset, battle: Battle, units: Iterable[str], target: str) -> bool:
    """Tell whether any enemy model in a fight could wound a unit at all (CL-ASLT-23)."""
    other = battle.units[target]
    for unit in units:
        for model in fighters(rules, battle, unit):
            for weapon in choices(rules, model):
                blow = struck_with(rules, battle, model, weapon)
                if not rules.to_wound(rules, battle, blow, other).impossible:
                    return True
    return False


def rends(rules: Ruleset, weapon: Weapon) -> int:
    """Return the face of the roll to wound that rends, 0 for none (CL-CCW-7, CL-WPN-15)."""
    return rules.count("CL-WPN-15", "trigger") if abilities.is_rending(rules, weapon, "to_wound") else 0
