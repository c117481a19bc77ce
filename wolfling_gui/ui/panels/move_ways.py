"""Choose how a unit of jump infantry moves: on foot or with its packs (CL-UT-3)."""

from __future__ import annotations

from typing import Final

from PySide6.QtWidgets import QWidget

from wolfling_gui.core.actions import MoveMode
from wolfling_gui.ui.desk import Desk
from wolfling_gui.ui.panels.guide_parts import Block
from wolfling_gui.ui.widgets import Segmented

WAYS: Final[tuple[MoveMode, ...]] = ("foot", "packs")


class MoveWays(Block):
    """Show the choice while a unit that has it is in hand; a plan of its move is judged anew by it."""

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__("", parent=parent)
        self._desk = desk
        self.head.setText(self.tr("How it moves"))
        self.head.show()
        self.choice = Segmented((self.tr("On foot"), self.tr("With packs")))
        self.choice.set_label(self.tr("How it moves"))
        self.choice.chosen.connect(lambda way: desk.set_move_mode(desk.unit, WAYS[way]))
        self.add(self.choice)
        self.hide()

    def refresh(self) -> None:
        """Show the choice of the unit in hand, or take no room."""
        by = self._way()
        self.setVisible(by is not None)
        if by is not None:
            self.choice.set_current(by)

    def _way(self) -> int | None:
        desk, battle, unit = self._desk, self._desk.battle, self._desk.chosen()
        if battle is None or unit is None or desk.request is not None or desk.looking_back:
            return None
        members = battle.standing(unit.id)
        jumps = bool(members) and all(m.profile.unit_type == "jump_infantry" for m in members)
        if not jumps or unit.side != battle.clock.side or battle.clock.step != "movement":
            return None
        return WAYS.index("packs") if desk.move_mode(unit.id) == "packs" else 0
