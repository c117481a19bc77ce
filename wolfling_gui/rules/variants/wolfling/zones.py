"""Rooms, corridors and sections: which zone a model is in, and what kind it is (WO-TER)."""

from __future__ import annotations

from collections.abc import Sequence

import shapely

from wolfling_gui.core.actions import NOTHING_SAID, DeclaredFacts, Waypoint
from wolfling_gui.core.battle import Battle
from wolfling_gui.core.forces import Model, Unit
from wolfling_gui.core.lengths import Length, Polygon
from wolfling_gui.core.table import Table
from wolfling_gui.core.terrain import Zone
from wolfling_gui.core.verdict import Finding, Mark
from wolfling_gui.geometry.crossing import zones_crossed
from wolfling_gui.geometry.measure import union_of
from wolfling_gui.geometry.sections import extent, overlapping_zones, split_floor
from wolfling_gui.geometry.space import Space, space_of
from wolfling_gui.geometry.widths import narrowest_width
from wolfling_gui.rules import slots
from wolfling_gui.rules.facts import zones_of
from wolfling_gui.rules.findings import forbid
from wolfling_gui.rules.ruleset import Ruleset

SQUARE_INCH = 2540 * 2540


def zone_of(rules: Ruleset, table: Table, name: str) -> Zone:
    """Return a zone by its id: one drawn on the map, or a section of a ruin's floor (WO-TER-4)."""
    drawn = table.zones.get(name)
    return drawn if drawn is not None else sections(rules, table)[name]


def sections(rules: Ruleset, table: Table) -> dict[str, Zone]:
    """Return the sections of ruins on whose floors the map draws no zones of its own (WO-TER-4).

    Each floor is one, split where intact inner walls cut it in two; with `section_per` ruin all floors of a
    ruin are one section.
    """
    per = rules.catalogue.word("WO-TER-4", "section_per")
    space = space_of(table)
    return space.memo(("sections", per), lambda: _sections(space, table, per))


def _sections(space: Space, table: Table, per: str) -> dict[str, Zone]:
    found: dict[str, Zone] = {}
    drawn = {(zone.structure, zone.level) for zone in table.zones.values()}
    for structure in table.structures.values():
        if structure.kind != "ruin":
            continue
        for floor in structure.floors:
            if (structure.id, floor.level) in drawn:
                continue
            walls = [(b.a, b.b) for b in space.barriers(floor.level, frozenset({"intact_wall"}))]
            parts = (floor.polygon,) if per == "ruin" else split_floor(floor.polygon, walls)
            for number, part in enumerate(parts, start=1):
                name = f"{structure.id}/{floor.level}" + (f"/{number}" if len(parts) > 1 else "")
                found[name] = Zone(name, "section", structure.id, part, structure.name, floor.level)
    return found


def zones_here(rules: Ruleset, battle: Battle, model: Model) -> tuple[str, ...]:
    """Return the zones a model is in, both at a doorway (WO-TER-11); with that rule off it is in none.

    Without WO-TER-4 ruins have no sections.
    """
    if model.place is None or not rules.on("WO-TER-11"):
        return ()
    found = zones_of(rules, battle, model, rules.inches("WO-TER-11", "threshold_tolerance_inches"))
    if not rules.on("WO-TER-4"):
        return tuple(zone for zone in found if battle.table.zones[zone].kind != "section")
    spot, known = model.place, sections(rules, battle.table)

    def at_spot() -> tuple[str, ...]:
        point = shapely.Point(spot.at.x, spot.at.y)
        return tuple(
            zone.id
            for zone in known.values()
            if zone.level == spot.level and union_of((zone.polygon,)).covers(point)
        )

    per = rules.catalogue.word("WO-TER-4", "section_per")
    return (*found, *space_of(battle.table).recall(("sections", per, spot.at, spot.level), at_spot))


def zones_on_path(rules: Ruleset, table: Table, corners: Sequence[Waypoint]) -> tuple[str, ...]:
    """Return the zones that a base centre is in anywhere along a path, sections of ruins among them."""
    found = zones_crossed(space_of(table), corners)
    if not rules.on("WO-TER-4"):
        return found
    level = {corner.level for corner in corners}
    line = shapely.LineString([(c.at.x, c.at.y) for c in (*corners, corners[-1])])
    more = (
        zone.id
        for zone in sections(rules, table).values()
        if zone.level in level and union_of((zone.polygon,)).intersects(line)
    )
    return (*found, *more)


def same_zone(rules: Ruleset, battle: Battle, a: str, b: str) -> bool:
    """Tell whether two zones count as one: the same, or two floors of a ruin taken whole (WO-TER-4)."""
    if a == b:
        return True
    if rules.catalogue.word("WO-TER-4", "section_per") != "ruin":
        return False
    one, other = zone_of(rules, battle.table, a), zone_of(rules, battle.table, b)
    return one.kind == other.kind == "section" and one.structure == other.structure


def structure_kind(rules: Ruleset, table: Table, zone: str) -> str:
    """Return the kind of structure a zone counts as part of, empty for none (WO-TER-5)."""
    structure = table.structures.get(zone_of(rules, table, zone).structure)
    if structure is None:
        return ""
    if structure.reinforced and structure.kind == "intact_building" and rules.on("WO-TER-5"):
        return rules.catalogue.word("WO-TER-5", "reinforced_base_counts_as")
    return structure.kind


