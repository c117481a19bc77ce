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
from wolfling_gui.rules.classic.falling_back import fall_back
from wolfling_gui.rules.classic.turn import due_before
from wolfling_gui.rules.facts import unit_gap
from wolfling_gui.rules.findings import forbid, permit, warn
from wolfling_gui.rules.ruleset import Ruleset
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
    """Say what keeps a unit from trying to regroup: losses, enemies near, broken coherency (CL-MOR-12)."""
    if not rules.on("CL-MOR-12"):
        return ()
    found: list[Finding] = []
    if left_of(battle, unit.id) < Fraction(str(rules.catalogue.number("CL-MOR-12", "min_ratio"))):
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


def resolve(rules: Ruleset, battle: Battle, action: Regroup) -> Procedure[Outcome]:
    """Test to regroup where that is allowed; a unit that fails, or may not try, falls back on."""
    unit = battle.units[action.unit]
    entries: tuple[Entry, ...] = ()
    passed = False
    if not hindrances(rules, battle, unit):
        needed = leadership(rules, battle, unit.id)
        passed, entry = yield from take_leadership_test(rules, battle, unit.id, needed, "CL-MOR-12")
        entries = (entry,)
    if not passed:
        on = battle.with_condition(unit.id, Condition("fell_back", "CL-MOR-11", until="turn"))
        if not rules.on("CL-MOR-11"):
            stays = Entry("did.stays_broken", ("CL-MOR-12",), (unit.id,), side=unit.side)
            return Outcome(on, Report((*entries, stays)))
        on, lines = yield from fall_back(rules, on, unit.id, "CL-MOR-11")
        return Outcome(on, Report((*entries, *lines)))
    unit = unit.without("falling_back").with_condition(Condition("regrouped", "CL-MOR-13", until="turn"))
    if rules.on("CL-MOR-13") and rules.flag("CL-MOR-13", "counts_as_moved"):
        unit = unit.with_condition(Condition("moved", "CL-MOR-13", until="turn"))
    regrouped = Entry("did.regrouped", ("CL-MOR-13",), (unit.id,), side=unit.side)
    return Outcome(battle.with_unit(unit), Report((*entries, regrouped)))
