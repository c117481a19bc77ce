"""Hold the blocks of the guide's body that list: what must be done, what can be, what is next, a rule."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from wolfling_gui.core.actions import Charge
from wolfling_gui.core.battle import Battle
from wolfling_gui.core.verdict import Finding, Permit
from wolfling_gui.ui import words
from wolfling_gui.ui.desk import Desk
from wolfling_gui.ui.panels.charge_card import ChargeCard
from wolfling_gui.ui.panels.guide_cards import CorrectBlock
from wolfling_gui.ui.panels.guide_parts import (
    Block,
    extra_button,
    flowing,
    must_first,
    offer_button,
    set_up_ways,
    telling_rule,
    ways_on,
)
from wolfling_gui.ui.panels.hover_card import TargetCard
from wolfling_gui.ui.panels.verdict_card import FindingRow, RuleView
from wolfling_gui.ui.widgets import BorderedButton, RuleChip, TextLabel

if TYPE_CHECKING:
    from wolfling_gui.rules.guide import Guide

MOST_MUST = 6
"""How many of the things that must be done first are listed."""


class _ListBlock(Block):
    """List findings of the moment."""

    rule_opened = Signal(str)

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self._desk = desk

    @property
    def _busy(self) -> bool:
        """Tell whether a question, a plan or the past has the guide to itself."""
        desk = self._desk
        return desk.request is not None or desk.looking_back or desk.draft is not None

    def _add_finding(self, battle: Battle, finding: Finding) -> None:
        rules = self._desk.rules
        row = FindingRow(battle, finding, rules.catalogue if rules is not None else None)
        row.opened.connect(self.rule_opened)
        self.add(row)


class MustBlock(_ListBlock):
    """List what must be done before anything else."""

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(desk, parent)
        self.head.setText(self.tr("Must be done first"))
        self.head.show()

    def refresh(self, battle: Battle, guide: Guide) -> None:
        """Show what must be done now."""
        self.clear()
        if not self._busy:
            for finding in must_first(guide)[:MOST_MUST]:
                self._add_finding(battle, finding)


class NextBlock(_ListBlock):
    """List what comes after this moment."""

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(desk, parent)
        self.head.setText(self.tr("Next"))
        self.head.show()

    def refresh(self, battle: Battle, guide: Guide) -> None:
        """Show what comes next, and what waits to be done then."""
        self.clear()
        if self._busy:
            return
        for key in guide.next:
            self.add(TextLabel(words.next_line(battle, key), "small", "text2", wrap=True))
        for finding in guide.queued:
            self._add_finding(battle, finding)


GOALS = {
    "seize_ground": "CL-MIS-2",
    "capture_and_control": "CL-MIS-3",
    "annihilation": "CL-MIS-4",
}
"""Which rule says what a mission is fought for."""


class GoalBlock(_ListBlock):
    """Say before the battle what it is fought for and how long it lasts."""

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(desk, parent)
        self.head.setText(self.tr("What it is fought for"))
        self.head.show()

    def refresh(self, battle: Battle) -> None:
        """Show the mission of a battle that has not begun; a rolled one shows once it is known."""
        self.clear()
        rule = GOALS.get(battle.mission.id)
        if self._busy or battle.clock.turn or rule is None:
            return
        row = QWidget()
        line = QHBoxLayout(row)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(8)
        line.addWidget(TextLabel(words.goal(battle, self._desk.rules), "small", "text2", wrap=True), 1)
        chip = RuleChip(rule)
        chip.opened.connect(self.rule_opened)
        line.addWidget(chip, 0, Qt.AlignmentFlag.AlignTop)
        self.add(row)


class AlsoBlock(Block):
    """Offer what else can be done now.

    `log_wanted` asks for the log, `summary_wanted` for the summary, `back_wanted(line)` to go back.
    """

    log_wanted = Signal()
    summary_wanted = Signal()
    back_wanted = Signal(int)

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self._desk = desk
        self.head.setText(self.tr("You can also"))
        self.head.show()

    def refresh(self, battle: Battle, guide: Guide, correcting: CorrectBlock, *, facts_shown: bool) -> None:
        """Show the buttons of the moment; `correcting` is where dice are put right."""
        self.clear()
        buttons = self._buttons(battle, guide, correcting, facts_shown)
        if buttons:
            self.add(flowing(buttons))

    def _buttons(
        self, battle: Battle, guide: Guide, correcting: CorrectBlock, facts_shown: bool
    ) -> list[BorderedButton]:
        desk = self._desk
        if desk.looking_back:
            return self._looking_back(desk.looking_at or 0, correcting)
        if desk.draft is not None:
            return [*ways_on(desk, battle, guide), *set_up_ways(desk, battle, guide)]
        if desk.request is not None:
            return []
        # Targets of assaults stand in the list.
        listed = (o for o in guide.also if not (desk.shows_charges and isinstance(o.action, Charge)))
        buttons = [offer_button(desk, battle, o) for o in listed if o.action is not None]
        buttons = [*set_up_ways(desk, battle, guide, kept=False), *buttons]
        main = guide.main
        aimed = desk.target and desk.shows_targets
        charge = desk.charge_preview() if desk.shows_charges else None
        if charge is not None and isinstance(charge.verdict, Permit) and not charge.reached:
            told = self.tr("Declares the assault though it does not reach: nobody moves, and it is spent.")
            declare = functools.partial(desk.perform, Charge(desk.unit, charge.unit))
            buttons.append(extra_button(self.tr("Declare it all the same"), "activated", told, declare))
        if main is not None and main.action is not None and (aimed or charge is not None):
            # The main button fires now; the next step stays within reach.
            buttons.append(offer_button(desk, battle, main))
        if aimed and not facts_shown:
            told = self.tr("Says range, sight, cover and more by hand, in place of what is measured.")
            buttons.append(extra_button(self.tr("Say the facts…"), "companion", told, desk.facts_wanted.emit))
        if battle.clock.step == "over":
            told = self.tr("Opens the log; a click on a row shows that moment on the map.")
            buttons.append(extra_button(self.tr("Look back in the log"), "tag", told, self.log_wanted.emit))
            told = self.tr("Saves forces, score, every turn with its map, and luck as a PDF or a web page.")
            save = self.summary_wanted.emit
            buttons.append(extra_button(self.tr("Battle summary…"), "summary", told, save))
        return [*buttons, *self._put_right(correcting)]

    def _looking_back(self, line: int, correcting: CorrectBlock) -> list[BorderedButton]:
        """Offer what a past moment is good for: to go back to it, to put its dice right, to prove it."""
        buttons: list[BorderedButton] = []
        if not self._desk.watching:
            told = self.tr("Says what that takes away, and asks; redo leads forward again.")
            go = functools.partial(self.back_wanted.emit, line)
            buttons.append(extra_button(self.tr("Go back to here…"), "undo", told, go))
            buttons += self._put_right(correcting)
        if line:
            told = self.tr("Saves this step with its map, numbers, rules and dice as a PDF or a picture.")
            prove = functools.partial(self._desk.proof_wanted.emit, None)
            buttons.append(extra_button(self.tr("Save as proof card…"), "export", told, prove))
        return buttons

    def _put_right(self, correcting: CorrectBlock) -> list[BorderedButton]:
        """Offer to put a die right: of the last action, or of the one after which the map is shown."""
        if not correcting.can_open:
            return []
        told = (
            self.tr("Changes a die of this action; what was done after it is played again.")
            if self._desk.looking_back
            else self.tr("Changes a die of the last action that was typed or read wrong.")
        )
        return [extra_button(self.tr("Put a die right…"), "edit", told, correcting.ask)]


class NumbersBlock(Block):
    """Show the numbers of a target where there is no room for its card on the map."""

    rule_opened = Signal(str)

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self._desk = desk
        self._unit = ""

    def show_unit(self, unit: str, *, allowed: bool) -> None:
        """Show the numbers of another target; empty for none."""
        if unit != self._unit:
            self._unit = unit
            self.refresh(allowed=allowed)

    def refresh(self, *, allowed: bool) -> None:
        """Show the numbers as they are now, if they are allowed here."""
        desk, battle = self._desk, self._desk.battle
        self.clear()
        wanted = self._unit and allowed
        catalogue = desk.rules.catalogue if desk.rules is not None else None
        charge = desk.charge_preview(self._unit) if wanted and desk.shows_charges else None
        preview = desk.target_preview(self._unit) if wanted and desk.shows_targets else None
        if battle is None or (preview is None and charge is None):
            return
        card = (
            TargetCard(battle, preview, catalogue)
            if preview is not None
            else ChargeCard(battle, desk.unit, charge, catalogue)
        )
        card.lie_in_page(self.rule_opened)
        self.add(card)


class RuleBlock(Block):
    """Show a rule: the one a player wants to see, else the one that tells most about what is chosen."""

    rule_opened = Signal(str)

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self._desk = desk
        self.wanted = ""
        self.shown = ""
        self._stood: tuple[object, ...] = ()
        self._chosen: tuple[object, ...] = ()

    def _moved_on(self) -> bool:
        """Tell whether something has happened, or was chosen, since the rule was wanted."""
        stood, chosen = self._moment()
        moved = any(then is not now for then, now in zip(self._stood, stood, strict=True))
        return moved or chosen != self._chosen

    def _moment(self) -> tuple[tuple[object, ...], tuple[object, ...]]:
        desk = self._desk
        return (desk.session, desk.battle, desk.request), (desk.looking_at, desk.unit, desk.target)

    def want(self, rule: str) -> None:
        """Want a rule, until another thing is chosen or happens."""
        self.wanted = rule
        self._stood, self._chosen = self._moment()

    def forget(self) -> bool:
        """No longer want a rule; tells whether one was wanted."""
        was, self.wanted = self.wanted, ""
        return bool(was)

    def refresh(self, *, only_wanted: bool) -> None:
        """Show the rule of the moment, or none that nobody asked for."""
        rules = self._desk.rules
        if self.wanted and self._moved_on():
            self.forget()
        rule = self.wanted or ("" if only_wanted else telling_rule(self._desk))
        self.clear()
        self.shown = ""
        if rules is None or not rule or rule not in rules.catalogue:
            return
        card = RuleView(rules.catalogue, rule)
        card.opened.connect(self.rule_opened)
        self.shown = rule
        self.add(card)
