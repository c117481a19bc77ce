"""Where a session's lines go: a journal on disk, or memory alone."""

from __future__ import annotations

from concurrent.futures import Future
from typing import Protocol

from wolfling_gui.files.journal import History
from wolfling_gui.files.journal_lines import Line


class Recorder(Protocol):
    """Take the lines of a battle in order; `history` is the tree they make."""

    history: History

    def append(self, line: Line) -> Future[int]:
        """Take a line; the Future resolves when it is safe."""
        ...

    def close(self) -> None:
        """Let go of whatever is held."""
        ...


class MemoryRecorder:
    """Keep the tree of steps without any file, for cases, tests and previews."""

    def __init__(self) -> None:
        """Begin with an empty tree."""
        self.history = History()

    def append(self, line: Line) -> Future[int]:
        """Take a line; it is as safe as it will be."""
        done: Future[int] = Future()
        done.set_result(self.history.take(line))
        return done

    def close(self) -> None:
        """Do nothing: there is nothing to let go of."""
