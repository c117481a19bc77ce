"""Deployments: where each side may set up, computed from the table's real size (CL-DEP-3 to CL-DEP-6)."""

from __future__ import annotations

import math
from collections import Counter

import msgspec

from wolfling_gui.core.battle import Battle, Side
from wolfling_gui.core.forces import Model, Unit
from wolfling_gui.core.lengths import UNITS_PER_INCH, Length, Point, Polygon
from wolfling_gui.core.table import Table
from wolfling_gui.core.terrain import DeploymentZone
from wolfling_gui.core.verdict import Finding, Mark
from wolfling_gui.geometry.measure import gap, gap_to_point, witness
from wolfling_gui.rules.classic.edges import EDGES, OPPOSITE
from wolfling_gui.rules.facts import base_of
from wolfling_gui.rules.findings import forbid, permit
from wolfling_gui.rules.ruleset import Ruleset

LAYOUTS = ("pitched_battle", "spearhead", "dawn_of_war")
RULES = {"pitched_battle": "CL-DEP-3", "spearhead": "CL-DEP-4", "dawn_of_war": "CL-DEP-5"}
_ACROSS = {"south_west": "north_east", "north_east": "south_west", "south_east": "north_west",
           "north_west": "south_east"}  # fmt: skip
_ARC = 24
"""How many straight pieces the quarter circle of a spearhead is drawn with."""


def rectangle(west: Length, south: Length, east: Length, north: Length) -> Polygon:
    """Return a rectangle by its sides, in units, anticlockwise from its south-west corner."""
    return (Point(west, south), Point(east, south), Point(east, north), Point(west, north))


