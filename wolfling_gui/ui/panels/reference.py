"""Show the rules that matter now, and the ruleset's numbers at a glance."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QVBoxLayout, QWidget

from wolfling_gui.core.requests import Roll
from wolfling_gui.session import naming
from wolfling_gui.ui import words
from wolfling_gui.ui.desk import Desk
from wolfling_gui.ui.panels.discard import clear
from wolfling_gui.ui.panels.verdict_card import RuleView
from wolfling_gui.ui.widgets import Card, FlowLayout, RuleChip, SectionHead, TextLabel, head_row

WIDEST = 900
MOST = 6
"""So many rules matter at most; the rest are a chip away."""


def rules_now(desk: Desk) -> tuple[str, ...]:
    """Return the ids of the rules that decide what is going on, the weightiest first."""
    found: list[str] = []
    request, guide = desk.request, desk.guide()
    if request is not None:
        found.append(request.rule)
        if isinstance(request, Roll):
            for number in (request.needed, request.counted):
                found += number.rules() if number is not None else ()
    elif desk.shows_targets and (preview := desk.target_preview()) is not None:
        found += [finding.rule for finding in preview.verdict.findings if finding.effect != "permits"]
        for group in preview.volley.groups if preview.volley is not None else ():
            found += [*group.to_hit.rules(), *group.to_wound.rules(), *group.cover.rules()]
    elif guide is not None:
        found += [finding.rule for finding in guide.must]
    return tuple(dict.fromkeys(found))


class ReferencePage(QWidget):
    """Show the rules of the moment in full, then tables of what is needed to hit and to wound."""

    opened = Signal(str)

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self._shown: object = None
        self._rows = QVBoxLayout(self)
        self._rows.setContentsMargins(20, 18, 20, 18)
        self._rows.setSpacing(14)
        for signal in (
            desk.session_changed, desk.battle_changed, desk.selection_changed, desk.target_changed,
            desk.facts_changed,
        ):  # fmt: skip
            signal.connect(self.refresh)

    def showEvent(self, event: object) -> None:
        """Catch up with what went on while another page was shown."""
        self.refresh()

    def refresh(self) -> None:
        """Show the rules of the moment, where they can be seen."""
        rules, battle = self._desk.rules, self._desk.battle
        if not self.isVisible() or rules is None or battle is None:
            return
        ids = tuple(rule for rule in rules_now(self._desk) if rule in rules.catalogue)
        key = (rules, battle.clock.step, ids)
        if key == self._shown:
            return
        self._shown = key
        clear(self._rows)
        for rule in ids[:MOST]:
            card = RuleView(rules.catalogue, rule)
            card.opened.connect(self.opened)
            self._add(card)
        if not ids:
            told = self.tr("Nothing is being decided now. What the rules need stands below.")
            self._add(TextLabel(told, "body", "text2", wrap=True))
        self._add(self._to_hit())
        self._add(self._to_wound())
        self._add(self._phase())
        self._rows.addWidget(QWidget(), 1)

    def _add(self, widget: QWidget) -> None:
        widget.setMaximumWidth(WIDEST)
        self._rows.addWidget(widget)

    def _card(self, title: str, rule: str) -> Card:
        card = Card("map")
        chip = RuleChip(rule)
        chip.opened.connect(self.opened)
        card.content().addLayout(head_row(title, chip))
        return card

    def _to_hit(self) -> Card:
        from wolfling_gui.session.reference import to_hit_row

        assert self._desk.rules is not None
        card = self._card(self.tr("To hit, by Ballistic Skill"), "CL-SHOOT-7")
        grid = _grid(card)
        for column, (skill, needed) in enumerate(to_hit_row(self._desk.rules)):
            grid.addWidget(_cell(str(skill), "text3"), 0, column)
            grid.addWidget(_cell(needed, "text", strong=True), 1, column)
        return card

    def _to_wound(self) -> Card:
        from wolfling_gui.session.reference import to_wound_table

        assert self._desk.rules is not None
        card = self._card(self.tr("To wound, Strength down, Toughness across"), "CL-SHOOT-8")
        grid = _grid(card)
        for row, (strength, cells) in enumerate(to_wound_table(self._desk.rules)):
            if not row:
                for column in range(1, len(cells) + 1):
                    grid.addWidget(_cell(str(column), "text3"), 0, column)
            grid.addWidget(_cell(str(strength), "text3"), row + 1, 0)
            for column, needed in enumerate(cells, start=1):
                grid.addWidget(_cell(needed, "text"), row + 1, column)
        return card

    def _phase(self) -> Card:
        from wolfling_gui.session.reference import rules_of_step

        rules, battle = self._desk.rules, self._desk.battle
        assert rules is not None
        assert battle is not None
        card = Card("map")
        step = next((s.says for s in rules.sequence(rules) if s.id == battle.clock.step), "")
        title = self.tr("Rules of this step: %1").replace("%1", naming.step_name(step) if step else "")
        card.content().addWidget(SectionHead(title))
        holder = QWidget()
        flow = FlowLayout(holder, 6)
        for rule in rules_of_step(rules, battle.clock.step):
            chip = RuleChip(rule.id, words.chip_style(rule.id, rules.catalogue), rule.title)
            chip.opened.connect(self.opened)
            flow.addWidget(chip)
        card.content().addWidget(holder)
        return card


def _grid(card: Card) -> QGridLayout:
    holder = QWidget()
    grid = QGridLayout(holder)
    grid.setContentsMargins(0, 0, 0, 0)
    grid.setHorizontalSpacing(4)
    grid.setVerticalSpacing(2)
    card.content().addWidget(holder)
    return grid


def _cell(text: str, tone: str, strong: bool = False) -> TextLabel:
    label = TextLabel(text, "row_title" if strong else "body", tone)
    label.setAlignment(Qt.AlignmentFlag.AlignCenter)
    return label
