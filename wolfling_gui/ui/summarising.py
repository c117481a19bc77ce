"""Write the summary of a battle to a file: its maps picture by picture, then the file beside the window."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QImage

from wolfling_gui.files.atomic import write_atomically
from wolfling_gui.session.session import Session
from wolfling_gui.session.summary import Map, Summary, summary_of
from wolfling_gui.session.summary_html import html_of
from wolfling_gui.ui.jobs import Job
from wolfling_gui.ui.printing.output import pdf_of, png_of
from wolfling_gui.ui.printing.summary_pages import pages, table_image

KINDS: Final = (".pdf", ".html")
"""What the names of summaries end in."""
DRAWN: Final = 0.8
"""The share of the work that is drawing the maps."""

Tell = Callable[[float], None]


def content_of(summary: Summary, pictures: dict[int, QImage], kind: str, tell: Tell) -> bytes:
    """Return the file of a summary, by its ending; `tell` is told how much is done, and may raise to stop."""
    if kind == ".pdf":
        listed = pages(summary, pictures)
        told = [_telling(paint, tell, number / len(listed)) for number, paint in enumerate(listed)]
        return pdf_of(told, summary.title)
    files: dict[int, bytes] = {}
    for number, (line, image) in enumerate(pictures.items()):
        tell(number / len(pictures))
        files[line] = png_of(image)
    return html_of(summary, files).encode("utf-8")


def _telling(paint: Callable[..., object], tell: Tell, share: float) -> Callable[..., object]:
    def told(painter: object) -> None:
        tell(share)
        paint(painter)

    return told


def save_summary(path: Path, session: Session, tell: Tell = lambda share: None) -> None:
    """Write the summary of a battle at once, as its file's ending says; raises OSError."""
    summary = summary_of(session)
    pictures = {part.line: table_image(session.battle_after(part.line), part) for part in summary.maps}
    write_atomically(path, content_of(summary, pictures, path.suffix.lower(), tell))


class Summariser(QObject):
    """Write a summary while the window goes on: exactly one of `done`, `failed(error)` or nothing follows.

    `progressed` tells how much is done, from 0 to 1. Maps are drawn one between two events of the window,
    which only this thread may do; the file is made and written in another.
    """

    progressed = Signal(float)
    done = Signal()
    failed = Signal(object)

    def __init__(self, session: Session, path: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session, self._path = session, path
        self._summary = summary_of(session)
        self._left: list[Map] = list(self._summary.maps)
        self._battles = {part.line: session.battle_after(part.line) for part in self._left}
        self._pictures: dict[int, QImage] = {}
        self._job: Job | None = None
        self._timer = QTimer(self)
        self._timer.setInterval(0)
        self._timer.timeout.connect(self._draw)

    def begin(self) -> None:
        """Begin."""
        self._timer.start()

    def call_off(self) -> None:
        """Stop; no file is left, and what stood there before stays."""
        self._timer.stop()
        if self._job is not None:
            self._job.call_off()

    def _draw(self) -> None:
        """Draw the next map, or have the file written when all are drawn."""
        if not self._left:
            self._timer.stop()
            self._write()
            return
        part = self._left.pop(0)
        try:
            self._pictures[part.line] = table_image(self._battles[part.line], part)
        except Exception:
            self._timer.stop()
            raise
        self.progressed.emit(DRAWN * len(self._pictures) / len(self._battles))

    def _write(self) -> None:
        summary, pictures, path = self._summary, self._pictures, self._path

        def work(tell: Tell) -> object:
            data = content_of(summary, pictures, path.suffix.lower(), lambda share: tell(share * 0.9))
            tell(0.95)
            write_atomically(path, data)
            return None

        job = self._job = Job(work)
        job.progressed.connect(lambda share: self.progressed.emit(DRAWN + (1 - DRAWN) * share))
        job.done.connect(lambda _: self.done.emit())
        job.failed.connect(self.failed)
        job.begin()
