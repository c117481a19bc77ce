"""Say in the guide what the moment is, and what to do in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QWidget

from wolfling_gui.core.battle import Battle
from wolfling_gui.core.requests import Roll
from wolfling_gui.session import explain, naming
from wolfling_gui.ui import words
from wolfling_gui.ui.desk import Desk
from wolfling_gui.ui.panels.fight_words import moment_words
from wolfling_gui.ui.panels.guide_parts import Block
from wolfling_gui.ui.tools.blast import of_use, waiting
from wolfling_gui.ui.widgets import TextLabel

if TYPE_CHECKING:
    from wolfling_gui.rules.guide import Guide


class TitlesBlock(Block):
    """Show the guide's title and its hint."""

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self._desk = desk
        self.title = TextLabel("", "panel_title", "text", wrap=True)
        self.hint = TextLabel("", "small", "text2", wrap=True)
        self.add(self.title)
        self.add(self.hint)

    def refresh(self, battle: Battle, guide: Guide, *, asks_here: bool, compact: bool) -> None:
        """Show the title of the moment; `asks_here` where the guide itself asks, and not another part."""
        title, hint = titles(self._desk, battle, guide)
        asked = self._desk.request is not None and not self._desk.looking_back
        # The question says itself what it asks; a small window needs the room.
        fights = asked and self._desk.course() is not None
        self.setHidden(asked and compact and asks_here and not fights)
        if asked and not asks_here:
            hint = self._how_to_answer()
        self.title.setText(title)
        self.hint.setText(hint)
        self.hint.setVisible(bool(hint))

    def _how_to_answer(self) -> str:
        """Say how the question is answered that is asked elsewhere in the window."""
        if isinstance(self._desk.request, Roll):
            return self.tr("Roll at the table, type the faces, press Enter.")
        return self.tr("It stands in the middle of the window; number keys choose.")


def titles(desk: Desk, battle: Battle, guide: Guide) -> tuple[str, str]:
    """Return the guide's title and hint for what the desk is at."""
    title, hint = words.title(battle, guide), words.hint(battle, guide)
    chosen = desk.chosen()
    idle = not desk.shows_targets and desk.draft is None
    if guide.title == "guide.shooting_unit" and chosen is not None and idle:
        # A unit that has fired has no targets any more: the others are next.
        side = (chosen.side,)
        title = explain.guide_text("guide.shooting", side, battle)
        says = "guide.shooting_at_table" if battle.real_table else "guide.shooting_hint"
        hint = explain.guide_text(says, side, battle)
    reserve = chosen.in_reserve if chosen is not None and guide.title == "guide.movement_unit" else ""
    if chosen is not None and reserve.startswith("arriving"):
        from_above = reserve.startswith("arriving:deep_strike")
        says = "offer.deep_strike" if from_above else "offer.bring_on"
        title = explain.guide_text(says, (chosen.id,), battle)
        hint = (
            QCoreApplication.translate(
                "Guide",
                "Click on the map where it aims; it may scatter from there. Drag from that place, or press "
                "Q or E, to say where it faces.",
            )
            if from_above
            else QCoreApplication.translate("Guide", "It is set up along its table edge, as far as it moves.")
        )
    if desk.watching:
        title, hint = _watched(desk, battle), ""
    elif desk.looking_back:
        title = QCoreApplication.translate("Guide", "As it was")
        hint = QCoreApplication.translate(
            "Guide", "The map shows an earlier moment. Nothing can be done in it."
        )
    elif desk.undo_asked:
        hint = QCoreApplication.translate(
            "Guide", "Undo takes back, with its dice: %1. Press it again to do so."
        ).replace("%1", _undone(desk, battle))
    elif desk.request is not None:
        title, hint = QCoreApplication.translate("Guide", "Answer the question"), ""
        course = desk.course()
        if course is not None:
            title, hint = moment_words(battle, course)
    elif desk.draft is not None and desk.draft.kind == "deploy":
        hint = QCoreApplication.translate(
            "Guide",
            "Drag the unit as it stands; click a model first to drag it alone. Q and E turn them. Enter sets "
            "them up.",
        )
    elif desk.draft is not None and desk.draft.held:
        hint = QCoreApplication.translate("Guide", "Click, or press Enter, to put it there.")
    elif desk.draft is not None:
        hint = QCoreApplication.translate("Guide", "Nothing is done before you commit the plan.")
    elif desk.tool == "door":
        title = QCoreApplication.translate("Guide", "Open or shut a door")
        hint = QCoreApplication.translate(
            "Guide", "Click the door; a model of the side whose turn it is has to touch it."
        )
    elif desk.tool == "blast" and not of_use(desk):
        hint = QCoreApplication.translate(
            "Guide", "Markers and templates are put in the Shooting phase, by units that have yet to fire."
        )
    elif desk.tool == "blast" and waiting(desk) is None:
        hint = QCoreApplication.translate("Guide", "Take a unit with a blast or template weapon in hand.")
    elif desk.tool == "blast":
        hint = QCoreApplication.translate(
            "Guide", "Point at the target: the marker follows the pointer, a click puts it."
        )
    return title, hint


def _watched(desk: Desk, battle: Battle) -> str:
    """Name the action after which a battle that is watched is shown."""
    session = desk.session
    step = session.recorder.history.steps.get(desk.looking_at or 0) if session is not None else None
    if step is None:
        return QCoreApplication.translate("Guide", "The demonstration")
    name = words.action_name(battle, step.action)
    return naming.capital(name)


def _undone(desk: Desk, battle: Battle) -> str:
    """Name what undo would take back."""
    session = desk.session
    if session is None:
        return ""
    if session.resolution is not None:
        begun = session.recorder.history.open
        return words.action_name(battle, begun.action if begun is not None else None)
    if session.undoes_correction:
        return QCoreApplication.translate("Guide", "the die put right")
    return words.action_name(battle, session.undo_step.action if session.undo_step else None)
