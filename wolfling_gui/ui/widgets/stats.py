"""Show a model's profile as a row of named values."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from wolfling_gui.ui.widgets.base import Themed, box, draw_text, line_down, text_width

Stat = tuple[str, str]
"""A profile value as shown: name ("WS") and value ("4", "4+", "–")."""


class StatGrid(Themed, QWidget):
    """Show a profile: WS BS S T W I A Ld Sv, or whatever names a ruleset gives."""

    HEAD = 17
    ROW = 21

    def __init__(self, stats: Sequence[Stat] = (), parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._stats: tuple[Stat, ...] = ()
        self._changed: frozenset[str] = frozenset()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.set_stats(stats)
        self.follow_theme()

    def set_stats(self, stats: Sequence[Stat], changed: Sequence[str] = ()) -> None:
        """Show another profile; values whose names are in ``changed`` are written in the accent colour."""
        self._stats = tuple(stats)
        self._changed = frozenset(changed)
        one = QCoreApplication.translate("StatGrid", "%1 %2")
        self.setAccessibleName(
            ", ".join(one.replace("%1", name).replace("%2", value) for name, value in self._stats)
        )
        self.updateGeometry()
        self.update()

    def stats(self) -> tuple[Stat, ...]:
        """Return the profile shown."""
        return self._stats

    def _least(self) -> int:
        head, body = self.look.font("caption"), self.look.font("row_title")
        widths = (max(text_width(head, name), text_width(body, value)) for name, value in self._stats)
        return max(widths, default=0) + self.look.px(6)

    def sizeHint(self) -> QSize:
        """Return the wanted size."""
        return QSize(self._least() * len(self._stats) + 2, self.look.px(self.HEAD) + self.look.px(self.ROW))

    minimumSizeHint = sizeHint

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint heads, values and the lines between."""
        painter = QPainter(self)
        p, look = self.colours, self.look
        rect = QRectF(self.rect())
        head = look.px(self.HEAD)
        clip = QPainterPath()
        clip.addRoundedRect(rect, 4, 4)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.save()
        painter.setClipPath(clip)
        painter.fillRect(QRectF(0, 0, rect.width(), head), look.colour("raised"))
        painter.restore()
        box(painter, rect, 4, None, p.line)
        count = max(1, len(self._stats))
        middle = Qt.AlignmentFlag.AlignHCenter
        for index, (name, value) in enumerate(self._stats):
            left, right = rect.width() * index / count, rect.width() * (index + 1) / count
            if index:
                line_down(painter, left, 1, rect.height() - 1, p.line)
            cell = QRectF(left, 0, right - left, head)
            draw_text(painter, cell, name, look.font("caption"), p.text2, middle, elide=False)
            cell = QRectF(left, head, right - left, rect.height() - head)
            ink = p.accent if name in self._changed else p.text
            font = look.font("row_title" if name in self._changed else "body")
            draw_text(painter, cell, value, font, ink, middle, elide=False)
        painter.end()
