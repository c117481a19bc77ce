"""Draw models as tokens: true base outside, the side's plate inside, the role as glyph."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final, Literal

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPixmap, QTransform

from wolfling_gui.ui.palette import Palette

from .badges import BADGE, paint_badges, paint_level_badge
from .ink import ROUND, closed_path, colour, fill_figure, pen, polar, regular, saved
from .marks import Role, bare_plate_path, chip_rect, paint_glyph, plate_path, scaled
from .walls import line_widths

TokenShape = Literal["round", "oval", "hull"]
TokenState = Literal["ready", "acted", "ghost", "casualty"]
PLATE_ONLY_BELOW: Final = 12.0
PIPS_AT_MOST: Final = 6
DIMMED_OPACITY: Final = 0.55
_ORIGIN: Final = QPointF(0.0, 0.0)
_ROUND_JOIN: Final = Qt.PenJoinStyle.RoundJoin


@dataclass(frozen=True, slots=True)
class TokenLook:
    """Say everything that a token's picture depends on besides palette, zoom and ratio.

    `width_px` is the base across its facing (a round base's diameter), `length_px` along it, both in
    device-independent pixels. `facing` is in degrees anticlockwise from east; None draws no tick, and then an
    oval or a hull points north. `level` is the number to show, None on the ground.
    """

    side: int
    role: Role = "plain"
    number: str = ""
    shape: TokenShape = "round"
    width_px: float = 25.0
    length_px: float = 25.0
    facing: float | None = None
    wounds_left: int = 1
    wounds_total: int = 1
    state: TokenState = "ready"
    level: int | None = None
    badges: tuple[str, ...] = ()
    dimmed: bool = False


def outline_path(look: TokenLook, grow: float = 0.0) -> QPainterPath:
    """Return the base's outline about the origin, made larger on every side by `grow` pixels."""
    path = QPainterPath()
    across, along = look.width_px / 2 + grow, look.length_px / 2 + grow
    if look.shape == "round":
        path.addEllipse(_ORIGIN, across, across)
        return path
    if look.shape == "oval":
        path.addEllipse(_ORIGIN, along, across)
    else:
        corner = max(1.0, min(across, along) * 0.22 + grow * 0.6)
        path.addRoundedRect(QRectF(-along, -across, 2 * along, 2 * across), corner, corner)
    turn = 90.0 if look.facing is None else look.facing
    return QTransform().rotate(-turn).map(path)


def half_extent(look: TokenLook) -> float:
    """Return the distance in pixels from the middle to the base's farthest point."""
    if look.shape == "round":
        return look.width_px / 2
    if look.shape == "oval":
        return max(look.width_px, look.length_px) / 2
    return math.hypot(look.width_px, look.length_px) / 2


def plate_radius(look: TokenLook) -> float:
    """Return the radius in pixels of the round base whose plate the token carries."""
    return (look.width_px if look.shape == "round" else min(look.width_px, look.length_px)) / 2


def token_half_size(look: TokenLook, px_per_inch: float) -> float:
    """Return half the side in pixels of the square about the middle that holds all a token paints."""
    reach = half_extent(look) + 2.0
    if px_per_inch < PLATE_ONLY_BELOW:
        return math.ceil(reach)
    if look.wounds_total > 1:
        reach = max(reach, half_extent(look) + 8.0)
    if look.facing is not None:
        reach = max(reach, half_extent(look) + 7.5)
    if look.level is not None:
        reach = max(reach, plate_radius(look) * 0.62 + 10.0)
    if look.badges:
        reach = max(reach, plate_radius(look) * 0.76 + BADGE * 3 + 4.0)
    return math.ceil(reach)


def paint_token(
    painter: QPainter, palette: Palette, look: TokenLook, px_per_inch: float, centre: QPointF = _ORIGIN
) -> None:
    """Draw a token with its middle at `centre`, without rings; below 12 px per inch only the plate."""
    if look.dimmed:
        ratio = painter.device().devicePixelRatio()
        half = token_half_size(look, px_per_inch)
        with saved(painter):
            painter.setOpacity(painter.opacity() * DIMMED_OPACITY)
            picture = token_pixmap(palette, replace(look, dimmed=False), px_per_inch, ratio)
            painter.drawPixmap(centre - QPointF(half, half), picture)
        return
    with saved(painter):
        painter.translate(centre)
        if look.state == "ghost":
            _paint_ghost(painter, palette, look)
        elif px_per_inch < PLATE_ONLY_BELOW:
            _paint_bare(painter, palette, look)
        else:
            _paint_full(painter, palette, look, px_per_inch)


def _paint_ghost(painter: QPainter, palette: Palette, look: TokenLook) -> None:
    line = pen(palette.side(look.side).full, 1.3, dash=(3.2, 2.8))
    painter.strokePath(outline_path(look, -0.65), line)


def paint_ghost(painter: QPainter, palette: Palette, look: TokenLook, centre: QPointF) -> None:
    """Draw the dashed outline of where a model was or will be."""
    with saved(painter):
        painter.translate(centre)
        _paint_ghost(painter, palette, look)


def _paint_bare(painter: QPainter, palette: Palette, look: TokenLook) -> None:
    colours = palette.side(look.side)
    radius = plate_radius(look)
    done = look.state in ("acted", "casualty")
    if look.shape != "round":
        painter.fillPath(outline_path(look), colour(palette.casing))
        painter.strokePath(outline_path(look, -0.5), pen(colours.full, 1.0))
        radius *= 0.8
    plate = scaled(bare_plate_path(colours.plate), max(1.5, radius - (0.5 if done else 0.0)), _ORIGIN)
    painter.strokePath(plate, pen(palette.casing, 1.2, alpha=0.8, join=_ROUND_JOIN))
    painter.fillPath(plate, colour(colours.dim if done else colours.full))
    if done:
        painter.strokePath(plate, pen(colours.full, 1.0, join=_ROUND_JOIN))
    if look.state == "casualty":
        painter.setPen(pen(palette.text, 1.2))
        painter.drawLine(polar(_ORIGIN, radius, 225), polar(_ORIGIN, radius, 45))


def _paint_full(painter: QPainter, palette: Palette, look: TokenLook, px_per_inch: float) -> None:
    colours = palette.side(look.side)
    widths = line_widths(px_per_inch)
    radius = plate_radius(look)
    # 40 mm is 1.57 inches; the rim of such bases and larger ones is heavier.
    rim = widths.rim_large if 2 * radius >= 1.5 * px_per_inch else widths.rim
    done = look.state in ("acted", "casualty")
    painter.fillPath(outline_path(look), colour(palette.casing))
    painter.strokePath(outline_path(look, -rim / 2), pen(colours.full, rim))
    painter.fillPath(
        scaled(plate_path(colours.plate), radius, _ORIGIN), colour(colours.dim if done else colours.full)
    )
    ink = colours.full if done else colours.glyph
    paint_glyph(painter, look.role, look.number, colours.plate, _ORIGIN, radius, ink)
    if look.facing is not None:
        _paint_facing(painter, palette, look, rim)
    if look.state == "casualty":
        a, b = polar(_ORIGIN, radius * 0.98, 225), polar(_ORIGIN, radius * 0.98, 45)
        painter.setPen(pen(palette.casing, 4.2))
        painter.drawLine(a, b)
        painter.setPen(pen(palette.text, max(1.6, min(2.6, radius * 0.12))))
        painter.drawLine(a, b)
    elif look.wounds_total > 1:
        _paint_wounds(painter, palette, look, radius)
    if look.level is not None:
        east = -1 if look.badges else 1
        paint_level_badge(painter, palette, look.level, QPointF(radius * 0.62 * east, radius * 0.62))
    if look.badges:
        paint_badges(painter, palette, look.badges, QPointF(radius * 0.76, radius * 0.76))


def _paint_facing(painter: QPainter, palette: Palette, look: TokenLook, rim: float) -> None:
    turn = look.facing if look.facing is not None else 90.0
    front = (look.width_px if look.shape == "round" else look.length_px) / 2
    head = closed_path(regular(polar(_ORIGIN, front + 1.6, turn), 3.6, 3, turn))
    painter.strokePath(head, pen(palette.casing, 1.6, join=_ROUND_JOIN))
    painter.fillPath(head, colour(palette.side(look.side).full))
    if look.shape != "round":
        inner = min(plate_radius(look) * 0.86, front - 2.0)
        painter.setPen(pen(palette.side(look.side).full, max(1.2, rim)))
        painter.drawLine(polar(_ORIGIN, inner, turn), polar(_ORIGIN, front, turn))


def _rim_point(look: TokenLook, degrees: float) -> QPointF:
    """Return the outline's point in a direction from the middle."""
    if look.shape == "round":
        return polar(_ORIGIN, look.width_px / 2, degrees)
    turn = math.radians(degrees - (90.0 if look.facing is None else look.facing))
    along, across = look.length_px / 2, look.width_px / 2
    c, s = abs(math.cos(turn)), abs(math.sin(turn))
    if look.shape == "oval":
        return polar(_ORIGIN, 1.0 / math.hypot(c / along, s / across), degrees)
    return polar(_ORIGIN, min(along / c if c > 1e-9 else 1e9, across / s if s > 1e-9 else 1e9), degrees)


def _paint_wounds(painter: QPainter, palette: Palette, look: TokenLook, radius: float) -> None:
    left = max(0, min(look.wounds_left, look.wounds_total))
    ink = palette.side(look.side).full
    if look.wounds_total > PIPS_AT_MOST:
        cap = max(5.5, min(7.5, radius * 0.34))
        box = chip_rect(_rim_point(look, 90), cap * (0.9 * len(str(left)) + 0.9), cap + 4.5)
        painter.setPen(pen(ink, 1.0))
        painter.setBrush(colour(palette.panel))
        painter.drawRoundedRect(box, 3, 3)
        fill_figure(painter, box.center(), str(left), cap, palette.text)
        return
    size = max(1.3, min(2.2, radius * 0.1))
    step = min(38.0, max(24.0, math.degrees(5.4 * size / max(radius, 1.0))), 200.0 / (look.wounds_total - 1))
    for i in range(look.wounds_total):
        at = _rim_point(look, 90 + step * ((look.wounds_total - 1) / 2 - i))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour(palette.casing))
        painter.drawEllipse(at, size + 1.3, size + 1.3)
        if i < left:
            painter.setBrush(colour(ink))
            painter.drawEllipse(at, size, size)
        else:
            painter.setPen(pen(ink, 0.9, cap=ROUND))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawEllipse(at, size - 0.2, size - 0.2)


@lru_cache(maxsize=2048)
def token_pixmap(palette: Palette, look: TokenLook, px_per_inch: float, ratio: float) -> QPixmap:
    """Return a token's picture at a screen ratio; its middle is the token's middle.

    The same arguments give the same pixmap until `clear_token_pixmaps`. Its size in pixels of the scene is
    twice `token_half_size`.
    """
    half = token_half_size(look, px_per_inch)
    side = math.ceil(2 * half * ratio)
    picture = QPixmap(side, side)
    picture.setDevicePixelRatio(ratio)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    try:
        painter.translate(half, half)
        paint_token(painter, palette, look, px_per_inch)
    finally:
        painter.end()
    return picture


def clear_token_pixmaps() -> None:
    """Forget all token pictures; call it before the application goes and when fonts or icons change."""
    token_pixmap.cache_clear()
