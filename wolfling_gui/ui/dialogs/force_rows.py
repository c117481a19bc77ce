"""Choose the sides of a battle: their names and forces, each with its points and the limit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace
from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QFileDialog,
    QGridLayout,
    QLineEdit,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from wolfling_gui.rules.adjusting import LONGEST_NAME, name_trouble
from wolfling_gui.session.sentences import tr
from wolfling_gui.session.sentences.forms import isolated
from wolfling_gui.ui.panels.discard import clear
from wolfling_gui.ui.widgets import FlatButton, IconButton, ProblemLine, SidePlate, TextLabel
from wolfling_gui.ui.words import plural

if TYPE_CHECKING:
    from wolfling_gui.core.battle import Battle
    from wolfling_gui.core.forces import Roster
    from wolfling_gui.core.verdict import Finding
    from wolfling_gui.files.scenario import Scenario
    from wolfling_gui.rules.catalogue import Catalogue

AS_IN_SCENARIO = ""
TONES = {"allowed": "legal", "but": "warning", "refused": "refused", "asks": "question"}
"""In which colour each verdict is written."""


def roster_line(roster: Roster) -> str:
    """Name a force with its points."""
    text = plural("ForceRows", "%1 · 1 point", "%1 · %n points", roster.points)
    return text.replace("%1", isolated(roster.name), 1)


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
        self.faults: dict[str, ProblemLine] = {}
        self._verdicts: dict[str, tuple[TextLabel, QVBoxLayout]] = {}
        self._ruleset = ""
        self._own: dict[str, Roster] = {}
        self._theirs: dict[str, Roster] = {}
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
        self.boxes, self.names, self.faults, self._verdicts = {}, {}, {}, {}
        if scenario is None:
            return
        self._ruleset = scenario.ruleset
        self._theirs = {e.side.id: e.roster for e in scenario.sides if e.roster is not None}
        own = {key: roster for key, roster in self._own.items() if roster.ruleset == scenario.ruleset}
        self.rosters = {**shipped, **own}
        for number, entry in enumerate(scenario.sides):
            side = entry.side
            name = QLineEdit(side.name)
            name.setMaxLength(LONGEST_NAME)
            name.setPlaceholderText(side.name)
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
            row = 3 * number
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
            fault = self.faults[side.id] = ProblemLine()
            self._grid.addWidget(fault, row + 1, 1, 1, 3)
            head = TextLabel("", "row_title", wrap=True)
            self._grid.addWidget(head, row + 2, 1, Qt.AlignmentFlag.AlignTop)
            holder = QWidget()
            listed = QVBoxLayout(holder)
            listed.setContentsMargins(0, 1, 0, 6)
            listed.setSpacing(4)
            self._grid.addWidget(holder, row + 2, 2, 1, 2)
            self.boxes[side.id], self.names[side.id] = box, name
            self._verdicts[side.id] = (head, listed)

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

    def offered(self, side: str) -> list[tuple[str, Roster]]:
        """Return the forces that a side can choose, with their keys."""
        box = self.boxes[side]
        keys = [str(box.itemData(at)) for at in range(box.count())]
        theirs = self._theirs.get(side)
        found = [(key, self.rosters[key]) for key in keys if key in self.rosters]
        return found if theirs is None else [(AS_IN_SCENARIO, theirs), *found]

    def show_names(self) -> bool:
        """Say at its field why a side cannot bear its name; returns whether all names can be borne."""
        names = {side: field.text().strip() or field.placeholderText() for side, field in self.names.items()}
        earlier: list[str] = []
        for side, name in names.items():
            trouble = name_trouble(name, earlier)
            self.faults[side].say(tr(trouble, name=name, limit=LONGEST_NAME) if trouble else "")
            earlier.append(name)
        return not any(fault.text() for fault in self.faults.values())

    def lacking(self) -> list[str]:
        """Return the sides for which no force is chosen."""
        return [side for side, box in self.boxes.items() if box.currentData() is None]

    def side_names(self) -> dict[str, str]:
        """Return the names given to the sides; an empty field keeps the side's own."""
        return {side: field.text().strip() for side, field in self.names.items() if field.text().strip()}

    def show_findings(
        self,
        findings: Sequence[Finding],
        battle: Battle,
        catalogue: Catalogue | None,
        *,
        agreed: bool = False,
    ) -> bool:
        """Say for each side how its force is judged and by what; returns whether any is refused.

        With `agreed` the players take refused forces all the same.
        """
        from wolfling_gui.core.actions import Overrule, RollOff
        from wolfling_gui.core.verdict import Permit, Refusal
        from wolfling_gui.session import explain
        from wolfling_gui.ui.panels.verdict_card import FindingRow

        refused = False
        for side, (head, listed) in self._verdicts.items():
            clear(listed)
            own = tuple(f for f in findings if f.about[:1] == (side,))
            against = any(f.effect == "forbids" for f in own)
            refused = refused or against
            if against and not agreed:
                said = explain.verdict_headline(Refusal(battle, RollOff(), own))
            elif against:
                warned = tuple(replace(f, effect="warns") for f in own)
                said = explain.verdict_headline(Permit(battle, Overrule(RollOff()), None, warned))
            else:
                said = explain.verdict_headline(Permit(battle, RollOff(), None, own))
            head.setText(said.text if own else "")
            head.set_tone(TONES[said.kind])
            for finding in own:
                line = FindingRow(battle, finding, catalogue)
                line.opened.connect(self.rule_opened)
                listed.addWidget(line)
                line.show()
        return refused

    def offer_instead(self, side: str, key: str) -> None:
        """Offer to take another force for a side, by its key, under what was said of the one chosen."""
        box = self.boxes.get(side)
        at = box.findData(key) if box is not None else -1
        if box is None or at < 0:
            return
        text = self.tr("Take %1").replace("%1", box.itemText(at).replace("&", "&&"), 1)
        button = FlatButton(text, icon_name="roster")
        button.setAutoDefault(False)
        button.setToolTip(self.tr("Chooses the dearest force that the rules allow."))
        button.clicked.connect(lambda *_: self.choose(side, key))
        self._verdicts[side][1].addWidget(button, 0, Qt.AlignmentFlag.AlignLeft)
        button.show()

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
