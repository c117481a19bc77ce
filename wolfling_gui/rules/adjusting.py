"""Adjustments by agreement: the table has the last word, and the journal keeps it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, assert_never

import msgspec

from wolfling_gui.core.actions import (
    Adjust,
    Change,
    ClearCondition,
    SetClock,
    SetCondition,
    SetDoor,
    SetObjective,
    SetPlace,
    SetScore,
    SetSideName,
    SetStructure,
    SetWall,
    SetWounds,
)
from wolfling_gui.core.battle import Battle
from wolfling_gui.core.forces import Condition, Place
from wolfling_gui.core.procedure import Outcome
from wolfling_gui.core.report import Entry, Report
from wolfling_gui.core.verdict import Finding
from wolfling_gui.rules.facts import places_known
from wolfling_gui.rules.findings import forbid, permit
from wolfling_gui.rules.ruleset import Ruleset

MOST = 1_000_000
"""No score and no amount of a condition is larger than this."""

MOST_TURNS = 99
LONGEST_NAME = 40
"""No side has a name of more letters than this."""


def plan(rules: Ruleset, battle: Battle, action: Adjust) -> tuple[Any, tuple[Finding, ...]]:
    """Allow any adjustment that makes sense: known steps and sides, Wounds within the profile."""
    found: list[Finding] = []
    names = {side.id: side.name for side in battle.sides}
    names |= {change.side: change.name for change in action.changes if isinstance(change, SetSideName)}
    steps = [step.id for step in rules.sequence(rules)]
    for change in action.changes:
        match change:
            case SetClock() if change.step not in steps:
                found.append(forbid("CL-TURN-2", "adjust.no_such_step", facts={"step": change.step}))
            case SetClock() if not _fits(rules, change):
                facts: dict[str, str | int] = {"turn": change.turn, "step": change.step}
                found.append(forbid("CL-TURN-2", "adjust.turn", facts=facts))
            case SetClock(side=side) | SetScore(side=side) | SetSideName(side=side) if side not in {
                s.id for s in battle.sides
            }:
                found.append(forbid("CL-TURN-1", "adjust.no_such_side", facts={"side": side}))
            case SetSideName(side=side, name=name) if trouble := name_trouble(
                name, [other for of, other in names.items() if of != side]
            ):
                facts = {"name": name, "limit": LONGEST_NAME}
                found.append(forbid("CL-GEN-13", trouble, facts=facts))
            case SetObjective(owner=side) if side and side not in {s.id for s in battle.sides}:
                found.append(forbid("CL-TURN-1", "adjust.no_such_side", facts={"side": side}))
            case SetObjective() if places_known(battle):
                found.append(forbid("CL-MIS-6", "adjust.held_by_models", change.objective))
            case SetScore(points=amount) | SetCondition(condition=Condition(amount=amount)) if (
                abs(amount) > MOST
            ):
                facts = {"amount": amount, "limit": MOST}
                found.append(forbid("CL-GEN-13", "adjust.too_much", facts=facts))
            case SetPlace(place=Place() as place) if not _on_table(battle, place):
                found.append(forbid("CL-MOVE-9", "adjust.off_table", change.model))
            case SetPlace(place=Place()) if _falls(battle, action, change.model):
                found.append(forbid("CL-PROF-2", "adjust.casualty", change.model))
            case SetWounds() if not 0 <= change.lost <= battle.models[change.model].profile.w:
                found.append(
                    forbid(
                        "CL-WND-9",
                        "adjust.wounds",
                        change.model,
                        value=change.lost,
                        limit=battle.models[change.model].profile.w,
                        measure="count",
                        comparison="at_most",
                    )
                )
    if not action.changes:
        found.append(forbid("CL-GEN-13", "adjust.nothing"))
    return action, (*found, permit("CL-GEN-13", "adjust.by_agreement"))


def _falls(battle: Battle, action: Adjust, name: str) -> bool:
    """Tell whether a model is a casualty once all is put right that an adjustment puts right."""
    model = battle.models[name]
    said = [c for c in action.changes if isinstance(c, SetWounds) and c.model == name]
    return said[-1].casualty or said[-1].lost >= model.profile.w if said else model.casualty


def name_trouble(name: str, others: Iterable[str]) -> str:
    """Return why a side cannot bear a name beside those of the others, as a finding's key; empty when it can.

    It has at least one letter, at most 40, nothing that cannot be shown, and no other side bears it.
    """
    if not name.strip() or len(name) > LONGEST_NAME:
        return "adjust.no_name"
    if not name.isprintable():
        return "adjust.name_unseen"
    taken = name.strip().casefold() in {other.strip().casefold() for other in others}
    return "adjust.name_taken" if taken else ""


def _fits(rules: Ruleset, change: SetClock) -> bool:
    """Tell whether a step can come in a turn: set-up in turn 0, a phase in one of those after it."""
    kind = next(step.kind for step in rules.sequence(rules) if step.id == change.step)
    return change.turn == 0 if kind == "setup" else 1 <= change.turn <= MOST_TURNS


def _on_table(battle: Battle, place: Place) -> bool:
    table = battle.table
    inside = 0 <= place.at.x <= table.width and 0 <= place.at.y <= table.height
    return inside and (place.level == 0 or place.level in table.levels())


def resolve(rules: Ruleset, battle: Battle, action: Adjust) -> Outcome:
    """Make the changes and write each into the log."""
    entries: list[Entry] = []
    for change in action.changes:
        battle, entry = _make(rules, battle, change)
        entries.append(msgspec.structs.replace(entry, facts={**entry.facts, "note": action.note}))
    return Outcome(battle, Report(tuple(entries)))


def _make(rules: Ruleset, battle: Battle, change: Change) -> tuple[Battle, Entry]:
    match change:
        case SetPlace():
            return battle.with_place(change.model, change.place), Entry(
                "did.adjusted_place", (), (change.model,), {"off": int(change.place is None)}
            )
        case SetWounds():
            model = battle.models[change.model]
            # Nobody stands on with no Wounds left (CL-PROF-2).
            dead = change.casualty or change.lost >= model.profile.w
            model = msgspec.structs.replace(model, wounds_lost=change.lost, casualty=dead)
            facts: dict[str, str | int] = {"lost": change.lost, "casualty": int(dead)}
            return battle.with_model(model), Entry("did.adjusted_wounds", (), (change.model,), facts)
        case SetCondition():
            return battle.with_condition(change.unit, change.condition), Entry(
                "did.adjusted_condition", (), (change.unit,), {"condition": change.condition.kind}
            )
        case ClearCondition():
            return battle.without_condition(change.unit, change.kind), Entry(
                "did.cleared_condition", (), (change.unit,), {"condition": change.kind}
            )
        case SetClock():
            order = battle.clock.order or tuple(side.id for side in battle.sides)
            clock = msgspec.structs.replace(
                battle.clock,
                turn=change.turn,
                side=change.side,
                step=change.step,
                order=order,
                active_unit="",
                closed=(),
                over=change.step == "over",
            )
            return battle.with_clock(clock), Entry(
                "did.adjusted_clock", (), (change.side,), {"turn": change.turn, "step": change.step}
            )
        case SetScore():
            return battle.with_score(change.side, change.points), Entry(
                "did.adjusted_score", (), (change.side,), {"points": change.points}
            )
        case SetSideName():
            side = battle.side(change.side)
            name = change.name.strip()
            return battle.with_side(msgspec.structs.replace(side, name=name)), Entry(
                "did.adjusted_side_name", (), (side.id,), {"old": side.name, "name": name}
            )
        case SetObjective():
            marker = msgspec.structs.replace(battle.table.objectives[change.objective], owner=change.owner)
            about = (marker.id, change.owner) if change.owner else (marker.id,)
            return battle.with_table(battle.table.with_objective(marker)), Entry(
                "did.adjusted_objective", ("CL-MIS-6",), about, {"held": int(bool(change.owner))}
            )
        case SetDoor():
            door = msgspec.structs.replace(
                battle.table.doors[change.door], state=change.state, locked=change.locked
            )
            return battle.with_table(battle.table.with_door(door)), Entry(
                "did.adjusted_door", (), (change.door,), {"state": change.state, "locked": int(change.locked)}
            )
        case SetWall():
            wall = msgspec.structs.replace(battle.table.walls[change.wall], state=change.state)
            return battle.with_table(battle.table.with_wall(wall)), Entry(
                "did.adjusted_wall", (), (change.wall,), {"state": change.state}
            )
        case SetStructure():
            return _structure(rules, battle, change)
        case _:
            assert_never(change)


def _structure(rules: Ruleset, battle: Battle, change: SetStructure) -> tuple[Battle, Entry]:
    """Change a structure's kind; a ruin's rooms become sections and its walls ruined (WO-TER-5)."""
    table = battle.table
    table = table.with_structure(
        msgspec.structs.replace(table.structures[change.structure], kind=change.kind)
    )
    if change.kind == "ruin" and rules.on("WO-TER-5"):
        for zone in table.zones.values():
            if zone.structure == change.structure and zone.kind == "room":
                table = table.with_zone(msgspec.structs.replace(zone, kind="section"))
        for wall in table.walls.values():
            if wall.structure == change.structure and wall.state == "intact":
                table = table.with_wall(msgspec.structs.replace(wall, state="ruined"))
    entry = Entry("did.adjusted_structure", ("CL-TERR-1",), (change.structure,), {"kind": change.kind})
    return battle.with_table(table), entry
