"""Lay an explained number out as rows: what each step does, its value, why, and by which rule."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QGridLayout, QWidget

from wolfling_gui.session.explain import BreakdownRow
from wolfling_gui.ui.panels.discard import clear
from wolfling_gui.ui.widgets import Hairline, RuleChip, TextLabel


class BreakdownTable(QWidget):
    """Show the rows of a breakdown; `opened(rule)` comes from a chip."""

    opened = Signal(str)

    def __init__(
        self, rows: Sequence[BreakdownRow] = (), parent: QWidget | None = None, *, large: bool = False
    ) -> None:
        super().__init__(parent)
        self._large = large
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(18 if large else 8)
        self._grid.setVerticalSpacing(6 if large else 2)
        self._grid.setColumnStretch(2, 1)
        self.show_rows(rows)

    def show_rows(self, rows: Sequence[BreakdownRow]) -> None:
        """Show other rows."""
        clear(self._grid)
        text: Literal["body", "small"] = "body" if self._large else "small"
        for place, row in enumerate(rows):
            number = 2 * place
            if self._large and place:
                self._grid.addWidget(Hairline(), number - 1, 0, 1, 4)
            dropped, result = row.op == "dropped", row.op == "result"
            word = TextLabel(row.word, text, "text" if result else "text3")
            value = TextLabel(
                row.value_text, "card_title" if self._large else "row_title", "text3" if dropped else "text"
            )
            why = TextLabel(row.text, text, "text3" if dropped else "text2", wrap=True)
            if dropped:
                for label in (value,):
                    font = QFont(label.font())
                    font.setStrikeOut(True)
                    label.setFont(font)
            top = Qt.AlignmentFlag.AlignTop
            self._grid.addWidget(word, number, 0, top)
            self._grid.addWidget(value, number, 1, top)
            self._grid.addWidget(why, number, 2)
            if row.rule:
                chip = RuleChip(row.rule, "house" if row.house else "plain", row.overlay)
                chip.opened.connect(self.opened)
                self._grid.addWidget(chip, number, 3, top | Qt.AlignmentFlag.AlignRight)
        if self.parentWidget() is not None:
            self.setVisible(bool(rows))
