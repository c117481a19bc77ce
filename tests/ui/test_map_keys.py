"""The map by keys alone."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication

from tests.ui.deck import HIDDEN, MINE, THEIRS, deck_session
from wolfling_gui.ui.battle_view import BattleView
from wolfling_gui.ui.desk import Desk
from wolfling_gui.ui.map_keys import STEP
from wolfling_gui.ui.scene import overlays as o


@pytest.fixture
def view(look, qtbot):
    desk = Desk()
    made = BattleView(desk, {})
    made.desk = desk
    qtbot.addWidget(made)
    made.resize(900, 700)
    made.show()
    made.activateWindow()
    qtbot.waitActive(made)
    desk.open(deck_session())
    made.board.setFocus()
    QApplication.processEvents()
    return made


def test_tab_goes_through_own_units_and_the_targets_of_the_one_in_hand(view, qtbot):
    desk = view.desk
    seen = []
    for _ in range(6):
        qtbot.keyClick(view.board, Qt.Key.Key_Tab)
        seen.append((desk.unit, desk.target))
    assert seen == [
        (MINE, ""),
        (MINE, THEIRS),
        (MINE, "orange-scouts"),
        (MINE, HIDDEN),
        (MINE, "orange-marksman"),
        ("blue-wardens", ""),
    ]
    qtbot.keyClick(view.board, Qt.Key.Key_Tab, Qt.KeyboardModifier.ShiftModifier)
    assert desk.unit == MINE


def test_past_the_last_unit_the_focus_goes_on(view):
    view.desk.select("blue-wardens")
    view.desk.set_target(view.keys.stops()[-1])
    assert not view.keys.walk(1)


def test_arrows_move_a_cursor_that_points(view, qtbot):
    desk = view.desk
    desk.select(MINE)
    model = desk.battle.models[f"{MINE}-1"]
    qtbot.keyClick(view.board, Qt.Key.Key_Right)
    assert desk.cursor == model.place.at.shifted(STEP, 0)
    assert desk.hovered.id == model.id
    assert o.Cursor(desk.cursor) in view.board.board.overlays
    for _ in range(60):
        qtbot.keyClick(view.board, Qt.Key.Key_Up, Qt.KeyboardModifier.ShiftModifier)
    assert desk.cursor.y == desk.battle.table.height
    assert desk.hovered.id == ""


def test_the_mouse_takes_the_cursor_away(view, qtbot):
    qtbot.keyClick(view.board, Qt.Key.Key_Left)
    assert view.keys.overlays
    qtbot.mouseMove(view.board.viewport(), QPoint(200, 200))
    qtbot.mouseMove(view.board.viewport(), QPoint(220, 210))
    assert view.keys.overlays == ()


def test_space_pins_the_card_of_what_the_cursor_points_at(view, qtbot):
    desk = view.desk
    desk.select(MINE)
    desk.hover("model", f"{THEIRS}-1")
    view.show_card()
    qtbot.keyClick(view.board, Qt.Key.Key_Space)
    desk.hover()
    view.flush()
    assert view.card is not None
    assert view.step_back()
    view.flush()
    assert view.card is None


def test_the_arrows_carry_what_was_taken_until_it_is_put_down(view, qtbot):
    desk = view.desk
    desk.open(deck_session("movement"))
    view.board.setFocus()
    qtbot.keyClick(view.board, Qt.Key.Key_Tab)
    assert desk.unit == MINE
    start = desk.battle.models[f"{MINE}-1"].place.at
    view.keys.take_or_put()
    assert view.keys.carries
    for _ in range(4):
        qtbot.keyClick(view.board, Qt.Key.Key_Left)
    assert desk.draft is not None
    view.keys.take_or_put()
    assert not view.keys.carries
    end = desk.draft.paths[f"{MINE}-1"][-1].at
    assert (end.x - start.x, end.y - start.y) == (-4 * STEP, 0)
    qtbot.keyClick(view.board, Qt.Key.Key_Left)
    assert desk.draft.paths[f"{MINE}-1"][-1].at == end
