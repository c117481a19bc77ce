"""What special rules of weapons and targets do to a shot (CL-WPN-12 to 22, CL-USR-4, CL-USR-6)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from wolfling_gui.core.battle import Battle
from wolfling_gui.core.breakdown import Breakdown, Term
from wolfling_gui.core.forces import Model, Unit, Weapon
from wolfling_gui.core.verdict import Finding
from wolfling_gui.rules.findings import forbid
from wolfling_gui.rules.ruleset import Ruleset
from wolfling_gui.rules.special_rules import number_at_end
from wolfling_gui.rules.states import rules_of

Spread = Literal["", "small", "large", "template"]
BARRAGE = {"barrage", "ordnance_barrage"}
ONE_USE = {"one_use", "one_shot"}


def spread_of(rules: Ruleset, weapon: Weapon) -> Spread:
    """Tell what a weapon covers instead of rolling to hit: a marker, a template, or nothing.

    Ordnance lays the large marker unless it says otherwise (CL-WPN-5, CL-WPN-7, CL-WPN-11).
    """
    if weapon.type == "close_combat":
        return ""
    if "template" in weapon.rules:
        return "template" if rules.on("CL-WPN-11") and rules.flag("CL-WPN-11", "auto_hit") else ""
    marked = next((tag for tag in ("large_blast", "blast") if tag in weapon.rules), "")
    if not marked and is_ordnance(rules, weapon):
        marked = rules.catalogue.word("CL-WPN-5", "default_marker")
    if not marked or not rules.on("CL-WPN-7"):
        return ""
    return "large" if marked == "large_blast" else "small"


def number_in(weapon: Weapon, ability: str) -> int | None:
    """Return the number a rule of a weapon ends in, 0 without one, None without the rule: poisoned_3 is 3."""
    return next((n for rule in weapon.rules if (n := number_at_end(rule, ability)) is not None), None)


def is_sniper(rules: Ruleset, weapon: Weapon) -> bool:
    """Tell whether a weapon is a sniper's (CL-WPN-17)."""
    return "sniper" in weapon.rules and rules.on("CL-WPN-17")


def is_barrage(rules: Ruleset, weapon: Weapon) -> bool:
    """Tell whether a weapon fires in a barrage (CL-WPN-18)."""
    return bool(BARRAGE & set(weapon.rules)) and rules.on("CL-WPN-18")


def is_ordnance(rules: Ruleset, weapon: Weapon) -> bool:
    """Tell whether a weapon is ordnance (CL-WPN-5), as is one that fires ordnance barrages (CL-WPN-6)."""
    barrage = "ordnance_barrage" in weapon.rules and rules.on("CL-WPN-6")
    return rules.on("CL-WPN-5") and (weapon.type == "ordnance" or barrage)


def is_rending(rules: Ruleset, weapon: Weapon, trigger_roll: str) -> bool:
    """Tell whether a weapon's sixes of this roll rend: of its wounds, or by another edition of its hits."""
    if not rules.on("CL-WPN-15") or rules.catalogue.word("CL-WPN-15", "trigger_roll") != trigger_roll:
        return False
    return "rending" in weapon.rules or (is_sniper(rules, weapon) and rules.flag("CL-WPN-17", "rending"))


def is_pinning(rules: Ruleset, weapon: Weapon) -> bool:
    """Tell whether unsaved wounds of a weapon ask for a pinning test (CL-WPN-17, CL-WPN-18, CL-WPN-20)."""
    if not rules.on("CL-WPN-20"):
        return False
    if "pinning" in weapon.rules or (is_sniper(rules, weapon) and rules.flag("CL-WPN-17", "pinning")):
        return True
    return is_barrage(rules, weapon) and rules.flag("CL-WPN-18", "pinning")


def fixed_wound(rules: Ruleset, weapon: Weapon, tough: int) -> tuple[Term, ...]:
    """Return what a sniper's or poisoned weapon wounds on whatever the Toughness (CL-WPN-17, CL-WPN-21)."""
    if is_sniper(rules, weapon):
        value = rules.count("CL-WPN-17", "wound_on")
        return (Term("CL-WPN-17", "base", value, "why.wounds_on", (str(value),)),)
    poison = number_in(weapon, "poisoned")
    if poison is None:
        poison = number_in(weapon, "wounds_on")
    if poison is None or not rules.on("CL-WPN-21"):
        return ()
    value = poison or rules.count("CL-WPN-21", "default_wound_on")
    base = Term("CL-WPN-21", "base", value, "why.wounds_on", (str(value),))
    strong = weapon.s >= tough and rules.flag("CL-WPN-21", "reroll_if_strength_at_least_toughness")
    if strong and (
        weapon.type == "close_combat" or rules.catalogue.word("CL-WPN-21", "reroll_in") == "always"
    ):
        return (base, Term("CL-WPN-21", "reroll", value, "why.strong_poison"))
    return (base,)


def wounds_again(rules: Ruleset, weapon: Weapon, needed: int) -> tuple[Term, ...]:
    """Return the re-roll of a twin-linked template's wounds (CL-WPN-12)."""
    if spread_of(rules, weapon) != "template" or not is_twin_linked(rules, weapon):
        return ()
    if rules.catalogue.word("CL-WPN-12", "template") != "wound_rolls":
        return ()
    return (Term("CL-WPN-12", "reroll", needed, "why.twin_linked"),)


