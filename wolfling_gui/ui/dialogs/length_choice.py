"""Choose how long a battle lasts and for which mission it is fought."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtWidgets import QCheckBox, QComboBox, QVBoxLayout, QWidget

from wolfling_gui.ui.theme import theme
from wolfling_gui.ui.widgets import FlowLayout, NumberField

if TYPE_CHECKING:
    from wolfling_gui.core.battle import Battle, Mission
    from wolfling_gui.rules.ruleset import Ruleset

MOST_TURNS: Final = 20
MISSIONS: Final = ("capture_and_control", "seize_ground", "annihilation", "random")


class LengthChoice(QWidget):
    """Offer rounds, a rolled last round and the mission."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        length = FlowLayout(gap=10, row_gap=6)
        column.addLayout(length)
        self.turns = NumberField(0, MOST_TURNS)
        self.turns.setAccessibleName(self.tr("Rounds"))
        self.turns.setSpecialValueText(self.tr("as the rules say"))
        self.turns.setPrefix(self.tr("Rounds: "))
        self.turns.setMinimumWidth(theme().px(190))
        length.addWidget(self.turns)
        self.random_length = QCheckBox(self.tr("The last round is rolled for"))
        self.random_length.toggled.connect(self._follow)
        length.addWidget(self.random_length)
        names = {
            "capture_and_control": self.tr("Capture and Control"),
            "seize_ground": self.tr("Seize Ground"),
            "annihilation": self.tr("Annihilation"),
            "random": self.tr("Roll for the mission"),
        }
        self.mission = QComboBox()
        self.mission.setAccessibleName(self.tr("Mission"))
        for key in MISSIONS:
            self.mission.addItem(names[key], key)
        column.addWidget(self.mission)

    def show_rules(self, rules: Ruleset, battle: Battle) -> None:
        """Say how long the battle lasts by the rules, and when its last round is rolled for."""
        from msgspec.structs import replace

        from wolfling_gui.rules.classic.turn import length_of

        plain = replace(battle.mission, last_turn=0, random_length=False)
        _, most = length_of(rules, battle.with_mission(plain))
        words = (
            self.tr("as the rules say: %1").replace("%1", str(most)) if most else self.tr("until you end it")
        )
        self.turns.setSpecialValueText(words)
        least, last = length_of(rules, battle.with_mission(replace(plain, random_length=True)))
        self.random_length.setVisible(least != last)
        if least != last:
            words = self.tr("The last round is rolled for: %1 to %2")
            self.random_length.setText(words.replace("%1", str(least), 1).replace("%2", str(last), 1))
        self._follow()

    def _follow(self) -> None:
        """Leave the number of rounds to the dice where the last one is rolled for."""
        rolled = self.random_length.isChecked() and not self.random_length.isHidden()
        self.turns.setEnabled(not rolled)
        self.turns.setToolTip(self.tr("Dice decide after which round the battle ends.") if rolled else "")

    def show_mission(self, mission: Mission) -> None:
        """Show what a scenario proposes."""
        self.turns.setValue(mission.last_turn)
        self.random_length.setChecked(mission.random_length)
        self.mission.setCurrentIndex(max(0, self.mission.findData(mission.id)))
