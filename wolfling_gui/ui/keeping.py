"""See that nothing played is lost: watch the battle's file, warn while it lacks steps, ask on leaving."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import TimeoutError as LateError
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QObject, QTimer, Signal
from PySide6.QtWidgets import QBoxLayout

from wolfling_gui.ui.counted import plural
from wolfling_gui.ui.troubles import trouble_words

if TYPE_CHECKING:
    from wolfling_gui.session.recorder import Recorder
    from wolfling_gui.ui.desk import Desk
    from wolfling_gui.ui.panels.unsaved import UnsavedBar

EVERY_MS = 2000
"""So often the file is looked after: a missing one is written anew, what is not on disk tried again."""
SOON_MS = 80
PATIENCE = 5.0
"""So many seconds the window waits at most for the disk when a battle is left."""


class Keeper(QObject):
    """Watch over the file of the battle on the desk; `changed` tells that it came into trouble or out of it.

    The warning is put at the head of `column`; `save_copy` asks where to and tells whether it was written.
    """

    changed = Signal()

    def __init__(
        self, desk: Desk, column: QBoxLayout, save_copy: Callable[[], bool], parent: QObject
    ) -> None:
        super().__init__(parent)
        self._desk = desk
        self._column = column
        self._save_copy = save_copy
        self.bar: UnsavedBar | None = None
        self._known: tuple[object, ...] = ()
        self._renewed = 0
        self._recorder: Recorder | None = None
        self._safe_at = -1
        self._watch = QTimer(self)
        self._watch.setInterval(EVERY_MS)
        self._watch.timeout.connect(self.try_again)
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(SOON_MS)
        self._soon.timeout.connect(self.look)
        desk.session_changed.connect(self._on_session)
        desk.battle_changed.connect(self._soon.start)

    def _on_session(self) -> None:
        session = self._desk.session
        self._recorder = None if session is None else session.recorder
        self._renewed = 0 if self._recorder is None else self._recorder.renewed
        self._safe_at = -1
        if self._recorder is None:
            self._watch.stop()
        else:
            self._watch.start()
        self.look()

    def try_again(self) -> None:
        """Look after the file, and write what is not on disk; what came of it is told a moment later."""
        if self._recorder is None:
            return
        try:
            self._recorder.retry()
        except RuntimeError:  # it was left already
            self._watch.stop()
            return
        self._soon.start()

    def look(self) -> None:
        """Show or hide the warning, and tell once of a file that was written anew."""
        recorder = self._recorder
        trouble = None if recorder is None else recorder.trouble
        if recorder is not None and recorder.renewed > self._renewed:
            self._renewed = recorder.renewed
            self._desk.say(
                _tr("The battle's file was gone or cut short; it was written anew with every step."),
                "warning",
            )
        known = (recorder, trouble, 0 if recorder is None or trouble is None else recorder.unsaved)
        if known == self._known:
            return
        self._known = known
        if trouble is not None:
            self._shown_bar().tell(self._words())
        if self.bar is not None:
            self.bar.setVisible(trouble is not None)
        self.changed.emit()

    def _shown_bar(self) -> UnsavedBar:
        if self.bar is None:
            from wolfling_gui.ui.panels.unsaved import UnsavedBar

            self.bar = UnsavedBar()
            self.bar.retry_wanted.connect(self.try_again)
            self.bar.copy_wanted.connect(self._save_copy)
            self._column.insertWidget(0, self.bar)
        return self.bar

    def _words(self) -> str:
        recorder = self._recorder
        if recorder is None:
            return ""
        trouble = recorder.trouble
        why = _tr("The disk does not answer.") if trouble is None else trouble_words(trouble)
        if not recorder.unsaved:
            return _tr("The battle is no longer on disk. %1").replace("%1", why, 1)
        said = plural(
            "Keeper",
            "The last line of this battle's record is not on disk. %1",
            "The last %n lines of this battle's record are not on disk. %1",
            recorder.unsaved,
        )
        return said.replace("%1", why, 1)

    # ------------------------------------------------------------------ leaving

    def noted_safe(self) -> None:
        """Take it that the battle as it stands is safe elsewhere, or given up: leaving asks no more."""
        if self._recorder is not None:
            self._safe_at = self._recorder.history.count

    def may_leave(self, leave: Callable[[], object], stay: Callable[[], object] | None = None) -> bool:
        """Tell whether the battle can be left without losing a step.

        If not, the players are asked, and `leave` or `stay` is called by what they say.
        """
        if self._is_safe():
            return True
        from wolfling_gui.ui.dialogs.leaving import LeavingDialog

        parent = self.parent()
        dialog = LeavingDialog(self._words(), parent)  # type: ignore[arg-type]

        def go() -> None:
            if stay is not None:
                dialog.rejected.disconnect(stay)
            dialog.close()
            leave()

        def again() -> None:
            if self._is_safe():
                go()
            else:
                dialog.tell(self._words())

        def copy() -> None:
            if self._save_copy():
                go()

        def give_up() -> None:
            self.noted_safe()
            go()

        if stay is not None:
            dialog.rejected.connect(stay)
        dialog.retry_wanted.connect(again)
        dialog.copy_wanted.connect(copy)
        dialog.given_up.connect(give_up)
        dialog.open()
        return False

    def _is_safe(self) -> bool:
        recorder = self._recorder
        if recorder is None or self._safe_at == recorder.history.count:
            return True
        try:
            recorder.retry().result(timeout=PATIENCE)
        except (OSError, LateError):
            pass
        except RuntimeError:  # it was left already
            return True
        self.look()
        return recorder.trouble is None and not recorder.unsaved


def _tr(text: str) -> str:
    return QCoreApplication.translate("Keeper", text)
