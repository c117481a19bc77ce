"""The way back of a unit: straight to its own table edge, or round what stands there (CL-MOR-7, CL-MOR-8)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import msgspec

from wolfling_gui.core.actions import MoveMode, Path, Waypoint
from wolfling_gui.core.battle import Battle, Edge
from wolfling_gui.core.forces import Model, Place, Unit
from wolfling_gui.core.lengths import Length, Point
from wolfling_gui.geometry.free_space import Blocks, Obstruction, obstructions_of
from wolfling_gui.geometry.paths import measured, stretches
from wolfling_gui.geometry.placement import Crowd, nearest_free
from wolfling_gui.geometry.planner import Planner
from wolfling_gui.geometry.retreat import (
    STEP,
    Retreat,
    first_clear,
    straight_to_edge,
    walked_along,
    way_to_edge,
)
from wolfling_gui.rules.classic.coherency import is_coherent
from wolfling_gui.rules.classic.edges import from_edge, own_edge
from wolfling_gui.rules.classic.unit_types import flies
from wolfling_gui.rules.facts import base_of, here_of
from wolfling_gui.rules.recent import Recent
from wolfling_gui.rules.ruleset import Ruleset
from wolfling_gui.rules.ways import difficult_pieces, ends_of, way_of

NOBODY: frozenset[str] = frozenset()
_KNOWN = Recent()


class Flight(msgspec.Struct, frozen=True):
    """Hold how a unit falls back: a path for each model, who reaches the table edge, who has no way.

    `distance` is how far it goes, in units. `short` says of each model without a way how far it gets;
    `blocked_by` names what stands there. `displaced` found the end of their way taken by their own unit.
    """

    distance: Length
    paths: Mapping[str, Path] = {}
    leaves: str = ""
    short: Mapping[str, Length] = {}
    blocked_by: tuple[str, ...] = ()
    displaced: tuple[str, ...] = ()


def moved(battle: Battle, paths: Mapping[str, Path]) -> Battle:
    """Return the battle with models at the ends of their paths."""
    return battle.with_places(ends_of(battle, paths))


def mode_of(rules: Ruleset, battle: Battle, unit: Unit) -> MoveMode:
    """Return how a unit falls back: jump infantry by its packs, unless its dice are those of the foot."""
    packs = {m.profile.unit_type for m in battle.members(unit.id)} == {"jump_infantry"}
    return "packs" if packs and rules.fall_back(rules, battle, unit)[1] == "CL-UT-1" else "foot"


def flight_of(
    rules: Ruleset,
    battle: Battle,
    unit: Unit,
    distance: Length,
    through: frozenset[str] = NOBODY,
) -> Flight:
    """Work out how a unit falls back over a distance in units (CL-MOR-7).

    Each model goes straight to its own edge where that is free, else by the shortest way round what stands
    there. Where that tears the unit apart or leaves a model no way, all go by the shortest way.
    """
    return course_and_flight(rules, battle, unit, distance, through)[1]


def course_and_flight(
    rules: Ruleset, battle: Battle, unit: Unit, distance: Length, through: frozenset[str] = NOBODY
) -> tuple[Course, Flight]:
    """Return how a unit falls back, and the course it was worked out with; kept for the last few battles."""
    known, key = _KNOWN.of(rules, battle), (unit.id, distance, through)
    if key not in known:
        course = Course(rules, battle, unit, through)
        flight = course.flight(distance)
        halves = rules.on("CL-MOR-6") and rules.flag("CL-MOR-6", "slowed_by_difficult")
        if halves and _crosses_difficult(battle, flight.paths):
            flight = course.flight(distance // 2)
        known[key] = course, flight
    found: tuple[Course, Flight] = known[key]
    return found


def _crosses_difficult(battle: Battle, paths: Mapping[str, Path]) -> bool:
    pieces = difficult_pieces(battle)
    for name, path in paths.items():
        model = battle.models[name]
        if model.place is not None and path:
            start = here_of(model)
            if stretches(start, path, model.profile.base.radius, pieces):
                return True
    return False


class Course:
    """Hold what the ways of a unit's models depend on: its edge, its corridor, and a planner for each."""

    def __init__(self, rules: Ruleset, battle: Battle, unit: Unit, through: frozenset[str]) -> None:
        """Look at who falls back, by which edge; ways are planned when they are asked for."""
        self.rules, self.battle, self.unit = rules, battle, unit
        self.edge: Edge = own_edge(battle, unit.side)
        self.through = frozenset(m.id for name in through for m in battle.members(name))
        self.mode = mode_of(rules, battle, unit)
        self.exits = rules.on("CL-MOR-10")
        self.models = sorted(
            battle.standing(unit.id), key=lambda m: self._ahead(m.place.at) if m.place else 0
        )
        self._planners: dict[str, Planner] = {}
        self._ways: dict[str, Retreat] = {}
        self.corridor = self._corridor()

    def flight(self, distance: Length) -> Flight:
        """Return the first way of falling back that keeps the unit together and leaves nobody without one."""
        found: list[Flight] = []
        for straight_on in (True, False):
            flight = self._flight(distance, straight_on)
            if flight.leaves or (not flight.short and self._together(flight)):
                return flight
            found.append(flight)
        return min(found, key=lambda flight: len(flight.short))

    def _together(self, flight: Flight) -> bool:
        return is_coherent(self.rules, moved(self.battle, flight.paths), self.unit)

    def _flight(self, distance: Length, straight_on: bool) -> Flight:
        paths: dict[str, Path] = {}
        short: dict[str, Length] = {}
        blocked: dict[str, None] = {}
        displaced: list[str] = []
        crowd = Crowd()
        for model in self.models:
            planner = self.planner(model)
            retreat = self._retreat(model, distance, straight_on)
            if self.exits and retreat.reaches and retreat.length <= distance:
                return Flight(distance, leaves=model.id)
            if retreat.length < distance and not retreat.reaches:
                short[model.id] = retreat.length
                blocked.update(dict.fromkeys(thing.id for thing in retreat.blocked_by if thing.id))
            far = self._stop(planner, retreat, min(distance, retreat.length))
            if far is None:
                return Flight(distance, leaves=model.id)
            path = self._way_along(planner, retreat, far)
            if not self._is_free(planner, (planner.start, *path)[-1], self._radius(model), crowd):
                displaced.append(model.id)
                path = self._beside(model, planner, retreat, far, crowd)
            end = (planner.start, *path)[-1]
            crowd = crowd.plus(
                *obstructions_of(model.id, base_of(self.battle, model, standing_at(model, end)))
            )
            paths[model.id] = path
        return Flight(distance, paths, "", short, tuple(blocked), tuple(displaced))

    def _retreat(self, model: Model, distance: Length, straight_on: bool) -> Retreat:
        planner = self.planner(model)
        if straight_on:
            straight = straight_to_edge(planner, self.edge)
            if straight.reaches or straight.length >= distance:
                return straight
        if model.id not in self._ways:
            self._ways[model.id] = way_to_edge(planner, self.edge)
        return self._ways[model.id]

    def _stop(self, planner: Planner, retreat: Retreat, far: Length) -> Length | None:
        """Return how far a model goes: on past the enemies it ran through, None right off the table."""
        end = self._end(planner, retreat, far)
        here = planner.end_field(end.level)
        close = {thing.id for thing in here.stops(end.at)} if here is not None else set()
        if not close & self.through:
            return far
        found = first_clear(planner, retreat.points, far, retreat.length)
        return far if found is None and not (self.exits and retreat.reaches) else found

    def _way_along(self, planner: Planner, retreat: Retreat, far: Length) -> Path:
        return walked_along(planner.start, retreat.points, far, planner.mover.per_floor or 0)

    def _end(self, planner: Planner, retreat: Retreat, far: Length) -> Waypoint:
        return (planner.start, *self._way_along(planner, retreat, far))[-1]

    def _beside(self, model: Model, planner: Planner, retreat: Retreat, far: Length, crowd: Crowd) -> Path:
        """Return the path to the free place nearest to the end of a way that is taken.

        A place in the corridor goes before others; where there is none the model stops on its way.
        """
        radius = self._radius(model)
        end = self._end(planner, retreat, far)
        here = planner.end_field(end.level)
        for within in (self.in_corridor, _anywhere):
            if here is None:
                break
            found: list[Path] = []

            def good(
                point: Point, within: Callable[[Point], bool] = within, found: list[Path] = found
            ) -> bool:
                way = planner.way_to_free(point, end.level, far) if within(point) else None
                found.extend(() if way is None else (way.points,))
                return way is not None

            def hopeless(point: Point) -> object | None:
                return planner.out_of_reach(point, end.level, far)

            if nearest_free(here, end.at, radius, crowd, good, far, hopeless) is not None:
                return found[-1]
        for less in range(far, 0, -8 * STEP):
            path = self._way_along(planner, retreat, less)
            if self._is_free(planner, (planner.start, *path)[-1], radius, crowd):
                return path
        return ()

    def _radius(self, model: Model) -> Length:
        return base_of(self.battle, model).reach

    def _is_free(self, planner: Planner, end: Waypoint, radius: Length, crowd: Crowd) -> bool:
        here = planner.end_field(end.level)
        return here is not None and not here.stops(end.at) and crowd.clear(end.at, end.level, radius)

    def length(self, model: Model, path: Path) -> Length:
        """Return how long a model's path is, in units."""
        planner = self.planner(model)
        return measured(planner.start, path, planner.mover.per_floor or 0)

    def in_corridor(self, point: Point) -> bool:
        """Tell whether a place lies in the strip as wide as the unit (CL-MOR-7)."""
        low, high = self.corridor
        return low <= self._aside(point) <= high

    def _corridor(self) -> tuple[Length, Length]:
        aside = [self._aside(model.place.at) for model in self.models if model.place]
        more = self.rules.inches("CL-MOR-7", "corridor_extra_inches")
        return min(aside) - more, max(aside) + more

    def _ahead(self, point: Point) -> Length:
        return from_edge(self.battle.table, point, self.edge)

    def _aside(self, point: Point) -> Length:
        return point.x if self.edge in ("south", "north") else point.y

    def planner(self, model: Model) -> Planner:
        """Return the planner of a model, blocked by everyone but its own unit."""
        if model.id not in self._planners:
            mates = frozenset(m.id for m in self.models)
            way = way_of(self.rules, self.battle, model, self.mode, mates)
            start = here_of(model)
            table = self.battle.table
            horizon = table.width + table.height
            self._planners[model.id] = Planner(
                table, way.mover, self._blocks(model, way.blocks), start, horizon
            )
        return self._planners[model.id]

    def _blocks(self, model: Model, known: Blocks) -> Blocks:
        """Return what blocks a model with its distance kept from enemies; some are only passed (CL-MOR-8)."""
        if not self.rules.on("CL-MOR-7"):
            return known
        keep = self.rules.inches("CL-MOR-7", "enemy_clearance_inches") + 1
        flying = flies(self.rules, model.profile.unit_type, self.mode)
        foes = self.battle.enemies_of(self.unit.side)
        names = {foe.id for foe in foes}
        obstacles = [o for o in known.obstacles if o.id not in names]
        at_end = [o for o in known.at_end if o.id not in names]
        for foe in foes:
            fought = foe.id in self.through and self.rules.on("CL-MOR-8")
            kept = keep
            if fought:
                kept = self.rules.inches("CL-MOR-8", "extend_if_ends_within_inches") + 1
            pieces: tuple[Obstruction, ...] = obstructions_of(foe.id, base_of(self.battle, foe), kept)
            (at_end if fought or flying else obstacles).extend(pieces)
        return msgspec.structs.replace(known, obstacles=tuple(obstacles), at_end=tuple(at_end))


def _anywhere(point: Point) -> bool:
    return True


def standing_at(model: Model, end: Waypoint) -> Place:
    """Return the place of a model at the end of a way, facing as it did."""
    return Place(end.at, end.level, model.place.facing if model.place else 0)
