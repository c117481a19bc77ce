"""Sketch markers and templates where they lie, and the arrow of a scatter."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter, QPainterPath

from wolfling_gui.ui.palette import Palette
from wolfling_gui.ui.scene import overlays as o
from wolfling_gui.ui.scene.stage import Layer, Sketch, Stage, around
from wolfling_gui.ui.scene.symbols import blasts
from wolfling_gui.ui.scene.symbols.ink import font, polar, text_width

FAINT = 0.55
MARK_TURN = 45.0
WORDS_OFF = 20.0


def laid(stage: Stage, value: o.Laid) -> list[Sketch]:
    """Return how a marker or template is drawn; one on another level than the one shown is faint."""
    p = stage.projection
    at = p.point(value.at)
    if value.length:
        outline = blasts.teardrop_path(at, value.degrees, p.length(value.length), p.length(value.width))
        corner = polar(at, p.length(value.length), value.degrees)
    else:
        outline = blasts.marker_path(at, p.length(value.radius))
        corner = polar(at, p.length(value.radius), MARK_TURN)
    faint = stage.level is not None and value.level != stage.level

    def paint(q: QPainter, c: Palette) -> None:
        q.save()
        q.setOpacity(q.opacity() * (FAINT if faint else 1.0))
        blasts.paint_laid(q, c, outline, value.kind, at if value.radius else None)
        q.restore()

    found = [Sketch(Layer.ARCS, _box(outline), paint)]
    if value.kind in ("legal", "refused"):
        sign = Sketch(
            Layer.MARKS,
            around([corner], 10.0),
            lambda q, c: blasts.paint_laid_mark(q, c, corner, value.kind),
        )
        found.append(sign)
    return found


def arrow(stage: Stage, value: o.ScatterArrow) -> list[Sketch]:
    """Return how a scatter's arrow is drawn, with its direction in words beyond its head."""
    p = stage.projection
    tail, near, far = p.point(value.at), p.length(value.near), p.length(value.far)
    tip = polar(tail, far, value.degrees)
    reach = 16.0 + text_width(value.text, font(11, 600))
    words = _inside(stage, polar(tail, far + WORDS_OFF, value.degrees), reach)

    def paint(q: QPainter, c: Palette) -> None:
        blasts.paint_arrow(q, c, tail, value.degrees, near, far, p.px_per_inch)

    found = [Sketch(Layer.LINES, around([tail, tip], 16.0), paint)]
    if value.text:
        found.append(
            Sketch(
                Layer.TAGS,
                around([words], reach),
                lambda q, c: blasts.paint_arrow_words(q, c, words, value.text),
            )
        )
    return found


def _inside(stage: Stage, at: QPointF, reach: float) -> QPointF:
    """Return the point drawn in so far that words about it stay on the table."""
    table, half = stage.projection.table_rect, reach / 2
    x = max(table.left() + half, min(table.right() - half, at.x()))
    return QPointF(x, max(table.top() + 12, min(table.bottom() - 12, at.y())))


def _box(outline: QPainterPath) -> QRectF:
    return outline.boundingRect().adjusted(-12, -12, 12, 12)
