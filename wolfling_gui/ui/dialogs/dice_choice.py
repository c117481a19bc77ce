"""Choose who rolls: the app for all, the players for all, or each side for itself."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QCheckBox, QVBoxLayout, QWidget

from wolfling_gui.ui.widgets import Segmented, TextLabel

APP, PLAYERS, BY_SIDE = range(3)
TOLD_INDENT: Final = 2


class DiceChoice(QWidget):
    """Offer the three ways; by side there is a box for each. `changed` follows every choice of a player."""

    changed = Signal()

    def __init__(self, app_dice: bool = True, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.boxes: dict[str, QCheckBox] = {}
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        ways = (self.tr("The app rolls"), self.tr("We roll and type"), self.tr("By side"))
        self.choice = Segmented(ways, APP if app_dice else PLAYERS)
        self.choice.set_label(self.tr("Dice"))
        self.choice.chosen.connect(self._choose)
        column.addWidget(self.choice, 0, Qt.AlignmentFlag.AlignLeft)
        self._told = TextLabel("", "small", "text2", wrap=True)
        column.addWidget(self._told)
        self._rows = QVBoxLayout()
        self._rows.setContentsMargins(TOLD_INDENT, 0, 0, 0)
        self._rows.setSpacing(4)
        column.addLayout(self._rows)
        self.setFocusProxy(self.choice)
        self._follow()

    def show_sides(self, sides: Sequence[tuple[str, str]]) -> None:
        """Offer sides, given as (id, name); those that were there keep what was chosen for them."""
        before = {side: box.isChecked() for side, box in self.boxes.items()}
        while (item := self._rows.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        self.boxes = {}
        for side, name in sides:
            box = QCheckBox()
            box.setChecked(before.get(side, self.choice.current() != PLAYERS))
            box.toggled.connect(lambda *_: self.changed.emit())
            self._rows.addWidget(box)
            self.boxes[side] = box
            self.call_side(side, name)
        self._follow()

    def call_side(self, side: str, name: str) -> None:
        """Call a side by another name."""
        box = self.boxes.get(side)
        if box is not None:
            # A single & would be taken for a key.
            shown = name.replace("&", "&&")
            box.setText(self.tr("The app rolls for %1").replace("%1", shown, 1))
            box.setAccessibleName(self.tr("The app rolls for %1").replace("%1", name, 1))

    def app_sides(self) -> tuple[str, ...]:
        """Return the sides for which the app rolls."""
        now = self.choice.current()
        if now == BY_SIDE:
            return tuple(side for side, box in self.boxes.items() if box.isChecked())
        return tuple(self.boxes) if now == APP else ()

    @property
    def app_dice(self) -> bool:
        """Tell whether the app rolls for every side."""
        return len(self.app_sides()) == len(self.boxes)

    def set_app_dice(self, app_dice: bool) -> None:
        """Let the app roll for all, or for none."""
        self.set_app_sides(self.boxes if app_dice else ())
        self.choice.set_current(APP if app_dice else PLAYERS)
        self._follow()

    def set_app_sides(self, sides: Iterable[str]) -> None:
        """Let the app roll for these sides."""
        rolled = set(sides)
        for side, box in self.boxes.items():
            box.setChecked(side in rolled)
        count = len(rolled & set(self.boxes))
        self.choice.set_current(APP if count == len(self.boxes) else BY_SIDE if count else PLAYERS)
        self._follow()

    def _choose(self, way: int) -> None:
        if way != BY_SIDE:
            for box in self.boxes.values():
                box.setChecked(way == APP)
        self._follow()
        self.changed.emit()

    def _follow(self) -> None:
        """Say what the way chosen means, and show the boxes where they count."""
        told = {
            APP: self.tr("Dice fall as soon as they are asked for. Any of them can be put right."),
            PLAYERS: self.tr("You roll at the table and type the faces, a whole pool at once."),
            BY_SIDE: self.tr("Tick whose dice the app rolls; the other side types its own."),
        }
        now = self.choice.current()
        self._told.setText(told[now])
        for box in self.boxes.values():
            box.setVisible(now == BY_SIDE)
