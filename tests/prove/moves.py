"""Move a parameter to a neighbouring value that makes sense for its type."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from wolfling_gui.rules.catalogue import Parameter, Value

MOST = 80
"""So many moves of one parameter are tried at most; a large table has more cells than that."""

_DICE = re.compile(r"([1-9]*)(D(?:3|6|66))([+-][0-9]+)?\Z", re.IGNORECASE)


def moves(parameter: Parameter, value: Value) -> tuple[Value, ...]:
    """Return other values that the parameter could have, those likeliest to matter first."""
    found: list[Value] = []
    for one in _moves(value, parameter.choices, parameter.nullable):
        if one not in found and one != value:
            found.append(one)
    return tuple(found[:MOST])


def _moves(value: Value, choices: tuple[Value, ...], nullable: bool) -> Iterator[Value]:
    if isinstance(value, tuple):
        yield from _of_list(value, choices)
    elif isinstance(value, Mapping):
        yield from _of_table(value)
    elif choices:
        yield from (one for one in choices if one != value)
    elif isinstance(value, bool):
        yield not value
    elif isinstance(value, int | float):
        yield from _of_number(value)
    elif isinstance(value, str):
        yield from _of_word(value)
    else:
        yield from (1, 3, 6, 12, True, False)
    if nullable and value is not None:
        yield None


def _of_number(value: int | float) -> Iterator[Value]:
    if isinstance(value, float) and 0 < value < 1:
        yield from (value + (1 - value) / 2, value / 2, 1, 0.01)
    yield value + 1
    if value >= 1:
        yield value - 1
    yield value * 2
    yield value + 6
    if isinstance(value, float):
        yield value + 0.5
        yield value / 2
    if value > 0:
        yield 0
    yield value * 10


def _of_word(value: str) -> Iterator[Value]:
    dice = _DICE.match(value)
    if dice:
        count = int(dice[1] or 1)
        yield f"{count + 1}{dice[2]}{dice[3] or ''}"
        if count > 1:
            yield f"{count - 1}{dice[2]}{dice[3] or ''}"
        yield f"{count}{'D6' if dice[2].upper() == 'D3' else 'D3'}{dice[3] or ''}"
        return
    yield f"not_{value}"


def _of_list(value: tuple[Value, ...], choices: tuple[Value, ...]) -> Iterator[Value]:
    for place in range(len(value)):
        yield (*value[:place], *value[place + 1 :])
    yield from ((*value, one) for one in choices if one not in value)
    yield value[::-1]
    for place, item in enumerate(value):
        if not isinstance(item, str):
            for other in list(_moves(item, (), False))[:3]:
                yield (*value[:place], other, *value[place + 1 :])
    if not choices and all(isinstance(item, str) for item in value):
        yield (*value, "another")
    yield ()


def _of_table(value: Mapping[str | int, Value]) -> Iterator[Value]:
    for key in value:
        yield {name: item for name, item in value.items() if name != key}
    for key, item in value.items():
        for other in list(_moves(item, (), False))[:3]:
            yield {**value, key: other}
