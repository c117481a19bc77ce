"""Say what lies under a point of the table: models, doors, and everything else, without any items."""

from __future__ import annotations

import math
from collections.abc import Mapping
from itertools import pairwise
from typing import Literal, NamedTuple

from wolfling_gui.core.battle import Battle
from wolfling_gui.core.forces import Model, Place
from wolfling_gui.core.lengths import Length, Point
from wolfling_gui.core.table import Table
from wolfling_gui.core.terrain import Zone
from wolfling_gui.ui.scene.projection import contains, to_segment
from wolfling_gui.ui.scene.terrain import seen_on

ThingKind = Literal["model", "objective", "door", "wall", "obstacle", "area", "zone", "structure"]
MARKER_RADIUS: Length = 2000


class Thing(NamedTuple):
    """Name something on the map by its kind and id."""

    kind: ThingKind
    id: str


def outside_base(model: Model, place: Place, at: Point) -> float:
    """Return how far a point lies outside a base standing at a place, in units; negative inside."""
    base = model.profile.base
    dx, dy = at.x - place.at.x, at.y - place.at.y
    if base.shape == "round":
        return math.hypot(dx, dy) - base.radius
    turn = math.radians(place.facing)
    ahead = abs(dx * math.cos(turn) + dy * math.sin(turn))
    aside = abs(-dx * math.sin(turn) + dy * math.cos(turn))
    half_long, half_wide = (base.length or base.width) / 2, base.width / 2
    if base.shape == "hull":
        return max(ahead - half_long, aside - half_wide)
    distance = math.hypot(ahead, aside)
    if distance == 0:
        return -half_wide
    cos, sin = ahead / distance, aside / distance
    return distance - 1.0 / math.hypot(cos / half_long, sin / half_wide)


def model_at(
    battle: Battle,
    at: Point,
    level: int | None,
    slack: Length = 0,
    planned: Mapping[str, Place] | None = None,
) -> str | None:
    """Return the model whose base holds a point, or within `slack` units of it; None if there is none.

    Models of the level come first; among several the one whose base the point is deepest in. Models that a
    plan puts somewhere are met at their `planned` places.
    """
    best: tuple[bool, float, str] | None = None
    for model in battle.models.values():
        place = planned.get(model.id, model.place) if planned else model.place
        if model.casualty or place is None:
            continue
        outside = outside_base(model, place, at)
        if outside <= slack:
            rank = (level is not None and place.level != level, outside, model.id)
            if best is None or rank < best:
                best = rank
    return None if best is None else best[2]


def door_at(table: Table, at: Point, level: int | None, slack: Length) -> str | None:
    """Return the door of a level nearest to a point, at most `slack` units away."""
    near = [
        (to_segment(at, door.a, door.b), door.id)
        for door in table.doors.values()
        if seen_on(table, door.level, level)
    ]
    near = [found for found in near if found[0] <= slack]
    return min(near)[1] if near else None


def zone_at(table: Table, at: Point, level: int) -> Zone | None:
    """Return the first zone of a level that holds a point."""
    for zone in table.zones.values():
        if zone.level == level and contains(zone.polygon, at):
            return zone
    return None


def place_name(table: Table, at: Point, level: int) -> str:
    """Return the name of where a point lies for the readout: a zone, a structure, an area; else nothing."""
    zone = zone_at(table, at, level)
    if zone is not None and zone.kind != "section":
        return f"{zone.id} {zone.name}".strip()
    for structure in table.structures.values():
        for floor in structure.floors:
            if floor.level == level and contains(floor.polygon, at):
                return f"{structure.id} {structure.name}".strip()
    for area in table.areas.values():
        if area.level == level and area.name and contains(area.polygon, at):
            return area.name
    return ""


def thing_at(battle: Battle, at: Point, level: int | None, slack: Length) -> Thing | None:
    """Return the uppermost thing at a point: a model, marker, door, wall, obstacle, area, zone, structure."""
    table = battle.table
    model = model_at(battle, at, level)
    if model is not None:
        return Thing("model", model)
    for marker in table.objectives.values():
        near = math.hypot(marker.at.x - at.x, marker.at.y - at.y) <= MARKER_RADIUS
        if near and seen_on(table, marker.level, level):
            return Thing("objective", marker.id)
    door = door_at(table, at, level, slack)
    if door is not None:
        return Thing("door", door)
    for wall in table.walls.values():
        if seen_on(table, wall.level, level) and to_segment(at, wall.a, wall.b) <= slack:
            return Thing("wall", wall.id)
    for obstacle in table.obstacles.values():
        on_level = seen_on(table, obstacle.level, level)
        if on_level and any(to_segment(at, a, b) <= slack for a, b in pairwise(obstacle.line)):
            return Thing("obstacle", obstacle.id)
    for area in table.areas.values():
        if seen_on(table, area.level, level) and contains(area.polygon, at):
            return Thing("area", area.id)
    for zone in table.zones.values():
        if seen_on(table, zone.level, level) and contains(zone.polygon, at):
            return Thing("zone", zone.id)
    for structure in table.structures.values():
        if any(contains(f.polygon, at) for f in structure.floors if seen_on(table, f.level, level)):
            return Thing("structure", structure.id)
    return None
