"""Draw ruins: a broken footprint, level contours with numbers, stairs, hull points, and collapse."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPainterPathStroker, QPolygonF

from wolfling_gui.ui.palette import Palette

from .ink import ROUND, closed_path, colour, draw_text, fill_figure, font, pen, saved, text_width
from .marks import chip_rect
from .terrain import paint_area, paint_specks
from .walls import line_widths, paint_broken_outline

TICKS_AT_MOST: Final = 12
TICK_STEP: Final = 5.6
CHIP: Final = 13.0
LABELS_FROM: Final = 12.0


@dataclass(frozen=True, slots=True)
class RuinLevel:
    """Hold one level of a ruin: its number and the polygons of its floor, in pixels."""

    number: int
    polygons: tuple[QPolygonF, ...]


def paint_ruin(
    painter: QPainter,
    palette: Palette,
    footprint: QPolygonF,
    levels: Sequence[RuinLevel],
    shown: int | None,
    px_per_inch: float,
    *,
    seed: int = 0,
    refused: bool = False,
) -> None:
    """Draw a standing ruin: level 0 in the footprint, each higher level on top of it.

    `shown` is the level that is looked at, None for all. `refused` paints the outline as the obstacle.
    """
    widths = line_widths(px_per_inch)
    ordered = sorted(levels, key=lambda level: level.number)
    with saved(painter):
        painter.fillPath(closed_path(footprint), colour(palette.level(0)))
        paint_specks(painter, palette, footprint, px_per_inch, seed)
        for level in ordered:
            if level.number <= 0:
                continue
            for polygon in level.polygons:
                path = closed_path(polygon)
                painter.fillPath(path, colour(palette.level(level.number)))
                ink = palette.accent if level.number == shown else palette.contour
                _paint_contour(
                    painter, path, ink, widths.contour, widths.inner_contour, shown == level.number
                )
    paint_broken_outline(painter, palette, footprint, px_per_inch, refused=refused)
    if px_per_inch >= LABELS_FROM:
        paint_level_chips(painter, palette, footprint, ordered, shown)


def _paint_contour(
    painter: QPainter, path: QPainterPath, ink: str, width: float, inner: float, shown: bool
) -> None:
    if inner > 0:
        painter.save()
        painter.setClipPath(path, Qt.ClipOperation.IntersectClip)
        stroker = QPainterPathStroker()
        stroker.setWidth(8.0)
        stroker.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
        rim = stroker.createStroke(path).simplified()
        painter.strokePath(rim.intersected(path), pen(ink, inner, alpha=0.32))
        painter.restore()
    painter.strokePath(path, pen(ink, width + (0.5 if shown else 0.0)))


def paint_level_chips(
    painter: QPainter, palette: Palette, footprint: QPolygonF, levels: Sequence[RuinLevel], shown: int | None
) -> None:
    """Put the number of each level into a corner of its floor that no higher level covers."""
    ordered = [RuinLevel(0, (footprint,)), *(level for level in levels if level.number > 0)]
    for i, level in enumerate(ordered):
        above = QPainterPath()
        for other in ordered[i + 1 :]:
            for polygon in other.polygons:
                above = above.united(closed_path(polygon))
        for polygon in level.polygons:
            spot = chip_spot(polygon, above)
            if spot is not None:
                paint_level_chip(painter, palette, spot, level.number, filled=level.number == shown)


def chip_spot(polygon: QPolygonF, above: QPainterPath, size: float = CHIP) -> QPointF | None:
    """Return the middle of a corner place for a chip inside a polygon and outside what lies above it."""
    own = closed_path(polygon)
    centre = own.boundingRect().center()
    best: tuple[float, float, QPointF] | None = None
    for corner in polygon.toList():
        for sx in (-1.0, 1.0):
            for sy in (-1.0, 1.0):
                spot = corner + QPointF(sx, sy) * (size / 2 + 4.0)
                box = chip_rect(spot, size, size)
                if not own.contains(box) or above.intersects(box.adjusted(-1, -1, 1, 1)):
                    continue
                away = math.hypot(spot.x() - centre.x(), spot.y() - centre.y())
                # Low and left corners read first on a map; among equals the one farthest out.
                rank = (round(-away / 24.0), spot.x() - spot.y())
                if best is None or rank < best[:2]:
                    best = (rank[0], rank[1], spot)
    return None if best is None else best[2]


def paint_level_chip(
    painter: QPainter,
    palette: Palette,
    centre: QPointF,
    number: int,
    *,
    filled: bool = False,
    size: float = CHIP,
) -> None:
    """Draw a level's number chip, filled with the accent when that level is shown."""
    text = str(number)
    box = chip_rect(centre, size + 5.0 * (len(text) - 1), size)
    with saved(painter):
        painter.setPen(pen(palette.casing if filled else palette.line2, 1.0))
        painter.setBrush(colour(palette.accent if filled else palette.panel))
        painter.drawRoundedRect(box, 3, 3)
        ink = palette.on_accent if filled else palette.text2
        fill_figure(painter, box.center(), text, size * 0.54, ink, weight=700)


