"""Hold the tools of the log: its filter and search, and the card that asks before it goes back."""

from __future__ import annotations

from typing import Literal

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QWidget

from wolfling_gui.ui.widgets import BorderedButton, Card, FlatButton, IconButton, Segmented, TextLabel

Filter = Literal["all", "dice", "refused", "overruled"]
FILTERS: tuple[Filter, ...] = ("all", "dice", "refused", "overruled")


class LogTools(QWidget):
    """Filter and search the log, ask for the replay and the luck ledger; it stands in the dock's title."""

    changed = Signal()
    luck_wanted = Signal()
    replay_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        self.field = QLineEdit()
        self.field.setPlaceholderText(self.tr("Search the log"))
        self.field.setAccessibleName(self.tr("Search the log"))
        self.field.setClearButtonEnabled(True)
        self.field.setMaximumWidth(220)
        self.field.hide()
        self.field.textChanged.connect(self.changed)
        row.addWidget(self.field)
        self.filter = Segmented(
            [self.tr("All"), self.tr("Dice"), self.tr("Refused"), self.tr("Overruled")], 0, height=24
        )
        self.filter.set_label(self.tr("Rows shown"))
        self.filter.chosen.connect(self.changed)
        row.addWidget(self.filter)
        self.replay = IconButton(
            "replay", self.tr("Replay"), self.tr("Steps through the battle from its start."), "Ctrl+R",
            side=24, token="text3",
        )  # fmt: skip
        self.replay.clicked.connect(self.replay_wanted)
        row.addWidget(self.replay)
        self.luck = IconButton(
            "luck", self.tr("Luck"), self.tr("Shows what the dice made against what was to be expected."),
            "Ctrl+U", side=24, token="text3",
        )  # fmt: skip
        self.luck.clicked.connect(self.luck_wanted)
        row.addWidget(self.luck)
        self.search = IconButton(
            "search", self.tr("Search"), self.tr("Shows only rows that hold every word."), side=24,
            token="text3",
        )  # fmt: skip
        self.search.clicked.connect(self.toggle_search)
        row.addWidget(self.search)

    def toggle_search(self) -> None:
        """Open the search field, or close and empty it."""
        shown = self.field.isHidden()
        self.field.setVisible(shown)
        if shown:
            self.field.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            self.field.clear()

    def wanted(self) -> tuple[Filter, str]:
        """Return the filter and the search text."""
        return FILTERS[max(0, self.filter.current())], self.field.text()


class BackCard(Card):
    """Say what going back would take away, and do it when asked once more.

    Where the moment's action had dice, one of them can be put right instead: `correct_wanted`.
    """

    agreed = Signal()
    correct_wanted = Signal()
    put_aside = Signal()

    def __init__(self, steps: int, dice: bool = False, parent: QWidget | None = None) -> None:
        super().__init__("map", parent)
        from wolfling_gui.ui.words import plural

        body = self.content()
        text = plural(
            "BackCard",
            "Going back takes 1 step away. Redo leads forward again.",
            "Going back takes %n steps away. Redo leads forward again.",
            steps,
        )
        row = QHBoxLayout()
        row.setSpacing(10)
        row.addWidget(TextLabel(text, "body"), 1)
        self.go = BorderedButton(self.tr("Go back to here"), icon_name="undo")
        self.go.clicked.connect(self.agreed)
        row.addWidget(self.go)
        if dice:
            right = BorderedButton(self.tr("Put a die right…"), icon_name="edit")
            right.setToolTip(self.tr("Changes a die of this action; what was done after it is played again."))
            right.clicked.connect(self.correct_wanted)
            row.addWidget(right)
        leave = FlatButton(self.tr("Stay"), "Esc")
        leave.clicked.connect(self.put_aside)
        row.addWidget(leave)
        body.addLayout(row)
        body.setContentsMargins(10, 6, 10, 6)
