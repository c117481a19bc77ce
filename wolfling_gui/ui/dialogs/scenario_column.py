"""Choose a scenario: from the list, from a file, or by importing a map."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from wolfling_gui.ui.dialogs.scenario_list import ScenarioList
from wolfling_gui.ui.widgets import BorderedButton, SectionHead


class ScenarioColumn(QWidget):
    """Hold the list of scenarios over the two ways to one that is not in it."""

    file_wanted = Signal()
    import_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 14, 0, 12)
        column.setSpacing(8)
        head = SectionHead(self.tr("Scenario"))
        head.setContentsMargins(16, 0, 0, 0)
        column.addWidget(head)
        self.scenarios = ScenarioList()
        column.addWidget(self.scenarios, 1)
        row = QHBoxLayout()
        row.setContentsMargins(12, 0, 12, 0)
        row.setSpacing(8)
        other = BorderedButton(self.tr("From a file…"), icon_name="open_file")
        other.setAutoDefault(False)
        other.clicked.connect(lambda *_: self.file_wanted.emit())
        row.addWidget(other)
        foreign = BorderedButton(self.tr("Import a map…"), icon_name="import_map")
        foreign.setAutoDefault(False)
        foreign.clicked.connect(lambda *_: self.import_wanted.emit())
        row.addWidget(foreign)
        column.addLayout(row)
