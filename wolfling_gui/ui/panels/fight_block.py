"""Show a fight in the guide: its steps and where it stands, what each side scored and why, the outcome."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from wolfling_gui.core.battle import Battle
from wolfling_gui.core.report import Entry
from wolfling_gui.rules.catalogue import Catalogue
from wolfling_gui.session import explain, naming
from wolfling_gui.session.fights import Combat, Course
from wolfling_gui.ui import words
from wolfling_gui.ui.desk import Desk
from wolfling_gui.ui.panels.breakdown import BreakdownTable
from wolfling_gui.ui.panels.charge_card import blow_grid
from wolfling_gui.ui.panels.fight_words import course_title, what_follows
from wolfling_gui.ui.panels.guide_parts import Block
from wolfling_gui.ui.widgets import Card, Hairline, RuleChip, SidePlate, TextLabel


class FightBlock(Block):
    """Show the combat looked at, the fight under way, or how the last one came out."""

    rule_opened = Signal(str)

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self._desk = desk
        self._shown: tuple[object, ...] = ()
        desk.hover_changed.connect(self._follow)

    def _follow(self) -> None:
        if self._desk.combats():
            self.refresh()

    def refresh(self) -> None:
        """Show the moment as it is."""
        desk, battle = self._desk, self._desk.battle
        course = desk.course()
        combat = None if course is not None and not course.over else desk.combat()
        shown = (course, combat, battle)
        if self._shown and all(a is b for a, b in zip(shown, self._shown, strict=True)):
            return
        self._shown = shown
        self.clear()
        if battle is None:
            return
        catalogue = desk.rules.catalogue if desk.rules is not None else None
        if course is not None and (course.combat is not None or course.scores):
            self._add(CourseCard(battle, course, catalogue))
        if combat is not None:
            self._add(CombatCard(combat))

    def _add(self, card: CourseCard | CombatCard) -> None:
        card.opened.connect(self.rule_opened)
        self.add(card)


class CombatCard(Card):
    """Show a combat that is to be fought: who strikes at which step, with what to expect."""

    opened = Signal(str)

    def __init__(self, combat: Combat, parent: QWidget | None = None) -> None:
        super().__init__("true", parent)
        names = [naming.unit_name(combat.battle, unit) for unit in combat.units]
        title = naming.listed(names)
        self.setAccessibleName(title)
        head = QHBoxLayout()
        head.setSpacing(8)
        head.addWidget(TextLabel(title, "row_title", wrap=True), 1)
        chip = RuleChip("CL-ASLT-14")
        chip.opened.connect(self.opened)
        head.addWidget(chip)
        body = self.content()
        body.addLayout(head)
        body.addLayout(blow_grid(combat.battle, combat.blows))
        note = self.tr("Chances as if nobody fell at a step before.")
        body.addWidget(TextLabel(note, "small", "text3", wrap=True))


class CourseCard(Card):
    """Show how far a fight has come: the steps with the one that is struck now, then scores and outcome."""

    opened = Signal(str)

    def __init__(
        self, battle: Battle, course: Course, catalogue: Catalogue | None, parent: QWidget | None = None
    ) -> None:
        super().__init__("true", parent)
        self._battle, self._catalogue = battle, catalogue
        title = course_title(course)
        self.setAccessibleName(title)
        body = self.content()
        body.addWidget(TextLabel(title, "row_title", wrap=True))
        if course.combat is not None and not course.scores:
            body.addLayout(blow_grid(course.combat.battle, course.combat.blows, course.step))
            following = what_follows(course)
            if following:
                body.addWidget(TextLabel(following, "small", "text2", wrap=True))
        for entry in course.lines:
            self._line(body, entry)
        if course.scores:
            if course.lines:
                body.addWidget(Hairline())
            self._scores(body, course)
        for needed in [entry.needed for entry in course.lines if entry.needed is not None]:
            table = BreakdownTable(explain.explain_breakdown(needed, battle, catalogue))
            table.opened.connect(self.opened)
            body.addWidget(Hairline())
            body.addWidget(table)

    def _line(self, body: QVBoxLayout, entry: Entry) -> None:
        """Show what came of it in a line with its rule; before the scores, as it matters most."""
        said = explain.explain_entry(entry, self._battle, self._catalogue)
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(TextLabel(said.text, "small", "text", wrap=True), 1)
        for rule in entry.rules[:1]:
            row.addWidget(self._chip(rule), 0, Qt.AlignmentFlag.AlignTop)
        body.addLayout(row)

    def _scores(self, body: QVBoxLayout, course: Course) -> None:
        """Show what each side has scored, every part of it with its rule."""
        battle = self._battle
        for number, (side, score) in enumerate(course.scores):
            if number:
                body.addWidget(Hairline())
            index = battle.side_index(side)
            head = QHBoxLayout()
            head.setSpacing(8)
            name = naming.side_name(battle, side)
            head.addWidget(SidePlate(index, name, 16))
            head.addWidget(TextLabel(name, "small", f"side{index % 4}"))
            head.addStretch(1)
            total = words.plural("FightBlock", "1 wound caused", "%n wounds caused", score.total)
            head.addWidget(TextLabel(total, "row_title"))
            body.addLayout(head)
            terms = [t for t in score.ordered() if t.counts and t.op != "base"]
            for term in terms:
                row = QHBoxLayout()
                row.setSpacing(8)
                row.addWidget(TextLabel(naming.signed_text(term.value), "small", "text2"))
                row.addWidget(TextLabel(explain.term_text(term, battle), "small", "text", wrap=True), 1)
                row.addWidget(self._chip(term.rule))
                body.addLayout(row)

    def _chip(self, rule: str) -> RuleChip:
        chip = RuleChip(rule, words.chip_style(rule, self._catalogue))
        chip.opened.connect(self.opened)
        return chip
