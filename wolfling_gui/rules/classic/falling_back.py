"""Falling back: how far, by which way, and what becomes of units that cannot (CL-MOR-6 to CL-MOR-10)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import msgspec

from wolfling_gui.core.actions import Move, MoveMode, Path, Waypoint
from wolfling_gui.core.battle import Battle, Edge
from wolfling_gui.core.dice import parse_dice
from wolfling_gui.core.forces import Condition, Model, Place, Unit
from wolfling_gui.core.lengths import UNITS_PER_INCH, Length, Point
from wolfling_gui.core.procedure import Procedure, ask
from wolfling_gui.core.report import Entry
from wolfling_gui.core.requests import Confirm, Roll
from wolfling_gui.geometry.free_space import Blocks, Obstruction, obstructions_of
from wolfling_gui.geometry.paths import stretches
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
from wolfling_gui.rules.classic.ground import risen
from wolfling_gui.rules.classic.unit_types import flies
from wolfling_gui.rules.dangers import take_danger_tests
from wolfling_gui.rules.dice_rolls import rolled_total
from wolfling_gui.rules.facts import base_of
from wolfling_gui.rules.ruleset import Ruleset
from wolfling_gui.rules.ways import difficult_pieces, way_of

NOBODY: frozenset[str] = frozenset()


class Flight(msgspec.Struct, frozen=True):
    """Hold how a unit falls back: a path for each model, who reaches the table edge, who has no way.

    `short` says of each model without a way how far it gets, in units; `blocked_by` names what stands there.
    """

    paths: Mapping[str, Path]
    leaves: str = ""
    short: Mapping[str, Length] = {}
    blocked_by: tuple[str, ...] = ()


def fall_back(
    rules: Ruleset, battle: Battle, unit: str, rule: str, through: frozenset[str] = NOBODY
) -> Procedure[tuple[Battle, tuple[Entry, ...]]]:
    """Let a unit fall back: it rolls how far, and moves towards its own table edge (CL-MOR-6 to CL-MOR-10).

    `rule` is why it falls back, `through` the enemy units it was fighting, whose models it passes (CL-MOR-8).
    A unit that reaches the table edge, or has no way, is destroyed. One without places on the table, as
    beside a real one, gets its distance told and is moved by hand.
    """
    side = battle.units[unit].side
    battle = risen(rules, battle, unit, "fall_back").without_condition(unit, "locked")
    battle = battle.with_condition(unit, Condition("falling_back", rule, until="battle"))
    if side == battle.clock.side and rules.on("CL-MOR-14") and rules.flag("CL-MOR-14", "counts_as_moved"):
        battle = battle.with_condition(unit, Condition("moved", "CL-MOR-14", until="turn"))
    if not rules.on("CL-MOR-6"):
        return battle, (Entry("did.falls_back", (rule,), (unit,), side=side),)
    spec, by = rules.fall_back(rules, battle, battle.units[unit])
    dice = parse_dice(spec)
    faces = yield from ask(
        Roll(rule="CL-MOR-6", side=side, says="roll.fall_back", about=(unit,), dice=dice), battle
    )
    distance = rolled_total(rules, dice, faces) * UNITS_PER_INCH
    edge = own_edge(battle, side)
    facts: dict[str, str | int] = {"inches": distance, "edge": edge}
    cited = tuple(dict.fromkeys((rule, "CL-MOR-6", by)))
    if not battle.standing(unit):
        by_hand = Entry("did.falls_back_by_hand", cited, (unit,), facts, faces, side=side)
        return battle, (by_hand,)
    flight = flight_of(rules, battle, battle.units[unit], distance, through)
    fell = Entry("did.fell_back", (*cited, "CL-MOR-7"), (unit,), facts, faces, side=side)
    if flight.leaves:
        gone = Entry("did.fled_the_table", ("CL-MOR-10",), (unit, flight.leaves), {"edge": edge}, side=side)
        return destroyed(battle, unit), (fell, gone)
    if is_trapped(rules, battle, unit, flight):
        lost, lines = yield from _trapped(rules, battle, unit, flight)
        if lost:
            return destroyed(battle, unit), (fell, *lines)
        fell = msgspec.structs.replace(fell, says="did.fell_back_short")
        run, told = yield from _run(rules, battle, unit, flight)
        return run, (*lines, fell, *told)
    run, told = yield from _run(rules, battle, unit, flight)
    return run, (fell, *told)


def is_trapped(rules: Ruleset, battle: Battle, unit: str, flight: Flight) -> bool:
    """Tell whether a unit is lost because it has no way: any of its models, or all of them (CL-MOR-9)."""
    if not rules.on("CL-MOR-9") or not flight.short:
        return False
    every = rules.catalogue.word("CL-MOR-9", "lost_when") == "all_models_blocked"
    return not every or len(flight.short) == len(battle.standing(unit))


def _trapped(
    rules: Ruleset, battle: Battle, unit: str, flight: Flight
) -> Procedure[tuple[bool, tuple[Entry, ...]]]:
    """Ask the owner of a unit without a way whether it is lost; players may see a way that rules do not."""
    side = battle.units[unit].side
    worst = min(flight.short, key=lambda name: flight.short[name])
    facts: dict[str, str | int] = {"inches": flight.short[worst]}
    about = (unit, worst, *flight.blocked_by[:1])
    lost = yield from ask(
        Confirm(rule="CL-MOR-9", side=side, says="confirm.trapped", about=about, facts=facts), battle
    )
    says = "did.trapped" if lost else "did.trapped_spared"
    return lost, (Entry(says, ("CL-MOR-9",), about, facts, side=side),)


def destroyed(battle: Battle, unit: str) -> Battle:
    """Return the battle with all that is left of a unit taken off the table."""
    return battle.with_models(
        msgspec.structs.replace(model, casualty=True, place=None) for model in battle.members(unit)
    )


def _run(
    rules: Ruleset, battle: Battle, unit: str, flight: Flight
) -> Procedure[tuple[Battle, tuple[Entry, ...]]]:
    """Move the models to the ends of their paths, and let them test for danger on the way."""
    paths = {name: path for name, path in flight.paths.items() if path}
    action = Move(unit, paths, mode_of(rules, battle, battle.units[unit]))
    tests = rules.danger(rules, battle, battle.units[unit], action)
    after = moved(battle, paths)
    if not tests:
        return after, ()
    return (yield from take_danger_tests(rules, after, unit, tests))


def moved(battle: Battle, paths: Mapping[str, Path]) -> Battle:
    """Return the battle with models at the ends of their paths."""
    found: list[Model] = []
    for name, path in paths.items():
        model = battle.models[name]
        facing = model.place.facing if model.place else 0
        found.append(msgspec.structs.replace(model, place=Place(path[-1].at, path[-1].level, facing)))
    return battle.with_models(found)


def mode_of(rules: Ruleset, battle: Battle, unit: Unit) -> MoveMode:
    """Return how a unit falls back: jump infantry by its packs, unless its dice are those of the foot."""
    packs = {m.profile.unit_type for m in battle.members(unit.id)} == {"jump_infantry"}
    return "packs" if packs and rules.fall_back(rules, battle, unit)[1] == "CL-UT-1" else "foot"


# ---------------------------------------------------------------------- the way


def flight_of(
    rules: Ruleset, battle: Battle, unit: Unit, distance: Length, through: frozenset[str] = NOBODY
) -> Flight:
    """Work out how a unit falls back over a distance in units (CL-MOR-7).

    Each model goes straight to its own edge where that is free, else by the shortest way round what stands
    there. Where that tears the unit apart or leaves a model no way, all go by the shortest way.
    """
    course = _Course(rules, battle, unit, through)
    flight = course.flight(distance)
    halves = rules.on("CL-MOR-6") and rules.flag("CL-MOR-6", "slowed_by_difficult")
    if halves and _crosses_difficult(battle, flight.paths):
        return course.flight(distance // 2)
    return flight


def _crosses_difficult(battle: Battle, paths: Mapping[str, Path]) -> bool:
    pieces = difficult_pieces(battle)
    for name, path in paths.items():
        model = battle.models[name]
        if model.place is not None and path:
            start = Waypoint(model.place.at, model.place.level)
            if stretches(start, path, model.profile.base.radius, pieces):
                return True
    return False


class _Course:
    """Hold what the ways of a unit's models depend on: its edge, its corridor, and a planner for each."""

    def __init__(self, rules: Ruleset, battle: Battle, unit: Unit, through: frozenset[str]) -> None:
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
        after = moved(self.battle, {name: path for name, path in flight.paths.items() if path})
        return is_coherent(self.rules, after, self.unit)

    def _flight(self, distance: Length, straight_on: bool) -> Flight:
        paths: dict[str, Path] = {}
        short: dict[str, Length] = {}
        blocked: dict[str, None] = {}
        crowd = Crowd()
        for model in self.models:
            planner = self.planner(model)
            retreat = self._retreat(model, distance, straight_on)
            if self.exits and retreat.reaches and retreat.length <= distance:
                return Flight({}, model.id)
            if retreat.length < distance and not retreat.reaches:
                short[model.id] = retreat.length
                blocked.update(dict.fromkeys(thing.id for thing in retreat.blocked_by if thing.id))
            far = self._stop(planner, retreat, min(distance, retreat.length))
            if far is None:
                return Flight({}, model.id)
            path = self._settled(model, planner, retreat, far, crowd)
            end = (planner.start, *path)[-1]
            crowd = crowd.plus(*obstructions_of(model.id, base_of(self.battle, model, _place(model, end))))
            paths[model.id] = path
        return Flight(paths, "", short, tuple(blocked))

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

    def _end(self, planner: Planner, retreat: Retreat, far: Length) -> Waypoint:
        walked = walked_along(planner.start, retreat.points, far, planner.mover.per_floor or 0)
        return (planner.start, *walked)[-1]

    def _settled(self, model: Model, planner: Planner, retreat: Retreat, far: Length, crowd: Crowd) -> Path:
        """Return the path to a free place: the end of the way, else the nearest one within reach.

        A place in the corridor goes before others; where there is none the model stops on its way.
        """
        radius = base_of(self.battle, model).reach
        per_floor = planner.mover.per_floor or 0
        end = self._end(planner, retreat, far)
        if self._is_free(planner, end, radius, crowd):
            return walked_along(planner.start, retreat.points, far, per_floor)
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
            if self._is_free(planner, self._end(planner, retreat, less), radius, crowd):
                return walked_along(planner.start, retreat.points, less, per_floor)
        return ()

    def _is_free(self, planner: Planner, end: Waypoint, radius: Length, crowd: Crowd) -> bool:
        here = planner.end_field(end.level)
        return here is not None and not here.stops(end.at) and crowd.clear(end.at, end.level, radius)

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
            assert model.place is not None
            mates = frozenset(m.id for m in self.models)
            way = way_of(self.rules, self.battle, model, self.mode, mates)
            start = Waypoint(model.place.at, model.place.level)
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


def _place(model: Model, end: Waypoint) -> Place:
    return Place(end.at, end.level, model.place.facing if model.place else 0)
