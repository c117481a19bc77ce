"""Write a battle's journal: every line is on disk before it is acknowledged, and one thread writes.

read, writer = open_journal(path)             # or JournalWriter(path, header) for a new battle
writer.act(Move(…)); writer.answer([3, 5]); writer.done(report, changes, digest).result()
"""

from __future__ import annotations

import contextlib
import os
import threading
from collections.abc import Iterable
from concurrent.futures import Future
from pathlib import Path
from queue import SimpleQueue
from typing import Any

from wolfling_gui.core.actions import Action
from wolfling_gui.core.changes import Delta
from wolfling_gui.core.report import Report
from wolfling_gui.core.verdict import Finding
from wolfling_gui.files.atomic import sync_folder, write_all
from wolfling_gui.files.journal import History, JournalRead, parse_journal
from wolfling_gui.files.journal_lines import (
    Act,
    Answer,
    Correct,
    Done,
    Header,
    Line,
    Redo,
    Refused,
    Undo,
    checked_line,
    encode_header,
    sealed,
)
from wolfling_gui.files.locks import InUseError, lock
from wolfling_gui.files.problems import Problem, ProblemsError

_FLAGS = os.O_RDWR | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)


class ReplacedError(OSError):
    """Say that another file has taken the place of a journal that is being written."""


class _Waiting:
    """A line that is on its way to disk."""

    __slots__ = ("acknowledged", "data", "number")

    def __init__(self, data: bytes, number: int) -> None:
        self.data = data
        self.number = number
        self.acknowledged: Future[int] = Future()


class JournalWriter:
    """Append lines to a journal; each method returns a Future of the line's number.

    A resolved Future means that the line, and all before it, is on disk. A Future with an OSError means that
    it is not (the disk is full, say): the line is kept, and written with the next one or by `retry`.
    `history` is the tree of steps as it stands with every line given, acknowledged or not; `trouble` is why
    lines are not on disk, None while they are. A file that was deleted or cut short by another program is
    written anew from memory with the next line or `retry`; `renewed` counts how often that was needed.
    """

    def __init__(self, path: Path, header: Header) -> None:
        """Begin a new journal; raises FileExistsError, or OSError when it cannot be written."""
        line, check = sealed(encode_header(header), 0)
        handle = _made(path, line)
        self._begin(path, handle, line, check, History())

    @classmethod
    def _resumed(cls, path: Path, handle: int, read: JournalRead, data: bytes) -> JournalWriter:
        writer = cls.__new__(cls)
        writer._begin(path, handle, data, read.check, read.history)
        return writer

    def _begin(self, path: Path, handle: int, data: bytes, check: int, history: History) -> None:
        self.path = path
        self.history = history
        self.trouble: OSError | None = None
        self.renewed = 0
        self._handle = handle
        self._parts = [data]
        self._size = len(data)
        self._check = check
        self._on_disk = history.count
        self._closed = False
        self._queue: SimpleQueue[_Waiting | Future[int] | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._run, name=f"journal {path.name}", daemon=True)
        self._thread.start()

    # ------------------------------------------------------------------ lines

    def act(self, action: Action, *, seed: int = 0, dice: int = 0) -> Future[int]:
        """Begin an action."""
        return self.append(Act(action, seed, dice))

    def answer(self, answer: Any, *, rolled: bool = False, typed: int = 0) -> Future[int]:
        """Answer the question of the action begun; the answer is in its JSON form or a core value."""
        return self.append(Answer(answer, rolled, typed))

    def done(self, report: Report, delta: Delta, digest: str) -> Future[int]:
        """End the action begun; the line's number names the step from then on."""
        return self.append(Done(delta, digest, report))

    def refused(self, action: Action, findings: Iterable[Finding]) -> Future[int]:
        """Record a refused action that a player confirmed."""
        return self.append(Refused(action, tuple(findings)))

    def undo(self, to: int) -> Future[int]:
        """Go back to the battle after line `to` (0: the start), giving up an action begun."""
        return self.append(Undo(to))

    def redo(self) -> Future[int]:
        """Go forward to the step last left from here."""
        return self.append(Redo())

    def correct(self, line: int, index: int, answer: Any, *, rolled: bool = False) -> Future[int]:
        """Begin the action of line `line` anew with one answer put right; later answers and `done` follow."""
        return self.append(Correct(line, index, answer, rolled))

    def append(self, line: Line) -> Future[int]:
        """Append a line; raises ValueError when it cannot come here, and RuntimeError after `close`.

        A line that could not be read again is refused with a ValueError too: nothing of it is written.
        """
        if self._closed:
            raise RuntimeError("the journal is closed")
        expected = self.history.expects(line)
        if expected:
            raise ValueError(f"expected {expected}")
        payload = checked_line(line)
        number = self.history.take(line)
        data, self._check = sealed(payload, self._check)
        self._parts.append(data)
        waiting = _Waiting(data, number)
        self._queue.put(waiting)
        return waiting.acknowledged

    # ------------------------------------------------------------------ all of it

    @property
    def unsaved(self) -> int:
        """Return how many lines are not on disk."""
        return self.history.count - self._on_disk

    def content(self) -> bytes:
        """Return the whole journal, with the lines that are not on disk."""
        return b"".join(self._parts)

    def retry(self) -> Future[int]:
        """Look after the file, and try again to write what could not be written.

        The Future gives the number of lines on disk.
        """
        if self._closed:
            raise RuntimeError("the journal is closed")
        asked: Future[int] = Future()
        self._queue.put(asked)
        return asked

    def close(self) -> None:
        """Write what is left and free the file; raises OSError when a line could not be written."""
        if self._closed:
            return
        last = self.retry()
        self._closed = True
        self._queue.put(None)
        self._thread.join()
        os.close(self._handle)
        last.result()

    def __enter__(self) -> JournalWriter:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # ------------------------------------------------------------------ the writing thread

    def _run(self) -> None:
        kept: list[_Waiting] = []
        going = True
        while going:
            given = [self._queue.get()]
            while not self._queue.empty():
                given.append(self._queue.get())
            kept += [item for item in given if isinstance(item, _Waiting)]
            asked = [item for item in given if isinstance(item, Future)]
            going = None not in given
            failure = self._write(b"".join(item.data for item in kept))
            if failure is None and kept:
                self._on_disk = kept[-1].number
            self.trouble = failure
            for item in kept:
                _settle(item.acknowledged, item.number, failure)
            for question in asked:
                _settle(question, self._on_disk, failure)
            if failure is None:
                kept = []

    def _write(self, data: bytes) -> OSError | None:
        try:
            if not self._in_place():
                self._renew()
            if not data:
                return None
            try:
                os.lseek(self._handle, self._size, os.SEEK_SET)
                write_all(self._handle, data)
                os.fsync(self._handle)
            except OSError:
                with contextlib.suppress(OSError):
                    os.ftruncate(self._handle, self._size)
                raise
        except OSError as error:
            return error
        self._size += len(data)
        return None

    def _in_place(self) -> bool:
        """Tell whether the file lies where it was made; raises ReplacedError when another one lies there."""
        own = os.fstat(self._handle)
        try:
            found = os.stat(self.path)
        except (FileNotFoundError, NotADirectoryError):
            return False
        except OSError:  # a folder that cannot be looked into; the open file can still be written
            return True
        if not os.path.samestat(own, found):
            raise ReplacedError(f"Another file has taken the place of {self.path.name}")
        return own.st_size >= self._size

    def _renew(self) -> None:
        """Write anew what was on disk: into the file, or into a new one where it is gone; raises OSError."""
        data = self.content()[: self._size]
        if self.path.exists():
            os.lseek(self._handle, 0, os.SEEK_SET)
            write_all(self._handle, data)
            os.fsync(self._handle)
        else:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            handle = _made(self.path, data)
            os.close(self._handle)
            self._handle = handle
        self.renewed += 1


