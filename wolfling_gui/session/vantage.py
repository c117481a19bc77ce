"""From there: what models in hand would see and hit if they stood somewhere else.

Knows no window, and changes nothing in the battle. A lookout is built once for the models in hand and asked
at every move of the pointer: first where they would stand, then what they would see, which takes longer.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Sequence
from typing import Literal

import msgspec
import numpy as np
import shapely
import shapely.geometry

from wolfling_gui.core.actions import Move, Shoot, Waypoint
from wolfling_gui.core.battle import Battle
from wolfling_gui.core.forces import ConditionKind, Place
from wolfling_gui.core.lengths import Length, Point, Polygon, distance, inches, off
from wolfling_gui.core.verdict import Finding
from wolfling_gui.geometry.free_space import Field, Obstruction, field, mover_of, obstructions_of
from wolfling_gui.geometry.placement import Crowd
from wolfling_gui.geometry.planner import Planner
from wolfling_gui.geometry.sight import eye_of, in_the_open
from wolfling_gui.geometry.space import space_of
from wolfling_gui.geometry.visible import visible_region
from wolfling_gui.rules.facts import base_of
from wolfling_gui.rules.moving import having_moved
from wolfling_gui.rules.ruleset import Ruleset
from wolfling_gui.rules.states import left_to_walk
from wolfling_gui.rules.ways import way_of
from wolfling_gui.session.preview import TargetPreview, targets

Access = Literal["here", "within", "beyond", "no_way", "no_room", "not_now"]
"""Whether a place can be reached this move: it is this one, within the move, beyond it, or not at all.

