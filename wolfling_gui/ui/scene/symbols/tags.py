"""Draw words on the map: tags of units, chips, labels with a halo."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final, Literal

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter

from wolfling_gui.ui.palette import Palette

from .ink import CENTRE, colour, draw_text, font, pen, saved, text_width
from .marks import MarkKind, mark_colour, paint_mark, paint_side_badge

MARK_ONLY_BELOW: Final = 14.0
TAG_PADDING: Final = 8.0
TAG_GAP: Final = 6.0
TAG_MARK: Final = 13.0
MARK_TAG: Final = 20.0
RuleTone = Literal["plain", "refused", "warning", "house"]


@dataclass(frozen=True, slots=True)
class Tag:
    """Say what one unit's tag shows: its verdict, name, needed number, and cover or reason."""

    mark: MarkKind | None
    name: str
    strong: str = ""
    plain: str = ""


def _name_font() -> QFont:
    return font(11.5, 600)


def _plain_font() -> QFont:
    return font(11.5, 500)


def tag_size(tag: Tag, px_per_inch: float = 25.0) -> QSizeF:
    """Return the size of a tag in pixels; under 14 px per inch a tag with a mark shrinks to the mark."""
    if px_per_inch < MARK_ONLY_BELOW and tag.mark is not None:
        return QSizeF(MARK_TAG, MARK_TAG)
    width = 2 * TAG_PADDING + text_width(tag.name, _name_font())
    if tag.mark is not None:
        width += TAG_MARK + TAG_GAP
    if tag.strong:
        width += TAG_GAP + text_width(tag.strong, _name_font())
    if tag.plain:
        width += TAG_GAP + text_width(tag.plain, _plain_font())
    height = max(21.0, math.ceil(text_height(_name_font()) + 7.0))
    return QSizeF(math.ceil(width), height)


def text_height(face: QFont) -> float:
    """Return a font's height in pixels without its leading."""
    return QFontMetricsF(face).height()


def paint_tag(
    painter: QPainter, palette: Palette, top_left: QPointF, tag: Tag, px_per_inch: float = 25.0
) -> QRectF:
    """Draw a tag from its top left corner and return its place."""
    box = QRectF(top_left, tag_size(tag, px_per_inch))
    if px_per_inch < MARK_ONLY_BELOW and tag.mark is not None:
        paint_mark(painter, palette, tag.mark, box.center(), 14.0, cased=True)
        return box
    edge = palette.line2 if tag.mark in (None, "none") else mark_colour(palette, tag.mark or "none")
    with saved(painter):
        painter.setPen(
            pen(
                edge,
                1.3 if tag.mark in ("legal", "refused", "warning") else 1.1,
                dash=(3, 2.2) if tag.mark == "question" else (),
            )
        )
        painter.setBrush(colour(palette.panel))
        painter.drawRoundedRect(box.adjusted(0.7, 0.7, -0.7, -0.7), 4, 4)
        x, y = box.left() + TAG_PADDING, box.center().y()
        if tag.mark is not None:
            paint_mark(painter, palette, tag.mark, QPointF(x + TAG_MARK / 2, y), TAG_MARK)
            x += TAG_MARK + TAG_GAP
        x = draw_text(painter, QPointF(x, y), tag.name, _name_font(), palette.text).right()
        if tag.strong:
            x = draw_text(painter, QPointF(x + TAG_GAP, y), tag.strong, _name_font(), palette.text).right()
        if tag.plain:
            loud = tag.mark in ("refused", "warning")
            ink = mark_colour(palette, tag.mark) if loud and tag.mark else palette.text2
            face = _name_font() if loud and not tag.strong else _plain_font()
            draw_text(painter, QPointF(x + TAG_GAP, y), tag.plain, face, ink)
    return box


def paint_side_chip(
    painter: QPainter, palette: Palette, left: QPointF, side: int, name: str, *, token: bool = True
) -> QRectF:
    """Draw a side as its plate, in a ring like its tokens, and its name; return the place it takes."""
    colours = palette.side(side)
    with saved(painter):
        at = left + QPointF(7, 0)
        if token:
            painter.setPen(pen(colours.full, 1.3))
            painter.setBrush(colour(palette.casing))
            painter.drawEllipse(at, 6.6, 6.6)
        paint_side_badge(painter, palette, side, at, 8.0 if token else 11.0)
    words = draw_text(painter, left + QPointF(20, 0), name, font(13, 600), colours.full)
    return QRectF(left.x(), left.y() - 8, 20 + words.width(), 16)


def rule_chip_size(rule: str) -> QSizeF:
    """Return the size in pixels of a rule's chip."""
    return QSizeF(math.ceil(text_width(rule, font(10.5, 500, mono=True)) + 11), 18.0)


def paint_rule_chip(
    painter: QPainter, palette: Palette, top_left: QPointF, rule: str, tone: RuleTone = "plain"
) -> QRectF:
    """Draw a rule's id as a chip; refused and warning are tinted, a house rule has a dashed frame."""
    box = QRectF(top_left, rule_chip_size(rule))
    ground, edge, ink = {
        "plain": (palette.raised, palette.line, palette.text2),
        "refused": (palette.refused_ground, palette.refused, palette.refused),
        "warning": (palette.warning_ground, palette.warning, palette.warning),
        "house": (palette.raised, palette.accent, palette.accent),
    }[tone]
    with saved(painter):
        painter.setPen(pen(edge, 1.0, dash=(3, 2) if tone == "house" else ()))
        painter.setBrush(colour(ground))
        painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 3, 3)
        draw_text(painter, box.center(), rule, font(10.5, 500, mono=True), ink, align=CENTRE)
    return box


def paint_label(
    painter: QPainter,
    palette: Palette,
    at: QPointF,
    text: str,
    *,
    align: Qt.AlignmentFlag = CENTRE,
    size: float = 10.5,
    weight: int = 600,
    ink: str | None = None,
    capitals: bool = False,
) -> QRectF:
    """Write a name on the map with a halo; rooms and terrain are in spaced capitals. Return its place."""
    face = font(size, weight, spacing=4.5 if capitals else 0.0)
    words = text.upper() if capitals else text
    return draw_text(painter, at, words, face, ink or palette.text2, align=align, halo=palette.casing)
