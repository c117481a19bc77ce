"""Read hand-written files value by value, noting every problem with its line and going on.

    reader = Reader(load(text, "raid.yaml"))
    reader.mapping((), ("format", "name", "size", "walls"))        # unknown keys: "did you mean"
    name = reader.text("name")                                     # required: no default
    size = reader.point("size", default=at(48, 48))                # [48, 48] in inches -> length units
    for wall in reader.sequence("walls", default=()):              # a Reader for each item
        wall.mapping((), ("from", "to", "kind"))
        start, end = wall.point("from"), wall.point("to")
        kind = wall.choice("kind", ("intact", "ruined"), default="intact")
        if start == end:
            wall.problem("to", "The wall has no length", "another place than “from”")
    reader.finish()                                               # raises ProblemsError if anything was noted

Every reading method takes a path relative to the reader: a key, a list position, or a tuple of them; `()` is
the reader's own value. A missing value without a default is a problem, and so is a value of another kind: the
method then returns a neutral value of the right type, which is never used, because `finish` raises.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import TypeAlias, TypeVar, cast

from wolfling_gui.core.lengths import Length, Point
from wolfling_gui.core.lengths import inches as from_inches
from wolfling_gui.files.problems import Place, Problems, did_you_mean, shown
from wolfling_gui.files.strict_yaml import Document, Plain, Steps

Step: TypeAlias = "str | int | Steps"
"""A key, a list position from 0, or a path of them."""

FARTHEST_INCHES = 10_000
"""No place on a table is farther out than this, in inches; a larger number is a slip of the pen."""


class _Missing:
    """Mark that no default was given."""


MISSING = _Missing()

T = TypeVar("T")
W = TypeVar("W", bound=str)


class Reader:
    """Walk one document, or the part of it at `path`, and note what is wrong in `problems`."""

    __slots__ = ("document", "path", "problems")

    def __init__(self, document: Document, problems: Problems | None = None, path: Steps = ()) -> None:
        self.document = document
        self.problems = Problems() if problems is None else problems
        self.path = path

    # ------------------------------------------------------------------ places and problems

    def at(self, step: Step) -> Reader:
        """Return a reader for the part at `step`; it notes problems in the same list."""
        return Reader(self.document, self.problems, self._full(step))

    def place(self, step: Step = (), *, key: bool = False) -> Place:
        """Return where the value at `step` (with `key`, its key) stands in the file."""
        return self.document.where(self._full(step), key=key)

    def problem(
        self, step: Step, message: str, expected: str = "", hint: str = "", *, key: bool = False
    ) -> None:
        """Note a problem at the value (with `key`, at the key) of `step`."""
        self.problems.add(self.place(step, key=key), message, expected, hint)

    def finish(self) -> None:
        """Raise ProblemsError with everything noted, if anything was."""
        self.problems.finish()

    # ------------------------------------------------------------------ plain values

    def value(self, step: Step = (), default: Plain = None) -> Plain:
        """Return the plain value at `step`, or `default` where there is none."""
        found = self._found(step)
        return default if isinstance(found, _Missing) else found

    def has(self, step: Step) -> bool:
        """Return whether there is a value at `step` that is not null or empty."""
        return self.value(step) is not None

    def text(self, step: Step = (), default: str | _Missing = MISSING, *, empty: bool = False) -> str:
        """Return text; numbers and words like true are refused, as is blank text unless `empty`."""
        value = self._wanted(step, "text", default)
        if isinstance(value, str) and (empty or value.strip()):
            return value
        return self._refused(step, value, "text" if isinstance(value, str) else "text in quotes", default, "")

    def integer(
        self,
        step: Step = (),
        default: int | _Missing = MISSING,
        *,
        at_least: int | None = None,
        at_most: int | None = None,
    ) -> int:
        """Return a whole number within the given bounds (both included)."""
        expected = "a whole number" + _bounds(at_least, at_most)
        value = self._wanted(step, expected, default)
        if isinstance(value, int) and not isinstance(value, bool) and _within(value, at_least, at_most):
            return value
        return self._refused(step, value, expected, default, 0)

    def number(
        self,
        step: Step = (),
        default: float | _Missing = MISSING,
        *,
        at_least: float | None = None,
        at_most: float | None = None,
    ) -> float:
        """Return a number within the given bounds (both included); a whole number stays an int."""
        expected = "a number" + _bounds(at_least, at_most)
        value = self._wanted(step, expected, default)
        if (
            isinstance(value, (int, float))
            and not isinstance(value, bool)
            and _within(value, at_least, at_most)
        ):
            return value
        return self._refused(step, value, expected, default, 0)

    def boolean(self, step: Step = (), default: bool | _Missing = MISSING) -> bool:
        """Return true or false; yes, no, on and off are refused with a hint."""
        value = self._wanted(step, "true or false", default)
        if isinstance(value, bool):
            return value
        meant = {"yes": "true", "on": "true", "true": "true", "no": "false", "off": "false", "false": "false"}
        word = meant.get(value.casefold(), "") if isinstance(value, str) else ""
        return self._refused(step, value, "true or false", default, False, f"Write {word}." if word else "")

    def choice(self, step: Step, choices: Collection[W], default: W | _Missing = MISSING) -> W:
        """Return one of the words in `choices`."""
        expected = _either(choices)
        value = self._wanted(step, expected, default)
        for word in choices:
            if value == word:
                return word
        hint = did_you_mean(value, choices) if isinstance(value, str) else ""
        return self._refused(step, value, expected, default, next(iter(choices), cast("W", "")), hint)

    # ------------------------------------------------------------------ lengths and places

    def inches(
        self,
        step: Step = (),
        default: Length | _Missing = MISSING,
        *,
        at_least: float | None = 0,
        at_most: float | None = FARTHEST_INCHES,
    ) -> Length:
        """Return a length written in inches in length units; bounds are in inches, the default in units."""
        expected = "a number of inches" + _bounds(at_least, at_most)
        value = self._wanted(step, expected, default)
        if (
            isinstance(value, (int, float))
            and not isinstance(value, bool)
            and _within(value, at_least, at_most)
        ):
            return from_inches(value)
        return self._refused(step, value, expected, default, 0)

    def point(self, step: Step = (), default: Point | _Missing = MISSING) -> Point:
        """Return a place written as [x, y] in inches as a Point in length units."""
        expected = "a place as [x, y] in inches"
        value = self._wanted(step, expected, default)
        point = _point(value)
        if point is not None:
            return point
        return self._refused(step, value, expected, default, Point(0, 0))

    def points(
        self, step: Step = (), default: tuple[Point, ...] | _Missing = MISSING, *, at_least: int = 0
    ) -> tuple[Point, ...]:
        """Return a list of places, each written as [x, y] in inches."""
        expected = "a list of places, each as [x, y] in inches"
        value = self._wanted(step, expected, default)
        if not isinstance(value, list):
            return self._refused(step, value, expected, default, ())
        if len(value) < at_least:
            self.problem(step, f"Only {len(value)} places are given", f"at least {at_least}")
        return tuple(self.point((*self._relative(step), index)) for index in range(len(value)))

    # ------------------------------------------------------------------ lists and mappings

    def mapping(
        self, step: Step, known: Collection[str], required: Iterable[str] = (), *, optional: bool = False
    ) -> tuple[str, ...]:
        """Check for a mapping with only `known` keys and all `required` ones; return the keys given.

        Unknown keys are noted with "did you mean". With `optional`, nothing at all is an empty mapping.
        """
        value = self._found(step)
        if optional and (value is None or isinstance(value, _Missing)):
            return ()
        if not isinstance(value, dict):
            expected = f"a mapping with {_either(known, ' and ')}" if known else "a mapping"
            self._refused(step, self._wanted(step, expected, MISSING), expected, MISSING, None)
            return ()
        good: list[str] = []
        for key in value:
            if key in known and isinstance(key, str):
                good.append(key)
            elif not self.problems.full:
                hint = did_you_mean(str(key), known) or f"Known here: {', '.join(known)}."
                self.problem(
                    (*self._relative(step), key), f"{shown(str(key))} is not known here", "", hint, key=True
                )
            else:
                self.problem(step, "")
        for name in required:
            if name not in value:
                self.problem(step, f"“{name}” is missing", hint=f"Add “{name}:”.")
        return tuple(good)

    def entries(self, step: Step = (), *, optional: bool = False) -> Iterator[tuple[str, Reader]]:
        """Yield each key of a mapping with free keys, as text, and a reader for its value."""
        value = self._found(step)
        if optional and (value is None or isinstance(value, _Missing)):
            return
        if not isinstance(value, dict):
            self._refused(step, self._wanted(step, "a mapping", MISSING), "a mapping", MISSING, None)
            return
        for key in value:
            yield str(key), self.at((*self._relative(step), key))

    def sequence(
        self, step: Step = (), default: tuple[()] | _Missing = MISSING, *, at_least: int = 0
    ) -> tuple[Reader, ...]:
        """Return a reader for each item of a list; an empty default allows the list to be missing."""
        value = self._wanted(step, "a list", default)
        if not isinstance(value, list):
            return self._refused(step, value, "a list", default, ())
        if len(value) < at_least:
            self.problem(step, f"The list has {len(value)} items", f"at least {at_least}")
        return tuple(self.at((*self._relative(step), index)) for index in range(len(value)))

    def texts(self, step: Step = (), default: tuple[str, ...] | _Missing = MISSING) -> tuple[str, ...]:
        """Return a list of texts."""
        value = self._wanted(step, "a list of texts", default)
        if not isinstance(value, list):
            return self._refused(step, value, "a list of texts", default, ())
        return tuple(self.text((*self._relative(step), index)) for index in range(len(value)))

    def format(self, name: str, version: int = 1) -> int:
        """Check the line `format: name/version`; return the version found, at most `version`."""
        expected = f"format: {name}/{version}"
        value = self._wanted("format", expected, MISSING)
        kind, _, number = value.partition("/") if isinstance(value, str) else ("", "", "")
        if kind != name or not (
            number.isascii() and number.isdigit() and len(number) < 6 and int(number) > 0
        ):
            return self._refused("format", value, expected, MISSING, version)
        if int(number) > version:
            message = f"The file is of version {number}, this program reads up to {version}"
            self.problem("format", message, hint="Get a newer version of the program.")
        return min(int(number), version)

    def headed(self, name: str, known: Collection[str], version: int = 1) -> int:
        """Check the line `format` and the keys of a whole file; returns the version.

        Raises ProblemsError at once, with nothing else, where the file says that it is of another format.
        """
        found = self.format(name, version) if self.has("format") else version
        self.finish()
        self.mapping((), known, ("format",))
        return found

    # ------------------------------------------------------------------ inside

    def _relative(self, step: Step) -> Steps:
        return step if isinstance(step, tuple) else (step,)

    def _full(self, step: Step) -> Steps:
        return (*self.path, *self._relative(step))

    def _found(self, step: Step) -> Plain | _Missing:
        value: Plain = self.document.value
        for part in self._full(step):
            if isinstance(value, dict):
                if part not in value:
                    return MISSING
                value = value[part]
            elif isinstance(value, list) and isinstance(part, int) and 0 <= part < len(value):
                value = value[part]
            else:
                return MISSING
        return value

    def _wanted(self, step: Step, expected: str, default: object) -> Plain | _Missing:
        """Return what is there, noting that it is missing if there is nothing and no default."""
        value = self._found(step)
        if isinstance(value, _Missing) and isinstance(default, _Missing):
            *parent, name = self._full(step)
            around = Reader(self.document, path=tuple(parent)).value()
            if isinstance(around, (dict, list)) or around is None:
                self.problem(step, f"“{name}” is missing", expected)
            else:
                self.problem(step, f"Found {shown(around)}", f"a mapping with “{name}”")
        return value

    def _refused(
        self,
        step: Step,
        value: Plain | _Missing,
        expected: str,
        default: T | _Missing,
        neutral: T,
        hint: str = "",
    ) -> T:
        """Return the default of a missing value; note a problem about any other and return `neutral`."""
        if isinstance(value, _Missing):
            return neutral if isinstance(default, _Missing) else default
        path = self._full(step)
        name = f"“{path[-1]}” is " if path and isinstance(path[-1], str) else "Found "
        self.problem(step, f"{name}{shown(value)}", expected, hint)
        return neutral


def _point(value: Plain | _Missing) -> Point | None:
    if not isinstance(value, list) or len(value) != 2:
        return None
    x, y = value
    if isinstance(x, bool) or isinstance(y, bool):
        return None
    if not isinstance(x, (int, float)) or not isinstance(y, (int, float)):
        return None
    if abs(x) > FARTHEST_INCHES or abs(y) > FARTHEST_INCHES:
        return None
    return Point(from_inches(x), from_inches(y))


def _within(value: float, at_least: float | None, at_most: float | None) -> bool:
    return (at_least is None or value >= at_least) and (at_most is None or value <= at_most)


def _bounds(at_least: float | None, at_most: float | None) -> str:
    if at_least is None:
        return "" if at_most is None else f", at most {at_most}"
    return f", at least {at_least}" if at_most is None else f" from {at_least} to {at_most}"


def _either(choices: Collection[str], last: str = " or ") -> str:
    listed = [f"“{choice}”" for choice in choices]
    return last.join([", ".join(listed[:-1]), listed[-1]]) if len(listed) > 1 else "".join(listed)
