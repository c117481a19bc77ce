"""Units that fall back, at the start of their turn: they regroup or fall back on (CL-MOR-11 to CL-MOR-13)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from wolfling_gui.core.actions import Regroup
from wolfling_gui.core.battle import Battle
from wolfling_gui.core.forces import Condition, Unit
from wolfling_gui.core.procedure import Outcome, Procedure
from wolfling_gui.core.report import Entry, Report
from wolfling_gui.core.verdict import Finding
from wolfling_gui.rules.classic.coherency import is_coherent
from wolfling_gui.rules.classic.due import due_before
from wolfling_gui.rules.classic.falling_back import destroyed, fall_back
from wolfling_gui.rules.facts import unit_gap
from wolfling_gui.rules.findings import forbid, permit, warn
from wolfling_gui.rules.ruleset import Ruleset
from wolfling_gui.rules.states import has_rule, is_fearless, is_lone
from wolfling_gui.rules.strength import left_of
from wolfling_gui.rules.testing import leadership, take_leadership_test


def plan(rules: Ruleset, battle: Battle, action: Regroup) -> tuple[Any, tuple[Finding, ...]]:
    """Judge the moment; what keeps a unit from the test is a warning, for it then falls back on."""
    unit = battle.units[action.unit]
    found: list[Finding] = []
    if battle.clock.step != "movement" or unit.side != battle.clock.side:
        found.append(forbid("CL-TURN-3", "regroup.not_now", unit.id, facts={"step": battle.clock.step}))
    if not unit.has("falling_back") or unit.has("fell_back"):
        found.append(forbid("CL-MOR-12", "regroup.not_due", unit.id))
    found += due_before(rules, battle, unit.side, "regroup_and_fall_back")
    return action, (*found, *hindrances(rules, battle, unit), permit("CL-MOR-12", "regroup.tests", unit.id))


def hindrances(rules: Ruleset, battle: Battle, unit: Unit) -> tuple[Finding, ...]:
    """Say what keeps a unit from trying to regroup: losses, enemies near, broken coherency (CL-MOR-12).

    Losses do not keep a lone character from it (CL-CHAR-9), nor those who know no fear (CL-USR-2); nothing
    keeps a unit that has become fearless (CL-USR-5).
    """
    if not rules.on("CL-MOR-12") or is_fearless(rules, battle, unit):
        return ()
    found: list[Finding] = []
    least = Fraction(str(rules.catalogue.number("CL-MOR-12", "min_ratio")))
    if left_of(rules, battle, unit.id) < least and not _minds_no_losses(rules, battle, unit):
        found.append(warn("CL-MOR-12", "regroup.too_few", unit.id))
    limit = rules.inches("CL-MOR-12", "enemy_free_inches")
    for other in battle.units.values():
        if other.side == unit.side:
            continue
        apart = unit_gap(rules, battle, unit.id, other.id)
        if apart is not None and apart <= limit:
            found.append(
                warn(
                    "CL-MOR-12", "regroup.enemy_near", unit.id, other.id,
                    value=apart, limit=limit, measure="inches", comparison="more_than",
                )
            )  # fmt: skip
    if rules.flag("CL-MOR-12", "coherency_required") and not is_coherent(rules, battle, unit):
        found.append(warn("CL-MOR-12", "regroup.not_coherent", unit.id))
    return tuple(found)


def _knows_no_fear(rules: Ruleset, battle: Battle, unit: Unit, what: str) -> bool:
    """Tell whether a unit knows no fear, and whether that gives it one of its benefits (CL-USR-2)."""
    return (
        rules.on("CL-USR-2") and has_rule(battle, unit, "they_know_no_fear") and rules.flag("CL-USR-2", what)
    )


def _minds_no_losses(rules: Ruleset, battle: Battle, unit: Unit) -> bool:
    """Tell whether numbers keep a unit from regrouping at all (CL-CHAR-9, CL-USR-2)."""
    free = rules.on("CL-CHAR-9") and rules.flag("CL-CHAR-9", "lone_character_ignores_half")
    if free and is_lone(battle, unit):
        return True
    return _knows_no_fear(rules, battle, unit, "ignores_half")


def resolve(rules: Ruleset, battle: Battle, action: Regroup) -> Procedure[Outcome]:
    """Test to regroup where that is allowed; a unit that fails, or may not try, falls back on."""
    unit = battle.units[action.unit]
    passed = False
    entries: tuple[Entry, ...] = ()
    barred = hindrances(rules, battle, unit)
    if barred:
        facts: dict[str, str | int] = {"barred": barred[0].says}
        entries = (Entry("did.may_not_regroup", ("CL-MOR-12",), (unit.id,), facts, side=unit.side),)
    else:
        passed, entries = yield from _test(rules, battle, unit, "CL-MOR-12")
    if passed:
        regrouped, line = _regrouped(rules, battle, unit)
        return Outcome(regrouped, Report((*entries, line)))
    on = battle.with_condition(unit.id, Condition("fell_back", "CL-MOR-11", until="turn"))
    if not rules.on("CL-MOR-11"):
        stays = Entry("did.stays_broken", ("CL-MOR-12",), (unit.id,), side=unit.side)
        return Outcome(on, Report((*entries, stays)))
    on, lines = yield from fall_back(rules, on, unit.id, "CL-MOR-11")
    return Outcome(on, Report((*entries, *lines)))


def _test(rules: Ruleset, battle: Battle, unit: Unit, rule: str) -> Procedure[tuple[bool, tuple[Entry, ...]]]:
    """Let a unit test to regroup; the fearless and those who know no fear need no dice."""
    sure = "CL-USR-5" if is_fearless(rules, battle, unit) else ""
    if not sure and _knows_no_fear(rules, battle, unit, "auto_regroup"):
        sure = "CL-USR-2"
    if sure:
        return True, (Entry("did.regroups_surely", (sure, rule), (unit.id,), side=unit.side),)
    needed = leadership(rules, battle, unit.id)
    passed, line = yield from take_leadership_test(rules, battle, unit.id, needed, rule, says="roll.regroup")
    return passed, (line,)


def _regrouped(rules: Ruleset, battle: Battle, unit: Unit) -> tuple[Battle, Entry]:
    """Let a unit stop falling back: it may move a little and counts as having moved (CL-MOR-13).

    Those who know no fear do as they like afterwards (CL-USR-2).
    """
    unit = unit.without("falling_back")
    if not rules.on("CL-MOR-13") or _knows_no_fear(rules, battle, unit, "regroup_free_action"):
        rule = "CL-USR-2" if rules.on("CL-MOR-13") else "CL-MOR-12"
        unit = unit.with_condition(Condition("regrouped", rule, until="turn"))
        free = Entry("did.regrouped_freely", (rule,), (unit.id,), side=unit.side)
        return battle.with_unit(unit), free
    unit = unit.with_condition(Condition("regrouped", "CL-MOR-13", until="turn"))
    if rules.flag("CL-MOR-13", "counts_as_moved"):
        unit = unit.with_condition(Condition("moved", "CL-MOR-13", until="turn"))
    if not rules.flag("CL-MOR-13", "may_assault"):
        unit = unit.with_condition(Condition("no_assault", "CL-MOR-13", until="turn"))
    facts: dict[str, str | int] = {"inches": rules.inches("CL-MOR-13", "move_inches")}
    return battle.with_unit(unit), Entry("did.regrouped", ("CL-MOR-13",), (unit.id,), facts, side=unit.side)


def turn_at_bay(
    rules: Ruleset, battle: Battle, unit: str
) -> Procedure[tuple[bool, Battle, tuple[Entry, ...]]]:
    """Let a unit that falls back and is assaulted test to regroup at once (CL-MOR-15).

    It fights as usual when it passes, and is destroyed when it fails; returns which. What keeps units from
    regrouping does not count here. A unit that does not fall back has nothing to test.
    """
    found = battle.units[unit]
    if not found.has("falling_back") or not rules.on("CL-MOR-15"):
        return True, battle, ()
    barred = () if rules.flag("CL-MOR-15", "ignores_conditions") else hindrances(rules, battle, found)
    passed = False
    entries: tuple[Entry, ...] = ()
    if not barred:
        passed, entries = yield from _test(rules, battle, found, "CL-MOR-15")
    if passed:
        stands = Entry("did.turned_at_bay", ("CL-MOR-15",), (unit,), side=found.side)
        return True, battle.without_condition(unit, "falling_back", "fell_back"), (*entries, stands)
    lost = Entry("did.run_down", ("CL-MOR-15",), (unit,), side=found.side)
    return False, destroyed(battle, unit), (*entries, lost)
