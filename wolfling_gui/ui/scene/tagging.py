"""Find the places of tags: beside their unit, on no token, and rather off lines, doors, walls and names.

The places tried are those of `symbols.placing`; here they also slide along the unit, and are worked out on
plain numbers, since a shooter may mark every unit of the enemy within one frame.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from PySide6.QtCore import QPointF, QRectF

from wolfling_gui.core.lengths import Point
from wolfling_gui.ui.scene import overlays as o
from wolfling_gui.ui.scene.projection import Projection
from wolfling_gui.ui.scene.stage import Layer, Sketch
from wolfling_gui.ui.scene.symbols import tags
from wolfling_gui.ui.scene.symbols.marks import paint_mark
from wolfling_gui.ui.scene.symbols.placing import DISTANCES

Box = tuple[float, float, float, float]
"""Left, top, right and bottom in scene pixels."""

TOKEN_MARGIN: Final = 4.0
"""Rings round tokens reach so far beyond them."""
SLIDES: Final = (0.0, -14.0, 14.0, -28.0, 28.0, -48.0, 48.0, -72.0, 72.0)
FARTHER_COSTS: Final = 1.0
SLIDE_COSTS: Final = 1.0 / 60.0
ABROAD_COSTS: Final = 20.0
"""What a place in another room than the unit's costs; one that is half in it costs half as much."""


@dataclass(frozen=True, slots=True)
class Placed:
    """Hold where a tag went, and beside what; without room for words only its mark has a place."""

    tag: o.Tag
    place: Box
    words: bool
    anchors: tuple[Box, ...]

    @property
    def rect(self) -> QRectF:
        """Return the place as a rectangle."""
        left, top, right, bottom = self.place
        return QRectF(QPointF(left, top), QPointF(right, bottom))


def box_of(rect: QRectF) -> Box:
    """Return a rectangle as plain numbers."""
    return rect.left(), rect.top(), rect.right(), rect.bottom()


def line_boxes(a: Point, b: Point, projection: Projection, step: float = 16.0) -> Iterator[Box]:
    """Yield small squares along a line of the table, `step` pixels apart, for tags to keep off it."""
    start, end = projection.point(a), projection.point(b)
    x, y = start.x(), start.y()
    dx, dy = end.x() - x, end.y() - y
    count = max(1, math.ceil(math.hypot(dx, dy) / step))
    for n in range(count + 1):
        cx, cy = x + dx * n / count, y + dy * n / count
        yield cx - 2, cy - 2, cx + 2, cy + 2


def avoided(overlays: Sequence[o.Overlay], projection: Projection) -> list[Box]:
    """Return the squares along shown lines that tags should rather not cover."""
    found: list[Box] = []
    for value in overlays:
        match value:
            case o.SightLegal(a, b) | o.SightRefused(a, _, b) | o.SightStretch(a, b) | o.Shot(a, b):
                found += line_boxes(a, b, projection)
            case o.Link(a, b) | o.Measure(a, b):
                found += line_boxes(a, b, projection)
            case o.Path(points):
                for a, b in pairwise(points):
                    found += line_boxes(a, b, projection)
            case _:
                continue
    return found


def place(
    wanted: Sequence[tuple[o.Tag, tuple[Box, ...]]],
    tokens: Iterable[Box],
    soft: Sequence[Box],
    bounds: Box,
    px_per_inch: float,
    before: Mapping[o.Tag, Placed] | None = None,
    rooms: Sequence[Box] = (),
) -> list[Placed]:
    """Return a place for each tag that has one; `wanted` pairs tags with the boxes of their tokens.

    No tag covers one of `tokens`; `soft` is covered only for want of better, and a tag rather stays in those
    of `rooms` in which its unit stands. A tag keeps the place it had
    `before` while that is free and its unit stands. It first goes beside its unit as a whole, then beside
    one of its models; without room for words the mark alone stands at the upper right of a model. Below 14
    px per inch tags without a mark are left out.
    """
    m = TOKEN_MARGIN
    hard = [(left - m, top - m, right + m, bottom + m) for left, top, right, bottom in tokens]
    placed: list[Placed] = []
    for tag, boxes in wanted:
        if px_per_inch < tags.MARK_ONLY_BELOW and tag.mark is None:
            continue
        old = before.get(tag) if before else None
        if old is not None and old.words and old.anchors == boxes and _free(old.place, hard, bounds):
            placed.append(old)
            hard.append(old.place)
            continue
        size = tags.tag_size(tags.Tag(tag.mark, tag.name, tag.strong, tag.plain), px_per_inch)
        wide, high = size.width(), size.height()
        homes = [room for room in rooms if any(_in_middle(room, box) for box in boxes)]
        spot: Box | None = None
        for anchor in dict.fromkeys((_together(boxes), *boxes)):
            found = _best(anchor, wide, high, hard, soft, bounds, homes)
            at_home = found is not None and _at_home(found, homes)
            spot = found if spot is None or at_home else spot
            if at_home:
                break
        if spot is not None:
            placed.append(Placed(tag, spot, True, boxes))
        elif tag.mark is not None:
            placed.append(Placed(tag, _corner(boxes, hard), False, boxes))
        else:
            continue
        hard.append(placed[-1].place)
    return placed


