"""Ways to a table edge: straight, round things, and as near as one gets."""

from __future__ import annotations

import pytest

from wolfling_gui.core.actions import Waypoint
from wolfling_gui.core.lengths import Point, at, inches, to_inches
from wolfling_gui.core.table import Table
from wolfling_gui.core.terrain import Area
from wolfling_gui.geometry.free_space import Blocks, Mover, Obstruction, Thing
from wolfling_gui.geometry.planner import Planner
from wolfling_gui.geometry.retreat import (
    EdgeName,
    first_clear,
    straight_to_edge,
    walked_along,
    way_to_edge,
)

TABLE = Table(inches(40), inches(30))


def planner(x: float, y: float, *rocks: tuple[float, float, float, float], **blocks: object) -> Planner:
    areas = tuple(
        Area(f"X{n}", (at(a, b), at(c, b), at(c, d), at(a, d)), terrain="impassable", area=False)
        for n, (a, b, c, d) in enumerate(rocks)
    )
    found = Blocks(impassable=areas, **blocks)  # type: ignore[arg-type]
    return Planner(TABLE, Mover(1250), found, Waypoint(at(x, y)), inches(70))


@pytest.mark.parametrize(
    ("edge", "length"), [("south", 12.0), ("north", 18.0), ("west", 10.0), ("east", 30.0)]
)
def test_on_open_ground_both_ways_go_straight_until_the_base_touches_the_edge(
    edge: EdgeName, length: float
) -> None:
    there = planner(10, 12)
    for way in (straight_to_edge(there, edge), way_to_edge(there, edge)):
        assert way.reaches
        assert way.length == inches(length) - 1250
        assert len(way.points) == 1


def test_a_rock_ends_the_straight_way_and_is_named() -> None:
    way = straight_to_edge(planner(10, 12, (4, 4, 14, 6)), "south")
    assert not way.reaches
    assert way.length == pytest.approx(inches(6) - 1250, abs=3)
    assert way.blocked_by[0] == Thing("area", "X0")


def test_the_shortest_way_goes_round_the_nearer_end_of_a_rock() -> None:
    way = way_to_edge(planner(10, 12, (4, 4, 14, 6)), "south")
    assert way.reaches
    assert to_inches(way.points[-1].at.x) == pytest.approx(14.492, abs=0.01)
    assert inches(13) < way.length < inches(13.4)


def test_where_nothing_leads_to_the_edge_it_is_the_nearest_place_that_counts() -> None:
    """A wall from side to side with a niche that reaches farther south than the rest."""
    there = planner(10, 12, (0, 4, 25, 6), (28, 4, 40, 6), (24, 2, 29, 4.5))
    way = way_to_edge(there, "south")
    assert not way.reaches
    assert to_inches(way.points[-1].at.y) == pytest.approx(4.5 + 0.492, abs=0.02)
    assert 25 < to_inches(way.points[-1].at.x) < 28
    assert way.blocked_by == (Thing("area", "X2"),)


def test_a_base_that_is_shut_in_has_no_way() -> None:
    there = planner(10, 12, (9, 10, 11, 11), (9, 13, 11, 14), (8, 10, 9, 14), (11, 10, 12, 14))
    way = way_to_edge(there, "south")
    assert not way.reaches
    assert way.length < inches(0.6)


def test_walking_along_a_path_stops_within_a_leg_and_before_a_climb() -> None:
    start = Waypoint(Point(0, 0))
    path = (Waypoint(Point(0, 300)), Waypoint(Point(0, 300), 1), Waypoint(Point(500, 300), 1))
    assert walked_along(start, path, 200) == (Waypoint(Point(0, 200)),)
    assert walked_along(start, path, 0) == ()
    assert walked_along(start, path, 700, per_floor=762) == path[:1]
    assert walked_along(start, path, 1200, per_floor=762) == (*path[:2], Waypoint(Point(138, 300), 1))
    assert walked_along(start, path, 9999, per_floor=762) == path


@pytest.mark.parametrize(("least", "stops"), [(2.0, 2.0), (4.0, 5.984), (9.0, 9.0)])
def test_the_first_place_to_stop_lies_beyond_those_one_ran_through(least: float, stops: float) -> None:
    foe = Obstruction("foe", at(10, 8), inches(1) + 1251)
    there = planner(10, 12, at_end=(foe,))
    way = straight_to_edge(there, "south")
    far = first_clear(there, way.points, inches(least), way.length)
    assert far is not None
    assert to_inches(far) == pytest.approx(stops, abs=0.01)


def test_there_may_be_nowhere_to_stop() -> None:
    foe = Obstruction("foe", at(10, 2), inches(5))
    there = planner(10, 12, at_end=(foe,))
    way = straight_to_edge(there, "south")
    assert first_clear(there, way.points, inches(7), way.length) is None
