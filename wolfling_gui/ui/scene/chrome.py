"""Frame the map: rulers, scale bar, zoom control and level switcher."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Final, Literal

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QEnterEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QButtonGroup, QHBoxLayout, QVBoxLayout, QWidget

from wolfling_gui.ui.palette import Palette
from wolfling_gui.ui.scene.symbols.ink import (
    CENTRE,
    LEFT,
    RIGHT,
    colour,
    draw_text,
    font,
    pen,
    saved,
    text_width,
)
from wolfling_gui.ui.scene.symbols.zones import paint_scale_bar, scale_bar_inches
from wolfling_gui.ui.widgets.base import Themed, box, focus_ring
from wolfling_gui.ui.widgets.buttons import IconButton

RULER: Final = 18
Side = Literal["top", "left"]


def ruler_steps(px_per_inch: float) -> tuple[int, int, int]:
    """Return how many inches apart a ruler's small ticks, long ticks and figures are at a zoom."""
    if px_per_inch < 9:
        return 3, 12, 12
    if px_per_inch < 14:
        return 3, 6, 6
    return (1, 6, 6) if px_per_inch < 48 else (1, 3, 3)


def figure_place(rect: QRectF, side: Side, at: float, width: float) -> tuple[QPointF, Qt.AlignmentFlag]:
    """Return where a figure of a width stands for the tick at a place along a ruler, all in pixels.

    Behind its tick, and before it where the ruler's end would cut the figure.
    """
    if side == "left":
        return QPointF(rect.center().x() - 1, at - 6 if at - 12 >= rect.top() else at + 8), CENTRE
    if at + 4 + width > rect.right():
        return QPointF(at - 4, rect.top() + 6), RIGHT
    return QPointF(at + 4, rect.top() + 6), LEFT


def paint_ruler(
    painter: QPainter,
    palette: Palette,
    rect: QRectF,
    side: Side,
    origin: float,
    px_per_inch: float,
    cursor: float | None = None,
) -> None:
    """Draw a ruler in inches; `origin` is where the table's south-west corner lies along it, in pixels.

    The top ruler counts to the right, the left one upwards, as the files do. `cursor` marks the pointer.
    """
    small, long, figures = ruler_steps(px_per_inch)
    sign = 1.0 if side == "top" else -1.0
    low, high = (rect.left(), rect.right()) if side == "top" else (rect.top(), rect.bottom())
    edges = sorted(((low - origin) / px_per_inch * sign, (high - origin) / px_per_inch * sign))
    first = math.floor(edges[0] / small) * small
    with saved(painter):
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        painter.setClipRect(rect)
        painter.fillRect(rect, colour(palette.win))
        face = font(10, 500)
        for inch in range(first, math.ceil(edges[1]) + 1, small):
            if inch % small:
                continue
            at = math.floor(origin + sign * inch * px_per_inch) + 0.5
            length = 8.0 if inch % long == 0 else 5.0 if inch % 3 == 0 and small == 1 else 3.0
            painter.setPen(pen(palette.line2 if inch % long == 0 else palette.line, 1.0))
            if side == "top":
                painter.drawLine(QPointF(at, rect.bottom() - length), QPointF(at, rect.bottom()))
            else:
                painter.drawLine(QPointF(rect.right() - length, at), QPointF(rect.right(), at))
            if inch % figures == 0 and low <= at <= high:
                spot, align = figure_place(rect, side, at, text_width(f"{inch}", face))
                draw_text(painter, spot, f"{inch}", face, palette.text3, align=align)
        painter.setPen(pen(palette.line, 1.0))
        if side == "top":
            painter.drawLine(rect.bottomLeft() + QPointF(0, -0.5), rect.bottomRight() + QPointF(0, -0.5))
        else:
            painter.drawLine(rect.topRight() + QPointF(-0.5, 0), rect.bottomRight() + QPointF(-0.5, 0))
        if cursor is not None:
            painter.setPen(pen(palette.accent, 1.0))
            at = math.floor(cursor) + 0.5
            if side == "top":
                painter.drawLine(QPointF(at, rect.top()), QPointF(at, rect.bottom()))
            else:
                painter.drawLine(QPointF(rect.left(), at), QPointF(rect.right(), at))


