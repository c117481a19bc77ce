"""Catch what goes wrong in the program itself; set up before the window, so it imports little."""

from __future__ import annotations

import sys
from types import TracebackType
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QApplication

from wolfling_gui.ui.theme import has_theme

if TYPE_CHECKING:
    from wolfling_gui.ui.dialogs.error import ErrorDialog

_shown: list[ErrorDialog] = []


def catch_errors() -> None:
    """Bring every uncaught exception into the dialog, and to stderr as before."""
    before = sys.excepthook

    def caught(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        before(kind, error, trace)
        if issubclass(kind, KeyboardInterrupt):
            QCoreApplication.exit(130)
            return
        if QApplication.instance() is None or not has_theme() or _shown:
            # One dialog at a time: a fault while painting would otherwise bury the window.
            return
        from wolfling_gui.ui.dialogs.error import ErrorDialog, report

        dialog = ErrorDialog(report(kind, error, trace), QApplication.activeWindow())
        _shown.append(dialog)
        dialog.destroyed.connect(_shown.clear)
        dialog.open()

    sys.excepthook = caught
