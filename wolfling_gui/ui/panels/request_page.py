"""Ask large, in the middle of the window, what the guide asks small: for players who look up from a table."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from wolfling_gui.core.battle import Battle
from wolfling_gui.core.requests import Request
from wolfling_gui.session import explain, naming
from wolfling_gui.ui.desk import Desk
from wolfling_gui.ui.panels.breakdown import BreakdownTable
from wolfling_gui.ui.panels.request import RequestCard
from wolfling_gui.ui.widgets import (
    Hairline,
    RuleChip,
    SectionHead,
    Segment,
    Segmented,
    SidePlate,
    TextLabel,
)

VOLLEY = ("roll.to_hit", "roll.to_wound", "roll.save")
"""The rolls of a volley in their order."""
NUMBER_WIDTH = 150


class RequestPage(RequestCard):
    """Show the question that waits as the large card of the companion."""

    LARGE = True

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(desk, parent)
        self.content().setContentsMargins(20, 16, 20, 18)
        self.content().setSpacing(14)

    def _head(self, battle: Battle, request: Request[object], words: explain.RequestWords) -> None:
        side = battle.side_index(request.side) if request.side in {s.id for s in battle.sides} else 0
        row = QHBoxLayout()
        row.setSpacing(12)
        row.addWidget(SidePlate(side, naming.side_name(battle, request.side), 26))
        column = QVBoxLayout()
        column.setSpacing(2)
        column.addWidget(TextLabel(words.title, "request_title", f"side{side % 4}", wrap=True))
        line = QHBoxLayout()
        line.setSpacing(8)
        line.addWidget(TextLabel(words.detail, "body", "text2", wrap=True), 1)
        chip = RuleChip(words.rule)
        chip.opened.connect(self.opened)
        line.addWidget(chip, 0, Qt.AlignmentFlag.AlignTop)
        column.addLayout(line)
        row.addLayout(column, 1)
        if request.says in VOLLEY:
            here = VOLLEY.index(request.says)
            names = (self.tr("To hit"), self.tr("To wound"), self.tr("Save"))
            steps = Segmented(
                [Segment(name, done=n < here) for n, name in enumerate(names)],
                here,
                steps=True,
                read_only=True,
            )
            steps.set_label(self.tr("Step of the volley"))
            steps.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
            row.addWidget(steps, 0, Qt.AlignmentFlag.AlignTop)
        self._rows.addLayout(row)
        self._rows.addWidget(Hairline())

    def _place_numbers(self, words: explain.RequestWords, table: BreakdownTable | None) -> None:
        if not words.needed and table is None:
            self._rows.addWidget(TextLabel(self.tr("Type the dice, as they lie"), "card_title"))
            return
        row = QHBoxLayout()
        row.setSpacing(18)
        if words.needed:
            column = QVBoxLayout()
            column.setSpacing(0)
            head = SectionHead(self.tr("Dice in all") if self._adds_up else self.tr("Each die needs"))
            number = TextLabel(words.needed, "needed_number", "accent")
            labels = [head, number]
            labels += [TextLabel(text, "body", "text2") for text in (words.expected, words.likely) if text]
            for label in labels:
                label.setAlignment(Qt.AlignmentFlag.AlignHCenter)
                label.setMinimumWidth(self.look.px(NUMBER_WIDTH))
                column.addWidget(label)
            column.addStretch(1)
            row.addLayout(column)
            row.addWidget(Hairline(vertical=True))
        if table is not None:
            row.addWidget(table, 1, Qt.AlignmentFlag.AlignTop)
        else:
            row.addStretch(1)
        self._rows.addLayout(row)
        self._rows.addWidget(Hairline())
        self._rows.addWidget(TextLabel(self.tr("Type the dice, in any order, as they lie"), "card_title"))
