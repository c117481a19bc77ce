"""Preferences: every choice acts at once, is the same as in the menus, and is kept."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QDesktopServices
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMainWindow, QPushButton

from tests.ui.deck import deck_session, table_session
from tests.ui.play import press, settle
from wolfling_gui.ui import own_keys
from wolfling_gui.ui.dialogs.keys import KeysDialog
from wolfling_gui.ui.dialogs.preferences import PreferencesDialog
from wolfling_gui.ui.settings import Settings, load_settings
from wolfling_gui.ui.theme import theme

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def dialog(playing) -> PreferencesDialog:
    press(playing, Qt.Key.Key_Comma, Qt.KeyboardModifier.ControlModifier)
    (found,) = playing.findChildren(PreferencesDialog)
    settle()
    return found


def choose(segmented, place: int) -> None:
    rect = segmented.segment_rect(place).toRect()
    QTest.mouseClick(segmented, LEFT, Qt.KeyboardModifier.NoModifier, rect.center())
    settle()


def test_the_theme_is_that_of_the_menu(playing, dialog):
    assert dialog.theme.current() == 1
    choose(dialog.theme, 2)
    assert not theme().palette.dark
    assert playing.settings.theme == "light"
    playing.commands["theme"].trigger()
    assert dialog.theme.current() == 1
    playing.commands["theme_system"].trigger()
    assert dialog.theme.current() == 0
    choose(dialog.theme, 1)
    assert playing.settings.theme == "dark"


def test_clear_colours_and_motion(playing, dialog):
    blinking = QApplication.cursorFlashTime()
    dialog.clear.click()
    assert theme().clear
    assert playing.commands["clear_palette"].isChecked()
    playing.commands["clear_palette"].trigger()
    assert not dialog.clear.isChecked()
    assert QMainWindow.isAnimated(playing)
    dialog.calm.click()
    assert playing.settings.calm
    assert not QMainWindow.isAnimated(playing)
    assert QApplication.cursorFlashTime() == 0
    dialog.calm.click()
    assert QMainWindow.isAnimated(playing)
    assert QApplication.cursorFlashTime() == blinking


def test_the_text_grows_with_the_slider_and_the_keys(playing, dialog):
    dialog.text.setValue(150)
    assert theme().scale == 1.5
    assert playing.settings.scale == 1.5
    assert dialog.text_told.text() == "150 %"
    dialog.text.setFocus()
    QTest.keyClick(dialog.text, Qt.Key.Key_Left)
    assert theme().scale == 1.45
    playing.commands["text_normal"].trigger()
    assert dialog.text.value() == 100


def test_the_dice_are_those_of_the_toolbar_and_of_new_battles(playing, dialog):
    dialog.show_page("play")
    settle()
    choose(dialog.dice, 1)
    assert not playing.desk.app_dice
    assert not playing.settings.app_dice
    playing.commands["app_dice"].trigger()
    assert dialog.dice.current() == 0
    playing.open_session(table_session())
    settle()
    assert not playing.desk.app_dice
    choose(dialog.dice, 1)
    choose(dialog.dice, 0)
    # The dice of a real table stay with the players.
    assert not playing.desk.app_dice
    playing.open_session(deck_session())
    assert playing.desk.app_dice


def test_what_the_map_shows_is_that_of_the_menu(playing, dialog):
    dialog.show_page("map")
    for name, box in dialog.on_map.items():
        shown = name.removeprefix("show_")
        assert box.isChecked()
        box.click()
        assert playing.settings.show[shown] is False
        assert not playing.commands[name].isChecked()
        playing.commands[name].trigger()
        assert box.isChecked()
    dialog.picture.setValue(20)
    assert playing.settings.backdrop == 0.2
    assert dialog.picture_told.text() == "20 %"


def test_hints_are_switched_off_and_begun_anew(playing, dialog):
    dialog.show_page("play")
    assert playing.guide.hints.hint is not None
    dialog.hints.click()
    assert playing.guide.hints.isHidden()
    assert not playing.commands["hints"].isChecked()
    playing.commands["hints"].trigger()
    assert dialog.hints.isChecked()
    playing.guide.hints.away.click()
    assert playing.settings.hints_done
    assert dialog.hints_anew.isEnabled()
    dialog.hints_anew.click()
    assert playing.settings.hints_done == []
    assert not dialog.hints_anew.isEnabled()


def test_the_keys_are_a_click_away(playing, dialog):
    dialog.show_page("play")
    settle()
    button = next(b for b in dialog.findChildren(QPushButton) if b.text().startswith("Keys of all"))
    button.click()
    (keys,) = playing.findChildren(KeysDialog)
    assert keys.isVisible()
    keys.close()


def test_folders_are_named_and_opened(playing, dialog, monkeypatch):
    opened = []
    monkeypatch.setattr(
        QDesktopServices, "openUrl", lambda url: bool(opened.append(url.toLocalFile())) or True
    )
    dialog.show_page("files")
    settle()
    buttons = [b for b in dialog.findChildren(QPushButton) if b.text() == "Open the folder"]
    for button in buttons:
        button.click()
    assert opened == [folder.as_posix() for folder in dialog.folders]
    assert len(opened) == 3
    assert all(folder.is_dir() for folder in dialog.folders)
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: False)
    buttons[0].click()
    assert str(dialog.folders[0]) in playing.toast.text()


def test_all_is_put_back_when_asked_twice(playing, dialog):
    playing.work.set_scale(1.2)
    playing.work.set_calm(True)
    playing.work.toggle_shown("grid")
    playing.work.choose_dice(False)
    playing.work.toggle_hints()
    playing.toggle_panel("log")
    own_keys.give(playing.commands, playing.settings, "luck", "Ctrl+G")
    dialog.reset.click()
    assert dialog.reset.text() == "Put all back: press again"
    assert theme().scale == 1.2
    dialog.reset.click()
    plain = Settings()
    for name in ("theme", "clear", "scale", "calm", "app_dice", "hints", "hints_done", "keys", "backdrop"):
        assert getattr(playing.settings, name) == getattr(plain, name), name
    assert (theme().mode, theme().clear, theme().scale, theme().calm) == ("system", False, 1.0, False)
    assert playing.desk.app_dice
    assert playing.settings.show.get("grid", True)
    # Panels stay where they were put.
    assert not playing.panel_shown("log")
    assert playing.commands["luck"].shortcut().toString() == "Ctrl+U"
    assert dialog.reset.text() == "Put all back…"


def test_they_are_kept_and_opened_only_once(playing, dialog):
    dialog.calm.click()
    playing.work.show_preferences("map")
    assert len(playing.findChildren(PreferencesDialog)) == 1
    assert dialog.pages.currentItem().text() == "Map"
    dialog.calm.click()
    dialog.text.setValue(110)
    dialog.close()
    assert load_settings().scale == 1.1
    playing.work.show_keys()
    (keys,) = playing.findChildren(KeysDialog)
    keys.give("luck", "Ctrl+Alt+G")
    keys.close()
    assert load_settings().keys == {"luck": "Ctrl+Alt+G"}


def test_they_open_without_a_battle(window):
    window.work.show_preferences()
    (found,) = window.findChildren(PreferencesDialog)
    found.on_map["show_grid"].click()
    assert window.settings.show["grid"] is False
    found.show_page("play")
    settle()
    choose(found.dice, 1)
    assert not window.settings.app_dice
