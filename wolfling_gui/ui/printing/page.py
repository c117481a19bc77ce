"""A page to write on from the top down: text, rows, lines and pictures, in ink on white paper.

A page counts in points of 1/96 inch, whatever it is painted on, so that the same page serves a picture, a PDF
and a printer. A first round without a painter finds out how high the content is.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QFont, QImage, QPainter, QTextLayout, QTextOption

from wolfling_gui.ui.palette import Palette, palette
from wolfling_gui.ui.scene.symbols.ink import colour, font, pen, text_width

POINTS_PER_INCH: Final = 96
MILLIMETRE: Final = POINTS_PER_INCH / 25.4
A4: Final = QSizeF(210 * MILLIMETRE, 297 * MILLIMETRE)
MARGIN: Final = 14 * MILLIMETRE


@dataclass(frozen=True, slots=True)
class Cell:
    """Hold words in a row: share of the width, weight, ink; ids are `mono`, figures at the `right`."""

    words: str
    share: float = 1.0
    weight: int = 400
    ink: str = ""
    mono: bool = False
    right: bool = False


def broken_at_spaces(words: str, face: QFont, width: float) -> str:
    """Return words with line separators where they are to be broken, never within an id such as WO-CQS-1."""
    lines: list[str] = []
    for word in words.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and text_width(longer, face) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return "\u2028".join(lines)


class Page:
    """Write from the top of a page down; `y` is where the next line goes.

    Without a painter nothing is painted, only measured. Raises nothing for content that is too long: `fits`
    tells.
    """

    def __init__(self, painter: QPainter | None, size: QSizeF = A4, ink: Palette | None = None) -> None:
        """Begin at the top; the ink is the light palette's unless another is given."""
        self.painter, self.size = painter, size
        self.ink = ink or palette("light")
        self.left, self.right = MARGIN, size.width() - MARGIN
        self.y = MARGIN

    @property
    def width(self) -> float:
        """Return how wide a line may be."""
        return self.right - self.left

    @property
    def room(self) -> float:
        """Return how much of the page is left above the lower margin."""
        return self.size.height() - MARGIN - self.y

    @property
    def fits(self) -> bool:
        """Tell whether everything written so far is on the page."""
        return self.y <= self.size.height() - MARGIN + 0.5

    def space(self, points: float) -> None:
        """Leave some room."""
        self.y += points

    def rule(self, weight: float = 1.0, ink: str = "") -> None:
        """Draw a line across, in the ink of the text unless another is given."""
        if self.painter is not None:
            self.painter.setPen(pen(ink or self.ink.text, weight))
            self.painter.drawLine(QPointF(self.left, self.y), QPointF(self.right, self.y))
        self.y += weight

    def text(
        self,
        words: str,
        pixels: float = 11,
        weight: int = 400,
        *,
        ink: str = "",
        left: float = 0.0,
        width: float | None = None,
        mono: bool = False,
        line: float = 1.35,
    ) -> float:
        """Write words, broken into lines where they are too wide, and return how high they are."""
        face = font(pixels, weight, mono=mono)
        high = self.lines(
            words, face, self.left + left, width or self.width - left, ink or self.ink.text, line
        )
        self.y += high
        return high

    def lines(
        self,
        words: str,
        face: QFont,
        x: float,
        width: float,
        ink: str,
        line: float = 1.35,
        *,
        right: bool = False,
    ) -> float:
        """Write words at the present height without moving on; returns how high they are."""
        step = face.pixelSize() * line
        layout = QTextLayout(words, face)
        option = QTextOption()
        option.setAlignment(Qt.AlignmentFlag.AlignRight if right else Qt.AlignmentFlag.AlignLeft)
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        layout.setTextOption(option)
        layout.beginLayout()
        high = 0.0
        while (one := layout.createLine()).isValid():
            one.setLineWidth(max(1.0, width))
            one.setPosition(QPointF(0, high + (step - one.height()) / 2))
            high += step
        layout.endLayout()
        if self.painter is not None:
            self.painter.setPen(colour(ink))
            layout.draw(self.painter, QPointF(x, self.y))
        return high

    def row(self, *cells: Cell, pixels: float = 11, gap: float = 8) -> None:
        """Write cells side by side, each broken into lines within its share of the width."""
        free = self.width - gap * (len(cells) - 1)
        total = sum(cell.share for cell in cells)
        x, high = self.left, 0.0
        for cell in cells:
            wide = free * cell.share / total
            face = font(pixels, cell.weight, mono=cell.mono)
            ink = cell.ink or self.ink.text
            said = broken_at_spaces(cell.words, face, wide) if cell.mono else cell.words
            high = max(high, self.lines(said, face, x, wide, ink, right=cell.right))
            x += wide + gap
        self.y += high

    def heading(self, words: str) -> None:
        """Write the head of a part, with a line below it."""
        self.space(9)
        self.text(words, 11, 600)
        self.rule(0.8)
        self.space(3)

    def picture(self, image: QImage, high: float, wide: float = 0.0) -> None:
        """Place a picture across the page, or as wide as is given in its middle, framed."""
        wide = wide or self.width
        place = QRectF(self.left + (self.width - wide) / 2, self.y, wide, high)
        if self.painter is not None:
            self.painter.drawImage(place, image)
            self.painter.setPen(pen(self.ink.line2, 0.8))
            self.painter.setBrush(Qt.BrushStyle.NoBrush)
            self.painter.drawRect(place)
        self.y += high

    def bars(self, shares: tuple[float, ...], names: tuple[str, ...], high: float, ink: str) -> None:
        """Draw a bar for each share, from 0 to 1, with its per cent above and its name below."""
        count, most = len(shares), max(shares, default=0.0)
        wide = min(46.0, (self.width - 6 * (count - 1)) / max(1, count))
        face = font(9.5, 500)
        for number, (share, name) in enumerate(zip(shares, names, strict=True)):
            x = self.left + number * (wide + 6)
            bar = (high - 28) * (share / most if most else 0)
            if self.painter is not None:
                full = share == most
                self.painter.fillRect(
                    QRectF(x, self.y + high - 14 - bar, wide, bar), colour(ink, 1.0 if full else 0.72)
                )
                per_cent = f"{share * 100:.0f}" if share >= 0.005 else "<1"
                for words, y in ((per_cent, self.y + high - 17 - bar), (name, self.y + high - 2)):
                    self.painter.setFont(face)
                    self.painter.setPen(colour(self.ink.text2))
                    self.painter.drawText(QPointF(x + (wide - text_width(words, face)) / 2, y), words)
        self.y += high
