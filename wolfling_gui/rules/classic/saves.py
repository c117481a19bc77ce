"""Saving throws: armour against AP, invulnerable, cover, and the one that is rolled (CL-WND, CL-COV-7)."""

from __future__ import annotations

import msgspec

from wolfling_gui.core.battle import Battle
from wolfling_gui.core.breakdown import Breakdown, Term
from wolfling_gui.core.forces import Model, Weapon
from wolfling_gui.rules.ruleset import Ruleset

NO_SAVE = 7


def ignores_cover(rules: Ruleset, weapon: Weapon) -> bool:
    """Tell whether a weapon leaves no cover save: templates (CL-COV-7), and those that say so."""
    if "template" in weapon.rules:
        return rules.on("CL-COV-7") and not rules.flag("CL-COV-7", "against_template")
    return "ignores_cover" in weapon.rules


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
        if rules.on("CL-WND-6") and weapon.ap and weapon.ap <= profile.sv:
            dropped.append(msgspec.structs.replace(armour, dropped="CL-WND-6"))
        else:
            options.append(armour)
    if profile.invulnerable and rules.on("CL-WND-7"):
        value = profile.invulnerable
        options.append(Term("CL-WND-7", "base", value, "why.invulnerable", (str(value),)))
    if not cover.impossible and cover.terms and not ignores_cover(rules, weapon):
        rule = cover.ordered()[-1].rule
        options.append(Term(rule, "base", cover.total, "why.cover", (str(cover.total),), origin=cover))
    if not options:
        reason = "CL-WND-6" if dropped else "CL-WND-5"
        return Breakdown("save", (*dropped, Term(reason, "impossible", 0, "why.no_save")))
    best = min(options, key=lambda term: term.value)
    passed = [msgspec.structs.replace(term, dropped="CL-WND-8") for term in options if term is not best]
    limit = Term("CL-GEN-3", "at_least", rules.count("CL-GEN-3", "best_save"), "why.best_save")
    terms = (best, *passed, *dropped)
    if best.value < limit.value:
        terms = (*terms, limit)
    return Breakdown("save", terms)
