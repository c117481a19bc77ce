"""Where a session's lines go: a journal on disk, or memory alone."""

from __future__ import annotations

from concurrent.futures import Future
from typing import Protocol

from wolfling_gui.files.journal import History
from wolfling_gui.files.journal_lines import Line


class Recorder(Protocol):
    """Take the lines of a battle in order; `history` is the tree they make.

    `trouble` is why the last lines are not on disk, None while all is well; `unsaved` counts those lines;
    `renewed` counts how often the file had gone and was written anew.
    """

    history: History
    trouble: OSError | None
    renewed: int

    @property
    def unsaved(self) -> int:
        """Return how many lines are not where they are kept."""
        ...

    def content(self) -> bytes:
        """Return the whole journal as it would stand on disk."""
        ...

    def retry(self) -> Future[int]:
        """Look after the file, and try again to write what could not be written."""
        ...

    def append(self, line: Line) -> Future[int]:
        """Take a line; the Future resolves when it is safe."""
        ...

    def close(self) -> None:
        """Let go of whatever is held."""
        ...


class MemoryRecorder:
    """Keep the tree of steps without any file, for cases, tests and previews."""

    def __init__(self, history: History | None = None) -> None:
        """Begin with an empty tree, or go on with one that was read."""
        self.history = history or History()
        self.trouble: OSError | None = None
        self.renewed = 0

    @property
    def unsaved(self) -> int:
        """Return 0: nothing is wanted on disk."""
        return 0

    def content(self) -> bytes:
        """Return nothing: there is no file."""
        return b""

    def retry(self) -> Future[int]:
        """Return at once: there is nothing to try."""
        done: Future[int] = Future()
        done.set_result(self.history.count)
        return done

    def append(self, line: Line) -> Future[int]:
        """Take a line; it is as safe as it will be."""
        done: Future[int] = Future()
        done.set_result(self.history.take(line))
        return done

    def close(self) -> None:
        """Do nothing: there is nothing to let go of."""
