"""Turn overlays into sketches: a layer, the place they take, and a painter, all in scene pixels."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Literal

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPixmap, QPolygonF

from wolfling_gui.core.forces import Place
from wolfling_gui.core.lengths import Point, Polygon
from wolfling_gui.ui.palette import Palette
from wolfling_gui.ui.scene import blast_sketches, fight_sketches, terrain
from wolfling_gui.ui.scene import overlays as o
from wolfling_gui.ui.scene.emphasis import finding, highlight
from wolfling_gui.ui.scene.projection import Projection, to_segment
from wolfling_gui.ui.scene.stage import Layer, Paint, Sketch, Stage, around
from wolfling_gui.ui.scene.symbols import lines, paths, rings, walls, zones
from wolfling_gui.ui.scene.symbols.ink import (
    CENTRE,
    closed_path,
    colour,
    draw_text,
    line_path,
    pen,
    saved,
    text_width,
)
from wolfling_gui.ui.scene.symbols.ink import font as text_font
from wolfling_gui.ui.scene.symbols.marks import MarkKind, mark_colour
from wolfling_gui.ui.scene.symbols.rings import UNMARKED
from wolfling_gui.ui.scene.symbols.tags import MARK_ONLY_BELOW
from wolfling_gui.ui.scene.symbols.tokens import TokenLook, half_extent, paint_ghost


def sketch(value: o.Overlay, stage: Stage) -> list[Sketch]:
    """Return the sketches of one overlay; of an id that is not there, none. Tags are placed elsewhere."""
    p = stage.projection
    match value:
        case o.SelectedRing(model) | o.TargetRing(model):
            return _ring(value, model, stage)
        case o.SightLegal(a, b, cover):
            stretches = [(p.point(s), p.point(e)) for s, e in cover]
            return [
                _line(
                    p, (a, b), lambda q, c: lines.paint_sight_legal(q, c, p.point(a), p.point(b), stretches)
                )
            ]
        case o.SightRefused(a, stop, b):
            return [
                _line(
                    p,
                    (a, stop, b),
                    lambda q, c: lines.paint_sight_refused(q, c, p.point(a), p.point(b), p.point(stop)),
                )
            ]
        case o.SightStretch():
            return [_stretch(p, value)]
        case o.Shortfall(a, b):
            return [_line(p, (a, b), lambda q, c: lines.paint_shortfall(q, c, p.point(a), p.point(b)))]
        case o.BlockedBarrier(barrier, at):
            return _blocked(barrier, at, stage)
        case o.Path():
            return _path(p, value)
        case o.Ghost(model, place, ok):
            return _ghost(stage, model, place, ok)
        case o.Landing() | o.Turn() | o.Contact() | o.Backing():
            return fight_sketches.sketch(value, stage)
        case o.Reach(polygons, side):
            region = _region(p, polygons)
            return [_area(region, lambda q, c: paths.paint_reach(q, c, side, region), Layer.ARCS)]
        case o.View(polygons):
            view = _region(p, polygons)
            view.setFillRule(Qt.FillRule.WindingFill)
            return [_area(view, lambda q, c: zones.paint_view(q, c, view), Layer.ARCS)]
        case o.Arc(whole, side, seen):
            outer = _region(p, whole)
            inner = None if seen is None else _region(p, seen)
            return [_area(outer, lambda q, c: paths.paint_arc(q, c, side, outer, inner), Layer.ARCS)]
        case o.Link(a, b, ok, text):
            return _link(p, a, b, ok, text)
        case o.Ring():
            return [_circle(p, value)]
        case o.Measure():
            return [_measure(p, value)]
        case o.Shot(a, b):
            return [_line(p, (a, b), lambda q, c: lines.paint_overwatch_shot(q, c, p.point(a), p.point(b)))]
        case o.Cursor(point):
            return [_cursor(p.point(point))]
        case o.SharedZone(zone):
            return _shared(stage, zone)
        case o.Highlight(ids):
            return [piece for name in ids for piece in highlight(stage, name)]
        case o.FindingMarks(marks, effect):
            return [piece for mark in marks for piece in finding(stage, mark, effect)]
        case o.Laid():
            return blast_sketches.laid(stage, value)
        case o.ScatterArrow():
            return blast_sketches.arrow(stage, value)
        case o.Tag():
            return []


def _line(p: Projection, points: Sequence[Point], paint: Paint, layer: Layer = Layer.LINES) -> Sketch:
    return Sketch(layer, around([p.point(at) for at in points], 12.0), paint)


def _area(path: QPainterPath, paint: Paint, layer: Layer) -> Sketch:
    return Sketch(layer, path.boundingRect().adjusted(-3, -3, 3, 3), paint)


def _region(p: Projection, polygons: Sequence[Polygon]) -> QPainterPath:
    region = QPainterPath()
    for polygon in polygons:
        region.addPath(closed_path(p.polygon(polygon)))
    return region


RingPart = Literal["selected", "ring", "mark"]


@lru_cache(maxsize=512)
def _ring_picture(
    palette: Palette, look: TokenLook, part: RingPart, kind: o.TargetKind, selected: bool, ratio: float
) -> QPixmap:
    """Return a ring or its mark as a pixmap whose middle is the token's: many targets share one."""
    half = _ring_reach(look)
    picture = QPixmap(round(2 * half * ratio), round(2 * half * ratio))
    picture.setDevicePixelRatio(ratio)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    try:
        middle = QPointF(half, half)
        if part == "selected":
            rings.paint_selected_ring(painter, palette, look, middle)
        elif part == "ring":
            rings.paint_target_ring(painter, palette, look, middle, kind, selected=selected, mark=False)
        else:
            rings.paint_target_mark(painter, palette, look, middle, kind, selected=selected)
    finally:
        painter.end()
    return picture


