"""Keys that players choose: which are free, which are refused and why, and where a changed one shows."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel

from tests.ui.play import press, settle
from wolfling_gui.core.actions import EndStep
from wolfling_gui.ui import own_keys
from wolfling_gui.ui.dialogs.keys import KeysDialog
from wolfling_gui.ui.main_window import MainWindow
from wolfling_gui.ui.settings import Settings
from wolfling_gui.ui.theme import theme
from wolfling_gui.ui.widgets import KeyCap

CONTROL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def keys(window):
    dialog = KeysDialog(window.commands, window.settings, window)
    dialog.show()
    settle()
    return dialog


@pytest.mark.parametrize(
    ("command", "wanted", "why"),
    [
        ("theme", "F1", "F1 is the key of “Help for this moment” already; press another."),
        ("theme", "F6", "F6 is the key of “Next part of the window” already; press another."),
        ("theme", "Ctrl+Y", "Ctrl Y is the key of “Redo” already; press another."),
        ("theme", "Ctrl+Shift+Z", "Ctrl Shift Z is the key of “Redo” already; press another."),
        ("theme", "Return", "Enter does the same everywhere and stays as it is; press another."),
        ("theme", "3", "3 does the same everywhere and stays as it is; press another."),
        ("tool_move", "V", "V is the key of “Select” already; press another."),
        ("theme", "W", "W alone is typed into fields; press it with Ctrl or Alt, or take a key such as F2."),
        ("theme", "Shift+W", "Shift W alone is typed into fields; press it with Ctrl or Alt, or take a key "
         "such as F2."),
        ("theme", "", "That is no key a command can have; press another."),
    ],
)  # fmt: skip
def test_a_key_that_cannot_be_had_is_refused_in_one_sentence(window, command, wanted, why):
    assert own_keys.why_not(window.commands, command, wanted) == why


@pytest.mark.parametrize(
    ("command", "wanted"),
    [("theme", "Ctrl+Alt+9"), ("tool_move", "W"), ("from_there", "J"), ("theme", "Ctrl+T")],
)
def test_a_free_key_is_taken(window, command, wanted):
    assert own_keys.why_not(window.commands, command, wanted) == ""


def test_a_changed_key_works_and_shows_at_once(playing):
    window = playing
    window.desk.perform(EndStep())
    own_keys.give(window.commands, window.settings, "undo", "Ctrl+G")
    settle()
    assert window.settings.keys == {"undo": "Ctrl+G"}
    assert "(Ctrl G)" in window.commands["undo"].toolTip()
    assert "(Ctrl G)" in window.strip.findChild(object, "bar_undo").toolTip()
    caps = [cap.text() for cap in window.guide.findChildren(KeyCap) if cap.isVisible()]
    assert "Ctrl G" in caps
    assert "Ctrl Z" not in caps
    press(window, Qt.Key.Key_Z, CONTROL)
    assert window.desk.battle.clock.step != "shooting"
    press(window, Qt.Key.Key_G, CONTROL)
    assert window.desk.battle.clock.step == "shooting"
    own_keys.give(window.commands, window.settings, "undo", "Ctrl+Z")
    assert window.settings.keys == {}


def test_the_key_of_the_facts_is_taken_where_letters_are_orders(playing):
    own_keys.give(playing.commands, playing.settings, "facts", "U")
    playing.desk.select("blue-breachers")
    playing.desk.set_target("orange-riflemen")
    playing.guide.main.setFocus()
    press(playing, Qt.Key.Key_F)
    assert not playing.facts.isVisible()
    press(playing, Qt.Key.Key_U)
    assert playing.facts.isVisible()


def test_kept_keys_come_back_and_those_that_clash_do_not(look, qtbot):
    kept = {"undo": "Ctrl+Y", "redo": "Ctrl+Z", "theme": "Ctrl+N", "gone": "Ctrl+R", "luck": "Return"}
    window = MainWindow(Settings(keys=kept))
    qtbot.addWidget(window)
    keys = {name: window.commands[name].shortcut() for name in ("undo", "redo", "theme", "luck")}
    # Two that changed places do not clash.
    assert keys == {
        "undo": QKeySequence("Ctrl+Y"),
        "redo": QKeySequence("Ctrl+Z"),
        "theme": QKeySequence("Ctrl+T"),
        "luck": QKeySequence("Ctrl+U"),
    }
    assert window.settings.keys == {"undo": "Ctrl+Y", "redo": "Ctrl+Z"}


def test_a_key_is_chosen_in_the_dialog(window, keys):
    button = keys.buttons["theme"]
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert button.text() == "Press a key"
    QTest.keyClick(button, Qt.Key.Key_Z, CONTROL)
    assert keys.problem.text() == "Ctrl Z is the key of “Undo” already; press another."
    assert button.waiting
    QTest.keyClick(button, Qt.Key.Key_Tab)
    assert "stays as it is" in keys.problem.text()
    QTest.keyClick(button, Qt.Key.Key_G, CONTROL | Qt.KeyboardModifier.AltModifier)
    assert not keys.problem.isVisible()
    assert (button.waiting, button.keys()) == (False, "Ctrl Alt G")
    assert window.commands["theme"].shortcut() == QKeySequence("Ctrl+Alt+G")
    keys.close()
    window.activateWindow()
    settle()
    dark = theme().palette.dark
    press(window, Qt.Key.Key_G, CONTROL | Qt.KeyboardModifier.AltModifier)
    assert theme().palette.dark != dark


def test_esc_leaves_a_key_and_the_next_button_waits_alone(keys):
    first, second = keys.buttons["theme"], keys.buttons["undo"]
    QTest.mouseClick(first, Qt.MouseButton.LeftButton)
    QTest.mouseClick(second, Qt.MouseButton.LeftButton)
    assert (first.waiting, second.waiting) == (False, True)
    QTest.keyClick(second, Qt.Key.Key_Escape)
    assert not second.waiting
    assert keys.isVisible()
    assert second.keys() == "Ctrl Z"


def test_all_keys_go_back(window, keys):
    assert not keys.as_shipped.isEnabled()
    keys.give("theme", "Ctrl+G")
    keys.give("luck", "Ctrl+Alt+L")
    assert keys.as_shipped.isEnabled()
    keys.as_shipped.click()
    assert window.settings.keys == {}
    assert keys.buttons["theme"].keys() == "Ctrl T"
    assert window.commands["luck"].shortcut() == QKeySequence("Ctrl+U")


def test_the_dialog_tells_how_to_change_a_key(keys):
    assert any("then the key you want" in label.text() for label in keys.findChildren(QLabel))