def _made(path: Path, data: bytes) -> int:
    """Return the locked handle of a new file with data safe on disk; raises FileExistsError or OSError."""
    handle = os.open(path, _FLAGS | os.O_CREAT | os.O_EXCL, 0o666)
    try:
        lock(handle, path.name)
        write_all(handle, data)
        os.fsync(handle)
        sync_folder(path.parent)
    except BaseException:
        os.close(handle)
        with contextlib.suppress(OSError):
            path.unlink()
        raise
    return handle


def open_journal(path: Path) -> tuple[JournalRead, JournalWriter]:
    """Open a journal to go on with it; what cannot be read is cut off and kept in a file beside it.

    Raises ProblemsError when not even its first line can be read, InUseError when another program writes it,
    and OSError when it cannot be written.
    """
    if path.exists() and not path.is_file():
        raise ProblemsError([Problem(path.name, 0, 0, "This is a folder or a device", "a battle's journal")])
    handle = os.open(path, _FLAGS)
    try:
        lock(handle, path.name)
        data = _content(handle)
        read = parse_journal(data, path.name)
        if read.good_bytes < len(data):
            _keep_cut(path, data[read.good_bytes :])
            os.ftruncate(handle, read.good_bytes)
            os.fsync(handle)
    except BaseException:
        os.close(handle)
        raise
    return read, JournalWriter._resumed(path, handle, read, data[: read.good_bytes])


def _content(handle: int) -> bytes:
    os.lseek(handle, 0, os.SEEK_SET)
    parts: list[bytes] = []
    while part := os.read(handle, 1 << 20):
        parts.append(part)
    return b"".join(parts)


def _keep_cut(path: Path, data: bytes) -> None:
    """Write the bytes about to be cut to a new file beside the journal, and make them safe on disk."""
    for count in range(1, 10_000):
        name = f"{path.name}.torn" if count == 1 else f"{path.name}.torn-{count}"
        try:
            handle = os.open(path.with_name(name), _FLAGS | os.O_CREAT | os.O_EXCL, 0o666)
        except FileExistsError:
            continue
        try:
            write_all(handle, data)
            os.fsync(handle)
        except BaseException:
            with contextlib.suppress(OSError):
                path.with_name(name).unlink()
            raise
        finally:
            os.close(handle)
        sync_folder(path.parent)
        return
    problem = Problem(path.name, 0, 0, "Too many torn copies lie beside the file", "", "Move them elsewhere.")
    raise ProblemsError([problem])


def _settle(asked: Future[int], number: int, failure: OSError | None) -> None:
    if asked.done():
        return
    if failure is None:
        asked.set_result(number)
    else:
        asked.set_exception(failure)


__all__ = ["InUseError", "JournalWriter", "ReplacedError", "open_journal"]
