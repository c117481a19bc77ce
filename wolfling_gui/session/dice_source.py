"""The app's dice: a pure function of a seed and how many questions for dice were answered before."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator


def faces(seed: int, asked: int, count: int) -> tuple[int, ...]:
    """Return `count` faces from 1 to 6 for question number `asked` of a battle with this seed.

    Every face is equally likely: bytes of 252 and more are thrown away. Undo and the same action give the
    same dice.
    """
    found: list[int] = []
    for byte in _bytes(seed, asked):
        if byte < 252:
            found.append(byte % 6 + 1)
            if len(found) == count:
                break
    return tuple(found)


def direction(seed: int, asked: int, degrees: int) -> int:
    """Return the scatter arrow's direction, a whole number of degrees from 0 up, for a question number."""
    block = hashlib.blake2b(f"{seed}:{asked}:arrow".encode(), digest_size=16).digest()
    return int.from_bytes(block, "big") % max(1, degrees)


def _bytes(seed: int, asked: int) -> Iterator[int]:
    block = 0
    while True:
        yield from hashlib.blake2b(f"{seed}:{asked}:{block}".encode(), digest_size=64).digest()
        block += 1
