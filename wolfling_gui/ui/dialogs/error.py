"""Show what went wrong in the program itself: versions and traceback, with the battle intact."""

from __future__ import annotations

import platform
import traceback
from types import TracebackType

from PySide6 import __version__ as pyside_version
from PySide6.QtCore import Qt, qVersion
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDialog, QHBoxLayout, QPlainTextEdit, QVBoxLayout, QWidget

from wolfling_gui import __version__
from wolfling_gui.ui.widgets import FlatButton, MainButton, TextLabel, VerdictMark


def report(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> str:
    """Return versions and traceback as text to pass on."""
    head = (
        f"Wolfling {__version__}, Python {platform.python_version()}, "
        f"PySide {pyside_version}, Qt {qVersion()}, {platform.system()} {platform.release()}"
    )
    return head + "\n\n" + "".join(traceback.format_exception(kind, error, trace))


class TextDialog(QDialog):
    """Say in a sentence what happened and in another what to do, above text to scroll, read and copy."""

    def __init__(
        self, title: str, told: str, hint: str, text: str, close: str, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(title)
        self.setMinimumSize(420, 260)
        self.resize(680, 440)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(20, 20, 20, 16)
        outer.setSpacing(12)
        head = QHBoxLayout()
        head.setSpacing(10)
        head.addWidget(VerdictMark("warning", 20), 0, Qt.AlignmentFlag.AlignTop)
        head.addWidget(TextLabel(told, "card_title", wrap=True), 1)
        outer.addLayout(head)
        outer.addWidget(TextLabel(hint, "body", "text2", wrap=True))
        self.text = QPlainTextEdit(text)
        self.text.setReadOnly(True)
        self.text.setAccessibleName(self.tr("Details"))
        outer.addWidget(self.text, 1)
        row = QHBoxLayout()
        copy = FlatButton(self.tr("Copy the text"), icon_name="duplicate")
        copy.clicked.connect(lambda *_: QGuiApplication.clipboard().setText(text))
        row.addWidget(copy)
        row.addStretch(1)
        done = MainButton(close)
        done.setDefault(True)
        done.clicked.connect(self.accept)
        row.addWidget(done)
        outer.addLayout(row)


class ErrorDialog(TextDialog):
    """Say that something went wrong inside the program, and that the battle is safe."""

    def __init__(self, text: str, parent: QWidget | None = None) -> None:
        super().__init__(
            self.tr("Something went wrong"),
            self.tr("The program made a mistake. Your battle is intact: every step is on disk."),
            self.tr("You can go on. To have it mended, pass this text on with what you did before."),
            text,
            self.tr("Go on"),
            parent,
        )


class ProblemsDialog(TextDialog):
    """List all that is wrong with a file, each with its line."""

    def __init__(self, file: str, problems: str, parent: QWidget | None = None) -> None:
        lines = problems.splitlines()
        told = self.tr("%1 cannot be opened: several things are wrong with it.")
        super().__init__(
            self.tr("The file cannot be opened"),
            told.replace("%1", file, 1),
            self.tr("Mend them in the file, each at its line, and open it again."),
            "\n\n".join(lines),
            self.tr("Close"),
            parent,
        )
