"""Play a running battle for the window: whatever a player wants done goes through the desk to the session.

The desk paints nothing. Panels, tools and the board read it and follow its signals. Rules,
sessions and geometry are imported when a battle is opened, so that the first screen stands before they are
loaded.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING

import msgspec

from wolfling_gui.core.actions import Action, Overrule, Shoot
from wolfling_gui.core.requests import Put, Roll, Spin
from wolfling_gui.core.verdict import Permit, Refusal
from wolfling_gui.ui.desk_plans import PlanningDesk
from wolfling_gui.ui.draft import SELECT, Draft, Hovered, HoverKind, SaidKind, Verdict

if TYPE_CHECKING:
    from wolfling_gui.files.journal import Step
    from wolfling_gui.session.session import Session


class Desk(PlanningDesk):
    """Keep one battle on the table of the window, and tell everybody what changed.

    `battle_changed` follows every change of the battle shown or of the question that waits;
    `said(text, kind)` passes a short note to the window, `rule_wanted(id)` asks it to open a rule.
    """

    # ------------------------------------------------------------------ the battle

    def open(self, session: Session, *, watching: bool = False) -> None:
        """Put a battle on the table, in place of the one that lies there; one to be watched at its start."""
        self._let_go()
        self._session = session
        self._watching = watching
        self._looking = 0 if watching else None
        self._stop_listening = session.listen(self._on_session)
        self._shown = self.battle
        self._level = 0
        self._tool = SELECT
        sides = [side.id for side in session.settled.sides]
        kept = session.app_rolls_for
        if kept is None:
            # Nobody wants dice rolled for him that lie on a real table, least of all on taking a battle up.
            kept = tuple(sides) if self._dice_chosen and not session.settled.real_table else ()
        self._typing = frozenset(sides) - frozenset(kept)
        self._app_dice = not self._typing
        self.session_changed.emit()
        self.dice_changed.emit()
        with self._one_change():
            self._touched = True
            self._roll_if_app()
        for signal in (self.selection_changed, self.target_changed, self.level_changed, self.tool_changed):
            signal.emit()

    def close(self) -> None:
        """Take the battle off the table; its journal is closed."""
        session = self._session
        self._let_go()
        if session is not None:
            session.close()
        self.session_changed.emit()
        self.battle_changed.emit()
        self.selection_changed.emit()
        self.target_changed.emit()

    def _let_go(self) -> None:
        if self._stop_listening is not None:
            self._stop_listening()
        self._stop_listening = None
        self._session = None
        self._unit, self._models, self._target, self._door = "", (), "", ""
        self._modes = {}
        self._said = {}
        self._facings = {}
        self._hovered = Hovered()
        self._looking = None
        self._watching = False
        self._refusal = None
        self._undo_asked = False
        self._guide = self._targets = self._charges = self._lookout = None
        self._shown = None
        self.look_from(None)
        if self._draft is not None:
            self._draft = None
            self.draft_changed.emit()

    # ------------------------------------------------------------------ doing

    def propose(self, action: Action) -> Verdict | None:
        """Judge an action without doing it; None when there is no battle."""
        return None if self._session is None else self._session.propose(action)

    def perform(self, action: Action) -> Verdict | None:
        """Do an action, or keep its refusal for the panels; None when it cannot even be asked now."""
        session = self._ready()
        if session is None:
            return None
        with self._one_change():
            verdict = session.perform(action)
            if isinstance(verdict, Refusal):
                session.record_refusal(action, verdict.findings)
                self._refusal = verdict
                self._touched = True
            else:
                self._done(action)
        return verdict

    def put_down(self) -> str:
        """Answer with the places planned for the models asked for; returns what is wrong, else empty."""
        draft = self._draft
        if draft is None or draft.kind != "put":
            return ""
        return self.give(dict(draft.places))

    def commit_draft(self) -> Verdict | None:
        """Carry out the plan and return the verdict; a refused one stays with its reasons."""
        draft = self._draft
        if draft is None:
            return None
        verdict = self.perform(draft.action)
        if verdict is None:
            return None
        if isinstance(verdict, Refusal):
            if self._draft is not None:
                self._draft = replace(self._draft, verdict=verdict)
                self.draft_changed.emit()
        else:
            if draft.mode == "boost":
                self._modes.pop(draft.unit, None)
            self.clear_draft()
        return verdict

    def fire(self, target: str = "", weapons: Mapping[str, str] | None = None) -> Verdict | None:
        """Fire the selected unit's weapons at the unit aimed at, with what was declared of the shot."""
        shot = self.shot(target)
        if shot is None:
            return None
        return self.perform(msgspec.structs.replace(shot, weapons=dict(weapons)) if weapons else shot)

    def overrule(self, action: Action, note: str = "") -> Verdict | None:
        """Do a refused action all the same, by agreement of the players, with their note."""
        session = self._ready()
        if session is None:
            return None
        with self._one_change():
            known = self._refusal is not None and self._refusal.action == action
            # The refusal stands in the record once: it was written when the player first asked.
            verdict = (
                session.perform(Overrule(action, note))  # type: ignore[arg-type]
                if known
                else session.overrule(action, note)
            )
            if isinstance(verdict, Refusal):
                self._refusal = verdict
                self._touched = True
            else:
                self._done(action)
        if isinstance(verdict, Permit):
            self.clear_draft()
        return verdict

    def give(self, answer: object, *, rolled: bool = False, typed: int = 0) -> str:
        """Answer the question that waits; returns what is wrong with the answer, empty when it was taken.

        `rolled` tells that the app rolled the dice after the first `typed` ones.
        """
        if self._session is None:
            return ""
        try:
            with self._one_change():
                self._session.give(answer, rolled=rolled, typed=typed)
                self._roll_if_app()
        except ValueError as error:
            return str(error)
        return ""

    def roll(self) -> bool:
        """Let the app roll the dice that are asked for; tells whether any were."""
        if self._session is None or not isinstance(self._session.request, Roll | Spin):
            return False
        with self._one_change():
            self._session.roll()
            self._roll_if_app()
        return True

    def call_off(self) -> None:
        """Give up the action that waits for an answer."""
        if self._session is not None:
            with self._one_change():
                self._session.call_off()

    def set_app_dice(self, app_dice: bool) -> None:
        """Let the app roll for all, or have the players type what their dice show; the battle keeps it."""
        session = self._session
        if session is None or not session.settled.real_table:
            self._dice_chosen = app_dice
        if session is None:
            self._app_dice = app_dice
            self.dice_changed.emit()
            return
        sides = [side.id for side in session.settled.sides]
        self.set_app_rolls_for(sides if app_dice else ())

    def set_app_rolls_for(self, sides: Iterable[str]) -> None:
        """Let the app roll for these sides alone, the others type their dice; the battle keeps it."""
        session = self._session
        if session is None:
            return
        known = [side.id for side in session.settled.sides]
        rolled = frozenset(sides)
        typing = frozenset(side for side in known if side not in rolled)
        if typing == self._typing:
            return
        self._typing, self._app_dice = typing, not typing
        with self._one_change():
            session.let_app_roll([side for side in known if side not in typing])
            self._roll_if_app()
        self.dice_changed.emit()

    def choose_dice(self, app_dice: bool) -> None:
        """Choose whose dice are rolled on screen; at a real table that holds for later battles only."""
        self._dice_chosen = app_dice
        if self._session is None or not self._session.settled.real_table:
            self.set_app_dice(app_dice)

    # ------------------------------------------------------------------ back and forth

    def look_at(self, line: int | None) -> None:
        """Show the battle as it was after a step (0: at the start), or as it stands with None.

        Of a battle that is only watched the end is a moment like the others.
        """
        session = self._session
        if session is None:
            return
        here = session.recorder.history.here
        if self._watching:
            line = here if line is None else line
        elif line == here and self.request is None:
            line = None
        if line != self._looking:
            self._looking = line
            self._renew()

    def undo(self, *, sure: bool = False) -> bool:
        """Take back the last step; over dice only when asked twice. Tells whether it was taken back."""
        session = self._session
        if session is None or self._only_watched():
            return False
        step = session.undo_step
        waits = session.resolution is not None
        answers = session.resolution.answers if session.resolution is not None else ()
        over_dice = bool(answers) if waits else step is not None and bool(step.answers)
        if over_dice and not sure and not self._undo_asked:
            self._undo_asked = True
            self.battle_changed.emit()
            return False
        with self._one_change():
            self._looking = None
            done = session.undo()
        return done

    def redo(self) -> bool:
        """Do again what was taken back; tells whether there was anything."""
        if self._session is None or self._only_watched():
            return False
        with self._one_change():
            self._looking = None
            done = self._session.redo()
        return done

    def go_to(self, line: int) -> None:
        """Go back to the battle after a step; redo leads forward again."""
        if self._session is not None and not self._only_watched():
            with self._one_change():
                self._session.go_to(line)

    def correct(self, index: int, answer: object, step: Step | None = None) -> list[object]:
        """Put one answer of an action right, by default of the last; what came after it is played again.

        Returns later answers of it that have to be asked for again.
        """
        if self._session is None or self._only_watched():
            return []
        with self._one_change():
            self._looking = None
            left = self._session.correct(index, answer, step)
            self._roll_if_app()
        return left

    def step_back(self) -> bool:
        """Go one step back, as Esc does: other place, past, asked undo, plan, target, tool, selection."""
        if self._vantage is not None:
            self.look_from(None)
        elif self._remedy is not None:
            self.show_remedy(None)
        elif self.looking_back and not self._watching:
            self.look_at(None)
        elif self._undo_asked:
            self.forget_undo()
        elif self._draft is not None and self._draft.kind == "put":
            return self._put_back()
        elif self._draft is not None and len(self._draft.fixed) > 1:
            self._take_up_marker(self._draft)
        elif self._draft is not None:
            self.clear_draft()
        elif self._refusal is not None:
            self.drop_refusal()
        elif self.door:
            self.pick_door("")
        elif self._target:
            self.set_target("")
        elif self._tool != SELECT:
            self.set_tool(SELECT)
        elif self._unit:
            self.select("")
        else:
            return False
        return True

    # ------------------------------------------------------------------ inside

    def _ready(self) -> Session | None:
        """Return the session if an action may begin: none waits, and no past moment is shown."""
        if self._session is None or self._only_watched():
            return None
        if self._session.resolution is not None:
            self.say(self.tr("Answer the question first, or call it off."))
            return None
        self._looking = None
        return self._session

    def _only_watched(self) -> bool:
        """Say that nothing is done in a battle that is only watched; tells whether it is one."""
        if self._watching:
            self.say(self.tr("This battle is only watched. Play on from here to go on with it yourself."))
        return self._watching

    def _done(self, action: Action) -> None:
        self._refusal = None
        self._undo_asked = False
        if isinstance(action, Shoot):
            self._target = ""
            self.target_changed.emit()
        self._roll_if_app()

    def _roll_if_app(self) -> None:
        session = self._session
        while session is not None:
            request = session.request
            if not isinstance(request, Roll | Spin) or not self.app_rolls_for(request.side):
                return
            session.roll()

    @contextmanager
    def _one_change(self) -> Iterator[None]:
        """Gather the session's many small changes into one signal."""
        self._quiet += 1
        try:
            yield
        finally:
            self._quiet -= 1
            if not self._quiet and self._touched:
                self._touched = False
                self._renew()

    def _tell_played_on(self) -> None:
        """Say once how far actions were played again after one was put right."""
        played = self._session.played_on if self._session is not None else None
        if self._session is None or played is self._told:
            return
        self._told = played
        if played is not None:
            from wolfling_gui.session.correcting import played_on_text

            self.say(played_on_text(self._session), "warning" if played.left else "allowed")

    def _on_session(self) -> None:
        if self._quiet:
            self._touched = True
        else:
            self._renew()

    def _renew(self) -> None:
        """Tell that the battle shown changed; drop what no longer fits it."""
        battle = self.battle
        before, self._shown = self._shown, battle
        moved = battle is not before
        self.look_from(None)
        if moved:
            self._undo_asked = False
            if self._refusal is not None and self._refusal.battle is not battle:
                self._refusal = None
            if self._draft is not None:
                self.clear_draft()
        if self.request is not self._asked:
            if self._draft is not None and self._draft.kind == "put":
                # The places were those of the question before.
                self.clear_draft()
            self._asked = self.request
            self._arrow, self._typed, self._shared = None, (), {}
        asked = isinstance(self.request, Put)
        if self._draft is not None and (self._draft.kind == "put") is not asked:
            self.clear_draft()
        if battle is not None:
            unit = self._unit
            if unit and (unit not in battle.units or not battle.members(unit)):
                self.select("")
            elif self._models:
                living = {m.id for m in battle.members(unit)}
                self.select(unit, tuple(m for m in self._models if m in living))
            if self._target and not battle.members(self._target):
                self.set_target("")
        self.battle_changed.emit()
        self._tell_played_on()
        if asked and self._draft is None:
            self._propose_places()


__all__ = ["SELECT", "Desk", "Draft", "HoverKind", "Hovered", "SaidKind", "Verdict"]
