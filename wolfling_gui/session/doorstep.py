"""Find where a model stands that is let go close by a door: in contact with it, if it could work it there."""

from __future__ import annotations

from typing import Final, Literal

from wolfling_gui.core.actions import OperateDoor
from wolfling_gui.core.battle import Battle
from wolfling_gui.core.forces import Place
from wolfling_gui.core.lengths import Point, along, distance, inches, on_segment
from wolfling_gui.core.terrain import Door
from wolfling_gui.geometry.measure import gap
from wolfling_gui.rules import doors
from wolfling_gui.rules.facts import base_of
from wolfling_gui.rules.ruleset import Ruleset

NEAR: Final = inches("0.25")
"""A model let go this close to a door means the door."""


def doorstep(rules: Ruleset, battle: Battle, model: str, at: Point, level: int) -> Point | None:
    """Return the nearest place where a model touches a door that it could work, for a place close by one.

    None where no door is near, where it touches one anyway, or where the rules refuse the door (WO-TER-9).
    """
    if not rules.on(doors.RULE):
        return None
    reach = rules.inches(doors.RULE, "door_contact_inches")
    there = battle.with_place(model, _turned(battle, model, at, level))
    base = base_of(there, there.models[model])
    for door in battle.table.doors.values():
        if door.level != level or distance(at, nearest(door, at)) > base.reach + reach + NEAR:
            continue
        between = gap(base, doors.leaf(door, level))
        if not reach < between <= reach + NEAR:
            continue
        spot = along((at, nearest(door, at)), between - reach // 2)
        moved = battle.with_place(model, _turned(battle, model, spot, level))
        if _workable(rules, moved, model, door):
            return spot
    return None


def nearest(door: Door, at: Point) -> Point:
    """Return the point of a door's leaf that is nearest to a point."""
    x, y = on_segment(door.a, door.b, at)
    return Point(round(x), round(y))


def _workable(rules: Ruleset, battle: Battle, model: str, door: Door) -> bool:
    to: Literal["open", "shut"] = "shut" if door.state == "open" else "open"
    _, found = doors.plan(rules, battle, OperateDoor(model, door.id, to))
    return not any(finding.effect == "forbids" for finding in found)


def _turned(battle: Battle, model: str, at: Point, level: int) -> Place:
    place = battle.models[model].place
    return Place(at, level, place.facing) if place is not None else Place(at, level)
