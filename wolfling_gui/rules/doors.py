"""Opening and shutting doors; a ruleset without a rule for it leaves doors to agreement."""

from __future__ import annotations

from typing import Any

import msgspec

from wolfling_gui.core.actions import Move, OperateDoor
from wolfling_gui.core.battle import Battle
from wolfling_gui.core.forces import Condition, Model
from wolfling_gui.core.lengths import Point, direction, distance
from wolfling_gui.core.procedure import Outcome
from wolfling_gui.core.report import Entry, Report
from wolfling_gui.core.terrain import Door
from wolfling_gui.core.verdict import Finding, Mark
from wolfling_gui.geometry.footprint import Footprint
from wolfling_gui.geometry.measure import gap
from wolfling_gui.rules.facts import base_of
from wolfling_gui.rules.findings import forbid, permit
from wolfling_gui.rules.ruleset import Ruleset
from wolfling_gui.rules.states import walked

RULE = "WO-TER-9"


def leaf(door: Door, level: int) -> Footprint:
    """Return the door's gap as a base of no thickness: a hull from one jamb to the other."""
    middle = Point((door.a.x + door.b.x) // 2, (door.a.y + door.b.y) // 2)
    half = max(1, distance(door.a, door.b) // 2)
    return Footprint(middle, level, 0, half, round(direction(door.a, door.b)), "hull")


def plan(rules: Ruleset, battle: Battle, action: OperateDoor) -> tuple[Any, tuple[Finding, ...]]:
    """Judge a model's handling of a door: contact, its unit's freedom, lock, and what stands in the gap."""
    model = battle.models[action.model]
    unit = battle.units[model.unit]
    door = battle.table.doors[action.door]
    if not rules.on(RULE):
        return None, (forbid("CL-TURN-2", "door.no_rule", door.id),)
    found = [*rules.may_act(rules, battle, unit, "door")]
    if door.state == action.to:
        found.append(forbid(RULE, "door.already", door.id, facts={"state": door.state}))
    if door.locked:
        found.append(forbid(RULE, "door.locked", door.id))
    if door.state == "sealed" and not rules.flag(RULE, "may_open_sealed"):
        found.append(forbid(RULE, "door.sealed", door.id))
    used = sum(c.amount for c in unit.conditions if c.kind == "door_used" and c.about == model.id)
    most = rules.count(RULE, "door_actions_per_model")
    if used >= most:
        found.append(
            forbid(
                RULE,
                "door.used_up",
                model.id,
                value=used + 1,
                limit=most,
                measure="count",
                comparison="at_most",
            )
        )
    if model.place is None or model.place.level != door.level:
        found.append(forbid(RULE, "door.other_level", model.id, door.id))
        return None, tuple(found)
    between = gap(base_of(battle, model), leaf(door, door.level))
    reach = rules.inches(RULE, "door_contact_inches")
    mark = Mark("link", (model.place.at, leaf(door, door.level).at), door.level, about=door.id)
    contact = permit if between <= reach else forbid
    found.append(
        contact(
            RULE,
            "door.contact",
            model.id,
            door.id,
            value=between,
            limit=reach,
            measure="inches",
            comparison="at_most",
            marks=(mark,),
        )
    )
    if action.to != "open":
        found += _in_the_gap(battle, door)
    cost = rules.inches(RULE, "door_action_cost_inches")
    found += _cost(rules, battle, action, cost)
    return action, tuple(found)


def _in_the_gap(battle: Battle, door: Door) -> list[Finding]:
    found = []
    gap_of_door = leaf(door, door.level)
    for model in battle.on_table():
        base = base_of(battle, model)
        if base.level == door.level and gap(base, gap_of_door) == 0:
            mark = Mark("ring", (base.at,), base.level, base.reach, model.id)
            found.append(forbid(RULE, "door.gap_taken", door.id, model.id, marks=(mark,)))
    return found


def out_of_reach(rules: Ruleset, battle: Battle, model: Model, door: Door) -> bool:
    """Tell whether a model is so far from a door that `plan` is sure to refuse it; quick, for offers."""
    if not rules.on(RULE) or model.place is None or model.place.level != door.level:
        return True
    base, gap_of_door = base_of(battle, model), leaf(door, door.level)
    apart = distance(base.at, gap_of_door.at) - base.reach - gap_of_door.reach
    return apart > rules.inches(RULE, "door_contact_inches") + 2


def _cost(rules: Ruleset, battle: Battle, action: OperateDoor, cost: int) -> list[Finding]:
    """Refuse a door whose cost is more than the model has left of its move."""
    if not cost:
        return []
    unit = battle.units[battle.models[action.model].unit]
    limit = rules.move_limit(rules, battle, unit, Move(unit.id, {})).total
    spent = walked(unit, action.model) + cost
    make = permit if spent <= limit else forbid
    return [
        make(
            RULE, "door.cost", action.model, value=spent, limit=limit, measure="inches", comparison="at_most"
        )
    ]


def resolve(rules: Ruleset, battle: Battle, action: OperateDoor) -> Outcome:
    """Turn the leaf; what it costs is walked, and the model has used its one door."""
    door = msgspec.structs.replace(battle.table.doors[action.door], state=action.to)
    after = battle.with_table(battle.table.with_door(door))
    unit = after.units[after.models[action.model].unit]
    used = sum(c.amount for c in unit.conditions if c.kind == "door_used" and c.about == action.model)
    unit = unit.with_condition(Condition("door_used", RULE, used + 1, action.model, "phase"))
    cost = rules.inches(RULE, "door_action_cost_inches")
    if cost:
        unit = unit.with_condition(
            Condition("walked", RULE, walked(unit, action.model) + cost, action.model, "phase")
        )
    after = after.with_unit(unit)
    says = "did.opened" if action.to == "open" else "did.shut"
    entry = Entry(says, (RULE,), (action.model, action.door), {"state": action.to}, side=unit.side)
    return Outcome(after, Report((entry,)))
