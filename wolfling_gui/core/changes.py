"""Differences between battles: found by identity, written as plain data, applied without any rules."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any, get_args, get_type_hints

import msgspec

from wolfling_gui.core.battle import Battle
from wolfling_gui.core.clock import Clock
from wolfling_gui.core.forces import Model, Unit
from wolfling_gui.core.table import Table

Delta = list[tuple[list[str], Any]]
"""Changes in order: a path of field names and keys, and the new value in JSON form."""

_encoder = msgspec.json.Encoder(order="deterministic")
_OPENED = (Battle, Table, Clock, Model, Unit)
_REMOVED = {"type": "removed"}
_hints: dict[type, dict[str, Any]] = {}



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
    for path, value in changes:
        try:
            battle = _set(battle, list(path), value)
        except (KeyError, AttributeError, IndexError, TypeError, msgspec.ValidationError) as error:
            raise ValueError(f"the change of {'/'.join(map(str, path))} does not fit: {error}") from None
    return battle


def _compare(before: Any, after: Any, path: list[str], found: Delta) -> None:
    if before is after:
        return
    if isinstance(before, _OPENED) and type(before) is type(after):
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


def _types(kind: type) -> dict[str, Any]:
    if kind not in _hints:
        _hints[kind] = get_type_hints(kind)
    return _hints[kind]


def _set(holder: Any, path: list[str], value: Any) -> Any:
    name = path[0]
    kind = _types(type(holder))[name]
    old = getattr(holder, name)
    if len(path) == 1:
        new = msgspec.convert(value, kind)
    elif isinstance(old, _OPENED):
        new = _set(old, path[1:], value)
    elif isinstance(old, Mapping):
        new = dict(old)
        if value == _REMOVED:
            del new[path[1]]
        elif len(path) == 2:
            new[path[1]] = msgspec.convert(value, get_args(kind)[1])
        else:
            new[path[1]] = _set(old[path[1]], path[2:], value)
    else:
        raise KeyError(name)
    return msgspec.structs.replace(holder, **{name: new})
