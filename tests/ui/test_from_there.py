"""Looking from somewhere else: by Alt over the map, and by command for players without a mouse."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from tests.ui.deck import HIDDEN, MINE, THEIRS, deck_session
from wolfling_gui.core.changes import digest
from wolfling_gui.core.lengths import at
from wolfling_gui.core.verdict import Finding
from wolfling_gui.ui.marks import short_reason
from wolfling_gui.ui.panels.vantage_card import VantageCard, access_text
from wolfling_gui.ui.scene import overlays as o

ALT = Qt.KeyboardModifier.AltModifier
PLAIN = Qt.KeyboardModifier.NoModifier
IN_C1 = at(13.5, 9.6)


@pytest.fixture
def window(window):
    window.open_session(deck_session("movement"))
    window.view.board.fit()
    QApplication.processEvents()
    window.desk.select(MINE)
    window.view.focus_map()
    return window


def hover(window, place, keys=PLAIN):
    board = window.view.board
    at_ = board.to_view(place)
    where = QPointF(board.viewport().mapToGlobal(at_.toPoint()))
    move = QMouseEvent(
        QMouseEvent.Type.MouseMove, at_, where, Qt.MouseButton.NoButton, Qt.MouseButton.NoButton, keys
    )
    QApplication.sendEvent(board.viewport(), move)
    QApplication.processEvents()


def look_round(window):
    window.view.from_there.look_round()
    window.view.flush()


def shown(window, kind):
    return [value for value in window.view.board.board.overlays if isinstance(value, kind)]


def test_alt_and_hover_shows_what_would_be_seen_and_letting_go_restores(window):
    before = digest(window.desk.battle)
    window.view.flush()
    plain = window.view.board.board.overlays
    hover(window, IN_C1, ALT)
    look_round(window)
    ghosts = {ghost.model: ghost.place for ghost in shown(window, o.Ghost)}
    assert set(ghosts) == set(window.desk.battle.units[MINE].models)
    leader = ghosts[f"{MINE}-1"].at
    assert abs(leader.x - IN_C1.x) < 200
    assert abs(leader.y - IN_C1.y) < 200
    assert len(shown(window, o.View)) == 1
    tags = {tag.anchor: tag.mark for tag in shown(window, o.Tag)}
    assert tags["orange-scouts"] == "legal"
    assert tags[HIDDEN] == "refused"
    assert isinstance(window.view.card, VantageCard)
    hover(window, IN_C1)
    window.view.flush()
    assert window.desk.vantage is None
    assert window.view.board.board.overlays == plain
    assert digest(window.desk.battle) == before


def test_letting_go_of_alt_without_moving_the_mouse_ends_it(window):
    hover(window, IN_C1, ALT)
    assert window.desk.vantage is not None
    QTest.keyRelease(window.guide, Qt.Key.Key_Alt)
    assert window.desk.vantage is None
    assert not window.view.from_there.on


def test_the_command_follows_the_map_cursor_and_esc_ends_it(window, qtbot):
    board = window.view.board
    qtbot.keyClick(board, Qt.Key.Key_L)
    assert window.view.from_there.on
    assert window.commands["from_there"].isChecked()
    first = window.desk.vantage.places[f"{MINE}-1"].at
    qtbot.keyClick(board, Qt.Key.Key_Up, Qt.KeyboardModifier.ShiftModifier)
    second = window.desk.vantage.places[f"{MINE}-1"].at
    assert second.y - first.y == 2540
    qtbot.keyClick(board, Qt.Key.Key_Escape)
    assert window.desk.vantage is None
    assert not window.commands["from_there"].isChecked()
    assert window.desk.unit == MINE


@pytest.mark.parametrize("by_key", [True, False])
def test_the_command_works_wherever_the_focus_is(window, qtbot, by_key):
    window.guide.choices.setFocus()
    if by_key:
        qtbot.keyClick(window.guide.choices, Qt.Key.Key_L)
    else:
        window.commands["from_there"].trigger()
    assert window.view.from_there.on
    assert window.view.board.hasFocus()
    window.view.flush()
    assert isinstance(window.view.card, VantageCard)
    stood = window.desk.vantage.places[f"{MINE}-1"].at
    qtbot.keyClick(window.view.board, Qt.Key.Key_Up)
    assert window.desk.vantage.places[f"{MINE}-1"].at.y - stood.y == 635


def test_selecting_another_unit_ends_it(window):
    window.view.from_there.toggle()
    window.desk.select("blue-wardens")
    assert not window.view.from_there.on


def test_without_a_unit_in_hand_the_command_says_why(window):
    window.desk.select("")
    action = window.commands["from_there"]
    assert not action.isEnabled()
    assert "Take a unit in hand" in action.toolTip()
    hover(window, IN_C1, ALT)
    assert window.desk.vantage is None


def test_the_card_says_whether_the_place_is_in_reach(window):
    desk = window.desk
    desk.look_from(IN_C1)
    assert access_text(desk.vantage).startswith("In reach of this move: 3.")
    desk.look_from(at(21, 9.5))
    assert access_text(desk.vantage).startswith("Out of reach of this move: ")
    desk.look_from(at(9, 14))
    assert access_text(desk.vantage) == "There is no room to stand here."


def test_nothing_is_done_by_a_click_while_looking(window, qtbot):
    before = digest(window.desk.battle)
    hover(window, IN_C1, ALT)
    spot: QPoint = window.view.board.to_view(at(14.2, 20.0)).toPoint()
    assert window.view.board.model_at(QPointF(spot)) == f"{THEIRS}-1"
    qtbot.mouseClick(window.view.board.viewport(), Qt.MouseButton.LeftButton, ALT, spot)
    assert digest(window.desk.battle) == before


def test_a_refused_target_is_tagged_with_what_keeps_it_from_being_shot_at():
    battle = deck_session("movement").battle
    said = {
        says: short_reason(battle, Finding("CL-SHOOT-7", "forbids", says, (f"{MINE}-1",)))
        for says in (
            "shoot.out_of_range",
            "shoot.no_shots_moved",
            "shoot.must_run",
            "sight.none",
            "shoot.once",
        )
    }
    assert list(said.values()) == ["out of range", "has moved", "must run", "no sight", "no shot"]
    asks = Finding("WO-TER-12", "asks", "shoot.zone_unsaid", (MINE, THEIRS))
    assert short_reason(battle, asks) == "facts missing"