def paint_corner(painter: QPainter, palette: Palette, rect: QRectF, unit: str) -> None:
    """Draw the corner between the rulers with the unit they count in."""
    with saved(painter):
        painter.fillRect(rect, colour(palette.win))
        draw_text(painter, rect.center(), unit, font(10, 500), palette.text3, align=CENTRE)
        painter.setPen(pen(palette.line, 1.0))
        painter.drawLine(rect.bottomLeft() + QPointF(0, -0.5), rect.bottomRight() + QPointF(0, -0.5))
        painter.drawLine(rect.topRight() + QPointF(-0.5, 0), rect.bottomRight() + QPointF(-0.5, 0))


class Ruler(Themed, QWidget):
    """Show a ruler along one side of the map."""

    def __init__(self, side: Side, parent: QWidget) -> None:
        super().__init__(parent)
        self._side: Side = side
        self._origin = 0.0
        self._zoom = 25.0
        self._cursor: float | None = None
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.follow_theme()

    def set_scale(self, origin: float, px_per_inch: float) -> None:
        """Say where the table's corner lies along the ruler, in its pixels, and the zoom."""
        if (origin, px_per_inch) != (self._origin, self._zoom):
            self._origin, self._zoom = origin, px_per_inch
            self.update()

    def set_cursor(self, at: float | None) -> None:
        """Mark where the pointer is along the ruler."""
        if at != self._cursor:
            self._cursor = at
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the ruler."""
        painter = QPainter(self)
        paint_ruler(
            painter, self.colours, QRectF(self.rect()), self._side, self._origin, self._zoom, self._cursor
        )


class Corner(Themed, QWidget):
    """Name the unit of the rulers in the corner between them."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.follow_theme()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the corner."""
        paint_corner(QPainter(self), self.colours, QRectF(self.rect()), self.tr("in"))


class ScaleBar(Themed, QWidget):
    """Show how long some inches are, at the lower left of the map."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._zoom = 25.0
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.follow_theme()

    def set_zoom(self, px_per_inch: float) -> None:
        """Show the length at another zoom."""
        if px_per_inch != self._zoom:
            self._zoom = px_per_inch
            self.restyle()

    def restyle(self) -> None:
        """Take the room that the bar and its figure need."""
        length = scale_bar_inches(self._zoom) * self._zoom
        wide = length + text_width(f"{scale_bar_inches(self._zoom):g}″", font(10, 500)) + 16
        self.resize(math.ceil(wide), self.look.px(22))
        super().restyle()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the bar."""
        paint_scale_bar(QPainter(self), self.colours, QPointF(5, self.height() - 8), self._zoom)


class Panel(Themed, QWidget):
    """Be the panel that a control on the map lies in."""

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the panel."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box(painter, QRectF(self.rect()), 6, self.colours.panel, self.colours.line)


class _ZoomText(Themed, QAbstractButton):
    """Show the zoom in per cent; a click goes back to 100 %."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setToolTip(self.tr("Zoom (0): click to show the map at 100 %"))
        self.follow_theme()

    def sizeHint(self) -> QSize:
        """Return room for four figures."""
        return QSize(math.ceil(text_width("384 %", font(12, 500))) + 12, self.look.px(26))

    minimumSizeHint = sizeHint

    def restyle(self) -> None:
        """Take the size of the theme."""
        self.setFixedSize(self.sizeHint())
        super().restyle()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the figures."""
        painter = QPainter(self)
        ink = self.colours.text if self.underMouse() else self.colours.text2
        draw_text(painter, QRectF(self.rect()).center(), self.text(), font(12, 500), ink, align=CENTRE)
        if self.hasFocus():
            focus_ring(painter, QRectF(self.rect()), 4, self.colours.accent)


class ZoomControl(Panel):
    """Offer less, the zoom in per cent, more, and the whole table."""

    stepped = Signal(int)
    reset = Signal()
    fitted = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        row = QHBoxLayout(self)
        row.setContentsMargins(3, 2, 3, 2)
        row.setSpacing(1)
        less = IconButton("minus", self.tr("Zoom out"), self.tr("Shows more of the table."), "-", 26)
        self._text = _ZoomText(self)
        more = IconButton("plus", self.tr("Zoom in"), self.tr("Shows the table larger."), "+", 26)
        whole = IconButton("fit", self.tr("Whole table"), self.tr("Shows the whole table."), "0", 26)
        for part in (less, self._text, more, whole):
            row.addWidget(part)
        less.clicked.connect(lambda: self.stepped.emit(-1))
        more.clicked.connect(lambda: self.stepped.emit(1))
        self._text.clicked.connect(self.reset)
        whole.clicked.connect(self.fitted)
        self.follow_theme()

    def set_zoom(self, share: float) -> None:
        """Show a zoom; 1 is 100 %."""
        words = self.tr("{per_cent} %").format(per_cent=round(share * 100))
        if words != self._text.text():
            self._text.setText(words)
            self._text.setAccessibleName(self.tr("Zoom {zoom}").format(zoom=words))


