"""Zones, their corners and objectives are moved within the table, and what is wrong with them is named."""

from __future__ import annotations

import pytest

from wolfling_gui.core.lengths import Point, at, inches
from wolfling_gui.core.table import Table
from wolfling_gui.core.terrain import Area, DeploymentZone, Marker, Wall
from wolfling_gui.session import arranging
from wolfling_gui.session.arranging import Outline

FIRST, SECOND = Outline(0, 0), Outline(1, 0)


def box(west: float, south: float, east: float, north: float) -> tuple[Point, ...]:
    return (at(west, south), at(east, south), at(east, north), at(west, north))


@pytest.fixture
def table() -> Table:
    zones = (DeploymentZone("a", (box(0, 0, 6, 20),)), DeploymentZone("b", (box(24, 0, 30, 20),)))
    return Table(inches(30), inches(20), deployment=zones, objectives={"O1": Marker("O1", at(15, 10))})


def kinds(table: Table) -> list[tuple[str, bool]]:
    return [(snag.what, snag.forbids) for snag in arranging.snags(table, ("a", "b"))]


def test_a_zone_moves_whole_and_stops_at_the_edge(table: Table) -> None:
    moved = arranging.zone_moved(table, FIRST, inches(2), inches(5))
    assert arranging.polygon_of(moved, FIRST) == box(2, 0, 8, 20)
    assert moved.deployment[1] is table.deployment[1]
    assert arranging.polygon_of(arranging.zone_moved(table, SECOND, inches(9), 0), SECOND) == box(
        24, 0, 30, 20
    )


def test_corners_move_come_and_go(table: Table) -> None:
    moved = arranging.corner_moved(table, FIRST, 1, at(8, -3))
    assert arranging.polygon_of(moved, FIRST)[1] == at(8, 0)
    more = arranging.corner_added(table, FIRST, 3)
    assert arranging.polygon_of(more, FIRST)[4] == at(0, 10)
    assert arranging.corner_removed(more, FIRST, 4) == table
    three = arranging.corner_removed(table, FIRST, 0)
    assert arranging.corner_removed(three, FIRST, 0) is three


def test_objectives_move_come_and_go(table: Table) -> None:
    moved = arranging.objective_moved(table, "O1", at(99, 4))
    assert moved.objectives["O1"].at == at(30, 4)
    more, name = arranging.objective_added(table, at(3, 3))
    assert name == "O2"
    assert arranging.objective_removed(more, "O2").objectives == table.objectives


def test_nothing_speaks_against_a_sound_table(table: Table) -> None:
    assert arranging.snags(table, ("a", "b")) == ()


def test_crossing_small_overlapping_and_missing_zones_are_named(table: Table) -> None:
    crossed = arranging.corner_moved(table, FIRST, 1, at(3, 30))
    crossed = arranging.corner_moved(crossed, FIRST, 2, at(6, 0))
    assert ("crosses", True) in kinds(crossed)
    small = arranging.with_polygon(table, FIRST, box(0, 0, 1, 1))
    assert kinds(small) == [("small", True)]
    assert kinds(arranging.zone_moved(table, FIRST, inches(20), 0)) == [("overlap", False)]
    touching = arranging.zone_moved(table, FIRST, inches(18), 0)
    assert kinds(touching) == []
    assert [s.about for s in arranging.snags(table, ("a", "b", "c"))] == [("c",)]


def test_objectives_in_walls_rock_air_and_each_other_are_named(table: Table) -> None:
    walled = table.with_wall(Wall("W1", at(15, 0), at(15, 20)))
    assert kinds(walled) == [("in_wall", False)]
    rock = Table(
        table.width, table.height, areas={"P": Area("P", box(14, 9, 16, 11), terrain="impassable")},
        objectives=table.objectives, deployment=table.deployment,
    )  # fmt: skip
    assert kinds(rock) == [("impassable", False)]
    assert kinds(arranging.objective_moved(table, "O1", at(15, 10), 2)) == [("no_floor", True)]
    more, _ = arranging.objective_added(table, at(15.5, 10))
    assert kinds(more) == [("objectives_touch", False)]
