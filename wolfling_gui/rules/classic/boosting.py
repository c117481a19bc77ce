"""Turbo-boosters: one long move of bikes, all they do in a turn, and the cover it gives (CL-USR-22)."""

from __future__ import annotations

import msgspec

from wolfling_gui.core.actions import Move, MoveMode
from wolfling_gui.core.battle import Battle
from wolfling_gui.core.breakdown import Breakdown, Term
from wolfling_gui.core.forces import Condition, Model, Unit
from wolfling_gui.core.lengths import Length, distance
from wolfling_gui.core.procedure import Procedure, ask
from wolfling_gui.core.report import Entry
from wolfling_gui.core.requests import Confirm
from wolfling_gui.core.verdict import Finding
from wolfling_gui.geometry.paths import stretches
from wolfling_gui.rules.classic.unit_types import flies
from wolfling_gui.rules.facts import here_of
from wolfling_gui.rules.findings import forbid, permit, warn
from wolfling_gui.rules.ruleset import Ruleset
from wolfling_gui.rules.states import has_regrouped, rules_of
from wolfling_gui.rules.ways import difficult_pieces, lines_crossed


def may_boost(rules: Ruleset, unit: Unit, model: Model) -> bool:
    """Tell whether a model has turbo-boosters: as a bike or jetbike (CL-UT-5), or by its special rules."""
    if model.profile.unit_type not in ("bike", "jetbike") or not rules.on("CL-USR-22"):
        return False
    born = rules.on("CL-UT-5") and rules.flag("CL-UT-5", "may_turbo_boost")
    return born or "turbo_boosters" in rules_of(rules, unit, model)


def ways_to_move(rules: Ruleset, battle: Battle, unit: Unit) -> tuple[MoveMode, ...]:
    """Return the ways in which a unit can choose to move, the usual one first (CL-UT-3, CL-USR-22)."""
    members = battle.members(unit.id)
    if members and all(m.profile.unit_type == "jump_infantry" for m in members):
        return ("foot", "packs")
    if members and all(may_boost(rules, unit, m) for m in members):
        return ("foot", "boost")
    return ("foot",)


def check(rules: Ruleset, battle: Battle, unit: Unit, action: Move) -> list[Finding]:
    """Judge a boost: who may, when, and never through difficult terrain (CL-USR-22).

    Who flies may not begin or end in it (CL-UT-6).
    """
    found: list[Finding] = []
    unfit = [m.id for m in battle.members(unit.id) if not may_boost(rules, unit, m)]
    if unfit:
        rule = "CL-USR-22" if rules.on("CL-USR-22") else "CL-MOVE-1"
        found.append(forbid(rule, "move.no_boost", unit.id, unfit[0]))
    if has_regrouped(unit):
        found.append(forbid("CL-MOR-13", "move.regrouped_no_boost", unit.id))
    if unit.has("walked"):
        found.append(forbid("CL-USR-22", "move.boost_first", unit.id))
    if battle.clock.step == "scouts":
        found.append(forbid("CL-USR-22", "move.boost_movement", unit.id))
    return found if unfit else found + _through_difficult(rules, battle, action)


def _through_difficult(rules: Ruleset, battle: Battle, action: Move) -> list[Finding]:
    found: list[Finding] = []
    for name, path in action.paths.items():
        model = battle.models[name]
        if model.place is None or not path:
            continue
        start, radius = here_of(model), model.profile.base.radius
        flying = flies(rules, model.profile.unit_type, action.mode)
        touched = stretches(start, path, radius, difficult_pieces(battle))
        met = [s.id for s in touched if not flying or s.starts_in or s.ends_in]
        met += [s.id for s in lines_crossed(battle, start, path, radius) if not flying]
        found += [forbid("CL-USR-22", "path.difficult", name, piece) for piece in dict.fromkeys(met)]
    return found


def displaced(before: Battle, after: Battle, unit: str) -> Length:
    """Return how far a unit has got in a straight line, in units: its model that got least far decides."""
    gone = []
    for model in after.members(unit):
        old = before.models[model.id].place
        gone.append(distance(old.at, model.place.at) if old is not None and model.place is not None else 0)
    return min(gone, default=0)


