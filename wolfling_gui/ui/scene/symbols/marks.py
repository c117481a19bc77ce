"""Draw the small signs that carry meaning by their form: verdict marks, side plates, role glyphs."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Final, Literal

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPolygonF, QTransform

from wolfling_gui.ui.palette import Palette, PlateShape

from .ink import ROUND, closed_path, colour, fill_figure, pen, polar, regular, saved

MarkKind = Literal["legal", "refused", "warning", "question", "none"]
Role = Literal["plain", "leader", "special", "heavy", "number"]
MARK_KINDS: Final[tuple[MarkKind, ...]] = ("legal", "refused", "warning", "question", "none")
_ORIGIN: Final = QPointF(0.0, 0.0)
_ROUND_JOIN: Final = Qt.PenJoinStyle.RoundJoin


def mark_colour(palette: Palette, kind: MarkKind) -> str:
    """Return the ink of a verdict: used for borders and words beside its mark."""
    return {
        "legal": palette.legal,
        "refused": palette.refused,
        "warning": palette.warning,
        "question": palette.text,
        "none": palette.text3,
    }[kind]


def _stroke_colour_on(palette: Palette, kind: MarkKind) -> str:
    """Return the ink of the sign inside a filled mark."""
    return palette.panel if kind in ("legal", "refused") else palette.casing


def paint_mark(
    painter: QPainter, palette: Palette, kind: MarkKind, centre: QPointF, size: float, *, cased: bool = False
) -> None:
    """Draw a verdict mark `size` pixels high; `cased` sets it off from whatever lies below."""
    r = size / 2
    ink = mark_colour(palette, kind)
    with saved(painter):
        painter.translate(centre)
        if kind == "warning":
            shape = _triangle(r)
            if cased:
                painter.strokePath(shape, pen(palette.casing, 2.4 + size * 0.06, join=_ROUND_JOIN))
            painter.fillPath(shape, colour(palette.warning_fill))
            painter.strokePath(shape, pen(palette.warning, max(1.0, size * 0.08), join=_ROUND_JOIN))
            sign = colour(_warning_sign(palette))
            painter.setPen(pen(sign, max(1.2, size * 0.12), cap=ROUND))
            painter.drawLine(QPointF(0, -r * 0.28), QPointF(0, r * 0.28))
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(sign)
            painter.drawEllipse(QPointF(0, r * 0.62), size * 0.068, size * 0.068)
            return
        if kind in ("legal", "refused"):
            shape = QPainterPath()
            if kind == "legal":
                shape.addEllipse(_ORIGIN, r, r)
            else:
                shape = closed_path(regular(_ORIGIN, r * 1.06, 8, 22.5))
            if cased:
                painter.strokePath(shape, pen(palette.casing, 3.0, join=_ROUND_JOIN))
            painter.fillPath(shape, colour(ink))
        else:
            shape = QPainterPath()
            shape.addEllipse(_ORIGIN, r * 0.92, r * 0.92)
            painter.fillPath(shape, colour(palette.panel))
            width = max(1.1, size * 0.1)
            # Eight dashes, however large the ring, so that it closes evenly.
            part = math.tau * r * 0.92 / 8
            dash = (part * 0.66, part * 0.34) if kind == "question" else ()
            painter.strokePath(shape, pen(ink, width, dash=dash))
        _paint_sign(painter, palette, kind, r)


def _warning_sign(palette: Palette) -> str:
    """Return the ink of the exclamation sign: dark on the yellow fill in every theme."""
    return palette.casing if palette.dark else palette.text


def _triangle(r: float) -> QPainterPath:
    return closed_path(
        QPolygonF([QPointF(0, -r * 0.92), QPointF(r * 1.1, r * 0.98), QPointF(-r * 1.1, r * 0.98)])
    )


def _paint_sign(painter: QPainter, palette: Palette, kind: MarkKind, r: float) -> None:
    filled = kind in ("legal", "refused")
    line = pen(
        _stroke_colour_on(palette, kind) if filled else mark_colour(palette, kind),
        max(1.2, r * 0.27),
        cap=ROUND,
        join=_ROUND_JOIN,
    )
    sign = QPainterPath()
    if kind == "legal":
        sign.moveTo(-0.44 * r, 0.04 * r)
        sign.lineTo(-0.1 * r, 0.38 * r)
        sign.lineTo(0.46 * r, -0.32 * r)
    elif kind == "refused":
        for sx in (1, -1):
            sign.moveTo(-0.36 * r * sx, -0.36 * r)
            sign.lineTo(0.36 * r * sx, 0.36 * r)
    elif kind == "none":
        sign.moveTo(-0.42 * r, 0)
        sign.lineTo(0.42 * r, 0)
    else:
        fill_figure(painter, _ORIGIN, "?", r * 1.02, mark_colour(palette, kind), weight=700)
        return
    painter.strokePath(sign, line)


@lru_cache(maxsize=16)
def plate_path(shape: PlateShape) -> QPainterPath:
    """Return a side's plate for a base of radius 1, in the same visual weight for all four shapes."""
    path = QPainterPath()
    if shape == "disc":
        path.addEllipse(_ORIGIN, 0.71, 0.71)
    elif shape == "square":
        path.addRoundedRect(QRectF(-0.62, -0.62, 1.24, 1.24), 0.1, 0.1)
    elif shape == "hexagon":
        path = closed_path(regular(_ORIGIN, 0.76, 6, 0.0))
    else:
        path = closed_path(regular(QPointF(0, 0.06), 0.86, 3, 90.0))
    return path


