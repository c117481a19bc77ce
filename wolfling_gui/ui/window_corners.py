"""Hold what stands at both ends of the menu bar: the program's mark and name, and which battle is open."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtWidgets import QApplication, QHBoxLayout, QMenuBar, QWidget

from wolfling_gui.ui.icons import icon
from wolfling_gui.ui.theme import theme
from wolfling_gui.ui.widgets import TextLabel


class MenuCorners:
    """Show the brand at the left of a menu bar, and a line of words at its right."""

    def __init__(self, bar: QMenuBar) -> None:
        self._bar = bar
        brand = QWidget()
        row = QHBoxLayout(brand)
        row.setContentsMargins(12, 0, 6, 0)
        row.setSpacing(8)
        self._mark = TextLabel("")
        row.addWidget(self._mark)
        row.addWidget(TextLabel("Wolfling", "row_title"))
        bar.setCornerWidget(brand, Qt.Corner.TopLeftCorner)
        aside = QWidget()
        line = QHBoxLayout(aside)
        line.setContentsMargins(8, 0, 12, 0)
        self._aside = TextLabel("", "small", "text2")
        line.addWidget(self._aside)
        bar.setCornerWidget(aside, Qt.Corner.TopRightCorner)
        # The menu bar does not keep them alive for Python.
        self._corners = (brand, aside)
        self._paint_mark()

    def _paint_mark(self) -> None:
        self._mark.setPixmap(icon("fox", "accent").pixmap(QSize(16, 16)))

    def say(self, text: str) -> None:
        """Say which battle is open."""
        self._aside.setText(text)
        self._fit()

    def wear_theme(self) -> None:
        """Take colours and sizes of another theme."""
        self._paint_mark()
        self._fit()

    def _fit(self) -> None:
        """Let the menu bar make room for both."""
        for corner in self._corners:
            corner.setFixedHeight(theme().px(29))
            corner.setFixedWidth(corner.sizeHint().width())
        self._bar.adjustSize()
        QApplication.sendEvent(self._bar, QEvent(QEvent.Type.LayoutRequest))
