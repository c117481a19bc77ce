"""Ask both players whether a refused action is done all the same, in place, under the reasons."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QLineEdit, QWidget

from wolfling_gui.ui.widgets import BorderedButton, Card, FlatButton, TextLabel


class OverruleForm(Card):
    """Take a note and the agreement of both; `agreed(note)` does it, `put_aside` closes the form."""

    agreed = Signal(str)
    put_aside = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("true", parent)
        body = self.content()
        body.addWidget(TextLabel(self.tr("Overrule"), "row_title"))
        body.addWidget(
            TextLabel(
                self.tr("For the two of you to agree. It goes into the log with your note."),
                "small",
                "text2",
                wrap=True,
            )
        )
        self.note = QLineEdit()
        self.note.setPlaceholderText(self.tr("Why, in a few words"))
        self.note.setAccessibleName(self.tr("Note for the log"))
        self.note.setMaxLength(200)
        body.addWidget(self.note)
        self.both = QCheckBox(self.tr("Both agree"))
        body.addWidget(self.both)
        row = QHBoxLayout()
        row.setSpacing(8)
        self.do_it = BorderedButton(self.tr("Do it anyway"), icon_name="overruled")
        self.do_it.setEnabled(False)
        self.do_it.setToolTip(self.tr("Tick that both agree first."))
        row.addWidget(self.do_it)
        leave = FlatButton(self.tr("Leave it"), "Esc")
        row.addWidget(leave)
        row.addStretch(1)
        body.addLayout(row)
        self.both.toggled.connect(self._agree)
        self.do_it.clicked.connect(lambda *_: self.agreed.emit(self.note.text().strip()))
        leave.clicked.connect(self.put_aside)

    def _agree(self, both: bool) -> None:
        self.do_it.setEnabled(both)
        self.do_it.setToolTip("" if both else self.tr("Tick that both agree first."))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Close with Esc; Enter in the note goes on to the tick, and does it once both agree."""
        if event.key() == Qt.Key.Key_Escape:
            self.put_aside.emit()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if self.both.isChecked():
                self.agreed.emit(self.note.text().strip())
            else:
                self.both.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            super().keyPressEvent(event)
            return
        event.accept()