def _over(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def any_over(one: Box, others: Iterable[Box]) -> bool:
    """Tell whether a box shares any area with others."""
    left, top, right, bottom = one
    return any(left < o_[2] and o_[0] < right and top < o_[3] and o_[1] < bottom for o_ in others)


def _holds(outer: Box, inner: Box) -> bool:
    return outer[0] <= inner[0] and outer[1] <= inner[1] and inner[2] <= outer[2] and inner[3] <= outer[3]


def _free(spot: Box, hard: Iterable[Box], bounds: Box) -> bool:
    return _holds(bounds, spot) and not any_over(spot, hard)


def _in_middle(outer: Box, inner: Box) -> bool:
    """Tell whether the middle of a box lies in another."""
    x, y = (inner[0] + inner[2]) / 2, (inner[1] + inner[3]) / 2
    return outer[0] <= x <= outer[2] and outer[1] <= y <= outer[3]


def _at_home(spot: Box, homes: Sequence[Box]) -> bool:
    return _abroad(spot, homes) < 0.5


def _abroad(spot: Box, homes: Sequence[Box]) -> float:
    """Return which share of a box, from 0 to 1, lies outside the room that holds most of it."""
    if not homes:
        return 0.0
    left, top, right, bottom = spot
    inside = max(
        max(0.0, min(right, h[2]) - max(left, h[0])) * max(0.0, min(bottom, h[3]) - max(top, h[1]))
        for h in homes
    )
    return 1.0 - inside / ((right - left) * (bottom - top))


def _together(boxes: Sequence[Box]) -> Box:
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


def _eight(
    anchor: Box, wide: float, high: float, gap: float, slide: float
) -> tuple[tuple[float, float], ...]:
    """Return the upper left corners of the eight places round a unit, best first."""
    cx = (anchor[0] + anchor[2] - wide) / 2 + slide
    cy = (anchor[1] + anchor[3] - high) / 2
    above, below = anchor[1] - gap - high, anchor[3] + gap
    if slide:
        return (cx, above), (cx, below)
    left, right = anchor[0] - gap - wide, anchor[2] + gap
    return (
        (cx, above),
        (cx, below),
        (right, cy),
        (left, cy),
        (right, above),
        (right, below),
        (left, above),
        (left, below),
    )


def _best(
    anchor: Box,
    wide: float,
    high: float,
    hard: Sequence[Box],
    soft: Sequence[Box],
    bounds: Box,
    homes: Sequence[Box] = (),
) -> Box | None:
    across, up = wide + DISTANCES[-1] + abs(SLIDES[-1]), high + DISTANCES[-1]
    left, top, right, bottom = anchor[0] - across, anchor[1] - up, anchor[2] + across, anchor[3] + up
    hard = [b for b in hard if left < b[2] and b[0] < right and top < b[3] and b[1] < bottom]
    soft = [b for b in soft if left < b[2] and b[0] < right and top < b[3] and b[1] < bottom]
    best: tuple[float, Box] | None = None
    for farther, gap in enumerate(DISTANCES):
        for slide in SLIDES:
            cost = farther * FARTHER_COSTS + abs(slide) * SLIDE_COSTS
            if best is not None and best[0] <= cost:
                break
            for x, y in _eight(anchor, wide, high, gap, slide):
                spot = (x, y, x + wide, y + high)
                if not _free(spot, hard, bounds):
                    continue
                whole = cost + sum(1 for box in soft if _over(spot, box))
                whole += ABROAD_COSTS * _abroad(spot, homes)
                if best is None or whole < best[0]:
                    best = (whole, spot)
                    if whole <= cost:
                        break
    return None if best is None else best[1]


def _corner(boxes: Sequence[Box], hard: Sequence[Box]) -> Box:
    """Return a mark's place at the upper right of a model, of one where it hides nothing if there is one."""
    spots = [(right - 3, top - 11, right + 11, top + 3) for _, top, right, _ in boxes]
    for spot in spots:
        # The mark may touch its own model's ring.
        if not any_over((spot[0] + 8, spot[1], spot[2], spot[3] - 8), hard):
            return spot
    return spots[0]


def sketch_of(placed: Placed, px_per_inch: float) -> Sketch:
    """Return how a placed tag is drawn."""
    tag, box = placed.tag, placed.rect
    bounds = box.adjusted(-2, -2, 2, 2)
    if placed.words:
        face = tags.Tag(tag.mark, tag.name, tag.strong, tag.plain)
        return Sketch(Layer.TAGS, bounds, lambda q, c: tags.paint_tag(q, c, box.topLeft(), face, px_per_inch))
    mark = tag.mark or "none"
    return Sketch(Layer.TAGS, bounds, lambda q, c: paint_mark(q, c, mark, box.center(), 12.5, cased=True))
