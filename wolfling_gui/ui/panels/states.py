"""Set and clear the states of the unit in hand, one press each; every press is an adjustment in the log."""

from __future__ import annotations

from functools import partial
from typing import Final, Literal

from PySide6.QtGui import QFont
from PySide6.QtWidgets import QGridLayout, QSizePolicy, QVBoxLayout, QWidget

from wolfling_gui.core.actions import Adjust, Change, ClearCondition, SetCondition
from wolfling_gui.core.battle import Battle
from wolfling_gui.core.forces import Condition, ConditionKind, Unit
from wolfling_gui.session import naming
from wolfling_gui.ui.desk import Desk
from wolfling_gui.ui.panels.discard import clear
from wolfling_gui.ui.panels.forces_model import status_words
from wolfling_gui.ui.widgets import ANY_WIDTH, IconButton, TextLabel, head_row

BY_AGREEMENT: Final = "CL-GEN-13"
PAD: Final = 12
_Until = Literal["phase", "turn", "own_turn", "battle"]
STATES: Final[dict[str, tuple[tuple[ConditionKind, _Until], ...]]] = {
    "moved": (("moved", "turn"), ("walked", "phase")),
    "ran": (("ran", "turn"),),
    "shot": (("shot", "turn"),),
    "gone_to_ground": (("gone_to_ground", "own_turn"),),
    "falling_back": (("falling_back", "battle"),),
    "in_combat": (("locked", "battle"),),
}
"""The states that players set by hand, by their icon: the conditions each stands for, and when they end."""
NEEDS: Final = {
    "moved": "CL-MOVE-7",
    "ran": "CL-MOVE-10",
    "shot": "CL-SHOOT-1",
    "gone_to_ground": "CL-COV-8",
    "falling_back": "CL-MOR-11",
    "in_combat": "CL-SHOOT-2",
}
"""Which rule of a ruleset knows a state."""


class StateButton(IconButton):
    """Show a state as icon and name, as wide as its column; a name that is cut stands in the tooltip."""

    def restyle(self) -> None:
        """Take height and icon of the theme, and whatever width there is."""
        super().restyle()
        self.setMinimumWidth(self.look.px(70))
        self.setMaximumWidth(ANY_WIDTH)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def _label_font(self) -> QFont:
        return self.look.font("small")


def changes(unit: Unit, state: str) -> tuple[Change, ...]:
    """Return what sets a state of a unit, or clears it where it holds."""
    kinds = STATES[state]
    held = tuple(kind for kind, _ in kinds if unit.has(kind))
    if held:
        return tuple(ClearCondition(unit.id, kind) for kind in held)
    return tuple(SetCondition(unit.id, Condition(kind, BY_AGREEMENT, until=until)) for kind, until in kinds)


class StatesBlock(QWidget):
    """Show the states that the ruleset knows; a click sets or clears one for the unit in hand."""

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self._buttons: dict[str, IconButton] = {}
        self._known: tuple[str, ...] = ()
        outer = QVBoxLayout(self)
        outer.setContentsMargins(PAD, 10, PAD, 10)
        outer.setSpacing(6)
        self._hint = TextLabel("", "small", "text3")
        outer.addLayout(head_row(self.tr("Status"), self._hint))
        holder = QWidget()
        self._grid = QGridLayout(holder)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(2)
        self._grid.setVerticalSpacing(2)
        self._grid.setColumnStretch(0, 9)
        self._grid.setColumnStretch(1, 11)
        outer.addWidget(holder)
        for signal in (desk.session_changed, desk.battle_changed, desk.selection_changed):
            signal.connect(self.refresh)
        self.refresh()

    def buttons(self) -> dict[str, IconButton]:
        """Return the buttons by their state."""
        return dict(self._buttons)

    def refresh(self) -> None:
        """Show the states of the unit in hand."""
        battle, rules, unit = self._desk.battle, self._desk.rules, self._desk.chosen()
        if battle is None or rules is None:
            return
        known = tuple(state for state in STATES if rules.on(NEEDS[state]))
        if known != self._known:
            self._make(known)
        self._hint.setText(self.tr("choose a unit") if unit is None else naming.unit_name(battle, unit.id))
        for state, button in self._buttons.items():
            held = unit is not None and any(unit.has(kind) for kind, _ in STATES[state])
            button.setChecked(held)
            button.set_why_not(self._why_not(battle, unit))

    def _why_not(self, battle: Battle, unit: Unit | None) -> str:
        if unit is None or not battle.members(unit.id):
            return self.tr("Choose a unit first.")
        if self._desk.request is not None:
            return self.tr("Answer the question first, or call it off.")
        return self.tr("Come back to now first.") if self._desk.looking_back else ""

    def _make(self, known: tuple[str, ...]) -> None:
        clear(self._grid)
        self._buttons, self._known = {}, known
        for place, state in enumerate(known):
            what = self.tr("Sets or clears it for the unit in hand; the log keeps it.")
            button = StateButton(state, status_words(state), what, side=28)
            button.setCheckable(True)
            button.set_labelled(True)
            button.clicked.connect(partial(self._toggle, state))
            self._grid.addWidget(button, place // 2, place % 2)
            self._buttons[state] = button

    def _toggle(self, state: str, *_: object) -> None:
        unit = self._desk.chosen()
        if unit is not None:
            self._desk.perform(Adjust(changes(unit, state)))
        self.refresh()
