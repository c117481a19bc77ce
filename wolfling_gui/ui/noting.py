"""Keep the list of battles up to date while one is played, so that a crash forgets nothing of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer

from wolfling_gui.ui.jobs import Job

if TYPE_CHECKING:
    from wolfling_gui.core.clock import Clock
    from wolfling_gui.ui.desk import Desk

SOON_MS = 600
"""So long after the moment has changed the list is written: what changes again at once is written once."""
PATIENCE_MS = 5000
"""So long leaving a battle waits at most for the list to be written."""


class Noter(QObject):
    """Note in the list of battles where the one on the desk stands, whenever its round, side or step changes.

    The disk is written to beside the window; a folder that cannot be written is told of on leaving.
    """

    def __init__(self, desk: Desk, parent: QObject) -> None:
        super().__init__(parent)
        self._desk = desk
        self._noted: tuple[object, Clock] | None = None
        self._job: Job | None = None
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(SOON_MS)
        self._soon.timeout.connect(self._note)
        desk.session_changed.connect(self._soon.start)
        desk.battle_changed.connect(self._on_battle)

    def finish(self) -> None:
        """Write nothing any more of the battle that is left, and wait for what is being written."""
        self._soon.stop()
        if self._job is not None:
            self._job.wait(PATIENCE_MS)
            self._job = None

    def _on_battle(self) -> None:
        session = self._desk.session
        if session is not None and (session, session.settled.clock) != self._noted:
            self._soon.start()

    def _note(self) -> None:
        from wolfling_gui.files.saves import touch
        from wolfling_gui.ui.opening import entry_of

        session = self._desk.session
        if session is None or self._desk.watching:
            return
        entry = entry_of(session)
        if entry is None:
            return
        self.finish()
        self._noted = (session, session.settled.clock)
        self._job = Job(lambda _tell: touch(entry))
        self._job.begin()
