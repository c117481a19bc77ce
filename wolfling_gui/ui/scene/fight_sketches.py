"""Sketch assaults and fights: where models would end, in which order, who touches and supports whom."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainter, QPainterPath

from wolfling_gui.ui.palette import Palette
from wolfling_gui.ui.scene import overlays as o
from wolfling_gui.ui.scene.stage import Layer, Sketch, Stage, around
from wolfling_gui.ui.scene.symbols.ink import ROUND, colour, distance, fill_figure, pen, saved
from wolfling_gui.ui.scene.symbols.tokens import half_extent, outline_path

NUMBER: Final = 7.5
"""The radius of the disc that holds a number, in pixels."""
UP_LEFT: Final = QPointF(-0.7071, -0.7071)


def sketch(value: o.Landing | o.Turn | o.Contact | o.Backing, stage: Stage) -> list[Sketch]:
    """Return the sketches of one overlay; of a model that is not shown, none."""
    p = stage.projection
    match value:
        case o.Landing():
            return _landing(value, stage)
        case o.Turn(model, number, kind):
            look, centre = stage.plain_look(model), stage.centre_of(model)
            if look is None or centre is None:
                return []
            spot = centre + UP_LEFT * (half_extent(look) + 3.0)
            return [_number(spot, number, kind)]
        case o.Contact(at, towards):
            return [_contact(p.point(at), p.point(towards))]
        case o.Backing(a, b):
            start, end = p.point(a), p.point(b)

            def paint(q: QPainter, c: Palette) -> None:
                line = QPainterPath(start)
                line.lineTo(end)
                with saved(q):
                    q.strokePath(line, pen(c.casing, 4.0, alpha=0.6))
                    q.strokePath(line, pen(c.accent, 1.6, dash=(1.0, 2.6), cap=ROUND))

            return [Sketch(Layer.MARKS, around([start, end], 4.0), paint)]


def _ink(palette: Palette, kind: o.StandKind) -> str:
    return {"contact": palette.legal, "support": palette.accent, "near": palette.text2}[kind]


def _landing(value: o.Landing, stage: Stage) -> list[Sketch]:
    look = stage.plain_look(value.model)
    if look is None:
        return []
    centre = stage.projection.point(value.place.at)
    path = outline_path(look).translated(centre)
    dash: dict[o.StandKind, tuple[float, ...]] = {"contact": (), "support": (5, 3), "near": (1.5, 3.0)}

    def paint(q: QPainter, c: Palette) -> None:
        ink = _ink(c, value.kind)
        with saved(q):
            q.fillPath(path, colour(c.casing, 0.55))
            q.fillPath(path, colour(ink, 0.14))
            q.strokePath(path, pen(c.casing, 3.6, alpha=0.7))
            q.strokePath(path, pen(ink, 1.7, dash=dash[value.kind]))
            fill_figure(q, centre, str(value.number), 8.0, c.text, max_width=2 * half_extent(look) - 4)

    return [Sketch(Layer.GHOSTS, around([centre], half_extent(look) + 4), paint)]


def _number(at: QPointF, number: int, kind: o.StandKind) -> Sketch:
    def paint(q: QPainter, c: Palette) -> None:
        with saved(q):
            q.setPen(pen(_ink(c, kind), 1.5, dash=(1.5, 2.0) if kind == "near" else ()))
            q.setBrush(colour(c.panel))
            q.drawEllipse(at, NUMBER, NUMBER)
            fill_figure(q, at, str(number), 7.0, c.text, max_width=2 * NUMBER - 4)

    return Sketch(Layer.MARKS, around([at], NUMBER + 2), paint)


def _contact(at: QPointF, towards: QPointF) -> Sketch:
    """Return a bar across the point where two bases touch."""
    long = max(distance(at, towards), 1e-6)
    ahead = (towards - at) * (1.0 / long)
    across = QPointF(-ahead.y(), ahead.x()) * 5.0

    def paint(q: QPainter, c: Palette) -> None:
        bar = QPainterPath(at - across)
        bar.lineTo(at + across)
        with saved(q):
            q.strokePath(bar, pen(c.casing, 7.0, cap=ROUND))
            q.strokePath(bar, pen(c.accent, 3.4, cap=ROUND))

    return Sketch(Layer.MARKS, around([at], 10.0), paint)
