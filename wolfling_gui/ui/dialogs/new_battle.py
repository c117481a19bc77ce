"""Begin a battle: scenario, names and forces of the sides, length, mission, dice and house rules."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QShowEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QFileDialog,
    QHBoxLayout,
    QLineEdit,
    QVBoxLayout,
    QWidget,
)

from wolfling_gui.session.sentences.forms import isolated
from wolfling_gui.ui.dialogs.dice_choice import DiceChoice
from wolfling_gui.ui.dialogs.force_rows import ForceRows
from wolfling_gui.ui.dialogs.ground_row import GroundRow, ground_snag
from wolfling_gui.ui.dialogs.house_rule_list import HouseRuleList
from wolfling_gui.ui.dialogs.length_choice import LengthChoice
from wolfling_gui.ui.dialogs.parts import fit
from wolfling_gui.ui.dialogs.scenario_column import ScenarioColumn
from wolfling_gui.ui.panels.discard import clear
from wolfling_gui.ui.panels.welcome import Starter
from wolfling_gui.ui.theme import theme
from wolfling_gui.ui.troubles import trouble_words
from wolfling_gui.ui.widgets import (
    FlatButton,
    Hairline,
    MainButton,
    ProblemLine,
    SectionHead,
    Segmented,
    TextLabel,
    UprightArea,
)

if TYPE_CHECKING:
    from wolfling_gui.core.battle import Battle
    from wolfling_gui.core.forces import Roster
    from wolfling_gui.files.completing import Completed
    from wolfling_gui.files.scenario import Scenario
    from wolfling_gui.rules.ruleset import Ruleset
    from wolfling_gui.session.session import Session


class NewBattleDialog(QDialog):
    """Begin a battle; `begun(session)` carries it, `app_dice` says whose dice are rolled.

    `import_wanted` asks for the import of a map, `rule_opened(ruleset, id)` for a rule.
    """

    begun = Signal(object)
    import_wanted = Signal()
    rule_opened = Signal(str, str)

    def __init__(
        self,
        starters: Sequence[Starter],
        chosen: Path | None = None,
        roster: Path | None = None,
        app_dice: bool = True,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("New battle"))
        self._found: Completed | None = None
        self._scenario: Scenario | None = None
        self._path: Path | None = None
        self._titled = ""
        self._app_dice_before = app_dice
        self._problem = ProblemLine(self)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(0)
        body = QHBoxLayout()
        body.setContentsMargins(0, 0, 0, 0)
        body.setSpacing(0)
        self._left = ScenarioColumn()
        self._left.file_wanted.connect(self._choose_file)
        self._left.import_wanted.connect(self.import_wanted)
        self.scenarios = self._left.scenarios
        body.addWidget(self._left, 0)
        body.addWidget(Hairline(vertical=True))
        body.addWidget(self._make_right(app_dice), 1)
        outer.addLayout(body, 1)
        outer.addWidget(Hairline())
        outer.addLayout(self._make_foot())
        self.scenarios.picked.connect(self._read)
        self.scenarios.show_scenarios(starters)
        if chosen is not None:
            self.choose(chosen)
        elif starters:
            self.scenarios.choose(starters[0])
        else:
            self._problem.say(self.tr("No scenario was found. Choose one from a file."))
            self._refresh()
        if roster is not None:
            self.take_roster(roster)
        theme().changed.connect(self._fit)
        self._fit()

    # ------------------------------------------------------------------ making

    def _make_right(self, app_dice: bool) -> QWidget:
        area = UprightArea()
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(20, 14, 20, 14)
        column.setSpacing(10)
        self.title = QLineEdit()
        self.title.setMaxLength(80)
        self.title.setAccessibleName(self.tr("Title of the battle"))
        self.title.setPlaceholderText(self.tr("Title of the battle"))
        column.addWidget(SectionHead(self.tr("Title")))
        column.addWidget(self.title)
        self._about = TextLabel("", "body", "text2", wrap=True)
        column.addWidget(self._about)
        self._odd = TextLabel("", "small", "warning", wrap=True)
        column.addWidget(self._odd)
        self._start_rows = QVBoxLayout()
        self._start_rows.setSpacing(4)
        column.addLayout(self._start_rows)
        self.ground = GroundRow()
        self.ground.wanted.connect(self._adjust_ground)
        self.ground.arranged.connect(self._take_ground)
        column.addWidget(self.ground)
        column.addWidget(SectionHead(self.tr("Sides and forces")))
        self.forces = ForceRows()
        self.forces.changed.connect(self._refresh)
        self.forces.said.connect(self._problem.say)
        self.forces.rule_opened.connect(self._open_rule)
        column.addWidget(self.forces)
        self.agree = QCheckBox(self.tr("Both agree to play with these forces all the same"))
        self.agree.toggled.connect(lambda *_: self._refresh())
        column.addWidget(self.agree)
        column.addWidget(SectionHead(self.tr("Length and mission")))
        self.length = LengthChoice()
        column.addWidget(self.length)
        column.addWidget(SectionHead(self.tr("Where it is played")))
        self.where = Segmented((self.tr("On this map"), self.tr("At a real table")))
        self.where.set_label(self.tr("Where it is played"))
        self.where.chosen.connect(self._go_where)
        column.addWidget(self.where, 0, Qt.AlignmentFlag.AlignLeft)
        self._where_told = TextLabel("", "small", "text2", wrap=True)
        self._where_told.hide()
        column.addWidget(self._where_told)
        column.addWidget(SectionHead(self.tr("Dice")))
        self.dice = DiceChoice(app_dice)
        column.addWidget(self.dice)
        column.addWidget(SectionHead(self.tr("House rules")))
        self.house = HouseRuleList()
        self.house.changed.connect(self._refresh)
        self.house.said.connect(self._problem.say)
        self.house.rule_opened.connect(self._open_rule)
        column.addWidget(self.house)
        column.addStretch(1)
        area.setWidget(page)
        return area

    def _make_foot(self) -> QVBoxLayout:
        foot = QVBoxLayout()
        foot.setContentsMargins(20, 10, 20, 12)
        foot.setSpacing(8)
        foot.addWidget(self._problem)
        row = QHBoxLayout()
        row.setSpacing(8)
        self._why_not = TextLabel("", "small", "text2", wrap=True)
        row.addWidget(self._why_not, 1)
        cancel = FlatButton(self.tr("Not now"), "Esc")
        cancel.setAutoDefault(False)
        cancel.clicked.connect(self.reject)
        row.addWidget(cancel)
        self.start = MainButton(self.tr("Begin the battle"), "Return")
        self.start.setDefault(True)
        self.start.clicked.connect(self._begin)
        row.addWidget(self.start)
        foot.addLayout(row)
        return foot

    @cached_property
    def _shipped(self) -> dict[str, dict[str, Roster]]:
        from wolfling_gui.files.roster import shipped_rosters

        return shipped_rosters()

    # ------------------------------------------------------------------ size

    def _fit(self) -> None:
        look = theme()
        self._left.setFixedWidth(max(look.px(290), self._left.minimumSizeHint().width()))
        fit(self, QSize(700, 380), QSize(940, 660))

    def showEvent(self, event: QShowEvent) -> None:
        """Begin in the list of scenarios, so that the arrows choose one."""
        super().showEvent(event)
        self.scenarios.setFocus(Qt.FocusReason.OtherFocusReason)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Begin with Ctrl+Enter from anywhere, also from a list that is open."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and (
            event.modifiers() & Qt.KeyboardModifier.ControlModifier
        ):
            self.start.click()
            return
        super().keyPressEvent(event)

    # ------------------------------------------------------------------ choosing

    @property
    def app_dice(self) -> bool:
        """Tell whether the app rolls for every side."""
        return self.dice.app_dice

    def choose(self, path: Path) -> None:
        """Choose a scenario by its file, adding it to the list when it is not there."""
        from wolfling_gui.ui.opening import starter_of

        starter = starter_of(path) or Starter(path, path.stem, self.tr("cannot be read"))
        before = self.scenarios.path()
        self.scenarios.choose(starter)
        if before == path:
            self._read(path)

    def take_roster(self, path: Path) -> bool:
        """Choose a force from a file for the first side that has none, else the first; False if unread."""
        key = self.forces.read_file(path)
        if not key:
            return False
        lacking = self.forces.lacking()
        sides = list(self.forces.boxes)
        return bool(sides) and self.forces.choose((lacking or sides)[0], key)

    def _choose_file(self) -> None:
        name, _ = QFileDialog.getOpenFileName(
            self, self.tr("Choose a scenario"), "", self.tr("Scenarios (*.yaml *.yml)")
        )
        if name:
            self.choose(Path(name))

    def _read(self, path: Path) -> None:
        from wolfling_gui.files.problems import ProblemsError
        from wolfling_gui.ui.opening import playable

        self._scenario, self._found, self._path = None, None, path
        self._problem.say("")
        try:
            self._found = playable(path)
            self._scenario = self._found.scenario
        except ProblemsError as error:
            self._problem.say(str(error))
        self._show_scenario()
        self._refresh()

    def _show_scenario(self) -> None:
        scenario = self._scenario
        for widget in (self.title, self.length, self.ground.button, self.dice, self.where):
            widget.setEnabled(scenario is not None)
        self.forces.show_sides(
            scenario, self._shipped.get(scenario.ruleset, {}) if scenario is not None else {}
        )
        self.ground.show_found(self._found)
        if scenario is None:
            self._about.hide()
            self._odd.hide()
            return
        self._about.setText(" ".join(scenario.description.split()))
        self._about.setVisible(bool(self._about.text()))
        if not self.title.text() or self.title.text() == self._titled:
            self.title.setText(scenario.name)
        self._titled = scenario.name
        self.dice.show_sides([(entry.side.id, entry.side.name) for entry in scenario.sides])
        self.length.show_mission(scenario.mission)
        self.house.show_ruleset(scenario.ruleset)
        odd = [str(problem) for problem in self._found.warnings[:3]] if self._found is not None else []
        self._odd.setText("\n".join(odd))
        self._odd.setVisible(bool(odd))

    @property
    def real_table(self) -> bool:
        """Tell whether the battle is played at a real table."""
        return self.where.current() == 1

    def _go_where(self) -> None:
        """Follow where it is played: at a real table players mostly roll their own dice."""
        self._where_told.setText(
            self.tr("No model is placed here: you say what stands where, and the map is there to look at.")
            if self.real_table
            else ""
        )
        self._where_told.setVisible(self.real_table)
        self.dice.set_app_dice(self._app_dice_before and not self.real_table)
        self.ground.button.setEnabled(self._scenario is not None and not self.real_table)
        self._refresh()

    def _rules(self) -> Ruleset | None:
        """Return the rules with the house rules chosen, None when they do not fit."""
        from wolfling_gui.files.problems import ProblemsError
        from wolfling_gui.session.opening import ruleset_with

        if self._scenario is None:
            return None
        try:
            return ruleset_with(self._scenario.ruleset, self.house.chosen())
        except ProblemsError as error:
            self._problem.say(str(error))
            return None

    def played(self) -> Scenario | None:
        """Return the scenario as it was chosen to be played, or None."""
        from wolfling_gui.ui.opening import with_choices

        if self._scenario is None:
            return None
        return with_choices(
            self._scenario,
            self.forces.side_names(),
            self.length.turns.value(),
            self.length.random_length.isChecked(),
            str(self.length.mission.currentData()),
        )

    def _refresh(self) -> None:
        """Judge the forces and say what keeps the battle from being begun."""
        from wolfling_gui.session.opening import dearest_that_fits, force_findings, refused_sides
        from wolfling_gui.ui.opening import bare_battle

        scenario, rules = self.played(), self._rules()
        refused = False
        why = ""
        if scenario is None or rules is None:
            why = self.tr("Choose a scenario that can be read.")
        else:
            rosters = self.forces.chosen()
            findings = force_findings(rules, scenario, rosters)
            agreed = self.agree.isChecked()
            battle = bare_battle(scenario, rosters)
            self.length.show_rules(rules, battle)
            self._show_start(rules, battle)
            refused = self.forces.show_findings(findings, battle, rules.catalogue, agreed=agreed)
            for side in refused_sides(findings):
                offered = self.forces.offered(side)
                key = dearest_that_fits(rules, scenario, rosters, side, offered)
                if key is not None:
                    self.forces.offer_instead(side, key)
            for side_id, name in self.forces.side_names().items():
                self.dice.call_side(side_id, name)
            named = self.forces.show_names()
            if self.forces.lacking():
                side = next(s.side.name for s in scenario.sides if s.side.id == self.forces.lacking()[0])
                why = self.tr("Choose a force for %1.").replace("%1", isolated(side))
            elif not named:
                why = self.tr("A side has a name that it cannot bear; it is said there why.")
            elif not self.real_table:
                why = ground_snag(scenario)
        self.agree.setVisible(refused)
        if not why and refused and not self.agree.isChecked():
            why = self.tr("A force is refused: choose another, or agree to play with it all the same.")
        self._why_not.setText(why)
        self.start.setEnabled(not why)
        self.start.setToolTip(why or self.tr("Begins the battle; every step is kept on disk."))

    def _show_start(self, rules: Ruleset, battle: Battle) -> None:
        """Say what is unusual about the kind of battle under the rules chosen (WO-SCP-1)."""
        from wolfling_gui.ui.panels.verdict_card import FindingRow

        clear(self._start_rows)
        for finding in rules.check_start(rules, battle):
            if finding.effect != "permits":
                row = FindingRow(battle, finding, rules.catalogue)
                row.opened.connect(self._open_rule)
                self._start_rows.addWidget(row)
                row.show()

    def _open_rule(self, rule: str) -> None:
        if self._scenario is not None:
            self.rule_opened.emit(self._scenario.ruleset, rule)

    # ------------------------------------------------------------------ zones and objectives

    def _adjust_ground(self) -> None:
        scenario = self.played()
        if scenario is not None and self._path is not None:
            self.ground.adjust(scenario, self._path)

    def _take_ground(self, table: object) -> None:
        from msgspec.structs import replace

        from wolfling_gui.core.table import Table

        if self._scenario is not None and isinstance(table, Table):
            self._scenario = replace(self._scenario, table=table)
            self._refresh()

    # ------------------------------------------------------------------ beginning

    def _begin(self) -> None:
        from wolfling_gui.files.problems import ProblemsError
        from wolfling_gui.ui.opening import begin, picture_beside

        scenario = self.played()
        if scenario is None or self._path is None or not self.start.isEnabled():
            return
        try:
            session: Session = begin(
                scenario,
                self._path.name,
                self.forces.chosen(),
                self.house.chosen(),
                self.title.text().strip(),
                picture_beside(self._path, scenario.table),
                self.real_table,
                self.dice.app_sides(),
            )
        except (ProblemsError, ValueError, OSError) as error:
            self._problem.say(trouble_words(error))
            return
        self.begun.emit(session)
        self.accept()
