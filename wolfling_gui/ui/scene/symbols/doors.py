"""Draw doors by what they are: open, shut, sealed or locked. The state is drawn, not coloured."""

from __future__ import annotations

import math
from typing import Final, Literal

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath

from wolfling_gui.ui.palette import Palette

from .ink import FLAT, ROUND, colour, distance, pen, saved
from .walls import LineWidths, line_widths

DoorState = Literal["open", "shut", "sealed", "locked"]
DOOR_STATES: Final[tuple[DoorState, ...]] = ("open", "shut", "sealed", "locked")
DOUBLE_FROM_INCHES: Final = 1.25


def leaves_for(gap_px: float, px_per_inch: float) -> int:
    """Return how many leaves a gap gets when the map does not say: one below 1.25 inches, else two."""
    return 1 if gap_px < DOUBLE_FROM_INCHES * px_per_inch else 2


def paint_door(
    painter: QPainter,
    palette: Palette,
    a: QPointF,
    b: QPointF,
    state: DoorState,
    px_per_inch: float,
    *,
    leaves: int | None = None,
    swing: int = 1,
    blocking: bool = False,
) -> None:
    """Draw the door in the gap from `a` to `b`, both in pixels, whatever way the gap runs.

    `swing` is 1 if open leaves fold to the right of the way from `a` to `b` as seen on the screen (downwards
    when `b` is east of `a`), -1 for the other side. `blocking` paints it in the colour of a refusal.
    """
    gap = distance(a, b)
    if gap <= 0:
        return
    widths = line_widths(px_per_inch)
    count = leaves if leaves in (1, 2) else leaves_for(gap, px_per_inch)
    ink = palette.refused if blocking else palette.door
    half = widths.wall * 0.5 + 1.6
    with saved(painter):
        painter.translate(a)
        painter.rotate(math.degrees(math.atan2(b.y() - a.y(), b.x() - a.x())))
        painter.scale(1, 1 if swing >= 0 else -1)
        if state == "open":
            _paint_open(painter, palette, gap, count, ink, widths)
        elif state == "shut":
            _paint_shut(painter, palette, gap, count, ink, widths, filled=blocking)
        else:
            _paint_sealed(painter, palette, gap, ink, half)
        _paint_jambs(painter, palette, gap, half, palette.refused if blocking else palette.wall, widths)
        if state == "locked":
            _paint_padlock(painter, palette, QPointF(gap / 2, 0), ink, px_per_inch)


def _paint_jambs(
    painter: QPainter, palette: Palette, gap: float, half: float, value: str, widths: LineWidths
) -> None:
    width = max(1.0, widths.leaf * 0.8)
    ticks = QPainterPath()
    for x in (0.0, gap):
        ticks.moveTo(x, -half - 0.6)
        ticks.lineTo(x, half + 0.6)
    painter.strokePath(ticks, pen(palette.casing, width + 1.6))
    painter.strokePath(ticks, pen(value, width))


def _paint_open(
    painter: QPainter, palette: Palette, gap: float, count: int, ink: str, widths: LineWidths
) -> None:
    length = gap / count
    leaf, swing = QPainterPath(), QPainterPath()
    hinges = ((0.0, 1.0), (gap, -1.0)) if count == 2 else ((0.0, 1.0),)
    for x, way in hinges:
        leaf.moveTo(x, 0)
        leaf.lineTo(x, length)
        box = QRectF(x - length, -length, 2 * length, 2 * length)
        swing.moveTo(x + way * length, 0)
        swing.arcTo(box, 0 if way > 0 else 180, -90 if way > 0 else 90)
    painter.strokePath(swing, pen(ink, 1.0, alpha=0.75, dash=(2.4, 2.4)))
    painter.strokePath(leaf, pen(palette.casing, widths.leaf + 1.6))
    painter.strokePath(leaf, pen(ink, widths.leaf))


def _paint_shut(
    painter: QPainter, palette: Palette, gap: float, count: int, ink: str, widths: LineWidths, *, filled: bool
) -> None:
    width = max(0.9, widths.leaf * 0.65)
    half = max(1.4, widths.wall * 0.5 - width / 2)
    bar = QRectF(0, -half, gap, 2 * half)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour(palette.casing))
    painter.drawRect(bar.adjusted(0, -width - 0.4, 0, width + 0.4))
    painter.setBrush(colour(ink, 0.3 if filled else 0.12))
    painter.drawRect(bar)
    painter.setPen(pen(ink, width))
    for y in (-half, half):
        painter.drawLine(QPointF(0, y), QPointF(gap, y))
    reach = half + 2.4
    at = gap / 2 if count == 2 else gap * 0.8
    painter.setPen(pen(ink, max(1.2, widths.leaf * 0.8)))
    painter.drawLine(QPointF(at, -reach), QPointF(at, reach))


def _paint_sealed(painter: QPainter, palette: Palette, gap: float, ink: str, half: float) -> None:
    bar = QRectF(0, -half, gap, 2 * half)
    painter.fillRect(bar.adjusted(0, -1, 0, 1), colour(palette.casing))
    painter.fillRect(bar, colour(ink))
    painter.save()
    painter.setClipRect(bar, Qt.ClipOperation.IntersectClip)
    painter.setPen(pen(palette.casing, max(1.4, half * 0.5)))
    step = max(5.0, half * 1.9)
    x = step * 0.3 - 2 * half
    while x < gap + half:
        painter.drawLine(QPointF(x, half + 1), QPointF(x + 2 * half + 2, -half - 1))
        x += step
    painter.restore()
    painter.setPen(pen(ink, 0.9))
    painter.drawRect(bar.adjusted(0.45, 0.45, -0.45, -0.45))


def _paint_padlock(painter: QPainter, palette: Palette, at: QPointF, ink: str, px_per_inch: float) -> None:
    r = 8.2 if px_per_inch >= 20 else 6.2 if px_per_inch >= 12 else 4.2
    painter.save()
    painter.translate(at)
    # The lock stands upright whatever way the gap runs.
    turn = painter.transform()
    angle = math.degrees(math.atan2(turn.m12(), turn.m11()))
    painter.scale(1, 1 if turn.determinant() >= 0 else -1)
    painter.rotate(-angle)
    painter.setPen(pen(ink, 1.2))
    painter.setBrush(colour(palette.panel))
    painter.drawEllipse(QPointF(0, 0), r, r)
    paint_padlock_sign(painter, ink, r)
    painter.restore()


def paint_padlock_sign(painter: QPainter, ink: str, r: float) -> None:
    """Draw a padlock about the origin, to stand in a disc of radius `r` pixels."""
    body = QRectF(-r * 0.42, -r * 0.06, r * 0.84, r * 0.58)
    bow = QPainterPath(QPointF(-r * 0.26, -r * 0.06))
    bow.lineTo(-r * 0.26, -r * 0.28)
    bow.arcTo(QRectF(-r * 0.26, -r * 0.56, r * 0.52, r * 0.52), 180, -180)
    bow.lineTo(r * 0.26, -r * 0.06)
    width = max(1.0, r * 0.16)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(pen(ink, width, cap=FLAT, join=Qt.PenJoinStyle.RoundJoin))
    painter.drawRoundedRect(body, 0.8, 0.8)
    painter.drawPath(bow)
    painter.setPen(pen(ink, width, cap=ROUND))
    painter.drawPoint(QPointF(0, r * 0.22))
