"""Hold what the guide opens in place: the verdict with its form to overrule, and the dice to put right."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from wolfling_gui.core.actions import Action
from wolfling_gui.core.battle import Battle
from wolfling_gui.core.verdict import Refusal
from wolfling_gui.ui.desk import Desk
from wolfling_gui.ui.dialogs.overrule import OverruleForm
from wolfling_gui.ui.panels.correct import CorrectCard, step_with_dice
from wolfling_gui.ui.panels.discard import discard
from wolfling_gui.ui.panels.guide_parts import EDGE, Block, may_be_overruled, refused_now
from wolfling_gui.ui.panels.verdict_card import VerdictCard

if TYPE_CHECKING:
    from wolfling_gui.files.journal import Step


class VerdictBlock(Block):
    """Show what the rules say of the plan or the action refused, and under it the form to overrule it.

    `changed` asks the guide to show the moment anew, `shown(widget)` to scroll to what was opened.
    """

    rule_opened = Signal(str)
    changed = Signal()
    shown = Signal(QWidget)

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self._desk = desk
        self._form: OverruleForm | None = None
        self._told: Refusal | None = None

    @property
    def form(self) -> OverruleForm | None:
        """Return the open form, or None."""
        return self._form

    @property
    def can_overrule(self) -> bool:
        """Tell whether there is a refusal that could be overruled, and no form open yet."""
        refused = refused_now(self._desk)
        return refused is not None and self._form is None and may_be_overruled(refused)

    def refresh(self, battle: Battle) -> None:
        """Show the verdict of the moment; an open form stays while its refusal does."""
        desk = self._desk
        form = self._form
        if form is not None:
            form.hide()
            form.setParent(None)
        self.clear()
        refusal = refused_now(desk)
        verdict = desk.draft.verdict if desk.draft is not None else refusal
        if desk.request is not None or desk.looking_back or verdict is None:
            self._form = None
            if form is not None:
                form.deleteLater()
            return
        catalogue = desk.rules.catalogue if desk.rules is not None else None
        card = VerdictCard(battle, verdict, catalogue, rules=desk.rules)
        card.opened.connect(self.rule_opened)
        card.proof_wanted.connect(desk.proof_wanted)
        self.add(card)
        told, self._told = self._told, desk.refusal
        if desk.refusal is not None and desk.refusal is not told:
            self.shown.emit(card)
        if form is not None and refusal is not None:
            self.add(form)
        elif form is not None:
            self._form = None
            form.deleteLater()

    def refused_action(self) -> Action | None:
        """Return the action that was refused and could be overruled, or None."""
        refusal = refused_now(self._desk)
        if refusal is None:
            return None
        return refusal.action  # type: ignore[return-value]

    def ask(self) -> None:
        """Open the form in place, under the reasons."""
        if self._form is not None or refused_now(self._desk) is None:
            return
        self._form = OverruleForm()
        self._form.agreed.connect(self._overrule)
        self._form.put_aside.connect(self.put_aside)
        self.changed.emit()
        self._form.note.setFocus(Qt.FocusReason.OtherFocusReason)
        self.shown.emit(self._form)

    def put_aside(self) -> bool:
        """Close the form; tells whether one was open."""
        if self._form is None:
            return False
        self._drop()
        self.changed.emit()
        return True

    def _drop(self) -> None:
        form, self._form = self._form, None
        if form is not None:
            discard(form)

    def _overrule(self, note: str) -> None:
        action = self.refused_action()
        self._drop()
        if action is not None:
            self._desk.overrule(action, note)
        self.changed.emit()


class CorrectBlock(Block):
    """Show the dice of the last action, or of the one looked at, when they are to be put right."""

    rule_opened = Signal(str)
    changed = Signal()
    shown = Signal(QWidget)

    def __init__(self, desk: Desk, parent: QWidget | None = None, *, wide: bool = False) -> None:
        super().__init__(edge=0 if wide else EDGE, parent=parent)
        self._desk = desk
        self._wide = wide
        self._card: CorrectCard | None = None
        self._step: Step | None = None
        self._last: Step | None = None

    @property
    def card(self) -> CorrectCard | None:
        """Return the open card of dice, or None."""
        return self._card

    @property
    def can_open(self) -> bool:
        """Tell whether there are dice to put right, and none of them are shown yet."""
        return self._card is None and not self._desk.undo_asked and step_with_dice(self._desk) is not None

    @property
    def _last_step(self) -> Step | None:
        session = self._desk.session
        return session.undo_step if session is not None else None

    def ask(self) -> None:
        """Open the dice in place: those of the moment looked at, else of the last action."""
        step = step_with_dice(self._desk)
        if step is None:
            return
        self._drop()
        self._step, self._last = step, self._last_step
        card = self._card = CorrectCard(self._desk, step, self._wide)
        card.opened.connect(self.rule_opened)
        card.put_aside.connect(self.put_aside)
        card.done.connect(self.put_aside)
        card.picked.connect(lambda: self.shown.emit(card.put_right))
        self.add(card)
        self.changed.emit()
        self.shown.emit(card)

    def put_aside(self) -> bool:
        """Close the card; tells whether one was open."""
        if self._card is None:
            return False
        self._drop()
        self.changed.emit()
        return True

    def follow(self) -> None:
        """Close the dice when something else was done since, is asked, or another moment is looked at."""
        if self._card is None:
            return
        if self._last_step is not self._last or step_with_dice(self._desk) is not self._step:
            self._drop()

    def _drop(self) -> None:
        self._card = self._step = self._last = None
        self.clear()
