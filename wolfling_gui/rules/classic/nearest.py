"""The nearest target first, by a house rule: who it is, and the test for another (CL-SHOOT-3)."""

from __future__ import annotations

from wolfling_gui.core.battle import Battle
from wolfling_gui.core.forces import Condition
from wolfling_gui.core.procedure import Procedure, ask
from wolfling_gui.core.report import Entry
from wolfling_gui.core.requests import Confirm
from wolfling_gui.core.verdict import Finding
from wolfling_gui.rules.facts import places_known, unit_gap
from wolfling_gui.rules.findings import forbid, warn
from wolfling_gui.rules.ruleset import Ruleset
from wolfling_gui.rules.testing import leadership, take_leadership_test


def binds(rules: Ruleset) -> bool:
    """Tell whether a unit fires at the nearest target unless it passes a test (CL-SHOOT-3)."""
    return rules.on("CL-SHOOT-3") and rules.flag("CL-SHOOT-3", "must_target_closest")


def nearer(rules: Ruleset, battle: Battle, unit: str, target: str) -> str:
    """Return the nearest enemy unit that is nearer than a target and could be shot at, empty for none.

    It has to be seen by a model of the unit, and not locked in combat where such units are no targets
    (CL-SHOOT-4).
    """
    away = unit_gap(rules, battle, unit, target)
    if away is None:
        return ""
    melee = rules.on("CL-SHOOT-4") and not rules.flag("CL-SHOOT-4", "target_locked")
    found: list[tuple[int, str]] = []
    for other in battle.units.values():
        if other.id == target or other.side == battle.units[unit].side or (melee and other.has("locked")):
            continue
        gap = unit_gap(rules, battle, unit, other.id)
        if gap is not None and gap < away:
            found.append((gap, other.id))
    return next((name for _, name in sorted(found) if sees(rules, battle, unit, name)), "")


def sees(rules: Ruleset, battle: Battle, unit: str, other: str) -> bool:
    """Tell whether any model of a unit sees any of another."""
    return any(
        rules.sight(rules, battle, firer, model).seen
        for firer in battle.standing(unit)
        for model in battle.standing(other)
    )


def check(rules: Ruleset, battle: Battle, unit: str, target: str) -> tuple[Finding, ...]:
    """Warn of the test for a target that is not the nearest; refuse it after a failed one."""
    if not binds(rules) or not places_known(battle):
        return ()
    near = nearer(rules, battle, unit, target)
    if not near:
        return ()
    if battle.units[unit].has("nearest_only"):
        return (forbid("CL-SHOOT-3", "shoot.nearest_only", unit, near),)
    return (
        warn(
            "CL-SHOOT-3", "shoot.not_nearest", unit, target, near,
            value=unit_gap(rules, battle, unit, target), limit=unit_gap(rules, battle, unit, near),
            measure="inches", comparison="at_most",
        ),
    )  # fmt: skip


def allowed(
    rules: Ruleset, battle: Battle, unit: str, target: str
) -> Procedure[tuple[bool, Battle, tuple[Entry, ...]]]:
    """Let a unit test its Leadership for another target than the nearest; a failed one binds it (CL-SHOOT-3).

    Where nobody has a place its owner says whether the target is the nearest.
    """
    if not binds(rules):
        return True, battle, ()
    side = battle.units[unit].side
    if places_known(battle):
        bound = battle.units[unit].has("nearest_only")  # it fires all the same only where players agree to it
        first = bound or not nearer(rules, battle, unit, target)
    else:
        first = yield from ask(
            Confirm(rule="CL-SHOOT-3", side=side, says="confirm.nearest", about=(unit, target)), battle
        )
    if first:
        return True, battle, ()
    if battle.units[unit].has("nearest_only"):
        return False, battle, (Entry("did.nearest_only", ("CL-SHOOT-3",), (unit, target), side=side),)
    needed = leadership(rules, battle, unit)
    passed, line = yield from take_leadership_test(rules, battle, unit, needed, "CL-SHOOT-3")
    if not passed:
        battle = battle.with_condition(unit, Condition("nearest_only", "CL-SHOOT-3", until="turn"))
        left = Entry("did.nearest_only", ("CL-SHOOT-3",), (unit, target), side=side)
        return False, battle, (line, left)
    return True, battle, (line,)