@lru_cache(maxsize=16)
def bare_plate_path(shape: PlateShape) -> QPainterPath:
    """Return the plate that fills a base of radius 1 on its own, for zooms too small for a rim."""
    if shape == "square":
        path = QPainterPath()
        path.addRect(QRectF(-0.82, -0.82, 1.64, 1.64))
        return path
    path = plate_path(shape)
    grow = {"disc": 1 / 0.71, "hexagon": 1 / 0.76, "triangle": 1.12}[shape]
    big = QPainterPath(path)
    return _scaled(big, grow)


def _scaled(path: QPainterPath, factor: float) -> QPainterPath:
    return QTransform.fromScale(factor, factor).map(path)


def scaled(path: QPainterPath, factor: float, centre: QPointF) -> QPainterPath:
    """Return a unit path grown by a factor and moved to a centre."""
    return _scaled(path, factor).translated(centre)


@lru_cache(maxsize=8)
def glyph_path(role: Role) -> QPainterPath:
    """Return a role's glyph for a base of radius 1: star, lozenge, bar, or a dot for the others."""
    path = QPainterPath()
    if role == "leader":
        points = [polar(_ORIGIN, 0.45 if i % 2 == 0 else 0.185, 90 + 36 * i) for i in range(10)]
        path = closed_path(QPolygonF(points))
        path.translate(0, 0.02)
    elif role == "special":
        path = closed_path(regular(_ORIGIN, 0.42, 4, 0))
    elif role == "heavy":
        path.addRect(QRectF(-0.43, -0.17, 0.86, 0.34))
    elif role == "plain":
        path.addEllipse(_ORIGIN, 0.115, 0.115)
    return path


def paint_glyph(
    painter: QPainter,
    role: Role,
    number: str,
    shape: PlateShape,
    centre: QPointF,
    radius: float,
    value: str | QColor,
) -> None:
    """Fill a role's glyph, or the model's number, on a plate of the given base radius in pixels."""
    shrink, drop = (0.8, 0.2) if shape == "triangle" else (1.0, 0.0)
    at = centre + QPointF(0, drop * radius)
    if role == "number" and number:
        fill_figure(
            painter,
            at,
            number,
            radius * 0.62 * shrink,
            value,
            max_width=radius * (0.62 if shape == "triangle" else 1.0),
        )
        return
    path = glyph_path("plain" if role == "number" else role)
    if role in ("plain", "number"):
        shrink = max(1.0, 1.15 / max(radius * 0.115, 0.01)) if radius < 12 else 1.0
    with saved(painter):
        painter.fillPath(scaled(path, radius * shrink, at), colour(value))


def paint_side_badge(
    painter: QPainter,
    palette: Palette,
    side: int,
    centre: QPointF,
    size: float,
    *,
    backing: str | None = None,
) -> None:
    """Draw a side's plate alone, `size` pixels wide, cut out of whatever lies below."""
    colours = palette.side(side)
    path = scaled(
        bare_plate_path(colours.plate), size / 2 * (1.0 if colours.plate == "disc" else 1.08), centre
    )
    with saved(painter):
        painter.strokePath(path, pen(backing or palette.casing, 3.0, join=_ROUND_JOIN))
        painter.fillPath(path, colour(colours.full))


def chip_rect(centre: QPointF, width: float, height: float) -> QRectF:
    """Return the rectangle of a chip round its middle."""
    return QRectF(centre.x() - width / 2, centre.y() - height / 2, width, height)
