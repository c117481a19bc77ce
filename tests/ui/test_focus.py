"""The keyboard: Tab reaches everything, and the focus never falls to where nobody put it."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication

from tests.ui.deck import MINE, THEIRS, deck_session, set_up_session
from tests.ui.play import settle
from wolfling_gui.core.actions import EndStep, Shoot
from wolfling_gui.core.requests import Allocate, Roll
from wolfling_gui.ui.focus import stops, takes_focus


def question(window):
    window.desk.set_app_dice(False)
    window.open_session(deck_session())
    window.desk.perform(Shoot(MINE, THEIRS))


def sharing(window):
    window.open_session(deck_session())
    window.desk.perform(Shoot(MINE, THEIRS))
    assert isinstance(window.desk.request, Allocate)


STATES = {
    "set-up": lambda window: window.open_session(set_up_session()),
    "movement": lambda window: window.open_session(deck_session("movement")),
    "question": question,
    "sharing": sharing,
}


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("size", [(1440, 900), (1280, 720)])
def test_tab_reaches_every_button_and_comes_round(window, state, size):
    window.resize(*size)
    STATES[state](window)
    settle()
    window.strip.findChild(QAbstractButton, "bar_tool_select").setFocus()
    first = QApplication.focusWidget()
    seen = [first]
    for _ in range(200):
        QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
        settle(1)
        focused = QApplication.focusWidget()
        if focused is first:
            break
        if focused not in seen:
            seen.append(focused)
    assert QApplication.focusWidget() is first
    buttons = [b for b in window.findChildren(QAbstractButton) if takes_focus(b)]
    assert len(buttons) > 8
    assert [b for b in buttons if b not in seen] == []


def test_shift_tab_goes_the_other_way(window):
    window.open_session(deck_session("movement"))
    settle()
    order = [widget for part in window.parts() for widget in stops(part)]
    order[3].setFocus()
    QTest.keyClick(order[3], Qt.Key.Key_Backtab)
    assert QApplication.focusWidget() is order[2]


def test_everything_that_takes_the_focus_has_a_name(window):
    for make in STATES.values():
        make(window)
        window.desk.set_app_dice(True)
        settle()
        for part in window.parts():
            for widget in stops(part):
                words = widget.text() if isinstance(widget, QAbstractButton) else ""
                assert widget.accessibleName() or words, widget


def test_after_a_question_the_map_has_the_focus(window):
    question(window)
    settle()
    field = window.guide.request.field
    assert QApplication.focusWidget() is field
    QTest.keyClicks(field, "1" * window.desk.request.dice.count)
    QTest.keyClick(field, Qt.Key.Key_Return)
    settle()
    while isinstance(window.desk.request, Roll):
        assert QApplication.focusWidget() is window.guide.request.field
        QTest.keyClicks(QApplication.focusWidget(), "1" * window.desk.request.dice.count)
        QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Return)
        settle()
    assert QApplication.focusWidget() is window.view.board
    before = len(window.desk.session.steps)
    QTest.keyClick(window.view.board, Qt.Key.Key_Return)
    settle()
    # Enter did what the guide's button says and took nothing back.
    assert len(window.desk.session.steps) >= before


def test_what_goes_away_under_the_focus_leaves_it_to_the_map(window):
    sharing(window)
    settle()
    plus = next(b for b in window.guide.findChildren(QAbstractButton) if b.accessibleName() == "One more")
    plus.setFocus()
    window.desk.call_off()
    settle()
    assert QApplication.focusWidget() is window.view.board
    window.guide.main.setFocus()
    window.toggle_panel("guide")
    settle()
    assert QApplication.focusWidget() is window.view.board


def test_enter_does_not_put_a_refused_plan_back(window):
    from wolfling_gui.core.actions import Waypoint
    from wolfling_gui.core.lengths import at
    from wolfling_gui.ui.draft import Draft

    window.open_session(deck_session("movement"))
    desk = window.desk
    desk.select(MINE)
    desk.set_draft(Draft("move", MINE, paths={f"{MINE}-1": (Waypoint(at(25, 10), 0),)}))
    settle()
    assert window.guide.main.text() == "Put back"
    assert window.guide.main.keys() == "Esc"
    QTest.keyClick(window.view.board, Qt.Key.Key_Return)
    settle()
    assert desk.draft is not None
    QTest.keyClick(window.view.board, Qt.Key.Key_Escape)
    settle()
    assert desk.draft is None


def test_the_end_says_who_won_and_offers_what_next(window):
    window.open_session(deck_session("assault", 6))
    for _ in range(6):
        if window.desk.battle.clock.over:
            break
        window.desk.perform(EndStep())
    settle()
    guide = window.guide
    assert guide.main.text() == "New battle…"
    look_back = next(b for b in guide.findChildren(QAbstractButton) if b.text() == "Look back in the log")
    look_back.click()
    settle()
    assert QApplication.focusWidget() is window.log.view
