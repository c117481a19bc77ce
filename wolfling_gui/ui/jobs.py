"""Do long work beside the window: it tells how far it is, can be called off, and never freezes anything."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from PySide6.QtCore import QCoreApplication, QThread, Signal

Work = Callable[[Callable[[float], None]], object]
"""Work to be done: it is given a function that takes how much is done, from 0 to 1, and raises to stop."""


class CalledOffError(Exception):
    """Stop work that nobody waits for any more."""


WATCHED: Final = "waits for jobs"
_running: Final[set[Job]] = set()


class Job(QThread):
    """Run one piece of work; exactly one of `done(result)`, `failed(error)` or nothing follows.

    A job that is called off ends by itself soon after, whatever has become of who began it.
    """

    progressed = Signal(float)
    done = Signal(object)
    failed = Signal(object)

    def __init__(self, work: Work) -> None:
        super().__init__()
        self._work = work
        self._result: Any = None
        self._error: Exception | None = None
        self._off = False
        self.finished.connect(self._end)

    def begin(self) -> None:
        """Begin; the job is kept alive until it has ended."""
        app = QCoreApplication.instance()
        if app is not None and not app.property(WATCHED):
            # Qt must not end while a thread runs.
            app.aboutToQuit.connect(wait_for_all)
            app.setProperty(WATCHED, True)
        _running.add(self)
        self.start(QThread.Priority.LowPriority)

    def call_off(self) -> None:
        """Stop as soon as the work next tells how far it is; nothing is said afterwards."""
        self._off = True
        for signal in (self.done, self.failed, self.progressed):
            _let_go(signal)

    def run(self) -> None:
        """Do the work, in a thread of its own."""
        try:
            self._result = self._work(self._tell)
        except CalledOffError:
            self._off = True
        except Exception as error:
            self._error = error

    def _tell(self, share: float) -> None:
        if self._off:
            raise CalledOffError
        self.progressed.emit(share)

    def _end(self) -> None:
        _running.discard(self)
        if self._off:
            return
        if self._error is not None:
            self.failed.emit(self._error)
        else:
            self.done.emit(self._result)


def wait_for_all() -> None:
    """Call off every job and wait until none runs, before the program ends."""
    for job in tuple(_running):
        job.call_off()
        job.wait(5000)
        _running.discard(job)


def _let_go(signal: Any) -> None:
    try:
        signal.disconnect()
    except (RuntimeError, TypeError):
        # Nothing was connected.
        return


__all__ = ["CalledOffError", "Job", "Work", "wait_for_all"]
