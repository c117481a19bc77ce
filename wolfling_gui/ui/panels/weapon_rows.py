"""Say at a real table which weapon a model fires that carries several."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from wolfling_gui.ui.panels.discard import clear
from wolfling_gui.ui.widgets import Hairline, Segment, Segmented, TextLabel

if TYPE_CHECKING:
    from wolfling_gui.session.arming import Arming


class WeaponRows(QWidget):
    """Hold a row for models that carry the same weapons; `chosen(models, weapon)` is a player's choice."""

    chosen = Signal(object, str)

    def __init__(self, edge: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._edge = edge
        self._shown: object = None
        self.choices: dict[str, Segmented] = {}
        self._rows = QVBoxLayout(self)
        self._rows.setContentsMargins(0, 0, 0, 0)
        self._rows.setSpacing(0)

    def show_armings(self, armings: tuple[Arming, ...]) -> None:
        """Show who can choose between which weapons; without any the rows take no room."""
        from wolfling_gui.session.arming import NONE

        self.setHidden(not armings)
        made = tuple((one.name, one.models, one.weapons) for one in armings)
        if made != self._shown:
            self._shown = made
            self._make(armings)
        for one in armings:
            listed = (*one.weapons, NONE)
            self.choices[one.models[0]].set_current(listed.index(one.fires))

    def _make(self, armings: tuple[Arming, ...]) -> None:
        from wolfling_gui.session.arming import NONE

        clear(self._rows)
        self.choices = {}
        for one in armings:
            row = QWidget()
            column = QVBoxLayout(row)
            column.setContentsMargins(self._edge, 8, self._edge, 8)
            column.setSpacing(4)
            column.addWidget(TextLabel(self.tr("%1 fires").replace("%1", one.name), "row_title", wrap=True))
            choice = Segmented([*one.weapons, Segment(self.tr("None"))], -1)
            choice.set_label(self.tr("Weapon of %1").replace("%1", one.name))
            listed = (*one.weapons, NONE)
            choice.chosen.connect(partial(self._choose, one.models, listed))
            column.addWidget(choice)
            if one.counted:
                told = self.tr("%1: you are asked how many models its marker touches.")
                words = told.replace("%1", ", ".join(one.counted))
                column.addWidget(TextLabel(words, "small", "text2", wrap=True))
            self._rows.addWidget(row)
            self._rows.addWidget(Hairline())
            self.choices[one.models[0]] = choice

    def _choose(self, models: tuple[str, ...], listed: tuple[str, ...], index: int) -> None:
        if index >= 0:
            self.chosen.emit(models, listed[index])
