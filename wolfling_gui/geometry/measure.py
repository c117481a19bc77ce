"""Distances between bases, and how bases lie to outlines; all results are whole units, rounded once."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import shapely
from shapely.geometry.base import BaseGeometry

from wolfling_gui.core.lengths import Length, Point, Polygon
from wolfling_gui.geometry.footprint import Footprint, corners, extents, outline

SEAM: Length = 1
"""Polygons that lie closer than twice this count as joined: borders between whole units may leave a hair."""


class Nearest(NamedTuple):
    """Hold the closest pair of two groups: their numbers in the groups and the gap in units."""

    a: int
    b: int
    gap: Length


def gap(a: Footprint, b: Footprint) -> Length:
    """Return the horizontal gap between two bases in units, 0 when they touch or overlap (CL-BASE-1)."""
    if a.is_disc and b.is_disc:
        return max(0, _centres(a.at, b.at) - a.radius - b.radius)
    return round(_between(a, b))


def overlap(a: Footprint, b: Footprint) -> Length:
    """Return how deep two bases overlap in units, 0 when they do not (CL-BASE-3).

    The depth is the shortest push that parts them.
    """
    if a.is_disc and b.is_disc:
        return max(0, a.radius + b.radius - _centres(a.at, b.at))
    return max(0, round(-_apart(a, b)))


def gap_to_point(fp: Footprint, point: Point) -> Length:
    """Return the distance from a base's edge to a point in units, 0 for a point under the base."""
    if fp.is_disc:
        return max(0, _centres(fp.at, point) - fp.radius)
    return round(float(shapely.distance(outline(fp), shapely.Point(point.x, point.y))))


def gap_to_segment(fp: Footprint, a: Point, b: Point) -> Length:
    """Return the distance from a base's edge to a straight piece, such as a door, in units (WO-TER-9)."""
    line = shapely.LineString([(a.x, a.y), (b.x, b.y)])
    if fp.is_disc:
        return max(0, round(float(line.distance(shapely.Point(fp.at.x, fp.at.y)))) - fp.radius)
    return round(float(outline(fp).distance(line)))


def gaps(a: Sequence[Footprint], b: Sequence[Footprint]) -> npt.NDArray[np.int64]:
    """Return the gaps between all pairs of two groups as an int64 array of shape (len(a), len(b)) in units.

    Agrees exactly with `gap`: a distance between whole points is never closer than 0.1 / distance to a half
    unit, so rounding does not depend on the last bits of the square root.
    """
    if not a or not b:
        return np.zeros((len(a), len(b)), dtype=np.int64)
    ax, ay, ar = _columns(a)
    bx, by, br = _columns(b)
    between = np.rint(np.hypot(ax[:, None] - bx, ay[:, None] - by)).astype(np.int64)
    found: npt.NDArray[np.int64] = np.maximum(0, between - ar[:, None].astype(np.int64) - br.astype(np.int64))
    odd_a = [i for i, fp in enumerate(a) if not fp.is_disc]
    odd_b = [j for j, fp in enumerate(b) if not fp.is_disc]
    for i in odd_a:
        found[i] = [gap(a[i], other) for other in b]
    for j in odd_b:
        found[:, j] = [gap(other, b[j]) for other in a]
    return found


def nearest_pair(group_a: Sequence[Footprint], group_b: Sequence[Footprint]) -> Nearest:
    """Return the closest pair of two groups, the first of equals (CL-BASE-1).

    Raises ValueError when a group is empty.
    """
    if not group_a or not group_b:
        raise ValueError("the distance between two groups needs at least one base in each")
    table = gaps(group_a, group_b)
    i, j = divmod(int(table.argmin()), len(group_b))
    return Nearest(i, j, int(table[i, j]))


def witness(a: Footprint, b: Footprint) -> tuple[Point, Point]:
    """Return the two closest points of two bases, for drawing what `gap` measures.

    Overlapping bases give one point twice, between them.
    """
    if a.is_disc and b.is_disc:
        dx, dy = b.at.x - a.at.x, b.at.y - a.at.y
        between = math.hypot(dx, dy)
        if between <= a.radius + b.radius:
            reach = (between + a.radius - b.radius) / 2
            part = reach / between if between else 0.0
            middle = Point(round(a.at.x + dx * part), round(a.at.y + dy * part))
            return middle, middle
        start, end = a.radius / between, 1 - b.radius / between
        return (
            Point(round(a.at.x + dx * start), round(a.at.y + dy * start)),
            Point(round(a.at.x + dx * end), round(a.at.y + dy * end)),
        )
    one, other = outline(a), outline(b)
    if one.intersects(other):
        middle = _point(one.intersection(other).centroid)
        return middle, middle
    line = shapely.shortest_line(one, other)
    (x1, y1), (x2, y2) = line.coords
    return Point(round(x1), round(y1)), Point(round(x2), round(y2))


def within(fp: Footprint, polygons: Sequence[Polygon]) -> bool:
    """Tell whether a base lies wholly within a union of polygons, to half a unit (CL-BASE-5)."""
    return outside_by(fp, polygons) == 0


