"""Characteristics: their limits, what a unit of mixed models counts as, and the roll they lead to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from wolfling_gui.core.battle import Battle
from wolfling_gui.core.breakdown import Breakdown, Term
from wolfling_gui.core.forces import Profile, Unit, Weapon
from wolfling_gui.rules.classic import abilities
from wolfling_gui.rules.classic.artillery import guns_and_crew
from wolfling_gui.rules.ruleset import Ruleset
from wolfling_gui.rules.slots import ShotContext


def limits(rules: Ruleset) -> tuple[Term, Term]:
    """Return the terms that keep a characteristic between its limits (CL-GEN-3)."""
    return (
        Term("CL-GEN-3", "at_least", rules.count("CL-GEN-3", "min_characteristic"), "why.at_least"),
        Term("CL-GEN-3", "at_most", rules.count("CL-GEN-3", "max_characteristic"), "why.at_most"),
    )


def majority(values: Iterable[int], tie: str) -> int:
    """Return the value most models have; of tied values the highest or lowest, as `tie` says (CL-GEN-12)."""
    counts = Counter(values)
    most = max(counts.values())
    tied = [value for value, count in counts.items() if count == most]
    return max(tied) if tie == "highest" else min(tied)


def full_toughness(rules: Ruleset, profile: Profile) -> int:
    """Return the Toughness a model is wounded on, with what its bike or the like adds (CL-UT-5)."""
    rides = profile.unit_type in ("bike", "jetbike")
    return profile.t + (profile.toughness_bonus if rules.on("CL-UT-5") or not rides else 0)


def toughness(rules: Ruleset, battle: Battle, target: Unit) -> Breakdown:
    """Give the Toughness a unit counts as when it is hit (CL-GEN-12)."""
    _, models = guns_and_crew(rules, battle, target.id)
    values = [full_toughness(rules, m.profile) for m in models]
    value = majority(values, rules.catalogue.word("CL-GEN-12", "toughness_tie"))
    says = "why.toughness" if len(set(values)) == 1 else "why.toughness_majority"
    rule = "CL-PROF-1" if len(set(values)) == 1 else "CL-GEN-12"
    return Breakdown("toughness", (Term(rule, "base", value, says, (str(value),)),))


def to_hit(rules: Ruleset, battle: Battle, shot: ShotContext) -> Breakdown:
    """Give what a shot needs to hit by Ballistic Skill (CL-SHOOT-7); BS 0 cannot hit (CL-PROF-2)."""
    skill = shot.firer.profile.bs
    source = Breakdown("ballistic_skill", (Term("CL-PROF-1", "base", skill, "why.bs", (str(skill),)),))
    if skill <= 0 and rules.on("CL-PROF-2"):
        return Breakdown("to_hit", (Term("CL-PROF-2", "impossible", 0, "why.bs_zero"),))
    if not rules.on("CL-SHOOT-7"):
        return Breakdown("to_hit", (Term("CL-SHOOT-7", "auto", 0, "why.not_rolled"),))
    needed = rules.table("CL-SHOOT-7", "hit").get(max(1, skill))
    base = Term("CL-SHOOT-7", "base", _whole(needed), "why.to_hit", (str(skill),), origin=source)
    fixed = rules.catalogue.value("CL-WPN-17", "hit_by") if abilities.is_sniper(rules, shot.weapon) else None
    if isinstance(fixed, int):
        base = Term("CL-WPN-17", "base", fixed, "why.sniper_hits", (str(fixed),))
    if abilities.is_twin_linked(rules, shot.weapon) and (
        rules.catalogue.word("CL-WPN-12", "reroll") == "misses"
    ):
        return Breakdown("to_hit", (base, Term("CL-WPN-12", "reroll", base.value, "why.twin_linked")))
    again = rules.table("CL-SHOOT-7", "reroll").get(skill)
    if isinstance(again, int):
        return Breakdown(
            "to_hit", (base, Term("CL-SHOOT-7", "reroll", again, "why.reroll_high_bs", (str(skill),)))
        )
    return Breakdown("to_hit", (base,))


def to_wound(rules: Ruleset, battle: Battle, weapon: Weapon, target: Unit) -> Breakdown:
    """Give what a hit needs to wound: Strength against Toughness in the table of CL-SHOOT-8."""
    tough = toughness(rules, battle, target)
    if not rules.on("CL-SHOOT-8"):
        return Breakdown("to_wound", (Term("CL-SHOOT-8", "auto", 0, "why.not_rolled"),))
    fixed = abilities.fixed_wound(rules, weapon, tough.total)
    if fixed:
        return Breakdown("to_wound", (*fixed, *abilities.wounds_again(rules, weapon, fixed[0].value)))
    row = rules.table("CL-SHOOT-8", "needed").get(max(1, min(10, weapon.s)))
    column = max(1, min(10, tough.total)) - 1
    needed = row[column] if isinstance(row, tuple) else None
    about = (str(weapon.s), str(tough.total))
    if needed is None and abilities.is_rending(rules, weapon, "to_wound"):
        face = rules.count("CL-WPN-15", "trigger")
        base = Term("CL-WPN-15", "base", face, "why.rends_only", about, origin=tough)
        return Breakdown("to_wound", (base, *abilities.wounds_again(rules, weapon, face)))
    if needed is None:
        return Breakdown(
            "to_wound", (Term("CL-SHOOT-8", "impossible", 0, "why.cannot_wound", about, origin=tough),)
        )
    base = Term("CL-SHOOT-8", "base", _whole(needed), "why.to_wound", about, origin=tough)
    return Breakdown("to_wound", (base, *abilities.wounds_again(rules, weapon, base.value)))


def _whole(value: object) -> int:
    if isinstance(value, int):
        return value
    raise ValueError(f"expected a whole number in a rule's table, found {value!r}")
