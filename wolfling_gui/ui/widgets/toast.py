"""Say one thing over the window for a while."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QSize, Qt, QTimer
from PySide6.QtWidgets import QFrame, QHBoxLayout, QWidget

from wolfling_gui.ui.widgets.base import Themed
from wolfling_gui.ui.widgets.labels import TextLabel
from wolfling_gui.ui.widgets.marks import MarkKind, VerdictMark, mark_word

MOST_LINES = 4
"""A toast has at most so many lines of its text, and after them one that counts the rest."""
LONGEST_LINE = 300


def fits(text: str) -> bool:
    """Tell whether a toast has room for all of a text."""
    lines = text.splitlines()
    return len(lines) <= MOST_LINES and all(len(line) <= LONGEST_LINE for line in lines)


def shortened(text: str) -> str:
    """Return what a toast has room for: a few lines, none of them endless, and how many more there are."""
    if fits(text):
        return text
    lines = [
        line if len(line) <= LONGEST_LINE else line[: LONGEST_LINE - 1] + "…" for line in text.splitlines()
    ]
    if len(lines) <= MOST_LINES:
        return "\n".join(lines)
    told = QCoreApplication.translate("Toast", "and %1 more").replace("%1", str(len(lines) - MOST_LINES), 1)
    return "\n".join((*lines[:MOST_LINES], told))


class Toast(Themed, QFrame):
    """Say one thing over the window for a while; it never takes the focus and is announced."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setProperty("toast", True)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._mark = VerdictMark("allowed", 16, self)
        self._label = TextLabel("", "body", "text", parent=self)
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 8, 12, 8)
        row.setSpacing(8)
        row.addWidget(self._mark)
        row.addWidget(self._label)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self.hide)
        self.hide()
        self.follow_theme()

    def text(self) -> str:
        """Return what is said."""
        return self._label.text()

    def say(self, text: str, kind: MarkKind | None = None, milliseconds: int = 4000) -> None:
        """Show a sentence with an optional mark at the parent's lower edge; 0 keeps it until ``hide()``."""
        self._mark.setVisible(kind is not None)
        if kind is not None:
            self._mark.set_kind(kind)
        text = shortened(text)
        self._label.setText(text)
        sentence = QCoreApplication.translate("Toast", "%1: %2")
        self.setAccessibleName(
            text if kind is None else sentence.replace("%1", mark_word(kind)).replace("%2", text)
        )
        self.adjustSize()
        self._place()
        self.show()
        self.raise_()
        from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent

        if QAccessible.isActive():
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, self.accessibleName()))
        if milliseconds:
            self._timer.start(milliseconds)
        else:
            self._timer.stop()

    def _place(self) -> None:
        parent = self.parentWidget()
        if parent is None:
            return
        room = parent.rect()
        widest = max(80, room.width() - 24)
        self._label.setWordWrap(False)
        size = self.sizeHint()
        if size.width() > widest:
            self._label.setWordWrap(True)
            size = QSize(widest, self.heightForWidth(widest))
        self.resize(size)
        self.move(
            (room.width() - self.width()) // 2, max(0, room.height() - self.height() - self.look.px(16))
        )
