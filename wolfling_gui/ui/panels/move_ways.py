"""Choose how a unit moves that has a choice: on foot or with its packs (CL-UT-3), or boosting (CL-USR-22)."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QWidget

from wolfling_gui.core.actions import MoveMode
from wolfling_gui.rules.classic.boosting import ways_to_move
from wolfling_gui.ui.desk import Desk
from wolfling_gui.ui.panels.guide_parts import Block
from wolfling_gui.ui.widgets import Segmented


def way_words(ways: tuple[MoveMode, ...]) -> tuple[str, ...]:
    """Return the words of the ways in which a unit can move."""
    usual = QCoreApplication.translate("MoveWays", "On foot" if "packs" in ways else "As usual")
    named = {
        "packs": QCoreApplication.translate("MoveWays", "With packs"),
        "boost": QCoreApplication.translate("MoveWays", "Turbo-boost"),
    }
    return tuple(named.get(way, usual) for way in ways)


class MoveWays(Block):
    """Show the choice while a unit that has it is in hand; a plan of its move is judged anew by it."""

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__("", parent=parent)
        self._desk = desk
        self._ways: tuple[MoveMode, ...] = ()
        self.head.setText(self.tr("How it moves"))
        self.head.show()
        self.choice = Segmented()
        self.choice.set_label(self.tr("How it moves"))
        self.choice.chosen.connect(lambda way: desk.set_move_mode(desk.unit, self._ways[way]))
        self.add(self.choice)
        self.hide()

    def refresh(self) -> None:
        """Show the choice of the unit in hand, or take no room."""
        ways = self._found()
        self.setVisible(bool(ways))
        if not ways:
            return
        if ways != self._ways:
            self._ways = ways
            self.choice.set_segments(way_words(ways))
        self.choice.set_current(ways.index(self._desk.move_mode(self._desk.unit)))

    def _found(self) -> tuple[MoveMode, ...]:
        desk, battle, rules, unit = self._desk, self._desk.battle, self._desk.rules, self._desk.chosen()
        if battle is None or rules is None or unit is None or desk.request is not None or desk.looking_back:
            return ()
        if unit.side != battle.clock.side or battle.clock.step != "movement" or unit.has("turbo_boosted"):
            return ()
        ways = ways_to_move(rules, battle, unit)
        return ways if len(ways) > 1 else ()
