"""Write pages to files: as a PDF, or as a picture of the first of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QMarginsF, QSizeF
from PySide6.QtGui import QImage, QPageLayout, QPageSize, QPainter, QPdfWriter

from wolfling_gui.files.atomic import write_atomically
from wolfling_gui.ui.printing.page import A4, POINTS_PER_INCH

Paint = Callable[[QPainter], object]
"""Paints one page in points of 1/96 inch from its upper left corner."""

PDF_DPI: Final = 600
PICTURE_RATIO: Final = 2.5
"""Pixels of a picture for each point: 240 to the inch."""


def image_of(paint: Paint, size: QSizeF = A4, ratio: float = PICTURE_RATIO) -> QImage:
    """Return a page as a picture on white paper."""
    image = QImage(round(size.width() * ratio), round(size.height() * ratio), QImage.Format.Format_RGB32)
    image.fill(0xFFFFFFFF)
    image.setDotsPerMeterX(round(POINTS_PER_INCH * ratio / 0.0254))
    image.setDotsPerMeterY(round(POINTS_PER_INCH * ratio / 0.0254))
    painter = QPainter(image)
    try:
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
        painter.scale(ratio, ratio)
        paint(painter)
    finally:
        painter.end()
    return image


def pdf_of(pages: Sequence[Paint], title: str, size: QSizeF = A4) -> bytes:
    """Return pages as a PDF of their true size."""
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setResolution(PDF_DPI)
    writer.setTitle(title)
    writer.setCreator("Wolfling")
    points = size * (72 / POINTS_PER_INCH)
    page = QPageSize(points, QPageSize.Unit.Point, "", QPageSize.SizeMatchPolicy.FuzzyMatch)
    writer.setPageLayout(QPageLayout(page, QPageLayout.Orientation.Portrait, QMarginsF(0, 0, 0, 0)))
    painter = QPainter(writer)
    try:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.scale(PDF_DPI / POINTS_PER_INCH, PDF_DPI / POINTS_PER_INCH)
        for number, paint in enumerate(pages):
            if number:
                writer.newPage()
            paint(painter)
    finally:
        painter.end()
    buffer.close()
    return bytes(data.data())


def png_of(image: QImage) -> bytes:
    """Return a picture as the bytes of a PNG file."""
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")  # type: ignore[call-overload]
    buffer.close()
    return bytes(data.data())


def save(path: Path, pages: Sequence[Paint], title: str, size: QSizeF = A4) -> None:
    """Write pages to a file: a PDF for “.pdf”, else a picture of the first page.

    What stood there before is let go only when the new file is safe. Raises OSError.
    """
    if path.suffix.lower() == ".pdf":
        write_atomically(path, pdf_of(pages, title, size))
    else:
        write_atomically(path, png_of(image_of(pages[0], size)))
