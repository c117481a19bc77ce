"""Warn over the map, for as long as it is so, that the last steps of the battle are not on disk."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from wolfling_gui.ui.widgets import BorderedButton, Card, TextLabel, VerdictMark


class UnsavedBar(Card):
    """Say what is not on disk and why; offers to try again and to save a copy elsewhere."""

    retry_wanted = Signal()
    copy_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("refused", parent)
        self.setAccessibleName(self.tr("Not on disk"))
        row = QHBoxLayout()
        row.setSpacing(10)
        row.addWidget(VerdictMark("refused", 18), 0, Qt.AlignmentFlag.AlignVCenter)
        self.label = TextLabel("", "body", "text", wrap=True)
        row.addWidget(self.label, 1)
        self.again = BorderedButton(self.tr("Try again"))
        self.again.setToolTip(self.tr("Writes the steps that are missing on disk; nothing is played."))
        self.again.clicked.connect(self.retry_wanted)
        row.addWidget(self.again)
        self.copy = BorderedButton(self.tr("Save a copy elsewhere…"))
        self.copy.setToolTip(self.tr("Writes the whole battle, with the steps that are not on disk."))
        self.copy.clicked.connect(self.copy_wanted)
        row.addWidget(self.copy)
        self.content().addLayout(row)

    def tell(self, text: str) -> None:
        """Show a sentence."""
        self.label.setText(text)
        self.setAccessibleDescription(text)
