"""Find the places of tags: beside their unit, on no token, and rather off lines, doors and names."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSizeF

from wolfling_gui.core.lengths import Point
from wolfling_gui.ui.scene import overlays as o
from wolfling_gui.ui.scene.projection import Projection
from wolfling_gui.ui.scene.stage import Layer, Sketch
from wolfling_gui.ui.scene.symbols import tags
from wolfling_gui.ui.scene.symbols.marks import paint_mark
from wolfling_gui.ui.scene.symbols.placing import NEAR, line_boxes, overlaps, place_tags


@dataclass(frozen=True, slots=True)
class Placed:
    """Hold where a tag went: its place, or the mark's place when there was no room for words."""

    tag: o.Tag
    place: QRectF
    words: bool


def avoided(overlays: Sequence[o.Overlay], projection: Projection) -> list[QRectF]:
    """Return the squares along shown lines that tags should rather not cover."""
    found: list[QRectF] = []
    for value in overlays:
        pairs: list[tuple[Point, Point]] = []
        match value:
            case o.SightLegal(a, b) | o.SightRefused(a, _, b) | o.SightStretch(a, b) | o.Shot(a, b):
                pairs = [(a, b)]
            case o.Link(a, b) | o.Measure(a, b):
                pairs = [(a, b)]
            case o.Path(points):
                pairs = list(pairwise(points))
            case _:
                continue
        for start, end in pairs:
            found += line_boxes(projection.point(start), projection.point(end))
    return found


SLIDES: Final = (0.0, -14.0, 14.0, -28.0, 28.0, -48.0, 48.0, -72.0, 72.0)
REACH_ACROSS: Final = 340.0
REACH_UP: Final = 90.0
"""What lies farther from a unit than this can be in the way of none of its tag's places."""


def place(
    wanted: Sequence[tuple[o.Tag, Sequence[QRectF]]],
    tokens: Sequence[QRectF],
    soft: Sequence[QRectF],
    walls: Sequence[tuple[QPointF, QPointF]],
    bounds: QRectF,
    px_per_inch: float,
) -> list[Placed]:
    """Return a place for each tag that has one; `wanted` pairs tags with the rectangles of their tokens.

    No tag covers one of `tokens`; `soft` and `walls` are covered only for want of better. A tag first goes
    beside its unit as a whole, then beside one of its models; without room for words the mark alone stands
    at the upper right of a model. Below 14 px per inch tags without a mark are left out.
    """
    rings = [box.adjusted(-4, -4, 4, 4) for box in tokens]
    taken: list[QRectF] = []
    placed: list[Placed] = []
    for tag, boxes in wanted:
        if px_per_inch < tags.MARK_ONLY_BELOW and tag.mark is None:
            continue
        size = tags.tag_size(tags.Tag(tag.mark, tag.name, tag.strong, tag.plain), px_per_inch)
        spot = None
        for anchor in dict.fromkeys((_rect_key(_together(boxes)), *map(_rect_key, boxes))):
            box = QRectF(*anchor)
            near = box.adjusted(-REACH_ACROSS, -REACH_UP, REACH_ACROSS, REACH_UP)
            hard = [other for other in (*rings, *taken) if near.intersects(other)]
            rather = [other for other in soft if near.intersects(other)]
            for a, b in walls:
                if near.intersects(QRectF(a, b).normalized().adjusted(-1, -1, 1, 1)):
                    rather += line_boxes(a, b)
            spot = _slid(box, size, hard, rather, bounds)
            if spot is not None:
                break
        if spot is not None:
            placed.append(Placed(tag, spot, True))
        elif tag.mark is not None:
            placed.append(Placed(tag, _corner(boxes, tokens, taken), False))
        else:
            continue
        taken.append(placed[-1].place)
    return placed


def _slid(
    anchor: QRectF, size: QSizeF, hard: Sequence[QRectF], soft: Sequence[QRectF], bounds: QRectF
) -> QRectF | None:
    """Return the best of the eight places, or of those slid along the unit when that hides less."""
    best: tuple[float, QRectF] | None = None
    for step in SLIDES:
        spot = place_tags([anchor.translated(step, 0)], [size], hard, bounds, avoid=soft)[0]
        if spot is None:
            continue
        gap_x = max(anchor.left() - spot.right(), spot.left() - anchor.right(), 0.0)
        gap_y = max(anchor.top() - spot.bottom(), spot.top() - anchor.bottom(), 0.0)
        hidden = sum(overlaps(spot, box) for box in soft)
        cost = hidden + max(0.0, gap_x + gap_y - NEAR) / 12 + abs(step) / 60
        if best is None or cost < best[0]:
            best = (cost, spot)
        if best[0] < 0.2:
            break
    return None if best is None else best[1]


def _rect_key(box: QRectF) -> tuple[float, float, float, float]:
    return box.x(), box.y(), box.width(), box.height()


def _together(boxes: Sequence[QRectF]) -> QRectF:
    whole = QRectF(boxes[0])
    for box in boxes[1:]:
        whole = whole.united(box)
    return whole


def _corner(boxes: Sequence[QRectF], tokens: Sequence[QRectF], taken: Sequence[QRectF]) -> QRectF:
    """Return a mark's place at the upper right of a model, of one where it hides nothing if there is one."""
    spots = [QRectF(box.right() - 3, box.top() - 11, 14, 14) for box in boxes]
    for spot in spots:
        if not any(overlaps(spot.adjusted(4, 0, 0, -4), other) for other in (*tokens, *taken)):
            return spot
    return spots[0]


def sketch_of(placed: Placed, px_per_inch: float) -> Sketch:
    """Return how a placed tag is drawn."""
    tag, box = placed.tag, placed.place
    face = tags.Tag(tag.mark, tag.name, tag.strong, tag.plain)
    if placed.words:
        return Sketch(
            Layer.TAGS,
            box.adjusted(-2, -2, 2, 2),
            lambda q, c: tags.paint_tag(q, c, box.topLeft(), face, px_per_inch),
        )
    mark = tag.mark or "none"
    return Sketch(
        Layer.TAGS,
        box.adjusted(-2, -2, 2, 2),
        lambda q, c: paint_mark(q, c, mark, QPointF(box.center()), 12.5, cased=True),
    )
