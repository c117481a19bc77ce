"""Share out wounds, casualties or blows: a row with a count for each that can take them."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from wolfling_gui.core.battle import Battle
from wolfling_gui.core.requests import Allocate
from wolfling_gui.session import explain
from wolfling_gui.session.allocating import CASUALTIES, why_no_more
from wolfling_gui.ui.desk import Desk
from wolfling_gui.ui.theme import theme
from wolfling_gui.ui.widgets import ElidedLabel, IconButton, KeyCap, TextLabel
from wolfling_gui.ui.words import plural


class SharingPart(QWidget):
    """Count what each gets; `changed(given_out)` tells whether all is, `refused(why)` why one more is not.

    `more` holds what gives one more to each, in the order of the number keys.
    """

    changed = Signal(bool)
    refused = Signal(object)

    def __init__(self, desk: Desk, battle: Battle, request: Allocate, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk, self._battle, self._request = desk, battle, request
        self.counts = {name: request.least.get(name, 0) for name in request.candidates}
        self.more: list[Callable[[], None]] = []
        self._labels: dict[str, TextLabel] = {}
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        for place, name in enumerate(request.candidates, start=1):
            column.addWidget(self._row(name, str(place) if place <= 9 else ""))
        self._tally = ElidedLabel("", "small", "text2")
        column.addWidget(self._tally)

    def _row(self, name: str, key: str) -> QWidget:
        line = QWidget()
        row = QHBoxLayout(line)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(6)
        if key:
            row.addWidget(KeyCap(key))
        text = explain.candidate_text(self._request, name, self._battle)
        row.addWidget(TextLabel(text, "body", "text", wrap=True), 1)
        add = self._adder(name, 1)
        self.more.append(add)
        less = IconButton("minus", self.tr("One less"), self.tr("Takes one back."), side=28)
        less.clicked.connect(self._adder(name, -1))
        row.addWidget(less)
        count = self._labels[name] = TextLabel("0", "row_title", "text")
        count.setAlignment(Qt.AlignmentFlag.AlignCenter)
        count.setMinimumWidth(theme().px(44))
        row.addWidget(count)
        more = IconButton("plus", self.tr("One more"), self.tr("Gives one more."), side=28)
        more.clicked.connect(add)
        row.addWidget(more)
        return line

    def _adder(self, name: str, step: int) -> Callable[[], None]:
        def add(*_: object) -> None:
            self.add(name, step)

        return add

    def add(self, name: str, step: int) -> None:
        """Give one more, or take one back; `refused` follows where that may not be."""
        against = why_no_more(self._request, self._battle, name, self.counts, step)
        if against is not None:
            self.refused.emit(against)
            return
        self.counts[name] += step
        self.refresh()

    def pick(self, name: str) -> None:
        """Give one more to what was clicked on the map; a second click on a casualty takes it back."""
        picked = self._request.says == CASUALTIES and self.counts[name]
        self.add(name, -1 if picked else 1)

    def refresh(self) -> None:
        """Show the counts, and how much is left to give."""
        self._desk.set_shared(self.counts)
        for name, label in self._labels.items():
            most = self._request.most.get(name)
            text = str(self.counts[name])
            label.setText(
                text if most is None else self.tr("%1 of %2").replace("%1", text).replace("%2", str(most))
            )
        left = self._request.count - sum(self.counts.values())
        self._tally.set_text(
            self.tr("All given out.")
            if not left
            else plural("RequestCard", "1 left to give", "%n left to give", left)
        )
        self.changed.emit(left == 0)

    def given(self) -> dict[str, int]:
        """Return the answer: what each gets, without those that get nothing."""
        return {name: count for name, count in self.counts.items() if count}