def is_twin_linked(rules: Ruleset, weapon: Weapon) -> bool:
    """Tell whether a weapon is twin-linked (CL-WPN-12)."""
    return "twin_linked" in weapon.rules and rules.on("CL-WPN-12")


def runs_hot(rules: Ruleset, weapon: Weapon) -> bool:
    """Tell whether a weapon may wound its bearer (CL-WPN-16)."""
    return "gets_hot" in weapon.rules and rules.on("CL-WPN-16")


def second_tries(rules: Ruleset, weapon: Weapon) -> int:
    """Return how many missed dice a master-crafted weapon rolls again (CL-WPN-22)."""
    if "master_crafted" not in weapon.rules or not rules.on("CL-WPN-22"):
        return 0
    return rules.count("CL-WPN-22", "master_crafted_rerolls_per_turn")


def withheld(rules: Ruleset, unit: Unit, model: str, weapon: Weapon) -> Finding | None:
    """Say what keeps a weapon silent whatever it is fired at, None when nothing does.

    One that fires once a game has done so (CL-WPN-22), or its power has not been used (CL-PSY-1).
    """
    facts: dict[str, str | int] = {"weapon": weapon.name}
    if "psychic" in weapon.rules and powers_on(rules):
        ready = any(c.kind == "power" and c.about == model for c in unit.conditions)
        return None if ready else forbid("CL-PSY-1", "shoot.no_power", model, facts=facts)
    if not ONE_USE & set(weapon.rules) or not rules.on("CL-WPN-22"):
        return None
    about = use_of(model, weapon)
    uses = sum(c.amount for c in unit.conditions if c.kind == "used" and c.about == about)
    most = rules.count("CL-WPN-22", "combi_uses")
    if uses < most:
        return None
    return forbid(
        "CL-WPN-22", "shoot.used_up", model,
        value=uses + 1, limit=most, measure="count", comparison="at_most", facts=facts,
    )  # fmt: skip


def powers_on(rules: Ruleset) -> bool:
    """Tell whether psychic powers are played (CL-PSY-1)."""
    return rules.on("CL-PSY-1") and rules.flag("CL-PSY-1", "enabled")


def powers_used(unit: Unit, model: str) -> int:
    """Return how many powers a model has used in this player turn (CL-PSY-1)."""
    return sum(c.amount for c in unit.conditions if (c.kind, c.rule, c.about) == ("used", "CL-PSY-1", model))


def use_of(model: str, weapon: Weapon) -> str:
    """Return what a use of a model's weapon is noted under."""
    return f"{model}: {weapon.name}"


def painless(rules: Ruleset, models: Sequence[Model], unit: Unit | None = None) -> int:
    """Return what a model that feels no pain ignores a wound on, 0 for those that feel it (CL-USR-6)."""
    if not rules.on("CL-USR-6") or not bears(rules, models, unit, "feel_no_pain"):
        return 0
    return rules.count("CL-USR-6", "ignored_on")


def is_eternal(rules: Ruleset, models: Sequence[Model], unit: Unit | None = None) -> bool:
    """Tell whether models never die at one blow (CL-USR-4)."""
    return rules.on("CL-USR-4") and bears(rules, models, unit, "eternal_warrior")


def frailty(rules: Ruleset, models: Sequence[Model], unit: Unit | None = None) -> int:
    """Return how many wounds each unsaved one of a blast or template counts as (CL-USR-20)."""
    frail = bears(rules, models, unit, "swarm") or bears(rules, models, unit, "vulnerable_to_blasts")
    return rules.count("CL-USR-20", "wound_multiplier") if frail and rules.on("CL-USR-20") else 1


def bears(rules: Ruleset, models: Sequence[Model], unit: Unit | None, rule: str) -> bool:
    """Tell whether models that are alike, or their unit, bear a special rule."""
    if unit is None:
        return bool(models) and all(rule in model.profile.rules for model in models)
    return bool(models) and all(rule in rules_of(rules, unit, model) for model in models)


def feels(rules: Ruleset, weapon: Weapon, ap: int) -> bool:
    """Tell whether a wound of this kind is felt by all: no roll of feel no pain is made (CL-USR-6)."""
    excluded = rules.words("CL-USR-6", "excludes")
    if f"ap_{ap}" in excluded:
        return True
    unsaved = {"no_armour_save", "no_save", "removed_outright"} & set(weapon.rules)
    return bool(unsaved) and "no_armour_save_possible" in excluded


def no_pain(rules: Ruleset, value: int) -> Breakdown:
    """Give what a wound is ignored on."""
    return Breakdown("needed", (Term("CL-USR-6", "base", value, "why.no_pain"),))


def senses(battle: Battle, unit: Unit, rules: Ruleset) -> bool:
    """Tell whether a unit sees better by night (CL-USR-1): all of it, or one of it that shares it."""
    if not rules.on("CL-USR-1"):
        return False
    names = ("night_vision", "acute_senses")
    members = battle.members(unit.id)
    each = [any(name in rules_of(rules, unit, m) for name in names) for m in members]
    return any(each) if rules.catalogue.word("CL-USR-1", "conferred") == "both" else bool(each) and all(each)
