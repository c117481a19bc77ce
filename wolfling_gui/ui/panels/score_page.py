"""Keep the score beside a real table: points of the sides, and who holds which objective."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QVBoxLayout, QWidget

from wolfling_gui.core.actions import Adjust, Change, SetObjective, SetScore
from wolfling_gui.core.battle import Battle
from wolfling_gui.core.terrain import Marker
from wolfling_gui.session import naming
from wolfling_gui.ui.desk import Desk
from wolfling_gui.ui.panels.discard import clear
from wolfling_gui.ui.panels.ending import end_card
from wolfling_gui.ui.theme import theme
from wolfling_gui.ui.widgets import (
    Card,
    ElidedLabel,
    IconButton,
    RuleChip,
    SectionHead,
    Segment,
    Segmented,
    SidePlate,
    TextLabel,
    head_row,
)

WIDEST = 900
LONGEST = 24
"""Names of more letters are cut where sides stand beside each other to choose from."""


class ScorePage(QWidget):
    """Show the score; points and owners are changed here by agreement, and the log keeps it."""

    opened = Signal(str)

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self.owners: dict[str, Segmented] = {}
        self._rows = QVBoxLayout(self)
        self._rows.setContentsMargins(20, 18, 20, 18)
        self._rows.setSpacing(14)
        desk.session_changed.connect(self.refresh)
        desk.battle_changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Show the battle as it is."""
        clear(self._rows)
        self.owners = {}
        battle = self._desk.battle
        if battle is None:
            return
        if battle.clock.over:
            card = end_card(self._desk, battle)
            card.opened.connect(self.opened)
            self._add(card)
        else:
            self._add(self._points(battle))
            if battle.table.objectives:
                self._add(self._objectives(battle))
        self._rows.addWidget(QWidget(), 1)

    def _add(self, card: QWidget) -> None:
        card.setMaximumWidth(WIDEST)
        self._rows.addWidget(card)

    def _points(self, battle: Battle) -> Card:
        card = Card("map")
        body = card.content()
        body.addWidget(SectionHead(self.tr("Points so far")))
        for number, side in enumerate(battle.sides):
            row = QHBoxLayout()
            row.setSpacing(10)
            row.addWidget(SidePlate(number, side.name, 22))
            row.addWidget(ElidedLabel(side.name, "card_title", f"side{number % 4}"), 1)
            points = battle.score.get(side.id, 0)
            for icon, step, words in (
                ("minus", -1, self.tr("One point less for %1")),
                ("plus", 1, self.tr("One point more for %1")),
            ):
                button = IconButton(
                    icon,
                    words.replace("%1", naming.side_name(battle, side.id)),
                    self.tr("By agreement; the log keeps it."),
                    side=28,
                )
                button.clicked.connect(partial(self._change, SetScore(side.id, points + step)))
                if step > 0:
                    count = TextLabel(str(points), "panel_title")
                    count.setAlignment(Qt.AlignmentFlag.AlignCenter)
                    count.setMinimumWidth(theme().px(40))
                    row.addWidget(count)
                row.addWidget(button)
            body.addLayout(row)
        told = self.tr("At the end the mission’s score is counted anew from objectives or destroyed units.")
        body.addWidget(TextLabel(told, "small", "text3", wrap=True))
        return card

    def _objectives(self, battle: Battle) -> Card:
        card = Card("map")
        body = card.content()
        chip = RuleChip("CL-MIS-6")
        chip.opened.connect(self.opened)
        body.addLayout(head_row(self.tr("Objectives"), chip))
        told = (
            self.tr("Say who holds each: you see who stands near it.")
            if battle.real_table
            else self.tr("Who holds each follows from where the models stand.")
        )
        body.addWidget(TextLabel(told, "small", "text2", wrap=True))
        grid = QGridLayout()
        grid.setHorizontalSpacing(12)
        grid.setVerticalSpacing(6)
        grid.setColumnStretch(0, 1)
        for place, marker in enumerate(battle.table.objectives.values()):
            grid.addWidget(ElidedLabel(marker.name or marker.id, "row_title", least=14), place, 0)
            grid.addWidget(self._owner(battle, marker), place, 1)
        body.addLayout(grid)
        return card

    def _owner(self, battle: Battle, marker: Marker) -> QWidget:
        sides = [side.id for side in battle.sides]
        if not battle.real_table:
            held = naming.side_name(battle, marker.owner) if marker.owner in sides else self.tr("nobody")
            return TextLabel(held, "body", "text2")
        names = [Segment(self.tr("Nobody")), *(_segment(side.name) for side in battle.sides)]
        here = sides.index(marker.owner) + 1 if marker.owner in sides else 0
        choice = Segmented(names, here)
        choice.set_label(self.tr("Who holds %1").replace("%1", marker.name or marker.id))
        choice.chosen.connect(
            lambda index: self._change(SetObjective(marker.id, ["", *sides][index])),
            Qt.ConnectionType.QueuedConnection,
        )
        self.owners[marker.id] = choice
        return choice

    def _change(self, change: Change, *_: object) -> None:
        self._desk.perform(Adjust((change,)))


def _segment(name: str) -> Segment:
    """Return the choice of a side, whose long name is cut and told whole."""
    return Segment(name) if len(name) <= LONGEST else Segment(name[: LONGEST - 1] + "…", tip=name)
