"""Write the names of rooms, ruins, terrain and doors where they hide least."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from PySide6.QtCore import QCoreApplication, QPointF, QRectF, QSizeF
from PySide6.QtGui import QPainter, QPainterPath

from wolfling_gui.core.lengths import UNITS_PER_INCH, Length, to_inches
from wolfling_gui.core.table import Table
from wolfling_gui.core.terrain import Area, Door
from wolfling_gui.ui.palette import Palette
from wolfling_gui.ui.scene.markers import OBJECTIVE_RADIUS
from wolfling_gui.ui.scene.projection import Projection
from wolfling_gui.ui.scene.symbols.ink import LEFT, closed_path, font, text_width
from wolfling_gui.ui.scene.symbols.placing import overlaps
from wolfling_gui.ui.scene.symbols.tags import paint_label
from wolfling_gui.ui.scene.tagging import line_boxes
from wolfling_gui.ui.scene.terrain import (
    area_class,
    area_kind,
    door_middle,
    door_state,
    is_furniture,
    seen_on,
)

translate = QCoreApplication.translate
LINE = 14.0


def door_state_words(door: Door) -> str:
    """Return what a door's label says: its id, and its state unless it stands open."""
    state = door_state(door)
    if state == "open":
        return door.id
    words = {
        "shut": translate("Map", "{door} shut"),
        "sealed": translate("Map", "{door} sealed"),
        "locked": translate("Map", "{door} locked"),
    }[state]
    return words.format(door=door.id)


