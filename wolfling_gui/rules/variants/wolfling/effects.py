"""Where blasts and templates end: at intact walls and sealed doors (WO-TPL)."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import shapely

from wolfling_gui.core.battle import Battle
from wolfling_gui.core.forces import Model, Place
from wolfling_gui.core.lengths import Point
from wolfling_gui.core.verdict import Finding
from wolfling_gui.geometry.space import Barrier, space_of
from wolfling_gui.geometry.templates import Segment, first_stop, flooded, reached
from wolfling_gui.rules import slots
from wolfling_gui.rules.facts import base_of
from wolfling_gui.rules.findings import forbid
from wolfling_gui.rules.ruleset import Ruleset


def stopping(rules: Ruleset) -> dict[str, str]:
    """Return the kinds of walls and doors that end an effect, each with its rule (WO-TPL-1 to WO-TPL-3)."""
    kinds: dict[str, str] = {}
    listed = rules.words("WO-TPL-1", "stopped_by") if rules.on("WO-TPL-1") else ("sealed_door",)
    if rules.on("WO-TPL-1"):
        if "intact_wall" in listed:
            kinds["intact_wall"] = "WO-TPL-1"
        if not rules.on("WO-TPL-2") or rules.flag("WO-TPL-2", "ruined_wall_stops"):
            kinds["ruined_wall"] = "WO-TPL-2"
    if not rules.on("WO-TPL-3"):
        return kinds
    if "sealed_door" in listed and rules.flag("WO-TPL-3", "sealed_door_stops"):
        kinds["sealed_door"] = "WO-TPL-3"
    if rules.flag("WO-TPL-3", "closed_door_stops"):
        kinds["shut_door"] = "WO-TPL-3"
    if rules.flag("WO-TPL-3", "open_door_stops"):
        kinds["open_door"] = "WO-TPL-3"
    return kinds


def barriers(rules: Ruleset, battle: Battle, level: int) -> tuple[Barrier, ...]:
    """Return the walls and doors of a floor that end an effect."""
    return space_of(battle.table).barriers(level, frozenset(stopping(rules)))


def spread(core: slots.SpreadSlot) -> slots.SpreadSlot:
    """Spare models beyond a wall, by straight lines from the origin, and those on other floors (WO-TPL-4)."""

    def slot(
        rules: Ruleset,
        battle: Battle,
        origin: Place,
        under: tuple[Model, ...],
        extent: Callable[[float], float],
    ) -> tuple[Finding, ...]:
        found = list(core(rules, battle, origin, under, extent))
        walls = barriers(rules, battle, origin.level)
        lines = [(wall.a, wall.b) for wall in walls]
        for model in under:
            assert model.place is not None
            if model.place.level != origin.level:
                if _other_floor(rules, battle, origin, model):
                    found.append(forbid("WO-TPL-4", "blast.other_floor", model.id))
            elif walls and not _reaches(rules, battle, origin.at, model, extent, lines):
                found.append(_beyond(rules, battle, origin.at, model, walls))
        return tuple(found)

    return slot


def _other_floor(rules: Ruleset, battle: Battle, origin: Place, model: Model) -> bool:
    """Tell whether a model is on another floor of an intact structure, where no effect passes (WO-TPL-4)."""
    if not rules.on("WO-TPL-4") or rules.flag("WO-TPL-4", "passes_floors_intact"):
        return False
    assert model.place is not None
    space = space_of(battle.table)
    at, level = model.place.at, model.place.level
    here = {*space.structures_at(origin.at, origin.level), *space.structures_at(at, level)}
    return any(battle.table.structures[name].kind != "ruin" for name in here)


def _reaches(
    rules: Ruleset,
    battle: Battle,
    origin: Point,
    model: Model,
    extent: Callable[[float], float],
    walls: Sequence[Segment],
) -> bool:
    base = base_of(battle, model)
    if not rules.on("WO-TPL-4"):
        return first_stop(origin, base.at, walls) is None
    if rules.catalogue.word("WO-TPL-4", "method") == "flood":
        rim = [
            (origin.x + extent(a) * math.cos(a), origin.y + extent(a) * math.sin(a))
            for a in (2 * math.pi * n / 720 for n in range(720))
        ]
        return flooded(origin, base, shapely.Polygon(rim).buffer(0), walls)
    return reached(origin, base, extent, walls)


def _beyond(rules: Ruleset, battle: Battle, origin: Point, model: Model, walls: Sequence[Barrier]) -> Finding:
    """Name the wall or door that the line to a spared model meets first, and the rule by which it ends it."""
    assert model.place is not None
    met = first_stop(origin, model.place.at, [(wall.a, wall.b) for wall in walls])
    kinds = stopping(rules)
    if met is None:
        return forbid("WO-TPL-1", "blast.beyond_wall", model.id)
    wall = walls[met[0]]
    return forbid(kinds[wall.kind], "blast.beyond_wall", model.id, wall.id)


def drift(core: slots.DriftSlot) -> slots.DriftSlot:
    """Stop a scattering marker at the first wall on its way, on the side it came from (WO-TPL-5)."""

    def slot(rules: Ruleset, battle: Battle, start: Place, end: Point) -> tuple[Point, Finding | None]:
        end, found = core(rules, battle, start, end)
        if not rules.on("WO-TPL-5") or not rules.flag("WO-TPL-5", "scatter_stops_at_wall"):
            return end, found
        walls = barriers(rules, battle, start.level)
        met = first_stop(start.at, end, [(wall.a, wall.b) for wall in walls])
        if met is None:
            return end, found
        number, spot = met
        return spot, forbid("WO-TPL-5", "blast.stopped", walls[number].id)

    return slot
