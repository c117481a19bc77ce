"""Start the window: application, look, first screen; everything heavy comes after the first paint."""

from __future__ import annotations

import sys
from pathlib import Path

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication

from wolfling_gui.ui.faults import catch_errors
from wolfling_gui.ui.main_window import MainWindow
from wolfling_gui.ui.settings import Settings, read_settings
from wolfling_gui.ui.theme import Theme, has_theme, theme


def make_application(settings: Settings | None = None) -> QApplication:
    """Return the application in its look, making it when there is none yet."""
    found = QApplication.instance()
    app = found if isinstance(found, QApplication) else QApplication(sys.argv[:1])
    app.setApplicationName("Wolfling")
    app.setDesktopFileName("wolfling")
    look = theme() if has_theme() else Theme(app)
    if settings is not None:
        look.set_theme(settings.theme)
        look.set_clear(settings.clear)
        look.set_scale(settings.scale)
        look.set_calm(settings.calm)
    look.apply(app, pictures=False)
    return app


def open_window(settings: Settings | None = None, file: Path | None = None, trouble: str = "") -> MainWindow:
    """Show the window with its first screen; whatever else it needs comes after the first paint.

    Its lists, or the file asked for, are read once everything else stands. `trouble` is said then.
    """
    window = MainWindow(settings, paint_first=True)

    def then() -> None:
        if file is None or not window.work.open_path(file):
            window.work.fill_welcome()
        if trouble:
            window.toast.say(trouble, "warning", 12000)

    # Not at once: whoever asks for a part of the window early does not wait for its lists.
    window.furnished.connect(lambda: QTimer.singleShot(0, window, then))
    window.show()
    return window


def main(file: Path | None = None) -> int:
    """Open the window, with a battle or scenario if one is given, and run until it is closed."""
    settings, trouble = read_settings()
    app = make_application(settings)
    catch_errors()
    window = open_window(settings, file, trouble)
    code = app.exec()
    window.deleteLater()
    return code
