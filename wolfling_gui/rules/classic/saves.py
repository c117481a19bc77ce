"""Saving throws: armour against AP, invulnerable, cover, and the one that is rolled (CL-WND, CL-COV-7)."""

from __future__ import annotations

import msgspec

from wolfling_gui.core.battle import Battle
from wolfling_gui.core.breakdown import Breakdown, Term
from wolfling_gui.core.forces import Model, Weapon
from wolfling_gui.rules.ruleset import Ruleset
from wolfling_gui.rules.special_rules import gear_of, number_at_end
from wolfling_gui.rules.states import rules_of

AS_IN_COMBAT = "as_in_combat"
"""Said of a shot against which saves are made as in close combat (WO-SAS-16)."""
COMBAT_WARD = "combat_ward"
"""The special rule, or gear, of an invulnerable save that holds in close combat only, with its number."""


def ignores_cover(rules: Ruleset, weapon: Weapon) -> bool:
    """Tell whether a weapon leaves no cover save: templates (CL-COV-7), and those that say so."""
    if "template" in weapon.rules:
        return rules.on("CL-COV-7") and not rules.flag("CL-COV-7", "against_template")
    return "ignores_cover" in weapon.rules


def cover_left(rules: Ruleset, weapon: Weapon, cover: Breakdown) -> Breakdown:
    """Return the cover that a weapon leaves: none where it ignores cover, listed as dropped."""
    if cover.impossible or not cover.terms or not ignores_cover(rules, weapon):
        return cover
    rule = "CL-WPN-11" if "template" in weapon.rules else "CL-COV-7"
    lost = _as_save(cover, "CL-COV-7")
    return Breakdown("save", (lost, Term(rule, "impossible", 0, "why.cover_ignored")))


def _as_save(cover: Breakdown, dropped: str = "") -> Term:
    """Return cover as one of the saves a model may take, told by its last step."""
    says = "why.cover"
    return Term(
        cover.ordered()[-1].rule, "base", cover.total, says, (str(cover.total),), dropped, origin=cover
    )


def pierces_cover(rules: Ruleset, weapon: Weapon, value: int) -> bool:
    """Tell whether a weapon's AP cancels a cover save: never, unless a house rule says so (CL-COV-7)."""
    return (
        rules.on("CL-COV-7") and rules.flag("CL-COV-7", "ap_matters") and beats_armour(rules, weapon, value)
    )


def removes_outright(rules: Ruleset, weapon: Weapon) -> bool:
    """Tell whether a wound of the weapon removes a model whatever its Wounds and saves (CL-WND-14)."""
    return rules.on("CL-WND-14") and "removed_outright" in weapon.rules


def beats_armour(rules: Ruleset, weapon: Weapon, sv: int) -> bool:
    """Tell whether a weapon's AP cancels a Save: equal or lower does, "-" (0) never (CL-WND-6, CL-PROF-4)."""
    if not rules.on("CL-WND-6"):
        return False
    none = weapon.ap == 0 and rules.on("CL-PROF-4")
    return not none and weapon.ap <= sv


def _allowed(rules: Ruleset, weapon: Weapon, kind: str) -> bool:
    """Tell whether the weapon's wording leaves a kind of save: armour, invulnerable or cover (CL-WND-14)."""
    if not rules.on("CL-WND-14"):
        return True
    if {"no_save", "removed_outright"} & set(weapon.rules):
        return False
    return kind != "armour" or "no_armour_save" not in weapon.rules


def _ward(rules: Ruleset, battle: Battle, weapon: Weapon, model: Model) -> int:
    """Return a model's invulnerable save, the better of two where one holds in close combat; 0 for none."""
    values = [model.profile.invulnerable]
    if weapon.type == "close_combat" or AS_IN_COMBAT in weapon.rules:
        borne = (*rules_of(rules, battle.units[model.unit], model), *gear_of(model))
        values += [number for tag in borne if (number := number_at_end(tag, COMBAT_WARD)) is not None]
    return min((value for value in values if value), default=0)


def save(rules: Ruleset, battle: Battle, weapon: Weapon, model: Model, cover: Breakdown) -> Breakdown:
    """Give the best save a model has against a weapon; the others stay listed, dropped by CL-WND-8.

    Armour is cancelled by an AP equal to or lower than the Save (CL-WND-6); AP "-" (0) cancels nothing; an
    invulnerable save always counts (CL-WND-7); cover is not reduced by AP (CL-COV-7).
    """
    options: list[Term] = []
    dropped: list[Term] = []
    profile = model.profile
    if profile.sv and rules.on("CL-WND-5"):
        armour = Term("CL-WND-5", "base", profile.sv, "why.armour", (str(profile.sv),))
        if beats_armour(rules, weapon, profile.sv):
            dropped.append(msgspec.structs.replace(armour, dropped="CL-WND-6"))
        elif not _allowed(rules, weapon, "armour"):
            dropped.append(msgspec.structs.replace(armour, dropped="CL-WND-14"))
        else:
            options.append(armour)
    value = _ward(rules, battle, weapon, model)
    if value and rules.on("CL-WND-7"):
        own = Term("CL-WND-7", "base", value, "why.invulnerable", (str(value),))
        if _allowed(rules, weapon, "invulnerable"):
            options.append(own)
        else:
            dropped.append(msgspec.structs.replace(own, dropped="CL-WND-14"))
    dropped += [term for term in cover.terms if cover.impossible and term.says == "why.cover"]
    if not cover.impossible and cover.terms:
        hidden = _as_save(cover)
        if pierces_cover(rules, weapon, cover.total):
            dropped.append(msgspec.structs.replace(hidden, dropped="CL-COV-7"))
        elif _allowed(rules, weapon, "cover"):
            options.append(hidden)
        else:
            dropped.append(msgspec.structs.replace(hidden, dropped="CL-WND-14"))
    if not options:
        ignored = next((t.rule for t in cover.terms if t.says == "why.cover_ignored"), "")
        reason = ignored or (dropped[0].dropped if dropped else "CL-WND-5")
        return Breakdown("save", (*dropped, Term(reason, "impossible", 0, "why.no_save")))
    best = min(options, key=lambda term: term.value)
    passed = [msgspec.structs.replace(term, dropped="CL-WND-8") for term in options if term is not best]
    limit = Term("CL-GEN-3", "at_least", rules.count("CL-GEN-3", "best_save"), "why.best_save")
    terms = (best, *passed, *dropped)
    if best.value < limit.value:
        terms = (*terms, limit)
    return Breakdown("save", terms)
