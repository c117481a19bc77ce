"""Spread the work of a proof over processes."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import TypeVar

from tests.prove.rules import Proof, Prover, Seen, examine
from tests.prove.world import World, load

T = TypeVar("T")
Job = TypeVar("Job")

_world: World | None = None
_prover: Prover | None = None


class Progress:
    """Show on the error stream how far the work has come."""

    def __init__(self, quiet: bool = False) -> None:
        """Begin; a quiet one shows nothing."""
        self.quiet = quiet
        self.shown = 0.0

    def __call__(self, what: str, done: int, of: int) -> None:
        """Say that so many of so many are done, twice a second at most."""
        now = time.monotonic()
        if self.quiet or (done < of and now - self.shown < (0.5 if sys.stderr.isatty() else 10)):
            return
        self.shown = now
        end = "\r" if sys.stderr.isatty() and done < of else "\n"
        print(f"{what}: {done} of {of}", end=end, file=sys.stderr, flush=True)


def examine_all(
    world: World, paths: tuple[Path, ...], processes: int, progress: Progress
) -> tuple[Seen, ...]:
    """Run every case once as it stands."""
    numbers = range(len(world.cases))
    if processes < 2:
        return tuple(_one_by_one(lambda n: examine(world, n), numbers, "cases", progress))
    with ProcessPoolExecutor(processes, initializer=_begin, initargs=(paths,)) as pool:
        return tuple(_watched(pool.map(_examine, numbers, chunksize=8), len(numbers), "cases", progress))


def prove_all(
    world: World,
    paths: tuple[Path, ...],
    seen: tuple[Seen, ...],
    labels: Sequence[str],
    parameters: bool,
    processes: int,
    progress: Progress,
) -> dict[str, Proof]:
    """Look for a proof of every rule."""
    if processes < 2:
        prover = Prover(world, seen)
        found = _one_by_one(lambda label: prover.prove(label, parameters), labels, "rules", progress)
    else:
        with ProcessPoolExecutor(processes, initializer=_begin, initargs=(paths, seen)) as pool:
            jobs = [(label, parameters) for label in labels]
            found = _watched(pool.map(_prove, jobs), len(jobs), "rules", progress)
    return {proof.label: proof for proof in found}


def _one_by_one(do: Callable[[Job], T], jobs: Sequence[Job], what: str, progress: Progress) -> list[T]:
    found = []
    for job in jobs:
        found.append(do(job))
        progress(what, len(found), len(jobs))
    return found


def _watched(results: object, of: int, what: str, progress: Progress) -> list[T]:
    found: list[T] = []
    for one in results:  # type: ignore[attr-defined]
        found.append(one)
        progress(what, len(found), of)
    return found


def _begin(paths: tuple[Path, ...], seen: tuple[Seen, ...] = ()) -> None:
    global _world, _prover
    _world = load(paths)
    _prover = Prover(_world, seen)


def _examine(number: int) -> Seen:
    assert _world is not None
    return examine(_world, number)


def _prove(job: tuple[str, bool]) -> Proof:
    assert _prover is not None
    return _prover.prove(*job)
