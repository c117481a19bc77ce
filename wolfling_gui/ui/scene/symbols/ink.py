"""Give the painters their pens, fonts, hatches and texts, all in device-independent pixels."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import (
    QBrush,
    QColor,
    QFont,
    QFontMetricsF,
    QPainter,
    QPainterPath,
    QPainterPathStroker,
    QPen,
    QPolygonF,
)

from wolfling_gui.ui.theme import TypeRole, has_theme, make_font, theme

FLAT = Qt.PenCapStyle.FlatCap
SQUARE = Qt.PenCapStyle.SquareCap
ROUND = Qt.PenCapStyle.RoundCap
CENTRE = Qt.AlignmentFlag.AlignCenter
LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


def colour(value: str | QColor, alpha: float = 1.0) -> QColor:
    """Return a palette value as a colour with the given share of opacity, 0 to 1."""
    made = QColor(value)
    if alpha < 1.0:
        made.setAlphaF(made.alphaF() * max(0.0, alpha))
    return made


def pen(
    value: str | QColor,
    width: float,
    *,
    alpha: float = 1.0,
    dash: Sequence[float] = (),
    offset: float = 0.0,
    cap: Qt.PenCapStyle = FLAT,
    join: Qt.PenJoinStyle = Qt.PenJoinStyle.MiterJoin,
) -> QPen:
    """Make a pen of `width` pixels whose dashes, also in pixels, do not grow with the width."""
    made = QPen(colour(value, alpha), width, Qt.PenStyle.SolidLine, cap, join)
    if dash:
        unit = max(width, 0.1)
        made.setDashPattern([max(part / unit, 0.001) for part in dash])
        made.setDashOffset(offset / unit)
    return made


@contextmanager
def saved(painter: QPainter) -> Iterator[QPainter]:
    """Save the painter, switch smoothing on, and restore it afterwards whatever happens."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
    painter.setRenderHint(QPainter.RenderHint.TextAntialiasing, True)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    try:
        yield painter
    finally:
        painter.restore()


_fixed_scale: float | None = None


@contextmanager
def text_at_scale(scale: float) -> Iterator[None]:
    """Draw texts at a fixed scale inside the block, for pictures whose layout cannot grow."""
    global _fixed_scale
    before, _fixed_scale = _fixed_scale, scale
    try:
        yield
    finally:
        _fixed_scale = before


@lru_cache(maxsize=128)
def _font(pixels: float, weight: int, mono: bool, spacing: float) -> QFont:
    return make_font(TypeRole(pixels, 0, weight, spacing, mono=mono), pixels)


def font(pixels: float, weight: int = 400, *, mono: bool = False, spacing: float = 0.0) -> QFont:
    """Return a text font of so many pixels times the user's text scale; `spacing` is in per cent."""
    scale = _fixed_scale if _fixed_scale is not None else (theme().scale if has_theme() else 1.0)
    return QFont(_font(round(pixels * scale, 2), weight, mono, spacing))


def text_width(text: str, face: QFont) -> float:
    """Measure how many pixels a text takes in one line."""
    return QFontMetricsF(face).horizontalAdvance(text)


def draw_text(
    painter: QPainter,
    at: QPointF,
    text: str,
    face: QFont,
    value: str | QColor,
    *,
    align: Qt.AlignmentFlag = LEFT,
    halo: str | QColor | None = None,
    halo_width: float = 3.0,
) -> QRectF:
    """Draw one line centred in height on `at`, with a halo if asked, and return the place it takes."""
    metrics = QFontMetricsF(face)
    width = metrics.horizontalAdvance(text)
    left = at.x()
    if align & Qt.AlignmentFlag.AlignHCenter:
        left -= width / 2
    elif align & Qt.AlignmentFlag.AlignRight:
        left -= width
    base = at.y() + metrics.capHeight() / 2
    with saved(painter):
        if halo is not None:
            outline = QPainterPath()
            outline.addText(QPointF(left, base), face, text)
            edge = pen(halo, halo_width, cap=ROUND, join=Qt.PenJoinStyle.RoundJoin)
            painter.strokePath(outline, edge)
        painter.setFont(face)
        painter.setPen(colour(value))
        painter.drawText(QPointF(left, base), text)
    return QRectF(left, base - metrics.ascent(), width, metrics.height())


