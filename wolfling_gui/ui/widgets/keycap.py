"""Show keys as caps, beside the action that they start."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QKeySequence, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from wolfling_gui.ui.theme import theme
from wolfling_gui.ui.widgets.base import Themed, box, draw_text, text_width


def key_text(keys: QKeySequence | str) -> str:
    """Write a key sequence as it stands on a cap: "Ctrl Z", "Enter", "R"; empty for no key."""
    sequence = QKeySequence(keys) if isinstance(keys, str) else keys
    text = sequence.toString(QKeySequence.SequenceFormat.NativeText)
    if text.endswith("+"):
        return text[:-1].replace("+", " ").strip() + (" +" if len(text) > 1 else "+")
    text = text.replace("+", " ")
    return text.replace("Return", QCoreApplication.translate("KeyCap", "Enter"))


def keycap_size(text: str) -> QSize:
    """Return the size of a cap in pixels at the text scale."""
    look = theme()
    return QSize(max(look.px(16), text_width(look.mono(10.5), text) + 2 * look.px(5)), look.px(17))


def paint_keycap(
    painter: QPainter, rect: QRectF, text: str, ink: QColor | str, line: QColor | str | None = None
) -> None:
    """Paint a cap with its thicker lower edge into ``rect``, as high as a cap is, centred."""
    look = theme()
    size = keycap_size(text)
    cap = QRectF(0, 0, size.width(), size.height())
    cap.moveCenter(rect.center())
    cap.moveTopLeft(QPointF(round(cap.x()), round(cap.y())))
    edge = QColor(line if line is not None else look.palette.line2)
    box(painter, cap, 3, None, edge)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(edge)
    painter.drawRect(QRectF(cap.x() + 1.5, cap.bottom() - 2, cap.width() - 3, 1))
    painter.restore()
    draw_text(
        painter,
        cap.adjusted(0, 0, 0, -1),
        text,
        look.mono(10.5),
        ink,
        Qt.AlignmentFlag.AlignHCenter,
        elide=False,
    )


class KeyCap(Themed, QWidget):
    """Show the keys of a shortcut as a cap."""

    def __init__(self, keys: QKeySequence | str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._text = key_text(keys)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(self._text)
        self.follow_theme()

    def text(self) -> str:
        """Return what stands on the cap."""
        return self._text

    def set_keys(self, keys: QKeySequence | str) -> None:
        """Show other keys."""
        self._text = key_text(keys)
        self.setAccessibleName(self._text)
        self.restyle()

    def sizeHint(self) -> QSize:
        """Return the size of the cap."""
        return keycap_size(self._text)

    minimumSizeHint = sizeHint

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the cap."""
        painter = QPainter(self)
        paint_keycap(painter, QRectF(self.rect()), self._text, self.colours.text2)
        painter.end()
