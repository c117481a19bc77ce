"""Parts of floors: how inner walls split a floor, and zones that overlap where they must not."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import shapely

from wolfling_gui.core.lengths import Length, Point, Polygon
from wolfling_gui.core.table import Table
from wolfling_gui.geometry.measure import union_of

LEAST_PART = 2540 * 2540 / 4
"""Parts of a floor smaller than a quarter of a square inch, in square units, are gaps in drawing."""
SLIVER = 2540 * 2540 / 100
"""Zones that share less than this, in square units, merely touch."""


class Overlap(NamedTuple):
    """Hold two zones of one floor that overlap, and by how many square units."""

    a: str
    b: str
    area: float


def split_floor(polygon: Polygon, walls: Sequence[tuple[Point, Point]]) -> tuple[Polygon, ...]:
    """Return the parts into which walls split a floor, from south-west to north-east (WO-TER-4).

    A wall that does not reach from side to side splits nothing. Without walls it is the floor itself.
    """
    outline = union_of((polygon,))
    lines = [shapely.LineString([(a.x, a.y), (b.x, b.y)]) for a, b in walls if a != b]
    crossing = [line for line in lines if line.intersects(outline)]
    if not crossing:
        return (polygon,)
    noded = shapely.union_all([outline.boundary, *crossing], grid_size=1.0)
    faces = shapely.get_parts(shapely.polygonize([*getattr(noded, "geoms", [noded])]))
    parts = [
        face for face in faces if face.area >= LEAST_PART and outline.covers(face.representative_point())
    ]
    if len(parts) < 2:
        return (polygon,)
    corners = [tuple(Point(round(x), round(y)) for x, y in part.exterior.coords[:-1]) for part in parts]
    return tuple(sorted(corners, key=lambda ring: (min(p.y for p in ring), min(p.x for p in ring))))


def overlapping_zones(table: Table) -> tuple[Overlap, ...]:
    """Return the pairs of zones of one floor that share ground, in the table's order (WO-TER-1).

    Zones that share less than a hundredth of a square inch merely touch.
    """
    zones = [zone for zone in table.zones.values() if len(zone.polygon) > 2]
    shapes = [union_of((zone.polygon,)) for zone in zones]
    tree = shapely.STRtree(shapes)
    found: list[Overlap] = []
    for i, one in enumerate(zones):
        for j in sorted(tree.query(shapes[i]).tolist()):
            if j <= i or zones[j].level != one.level:
                continue
            area = float(shapes[i].intersection(shapes[j]).area)
            if area > SLIVER:
                found.append(Overlap(one.id, zones[j].id, area))
    return tuple(found)


def extent(polygon: Polygon, width: Length) -> Length:
    """Return how long a polygon is along its middle, in units: its area by its narrowest width."""
    return round(float(union_of((polygon,)).area) / width) if width else 0
