"""The running battle: propose, perform, answer, undo, redo, put right. Knows no window and no clock."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from typing import Any

import msgspec

from wolfling_gui.core.actions import Action, Overrule
from wolfling_gui.core.battle import Battle
from wolfling_gui.core.changes import delta, digest
from wolfling_gui.core.procedure import Outcome, Procedure, Resolution
from wolfling_gui.core.report import Entry
from wolfling_gui.core.requests import Request, Roll, Spin
from wolfling_gui.core.verdict import Finding, Permit, Refusal
from wolfling_gui.files.journal import START, Step, answered
from wolfling_gui.files.journal_lines import (
    Act,
    Answer,
    Correct,
    DiceBy,
    Done,
    Header,
    Redo,
    Refused,
    Undo,
)
from wolfling_gui.rules.engine import Verdict, check, judge_answer, resolve
from wolfling_gui.rules.ruleset import Ruleset
from wolfling_gui.session.dice_source import direction, faces
from wolfling_gui.session.recorder import MemoryRecorder, Recorder


class AnswerRefused(ValueError):
    """Report an answer of the right shape that the rules refuse, with what speaks against it."""

    def __init__(self, findings: tuple[Finding, ...]) -> None:
        """Keep the findings; the message names their rules."""
        rules = dict.fromkeys(f.rule for f in findings)
        super().__init__(f"the rules refuse this place ({', '.join(rules)}); choose another")
        self.findings = findings


class PlayedOn(msgspec.Struct, frozen=True):
    """Hold how many actions were played again after one before them was put right.

    `left` are those that were not, from the first that no longer passes; `reasons` is what speaks against
    that one, empty where its answers do not fit its questions any more.
    """

    count: int
    left: tuple[Step, ...] = ()
    reasons: tuple[Finding, ...] = ()


class Session:
    """Drive one battle over one ruleset; every step goes to the recorder before the next is begun."""

    def __init__(self, rules: Ruleset, header: Header, recorder: Recorder | None = None) -> None:
        """Begin at the header's battle; a recorder with steps is continued by `resume`."""
        self.rules = rules
        self.header = header
        self.recorder: Recorder = recorder or MemoryRecorder()
        self.resolution: Resolution | None = None
        self.last_write: Future[int] | None = None
        self._granted: Permit[Any] | None = None
        self._battles: dict[int, Battle] = {START: header.battle}
        self._listeners: list[Callable[[], None]] = []
        self._offered: list[tuple[tuple[Any, ...], object]] = []
        self._keys: dict[int, list[tuple[Any, ...]]] = {}
        self.played_on: PlayedOn | None = None

    # ------------------------------------------------------------------ looking

    @property
    def battle(self) -> Battle:
        """Return the battle as it stands now, in mid-action as far as it has come."""
        if self.resolution is not None and self.resolution.pause is not None:
            return self.resolution.pause.battle
        return self.settled

    @property
    def settled(self) -> Battle:
        """Return the battle after the last finished action."""
        return self._battles[self.recorder.history.here]

    @property
    def request(self) -> Request[Any] | None:
        """Return the question that waits, or None."""
        if self.resolution is None or self.resolution.pause is None:
            return None
        return self.resolution.pause.request

    @property
    def told(self) -> tuple[Entry, ...]:
        """Return what has happened so far in the action that waits for an answer, where it tells that."""
        waits = self.resolution.pause if self.resolution is not None else None
        return waits.told if waits is not None else ()

    @property
    def asked(self) -> tuple[tuple[Request[Any], object], ...]:
        """Return the questions answered so far in the action under way, each with its answer."""
        running = self.resolution
        return tuple(zip(running.requests, running.answers, strict=True)) if running is not None else ()

    @property
    def plan(self) -> object:
        """Return what was worked out for the action that waits for an answer, or None."""
        return None if self._granted is None else self._granted.plan

    @property
    def last_step(self) -> Step | None:
        """Return the action that was done last, None at the start and while another waits for an answer."""
        return self.undo_step if self.request is None else None

    @property
    def steps(self) -> tuple[Step, ...]:
        """Return the finished actions from the start to now."""
        return self.recorder.history.branch()

    def battle_after(self, line: int) -> Battle:
        """Return the battle after a step, by the step's line; 0 is the start."""
        return self._battles[line]

    def listen(self, listener: Callable[[], None]) -> Callable[[], None]:
        """Call the listener after every change; returns a function that stops it."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    # ------------------------------------------------------------------ acting

    def propose(self, action: Action) -> Verdict:
        """Judge an action without doing it."""
        return check(self.rules, self.settled, action)

    def perform(self, action: Action) -> Verdict:
        """Begin an action if it is permitted; a refusal changes nothing.

        Raises RuntimeError while another action waits for an answer.
        """
        if self.resolution is not None:
            raise RuntimeError("an action waits for an answer; answer it or call it off first")
        verdict = check(self.rules, self.settled, action)
        if isinstance(verdict, Refusal):
            return verdict
        self._begin(verdict, Act(action, self.header.seed, answered(self.steps)))
        return verdict

    def overrule(self, action: Action, note: str = "") -> Verdict:
        """Do a refused action all the same, and keep the refusal and the note in the record."""
        verdict = check(self.rules, self.settled, action)
        if isinstance(verdict, Permit) or isinstance(action, Overrule):
            return self.perform(action)
        self._write(Refused(action, verdict.findings))
        return self.perform(Overrule(action, note))  # type: ignore[arg-type]

    def record_refusal(self, action: Action, findings: tuple[Finding, ...]) -> None:
        """Keep a refused action that a player confirmed."""
        self._write(Refused(action, findings))
        self._changed()

    @property
    def app_rolls_for(self) -> tuple[str, ...] | None:
        """Return the sides for which the app rolls, as the battle keeps it; None when it was never said."""
        return self.recorder.history.dice

    def let_app_roll(self, sides: Sequence[str]) -> None:
        """Keep with the battle for which sides the app rolls from now on."""
        self._write(DiceBy(tuple(sides)))
        self._changed()

    def give(self, answer: object, *, rolled: bool = False, typed: int = 0) -> None:
        """Answer the question that waits; raises ValueError, and keeps the question, when it does not fit.

        Of a pool that the app completed the first `typed` dice were typed.
        """
        if self.resolution is None:
            raise ValueError("nothing is being asked")
        refused = tuple(f for f in self.judge(answer) if f.effect == "forbids")
        if refused:
            raise AnswerRefused(refused)
        self.resolution.give(answer)
        self._write(Answer(msgspec.to_builtins(answer), rolled, typed))
        self._settle()

    def judge(self, answer: object) -> tuple[Finding, ...]:
        """Judge an answer to the question that waits, without giving it: what speaks for or against it.

        Raises ValueError when nothing is asked or the answer has the wrong shape.
        """
        if self.resolution is None or self.resolution.pause is None:
            raise ValueError("nothing is being asked")
        pause = self.resolution.pause
        return judge_answer(self.rules, pause.battle, pause.request, answer)

    def roll(self) -> object:
        """Answer a question for dice with the app's dice; returns the answer given.

        Raises ValueError when no dice are asked for.
        """
        answer = self.app_answer()
        self.give(answer, rolled=True)
        return answer

    def app_answer(self) -> object:
        """Return what the app's dice would show for the question that waits, without giving it."""
        request = self.request
        if self.resolution is None or not isinstance(request, Roll | Spin):
            raise ValueError("no dice are being asked for")
        begun = self.recorder.history.open
        before = self.steps if begun is None else self.recorder.history.branch(begun.parent)
        number = answered(before) + len(self.resolution.answers)
        if isinstance(request, Spin):
            (face,) = faces(self.header.seed, number, 1)
            return {"face": face, "degrees": direction(self.header.seed, number, request.degrees)}
        return list(faces(self.header.seed, number, request.dice.count))

    def call_off(self) -> None:
        """Give up the action that waits; the battle is as it was before it."""
        if self.resolution is not None:
            self._give_up()

    # ------------------------------------------------------------------ going back and forth

    @property
    def undo_step(self) -> Step | None:
        """Return the step that undo would take back, or None."""
        return self.recorder.history.steps.get(self.recorder.history.here)

    @property
    def redo_step(self) -> Step | None:
        """Return the step that redo would do again, or None."""
        ahead = self.recorder.history.forward
        return None if ahead not in self._battles else self.recorder.history.steps[ahead]

    def undo(self) -> bool:
        """Take back the action that waits, else the last one; tells whether anything was taken back.

        A correction is taken back with all that was played again after it: the battle is as it was before.
        """
        if self.resolution is not None:
            self.call_off()
            return True
        step = self.undo_step
        if step is None:
            return False
        if self.undoes_correction:
            self._go(Undo(self.recorder.history.back or START, whole=True))
        else:
            self._go(Undo(step.parent))
        return True

    @property
    def undoes_correction(self) -> bool:
        """Tell whether undo would take back a correction rather than the last action."""
        return self.recorder.history.corrected and self.recorder.history.back in self._battles

    @property
    def redoes_correction(self) -> bool:
        """Tell whether redo would lead to what a correction led to, rather than to the next action."""
        step = self.redo_step
        return step is not None and step.parent != self.recorder.history.here

    def go_to(self, line: int) -> None:
        """Go to the battle after a step, by the step's line; nothing is lost, redo leads back.

        Raises ValueError when there is no such step, or it was left out because its file was damaged.
        """
        if line not in self._battles:
            raise ValueError(f"there is no step of line {line} to go to")
        self._go(Undo(line))

    def _go(self, line: Undo) -> None:
        self.played_on = None
        self._drop()
        self._write(line)
        self._changed()

    def redo(self) -> bool:
        """Do again what was undone; tells whether there was anything."""
        if self.resolution is not None or self.redo_step is None:
            return False
        self._write(Redo())
        self._changed()
        return True

    # ------------------------------------------------------------------ putting right

    def played(self, step: Step) -> Resolution:
        """Return a finished action run again as it was, with its questions and answers.

        Raises ValueError when the rules refuse it by now, or an answer does not fit any more.
        """
        granted = self._grant(self._battles[step.parent], step.action)
        return Resolution(self._starter(granted), list(step.answers))

    def correction(
        self, index: int, answer: object, step: Step | None = None
    ) -> tuple[Resolution, list[object]]:
        """Try an action, by default the last, with one answer put right, without doing it.

        Raises ValueError when there is no action to put right or the answer does not fit.
        """
        step = step or self.undo_step
        if step is None:
            raise ValueError("nothing has been done yet")
        if not 0 <= index < len(step.answers):
            raise ValueError(f"the action has {len(step.answers)} answers; there is no number {index + 1}")
        return self.played(step).corrected(index, answer)

    def correct(self, index: int, answer: object, step: Step | None = None) -> list[object]:
        """Put one answer of an action right, by default of the last one.

        Returns later answers of it that have to be asked for again. The actions after it are played again
        when it is finished, until one no longer passes; `played_on` says how far that came.
        """
        step = step or self.undo_step
        again, left = self.correction(index, answer, step)
        assert step is not None
        self.played_on = None
        self._write(Correct(step.began, index, msgspec.to_builtins(answer)))
        self._granted = self._grant(self._battles[step.parent], step.action)
        self.resolution = again
        for place in range(index + 1, len(again.answers)):
            self._write(step.answer_line(place))
        self._offer(step)
        self._settle()
        return left

    @property
    def offered(self) -> object | None:
        """Return the answer that the question that waits had before an earlier die was put right, or None."""
        request = self.request
        if request is None:
            return None
        return next((old for key, old in self._offered if key == request.key), None)

    def _offer(self, old: Step) -> None:
        """Offer the answers of an action put right where its questions are asked again."""
        self._offered = list(zip(self._keys_of(old), old.answers, strict=True))

    def _keys_of(self, step: Step) -> list[tuple[Any, ...]]:
        """Return the keys of the questions that an action asked; raises ValueError as `played` does."""
        if step.line not in self._keys:
            self._keys[step.line] = [request.key for request in self.played(step).requests]
        return self._keys[step.line]

    def try_again(self, battle: Battle, later: Sequence[Step]) -> tuple[list[Outcome], PlayedOn | None]:
        """Try actions again in order on another battle, with their old answers, without doing them.

        Returns what they come to, up to the first that no longer passes, and how far that is.
        """
        found: list[Outcome] = []
        for number, step in enumerate(later):
            verdict = check(self.rules, battle, step.action)
            outcome = None if isinstance(verdict, Refusal) else self._same_again(verdict, step)
            if outcome is None:
                reasons = verdict.reasons if isinstance(verdict, Refusal) else ()
                return found, PlayedOn(number, tuple(later[number:]), reasons)
            found.append(outcome)
            battle = outcome.battle
        return found, PlayedOn(len(later)) if later else None

    def _play_on(self) -> None:
        """Play actions again that came after one put right, until one no longer passes.

        Which they are follows from the record, so that a battle taken up again goes on where it was left.
        """
        history = self.recorder.history
        later = history.later
        outcomes, played = self.try_again(self.settled, later)
        for step, outcome in zip(later, outcomes, strict=False):
            if history.open is None:
                self._write(Act(step.action, self.header.seed, answered(self.steps), step.line))
            assert history.open is not None
            for place in range(len(history.open.answers), len(step.answers)):
                self._write(step.answer_line(place))
            self._commit(outcome)
        self.played_on = played

    def _same_again(self, granted: Permit[Any], step: Step) -> Outcome | None:
        """Return what an action comes to with its old answers, None if they do not fit its questions."""
        try:
            again = Resolution(self._starter(granted))
            for key, answer in zip(self._keys_of(step), step.answers, strict=True):
                pause = again.pause
                if pause is None or pause.request.key != key:
                    return None
                if any(
                    f.effect == "forbids"
                    for f in judge_answer(self.rules, pause.battle, pause.request, answer)
                ):
                    return None
                again.give(answer)
        except ValueError:
            return None
        return again.outcome

    # ------------------------------------------------------------------ going on

    def resume(self, battles: dict[int, Battle]) -> str:
        """Take up a battle read from disk: its moments by line, and the action that was under way.

        An action that the rules refuse by now, or whose answers do not fit any more, is called off; returns
        why, else an empty text.
        """
        self._battles.update(battles)
        begun = self.recorder.history.open
        if begun is None or begun.again:
            self._play_on()
            begun = self.recorder.history.open
            if begun is None:
                return ""
        try:
            granted = self._grant(self._battles[begun.parent], begun.action)
            resolution = Resolution(self._starter(granted), begun.answers)
            if begun.corrects:
                self._offer(self.recorder.history.steps[begun.corrects])
        except (ValueError, LookupError) as error:
            self._give_up()
            return str(error)
        self._granted = granted
        self.resolution = resolution
        self._settle()
        return ""

    def close(self) -> None:
        """Let go of the journal."""
        self.recorder.close()

    # ------------------------------------------------------------------ inside

    def _grant(self, battle: Battle, action: Action) -> Permit[Any]:
        verdict = check(self.rules, battle, action)
        if isinstance(verdict, Refusal):
            raise ValueError("the rules have changed since: the action is refused now")
        return verdict

    def _starter(self, granted: Permit[Any]) -> Callable[[], Procedure[Outcome]]:
        return lambda: resolve(self.rules, granted)

    def _begin(self, granted: Permit[Any], line: Act) -> None:
        self.played_on = None
        self._granted = granted
        resolution = Resolution(self._starter(granted))
        self._write(line)
        self.resolution = resolution
        self._settle()

    def _settle(self) -> None:
        """Commit the action when it has come to its end, and tell the listeners."""
        resolution = self.resolution
        if resolution is not None and resolution.outcome is not None:
            self._commit(resolution.outcome)
            self._drop()
            self._play_on()
        self._changed()

    def _commit(self, outcome: Outcome) -> None:
        """Write the end of the action begun, and keep the battle after it."""
        begun = self.recorder.history.open
        assert begun is not None
        before = self._battles[begun.parent]
        self._write(Done(delta(before, outcome.battle), digest(outcome.battle), outcome.report))
        self._battles[self.recorder.history.here] = outcome.battle

    def _give_up(self) -> None:
        """Take back the action begun."""
        self._drop()
        self._write(Undo(self.recorder.history.here))
        self._changed()

    def _drop(self) -> None:
        self.resolution = None
        self._granted = None
        self._offered = []

    def _write(self, line: Any) -> None:
        self.last_write = self.recorder.append(line)

    def _changed(self) -> None:
        for listener in tuple(self._listeners):
            listener()
