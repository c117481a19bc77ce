"""Walk the players through the moment: where we are, what can be done, and the one main button."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from wolfling_gui.core.actions import Action
from wolfling_gui.core.battle import Battle
from wolfling_gui.core.requests import Roll
from wolfling_gui.ui.desk import Desk
from wolfling_gui.ui.hints import HintBook
from wolfling_gui.ui.panels.aim_part import AimPart
from wolfling_gui.ui.panels.clearing import ClearingList
from wolfling_gui.ui.panels.correct import CorrectCard
from wolfling_gui.ui.panels.door_block import DoorBlock
from wolfling_gui.ui.panels.ending import EndBlock
from wolfling_gui.ui.panels.facts import FactsForm
from wolfling_gui.ui.panels.facts_block import FactsBlock
from wolfling_gui.ui.panels.fight_block import FightBlock
from wolfling_gui.ui.panels.guide_blocks import (
    AlsoBlock,
    GoalBlock,
    MustBlock,
    NextBlock,
    NumbersBlock,
    RuleBlock,
)
from wolfling_gui.ui.panels.guide_cards import CorrectBlock, VerdictBlock
from wolfling_gui.ui.panels.guide_foot import GuideFoot
from wolfling_gui.ui.panels.guide_list import ChoicesBlock
from wolfling_gui.ui.panels.guide_parts import (
    Block,
    GuideHead,
    keys_said,
    main_choice,
    refused_now,
    waits_to_be_set_up,
)
from wolfling_gui.ui.panels.guide_titles import TitlesBlock
from wolfling_gui.ui.panels.hint_block import HintBlock
from wolfling_gui.ui.panels.main_choice import MainChoice
from wolfling_gui.ui.panels.move_ways import MoveWays
from wolfling_gui.ui.panels.outcome_block import OutcomeBlock
from wolfling_gui.ui.panels.request import RequestCard
from wolfling_gui.ui.panels.step_block import StepBlock
from wolfling_gui.ui.panels.targets import OFFER
from wolfling_gui.ui.settings import Settings
from wolfling_gui.ui.tools.deploy import lay_out
from wolfling_gui.ui.widgets import Hairline, UprightArea

if TYPE_CHECKING:
    from wolfling_gui.rules.guide import Guide
    from wolfling_gui.ui.dialogs.overrule import OverruleForm


DRAG_MS = 80
"""How often the guide follows a plan that is being dragged."""


HASTE_MS = 600
"""So long after dice were taken Enter belongs to them still, and leaves the main button alone."""


class GuidePanel(QWidget):
    """Show the guide of the moment; the body scrolls, the head and the main button stay."""

    rule_opened = Signal(str)
    answered = Signal()
    new_wanted = Signal()
    log_wanted = Signal()
    summary_wanted = Signal()
    back_wanted = Signal(int)

    def __init__(self, desk: Desk, hints: HintBook | None = None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self._book = hints or HintBook(Settings(hints=False))
        self._main: MainChoice | None = None
        self._asked: object = None
        self._had_draft = False
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(DRAG_MS)
        self._soon.timeout.connect(self.refresh)
        self._haste = QTimer(self)
        self._haste.setSingleShot(True)
        self._haste.setInterval(HASTE_MS)
        self._focus = QTimer(self)
        self._focus.setSingleShot(True)
        self._focus.setInterval(0)
        self._compact = False
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(0)
        self._head = GuideHead()
        self.steps = self._head.steps
        outer.addWidget(self._head)
        outer.addWidget(Hairline())
        self.body = UprightArea()
        self.body.setMinimumHeight(60)
        self.body.setWidget(self._make_body())
        outer.addWidget(self.body, 1)
        self._foot = GuideFoot(self._own_request.foot)
        self.main, self.overrule_button = self._foot.main, self._foot.overrule
        outer.addWidget(self._foot)
        self._listen()
        self.refresh()

    # ------------------------------------------------------------------ parts

    def _make_body(self) -> QWidget:
        desk, body = self._desk, QWidget()
        body.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        self._titles = TitlesBlock(desk, body)
        self.hints = HintBlock(desk, self._book, body)
        self._must = MustBlock(desk, body)
        self._own_request = RequestCard(desk, body)
        self.request: RequestCard = self._own_request
        self._request_block = Block(parent=body)
        self._request_block.add(self._own_request)
        self._fight = FightBlock(desk, body)
        self._outcome = OutcomeBlock(desk, body)
        self._door = DoorBlock(desk, body)
        self._end = EndBlock(desk, body)
        self._step = StepBlock(desk, body)
        self._verdict = VerdictBlock(desk, body)
        self.clearing = ClearingList(desk, body)
        self._list = ChoicesBlock(desk, body)
        self.choices = self._list.choices
        self._facts = FactsBlock(desk, body)
        self._numbers = NumbersBlock(desk, body)
        self._correct = self._correcting = CorrectBlock(desk, body)
        self.ways, self.aims = MoveWays(desk, body), AimPart(desk, body)
        self._also = AlsoBlock(desk, body)
        self._goal = GoalBlock(desk, body)
        self._next = NextBlock(desk, body)
        self._rule_block = RuleBlock(desk, body)
        column = QVBoxLayout(body)
        column.setContentsMargins(0, 14, 0, 14)
        column.setSpacing(12)
        for part in (
            self._titles, self.hints, self._must, self._request_block, self._fight, self._outcome, self._door,
            self._end, self._step, self._verdict, self.clearing, self._list, self._facts, self._numbers,
            self._correct, self.ways, self.aims, self._also, self._goal, self._next, self._rule_block,
        ):  # fmt: skip
            column.addWidget(part)
        column.addStretch(1)
        return body

    def _listen(self) -> None:
        """Do, or pass on, what the parts ask for."""
        for block in (
            self._must, self._fight, self._outcome, self._door, self._end, self._step, self._verdict,
            self.choices, self._numbers, self._correct, self._goal, self._next, self._rule_block,
        ):  # fmt: skip
            block.rule_opened.connect(self.rule_opened)
        self.hints.changed.connect(self.refresh)
        self._own_request.opened.connect(self.rule_opened)
        self._own_request.spoke.connect(self.body.bring_into_view)
        for opening in (self._verdict, self._correct):
            opening.changed.connect(self.refresh)
            opening.shown.connect(self.body.bring_into_view)
        self.choices.chosen.connect(self.choose_unit)
        self._also.log_wanted.connect(self.log_wanted)
        self._also.summary_wanted.connect(self.summary_wanted)
        self._also.back_wanted.connect(self.back_wanted)
        self.main.clicked.connect(self._press_main)
        self.overrule_button.clicked.connect(self.ask_to_overrule)
        self._focus.timeout.connect(self._settle_focus)
        desk = self._desk
        for signal in (
            desk.session_changed, desk.battle_changed, desk.selection_changed, desk.target_changed,
            desk.tool_changed, desk.facts_changed,
        ):  # fmt: skip
            signal.connect(self.refresh)
        desk.draft_changed.connect(self._on_draft)
        desk.odds_changed.connect(self._follow_odds)

    def minimumSizeHint(self) -> QSize:
        """Return the least size: the guide scrolls and never makes the window grow."""
        look = self.main.look
        return QSize(look.px(280), look.px(240))

    # ------------------------------------------------------------------ showing

    def set_compact(self, compact: bool) -> None:
        """Leave out the rule card and the keys' line where the window is small, then the hint."""
        if compact != self._compact:
            self._compact = compact
            self.refresh()

    def ask_elsewhere(self, card: RequestCard | None, correct: CorrectBlock | None = None) -> None:
        """Leave asking, and putting dice right, to parts elsewhere in the window, or do it here with None."""
        if (card or self._own_request) is self.request:
            return
        self._correcting.put_aside()
        if card is None:
            self._own_request.take_over(self.request)
        self.request, self._correcting = card or self._own_request, correct or self._correct
        self._own_request.set_active(card is None)
        self.refresh()

    def hold_facts(self, form: FactsForm | None) -> None:
        """Hold the facts of a shot, to be opened when they are wanted; None gives them away."""
        self._facts.hold(form)

    def open_facts(self) -> None:
        """Show the facts of the shot in hand."""
        self._facts.open()
        self.body.bring_into_view(self._facts)

    @property
    def shown_rule(self) -> str:
        """Return the id of the rule shown, empty for none."""
        return self._rule_block.shown

    def show_rule(self, rule: str) -> None:
        """Show a rule in the guide until something else is chosen."""
        self._rule_block.want(rule)
        self.refresh()
        self.body.bring_into_view(self._rule_block)

    def _on_draft(self) -> None:
        """Follow a plan that changes with every move of the pointer a little later, all others at once."""
        before, self._had_draft = self._had_draft, self._desk.draft is not None
        if before and self._had_draft:
            if not self._soon.isActive():
                self._soon.start()
        else:
            self.refresh()

    def _catch_up(self) -> None:
        if self._soon.isActive():
            self.refresh()

    def refresh(self) -> None:
        """Show the moment as it is."""
        desk = self._desk
        self._soon.stop()
        battle, guide = desk.battle, desk.guide()
        self.setEnabled(battle is not None)
        if battle is None or guide is None:
            return
        self._head.show_moment(battle, guide, desk.rules)
        if (
            self.sender() is not None
            and self.sender() is not self._verdict
            and not desk.reasons()
            and not refused_now(self._desk)
        ):
            self._verdict.put_aside()
        asked_here = self.request is self._own_request
        self._titles.refresh(battle, guide, asks_here=asked_here, compact=self._compact)
        self._request_block.setVisible(asked_here and desk.request is not None and not desk.looking_back)
        self._follow_request()
        self._fight.refresh()
        self._outcome.refresh()
        self._door.refresh(battle)
        self._end.refresh(battle)
        self._step.refresh()
        self._correct.follow()
        self._verdict.refresh(battle)
        self._list.refresh(battle, guide)
        self._facts.follow()
        self._numbers.refresh(allowed=asked_here)
        self._must.refresh(battle, guide)
        self.ways.refresh()
        self.aims.refresh()
        self._also.refresh(battle, guide, self._correcting, facts_shown=self._facts.opened)
        self._goal.refresh(battle)
        self._next.refresh(battle, guide)
        self._rule_block.refresh(only_wanted=self._compact)
        self.hints.refresh()
        self._show_main(battle, guide)
        self._make_room()

    def _make_room(self) -> None:
        """Leave the hint out of a small window where it would make the guide scroll."""
        if self.hints.hint is None:
            return
        self.hints.show()
        body, room = self.body.widget(), self.body.viewport().size()
        layout = body.layout() if body is not None else None
        if self._compact and layout is not None:
            self.hints.setHidden(layout.totalHeightForWidth(room.width()) > room.height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show the hint where there is room for it now."""
        super().resizeEvent(event)
        self._make_room()

    def _follow_odds(self) -> None:
        """Fill in odds that were worked out a little later."""
        battle, guide = self._desk.battle, self._desk.guide()
        if battle is not None and guide is not None:
            self._list.refresh(battle, guide)
            self._numbers.refresh(allowed=self.request is self._own_request)

    def _follow_request(self) -> None:
        """Give the field of a new question the focus, and the map when nothing is asked any more."""
        before, self._asked = self._asked, self._desk.request
        if self._asked is not before:
            self._focus.start()
        if isinstance(before, Roll) and self._asked is None:
            self._haste.start()

    def _settle_focus(self) -> None:
        """Take the focus to the question's field, if it has one, else back to the map."""
        if not self.request.take_focus():
            self.answered.emit()
        elif self.request is self._own_request and self.request.field is not None:
            self.body.ensureWidgetVisible(self.request.field)

    def show_numbers(self, unit: str) -> None:
        """Show the numbers of a target in the guide, where there is no room for its card on the map."""
        self._numbers.show_unit(unit, allowed=self.request is self._own_request)

    # ------------------------------------------------------------------ the main button

    def _show_main(self, battle: Battle, guide: Guide) -> None:
        self._main = main_choice(self._desk, battle, guide, self.choose_unit)
        if self._main is None and battle.clock.step == "over":
            self._main = MainChoice(self.tr("New battle…"), self.new_wanted.emit)
        wanted = self._desk.request is None and not self._compact
        self._foot.show_moment(
            self._main,
            keys_said(self._desk) if wanted else [],
            waiting=self._desk.request is not None and not self._desk.looking_back,
            can_overrule=self._verdict.can_overrule,
            width=self.width(),
        )

    def _press_main(self) -> None:
        meant = self._main.text if self._main is not None else ""
        self._catch_up()
        # A plan that changed this very moment may have turned the button into another one.
        if self._main is not None and not self._main.why_not and self._main.text == meant:
            self._main.run()

    # ------------------------------------------------------------------ keys and choices

    def enter(self) -> bool:
        """Do what Enter does: answer the question that waits, else press the main button."""
        self._catch_up()
        if self._desk.request is not None and not self._desk.looking_back:
            return self.request.enter()
        if self._main is None or self._main.why_not:
            return False
        if self._main.keys != "Return":
            if self._desk.draft is not None:
                self._desk.say(self.tr("The plan is refused. Change it, or put it back with Esc."))
            return False
        if self._haste.isActive() and not self._desk.undo_asked:
            words = self.tr("The dice were taken. Press Enter again for: %1.")
            self._desk.say(words.replace("%1", self._main.text))
            return True
        self._press_main()
        return True

    def choose(self, number: int) -> bool:
        """Choose by number key: an answer while a question waits, else a row of the list."""
        if self._desk.request is not None and not self._desk.looking_back:
            return self.request.choose(number)
        if self._haste.isActive():
            # More digits of the same dice: the Enter behind them is no order either.
            self._haste.start()
        return self.choices.choose(number)

    def choose_unit(self, unit: str) -> None:
        """Aim at a listed target, or take a listed unit in hand; in the set-up it is laid out at once."""
        desk, battle = self._desk, self._desk.battle
        if battle is None:
            return
        self._rule_block.forget()
        if unit.startswith(OFFER):
            self._take_offer(int(unit.removeprefix(OFFER)))
            return
        if desk.aim(unit) is not None:
            desk.set_target(unit)
            return
        desk.select(unit)
        if battle.units[unit].in_reserve.startswith("arriving:deep_strike"):
            self.answered.emit()
        elif waits_to_be_set_up(battle, unit):
            lay_out(desk, unit)

    def _take_offer(self, number: int) -> None:
        """Do what is listed, or go to the map where that asks for a place."""
        guide = self._desk.guide()
        offer = guide.offers[number] if guide is not None and number < len(guide.offers) else None
        if offer is not None and offer.action is not None:
            self._desk.perform(offer.action)
        else:
            self.answered.emit()

    # ------------------------------------------------------------------ what is opened in place

    def ask_to_correct(self) -> None:
        """Open the dice of the last action in place, or of the one looked at in the log."""
        self._correcting.ask()

    @property
    def card(self) -> CorrectCard | None:
        """Return the open card of dice, or None."""
        return self._correcting.card

    def refused_action(self) -> Action | None:
        """Return the action that was refused and could be overruled, or None."""
        return self._verdict.refused_action()

    def ask_to_overrule(self) -> None:
        """Open the form in place, under the reasons."""
        self._catch_up()
        self._verdict.ask()

    @property
    def form(self) -> OverruleForm | None:
        """Return the open form, or None."""
        return self._verdict.form

    def step_back(self) -> bool:
        """Close what the guide has open, as Esc does first; tells whether there was anything."""
        if self._verdict.put_aside() or self._correcting.put_aside():
            return True
        if self._facts.close_facts():
            return True
        if self._rule_block.forget():
            self.refresh()
            return True
        return False
