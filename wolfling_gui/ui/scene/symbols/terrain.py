"""Draw terrain: grounds, area terrain with its class in the outline and its kind in the fill, obstacles."""

from __future__ import annotations

import math
from typing import Final, Literal

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPainterPathStroker, QPolygonF, QTransform

from wolfling_gui.ui.palette import Palette

from .ink import ROUND, closed_path, colour, hatch, line_path, pen, saved

GroundKind = Literal["room", "corridor", "ground", "pavement"]
AreaKind = Literal["plain", "wood", "rubble", "crater", "block"]
AreaClass = Literal["open", "area", "difficult", "impassable"]
GROUND_KINDS: Final[tuple[GroundKind, ...]] = ("room", "corridor", "ground", "pavement")
AREA_KINDS: Final[tuple[AreaKind, ...]] = ("plain", "wood", "rubble", "crater", "block")
AREA_CLASSES: Final[tuple[AreaClass, ...]] = ("open", "area", "difficult", "impassable")
_ROUND_JOIN: Final = Qt.PenJoinStyle.RoundJoin


def paint_ground(painter: QPainter, palette: Palette, polygon: QPolygonF, kind: GroundKind) -> None:
    """Fill a room, a corridor, open ground or a pavement."""
    fill = {
        "room": palette.floor,
        "corridor": palette.corridor,
        "ground": palette.ground,
        "pavement": palette.pavement,
    }[kind]
    with saved(painter):
        # Neighbouring rooms share edges; smoothing would leave a seam between them.
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        painter.fillPath(closed_path(polygon), colour(fill))


def paint_hull(painter: QPainter, palette: Palette, outside: QPainterPath) -> None:
    """Fill and hatch the solid part of the table, where no model can be."""
    with saved(painter):
        painter.fillPath(outside, colour(palette.hull))
        hatch(painter, outside, pen(palette.hull_hatch, 1.0), 7.0)


def scatter(polygon: QPolygonF, spacing: float, margin: float, seed: int = 0) -> list[QPointF]:
    """Return points spread over a polygon, at least `margin` pixels inside, the same for the same arguments.

    The points sit on a staggered lattice tied to the polygon, each moved by up to a quarter of `spacing`, so
    that a picture baked twice looks the same.
    """
    path = closed_path(polygon)
    box = path.boundingRect()
    if spacing <= 0 or box.isEmpty():
        return []
    rows = min(200, max(1, math.floor(box.height() / (spacing * 0.86))))
    columns = min(200, max(1, math.floor(box.width() / spacing)))
    inner = _shrunk(path, margin)
    found: list[QPointF] = []
    for j in range(rows):
        for i in range(columns + 1):
            a, b = _noise(i, j, seed), _noise(j + 101, i + 57, seed)
            x = box.left() + (i + 0.5 * (j % 2) + 0.25 + 0.5 * (a - 0.5)) * box.width() / (columns + 0.25)
            y = box.top() + (j + 0.5 + 0.5 * (b - 0.5)) * box.height() / rows
            if inner.contains(QPointF(x, y)):
                found.append(QPointF(x, y))
    return found


def _noise(i: int, j: int, seed: int) -> float:
    """Return a number from 0 to 1 that looks like chance and is always the same."""
    value = (i * 374761393 + j * 668265263 + seed * 2246822519) & 0xFFFFFFFF
    value = ((value ^ (value >> 13)) * 1274126177) & 0xFFFFFFFF
    return ((value ^ (value >> 16)) & 0xFFFF) / 0xFFFF


def _shrunk(path: QPainterPath, margin: float) -> QPainterPath:
    stroker = QPainterPathStroker()
    stroker.setWidth(2 * margin)
    return path.subtracted(stroker.createStroke(path))


