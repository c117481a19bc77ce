"""Pinning: the test after wounds of pinning weapons, and what failing it does (CL-WPN-20, CL-MOR-17)."""

from __future__ import annotations

from wolfling_gui.core.battle import Battle
from wolfling_gui.core.procedure import Procedure
from wolfling_gui.core.report import Entry
from wolfling_gui.rules.classic import boosting
from wolfling_gui.rules.classic.ground import go_down
from wolfling_gui.rules.ruleset import Ruleset
from wolfling_gui.rules.states import is_fearless
from wolfling_gui.rules.testing import leadership, take_leadership_test


def spared_in_combat(rules: Ruleset, battle: Battle, unit: str) -> bool:
    """Tell whether a unit takes no tests after being shot at because it is locked in combat (CL-ASLT-11)."""
    if not battle.units[unit].has("locked") or not rules.on("CL-ASLT-11"):
        return False
    return rules.catalogue.word("CL-ASLT-11", "shooting_tests") == "none"


def pin(
    rules: Ruleset, battle: Battle, unit: str, unsaved: int, fallen: int, zone: str = ""
) -> Procedure[tuple[Battle, tuple[Entry, ...]]]:
    """Let a unit test that took unsaved wounds from pinning weapons of one firing unit.

    It is an unmodified test of Leadership; one that is down already, falls back (CL-MOR-14), or is destroyed,
    takes none.
    """
    if not rules.on("CL-WPN-20") or not rules.on("CL-MOR-17"):
        return battle, ()
    needs = rules.catalogue.word("CL-WPN-20", "needs")
    if not (unsaved if needs == "unsaved_wound" else fallen) or not battle.members(unit):
        return battle, ()
    if battle.units[unit].has("gone_to_ground") or spared_in_combat(rules, battle, unit):
        return battle, ()
    flees = battle.units[unit].has("falling_back") and rules.on("CL-MOR-14")
    if flees and not rules.flag("CL-MOR-14", "can_be_pinned"):
        return battle, ()
    side = battle.units[unit].side
    if boosting.save_of(rules, battle, battle.units[unit]):
        return battle, (Entry("did.boosted_unpinned", ("CL-USR-22", "CL-MOR-17"), (unit,), side=side),)
    if is_fearless(rules, battle, battle.units[unit]):
        return battle, (Entry("did.fearless", ("CL-USR-5", "CL-MOR-17"), (unit,), side=side),)
    entries: list[Entry] = []
    for turn in range(rules.count("CL-WPN-20", "tests_per_firing_unit")):
        needed = leadership(rules, battle, unit)
        passed, line = yield from take_leadership_test(rules, battle, unit, needed, "CL-MOR-17", turn)
        entries.append(line)
        if not passed and rules.catalogue.word("CL-MOR-17", "on_fail") == "go_to_ground":
            stays = any(
                f.effect == "forbids" and f.facts.get("pinned") == 0
                for f in rules.may_ground(rules, battle, battle.units[unit], zone)
            )
            if not stays:
                battle = go_down(rules, battle, unit, "CL-MOR-17")
                entries.append(Entry("did.pinned", ("CL-MOR-17",), (unit,), side=side))
            break
    return battle, tuple(entries)
