"""Share what every widget of the kit does: follow the theme, show the focus, draw round boxes."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen
from PySide6.QtWidgets import QWidget

from wolfling_gui.ui.palette import Palette
from wolfling_gui.ui.theme import Theme, theme

ANY_WIDTH: Final = 16777215
"""The largest width or height that Qt knows: no limit."""


class Themed:
    """Make a widget follow the theme: call ``follow_theme()`` at the end of the constructor.

    ``restyle()`` runs at once and after every change of theme or text scale; override it to set fonts and
    fixed sizes, and call the base.
    """

    def follow_theme(self) -> None:
        """Dress the widget now and whenever the theme changes."""
        theme().changed.connect(self.restyle)
        self.restyle()

    def restyle(self) -> None:
        """Take the look of the theme anew."""
        assert isinstance(self, QWidget)
        self.updateGeometry()
        self.update()

    @property
    def look(self) -> Theme:
        """Return the theme in use."""
        return theme()

    @property
    def colours(self) -> Palette:
        """Return the palette in use."""
        return theme().palette


def repolish(widget: QWidget) -> None:
    """Let the style sheet look again at a widget whose properties changed."""
    # Before its first polish a widget must not be polished by hand: Qt then forgets the font set on it.
    if widget.testAttribute(Qt.WidgetAttribute.WA_WState_Polished):
        widget.style().unpolish(widget)
        widget.style().polish(widget)
    widget.update()


def box(
    painter: QPainter,
    rect: QRectF,
    radius: float,
    fill: str | QColor | None,
    line: str | QColor | None = None,
    width: float = 1.0,
    dashed: bool = False,
) -> None:
    """Draw a rounded box whose border of ``width`` pixels lies wholly inside ``rect``."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    inner = rect
    if line is None:
        painter.setPen(Qt.PenStyle.NoPen)
    else:
        pen = QPen(QColor(line), width)
        if dashed:
            pen.setDashPattern([3, 2])
            pen.setCapStyle(Qt.PenCapStyle.FlatCap)
        painter.setPen(pen)
        half = width / 2
        inner = rect.adjusted(half, half, -half, -half)
        radius = max(0.0, radius - half)
    if fill is None:
        painter.setBrush(Qt.BrushStyle.NoBrush)
    else:
        painter.setBrush(QColor(fill))
    painter.drawRoundedRect(inner, radius, radius)
    painter.restore()


def focus_ring(painter: QPainter, rect: QRectF, radius: float, colour: str | QColor) -> None:
    """Draw the focus border: 2 pixels, inside the control."""
    box(painter, rect, radius, None, colour, 2.0)


def text_width(font: QFont, text: str) -> int:
    """Return the width of one line of text in pixels, rounded up so that nothing is cut."""
    return int(QFontMetricsF(font).horizontalAdvance(text)) + 1


def draw_text(
    painter: QPainter,
    rect: QRectF,
    text: str,
    font: QFont,
    colour: str | QColor,
    align: Qt.AlignmentFlag = Qt.AlignmentFlag.AlignLeft,
    elide: bool = True,
) -> None:
    """Draw one line of text centred in height; text that does not fit ends in "…" unless ``elide`` is off."""
    painter.setFont(font)
    painter.setPen(QColor(colour))
    shown = text
    if elide:
        metrics = QFontMetricsF(font)
        if metrics.horizontalAdvance(text) > rect.width() + 1:
            shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, rect.width())
    painter.drawText(rect, int(align | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextDontClip), shown)


def line_down(painter: QPainter, x: float, top: float, bottom: float, colour: str | QColor) -> None:
    """Draw a hairline downwards, on whole device pixels."""
    painter.fillRect(QRectF(QPointF(round(x), top), QPointF(round(x) + 1, bottom)), QColor(colour))


def square(side: int) -> QSize:
    """Return a square size."""
    return QSize(side, side)