def paint_area(
    painter: QPainter,
    palette: Palette,
    polygon: QPolygonF,
    kind: AreaKind,
    klass: AreaClass,
    px_per_inch: float,
    seed: int = 0,
) -> None:
    """Draw a piece of area terrain: the kind in the fill, the class in the outline."""
    path = closed_path(polygon)
    with saved(painter):
        if kind == "wood":
            painter.fillPath(path, colour(palette.wood))
            _paint_trees(painter, palette, polygon, px_per_inch, seed)
        elif kind == "rubble":
            painter.fillPath(path, colour(palette.rubble))
            hatch(painter, path, pen(palette.rubble_line, 0.8, alpha=0.45), 8.5, -60)
            paint_specks(painter, palette, polygon, px_per_inch, seed)
        elif kind == "crater":
            painter.fillPath(path, colour(palette.rubble))
            hatch(painter, path, pen(palette.rubble_line, 0.8, alpha=0.35), 7.0, 60)
            _paint_rim_rings(painter, palette, path)
        elif kind == "block":
            painter.fillPath(path, colour(palette.level(1)))
        else:
            painter.fillPath(path, colour(palette.pavement))
        ink = {"wood": palette.wood_line, "rubble": palette.rubble_line, "crater": palette.rubble_line}.get(
            kind, palette.contour
        )
        paint_class_outline(painter, palette, path, klass, ink)


def paint_class_outline(
    painter: QPainter, palette: Palette, path: QPainterPath, klass: AreaClass, ink: str
) -> None:
    """Draw a class as its outline: dashes for area, dots for difficult, bar and hatch for impassable."""
    with saved(painter):
        if klass == "area":
            painter.strokePath(path, pen(ink, 1.2, dash=(5, 3)))
        elif klass == "difficult":
            painter.strokePath(path, pen(ink, 1.6, dash=(2, 3)))
        elif klass == "impassable":
            hatch(painter, path, pen(palette.contour, 0.9, alpha=0.4), 6.5)
            painter.strokePath(path, pen(palette.wall, 2.0))
        else:
            painter.strokePath(path, pen(ink, 0.9, alpha=0.8))


def _paint_trees(
    painter: QPainter, palette: Palette, polygon: QPolygonF, px_per_inch: float, seed: int
) -> None:
    size = max(7.0, min(22.0, px_per_inch * 0.62))
    line = pen(palette.wood_line, 1.1 if size > 9 else 0.9, join=_ROUND_JOIN, cap=ROUND)
    spacing = max(size * 1.9, px_per_inch * 1.7)
    spots = scatter(polygon, spacing, size * 0.62, seed)
    # A copse too small for the usual spacing still reads as one.
    while len(spots) < 3 and spacing > size * 1.15:
        spacing *= 0.85
        spots = scatter(polygon, spacing, size * 0.55, seed)
    for at in spots:
        with saved(painter):
            painter.translate(at)
            painter.strokePath(tree_path(size), line)


def tree_path(size: float) -> QPainterPath:
    """Return a fir about the origin, `size` pixels high: two storeys and a trunk."""
    h, w = size / 2, size * 0.36
    path = QPainterPath()
    path.moveTo(0, -h)
    path.lineTo(w * 0.72, -h * 0.12)
    path.lineTo(w * 0.4, -h * 0.12)
    path.lineTo(w, h * 0.68)
    path.lineTo(-w, h * 0.68)
    path.lineTo(-w * 0.4, -h * 0.12)
    path.lineTo(-w * 0.72, -h * 0.12)
    path.closeSubpath()
    path.moveTo(0, h * 0.68)
    path.lineTo(0, h)
    return path


def paint_specks(
    painter: QPainter, palette: Palette, polygon: QPolygonF, px_per_inch: float, seed: int = 0
) -> None:
    """Strew small stones over a polygon: rubble, and level 0 of a ruin."""
    size = max(1.2, min(3.0, px_per_inch * 0.1))
    stones = QPainterPath()
    for n, at in enumerate(scatter(polygon, max(9.0, px_per_inch * 1.05), size * 1.6, seed)):
        turn, grow = _noise(n, 7, seed) * math.tau, size * (0.7 + 0.6 * _noise(n, 13, seed))
        corners = [
            at + QPointF(math.cos(turn + k * math.tau / 3) * grow, math.sin(turn + k * math.tau / 3) * grow)
            for k in range(3)
        ]
        stones.addPath(closed_path(QPolygonF(corners)))
    with saved(painter):
        painter.fillPath(stones, colour(palette.rubble_line, 0.6))


