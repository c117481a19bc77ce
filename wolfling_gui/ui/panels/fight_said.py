"""Say what the app cannot see of assaults and fights at a real table: whom, and how many are engaged."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QCheckBox, QComboBox, QGridLayout, QHBoxLayout, QVBoxLayout, QWidget

from wolfling_gui.core.actions import Charge
from wolfling_gui.core.lengths import UNITS_PER_INCH
from wolfling_gui.session import naming
from wolfling_gui.ui.desk import Desk
from wolfling_gui.ui.panels.discard import clear
from wolfling_gui.ui.widgets import (
    BorderedButton,
    Card,
    DecimalField,
    FlowLayout,
    Hairline,
    NumberField,
    RuleChip,
    Segment,
    Segmented,
    TextLabel,
)

if TYPE_CHECKING:
    from wolfling_gui.core.actions import Fight
    from wolfling_gui.core.battle import Battle
    from wolfling_gui.session.declaring_fight import FightLine

FARTHEST: Final = 36
LAST_STEP: Final = 20
STEPPER: Final = 56
"""The room a number field keeps for its arrows and margins."""
Bodies = tuple[str, ...]
"""A fight by who is in it: units, and characters by themselves."""


class FightSaid(QWidget):
    """Take what players say of the assault of the unit in hand, or of the fights that wait.

    `rule_opened(rule)` comes from a chip. What is said is kept until the battle has moved on.
    """

    rule_opened = Signal(str)

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self._fights: dict[Bodies, Fight] = {}
        self._charge: Charge | None = None
        self._shown: object = None
        self._texts: dict[str, TextLabel] = {}
        self._verdict: QVBoxLayout | None = None
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(14)
        self.setAccessibleName(self.tr("Assaults and fights at the table"))

    def refresh(self) -> None:
        """Show the assault or the fights of this moment; hidden where there is nothing to say."""
        desk, battle = self._desk, self._desk.battle
        step = ""
        if battle is not None and battle.real_table and desk.request is None and not desk.looking_back:
            step = battle.clock.step
        targets = self._targets() if step == "assault" else ()
        target = self._charge.target if self._charge is not None else ""
        key = (step, battle, desk.unit, targets, target)
        if key == self._shown:
            return
        clear(self._column)
        self._texts, self._verdict = {}, None
        if step == "combat" and battle is not None:
            self._show_fights(battle)
        elif targets and battle is not None:
            self._show_charge(battle, targets)
        if step != "combat":
            self._fights = {}
        if not targets:
            self._charge = None
        self._shown = (*key[:4], self._charge.target if self._charge is not None else "")
        self.setVisible(bool(self._column.count()))

    # ------------------------------------------------------------------ fights

    def _show_fights(self, battle: Battle) -> None:
        from wolfling_gui.session.declaring_fight import fight_lines, fights_waiting

        rules = self._desk.rules
        assert rules is not None
        waiting = {tuple(fight.facts.engaged): fight for fight in fights_waiting(rules, battle)}
        self._fights = {bodies: self._fights.get(bodies, fight) for bodies, fight in waiting.items()}
        for bodies, fight in self._fights.items():
            lines = fight_lines(rules, battle, fight)
            names = [naming.unit_name(battle, unit) for unit in dict.fromkeys(line.unit for line in lines)]
            card = Card("map")
            column = card.content()
            title = self.tr("The fight of %1").replace("%1", naming.listed(names))
            column.addWidget(TextLabel(title, "panel_title", wrap=True))
            hint = self.tr("Say how many are engaged: in contact, or within 2″ of a mate who is.")
            column.addWidget(TextLabel(hint, "body", "text2", wrap=True))
            for line in lines:
                column.addWidget(Hairline())
                column.addLayout(self._body_row(battle, bodies, line))
            if any(line.may_shoot for line in lines):
                column.addWidget(Hairline())
                column.addLayout(self._cover_row(bodies, fight))
            told = self.tr("Fights this combat with those who are engaged.")
            column.addLayout(self._foot(self.tr("Fight it as said"), told, partial(self._fight, bodies)))
            self._column.addWidget(card)

    def _body_row(self, battle: Battle, bodies: Bodies, line: FightLine) -> QGridLayout:
        from wolfling_gui.session.declaring_fight import with_blind, with_engaged, with_indoors, with_step

        name, most = naming.unit_name(battle, line.body), len(line.models)
        grid = QGridLayout()
        grid.setHorizontalSpacing(12)
        grid.setVerticalSpacing(6)
        grid.addWidget(TextLabel(name, "row_title"), 0, 0)
        fields = QHBoxLayout()
        fields.setSpacing(12)
        many = self._number(most, line.engaged, self.tr(" of %1 engaged").replace("%1", str(most)))
        many.setAccessibleName(self.tr("%1: models engaged").replace("%1", name))
        many.setToolTip(self.tr("How many of its models are engaged in this fight."))
        many.valueChanged.connect(
            lambda value: self._say(bodies, with_engaged(self._fights[bodies], line.body, value))
        )
        step = self._number(LAST_STEP, line.step, "", self.tr("step "), self.tr("its own step"))
        step.setAccessibleName(self.tr("%1: Initiative step").replace("%1", name))
        step.setToolTip(self.tr("At which Initiative step it strikes or shoots, where you know better."))
        step.valueChanged.connect(
            lambda value: self._say(bodies, with_step(self._fights[bodies], line, value))
        )
        fields.addWidget(many)
        fields.addWidget(step)
        if line.may_shoot:
            blind = self._number(most, line.blind, self.tr(" do not see"), "", self.tr("all see"))
            blind.setAccessibleName(self.tr("%1: models that do not see").replace("%1", name))
            blind.setToolTip(self.tr("How many do not see the assaulters, if they stand and shoot."))
            blind.valueChanged.connect(
                lambda value: self._say(bodies, with_blind(self._fights[bodies], line, value))
            )
            fields.addWidget(blind)
        if line.inside is not None:
            indoors = QCheckBox(self.tr("indoors"))
            indoors.setToolTip(self.tr("Only units in an interior stand and shoot, by your house rules."))
            indoors.setChecked(line.inside)
            indoors.toggled.connect(
                lambda on: self._say(bodies, with_indoors(self._fights[bodies], line.unit, on))
            )
            fields.addWidget(indoors)
        fields.addStretch(1)
        grid.addLayout(fields, 1, 0)
        self._texts[line.body] = text = TextLabel(line.text, "small", "text2", wrap=True)
        grid.addLayout(self._said(text, "CL-ASLT-13"), 2, 0)
        return grid

    def _cover_row(self, bodies: Bodies, fight: Fight) -> QHBoxLayout:
        from wolfling_gui.session.declaring_fight import COVERS, with_cover

        cover = fight.facts.cover
        words = [naming.needed_text(save) if save else "–" for save in COVERS]
        at = COVERS.index(cover) if cover in COVERS else -1
        choice = Segmented([Segment(word) for word in words], at, clearable=True)
        choice.set_label(self.tr("Cover of the assaulters"))
        choice.setToolTip(self.tr("Against shots that answer their assault. Not said, it is asked for then."))
        choice.chosen.connect(
            lambda index: self._say(
                bodies, with_cover(self._fights[bodies], COVERS[index] if index >= 0 else None)
            )
        )
        row = QHBoxLayout()
        row.setSpacing(12)
        row.addWidget(TextLabel(self.tr("Cover of the assaulters"), "row_title"))
        row.addWidget(choice)
        row.addStretch(1)
        return row

    def _say(self, bodies: Bodies, fight: Fight) -> None:
        from wolfling_gui.session.declaring_fight import fight_lines

        self._fights[bodies] = fight
        battle, rules = self._desk.battle, self._desk.rules
        if battle is not None and rules is not None:
            for line in fight_lines(rules, battle, fight):
                self._texts[line.body].setText(line.text)

    def _fight(self, bodies: Bodies) -> None:
        self._desk.perform(self._fights[bodies])

    # ------------------------------------------------------------------ assaults

    def _targets(self) -> tuple[str, ...]:
        """Return the enemy units that the unit in hand may assault."""
        guide = self._desk.guide()
        if guide is None or not self._desk.unit:
            return ()
        return tuple(one.action.target for one in guide.also if isinstance(one.action, Charge))

    def _show_charge(self, battle: Battle, targets: tuple[str, ...]) -> None:
        from wolfling_gui.session.declaring_fight import charge_at_table

        unit, charge = self._desk.unit, self._charge
        if charge is None or charge.unit != unit or charge.target not in targets:
            charge = charge_at_table(unit, targets[0])
        self._charge = charge
        card = Card("map")
        column = card.content()
        title = self.tr("The assault of %1").replace("%1", naming.unit_name(battle, unit))
        column.addWidget(TextLabel(title, "panel_title", wrap=True))
        whom = QComboBox()
        whom.setAccessibleName(self.tr("Unit that is assaulted"))
        whom.setToolTip(self.tr("The unit that the assault is declared on."))
        for target in targets:
            whom.addItem(naming.unit_name(battle, target), target)
        whom.setCurrentIndex(targets.index(charge.target))
        whom.currentIndexChanged.connect(
            lambda index: self._say_charge(charge_at_table(unit, targets[index]))
        )
        way = DecimalField(0, FARTHEST, 1, 0.5, "″")
        way.setAccessibleName(self.tr("Way of the first model in inches"))
        way.setToolTip(self.tr("How far the first model has to go to touch it; 0 where you know it has."))
        way.show_value((charge.facts.way or 0) / UNITS_PER_INCH)
        way.valueChanged.connect(lambda value: self._said_of_charge(way=round(value * UNITS_PER_INCH)))
        rows = QGridLayout()
        rows.setHorizontalSpacing(16)
        rows.setVerticalSpacing(8)
        rows.setColumnStretch(1, 1)
        left = Qt.AlignmentFlag.AlignLeft
        for number, (text, field) in enumerate(((self.tr("Against"), whom), (self.tr("Way to go"), way))):
            rows.addWidget(TextLabel(text, "row_title"), number, 0)
            rows.addWidget(field, number, 1, left)
        rows.addWidget(TextLabel(self.tr("Ground"), "row_title"), 2, 0)
        rows.addLayout(self._ground(battle, charge), 2, 1)
        others = [target for target in targets if target != charge.target]
        if others:
            rows.addWidget(TextLabel(self.tr("Touches too"), "row_title"), 3, 0)
            rows.addLayout(self._others(battle, charge, others), 3, 1)
        column.addLayout(rows)
        self._verdict = QVBoxLayout()
        column.addLayout(self._verdict)
        self._tell_charge()
        told = self.tr("Carries out the assault with what is said of it.")
        column.addLayout(self._foot(self.tr("Assault as said"), told, self._assault))
        self._column.addWidget(card)

    def _ground(self, battle: Battle, charge: Charge) -> QHBoxLayout:
        members = [model.id for model in battle.members(charge.unit)]
        rough = QCheckBox(self.tr("through difficult ground"))
        rough.setToolTip(self.tr("A model goes through difficult ground: first the roll for it."))
        rough.setChecked(bool(charge.facts.difficult))
        rough.toggled.connect(lambda on: self._said_of_charge(difficult=on))
        count = len(charge.facts.dangerous)
        danger = self._number(
            len(members), count, self.tr(" test for danger"), "", self.tr("nobody tests for danger")
        )
        danger.setAccessibleName(self.tr("Models that test for danger"))
        danger.setToolTip(self.tr("How many of its models cross dangerous ground."))
        danger.valueChanged.connect(lambda value: self._said_of_charge(dangerous=tuple(members[:value])))
        row = QHBoxLayout()
        row.setSpacing(12)
        row.addWidget(rough)
        row.addWidget(danger)
        row.addStretch(1)
        return row

    def _others(self, battle: Battle, charge: Charge, others: list[str]) -> FlowLayout:
        flow = FlowLayout()
        boxes: dict[str, QCheckBox] = {}

        def told(*_: bool) -> None:
            self._said_of_charge(also=tuple(name for name, box in boxes.items() if box.isChecked()))

        for other in others:
            box = boxes[other] = QCheckBox(naming.unit_name(battle, other))
            box.setToolTip(self.tr("The assault touches this unit besides."))
            box.setChecked(other in charge.facts.also)
            box.toggled.connect(told)
            flow.addWidget(box)
        return flow

    def _said_of_charge(self, **said: object) -> None:
        from wolfling_gui.session.declaring_fight import with_charge_fact

        if self._charge is not None:
            self._say_charge(with_charge_fact(self._charge, **said))

    def _say_charge(self, charge: Charge) -> None:
        self._charge = charge
        self.refresh()
        self._tell_charge()

    def _tell_charge(self) -> None:
        """Say what comes of the assault as it is said, and by which rule."""
        from wolfling_gui.session.declaring_fight import charge_lines

        battle, rules = self._desk.battle, self._desk.rules
        if self._charge is None or self._verdict is None or battle is None or rules is None:
            return
        clear(self._verdict)
        for text, rule, against in charge_lines(rules, battle, self._charge):
            holder = QWidget()
            label = TextLabel(text, "small", "refused" if against else "text2", wrap=True)
            holder.setLayout(self._said(label, rule))
            self._verdict.addWidget(holder)

    def _assault(self) -> None:
        if self._charge is not None:
            self._desk.perform(self._charge)

    # ------------------------------------------------------------------ parts

    def _number(self, most: int, value: int, unit: str, before: str = "", none: str = "") -> NumberField:
        field = NumberField(0, most, unit)
        field.setPrefix(before)
        field.setSpecialValueText(none)
        widest = max((f"{before}{most}{unit}", none), key=len)
        field.setMinimumWidth(field.fontMetrics().horizontalAdvance(widest) + STEPPER)
        field.setValue(value)
        return field

    def _said(self, text: TextLabel, rule: str) -> QHBoxLayout:
        chip = RuleChip(rule)
        chip.opened.connect(self.rule_opened)
        row = QHBoxLayout()
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(6)
        row.addWidget(text, 1)
        row.addWidget(chip, 0, Qt.AlignmentFlag.AlignTop)
        return row

    def _foot(self, words: str, told: str, do: Callable[[], None]) -> QHBoxLayout:
        button = BorderedButton(words)
        button.setToolTip(told)
        button.clicked.connect(lambda *_: do())
        row = QHBoxLayout()
        row.addStretch(1)
        row.addWidget(button)
        return row
