"""Find places for tags beside their units so that no tag covers a token or another tag."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSizeF

NEAR: Final = 6.0
DISTANCES: Final[tuple[float, ...]] = (NEAR, 16.0, 30.0, 48.0)


def eight_places(anchor: QRectF, size: QSizeF, gap: float) -> list[QRectF]:
    """Return the eight places round a unit's rectangle, best first: above, below, right, left, corners."""
    w, h = size.width(), size.height()
    cx, cy = anchor.center().x() - w / 2, anchor.center().y() - h / 2
    above, below = anchor.top() - gap - h, anchor.bottom() + gap
    left, right = anchor.left() - gap - w, anchor.right() + gap
    corners = (
        (cx, above),
        (cx, below),
        (right, cy),
        (left, cy),
        (right, above),
        (right, below),
        (left, above),
        (left, below),
    )
    return [QRectF(QPointF(x, y), size) for x, y in corners]


def overlaps(one: QRectF, other: QRectF) -> bool:
    """Tell whether two rectangles share any area; touching edges do not count."""
    return (
        one.left() < other.right()
        and other.left() < one.right()
        and one.top() < other.bottom()
        and other.top() < one.bottom()
    )


def line_boxes(a: QPointF, b: QPointF, step: float = 16.0) -> list[QRectF]:
    """Return small squares along a line, for tags to keep off it; `step` is their distance in pixels."""
    length = math.hypot(b.x() - a.x(), b.y() - a.y())
    count = max(1, math.ceil(length / max(1.0, step)))
    spots = [a + (b - a) * (n / count) for n in range(count + 1)]
    return [QRectF(spot.x() - 2, spot.y() - 2, 4, 4) for spot in spots]


def place_tags(
    anchors: Sequence[QRectF],
    sizes: Sequence[QSizeF],
    obstacles: Sequence[QRectF],
    bounds: QRectF,
    *,
    avoid: Sequence[QRectF] = (),
) -> list[QRectF | None]:
    """Return a place in pixels for the tag of each unit, or None where there is none.

    `anchors` are the rectangles round the units' tokens, `sizes` those of their tags, `obstacles` everything
    a tag must not cover (every token, not only the unit's own), `bounds` the visible map, `avoid` what it
    should rather not cover (doors, labels, lines). Earlier units choose first. Each tries eight places round
    its unit, then the same eight 16 and 30 px away; a step farther out weighs as much as one thing avoided.
    A place always lies within the bounds and covers neither an obstacle nor an earlier tag. When all are
    taken the answer is None: the caller then shows the mark on the token's ring and no tag.

    Raises ValueError if anchors and sizes differ in number.
    """
    if len(anchors) != len(sizes):
        raise ValueError(f"Each anchor needs one size: got {len(anchors)} anchors and {len(sizes)} sizes.")
    taken: list[QRectF] = [QRectF(box).normalized() for box in obstacles]
    soft = [QRectF(box).normalized() for box in avoid]
    found: list[QRectF | None] = []
    for anchor, size in zip(anchors, sizes, strict=True):
        place = _best_free(QRectF(anchor).normalized(), size, taken, soft, bounds)
        if place is not None:
            taken.append(place)
        found.append(place)
    return found


def _best_free(
    anchor: QRectF, size: QSizeF, taken: Sequence[QRectF], soft: Sequence[QRectF], bounds: QRectF
) -> QRectF | None:
    best: tuple[int, QRectF] | None = None
    for farther, gap in enumerate(DISTANCES):
        if best is not None and best[0] <= farther:
            break
        for place in eight_places(anchor, size, gap):
            inside = (
                place.left() >= bounds.left()
                and place.right() <= bounds.right()
                and place.top() >= bounds.top()
                and place.bottom() <= bounds.bottom()
            )
            if not inside or any(overlaps(place, box) for box in taken):
                continue
            cost = farther + sum(overlaps(place, box) for box in soft)
            if best is None or cost < best[0]:
                best = (cost, place)
    return None if best is None else best[1]
