"""Formations: how the models of a unit hang together, and how they follow when one of them is dragged."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

import msgspec
import numpy as np

from wolfling_gui.core.actions import Waypoint
from wolfling_gui.core.lengths import Length, Point, along
from wolfling_gui.geometry.capsules import blocked
from wolfling_gui.geometry.footprint import Footprint
from wolfling_gui.geometry.free_space import Blocks, Obstruction, field
from wolfling_gui.geometry.measure import gaps, witness
from wolfling_gui.geometry.placement import Crowd, nearest_free
from wolfling_gui.geometry.planner import Planner, Route

LevelRule = Callable[[int], bool]
"""Given how many floors two models are apart, tells whether they may be linked at all."""


class Link(NamedTuple):
    """Hold two models by number, the gap between their bases in units, and how many floors they are apart."""

    a: int
    b: int
    gap: Length
    floors: int = 0


class BrokenLink(NamedTuple):
    """Hold the shortest link that a stray group lacks: the pair, the gap, how much too wide, where."""

    a: int
    b: int
    gap: Length
    short_by: Length
    line: tuple[Point, Point]
    floors: int = 0


class Following(NamedTuple):
    """Hold how each model follows a dragged unit, by id: its route, and who could not keep its place."""

    routes: Mapping[str, Route]
    displaced: tuple[str, ...]
    stuck: tuple[str, ...]


def floors_apart(most: int) -> LevelRule:
    """Return the rule that models at most some floors apart may be linked (CL-MOVE-5: one).

    >>> [floors_apart(1)(n) for n in (0, 1, 2)]
    [True, True, False]
    """
    return lambda floors: floors <= most


one_floor_apart = floors_apart(1)
"""The rule of CL-MOVE-5: models on the same floor or on neighbouring floors may be linked."""


def links(
    footprints: Sequence[Footprint], limit: Length, level_rule: LevelRule = one_floor_apart
) -> tuple[Link, ...]:
    """Return the pairs of models whose gap is at most `limit` units and whose levels the rule lets link.

    The gap is horizontal (CL-MOVE-3, CL-MOVE-5); pairs come with the lower number first.
    """
    if len(footprints) < 2:
        return ()
    apart = gaps(footprints, footprints)
    level = np.array([fp.level for fp in footprints])
    floors = np.abs(level[:, None] - level)
    first, second = np.nonzero(np.triu(apart <= limit, 1))
    return tuple(
        Link(int(i), int(j), int(apart[i, j]), int(floors[i, j]))
        for i, j in zip(first, second, strict=True)
        if level_rule(int(floors[i, j]))
    )


def connected_groups(count: int, pairs: Sequence[Link]) -> tuple[tuple[int, ...], ...]:
    """Return the numbers of models that hang together, the largest group first, then by lowest number."""
    head = list(range(count))

    def root(i: int) -> int:
        while head[i] != i:
            head[i] = head[head[i]]
            i = head[i]
        return i

    for pair in pairs:
        one, other = sorted((root(pair.a), root(pair.b)))
        head[other] = one
    groups: dict[int, list[int]] = {}
    for i in range(count):
        groups.setdefault(root(i), []).append(i)
    return tuple(tuple(g) for g in sorted(groups.values(), key=lambda g: (-len(g), g[0])))


def strays(
    footprints: Sequence[Footprint], limit: Length, level_rule: LevelRule = one_floor_apart
) -> tuple[int, ...]:
    """Return the numbers of the models that are not in the largest connected group (CL-MOVE-3)."""
    groups = connected_groups(len(footprints), links(footprints, limit, level_rule))
    return tuple(sorted(i for group in groups[1:] for i in group))


def coherent(footprints: Sequence[Footprint], limit: Length, level_rule: LevelRule = one_floor_apart) -> bool:
    """Tell whether all models form one chain with links of at most `limit` units (CL-MOVE-3)."""
    return not strays(footprints, limit, level_rule)


def broken_links(
    footprints: Sequence[Footprint], limit: Length, level_rule: LevelRule = one_floor_apart
) -> tuple[BrokenLink, ...]:
    """Return for each stray group its shortest link to the rest of the unit, for drawing “2.1 of 2”.

    Pairs whose levels the rule does not let link are taken only where there are no others; then `short_by`
    may be 0 and `floors` tells why the link does not count.
    """
    groups = connected_groups(len(footprints), links(footprints, limit, level_rule))
    joined = set(groups[0]) if groups else set()
    waiting = [set(group) for group in groups[1:]]
    found: list[BrokenLink] = []
    apart = gaps(footprints, footprints)
    while waiting:
        best: tuple[bool, int, int, int] | None = None
        for group in waiting:
            for i in sorted(joined):
                for j in sorted(group):
                    floors = abs(footprints[i].level - footprints[j].level)
                    key = (not level_rule(floors), int(apart[i, j]), i, j)
                    if best is None or key < best:
                        best = key
        assert best is not None
        _, between, i, j = best
        line = witness(footprints[i], footprints[j])
        floors = abs(footprints[i].level - footprints[j].level)
        found.append(BrokenLink(i, j, between, max(0, between - limit), line, floors))
        group = next(g for g in waiting if j in g)
        joined |= group
        waiting.remove(group)
    return tuple(found)


def formation_paths(
    planners: Mapping[str, Planner],
    dragged: str,
    to: Waypoint,
    limit: Length,
    bases: Mapping[str, Length],
    standing: Sequence[Obstruction] = (),
    lead_limit: Length | None = None,
) -> Following:
    """Return how the models of a unit move when one is dragged to a place and the others follow.

    `planners` holds one per model of the unit, in the unit's order, none of them blocked by the others;
    `bases` their radii in units; `standing` are models of other units nobody may end on (enlarged by what
    must be kept from them, not by the mover's radius). Each model keeps its offset to the dragged one
    where that place is free and in reach within `limit` units; else it goes to the nearest free place in
    reach. Where a wall or a shut door would come to lie between a model and all that stand already, it takes
    the dragged one's way as far as it gets. Models that find no place stay where they are, and are named as
    stuck. Nobody ends on another.
    `lead_limit` lets the dragged one go farther than those that follow it.
    """
    lead = planners[dragged].start
    dx, dy, dl = to.at.x - lead.at.x, to.at.y - lead.at.y, to.level - lead.level
    routes: dict[str, Route] = {}
    displaced: list[str] = []
    stuck: list[str] = []
    waiting = [dragged, *(m for m in planners if m != dragged)]
    # whoever is nearest to the goal takes a place first, so that nobody is walled off by those behind
    waiting[1:] = sorted(
        waiting[1:],
        key=lambda m: (
            math.hypot(planners[m].start.at.x - to.at.x, planners[m].start.at.y - to.at.y),
            m,
        ),
    )
    crowd = Crowd(standing)
    company = _Company(planners[dragged])
    for model in waiting:
        planner, radius = planners[model], bases[model]
        wish = Waypoint(planner.start.at.shifted(dx, dy), planner.start.level + dl)
        if wish.level not in planner.levels:
            wish = Waypoint(wish.at, planner.start.level)
        route = planner.to(wish.at, wish.level)
        most = limit if lead_limit is None or model != dragged else lead_limit
        fits = route.ok and route.length <= most and crowd.clear(wish.at, wish.level, radius)
        if not (fits and company.meets(wish)):
            found = None
            if not fits:
                spot = _as_far(planner, route, wish, most)
                found = _near_route(planner, spot, most, crowd, radius)
            if found is None or not company.meets(found[0]):
                found = _after(planner, company, most, crowd, radius) or found
            if found is None and fits:
                found = wish, route
            if found is None:
                stuck.append(model)
                home = planner.start
                crowd = crowd.plus(Obstruction(model, home.at, radius, home.level))
                routes[model] = Route((), 0, True)
                company.join(home)
                continue
            wish, route = found
            displaced.append(model)
        routes[model] = route
        company.join(wish)
        crowd = crowd.plus(Obstruction(model, wish.at, radius, wish.level))
    return Following(routes, tuple(displaced), tuple(stuck))


class _Company:
    """Hold where the dragged model and those after it end, and whether a place is cut off from them all."""

    def __init__(self, lead: Planner) -> None:
        thin = msgspec.structs.replace(lead.mover, half_width=1, tolerance=0)
        self._walls = Blocks(lead.blocks.kinds, lead.blocks.impassable)
        self._table, self._thin = lead.table, thin
        self.places: list[Waypoint] = []

    def join(self, place: Waypoint) -> None:
        """Add where one more model ends, unless it is cut off itself."""
        if self.meets(place):
            self.places.append(place)

    def meets(self, place: Waypoint) -> bool:
        """Tell whether some model on the same floor stands with no wall between; if none does, it may."""
        there = [one.at for one in self.places if one.level == place.level]
        if not there:
            return True
        walls = field(self._table, self._thin, self._walls, place.level).exact
        here = np.repeat([[float(place.at.x), float(place.at.y)]], len(there), axis=0)
        ends = np.array([(at.x, at.y) for at in there], dtype=np.float64)
        return not blocked(here, ends, walls).all()


def _after(
    planner: Planner, company: _Company, limit: Length, crowd: Crowd, radius: Length
) -> tuple[Waypoint, Route] | None:
    """Return the place by the way to the dragged model, as far as `limit` units go; None without a way."""
    if not company.places:
        return None
    lead = company.places[0]
    way = planner.to(lead.at, lead.level)
    if not way.ok:
        return None
    spot = _as_far(planner, way, lead, limit)
    return _near_route(planner, spot, limit, crowd, radius, company.meets if company.meets(spot) else None)


def _as_far(planner: Planner, route: Route, wish: Waypoint, limit: Length) -> Waypoint:
    """Return where a way longer than `limit` units has come to by then, if on one floor; else the wish.

    That is exactly the limit, or a unit before it where rounding would make it too far.
    """
    start, level = planner.start, planner.start.level
    if not route.ok or route.length <= limit or any(point.level != level for point in route.points):
        return wish
    line = (start.at, *(point.at for point in route.points))
    there = along(line, limit)
    exact = planner.to(there, level)
    return Waypoint(there if exact.ok and exact.length <= limit else along(line, limit - 1), level)


def _near_route(
    planner: Planner,
    wish: Waypoint,
    limit: Length,
    crowd: Crowd,
    radius: Length,
    good_at: Callable[[Waypoint], bool] | None = None,
) -> tuple[Waypoint, Route] | None:
    """Return the nearest free place to a wish that is in reach, and the way to it.

    A wish out of reach is drawn in towards the start first. Only places that are `good_at` are taken.
    """
    home = planner.start.at
    away = math.hypot(wish.at.x - home.x, wish.at.y - home.y)
    if away > limit:
        part = limit / away
        nearer = Point(
            round(home.x + (wish.at.x - home.x) * part), round(home.y + (wish.at.y - home.y) * part)
        )
        wish = Waypoint(nearer, wish.level)
    for level in dict.fromkeys((wish.level, planner.start.level)):
        here = planner.end_field(level)
        if here is None:
            continue

        ways: list[Route] = []

        def good(point: Point, level: int = level, ways: list[Route] = ways) -> bool:
            if math.hypot(point.x - home.x, point.y - home.y) > limit:
                return False
            if good_at is not None and not good_at(Waypoint(point, level)):
                return False
            way = planner.way_to_free(point, level, limit)
            if way is not None:
                ways.append(way)
            return way is not None

        def hopeless(point: Point, level: int = level) -> object | None:
            return planner.out_of_reach(point, level, limit)

        spot = nearest_free(here, wish.at, radius, crowd, good, 2 * limit, hopeless)
        if spot is not None:
            return Waypoint(spot, level), ways[-1]
    return None