def gap_words(width: Length) -> str:
    """Return a door's width and the widest base that passes it, in whole millimetres."""
    words = translate("Map", "{gap}″ · {base} mm")
    return words.format(gap=f"{to_inches(width):.1f}", base=width // 100)


def area_words(area: Area) -> str:
    """Return what the label of an area says: its name, its class, its cover."""
    kinds = {
        "wood": translate("Map", "Wood"),
        "crater": translate("Map", "Crater"),
        "rubble": translate("Map", "Rubble"),
        "container": translate("Map", "Container"),
        "rock": translate("Map", "Rock"),
        "building": translate("Map", "Building"),
        "block": translate("Map", "Block"),
        "plain": translate("Map", "Area"),
    }
    classes = {
        "area": translate("Map", "area terrain"),
        "difficult": translate("Map", "difficult"),
        "impassable": translate("Map", "impassable"),
        "open": translate("Map", "clear"),
    }
    name = area.name or kinds.get(area.kind) or kinds[area_kind(area)]
    klass = classes[area_class(area)]
    if area.cover:
        words = translate("Map", "{name} · {class} · {cover}+")
        return words.format(**{"name": name, "class": klass, "cover": area.cover})
    return translate("Map", "{name} · {class}").format(**{"name": name, "class": klass})


def full_name(name: str, words: str) -> str:
    """Return a thing's id and its name, or the name alone where the id only repeats it."""
    if not words or words.casefold() == name.replace("-", " ").replace("_", " ").casefold():
        return words or name
    return translate("Map", "{id} {name}").format(id=name, name=words)


def paint_labels(
    painter: QPainter,
    palette: Palette,
    table: Table,
    level: int | None,
    projection: Projection,
    deployment_of: Sequence[str] | None = None,
    tokens: Sequence[QRectF] = (),
) -> list[QRectF]:
    """Write the names that belong to the zoom and return the places they take, in scene pixels.

    With the ids of the sides in `deployment_of`, deployment zones are named in their side's colour. Names of
    rooms and doors go where none of the `tokens` hides them, if there is such a place.
    """
    ppi = projection.px_per_inch
    taken = _blocked(table, level, projection)
    walls = _wall_boxes(table, level, projection)
    found: list[QRectF] = []
    if ppi >= 12:
        found += _label_doors(painter, palette, table, level, projection, taken, tokens)
    found += _label_rooms(painter, palette, table, level, projection, taken + found, tokens)
    if ppi >= 12:
        found += _label_ruins(painter, palette, table, projection)
        found += _label_areas(painter, palette, table, level, projection, taken + walls + found)
        found += _label_obstacles(painter, palette, table, level, projection, taken + walls + found)
        if deployment_of is not None:
            found += _label_deployment(
                painter, palette, table, level, projection, taken + found, deployment_of
            )
    return found


def _wall_boxes(table: Table, level: int | None, projection: Projection) -> list[QRectF]:
    return [
        QRectF(box[0], box[1], box[2] - box[0], box[3] - box[1])
        for wall in table.walls.values()
        if seen_on(table, wall.level, level)
        for box in line_boxes(wall.a, wall.b, projection)
    ]


def door_boxes(table: Table, level: int | None, projection: Projection) -> list[QRectF]:
    """Return the squares that doors and their leaves take, in scene pixels."""
    found = []
    for door in table.doors.values():
        if seen_on(table, door.level, level):
            a, b = projection.point(door.a), projection.point(door.b)
            box = QRectF(a, b).normalized().adjusted(-4, -4, 4, 4)
            if door.state == "open":
                box = box.united(QRectF(a, b + _leaf_side(a, b)).normalized())
            found.append(box)
    return found


def _leaf_side(a: QPointF, b: QPointF) -> QPointF:
    """Return how far open leaves reach to the right of the way from a to b, as seen on the screen."""
    return QPointF(a.y() - b.y(), b.x() - a.x()) * 0.5


def _blocked(table: Table, level: int | None, projection: Projection) -> list[QRectF]:
    blocked = door_boxes(table, level, projection)
    for area in table.areas.values():
        if is_furniture(area) and seen_on(table, area.level, level):
            blocked.append(projection.polygon(area.polygon).boundingRect())
    for marker in table.objectives.values():
        if seen_on(table, marker.level, level):
            centre, radius = projection.point(marker.at), projection.length(OBJECTIVE_RADIUS)
            wide = max(radius, text_width(marker.name, font(10.5, 500)) / 2) + 4
            blocked.append(QRectF(centre.x() - wide, centre.y() - radius - 4, 2 * wide, 2 * radius + 24))
    return blocked


def _free(box: QRectF, taken: Sequence[QRectF]) -> bool:
    return not any(overlaps(box, other) for other in taken)


def _first_free(
    corners: Iterable[tuple[float, float]], size: QSizeF, projection: Projection, taken: Sequence[QRectF]
) -> QRectF | None:
    """Return the first box of a size, by its upper left corner, that is on the table and overlaps nothing."""
    boxes = (QRectF(QPointF(x, y), size) for x, y in corners)
    on_table = projection.table_rect
    return next((box for box in boxes if _free(box, taken) and on_table.contains(box)), None)


def _label_rooms(
    painter: QPainter,
    palette: Palette,
    table: Table,
    level: int | None,
    projection: Projection,
    taken: Sequence[QRectF],
    tokens: Sequence[QRectF],
) -> list[QRectF]:
    found: list[QRectF] = []
    far = projection.px_per_inch < 16
    face = font(9.5 if far else 10.5, 600, spacing=4.5)
    for zone in table.zones.values():
        if not seen_on(table, zone.level, level) or (zone.kind == "section" and not zone.name):
            continue
        long = full_name(zone.id, zone.name)
        path = closed_path(projection.polygon(zone.polygon))
        texts = (zone.id,) if projection.px_per_inch < 12 else (long, zone.id)
        for text in dict.fromkeys(text.upper() for text in texts):
            size = QSizeF(text_width(text, face) + 4, LINE)
            box, corridor = path.boundingRect(), zone.kind == "corridor"
            spot = _room_spot(box, size, corridor, path, [*taken, *found, *tokens])
            spot = spot or _room_spot(box, size, corridor, path, [*taken, *found])
            if spot is not None:
                found.append(spot)
                at = QPointF(spot.left() + 2, spot.center().y())
                paint_label(
                    painter,
                    palette,
                    at,
                    text,
                    align=LEFT,
                    size=9.5 if far else 10.5,
                    ink=palette.text3,
                    capitals=True,
                )
                break
    return found


def _room_spot(
    box: QRectF, size: QSizeF, corridor: bool, path: QPainterPath, taken: Sequence[QRectF]
) -> QRectF | None:
    w, h = size.width(), size.height()
    left, right = box.left() + 9, box.right() - 9 - w
    top, bottom = box.top() + 9, box.bottom() - 9 - h
    cx, cy = box.center().x() - w / 2, box.center().y() - h / 2
    spots = [(left, cy), (right, cy)] if corridor else []
    if corridor:
        # A corridor that turns has no middle: its name goes as far left as it fits.
        rows = [top + (bottom - top) * j / 12 for j in range(13)]
        spots += [(left + (right - left) * i / 8, y) for i in range(9) for y in rows]
    spots += [(right, bottom), (left, bottom), (cx, bottom), (cx, top), (left, top), (right, top), (cx, cy)]
    steps = 4
    spots += [
        (left + (right - left) * i / steps, top + (bottom - top) * j / steps)
        for j in range(steps + 1)
        for i in range(steps + 1)
    ]
    for x, y in spots:
        place = QRectF(x, y, w, h)
        if path.contains(place.adjusted(-3, -1, 3, 1)) and _free(place, taken):
            return place
    return None


def _label_doors(
    painter: QPainter,
    palette: Palette,
    table: Table,
    level: int | None,
    projection: Projection,
    taken: Sequence[QRectF],
    tokens: Sequence[QRectF],
) -> list[QRectF]:
    ppi = projection.px_per_inch
    face = font(10, 500)
    found: list[QRectF] = []
    for door in table.doors.values():
        if not seen_on(table, door.level, level):
            continue
        state = door_state(door)
        if ppi < 20 and state == "open":
            continue
        text = door_state_words(door)
        if ppi > 40:
            a, b = door.a, door.b
            width = round(((a.x - b.x) ** 2 + (a.y - b.y) ** 2) ** 0.5)
            text = translate("Map", "{door} · {gap}").format(door=text, gap=gap_words(width))
        size = QSizeF(text_width(text, face) + 4, LINE)
        others = [box for box in taken if not box.contains(door_middle(door, projection))]
        place = _door_spot(door, size, projection, [*others, *found, *tokens])
        place = place or _door_spot(door, size, projection, [*others, *found])
        if place is not None:
            found.append(place)
            paint_label(painter, palette, place.center(), text, size=10, weight=500, ink=palette.text2)
    return found


def _door_spot(door: Door, size: QSizeF, projection: Projection, taken: Sequence[QRectF]) -> QRectF | None:
    middle = door_middle(door, projection)
    a, b = projection.point(door.a), projection.point(door.b)
    flat = abs(b.x() - a.x()) >= abs(b.y() - a.y())
    w, h = size.width(), size.height()
    inward = 0.0
    if door.state == "open":
        # Open leaves stand to the right of the way from a to b: the name goes between them.
        gap = max(abs(b.x() - a.x()), abs(b.y() - a.y()))
        inward = (gap * 0.25 if gap * 0.9 >= w else gap / 2 + h / 2 + 4) - h / 2 - 6
    spots: list[QPointF] = []
    if flat:
        down = 1.0 if b.x() >= a.x() else -1.0
        for sign in (down, -down):
            spots.append(middle + QPointF(0, sign * (h / 2 + 6 + (inward if sign == down else 0))))
    else:
        side = -1.0 if b.y() >= a.y() else 1.0
        if door.state != "open":
            side = -1.0
        for sign in (side, -side):
            spots.append(middle + QPointF(sign * (w / 2 + 7 + (inward if sign == side else 0)), 0))
    corners = [(at.x() - w / 2, at.y() - h / 2) for at in spots]
    return _first_free(corners, size, projection, taken)


def _label_areas(
    painter: QPainter,
    palette: Palette,
    table: Table,
    level: int | None,
    projection: Projection,
    taken: Sequence[QRectF],
) -> list[QRectF]:
    found: list[QRectF] = []
    face = font(10, 600, spacing=4.5)
    for area in table.areas.values():
        if is_furniture(area) or not seen_on(table, area.level, level):
            continue
        box = projection.polygon(area.polygon).boundingRect()
        if max(box.width(), box.height()) < 2 * projection.length(UNITS_PER_INCH):
            continue
        text = area_words(area).upper()
        size = QSizeF(text_width(text, face) + 4, LINE)
        wide = size.width() <= box.width() - 6
        cx = box.center().x() - size.width() / 2
        inside = [(cx, box.bottom() - box.height() * 0.12 - LINE)] if wide else []
        corners = [*inside, (cx, box.bottom() + 2), (cx, box.top() - LINE - 2)]
        place = _first_free(corners, size, projection, [*taken, *found])
        if place is not None:
            found.append(place)
            paint_label(painter, palette, place.center(), text, size=10, ink=palette.text3, capitals=True)
    return found


def _label_obstacles(
    painter: QPainter,
    palette: Palette,
    table: Table,
    level: int | None,
    projection: Projection,
    taken: Sequence[QRectF],
) -> list[QRectF]:
    found: list[QRectF] = []
    face = font(10, 600, spacing=4.5)
    for obstacle in table.obstacles.values():
        if not obstacle.name or not seen_on(table, obstacle.level, level):
            continue
        box = projection.polygon(obstacle.line).boundingRect()
        text = obstacle.name.upper()
        size = QSizeF(text_width(text, face) + 4, LINE)
        cx, cy = box.center().x() - size.width() / 2, box.center().y() - LINE / 2
        below, above = (cx, box.bottom() + 7), (cx, box.top() - LINE - 7)
        beside = (box.right() + 9, cy), (box.left() - 9 - size.width(), cy)
        place = _first_free((below, above, *beside), size, projection, [*taken, *found])
        if place is not None:
            found.append(place)
            paint_label(painter, palette, place.center(), text, size=10, ink=palette.text3, capitals=True)
    return found


def _label_ruins(painter: QPainter, palette: Palette, table: Table, projection: Projection) -> list[QRectF]:
    found: list[QRectF] = []
    for structure in table.structures.values():
        if structure.kind != "ruin" or not structure.floors:
            continue
        box = projection.polygon(structure.floors[0].polygon).boundingRect()
        text = full_name(structure.id, structure.name)
        at = QPointF(box.left() + 2, box.top() - LINE / 2 - 4)
        if at.y() < LINE / 2:
            at = QPointF(box.left() + 2, box.bottom() + LINE / 2 + 4)
        found.append(paint_label(painter, palette, at, text, align=LEFT, size=11, ink=palette.text))
    return found


def _label_deployment(
    painter: QPainter,
    palette: Palette,
    table: Table,
    level: int | None,
    projection: Projection,
    taken: Sequence[QRectF],
    sides: Sequence[str],
) -> list[QRectF]:
    """Name each deployment zone in a free corner of its polygons, the largest first."""
    found: list[QRectF] = []
    face = font(10, 600, spacing=4.5)
    for zone in table.deployment:
        if not zone.name or not zone.polygons or not seen_on(table, zone.level, level):
            continue
        boxes = [projection.polygon(polygon).boundingRect() for polygon in zone.polygons]
        boxes.sort(key=lambda box: -box.width() * box.height())
        text = zone.name.upper()
        size = QSizeF(text_width(text, face) + 4, LINE)
        for corner in (corner for box in boxes for corner in _corners(box, size)):
            place = QRectF(corner, size)
            if _free(place, [*taken, *found]) and projection.table_rect.contains(place):
                found.append(place)
                ink = palette.side(sides.index(zone.side)).full if zone.side in sides else palette.text3
                paint_label(painter, palette, place.center(), text, size=10, ink=ink, capitals=True)
                break
    return found


def _corners(box: QRectF, size: QSizeF) -> list[QPointF]:
    lefts = (box.right() - 8 - size.width(), box.left() + 8)
    tops = (box.bottom() - 8 - size.height(), box.top() + 8)
    return [QPointF(x, y) for y in tops for x in lefts]
