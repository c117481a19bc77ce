"""What every benchmark tells of itself: the work, how it compares, and the goal of performance that it has."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter
from typing import Any


def best_of(work: Callable[[], object], times: int = 5) -> float:
    """Return the shortest of several runs in seconds."""
    best = float("inf")
    for _ in range(times):
        begun = perf_counter()
        work()
        best = min(best, perf_counter() - begun)
    return best


def report(benchmark: Any, work: str, ratio: float, goal: str) -> None:
    """Note one row of the table that `dev.py bench` prints; a goal is "<= 0.25" or ">= 20"."""
    benchmark.extra_info.update(work=work, ratio=ratio, goal=goal)
