"""Read the JSON of a Universal VTT map: tolerant of what is left out, strict about what is garbled."""

from __future__ import annotations

import base64
import binascii
import json
import math
import re
from dataclasses import dataclass, field
from typing import Any

from wolfling_gui.files.problems import Place, Problems, ProblemsError, shown

XY = tuple[float, float]
Path = tuple[str | int, ...]

MOST_SEGMENTS = 100_000
MOST_PORTALS = 10_000
FARTHEST_SQUARES = 100_000.0
MOST_SQUARES = 5_000.0
NEWEST_FORMAT = 1.0

_SPACE = re.compile(r"[ \t\r\n]*")


@dataclass(frozen=True, slots=True)
class RawPortal:
    """Hold a portal as the file gives it, in squares; `ends` is None where it has no place."""

    ends: tuple[XY, XY] | None
    closed: bool
    guessed: bool


@dataclass(slots=True)
class RawMap:
    """Hold what a file says, in squares of the uncropped map with y down."""

    origin: XY = (0.0, 0.0)
    size: XY | None = None
    pixels: float = 0.0
    walls: list[tuple[XY, ...]] = field(default_factory=list)
    objects: list[tuple[XY, ...]] = field(default_factory=list)
    portals: list[RawPortal] = field(default_factory=list)
    lights: int = 0
    newer: bool = False
    picture: bytes = b""
    picture_given: bool = False


def read_raw(data: bytes, file: str) -> RawMap:
    """Return what the JSON says; raise ProblemsError with every garbled value and its place."""
    text, value = _decoded(data, file)
    return _Reader(text, file).read(value)


def _decoded(data: bytes, file: str) -> tuple[str, Any]:
    problems = Problems()
    try:
        text = data.decode(json.detect_encoding(data), "strict").removeprefix("\ufeff")
    except UnicodeDecodeError:
        problems.add(
            Place(file), "The file is not UTF-8 text", hint="It may be damaged: export or download it again."
        )
        raise ProblemsError(problems.listed()) from None
    try:
        return text, json.loads(text)
    except json.JSONDecodeError as error:
        ended = error.pos >= len(text.rstrip()) or error.msg.startswith("Unterminated string")
        message = "The file ends too early" if ended else f"The JSON cannot be read here: {error.msg}"
        hint = "It may be damaged: export or download it again."
        problems.add(Place(file, error.lineno, error.colno), message, hint=hint)
    except RecursionError:
        problems.add(Place(file), "Lists are nested too deeply", hint="Export the map again.")
    except ValueError:  # whole numbers of thousands of digits
        problems.add(Place(file), "A number has too many digits", hint="Export the map again.")
    raise ProblemsError(problems.listed())


