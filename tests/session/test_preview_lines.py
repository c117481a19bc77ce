"""What is drawn along a line of sight: stretches of cover, and how much a stopped line is short."""

from __future__ import annotations

import msgspec
import pytest

from tests.builders import Position, bare_table, ruleset
from tests.ui.deck import HIDDEN, MINE, deck_battle
from wolfling_gui.core.actions import Shoot
from wolfling_gui.core.lengths import at, distance, inches
from wolfling_gui.core.terrain import Area, Door, Obstacle, Wall
from wolfling_gui.geometry.through import stretch_at
from wolfling_gui.rules.engine import check
from wolfling_gui.session.explain import explain_finding
from wolfling_gui.session.preview import shot_line
from wolfling_gui.session.sentences.values import margin_text, shortfall_text

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


STONE = Wall("W", at(16, 0), at(16, 14))


@pytest.mark.parametrize(
    ("table", "past", "said"),
    [
        ({"walls": {"W": STONE}}, "end", "short of the wall’s end"),
        (
            {"walls": {"W": STONE, "V": Wall("V", at(16, 14), at(16, 18), state="ruined")}},
            "breach",
            "short of the breach",
        ),
        (
            {
                "walls": {"W": Wall("W", at(16, 0), at(16, 40))},
                "doors": {"D": Door("D", at(16, 13), at(16, 15), state="open")},
            },
            "door",
            "short of the door",
        ),
        (
            {"walls": {"W": STONE, "V": Wall("V", at(17, 14), at(17, 18), state="ruined")}},
            "end",
            "short of the wall’s end",
        ),
    ],
)  # fmt: skip
def test_a_stopped_line_says_what_it_is_short_of(table, past, said):
    finding = line_over(**table).finding
    assert finding.says == "sight.blocked_by_intact_wall_short"
    assert finding.facts["past"] == past
    assert shortfall_text(finding).endswith(said)
    assert shortfall_text(finding).startswith(margin_text(finding))


def test_a_shut_door_is_nothing_to_be_short_of():
    doors = {"D": Door("D", at(16, 13), at(16, 15), state="shut")}
    finding = line_over(walls={"W": Wall("W", at(16, 0), at(16, 20))}, doors=doors).finding
    assert finding.facts["past"] == "end"


def test_the_deck_names_its_breach():
    reason = check(RULES, deck_battle(), Shoot(MINE, HIDDEN)).reasons[0]
    text = explain_finding(reason, deck_battle()).text
    assert text == "Wall W3 blocks every line; the best is 1.3″ short of the breach."
    assert shortfall_text(reason) == "1.3″ short of the breach"
