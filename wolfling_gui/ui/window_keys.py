"""Take the keys that work wherever the focus is in the window of a battle: 1 to 9, Enter, Esc, R and more."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QAbstractButton, QApplication

if TYPE_CHECKING:
    from wolfling_gui.ui.main_window import MainWindow


def take_key(window: MainWindow, event: QKeyEvent) -> bool:
    """Do what a key asks for; tells whether it is one of these and there is a battle."""
    key, desk, guide = event.key(), window.desk, window.guide
    plain = event.modifiers() in (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier)
    if desk.session is None or guide is None or not plain:
        return False
    if key == Qt.Key.Key_Escape:
        window.step_back()
    elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
        focused = QApplication.focusWidget()
        if isinstance(focused, QAbstractButton) and focused.isEnabled():
            focused.click()
        else:
            guide.enter()
    elif Qt.Key.Key_1 <= key <= Qt.Key.Key_9:
        guide.choose(key - Qt.Key.Key_0)
    elif key == Qt.Key.Key_R and desk.request is not None:
        guide.request.roll_missing()
    elif window.commands.key("facts") == QKeySequence(key).toString() and desk.shot() is not None:
        desk.facts_wanted.emit()
    else:
        return False
    return True
