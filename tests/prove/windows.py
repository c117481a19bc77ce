"""Render every window at every size and theme to build/shots, and say what is cut off there.

python -m tests.prove.windows [MOMENT …]
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from PySide6.QtGui import QImage
    from PySide6.QtWidgets import QWidget

    from wolfling_gui.ui.main_window import MainWindow

ROOT = Path(__file__).resolve().parent.parent.parent
SHOTS = ROOT / "build" / "shots"
DIALOG_LARGEST = (1240, 680)
THEMES: tuple[Literal["dark", "light"], ...] = ("dark", "light")


@dataclass(frozen=True, slots=True)
class Screen:
    """Describe a screen: the window's size in device-independent pixels, its ratio, the scale of text."""

    name: str
    width: int
    height: int
    ratio: float = 1.0
    text: float = 1.0


SCREENS = (
    Screen("1440x900", 1440, 900),
    Screen("1280x720", 1280, 720),
    Screen("2x", 1440, 900, ratio=2.0),
    Screen("text150", 1440, 900, text=1.5),
)


def render(moment: str, screen: Screen, theme: Literal["dark", "light"]) -> tuple[QImage, list[str]]:
    """Return a picture of a moment on a screen, and a line for everything that is cut off in it."""
    from PySide6.QtCore import QCoreApplication, QEvent, QSize, Qt
    from PySide6.QtGui import QImage

    from tests.prove.fitting import cut
    from tests.prove.moments import MOMENTS
    from wolfling_gui.ui.app import make_application
    from wolfling_gui.ui.main_window import MainWindow
    from wolfling_gui.ui.settings import Settings
    from wolfling_gui.ui.theme import theme as look
    from wolfling_gui.ui.window_shot import picture, settle

    make_application()
    look().set_theme(theme)
    look().set_scale(screen.text)
    window = MainWindow(Settings())
    window.setAttribute(Qt.WidgetAttribute.WA_DontShowOnScreen)
    dialog: QWidget | None = None
    try:
        window.resize(QSize(screen.width, screen.height))
        window.show()
        window.resize(QSize(screen.width, screen.height))
        dialog = MOMENTS[moment](window)
        settle(window)
        if dialog is not None:
            dialog.setAttribute(Qt.WidgetAttribute.WA_DontShowOnScreen)
            dialog.show()
            settle(window)
            image = QImage(dialog.size() * screen.ratio, QImage.Format.Format_RGB32)
            image.setDevicePixelRatio(screen.ratio)
            dialog.render(image)
            return image, [*_too_large(dialog), *cut(dialog)]
        return picture(window, screen.ratio), [*_too_large(window, screen), *cut(window)]
    finally:
        if dialog is not None:
            dialog.close()
        window.hide()
        window.deleteLater()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def _too_large(widget: QWidget, screen: Screen | None = None) -> list[str]:
    """Say when a window is larger than its screen lets it be."""
    widest, highest = (screen.width, screen.height) if screen is not None else DIALOG_LARGEST
    if widget.width() <= widest and widget.height() <= highest:
        return []
    return [f"the window is {widget.width()} × {widget.height()}, at most {widest} × {highest}"]


def commands_short() -> list[str]:
    """Return a line for every command without name, icon, key or telling tooltip."""
    from tests.prove.fitting import bare
    from wolfling_gui.ui.app import make_application
    from wolfling_gui.ui.main_window import MainWindow
    from wolfling_gui.ui.settings import Settings

    make_application()
    window: MainWindow = MainWindow(Settings())
    try:
        return bare(window.commands)
    finally:
        window.deleteLater()


def main(moments: list[str]) -> int:
    """Render the moments asked for, or all, print what is cut off as JSON, and return the exit code."""
    from tests.prove.moments import MOMENTS

    unknown = [name for name in moments if name not in MOMENTS]
    if unknown:
        print(f"No such moment: {', '.join(unknown)}. There are {', '.join(MOMENTS)}.", file=sys.stderr)
        return 2
    SHOTS.mkdir(parents=True, exist_ok=True)
    short: dict[str, list[str]] = {"commands": commands_short()}
    for moment in moments or MOMENTS:
        for screen in SCREENS:
            for theme in THEMES:
                image, lines = render(moment, screen, theme)
                name = f"{moment}-{screen.name}-{theme}"
                if not image.save(str(SHOTS / f"{name}.png")):
                    lines.append("the picture cannot be written")
                short[name] = lines
    print(json.dumps({name: lines for name, lines in short.items() if lines}, indent=1, ensure_ascii=False))
    return 1 if any(short.values()) else 0


if __name__ == "__main__":
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    with tempfile.TemporaryDirectory() as folder:
        # Nobody's own settings, battles and maps come into the pictures.
        for variable in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"):
            os.environ[variable] = folder
        sys.exit(main(sys.argv[1:]))
