"""Say in the guide how the last action came out, until the next one is done."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from wolfling_gui.session.outcome import outcome
from wolfling_gui.ui import words
from wolfling_gui.ui.desk import Desk
from wolfling_gui.ui.panels.guide_parts import Block
from wolfling_gui.ui.widgets import RuleChip, TextLabel


class OutcomeBlock(Block):
    """Tell the last outcome in a line with its rule; fights have a card of their own."""

    rule_opened = Signal(str)

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self._desk = desk
        self.head.setText(self.tr("Last outcome"))
        self.head.show()
        self._shown: object = None

    def refresh(self) -> None:
        """Tell how the last action came out, unless a question, a plan or the past has the guide."""
        desk, session = self._desk, self._desk.session
        step = session.undo_step if session is not None else None
        busy = desk.request is not None or desk.looking_back or desk.draft is not None
        if busy or desk.battle is None or desk.battle.clock.over or desk.course() is not None:
            step = None
        if step is self._shown:
            return
        self._shown = step
        self.clear()
        if step is None or session is None:
            return
        catalogue = session.rules.catalogue
        for said in outcome(session):
            holder = QWidget()
            row = QHBoxLayout(holder)
            row.setContentsMargins(0, 0, 0, 0)
            row.setSpacing(8)
            row.addWidget(TextLabel(said.text, "small", "text", wrap=True), 1)
            for rule in said.rules[:1]:
                chip = RuleChip(rule, words.chip_style(rule, catalogue))
                chip.opened.connect(self.rule_opened)
                row.addWidget(chip, 0, Qt.AlignmentFlag.AlignTop)
            self.add(holder)
