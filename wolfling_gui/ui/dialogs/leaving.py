"""Ask before a battle is left whose last steps are not on disk."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QDialog, QHBoxLayout, QVBoxLayout, QWidget

from wolfling_gui.ui.widgets import BorderedButton, FlatButton, MainButton, TextLabel, VerdictMark


class LeavingDialog(QDialog):
    """Offer to save a copy, to try again, to leave all the same, or to stay; Esc and closing it stay.

    It closes itself only to stay; whoever opened it closes it when the steps are safe.
    """

    retry_wanted = Signal()
    copy_wanted = Signal()
    given_up = Signal()

    def __init__(self, text: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Leave the battle?"))
        self.setMinimumWidth(580)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(20, 20, 20, 16)
        outer.setSpacing(12)
        head = QHBoxLayout()
        head.setSpacing(10)
        head.addWidget(VerdictMark("refused", 20), 0, Qt.AlignmentFlag.AlignTop)
        self.label = TextLabel(text, "card_title", wrap=True)
        head.addWidget(self.label, 1)
        outer.addLayout(head)
        told = self.tr("Whoever leaves now loses them. A copy elsewhere holds the whole battle.")
        outer.addWidget(TextLabel(told, "body", "text2", wrap=True))
        row = QHBoxLayout()
        row.setSpacing(8)
        self.leave = FlatButton(self.tr("Leave and lose them"))
        self.leave.clicked.connect(self.given_up)
        row.addWidget(self.leave)
        row.addStretch(1)
        self.stay = BorderedButton(self.tr("Stay"))
        self.stay.clicked.connect(self.reject)
        row.addWidget(self.stay)
        self.again = BorderedButton(self.tr("Try again"))
        self.again.clicked.connect(self.retry_wanted)
        row.addWidget(self.again)
        self.copy = MainButton(self.tr("Save a copy elsewhere…"))
        self.copy.setDefault(True)
        self.copy.clicked.connect(self.copy_wanted)
        row.addWidget(self.copy)
        outer.addLayout(row)

    def tell(self, text: str) -> None:
        """Show another sentence, as after a try that failed."""
        self.label.setText(text)
