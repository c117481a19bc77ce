"""Read a battle's journal: its lines, the tree of steps they make, and the battle after each step.

Nothing here needs rules: steps carry what they changed. A torn or damaged file opens up to its last good
line.
"""

from __future__ import annotations

import contextlib
import gc
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from wolfling_gui.core.actions import Action
from wolfling_gui.core.battle import Battle
from wolfling_gui.core.changes import apply, digest
from wolfling_gui.files.journal_lines import (
    Act,
    Answer,
    Correct,
    DiceBy,
    Done,
    Header,
    Line,
    Redo,
    Refused,
    Undo,
    decode_header,
    decode_line,
    unsealed,
)
from wolfling_gui.files.problems import Problem, ProblemsError

START = 0
"""The number that stands for the start of the battle, where a line number is asked for."""


@dataclass(frozen=True, slots=True)
class Step:
    """Hold one finished action: where its lines stand, which step it follows, what was said and done.

    `line` is that of its `done` and names the step; `began` is that of its `act` or `correct`; `corrects` is
    the step it puts right, else 0; `rolled` tells for each answer whether the app rolled it, `typed` how many
    of its dice were typed before the app rolled the others.
    """

    line: int
    began: int
    parent: int
    action: Action
    answers: tuple[Any, ...]
    rolled: tuple[bool, ...]
    done: Done
    seed: int = 0
    dice: int = 0
    corrects: int = 0
    typed: tuple[int, ...] = ()

    def typed_of(self, number: int) -> int:
        """Return how many dice of an answer, from the first, were typed and not rolled by the app."""
        return _typed(self, number)

    def answer_line(self, number: int) -> Answer:
        """Return an answer as the line that gives it, to be written again."""
        return Answer(self.answers[number], self.rolled[number], _completed(self, number))


@dataclass(slots=True)
class Open:
    """Hold an action that was begun and waits for an answer or its end."""

    began: int
    parent: int
    action: Action
    answers: list[Any] = field(default_factory=list)
    rolled: list[bool] = field(default_factory=list)
    typed: list[int] = field(default_factory=list)
    seed: int = 0
    dice: int = 0
    corrects: int = 0
    again: int = 0

    def typed_of(self, number: int) -> int:
        """Return how many dice of an answer so far, from the first, were typed and not rolled by the app."""
        return _typed(self, number)


def _typed(of: Step | Open, number: int) -> int:
    answer = of.answers[number]
    if not isinstance(answer, list | tuple):
        return 0
    return _completed(of, number) if of.rolled[number] else len(answer)


def _completed(of: Step | Open, number: int) -> int:
    """Return how many dice of an answer were typed before the app rolled the others."""
    return of.typed[number] if number < len(of.typed) else 0


