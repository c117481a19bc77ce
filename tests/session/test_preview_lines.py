"""What is drawn along a line of sight: stretches of cover, and how much a stopped line is short."""

from __future__ import annotations

import msgspec
import pytest

from tests.builders import Position, bare_table, ruleset
from tests.ui.deck import HIDDEN, MINE, deck_battle
from wolfling_gui.core.actions import Shoot
from wolfling_gui.core.lengths import at, distance, inches
from wolfling_gui.core.terrain import Area, Obstacle, Wall
from wolfling_gui.geometry.through import stretch_at
from wolfling_gui.rules.engine import check
from wolfling_gui.session.preview import shot_line

RULES = ruleset()
WOOD = Area("A", (at(18, 5), at(26, 5), at(26, 15), at(18, 15)), kind="wood", cover=5)


def line_over(**table):
    position = Position(msgspec.structs.replace(bare_table(), **table))
    position.unit("blue", "blue", [(10, 10)]).unit("orange", "orange", [(22, 10)])
    return shot_line(RULES, position.battle("shooting"), "blue-1", "orange-1")


def test_open_ground_has_no_cover():
    assert line_over().seen
    assert line_over().cover == ()


def test_area_terrain_the_target_stands_in_covers_from_its_edge_on():
    ((start, end),) = line_over(areas={"A": WOOD}).cover
    assert abs(start.x - at(18, 10).x) <= 1
    assert end.x > start.x


def test_a_wood_that_is_only_passed_is_no_cover_of_the_line():
    passed = msgspec.structs.replace(WOOD, polygon=(at(13, 5), at(16, 5), at(16, 15), at(13, 15)))
    assert line_over(areas={"A": passed}).cover == ()


def test_a_barricade_that_hides_a_part_is_shown_where_it_is_crossed():
    barricade = Obstacle("B", (at(20, 5), at(20, 15)), height=inches("0.8"), cover=4)
    ((start, end),) = line_over(obstacles={"B": barricade}).cover
    assert start.x < at(20, 10).x < end.x
    assert distance(start, end) == pytest.approx(2 * inches("0.4"), abs=4)


def test_a_ruined_wall_is_shown_the_same_way():
    ruined = Wall("W", at(20, 5), at(20, 15), state="ruined", height=inches("0.8"))
    assert len(line_over(walls={"W": ruined}).cover) == 1


def test_stretches_end_where_the_line_does():
    assert stretch_at(at(10, 0), at(10, 5), at(0, 2), at("10.1", 2), 2540) == (at(9, 2), at("10.1", 2))
    assert stretch_at(at(10, 0), at(10, 5), at(0, 2), at(9, 2), 2540) is None
    assert stretch_at(at(10, 3), at(10, 5), at(0, 2), at(20, 2), 2540) is None
    assert stretch_at(at(0, 2), at(5, 2), at(0, 2), at(20, 2), 2540) is None


def test_what_is_missing_is_drawn_as_long_as_it_is_said():
    verdict = check(RULES, deck_battle(), Shoot(MINE, HIDDEN))
    reason = verdict.reasons[0]
    (gap,) = (mark.points for mark in reason.marks if mark.about == "short")
    assert distance(*gap) == pytest.approx(reason.value, abs=2)
    wall = deck_battle().table.walls["W3"]
    assert gap[0].x == pytest.approx(wall.a.x, abs=2)
    assert gap[1].x == pytest.approx(wall.a.x, abs=2)