@lru_cache(maxsize=256)
def _figure(text: str, weight: int) -> QPainterPath:
    face = _font(100, weight, False, 0.0)
    path = QPainterPath()
    path.addText(QPointF(0, 0), face, text)
    box = path.boundingRect()
    path.translate(-box.center().x(), -box.center().y())
    return path


def fill_figure(
    painter: QPainter,
    centre: QPointF,
    text: str,
    cap_px: float,
    value: str | QColor,
    *,
    weight: int = 700,
    max_width: float = math.inf,
) -> None:
    """Fill a short text as a shape so that its capitals are `cap_px` high and its middle is `centre`."""
    path = _figure(text, weight)
    box = path.boundingRect()
    if box.isEmpty():
        return
    scale = cap_px / QFontMetricsF(_font(100, weight, False, 0.0)).capHeight()
    scale = min(scale, max_width / box.width())
    with saved(painter):
        painter.translate(centre)
        painter.scale(scale, scale)
        painter.fillPath(path, QBrush(colour(value)))


def polar(centre: QPointF, radius: float, degrees: float) -> QPointF:
    """Return the point `radius` pixels away, `degrees` anticlockwise from east, on a y-down canvas."""
    turn = math.radians(degrees)
    return QPointF(centre.x() + radius * math.cos(turn), centre.y() - radius * math.sin(turn))


def regular(centre: QPointF, radius: float, corners: int, first_degrees: float) -> QPolygonF:
    """Return a regular polygon whose first corner looks `first_degrees` anticlockwise from east."""
    return QPolygonF([polar(centre, radius, first_degrees + 360.0 * i / corners) for i in range(corners)])


def closed_path(polygon: QPolygonF) -> QPainterPath:
    """Return the closed path round a polygon."""
    path = QPainterPath()
    path.addPolygon(polygon)
    path.closeSubpath()
    return path


def band_path(a: QPointF, b: QPointF, width: float) -> QPainterPath:
    """Return the bar of `width` pixels with flat ends along the line from `a` to `b`."""
    line = QPainterPath(a)
    line.lineTo(b)
    stroker = QPainterPathStroker()
    stroker.setWidth(width)
    stroker.setCapStyle(FLAT)
    return stroker.createStroke(line)


def between(a: QPointF, b: QPointF, share: float) -> QPointF:
    """Return the point at a share (0 is `a`, 1 is `b`) of the way."""
    return a + (b - a) * share


def distance(a: QPointF, b: QPointF) -> float:
    """Return the distance of two points in pixels."""
    return math.hypot(b.x() - a.x(), b.y() - a.y())


def hatch(painter: QPainter, path: QPainterPath, line: QPen, spacing: float, degrees: float = 45.0) -> None:
    """Fill a path with parallel lines `spacing` pixels apart, anchored to the canvas so that they meet."""
    box = path.boundingRect()
    if box.isEmpty() or spacing <= 0:
        return
    turn = math.radians(degrees)
    along, across = (math.cos(turn), -math.sin(turn)), (math.sin(turn), math.cos(turn))
    corners = (box.topLeft(), box.topRight(), box.bottomLeft(), box.bottomRight())
    offsets = [c.x() * across[0] + c.y() * across[1] for c in corners]
    starts = [c.x() * along[0] + c.y() * along[1] for c in corners]
    lines = QPainterPath()
    for i in range(math.floor(min(offsets) / spacing), math.ceil(max(offsets) / spacing) + 1):
        ox, oy = across[0] * i * spacing, across[1] * i * spacing
        lines.moveTo(ox + along[0] * min(starts), oy + along[1] * min(starts))
        lines.lineTo(ox + along[0] * max(starts), oy + along[1] * max(starts))
    with saved(painter):
        painter.setClipPath(path, Qt.ClipOperation.IntersectClip)
        painter.strokePath(lines, line)


def stroke(painter: QPainter, path: QPainterPath, line: QPen, casing: QPen | None = None) -> None:
    """Draw a path, over its casing if there is one, and fill nothing."""
    if casing is not None:
        painter.strokePath(path, casing)
    painter.strokePath(path, line)


def line_path(points: Sequence[QPointF] | QPolygonF) -> QPainterPath:
    """Return the open path through the points."""
    listed = [points[i] for i in range(len(points))] if not isinstance(points, QPolygonF) else points.toList()
    if not listed:
        return QPainterPath()
    path = QPainterPath(listed[0])
    for point in listed[1:]:
        path.lineTo(point)
    return path
