"""Hold things: cards on a panel or on the map, and the title bars of docks."""

from __future__ import annotations

from typing import Literal

from PySide6.QtCore import QCoreApplication, QRectF, QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QDockWidget, QFrame, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from wolfling_gui.ui.widgets.base import Themed, repolish
from wolfling_gui.ui.widgets.buttons import IconButton
from wolfling_gui.ui.widgets.labels import ElidedLabel

CardLook = Literal["true", "map", "bare", "refused", "warning", "legal"]


class Card(Themed, QFrame):
    """Hold widgets on a lighter ground with a border; the border tells a verdict if there is one."""

    def __init__(self, look: CardLook = "true", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._box = QVBoxLayout(self)
        self._box.setContentsMargins(12, 12, 12, 12)
        self._box.setSpacing(8)
        self.set_look(look)
        self.follow_theme()

    def content(self) -> QVBoxLayout:
        """Return the layout to put widgets into."""
        return self._box

    def set_look(self, look: CardLook) -> None:
        """Draw the card plain ("true"), as on the map, without ground and edge, or in a verdict's colour."""
        self.setProperty("card", look)
        repolish(self)


class Hairline(QFrame):
    """Separate two parts by a line of one pixel."""

    def __init__(self, vertical: bool = False, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("line", "vertical" if vertical else "horizontal")
        self.setMinimumSize(1, 1)
        policy = QSizePolicy.Policy
        self.setSizePolicy(
            policy.Fixed if vertical else policy.Expanding, policy.Expanding if vertical else policy.Fixed
        )


class DockTitle(Themed, QWidget):
    """Show the title bar of a dock, 32 pixels high, with its own tools and the one that floats it.

    Qt takes the height of a dock's title from ``sizeHint`` alone, so that is where it comes from.
    """

    HEIGHT = 32

    def __init__(self, title: str, dock: QDockWidget | None = None, parent: QWidget | None = None) -> None:
        super().__init__(parent if parent is not None else dock)
        self._dock = dock
        self._title = ElidedLabel(title, "row_title", "text2")
        self._tools = QHBoxLayout()
        self._tools.setSpacing(4)
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 0, 8, 0)
        row.setSpacing(8)
        row.addWidget(self._title)
        self._note = ElidedLabel("", "body", "text3")
        self._note.hide()
        row.addWidget(self._note)
        row.addStretch(1)
        row.addLayout(self._tools)
        self.setAccessibleName(title)
        if dock is not None:
            self._float = self.add_tool(
                "float",
                QCoreApplication.translate("DockTitle", "Float"),
                QCoreApplication.translate(
                    "DockTitle", "Takes the panel out of the window, or puts it back."
                ),
            )
            self._float.clicked.connect(self._toggle_floating)
        self.follow_theme()

    def title(self) -> str:
        """Return the title."""
        return self._title.text()

    def set_title(self, title: str) -> None:
        """Show another title."""
        self._title.set_text(title)
        self.setAccessibleName(title)

    def set_note(self, note: str) -> None:
        """Show a short note beside the title, such as the number of entries."""
        self._note.set_text(note)
        self._note.setVisible(bool(note))

    def add_tool(self, icon_name: str, name: str, what: str) -> IconButton:
        """Add a tool left of the floating one and return it."""
        tool = IconButton(icon_name, name, what, side=24, token="text3")
        self._tools.insertWidget(max(0, self._tools.count() - (1 if hasattr(self, "_float") else 0)), tool)
        return tool

    def add_widget(self, widget: QWidget) -> None:
        """Add any small widget, such as a filter, left of the tools."""
        self._tools.insertWidget(0, widget)

    def sizeHint(self) -> QSize:
        """Return the size, whose height Qt takes for the title bar."""
        return QSize(super().sizeHint().width(), self.look.px(self.HEIGHT))

    def minimumSizeHint(self) -> QSize:
        """Return the least size, of the same height."""
        return QSize(super().minimumSizeHint().width(), self.look.px(self.HEIGHT))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the ground and the line under it."""
        painter = QPainter(self)
        rect = QRectF(self.rect())
        painter.fillRect(rect, self.look.colour("panel"))
        painter.fillRect(QRectF(0, rect.height() - 1, rect.width(), 1), self.look.colour("line"))
        painter.end()

    def _toggle_floating(self) -> None:
        if (
            self._dock is not None
            and self._dock.features() & QDockWidget.DockWidgetFeature.DockWidgetFloatable
        ):
            self._dock.setFloating(not self._dock.isFloating())
