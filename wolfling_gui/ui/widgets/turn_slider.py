"""Slide along a row of moments, with marks where rounds and turns begin."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent, QWheelEvent
from PySide6.QtWidgets import QSizePolicy, QSlider, QWidget

from wolfling_gui.ui.widgets.base import Themed, box, draw_text, focus_ring, text_width

EDGE = 9
"""How far the track stays from the ends, so that the handle is never cut."""


class TurnSlider(Themed, QSlider):
    """Slide along moments; a mark is a place with a name, or without one for a lesser mark."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._marks: tuple[tuple[int, str], ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSingleStep(1)
        self.follow_theme()

    def set_marks(self, marks: Sequence[tuple[int, str]]) -> None:
        """Mark other places."""
        if tuple(marks) != self._marks:
            self._marks = tuple(marks)
            self.update()

    def sizeHint(self) -> QSize:
        """Return the wanted size."""
        return QSize(self.look.px(240), self.look.px(32))

    def minimumSizeHint(self) -> QSize:
        """Return the least size."""
        return QSize(self.look.px(80), self.look.px(32))

    # ------------------------------------------------------------------ places

    def _track(self) -> QRectF:
        edge, high = self.look.px(EDGE), self.look.px(6)
        middle = self.height() - self.look.px(11)
        return QRectF(edge, middle - high / 2, max(1, self.width() - 2 * edge), high)

    def _x(self, value: int) -> float:
        track, span = self._track(), self.maximum() - self.minimum()
        return track.x() + (track.width() * (value - self.minimum()) / span if span else 0)

    def _value_at(self, x: float) -> int:
        track = self._track()
        share = (x - track.x()) / track.width()
        return round(self.minimum() + max(0.0, min(1.0, share)) * (self.maximum() - self.minimum()))

    # ------------------------------------------------------------------ events

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Take the handle to where the button is pressed."""
        if event.button() == Qt.MouseButton.LeftButton:
            self.setSliderDown(True)
            self.setValue(self._value_at(event.position().x()))
            event.accept()
        else:
            event.ignore()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Drag the handle."""
        if self.isSliderDown():
            self.setValue(self._value_at(event.position().x()))
            event.accept()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Let go of the handle."""
        if event.button() == Qt.MouseButton.LeftButton:
            self.setSliderDown(False)
            event.accept()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Go on, or back, by one."""
        way = event.angleDelta().y() or event.angleDelta().x()
        if way:
            self.setValue(self.value() + (-1 if way > 0 else 1))
        event.accept()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint track, marks and handle."""
        painter = QPainter(self)
        look, p = self.look, self.colours
        if not self.isEnabled():
            painter.setOpacity(0.38)
        track = self._track()
        here = self._x(self.value())
        box(painter, track, 3, p.sunk, p.line2)
        box(painter, QRectF(track.x(), track.y(), here - track.x(), track.height()), 3, p.line2)
        font = look.font("small", 11)
        free = 0.0
        for place, name in self._marks:
            x = round(self._x(place))
            high = look.px(7 if name else 4)
            top = track.y() - high - 1
            painter.fillRect(QRectF(x, top, 1, high), look.colour("text3" if name else "line2"))
            wide = text_width(font, name) if name else 0
            if name and x - wide / 2 > free:
                place_of_name = QRectF(x - wide / 2, 0, wide, top)
                draw_text(painter, place_of_name, name, font, p.text2, elide=False)
                free = x + wide / 2 + 4
        radius = look.px(7)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(look.colour("accent"))
        painter.drawEllipse(QPointF(here, track.center().y()), radius, radius)
        if self.hasFocus():
            around = radius + 2
            ring = QRectF(here - around, track.center().y() - around, 2 * around, 2 * around)
            focus_ring(painter, ring, around, p.accent)
        painter.end()
