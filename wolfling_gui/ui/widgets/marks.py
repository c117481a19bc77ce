"""Paint the marks that say *may I* and *whose*: five verdict marks and four side plates."""

from __future__ import annotations

from math import cos, pi, sin
from typing import Final, Literal, get_args

from PySide6.QtCore import QCoreApplication, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget

from wolfling_gui.ui.palette import SIDE_LETTERS, Palette, PlateShape
from wolfling_gui.ui.widgets.base import Themed, square

MarkKind = Literal["allowed", "refused", "warning", "question", "not_applicable"]
MARK_KINDS: Final[tuple[MarkKind, ...]] = get_args(MarkKind)


def mark_word(kind: MarkKind) -> str:
    """Say a verdict mark in words, for screen readers and tooltips."""
    words = {
        "allowed": QCoreApplication.translate("VerdictMark", "Allowed"),
        "refused": QCoreApplication.translate("VerdictMark", "Refused"),
        "warning": QCoreApplication.translate("VerdictMark", "Allowed, but"),
        "question": QCoreApplication.translate("VerdictMark", "To be declared"),
        "not_applicable": QCoreApplication.translate("VerdictMark", "Does not apply"),
    }
    return words[kind]


def mark_token(kind: MarkKind) -> str:
    """Return the palette token that colours the words beside a mark."""
    tokens = {"allowed": "legal", "refused": "refused", "warning": "warning", "question": "text"}
    return tokens.get(kind, "text3")


def _ring(count: int, turn: float, radius: float) -> QPolygonF:
    return QPolygonF(
        [
            QPointF(radius * cos(turn + 2 * pi * i / count), radius * sin(turn + 2 * pi * i / count))
            for i in range(count)
        ]
    )


def _stroke(painter: QPainter, colour: str, width: float, *lines: tuple[tuple[float, float], ...]) -> None:
    pen = QPen(QColor(colour), width)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for line in lines:
        path = QPainterPath(QPointF(*line[0]))
        for point in line[1:]:
            path.lineTo(QPointF(*point))
        painter.drawPath(path)


def paint_mark(painter: QPainter, rect: QRectF, kind: MarkKind, palette: Palette) -> None:
    """Paint a verdict mark into the largest square in the middle of ``rect``; sharp at any size."""
    side = min(rect.width(), rect.height())
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(rect.center())
    # All shapes are drawn in a square from -10 to 10.
    painter.scale(side / 20, side / 20)
    painter.setPen(Qt.PenStyle.NoPen)
    on_mark = palette.casing
    if kind == "allowed":
        painter.setBrush(QColor(palette.legal))
        painter.drawEllipse(QPointF(0, 0), 9.5, 9.5)
        _stroke(painter, on_mark, 2.6, ((-4.2, 0.4), (-1.2, 3.4), (4.4, -3.2)))
    elif kind == "refused":
        painter.setBrush(QColor(palette.refused))
        painter.drawPolygon(_ring(8, pi / 8, 10))
        _stroke(painter, on_mark, 2.6, ((-3.3, -3.3), (3.3, 3.3)), ((3.3, -3.3), (-3.3, 3.3)))
    elif kind == "warning":
        _warning(painter, palette)
    elif kind == "question":
        pen = QPen(QColor(palette.text), 1.8)
        pen.setDashPattern([4.5, 1.5])
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawEllipse(QPointF(0, 0), 8.6, 8.6)
        pen = QPen(QColor(palette.text), 2.0)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        painter.setPen(pen)
        hook = QPainterPath(QPointF(-2.6, -2.2))
        hook.cubicTo(QPointF(-2.4, -5.6), QPointF(3.2, -5.6), QPointF(2.8, -2.0))
        hook.cubicTo(QPointF(2.6, -0.4), QPointF(0, -0.2), QPointF(0, 1.6))
        painter.drawPath(hook)
        painter.drawPoint(QPointF(0, 4.6))
    else:
        painter.setPen(QPen(QColor(palette.text3), 1.8))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawEllipse(QPointF(0, 0), 8.6, 8.6)
        _stroke(painter, palette.text3, 2.0, ((-4, 0), (4, 0)))
    painter.restore()


