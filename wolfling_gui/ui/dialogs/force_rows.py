"""Choose the sides of a battle: their names and forces, each with its points and the limit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QFileDialog, QGridLayout, QLineEdit, QSizePolicy, QWidget

from wolfling_gui.ui.panels.discard import clear
from wolfling_gui.ui.widgets import IconButton, RuleChip, SidePlate, TextLabel, VerdictMark
from wolfling_gui.ui.words import plural

if TYPE_CHECKING:
    from wolfling_gui.core.battle import Battle
    from wolfling_gui.core.forces import Roster
    from wolfling_gui.core.verdict import Finding
    from wolfling_gui.files.scenario import Scenario
    from wolfling_gui.rules.catalogue import Catalogue

AS_IN_SCENARIO = ""
LONGEST_NAME = 40


def roster_line(roster: Roster) -> str:
    """Name a force with its points."""
    text = plural("ForceRows", "%1 · 1 point", "%1 · %n points", roster.points)
    return text.replace("%1", roster.name, 1)


class ForceRows(QWidget):
    """Show a row for each side; `changed` follows every choice, `said(text)` tells what a file lacks."""

    changed = Signal()
    said = Signal(str)
    rule_opened = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rosters: dict[str, Roster] = {}
        self.boxes: dict[str, QComboBox] = {}
        self.names: dict[str, QLineEdit] = {}
        self._verdicts: dict[str, tuple[VerdictMark, TextLabel, RuleChip]] = {}
        self._ruleset = ""
        self._own: dict[str, Roster] = {}
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(10)
        self._grid.setVerticalSpacing(6)
        self._grid.setColumnStretch(1, 2)
        self._grid.setColumnStretch(2, 3)

    def add_roster(self, key: str, roster: Roster) -> None:
        """Offer a force from the player's own file, now and for scenarios chosen later."""
        self._own[key] = roster
        if roster.ruleset == self._ruleset:
            self.rosters[key] = roster
            for box in self.boxes.values():
                if box.findData(key) < 0:
                    box.addItem(roster_line(roster), key)

    def show_sides(self, scenario: Scenario | None, shipped: Mapping[str, Roster]) -> None:
        """Show the sides of a scenario; forces of its ruleset are offered to each."""
        clear(self._grid)
        self.boxes, self.names, self._verdicts = {}, {}, {}
        if scenario is None:
            return
        self._ruleset = scenario.ruleset
        own = {key: roster for key, roster in self._own.items() if roster.ruleset == scenario.ruleset}
        self.rosters = {**shipped, **own}
        for number, entry in enumerate(scenario.sides):
            side = entry.side
            name = QLineEdit(side.name)
            name.setMaxLength(LONGEST_NAME)
            name.setAccessibleName(self.tr("Name of side %1").replace("%1", str(number + 1)))
            name.textChanged.connect(lambda *_: self.changed.emit())
            box = QComboBox()
            box.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
            box.setMinimumWidth(120)
            box.setAccessibleName(self.tr("Force of %1").replace("%1", side.name))
            if entry.roster is not None:
                box.addItem(roster_line(entry.roster), AS_IN_SCENARIO)
            for key, roster in self.rosters.items():
                if roster != entry.roster:
                    box.addItem(roster_line(roster), key)
            box.setPlaceholderText(self.tr("Choose a force"))
            if entry.roster is None and box.count():
                box.setCurrentIndex(min(number, box.count() - 1))
            box.currentIndexChanged.connect(lambda *_: self.changed.emit())
            row = 2 * number
            self._grid.addWidget(SidePlate(number, side.name), row, 0)
            self._grid.addWidget(name, row, 1)
            self._grid.addWidget(box, row, 2)
            own_file = IconButton(
                "open_file",
                self.tr("Force of %1 from a file…").replace("%1", side.name),
                self.tr("Takes a force that you have written yourselves."),
                side=28,
            )
            own_file.clicked.connect(lambda *_, of=side.id: self._ask(of))
            self._grid.addWidget(own_file, row, 3)
            mark, text = VerdictMark("allowed", 14), TextLabel("", "small", "text2", wrap=True)
            chip = RuleChip("WO-FRC-1")
            chip.opened.connect(self.rule_opened)
            below = QGridLayout()
            below.setHorizontalSpacing(8)
            below.addWidget(mark, 0, 0)
            below.addWidget(text, 0, 1)
            below.addWidget(chip, 0, 2)
            below.setColumnStretch(1, 1)
            holder = QWidget()
            below.setContentsMargins(0, 0, 0, 4)
            holder.setLayout(below)
            self._grid.addWidget(holder, row + 1, 1, 1, 3)
            self.boxes[side.id], self.names[side.id] = box, name
            self._verdicts[side.id] = (mark, text, chip)

    def choose(self, side: str, key: str) -> bool:
        """Choose a force for a side by its key; tells whether it is offered."""
        box = self.boxes.get(side)
        at = box.findData(key) if box is not None else -1
        if box is None or at < 0:
            return False
        box.setCurrentIndex(at)
        return True

    def chosen(self) -> dict[str, Roster]:
        """Return the forces that take the place of the scenario's own, by side."""
        found: dict[str, Roster] = {}
        for side, box in self.boxes.items():
            roster = self.rosters.get(str(box.currentData()))
            if roster is not None:
                found[side] = roster
        return found

    def lacking(self) -> list[str]:
        """Return the sides for which no force is chosen."""
        return [side for side, box in self.boxes.items() if box.currentData() is None]

    def side_names(self) -> dict[str, str]:
        """Return the names given to the sides; an empty field keeps the side's own."""
        return {side: field.text().strip() for side, field in self.names.items() if field.text().strip()}

    def show_findings(self, findings: Sequence[Finding], battle: Battle, catalogue: Catalogue | None) -> bool:
        """Say for each side what its force comes to; returns whether any is refused."""
        from wolfling_gui.session import explain
        from wolfling_gui.ui import words

        refused = False
        for mark, text, chip in self._verdicts.values():
            for widget in (mark, text, chip):
                widget.hide()
        for finding in findings:
            side = finding.about[0] if finding.about else ""
            if side not in self._verdicts:
                continue
            mark, text, chip = self._verdicts[side]
            refused = refused or finding.effect == "forbids"
            said = explain.explain_finding(finding, battle, catalogue)
            mark.set_kind(words.mark_of(finding))
            text.setText(said.text)
            text.set_tone("refused" if finding.effect == "forbids" else "text2")
            chip.set_chip_style(words.chip_style(finding.rule, catalogue, finding))
            for widget in (mark, text, chip):
                widget.show()
        return refused

    def read_file(self, path: Path) -> str:
        """Read a force from a file and offer it; returns its key, empty when it could not be read."""
        from wolfling_gui.files.problems import ProblemsError
        from wolfling_gui.files.roster import read_roster

        try:
            roster = read_roster(path)
        except ProblemsError as error:
            self.said.emit(str(error))
            return ""
        if roster.ruleset != self._ruleset:
            words = self.tr("The force “%1” is for other rules: %2.")
            self.said.emit(words.replace("%1", roster.name, 1).replace("%2", roster.ruleset, 1))
            return ""
        self.add_roster(str(path), roster)
        self.said.emit("")
        return str(path)

    def _ask(self, side: str) -> None:
        """Ask for a file and choose the force in it."""
        name, _ = QFileDialog.getOpenFileName(
            self, self.tr("Choose a force"), "", self.tr("Forces (*.yaml *.yml)")
        )
        key = self.read_file(Path(name)) if name else ""
        if key:
            self.choose(side, key)
