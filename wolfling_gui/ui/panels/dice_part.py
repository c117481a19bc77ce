"""Take the dice that an action asks for: typed, or rolled by the app where some are missing."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from wolfling_gui.core.requests import Roll
from wolfling_gui.ui.desk import Desk
from wolfling_gui.ui.panels.pool_entry import PoolEntry
from wolfling_gui.ui.panels.scatter import LandingPart


class DicePart(QWidget):
    """Hold the field for the dice of a roll, and where the shot lands by them if it scatters.

    `readied(ready)` tells whether the dice can be taken, `said(text)` what is wrong with them, empty for
    nothing; `opened(rule)` comes from a chip.
    """

    readied = Signal(bool)
    said = Signal(str)
    opened = Signal(str)

    def __init__(self, desk: Desk, request: Roll, large: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        self.entry = PoolEntry(request.dice.count, request.needed, request.says, large)
        self.entry.changed.connect(self.refresh)
        self.entry.taken.connect(self.take)
        self.entry.roll_wanted.connect(self.roll_missing)
        column.addWidget(self.entry)
        if desk.scattering() is not None:
            landing = LandingPart(desk)
            landing.opened.connect(self.opened)
            column.addWidget(landing)

    def refresh(self) -> None:
        """Tell the desk what is typed, and whether it can be taken."""
        self._desk.set_typed(self.entry.faces if self.entry.ready else ())
        self.readied.emit(self.entry.ready)
        self.said.emit("")

    def offer_old(self) -> None:
        """Put the old dice into the field where an earlier die was put right and only their count changed."""
        old = self._desk.session.offered if self._desk.session is not None else None
        if isinstance(old, list | tuple):
            self.entry.set_faces(old[: self.entry.missing])
            self.said.emit(self.tr("These are the dice from before; put right what is different now."))

    def take(self) -> None:
        """Give the typed dice as the answer, if they are right."""
        entry = self.entry
        if not entry.ready:
            self.said.emit(entry.words())
            return
        typed = entry.typed
        self.said.emit(self._desk.give(list(entry.faces), rolled=typed < len(entry.faces), typed=typed))

    def roll_missing(self) -> None:
        """Let the app roll the dice that are missing: all of them are taken at once, some are shown first."""
        entry, session = self.entry, self._desk.session
        if session is None:
            return
        if not entry.faces and not entry.field.pool().wrong:
            self._desk.roll()
            return
        rolled = session.app_answer()
        if entry.missing > 0 and not entry.field.pool().wrong and isinstance(rolled, list):
            entry.complete(rolled[len(entry.faces) :])
        elif not entry.ready:
            self.said.emit(entry.words())
