"""Which zones a path touches: where it starts, passes and ends."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import shapely

from wolfling_gui.core.actions import Waypoint
from wolfling_gui.geometry.measure import union_of
from wolfling_gui.geometry.space import Space


def zones_crossed(space: Space, corners: Sequence[Waypoint]) -> tuple[str, ...]:
    """Return the ids of the zones that a base centre is in anywhere along its path, in the table's order.

    A leg belongs to the level it begins on; a climb adds the zone at its foot and its head. Touching a zone's
    border alone does not count.
    """
    found: set[str] = set()
    for corner in corners:
        found.update(space.zones_at(corner.at, corner.level))
    for a, b in pairwise(corners):
        if a.at == b.at:
            continue
        line = shapely.LineString([(a.at.x, a.at.y), (b.at.x, b.at.y)])
        for zone in space.zones.values():
            if zone.level == a.level and union_of((zone.polygon,)).intersection(line).length > 1:
                found.add(zone.id)
    return tuple(name for name in space.zones if name in found)
