"""The log: filters, search, chips, looking at a moment and going back to it."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QRectF, Qt
from PySide6.QtTest import QSignalSpy

from tests.ui.deck import HIDDEN, MINE
from tests.ui.play import settle
from wolfling_gui.core.actions import EndStep, Shoot
from wolfling_gui.ui.panels.log import LogPanel


@pytest.fixture
def panel(desk, put):
    made = put(LogPanel(desk), 830, 150)
    desk.perform(Shoot(MINE, HIDDEN))
    desk.drop_refusal()
    desk.set_app_dice(False)
    desk.perform(Shoot(MINE, "orange-scouts"))
    desk.give([1] * desk.request.dice.count)
    desk.perform(EndStep())
    settle()
    return made


def texts(panel):
    return [row.text for row in panel.view.rows.rows]


def test_empty_it_says_what_will_be_listed(desk, put):
    made = put(LogPanel(desk), 830, 150)
    assert made._stack.currentWidget() is made._empty
    assert "will be listed here" in made._empty.text()


def test_every_step_and_refusal_has_its_rows(panel):
    rows = panel.view.rows.rows
    assert [r.mark for r in rows] == ["refused", "", "", ""]
    assert rows[0].number == "3.01"
    assert "typed 1 1" in rows[2].text
    assert rows[-1].text == "Turn 3: Blue’s Assault phase began."


def test_filters_and_search_choose_rows(panel, qtbot):
    panel.tools.filter.chosen.emit(panel.tools.filter.set_current(1) or 1)
    assert all(r.faces for r in panel.view.rows.rows)
    assert len(texts(panel)) == 1
    panel.tools.filter.chosen.emit(panel.tools.filter.set_current(2) or 2)
    assert [r.mark for r in panel.view.rows.rows] == ["refused"]
    panel.tools.filter.chosen.emit(panel.tools.filter.set_current(0) or 0)
    panel.tools.toggle_search()
    qtbot.keyClicks(panel.tools.field, "assault began")
    assert texts(panel) == ["Turn 3: Blue’s Assault phase began."]
    qtbot.keyClicks(panel.tools.field, " nowhere")
    assert texts(panel) == []
    assert panel._stack.currentWidget() is panel._empty
    panel.tools.toggle_search()
    assert len(texts(panel)) == 4


def test_a_click_shows_that_moment_and_another_click_now(panel, desk, qtbot):
    view = panel.view
    place = view.visualRect(view.rows.index(1)).center()
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert desk.looking_back
    assert desk.battle.clock.step == "shooting"
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert not desk.looking_back
    assert desk.battle.clock.step == "assault"


def test_a_double_click_says_what_would_go_and_goes_back_only_when_asked(panel, desk, qtbot):
    view = panel.view
    place = view.visualRect(view.rows.index(1)).center()
    qtbot.mouseDClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert panel.asks_back
    assert desk.session.battle.clock.step == "assault"
    assert panel.step_back()
    assert not panel.asks_back
    assert not desk.looking_back
    panel.ask_back(0)
    qtbot.mouseClick(panel._card.go, Qt.MouseButton.LeftButton)
    settle()
    assert desk.session.steps == ()
    assert desk.battle.clock.step == "shooting"
    assert desk.redo()


def test_a_chip_opens_its_rule(panel, desk, qtbot):
    view = panel.view
    index = view.rows.index(2)
    chips = view._delegate.chips(QRectF(view.visualRect(index)), view.rows.rows[2])
    spy = QSignalSpy(panel.rule_opened)
    rule, rect = chips[0]
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=rect.center().toPoint())
    assert spy.count() == 1
    assert spy.at(0)[0] == rule
    assert not desk.looking_back


def test_in_one_line_the_newest_row_stands(panel):
    panel.set_one_line(True)
    assert texts(panel) == ["Turn 3: Blue’s Assault phase began."]
    panel.set_one_line(False)
    assert len(texts(panel)) == 4


def test_the_newest_row_stays_whole_when_the_text_grows(panel, desk, look):
    for _ in range(12):
        desk.perform(EndStep())
        while desk.request is not None:
            desk.roll()
    settle(8)
    view = panel.view
    last = view.rows.index(len(view.rows.rows) - 1)
    assert view.visualRect(last).bottom() <= view.viewport().height()
    try:
        look.set_scale(1.3)
        settle(8)
        assert view.visualRect(last).height() > 23
        assert view.visualRect(last).bottom() <= view.viewport().height()
    finally:
        look.set_scale(1.0)
