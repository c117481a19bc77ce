"""Paint everything of the table that stands still, level by level, for baking into one pixmap."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QImage, QPainter, QPainterPath, QPolygonF

from wolfling_gui.core.lengths import Point
from wolfling_gui.core.table import Table
from wolfling_gui.core.terrain import Area, Door, Obstacle, Structure, Wall
from wolfling_gui.ui.palette import Palette
from wolfling_gui.ui.scene.projection import Projection, to_segment
from wolfling_gui.ui.scene.symbols import doors, ruins, terrain, walls, zones
from wolfling_gui.ui.scene.symbols.ink import closed_path, colour, pen, saved

if TYPE_CHECKING:
    from wolfling_gui.geometry.space import Barrier

FURNITURE: Final = frozenset({"furniture", "crate", "container", "machinery", "console"})
_AREA_KINDS: Final[dict[str, terrain.AreaKind]] = {
    "wood": "wood",
    "woods": "wood",
    "forest": "wood",
    "jungle": "wood",
    "rubble": "rubble",
    "ruins": "rubble",
    "crater": "crater",
    "craters": "crater",
    "block": "block",
    "impassable": "block",
    "container": "block",
    "rock": "block",
    "building": "block",
}
_WIRE: Final = frozenset({"wire", "razor_wire", "razorwire", "barbed_wire"})
_TRAPS: Final = frozenset({"traps", "tank_traps"})
UNDERLAY: Final = 0.3
"""The opacity of the levels below the one shown."""
SEE_THROUGH: Final = 0.35
"""The opacity of floors over a backdrop picture."""
LINES_ONLY_BELOW: Final = 5.0
"""In pictures smaller than so many pixels per inch walls and doors are plain lines."""


@dataclass(frozen=True, slots=True)
class TerrainOptions:
    """Say what the ground shows besides terrain."""

    grid: bool = True
    labels: bool = True
    deployment: bool = False
    dragging: bool = False
    snap_inches: float | None = None
    backdrop_opacity: float = 0.6


def seed_of(name: str) -> int:
    """Return the seed of a piece's scattered details, the same on every machine."""
    return zlib.crc32(name.encode()) & 0x7FFF


def area_kind(area: Area) -> terrain.AreaKind:
    """Return how an area is filled."""
    if area.kind in _AREA_KINDS:
        return _AREA_KINDS[area.kind]
    return "block" if area.terrain == "impassable" else "plain"


def area_class(area: Area) -> terrain.AreaClass:
    """Return how an area is outlined: impassable first, then area terrain, then difficult."""
    if area.terrain == "impassable":
        return "impassable"
    if area.area and area_kind(area) in ("wood", "plain"):
        return "area"
    return "difficult" if area.terrain == "difficult" else "open"


def is_furniture(area: Area) -> bool:
    """Tell whether an area is a piece of furniture or machinery, drawn with a thin outline."""
    return area.kind in FURNITURE and area.kind != "container"


def indoors(table: Table) -> bool:
    """Tell whether all of the table outside its zones is solid, as in a spacecraft."""
    kinds = {structure.kind for structure in table.structures.values()}
    if "ruin" in kinds:
        return False
    unbounded = any(s.kind == "intact_building" and not s.floors for s in table.structures.values())
    return "spacecraft" in kinds or unbounded


def union(polygons: list[QPolygonF]) -> QPainterPath:
    """Return the path that covers all polygons."""
    path = QPainterPath()
    path.setFillRule(Qt.FillRule.WindingFill)
    for polygon in polygons:
        path = path.united(closed_path(polygon))
    return path


def zones_path(table: Table, level: int, projection: Projection) -> QPainterPath:
    """Return where rooms, corridors and sections of a level are, in scene pixels."""
    return union([projection.polygon(z.polygon) for z in table.zones.values() if z.level == level])


def hull_path(table: Table, level: int, projection: Projection) -> QPainterPath:
    """Return the solid part of a level: what lies in a spacecraft or building but in none of its zones."""
    solid = QPainterPath()
    if indoors(table):
        solid.addRect(projection.table_rect)
    for structure in table.structures.values():
        if structure.kind == "ruin":
            continue
        for floor in structure.floors:
            if floor.level == level:
                solid = solid.united(closed_path(projection.polygon(floor.polygon)))
    return solid if solid.isEmpty() else solid.subtracted(zones_path(table, level, projection))


