"""Read actions and other values of a case by their fields, where they have no shorthand."""

from __future__ import annotations

import types
from collections.abc import Mapping
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

from wolfling_gui.core.forces import Place
from wolfling_gui.core.lengths import Point
from wolfling_gui.files.cases_position import place_in
from wolfling_gui.files.problems import did_you_mean, shown
from wolfling_gui.files.reader import Reader

Known = Mapping[str, tuple[str, ...]]
"""For fields that name something, such as `unit`, the names there are."""


def spoken(name: str) -> str:
    """Return a field's or action's name as cases write it: deep_strike is “deep strike”."""
    return name.replace("_", " ")


def read_struct(kind: type[msgspec.Struct], part: Reader, known: Known) -> Any:
    """Read a value of a kind: a mapping with its fields, noting problems; nothing where all have defaults."""
    hints = get_type_hints(kind)
    fields = msgspec.structs.fields(kind)
    keys = tuple(spoken(field.name) for field in fields)
    required = tuple(spoken(field.name) for field in fields if field.required)
    part.mapping((), keys, required, optional=not required)
    found: dict[str, Any] = {}
    for field in fields:
        key = spoken(field.name)
        if part.has(key):
            found[field.name] = _value(part.at(key), hints[field.name], known.get(field.name))
        elif field.required:
            found[field.name] = _nothing(hints[field.name])
    return kind(**found)


def _value(item: Reader, hint: Any, names: tuple[str, ...] | None) -> Any:
    origin, inner = get_origin(hint), get_args(hint)
    if origin is Literal:
        return item.choice((), inner)
    if origin in (Union, types.UnionType):
        return _value(item, next(one for one in inner if one is not type(None)), names)
    if hint is Point:
        return item.point()
    if hint is Place:
        return place_in(item)
    if hint is bool:
        return item.boolean()
    if hint is int:
        return item.integer()
    if hint is str:
        return _named(item, names)
    if origin is tuple:
        return tuple(_value(one, inner[0], names) for one in item.sequence())
    if origin is not None and issubclass(origin, Mapping):
        return {name: _value(one, inner[1], None) for name, one in item.entries()}
    item.problem((), "Cases cannot write this yet", hint="Leave it out.")
    return _nothing(hint)


def _named(item: Reader, names: tuple[str, ...] | None) -> str:
    name = item.text()
    if name and names is not None and name not in names:
        item.problem((), f"{shown(name)} is not known here", " or ".join(names), did_you_mean(name, names))
    return name


def _nothing(hint: Any) -> Any:
    """Return some value of a type, for a field whose problem was noted."""
    origin, inner = get_origin(hint), get_args(hint)
    if origin is Literal:
        return inner[0]
    if hint is Point:
        return Point(0, 0)
    if hint is Place:
        return Place(Point(0, 0))
    return {str: "", int: 0, bool: False}.get(hint, () if origin is tuple else {})