class _LevelChip(Themed, QAbstractButton):
    """Offer one level with the number of models on it."""

    def __init__(self, level: int | None, parent: QWidget) -> None:
        super().__init__(parent)
        self.level = level
        self._count = 0
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.set_count(0)
        self.follow_theme()

    def set_count(self, count: int) -> None:
        """Show how many models are there."""
        self._count = count
        name = self.tr("All") if self.level is None else f"{self.level}"
        self.setText(name)
        words = (
            self.tr("All levels, %n models", "", count)
            if self.level is None
            else self.tr("Level {level}, %n models", "", count).replace("{level}", name)
        )
        self.setAccessibleName(words)
        self.setToolTip(words + self.tr(" (PgUp, PgDn)"))
        self.update()

    def sizeHint(self) -> QSize:
        """Return the size of a chip."""
        return QSize(self.look.px(38), self.look.px(34))

    minimumSizeHint = sizeHint

    def restyle(self) -> None:
        """Take the size of the theme."""
        self.setFixedSize(self.sizeHint())
        super().restyle()

    def enterEvent(self, event: QEnterEvent) -> None:
        """Light up."""
        self.update()
        super().enterEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        """Go back to normal."""
        self.update()
        super().leaveEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the level above the number of models."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        p, rect = self.colours, QRectF(self.rect())
        chosen = self.isChecked()
        if chosen:
            box(painter, rect, 3, p.accent)
        elif self.underMouse():
            box(painter, rect, 3, p.hover)
        upper = QPointF(rect.center().x(), rect.height() * 0.34)
        lower = QPointF(rect.center().x(), rect.height() * 0.74)
        ink, quiet = (p.on_accent, p.on_accent) if chosen else (p.text, p.text3)
        draw_text(painter, upper, self.text(), font(13, 600), ink, align=CENTRE)
        draw_text(painter, lower, f"{self._count}", font(9.5, 500), quiet, align=CENTRE)
        if self.hasFocus():
            focus_ring(painter, rect, 3, p.on_accent if chosen else p.accent)


class LevelSwitcher(Panel):
    """Offer the levels of the table, the highest first, and all of them at once."""

    chosen = Signal(object)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(3, 20, 3, 3)
        self._column.setSpacing(0)
        self._group = QButtonGroup(self)
        self._chips: list[_LevelChip] = []
        self._group.buttonClicked.connect(self._click)
        self.setAccessibleName(self.tr("Level"))
        self.follow_theme()

    def _click(self, chip: QAbstractButton) -> None:
        if isinstance(chip, _LevelChip):
            self.chosen.emit(chip.level)

    def set_levels(self, levels: Sequence[int], shown: int | None, counts: Mapping[int, int]) -> None:
        """Offer these levels with so many models on each; one level alone needs no switcher."""
        wanted: list[int | None] = [None, *sorted(levels, reverse=True)]
        if [chip.level for chip in self._chips] != wanted:
            for chip in self._chips:
                self._group.removeButton(chip)
                self._column.removeWidget(chip)
                chip.setParent(None)
                chip.deleteLater()
            self._chips = [_LevelChip(level, self) for level in wanted]
            for chip in self._chips:
                self._group.addButton(chip)
                self._column.addWidget(chip)
                chip.show()
        for chip in self._chips:
            chip.set_count(sum(counts.values()) if chip.level is None else counts.get(chip.level, 0))
            if chip.level == shown:
                chip.setChecked(True)
        self.setVisible(len(levels) > 1)
        self.adjustSize()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the panel and its head."""
        super().paintEvent(event)
        painter = QPainter(self)
        at = QPointF(self.width() / 2, 12)
        draw_text(painter, at, self.tr("Level"), font(10.5, 500), self.colours.text3, align=CENTRE)
