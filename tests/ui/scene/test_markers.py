"""Names of objectives stay readable beside tokens."""

from __future__ import annotations

import pytest

from tests.ui.deck import deck_battle
from wolfling_gui.core.forces import Place
from wolfling_gui.ui.scene.board import BoardScene
from wolfling_gui.ui.scene.markers import marker_boxes, name_place
from wolfling_gui.ui.theme import theme


@pytest.fixture
def board(look):
    made = BoardScene(theme().palette)
    made.sync(deck_battle())
    return made


def test_a_name_stands_below_its_objective_where_nobody_hides_it(board):
    marker = board.battle.table.objectives["O2"]
    middle = name_place(board, marker)
    centre = board.projection.point(marker.at)
    assert middle.x() == centre.x()
    assert middle.y() > centre.y()
    assert name_place(board, marker, [board.token_rect("orange-marksman-1")]) == middle


def test_a_name_goes_where_no_token_hides_it(board):
    battle = board.battle
    marker = battle.table.objectives["O2"]
    below = marker.at.shifted(0, -2900)
    board.sync(battle.with_place("orange-marksman-1", Place(below)))
    token = board.token_rect("orange-marksman-1")
    middle = name_place(board, marker, [token])
    assert not any(box.intersects(token) for box in marker_boxes(board, marker, middle)[1:])
    shown = board._markers["O2"][1]
    assert shown == middle
