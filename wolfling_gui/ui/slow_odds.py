"""Work out odds that take long while the window has nothing else to do, so that it never waits for them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import perf_counter
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

if TYPE_CHECKING:
    from wolfling_gui.session.filling import Filling

SLICE = 0.006
"""How long is worked at a time, in seconds: painting and input come in between."""


class SlowOdds(QObject):
    """Go on with the odds of targets in slices; `known` tells that those of a target became known.

    `first` names the targets to begin with, None when nobody waits for the odds any more.
    """

    known = Signal()

    def __init__(self, parent: QObject, first: Callable[[], Sequence[str] | None]) -> None:
        super().__init__(parent)
        self._first = first
        self._filling: Filling | None = None
        self._timer = QTimer(self)
        self._timer.setInterval(0)
        self._timer.timeout.connect(self._work)

    @property
    def busy(self) -> bool:
        """Tell whether odds are being worked out."""
        return self._timer.isActive()

    def go_on(self, filling: Filling) -> None:
        """Work on these targets from now on, and on no others."""
        self._filling = filling
        if filling.waiting:
            if not self._timer.isActive():
                self._timer.start()
        else:
            self._timer.stop()

    def stop(self) -> None:
        """Let the odds be; what was worked out of them is kept by the targets."""
        self._filling = None
        self._timer.stop()

    def finish(self) -> None:
        """Work out everything at once, for pictures and tests."""
        while self._timer.isActive():
            self._work()

    def _work(self) -> None:
        end = perf_counter() + SLICE
        while True:
            filling, first = self._filling, self._first()
            if filling is None or first is None or not filling.waiting:
                self.stop()
                return
            if filling.step(first):
                # Whoever is told may ask for other targets.
                self.known.emit()
                return
            if perf_counter() >= end:
                return
