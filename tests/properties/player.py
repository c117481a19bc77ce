"""A player who does anything the rules offer, by chance but repeatably."""

from __future__ import annotations

import random
from typing import get_args

from tests.properties.odd import odd
from wolfling_gui.core.actions import (
    Action,
    Charge,
    DeepStrike,
    Deploy,
    EndStep,
    KeepInReserve,
    Move,
    OperateDoor,
    Overrule,
    PlaceObjective,
    Regroup,
    RollAllowance,
    Ruled,
    Shoot,
    Waypoint,
)
from wolfling_gui.core.battle import Battle
from wolfling_gui.core.forces import Place, Unit
from wolfling_gui.core.lengths import Point
from wolfling_gui.core.requests import Allocate, Choose, Confirm, Put, Request, Roll, Spin
from wolfling_gui.rules.classic.boosting import ways_to_move
from wolfling_gui.rules.facts import unit_gap
from wolfling_gui.rules.guide import guide
from wolfling_gui.rules.reserves import methods_of
from wolfling_gui.rules.ruleset import Ruleset
from wolfling_gui.session.drag import Drag
from wolfling_gui.session.placing import arranged, shifted

OVERRULED = get_args(Ruled)
"""What players may overrule."""


class Player:
    """Choose actions and answers for both sides from one stream of chance."""

    def __init__(self, rules: Ruleset, seed: int) -> None:
        self.rules = rules
        self.chance = random.Random(seed)

    def action(self, battle: Battle) -> Action:
        """Return something to ask for: often legal, sometimes not, sometimes overruled."""
        chance = self.chance
        wanted = self._wanted(battle)
        if chance.random() < 0.02 and isinstance(wanted, OVERRULED):
            return Overrule(wanted, "both agree")
        return wanted

    def _wanted(self, battle: Battle) -> Action:
        chance = self.chance
        units = [u for u in battle.units_of(battle.clock.side) if battle.members(u.id)]
        held = chance.choice(units).id if units else ""
        offered = guide(self.rules, battle, held)
        every = (offered.main, *offered.offers, *offered.also)
        listed = [o.action for o in every if o is not None and o.action is not None]
        if chance.random() < 0.06:
            return odd(battle, self.rules, chance)
        if not units:
            return chance.choice(listed) if listed else EndStep()
        broken = [action for action in listed if isinstance(action, Regroup)]
        if broken and chance.random() < 0.8:
            return broken[0]
        match battle.clock.step:
            case "objectives" | "own_objectives" if chance.random() < 0.9:
                table = battle.table
                at = Point(chance.randint(0, table.width), chance.randint(0, table.height))
                return PlaceObjective(at, chance.choice(table.levels()) if chance.random() < 0.2 else 0)
            case "infiltrators" if chance.random() < 0.8:
                return self._deploy(battle, units, listed)
            case "scouts" if chance.random() < 0.7:
                return self._move(battle, battle.units[held])
            case "deployment":
                return self._deploy(battle, units, listed)
            case "movement" if chance.random() < 0.75:
                return self._move(battle, battle.units[held])
            case "shooting" if chance.random() < 0.7:
                return self._shoot(battle, battle.units[held])
            case "assault" if chance.random() < 0.6:
                return self._charge(battle, battle.units[held])
        return chance.choice(listed) if listed else EndStep()

    def _deploy(self, battle: Battle, units: list[Unit], listed: list[Action]) -> Action:
        out = [
            u for u in units if len(battle.standing(u.id)) < len(battle.members(u.id)) and not u.in_reserve
        ]
        if not out:
            return self.chance.choice(listed) if listed else EndStep()
        unit = self.chance.choice(out)
        if self.chance.random() < 0.12:
            return KeepInReserve(unit.id, self.chance.choice(methods_of(self.rules, battle, unit)))
        places = arranged(self.rules, battle, unit.id)
        if self.chance.random() < 0.2:
            places = shifted(places, self.chance.randint(-9000, 9000), self.chance.randint(-9000, 9000))
        return Deploy(unit.id, dict(places)) if places else KeepInReserve(unit.id)

    def _point(self, near: Place) -> Point:
        reach = self.chance.choice([4000, 9000, 20000])
        return near.at.shifted(self.chance.randint(-reach, reach), self.chance.randint(-reach, reach))

    def _move(self, battle: Battle, unit: Unit) -> Action:
        chance = self.chance
        if unit.in_reserve.startswith("arriving:deep_strike"):
            table = battle.table
            at = Point(chance.randint(0, table.width), chance.randint(0, table.height))
            return DeepStrike(unit.id, at, chance.choice(table.levels()) if chance.random() < 0.2 else 0)
        if unit.in_reserve:
            if chance.random() < 0.5:
                return Deploy(unit.id, dict(arranged(self.rules, battle, unit.id)))
            places = {
                m.id: Place(Point(chance.randint(0, battle.table.width), chance.randint(500, 6000)))
                for m in battle.members(unit.id)
            }
            return Deploy(unit.id, places)
        models = battle.standing(unit.id)
        if not models:
            return EndStep()
        if chance.random() < 0.15:
            return RollAllowance(unit.id)
        if chance.random() < 0.15 and battle.table.doors:
            door = chance.choice(list(battle.table.doors))
            return OperateDoor(chance.choice(models).id, door, chance.choice(["open", "shut"]))
        grabbed = chance.choice(models)
        assert grabbed.place is not None
        to = self._point(grabbed.place)
        level = chance.choice(battle.table.levels()) if chance.random() < 0.2 else grabbed.place.level
        if chance.random() < 0.2:
            return Move(unit.id, {grabbed.id: (Waypoint(to, level),)})
        taken = [m.id for m in models] if chance.random() < 0.8 else [grabbed.id]
        mode = chance.choice(ways_to_move(self.rules, battle, unit))
        drag = Drag(self.rules, battle, unit.id, taken, grabbed.id, mode)
        return drag.action(drag.to(to, level))

    def _shoot(self, battle: Battle, unit: Unit) -> Action:
        enemies = [u.id for u in battle.units.values() if u.side != unit.side and battle.members(u.id)]
        if not enemies:
            return EndStep()
        if unit.has("ran") and battle.standing(unit.id):
            model = self.chance.choice(battle.standing(unit.id))
            drag = Drag(self.rules, battle, unit.id, [model.id], model.id, "run")
            assert model.place is not None
            return drag.action(drag.to(self._point(model.place), model.place.level))
        return Shoot(unit.id, self.chance.choice(enemies))

    def _charge(self, battle: Battle, unit: Unit) -> Action:
        chance = self.chance
        if chance.random() < 0.3:
            return RollAllowance(unit.id, "assault")
        enemies = [u.id for u in battle.units.values() if u.side != unit.side and battle.standing(u.id)]
        close = [name for name in enemies if self._near(battle, unit, name)]
        if not close:
            return Charge(unit.id, chance.choice(enemies)) if enemies else EndStep()
        target = chance.choice(close)
        models = battle.standing(unit.id)
        if chance.random() < 0.2 and models:
            grabbed = chance.choice(models)
            assert grabbed.place is not None
            return Charge(unit.id, target, {grabbed.id: (Waypoint(self._point(grabbed.place)),)})
        return Charge(unit.id, target)

    def _near(self, battle: Battle, unit: Unit, other: str) -> bool:
        away = unit_gap(self.rules, battle, unit.id, other)
        return away is not None and away < 20_000

    def answer(self, request: Request[object]) -> object:
        """Return an answer that the request takes."""
        chance = self.chance
        match request:
            case Roll():
                return [chance.randint(1, 6) for _ in range(request.dice.count)]
            case Spin():
                return {"face": chance.randint(1, 6), "degrees": chance.randrange(request.degrees)}
            case Choose():
                return chance.choice(request.options).id
            case Confirm():
                return chance.random() < 0.5
            case Allocate():
                return self._share(request)
            case Put() if request.proposed:
                return {}
            case Put():
                return {name: {"at": [20000, 20000]} for name in request.models}
        raise AssertionError(f"no answer for {request}")

    def _share(self, request: Allocate) -> dict[str, int]:
        given = {name: request.least.get(name, 0) for name in request.candidates}
        while sum(given.values()) < request.count:
            open_ones = [n for n in given if given[n] < request.most.get(n, request.count)]
            given[self.chance.choice(open_ones)] += 1
        return given
