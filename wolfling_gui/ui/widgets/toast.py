"""Say one thing over the window for a while."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, Qt, QTimer
from PySide6.QtWidgets import QFrame, QHBoxLayout, QWidget

from wolfling_gui.ui.widgets.base import Themed
from wolfling_gui.ui.widgets.labels import TextLabel
from wolfling_gui.ui.widgets.marks import MarkKind, VerdictMark, mark_word


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
        self.resize(min(self.sizeHint().width(), max(80, room.width() - 24)), self.sizeHint().height())
        self.move(
            (room.width() - self.width()) // 2, max(0, room.height() - self.height() - self.look.px(16))
        )
