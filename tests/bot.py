"""A simple player that makes sense: goes for objectives, opens doors, fires at what it hurts most."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from itertools import pairwise

from wolfling_gui.core.actions import (
    Action,
    Charge,
    Deploy,
    EndStep,
    Fight,
    Move,
    OperateDoor,
    Overrule,
    Path,
    Regroup,
    RollAllowance,
    RollOff,
    Shoot,
    Waypoint,
)
from wolfling_gui.core.battle import Battle
from wolfling_gui.core.forces import Model, Unit
from wolfling_gui.core.lengths import Length, Point, along, distance, inches
from wolfling_gui.core.requests import Allocate, Choose, Confirm, Put, Roll, Spin
from wolfling_gui.core.terrain import Door
from wolfling_gui.core.verdict import Permit
from wolfling_gui.geometry.free_space import Blocks
from wolfling_gui.geometry.planner import Planner
from wolfling_gui.rules.classic.charging import may_declare
from wolfling_gui.rules.classic.due import regroup_due
from wolfling_gui.rules.engaged import unfought
from wolfling_gui.rules.findings import forbids
from wolfling_gui.rules.guide_assault import near
from wolfling_gui.rules.states import allowance, walked
from wolfling_gui.rules.ways import way_of
from wolfling_gui.session.placing import arranged
from wolfling_gui.session.preview import targets
from wolfling_gui.session.session import Session

CONTACT = inches("0.03")
FAR = inches(60)
NEAR = inches(14)


class Bot:
    """Play both sides of a session to its end; every question is answered without chance of its own.

    `orders` sends units to objectives; the others go to the nearest one their side does not hold.
    """

    def __init__(self, session: Session, orders: Mapping[str, str] | None = None) -> None:
        self.session = session
        self.rules = session.rules
        self.orders = orders or {}

    def play(self, most: int = 2000) -> int:
        """Play until the battle is over; returns how many actions were done."""
        for count in range(most):
            if self.session.battle.clock.over:
                return count
            self.do_next()
        return most

    def do_next(self) -> None:
        """Do the next sensible thing; always does something."""
        for action in self.wishes():
            if self.do(action):
                return
        raise AssertionError(f"stuck at {self.session.battle.clock}")

    def do(self, action: Action) -> bool:
        """Do an action if it is permitted and answer its questions; tells whether it was."""
        if not isinstance(self.session.propose(action), Permit):
            return False
        self.session.perform(action)
        while self.session.request is not None:
            self.answer()
        return True

    def answer(self) -> None:
        """Answer the question that waits: the app's dice, the first option, losses from the front."""
        request = self.session.request
        match request:
            case Roll() | Spin():
                self.session.roll()
            case Choose() if request.says == "choose.stand_and_shoot":
                self.session.give(request.options[-1].id)
            case Choose():
                self.session.give(request.options[0].id)
            case Confirm():
                self.session.give(request.says == "confirm.trapped")
            case Allocate():
                self.session.give(share(request))
            case Put() if request.proposed:
                self.session.give({})
            case Put():
                raise AssertionError("the bot sets models down only where they are proposed")

    def wishes(self) -> Iterator[Action]:
        """Yield what to try, best first; the last is always to go on."""
        battle = self.session.battle
        side = battle.clock.side
        match battle.clock.step:
            case "roll_off":
                yield RollOff()
            case "deployment":
                for unit in battle.units_of(side):
                    if not unit.in_reserve and len(battle.standing(unit.id)) < len(battle.members(unit.id)):
                        yield Deploy(unit.id, dict(arranged(self.rules, battle, unit.id)))
            case "movement":
                for name in regroup_due(battle, side):
                    yield Regroup(name)
                for unit in battle.units_of(side):
                    yield from self.moves(battle, unit)
            case "shooting":
                for unit in battle.units_of(side):
                    yield from self.shots(battle, unit)
            case "assault":
                for unit in battle.units_of(side):
                    yield from self.charges(battle, unit)
            case "combat":
                for combat in unfought(self.rules, battle):
                    yield Fight(combat[0])
        yield EndStep()
        if battle.clock.step == "shooting":
            for unit in battle.units_of(side):
                yield RollAllowance(unit.id, "run")
        yield Overrule(EndStep(), "nothing more can be done")

    # ------------------------------------------------------------------ moving

    def moves(self, battle: Battle, unit: Unit) -> Iterator[Action]:
        """Yield a unit's move towards its goal, and the door in front of it."""
        models = battle.standing(unit.id)
        goal = self.goal(battle, unit)
        if not models or goal is None or unit.id in battle.clock.closed:
            return
        lead = min(models, key=lambda m: distance(place_of(m), goal))
        if any(w.about == lead.id and w.amount > inches(5.4) for w in unit.conditions if w.kind == "walked"):
            return
        door = self.door_to_open(battle, lead)
        if door is not None:
            yield OperateDoor(lead.id, door, "open")
        route = self.route(battle, lead, goal)
        if len(route) < 2:
            return
        left = self.left(battle, unit, lead)
        for part in (1.0, 0.8, 0.6, 0.4, 0.25):
            _, reach = stopped_at_door(battle, lead, route, round(left * part))
            if reach < inches("0.4"):
                break
            action = self.column(battle, unit, lead, route, reach)
            yield action
            if part == 1.0 and allowance(unit, "foot") is None:
                verdict = self.session.propose(action)
                if any(
                    f.says in ("move.roll_terrain_first", "move.roll_slow_first") for f in verdict.findings
                ):
                    yield RollAllowance(unit.id)

    def left(self, battle: Battle, unit: Unit, model: Model) -> Length:
        """Return how far a model can still walk."""
        return self.rules.move_limit(self.rules, battle, unit, Move(unit.id, {})).total - walked(
            unit, model.id
        )

    def column(
        self, battle: Battle, unit: Unit, lead: Model, route: tuple[Point, ...], reach: Length
    ) -> Move:
        """Return the unit's move in single file behind its lead along a route."""
        models = sorted(battle.standing(unit.id), key=lambda m: distance(place_of(m), along(route, reach)))
        models.remove(lead)
        together = frozenset(m.id for m in battle.standing(unit.id))
        paths: dict[str, Path] = {}
        back = reach
        for model in (lead, *models):
            spot = along(route, max(0, back))
            way = way_of(self.rules, battle, model, "foot", together)
            start = Waypoint(place_of(model), 0)
            found = Planner(battle.table, way.mover, way.blocks, start, NEAR).to(spot)
            left = self.left(battle, unit, model)
            corners = (start.at, *(p.at for p in found.points))
            if found.ok and found.length <= left:
                paths[model.id] = found.points
            elif found.ok and left:
                paths[model.id] = clipped(corners, left)
            back -= 2 * model.profile.base.radius + inches("0.3")
        return Move(unit.id, {name: path for name, path in paths.items() if path})

    def goal(self, battle: Battle, unit: Unit) -> Point | None:
        """Return where a unit wants to be: the nearest objective its side does not hold, else the nearest."""
        here = battle.standing(unit.id)
        if not here:
            return None
        start = place_of(here[0])
        markers = list(battle.table.objectives.values())
        ordered = battle.table.objectives.get(self.orders.get(unit.id, ""))
        if ordered is not None:
            return None if distance(ordered.at, start) < inches(2) else ordered.at
        open_ones = [m for m in markers if m.owner != unit.side] or markers
        if not open_ones:
            return None
        best = min(open_ones, key=lambda m: distance(m.at, start))
        return None if distance(best.at, start) < inches(2) else best.at

    def route(self, battle: Battle, lead: Model, goal: Point) -> tuple[Point, ...]:
        """Return the way to a goal through every door that could be opened."""
        way = way_of(self.rules, battle, lead, "foot")
        locked = [d for d in battle.table.doors.values() if d.locked]
        kinds = way.blocks.kinds - {"shut_door", "sealed_door"}
        blocks = Blocks(kinds, way.blocks.impassable)
        start = Waypoint(place_of(lead), 0)
        route = Planner(battle.table, way.mover, blocks, start, FAR).to(goal)
        points = (start.at, *(p.at for p in route.points))
        if not route.ok or any(crosses(points, door) is not None for door in locked):
            return ()
        return points

    def door_to_open(self, battle: Battle, lead: Model) -> str | None:
        """Return a shut door in front of a model that it may open."""
        for door in battle.table.doors.values():
            if door.state != "open":
                action = OperateDoor(lead.id, door.id, "open")
                if isinstance(self.session.propose(action), Permit):
                    return door.id
        return None

    # ------------------------------------------------------------------ firing

    def shots(self, battle: Battle, unit: Unit) -> Iterator[Action]:
        """Yield a unit's fire at the target it can expect to hurt most."""
        if unit.has("shot") or unit.has("ran") or not battle.standing(unit.id):
            return
        for target in targets(self.rules, battle, unit.id):
            if target.legal and target.odds is not None and target.odds.expected > 0.01:
                yield Shoot(unit.id, target.unit)
                return

    # ------------------------------------------------------------------ assaulting

    def charges(self, battle: Battle, unit: Unit) -> Iterator[Action]:
        """Yield a unit's assault on the nearest enemy that it is no match less than, and the roll for it."""
        if not battle.standing(unit.id) or forbids(may_declare(self.rules, battle, unit)):
            return
        for target in near(self.rules, battle, unit):
            if len(battle.members(target)) > len(battle.members(unit.id)):
                continue
            action = Charge(unit.id, target)
            verdict = self.session.propose(action)
            if any(f.says == "assault.roll_terrain_first" for f in verdict.findings):
                yield RollAllowance(unit.id, "assault")
            if isinstance(verdict, Permit) and verdict.plan.reached:
                yield action


