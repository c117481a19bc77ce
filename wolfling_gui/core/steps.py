"""Work that can be done a little at a time: a generator that pauses and returns its result at the end."""

from __future__ import annotations

from collections.abc import Generator
from typing import TypeVar

T = TypeVar("T")

Steps = Generator[None, None, T]
"""Work in steps: yields None now and then, to let others do something, and returns its result."""


def finished(steps: Steps[T]) -> T:
    """Do all that is left of some work and return its result."""
    try:
        while True:
            next(steps)
    except StopIteration as end:
        result: T = end.value
        return result
