"""Show whoever is asked to answer an assault every condition for shooting, and what the shots would do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from wolfling_gui.core.battle import Battle
from wolfling_gui.rules.catalogue import Catalogue
from wolfling_gui.session import naming
from wolfling_gui.ui.panels.hover_card import TargetCard
from wolfling_gui.ui.panels.verdict_card import FindingRow
from wolfling_gui.ui.widgets import SectionHead, TextLabel

if TYPE_CHECKING:
    from wolfling_gui.session.fights import Standing


class StandingPart(QWidget):
    """List the conditions of standing and shooting, each kept or not, with the numbers of the shots.

    `opened(rule)` comes from a chip.
    """

    opened = Signal(str)

    def __init__(
        self, battle: Battle, standing: Standing, catalogue: Catalogue | None, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 4, 0, 0)
        column.setSpacing(6)
        head = self.tr("To shoot at %1").replace("%1", naming.unit_name(battle, standing.answer.target), 1)
        column.addWidget(SectionHead(head))
        for finding in standing.answer.findings:
            row = FindingRow(battle, finding, catalogue)
            row.opened.connect(self.opened)
            column.addWidget(row)
        if standing.preview is None:
            column.addWidget(TextLabel(self.tr("Nobody could fire."), "small", "refused"))
            return
        card = TargetCard(battle, standing.preview, catalogue)
        card.lie_in_page(self.opened, bare=True)
        column.addWidget(card)
