"""How wide a polygon is at its narrowest place."""

from __future__ import annotations

import math

import shapely
from shapely.geometry.base import BaseGeometry

from wolfling_gui.core.lengths import Length, Polygon
from wolfling_gui.geometry.measure import union_of

_Spot = tuple[float, float]
_HAIR = 2.0


def narrowest_width(polygon: Polygon) -> Length:
    """Return the shortest way across a polygon from a corner to a side that faces it, in units (WO-TER-10).

    Only ways that run through the inside count, and never between neighbouring sides, so that a sharp corner
    or a step in a wall does not make a corridor narrow; an alcove counts with its own width.
    """
    ring = [(float(p.x), float(p.y)) for p in polygon]
    ring = [p for i, p in enumerate(ring) if p != ring[i - 1]]
    if len(ring) < 3:
        return 0
    if sum(ring[i - 1][0] * y - x * ring[i - 1][1] for i, (x, y) in enumerate(ring)) < 0:
        ring.reverse()
    region = union_of((polygon,))
    sides = [(ring[i], ring[(i + 1) % len(ring)]) for i in range(len(ring))]
    ways = sorted(
        (math.dist(corner, foot), corner, foot)
        for i, corner in enumerate(ring)
        for j, side in enumerate(sides)
        if i not in (j, (j + 1) % len(ring)) and (foot := _foot(corner, side)) is not None
    )
    for length, corner, foot in ways:
        if _crosses(region, length, corner, foot):
            return round(length)
    left, low, right, high = region.bounds
    return round(min(right - left, high - low))


def _crosses(region: BaseGeometry, length: float, corner: _Spot, foot: _Spot) -> bool:
    """Tell whether a way runs through the inside and ends at the border on both sides.

    A way along a side is moved a hair inwards first: it crosses a rectangle, but not a step in a wall.
    """
    east, north = (foot[0] - corner[0]) / length, (foot[1] - corner[1]) / length
    for aside in (0.0, _HAIR, -_HAIR):
        (ax, ay), (bx, by) = ((x - north * aside, y + east * aside) for x, y in (corner, foot))
        inner = [(ax + east, ay + north), (bx - east, by - north)]
        outer = [(ax - _HAIR * east, ay - _HAIR * north), (bx + _HAIR * east, by + _HAIR * north)]
        if length > _HAIR and region.covers(shapely.LineString(inner)):
            beside = [shapely.Point(spot) for spot in outer]
            middle = shapely.Point((ax + bx) / 2, (ay + by) / 2)
            if region.contains(middle) and not any(region.covers(spot) for spot in beside):
                return True
    return False


def _foot(corner: _Spot, side: tuple[_Spot, _Spot]) -> _Spot | None:
    """Return the nearest point of a side that faces a corner, None where its back is turned."""
    (ax, ay), (bx, by) = side
    dx, dy = bx - ax, by - ay
    if dx * (corner[1] - ay) - dy * (corner[0] - ax) <= 0:
        return None
    part = ((corner[0] - ax) * dx + (corner[1] - ay) * dy) / (dx * dx + dy * dy)
    part = min(1.0, max(0.0, part))
    foot = ax + part * dx, ay + part * dy
    return None if foot == corner else foot
