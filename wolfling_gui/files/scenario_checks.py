"""Check a table as a whole: zones that overlap, doors in no wall, open edges, missing deployment."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from wolfling_gui.core.lengths import Length, Point, inches
from wolfling_gui.core.table import Table
from wolfling_gui.core.terrain import Door, Wall
from wolfling_gui.files.problems import Problems
from wolfling_gui.files.reader import Reader
from wolfling_gui.files.scenario_pieces import shape_of
from wolfling_gui.files.yaml_text import number
from wolfling_gui.geometry.sections import overlapping_zones

_SQUARE = inches(1) ** 2
_SNAP: Length = 127
_SHORT: Length = inches(0.25)
"""An open stretch shorter than this, in units, is a slip of the drawing."""


def check_table(table: Table, where: Mapping[str, Reader], problems: Problems, warnings: Problems) -> None:
    """Note what is wrong with a table in `problems`, and what is odd about it in `warnings`.

    `where` holds the reader of each piece by its id.
    """
    _overlaps(table, where, problems)
    _doors_in_walls(table, where, problems)
    if not len(problems) or problems is warnings:
        _open_edges(table, where, warnings)


def _overlaps(table: Table, where: Mapping[str, Reader], problems: Problems) -> None:
    """Refuse zones of one floor that overlap, naming each and by how much (WO-TER-1)."""
    found: dict[str, list[str]] = {}
    for pair in overlapping_zones(table):
        area = f"{pair.area / _SQUARE:.2f}".rstrip("0").rstrip(".")
        found.setdefault(pair.b, []).append(f"{pair.a} by {area} square inches")
    for name, others in found.items():
        if name in where:
            message = f"The {table.zones[name].kind} {name} overlaps {', '.join(others)}"
            place = where[name].place("polygon")
            problems.add(place, message, "zones of one floor side by side (WO-TER-1)")


def _shapes(table: Table) -> dict[str, shapely.Polygon]:
    return {zone.id: shape_of(zone.polygon) for zone in table.zones.values() if len(zone.polygon) > 2}


def _doors_in_walls(table: Table, where: Mapping[str, Reader], problems: Problems) -> None:
    """Refuse doors whose ends do not both lie in walls."""
    pieces: list[Wall | Door] = [*table.walls.values(), *(d for d in table.doors.values() if d.a != d.b)]
    lines = np.array([_line(piece.a, piece.b) for piece in pieces], dtype=object)
    for door in table.doors.values():
        if door.a == door.b or door.id not in where:
            continue
        holding = [n for n, piece in enumerate(pieces) if piece is not door and piece.level == door.level]
        walls = lines[holding]
        for end in (door.a, door.b):
            gap = shapely.distance(walls, shapely.Point(end.x, end.y)).min() if holding else None
            if gap is not None and gap <= _SNAP:
                continue
            near = "" if gap is None else f"; the nearest is {gap / inches(1):.2f}″ away"
            place = f"[{number(end.x)}, {number(end.y)}]"
            problems.add(
                where[door.id].place(),
                f"The door {door.id} ends at {place}, where there is no wall{near}",
                "a door in a wall, or in a gap between walls",
            )


def _open_edges(table: Table, where: Mapping[str, Reader], warnings: Problems) -> None:
    """Warn of edges of rooms and corridors that have neither a barrier nor a neighbour (WO-TER-1)."""
    shapes = _shapes(table)
    closing: list[tuple[str, int, BaseGeometry]] = [
        ("", piece.level, _line(piece.a, piece.b))
        for pieces in (table.walls, table.doors)
        for piece in pieces.values()
    ]
    closing += [(zone.id, zone.level, shapes[zone.id]) for zone in table.zones.values() if zone.id in shapes]
    tree = shapely.STRtree([shape for _, _, shape in closing])
    for zone in table.zones.values():
        if zone.kind == "section" or zone.id not in where or zone.id not in shapes:
            continue
        rim = shapes[zone.id].exterior
        found = sorted(tree.query(rim, predicate="dwithin", distance=2 * _SNAP).tolist())
        near = [
            shape
            for name, level, shape in (closing[i] for i in found)
            if level == zone.level and name != zone.id
        ]
        left = rim.difference(shapely.union_all([shape.buffer(_SNAP) for shape in near]))
        stretches = [part for part in shapely.get_parts(shapely.line_merge(left)) if part.length > _SHORT]
        for stretch in stretches:
            (x1, y1), (x2, y2) = stretch.coords[0], stretch.coords[-1]
            a, b = (f"[{x / inches(1):.4g}, {y / inches(1):.4g}]" for x, y in ((x1, y1), (x2, y2)))
            warnings.add(
                where[zone.id].place("polygon"),
                f"The edge of {zone.id} is open from {a} to {b}",
                "a wall, a door or another zone there",
                "Outside every zone the rules of open ground are used.",
            )


def _line(a: Point, b: Point) -> shapely.LineString:
    return shapely.LineString([(a.x, a.y), (b.x, b.y)])
