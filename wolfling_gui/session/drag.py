"""Dragging models: the shortest legal paths while the pointer moves, and the plan when it is let go.

Knows no window. A drag begins with the models taken in hand and follows the one that was grabbed; the others
keep their formation. What blocks is asked of the very rules that will judge the move.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from wolfling_gui.core.actions import Move, MoveMode, Path, Waypoint
from wolfling_gui.core.battle import Battle
from wolfling_gui.core.breakdown import Breakdown
from wolfling_gui.core.lengths import Length, Point, distance, inches
from wolfling_gui.geometry.formation import formation_paths
from wolfling_gui.geometry.free_space import Obstruction
from wolfling_gui.geometry.paths import measured
from wolfling_gui.geometry.planner import Planner, Route
from wolfling_gui.rules.ruleset import Ruleset
from wolfling_gui.rules.states import came, left_to_walk
from wolfling_gui.rules.ways import Way, ends_of, way_of
from wolfling_gui.session.doorstep import doorstep

BEYOND = inches(6)
"""How far past its limit a dragged model's path is still looked for, to show where it would end."""
SNAP = inches("0.5")
"""A model dragged this close to what it cannot pass stands against it."""


class Step(msgspec.Struct, frozen=True):
    """Hold where a drag has come to: a path for each model, how long each is, and what is in the way.

    `straight` names the models for which no legal path was found: their path is the straight line.
    """

    paths: Mapping[str, Path]
    lengths: Mapping[str, Length]
    straight: tuple[str, ...] = ()
    blocked_by: tuple[str, ...] = ()


