"""Differences between battles: found by identity, written as plain data, applied without any rules."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from typing import Any, get_args, get_origin, get_type_hints

import msgspec

from wolfling_gui.core.battle import Battle
from wolfling_gui.core.clock import Clock
from wolfling_gui.core.forces import Model, Unit
from wolfling_gui.core.table import Table

Delta = list[tuple[list[str], msgspec.Raw]]
"""Changes in order: a path of field names and keys, and the new value as JSON text.

The text stays text until it is applied: read as plain data, a long battle's changes took ten times the room.
"""

_encoder = msgspec.json.Encoder(order="deterministic")
_OPENED = frozenset((Battle, Table, Clock, Model, Unit))
_REMOVED = msgspec.Raw(b'{"type":"removed"}')
_MISFIT = (KeyError, AttributeError, IndexError, TypeError, ValueError, msgspec.ValidationError)
_readers: dict[type, dict[Any, Any]] = {}
_values = msgspec.json.Encoder()
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
                found.append(([*path, key], msgspec.Raw(_values.encode(value))))
    elif before != after:
        found.append((path, msgspec.Raw(_values.encode(after))))


def _grouped(changes: Delta) -> Iterator[dict[str, Any]]:
    """Yield changes as trees of field names and keys, so that each value is made anew only once.

    Where a path ends its value stands alone in a tuple. Changes of which one lies within another come one
    after the other.
    """
    tree: dict[str, Any] = {}
    for path, value in changes:
        at: Any = tree
        for name in path[:-1]:
            below = at.get(name)
            if below is None:
                below = at[name] = {}
            elif type(below) is tuple:
                at = below
                break
            at = below
        last = path[-1]
        if type(at) is tuple or last in at:
            yield tree
            tree = at = {}
            for name in path[:-1]:
                at = at.setdefault(name, {})
        at[last] = (value,)
    yield tree


def _edited(holder: Any, tree: dict[str, Any]) -> Any:
    kind = type(holder)
    readers = _readers.get(kind) or _readers_of(kind)
    new: dict[str, Any] = {}
    for name, part in tree.items():
        if type(part) is tuple:
            new[name] = readers[name](part[0])
            continue
        old = getattr(holder, name)
        if type(old) is dict or isinstance(old, Mapping):
            items = new[name] = dict(old)
            for key, inner in part.items():
                if type(inner) is not tuple:
                    items[key] = _edited(items[key], inner)
                elif _is_removal(inner[0]):
                    del items[key]
                else:
                    items[key] = readers[name, "item"](inner[0])
        elif type(old) in _OPENED:
            new[name] = _edited(old, part)
        else:
            raise KeyError(name)
    return _replace(holder, **new)


def _is_removal(value: msgspec.Raw) -> bool:
    if value == _REMOVED:
        return True
    # Another program may set spaces.
    return b"removed" in bytes(value) and msgspec.json.decode(value) == {"type": "removed"}


def _readers_of(kind: type) -> dict[Any, Any]:
    """Return what reads a value of each field, and by (field, "item") of its items: prepared once."""
    found: dict[Any, Any] = {}
    for name, hint in get_type_hints(kind).items():
        found[name] = msgspec.json.Decoder(hint).decode
        if len(inner := get_args(hint)) == 2 and get_origin(hint) is Mapping:
            found[name, "item"] = msgspec.json.Decoder(inner[1]).decode
    return _readers.setdefault(kind, found)


def _first_misfit(battle: Battle, changes: Delta) -> str:
    for path, value in changes:
        try:
            for together in _grouped([(path, value)]):
                battle = _edited(battle, together)
        except _MISFIT:
            return "/".join(map(str, path))
    return "several parts"
