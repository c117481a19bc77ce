"""Show how the battle ended: by what, each side's score, who holds each objective, and what is left."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from wolfling_gui.core.battle import Battle
from wolfling_gui.session import naming
from wolfling_gui.session.ending import Ending
from wolfling_gui.session.result import models_of
from wolfling_gui.ui.desk import Desk
from wolfling_gui.ui.panels.guide_parts import Block
from wolfling_gui.ui.panels.objective_list import ObjectiveList
from wolfling_gui.ui.widgets import (
    Card,
    ElidedLabel,
    Hairline,
    RuleChip,
    SectionHead,
    SidePlate,
    TextLabel,
    head_row,
)


class EndCard(Card):
    """Show the final score by side, and by objective where there are any.

    `near` names for each objective the sides with a unit close enough to hold or contest it (CL-MIS-6);
    `verdict` says how it was decided, None where players set the end by agreement. `opened(rule)` comes from
    the chips of the rules that decided it.
    """

    opened = Signal(str)

    def __init__(
        self,
        battle: Battle,
        near: Mapping[str, tuple[str, ...]],
        verdict: Ending | None = None,
        tips: Mapping[str, str] | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__("true", parent)
        self.setAccessibleName(self.tr("How it ended"))
        body = self.content()
        if verdict is not None:
            body.addWidget(TextLabel(verdict.text, "card_title", wrap=True))
            row = QHBoxLayout()
            row.setSpacing(6)
            for rule in verdict.rules:
                made = RuleChip(rule)
                made.opened.connect(self.opened)
                row.addWidget(made)
            row.addStretch(1)
            body.addLayout(row)
        body.addWidget(SectionHead(self.tr("Final score")))
        for number, side in enumerate(battle.sides):
            line = QHBoxLayout()
            line.setSpacing(8)
            line.addWidget(SidePlate(number, side.name))
            name = ElidedLabel(side.name, "row_title")
            name.set_tone(f"side{number % 4}")
            line.addWidget(name, 1)
            if side.id == battle.won_by:
                line.addWidget(TextLabel(self.tr("won"), "small", "text2"))
            line.addWidget(TextLabel(str(battle.score.get(side.id, 0)), "panel_title"))
            body.addLayout(line)
        if battle.table.objectives:
            body.addWidget(Hairline())
            chip = RuleChip("CL-MIS-6")
            chip.opened.connect(self.opened)
            body.addLayout(head_row(self.tr("Objectives"), chip))
            listed = ObjectiveList()
            listed.show_battle(battle, near, tips or {})
            body.addWidget(listed)
        body.addWidget(Hairline())
        body.addWidget(SectionHead(self.tr("What is left")))
        for number, side in enumerate(battle.sides):
            body.addWidget(TextLabel(left_words(battle, side.id), "small", f"side{number % 4}", wrap=True))


class EndBlock(Block):
    """Show in the guide how the battle ended, once it is over."""

    rule_opened = Signal(str)

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self._desk = desk

    def refresh(self, battle: Battle) -> None:
        """Show how it ended; while an earlier moment is looked at, only to those who watch."""
        self.clear()
        if battle.clock.step == "over" and (self._desk.watching or not self._desk.looking_back):
            card = end_card(self._desk, battle)
            card.opened.connect(self.rule_opened)
            self.add(card)


def end_card(desk: Desk, battle: Battle) -> EndCard:
    """Return the card of how the battle on the desk ended."""
    return EndCard(battle, desk.near_objectives(), desk.ending(), desk.objective_tips())


def left_words(battle: Battle, side: str) -> str:
    """Say how much of a side's force the battle has left: its units and its models."""
    units = battle.units_of(side)
    living, models = models_of(battle, side)
    words = QCoreApplication.translate("EndCard", "%1: %2 of %3 units, %4 of %5 models")
    counts = (sum(1 for unit in units if battle.members(unit.id)), len(units), living, models)
    text = words.replace("%1", naming.side_name(battle, side), 1)
    for number, count in enumerate(counts, start=2):
        text = text.replace(f"%{number}", str(count), 1)
    return text
