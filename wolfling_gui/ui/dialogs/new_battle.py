"""Choose what to play: a scenario, and a force for each side."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QFileDialog,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from wolfling_gui.ui.panels.discard import clear
from wolfling_gui.ui.panels.welcome import Starter
from wolfling_gui.ui.widgets import (
    BorderedButton,
    FlatButton,
    Hairline,
    MainButton,
    SectionHead,
    SidePlate,
    TextLabel,
)

if TYPE_CHECKING:
    from wolfling_gui.core.forces import Roster
    from wolfling_gui.files.scenario import Scenario
    from wolfling_gui.session.session import Session


class NewBattleDialog(QDialog):
    """Begin a battle; `begun(session)` carries it."""

    begun = Signal(object)

    def __init__(
        self, starters: tuple[Starter, ...], chosen: Path | None = None, note: str = "",
        parent: QWidget | None = None,
    ) -> None:  # fmt: skip
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("New battle"))
        self.setMinimumSize(460, 340)
        self.resize(620, 460)
        self._files = [starter.path for starter in starters]
        self._scenario: Scenario | None = None
        self._forces: dict[str, QComboBox] = {}
        self._rosters: dict[str, Roster] = {}
        outer = QVBoxLayout(self)
        outer.setContentsMargins(20, 18, 20, 16)
        outer.setSpacing(10)
        outer.addWidget(SectionHead(self.tr("Scenario")))
        row = QHBoxLayout()
        row.setSpacing(8)
        self.scenario = QComboBox()
        self.scenario.setAccessibleName(self.tr("Scenario"))
        for starter in starters:
            self.scenario.addItem(starter.title, str(starter.path))
        row.addWidget(self.scenario, 1)
        other = BorderedButton(self.tr("From a file…"), icon_name="open_file")
        other.clicked.connect(self._choose_file)
        row.addWidget(other)
        outer.addLayout(row)
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        inner = QWidget()
        column = QVBoxLayout(inner)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(10)
        self._about = TextLabel("", "body", "text2", wrap=True)
        column.addWidget(self._about)
        self._note = TextLabel(note, "small", "text2", wrap=True)
        self._note.setVisible(bool(note))
        column.addWidget(self._note)
        column.addWidget(SectionHead(self.tr("Forces")))
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(10)
        self._grid.setVerticalSpacing(8)
        self._grid.setColumnStretch(2, 1)
        column.addLayout(self._grid)
        column.addStretch(1)
        area.setWidget(inner)
        outer.addWidget(area, 1)
        self._problem = TextLabel("", "small", "refused", wrap=True)
        self._problem.hide()
        outer.addWidget(self._problem)
        outer.addWidget(Hairline())
        foot = QHBoxLayout()
        foot.addStretch(1)
        cancel = FlatButton(self.tr("Not now"), "Esc")
        cancel.setAutoDefault(False)
        cancel.clicked.connect(self.reject)
        foot.addWidget(cancel)
        self.start = MainButton(self.tr("Begin the battle"), "Return")
        self.start.setDefault(True)
        self.start.clicked.connect(self._begin)
        foot.addWidget(self.start)
        outer.addLayout(foot)
        self.scenario.currentIndexChanged.connect(self._read)
        if chosen is not None:
            self.choose(chosen)
        else:
            self._read()

    def choose(self, path: Path) -> None:
        """Choose a scenario by its file, adding it to the list when it is not there."""
        at = self.scenario.findData(str(path))
        if at < 0:
            self.scenario.addItem(path.stem, str(path))
            at = self.scenario.count() - 1
        if at == self.scenario.currentIndex():
            self._read()
        else:
            self.scenario.setCurrentIndex(at)

    def _choose_file(self) -> None:
        name, _ = QFileDialog.getOpenFileName(
            self, self.tr("Choose a scenario"), "", self.tr("Scenarios (*.yaml *.yml)")
        )
        if name:
            self.choose(Path(name))

    def _read(self) -> None:
        from wolfling_gui.files.problems import ProblemsError
        from wolfling_gui.files.scenario import read_scenario

        self._scenario = None
        self._say("")
        path = self.scenario.currentData()
        if not path:
            self._say(self.tr("No scenario was found. Choose one from a file."))
        else:
            try:
                self._scenario = read_scenario(Path(path))
            except ProblemsError as error:
                self._say(str(error))
        self.start.setEnabled(self._scenario is not None)
        self._show_sides()

    def _show_sides(self) -> None:
        clear(self._grid)
        self._forces = {}
        scenario = self._scenario
        self._about.setText(" ".join(scenario.description.split()) if scenario is not None else "")
        self._about.setVisible(bool(self._about.text()))
        if scenario is None:
            return
        shipped = self._shipped(scenario.ruleset)
        for number, entry in enumerate(scenario.sides):
            box = QComboBox()
            box.setAccessibleName(self.tr("Force of %1").replace("%1", entry.side.name))
            if entry.roster is not None:
                words = self.tr("%1 (as in the scenario)").replace("%1", entry.roster.name)
                box.addItem(words, "")
            for name, roster in shipped.items():
                points = self.tr("%1 · %2 points").replace("%1", roster.name, 1)
                box.addItem(points.replace("%2", str(roster.points), 1), name)
            self._grid.addWidget(SidePlate(number, entry.side.name), number, 0)
            self._grid.addWidget(TextLabel(entry.side.name, "row_title", f"side{number % 4}"), number, 1)
            self._grid.addWidget(box, number, 2)
            self._forces[entry.side.id] = box

    def _shipped(self, ruleset: str) -> dict[str, Roster]:
        from wolfling_gui.files.locations import rulesets_dir
        from wolfling_gui.files.problems import ProblemsError
        from wolfling_gui.files.roster import read_roster

        found: dict[str, Roster] = {}
        for path in sorted((rulesets_dir() / "rosters").glob("*.yaml")):
            try:
                roster = read_roster(path)
            except ProblemsError:
                continue
            if roster.ruleset == ruleset:
                found[str(path)] = roster
        self._rosters = found
        return found

    def _begin(self) -> None:
        from wolfling_gui.files.problems import ProblemsError
        from wolfling_gui.ui.opening import begin

        if self._scenario is None:
            return
        chosen = {side: box.currentData() for side, box in self._forces.items()}
        rosters = {side: self._rosters[name] for side, name in chosen.items() if name}
        try:
            session: Session = begin(self._scenario, Path(self.scenario.currentData()).name, rosters)
        except (ProblemsError, ValueError, OSError) as error:
            self._say(str(error))
            return
        self.begun.emit(session)
        self.accept()

    def _say(self, text: str) -> None:
        self._problem.setText(text)
        self._problem.setVisible(bool(text))
