"""Draw blast markers, templates and the scatter arrow at their true size."""

from __future__ import annotations

import math
from typing import Final, Literal

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter, QPainterPath

from wolfling_gui.ui.palette import Palette

from .ink import CENTRE, colour, draw_text, font, line_path, pen, polar, saved, text_width
from .marks import paint_mark

LaidKind = Literal["legal", "refused", "proposed", "aimed", "landed", "follows"]
"""May lie there; may not; proposed by the rules; where it was aimed; where it comes down; may come down."""

HOLE: Final = 4.0
HEAD: Final = 9.0


def marker_path(centre: QPointF, radius: float) -> QPainterPath:
    """Return the outline of a round marker, in pixels."""
    path = QPainterPath()
    path.addEllipse(centre, radius, radius)
    return path


def teardrop_path(tip: QPointF, degrees: float, length: float, width: float) -> QPainterPath:
    """Return the outline of a template from its narrow end, in pixels; degrees anticlockwise from east."""
    round_end = width / 2
    middle = length - round_end
    half = math.asin(min(1.0, round_end / middle))
    centre = polar(tip, middle, degrees)
    side = math.degrees(half)
    side_length = middle * math.cos(half)
    path = QPainterPath(tip)
    path.lineTo(polar(tip, side_length, degrees - side))
    box = QRectF(centre.x() - round_end, centre.y() - round_end, width, width)
    path.arcTo(box, degrees - 90 - side, 180 + 2 * side)
    path.closeSubpath()
    return path


def paint_laid(
    painter: QPainter, palette: Palette, outline: QPainterPath, kind: LaidKind, hole: QPointF | None = None
) -> None:
    """Draw what lies on the table: its rim by what it is, and a marker's hole."""
    ink, width, fill, dash = {
        "legal": (palette.legal, 1.8, 0.10, ()),
        "refused": (palette.refused, 1.8, 0.10, (3.6, 2.8)),
        "proposed": (palette.accent, 1.4, 0.06, (7.0, 4.0)),
        "aimed": (palette.text2, 1.2, 0.0, (1.5, 3.5)),
        "landed": (palette.accent, 2.2, 0.14, ()),
        "follows": (palette.text2, 1.2, 0.0, (7.0, 4.0)),
    }[kind]
    with saved(painter):
        if fill:
            painter.fillPath(outline, colour(ink, fill))
        painter.strokePath(outline, pen(palette.casing, width + 2.2, alpha=0.6))
        painter.strokePath(outline, pen(ink, width, dash=dash))
        if hole is None:
            return
        ring = marker_path(hole, HOLE)
        arms = QPainterPath()
        for turn in (0, 90, 180, 270):
            arms.moveTo(polar(hole, HOLE, turn))
            arms.lineTo(polar(hole, HOLE + 4, turn))
        for path in (ring, arms):
            painter.strokePath(path, pen(palette.casing, 3.4, alpha=0.7))
            painter.strokePath(path, pen(ink, 1.4))


def paint_laid_mark(painter: QPainter, palette: Palette, at: QPointF, kind: LaidKind) -> None:
    """Draw the verdict of what lies there: a disc when it may, an octagon when it may not."""
    if kind == "legal":
        paint_mark(painter, palette, "legal", at, 13.0, cased=True)
    elif kind == "refused":
        paint_mark(painter, palette, "refused", at, 13.0, cased=True)


def paint_arrow(
    painter: QPainter,
    palette: Palette,
    tail: QPointF,
    degrees: float,
    near: float,
    far: float,
    px_per_inch: float,
) -> None:
    """Draw a scatter's arrow: faint where it is sure to pass, solid where it may end, a tick each inch."""
    tip, start = polar(tail, far, degrees), polar(tail, near, degrees)
    head = QPainterPath(polar(tip, HEAD, degrees + 152))
    head.lineTo(tip)
    head.lineTo(polar(tip, HEAD, degrees - 152))
    with saved(painter):
        for path in (line_path([tail, tip]), head):
            painter.strokePath(path, pen(palette.casing, 4.6, alpha=0.7))
        painter.strokePath(line_path([tail, start]), pen(palette.accent, 1.4, alpha=0.8, dash=(3.0, 3.0)))
        painter.strokePath(line_path([start, tip]), pen(palette.accent, 2.2))
        painter.strokePath(head, pen(palette.accent, 2.2))
        if far > near and px_per_inch >= 8:
            ticks = QPainterPath()
            for n in range(round((far - near) / px_per_inch)):
                at = polar(tail, near + n * px_per_inch, degrees)
                ticks.moveTo(polar(at, 3.5, degrees + 90))
                ticks.lineTo(polar(at, 3.5, degrees - 90))
            painter.strokePath(ticks, pen(palette.accent, 1.2))


def paint_arrow_words(painter: QPainter, palette: Palette, at: QPointF, text: str) -> None:
    """Write an arrow's direction in a small plate about a point."""
    face = font(11, 600)
    wide = text_width(text, face) + 14
    box = QRectF(at.x() - wide / 2, at.y() - 9, wide, 18)
    with saved(painter):
        painter.setPen(pen(palette.accent, 1.1))
        painter.setBrush(colour(palette.panel))
        painter.drawRoundedRect(box, 4, 4)
        draw_text(painter, box.center(), text, face, palette.text, align=CENTRE)