class History:
    """Hold the tree of steps that the lines of a journal make; fed line by line.

    `dice` names the sides for which the app rolls, None before that was said. It is no part of the tree: undo
    does not change it. `later` are the steps that an action put right leaves to be played again; they stay
    there when they no longer pass, until something else is done.
    """

    def __init__(self) -> None:
        """Begin with no line taken: line 1 is the header."""
        self.count = 1
        self.steps: dict[int, Step] = {}
        self.here = START
        self.open: Open | None = None
        self.refused: list[tuple[int, Refused]] = []
        self.refused_at: dict[int, int] = {}
        self.later: tuple[Step, ...] = ()
        self.dice: tuple[str, ...] | None = None
        self._instead: dict[int, int] = {}
        self._forward: dict[int, int] = {}
        self._began: dict[int, int] = {}

    def expects(self, line: Line) -> str:
        """Return why a line cannot come next, in words for “Expected …”; empty when it can."""
        match line:
            case Act() | Redo() | Correct() if self.open is not None:
                return "an answer, the end of the action begun, or undo"
            case Act(again=again) if again and (not self.later or self.later[0].line != again):
                return "the action that is to be played again next"
            case Answer() | Done() if self.open is None:
                return "an action before its answers and its end"
            case Undo(to=to) if to != START and to not in self.steps:
                return "undo to line 0 or to the end of an action"
            case Redo() if self.forward is None:
                return "something undone before redo"
            case Correct(line=number) if number not in self._began:
                return "the line where a finished action begins"
            case Correct(line=number, index=index):
                answers = self.steps[self._began[number]].answers
                if not 0 <= index < len(answers):
                    return f"the number of an answer below {len(answers)}"
        return ""

    def take(self, line: Line) -> int:
        """Take the next line and return its number; raises ValueError when it cannot come next."""
        expected = self.expects(line)
        if expected:
            raise ValueError(f"expected {expected}")
        self.count += 1
        number = self.count
        match line:
            case Act(action=action, seed=seed, dice=dice, again=again):
                self.open = Open(number, self.here, action, seed=seed, dice=dice, again=again)
                self.later = self.later if again else ()
            case Answer(answer=answer, rolled=rolled, typed=typed) if self.open is not None:
                self.open.answers.append(answer)
                self.open.rolled.append(rolled)
                self.open.typed.append(typed)
            case Done() if self.open is not None:
                self._close(number, line, self.open)
            case Refused():
                self.refused.append((number, line))
                self.refused_at[number] = self.here
            case Undo(to=to, whole=whole):
                self.open = None
                self.later = ()
                left, self.here = self.here, to
                self._lead_to(to)
                if whole:
                    self._forward[to] = left
            case DiceBy(app=sides):
                self.dice = sides
            case Redo():
                self.later = ()
                self.here = self._forward[self.here]
            case Correct(line=began, index=index, answer=answer, rolled=rolled, typed=typed):
                old = self.steps[self._began[began]]
                branch = self.branch()
                self.later = branch[branch.index(old) + 1 :] if old in branch else ()
                self.open = Open(
                    number,
                    old.parent,
                    old.action,
                    [*old.answers[:index], answer],
                    [*old.rolled[:index], rolled],
                    [*old.typed[:index], typed],
                    old.seed,
                    old.dice,
                    old.line,
                )
        return number

    @property
    def forward(self) -> int | None:
        """Return the step that redo leads to, or None."""
        return self._forward.get(self.here)

    @property
    def back(self) -> int | None:
        """Return what undo leads to: the step before this one, 0 for the start, None at the start.

        From the end of what was played again after a correction it is where the battle stood before that.
        """
        return None if self.here == START else self._instead.get(self.here, self.steps[self.here].parent)

    @property
    def corrected(self) -> bool:
        """Tell whether undo takes back a correction, with what was played again after it."""
        return self.here in self._instead

    def branch(self, line: int | None = None) -> tuple[Step, ...]:
        """Return the steps from the start to a step (by default to where the battle stands)."""
        found: list[Step] = []
        at = self.here if line is None else line
        while at != START:
            found.append(self.steps[at])
            at = self.steps[at].parent
        return tuple(reversed(found))

    def ends(self) -> tuple[int, ...]:
        """Return the last step of every branch of the tree."""
        inner = {step.parent for step in self.steps.values()}
        return tuple(line for line in self.steps if line not in inner)

    def _close(self, number: int, done: Done, begun: Open) -> None:
        self.steps[number] = Step(
            number,
            begun.began,
            begun.parent,
            begun.action,
            tuple(begun.answers),
            tuple(begun.rolled),
            done,
            begun.seed,
            begun.dice,
            begun.corrects,
            tuple(begun.typed),
        )
        if begun.corrects:
            self._instead[number] = self.here
        elif begun.again:
            self._instead[number] = self._instead.pop(begun.parent)
            self.later = self.later[1:]
        self._began[begun.began] = number
        self._forward[begun.parent] = number
        self.here = number
        self.open = None

    def _lead_to(self, to: int) -> None:
        """Make redo lead along the branch of a step, so that it always leads to where one came from."""
        for step in self.branch(to):
            self._forward[step.parent] = step.line


@dataclass(frozen=True, slots=True)
class JournalRead:
    """Hold what could be read of a journal: all lines up to the first bad one.

    `lines` holds the lines after the header, the first of them being line 2; `good_bytes` is how much of the
    file they take; `check` is the checksum to continue from; `torn` tells that only the end of the last line
    is missing, as after a power cut.
    """

    file: str
    header: Header
    lines: tuple[Line, ...]
    history: History
    good_bytes: int
    check: int
    problems: tuple[Problem, ...] = ()
    torn: bool = False

    @property
    def unfinished(self) -> Open | None:
        """Return the action that was begun and waits, or None."""
        return self.history.open


def read_journal(path: Path) -> JournalRead:
    """Read a journal; raises ProblemsError when not even its first line can be read."""
    if path.exists() and not path.is_file():
        raise ProblemsError([_problem(path.name, 0, "This is a folder or a device", "a battle's journal")])
    try:
        data = path.read_bytes()
    except OSError as error:
        raise ProblemsError([_problem(path.name, 0, f"The file cannot be read: {error.strerror}")]) from None
    return parse_journal(data, path.name)


