"""Draw what is measured: lines of sight and the ruler. Every line keeps its width at every zoom."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter, QPainterPath

from wolfling_gui.ui.palette import Palette

from .ink import (
    CENTRE,
    band_path,
    between,
    colour,
    distance,
    draw_text,
    font,
    hatch,
    line_path,
    pen,
    saved,
    text_width,
)
from .marks import paint_mark

LEGAL_WIDTH: Final = 1.3
REFUSED_WIDTH: Final = 1.8
STRETCH_WIDTH: Final = 4.2
BAND_WIDTH: Final = 14.0
DIMENSION_OFFSET: Final = 15.0
SHORT_OFFSET: Final = 9.0
_BEYOND: Final = (2.6, 3.6)


def _segment(a: QPointF, b: QPointF) -> QPainterPath:
    path = QPainterPath(a)
    path.lineTo(b)
    return path


def _cased(
    painter: QPainter, palette: Palette, path: QPainterPath, ink: str, width: float, alpha: float = 1.0
) -> None:
    painter.strokePath(path, pen(palette.casing, width + 2.0, alpha=0.55))
    painter.strokePath(path, pen(ink, width, alpha=alpha))


def paint_sight_legal(
    painter: QPainter,
    palette: Palette,
    a: QPointF,
    b: QPointF,
    cover: Sequence[tuple[QPointF, QPointF]] = (),
) -> None:
    """Draw a legal line of sight from shooter to target; each stretch in cover is dotted where it lies."""
    with saved(painter):
        _cased(painter, palette, _segment(a, b), palette.legal, LEGAL_WIDTH, 0.9)
        for start, end in cover:
            piece = _segment(start, end)
            painter.strokePath(piece, pen(palette.casing, 5.0))
            painter.strokePath(piece, pen(palette.legal, 3.4, dash=(2.6, 2.4)))


def paint_sight_refused(painter: QPainter, palette: Palette, a: QPointF, b: QPointF, at: QPointF) -> None:
    """Draw a line stopped at one point, by a wall or a shut door: solid, octagon, dotted beyond."""
    with saved(painter):
        _cased(painter, palette, _segment(a, at), palette.refused, REFUSED_WIDTH)
        painter.strokePath(_segment(at, b), pen(palette.refused, 1.5, alpha=0.85, dash=_BEYOND, offset=-6))
    paint_mark(painter, palette, "refused", at, 13.0, cased=True)


def paint_sight_stretch(
    painter: QPainter,
    palette: Palette,
    a: QPointF,
    b: QPointF,
    start: QPointF,
    end: QPointF,
    *,
    limit_px: float | None = None,
    limit_text: str = "",
    measured_text: str = "",
    dimension: bool = True,
    flip: bool = False,
) -> None:
    """Draw a line refused for a stretch that is too long, with the stretch measured beside it.

    `start` to `end` is the stretch at fault; `limit_px` is how much of it the rule allows, marked by a tick
    and `limit_text`; `measured_text` stands outside the dimension line. `flip` puts the measure on the other
    side of the line.
    """
    with saved(painter):
        _cased(painter, palette, _segment(a, start), palette.refused, REFUSED_WIDTH)
        painter.strokePath(_segment(end, b), pen(palette.refused, 1.5, alpha=0.85, dash=_BEYOND))
        band = band_path(start, end, BAND_WIDTH)
        painter.fillPath(band, colour(palette.refused, 0.22))
        slant = math.degrees(math.atan2(start.y() - end.y(), end.x() - start.x())) + 52
        hatch(painter, band, pen(palette.refused, 0.9, alpha=0.5), 5.5, slant)
        painter.strokePath(_segment(start, end), pen(palette.refused, STRETCH_WIDTH))
        if dimension:
            _paint_dimension(painter, palette, start, end, limit_px, limit_text, measured_text, flip)


def paint_shortfall(painter: QPainter, palette: Palette, a: QPointF, b: QPointF) -> None:
    """Draw the dimension line of what is missing beside a wall, on the side away from the upper left."""
    side = (b - a) if (b.y() - a.y(), b.x() - a.x()) < (0.0, 0.0) else (a - b)
    _paint_dimension(painter, palette, a, b, None, "", "", flip=side == a - b, offset=SHORT_OFFSET)


def _paint_dimension(
    painter: QPainter,
    palette: Palette,
    start: QPointF,
    end: QPointF,
    limit_px: float | None,
    limit_text: str,
    measured_text: str,
    flip: bool,
    offset: float = DIMENSION_OFFSET,
) -> None:
    length = distance(start, end)
    if length < 1.0:
        return
    ahead = (end - start) * (1.0 / length)
    across = QPointF(-ahead.y(), ahead.x()) * (-1.0 if flip else 1.0)
    a, b = start + across * offset, end + across * offset
    path = _segment(a, b)
    for point in (a, b):
        path.moveTo(point - across * 4.0)
        path.lineTo(point + across * 4.0)
    _cased(painter, palette, path, palette.refused, 1.1)
    if limit_px is not None and 0 < limit_px < length:
        tick = a + ahead * limit_px
        _cased(painter, palette, _segment(tick - across * 9.0, tick + across * 6.0), palette.text, 1.6)
        if limit_text:
            at = tick + across * 15.0
            draw_text(painter, at, limit_text, font(10, 600), palette.text, align=CENTRE, halo=palette.casing)
    if measured_text:
        at = between(a, b, 0.5) + across * 11.0
        face = font(11, 600)
        draw_text(painter, at, measured_text, face, palette.refused, align=CENTRE, halo=palette.casing)


def paint_ruler(
    painter: QPainter, palette: Palette, points: Sequence[QPointF], px_per_inch: float, text: str
) -> QRectF:
    """Draw the ruler with a tick each inch and its measure in a label; return the label's place."""
    if len(points) < 2:
        return QRectF()
    path = line_path(points)
    length = path.length()
    ticks = QPainterPath()
    step = px_per_inch * (1 if px_per_inch >= 12 else 6)
    for n in range(math.floor(length / step) + 1 if step > 0 else 0):
        share = path.percentAtLength(min(n * step, length))
        at, turn = path.pointAtPercent(share), math.radians(path.angleAtPercent(share))
        across = QPointF(-math.sin(turn), -math.cos(turn)) * (5.0 if n % 6 == 0 else 3.0)
        ticks.moveTo(at - across)
        ticks.lineTo(at + across)
    with saved(painter):
        _cased(painter, palette, path, palette.accent, 1.4)
        _cased(painter, palette, ticks, palette.accent, 1.1)
        for end in (points[0], points[-1]):
            painter.setPen(pen(palette.accent, 1.4))
            painter.setBrush(colour(palette.casing))
            painter.drawEllipse(end, 3.0, 3.0)
    return paint_measure(painter, palette, points[-1] + QPointF(10, -16), text)


