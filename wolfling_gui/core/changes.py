"""Differences between battles: found by identity, written as plain data, applied without any rules."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from typing import Any, get_args, get_type_hints

import msgspec

from wolfling_gui.core.battle import Battle
from wolfling_gui.core.clock import Clock
from wolfling_gui.core.forces import Model, Unit
from wolfling_gui.core.table import Table

Delta = list[tuple[list[str], Any]]
"""Changes in order: a path of field names and keys, and the new value in JSON form."""

_encoder = msgspec.json.Encoder(order="deterministic")
_OPENED = frozenset((Battle, Table, Clock, Model, Unit))
_REMOVED = {"type": "removed"}
_MISFIT = (KeyError, AttributeError, IndexError, TypeError, ValueError, msgspec.ValidationError)
_hints: dict[type, dict[str, Any]] = {}
_boxes: dict[tuple[Any, ...], Any] = {}
_convert: Any = msgspec.convert
_replace: Any = msgspec.structs.replace


def encode(battle: Battle) -> bytes:
    """Write a battle as JSON with its keys in order, so that equal battles give equal bytes."""
    return _encoder.encode(battle)


def decode(data: bytes) -> Battle:
    """Read a battle written by `encode`; raises msgspec.ValidationError when it does not fit."""
    return msgspec.json.decode(data, type=Battle)


def digest(battle: Battle) -> str:
    """Return 16 hexadecimal digits that differ for battles that differ."""
    return hashlib.sha256(encode(battle)).hexdigest()[:16]


def delta(before: Battle, after: Battle) -> Delta:
    """Return what changed, comparing parts by identity first and by value where identity differs."""
    found: Delta = []
    _compare(before, after, [], found)
    return found


def apply(battle: Battle, changes: Delta) -> Battle:
    """Return the battle with the changes made; raises ValueError where one does not fit."""
    try:
        for together in _grouped(changes):
            battle = _edited(battle, together)
    except _MISFIT as error:
        raise ValueError(f"the change of {_first_misfit(battle, changes)} does not fit: {error}") from None
    return battle


def _compare(before: Any, after: Any, path: list[str], found: Delta) -> None:
    if before is after:
        return
    if type(before) in _OPENED and type(before) is type(after):
        for name in before.__struct_fields__:
            _compare(getattr(before, name), getattr(after, name), [*path, name], found)
    elif isinstance(before, Mapping) and isinstance(after, Mapping):
        for key in before:
            if key not in after:
                found.append(([*path, key], _REMOVED))
        for key, value in after.items():
            if key in before:
                _compare(before[key], value, [*path, key], found)
            else:
                found.append(([*path, key], msgspec.to_builtins(value)))
    elif before != after:
        found.append((path, msgspec.to_builtins(after)))


def _grouped(changes: Delta) -> Iterator[dict[str, Any]]:
    """Yield changes as trees of field names and keys, so that each value is made anew only once.

    Where a path ends its value stands alone in a tuple. Changes of which one lies within another come one
    after the other.
    """
    tree: dict[str, Any] = {}
    for path, value in changes:
        *way, last = path
        at: Any = tree
        for name in way:
            below = at.get(name)
            if below is None:
                below = at[name] = {}
            at = below
            if type(at) is tuple:
                break
        if type(at) is tuple or last in at:
            yield tree
            tree = at = {}
            for name in way:
                at = at.setdefault(name, {})
        at[last] = (value,)
    yield tree


def _edited(holder: Any, tree: dict[str, Any]) -> Any:
    kind = type(holder)
    new: dict[str, Any] = {}
    for name, part in tree.items():
        if type(part) is tuple:
            new[name] = _convert(part, _boxes.get((kind, name)) or _box(kind, name)).value
            continue
        old = getattr(holder, name)
        if type(old) is dict or isinstance(old, Mapping):
            items = dict(old)
            box = _boxes.get((kind, name, "item")) or _box(kind, name, "item")
            for key, inner in part.items():
                if type(inner) is not tuple:
                    items[key] = _edited(items[key], inner)
                elif inner[0] == _REMOVED:
                    del items[key]
                else:
                    items[key] = _convert(inner, box).value
            new[name] = items
        elif type(old) in _OPENED:
            new[name] = _edited(old, part)
        else:
            raise KeyError(name)
    return _replace(holder, **new)


def _box(*field: Any) -> Any:
    """Return a record of one value of the type of a field, or of its items: msgspec prepares records once."""
    kind, name = field[:2]
    if kind not in _hints:
        _hints[kind] = get_type_hints(kind)
    wanted = _hints[kind][name] if len(field) == 2 else get_args(_hints[kind][name])[1]
    _boxes[field] = msgspec.defstruct("Box", [("value", wanted)], array_like=True)
    return _boxes[field]


def _first_misfit(battle: Battle, changes: Delta) -> str:
    for path, value in changes:
        try:
            for together in _grouped([(path, value)]):
                battle = _edited(battle, together)
        except _MISFIT:
            return "/".join(map(str, path))
    return "several parts"