def outside_by(fp: Footprint, polygons: Sequence[Polygon]) -> Length:
    """Return how far a base sticks out of a union of polygons in units, 0 when it is wholly within.

    For discs this is the radius less the depth of the centre inside the border.
    """
    if not polygons:
        return max(1, 2 * fp.reach)
    region = _union(tuple(polygons))
    if fp.is_disc:
        centre = shapely.Point(fp.at.x, fp.at.y)
        if region.covers(centre):
            return max(0, round(fp.radius - float(region.boundary.distance(centre))))
        return fp.radius + round(float(region.distance(centre)))
    base = outline(fp)
    if region.buffer(0.5).covers(base):
        return 0
    rest = base.difference(region)
    return max(1, round(float(shapely.hausdorff_distance(rest.union(region), region))))


def touches_polygon(fp: Footprint, polygon: Polygon) -> bool:
    """Tell whether any part of a base is over an outline; touching its border is not enough (CL-TERR-7)."""
    region = _union((polygon,))
    if fp.is_disc:
        return round(float(region.distance(shapely.Point(fp.at.x, fp.at.y)))) < fp.radius
    return float(outline(fp).intersection(region).area) > 1.0


def off_table_by(fp: Footprint, width: Length, height: Length) -> Length:
    """Return how far a base sticks out over the edge of a table of this size in units, 0 when it does not."""
    east, north = extents(fp)
    beyond = max(
        east - fp.at.x,
        north - fp.at.y,
        fp.at.x + east - width,
        fp.at.y + north - height,
    )
    return max(0, round(beyond))


def union_of(polygons: Sequence[Polygon]) -> BaseGeometry:
    """Return the union of polygons as prepared shapely geometry in units; hairline seams are closed."""
    return _union(tuple(polygons))


@lru_cache(maxsize=4096)
def _union(polygons: tuple[Polygon, ...]) -> BaseGeometry:
    shapes = [shapely.make_valid(shapely.Polygon([(p.x, p.y) for p in corners])) for corners in polygons]
    if len(shapes) == 1:
        region: BaseGeometry = shapes[0]
    else:
        grown = shapely.union_all([shape.buffer(SEAM, join_style="mitre") for shape in shapes])
        region = grown.buffer(-SEAM, join_style="mitre")
    shapely.prepare(region)
    return region


def _centres(a: Point, b: Point) -> Length:
    return round(math.hypot(a.x - b.x, a.y - b.y))


def _columns(fps: Sequence[Footprint]) -> npt.NDArray[np.float64]:
    return np.array([(fp.at.x, fp.at.y, fp.radius) for fp in fps], dtype=np.float64).T


def _apart(a: Footprint, b: Footprint) -> float:
    """Return the signed distance: positive between bases that are apart, minus the depth of an overlap."""
    if a.is_disc or b.is_disc:
        disc, other = (a, b) if a.is_disc else (b, a)
        if other.shape == "hull":
            return _from_hull(other, disc.at) - disc.radius
        shape, centre = outline(other), shapely.Point(disc.at.x, disc.at.y)
        if shape.covers(centre):
            return -float(shape.exterior.distance(centre)) - disc.radius
        return float(shape.distance(centre)) - disc.radius
    distance = float(outline(a).distance(outline(b)))
    return distance if distance > 0 else -_depth(corners(a), corners(b))


def _from_hull(hull: Footprint, point: Point) -> float:
    """Return the distance of a point from a rectangle, minus its depth when it lies inside."""
    turn = math.radians(hull.facing)
    cos, sin = math.cos(turn), math.sin(turn)
    dx, dy = point.x - hull.at.x, point.y - hull.at.y
    along = abs(dx * cos + dy * sin) - hull.half_length
    aside = abs(dy * cos - dx * sin) - hull.radius
    if along <= 0 and aside <= 0:
        return max(along, aside)
    return math.hypot(max(0.0, along), max(0.0, aside))


def _between(a: Footprint, b: Footprint) -> float:
    """Return the distance of two bases of which one is no disc, 0 where they overlap."""
    if math.hypot(a.at.x - b.at.x, a.at.y - b.at.y) <= min(a.radius, b.radius):
        return 0.0
    if a.is_disc or b.is_disc:
        disc, other = (a, b) if a.is_disc else (b, a)
        distance = float(outline(other).distance(shapely.Point(disc.at.x, disc.at.y)))
        return max(0.0, distance - disc.radius)
    return float(outline(a).distance(outline(b)))


def _depth(a: npt.NDArray[np.float64], b: npt.NDArray[np.float64]) -> float:
    """Return the shortest push that parts two convex polygons, over all normals of their edges."""
    edges = np.concatenate((np.roll(a, -1, axis=0) - a, np.roll(b, -1, axis=0) - b))
    normals = np.column_stack((edges[:, 1], -edges[:, 0])) / np.hypot(edges[:, 0], edges[:, 1])[:, None]
    on_a, on_b = normals @ a.T, normals @ b.T
    pushes = np.minimum(on_a.max(axis=1) - on_b.min(axis=1), on_b.max(axis=1) - on_a.min(axis=1))
    return max(0.0, float(pushes.min()))


def _point(point: BaseGeometry) -> Point:
    return Point(round(shapely.get_x(point)), round(shapely.get_y(point)))
