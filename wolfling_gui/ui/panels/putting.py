"""Follow models that a question asks to set down: what the rules say of the places they are dragged to."""

from __future__ import annotations

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from wolfling_gui.ui.desk import Desk
from wolfling_gui.ui.panels.discard import clear
from wolfling_gui.ui.panels.verdict_card import FindingRow
from wolfling_gui.ui.widgets import TextLabel

FOLLOW_MS = 40
MOST_ROWS = 5


class PutPart(QWidget):
    """Show what speaks against the places; `judged(allowed)` follows, `opened(rule)` comes from a chip."""

    judged = Signal(bool)
    opened = Signal(str)

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self._shown: object = None
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        told = (
            self.tr("Drag the marker on the map; it is drawn in so far that it touches one that lies.")
            if desk.asks_for_marker
            else self.tr("Places are proposed. Drag a model to another; close to an enemy it is drawn in.")
            if desk.closes_in
            else self.tr("Drag the models to their places on the map. A second click takes one alone.")
        )
        column.addWidget(TextLabel(told, "small", "text2", wrap=True))
        self._rows = QVBoxLayout()
        self._rows.setSpacing(6)
        column.addLayout(self._rows)
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(FOLLOW_MS)
        self._soon.timeout.connect(self.refresh)
        desk.draft_changed.connect(self._follow)
        self.refresh()

    def _follow(self) -> None:
        if not self._soon.isActive():
            self._soon.start()

    def refresh(self) -> None:
        """Show what the rules say now."""
        desk, battle, draft = self._desk, self._desk.battle, self._desk.draft
        if battle is None or draft is None or draft.kind != "put" or draft.verdict is None:
            self.judged.emit(False)
            return
        self.judged.emit(draft.allowed)
        reasons = tuple(f for f in draft.verdict.findings if f.effect == "forbids")
        if reasons == self._shown:
            return
        self._shown = reasons
        clear(self._rows)
        catalogue = desk.rules.catalogue if desk.rules is not None else None
        for finding in reasons[:MOST_ROWS]:
            row = FindingRow(battle, finding, catalogue)
            row.opened.connect(self.opened)
            self._rows.addWidget(row)
