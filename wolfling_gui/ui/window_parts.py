"""Hold two parts of the window's frame: the strip of tools, and titles of panels that fold."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QDockWidget, QToolBar, QWidget

from wolfling_gui.ui.panels.bar import ToolStrip
from wolfling_gui.ui.widgets import DockTitle


class StripBar(QToolBar):
    """Hold the strip of tools over the whole width; Qt's own layout would cut it."""

    def __init__(self, title: str, strip: ToolStrip) -> None:
        super().__init__(title)
        self._strip = strip
        strip.setParent(self)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Place the strip in the middle of the height."""
        super().resizeEvent(event)
        height = self._strip.sizeHint().height()
        self._strip.setGeometry(8, (self.height() - 1 - height) // 2, self.width() - 16, height)


class FoldingTitle(DockTitle):
    """Show a dock's title, or take no room at all."""

    def __init__(self, title: str, dock: QDockWidget) -> None:
        self._folded = False
        super().__init__(title, dock)

    def fold(self, folded: bool) -> None:
        """Take no room, or come back."""
        self._folded = folded
        for child in self.findChildren(QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly):
            child.setVisible(not folded and not child.property("put_away"))
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        """Return the size of the title, nothing when it is folded."""
        return QSize(0, 0) if self._folded else super().sizeHint()

    def minimumSizeHint(self) -> QSize:
        """Return the least size, nothing when it is folded."""
        return QSize(0, 0) if self._folded else super().minimumSizeHint()