"no_way" says that no way leads there, "no_room" that a base does not fit there, "not_now" that it is no
moment to move.
"""
PULLED = (1.0, 0.8, 0.6, 0.4, 0.2)
"""How far from the first model the others stand, as parts of their place in the formation."""
ROUND = 12
AWAY = (inches("1.1"), inches("1.7"), inches("2.5"), inches("3.5"))
"""In how many directions and how far from the first model a place is looked for then."""
BEYOND = inches(6)
"""How much longer than the move a way is still measured."""
_DONE: tuple[ConditionKind, ...] = ("shot", "ran", "fired")
_SHOOTING = "shooting"


class Vantage(msgspec.Struct, frozen=True):
    """Hold what models would see from other places: the battle as it would stand, and its targets.

    `previews` are empty, and only the view of the first model is in `seen`, until it has been `looked` round.
    `seen` is the ground in plain view of any of them, in polygons that may overlap; `crowded` names models
    that find no place of their own there. `length` is the way of the first model and `limit` what it may
    walk, in units; both 0 where it is no moment to move.
    """

    unit: str
    places: dict[str, Place]
    battle: Battle
    previews: tuple[TargetPreview, ...]
    seen: tuple[Polygon, ...]
    access: Access
    length: Length = 0
    limit: Length = 0
    crowded: tuple[str, ...] = ()
    looked: bool = False


class Lookout:
    """Look from anywhere with the models in hand; build it once for a battle and a selection."""

    def __init__(self, rules: Ruleset, battle: Battle, unit: str, models: Sequence[str]) -> None:
        """Take the models in hand; the first of them goes to the pointer, the others keep their formation.

        Raises ValueError when none of them stands on the table.
        """
        self.rules, self.battle, self.unit = rules, battle, unit
        self.models = tuple(m for m in models if battle.models[m].on_table)
        if not self.models:
            raise ValueError(f"no model of {unit} stands on the table")
        self._whole = len(self.models) == len(battle.standing(unit))
        self._way = way_of(rules, battle, battle.models[self.models[0]], "foot", frozenset(self.models))
        self._planner: Planner | None = None
        self._moment = _moment(rules, battle, unit)
        self._judges = _of_any_formation(rules)
        step = battle.clock.step
        self.may_move = battle.clock.side == battle.units[unit].side and step == "movement"
        self.limit: Length = 0
        if self.may_move:
            limit = rules.move_limit(rules, battle, battle.units[unit], Move(unit, {})).total
            self.limit = left_to_walk(battle.units[unit], self.models[0], limit)

    def at(self, point: Point, level: int) -> Vantage:
        """Return where the models would stand with the first at a point of a level, and what it would see."""
        places, crowded = self._places(point, level)
        access, length = self._access(point, level, crowded)
        battle = self._moment.with_places(places)
        if access != "here":
            battle = battle.with_unit(having_moved(self.rules, battle.units[self.unit], self.models))
        seen = self._seen(battle, self.models[:1])
        return Vantage(self.unit, places, battle, (), seen, access, length, self.limit, crowded)

    def looked(self, vantage: Vantage) -> Vantage:
        """Return the vantage with every enemy unit as a target, and the ground that any model sees."""
        battle, firers = vantage.battle, () if self._whole else self.models
        return msgspec.structs.replace(
            vantage,
            previews=targets(self._judges, battle, self.unit, firers=firers, later=True),
            seen=(*vantage.seen, *self._seen(battle, self.models[1:])),
            looked=True,
        )

    # ------------------------------------------------------------------ inside

    def _place(self, model: str) -> Place:
        place = self.battle.models[model].place
        assert place is not None
        return place

    def _field(self, model: str, level: int) -> Field:
        """Return the ground a model's base fits on, where nobody else stands."""
        own = self.battle.models[model].profile.base
        mover = mover_of(own, self._way.passage.tolerance, self._way.passage.per_floor)
        return field(self.battle.table, mover, self._way.blocks, level, end=True)

    def _places(self, point: Point, level: int) -> tuple[dict[str, Place], tuple[str, ...]]:
        """Return a place for each model, and those that find none of their own near their wish.

        A model goes where the formation has it if it fits there and no wall stands between it and the first,
        else nearer to the first, else beside it.
        """
        first, *others = self.models
        start = self._place(first)
        places = {first: Place(point, level, start.facing)}
        crowded = [] if self._free(first, [point], level)[0] else [first]
        crowd = Crowd(self._taken(first, places[first]))
        if not others:
            return places, tuple(crowded)
        wishes = {
            name: [_towards(point, self._place(name).at, start.at, part) for part in PULLED]
            for name in others
        }
        around = _around(point)
        spots = [*around, *(spot for w in wishes.values() for spot in w)]
        open_to = dict(zip(spots, self._in_the_open(point, level, spots), strict=True))
        for name in others:
            wish = wishes[name][0]
            tried = [*wishes[name], *sorted(around, key=lambda spot: distance(spot, wish))]
            tried = [spot for spot in tried if open_to[spot]]
            radius = self.battle.models[name].profile.base.radius
            free = self._free(name, tried, level)
            chosen = next(
                (s for s, fits in zip(tried, free, strict=True) if fits and crowd.clear(s, level, radius)),
                None,
            )
            if chosen is None:
                crowded.append(name)
                chosen = wish
            places[name] = Place(chosen, level, self._place(name).facing)
            crowd = crowd.plus(*self._taken(name, places[name]))
        return places, tuple(crowded)

    def _taken(self, model: str, place: Place) -> tuple[Obstruction, ...]:
        return obstructions_of(model, base_of(self.battle, self.battle.models[model], place))

    def _free(self, model: str, spots: Sequence[Point], level: int) -> list[bool]:
        points = np.array([(spot.x, spot.y) for spot in spots], dtype=np.float64).reshape(-1, 2)
        here = self._field(model, level)
        return [bool(one) for one in here.free(points)]

    def _in_the_open(self, point: Point, level: int, spots: Sequence[Point]) -> list[bool]:
        """Tell for each spot whether no wall that stops movement stands between it and the first model."""
        space, kinds = space_of(self.battle.table), self._way.blocks.kinds
        return [bool(one) for one in in_the_open(space, point, level, spots, kinds)]

    def _access(self, point: Point, level: int, crowded: Sequence[str]) -> tuple[Access, Length]:
        """Say whether the first model can walk to a point in this move, and how far that is."""
        first = self.models[0]
        start = self._place(first)
        if (start.at, start.level) == (point, level):
            return "here", 0
        if first in crowded:
            return "no_room", 0
        if not self.may_move:
            return "not_now", 0
        if self._planner is None:
            way = self._way
            self._planner = Planner(
                self.battle.table, way.mover, way.blocks, Waypoint(start.at, start.level), self.limit + BEYOND
            )
        route = self._planner.to(point, level)
        if not route.ok:
            far = not route.blocked_by or distance(start.at, point) > self.limit + BEYOND
            return ("beyond", 0) if far else ("no_way", 0)
        return ("within" if self.rules.within(route.length, self.limit) else "beyond"), route.length

    def _seen(self, battle: Battle, models: Sequence[str]) -> tuple[Polygon, ...]:
        space = space_of(battle.table)
        kinds = (
            frozenset(self.rules.opaque(self.rules).blocking) if self.rules.on("CL-LOS-1") else frozenset()
        )
        found: list[Polygon] = []
        for name in models:
            eye = eye_of(base_of(battle, battle.models[name]))
            region = visible_region(space, eye, kinds)
            for part in shapely.get_parts(region):
                if isinstance(part, shapely.Polygon) and not part.is_empty:
                    ring = shapely.geometry.polygon.orient(part).exterior.coords[:-1]
                    found.append(tuple(Point(round(x), round(y)) for x, y in ring))
        return tuple(found)


def _around(point: Point) -> list[Point]:
    """Return places round a point, for models whose place in the formation is taken."""
    turns = [2 * math.pi * k / ROUND for k in range(ROUND)]
    return [off(point, turn, away) for away in AWAY for turn in turns]


def _towards(point: Point, at: Point, start: Point, part: float) -> Point:
    return Point(point.x + round((at.x - start.x) * part), point.y + round((at.y - start.y) * part))


def _moment(rules: Ruleset, battle: Battle, unit: str) -> Battle:
    """Return the battle at the moment when the unit would fire, with nothing fired yet."""
    clock = battle.clock
    if any(step.id == _SHOOTING for step in rules.sequence(rules)):
        side = battle.units[unit].side
        clock = msgspec.structs.replace(clock, step=_SHOOTING, side=side, active_unit="", closed=())
    return battle.with_clock(clock).without_condition(unit, *_DONE)


def _of_any_formation(rules: Ruleset) -> Ruleset:
    """Return rules that let a unit fire out of coherency: nobody knows yet how it would stand (CL-MOVE-4)."""
    judged = rules.check_shoot

    def check_shoot(rules: Ruleset, battle: Battle, action: Shoot) -> tuple[Finding, ...]:
        return tuple(f for f in judged(rules, battle, action) if f.says != "shoot.must_run")

    return dataclasses.replace(rules, check_shoot=check_shoot)
