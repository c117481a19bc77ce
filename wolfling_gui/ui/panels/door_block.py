"""Tell in the guide of the door that was clicked: who can open or shut it, or what is against it."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from wolfling_gui.core.battle import Battle
from wolfling_gui.core.verdict import Refusal
from wolfling_gui.rules.offers import Offer
from wolfling_gui.ui.desk import Desk
from wolfling_gui.ui.panels.guide_parts import Block, flowing, offer_button
from wolfling_gui.ui.panels.verdict_card import FindingRow
from wolfling_gui.ui.scene.labels import door_state_words
from wolfling_gui.ui.tools.door import hands_on
from wolfling_gui.ui.widgets import TextLabel


class DoorBlock(Block):
    """Offer what can be done with the door that was clicked, until something else is chosen."""

    rule_opened = Signal(str)

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self._desk = desk
        self.head.setText(self.tr("Door"))
        self.head.show()

    def refresh(self, battle: Battle) -> None:
        """Show the door as it is now; a question, a plan or the past has the guide to itself."""
        desk = self._desk
        self.clear()
        busy = desk.request is not None or desk.draft is not None or desk.looking_back
        if not desk.door or busy or battle.clock.over:
            return
        title = self.tr("Door %1").replace("%1", door_state_words(battle.table.doors[desk.door]), 1)
        self.add(TextLabel(title, "row_title", wrap=True))
        catalogue = desk.rules.catalogue if desk.rules is not None else None
        for action, verdict in hands_on(desk, desk.door):
            reasons = verdict.reasons if isinstance(verdict, Refusal) else ()
            about = (action.model, action.door)
            offer = Offer(f"offer.door_{action.to}", action, about=about, findings=reasons)
            for finding in reasons[:1]:
                row = FindingRow(battle, finding, catalogue)
                row.opened.connect(self.rule_opened)
                self.add(row)
            if not reasons:
                self.add(flowing([offer_button(desk, battle, offer)]))
