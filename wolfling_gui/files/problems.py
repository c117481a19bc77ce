"""Problems of files that people hand us: all of them at once, each with its place and a way out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from difflib import get_close_matches

MOST_SHOWN = 200
_LONGEST_GUESSED = 60


@dataclass(frozen=True, slots=True)
class Place:
    """Name a place in a file: line and column count from 1; 0 means the file as a whole."""

    file: str
    line: int = 0
    column: int = 0

    def __str__(self) -> str:
        if not self.line:
            return self.file
        return f"{self.file}:{self.line}:{self.column}" if self.column else f"{self.file}:{self.line}"


@dataclass(frozen=True, slots=True)
class Problem:
    """Say what is wrong at one place, what was expected there, and what to do.

    `message` has no full stop, `expected` completes "Expected …", `hint` is a whole sentence.
    """

    file: str
    line: int = 0
    column: int = 0
    message: str = ""
    expected: str = ""
    hint: str = ""

    @property
    def place(self) -> Place:
        """Return where the problem is."""
        return Place(self.file, self.line, self.column)

    def __str__(self) -> str:
        parts = [f"{self.place}: {self.message}."]
        if self.expected:
            parts.append(f"Expected {self.expected}.")
        if self.hint:
            parts.append(self.hint)
        return " ".join(parts)


class ProblemsError(ValueError):
    """Carry every problem found in a file; nothing of the file was taken over."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(str(problem) for problem in self.problems))


class Problems:
    """Collect the problems of one or several files, and raise them together.

    The first `most` are kept and the rest are counted, so that a hopeless file stays readable.
    """

    def __init__(self, most: int = MOST_SHOWN) -> None:
        self._kept: list[Problem] = []
        self._noted: set[tuple[Place, str]] = set()
        self._most = most
        self._dropped = 0

    def __len__(self) -> int:
        return len(self._kept) + self._dropped

    def __iter__(self) -> Iterator[Problem]:
        return iter(self._kept)

    @property
    def full(self) -> bool:
        """Return whether further problems will only be counted."""
        return len(self._kept) >= self._most

    def add(self, place: Place, message: str, expected: str = "", hint: str = "") -> None:
        """Note one problem at `place`; the same message at the same place is noted once."""
        if (place, message) in self._noted:
            return
        if self.full:
            self._dropped += 1
        else:
            self._noted.add((place, message))
            self._kept.append(Problem(place.file, place.line, place.column, message, expected, hint))

    def extend(self, problems: Iterable[Problem]) -> None:
        """Take over problems found elsewhere."""
        for problem in problems:
            self.add(problem.place, problem.message, problem.expected, problem.hint)

    def listed(self) -> tuple[Problem, ...]:
        """Return all kept problems in order of file and line, and one that counts the rest."""
        listed = sorted(self._kept, key=lambda problem: (problem.file, problem.line, problem.column))
        if self._dropped:
            listed.append(Problem(listed[-1].file, message=f"There are {self._dropped} more problems"))
        return tuple(listed)

    def finish(self) -> None:
        """Raise ProblemsError if anything was noted."""
        if self._kept:
            raise ProblemsError(self.listed())


def nearest(word: str, choices: Iterable[str]) -> str | None:
    """Return the choice that is spelled most like `word`, or None if none is close."""
    if len(word) > _LONGEST_GUESSED:
        return None
    known = {choice.casefold(): choice for choice in choices}
    found = get_close_matches(word.casefold(), known, n=1)
    return known[found[0]] if found else None


def did_you_mean(word: str, choices: Iterable[str]) -> str:
    """Return the sentence "Did you mean “…”?" for the nearest choice, or an empty text."""
    found = nearest(word, choices)
    return f"Did you mean “{found}”?" if found else ""


def shown(value: object, most: int = 40) -> str:
    """Return a value as it would be written in a file, in quotes if it is text and cut to `most` letters."""
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, float)):
        return str(value)
    if isinstance(value, str):
        flat = " ".join(value.split())
        return f"“{flat[: most - 1]}…”" if len(flat) > most else f"“{flat}”"
    if isinstance(value, (list, tuple)):
        return "a list"
    return "a mapping"
