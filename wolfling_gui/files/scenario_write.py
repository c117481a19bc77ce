"""Write a scenario as YAML that people can read and go on editing by hand."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from wolfling_gui.core.forces import Place
from wolfling_gui.core.lengths import Point, Polygon
from wolfling_gui.core.table import Table
from wolfling_gui.core.terrain import Area, DeploymentZone, Door, Marker, Obstacle, Structure, Wall, Zone
from wolfling_gui.files.atomic import write_atomically
from wolfling_gui.files.roster_write import roster_parts
from wolfling_gui.files.rulesets import load_catalogue
from wolfling_gui.files.scenario import FORMAT, Scenario, ScenarioSide
from wolfling_gui.files.scenario_table import DEFAULT_RULESET, STRUCTURE_WORDS
from wolfling_gui.files.yaml_text import Line, dump, number, place
from wolfling_gui.rules.limits import Piece, usual_door, usual_piece
from wolfling_gui.rules.special_rules import as_rule


def write_scenario(scenario: Scenario, path: Path) -> None:
    """Write a scenario file in one step; raises OSError."""
    write_atomically(path, scenario_text(scenario))


def scenario_text(scenario: Scenario) -> str:
    """Return a scenario as YAML text that reads back as the same value."""
    table = scenario.table
    found: dict[str, object] = {
        "format": f"{FORMAT}/1",
        "name": scenario.name,
        "ruleset": scenario.ruleset,
        "kind": scenario.kind,
        "description": scenario.description,
        "table": Line(width=number(table.width), height=number(table.height)),
        "mission": scenario.mission.id,
        "turns": scenario.mission.last_turn,
        "random_length": scenario.mission.random_length,
        "layout": scenario.mission.layout.replace("_", " "),
        "night": scenario.mission.night,
        "sides": [_side(side) for side in scenario.sides],
        "structures": [_structure(structure) for structure in table.structures.values()],
        **_zones(table),
        "walls": _walls(table.walls),
        "doors": [_door(door, table) for door in table.doors.values()],
        "areas": [_area(area) for area in table.areas.values() if not _blocks(area)],
        "impassable": [_area(area) for area in table.areas.values() if _blocks(area)],
        "obstacles": [_obstacle(obstacle) for obstacle in table.obstacles.values()],
        "objectives": [_objective(marker) for marker in table.objectives.values()],
        "deployment": [_deployment(zone, table) for zone in table.deployment],
        "allowed_indoors": {
            name: [kind.replace("_", " ") for kind in kinds]
            for name, kinds in scenario.allowed_indoors.items()
        },
        "placed": {unit: [_placed(spot) for spot in spots] for unit, spots in scenario.placed.items()},
    }
    if table.floor_height != Table(0, 0).floor_height:
        found["table"] = Line(
            width=number(table.width), height=number(table.height), floor_height=number(table.floor_height)
        )
    if table.backdrop is not None:
        a, b = (place(Point(*corner)) for corner in (table.backdrop.corner_a, table.backdrop.corner_b))
        found["backdrop"] = Line({"file": table.backdrop.file, "from": a, "to": b})
    if scenario.start is not None:
        start = scenario.start
        found["start"] = Line(turn=start.turn, side=start.side, step=start.step)
    return dump({key: value for key, value in found.items() if value not in ("", 0, False, [], {})})


def outline(polygon: Polygon) -> object:
    """Return a polygon as it stands in a file: a rectangle by two corners, anything else by its places."""
    if len(polygon) == 4:
        a, b, c, d = polygon
        if (a.y, b.x, c.y, d.x) == (b.y, c.x, d.y, a.x) and a.x < c.x and a.y < c.y:
            return Line({"from": place(a), "to": place(c)})
    return [place(point) for point in polygon]


def _kept(**values: object) -> Line:
    """Return a mapping without what is empty, zero or false."""
    return Line({key: value for key, value in values.items() if value not in ("", 0, False, None, [], ())})


def _side(side: ScenarioSide) -> dict[str, object]:
    found = _kept(id=side.side.id, name=side.side.name, edge=side.side.edge, force=side.force)
    if side.roster is None or side.force:
        return found
    return {**found, "force": roster_parts(side.roster)}


def _structure(structure: Structure) -> dict[str, object]:
    words = {kind: word for word, kind in STRUCTURE_WORDS.items()}
    found: dict[str, object] = {
        **_kept(id=structure.id, name=structure.name, reinforced=structure.reinforced),
        "kind": words[structure.kind],
    }
    if structure.floors:
        found["floors"] = [
            Line(level=floor.level, polygon=outline(floor.polygon)) for floor in structure.floors
        ]
    return found


def _zones(table: Table) -> dict[str, object]:
    found: dict[str, list[Line]] = {"rooms": [], "corridors": [], "sections": []}
    for zone in table.zones.values():
        found[f"{zone.kind}s"].append(_zone(zone))
    return dict(found)


def _zone(zone: Zone) -> Line:
    line = _kept(id=zone.id, name=zone.name, structure=zone.structure, level=zone.level, bare=zone.bare)
    if zone.large is not None:
        line["large"] = zone.large
    line["polygon"] = outline(zone.polygon)
    return line


def _walls(walls: Mapping[str, Wall]) -> list[Line]:
    """Return walls with pieces W-1, W-2, … that join as one line of the wall W."""
    found: list[Line] = []
    left = dict(walls)
    while left:
        first = next(iter(left.values()))
        pieces = _joined(first, left, walls)
        for piece in pieces:
            del left[piece.id]
        name = first.id if len(pieces) == 1 else first.id.removesuffix("-1")
        points = [pieces[0].a, *(piece.b for piece in pieces)]
        closed = len(pieces) > 2 and points[0] == points[-1]
        line = Line(id=name, line=[place(point) for point in (points[:-1] if closed else points)])
        line.update(_kept(closed=closed, level=first.level, structure=first.structure))
        line["state"] = first.state
        if first.height is not None:
            line["height"] = number(first.height)
        found.append(line)
    return found


def _joined(first: Wall, left: Mapping[str, Wall], walls: Mapping[str, Wall]) -> list[Wall]:
    name = first.id.removesuffix("-1")
    if name == first.id or name in walls:
        return [first]
    pieces = [first]
    while (following := left.get(f"{name}-{len(pieces) + 1}")) is not None:
        if following.a != pieces[-1].b or _manner(following) != _manner(first):
            break
        pieces.append(following)
    return pieces


def _manner(wall: Wall) -> tuple[object, ...]:
    return wall.level, wall.state, wall.height, wall.structure


def _door(door: Door, table: Table) -> Line:
    line = Line({"id": door.id, "from": place(door.a), "to": place(door.b)})
    line.update(_kept(level=door.level, structure=door.structure))
    if door.state != usual_door(load_catalogue(DEFAULT_RULESET), table.structures.get(door.structure)):
        line["state"] = door.state
    if door.locked:
        line["locked"] = True
    return line


def _blocks(area: Area) -> bool:
    """Tell whether an area goes under “impassable”, where nothing else needs to be said of it."""
    return (area.terrain, area.dangerous, area.area, area.cover) == ("impassable", False, False, None)


def _area(area: Area) -> Line:
    line = _kept(id=area.id, name=area.name, kind=area.kind, level=area.level)
    line["polygon"] = outline(area.polygon)
    usual = usual_piece(load_catalogue(DEFAULT_RULESET), as_rule(area.kind))
    if area.height != (usual.height if area.area else 0):
        line["height"] = number(area.height)
    if _blocks(area):
        return line
    if area.area != usual.area:
        line["area"] = area.area
    return _with_cover(line, area, usual)


def _with_cover(line: Line, piece: Area | Obstacle, usual: Piece) -> Line:
    """Add what a piece is otherwise than its kind usually is (CL-TERR-12)."""
    if piece.terrain != usual.terrain:
        line["class"] = piece.terrain
    if piece.dangerous != usual.dangerous:
        line["dangerous"] = piece.dangerous
    if piece.cover is not None and piece.cover != usual.cover:
        line["cover"] = f"{piece.cover}+" if piece.cover else "-"
    return line


def _obstacle(obstacle: Obstacle) -> Line:
    line = _kept(id=obstacle.id, name=obstacle.name, kind=obstacle.kind, level=obstacle.level)
    line["line"] = [place(point) for point in obstacle.line]
    line["height"] = number(obstacle.height)
    return _with_cover(line, obstacle, usual_piece(load_catalogue(DEFAULT_RULESET), as_rule(obstacle.kind)))


def _objective(marker: Marker) -> Line:
    line = _kept(id=marker.id, name=marker.name, at=place(marker.at), level=marker.level, owner=marker.owner)
    if marker.kind != "objective":
        line["kind"] = marker.kind
    if marker.value != 1:
        line["value"] = marker.value
    return line


def _deployment(zone: DeploymentZone, table: Table) -> Line:
    line = _kept(side=zone.side, name=zone.name)
    by_shape = {(z.polygon, z.level): z.id for z in table.zones.values()}
    names = [by_shape.get((polygon, zone.level)) for polygon in zone.polygons]
    if names and None not in names:
        line["zones"] = names
        return line
    if zone.level:
        line["level"] = zone.level
    if len(zone.polygons) == 1:
        line["polygon"] = outline(zone.polygons[0])
    else:
        line["polygons"] = [outline(polygon) for polygon in zone.polygons]
    return line


def _placed(spot: Place) -> object:
    if not spot.level and not spot.facing:
        return place(spot.at)
    return _kept(at=place(spot.at), level=spot.level, facing=spot.facing)
