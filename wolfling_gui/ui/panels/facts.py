"""Say what the app cannot see of a shot: range, sight, zone, cover, level; each says at once what it does."""

from __future__ import annotations

from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, Final

import msgspec
from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QGridLayout,
    QHBoxLayout,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from wolfling_gui.core.actions import NOTHING_SAID, DeclaredFacts, Overrule, Shoot
from wolfling_gui.core.lengths import UNITS_PER_INCH
from wolfling_gui.session import naming
from wolfling_gui.ui.desk import Desk
from wolfling_gui.ui.panels.discard import clear
from wolfling_gui.ui.panels.weapon_rows import WeaponRows
from wolfling_gui.ui.widgets import (
    DecimalField,
    FlatButton,
    Hairline,
    ProblemLine,
    RuleChip,
    Segment,
    Segmented,
    TextLabel,
    UprightArea,
)

if TYPE_CHECKING:
    from wolfling_gui.session.declaring import FactLine

EDGE: Final = 14
NAME_WIDTH: Final = 84
UNSAID: Final = -0.1
"""What the range shows as nothing said: one step below none."""
FARTHEST: Final = 120
RESERVED: Final = 34
"""The height kept for two lines under a fact."""
RESERVED_RANGE: Final = 54
"""The same for the range, which says more: how far each weapon reaches."""


def fact_name(fact: str) -> str:
    """Return the name of a fact."""
    names = {
        "range": QCoreApplication.translate("FactsForm", "Range"),
        "sight": QCoreApplication.translate("FactsForm", "Sight"),
        "zone": QCoreApplication.translate("FactsForm", "Same zone"),
        "cover": QCoreApplication.translate("FactsForm", "Cover"),
        "half": QCoreApplication.translate("FactsForm", "Half hidden"),
        "level": QCoreApplication.translate("FactsForm", "Level"),
    }
    return names[fact]


def word_of(fact: str, word: str) -> str:
    """Return what stands on the button of one word of a fact."""
    if fact == "cover":
        return "–" if word == "0" else naming.needed_text(int(word))
    words = {
        "clear": QCoreApplication.translate("FactsForm", "Clear"),
        "partly": QCoreApplication.translate("FactsForm", "Partly"),
        "blocked": QCoreApplication.translate("FactsForm", "Blocked"),
        "room": QCoreApplication.translate("FactsForm", "Room"),
        "corridor": QCoreApplication.translate("FactsForm", "Corridor"),
        "section": QCoreApplication.translate("FactsForm", "Section"),
        "none": QCoreApplication.translate("FactsForm", "No"),
        "same": QCoreApplication.translate("FactsForm", "Same"),
        "above": QCoreApplication.translate("FactsForm", "Above"),
        "below": QCoreApplication.translate("FactsForm", "Below"),
        "half": QCoreApplication.translate("FactsForm", "Half"),
        "less": QCoreApplication.translate("FactsForm", "Less"),
        "doubtful": QCoreApplication.translate("FactsForm", "In doubt"),
    }
    return words[word]


class EffectLines(QWidget):
    """Hold what a fact does, with room kept for it: the next row stays where it is when this one is said."""

    def __init__(self, reserved: int) -> None:
        super().__init__()
        self._reserved = reserved
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(0, 0, 0, 0)
        self.column.setSpacing(3)
        self.setMinimumHeight(reserved)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Follow the width: narrow lines need more height than is kept."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.make_room()

    def make_room(self) -> None:
        """Take the height that the lines need at this width, at least the room that is kept."""
        self.column.invalidate()
        needed = self.column.totalHeightForWidth(self.width()) if self.column.count() else 0
        self.setMinimumHeight(max(self._reserved, needed))


