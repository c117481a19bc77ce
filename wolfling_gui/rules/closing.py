"""Closing with the enemy: where each model of a unit has to go in an assault, a reaction or a pile-in.

One search answers what is proposed and what is judged: free enemies first, then touched ones, then support of
a mate in contact, then as near as can be (CL-ASLT-5, CL-ASLT-6).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import msgspec

from wolfling_gui.core.actions import Path, Waypoint
from wolfling_gui.core.battle import Battle
from wolfling_gui.core.forces import Model, Place
from wolfling_gui.core.lengths import Length, Point, distance, inches
from wolfling_gui.geometry.contact import places_beside, shortest_to
from wolfling_gui.geometry.footprint import Footprint, footprint_at
from wolfling_gui.geometry.free_space import Obstruction, field, obstructions_of
from wolfling_gui.geometry.measure import overlap
from wolfling_gui.geometry.paths import measured, samples
from wolfling_gui.geometry.placement import Crowd
from wolfling_gui.geometry.planner import Planner, Route
from wolfling_gui.geometry.space import Barrier, space_of
from wolfling_gui.rules.classic.coherency import linked
from wolfling_gui.rules.contacts import climbing_distance
from wolfling_gui.rules.engaged import stands_near, touched_by
from wolfling_gui.rules.facts import base_of, here_of
from wolfling_gui.rules.recent import Recent
from wolfling_gui.rules.ruleset import Ruleset
from wolfling_gui.rules.ways import Way, way_of

FREE, TOUCHED, SUPPORT, NEAR = range(4)
"""How well a model stands, best first: by a free enemy, by a touched one, near a mate in contact, nowhere."""
BEYOND = inches(18)
"""So far past its reach the way to the enemy is looked for, for models that only come nearer."""
BACK = inches("0.25")
"""A model that comes as near as it can is judged by steps of this length."""
AGAIN = inches("0.05")
"""By so much a way round corners may be longer when it is looked for again, to its end alone."""

TRIED = 3
"""So many of the nearest enemies are tried when a model only comes nearer."""
_KNOWN = Recent()


class Spot(msgspec.Struct, frozen=True):
    """Hold where a model can go: how well it stands there, its way, and the model it goes for."""

    rank: int
    path: Path = ()
    length: Length = 0
    goal: str = ""


class Closing:
    """Follow the models of a unit as they close with the enemy one after the other.

    `targets` are the enemy units to be reached, no other is touched; `limit` is how far each model may go in
    units. Mates in `placed` have moved already, or stay; those that still wait block nobody.
    """

    def __init__(
        self,
        rules: Ruleset,
        battle: Battle,
        unit: str,
        targets: Sequence[str],
        limit: Length,
        placed: Iterable[str] = (),
    ) -> None:
        """Begin with the battle as it stands."""
        self.rules, self.start, self.scene = rules, battle, battle
        self.unit, self.limit, self.beyond = unit, limit, BEYOND
        self.targets = tuple(targets)
        self.placed = [name for name in placed if battle.models[name].on_table]
        self._mates = frozenset(battle.units[unit].models)

    # ------------------------------------------------------------------ asking

    def waiting(self) -> tuple[Model, ...]:
        """Return the models that have not moved yet, the nearest to the enemy first."""
        here = [m for m in self.scene.standing(self.unit) if m.id not in self.placed]
        return tuple(
            sorted(here, key=lambda m: (self._away(m), self.scene.units[self.unit].models.index(m.id)))
        )

    def enemies(self) -> tuple[Model, ...]:
        """Return the models that may be closed with: those of the targets on the table."""
        return tuple(m for unit in self.targets for m in self.scene.standing(unit))

    def first(self) -> tuple[Model, Spot] | None:
        """Return the model with the shortest way into contact, and that way (CL-ASLT-5), or None.

        Ways are measured round what stands between, so that a model behind a wall is not the nearest.
        """
        known, key = self._known("first")
        if key not in known:
            known[key] = self._first()
        found: tuple[Model, Spot] | None = known[key]
        return found

    def _first(self) -> tuple[Model, Spot] | None:
        best: tuple[Model, Spot] | None = None
        for model in self.waiting():
            most = self.limit if best is None else best[1].length - 1
            if self._away(model) > most:
                break
            spot = self.contact(model, self.enemies(), most, exact=True)
            if spot is not None and (best is None or spot.length < best[1].length):
                best = (model, spot)
        return best

    def best(self, model: Model) -> Spot:
        """Return the best that a model can do now (CL-ASLT-6)."""
        known, key = self._known("best", model.id)
        if key not in known:
            known[key] = self._best(model)
        found: Spot = known[key]
        return found

    def _known(self, what: str, model: str = "") -> tuple[dict[object, Any], object]:
        """Return what is known of the battle already, and the key of an answer as things stand now.

        A plan is searched, judged, and judged again while a model of it is dragged.
        """
        standing = tuple((name, self.scene.models[name].place) for name in self.placed)
        key = (what, model, self.unit, self.targets, self.limit, standing)
        return _KNOWN.of(self.rules, self.start), key

    def _best(self, model: Model) -> Spot:
        if not self.rules.on("CL-ASLT-6"):
            return self.contact(model, self.enemies(), self.limit) or self.nearer(model)
        for name in self.rules.words("CL-ASLT-6", "priority"):
            spot = self._by(name, model)
            if spot is not None:
                return spot
        return Spot(NEAR)

    def _by(self, name: str, model: Model) -> Spot | None:
        match name:
            case "free_enemy":
                return self.contact(model, self._enemies(free=True), self.limit)
            case "touched_enemy":
                return self.contact(model, self._enemies(free=False), self.limit)
            case "within_2_of_contact":
                return self.support(model)
            case _:
                return self.nearer(model)

    def rank_of(self, model: Model, place: Place) -> tuple[int, str]:
        """Return how well a model stands at a place, and whom it touches or supports there."""
        there = msgspec.structs.replace(model, place=place)
        scene = self.scene.with_model(there)
        touches = touched_by(self.rules, scene, there, scene.enemies_of(scene.units[self.unit].side))
        free = [m for m in touches if not self._is_touched(m, model.id)]
        if touches:
            return (FREE, free[0].id) if free else (TOUCHED, touches[0].id)
        mate = next((m for m in self._front(model.id) if self._supports(there, m)), None)
        return (SUPPORT, mate.id) if mate is not None else (NEAR, "")

    def put(self, model: str, place: Place) -> None:
        """Let a model have moved to a place."""
        self.scene = self.scene.with_place(model, place)
        self.placed.append(model)

    def go(self, model: Model, spot: Spot) -> None:
        """Let a model have gone its way."""
        self.put(model.id, end_of(model, spot))

    def coherent_at(self, model: Model, place: Place) -> bool:
        """Tell whether a place is in coherency with a mate that has moved (CL-ASLT-6)."""
        return self._coherent(model, [place])[0]

    def _coherent(self, model: Model, places: Sequence[Place]) -> Sequence[bool]:
        mates = [base_of(self.scene, self.scene.models[m]) for m in self.placed if m != model.id]
        if not mates or not places or not self.rules.on("CL-MOVE-3"):
            return [True] * len(places)
        return linked(self.rules, self.scene, [base_of(self.scene, model, place) for place in places], mates)

    def way_left(self, model: Model, place: Place) -> Length:
        """Return how far a model at a place would still have to go into contact, in units."""
        planner = self._planner(model, self.limit + self.beyond, Waypoint(place.at, place.level))
        there = msgspec.structs.replace(model, place=place)
        enemies = sorted(self.enemies(), key=lambda m: climbing_distance(self.rules, self.scene, there, m))
        lengths = []
        for enemy in enemies[:TRIED]:
            places = self._beside(there, enemy, 0, any_place=True)
            route = shortest_to(planner, places, level_of(enemy), planner.horizon)
            lengths += [] if route is None else [route.length]
        return min(lengths, default=planner.horizon)

    def gap_at(self, model: Model, place: Place) -> Length:
        """Return how far a place is from the nearest enemy model, floors included, in units."""
        there = msgspec.structs.replace(model, place=place)
        enemies = self.enemies()
        return min((climbing_distance(self.rules, self.scene, there, m) for m in enemies), default=0)

    def touching(self, model: Model, enemy: Model, near: Point) -> tuple[Point, ...]:
        """Return free places in contact with an enemy, the nearest to a point first."""
        found = self._beside(model, enemy, 0, near, any_place=True)
        return tuple(sorted(found, key=lambda p: (distance(p, near), p.x, p.y)))

    def way_to(self, model: Model, at: Point, level: int) -> Route:
        """Return a model's shortest way to a place, as far beyond its reach as ways are looked for."""
        return self.planner_of(model).to(at, level)

    def planner_of(self, model: Model) -> Planner:
        """Return the planner of a model's ways, past its reach too."""
        return self._planner(model, self.limit + self.beyond)

    # ------------------------------------------------------------------ searching

    def contact(
        self, model: Model, enemies: Iterable[Model], limit: Length, *, exact: bool = False
    ) -> Spot | None:
        """Return the shortest way into contact with one of some enemies, the nearest first; None if none."""
        best: Spot | None = None
        for enemy in sorted(enemies, key=lambda m: climbing_distance(self.rules, self.scene, model, m)):
            most = limit if best is None else best.length - 1
            if climbing_distance(self.rules, self.scene, model, enemy) > most:
                break
            route = self._way_to(model, enemy, most, polite=not exact)
            if route is not None and exact and len(route.points) > 1:
                route = (
                    self._way_to(model, enemy, route.length - 1, route.points[-2].at, polite=False) or route
                )
            if route is None:
                continue
            rank = TOUCHED if self._is_touched(enemy, model.id) else FREE
            best = Spot(rank, route.points, route.length, enemy.id)
            if not exact:
                return best
        return best

    def support(self, model: Model) -> Spot | None:
        """Return the shortest way to a place within 2 inches of a mate in contact, or None."""
        assert model.place is not None
        rank, goal = self.rank_of(model, model.place)
        if rank == SUPPORT and self.coherent_at(model, model.place):
            return Spot(SUPPORT, (), 0, goal)
        within = self.rules.inches("CL-ASLT-6", "coherency_inches")
        planner = self._planner(model, self.limit)
        best: Spot | None = None
        for mate in self._front(model.id):
            for away in (within - 8, within // 2, 0):
                most = self.limit if best is None else best.length - 1
                route = shortest_to(planner, self._beside(model, mate, away), level_of(mate), most)
                if route is not None and (best is None or route.length < best.length):
                    best = Spot(SUPPORT, route.points, route.length, mate.id)
        return best

    def nearer(self, model: Model) -> Spot:
        """Return the way that brings a model as near to the enemy as it can come, in coherency if it can."""
        assert model.place is not None
        enemies = sorted(self.enemies(), key=lambda m: climbing_distance(self.rules, self.scene, model, m))
        planner = self._planner(model, self.limit + self.beyond)
        start = here_of(model)
        per_floor = self._way(model).passage.per_floor or 0
        apart: Spot | None = None
        for enemy in enemies[:TRIED]:
            route = shortest_to(
                planner, self._beside(model, enemy, 0, any_place=True), level_of(enemy), planner.horizon
            )
            if route is None:
                continue
            most = self.limit if len(route.points) == 1 else self.limit - AGAIN
            walk = [s for s in samples(start, route.points, BACK, per_floor) if s.walked <= most]
            for sample in reversed(walk):
                place = Place(sample.place.at, sample.place.level, model.place.facing)
                if not self._leaves_room(model, place) or not self._stands(model, place):
                    continue
                coherent = self.coherent_at(model, place)
                if not coherent and apart is not None:
                    continue
                path = _up_to(start, route.points, sample.place)
                spot = Spot(NEAR, path, measured(start, path, per_floor), enemy.id)
                if coherent:
                    return spot
                apart = spot
        return apart or Spot(NEAR)

    # ------------------------------------------------------------------ inside

    def _away(self, model: Model) -> Length:
        return min(
            (climbing_distance(self.rules, self.scene, model, m) for m in self.enemies()), default=10**9
        )

    def _enemies(self, *, free: bool) -> tuple[Model, ...]:
        return tuple(m for m in self.enemies() if self._is_touched(m, "") != free)

    def _is_touched(self, enemy: Model, besides: str) -> bool:
        """Tell whether a friend that does not still wait to move touches an enemy already."""
        side = self.scene.units[self.unit].side
        friends = [
            m
            for m in self.scene.on_table()
            if self.scene.units[m.unit].side == side
            and m.id != besides
            and (m.unit != self.unit or m.id in self.placed)
        ]
        return bool(touched_by(self.rules, self.scene, enemy, friends))

    def _front(self, besides: str) -> Iterator[Model]:
        """Yield the mates that have moved, or stay, and are in contact with an enemy."""
        enemies = self.scene.enemies_of(self.scene.units[self.unit].side)
        for name in self.placed:
            mate = self.scene.models[name]
            if name != besides and touched_by(self.rules, self.scene, mate, enemies):
                yield mate

    def _supports(self, model: Model, mate: Model) -> bool:
        return stands_near(self.scene, model, mate, self.rules.inches("CL-ASLT-6", "coherency_inches"))

    def _way_to(
        self, model: Model, enemy: Model, limit: Length, towards: Point | None = None, *, polite: bool
    ) -> Route | None:
        """Return the way into contact with an enemy, clear of mates that wait if there is one."""
        planner = self._planner(model, self.limit)
        places = self._beside(model, enemy, 0, towards)
        if polite:
            facing = model.place.facing if model.place is not None else 0
            clear = [p for p in places if self._leaves_room(model, Place(p, level_of(enemy), facing))]
            route = shortest_to(planner, clear, level_of(enemy), limit)
            if route is not None or len(clear) == len(places):
                return route
        return shortest_to(planner, places, level_of(enemy), limit)

    def _leaves_room(self, model: Model, place: Place) -> bool:
        """Tell whether a place leaves the mates that wait where they are."""
        base = base_of(self.scene, model, place)
        waiting = (m for m in self.scene.standing(self.unit) if m.id not in self.placed and m.id != model.id)
        return not any(
            other.level == base.level and overlap(base, other) > 0
            for other in (base_of(self.scene, mate) for mate in waiting)
        )

    def _beside(
        self,
        model: Model,
        other: Model,
        away: Length,
        towards: Point | None = None,
        *,
        any_place: bool = False,
    ) -> tuple[Point, ...]:
        assert model.place is not None
        way = self._way(model)
        level = level_of(other)
        here = field(self.start.table, way.mover, way.blocks, level, end=True)
        facing = model.place.facing
        floor_height = self.start.table.floor_height

        def shape(place: Place) -> Footprint:
            return footprint_at(model, msgspec.structs.replace(place, facing=facing), floor_height)

        directions = (model.place.at,) if towards is None else (model.place.at, towards)
        barriers = self._barriers(model, level) if other.unit != self.unit else ()
        base = base_of(self.scene, other)
        near = places_beside(base, shape, here, self._crowd(model), directions, barriers, away)
        found = tuple(p for p in near if self._overlaps_nobody(model, Place(p, level, facing)))
        if any_place:
            return found
        kept = self._coherent(model, [Place(p, level, facing) for p in found])
        return tuple(p for p, coherent in zip(found, kept, strict=True) if coherent)

    def _stands(self, model: Model, place: Place) -> bool:
        way = self._way(model)
        here = field(self.start.table, way.mover, way.blocks, place.level, end=True)
        if here.stops(place.at):
            return False
        clear = self._crowd(model).clear(place.at, place.level, model.profile.base.radius)
        return clear and self._overlaps_nobody(model, place)

    def _overlaps_nobody(self, model: Model, place: Place) -> bool:
        """Tell whether a base that is no disc has room at a place where a disc of its width has.

        Mates that still wait are in nobody's way.
        """
        base = base_of(self.scene, model, place)
        if base.is_disc:
            return True
        standing = (m for m in self.scene.on_table() if m.unit != self.unit or m.id in self.placed)
        others = (base_of(self.scene, m) for m in standing if m.id != model.id)
        return not any(other.level == base.level and overlap(base, other) > 0 for other in others)

    def _crowd(self, model: Model) -> Crowd:
        taken: list[Obstruction] = []
        for name in self.placed:
            if name != model.id:
                taken += obstructions_of(name, base_of(self.scene, self.scene.models[name]))
        clear = self.rules.inches("CL-BASE-3", "contact_tolerance_inches") + 1
        for enemy in self.scene.enemies_of(self.scene.units[self.unit].side):
            if enemy.unit not in self.targets:
                taken += obstructions_of(enemy.id, base_of(self.scene, enemy), clear)
        return Crowd(taken)

    def _way(self, model: Model) -> Way:
        return way_of(self.rules, self.start, self.start.models[model.id], "assault", self._mates)

    def _barriers(self, model: Model, level: int) -> tuple[Barrier, ...]:
        return space_of(self.start.table).barriers(level, self._way(model).blocks.kinds)

    def _planner(self, model: Model, horizon: Length, start: Waypoint | None = None) -> Planner:
        """Return the planner of a model's ways from a place, without one from where it stood."""
        if start is None:
            start = here_of(self.start.models[model.id])
        known, key = _KNOWN.of(self.rules, self.start), (model.id, horizon, start)
        if key not in known:
            way = self._way(model)
            known[key] = Planner(self.start.table, way.mover, way.blocks, start, horizon)
        planner: Planner = known[key]
        return planner


def level_of(model: Model) -> int:
    """Return the floor a model on the table stands on."""
    assert model.place is not None
    return model.place.level


def end_of(model: Model, spot: Spot) -> Place:
    """Return where a model on the table stands after its way: where it is if it has none to go."""
    assert model.place is not None
    last = spot.path[-1] if spot.path else here_of(model)
    return Place(last.at, last.level, model.place.facing)


def _up_to(start: Waypoint, path: Path, end: Waypoint) -> Path:
    """Return the first part of a path, up to a place on it."""
    found: list[Waypoint] = []
    here = start
    for corner in path:
        if here.level == end.level and _on_leg(here.at, corner.at, end.at):
            return (*found, end) if end != here else tuple(found)
        found.append(corner)
        here = corner
    return tuple(found)


def _on_leg(a: Point, b: Point, p: Point) -> bool:
    whole = math.hypot(b.x - a.x, b.y - a.y)
    parts = math.hypot(p.x - a.x, p.y - a.y) + math.hypot(b.x - p.x, b.y - p.y)
    return parts <= whole + 2


def proposed(closing: Closing, *, shortest_first: bool) -> dict[str, Path]:
    """Return paths for all models that wait, in the order in which they go, empty for those that stay.

    With `shortest_first` the model with the shortest way goes before the others, into contact (CL-ASLT-5);
    empty when there is none.
    """
    paths: dict[str, Path] = {}
    if shortest_first:
        found = closing.first()
        if found is None:
            return {}
        model, spot = found
        paths[model.id] = spot.path
        closing.go(model, spot)
    for model in closing.waiting():
        spot = closing.best(model)
        closing.go(model, spot)
        paths[model.id] = spot.path
    return paths
