"""What every benchmark tells of itself: the work, how it compares, and the goal it has."""

from __future__ import annotations

from collections.abc import Callable
from time import process_time
from typing import Any


def best_of(work: Callable[[], object], times: int = 5) -> float:
    """Return the shortest of several runs in seconds of processor time: other programs do not lengthen it."""
    best = float("inf")
    for _ in range(times):
        begun = process_time()
        work()
        best = min(best, process_time() - begun)
    return best


def report(benchmark: Any, work: str, ratio: float, goal: str) -> None:
    """Note one row of the table that `dev.py bench` prints; a goal is "<= 0.25" or ">= 20"."""
    benchmark.extra_info.update(work=work, ratio=ratio, goal=goal)