def clear_ring_pictures() -> None:
    """Forget all pictures of rings, before the application goes."""
    _ring_picture.cache_clear()


def _ring_reach(look: TokenLook) -> int:
    return 4 * math.ceil((half_extent(look) + 24.0) / 4)


def _ring_sketch(
    stage: Stage,
    layer: Layer,
    look: TokenLook,
    centre: QPointF,
    part: RingPart,
    kind: o.TargetKind,
    selected: bool,
) -> Sketch:
    half, ratio = _ring_reach(look), stage.ratio
    plain = TokenLook(
        0, shape=look.shape, width_px=look.width_px, length_px=look.length_px, facing=look.facing
    )

    def paint(q: QPainter, c: Palette) -> None:
        q.drawPixmap(centre - QPointF(half, half), _ring_picture(c, plain, part, kind, selected, ratio))

    return Sketch(layer, around([centre], half), paint)


def _ring(value: o.SelectedRing | o.TargetRing, model: str, stage: Stage) -> list[Sketch]:
    look, centre = stage.plain_look(model), stage.centre_of(model)
    if look is None or centre is None:
        return []
    if isinstance(value, o.SelectedRing):
        return [_ring_sketch(stage, Layer.RINGS, look, centre, "selected", "legal", True)]
    return _target_sketches(stage, look, centre, value.kind, stage.is_selected(model))


def _target_sketches(
    stage: Stage, look: TokenLook, centre: QPointF, kind: o.TargetKind, selected: bool
) -> list[Sketch]:
    found = [_ring_sketch(stage, Layer.RINGS, look, centre, "ring", kind, selected)]
    if kind not in UNMARKED and stage.projection.px_per_inch >= MARK_ONLY_BELOW:
        found.append(_ring_sketch(stage, Layer.MARKS, look, centre, "mark", kind, selected))
    return found


def _stretch(p: Projection, value: o.SightStretch) -> Sketch:
    def paint(q: QPainter, c: Palette) -> None:
        lines.paint_sight_stretch(
            q,
            c,
            p.point(value.a),
            p.point(value.b),
            p.point(value.start),
            p.point(value.end),
            limit_px=None if value.limit is None else p.length(value.limit),
            limit_text=value.limit_text,
            measured_text=value.measured_text,
        )

    wide = 40.0 + max(text_width(t, text_font(11, 600)) for t in (value.limit_text, value.measured_text))
    points = [p.point(at) for at in (value.a, value.b, value.start, value.end)]
    return Sketch(Layer.LINES, around(points, wide), paint)


def _blocked(barrier: str, at: Point | None, stage: Stage) -> list[Sketch]:
    p, table = stage.projection, stage.battle.table
    door = table.doors.get(barrier)
    if door is not None:
        bounds = around([p.point(door.a), p.point(door.b)], max(24.0, p.length(2540)))
        return [Sketch(Layer.BARRIERS, bounds, lambda q, c: terrain.paint_door(q, c, door, p, blocking=True))]
    wall = table.walls.get(barrier)
    if wall is None:
        return []
    pieces = [piece for piece in terrain.wall_pieces(table, wall.level) if piece.id == barrier]
    if at is not None and pieces:
        pieces = [min(pieces, key=lambda piece: to_segment(at, piece.a, piece.b))]
    ends = [(p.point(piece.a), p.point(piece.b)) for piece in pieces]

    def paint(q: QPainter, c: Palette) -> None:
        for a, b in ends:
            walls.paint_blocking_wall(q, c, a, b, p.px_per_inch)

    return [Sketch(Layer.BARRIERS, around([e for pair in ends for e in pair], 8.0), paint)] if ends else []


def _path(p: Projection, value: o.Path) -> list[Sketch]:
    points = [p.point(at) for at in value.points]
    if len(points) < 2:
        return []
    limit = None if value.limit is None else p.length(value.limit)
    turn = None if value.reaction_at is None else p.length(value.reaction_at)
    walked = None if value.walked is None else p.length(value.walked)
    length = paths.path_length(points)

    def paint(q: QPainter, c: Palette) -> None:
        if walked is not None and walked < length:
            ahead = line_path(paths.cut(points, walked, length))
            with saved(q):
                q.strokePath(ahead, pen(c.accent, 1.3, alpha=0.6, dash=(3, 4)))
        done = points if walked is None else paths.cut(points, 0, walked)
        paths.paint_path(q, c, done, p.px_per_inch, reaction_at=turn, limit_at=limit)

    return [Sketch(Layer.LINES, around(points, 16.0), paint)]


