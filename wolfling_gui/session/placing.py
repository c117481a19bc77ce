"""Setting a unit down: an arrangement to begin with, moved as a group, and judged by the rules."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping

import msgspec

from wolfling_gui.core.actions import Deploy
from wolfling_gui.core.battle import Battle
from wolfling_gui.core.forces import Place
from wolfling_gui.core.lengths import Point, Polygon, distance, inches
from wolfling_gui.core.requests import Put
from wolfling_gui.core.verdict import Finding, Permit
from wolfling_gui.geometry.free_space import field, obstructions_of
from wolfling_gui.geometry.placement import Crowd, fill, ring_formation
from wolfling_gui.rules.classic.arrivals import landing, method_of, mishap_causes, plain_rings, strip
from wolfling_gui.rules.classic.edges import ahead
from wolfling_gui.rules.classic.layouts import covers, grounds
from wolfling_gui.rules.classic.scoring import is_scoring
from wolfling_gui.rules.classic.vanguard import waits_to_infiltrate
from wolfling_gui.rules.engine import check
from wolfling_gui.rules.facts import base_of, set_up
from wolfling_gui.rules.ruleset import Ruleset
from wolfling_gui.rules.ways import way_of

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

    Of several zones the first with room is taken, near a point the one that comes nearest. The models face
    the edge across the table from their own. Empty when there is no room for all of them.
    """
    members = battle.members(unit)
    forward = ahead(battle, battle.units[unit].side)
    best: tuple[float, Mapping[str, Place]] | None = None
    away = battle.with_models(msgspec.structs.replace(m, place=None) for m in members)
    for level, polygon in where_to(rules, battle, unit):
        parked = [Place(polygon[0], level, m.place.facing if m.place else forward) for m in members]
        bases = [base_of(battle, m, place) for m, place in zip(members, parked, strict=True)]
        widest = max(members, key=lambda m: m.profile.base.width)
        way = way_of(rules, away, msgspec.structs.replace(widest, place=parked[0]), "foot")
        here = field(battle.table, way.mover, way.blocks, level, end=True)
        crowd = Crowd(o for m in away.on_table() for o in obstructions_of(m.id, base_of(battle, m)))
        found = fill((polygon,), bases, GAP, here, crowd, near)
        if found:
            places = {m.id: place for m, place in zip(members, found, strict=True)}
            if near is None:
                return places
            far = sum(distance(place.at, near) for place in found)
            if best is None or far < best[0]:
                best = (far, places)
    return {} if best is None else best[1]


def proposed(rules: Ruleset, battle: Battle, request: Put) -> Mapping[str, Place]:
    """Return places to begin with for models that a question asks to set down.

    They are those that the question itself proposes, if any. The rest of a unit goes round its first model; a
    whole unit where it fits nearest to the middle of the table, or in rings in the middle when it fits
    nowhere that was tried.
    """
    if request.proposed:
        return request.proposed
    unit = battle.units[request.about[0]]
    forward = ahead(battle, unit.side)
    standing = [m for m in battle.standing(unit.id) if m.id not in request.models]
    if standing and standing[0].place is not None:
        first = standing[0].place
        centres = [(first.at, first.level)]
        battle = battle.with_place(standing[0].id, None)
    else:
        centres = [(at, 0) for at in _spread(battle)]
    for at, level in centres:
        places = landing(rules, battle, unit, at, level, forward)
        if places:
            return {name: places[name] for name in request.models if name in places}
    at, level = centres[0]
    places = in_a_ring(battle, unit.id, at, level)
    return {name: places[name] for name in request.models if name in places}


def in_a_ring(battle: Battle, unit: str, at: Point, level: int = 0) -> Mapping[str, Place]:
    """Return places for a unit's models in rings round a point, whatever stands there."""
    members, forward = battle.members(unit), ahead(battle, battle.units[unit].side)
    radii = [base_of(battle, m, Place(at, level, forward)).reach for m in members]
    spots = ring_formation(at, radii, level=level)
    return {m.id: Place(spot or at, level, forward) for m, spot in zip(members, spots, strict=True)}


def by_hand(rules: Ruleset, battle: Battle, unit: str) -> Mapping[str, Place]:
    """Return where the models of an arriving unit wait to be dragged, when there is no room in ranks."""
    level, polygon = where_to(rules, battle, unit)[0]
    xs, ys = [p.x for p in polygon], [p.y for p in polygon]
    return in_a_ring(battle, unit, Point((min(xs) + max(xs)) // 2, (min(ys) + max(ys)) // 2), level)


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


def turned(places: Mapping[str, Place], models: Collection[str], degrees: int) -> Mapping[str, Place]:
    """Return the places with some models turned together about their middle, by degrees anticlockwise.

    Each faces so much further round; one model alone turns on the spot. Places are rounded to whole units.
    """
    moved = [name for name in places if name in models]
    if not moved:
        return places
    x = sum(places[name].at.x for name in moved) / len(moved)
    y = sum(places[name].at.y for name in moved) / len(moved)
    cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    found = dict(places)
    for name in moved:
        place = places[name]
        east, north = place.at.x - x, place.at.y - y
        at = Point(round(x + east * cos - north * sin), round(y + east * sin + north * cos))
        found[name] = Place(at, place.level, (place.facing + degrees) % 360)
    return found


def coming_down(
    rules: Ruleset, battle: Battle, unit: str, at: Point, level: int, facing: int
) -> tuple[Mapping[str, Place], tuple[Finding, ...]]:
    """Return where a deep striker's models would stand if it came down just there, and what forbids it.

    Without legal places those of plain rings are given, for showing what they would run into (CL-TURN-10).
    """
    found = battle.units[unit]
    places = landing(rules, battle, found, at, level, facing)
    if places:
        return places, ()
    causes = mishap_causes(rules, battle, found, at, level, facing)
    return plain_rings(battle, found, at, level, facing), causes


def proposal(rules: Ruleset, battle: Battle, side: str) -> Mapping[str, Mapping[str, Place]]:
    """Return places for the units a side has still to set up, by unit; those without room are left out.

    One unit, of those that score first, goes to each objective in the side's zones, the others as near to the
    middle of the table as the zones come. Units that may infiltrate wait for that (CL-USR-10). Each is judged
    where it stands.
    """
    zones = [polygon for level, polygon in grounds(rules, battle, side) if level == 0]
    wishes = [
        marker.at
        for marker in battle.table.objectives.values()
        if marker.level == 0 and any(covers(polygon, marker.at) for polygon in zones)
    ]
    middle = Point(battle.table.width // 2, battle.table.height // 2)
    found: dict[str, Mapping[str, Place]] = {}
    for unit in sorted(battle.units_of(side), key=lambda u: not is_scoring(rules, battle, u.id)):
        waits = unit.in_reserve or waits_to_infiltrate(rules, battle, unit)
        if waits or not battle.members(unit.id) or set_up(battle, unit.id):
            continue
        for near in (*wishes[:1], middle):
            places = arranged(rules, battle, unit.id, near)
            if places and isinstance(check(rules, battle, Deploy(unit.id, places)), Permit):
                found[unit.id] = places
                battle = battle.with_places(places)
                wishes = wishes[1:]
                break
    return found