def _warning(painter: QPainter, palette: Palette) -> None:
    ink = palette.casing if palette.dark else palette.text
    edge = palette.warning_fill if palette.dark else palette.warning
    pen = QPen(QColor(edge), 1.6)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    painter.setPen(pen)
    painter.setBrush(QColor(palette.warning_fill))
    painter.drawPolygon(QPolygonF([QPointF(0, -8.4), QPointF(9, 7.4), QPointF(-9, 7.4)]))
    _stroke(painter, ink, 2.4, ((0, -2.6), (0, 1.6)), ((0, 4.7), (0, 4.71)))


class VerdictMark(Themed, QWidget):
    """Show one verdict mark; ``size`` in pixels at 100 %."""

    def __init__(self, kind: MarkKind, size: int = 14, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._kind: MarkKind = kind
        self._size = size
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.set_kind(kind)
        self.follow_theme()

    def kind(self) -> MarkKind:
        """Return the mark shown."""
        return self._kind

    def set_kind(self, kind: MarkKind) -> None:
        """Show another mark."""
        self._kind = kind
        self.setAccessibleName(mark_word(kind))
        self.setToolTip(mark_word(kind))
        self.update()

    def sizeHint(self) -> QSize:
        """Return the size of the mark."""
        return square(self.look.px(self._size))

    minimumSizeHint = sizeHint

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the mark."""
        painter = QPainter(self)
        paint_mark(painter, QRectF(self.rect()), self._kind, self.colours)
        painter.end()


def plate_path(shape: PlateShape, centre: QPointF, radius: float) -> QPainterPath:
    """Return the outline of a side's plate; ``radius`` is that of the circle the plates look as big as."""
    path = QPainterPath()
    if shape == "disc":
        path.addEllipse(centre, radius, radius)
        return path
    if shape == "square":
        half = radius * 0.88
        path.addRoundedRect(
            QRectF(centre.x() - half, centre.y() - half, 2 * half, 2 * half), half * 0.12, half * 0.12
        )
        return path
    if shape == "hexagon":
        points = _ring(6, 0, radius * 1.08)
    else:
        points = _ring(3, -pi / 2, radius * 1.28).translated(0, radius * 0.16)
    path.addPolygon(points.translated(centre))
    path.closeSubpath()
    return path


def paint_plate(painter: QPainter, rect: QRectF, side: int, palette: Palette, acted: bool = False) -> None:
    """Paint a side's mark: its plate in a ring of its colour; ``acted`` draws the dim plate."""
    size = min(rect.width(), rect.height())
    colours = palette.side(side)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(QColor(colours.full), max(1.0, size * 0.1)))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawEllipse(rect.center(), size * 0.45, size * 0.45)
    painter.setPen(Qt.PenStyle.NoPen)
    shrink = 0.23 if colours.plate == "triangle" else 0.27
    fill = QColor(colours.dim if acted else colours.full)
    painter.fillPath(plate_path(colours.plate, rect.center(), size * shrink), fill)
    painter.restore()


class SidePlate(Themed, QWidget):
    """Show whose something is; ``name`` is what the players call the side, ``size`` pixels at 100 %."""

    def __init__(self, side: int, name: str = "", size: int = 16, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._side = side
        self._size = size
        self._acted = False
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.set_side(side, name)
        self.follow_theme()

    def set_side(self, side: int, name: str = "") -> None:
        """Show another side (0 is side A)."""
        self._side = side
        letter = SIDE_LETTERS[side % len(SIDE_LETTERS)]
        self.setAccessibleName(
            name or QCoreApplication.translate("SidePlate", "Side %1").replace("%1", letter)
        )
        self.update()

    def set_acted(self, acted: bool) -> None:
        """Show the dim plate of a side or unit that has acted."""
        self._acted = acted
        self.update()

    def sizeHint(self) -> QSize:
        """Return the size of the plate with its ring."""
        return square(self.look.px(self._size))

    minimumSizeHint = sizeHint

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint ring and plate."""
        painter = QPainter(self)
        paint_plate(painter, QRectF(self.rect()), self._side, self.colours, self._acted)
        painter.end()
