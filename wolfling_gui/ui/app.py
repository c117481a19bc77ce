"""Start the window: application, look, first screen; everything heavy comes after the first paint."""

from __future__ import annotations

import sys
from pathlib import Path

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication

from wolfling_gui.ui.dialogs.error import catch_errors
from wolfling_gui.ui.main_window import MainWindow
from wolfling_gui.ui.settings import Settings, load_settings
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
    look.apply(app)
    return app


def open_window(settings: Settings | None = None, file: Path | None = None) -> MainWindow:
    """Show the window; its lists, or the file asked for, are read once it stands."""
    window = MainWindow(settings)
    window.show()

    def then() -> None:
        if file is None or not window.work.open_path(file):
            window.work.fill_welcome()

    # After the first paint: reading rules and scenarios takes longer than showing the window.
    QTimer.singleShot(0, window, lambda: QTimer.singleShot(0, window, then))
    return window


def main(file: Path | None = None) -> int:
    """Open the window, with a battle or scenario if one is given, and run until it is closed."""
    settings = load_settings()
    app = make_application(settings)
    catch_errors()
    window = open_window(settings, file)
    code = app.exec()
    window.deleteLater()
    return code
