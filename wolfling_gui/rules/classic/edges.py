"""Table edges: which one a side calls its own, and what lies to its left and right."""

from __future__ import annotations

from wolfling_gui.core.battle import Battle, Edge
from wolfling_gui.core.lengths import Length, Point
from wolfling_gui.core.table import Table

EDGES: dict[str, Edge] = {"south": "south", "north": "north", "west": "west", "east": "east"}
"""The table edges by name."""
OPPOSITE: dict[Edge, Edge] = {"south": "north", "north": "south", "west": "east", "east": "west"}
"""The edge across the table."""
LEFT: dict[Edge, Edge] = {"south": "west", "north": "east", "west": "north", "east": "south"}
"""The edge on the left of an owner who looks onto the table from his own."""


AHEAD: dict[Edge, int] = {"east": 0, "north": 90, "west": 180, "south": 270}
"""Where models face that look at a table edge, in degrees anticlockwise from east."""


def ahead(battle: Battle, side: str) -> int:
    """Return where a side's models face that look across the table, in degrees anticlockwise from east."""
    return AHEAD[OPPOSITE[own_edge(battle, side)]]


def own_edge(battle: Battle, side: str) -> Edge:
    """Return the table edge a side calls its own (CL-MOR-7, CL-TURN-6).

    It is the one that was said or taken with a zone; else the edge along which the side's deployment zones
    lie in the narrowest strip; without zones the first side has the south, others the north.
    """
    said = battle.side(side).edge
    if said:
        return said
    corners = [at for _, polygon in battle.table.deployment_polygons(side) for at in polygon]
    if not corners:
        return "south" if battle.side_index(side) == 0 else "north"
    return min(OPPOSITE, key=lambda edge: max(from_edge(battle.table, at, edge) for at in corners))


def from_edge(table: Table, at: Point, edge: Edge) -> Length:
    """Return how far a point lies from a table edge, in units."""
    return {"south": at.y, "north": table.height - at.y, "west": at.x, "east": table.width - at.x}[edge]