def place_of(model: Model) -> Point:
    """Return where a model stands."""
    assert model.place is not None
    return model.place.at


def share(request: Allocate) -> dict[str, int]:
    """Return a legal sharing: the least for everyone, the rest to the first who may have more."""
    given = {name: request.least.get(name, 0) for name in request.candidates}
    while sum(given.values()) < request.count:
        name = next(n for n in given if given[n] < request.most.get(n, request.count))
        given[name] += 1
    return {name: count for name, count in given.items() if count}


def crosses(points: tuple[Point, ...], door: Door) -> Length | None:
    """Return how far along a way it first meets a door, in units; None when it does not."""
    walked = 0.0
    for a, b in pairwise(points):
        length = math.hypot(b.x - a.x, b.y - a.y)
        part = _meeting(a, b, door.a, door.b)
        if part is not None:
            return round(walked + part * length)
        walked += length
    return None


def _meeting(a: Point, b: Point, c: Point, d: Point) -> float | None:
    rx, ry, sx, sy = b.x - a.x, b.y - a.y, d.x - c.x, d.y - c.y
    across = rx * sy - ry * sx
    if across == 0:
        return None
    t = ((c.x - a.x) * sy - (c.y - a.y) * sx) / across
    u = ((c.x - a.x) * ry - (c.y - a.y) * rx) / across
    return t if 0 <= t <= 1 and -0.05 <= u <= 1.05 else None


def clipped(corners: tuple[Point, ...], reach: Length) -> Path:
    """Return the first part of a way, as long as it may be."""
    found: list[Waypoint] = []
    walked_on = 0.0
    for a, b in pairwise(corners):
        length = math.hypot(b.x - a.x, b.y - a.y)
        if walked_on + length >= reach - 2:
            break
        found.append(Waypoint(b, 0))
        walked_on += length
    return (*found, Waypoint(along(corners, reach - 2), 0))


def stopped_at_door(
    battle: Battle, lead: Model, route: tuple[Point, ...], reach: Length
) -> tuple[Point, Length]:
    """Return where a walk along a route comes to, and how far that is: up to the first shut door."""
    radius = lead.profile.base.radius
    best = reach
    for door in battle.table.doors.values():
        met = None if door.state == "open" else crosses(route, door)
        if met is not None and met - radius - CONTACT < best:
            best = max(0, met - radius - CONTACT)
    return along(route, best), best
