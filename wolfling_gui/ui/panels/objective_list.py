"""List the objectives of a battle with who holds or contests each, on the map's own judgement."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QWidget

from wolfling_gui.core.battle import Battle
from wolfling_gui.session.result import holder_text
from wolfling_gui.ui.panels.discard import clear
from wolfling_gui.ui.widgets import ElidedLabel, SidePlate


class ObjectiveList(QWidget):
    """Show a row for each objective: its name, and the side that holds it or why none does."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(8)
        self._grid.setVerticalSpacing(4)
        self._grid.setColumnStretch(0, 1)
        self._grid.setAlignment(Qt.AlignmentFlag.AlignTop)

    def show_battle(self, battle: Battle, near: Mapping[str, tuple[str, ...]]) -> None:
        """Show the objectives of a battle; `near` names the sides close enough to each (CL-MIS-6)."""
        clear(self._grid)
        sides = [side.id for side in battle.sides]
        for row, marker in enumerate(battle.table.objectives.values()):
            self._grid.addWidget(ElidedLabel(marker.name or marker.id, "small", least=14), row, 0)
            holder = holder_text(battle, marker, near.get(marker.id))
            if marker.owner in sides:
                number = sides.index(marker.owner)
                self._grid.addWidget(SidePlate(number, holder), row, 1)
                self._grid.addWidget(ElidedLabel(holder, "small", f"side{number % 4}"), row, 2)
            else:
                self._grid.addWidget(ElidedLabel(holder, "small", "text3"), row, 1, 1, 2)
