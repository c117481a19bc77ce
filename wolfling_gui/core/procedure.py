"""Procedures: generators that ask, and that can be driven, resumed and put right."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from typing import Any, TypeVar

import msgspec

from wolfling_gui.core.battle import Battle
from wolfling_gui.core.report import Entry, Report
from wolfling_gui.core.requests import Request

T = TypeVar("T")
R = TypeVar("R")


class Pause(msgspec.Struct, frozen=True):
    """Hold a question in mid-action, the battle as it stands at that moment, and what has happened so far."""

    request: Request[Any]
    battle: Battle
    told: tuple[Entry, ...] = ()


Procedure = Generator[Pause, object, R]
"""A resolution in steps: yields pauses, is sent typed answers, returns its result."""


class Outcome(msgspec.Struct, frozen=True):
    """Hold what a procedure leaves: the battle after it, and the report."""

    battle: Battle
    report: Report = Report()


def ask(request: Request[T], battle: Battle) -> Procedure[T]:
    """Ask a question and return its typed answer."""
    answer = yield Pause(request, battle)
    return request.accept(answer)


def telling(inner: Procedure[R], told: Callable[[], Sequence[Entry]]) -> Procedure[R]:
    """Pass the questions of a procedure on, each with what has happened by then."""
    return pausing(inner, lambda pause: msgspec.structs.replace(pause, told=tuple(told())))


def pausing(inner: Procedure[R], shown: Callable[[Pause], Pause]) -> Procedure[R]:
    """Pass the questions of a procedure on, each pause as `shown` makes it."""
    try:
        pause = next(inner)
        while True:
            answer = yield shown(pause)
            pause = inner.send(answer)
    except StopIteration as end:
        result: R = end.value
        return result


class Resolution:
    """Drive one action: holds the answers given so far and the question that waits.

    A generator cannot be copied, so putting an answer right runs the action again from its start
    (the procedure is pure; the same answers give the same outcome).
    """

    def __init__(self, start: Callable[[], Procedure[Outcome]], answers: Sequence[object] = ()) -> None:
        """Start the action and give it the answers already known; raises ValueError for a bad one."""
        self._start = start
        self._procedure = start()
        self.answers: list[object] = []
        self.requests: list[Request[Any]] = []
        self.pause: Pause | None = None
        self.outcome: Outcome | None = None
        self._send(None, first=True)
        for answer in answers:
            self.give(answer)

    @property
    def done(self) -> bool:
        """Tell whether the action has come to its end."""
        return self.outcome is not None

    def give(self, answer: object) -> None:
        """Answer the question that waits; raises ValueError, and keeps the question, when it does not fit."""
        if self.pause is None:
            raise ValueError("nothing is being asked")
        request = self.pause.request
        request.accept(answer)
        self.answers.append(answer)
        self.requests.append(request)
        self._send(answer)

    def corrected(self, index: int, answer: object) -> tuple[Resolution, list[object]]:
        """Run the action again with one answer put right.

        Later answers are kept while their question has the same key and still takes them; the first that
        does not fit ends the run there. Returns the new resolution and the old answers not taken, in order.
        """
        again = Resolution(self._start, [*self.answers[:index], answer])
        for place in range(index + 1, len(self.answers)):
            if again.pause is None or again.pause.request.key != self.requests[place].key:
                return again, self.answers[place:]
            try:
                again.give(self.answers[place])
            except ValueError:
                return again, self.answers[place:]
        return again, []

    def _send(self, answer: object, *, first: bool = False) -> None:
        try:
            self.pause = next(self._procedure) if first else self._procedure.send(answer)
        except StopIteration as end:
            self.pause = None
            self.outcome = end.value
