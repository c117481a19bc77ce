"""Show the dice of an action pool by pool, small: what each needed, how they lay, what they came to."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QGridLayout, QSizePolicy, QWidget

from wolfling_gui.session.sentences import tr
from wolfling_gui.ui.panels.discard import clear
from wolfling_gui.ui.widgets import TextLabel, Themed, draw_text, paint_die
from wolfling_gui.ui.widgets.dice import DieState

if TYPE_CHECKING:
    from wolfling_gui.session.pools import PoolRow

SIDE = 15
GAP = 3
MORE = 26


def die_state(made: bool | None) -> DieState:
    """Return how a die is drawn that succeeds, fails, or decides nothing by itself."""
    return "neutral" if made is None else "success" if made else "failure"


class SmallDice(Themed, QWidget):
    """Paint dice in one row, as many as fit, and say how many more there are."""

    def __init__(
        self, faces: Sequence[int], made: Sequence[bool | None], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._dice = tuple(zip(faces, made, strict=True))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(" ".join(str(face) for face in faces))
        self.setToolTip(self.accessibleName())
        self.follow_theme()

    def sizeHint(self) -> QSize:
        """Return the size that shows all dice."""
        side, gap = self.look.px(SIDE), self.look.px(GAP)
        return QSize(len(self._dice) * (side + gap), side + 2)

    def minimumSizeHint(self) -> QSize:
        """Return the least size: three dice, and how many more."""
        most = self.look.px(3 * (SIDE + GAP) + MORE)
        return QSize(min(self.sizeHint().width(), most), self.look.px(SIDE) + 2)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the dice."""
        painter = QPainter(self)
        side, gap = self.look.px(SIDE), self.look.px(GAP)
        fit = (self.width() + gap) // (side + gap)
        if fit < len(self._dice):
            fit = max(0, (self.width() - self.look.px(MORE)) // (side + gap))
        for place, (face, made) in enumerate(self._dice[:fit]):
            spot = QRectF(place * (side + gap), 1, side, side)
            paint_die(painter, spot, face, self.colours, die_state(made))
        left = len(self._dice) - fit
        if left > 0:
            rest = QRectF(fit * (side + gap), 0, self.look.px(MORE), self.height())
            draw_text(painter, rest, f"+{left}", self.look.font("small"), self.colours.text2)
        painter.end()


class DiceSoFar(QWidget):
    """List pools of dice, a row each under the name of the unit that rolled; without any it takes no room.

    With `most` only so many of the last are listed; of those before is told in words what they came to.
    """

    def __init__(self, rows: Sequence[PoolRow] = (), parent: QWidget | None = None, *, most: int = 0) -> None:
        super().__init__(parent)
        self._most = most
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(8)
        self._grid.setVerticalSpacing(4)
        self._grid.setColumnStretch(2, 1)
        self.rows: tuple[PoolRow, ...] = ()
        self.show_rows(rows)

    def show_rows(self, rows: Sequence[PoolRow]) -> None:
        """Show other pools."""
        clear(self._grid)
        self.rows = tuple(rows)
        before = max(0, len(self.rows) - self._most) if self._most else 0
        for unit, pools in groupby(self.rows[:before], key=lambda row: row.unit):
            said = "; ".join(tr("pool.before", name=row.name, result=row.result) for row in pools)
            self._across(f"{unit}: {said}" if unit else said, "text3")
        owner = ""
        for row in self.rows[before:]:
            if row.unit != owner:
                owner = row.unit
                if owner:
                    self._across(owner, "text")
            place = self._grid.rowCount()
            name = TextLabel(row.name, "small", "text3")
            name.setToolTip(row.title)
            self._grid.addWidget(name, place, 0)
            self._grid.addWidget(TextLabel(row.needed, "small", "text2"), place, 1)
            self._grid.addWidget(SmallDice(row.faces, row.made), place, 2)
            self._grid.addWidget(TextLabel(row.result, "small", "text2", wrap=True), place, 3)
        if not self.rows or self.parentWidget() is not None:
            # Without a parent yet it would come up as a window.
            self.setVisible(bool(self.rows))

    def _across(self, text: str, tone: str) -> None:
        self._grid.addWidget(TextLabel(text, "small", tone, wrap=True), self._grid.rowCount(), 0, 1, 4)