def _paint_rim_rings(painter: QPainter, palette: Palette, path: QPainterPath) -> None:
    centre = path.boundingRect().center()
    for share, alpha in ((0.72, 0.6), (0.42, 0.45)):
        ring = QPainterPath(path)
        ring.translate(-centre.x(), -centre.y())
        ring = QTransform.fromScale(share, share).map(ring).translated(centre)
        painter.strokePath(ring, pen(palette.rubble_line, 0.9, alpha=alpha, dash=(6, 3)))


def paint_barricade(painter: QPainter, palette: Palette, line: QPolygonF, px_per_inch: float) -> None:
    """Draw a barricade as the plank it is, along its line."""
    width = max(3.5, min(10.0, px_per_inch * 0.28))
    path = line_path(line)
    with saved(painter):
        painter.strokePath(path, pen(palette.casing, width + 2.0, cap=ROUND, join=_ROUND_JOIN))
        painter.strokePath(path, pen(palette.rubble_line, width, cap=ROUND, join=_ROUND_JOIN))
        painter.strokePath(path, pen(palette.rubble, max(1.2, width * 0.34), dash=(5, 3.5), offset=1))


def paint_wire(painter: QPainter, palette: Palette, line: QPolygonF, px_per_inch: float) -> None:
    """Draw razor wire as a coil along its line."""
    swing = max(2.2, min(6.0, px_per_inch * 0.19))
    path = line_path(line)
    length = path.length()
    turns = max(2, round(length / (swing * 2.4)))
    coil = QPainterPath()
    steps = turns * 12
    for n in range(steps + 1):
        share = path.percentAtLength(length * n / steps)
        at, turn = path.pointAtPercent(share), math.radians(path.angleAtPercent(share))
        off = math.sin(n / 12 * math.tau) * swing
        spot = at + QPointF(-math.sin(turn) * off, -math.cos(turn) * off)
        if n == 0:
            coil.moveTo(spot)
        else:
            coil.lineTo(spot)
    with saved(painter):
        painter.strokePath(coil, pen(palette.casing, 3.2, cap=ROUND, join=_ROUND_JOIN))
        painter.strokePath(path, pen(palette.rubble_line, 1.2, alpha=0.7))
        painter.strokePath(coil, pen(palette.rubble_line, 1.4, cap=ROUND, join=_ROUND_JOIN))


def paint_traps(painter: QPainter, palette: Palette, line: QPolygonF, px_per_inch: float) -> None:
    """Draw tank traps, one about every 0.8 inches along their line."""
    size = max(3.5, min(11.0, px_per_inch * 0.27))
    path = line_path(line)
    length = path.length()
    count = max(1, math.floor(length / max(size * 2.4, px_per_inch * 0.8)) + 1)
    traps = QPainterPath()
    for n in range(count):
        at = (
            path.pointAtPercent(path.percentAtLength(length * n / (count - 1)))
            if count > 1
            else path.pointAtPercent(0)
        )
        for degrees in (90, 45, -45):
            turn = math.radians(degrees)
            arm = QPointF(math.cos(turn) * size, -math.sin(turn) * size)
            traps.moveTo(at - arm)
            traps.lineTo(at + arm)
    with saved(painter):
        painter.strokePath(traps, pen(palette.casing, 4.0, cap=ROUND))
        painter.strokePath(traps, pen(palette.rubble_line, 2.0))


def paint_furniture(painter: QPainter, palette: Palette, polygon: QPolygonF) -> None:
    """Draw a block of furniture or machinery in a room: a thin outline and one diagonal."""
    path = closed_path(polygon)
    box = path.boundingRect()
    with saved(painter):
        painter.fillPath(path, colour(palette.level(1), 0.75))
        painter.setClipPath(path, Qt.ClipOperation.IntersectClip)
        painter.setPen(pen(palette.contour, 0.8, alpha=0.4))
        painter.drawLine(box.bottomLeft(), box.topRight())
        painter.setClipping(False)
    with saved(painter):
        painter.strokePath(path, pen(palette.contour, 1.0, alpha=0.7))


def rectangle(x: float, y: float, width: float, height: float) -> QPolygonF:
    """Return a rectangle's four corners, for callers that hold numbers."""
    corners = (x, y), (x + width, y), (x + width, y + height), (x, y + height)
    return QPolygonF([QPointF(*corner) for corner in corners])
