"""A fresh program that shows a window and says what that took; started by the benchmarks of the window.

    python window_child.py ours TREE      show the program's first screen, note its widgets in TREE
    python window_child.py bare TREE      show a plain Qt window with the widgets noted in TREE
    python window_child.py battle FILE    open the window on a battle and let it settle

Each prints one line of JSON: processor seconds since the program began, memory in use, heavy modules loaded.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from PySide6 import QtWidgets
from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication, QLabel, QMainWindow, QWidget

HEAVY = ("numpy", "shapely", "yaml")
PAINTED = QEvent.Type(QEvent.registerEventType())
SIZE = (1440, 900)


def say(**more: object) -> None:
    """Print what it took so far."""
    status = Path("/proc/self/status")
    lines = status.read_text().splitlines() if status.exists() else []
    memory = next((int(line.split()[1]) for line in lines if line.startswith("VmRSS")), 0)
    heavy = [name for name in HEAVY if name in sys.modules]
    print(
        json.dumps({"seconds": time.process_time(), "kilobytes": memory, "heavy": heavy, **more}), flush=True
    )


class FirstPaint(QObject):
    """Call once the first burst of painting is over, before any timer runs."""

    def __init__(self, app: QApplication, then: Callable[[], None]) -> None:
        super().__init__()
        self._then, self._seen = then, False
        app.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint and not self._seen:
            self._seen = True
            QApplication.postEvent(self, QEvent(PAINTED), 1000)
        return False

    def event(self, event: QEvent) -> bool:
        if event.type() == PAINTED:
            self._then()
            return True
        return super().event(event)


def plain_class(widget: QWidget) -> str:
    """Return the name of the Qt class a widget is made of, or of the plain one that does what it does.

    What paints its own words is a plain button or label: the bare window, too, shows what can be read.
    """
    kinds = (kind.__name__ for kind in type(widget).__mro__ if kind.__module__.startswith("PySide6"))
    kind = next(kinds)
    if kind == "QWidget" and widget.accessibleName() and "paintEvent" in vars(type(widget)):
        return "QLabel"
    return {"QAbstractButton": "QPushButton"}.get(kind, kind)


def words_of(widget: QWidget) -> str:
    """Return the words that a widget shows."""
    text = getattr(widget, "text", None)
    shown = text() if callable(text) else ""
    return shown or "\n".join(filter(None, (widget.accessibleName(), widget.accessibleDescription())))


def tree_of(window: QWidget) -> list[dict[str, Any]]:
    """Return every widget of a window with its Qt class, parent, place, text and actions, parents first."""
    widgets = [window, *window.findChildren(QWidget)]
    number = {id(widget): k for k, widget in enumerate(widgets)}
    found: list[dict[str, Any]] = []
    for widget in widgets:
        box = widget.geometry()
        found.append(
            {
                "kind": plain_class(widget),
                "parent": number.get(id(widget.parentWidget()), -1),
                "box": [box.x(), box.y(), box.width(), box.height()],
                "text": words_of(widget),
                "shown": widget.isVisibleTo(window),
                "actions": [action.text() for action in widget.actions()],
            }
        )
    return found


def bare_window(tree: list[dict[str, Any]]) -> QMainWindow:
    """Return a plain window with the widgets of a tree; layouts and looks are Qt's own."""
    made: list[QWidget] = []
    for entry in tree:
        kind = getattr(QtWidgets, str(entry["kind"]))
        parent = made[int(entry["parent"])] if made else None
        try:
            widget = kind(parent)
        except (TypeError, NotImplementedError):
            widget = QWidget(parent)
        if entry["text"] and hasattr(widget, "setText"):
            widget.setText(entry["text"])
        if isinstance(widget, QLabel):
            widget.setWordWrap(True)
        for text in entry["actions"]:
            widget.addAction(QAction(text, widget))
        widget.setGeometry(*entry["box"])
        if made and not entry["shown"]:
            widget.hide()
        made.append(widget)
    window = made[0]
    assert isinstance(window, QMainWindow)
    return window


def ours(tree: Path) -> None:
    """Start the program as `wolfling` does."""
    from wolfling_gui.ui.app import make_application, open_window
    from wolfling_gui.ui.faults import catch_errors
    from wolfling_gui.ui.settings import load_settings

    settings = load_settings()
    app = make_application(settings)
    catch_errors()

    def painted() -> None:
        say()
        tree.write_text(json.dumps(tree_of(window)), encoding="utf-8")
        app.exit()

    waits = FirstPaint(app, painted)
    window = open_window(settings)
    app.exec()
    assert waits is not None


def bare(tree: Path) -> None:
    """Show a plain window with the same widgets."""
    app = QApplication(sys.argv[:1])
    window = bare_window(json.loads(tree.read_text(encoding="utf-8")) if tree.exists() else BARE)
    window.resize(*SIZE)

    def painted() -> None:
        say()
        app.exit()

    waits = FirstPaint(app, painted)
    window.show()
    app.exec()
    assert waits is not None


BARE: list[dict[str, Any]] = [
    {"kind": "QMainWindow", "parent": -1, "box": [0, 0, *SIZE], "text": "", "shown": True, "actions": []}
]


def battle(file: Path) -> None:
    """Open the window on a battle and wait until it has settled."""
    from wolfling_gui.ui.app import make_application, open_window
    from wolfling_gui.ui.settings import load_settings

    settings = load_settings()
    app = make_application(settings)
    window = open_window(settings, file)
    window.resize(*SIZE)

    def settled() -> None:
        session = window.desk.session
        assert session is not None
        states = {id(session.battle_after(step.line)) for step in session.steps}
        say(states=len(states), models=len(session.battle.models))
        app.exit()

    QTimer.singleShot(3000, settled)
    app.exec()


if __name__ == "__main__":
    {"ours": ours, "bare": bare, "battle": battle}[sys.argv[1]](Path(sys.argv[2]))
