"""Write YAML the way people do: blocks outside, one line for what is short, quotes only where needed."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from fractions import Fraction

from wolfling_gui.core.lengths import UNITS_PER_INCH, UNITS_PER_MILLIMETRE, Length, Point

WIDTH = 100
"""A list or mapping is written in one line if it fits into so many characters."""

_PLAIN = re.compile(r"[A-Za-zÀ-ÖØ-öø-ÿ][\wÀ-ÖØ-öø-ÿ .+/()'’″-]*\Z")
_WORDS = frozenset({"true", "false", "null"})
_UNSAFE = re.compile("[\x00-\x1f\x7f-\x9f\xa0\u2028\u2029\ufeff\ud800-\udfff\ufffe\uffff]")


class Line(dict[str, object]):
    """A mapping that is written in one line if it fits."""


def dump(value: Mapping[str, object]) -> str:
    """Return a mapping as YAML text that the strict loader reads back as the same value.

    Values are text, whole numbers, decimals, true, false, None, and lists and mappings of them. Lists of
    plain values or of lists, and `Line` mappings, go in one line where they fit; others become blocks.
    """
    lines: list[str] = []
    for key, inner in value.items():
        if lines and isinstance(inner, Mapping | list | tuple) and inner and not _short(key, inner, 0):
            lines.append("")
        _entry(lines, "", key, inner, 0)
    return "\n".join(lines) + "\n"


def number(length: Length, units: int = UNITS_PER_INCH) -> int | float:
    """Return a length in inches (or in other units) with as few digits as read back to the same length."""
    if length % units == 0:
        return length // units
    for digits in range(1, 6):
        shown = round(length / units, digits)
        if round(Fraction(shown) * units) == length:
            return shown
    return length / units


def millimetres(length: Length) -> int | float:
    """Return a length in millimetres with as few digits as needed."""
    return number(length, UNITS_PER_MILLIMETRE)


def place(point: Point) -> list[int | float]:
    """Return a point as [x, y] in inches."""
    return [number(point.x), number(point.y)]


def scalar(value: object) -> str:
    """Return text, a number, true, false or None as YAML."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, float):
        text = f"{value:.6f}".rstrip("0")
        return text + "0" if text.endswith(".") else text
    text = str(value)
    if _PLAIN.match(text) and text.casefold() not in _WORDS and not text.endswith(" "):
        return text
    return _UNSAFE.sub(lambda found: f"\\u{ord(found[0]):04x}", json.dumps(text, ensure_ascii=False))


def _flow(value: object) -> str:
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{scalar(k)}: {_flow(v)}" for k, v in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(_flow(v) for v in value) + "]"
    return scalar(value)


def _short(key: str, value: object, indent: int) -> bool:
    return _inline(value) and indent + len(key) + 2 + len(_flow(value)) <= WIDTH


def _inline(value: object) -> bool:
    """Tell whether a value may stand in one line."""
    if isinstance(value, Line):
        return True
    if isinstance(value, Mapping):
        return not value
    if isinstance(value, list | tuple):
        return all(not isinstance(v, Mapping) and _inline(v) for v in value)
    return True


def _entry(lines: list[str], lead: str, key: str, value: object, indent: int) -> None:
    """Write one key of a mapping; `lead` stands before it in its first line."""
    head = f"{lead}{scalar(key)}:"
    if isinstance(value, str) and "\n" in value and _block(lines, head, value, indent):
        return
    if not isinstance(value, Mapping | list | tuple) or _short(key, value, len(lead)) or not value:
        lines.append(f"{head} {_flow(value)}")
        return
    lines.append(head)
    _inside(lines, value, indent + 2)


def _block(lines: list[str], head: str, text: str, indent: int) -> bool:
    """Write text of several lines as it stands, if YAML can hold it so."""
    body = text.removesuffix("\n")
    parts = body.split("\n")
    if not parts[0] or not parts[-1] or any(p[:1].isspace() or _UNSAFE.search(p) for p in parts):
        return False
    lines.append(f"{head} |" if text.endswith("\n") else f"{head} |-")
    lines.extend(" " * (indent + 2) + part if part else "" for part in parts)
    return True


def _inside(lines: list[str], value: Mapping[str, object] | Sequence[object], indent: int) -> None:
    space = " " * indent
    if isinstance(value, Mapping):
        for key, inner in value.items():
            _entry(lines, space, key, inner, indent)
        return
    for item in value:
        if not isinstance(item, Mapping | list | tuple) or _short("", item, indent):
            lines.append(f"{space}- {_flow(item)}")
        elif isinstance(item, Mapping):
            for count, (key, inner) in enumerate(item.items()):
                _entry(lines, space + ("  " if count else "- "), key, inner, indent + 2)
        else:
            lines.append(f"{space}-")
            _inside(lines, item, indent + 2)