def foreseen(rules: Ruleset, before: Battle, after: Battle, unit: Unit) -> tuple[Finding, ...]:
    """Say whether a boost would end far enough from its start for its cover save."""
    if not rules.on("CL-USR-22"):
        return ()
    away, least = displaced(before, after, unit.id), rules.inches("CL-USR-22", "min_displacement_inches")
    make, says = (permit, "move.boost_covers") if away >= least else (warn, "move.boost_short")
    return (
        make(
            "CL-USR-22", says, unit.id, value=away, limit=least, measure="inches", comparison="at_least"
        ),
    )  # fmt: skip


def marked(rules: Ruleset, before: Battle, battle: Battle, unit: str) -> tuple[Battle, tuple[Entry, ...]]:
    """Return the battle with a unit marked as having boosted so far from where it began, and the log."""
    away = displaced(before, battle, unit)
    return _marked(rules, battle, unit, away), (_entry(rules, battle, unit, away, "did.boosted"),)


def told(rules: Ruleset, battle: Battle, unit: str) -> Procedure[tuple[Battle, tuple[Entry, ...]]]:
    """Ask at a real table whether a unit that boosted got far enough for its cover save."""
    least, side = rules.inches("CL-USR-22", "min_displacement_inches"), battle.units[unit].side
    facts: dict[str, str | int] = {"inches": least, "save": rules.count("CL-USR-22", "save")}
    question = Confirm(rule="CL-USR-22", side=side, says="confirm.boosted_far", about=(unit,), facts=facts)
    away = least if (yield from ask(question, battle)) else 0
    return _marked(rules, battle, unit, away), (_entry(rules, battle, unit, away, "did.boosted_at_table"),)


def _marked(rules: Ruleset, battle: Battle, unit: str, away: Length) -> Battle:
    """Lay the condition on a unit; it lasts to the end of the next player's turn."""
    order, side = battle.clock.order, battle.units[unit].side
    other = order[(order.index(side) + 1) % len(order)] if side in order else ""
    return battle.with_condition(
        unit, Condition("turbo_boosted", "CL-USR-22", away, until="own_turn", side=other)
    )


def _entry(rules: Ruleset, battle: Battle, unit: str, away: Length, says: str) -> Entry:
    far = away >= rules.inches("CL-USR-22", "min_displacement_inches")
    facts: dict[str, str | int] = {"inches": away, "save": rules.count("CL-USR-22", "save") if far else 0}
    return Entry(says, ("CL-USR-22",), (unit,), facts, side=battle.units[unit].side)


def spent(rules: Ruleset, unit: Unit) -> bool:
    """Tell whether a unit has boosted and does nothing else this turn."""
    return unit.has("turbo_boosted") and rules.on("CL-USR-22")


def save_of(rules: Ruleset, battle: Battle, unit: Unit) -> int:
    """Return what a boost needs to save in the enemy's Shooting phase that follows it; 0 for no such save."""
    boosted = unit.condition("turbo_boosted")
    if boosted is None or not rules.on("CL-USR-22"):
        return 0
    if battle.clock.step != "shooting" or battle.clock.side == unit.side:
        return 0
    far = boosted.amount >= rules.inches("CL-USR-22", "min_displacement_inches")
    return rules.count("CL-USR-22", "save") if far else 0


def bettered(rules: Ruleset, battle: Battle, unit: Unit, found: Breakdown) -> Breakdown:
    """Return the cover save of a boost where the cover found is worse, or none.

    Where a rule caps the cover found the boost is listed as dropped by it.
    """
    save = save_of(rules, battle, unit)
    covered = bool(found.terms) and not found.impossible
    if not save or (covered and found.total <= save):
        return found
    own = Term("CL-USR-22", "base", save, "why.boosted")
    cap = next((t for t in found.ordered() if t.counts and t.op == "at_least"), None) if covered else None
    return (
        Breakdown("save", (own,))
        if cap is None
        else found.plus(msgspec.structs.replace(own, dropped=cap.rule))
    )
