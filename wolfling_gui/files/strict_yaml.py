"""The one strict YAML loader: plain values with the place of every one of them, or a list of problems.

Stricter than YAML: no duplicate keys, no anchors, aliases, merges or special types; only `true`, `false`,
`null`, plain whole numbers (`12`, `-3`) and decimals (`0.5`) are typed. Everything else that is not quoted
stays the text it looks like: `no`, `on`, `12:30`, `1_000`, `0x1F`, `2024-01-31`, `007`, `~`.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from wolfling_gui.files.problems import Place, Problem, Problems, ProblemsError

Plain: TypeAlias = "bool | int | float | str | list[Plain] | dict[str | int, Plain] | None"
"""A value as read: scalars, lists, and mappings with text or whole-number keys."""

Steps: TypeAlias = "tuple[str | int, ...]"
"""The keys and list positions (from 0) that lead from the top of a document to a value."""

MOST_BYTES = 4_000_000
MOST_DEPTH = 40
MOST_NODES = 100_000
"""About nine thousand walls, or twenty times the largest file that is shipped: read in half a second."""

_INTEGER = re.compile(r"[-+]?(?:0|[1-9][0-9]*)\Z")
_DECIMAL = re.compile(r"[-+]?(?:0|[1-9][0-9]*)?\.[0-9]+(?:[eE][-+]?[0-9]{1,3})?\Z")
_WORDS: dict[str, bool | None] = {"true": True, "false": False, "null": None, "": None}
_LONGEST_INTEGER = 18
_NOT_TEXT = re.compile("[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_STR_TAGS = frozenset({"!", "tag:yaml.org,2002:str"})
_PLAIN_TAGS = frozenset({"tag:yaml.org,2002:map", "tag:yaml.org,2002:seq", "!"})

# What the parser says, in the words of someone who writes the file: (message, hint).
_SYNTAX = {
    "mapping values are not allowed in this context": (
        "A second “: ” on one line, or a line indented too far",
        "Put text that holds “: ” in quotes, and line up keys of one mapping.",
    ),
    "could not find expected ':'": (
        "A key without its “:”",
        "Write “key: value”, with a space after the colon.",
    ),
    "did not find expected key": (
        "A line that does not fit the mapping around it",
        "Line up the keys of one mapping, and close quotes and brackets above.",
    ),
    "did not find expected '-' indicator": (
        "A line that does not fit the list around it",
        "Line up the “-” of one list.",
    ),
    "did not find expected ',' or ']'": (
        "A list in brackets that goes wrong here",
        "Check for a missing “,” or “]”.",
    ),
    "did not find expected ',' or '}'": (
        "A mapping in braces that goes wrong here",
        "Check for a missing “,” or “}”.",
    ),
    "did not find expected node content": (
        "A value that goes wrong here",
        "Check brackets, braces and commas.",
    ),
    "found unexpected end of stream": ("The file ends inside quotes", "Add the closing quotation mark."),
    "found character that cannot start any token": (
        "A character that cannot begin a value",
        "Put the text in quotes.",
    ),
    "block sequence entries are not allowed in this context": (
        "A “-” where no list can begin",
        "Begin the list on a line of its own.",
    ),
}


@dataclass(frozen=True, slots=True)
class _Marks:
    """Places of the keys and values of one mapping or list, by key or position, each as (line, column)."""

    keys: dict[str | int, tuple[int, int]]
    values: dict[str | int, tuple[int, int]]


class Document:
    """Hold what one file says: the plain `value`, and where each part of it stands."""

    __slots__ = ("_marks", "_top", "file", "value")

    def __init__(self, value: Plain, file: str, top: tuple[int, int], marks: dict[int, _Marks]) -> None:
        self.value = value
        self.file = file
        self._top = top
        self._marks = marks

    def where(self, path: Steps = (), *, key: bool = False) -> Place:
        """Return the place of the value at `path` (with `key`, of its key).

        Where the path leads nowhere, the place is that of the last part of it that exists.
        """
        value: Plain = self.value
        line, column = self._top
        for step in path:
            if not isinstance(value, (dict, list)):
                break
            marks = self._marks[id(value)]
            if step not in marks.values:
                break
            line, column = (marks.keys if key else marks.values)[step]
            value = value[step]  # type: ignore[index]
        return Place(self.file, line, column)


class _Open:
    """A mapping or list that is being filled."""

    __slots__ = ("key", "key_mark", "marks", "value")

    def __init__(self, value: list[Plain] | dict[str | int, Plain], marks: _Marks) -> None:
        self.value = value
        self.marks = marks
        self.key: str | int | None = None
        self.key_mark = (0, 0)


class _Builder:
    """Turns parser events into values without recursion, noting problems as it goes."""

    def __init__(self, file: str, problems: Problems, most_depth: int, most_nodes: int) -> None:
        self.file = file
        self.problems = problems
        self.most_depth = most_depth
        self.most_nodes = most_nodes
        self.stack: list[_Open] = []
        self.marks: dict[int, _Marks] = {}
        self.kept: list[Plain] = []
        self.top: Plain = None
        self.top_mark = (1, 1)
        self.nodes = 0
        self.documents = 0

    def place(self, mark: tuple[int, int]) -> Place:
        return Place(self.file, *mark)

    def document(self, mark: tuple[int, int]) -> bool:
        """Count a document; return False at a second one."""
        self.documents += 1
        if self.documents > 1:
            self.problems.add(
                self.place(mark),
                "A second document begins here",
                hint="Remove the line “---”, or split the file.",
            )
            return False
        return True

    def node(self, event: Any, mark: tuple[int, int]) -> bool:
        """Check what every node must keep to; return False if reading must stop."""
        self.nodes += 1
        if self.nodes > self.most_nodes:
            self.problems.add(
                self.place(mark), f"The file holds more than {self.most_nodes} values", hint="Split it."
            )
            return False
        if event.anchor:
            self.problems.add(
                self.place(mark),
                f"The anchor “&{event.anchor[:30]}” is not allowed",
                hint="Write the value out where it is needed.",
            )
        return True

    def opened(self, event: Any, mark: tuple[int, int], value: list[Plain] | dict[str | int, Plain]) -> bool:
        if not self.node(event, mark):
            return False
        if len(self.stack) >= self.most_depth:
            message = f"Lists and mappings are nested more than {self.most_depth} deep"
            self.problems.add(self.place(mark), message)
            return False
        if event.tag and event.tag not in _PLAIN_TAGS:
            self.tag(event.tag, mark)
        parent = self.stack[-1] if self.stack else None
        as_key = parent is not None and isinstance(parent.value, dict) and parent.key is None
        if as_key:
            self.problems.add(
                self.place(mark),
                "A list or mapping cannot be a key",
                "a word or a whole number before the colon",
            )
        marks = _Marks({}, {})
        self.marks[id(value)] = marks
        self.kept.append(value)
        self.put(value, mark, "" if as_key else None)
        self.stack.append(_Open(value, marks))
        return True

    def closed(self) -> None:
        self.stack.pop()

    def scalar(self, event: Any, mark: tuple[int, int]) -> bool:
        if not self.node(event, mark):
            return False
        text: str = event.value
        typed: Plain = text
        if event.tag and event.tag not in _STR_TAGS:
            self.tag(event.tag, mark)
        elif event.implicit[0] and event.tag is None:
            typed = self.typed(text, mark)
        self.put(typed, mark, text)
        return True

    def typed(self, text: str, mark: tuple[int, int]) -> Plain:
        if text in _WORDS:
            return _WORDS[text]
        if _INTEGER.match(text):
            if len(text.lstrip("+-")) <= _LONGEST_INTEGER:
                return int(text)
            self.problems.add(self.place(mark), "The number is too long", "at most 18 digits")
        elif _DECIMAL.match(text):
            number = float(text)
            if math.isfinite(number):
                return number
            self.problems.add(self.place(mark), "The number is too large", "a number below 1e308")
        return text

    def tag(self, tag: str, mark: tuple[int, int]) -> None:
        name = tag.replace("tag:yaml.org,2002:", "!!")[:40]
        self.problems.add(self.place(mark), f"The type “{name}” is not allowed", hint="Remove it.")

    def put(self, value: Plain, mark: tuple[int, int], text: str | None) -> None:
        """Place a value into what is open; `text` is how a scalar was written, for use as a key."""
        if not self.stack:
            self.top, self.top_mark = value, mark
            return
        parent = self.stack[-1]
        if isinstance(parent.value, list):
            parent.marks.values[len(parent.value)] = parent.marks.keys[len(parent.value)] = mark
            parent.value.append(value)
            return
        if parent.key is None:
            typed_key = isinstance(value, int) and not isinstance(value, bool)
            parent.key = value if typed_key else text or ""  # type: ignore[assignment]
            parent.key_mark = mark
            return
        key, key_mark, parent.key = parent.key, parent.key_mark, None
        if key in parent.value:
            first = parent.marks.keys[key][0]
            self.problems.add(
                self.place(key_mark),
                f"“{str(key)[:40]}” stands here a second time; the first is in line {first}",
                hint="Keep one of the two.",
            )
        parent.value[key] = value
        parent.marks.keys[key] = key_mark
        parent.marks.values[key] = mark


def load(
    source: str | bytes,
    file: str = "text",
    *,
    most_bytes: int = MOST_BYTES,
    most_depth: int = MOST_DEPTH,
    most_nodes: int = MOST_NODES,
) -> Document:
    """Read YAML text (or UTF-8 bytes) strictly; `file` is the name used in problems.

    Raises ProblemsError with every problem found, and nothing else, whatever the input. An empty text is a
    document whose value is None.
    """
    problems = Problems()
    text = _decoded(source, file, problems, most_bytes)
    builder = _Builder(file, problems, most_depth, most_nodes)
    _build(text, builder)
    problems.finish()
    return Document(builder.top, file, builder.top_mark, builder.marks)


def load_file(path: Path, file: str = "") -> Document:
    """Read a YAML file strictly; `file` is the name used in problems, by default the file's own.

    Raises ProblemsError with every problem found, also when the file is missing or cannot be read.
    """
    return load(read_bytes(path, file), file or path.name)


def read_bytes(path: Path, file: str = "", most_bytes: int = MOST_BYTES) -> bytes:
    """Return what a file holds, at most one byte more than `most_bytes`, for `load` to judge.

    Raises ProblemsError when the file is missing or cannot be read.
    """
    name = file or path.name
    try:
        odd = path.exists() and not path.is_file()
    except (OSError, ValueError):
        odd = False
    if odd:
        message = "The file cannot be read: this is a folder or a device"
        raise ProblemsError([Problem(name, message=message, expected="a file")])
    try:
        with path.open("rb") as stream:
            return stream.read(most_bytes + 1)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        problem = Problem(name, message=f"The file cannot be read: {reason}")
        raise ProblemsError([problem]) from error


def _decoded(source: str | bytes, file: str, problems: Problems, most_bytes: int) -> str:
    if len(source) > most_bytes:
        problems.add(Place(file), f"The file is larger than {most_bytes} bytes", hint="Split it.")
        problems.finish()
    if isinstance(source, str):
        text = source
    else:
        try:
            text = source.decode("utf-8")
        except UnicodeDecodeError as error:
            before = source[: error.start].decode("utf-8")
            wide = source[:2] in (b"\xff\xfe", b"\xfe\xff")
            message = "The file is not UTF-8 text" if wide else "A byte here is not UTF-8 text"
            problems.add(_after(before, file), message, hint="Save the file as UTF-8.")
            raise ProblemsError(problems.listed()) from None
    text = text.removeprefix("\ufeff")
    bad = _NOT_TEXT.search(text)
    if bad:
        code = f"U+{ord(bad.group()):04X}"
        place = _after(text[: bad.start()], file)
        problems.add(place, f"The character {code} is not text", hint="Remove it.")
        problems.finish()
    return text


def _after(before: str, file: str) -> Place:
    lines = before.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return Place(file, len(lines), len(lines[-1]) + 1)


def _build(text: str, builder: _Builder) -> None:
    # Imported late: the window paints before any file is read, and must not wait for this.
    import yaml

    try:
        for event in _events(text):
            mark = (event.start_mark.line + 1, event.start_mark.column + 1)
            match event:
                case yaml.ScalarEvent():
                    going = builder.scalar(event, mark)
                case yaml.MappingStartEvent():
                    going = builder.opened(event, mark, {})
                case yaml.SequenceStartEvent():
                    going = builder.opened(event, mark, [])
                case yaml.CollectionEndEvent():
                    builder.closed()
                    continue
                case yaml.AliasEvent():
                    name = str(event.anchor)[:30]
                    builder.problems.add(
                        builder.place(mark),
                        f"The alias “*{name}” is not allowed",
                        hint="Write the value out, or put text that begins with * in quotes.",
                    )
                    builder.put(None, mark, name)
                    continue
                case yaml.DocumentStartEvent():
                    going = builder.document(mark)
                case _:
                    continue
            if not going:
                return
    except yaml.MarkedYAMLError as error:
        _syntax(error, text, builder)
    except yaml.YAMLError as error:
        builder.problems.add(Place(builder.file), f"The file cannot be read: {str(error).splitlines()[0]}")


def _events(text: str) -> Iterator[Any]:
    import yaml

    parser = yaml.CSafeLoader(text)
    try:
        while parser.check_event():
            yield parser.get_event()
    finally:
        parser.dispose()


def _syntax(error: Any, text: str, builder: _Builder) -> None:
    mark = error.problem_mark or error.context_mark
    if mark is None:
        builder.problems.add(Place(builder.file), f"The file cannot be read: {error.problem}")
        return
    message, hint = _SYNTAX.get(error.problem, ("", ""))
    lines = text.splitlines()
    line = lines[mark.line] if mark.line < len(lines) else ""
    if "\t" in line[: mark.column + 1] and not line[: mark.column].strip():
        message, hint = "A tab stands in the indentation", "Indent with spaces."
    elif not message:
        message = f"The text cannot be read here: {error.problem}"
    if error.context_mark is not None and error.context_mark.line != mark.line:
        message += f" (reading what begins in line {error.context_mark.line + 1})"
    builder.problems.add(builder.place((mark.line + 1, mark.column + 1)), message, hint=hint)