class Drag:
    """Follow a drag of one or several models of a unit; build it once when a model is grabbed."""

    def __init__(
        self,
        rules: Ruleset,
        battle: Battle,
        unit: str,
        models: Sequence[str],
        grabbed: str,
        mode: MoveMode = "foot",
        planned: Mapping[str, Path] | None = None,
    ) -> None:
        """Take models in hand; `planned` are paths of the unit's other models that stand already.

        Raises ValueError when the grabbed model is not among them or stands nowhere.
        """
        if grabbed not in models:
            raise ValueError(f"{grabbed} is not among the models taken in hand")
        if battle.models[grabbed].place is None:
            raise ValueError(f"{grabbed} is not on the table")
        self.rules, self.battle, self.unit, self.grabbed = rules, battle, unit, grabbed
        self.mode: MoveMode = mode
        staying = [m for m in models if m != grabbed and came(battle.units[unit], m)]
        self.models = tuple(m for m in models if battle.models[m].on_table and m not in staying)
        self.planned = {m: path for m, path in (planned or {}).items() if m not in self.models and path}
        self.limit: Breakdown = rules.move_limit(
            rules, battle, battle.units[unit], Move(unit, self.planned, mode)
        )
        self._corners: dict[str, Path] = {}
        self._ways: dict[str, Way] = {}
        self._planners: dict[str, Planner] = {}
        together = frozenset((*self.models, *self.planned))
        standing = planned_battle(battle, self.planned)
        for name in self.models:
            self._ways[name] = way_of(rules, standing, standing.models[name], mode, together)
        self._plan_from_start()

    def left(self, model: str) -> Length:
        """Return how far a model may still walk in this phase, before this drag, in units."""
        return left_to_walk(self.battle.units[self.unit], model, self.limit.total)

    def to(self, point: Point, level: int) -> Step:
        """Return the paths when the grabbed model is at a point of a level; close by a door it touches it."""
        point = self._by_the_door(point, level)
        if len(self.models) == 1:
            return self._alone(point, level)
        planners = {m: self._planners[m] for m in (self.grabbed, *self._others())}
        following = formation_paths(
            planners,
            self.grabbed,
            Waypoint(point, level),
            max(0, min(self.left(m) for m in self.models)),
            {m: self.battle.models[m].profile.base.radius for m in self.models},
            self._standing(),
            max(0, self.left(self.grabbed) - self._spent(self.grabbed)) + BEYOND,
        )
        paths: dict[str, Path] = {}
        straight: list[str] = []
        for name, route in following.routes.items():
            path = (*self._corners.get(name, ()), *route.points)
            if path:
                paths[name] = path
            if not route.ok:
                straight.append(name)
        return self._step(paths, straight, following.stuck)

    def bend(self, point: Point, level: int) -> None:
        """Fix the grabbed model's path up to a point and go on from there."""
        step = self._alone(point, level)
        self._corners[self.grabbed] = step.paths.get(self.grabbed, ())
        self._plan(self.grabbed)

    def action(self, step: Step) -> Move:
        """Return the move that the drag would be, the paths planned before included."""
        return Move(self.unit, {**self.planned, **step.paths}, self.mode)

    def planner(self) -> Planner:
        """Return the grabbed model's planner, for showing what it can reach."""
        return self._planners[self.grabbed]

    # ------------------------------------------------------------------ inside

    def _others(self) -> Iterable[str]:
        return (m for m in self.models if m != self.grabbed)

    def _plan_from_start(self) -> None:
        for name in self.models:
            self._plan(name)

    def _plan(self, model: str) -> None:
        way = self._ways[model]
        horizon = max(0, self.left(model) - self._spent(model)) + BEYOND
        self._planners[model] = Planner(self.battle.table, way.mover, way.blocks, self._from(model), horizon)

    def _from(self, model: str) -> Waypoint:
        corners = self._corners.get(model, ())
        if corners:
            return corners[-1]
        place = self.battle.models[model].place
        assert place is not None
        return Waypoint(place.at, place.level)

    def _start(self, model: str) -> Waypoint:
        place = self.battle.models[model].place
        assert place is not None
        return Waypoint(place.at, place.level)

    def _spent(self, model: str) -> Length:
        per_floor = self._ways[model].passage.per_floor or 0
        return measured(self._start(model), self._corners.get(model, ()), per_floor)

    def _by_the_door(self, point: Point, level: int) -> Point:
        """Return the place in contact with a door that is meant, if the grabbed model can go there."""
        spot = doorstep(self.rules, self.battle, self.grabbed, point, level)
        if spot is None:
            return point
        route = self._planners[self.grabbed].to(spot, level)
        return spot if route.ok else point

    def _alone(self, point: Point, level: int) -> Step:
        name = self.grabbed
        route = self._planners[name].to(point, level)
        if not route.ok:
            route = self._touching(point, level) or route
        path = (*self._corners.get(name, ()), *route.points)
        straight = () if route.ok else (name,)
        blocked = tuple(thing.id for thing in route.blocked_by if thing.id)
        return self._step({name: path} if path else {}, straight, blocked)

    def _touching(self, point: Point, level: int) -> Route | None:
        """Return the route up against what is in the way, if that is close to the point; else None.

        Base contact is a matter of hundredths of an inch, which no hand can hit.
        """
        name = self.grabbed
        following = formation_paths(
            {name: self._planners[name]},
            name,
            Waypoint(point, level),
            max(0, self.left(name) - self._spent(name)),
            {name: self.battle.models[name].profile.base.radius},
            self._standing(),
            max(0, self.left(name) - self._spent(name)) + BEYOND,
        )
        route = following.routes.get(name)
        if route is None or not route.ok or not route.points:
            return None
        return route if distance(route.points[-1].at, point) <= SNAP else None

    def _step(self, paths: dict[str, Path], straight: Iterable[str], blocked_by: Iterable[str]) -> Step:
        lengths = {
            name: measured(self._start(name), path, self._ways[name].passage.per_floor or 0)
            for name, path in paths.items()
        }
        return Step(paths, lengths, tuple(straight), tuple(blocked_by))

    def _standing(self) -> tuple[Obstruction, ...]:
        """Return the ground nobody of the group may end on: what each way keeps off or may not stand on."""
        blocks = self._ways[self.grabbed].blocks
        return (*blocks.obstacles, *blocks.at_end)


def planned_battle(battle: Battle, paths: Mapping[str, Path]) -> Battle:
    """Return the battle as it would stand after the planned paths, for showing ghosts and coherency."""
    return battle.with_places(ends_of(battle, paths)) if paths else battle
