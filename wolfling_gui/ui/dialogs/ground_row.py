"""Offer to adjust zones and objectives of a new battle, and say what was proposed and what is wrong."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from wolfling_gui.ui.widgets import BorderedButton, TextLabel

if TYPE_CHECKING:
    from wolfling_gui.files.completing import Completed
    from wolfling_gui.files.scenario import Scenario


class GroundRow(QWidget):
    """Hold the button that opens the map for adjusting; `arranged(table)` carries what came of it.

    `wanted` tells that the button was pressed; `adjust` opens the map.
    """

    wanted = Signal()
    arranged = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(10)
        self.button = BorderedButton(self.tr("Adjust zones and objectives…"), icon_name="deploy")
        self.button.setAutoDefault(False)
        self.button.setToolTip(self.tr("Shows the map, where both can be dragged."))
        self.button.clicked.connect(lambda *_: self.wanted.emit())
        row.addWidget(self.button)
        self._proposed = TextLabel("", "small", "text2", wrap=True)
        row.addWidget(self._proposed, 1)

    def show_found(self, found: Completed | None) -> None:
        """Say what was proposed for a map that lacks it; None where no scenario could be read."""
        if found is None:
            self._proposed.setText("")
            return
        words = {
            "sides": self.tr("two sides"),
            "deployment": self.tr("deployment zones: the two rooms farthest apart on foot"),
            "objectives": self.tr("objectives"),
        }
        listed = "; ".join(words[what] for what in found.proposed)
        text = self.tr("Proposed for this map: %1. Drag them as you like.").replace("%1", listed)
        self._proposed.setText(text if listed else "")
        scenario = found.scenario
        self.button.setVisible(bool(scenario.table.deployment) or not scenario.mission.layout)

    def adjust(self, scenario: Scenario, path: Path) -> None:
        """Open the map of a scenario, with the picture that lies beside its file."""
        from wolfling_gui.ui.dialogs.ground import GroundDialog
        from wolfling_gui.ui.opening import picture_beside, read_picture

        picture = picture_beside(path, scenario.table)
        shown = read_picture(picture)[0] if picture is not None else None
        dialog = GroundDialog(scenario, shown, self.window())
        dialog.addActions(self.window().actions())
        dialog.arranged.connect(self.arranged)
        dialog.open()


def ground_snag(scenario: Scenario) -> str:
    """Say what is wrong with a scenario's zones and objectives, empty when nothing is."""
    from wolfling_gui.session.arranging import snags
    from wolfling_gui.ui.dialogs.ground import snag_words

    if scenario.mission.layout:
        return ""
    found = [s for s in snags(scenario.table, [e.side.id for e in scenario.sides]) if s.forbids]
    return snag_words(found[0], scenario) if found else ""
