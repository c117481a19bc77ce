"""Things a random player asks for out of turn: rolls for anything, adjustments, what nobody offers."""

from __future__ import annotations

import random
from typing import get_args

from wolfling_gui.core.actions import (
    Action,
    Adjust,
    Change,
    Charge,
    ClearCondition,
    EndStep,
    Fight,
    HitAndRun,
    JoinUnit,
    LeaveUnit,
    PickRandom,
    RollDice,
    RollReserves,
    Seize,
    SetClock,
    SetCondition,
    SetDoor,
    SetObjective,
    SetPlace,
    SetScore,
    SetStructure,
    SetWall,
    SetWounds,
    Shoot,
    TakeTest,
    UsePower,
)
from wolfling_gui.core.battle import Battle
from wolfling_gui.core.forces import Condition, ConditionKind, Place
from wolfling_gui.core.lengths import Point
from wolfling_gui.core.terrain import DoorState, StructureKind, WallState
from wolfling_gui.rules.ruleset import Ruleset

FLEES = Condition("falling_back", "CL-MOR-1", until="battle")


def odd(battle: Battle, rules: Ruleset, chance: random.Random) -> Action:
    """Return something that nobody expects at this moment."""
    units, models = list(battle.units), list(battle.models)
    return chance.choice(
        [
            TakeTest(chance.choice(units), chance.choice(["I", "Ld", "S"])),
            RollDice(chance.choice(["2D6", "D3+2", "scatter"])),
            PickRandom(tuple(units)),
            Shoot(chance.choice(units), chance.choice(units)),
            Charge(chance.choice(units), chance.choice(units)),
            Fight(chance.choice(units)),
            HitAndRun(chance.choice(units)),
            UsePower(chance.choice(models)),
            EndStep(),
            Seize(),
            RollReserves(),
            Adjust((SetWounds(chance.choice(models), 0),), "put back"),
            Adjust((SetCondition(chance.choice(units), FLEES),), "broken"),
            Adjust(tuple(change(battle, rules, chance) for _ in range(chance.randint(1, 2))), "as agreed"),
            JoinUnit(chance.choice(units), chance.choice(units)),
            LeaveUnit(chance.choice(models)),
        ]
    )


def change(battle: Battle, rules: Ruleset, chance: random.Random) -> Change:
    """Return an adjustment of anything there is."""
    table = battle.table
    unit, model = chance.choice(list(battle.units)), chance.choice(list(battle.models))
    at = Point(chance.randint(0, table.width), chance.randint(0, table.height))
    side = chance.choice(battle.sides).id
    made: list[Change] = [
        SetPlace(model, Place(at, chance.choice(table.levels()))),
        SetPlace(model, None),
        SetWounds(model, chance.randint(0, 3), chance.random() < 0.3),
        SetCondition(unit, Condition(chance.choice(["shot", "moved", "gone_to_ground", "ran"]), "CL-GEN-13")),
        ClearCondition(unit, chance.choice(get_args(ConditionKind))),
        SetScore(side, chance.randint(-1, 3)),
    ]
    if chance.random() < 0.1:
        step = chance.choice([s.id for s in rules.sequence(rules) if s.kind != "setup"])
        made.append(SetClock(max(1, battle.clock.turn), side, step))
    if table.objectives:
        made.append(SetObjective(chance.choice(list(table.objectives)), side))
    if table.doors:
        state = chance.choice(get_args(DoorState))
        made.append(SetDoor(chance.choice(list(table.doors)), state, chance.random() < 0.3))
    if table.walls:
        made.append(SetWall(chance.choice(list(table.walls)), chance.choice(get_args(WallState))))
    if table.structures:
        made.append(
            SetStructure(chance.choice(list(table.structures)), chance.choice(get_args(StructureKind)))
        )
    return chance.choice(made)
