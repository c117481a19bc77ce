"""The two modes of the window: what each shows, how it fits small screens, and what is remembered."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QApplication, QLabel

from tests.ui.deck import MINE, THEIRS, deck_session, table_session
from tests.ui.play import press, settle
from wolfling_gui.core.actions import DeclaredFacts, RollDice, Shoot
from wolfling_gui.core.lengths import inches
from wolfling_gui.ui.main_window import SMALLEST, MainWindow
from wolfling_gui.ui.settings import load_settings
from wolfling_gui.ui.theme import theme
from wolfling_gui.ui.widgets.buttons import KeyButton


@pytest.mark.parametrize("scale", [1.0, 1.5])
def test_the_companion_fits_the_smallest_screen(window, scale):
    theme().set_scale(scale)
    window.resize(SMALLEST)
    window.open_session(table_session())
    window.desk.select(MINE)
    window.desk.set_target(THEIRS)
    for page in ("request", "table", "reference", "score"):
        window.show_page(page)
        settle()
        least = window.minimumSizeHint()
        assert least.width() <= SMALLEST.width(), page
        assert least.height() <= SMALLEST.height(), page
        assert window.size() == SMALLEST


def test_a_small_companion_has_its_facts_under_the_request(window):
    window.open_session(table_session())
    window.desk.select(MINE)
    window.desk.set_target(THEIRS)
    settle()
    window.resize(1280, 720)
    settle()
    assert window.size() == QSize(1280, 720)
    assert window.docks["facts"].isHidden()
    assert window.companion.isAncestorOf(window.facts)
    assert window.facts.isVisible()
    window.resize(1440, 900)
    settle()
    assert window.docks["facts"].isHidden()
    assert window.facts.isVisible()
    window.desk.declare(Shoot(MINE, THEIRS, facts=DeclaredFacts(inches(10), "clear", "none", 0)))
    window.desk.fire(THEIRS)
    settle()
    assert window.docks["facts"].isVisible()
    assert window.docks["facts"].widget() is window.facts
    window.desk.call_off()
    settle()
    assert window.companion.isAncestorOf(window.facts)
    window.show_page("reference")
    settle()
    assert window.docks["facts"].widget() is window.facts
    assert window.facts.isVisible()


def test_each_mode_remembers_its_panels_and_the_mode_is_kept(playing, qtbot):
    assert playing.mode == "play"
    assert playing.docks["facts"].isHidden()
    press(playing, Qt.Key.Key_F8)
    assert playing.mode == "companion"
    assert playing.settings.mode == "companion"
    assert playing.companion.isVisible()
    playing.toggle_panel("log")
    settle()
    assert playing.docks["log"].isHidden()
    press(playing, Qt.Key.Key_F7)
    assert playing.docks["log"].isVisible()
    assert playing.view.isVisible()
    press(playing, Qt.Key.Key_F8)
    assert playing.docks["log"].isHidden()
    playing.close()
    kept = load_settings()
    assert kept.mode == "companion"
    assert kept.show["companion_log"] is False
    again = MainWindow(kept)
    qtbot.addWidget(again)
    again.show()
    again.resize(1440, 900)
    again.open_session(deck_session())
    settle()
    assert again.mode == "companion"
    assert again.docks["log"].isHidden()


def test_a_battle_at_a_real_table_opens_in_the_companion_and_says_so(window):
    window.open_session(table_session())
    settle()
    assert window.mode == "companion"
    assert window.settings.mode == "play"
    assert not window.desk.app_dice
    said = [label.text() for label in window.menuBar().findChildren(QLabel)]
    assert "Deck Seven raid   ·   at a real table" in said
    window.open_session(deck_session())
    settle()
    assert window.mode == "play"
    assert window.desk.app_dice


def test_only_one_card_asks_in_each_mode(playing):
    playing.desk.set_app_dice(False)
    playing.desk.perform(Shoot(MINE, THEIRS))
    settle()
    small, large = playing.guide.request, playing.companion.request
    assert small is not large
    assert small.field is not None
    assert large.field is None
    playing.set_mode("companion")
    settle()
    assert playing.guide.request is large
    assert small.field is None
    assert QApplication.focusWidget() is large.field
    playing.set_mode("play")
    settle()
    assert playing.guide.request is small
    assert QApplication.focusWidget() is small.field


def test_the_facts_of_a_shot_on_the_map_open_in_the_guide(playing):
    playing.desk.select(MINE)
    playing.desk.set_target(THEIRS)
    settle()
    assert playing.facts.isHidden() or not playing.facts.isVisible()
    press(playing, Qt.Key.Key_F)
    assert playing.facts.isVisible()
    assert playing.guide.isAncestorOf(playing.facts)
    assert playing.facts.rows()["range"].field.hasFocus()
    press(playing, Qt.Key.Key_Escape)
    assert not playing.facts.isVisible()


def test_in_the_companion_dice_are_put_right_in_the_middle(playing):
    playing.desk.set_app_dice(False)
    playing.set_mode("companion")
    playing.desk.perform(RollDice("D6"))
    playing.guide.request.entry.set_faces([3])
    playing.guide.enter()
    settle()
    assert playing.desk.request is None
    playing.guide.ask_to_correct()
    settle()
    assert playing.companion.isAncestorOf(playing.guide.card)
    words = [button.text() for button in playing.guide.findChildren(KeyButton) if button.isVisible()]
    assert "Put a die right…" not in words
    press(playing, Qt.Key.Key_Escape)
    assert playing.guide.card is None
