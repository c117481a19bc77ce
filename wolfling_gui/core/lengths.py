"""Integer lengths and points: one unit is 0.01 mm, so an inch is exactly 2540 units."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import pairwise

import msgspec

UNITS_PER_INCH = 2540
UNITS_PER_MILLIMETRE = 100

Length = int
"""A length in units of 0.01 mm."""


FARTHEST: Length = 10_000 * UNITS_PER_INCH
"""Nothing lies farther out than this, in units: no table is so large, and all sums stay exact."""


class Point(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """Hold a place on the table: units east and north of the south-west corner."""

    x: Length
    y: Length

    def shifted(self, dx: Length, dy: Length) -> Point:
        """Return the point moved by dx units east and dy units north."""
        return Point(self.x + dx, self.y + dy)


Polygon = tuple[Point, ...]
"""Corners in order; the last joins the first."""


def is_near(point: Point) -> bool:
    """Tell whether a point lies no farther out than anything can."""
    return abs(point.x) <= FARTHEST and abs(point.y) <= FARTHEST


def inches(value: float | Fraction | str) -> Length:
    """Turn inches into the nearest whole number of units.

    >>> inches(6), inches("0.25"), inches(Fraction(1, 3))
    (15240, 635, 847)
    """
    return round(Fraction(value) * UNITS_PER_INCH)


def millimetres(value: float | Fraction | str) -> Length:
    """Turn millimetres into the nearest whole number of units (a 25 mm base is 2500)."""
    return round(Fraction(value) * UNITS_PER_MILLIMETRE)


def to_inches(length: Length) -> float:
    """Turn units into inches, for showing and for shapely; never for a comparison of a rule."""
    return length / UNITS_PER_INCH


def at(x: float, y: float) -> Point:
    """Return the point at x and y inches."""
    return Point(inches(x), inches(y))


def distance(a: Point, b: Point) -> Length:
    """Return the straight distance between two points in units, rounded once."""
    return round(math.hypot(a.x - b.x, a.y - b.y))


def path_length(points: tuple[Point, ...]) -> Length:
    """Return the length of a polyline in units, rounded once (CL-MOVE-2); 0 for fewer than two points."""
    return round(sum(math.hypot(a.x - b.x, a.y - b.y) for a, b in pairwise(points)))


def along(points: tuple[Point, ...], walked: Length) -> Point:
    """Return the point `walked` units along a polyline, its end when the line is shorter.

    Raises ValueError for an empty line.
    """
    if not points:
        raise ValueError("a line needs at least one point")
    left = float(walked)
    for a, b in pairwise(points):
        step = math.hypot(a.x - b.x, a.y - b.y)
        if step >= left and step > 0:
            part = left / step
            return Point(round(a.x + (b.x - a.x) * part), round(a.y + (b.y - a.y) * part))
        left -= step
    return points[-1]


def on_segment(a: Point, b: Point, point: Point) -> tuple[float, float]:
    """Return x and y in units, not rounded, of the place of a segment that is nearest to a point.

    >>> on_segment(Point(0, 0), Point(10, 0), Point(4, 7)), on_segment(Point(1, 1), Point(1, 1), Point(4, 7))
    ((4.0, 0.0), (1.0, 1.0))
    """
    dx, dy = b.x - a.x, b.y - a.y
    square = dx * dx + dy * dy
    part = ((point.x - a.x) * dx + (point.y - a.y) * dy) / square if square else 0.0
    part = max(0.0, min(1.0, part))
    return a.x + part * dx, a.y + part * dy


def off(point: Point, angle: float, length: Length) -> Point:
    """Return the point a length in units away at an angle in radians, anticlockwise from east.

    >>> off(Point(10, 20), 0.0, 100), off(Point(0, 0), math.pi / 2, 100)
    (Point(x=110, y=20), Point(x=0, y=100))
    """
    return point.shifted(round(length * math.cos(angle)), round(length * math.sin(angle)))


def direction(a: Point, b: Point) -> float:
    """Return the angle from a to b in degrees, 0 to 360, anticlockwise from east."""
    return math.degrees(math.atan2(b.y - a.y, b.x - a.x)) % 360.0


def turned(point: Point, about: Point, degrees: float) -> Point:
    """Return the point turned about another by an angle in degrees, anticlockwise."""
    angle = math.radians(degrees)
    dx, dy = point.x - about.x, point.y - about.y
    return Point(
        round(about.x + dx * math.cos(angle) - dy * math.sin(angle)),
        round(about.y + dx * math.sin(angle) + dy * math.cos(angle)),
    )