def centre(table: Table) -> Point:
    """Return the middle of a table."""
    return Point(table.width // 2, table.height // 2)


def long_edges(rules: Ruleset, table: Table) -> tuple[str, ...]:
    """Return the edges that count as long: the longer pair, on a square table every edge (CL-DEP-6)."""
    if table.width == table.height:
        return tuple(EDGES) if rules.on("CL-DEP-6") else ("south", "north")
    return ("south", "north") if table.width > table.height else ("west", "east")


def options(rules: Ruleset, battle: Battle) -> tuple[str, ...]:
    """Return what the first player can take: long edges, for a spearhead the quarters of the table."""
    if battle.mission.layout == "spearhead":
        return tuple(_ACROSS)
    return long_edges(rules, battle.table) if battle.mission.layout in LAYOUTS else ()


def opposite(option: str) -> str:
    """Return what is left for the second player: the opposite edge or the diagonal quarter."""
    return OPPOSITE[EDGES[option]] if option in EDGES else _ACROSS[option]


def edge_of(rules: Ruleset, table: Table, option: str) -> str:
    """Return the table edge that a side calls its own with an edge or a quarter."""
    if option in EDGES:
        return option
    south_north, west_east = option.split("_")
    return west_east if long_edges(rules, table) == ("west", "east") else south_north


def ground(rules: Ruleset, table: Table, layout: str, option: str) -> Polygon:
    """Return the ground of an edge or quarter, without the circle of a spearhead, in whole units.

    A pitched battle keeps *more than* its distance from the centre line, so the strip ends a unit before it.
    """
    width, height = table.width, table.height
    middle = centre(table)
    if option in _ACROSS:
        west = option.endswith("west")
        south = option.startswith("south")
        return rectangle(
            0 if west else middle.x,
            0 if south else middle.y,
            middle.x if west else width,
            middle.y if south else height,
        )
    keep = 0
    if layout == "pitched_battle" and rules.on("CL-DEP-3"):
        keep = rules.inches("CL-DEP-3", "from_centre_line_inches") + 1
    match option:
        case "south":
            return rectangle(0, 0, width, max(0, middle.y - keep))
        case "north":
            return rectangle(0, min(height, height - middle.y + keep), width, height)
        case "west":
            return rectangle(0, 0, max(0, middle.x - keep), height)
        case _:
            return rectangle(min(width, width - middle.x + keep), 0, width, height)


def zone(rules: Ruleset, table: Table, layout: str, option: str) -> Polygon:
    """Return the zone to draw: the ground, of a spearhead less the circle about the centre (CL-DEP-4).

    The circle is drawn with straight pieces inside it; places are judged against the circle itself.
    """
    whole = ground(rules, table, layout, option)
    radius = clear_of_centre(rules, layout)
    middle = centre(table)
    if not radius or radius >= min(middle.x, middle.y):
        return whole
    corner = whole.index(middle)
    first, last = whole[corner - 1], whole[(corner + 1) % 4]
    start = math.atan2(first.y - middle.y, first.x - middle.x)
    end = math.atan2(last.y - middle.y, last.x - middle.x)
    turn = math.remainder(end - start, math.tau)
    angles = [start + turn * k / _ARC for k in range(_ARC + 1)]
    arc = [
        Point(round(middle.x + radius * math.cos(a)), round(middle.y + radius * math.sin(a))) for a in angles
    ]
    return (*whole[:corner], *arc, *whole[corner + 1 :])


def clear_of_centre(rules: Ruleset, layout: str) -> Length:
    """Return how far from the centre of the table a spearhead stays, in units; 0 for other layouts."""
    if layout != "spearhead" or not rules.on("CL-DEP-4"):
        return 0
    return rules.inches("CL-DEP-4", "from_centre_inches")


def has_room(rules: Ruleset, table: Table, layout: str) -> bool:
    """Tell whether a layout leaves ground to set up on: at least two inches deep on this table."""
    middle = centre(table)
    if layout == "spearhead":
        return math.hypot(middle.x, middle.y) >= clear_of_centre(rules, layout) + 2 * UNITS_PER_INCH
    option = long_edges(rules, table)[0]
    zone_here = ground(rules, table, layout, option)
    deep = (
        zone_here[2].y - zone_here[0].y if option in ("south", "north") else zone_here[2].x - zone_here[0].x
    )
    return deep >= 2 * UNITS_PER_INCH


def taken(rules: Ruleset, battle: Battle, option: str) -> Battle:
    """Return the battle with the zones dealt out: the option to the first player, the rest to the second."""
    table, layout = battle.table, battle.mission.layout
    found: list[DeploymentZone] = []
    for side, part in zip(battle.clock.order, (option, opposite(option)), strict=False):
        polygon = zone(rules, table, layout, part)
        found += [DeploymentZone(side, (polygon,), level, part) for level in table.levels()]
        edge = edge_of(rules, table, part)
        battle = battle.with_side(msgspec.structs.replace(battle.side(side), edge=edge))
    return battle.with_table(msgspec.structs.replace(table, deployment=tuple(found)))


def grounds(rules: Ruleset, battle: Battle, side: str) -> tuple[tuple[int, Polygon], ...]:
    """Return (level, polygon) of the ground a side sets up on, without a spearhead's circle."""
    layout = battle.mission.layout
    if layout not in LAYOUTS:
        return battle.table.deployment_polygons(side)
    return tuple(
        (dealt.level, ground(rules, battle.table, layout, dealt.name))
        for dealt in battle.table.deployment
        if dealt.side == side
    )


def check_layout(rules: Ruleset, battle: Battle, after: Battle, unit: Unit) -> tuple[Finding, ...]:
    """Judge what a layout asks of a unit set up beyond its ground: the circle, roles, distance to enemies."""
    layout = battle.mission.layout
    found: list[Finding] = []
    for model in after.standing(unit.id):
        found += near_centre(rules, after, model)
    if layout == "dawn_of_war" and rules.on("CL-DEP-5"):
        found += _roles(rules, after, unit)
        for model in after.standing(unit.id):
            found += _near_enemies(rules, after, model)
    return tuple(found)


def near_centre(rules: Ruleset, battle: Battle, model: Model) -> tuple[Finding, ...]:
    """Refuse a base within the circle about the table's centre; exactly the distance is within it."""
    radius = clear_of_centre(rules, battle.mission.layout)
    if not radius or model.place is None:
        return ()
    middle = centre(battle.table)
    apart = gap_to_point(base_of(battle, model), middle)
    if apart > radius:
        return ()
    marks = (Mark("ring", (middle,), model.place.level, radius, model.id),)
    return (
        forbid(
            "CL-DEP-4", "deploy.near_centre", model.id,
            value=apart, limit=radius, measure="inches", comparison="more_than", marks=marks,
        ),
    )  # fmt: skip


def _roles(rules: Ruleset, battle: Battle, unit: Unit) -> list[Finding]:
    """Count units by role: so many of the leaders and of the line may be set up (CL-DEP-5)."""
    counts = Counter(
        other.role
        for other in battle.units_of(unit.side)
        if battle.standing(other.id) and not other.in_reserve
    )
    most = {"hq": rules.count("CL-DEP-5", "max_hq"), "troops": rules.count("CL-DEP-5", "max_troops")}
    limit = most.get(unit.role, 0)
    make = permit if counts[unit.role] <= limit else forbid
    return [
        make(
            "CL-DEP-5", "deploy.dawn_role", unit.id,
            value=counts[unit.role], limit=limit, measure="count", comparison="at_most",
            facts={"role": unit.role},
        )
    ]  # fmt: skip


def _near_enemies(rules: Ruleset, battle: Battle, model: Model) -> list[Finding]:
    limit = rules.inches("CL-DEP-5", "enemy_distance_inches")
    base = base_of(battle, model)
    found = []
    for enemy in battle.enemies_of(battle.units[model.unit].side):
        other = base_of(battle, enemy)
        between = gap(base, other)
        if between <= limit:
            mark = Mark("link", witness(base, other), base.level, about=enemy.id)
            found.append(
                forbid(
                    "CL-DEP-5", "deploy.dawn_enemy", model.id, enemy.id,
                    value=between, limit=limit, measure="inches", comparison="more_than", marks=(mark,),
                )
            )  # fmt: skip
    return found


def in_zone(rules: Ruleset, battle: Battle, side: Side, at: Point, level: int) -> bool:
    """Tell whether a point lies in a side's zone, its border included, outside a spearhead's circle."""
    inside = any(covers(polygon, at) for floor, polygon in grounds(rules, battle, side.id) if floor == level)
    radius = clear_of_centre(rules, battle.mission.layout)
    middle = centre(battle.table)
    return inside and (not radius or round(math.hypot(at.x - middle.x, at.y - middle.y)) > radius)


def covers(polygon: Polygon, at: Point) -> bool:
    """Tell whether a polygon holds a point or has it on its border, exactly in whole units."""
    odd = False
    for a, b in zip(polygon, (*polygon[1:], polygon[0]), strict=True):
        cross = (b.x - a.x) * (at.y - a.y) - (b.y - a.y) * (at.x - a.x)
        if cross == 0 and min(a.x, b.x) <= at.x <= max(a.x, b.x) and min(a.y, b.y) <= at.y <= max(a.y, b.y):
            return True
        if (a.y > at.y) != (b.y > at.y) and (cross > 0) == (b.y > a.y):
            odd = not odd
    return odd
