"""Sketch what sets things off: highlighted things, and the marks of a finding."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainter, QPainterPath, QPolygonF

from wolfling_gui.core.lengths import Polygon
from wolfling_gui.core.verdict import Effect, Mark
from wolfling_gui.ui.palette import Palette
from wolfling_gui.ui.scene.stage import Layer, Sketch, Stage, around
from wolfling_gui.ui.scene.symbols import lines
from wolfling_gui.ui.scene.symbols.ink import closed_path, colour, line_path, pen, saved
from wolfling_gui.ui.scene.symbols.marks import MarkKind, mark_colour, paint_mark
from wolfling_gui.ui.scene.symbols.tokens import outline_path


def highlight(stage: Stage, name: str) -> list[Sketch]:
    """Return what sets off a thing, a model or all models of a unit; of an unknown id nothing."""
    battle, p = stage.battle, stage.projection
    unit = battle.units.get(name)
    models = unit.models if unit is not None else (name,) if name in battle.models else ()
    found: list[Sketch] = []
    for model in models:
        look, centre = stage.plain_look(model), stage.centre_of(model)
        if look is not None and centre is not None:
            found.append(_halo(outline_path(look, 5.0).translated(centre)))
    table = battle.table
    shapes: tuple[Mapping[str, object], ...] = (table.zones, table.areas)
    for pieces in shapes:
        piece = pieces.get(name)
        if piece is not None:
            polygon: Polygon = piece.polygon  # type: ignore[attr-defined]
            found.append(_halo(closed_path(p.polygon(polygon))))
    structure = table.structures.get(name)
    if structure is not None and structure.floors:
        found.append(_halo(closed_path(p.polygon(structure.floors[0].polygon))))
    stretch = table.walls.get(name) or table.doors.get(name)
    if stretch is not None:
        found.append(_halo(line_path([p.point(stretch.a), p.point(stretch.b)]), 8.0))
    obstacle = table.obstacles.get(name)
    if obstacle is not None:
        found.append(_halo(line_path([p.point(at) for at in obstacle.line]), 8.0))
    marker = table.objectives.get(name)
    if marker is not None:
        ring = QPainterPath()
        ring.addEllipse(p.point(marker.at), p.length(2000) + 4, p.length(2000) + 4)
        found.append(_halo(ring))
    return found


def _halo(path: QPainterPath, width: float = 2.0) -> Sketch:
    alpha = 1.0 if width <= 3 else 0.45

    def paint(q: QPainter, c: Palette) -> None:
        with saved(q):
            q.strokePath(path, pen(c.casing, width + 2.4, alpha=0.6))
            q.strokePath(path, pen(c.accent, width, alpha=alpha))

    box = path.boundingRect().adjusted(-width - 3, -width - 3, width + 3, width + 3)
    return Sketch(Layer.RINGS, box, paint)


_EFFECT_MARKS: dict[Effect, MarkKind] = {
    "forbids": "refused",
    "warns": "warning",
    "permits": "legal",
    "asks": "question",
}


def finding(stage: Stage, mark: Mark, effect: Effect) -> list[Sketch]:
    """Return how one mark of a finding is drawn, in the style of its verdict."""
    kind = _EFFECT_MARKS[effect]
    p = stage.projection
    points = [p.point(at) for at in mark.points]
    if not points:
        return []
    faint = stage.level is not None and mark.level != stage.level
    alpha = 0.55 if faint else 1.0
    dash = {"refused": (3.6, 2.8), "warning": (8.5, 5.0), "question": (2.0, 3.0)}.get(kind, ())
    path = line_path(points)
    if mark.kind == "polygon":
        path = closed_path(QPolygonF(points))
    elif mark.kind == "ring":
        path = QPainterPath()
        path.addEllipse(points[0], p.length(mark.radius), p.length(mark.radius))
    middle = points[0] if mark.kind in ("point", "ring") else path.pointAtPercent(0.5)

    def paint(q: QPainter, c: Palette) -> None:
        ink = mark_colour(c, kind)
        with saved(q):
            q.setOpacity(q.opacity() * alpha)
            if mark.kind == "line":
                q.strokePath(path, pen(c.casing, 6.0, alpha=0.7))
                q.strokePath(path, pen(ink, lines.STRETCH_WIDTH))
            elif mark.kind != "point":
                if mark.kind in ("polygon", "ring"):
                    q.fillPath(path, colour(ink, 0.1))
                q.strokePath(path, pen(c.casing, 4.2, alpha=0.6))
                q.strokePath(path, pen(ink, 2.0, dash=dash))

    def paint_sign(q: QPainter, c: Palette) -> None:
        at = middle
        if mark.kind == "ring":
            at = middle + QPointF(0.7071, -0.7071) * p.length(mark.radius)
        with saved(q):
            q.setOpacity(q.opacity() * alpha)
            paint_mark(q, c, kind, at, 13.0, cased=True)

    reach = p.length(mark.radius) if mark.kind == "ring" else 0.0
    bounds = around(points, reach + 14.0)
    found = [Sketch(Layer.LINES, bounds, paint)] if mark.kind != "point" else []
    return [*found, Sketch(Layer.MARKS, bounds, paint_sign)]
