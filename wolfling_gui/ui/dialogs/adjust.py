"""Put things right by agreement: models and their wounds, states, score, and the moment of the battle."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLineEdit,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from wolfling_gui.core.actions import (
    Adjust,
    Change,
    ClearCondition,
    SetClock,
    SetCondition,
    SetScore,
    SetWounds,
)
from wolfling_gui.core.battle import Battle
from wolfling_gui.core.forces import Condition, ConditionKind
from wolfling_gui.core.verdict import Refusal
from wolfling_gui.session import naming
from wolfling_gui.session.sentences import tr
from wolfling_gui.session.sentences.forms import isolated
from wolfling_gui.ui import words
from wolfling_gui.ui.desk import Desk
from wolfling_gui.ui.panels.discard import clear
from wolfling_gui.ui.widgets import (
    FlatButton,
    Hairline,
    MainButton,
    NumberField,
    ProblemLine,
    SectionHead,
    SidePlate,
    TextLabel,
)

STATES: Final[tuple[ConditionKind, ...]] = (
    "walked", "shot", "ran", "locked", "gone_to_ground", "falling_back", "no_assault",
)  # fmt: skip
"""The states that players set by hand."""
BY_AGREEMENT: Final = "CL-GEN-13"


class AdjustDialog(QDialog):
    """Gather changes to one unit, the score and the moment, and make them as one adjustment."""

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        battle = desk.battle
        if battle is None:
            raise ValueError("There is no battle to adjust.")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Adjust by agreement"))
        self.setMinimumSize(440, 360)
        self.resize(560, 620)
        self._desk = desk
        self._battle: Battle = battle
        self._lost: dict[str, NumberField] = {}
        self._casualty: dict[str, QCheckBox] = {}
        self._states: dict[ConditionKind, QCheckBox] = {}
        self._score: dict[str, NumberField] = {}
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(0)
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        page = QWidget()
        self._column = QVBoxLayout(page)
        self._column.setContentsMargins(20, 16, 20, 16)
        self._column.setSpacing(10)
        area.setWidget(page)
        outer.addWidget(area, 1)
        self._make_unit()
        self._make_score()
        self._make_clock()
        self._column.addStretch(1)
        outer.addWidget(Hairline())
        outer.addLayout(self._make_foot())
        self._show_unit()

    def _make_unit(self) -> None:
        self._column.addWidget(SectionHead(self.tr("Unit")))
        self.unit = QComboBox()
        self.unit.setAccessibleName(self.tr("Unit"))
        for unit in self._battle.units.values():
            text = self.tr("%1 · %2")
            name = naming.side_name(self._battle, unit.side)
            self.unit.addItem(text.replace("%1", isolated(unit.name), 1).replace("%2", name, 1), unit.id)
        at = self.unit.findData(self._desk.unit)
        self.unit.setCurrentIndex(max(0, at))
        self.unit.currentIndexChanged.connect(self._show_unit)
        self._column.addWidget(self.unit)
        self._models = QGridLayout()
        self._models.setHorizontalSpacing(12)
        self._models.setVerticalSpacing(4)
        self._models.setColumnStretch(0, 1)
        self._column.addLayout(self._models)
        self._column.addWidget(SectionHead(self.tr("States of the unit")))
        self._state_grid = QGridLayout()
        self._state_grid.setVerticalSpacing(2)
        self._column.addLayout(self._state_grid)

    def _make_score(self) -> None:
        self._column.addWidget(SectionHead(self.tr("Score")))
        row = QHBoxLayout()
        row.setSpacing(8)
        for number, side in enumerate(self._battle.sides):
            field = NumberField(0, 999)
            field.setValue(self._battle.score.get(side.id, 0))
            field.setAccessibleName(self.tr("Score of %1").replace("%1", side.name))
            self._score[side.id] = field
            row.addWidget(SidePlate(number, side.name))
            row.addWidget(TextLabel(side.name, "body", f"side{number % 4}"))
            row.addWidget(field)
            row.addSpacing(12)
        row.addStretch(1)
        self._column.addLayout(row)

    def _make_clock(self) -> None:
        clock, rules = self._battle.clock, self._desk.rules
        assert rules is not None
        self._column.addWidget(SectionHead(self.tr("Moment of the battle")))
        row = QHBoxLayout()
        row.setSpacing(8)
        self.turn = NumberField(0, 99)
        self.turn.setAccessibleName(self.tr("Round"))
        self.turn.setPrefix(self.tr("Round "))
        self.turn.setValue(clock.turn)
        self.side, self.step = QComboBox(), QComboBox()
        self.side.setAccessibleName(self.tr("Whose turn it is"))
        self.step.setAccessibleName(self.tr("Step"))
        for side in self._battle.sides:
            self.side.addItem(side.name, side.id)
        for step in rules.sequence(rules):
            self.step.addItem(naming.step_name(step.says), step.id)
        self.side.setCurrentIndex(max(0, self.side.findData(clock.side)))
        self.step.setCurrentIndex(max(0, self.step.findData(clock.step)))
        self._moment = (self.turn.value(), self.side.currentData(), self.step.currentData())
        for widget in (self.turn, self.side, self.step):
            row.addWidget(widget, 1)
        self._column.addLayout(row)

    def _make_foot(self) -> QVBoxLayout:
        foot = QVBoxLayout()
        foot.setContentsMargins(20, 12, 20, 14)
        foot.setSpacing(10)
        self.note = QLineEdit()
        self.note.setPlaceholderText(self.tr("Why, in a few words; it goes into the log"))
        self.note.setAccessibleName(self.tr("Note for the log"))
        self.note.setMaxLength(200)
        foot.addWidget(self.note)
        self._problem = ProblemLine()
        foot.addWidget(self._problem)
        row = QHBoxLayout()
        row.addStretch(1)
        leave = FlatButton(self.tr("Leave it"), "Esc")
        leave.setAutoDefault(False)
        leave.clicked.connect(self.reject)
        row.addWidget(leave)
        self.make = MainButton(self.tr("Adjust"), "Return")
        self.make.setDefault(True)
        self.make.clicked.connect(self._make)
        row.addWidget(self.make)
        foot.addLayout(row)
        return foot

    def _show_unit(self) -> None:
        clear(self._models)
        clear(self._state_grid)
        self._lost, self._casualty, self._states = {}, {}, {}
        unit = self._battle.units.get(self.unit.currentData() or "")
        if unit is None:
            return
        for row, name in enumerate(unit.models):
            model = self._battle.models[name]
            self._models.addWidget(TextLabel(model.name, "body"), row, 0)
            lost = NumberField(0, model.profile.w)
            lost.setValue(model.wounds_lost)
            lost.setAccessibleName(self.tr("Wounds lost by %1").replace("%1", model.name))
            if model.profile.w > 1:
                self._models.addWidget(TextLabel(self.tr("wounds lost"), "small", "text3"), row, 1)
                self._models.addWidget(lost, row, 2)
                self._lost[name] = lost
            gone = QCheckBox(self.tr("casualty"))
            gone.setAccessibleName(self.tr("%1 is a casualty").replace("%1", model.name))
            gone.setChecked(model.casualty)
            self._models.addWidget(gone, row, 3)
            self._casualty[name] = gone
        for place, kind in enumerate(STATES):
            box = QCheckBox(tr(f"condition.{kind}"))
            box.setChecked(unit.has(kind))
            self._state_grid.addWidget(box, place // 2, place % 2)
            self._states[kind] = box

    def changes(self) -> tuple[Change, ...]:
        """Return what was changed, in order: models, states, score, moment."""
        found: list[Change] = []
        for name, gone in self._casualty.items():
            model = self._battle.models[name]
            lost = self._lost[name].value() if name in self._lost else model.wounds_lost
            if (lost, gone.isChecked()) != (model.wounds_lost, model.casualty):
                found.append(SetWounds(name, lost, gone.isChecked()))
        unit = self._battle.units.get(self.unit.currentData() or "")
        for kind, box in self._states.items():
            if unit is not None and box.isChecked() != unit.has(kind):
                if box.isChecked():
                    about = unit.models[0] if kind == "walked" and unit.models else ""
                    found.append(SetCondition(unit.id, Condition(kind, BY_AGREEMENT, about=about)))
                else:
                    found.append(ClearCondition(unit.id, kind))
        for side, field in self._score.items():
            if field.value() != self._battle.score.get(side, 0):
                found.append(SetScore(side, field.value()))
        moment = (self.turn.value(), self.side.currentData(), self.step.currentData())
        if moment != self._moment:
            found.append(SetClock(*moment))
        return tuple(found)

    def _make(self) -> None:
        changes = self.changes()
        if not changes:
            self._problem.say(self.tr("Nothing is changed yet."))
            return
        verdict = self._desk.perform(Adjust(changes, self.note.text().strip()))
        if isinstance(verdict, Refusal):
            self._problem.say(words.sentence(self._battle, verdict.reasons[0]))
            self._desk.drop_refusal()
        elif verdict is not None:
            self.accept()
