"""Scroll what is higher than its room."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget
from shiboken6 import isValid


class UprightArea(QScrollArea):
    """Scroll a widget up and down, never sideways; it has no frame, and Tab passes it by."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def bring_into_view(self, widget: QWidget) -> None:
        """Scroll to a widget that was just added, once it has its place; of a high one to its top."""

        def scroll() -> None:
            if not isValid(self):
                # A widget taken out meanwhile can outlive the area.
                return
            high = widget.height() > self.viewport().height()
            self.ensureWidgetVisible(widget)
            body = self.widget()
            if high and body is not None:
                self.verticalScrollBar().setValue(widget.mapTo(body, QPoint(0, 0)).y())

        QTimer.singleShot(0, widget, scroll)
