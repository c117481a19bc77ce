"""Turn places on the table into places on the map and back: y up in the model, down on the screen."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPolygonF

from wolfling_gui.core.lengths import UNITS_PER_INCH, Length, Point
from wolfling_gui.core.table import Table

SMALLEST_ZOOM: Final = 6.0
LARGEST_ZOOM: Final = 96.0
FULL_SIZE: Final = 25.0
"""Pixels per inch at 100 %."""
ZOOM_STEP: Final = 1.25


@dataclass(frozen=True, slots=True)
class Projection:
    """Map units of the table to scene pixels; the scene's origin is the table's north-west corner.

    `px_per_inch` is the zoom in device-independent pixels, `width` and `height` are the table's, in units.
    """

    px_per_inch: float
    width: Length
    height: Length

    @classmethod
    def of(cls, table: Table, px_per_inch: float) -> Projection:
        """Return the projection of a table at a zoom."""
        return cls(px_per_inch, table.width, table.height)

    @property
    def scale(self) -> float:
        """Return the pixels per unit."""
        return self.px_per_inch / UNITS_PER_INCH

    @property
    def table_rect(self) -> QRectF:
        """Return the whole table in scene pixels."""
        return QRectF(0, 0, self.width * self.scale, self.height * self.scale)

    @property
    def origin(self) -> QPointF:
        """Return the table's south-west corner in scene pixels."""
        return QPointF(0.0, self.height * self.scale)

    def length(self, units: float) -> float:
        """Return a length in units as scene pixels."""
        return units * self.scale

    def point(self, at: Point) -> QPointF:
        """Return a point of the table in scene pixels."""
        return QPointF(at.x * self.scale, (self.height - at.y) * self.scale)

    def polygon(self, points: Iterable[Point]) -> QPolygonF:
        """Return points of the table as a polygon in scene pixels."""
        return QPolygonF([self.point(at) for at in points])

    def table_point(self, at: QPointF) -> Point:
        """Return a place in scene pixels as the nearest point of the table, which may lie beside it."""
        return Point(round(at.x() / self.scale), round(self.height - at.y() / self.scale))


def contains(polygon: Sequence[Point], at: Point) -> bool:
    """Tell whether a point lies inside a polygon; its edge may count either way."""
    inside = False
    x, y = at.x, at.y
    before = polygon[-1] if polygon else at
    for corner in polygon:
        if (corner.y > y) != (before.y > y):
            crossing = (before.x - corner.x) * (y - corner.y) / (before.y - corner.y) + corner.x
            if x < crossing:
                inside = not inside
        before = corner
    return inside


def to_segment(at: Point, a: Point, b: Point) -> float:
    """Return the distance of a point from a stretch, in units."""
    dx, dy = b.x - a.x, b.y - a.y
    square = dx * dx + dy * dy
    share = 0.0 if not square else max(0.0, min(1.0, ((at.x - a.x) * dx + (at.y - a.y) * dy) / square))
    gap_x, gap_y = a.x + share * dx - at.x, a.y + share * dy - at.y
    return float((gap_x * gap_x + gap_y * gap_y) ** 0.5)


def middle_of(polygon: Sequence[Point]) -> Point:
    """Return the middle of a polygon's bounding box."""
    xs, ys = [p.x for p in polygon], [p.y for p in polygon]
    return Point((min(xs) + max(xs)) // 2, (min(ys) + max(ys)) // 2)


def clamp_zoom(px_per_inch: float) -> float:
    """Return a zoom within the range the map allows, in pixels per inch."""
    return max(SMALLEST_ZOOM, min(LARGEST_ZOOM, px_per_inch))
