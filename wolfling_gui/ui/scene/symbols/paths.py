"""Draw movement: the path walked, where it may end, what the model could reach, and arcs."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPolygonF

from wolfling_gui.ui.palette import Palette

from .ink import ROUND, colour, hatch, line_path, pen, saved
from .marks import paint_mark

PATH_WIDTH: Final = 2.6
REACH_FILL: Final = 0.07
_ROUND_JOIN: Final = Qt.PenJoinStyle.RoundJoin


def cut(points: Sequence[QPointF], start: float, end: float) -> list[QPointF]:
    """Return the piece of a polyline between two distances in pixels along it."""
    found: list[QPointF] = []
    walked = 0.0
    for a, b in pairwise(points):
        length = math.hypot(b.x() - a.x(), b.y() - a.y())
        if length > 0 and walked + length >= start and walked <= end:
            for at in (max(0.0, start - walked), min(length, end - walked)):
                spot = a + (b - a) * (at / length)
                if not found or (spot - found[-1]).manhattanLength() > 1e-6:
                    found.append(spot)
        walked += length
    return found


def path_length(points: Sequence[QPointF]) -> float:
    """Return the length of a polyline in pixels."""
    return sum(math.hypot(b.x() - a.x(), b.y() - a.y()) for a, b in pairwise(points))


def paint_path(
    painter: QPainter,
    palette: Palette,
    points: Sequence[QPointF],
    px_per_inch: float,
    *,
    reaction_at: float | None = None,
    limit_at: float | None = None,
) -> None:
    """Draw a path walked through its points, with a ring each inch.

    `reaction_at` and `limit_at` are distances in pixels along it: from the first on it is dashed in the
    warning ink behind a triangle; beyond the second there are only a bar and dots in the refused ink.
    """
    length = path_length(points)
    if length <= 0:
        return
    end = length if limit_at is None else max(0.0, min(length, limit_at))
    turn = end if reaction_at is None else max(0.0, min(end, reaction_at))
    with saved(painter):
        walked = line_path(cut(points, 0, turn))
        watched = line_path(cut(points, turn, end)) if turn < end else QPainterPath()
        for piece in (walked, watched):
            painter.strokePath(piece, pen(palette.casing, PATH_WIDTH + 2.6, join=_ROUND_JOIN))
        painter.strokePath(walked, pen(palette.accent, PATH_WIDTH, join=_ROUND_JOIN))
        painter.strokePath(
            watched, pen(palette.warning, PATH_WIDTH, dash=(7, 4), offset=-2, join=_ROUND_JOIN)
        )
        if end < length:
            beyond = line_path(cut(points, end, length))
            painter.strokePath(
                beyond, pen(palette.refused, 2.2, dash=(2.2, 3.6), offset=-4, join=_ROUND_JOIN)
            )
        _paint_inch_rings(painter, palette, points, px_per_inch, end, turn)
        if end < length:
            _paint_limit_bar(painter, palette, points, end)
    if reaction_at is not None and reaction_at <= end:
        spot = line_path(points)
        at = spot.pointAtPercent(spot.percentAtLength(turn))
        paint_mark(painter, palette, "warning", at, 17.0, cased=True)


def _paint_inch_rings(
    painter: QPainter,
    palette: Palette,
    points: Sequence[QPointF],
    px_per_inch: float,
    end: float,
    turn: float,
) -> None:
    if px_per_inch < 8:
        return
    path = line_path(points)
    size = 2.9 if px_per_inch >= 20 else 2.2
    painter.setBrush(colour(palette.casing))
    for n in range(1, math.floor(end / px_per_inch + 1e-6) + 1):
        along = n * px_per_inch
        if abs(along - turn) < 10.0 and turn < end:
            continue
        at = path.pointAtPercent(path.percentAtLength(along))
        painter.setPen(pen(palette.accent if along <= turn else palette.warning, 1.5))
        painter.drawEllipse(at, size, size)


def _paint_limit_bar(painter: QPainter, palette: Palette, points: Sequence[QPointF], end: float) -> None:
    path = line_path(points)
    share = path.percentAtLength(end)
    at, turn = path.pointAtPercent(share), math.radians(path.angleAtPercent(share))
    across = QPointF(-math.sin(turn), -math.cos(turn)) * 7.0
    painter.setPen(pen(palette.casing, 4.4))
    painter.drawLine(at - across * 1.1, at + across * 1.1)
    painter.setPen(pen(palette.text, 2.2))
    painter.drawLine(at - across, at + across)


def paint_reach(painter: QPainter, palette: Palette, side: int, region: QPainterPath) -> None:
    """Draw the region a model can reach: faint fill and dashed edge in its side's colour."""
    ink = palette.side(side).full
    with saved(painter):
        painter.fillPath(region, colour(ink, REACH_FILL))
        painter.strokePath(region, pen(ink, 1.3, alpha=0.8, dash=(5, 4)))


def paint_range_ring(painter: QPainter, palette: Palette, side: int, centre: QPointF, radius: float) -> None:
    """Draw a range as a dashed circle in a side's colour."""
    ring = QPainterPath()
    ring.addEllipse(centre, radius, radius)
    with saved(painter):
        painter.strokePath(ring, pen(palette.side(side).full, 1.3, alpha=0.65, dash=(5, 4)))


def arc_path(apex: QPointF, radius: float, facing: float, width: float) -> QPainterPath:
    """Return a sector: `facing` is its middle in degrees anticlockwise from east, `width` its angle."""
    path = QPainterPath(apex)
    box = QRectF(apex.x() - radius, apex.y() - radius, 2 * radius, 2 * radius)
    path.arcTo(box, facing - width / 2, width)
    path.closeSubpath()
    return path


def paint_arc(
    painter: QPainter, palette: Palette, side: int, whole: QPainterPath, seen: QPainterPath | None = None
) -> None:
    """Draw an arc of fire: the part in sight hatched, the rest of it only dotted."""
    ink = palette.side(side).full
    with saved(painter):
        painter.strokePath(whole, pen(ink, 1.2, alpha=0.75, dash=(3, 3.5)))
        part = whole if seen is None else seen
        if seen is None:
            painter.fillPath(part, colour(ink, 0.05))
        else:
            painter.fillPath(part, colour(ink, 0.08))
            hatch(painter, part, pen(ink, 0.8, alpha=0.28), 7.0)
            painter.strokePath(part, pen(ink, 1.4, join=_ROUND_JOIN))


def paint_facing_arrow(painter: QPainter, palette: Palette, side: int, tail: QPointF, head: QPointF) -> None:
    """Draw the way an overwatching model looks: a short arrow outside its base."""
    way = head - tail
    length = math.hypot(way.x(), way.y())
    if length <= 0:
        return
    ahead = way * (1.0 / length)
    across = QPointF(-ahead.y(), ahead.x())
    path = QPainterPath(tail)
    path.lineTo(head)
    path.addPolygon(QPolygonF([head - ahead * 5 + across * 4.5, head, head - ahead * 5 - across * 4.5]))
    with saved(painter):
        painter.strokePath(path, pen(palette.casing, 4.0, cap=ROUND, join=_ROUND_JOIN))
        painter.strokePath(path, pen(palette.side(side).full, 1.8, cap=ROUND, join=_ROUND_JOIN))
