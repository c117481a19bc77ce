"""Draw a section along a line of sight: how high it runs, and what stands up to where."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from wolfling_gui.core.lengths import UNITS_PER_INCH
from wolfling_gui.geometry.sight import Section
from wolfling_gui.ui.palette import Palette
from wolfling_gui.ui.theme import theme
from wolfling_gui.ui.widgets.base import Themed, draw_text

HIGH: Final = 92
EDGE: Final = 26.0
BELOW: Final = 18.0
THINNEST: Final = 4.0


class SectionView(Themed, QWidget):
    """Show a section: the eye, the line, the body looked at, and in red what hides it; heights in inches.

    `names` are those of the pieces by their ids, `sides` the numbers of firer and target for their colours.
    """

    def __init__(
        self,
        section: Section,
        names: Mapping[str, str],
        sides: tuple[int, int] = (0, 1),
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.section, self._names, self._sides = section, names, sides
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        said = ", ".join(dict.fromkeys(names.get(piece.id, piece.id) for piece in section.pieces))
        self.setAccessibleName(self.tr("Section along the line: %1").replace("%1", said))
        self.follow_theme()

    def sizeHint(self) -> QSize:
        """Return the height of the drawing; it is as wide as its card."""
        return QSize(120, theme().px(HIGH))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the section."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint_section(painter, QRectF(self.rect()), self.section, self._names, self._sides, theme().palette)


def paint_section(
    painter: QPainter,
    rect: QRectF,
    section: Section,
    names: Mapping[str, str],
    sides: tuple[int, int],
    palette: Palette,
) -> None:
    """Paint a section into a rectangle: heights at the left, lengths to scale from eye to body."""
    tops = [section.high, section.eye, *(piece.top for piece in section.pieces)]
    most = max(3.0, *(top / UNITS_PER_INCH for top in tops)) * UNITS_PER_INCH
    ground = rect.bottom() - BELOW
    left, right = rect.left() + EDGE, rect.right() - EDGE / 2
    up = (ground - rect.top() - 8) / most
    along = (right - left) / max(1, section.length)

    def at(length: float, height: float) -> QPointF:
        return QPointF(left + length * along, ground - height * up)

    small = theme().font("caption", 9.5)
    step = 3 * UNITS_PER_INCH
    for number in range(int(most // step) + 1):
        y = ground - number * step * up
        painter.setPen(QPen(QColor(palette.line), 1))
        painter.drawLine(QPointF(left, y), QPointF(right, y))
        words = f"{number * 3}″"
        draw_text(painter, QRectF(rect.left(), y - 7, EDGE - 5, 14), words, small, palette.text3,
                  Qt.AlignmentFlag.AlignRight)  # fmt: skip
    eye, top = at(0, section.eye), at(section.length, section.high)
    first = section.pieces[0].start if section.pieces else section.length
    for piece in section.pieces:
        a, b = at(piece.start, piece.top), at(piece.end, piece.bottom)
        place = QRectF(a.x(), a.y(), max(THINNEST, b.x() - a.x()), max(2.0, b.y() - a.y()))
        painter.fillRect(place, QColor(palette.refused_ground))
        painter.setPen(QPen(QColor(palette.refused), 1.2))
        painter.drawRect(place)
        name = names.get(piece.id, piece.id)
        wide = 70.0
        spot = QRectF(place.center().x() - wide / 2, ground + 2, wide, 14)
        draw_text(painter, spot, name, small, palette.refused, Qt.AlignmentFlag.AlignHCenter)
    share = first / max(1, section.length)
    stop = eye + (top - eye) * share
    painter.setPen(QPen(QColor(palette.refused), 1.8))
    painter.drawLine(eye, stop)
    dotted = QPen(QColor(palette.refused), 1.4)
    dotted.setDashPattern([2.0, 3.0])
    painter.setPen(dotted)
    painter.drawLine(stop, top)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(palette.side(sides[0]).full))
    painter.drawEllipse(eye, 3.5, 3.5)
    painter.setBrush(QColor(palette.side(sides[1]).full))
    low = at(section.length, section.low)
    painter.drawRect(QRectF(low.x() - 3, top.y(), 6, max(3.0, low.y() - top.y())))