def paint_measure(painter: QPainter, palette: Palette, left: QPointF, text: str) -> QRectF:
    """Draw a measured length in a small panel whose left middle is given; return its place."""
    face = font(11, 600)
    box = QRectF(left.x(), left.y() - 9, text_width(text, face) + 14, 18)
    with saved(painter):
        painter.setPen(pen(palette.line2, 1.0))
        painter.setBrush(colour(palette.panel))
        painter.drawRoundedRect(box, 4, 4)
        draw_text(painter, box.center(), text, face, palette.text, align=CENTRE)
    return box


def paint_link(
    painter: QPainter, palette: Palette, a: QPointF, b: QPointF, *, ok: bool, mark_size: float = 11.0
) -> None:
    """Draw a coherency link between two bases' edges; a broken one is dashed and carries the octagon."""
    with saved(painter):
        painter.strokePath(_segment(a, b), pen(palette.casing, 4.2, alpha=0.6))
        if ok:
            painter.strokePath(_segment(a, b), pen(palette.legal, 2.2))
            return
        painter.strokePath(_segment(a, b), pen(palette.refused, 2.2, dash=(4, 3)))
    paint_mark(painter, palette, "refused", between(a, b, 0.5), mark_size, cased=True)


def paint_overwatch_shot(painter: QPainter, palette: Palette, a: QPointF, b: QPointF) -> None:
    """Draw the line along which a reaction will be fired: long dashes in the warning ink."""
    with saved(painter):
        painter.strokePath(_segment(a, b), pen(palette.casing, 3.4, alpha=0.6))
        painter.strokePath(_segment(a, b), pen(palette.warning, 1.5, dash=(7, 4)))