def paint_stairs(
    painter: QPainter, palette: Palette, foot: QPointF, head: QPointF, px_per_inch: float
) -> None:
    """Draw stairs as steps from the lower end to the upper one."""
    steps = 4
    path = QPainterPath(foot)
    way = head - foot
    if abs(way.x()) < 6.0 or abs(way.y()) < 6.0:
        _paint_ladder(painter, palette, foot, head)
        return
    for n in range(steps):
        path.lineTo(foot.x() + way.x() * (n + 0.5) / (steps - 0.5), foot.y() + way.y() * n / (steps - 0.0))
        path.lineTo(foot.x() + way.x() * (n + 0.5) / (steps - 0.5), foot.y() + way.y() * (n + 1) / steps)
    path.lineTo(head)
    width = line_widths(px_per_inch).contour + 0.3
    with saved(painter):
        painter.strokePath(path, pen(palette.casing, width + 2.0, alpha=0.5, cap=ROUND))
        painter.strokePath(path, pen(palette.wall, width))


def _paint_ladder(painter: QPainter, palette: Palette, foot: QPointF, head: QPointF) -> None:
    """Draw stairs seen straight along a side of the map: two rails with rungs."""
    way = head - foot
    length = max(1.0, math.hypot(way.x(), way.y()))
    ahead = QPointF(way.x() / length, way.y() / length)
    across = QPointF(-ahead.y(), ahead.x()) * 4.0
    path = QPainterPath()
    for side in (across, across * -1.0):
        path.moveTo(foot + side)
        path.lineTo(head + side)
    for n in range(max(2, round(length / 5.0)) + 1):
        at = foot + ahead * (length * n / max(2, round(length / 5.0)))
        path.moveTo(at - across)
        path.lineTo(at + across)
    with saved(painter):
        painter.strokePath(path, pen(palette.wall, 1.1))


def paint_collapse(
    painter: QPainter,
    palette: Palette,
    footprint: QPolygonF,
    px_per_inch: float,
    done: float,
    *,
    seed: int = 0,
) -> None:
    """Draw a collapsing ruin; `done` goes from 0, the outline still stands, to 1, all is rubble."""
    done = max(0.0, min(1.0, done))
    with saved(painter):
        painter.setOpacity(painter.opacity() * done)
        paint_area(painter, palette, footprint, "rubble", "difficult", px_per_inch, seed)
    if done < 1.0:
        with saved(painter):
            painter.setOpacity(painter.opacity() * (1.0 - done))
            paint_broken_outline(painter, palette, footprint, px_per_inch)


def hull_tag_size(name: str, total: int) -> QSizeF:
    """Return the size in pixels of a ruin's tag with its name and hull points."""
    width = 7 + text_width(name, font(11, 700)) + 6 + text_width(f"{total}/{total}", font(11, 500)) + 7
    if 0 < total <= TICKS_AT_MOST:
        width += total * TICK_STEP + 5
    return QSizeF(math.ceil(width), 19.0)


def paint_hull_tag(
    painter: QPainter, palette: Palette, top_left: QPointF, name: str, left: int, total: int
) -> QRectF:
    """Draw a ruin's tag: name, one tick per hull point (12 at most), and the figures; return its place."""
    size = hull_tag_size(name, total)
    box = QRectF(top_left, size)
    middle = box.center().y()
    with saved(painter):
        painter.setPen(pen(palette.line2, 1.0))
        painter.setBrush(colour(palette.panel))
        painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 4, 4)
        place = draw_text(painter, QPointF(box.left() + 7, middle), name, font(11, 700), palette.text)
        x = place.right() + 6
        if 0 < total <= TICKS_AT_MOST:
            for n in range(total):
                tick = QRectF(x + n * TICK_STEP, middle - 4.5, 4.4, 9.0)
                if n < left:
                    painter.setPen(Qt.PenStyle.NoPen)
                    painter.setBrush(colour(palette.text2))
                    painter.drawRoundedRect(tick, 1.2, 1.2)
                else:
                    painter.setPen(pen(palette.line2, 0.9))
                    painter.setBrush(Qt.BrushStyle.NoBrush)
                    painter.drawRoundedRect(tick.adjusted(0.4, 0.4, -0.4, -0.4), 1.2, 1.2)
            x += total * TICK_STEP + 5
        draw_text(painter, QPointF(x, middle), f"{left}/{total}", font(11, 500), palette.text2)
    return box
