"""The check of the windows notices what it is there for."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QLabel, QPushButton, QWidget

from tests.prove.fitting import bare, cut
from tests.prove.moments import MOMENTS
from tests.prove.window_checks import keyboard_short
from tests.prove.windows import SCREENS, commands_short, render
from wolfling_gui.ui.commands import Command, Commands
from wolfling_gui.ui.widgets.buttons import BorderedButton


def held(qtbot, *children):
    box = QWidget()
    qtbot.addWidget(box)
    box.resize(300, 200)
    for child in children:
        child.setParent(box)
    box.show()
    return box


def test_a_label_without_room_for_its_words_is_found(look, qtbot):
    label, wrapped = QLabel("Riflemen shoot at Brutes"), QLabel("Riflemen shoot at Brutes, and hit nobody")
    wrapped.setWordWrap(True)
    box = held(qtbot, label, wrapped)
    label.setGeometry(0, 0, 40, 20)
    wrapped.setGeometry(0, 40, 60, 18)
    found = cut(box)
    assert len(found) == 2
    assert "is 40 wide and needs" in found[0]
    assert "is 18 high and needs" in found[1]
    label.setGeometry(0, 0, 290, 20)
    wrapped.setGeometry(0, 40, 290, 60)
    assert cut(box) == []


@pytest.mark.parametrize("kind", [BorderedButton, QPushButton])
def test_a_button_without_room_for_its_words_is_found(look, qtbot, kind):
    button = kind("End the Shooting phase")
    box = held(qtbot, button)
    button.setGeometry(0, 0, 40, 30)
    assert ["button “End the Shooting phase” is 40 wide" in line for line in cut(box)] == [True]
    button.setGeometry(0, 0, 280, 30)
    assert cut(box) == []


def test_a_button_that_sticks_out_is_found(look, qtbot):
    panel, button = QWidget(), QPushButton("Fire")
    box = held(qtbot, panel)
    panel.setGeometry(0, 0, 100, 100)
    button.setParent(panel)
    button.setGeometry(60, 0, 80, 30)
    button.show()
    assert cut(box) == ["“Fire” sticks out of QWidget"]


def test_a_command_without_icon_key_or_words_is_found(look, qtbot):
    box = held(qtbot)
    complete = Command("x", "file", "Do", "Does.", "fox", "F2", lambda: None)
    assert bare(Commands([complete], box)) == []
    keyless = Command("y", "file", "Do", "Does.", "fox", "", lambda: None)
    assert bare(Commands([keyless], box)) == ["command y has no key"]
    assert commands_short() == []


@pytest.mark.parametrize("moment", MOMENTS)
def test_nothing_is_cut_off_in_the_smaller_window(look, qtbot, moment):
    image, lines = render(moment, SCREENS[1], "dark")
    assert lines == []
    assert not image.isNull()


def test_a_battle_that_fails_is_reported(tmp_path):
    broken = tmp_path / "test_broken.py"
    broken.write_text("def test_it():\n    assert False\n", encoding="utf-8")
    (line,) = keyboard_short(str(broken))
    assert "does not reach its score: 1 failed" in line
