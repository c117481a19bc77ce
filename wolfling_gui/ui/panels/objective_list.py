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

    def show_battle(
        self, battle: Battle, near: Mapping[str, tuple[str, ...]], tips: Mapping[str, str]
    ) -> None:
        """Show the objectives of a battle; `near` names the sides close enough to each (CL-MIS-6).

        `tips` say of each what it takes to hold it.
        """
        clear(self._grid)
        sides = [side.id for side in battle.sides]
        for row, marker in enumerate(battle.table.objectives.values()):
            holder = holder_text(battle, marker, near.get(marker.id))
            cells: list[ElidedLabel | SidePlate] = [ElidedLabel(marker.name or marker.id, "small", least=14)]
            if marker.owner in sides:
                number = sides.index(marker.owner)
                cells += [
                    SidePlate(number, holder),
                    ElidedLabel(holder, "small", f"side{number % 4}"),
                ]
            else:
                cells.append(ElidedLabel(holder, "small", "text3"))
            tip = tips.get(marker.id, "")
            for column, cell in enumerate(cells):
                self._grid.addWidget(cell, row, column, 1, 3 - column if cell is cells[-1] else 1)
                if isinstance(cell, ElidedLabel):
                    cell.set_tip(tip)
                else:
                    cell.setToolTip(tip)
