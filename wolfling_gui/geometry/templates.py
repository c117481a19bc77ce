"""Blast markers and teardrop templates: what they touch, and what of it straight lines reach (CL-WPN-11)."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from itertools import pairwise

import shapely
from shapely.geometry.base import BaseGeometry

from wolfling_gui.core.lengths import Length, Point
from wolfling_gui.geometry.footprint import Footprint, corners, outline

Segment = tuple[Point, Point]
Extent = Callable[[float], float]
"""How far an area reaches from its origin at an angle (radians from east), in units."""

_CLOSE = 1e-6
_ROUNDED = 0.5 + _CLOSE
"""Whether a marker touches a base is judged on whole units: what lies so little beyond it is touched too."""
_STEPS = 48


class Teardrop:
    """Hold a template: its narrow end, where it points (degrees), its length and how wide its end is."""

    def __init__(self, tip: Point, degrees: float, length: Length, width: Length) -> None:
        """Begin with the narrow end; raises ValueError for a template wider than it is long."""
        if not 0 < width < length:
            raise ValueError(f"a template {length} units long cannot be {width} wide")
        self.tip = tip
        self.turn = math.radians(degrees)
        self.round = width / 2
        self.middle = length - self.round
        self.half_angle = math.asin(self.round / self.middle)

    def gap(self, base: Footprint) -> float:
        """Return the distance from the template to a base in units, 0 or less when it touches (CL-BASE-7).

        Exact for discs; ovals and hulls are measured as polygons.
        """
        if base.is_disc:
            return self._distance(base.at) - base.radius
        return float(self.outline().distance(outline(base)))

    def touches(self, base: Footprint) -> bool:
        """Tell whether any part of a base is under the template."""
        return self.gap(base) <= _CLOSE

    def extent(self, angle: float) -> float:
        """Return how far the template reaches from its narrow end at an angle in radians, in units."""
        off = abs(math.remainder(angle - self.turn, 2 * math.pi))
        if off > self.half_angle:
            return 0.0
        aside = self.middle * math.sin(off)
        return self.middle * math.cos(off) + math.sqrt(max(0.0, self.round**2 - aside**2))

    def outline(self) -> BaseGeometry:
        """Return the template as a shapely polygon in units."""
        far = shapely.Point(
            self.tip.x + self.middle * math.cos(self.turn), self.tip.y + self.middle * math.sin(self.turn)
        )
        whole = [far.buffer(self.round, quad_segs=64), shapely.Point(self.tip.x, self.tip.y)]
        hull: BaseGeometry = shapely.convex_hull(shapely.GeometryCollection(whole))
        return hull

    def _distance(self, point: Point) -> float:
        dx, dy = point.x - self.tip.x, point.y - self.tip.y
        along = dx * math.cos(self.turn) + dy * math.sin(self.turn)
        beside = abs(dy * math.cos(self.turn) - dx * math.sin(self.turn))
        sine, cosine = math.sin(self.half_angle), math.cos(self.half_angle)
        down = along * cosine + beside * sine
        if down >= self.middle * cosine:
            return math.hypot(along - self.middle, beside) - self.round
        if down <= 0:
            return math.hypot(along, beside)
        return beside * cosine - along * sine


def disc_extent(radius: Length) -> Extent:
    """Return the extent of a round marker about its centre."""
    return lambda angle: float(radius)


def reached(origin: Point, base: Footprint, extent: Extent, walls: Sequence[Segment]) -> bool:
    """Tell whether a straight line from the origin meets a part of a base within the extent, before a wall.

    Lines are tried between all angles at which what is met changes, so that discs are judged exactly; a line
    that only grazes a wall's end is no line (WO-TPL-4).
    """
    near, angles, span = _entry(origin, base)
    if near is None:
        return True
    walls = _between(origin, base, walls)
    low, high = span
    middle = (low + high) / 2
    tries = [low, high, middle, *(a for a in angles if low < a < high)]
    tries += [low + (high - low) * n / _STEPS for n in range(_STEPS)]
    for a, b in walls:
        ends = [math.atan2(p.y - origin.y, p.x - origin.x) for p in (a, b)]
        meets = _on_circle(base, a, b) if base.is_disc else ()
        ends += [math.atan2(y - origin.y, x - origin.x) for x, y in meets]
        tries += [near_middle for near_middle in (_beside(end, middle) for end in ends)]
    inside = sorted(angle for angle in tries if low - 1e-12 <= angle <= high + 1e-12)
    probes = [middle, *((one + other) / 2 for one, other in pairwise(inside))]
    for angle in probes:
        start = near(angle)
        if start is None or start > extent(angle) + _ROUNDED:
            continue
        if all(_met(origin, angle, a, b) > start - _CLOSE for a, b in walls):
            return True
    return False


def _between(origin: Point, base: Footprint, walls: Sequence[Segment]) -> list[Segment]:
    """Return the walls that some line from the origin to the base may meet: those in the box round both."""
    reach = base.reach + 1
    left, right = min(origin.x, base.at.x - reach), max(origin.x, base.at.x + reach)
    low, high = min(origin.y, base.at.y - reach), max(origin.y, base.at.y + reach)
    return [
        (a, b)
        for a, b in walls
        if min(a.x, b.x) <= right and max(a.x, b.x) >= left and min(a.y, b.y) <= high and max(a.y, b.y) >= low
    ]


def first_stop(start: Point, end: Point, walls: Sequence[Segment]) -> tuple[int, Point] | None:
    """Return which wall a straight path meets first, and where, a unit before it; None for none."""
    length = math.hypot(end.x - start.x, end.y - start.y)
    if not length:
        return None
    angle = math.atan2(end.y - start.y, end.x - start.x)
    met = [(_met(start, angle, a, b), n) for n, (a, b) in enumerate(walls)]
    away, number = min(met, default=(math.inf, 0))
    if away > length:
        return None
    stop = max(0.0, away - 1)
    spot = Point(round(start.x + stop * math.cos(angle)), round(start.y + stop * math.sin(angle)))
    return number, spot


def flooded(origin: Point, base: Footprint, area: BaseGeometry, walls: Sequence[Segment]) -> bool:
    """Tell whether an effect that goes round corners inside an area reaches a base (WO-TPL-4, flood)."""
    lines = [shapely.LineString([(a.x, a.y), (b.x, b.y)]).buffer(1, cap_style="flat") for a, b in walls]
    left: BaseGeometry = area.difference(shapely.union_all(lines)) if lines else area
    spot = shapely.Point(origin.x, origin.y).buffer(3)
    parts: Sequence[BaseGeometry] = list(left.geoms) if hasattr(left, "geoms") else [left]
    body = outline(base)
    return any(part.intersects(spot) and part.intersects(body) for part in parts)


def _entry(
    origin: Point, base: Footprint
) -> tuple[Callable[[float], float | None] | None, list[float], tuple[float, float]]:
    """Return how far it is to a base at an angle, angles at which that bends, and the angles it spans."""
    dx, dy = base.at.x - origin.x, base.at.y - origin.y
    away, towards = math.hypot(dx, dy), math.atan2(dy, dx)
    if base.is_disc:
        if away <= base.radius:
            return None, [], (0.0, 0.0)
        half = math.asin(base.radius / away)

        def disc(angle: float) -> float | None:
            aside = away * math.sin(angle - towards)
            if abs(aside) > base.radius:
                return None
            return away * math.cos(angle - towards) - math.sqrt(base.radius**2 - aside**2)

        return disc, [], (towards - half, towards + half)
    if outline(base).covers(shapely.Point(origin.x, origin.y)):
        return None, [], (0.0, 0.0)
    spots = [(float(x), float(y)) for x, y in corners(base)]
    angles = [_beside(math.atan2(y - origin.y, x - origin.x), towards) for x, y in spots]
    edges = list(zip(spots, (*spots[1:], spots[0]), strict=True))

    def polygon(angle: float) -> float | None:
        found = min(_ray(origin, angle, a, b) for a, b in edges)
        return None if math.isinf(found) else found

    return polygon, angles, (min(angles), max(angles))


def _beside(angle: float, middle: float) -> float:
    """Return the same angle within half a turn of another."""
    return middle + math.remainder(angle - middle, 2 * math.pi)


def _met(origin: Point, angle: float, a: Point, b: Point) -> float:
    return _ray(origin, angle, (a.x, a.y), (b.x, b.y))


def _ray(origin: Point, angle: float, a: tuple[float, float], b: tuple[float, float]) -> float:
    """Return how far along a ray it meets a straight piece, infinity when it does not."""
    ux, uy = math.cos(angle), math.sin(angle)
    ax, ay = a[0] - origin.x, a[1] - origin.y
    ex, ey = b[0] - a[0], b[1] - a[1]
    across = ux * ey - uy * ex
    if abs(across) < 1e-12:
        return math.inf
    along = (ax * ey - ay * ex) / across
    beside = (ax * uy - ay * ux) / across
    return along if along >= -_CLOSE and -1e-9 <= beside <= 1 + 1e-9 else math.inf


def _on_circle(base: Footprint, a: Point, b: Point) -> tuple[tuple[float, float], ...]:
    """Return where the line through a straight piece crosses the rim of a disc."""
    ex, ey = b.x - a.x, b.y - a.y
    length = math.hypot(ex, ey)
    if not length:
        return ()
    ux, uy = ex / length, ey / length
    along = (base.at.x - a.x) * ux + (base.at.y - a.y) * uy
    off = (base.at.x - a.x) * uy - (base.at.y - a.y) * ux
    if abs(off) > base.radius:
        return ()
    half = math.sqrt(base.radius**2 - off**2)
    return tuple((a.x + t * ux, a.y + t * uy) for t in (along - half, along + half))