class FactRow(QWidget):
    """Hold one fact: its name, what is said of it, and below what that does with its rule.

    `said(fact, word)` tells what a player said; None takes it back. A range is said in units.
    """

    said = Signal(str, object)
    opened = Signal(str)

    def __init__(self, fact: str, words: tuple[str, ...], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.fact = fact
        self._words = words
        grid = QGridLayout(self)
        grid.setContentsMargins(EDGE, 8, EDGE, 8)
        grid.setHorizontalSpacing(8)
        grid.setVerticalSpacing(4)
        grid.setColumnStretch(1, 1)
        name = TextLabel(fact_name(fact), "row_title")
        name.setMinimumWidth(name.look.px(NAME_WIDTH))
        grid.addWidget(name, 0, 0)
        self.range: DecimalField | None = None
        self.choice: Segmented | None = None
        if words:
            self.choice = Segmented([Segment(word_of(fact, word)) for word in words], -1, clearable=True)
            self.choice.set_label(fact_name(fact))
            self.choice.setToolTip(self.tr("Press what is chosen once more to take it back."))
            self.choice.chosen.connect(self._choose)
            grid.addWidget(self.choice, 0, 1)
        else:
            self.range = DecimalField(UNSAID, FARTHEST, 1, 1.0, "″")
            self.range.setSpecialValueText(self.tr("not said"))
            self.range.setAccessibleName(self.tr("Range in inches, base to base"))
            self.range.setToolTip(self.tr("From base to base. Empty it to take it back."))
            self.range.setKeyboardTracking(True)
            self.range.valueChanged.connect(self._measure)
            self.range.setFixedWidth(name.look.px(104))
            line = QHBoxLayout()
            line.setSpacing(8)
            line.addWidget(self.range)
            line.addWidget(TextLabel(self.tr("base to base"), "small", "text3"))
            line.addStretch(1)
            grid.addLayout(line, 0, 1)
            trouble = ProblemLine()
            self.range.refused.connect(trouble.say)
            grid.addWidget(trouble, 1, 1)
        self._effects = EffectLines(name.look.px(RESERVED if words else RESERVED_RANGE))
        self._lines = self._effects.column
        grid.addWidget(self._effects, 2, 1)

    @property
    def field(self) -> QWidget:
        """Return what takes the fact."""
        found = self.choice if self.choice is not None else self.range
        assert found is not None
        return found

    def _choose(self, index: int) -> None:
        self.said.emit(self.fact, self._words[index] if index >= 0 else None)

    def _measure(self, value: float) -> None:
        self.said.emit(self.fact, None if value < 0 else round(value * UNITS_PER_INCH))

    def show_fact(self, value: object, lines: tuple[FactLine, ...]) -> None:
        """Show what is said of the fact, and what it does."""
        if self.choice is not None:
            word = "" if value is None else str(value)
            self.choice.set_current(self._words.index(word) if word in self._words else -1)
        elif self.range is not None:
            shown = UNSAID if not isinstance(value, int) else value / UNITS_PER_INCH
            if abs(shown - self.range.value()) > 0.049:
                self.range.show_value(shown)
        clear(self._lines)
        for line in lines:
            row = QHBoxLayout()
            row.setSpacing(6)
            tone = "warning" if line.waits else "text3" if not line.rule else "text2"
            row.addWidget(TextLabel(line.text, "small", tone, wrap=True), 1)
            if line.rule:
                chip = RuleChip(line.rule)
                chip.opened.connect(self.opened)
                row.addWidget(chip, 0, Qt.AlignmentFlag.AlignTop)
            holder = QWidget()
            holder.setLayout(row)
            row.setContentsMargins(0, 0, 0, 0)
            self._lines.addWidget(holder)
        # An aligned column would be given the height of unwrapped lines.
        self._lines.addStretch(1)
        self._effects.make_room()


class FactsForm(QWidget):
    """Take what players say of the shot in hand; `rule_opened(rule)` comes from a chip."""

    rule_opened = Signal(str)

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self._rows: dict[str, FactRow] = {}
        self._made: tuple[str, str, tuple[tuple[str, tuple[str, ...]], ...], int] | None = None
        self._columns = 1
        self._scrolls = True
        outer = self._outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(0)
        self._about = TextLabel("", "small", "text2", wrap=True)
        self._about.setContentsMargins(EDGE, 10, EDGE, 10)
        outer.addWidget(self._about)
        self.body = UprightArea()
        page = self._page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        self.weapons = WeaponRows(EDGE)
        self.weapons.chosen.connect(self._arm)
        column.addWidget(self.weapons)
        self._grid = QGridLayout()
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setSpacing(0)
        column.addLayout(self._grid, 1)
        self.body.setWidget(page)
        outer.addWidget(self.body, 1)
        self._line = Hairline()
        outer.addWidget(self._line)
        outer.addWidget(self._make_foot())
        self.setAccessibleName(self.tr("Facts at the table"))
        for signal in (
            desk.session_changed, desk.battle_changed, desk.selection_changed, desk.target_changed,
            desk.facts_changed,
        ):  # fmt: skip
            signal.connect(self.refresh)
        self.refresh()

    def _make_foot(self) -> QWidget:
        foot = QWidget()
        row = QHBoxLayout(foot)
        row.setContentsMargins(EDGE, 6, EDGE, 6)
        row.setSpacing(8)
        self.whole = QCheckBox(self.tr("Keep for the whole volley"))
        self.whole.setToolTip(
            self.tr("On: what is said holds for every firer. Off: say for one firer what is different.")
        )
        self.whole.setChecked(True)
        self.whole.toggled.connect(lambda *_: self.refresh())
        row.addWidget(self.whole)
        self.firer = QComboBox()
        self.firer.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.firer.setMinimumWidth(60)
        self.firer.hide()
        self.firer.setAccessibleName(self.tr("Firer the facts are said for"))
        self.firer.currentIndexChanged.connect(lambda *_: self.refresh())
        row.addWidget(self.firer, 1)
        row.addStretch(1)
        self.clear_all = FlatButton(self.tr("Clear all"))
        self.clear_all.setToolTip(self.tr("Takes back everything said of this shot."))
        self.clear_all.clicked.connect(self.forget)
        row.addWidget(self.clear_all)
        self._foot = foot
        return foot

    # ------------------------------------------------------------------ showing

    def set_columns(self, columns: int) -> None:
        """Stand in one column, or in two where the form is low and wide."""
        if columns != self._columns:
            self._columns = columns
            self._made = None
            self.refresh()

    def set_scrolling(self, scrolling: bool) -> None:
        """Scroll by itself, or be as high as it is within something that scrolls."""
        if scrolling == self._scrolls:
            return
        self._scrolls = scrolling
        if scrolling:
            self.body.setWidget(self._page)
        else:
            self.body.takeWidget()
            self._outer.insertWidget(1, self._page)
        self._page.show()
        self.refresh()

    @property
    def shot(self) -> Shoot | None:
        """Return the shot the form is about, None without a shooter or a target; one under way stays."""
        if self._desk.looking_back:
            return None
        return self._desk.shot() if self._desk.request is None else self._under_way()

    def _under_way(self) -> Shoot | None:
        session = self._desk.session
        begun = session.recorder.history.open if session is not None else None
        action = begun.action if begun is not None else None
        if isinstance(action, Overrule):
            action = action.action
        return action if isinstance(action, Shoot) else None

    @property
    def model(self) -> str:
        """Return the firer the form is about, empty for the whole volley."""
        return "" if self.whole.isChecked() else str(self.firer.currentData() or "")

    def rows(self) -> dict[str, FactRow]:
        """Return the rows by the name of their fact."""
        return dict(self._rows)

    def refresh(self) -> None:
        """Show what is said of the shot in hand, and what it does."""
        desk, shot = self._desk, self.shot
        session, rules = desk.session, desk.rules
        # While a volley is rolled its facts stand as they were said, of the battle before it.
        battle = session.settled if session is not None and desk.request is not None else desk.battle
        for part in (self._page, self._foot):
            part.setEnabled(desk.request is None)
        for part in (self._page, self._line, self._foot):
            part.setVisible(shot is not None)
        self.body.setVisible(self._scrolls and shot is not None)
        if shot is None or battle is None or rules is None:
            self._made = None
            self._about.setText(self._nothing())
            self._about.setVisible(True)
            return
        from wolfling_gui.session.arming import armings
        from wolfling_gui.session.declaring import fact_lines, facts_to_say

        self.weapons.show_armings(armings(rules, battle, shot) if battle.real_table else ())
        wanted = facts_to_say(rules, battle, shot)
        key = (shot.unit, shot.target, tuple(wanted.items()), self._columns)
        if key != self._made:
            self._make_rows(wanted)
            self._list_firers(shot)
            if self._made is None or self._made[:2] != key[:2]:
                self.body.verticalScrollBar().setValue(0)
                self.whole.blockSignals(True)
                self.whole.setChecked(not shot.facts_by_model)
                self.whole.blockSignals(False)
            self._made = key
        self.firer.setVisible(not self.whole.isChecked())
        names = naming.unit_name(battle, shot.unit), naming.unit_name(battle, shot.target)
        text = (
            self.tr("The app cannot see your table. Say how %1 and %2 stand; every number follows at once.")
            if battle.real_table and desk.request is None
            else self.tr("This was said of %1 and %2; the volley is under way.")
            if desk.request is not None
            else self.tr("What you say of %1 and %2 takes the place of what is measured.")
        )
        self._about.setText(text.replace("%1", names[0], 1).replace("%2", names[1], 1))
        said = shot.facts_of(self.model) if self.model else shot.facts
        lines = fact_lines(rules, battle, shot, self.model)
        for fact, row in self._rows.items():
            row.show_fact(getattr(said, fact), lines.get(fact, ()))
        self._order_tabs()

    def _order_tabs(self) -> None:
        """Let Tab go from fact to fact, and to the rules behind them only then."""
        stops = [row.field for row in self._rows.values()]
        stops += [chip for row in self._rows.values() for chip in row.findChildren(RuleChip)]
        for before, after in pairwise((*stops, self.whole, self.firer, self.clear_all)):
            self.setTabOrder(before, after)

    def _nothing(self) -> str:
        return self.tr("Choose who shoots and at whom; then say here how they stand.")

    def _make_rows(self, wanted: dict[str, tuple[str, ...]]) -> None:
        clear(self._grid)
        self._rows = {}
        for place, (fact, words) in enumerate(wanted.items()):
            row = FactRow(fact, words)
            row.said.connect(self._say)
            row.opened.connect(self.rule_opened)
            at = 2 * (place // self._columns)
            if at:
                self._grid.addWidget(Hairline(), at - 1, 0, 1, self._columns)
            self._grid.addWidget(row, at, place % self._columns, Qt.AlignmentFlag.AlignTop)
            self._rows[fact] = row
        self._grid.setRowStretch(2 * len(wanted), 1)

    def _list_firers(self, shot: Shoot) -> None:
        battle = self._desk.battle
        assert battle is not None
        before = self.firer.currentData()
        self.firer.blockSignals(True)
        self.firer.clear()
        for model in battle.members(shot.unit):
            self.firer.addItem(model.name, model.id)
        self.firer.setCurrentIndex(max(0, self.firer.findData(before)))
        self.firer.blockSignals(False)

    # ------------------------------------------------------------------ saying

    def _say(self, fact: str, word: object) -> None:
        from wolfling_gui.session.declaring import with_fact

        shot = self.shot
        if shot is None or self._desk.request is not None:
            return
        change = partial(with_fact, fact=fact, word=word)  # type: ignore[arg-type]
        if not self.model:
            self._desk.declare(msgspec.structs.replace(shot, facts=change(shot.facts)))
            return
        own: DeclaredFacts = change(shot.facts_by_model.get(self.model, NOTHING_SAID))
        others = {name: facts for name, facts in shot.facts_by_model.items() if name != self.model}
        by_model = others if own == NOTHING_SAID else {**others, self.model: own}
        self._desk.declare(msgspec.structs.replace(shot, facts_by_model=by_model))

    def _arm(self, models: tuple[str, ...], weapon: str) -> None:
        from wolfling_gui.session.arming import armed

        shot, battle = self.shot, self._desk.battle
        if shot is not None and battle is not None and self._desk.request is None:
            self._desk.declare(armed(battle, shot, models, weapon))

    def forget(self) -> None:
        """Take back everything said of the shot."""
        shot = self.shot
        if shot is not None:
            self.whole.setChecked(True)
            self._desk.declare(Shoot(shot.unit, shot.target))

    def take_focus(self) -> bool:
        """Go to the first fact that is waited for, else the first one; tells whether there is any."""
        from wolfling_gui.session.declaring import waited_for

        battle, rules, shot = self._desk.battle, self._desk.rules, self.shot
        if shot is None or battle is None or rules is None or not self._rows or self._desk.request:
            return False
        waiting = waited_for(rules, battle, shot)
        row = self._rows.get(waiting[0]) if waiting else None
        field = (row or next(iter(self._rows.values()))).field
        field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        if isinstance(field, DecimalField):
            field.selectAll()
        self.body.ensureWidgetVisible(field)
        return True

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Pass keys on to the window."""
        event.ignore()
