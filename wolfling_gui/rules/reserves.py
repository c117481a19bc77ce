"""Units in reserve: their rolls, and coming onto the table (CL-TURN-5, CL-TURN-6)."""

from __future__ import annotations

from typing import Any

import msgspec

from wolfling_gui.core.actions import Deploy
from wolfling_gui.core.battle import Battle
from wolfling_gui.core.dice import Dice
from wolfling_gui.core.forces import Condition, Model
from wolfling_gui.core.lengths import Length
from wolfling_gui.core.procedure import Outcome, Procedure, ask
from wolfling_gui.core.report import Entry, Report
from wolfling_gui.core.requests import Roll
from wolfling_gui.core.verdict import Finding
from wolfling_gui.geometry.footprint import extents
from wolfling_gui.rules.classic.deployment import placed
from wolfling_gui.rules.classic.turn import arrival_needs, reserve_roll_due
from wolfling_gui.rules.dice_rolls import succeeds
from wolfling_gui.rules.facts import base_of
from wolfling_gui.rules.findings import forbid, limited, permit
from wolfling_gui.rules.placing import near_enemies, stacked
from wolfling_gui.rules.ruleset import Ruleset


def waiting(battle: Battle, side: str) -> tuple[str, ...]:
    """Return the units of a side that wait for their reserve roll this turn."""
    return tuple(
        u.id
        for u in battle.units_of(side)
        if u.in_reserve and not u.in_reserve.startswith("arriving") and not u.has("tests_due")
    )


def plan(rules: Ruleset, battle: Battle) -> tuple[Any, tuple[Finding, ...]]:
    """Judge whether the active side has reserve rolls to make."""
    clock = battle.clock
    found: list[Finding] = []
    if clock.step != "movement":
        found.append(forbid("CL-TURN-3", "reserves.start_of_turn", facts={"step": clock.step}))
    if not reserve_roll_due(rules, clock.turn):
        first = rules.count("CL-TURN-5", "first_roll_turn")
        found.append(
            forbid(
                "CL-TURN-5",
                "reserves.too_early",
                value=clock.turn,
                limit=first,
                measure="count",
                comparison="at_least",
            )
        )
    units = waiting(battle, clock.side)
    if not units:
        found.append(forbid("CL-TURN-5", "reserves.none_waiting", clock.side))
    return units, (*found, permit("CL-TURN-5", "reserves.may_roll", *units))


def resolve(rules: Ruleset, battle: Battle) -> Procedure[Outcome]:
    """Roll a D6 for each waiting unit; those that make their number arrive this turn (CL-TURN-5)."""
    side = battle.clock.side
    units = waiting(battle, side)
    needed = arrival_needs(rules, battle.clock.turn)
    if needed is None:
        entries = tuple(Entry("did.arrives", ("CL-TURN-5",), (u,), side=side) for u in units)
        return Outcome(_marked(battle, units, units), Report(entries))
    explained = rules.number("needed", rules.term("CL-TURN-5", "base", needed, "why.reserves"))
    faces = yield from ask(
        Roll(
            rule="CL-TURN-5",
            side=side,
            says="roll.reserves",
            about=units,
            dice=Dice(len(units)),
            needed=explained,
            facts={"turn": battle.clock.turn},
        ),
        battle,
    )
    arrive = tuple(u for u, face in zip(units, faces, strict=True) if succeeds(face, needed))
    entries = tuple(
        Entry(
            "did.arrives" if unit in arrive else "did.stays_back",
            ("CL-TURN-5",),
            (unit,),
            faces=(face,),
            needed=explained,
            side=side,
        )
        for unit, face in zip(units, faces, strict=True)
    )
    return Outcome(_marked(battle, units, arrive), Report(entries))


def _marked(battle: Battle, units: tuple[str, ...], arrive: tuple[str, ...]) -> Battle:
    for name in units:
        unit = battle.units[name]
        if name in arrive:
            unit = msgspec.structs.replace(unit, in_reserve=f"arriving:{unit.in_reserve}")
        else:
            unit = unit.with_condition(Condition("tests_due", "CL-TURN-5", until="turn"))
        battle = battle.with_unit(unit)
    return battle


def reach_from_edge(battle: Battle, model: Model, edge: str) -> Length:
    """Return how far the far edge of a model's base lies from a table edge, in units (CL-TURN-6)."""
    base = base_of(battle, model)
    east, north = extents(base)
    table = battle.table
    match edge:
        case "south":
            return round(base.at.y + north)
        case "north":
            return round(table.height - base.at.y + north)
        case "west":
            return round(base.at.x + east)
        case "east":
            return round(table.width - base.at.x + east)
    return min(reach_from_edge(battle, model, e) for e in ("south", "north", "west", "east"))


def check_arrival(rules: Ruleset, battle: Battle, after: Battle, action: Deploy) -> tuple[Finding, ...]:
    """Judge a unit's coming on from its own edge: its move is measured from the edge (CL-TURN-6)."""
    from wolfling_gui.core.actions import Move

    unit = battle.units[action.unit]
    found: list[Finding] = []
    if battle.clock.step != "movement" or unit.side != battle.clock.side:
        found.append(
            forbid("CL-TURN-3", "reserves.start_of_turn", unit.id, facts={"step": battle.clock.step})
        )
    missing = [m.id for m in after.members(unit.id) if m.place is None]
    if missing:
        found.append(forbid("CL-TURN-6", "deploy.incomplete", *missing))
    limit = rules.move_limit(rules, battle, unit, Move(unit.id, {})).total
    edge = battle.side(unit.side).edge if rules.catalogue.word("CL-TURN-6", "edge") == "own" else ""
    for model in after.standing(unit.id):
        if model.place is None:
            continue
        found.append(
            limited(
                "CL-TURN-6",
                "reserves.from_edge",
                model.id,
                value=reach_from_edge(after, model, edge),
                at_most=limit,
            )
        )
        found += rules.check_place(rules, after, model, model.place)
        found += near_enemies(rules, after, model, model.place)
    found += stacked(rules, after, tuple(action.places))
    if not missing:
        found += rules.coherency(rules, after, unit)
    return tuple(found)


def resolve_arrival(rules: Ruleset, battle: Battle, action: Deploy) -> Outcome:
    """Set an arriving unit on the table; it counts as having moved."""
    unit = msgspec.structs.replace(battle.units[action.unit], in_reserve="")
    if rules.flag("CL-TURN-6", "counts_as_moved"):
        unit = unit.with_condition(Condition("moved", "CL-TURN-6", until="turn"))
    unit = unit.with_condition(Condition("arrived", "CL-TURN-6", until="turn"))
    entry = Entry("did.came_on", ("CL-TURN-6",), (unit.id,), {"models": len(action.places)}, side=unit.side)
    return Outcome(placed(battle, action).with_unit(unit), Report((entry,)))