def parse_journal(data: bytes, file: str = "journal") -> JournalRead:
    """Read a journal from its bytes; raises ProblemsError when not even the first line can be read."""
    with _collector_paused():
        return _parse(data, file)


def _parse(data: bytes, file: str) -> JournalRead:
    end = data.find(b"\n")
    if end < 0:
        message = "The file is empty" if not data else "The first line is cut off"
        raise ProblemsError([_problem(file, 1, message, "the journal of a battle", _HOPELESS)])
    try:
        payload, check = unsealed(data[:end], 0)
        header = decode_header(payload)
    except ValueError as error:
        raise ProblemsError(
            [_problem(file, 1, str(error), "the first line of a battle's journal", _HOPELESS)]
        ) from None
    history = History()
    lines: list[Line] = []
    good = end + 1
    problem: Problem | None = None
    torn = False
    while good < len(data):
        end = data.find(b"\n", good)
        number = len(lines) + 2
        if end < 0:
            torn = True
            cut = len(data) - good
            problem = _problem(
                file,
                number,
                f"The last line is cut off after {cut} bytes",
                "a whole line",
                "The battle opens without it.",
            )
            break
        try:
            payload, checked = unsealed(data[good:end], check)
            line = decode_line(payload)
        except ValueError as error:
            problem = _problem(file, number, str(error), _NEXT, _upto(number))
            break
        expected = history.expects(line)
        if expected:
            kind = type(line).__name__.casefold()
            problem = _problem(file, number, f"“{kind}” cannot come here", expected, _upto(number))
            break
        history.take(line)
        lines.append(line)
        check = checked
        good = end + 1
    found = () if problem is None else (problem,)
    return JournalRead(file, header, tuple(lines), history, good, check, found, torn)


@dataclass(frozen=True, slots=True)
class Folded:
    """Hold the battle after every step, by the step's line; line 0 is the start.

    `here` is where the battle stands; when steps had to be left out because their digest does not fit,
    `problems` says so and `here` is the last good step of the branch.
    """

    battles: dict[int, Battle]
    history: History
    here: int
    problems: tuple[Problem, ...] = ()

    @property
    def battle(self) -> Battle:
        """Return the battle where it stands."""
        return self.battles[self.here]

    @property
    def moments(self) -> list[tuple[Battle, int]]:
        """Return (battle, line) from the start to where the battle stands."""
        branch = self.history.branch(self.here)
        return [(self.battles[line], line) for line in (START, *(step.line for step in branch))]


def fold(read: JournalRead, *, thorough: bool = False) -> Folded:
    """Return the battle after every step by applying what the steps changed; runs no rules.

    The digest is compared at the end of each branch, and at every step when one of them differs or when
    `thorough`. Steps from the first difference on are left out and reported.
    """
    with _collector_paused():
        folded = _fold(read, thorough)
        return folded if thorough or not folded.problems else _fold(read, True)


def _fold(read: JournalRead, thorough: bool) -> Folded:
    history = read.history
    battles: dict[int, Battle] = {START: read.header.battle}
    problems: list[Problem] = []
    compared = set(history.steps if thorough else (*history.ends(), history.here))
    for line, step in history.steps.items():
        before = battles.get(step.parent)
        if before is None:
            continue
        try:
            after = apply(before, step.done.delta)
            wrong = line in compared and digest(after) != step.done.digest
        except ValueError as error:
            problems.append(_problem(read.file, line, str(error).capitalize(), _NEXT, _upto(line)))
            continue
        if wrong:
            message = "The battle after this step differs from the one that was played"
            problems.append(_problem(read.file, line, message, f"digest {step.done.digest}", _upto(line)))
        else:
            battles[line] = after
    here = history.here
    while here not in battles:
        here = history.steps[here].parent
    return Folded(battles, history, here, tuple(problems))


_NEXT = "the line as it was written"
_HOPELESS = (
    "This battle's file is empty or damaged from its first line on, and nothing of it can be opened. "
    "Open a copy of it, if there is one, or one from a backup."
)


def _upto(number: int) -> str:
    return f"The battle opens as it was before line {number}."


def _problem(file: str, line: int, message: str, expected: str = "", hint: str = "") -> Problem:
    return Problem(file, line, 0, message, expected, hint)


@contextlib.contextmanager
def _collector_paused() -> Iterator[None]:
    """Pause the cyclic garbage collector: while much is made and kept, its rounds take half of the time."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def answered(steps: Iterable[Step]) -> int:
    """Return how many questions were answered in these steps: where the app's dice stand."""
    return sum(len(step.answers) for step in steps)