def paint_terrain(
    painter: QPainter,
    palette: Palette,
    table: Table,
    level: int | None,
    projection: Projection,
    options: TerrainOptions,
    sides: Sequence[str] = (),
    backdrop: QImage | None = None,
) -> None:
    """Draw one level of a table in scene pixels, or with None all of them on top of one another.

    Levels below the one shown lie under it, faint, wherever it has no floor. `sides` are the ids of the
    sides in the battle's order, for the colours of their deployment zones.
    """
    _paint_ground(painter, palette, projection, options, backdrop, table)
    levels = [number for number in table.levels() if level is None or number <= level]
    covered = level is not None and _has_rooms(table, level)
    for number in levels:
        with saved(painter):
            if covered and number != level:
                painter.setOpacity(UNDERLAY)
            _paint_rooms(painter, palette, table, number, projection, backdrop is not None)
    if options.grid:
        zones.paint_grid(
            painter,
            palette,
            projection.table_rect,
            projection.origin,
            projection.px_per_inch,
            dragging=options.dragging,
            snap_inches=options.snap_inches,
        )
    for number in levels:
        if not covered or number == level:
            _paint_hull(painter, palette, table, number, projection, backdrop is not None)
    for number in levels:
        with saved(painter):
            if covered and number != level:
                painter.setOpacity(UNDERLAY)
            _paint_areas(painter, palette, table, number, projection)
    _paint_ruins(painter, palette, table, level, projection)
    for number in levels:
        with saved(painter):
            if covered and number != level:
                painter.setOpacity(UNDERLAY)
            paint_barriers(painter, palette, table, number, projection)
            _paint_obstacles(painter, palette, table, number, projection)
    if options.deployment:
        paint_deployment(painter, palette, table, level, projection, sides)
    edge = projection.table_rect.adjusted(0.5, 0.5, -0.5, -0.5)
    painter.setPen(pen(palette.line2, 1.0))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(edge)


def seen_on(table: Table, item_level: int, level: int | None) -> bool:
    """Tell whether a thing of some level is plainly seen while a level is shown, None for all.

    In the open the ground stays plain below the levels of ruins; inside a building only its own level is.
    """
    if level is None or item_level == level:
        return True
    return item_level < level and not _has_rooms(table, level)


def _has_rooms(table: Table, level: int) -> bool:
    return any(zone.level == level and zone.kind != "section" for zone in table.zones.values())


def _paint_ground(
    painter: QPainter,
    palette: Palette,
    projection: Projection,
    options: TerrainOptions,
    backdrop: QImage | None,
    table: Table,
) -> None:
    painter.fillRect(projection.table_rect, colour(palette.ground))
    if backdrop is None or table.backdrop is None:
        return
    a, b = Point(*table.backdrop.corner_a), Point(*table.backdrop.corner_b)
    place = QRectF(projection.point(a), projection.point(b)).normalized()
    with saved(painter):
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, True)
        painter.setOpacity(options.backdrop_opacity)
        painter.drawImage(place, backdrop)


def _paint_rooms(
    painter: QPainter, palette: Palette, table: Table, level: int, projection: Projection, over_picture: bool
) -> None:
    with saved(painter):
        painter.setOpacity(painter.opacity() * (SEE_THROUGH if over_picture else 1.0))
        for zone in table.zones.values():
            if zone.level != level or zone.kind == "section":
                continue
            kind: terrain.GroundKind = "corridor" if zone.kind == "corridor" else "room"
            terrain.paint_ground(painter, palette, projection.polygon(zone.polygon), kind)


def _paint_hull(
    painter: QPainter, palette: Palette, table: Table, level: int, projection: Projection, over_picture: bool
) -> None:
    solid = hull_path(table, level, projection)
    if not solid.isEmpty():
        with saved(painter):
            painter.setOpacity(SEE_THROUGH if over_picture else 1.0)
            terrain.paint_hull(painter, palette, solid)


def _paint_areas(
    painter: QPainter, palette: Palette, table: Table, level: int, projection: Projection
) -> None:
    for area in table.areas.values():
        if area.level != level:
            continue
        polygon = projection.polygon(area.polygon)
        if is_furniture(area):
            terrain.paint_furniture(painter, palette, polygon)
            continue
        kind, klass = area_kind(area), area_class(area)
        terrain.paint_area(painter, palette, polygon, kind, klass, projection.px_per_inch, seed_of(area.id))


def ruin_levels(structure: Structure, projection: Projection) -> tuple[ruins.RuinLevel, ...]:
    """Return a structure's floors as the polygons of each level, in scene pixels."""
    found: dict[int, list[QPolygonF]] = {}
    for floor in structure.floors:
        found.setdefault(floor.level, []).append(projection.polygon(floor.polygon))
    return tuple(ruins.RuinLevel(number, tuple(found[number])) for number in sorted(found))