def _ghost(stage: Stage, model: str, place: Place, ok: bool) -> list[Sketch]:
    """Outline where the model stands, and ring a place that is refused; the token itself is an item."""
    p, look = stage.projection, stage.plain_look(model)
    if look is None:
        return []
    found = []
    old = stage.battle.models[model].place
    if old is not None:
        at = p.point(old.at)
        stood = look if look.facing is None else replace(look, facing=float(old.facing))
        found.append(
            Sketch(
                Layer.LINES,
                around([at], half_extent(look) + 3),
                lambda q, c: paint_ghost(q, c, stood, at),
            )
        )
    if not ok:
        centre = stage.centre_of(model) or p.point(place.at)
        found += _target_sketches(stage, look, centre, "refused", stage.is_selected(model))
    return found


def _link(p: Projection, a: Point, b: Point, ok: bool, text: str) -> list[Sketch]:
    start, end = p.point(a), p.point(b)

    def paint(q: QPainter, c: Palette) -> None:
        lines.paint_link(q, c, start, end, ok=ok)

    found = [Sketch(Layer.LINES, around([start, end], 12.0), paint)]
    if text:
        found.append(_words((start + end) / 2 + QPointF(0, -15), text, "legal" if ok else "refused"))
    return found


def _words(at: QPointF, text: str, kind: MarkKind) -> Sketch:
    face = text_font(11, 600)
    wide = text_width(text, face) + 14
    box = QRectF(at.x() - wide / 2, at.y() - 9, wide, 18)

    def paint(q: QPainter, c: Palette) -> None:
        with saved(q):
            q.setPen(pen(mark_colour(c, kind), 1.1))
            q.setBrush(colour(c.panel))
            q.drawRoundedRect(box, 4, 4)
            draw_text(q, box.center(), text, face, c.text, align=CENTRE)

    return Sketch(Layer.TAGS, box.adjusted(-2, -2, 2, 2), paint)


def _circle(p: Projection, value: o.Ring) -> Sketch:
    centre, radius = p.point(value.centre), p.length(value.radius)
    circle = QPainterPath()
    circle.addEllipse(centre, radius, radius)

    def paint(q: QPainter, c: Palette) -> None:
        if value.kind == "range":
            paths.paint_range_ring(q, c, value.side, centre, radius)
            return
        with saved(q):
            if value.kind == "control":
                q.strokePath(circle, pen(c.text2, 1.2, alpha=0.7, dash=(1.5, 3.5)))
            else:
                ink = {"legal": c.legal, "refused": c.refused, "reacts": c.warning}[value.kind]
                dash = {"legal": (), "refused": (3.6, 2.8), "reacts": (8.5, 5.0)}[value.kind]
                q.strokePath(circle, pen(c.casing, 3.8, alpha=0.6))
                q.strokePath(circle, pen(ink, 1.7, dash=dash))

    layer = Layer.ARCS if value.kind in ("range", "control") else Layer.LINES
    return Sketch(layer, around([centre], radius + 4), paint)


def _measure(p: Projection, value: o.Measure) -> Sketch:
    points = [p.point(at) for at in (value.a, *value.through, value.b)]
    wide = 40.0 + text_width(value.text, text_font(11, 600))

    def paint(q: QPainter, c: Palette) -> None:
        lines.paint_ruler(q, c, points, p.px_per_inch, value.text)

    return Sketch(Layer.TAGS, around(points, wide), paint)


def _cursor(at: QPointF) -> Sketch:
    def paint(q: QPainter, c: Palette) -> None:
        arms = QPainterPath()
        for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            arms.moveTo(at + QPointF(dx, dy) * 4.0)
            arms.lineTo(at + QPointF(dx, dy) * 12.0)
        with saved(q):
            q.strokePath(arms, pen(c.casing, 4.4))
            q.strokePath(arms, pen(c.accent, 2.0))

    return Sketch(Layer.CURSOR, around([at], 15.0), paint)


def _shared(stage: Stage, name: str) -> list[Sketch]:
    zone = stage.battle.table.zones.get(name)
    if zone is None:
        return []
    region = closed_path(stage.projection.polygon(zone.polygon))
    inset = 3.0
    box = region.boundingRect()
    if box.width() > 4 * inset and _is_rectangle(stage.projection.polygon(zone.polygon)):
        region = QPainterPath()
        region.addRect(box.adjusted(inset, inset, -inset, -inset))
    return [_area(region, lambda q, c: zones.paint_shared_zone(q, c, region), Layer.ZONES)]


def _is_rectangle(polygon: QPolygonF) -> bool:
    box = polygon.boundingRect()
    corners = {(round(at.x()), round(at.y())) for at in polygon.toList()}
    return corners == {
        (round(x), round(y)) for x in (box.left(), box.right()) for y in (box.top(), box.bottom())
    }
