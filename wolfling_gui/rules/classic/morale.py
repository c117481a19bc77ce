"""Morale checks after losses: who owes one when the phase ends, and what it comes to (CL-MOR-1 to CL-MOR-5).

What is due follows from the battle alone: from the size of every unit when the phase began and its size now.
"""

from __future__ import annotations

import msgspec

from wolfling_gui.core.battle import Battle
from wolfling_gui.core.breakdown import Breakdown
from wolfling_gui.core.forces import Condition, Unit
from wolfling_gui.core.procedure import Procedure
from wolfling_gui.core.report import Entry
from wolfling_gui.core.verdict import Finding
from wolfling_gui.rules.classic.ground import risen
from wolfling_gui.rules.findings import warn
from wolfling_gui.rules.ordering import order_of
from wolfling_gui.rules.ruleset import Ruleset
from wolfling_gui.rules.states import has_rule
from wolfling_gui.rules.strength import below_half, lost_a_quarter
from wolfling_gui.rules.testing import leadership, take_leadership_test


def due(rules: Ruleset, battle: Battle) -> tuple[str, ...]:
    """Return the units that take a morale check when the phase ends, in the battle's order (CL-MOR-3).

    Losses of close combat, the only ones of an Assault phase so far, and units locked in it are left out.
    """
    if not rules.on("CL-MOR-1") or not rules.on("CL-MOR-3") or not battle.clock.turn or battle.clock.over:
        return ()
    excluded = rules.words("CL-MOR-3", "excludes")
    if battle.clock.step == "assault" and "close_combat_losses" in excluded:
        return ()
    return tuple(
        unit.id
        for unit in battle.units.values()
        if battle.standing(unit.id)
        and lost_a_quarter(rules, battle, unit.id)
        and not (unit.has("locked") and "locked_units" in excluded)
    )


def queued(rules: Ruleset, battle: Battle) -> tuple[Finding, ...]:
    """Say which units test morale when the phase ends, and how many models each has lost in it (CL-MOR-3)."""
    found = []
    for name in due(rules, battle):
        before, now = battle.phase_start.get(name, 0), len(battle.members(name))
        facts: dict[str, str | int] = {"step": battle.clock.step, "lost": before - now, "before": before}
        found.append(warn("CL-MOR-3", "morale.queued", name, facts=facts))
    return tuple(found)


def settle(rules: Ruleset, battle: Battle) -> Procedure[tuple[Battle, tuple[Entry, ...]]]:
    """Take the checks that are due as the phase ends, in the order its player chooses (CL-GEN-10)."""
    found = due(rules, battle)
    sure = tuple(name for name in found if _settled_by(rules, battle, battle.units[name]))
    rolled = tuple(name for name in found if name not in sure)
    entries: tuple[Entry, ...] = ()
    for name in (*sure, *(yield from order_of(rules, battle, rolled, "choose.order_morale"))):
        battle, lines = yield from check(rules, battle, name)
        entries += lines
    return battle, entries


def _settled_by(rules: Ruleset, battle: Battle, unit: Unit) -> str | None:
    """Return the rule by which a unit passes or fails without dice, None when it rolls."""
    if rules.on("CL-USR-5") and has_rule(battle, unit, "fearless"):
        return "CL-USR-5"
    if unit.has("falling_back") and rules.on("CL-MOR-14") and rules.flag("CL-MOR-14", "auto_fail_morale"):
        return "CL-MOR-14"
    return None


def needed(rules: Ruleset, battle: Battle, unit: str) -> Breakdown:
    """Give what a unit tests its morale on: its Leadership, and what its losses take off it (CL-MOR-5)."""
    found = leadership(rules, battle, unit)
    less = rules.count("CL-MOR-5", "below_half_modifier") if rules.on("CL-MOR-5") else 0
    if less and below_half(rules, battle, unit):
        found = found.plus(rules.term("CL-MOR-5", "add", less, "why.below_half"))
    return found


def check(rules: Ruleset, battle: Battle, name: str) -> Procedure[tuple[Battle, tuple[Entry, ...]]]:
    """Let a unit check its morale: one that fails falls back, and is on its feet again (CL-MOR-1, CL-COV-9).

    The fearless pass, those who fall back already fail; a double 1 always passes (CL-MOR-2).
    """
    unit = battle.units[name]
    settled = _settled_by(rules, battle, unit)
    if settled == "CL-USR-5":
        return battle, (Entry("did.fearless_holds", ("CL-USR-5", "CL-MOR-3"), (name,), side=unit.side),)
    if settled is not None:
        return battle, (_flees(rules, battle, unit, "did.flees_on", settled),)
    passed, line = yield from take_leadership_test(
        rules, battle, name, needed(rules, battle, name), "CL-MOR-3"
    )
    if not passed and rules.on("CL-MOR-2") and line.faces == rules.catalogue.value("CL-MOR-2", "auto_pass"):
        passed, by = True, (*line.rules, "CL-MOR-2")
        line = msgspec.structs.replace(line, says="did.leadership_passed", rules=by)
    if passed or rules.catalogue.word("CL-MOR-1", "on_fail") != "fall_back":
        return battle, (line,)
    down = risen(rules, battle, name, "fall_back")
    fled = down.with_condition(name, Condition("falling_back", "CL-MOR-1", until="battle"))
    return fled, (line, _flees(rules, battle, unit, "did.falls_back", "CL-MOR-1"))


def _flees(rules: Ruleset, battle: Battle, unit: Unit, says: str, rule: str) -> Entry:
    """Say that a unit falls back, and by which dice (CL-MOR-6)."""
    dice, source = rules.fall_back(rules, battle, unit)
    return Entry(says, tuple(dict.fromkeys((rule, source))), (unit.id,), {"dice": dice}, side=unit.side)
