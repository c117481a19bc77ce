"""Tests of characteristics and of Leadership, taken in the same way by every ruleset."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from wolfling_gui.core.battle import Battle
from wolfling_gui.core.breakdown import Breakdown, Term
from wolfling_gui.core.dice import parse_dice
from wolfling_gui.core.forces import Profile
from wolfling_gui.core.procedure import Procedure, ask
from wolfling_gui.core.report import Entry
from wolfling_gui.core.requests import Roll
from wolfling_gui.rules.classic.profiles import limits, majority
from wolfling_gui.rules.ruleset import Ruleset

NO_FACTS: Mapping[str, str | int] = MappingProxyType({})
_FIELDS = {"WS": "ws", "BS": "bs", "S": "s", "T": "t", "I": "i", "Ld": "ld"}


def value_of(profile: Profile, of: str) -> int:
    """Return a characteristic of a profile by its usual name; raises KeyError for an unknown one."""
    value: int = getattr(profile, _FIELDS[of])
    return value


def characteristic(rules: Ruleset, battle: Battle, unit: str, of: str) -> Breakdown:
    """Give the value a unit tests a characteristic on: that of its majority (CL-GEN-6, CL-GEN-12)."""
    tie = "initiative_tie" if of == "I" else "toughness_tie"
    values = [value_of(m.profile, of) for m in battle.members(unit)]
    value = majority(values, rules.catalogue.word("CL-GEN-12", tie))
    return Breakdown("needed", (Term("CL-GEN-6", "base", value, "why.characteristic", (of,)), *limits(rules)))


def leadership(rules: Ruleset, battle: Battle, unit: str) -> Breakdown:
    """Give the Leadership a unit tests on: the highest of its models, within its limits (CL-GEN-7)."""
    values = [m.profile.ld for m in battle.members(unit)]
    best = max(values) if rules.catalogue.word("CL-GEN-7", "unit_value") == "highest" else min(values)
    base = Term("CL-GEN-7", "base", best, "why.leadership", (str(best),))
    return Breakdown("leadership", (base, *leadership_limits(rules)))


def leadership_limits(rules: Ruleset) -> tuple[Term, ...]:
    """Return the limits within which a Leadership counts (CL-GEN-7)."""
    return (
        Term("CL-GEN-7", "at_least", rules.count("CL-GEN-7", "min_effective"), "why.at_least"),
        Term("CL-GEN-7", "at_most", rules.count("CL-GEN-7", "max_effective"), "why.at_most"),
    )


def _rolled(
    battle: Battle,
    unit: str,
    needed: Breakdown,
    rule: str,
    ordinal: int,
    dice: str,
    says: str,
    facts: Mapping[str, str | int] = NO_FACTS,
    about: tuple[str, ...] = (),
) -> Procedure[tuple[int, ...]]:
    """Roll the dice of a unit's test."""
    return (
        yield from ask(
            Roll(
                rule=rule, side=battle.units[unit].side, says=says, about=about or (unit,), ordinal=ordinal,
                dice=parse_dice(dice), needed=needed, facts=facts,
            ),
            battle,
        )
    )  # fmt: skip


def take_characteristic_test(
    rules: Ruleset, battle: Battle, unit: str, needed: Breakdown, rule: str, ordinal: int = 0
) -> Procedure[tuple[bool, Entry]]:
    """Roll a D6: passed on the value or less; a 6 always fails, a 1 always passes (CL-GEN-6)."""
    side = battle.units[unit].side
    die = rules.catalogue.word("CL-GEN-6", "die")
    faces = yield from _rolled(battle, unit, needed, rule, ordinal, die, "roll.characteristic")
    face = sum(faces)
    always_passes = rules.catalogue.count_or_none("CL-GEN-6", "always_pass_on")
    fails = rules.catalogue.count_or_none("CL-GEN-6", "always_fail_on")
    passed = face == always_passes or (face != fails and face <= needed.total)
    facts: dict[str, str | int] = {"needed": needed.total}
    if passed != (face <= needed.total):
        facts["always"] = face
    says = "did.test_passed" if passed else "did.test_failed"
    return passed, Entry(says, (rule,), (unit,), facts, faces, needed, side)


def take_leadership_test(
    rules: Ruleset,
    battle: Battle,
    unit: str,
    needed: Breakdown,
    rule: str,
    ordinal: int = 0,
    *,
    says: str = "roll.leadership",
    facts: Mapping[str, str | int] = NO_FACTS,
    about: tuple[str, ...] = (),
) -> Procedure[tuple[bool, Entry]]:
    """Roll 2D6: passed when the total is the Leadership used or less (CL-GEN-7).

    `says`, `facts` and `about` let the question say what the test is for, and whose it is.
    """
    side = battle.units[unit].side
    dice = rules.catalogue.word("CL-GEN-7", "dice")
    faces = yield from _rolled(battle, unit, needed, rule, ordinal, dice, says, facts, about)
    passed = sum(faces) <= needed.total
    told: dict[str, str | int] = {"needed": needed.total, "total": sum(faces)}
    did = "did.leadership_passed" if passed else "did.leadership_failed"
    return passed, Entry(did, tuple(dict.fromkeys((rule, "CL-GEN-7"))), (unit,), told, faces, needed, side)
