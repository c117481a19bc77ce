"""How wounds may be shared over groups of models, apart from who is asked and how (CL-WND-1, CL-WND-3)."""

from __future__ import annotations

from collections.abc import Generator, Sequence

import msgspec

from wolfling_gui.rules.ruleset import Ruleset


class Spread(msgspec.Struct, frozen=True):
    """Hold a free choice: so many wounds over groups, each between its least and its most.

    `pool` is the place of the pool they are of; -1 where it is about how many wounds each group gets at all.
    """

    count: int
    least: tuple[int, ...]
    most: tuple[int, ...]
    pool: int = -1


Sharing = Generator[Spread, Sequence[int], list[list[int]]]
"""Asks for a count of each group and comes to `result[p][g]`: so many wounds of pool p go to group g."""


def sharing(rules: Ruleset, sizes: Sequence[int], counts: Sequence[int]) -> Sharing:
    """Share pools of wounds over groups of so many models; asks only where there is a choice.

    No model gets a second wound before every model has one; with `even_spread` off any sharing is allowed.
    """
    total = sum(counts)
    room = list((yield from _room(rules, sizes, total)))
    result: list[list[int]] = []
    for pool, count in enumerate(counts):
        later = sum(counts[pool + 1 :])
        given = list((yield from _part(room, count, later, pool)))
        result.append(given)
        room = [free - got for free, got in zip(room, given, strict=True)]
    return result


def _room(
    rules: Ruleset, sizes: Sequence[int], total: int
) -> Generator[Spread, Sequence[int], Sequence[int]]:
    """Return how many wounds each group takes in all."""
    if not (rules.on("CL-WND-1") and rules.flag("CL-WND-1", "even_spread")):
        return [total] * len(sizes)
    if len(sizes) == 1:
        return [total]
    each, extra = divmod(total, sum(sizes))
    least = tuple(each * size for size in sizes)
    if not extra:
        return least
    most = tuple(each * size + min(size, extra) for size in sizes)
    return (yield Spread(total, least, most))


def _part(
    room: Sequence[int], count: int, later: int, pool: int
) -> Generator[Spread, Sequence[int], Sequence[int]]:
    """Return how many wounds of a pool each group takes."""
    free = sum(room)
    most = tuple(min(count, one) for one in room)
    forced = later + count == free
    least = tuple(max(0, one - (free - count)) if forced else 0 for one in room)
    if sum(1 for one in most if one) == 1:
        return [count if one else 0 for one in most]
    if least == most:
        return most
    return (yield Spread(count, least, most, pool))


def in_order(count: int, least: Sequence[int], most: Sequence[int]) -> list[int]:
    """Return the sharing the odds are told for: to each its least, the rest to the first that may have more.

    >>> in_order(4, [0, 1, 0], [2, 2, 2])
    [2, 2, 0]
    """
    given = list(least)
    left = count - sum(given)
    for place, high in enumerate(most):
        more = min(left, high - given[place])
        given[place] += more
        left -= more
    return given


def shared_in_order(
    rules: Ruleset, sizes: Sequence[int], counts: Sequence[int]
) -> tuple[list[list[int]], bool]:
    """Return the sharing with every choice made in order, and whether there was any choice."""
    steps = sharing(rules, sizes, counts)
    chosen = False
    try:
        asked = next(steps)
        while True:
            chosen = True
            asked = steps.send(in_order(asked.count, asked.least, asked.most))
    except StopIteration as end:
        return end.value, chosen
