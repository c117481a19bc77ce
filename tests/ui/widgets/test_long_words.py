"""Long words: what becomes of names that no panel has room for."""

from __future__ import annotations

from PySide6.QtCore import QEvent
from PySide6.QtGui import QHelpEvent
from PySide6.QtWidgets import QApplication, QToolTip

from wolfling_gui.ui.widgets import MainButton, TextLabel
from wolfling_gui.ui.widgets.keycap import keycap_size


def test_a_button_without_room_keeps_its_key_and_tells_its_words(look, qtbot):
    words = "End " + "W" * 40
    button = MainButton(words, "Return")
    qtbot.addWidget(button)
    button.setToolTip("Ends it.")
    button.resize(button.sizeHint())
    assert not button.is_cut()
    whole = button.grab().toImage()
    assert button.minimumSizeHint().width() == look.px(270)
    button.setFixedWidth(288)
    button.show()
    assert button.is_cut()
    short = button.grab().toImage()
    cap = keycap_size(button.keys()).width() - 4
    right = look.px(8) + cap
    assert inks(short, short.width() - right, cap) == inks(whole, whole.width() - look.px(16) - cap, cap)
    at = button.rect().center()
    QApplication.sendEvent(button, QHelpEvent(QEvent.Type.ToolTip, at, button.mapToGlobal(at)))
    assert QToolTip.text() == f"{words}\nEnds it."


def inks(picture, left, wide):
    """Return the colours of a part of a picture as wide as this."""
    part = picture.copy(left, 4, wide, picture.height() - 8)
    return {part.pixel(x, y) for x in range(part.width()) for y in range(part.height())}


def test_a_long_word_is_broken_into_lines_and_stays_the_same_word(look, qtbot):
    words = "W" * 40 + ": 2 of 3 units"
    label = TextLabel(words, "small", wrap=True)
    qtbot.addWidget(label)
    assert label.text() == words
    label.setText(words + ".")
    assert label.text() == words + "."
    assert label.minimumSizeHint().width() < look.px(160)
    one_line = TextLabel(words)
    qtbot.addWidget(one_line)
    assert one_line.minimumSizeHint().width() > look.px(160)
