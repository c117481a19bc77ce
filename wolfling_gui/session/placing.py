"""Setting a unit down: an arrangement to begin with, moved as a group, and judged by the rules."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from wolfling_gui.core.battle import Battle, Edge
from wolfling_gui.core.forces import Place
from wolfling_gui.core.lengths import Point, Polygon, distance, inches
from wolfling_gui.core.requests import Put
from wolfling_gui.geometry.free_space import field, obstructions_of
from wolfling_gui.geometry.placement import Crowd, fill, ring_formation
from wolfling_gui.rules.classic.arrivals import landing, method_of, strip
from wolfling_gui.rules.classic.edges import OPPOSITE, own_edge
from wolfling_gui.rules.facts import base_of
from wolfling_gui.rules.ruleset import Ruleset
from wolfling_gui.rules.ways import way_of

AHEAD: dict[Edge, int] = {"east": 0, "north": 90, "west": 180, "south": 270}
"""Where models face that look at a table edge, in degrees anticlockwise from east."""
GAP = inches("0.4")
"""How far apart models are set up to begin with."""


def where_to(rules: Ruleset, battle: Battle, unit: str) -> tuple[tuple[int, Polygon], ...]:
    """Return (level, polygon) of the ground a unit may be set up on.

    That is the strip an arriving unit reaches from its edge, else its side's zones; for infiltrators, and
    without zones, the whole table.
    """
    if method_of(battle.units[unit]) in ("edge", "outflank"):
        return tuple((0, polygon) for polygon in strip(rules, battle, battle.units[unit]))
    zones = battle.table.deployment_polygons(battle.units[unit].side)
    if zones and battle.clock.step != "infiltrators":
        return zones
    table = battle.table
    corners = (
        Point(0, 0),
        Point(table.width, 0),
        Point(table.width, table.height),
        Point(0, table.height),
    )
    return ((0, corners),)


def arranged(rules: Ruleset, battle: Battle, unit: str, near: Point | None = None) -> Mapping[str, Place]:
    """Return places for a unit's models in coherent ranks in its zone, nearest to a point if one is given.

    They face the edge across the table from their own. Empty when there is no room for all of them.
    """
    members = battle.members(unit)
    ahead = AHEAD[OPPOSITE[own_edge(battle, battle.units[unit].side)]]
    away = battle.with_models(msgspec.structs.replace(m, place=None) for m in members)
    for level, polygon in where_to(rules, battle, unit):
        parked = [Place(polygon[0], level, m.place.facing if m.place else ahead) for m in members]
        bases = [base_of(battle, m, place) for m, place in zip(members, parked, strict=True)]
        widest = max(members, key=lambda m: m.profile.base.width)
        way = way_of(rules, away, msgspec.structs.replace(widest, place=parked[0]), "foot")
        here = field(battle.table, way.mover, way.blocks, level, end=True)
        crowd = Crowd(o for m in away.on_table() for o in obstructions_of(m.id, base_of(battle, m)))
        found = fill((polygon,), bases, GAP, here, crowd, near)
        if found:
            return {m.id: place for m, place in zip(members, found, strict=True)}
    return {}


def proposed(rules: Ruleset, battle: Battle, request: Put) -> Mapping[str, Place]:
    """Return places to begin with for models that a question asks to set down.

    They are those that the question itself proposes, if any. The rest of a unit goes round its first model; a
    whole unit where it fits nearest to the middle of the table, or in rings in the middle when it fits
    nowhere that was tried.
    """
    if request.proposed:
        return request.proposed
    unit = battle.units[request.about[0]]
    standing = [m for m in battle.standing(unit.id) if m.id not in request.models]
    if standing and standing[0].place is not None:
        first = standing[0].place
        centres = [(first.at, first.level)]
        battle = battle.with_place(standing[0].id, None)
    else:
        centres = [(at, 0) for at in _spread(battle)]
    for at, level in centres:
        places = landing(rules, battle, unit, at, level)
        if places:
            return {name: places[name] for name in request.models if name in places}
    at, level = centres[0]
    members = battle.members(unit.id)
    radii = [base_of(battle, m, Place(at, level)).reach for m in members]
    spots = ring_formation(at, radii, level=level)
    return {
        m.id: Place(spot or at, level)
        for m, spot in zip(members, spots, strict=True)
        if m.id in request.models
    }


def _spread(battle: Battle) -> list[Point]:
    """Return points all over the table, the middle first."""
    table = battle.table
    middle = Point(table.width // 2, table.height // 2)
    points = [Point(table.width * i // 8, table.height * j // 8) for i in range(1, 8) for j in range(1, 8)]
    return sorted(points, key=lambda p: distance(p, middle))


def shifted(places: Mapping[str, Place], dx: int, dy: int) -> Mapping[str, Place]:
    """Return the places moved together by dx units east and dy units north."""
    return {
        name: msgspec.structs.replace(place, at=place.at.shifted(dx, dy)) for name, place in places.items()
    }
