"""Tell in the guide of the action after which the map is shown: what it is, its dice, its rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from wolfling_gui.session import naming
from wolfling_gui.ui import words
from wolfling_gui.ui.desk import Desk
from wolfling_gui.ui.panels.dice_so_far import DiceSoFar
from wolfling_gui.ui.panels.guide_parts import Block, flowing
from wolfling_gui.ui.panels.verdict_card import RuleView
from wolfling_gui.ui.widgets import RuleChip, SectionHead, TextLabel

if TYPE_CHECKING:
    from wolfling_gui.session.session import Session
    from wolfling_gui.session.telling import Told

MOST_RULES: Final = 3
"""How many rules are told whole; the others are named by their chips."""


class StepBlock(Block):
    """Tell of the moment looked at; without one it takes no room."""

    rule_opened = Signal(str)

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self._desk = desk
        self._shown: tuple[object, int | None] = (None, None)

    def refresh(self) -> None:
        """Tell of the moment that is looked at now."""
        desk, session = self._desk, self._desk.session
        line = desk.looking_at
        if (session, line) == self._shown:
            return
        self._shown = (session, line)
        self.clear()
        if session is None or line is None:
            return
        told = self._told(session, line)
        if told is None:
            return
        if not desk.watching:
            step = session.recorder.history.steps.get(line)
            name = words.action_name(desk.battle, step.action) if step is not None else self.tr("the start")
            self.add(TextLabel(naming.capital(name), "row_title", wrap=True))
        self.add(TextLabel(told.text, "body", "text", wrap=True))
        if told.pools:
            self.add(SectionHead(self.tr("Dice")))
            self.add(DiceSoFar(told.pools))
        if told.rules:
            self.add(SectionHead(self.tr("Decided by")))
            self._add_rules(session, told.rules)

    def _told(self, session: Session, line: int) -> Told | None:
        from wolfling_gui.session.telling import tell_start, tell_step

        step = session.recorder.history.steps.get(line)
        if step is None:
            return tell_start(shown=self._desk.watching)
        return tell_step(session, step)

    def _add_rules(self, session: Session, rules: tuple[str, ...]) -> None:
        catalogue = session.rules.catalogue
        for rule in rules[:MOST_RULES]:
            card = RuleView(catalogue, rule)
            card.opened.connect(self.rule_opened)
            self.add(card)
        chips: list[QWidget] = []
        for rule in rules[MOST_RULES:]:
            chip = RuleChip(rule, words.chip_style(rule, catalogue), catalogue.rule(rule).title)
            chip.opened.connect(self.rule_opened)
            chips.append(chip)
        if chips:
            self.add(flowing(chips))