def is_large(rules: Ruleset, table: Table, zone: str) -> bool:
    """Tell whether a zone of a spacecraft is a larger corridor (WO-TER-10): marked, or wide enough."""
    if not rules.on("WO-TER-10"):
        return False
    found = zone_of(rules, table, zone)
    rooms = rules.flag("WO-TER-10", "large_rooms_count")
    if structure_kind(rules, table, zone) != "spacecraft":
        return False
    if found.kind != "corridor" and not (rooms and found.kind == "room"):
        return False
    if found.large is not None:
        return found.large
    return narrowest_width(found.polygon) >= rules.inches("WO-TER-10", "large_corridor_min_width_inches")


def suggested_kind(rules: Ruleset, polygon: Polygon) -> tuple[str, Length, Length]:
    """Return what an unmarked indoor zone seems to be, with its narrowest width and length (WO-TER-2).

    With that rule off it is taken for a room.
    """
    width = narrowest_width(polygon)
    length = extent(polygon, width)
    ratio = rules.count("WO-TER-2", "auto_corridor_min_length_to_width")
    narrow = width <= rules.inches("WO-TER-2", "auto_corridor_max_width")
    corridor = rules.on("WO-TER-2") and narrow and length >= ratio * width
    return ("corridor" if corridor else "room"), width, length


def check_map(core: slots.CheckMapSlot) -> slots.CheckMapSlot:
    """Refuse zones that overlap on one floor, and kinds that the rules do not have (WO-TER-1, WO-TER-5)."""

    def slot(rules: Ruleset, table: Table) -> tuple[Finding, ...]:
        found = [*core(rules, table)]
        if rules.on("WO-TER-1"):
            found += _overlaps(table)
            found += _kinds(rules, table)
        if rules.on("WO-TER-5"):
            kinds = rules.words("WO-TER-5", "structure_kinds")
            found += [
                forbid("WO-TER-5", "map.structure_kind", structure.id, facts={"structure": structure.kind})
                for structure in table.structures.values()
                if structure.kind not in kinds
            ]
        return tuple(found)

    return slot


def _overlaps(table: Table) -> list[Finding]:
    return [
        forbid(
            "WO-TER-1",
            "map.zones_overlap",
            pair.a,
            pair.b,
            value=round(pair.area / SQUARE_INCH),
            limit=0,
            measure="count",
            comparison="at_most",
            marks=(Mark("polygon", table.zones[pair.b].polygon, table.zones[pair.b].level, about=pair.b),),
        )
        for pair in overlapping_zones(table)
    ]


def _kinds(rules: Ruleset, table: Table) -> list[Finding]:
    zones = rules.words("WO-TER-1", "zone_kinds")
    barriers = rules.words("WO-TER-1", "barrier_kinds")
    found = [
        forbid("WO-TER-1", "map.zone_kind", zone.id, facts={"kind": zone.kind})
        for zone in table.zones.values()
        if zone.kind not in zones
    ]
    found += [
        forbid("WO-TER-1", "map.barrier_kind", wall.id, facts={"kind": f"{wall.state}_wall"})
        for wall in table.walls.values()
        if f"{wall.state}_wall" not in barriers
    ]
    found += [
        forbid("WO-TER-1", "map.barrier_kind", door.id, facts={"kind": "door"})
        for door in table.doors.values()
        if "door" not in barriers
    ]
    return found


def walked_in(core: slots.WalkedInSlot) -> slots.WalkedInSlot:
    """Let models walk in a structure whose rooms and corridors are on the map (WO-TER-5)."""

    def slot(rules: Ruleset, table: Table, structure: str) -> bool:
        mapped = rules.on("WO-TER-5") and any(z.structure == structure for z in table.zones.values())
        return mapped or core(rules, table, structure)

    return slot


def share_in(rules: Ruleset, battle: Battle, unit: Unit, zone: str) -> float:
    """Return which part of a unit's models on the table is in a zone, from 0 to 1 (WO-TER-12)."""
    models = battle.standing(unit.id)
    if not models:
        return 0.0
    inside = sum(
        1 for m in models if any(same_zone(rules, battle, zone, z) for z in zones_here(rules, battle, m))
    )
    return inside / len(models)


def shared_zone(
    rules: Ruleset, battle: Battle, firer: Model, target: Unit, facts: DeclaredFacts = NOTHING_SAID
) -> tuple[str, str]:
    """Say whether firer and target unit share a zone: at least half of the target is in it (WO-TER-12)."""
    if facts.zone is not None:
        return _declared_zone(rules, facts)
    if not rules.on("WO-TER-12"):
        return "", ""
    needed = float(rules.catalogue.number("WO-TER-12", "target_unit_fraction"))
    for zone in zones_here(rules, battle, firer):
        if share_in(rules, battle, target, zone) >= needed:
            return zone, zone_of(rules, battle.table, zone).kind
    return "", ""


def _declared_zone(rules: Ruleset, facts: DeclaredFacts) -> tuple[str, str]:
    """Return the declared zone; another floor is another zone, save in a ruin taken whole (WO-TER-4)."""
    if facts.zone is None or facts.zone == "none":
        return "", ""
    if facts.level in ("above", "below"):
        whole = facts.zone == "section" and rules.catalogue.word("WO-TER-4", "section_per") == "ruin"
        if not whole:
            return "", ""
    return facts.zone_name or "declared", facts.zone