def _paint_ruins(
    painter: QPainter, palette: Palette, table: Table, level: int | None, projection: Projection
) -> None:
    for structure in table.structures.values():
        if structure.kind != "ruin" or not structure.floors:
            continue
        levels = ruin_levels(structure, projection)
        for polygon in levels[0].polygons:
            ruins.paint_ruin(
                painter,
                palette,
                polygon,
                levels,
                level,
                projection.px_per_inch,
                seed=seed_of(structure.id),
            )


def wall_pieces(table: Table, level: int) -> tuple[Barrier, ...]:
    """Return the pieces of wall of a level that the gaps of its doors leave."""
    # The first window is painted before the libraries of geometry are imported.
    from wolfling_gui.geometry.space import space_of

    return tuple(b for b in space_of(table).barriers(level) if b.id in table.walls)


def paint_barriers(
    painter: QPainter, palette: Palette, table: Table, level: int, projection: Projection
) -> None:
    """Draw the walls and doors of a level."""
    if projection.px_per_inch < LINES_ONLY_BELOW:
        _paint_thin(painter, palette, table, level, projection)
        return
    found: dict[bool, list[QPolygonF]] = {True: [], False: []}
    for piece in wall_pieces(table, level):
        wall = table.walls[piece.id]
        if _on_outline(table, wall):
            continue
        line = QPolygonF([projection.point(piece.a), projection.point(piece.b)])
        found[wall.state == "ruined"].append(line)
    for ruined in (True, False):
        if found[ruined]:
            walls.paint_walls(painter, palette, found[ruined], projection.px_per_inch, ruined=ruined)
    for door in table.doors.values():
        if door.level == level:
            paint_door(painter, palette, door, projection)


def _paint_thin(
    painter: QPainter, palette: Palette, table: Table, level: int, projection: Projection
) -> None:
    with saved(painter):
        painter.setPen(pen(palette.wall, 1.2))
        for piece in wall_pieces(table, level):
            painter.drawLine(projection.point(piece.a), projection.point(piece.b))
        painter.setPen(pen(palette.door, 1.0))
        for door in table.doors.values():
            if door.level == level and door.state != "open":
                painter.drawLine(projection.point(door.a), projection.point(door.b))


def _on_outline(table: Table, wall: Wall) -> bool:
    """Tell whether a ruined wall runs along its ruin's footprint, which is drawn as broken wall anyway."""
    structure = table.structures.get(wall.structure)
    if wall.state != "ruined" or structure is None or structure.kind != "ruin" or not structure.floors:
        return False
    corners = structure.floors[0].polygon
    return any(
        _within(a, b, wall.a) and _within(a, b, wall.b)
        for a, b in zip(corners, corners[1:] + corners[:1], strict=True)
    )


def _within(a: Point, b: Point, at: Point, slack: int = 130) -> bool:
    return to_segment(at, a, b) <= slack


def door_state(door: Door) -> doors.DoorState:
    """Return how a door is drawn: a locked one as locked, whatever its leaf."""
    return "locked" if door.locked and door.state != "open" else door.state


def paint_door(
    painter: QPainter, palette: Palette, door: Door, projection: Projection, *, blocking: bool = False
) -> None:
    """Draw one door by its state."""
    doors.paint_door(
        painter,
        palette,
        projection.point(door.a),
        projection.point(door.b),
        door_state(door),
        projection.px_per_inch,
        blocking=blocking,
    )


def _paint_obstacles(
    painter: QPainter, palette: Palette, table: Table, level: int, projection: Projection
) -> None:
    for obstacle in table.obstacles.values():
        if obstacle.level == level:
            paint_obstacle(painter, palette, obstacle, projection)


def paint_obstacle(painter: QPainter, palette: Palette, obstacle: Obstacle, projection: Projection) -> None:
    """Draw an obstacle as what it is: plank, coil, or traps."""
    line = projection.polygon(obstacle.line)
    if obstacle.kind in _WIRE:
        terrain.paint_wire(painter, palette, line, projection.px_per_inch)
    elif obstacle.kind in _TRAPS:
        terrain.paint_traps(painter, palette, line, projection.px_per_inch)
    else:
        terrain.paint_barricade(painter, palette, line, projection.px_per_inch)


def paint_deployment(
    painter: QPainter,
    palette: Palette,
    table: Table,
    level: int | None,
    projection: Projection,
    sides: Sequence[str],
) -> None:
    """Draw where each side may set up; a zone of no side of the battle is grey."""
    for zone in table.deployment:
        if not seen_on(table, zone.level, level):
            continue
        side = sides.index(zone.side) if zone.side in sides else None
        for polygon in zone.polygons:
            zones.paint_deployment(painter, palette, projection.polygon(polygon), side)


def door_middle(door: Door, projection: Projection) -> QPointF:
    """Return the middle of a door's gap in scene pixels."""
    return (projection.point(door.a) + projection.point(door.b)) / 2
