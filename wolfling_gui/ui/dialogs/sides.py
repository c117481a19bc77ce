"""Name the sides of a running battle, and say who rolls their dice; the battle keeps both."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QDialog, QGridLayout, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from wolfling_gui.core.actions import Adjust, SetSideName
from wolfling_gui.core.verdict import Refusal
from wolfling_gui.rules.adjusting import LONGEST_NAME
from wolfling_gui.ui import words
from wolfling_gui.ui.desk import Desk
from wolfling_gui.ui.dialogs.dice_choice import DiceChoice
from wolfling_gui.ui.dialogs.parts import fit
from wolfling_gui.ui.theme import theme
from wolfling_gui.ui.widgets import (
    FlatButton,
    Hairline,
    MainButton,
    ProblemLine,
    SectionHead,
    SidePlate,
    TextLabel,
)


class SidesDialog(QDialog):
    """Rename the sides by one adjustment, and choose app dice or real dice for each."""

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        battle = desk.battle
        if battle is None:
            raise ValueError("There is no battle whose sides could be named.")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Sides and dice"))
        self._desk, self._battle = desk, battle
        self.names: dict[str, QLineEdit] = {}
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 16, 20, 14)
        column.setSpacing(10)
        column.addWidget(SectionHead(self.tr("Names of the sides")))
        told = self.tr("They stand everywhere from now on: in the guide, the whole log, and on paper.")
        column.addWidget(TextLabel(told, "small", "text2", wrap=True))
        grid = QGridLayout()
        grid.setHorizontalSpacing(10)
        grid.setVerticalSpacing(8)
        self.dice = DiceChoice()
        for row, side in enumerate(battle.sides):
            field = QLineEdit(side.name)
            field.setMaxLength(LONGEST_NAME)
            field.setAccessibleName(self.tr("Name of %1").replace("%1", side.name, 1))
            field.textEdited.connect(
                lambda name, of=side: self.dice.call_side(of.id, name.strip() or of.name)
            )
            self.names[side.id] = field
            grid.addWidget(SidePlate(row, side.name), row, 0)
            grid.addWidget(field, row, 1)
        column.addLayout(grid)
        column.addWidget(SectionHead(self.tr("Dice")))
        self.dice.show_sides([(side.id, side.name) for side in battle.sides])
        self.dice.set_app_sides(side.id for side in battle.sides if desk.app_rolls_for(side.id))
        column.addWidget(self.dice)
        column.addStretch(1)
        column.addWidget(Hairline())
        self._problem = ProblemLine()
        column.addWidget(self._problem)
        column.addLayout(self._make_foot())
        theme().changed.connect(self._fit)
        self._fit()

    def _make_foot(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addStretch(1)
        leave = FlatButton(self.tr("Leave it"), "Esc")
        leave.setAutoDefault(False)
        leave.clicked.connect(self.reject)
        row.addWidget(leave)
        self.keep = MainButton(self.tr("Keep this"), "Return")
        self.keep.setDefault(True)
        self.keep.clicked.connect(self._keep)
        row.addWidget(self.keep)
        return row

    def _fit(self) -> None:
        fit(self, QSize(400, 330), QSize(470, 380))

    def changes(self) -> tuple[SetSideName, ...]:
        """Return the names that differ from those of the battle."""
        return tuple(
            SetSideName(side.id, self.names[side.id].text().strip())
            for side in self._battle.sides
            if self.names[side.id].text().strip() != side.name
        )

    def _keep(self) -> None:
        changes = self.changes()
        if changes and self._desk.request is not None:
            self._problem.say(self.tr("Answer the question that waits first, then give the names."))
            return
        if changes:
            verdict = self._desk.propose(Adjust(changes))
            if isinstance(verdict, Refusal):
                self._problem.say(words.sentence(self._battle, verdict.reasons[0]))
                return
            self._desk.perform(Adjust(changes))
        self._desk.set_app_rolls_for(self.dice.app_sides())
        self.accept()
