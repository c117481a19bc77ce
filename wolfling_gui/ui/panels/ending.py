"""Show how the battle ended: each side's score, and who holds each objective."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QWidget

from wolfling_gui.core.battle import Battle
from wolfling_gui.session import naming
from wolfling_gui.session.result import holder_text
from wolfling_gui.ui.widgets import Card, ElidedLabel, Hairline, SectionHead, SidePlate, TextLabel


class EndCard(Card):
    """Show the final score by side, and by objective where there are any.

    `near` names for each objective the sides with a unit close enough to hold or contest it (CL-MIS-6).
    """

    def __init__(
        self, battle: Battle, near: Mapping[str, tuple[str, ...]], parent: QWidget | None = None
    ) -> None:
        super().__init__("true", parent)
        self.setAccessibleName(self.tr("How it ended"))
        body = self.content()
        body.addWidget(SectionHead(self.tr("Final score")))
        for number, side in enumerate(battle.sides):
            line = QHBoxLayout()
            line.setSpacing(8)
            line.addWidget(SidePlate(number, side.name))
            name = ElidedLabel(side.name, "row_title")
            name.set_tone(f"side{number % 4}")
            line.addWidget(name, 1)
            if side.id == battle.won_by:
                line.addWidget(TextLabel(self.tr("won"), "small", "text2"))
            line.addWidget(TextLabel(str(battle.score.get(side.id, 0)), "panel_title"))
            body.addLayout(line)
        markers = tuple(battle.table.objectives.values())
        if markers:
            body.addWidget(Hairline())
            body.addWidget(SectionHead(self.tr("Objectives")))
            grid = QGridLayout()
            grid.setContentsMargins(0, 0, 0, 0)
            grid.setHorizontalSpacing(8)
            grid.setVerticalSpacing(4)
            grid.setColumnStretch(0, 1)
            sides = [side.id for side in battle.sides]
            for row, marker in enumerate(markers):
                grid.addWidget(ElidedLabel(marker.name or marker.id, "body"), row, 0)
                if marker.owner in sides:
                    number = sides.index(marker.owner)
                    holder = naming.side_name(battle, marker.owner)
                    grid.addWidget(SidePlate(number, holder), row, 1)
                    grid.addWidget(TextLabel(holder, "small", f"side{number % 4}"), row, 2)
                else:
                    grid.addWidget(
                        TextLabel(holder_text(battle, marker, near.get(marker.id)), "small", "text3"), row, 2
                    )
            grid.setAlignment(Qt.AlignmentFlag.AlignTop)
            body.addLayout(grid)