class _Reader:
    """Walk the decoded JSON, noting what is garbled; absent and null values take their defaults."""

    def __init__(self, text: str, file: str) -> None:
        self.text = text
        self.file = file
        self.problems = Problems(20)
        self.segments = 0

    def read(self, top: Any) -> RawMap:
        raw = RawMap()
        frame = self._mapping(top.get("resolution"), ("resolution",))
        raw.origin = self._pair(frame.get("map_origin"), ("resolution", "map_origin")) or (0.0, 0.0)
        raw.size = self._pair(frame.get("map_size"), ("resolution", "map_size"))
        if raw.size is not None and not all(0 < side <= MOST_SQUARES for side in raw.size):
            self._garbled(
                ("resolution", "map_size"),
                f"The map is {raw.size[0]:g} × {raw.size[1]:g} squares",
                f"a width and a height above 0 and at most {MOST_SQUARES:g}",
            )
        pixels = frame.get("pixels_per_grid")
        if pixels is not None:
            raw.pixels = max(0.0, self._number(pixels, ("resolution", "pixels_per_grid")))
        raw.walls = self._lines(top, "line_of_sight")
        raw.objects = self._lines(top, "objects_line_of_sight")
        raw.portals = self._portals(top.get("portals"))
        lights = top.get("lights")
        raw.lights = len(lights) if isinstance(lights, list) else 0
        raw.newer = _is_newer(top.get("format"))
        raw.picture_given, raw.picture = _picture(top.get("image"))
        self.problems.finish()
        return raw

    def _lines(self, top: Any, key: str) -> list[tuple[XY, ...]]:
        lines = []
        for i, line in enumerate(self._list(top.get(key), (key,))):
            points = self._list(line, (key, i))
            self.segments += max(0, len(points) - 1)
            if self.segments > MOST_SEGMENTS:
                self._garbled(
                    (key,),
                    f"The map has more than {MOST_SEGMENTS} wall pieces",
                    f"at most {MOST_SEGMENTS}",
                    "Export a part of the map, or without its caves.",
                )
                break
            found = [self._point(point, (key, i, j)) for j, point in enumerate(points) if point is not None]
            lines.append(tuple(found))
        return lines

    def _portals(self, value: Any) -> list[RawPortal]:
        portals = self._list(value, ("portals",))
        if len(portals) > MOST_PORTALS:
            self._garbled(("portals",), f"The map has {len(portals)} portals", f"at most {MOST_PORTALS}")
            return []
        return [self._portal(item, ("portals", i)) for i, item in enumerate(portals)]

    def _portal(self, value: Any, path: Path) -> RawPortal:
        portal = self._mapping(value, path)
        closed = portal.get("closed")
        if closed is not None and not isinstance(closed, bool):
            if closed not in (0, 1):
                self._garbled((*path, "closed"), f"“closed” is {shown(closed)}", "true or false")
            closed = bool(closed)
        closed = closed is not False
        bounds = [end for end in self._list(portal.get("bounds"), (*path, "bounds")) if end is not None]
        if len(bounds) >= 2:
            first = self._point(bounds[0], (*path, "bounds", 0))
            last = self._point(bounds[-1], (*path, "bounds", len(bounds) - 1))
            return RawPortal((first, last), closed, False)
        middle = self._pair(portal.get("position"), (*path, "position"))
        if middle is None:
            return RawPortal(None, closed, False)
        turn = portal.get("rotation")
        angle = 0.0 if turn is None else self._number(turn, (*path, "rotation"))
        dx, dy = math.cos(angle) / 2, math.sin(angle) / 2
        ends = (middle[0] - dx, middle[1] - dy), (middle[0] + dx, middle[1] + dy)
        return RawPortal(ends, closed, True)

    def _pair(self, value: Any, path: Path) -> XY | None:
        """Return a pair that may be absent: null, or without both of its numbers."""
        if value is None or (isinstance(value, dict) and value.get("x") is None and value.get("y") is None):
            return None
        return self._point(value, path)

    def _point(self, value: Any, path: Path) -> XY:
        if isinstance(value, dict):
            return self._number(value.get("x"), (*path, "x")), self._number(value.get("y"), (*path, "y"))
        self._garbled(path, f"Found {shown(value)}", "a place with “x” and “y”")
        return 0.0, 0.0

    def _number(self, value: Any, path: Path) -> float:
        good = isinstance(value, (int, float)) and not isinstance(value, bool)
        if good and -FARTHEST_SQUARES <= value <= FARTHEST_SQUARES:
            return float(value)
        found = shown(value) if not good or len(str(value)) < 40 else "a number of many digits"
        expected = "a number" if not good else f"a number between ±{FARTHEST_SQUARES:g}"
        self._garbled(path, f"“{path[-1]}” is {found}", expected)
        return 0.0

    def _mapping(self, value: Any, path: Path) -> dict[str, Any]:
        if isinstance(value, dict):
            return value
        if value is not None:
            self._garbled(path, f"“{path[-1]}” is {shown(value)}", "a JSON object in braces")
        return {}

    def _list(self, value: Any, path: Path) -> list[Any]:
        if isinstance(value, list):
            return value
        if value is not None:
            self._garbled(path, f"“{path[-1]}” is {shown(value)}", "a list")
        return []

    def _garbled(self, path: Path, message: str, expected: str, hint: str = "") -> None:
        place = Place(self.file) if self.problems.full else _place(self.text, path, self.file)
        where = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in path).lstrip(".")
        hint = hint or "Export the map again."
        self.problems.add(place, f"{message} (at {where})", expected, hint)


def _is_newer(value: Any) -> bool:
    if isinstance(value, str):
        digits = re.match(r"\s*(\d{1,9}(?:\.\d{1,9})?)", value)
        return digits is not None and float(digits.group(1)) > NEWEST_FORMAT
    return isinstance(value, (int, float)) and not isinstance(value, bool) and value > NEWEST_FORMAT


def _picture(value: Any) -> tuple[bool, bytes]:
    """Return whether anything stands for the picture, and its bytes, empty if they cannot be decoded."""
    if not isinstance(value, str) or not value.strip():
        return value is not None and not isinstance(value, str), b""
    if value.lstrip().startswith("data:"):
        value = value.partition(",")[2]
    packed = "".join(value.split()).rstrip("=")
    try:
        return True, base64.b64decode(packed + "=" * (-len(packed) % 4), validate=True)
    except (binascii.Error, ValueError):
        return True, b""


def _place(text: str, path: Path, file: str) -> Place:
    """Return line and column of the value at `path`, or of the nearest value around it."""
    decoder = json.JSONDecoder()
    at = _skip(text, 0)
    for step in path:
        found = _inside(text, at, step, decoder)
        if found is None:
            break
        at = found
    line = text.count("\n", 0, at) + 1
    return Place(file, line, at - text.rfind("\n", 0, at))


def _inside(text: str, at: int, step: str | int, decoder: json.JSONDecoder) -> int | None:
    """Return where in the list or mapping at `at` the last value of `step` begins."""
    opener = "{" if isinstance(step, str) else "["
    if text[at] != opener:
        return None
    index, found = 0, None
    at = _skip(text, at + 1)
    while text[at] not in "]}":
        name: str | int = index
        if isinstance(step, str):
            name, at = decoder.raw_decode(text, at)
            at = _skip(text, _skip(text, at) + 1)
        if name == step:
            found = at
            if isinstance(step, int):
                break
        at = _skip(text, decoder.raw_decode(text, at)[1])
        if text[at] == ",":
            at = _skip(text, at + 1)
        index += 1
    return found


def _skip(text: str, at: int) -> int:
    match = _SPACE.match(text, at)
    return match.end() if match else at
