"""Ask where the summary of a battle goes, show how far its writing is, and let it be called off."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QDialog, QFileDialog, QHBoxLayout, QProgressBar, QVBoxLayout

from wolfling_gui.ui.summarising import KINDS, Summariser
from wolfling_gui.ui.troubles import trouble_words
from wolfling_gui.ui.widgets import BorderedButton, TextLabel

if TYPE_CHECKING:
    from wolfling_gui.session.session import Session
    from wolfling_gui.ui.main_window import MainWindow


class SummaryDialog(QDialog):
    """Show how far the summary is; closing it calls it off."""

    def __init__(self, session: Session, path: Path, window: MainWindow) -> None:
        super().__init__(window)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Battle summary"))
        self._window, self._path = window, path
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 16, 20, 16)
        column.setSpacing(12)
        column.addWidget(TextLabel(self.tr("Writing the battle summary"), "panel_title"))
        said = self.tr("Every turn’s map is drawn, then %1 is written.").replace("%1", path.name, 1)
        column.addWidget(TextLabel(said, "body", "text2", wrap=True))
        self.bar = QProgressBar()
        self.bar.setRange(0, 100)
        self.bar.setTextVisible(False)
        self.bar.setAccessibleName(self.tr("Written so far"))
        column.addWidget(self.bar)
        row = QHBoxLayout()
        row.addStretch(1)
        self.stop = BorderedButton(self.tr("Stop"), "Esc")
        self.stop.setToolTip(self.tr("Stops writing; no file is left."))
        self.stop.clicked.connect(self.reject)
        row.addWidget(self.stop)
        column.addLayout(row)
        self.setMinimumWidth(420)
        self.maker = Summariser(session, path, self)
        self.maker.progressed.connect(lambda share: self.bar.setValue(round(share * 100)))
        self.maker.done.connect(self._done)
        self.maker.failed.connect(self._failed)
        self.rejected.connect(self._stopped)
        self.maker.begin()

    def _done(self) -> None:
        said = self.tr("The summary is saved as %1.").replace("%1", self._path.name, 1)
        self._window.toast.say(said, "allowed", 8000)
        self.accept()

    def _failed(self, error: object) -> None:
        words = trouble_words(error, self._path) if isinstance(error, OSError) else str(error)
        self._window.toast.say(words, "refused", 12000)
        self.accept()

    def _stopped(self) -> None:
        self.maker.call_off()
        self._window.toast.say(self.tr("Stopped; no file was written."))


def ask_for_summary(window: MainWindow) -> SummaryDialog | None:
    """Ask for a file and begin to write the summary there; None when none is chosen."""
    session = window.desk.session
    if session is None:
        return None
    title = session.header.title.replace("/", "-")
    name, kind = QFileDialog.getSaveFileName(
        window,
        QCoreApplication.translate("SummaryDialog", "Save the battle summary"),
        QCoreApplication.translate("SummaryDialog", "%1, summary.pdf").replace("%1", title, 1),
        QCoreApplication.translate("SummaryDialog", "PDF (*.pdf);;Web page (*.html)"),
    )
    if not name:
        return None
    path = Path(name)
    if path.suffix.lower() not in KINDS:
        path = path.with_name(path.name + (".html" if "html" in kind else ".pdf"))
    dialog = SummaryDialog(session, path, window)
    dialog.open()
    return dialog
