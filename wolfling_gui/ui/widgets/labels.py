"""Write text in the roles and colours of the theme."""

from __future__ import annotations

import re
from typing import Final

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QWidget

from wolfling_gui.ui.theme import Role, theme
from wolfling_gui.ui.widgets.base import Themed, draw_text, repolish, text_width

BREAK: Final = "\u200b"
"""A place without width at which a line may end."""
_LONG_WORD: Final = re.compile(r"\S{20,}")
PIECE: Final = 10
"""A word too long for a narrow panel may be broken after so many letters."""


def breakable(text: str) -> str:
    """Return a text whose long words may be broken, so that no name makes a panel wider."""
    return _LONG_WORD.sub(lambda word: BREAK.join(re.findall(f".{{1,{PIECE}}}", word[0])), text)


def set_tone(label: QWidget, tone: str) -> None:
    """Colour a label by a palette token: ``text`` … ``warning``, ``side0`` … ``side3``."""
    theme().colour(tone)
    if label.property("tone") != tone:
        label.setProperty("tone", tone)
        repolish(label)


class TextLabel(Themed, QLabel):
    """Show text in a type role and a colour token; ``wrap`` breaks it into lines, and long words too."""

    def __init__(
        self,
        text: str = "",
        role: Role = "body",
        tone: str = "text",
        wrap: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._role: Role = role
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(wrap)
        self.setText(text)
        set_tone(self, tone)
        self.follow_theme()

    def setText(self, text: str) -> None:
        """Show another text."""
        super().setText(breakable(text) if self.wordWrap() else text)

    def text(self) -> str:
        """Return the text as it was given."""
        return super().text().replace(BREAK, "")

    def set_tone(self, tone: str) -> None:
        """Colour the text by another token."""
        set_tone(self, tone)

    def set_role(self, role: Role) -> None:
        """Write the text in another type role."""
        self._role = role
        self.restyle()

    def restyle(self) -> None:
        """Take font and line height of the role."""
        self.setFont(self.look.font(self._role))
        self.setMinimumHeight(self.look.line(self._role))
        super().restyle()


class SectionHead(TextLabel):
    """Show the head of a section, in capitals."""

    def __init__(self, text: str = "", parent: QWidget | None = None) -> None:
        super().__init__(text, "section_head", "text3", parent=parent)


class ProblemLine(TextLabel):
    """Say what is wrong; without anything it takes no room."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("", "small", "refused", wrap=True, parent=parent)
        self.hide()

    def say(self, text: str) -> None:
        """Say what is wrong, empty for nothing."""
        self.setText(text)
        self.setVisible(bool(text))


def head_row(title: str, *beside: QWidget) -> QHBoxLayout:
    """Return a row with the head of a section at its left and other widgets at its right."""
    row = QHBoxLayout()
    row.addWidget(SectionHead(title))
    row.addStretch(1)
    for widget in beside:
        row.addWidget(widget)
    return row


class ElidedLabel(Themed, QWidget):
    """Show one line of text that ends in "…" where room is short; the whole text is its tooltip then.

    About ``least`` letters of it are always shown.
    """

    def __init__(
        self,
        text: str = "",
        role: Role = "body",
        tone: str = "text",
        parent: QWidget | None = None,
        least: int = 4,
    ) -> None:
        super().__init__(parent)
        self._text = text
        self._least = least
        self._role: Role = role
        self._tone = tone
        self._tip = ""
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(text)
        self.follow_theme()

    def text(self) -> str:
        """Return the whole text."""
        return self._text

    def set_text(self, text: str) -> None:
        """Show another text."""
        self._text = text
        self.setAccessibleName(text)
        self._tell()
        self.restyle()

    def set_tone(self, tone: str) -> None:
        """Colour the text by another token."""
        theme().colour(tone)
        self._tone = tone
        self.update()

    def set_tip(self, tip: str) -> None:
        """Say more in the tooltip."""
        self._tip = tip
        self._tell()

    def is_cut(self) -> bool:
        """Tell whether the text does not fit."""
        return self.width() < text_width(self.look.font(self._role), self._text)

    def sizeHint(self) -> QSize:
        """Return the size that shows the whole text."""
        return QSize(text_width(self.look.font(self._role), self._text), self.look.line(self._role))

    def minimumSizeHint(self) -> QSize:
        """Return the least size: a few letters."""
        width = QFontMetricsF(self.look.font(self._role)).averageCharWidth() * self._least
        return QSize(min(round(width), self.sizeHint().width()), self.look.line(self._role))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show the tooltip only while the text is cut."""
        self._tell()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Write the text."""
        painter = QPainter(self)
        draw_text(
            painter, QRectF(self.rect()), self._text, self.look.font(self._role), self.look.colour(self._tone)
        )
        painter.end()

    def _tell(self) -> None:
        said = [self._text] if self.is_cut() else []
        self.setToolTip("\n".join([*said, self._tip] if self._tip else said))
