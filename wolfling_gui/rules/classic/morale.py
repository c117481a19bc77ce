"""Morale checks: what calls for one, what it is taken on, and what failing it does (CL-MOR-1 to CL-MOR-5).

What is due as a phase ends follows from the battle alone: from the size of every unit as it began and now.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from wolfling_gui.core.battle import Battle
from wolfling_gui.core.breakdown import Breakdown, Term
from wolfling_gui.core.forces import Unit
from wolfling_gui.core.procedure import Procedure
from wolfling_gui.core.report import Entry
from wolfling_gui.core.verdict import Finding
from wolfling_gui.rules.classic.falling_back import fall_back
from wolfling_gui.rules.classic.flight import NOBODY
from wolfling_gui.rules.facts import set_up
from wolfling_gui.rules.findings import warn
from wolfling_gui.rules.ordering import order_of
from wolfling_gui.rules.ruleset import Ruleset
from wolfling_gui.rules.states import is_fearless, shares_rule
from wolfling_gui.rules.strength import below_half, counted, left_to_a_quarter, lost_a_quarter
from wolfling_gui.rules.testing import leadership, take_leadership_test

Cause = Literal["quarter_lost", "assault_lost", "tank_shock", "last_man"]
CALLED_BY: dict[Cause, str] = {
    "quarter_lost": "CL-MOR-3",
    "assault_lost": "CL-ASLT-22",
    "tank_shock": "CL-MOR-4",
    "last_man": "CL-MOR-16",
}
"""The rule by which each cause calls for a check."""


def calls(rules: Ruleset, cause: Cause) -> bool:
    """Tell whether a lost assault and its like call for a check at all (CL-MOR-4)."""
    return rules.on("CL-MOR-4") and cause in rules.words("CL-MOR-4", "causes")


def settled_by(rules: Ruleset, battle: Battle, unit: Unit) -> str:
    """Return the rule by which a unit passes or fails a morale check without dice; empty when it rolls.

    The fearless pass (CL-USR-5), who falls back already fails (CL-MOR-14).
    """
    if is_fearless(rules, battle, unit):
        return "CL-USR-5"
    if unit.has("falling_back") and rules.on("CL-MOR-14") and rules.flag("CL-MOR-14", "auto_fail_morale"):
        return "CL-MOR-14"
    return ""


def passes_without_dice(rules: Ruleset, battle: Battle, unit: str) -> bool:
    """Tell whether a unit is immune to morale checks, as No Retreat asks (CL-ASLT-23)."""
    return settled_by(rules, battle, battle.units[unit]) == "CL-USR-5"


def needed(rules: Ruleset, battle: Battle, unit: str, *modifiers: Term) -> Breakdown:
    """Give what a unit checks its morale on: its Leadership and what is taken off it (CL-MOR-5).

    `modifiers` are those of the cause, such as the points a fight was lost by; the stubborn mind none that
    makes it harder (CL-USR-19).
    """
    found = leadership(rules, battle, unit)
    terms = list(modifiers)
    less = rules.count("CL-MOR-5", "below_half_modifier") if rules.on("CL-MOR-5") else 0
    if less and below_half(rules, battle, unit):
        terms.append(rules.term("CL-MOR-5", "add", less, "why.below_half"))
    if rules.on("CL-USR-19") and shares_rule(rules, battle, battle.units[unit], "stubborn"):
        terms = [
            msgspec.structs.replace(term, dropped="CL-USR-19")
            if term.op == "add" and term.value < 0
            else term
            for term in terms
        ]
    return found.plus(*terms)


def lost_by(rules: Ruleset, points: int) -> Term:
    """Return what a lost fight takes off the Leadership, for each point it was lost by (CL-ASLT-22)."""
    less = points * rules.count("CL-ASLT-22", "modifier_per_point")
    return rules.term("CL-ASLT-22", "add", less, "why.lost_by", str(points))


def morale_check(
    rules: Ruleset, battle: Battle, unit: str, cause: Cause, *modifiers: Term, ordinal: int = 0
) -> Procedure[tuple[bool, tuple[Entry, ...]]]:
    """Let a unit check its morale: passed or not, and the lines of the log (CL-MOR-1).

    Nothing follows from it here; `check` lets a unit that fails fall back. A double 1 passes whatever was
    needed (CL-MOR-2). With CL-MOR-1 off nobody checks, and all pass.
    """
    if not rules.on("CL-MOR-1"):
        return True, ()
    side, rule = battle.units[unit].side, CALLED_BY[cause]
    facts: dict[str, str | int] = {"cause": cause}
    settled = settled_by(rules, battle, battle.units[unit])
    if settled:
        says = "did.morale_stands" if settled == "CL-USR-5" else "did.morale_fails"
        return settled == "CL-USR-5", (Entry(says, (settled, rule), (unit,), facts, side=side),)
    needs = needed(rules, battle, unit, *modifiers)
    passed, line = yield from take_leadership_test(
        rules, battle, unit, needs, rule, ordinal, says="roll.morale", facts=facts
    )
    by = tuple(dict.fromkeys((*line.rules, "CL-MOR-1")))
    if not passed and rules.on("CL-MOR-2") and line.faces == rules.catalogue.value("CL-MOR-2", "auto_pass"):
        passed, by = True, (*by, "CL-MOR-2")
    says = "did.morale_passed" if passed else "did.morale_failed"
    return passed, (msgspec.structs.replace(line, says=says, rules=by, facts={**line.facts, **facts}),)


def due(rules: Ruleset, battle: Battle) -> tuple[str, ...]:
    """Return the units that take a morale check when the phase ends, in the battle's order (CL-MOR-3).

    Losses of close combat, the only ones of an Assault phase so far, and units locked in it are left out.
    """
    return tuple(
        unit.id
        for unit in battle.units.values()
        if set_up(battle, unit.id)
        and _may_owe(rules, battle, unit)
        and lost_a_quarter(rules, battle, unit.id)
    )


def _may_owe(rules: Ruleset, battle: Battle, unit: Unit) -> bool:
    """Tell whether a unit that loses a quarter of its models in this phase owes a check for it (CL-MOR-3)."""
    if not rules.on("CL-MOR-1") or not rules.on("CL-MOR-3") or not battle.clock.turn or battle.clock.over:
        return False
    excluded = rules.words("CL-MOR-3", "excludes")
    if battle.clock.step == "assault" and "close_combat_losses" in excluded:
        return False
    return not (unit.has("locked") and "locked_units" in excluded)


def losses_to_check(rules: Ruleset, battle: Battle, unit: str) -> int | None:
    """Return how many more models a unit must lose in this phase to roll for morale as it ends (CL-MOR-3).

    0 where it owes one already; None where none can come: nobody would be left to take it, it is settled
    without dice, or no such check is taken; and where the number does not say it, since guns do not count.
    """
    found, living = battle.units[unit], len(battle.members(unit))
    if not _may_owe(rules, battle, found) or settled_by(rules, battle, found):
        return None
    more = left_to_a_quarter(rules, battle, unit)
    if more and counted(rules, battle, unit) != living:
        return None
    return more if more is not None and more < living else None


def queued(rules: Ruleset, battle: Battle) -> tuple[Finding, ...]:
    """Say which units test morale when the phase ends, and how many models each has lost in it (CL-MOR-3)."""
    found = []
    for name in due(rules, battle):
        before, now = battle.phase_start.get(name, 0), counted(rules, battle, name)
        facts: dict[str, str | int] = {"step": battle.clock.step, "lost": before - now, "before": before}
        found.append(warn("CL-MOR-3", "morale.queued", name, facts=facts))
    return tuple(found)


def settle(rules: Ruleset, battle: Battle) -> Procedure[tuple[Battle, tuple[Entry, ...]]]:
    """Take the checks that are due as the phase ends, in the order its player chooses (CL-GEN-10)."""
    found = due(rules, battle)
    sure = tuple(name for name in found if settled_by(rules, battle, battle.units[name]))
    rolled = tuple(name for name in found if name not in sure)
    entries: tuple[Entry, ...] = ()
    for name in (*sure, *(yield from order_of(rules, battle, rolled, "choose.order_morale"))):
        battle, lines = yield from check(rules, battle, name, "quarter_lost")
        entries += lines
    return battle, entries


def last_men(rules: Ruleset, battle: Battle) -> tuple[str, ...]:
    """Return the units whose sole survivor checks morale as his side's turn begins (CL-MOR-16).

    Off in the core; characters on their own and those who fall back or fight are left out.
    """
    if not rules.on("CL-MOR-16") or not rules.flag("CL-MOR-16", "last_man_test"):
        return ()
    return tuple(
        unit.id
        for unit in battle.units_of(battle.clock.side)
        if len(battle.members(unit.id)) == 1
        and max(unit.starting_size, len(unit.models)) > 1
        and not unit.has("falling_back")
        and not unit.has("locked")
        and not unit.in_reserve
    )


def begin_turn(rules: Ruleset, battle: Battle) -> Procedure[tuple[Battle, tuple[Entry, ...]]]:
    """Take the checks that are due as a player turn begins."""
    entries: tuple[Entry, ...] = ()
    for number, name in enumerate(last_men(rules, battle)):
        battle, lines = yield from check(rules, battle, name, "last_man", ordinal=number)
        entries = (*entries, *lines)
    return battle, entries


def check(
    rules: Ruleset,
    battle: Battle,
    unit: str,
    cause: Cause,
    *modifiers: Term,
    ordinal: int = 0,
    through: frozenset[str] = NOBODY,
) -> Procedure[tuple[Battle, tuple[Entry, ...]]]:
    """Let a unit check its morale and, when it fails, fall back at once (CL-MOR-1).

    `through` are the enemy units it is fighting, whose models it passes (CL-MOR-8).
    """
    passed, entries = yield from morale_check(rules, battle, unit, cause, *modifiers, ordinal=ordinal)
    if passed or rules.catalogue.word("CL-MOR-1", "on_fail") != "fall_back":
        return battle, entries
    battle, lines = yield from fall_back(rules, battle, unit, "CL-MOR-1", through)
    return battle, (*entries, *lines)
