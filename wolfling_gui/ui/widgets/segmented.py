"""Choose one of a few things that stand side by side, or show where a sequence of steps has got to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QAccessibleStateChangeEvent,
    QFont,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from wolfling_gui.ui.icons import paint_icon
from wolfling_gui.ui.stylesheet import DISABLED_SHARE
from wolfling_gui.ui.widgets.base import Themed, box, draw_text, focus_ring, text_width


@dataclass(frozen=True, slots=True)
class Segment:
    """Describe one choice: words, an icon before them, whether the step is done, whether it can be taken."""

    text: str
    icon: str = ""
    done: bool = False
    enabled: bool = True
    tip: str = ""


class Segmented(Themed, QWidget):
    """Choose one of a few segments with mouse, arrows, ``Home``, ``End`` or the first letter.

    With ``steps`` it shows a sequence: done steps have a tick, chevrons stand between, the current one is
    filled with the accent. ``chosen(index)`` is sent for a player's choice, never for ``set_current``.
    ``read_only`` shows the sequence without letting it be changed. With ``clearable`` a choice is taken back
    by choosing it once more or with ``Delete``, which sends ``chosen(-1)``.
    """

    chosen = Signal(int)

    def __init__(
        self,
        segments: Sequence[str | Segment] = (),
        current: int = 0,
        steps: bool = False,
        height: int = 30,
        read_only: bool = False,
        parent: QWidget | None = None,
        clearable: bool = False,
    ) -> None:
        super().__init__(parent)
        self._segments: list[Segment] = []
        self._current = -1
        self._hovered = -1
        self._steps = steps
        self._height = height
        self._read_only = read_only
        self._clearable = clearable
        self._label = ""
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus if read_only else Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.set_segments(segments, current)
        self.follow_theme()

    def set_label(self, label: str) -> None:
        """Name what is chosen here, for screen readers."""
        self._label = label
        self._tell()

    def set_segments(self, segments: Sequence[str | Segment], current: int = 0) -> None:
        """Show other segments; ``current`` -1 chooses none."""
        self._segments = [s if isinstance(s, Segment) else Segment(s) for s in segments]
        self._current = current if 0 <= current < len(self._segments) else -1
        self._tell()
        self.updateGeometry()
        self.update()

    def segments(self) -> tuple[Segment, ...]:
        """Return the segments shown."""
        return tuple(self._segments)

    def current(self) -> int:
        """Return the chosen segment, -1 for none."""
        return self._current

    def set_current(self, index: int) -> None:
        """Choose a segment from the program; -1 chooses none."""
        if not -1 <= index < len(self._segments):
            raise IndexError(f"There is no segment {index}; there are {len(self._segments)}.")
        self._current = index
        self._tell()
        self.update()

    def restyle(self) -> None:
        """Take the height of the theme."""
        self.setFixedHeight(self.look.px(self._height))
        super().restyle()

    def sizeHint(self) -> QSize:
        """Return the size that shows every segment."""
        widths = [self._wanted(segment, tight=False) for segment in self._segments]
        if not self._steps and not self._has_icons():
            widths = [max(widths, default=0)] * len(widths)
        return QSize(sum(widths) + 6 + self._gaps(tight=False), self.look.px(self._height))

    def minimumSizeHint(self) -> QSize:
        """Return the least size that still shows every segment's words."""
        widths = [self._wanted(segment, tight=True) for segment in self._segments]
        return QSize(sum(widths) + 6 + self._gaps(tight=True), self.look.px(self._height))

    def segment_rect(self, index: int) -> QRectF:
        """Return the place of a segment; spare width is shared out evenly."""
        tight = self._is_tight()
        widths: list[float] = [self._wanted(segment, tight) for segment in self._segments]
        count = len(widths)
        room = self.width() - 6 - self._gaps(tight)
        even = room / count
        if self._has_icons() or self._steps or even < max(widths):
            spare = (room - sum(widths)) / count
            widths = [width + spare for width in widths]
        else:
            widths = [even] * count
        x = 3 + sum(widths[:index]) + self._gap(tight) * index
        return QRectF(round(x), 3, round(x + widths[index]) - round(x), self.height() - 6)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint track, segments, ticks and chevrons."""
        painter = QPainter(self)
        p = self.colours
        if not self.isEnabled():
            painter.setOpacity(DISABLED_SHARE)
        box(painter, QRectF(self.rect()), 6, p.sunk, p.line)
        for index, segment in enumerate(self._segments):
            self._paint_segment(painter, index, segment)
            if self._steps and index and not self._is_tight():
                rect = self.segment_rect(index)
                side = self.look.px(11)
                middle = rect.x() - self._gap(tight=False) / 2
                place = QRectF(middle - side / 2, (self.height() - side) / 2, side, side)
                paint_icon(painter, place, "chevron_right", p.line2)
        painter.end()

    def _paint_segment(self, painter: QPainter, index: int, segment: Segment) -> None:
        p = self.colours
        rect = self.segment_rect(index)
        is_current = index == self._current
        ink = p.text2
        if is_current and self._steps:
            box(painter, rect, 4, p.accent, None)
            ink = p.on_accent
        elif is_current:
            box(painter, rect, 4, p.raised, p.line2)
            ink = p.text
        elif index == self._hovered and segment.enabled:
            box(painter, rect, 4, p.hover, None)
            ink = p.text
        font = self._font(strong=is_current and self._steps)
        words = text_width(font, segment.text)
        mark = segment.icon or ("activated" if segment.done else "")
        side, gap = self._mark_size(segment, self._is_tight())
        painter.save()
        if not segment.enabled:
            painter.setOpacity(painter.opacity() * DISABLED_SHARE)
        x = rect.x() + max(2.0, (rect.width() - side - gap - words) / 2)
        if mark:
            paint_icon(painter, QRectF(x, rect.center().y() - side / 2, side, side), mark, ink)
        place = QRectF(x + side + gap, rect.y(), rect.right() - x - side - gap, rect.height())
        draw_text(painter, place, segment.text, font, ink)
        painter.restore()
        if is_current and self.hasFocus():
            focus_ring(painter, rect, 4, p.on_accent if self._steps else p.accent)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Choose the segment under the pointer."""
        if event.button() == Qt.MouseButton.LeftButton:
            self._choose(self._at(event.position()))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Show which segment a click would take."""
        index = -1 if self._read_only else self._at(event.position())
        if index != self._hovered:
            self._hovered = index
            self.setToolTip(self._segments[index].tip if index >= 0 else "")
            self.update()

    def leaveEvent(self, event: object) -> None:
        """Forget the hovered segment."""
        self._hovered = -1
        self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move the choice with arrows, ``Home`` and ``End``, or by a first letter."""
        key = event.key()
        count = len(self._segments)
        if key in (Qt.Key.Key_Left, Qt.Key.Key_Up):
            self._walk(range(self._current - 1, -1, -1))
        elif key in (Qt.Key.Key_Right, Qt.Key.Key_Down):
            self._walk(range(self._current + 1, count))
        elif key == Qt.Key.Key_Home:
            self._walk(range(count))
        elif self._clearable and key in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace, Qt.Key.Key_Space):
            self._clear()
        elif key == Qt.Key.Key_End:
            self._walk(range(count - 1, -1, -1))
        elif event.text().strip() and self._letter(event.text()):
            pass
        else:
            super().keyPressEvent(event)

    def _letter(self, letter: str) -> bool:
        order = [*range(self._current + 1, len(self._segments)), *range(self._current + 1)]
        hits = [i for i in order if self._segments[i].text.casefold().startswith(letter.casefold())]
        self._walk(hits)
        return bool(hits)

    def _walk(self, order: Sequence[int]) -> None:
        for index in order:
            if self._segments[index].enabled:
                self._choose(index)
                return

    def _clear(self) -> None:
        if self._current >= 0:
            self.set_current(-1)
            self.chosen.emit(-1)

    def _choose(self, index: int) -> None:
        if self._clearable and index >= 0 and index == self._current:
            self._clear()
            return
        if self._read_only or index < 0 or not self._segments[index].enabled or index == self._current:
            return
        self._current = index
        self._tell()
        self.update()
        if QAccessible.isActive():
            QAccessible.updateAccessibility(QAccessibleStateChangeEvent(self, QAccessible.State()))
        self.chosen.emit(index)

    def _at(self, point: QPointF) -> int:
        places = range(len(self._segments))
        return next((i for i in places if self.segment_rect(i).adjusted(0, -3, 0, 3).contains(point)), -1)

    def _has_icons(self) -> bool:
        return any(segment.icon for segment in self._segments)

    def _is_tight(self) -> bool:
        """Tell whether chevrons and padding have to go so that the words stay whole."""
        return self.width() < self.sizeHint().width()

    def _gap(self, tight: bool) -> int:
        return (2 if tight else self.look.px(11)) if self._steps else 0

    def _gaps(self, tight: bool) -> int:
        return self._gap(tight) * max(0, len(self._segments) - 1)

    def _mark_size(self, segment: Segment, tight: bool) -> tuple[int, int]:
        """Return side and gap of the icon or tick before the words, in pixels."""
        if segment.icon:
            return self.look.px(16), self.look.px(7)
        if segment.done:
            return self.look.px(11 if tight else 14), self.look.px(2 if tight else 4)
        return 0, 0

    def _font(self, strong: bool) -> QFont:
        size = 12 if self._steps else 13
        return self.look.font("row_title" if strong else "body", size)

    def _wanted(self, segment: Segment, tight: bool) -> int:
        words = text_width(self._font(strong=self._steps), segment.text)
        return words + 2 * self.look.px(3 if tight else 10) + sum(self._mark_size(segment, tight))

    def _tell(self) -> None:
        chosen = self._segments[self._current].text if self._current >= 0 else ""
        if self._label:
            words = QCoreApplication.translate("Segmented", "%1: %2")
            self.setAccessibleName(words.replace("%1", self._label).replace("%2", chosen))
        else:
            self.setAccessibleName(chosen)
        self.setAccessibleDescription(
            QCoreApplication.translate("Segmented", "%1 of %2")
            .replace("%1", str(self._current + 1))
            .replace("%2", str(len(self._segments)))
        )
