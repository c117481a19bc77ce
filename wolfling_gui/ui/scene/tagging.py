"""Find the places of tags: beside their unit, on no token, and rather off lines, doors and names."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF

from wolfling_gui.core.lengths import Point
from wolfling_gui.ui.scene import overlays as o
from wolfling_gui.ui.scene.projection import Projection
from wolfling_gui.ui.scene.sketches import Layer, Sketch
from wolfling_gui.ui.scene.symbols import tags
from wolfling_gui.ui.scene.symbols.marks import paint_mark
from wolfling_gui.ui.scene.symbols.placing import line_boxes, overlaps, place_tags


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
                pairs = list(zip(points, points[1:], strict=False))
            case _:
                continue
        for start, end in pairs:
            found += line_boxes(projection.point(start), projection.point(end))
    return found


def place(
    wanted: Sequence[tuple[o.Tag, Sequence[QRectF]]],
    tokens: Sequence[QRectF],
    soft: Sequence[QRectF],
    bounds: QRectF,
    px_per_inch: float,
) -> list[Placed]:
    """Return a place for each tag that has one; `wanted` pairs tags with the rectangles of their tokens.

    A tag first goes beside its unit as a whole, then beside one of its models; without room for words the
    mark alone stands at the upper right of a model.
    """
    faces = [tags.Tag(tag.mark, tag.name, tag.strong, tag.plain) for tag, _ in wanted]
    sizes = [tags.tag_size(face, px_per_inch) for face in faces]
    anchors = [_together(boxes) for _, boxes in wanted]
    rings = [box.adjusted(-4, -4, 4, 4) for box in tokens]
    found = place_tags(anchors, sizes, rings, bounds, avoid=soft)
    taken = [box for box in found if box is not None]
    placed: list[Placed] = []
    for (tag, boxes), size, spot in zip(wanted, sizes, found, strict=True):
        if spot is None:
            for box in boxes:
                spot = place_tags([box], [size], [*rings, *taken], bounds, avoid=soft)[0]
                if spot is not None:
                    taken.append(spot)
                    break
        if spot is not None:
            placed.append(Placed(tag, spot, True))
        elif tag.mark is not None and boxes:
            placed.append(Placed(tag, _corner(boxes, tokens, taken), False))
            taken.append(placed[-1].place)
    return placed


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
