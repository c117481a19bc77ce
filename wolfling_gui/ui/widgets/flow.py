"""Lay widgets out in rows that wrap."""

from __future__ import annotations

from PySide6.QtCore import QMargins, QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QWidget


class FlowLayout(QLayout):
    """Place items beside each other and go on in the next row where the width ends."""

    def __init__(self, parent: QWidget | None = None, gap: int = 8, row_gap: int | None = None) -> None:
        super().__init__(parent)
        self._items: list[QLayoutItem] = []
        self._gap = gap
        self._row_gap = gap if row_gap is None else row_gap
        self.setContentsMargins(QMargins(0, 0, 0, 0))

    def addItem(self, item: QLayoutItem) -> None:
        """Add an item at the end."""
        self._items.append(item)
        self.invalidate()

    def count(self) -> int:
        """Count the items."""
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        """Return an item, or None beyond the end, as Qt asks."""
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        """Remove and return an item, or None beyond the end."""
        if not 0 <= index < len(self._items):
            return None
        item = self._items.pop(index)
        self.invalidate()
        return item

    def clear(self) -> None:
        """Remove and free every widget."""
        while (item := self.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                # Qt shows added widgets a moment later; without a parent they would come up as windows.
                widget.hide()
                widget.setParent(None)
                widget.deleteLater()

    def expandingDirections(self) -> Qt.Orientation:
        """Want no more room than the rows need."""
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        """Say that the height follows from the width."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Return the height of all rows at a width."""
        return self._place(QRect(0, 0, width, 0), move=False)

    def setGeometry(self, rect: QRect) -> None:
        """Place the items."""
        super().setGeometry(rect)
        self._place(rect, move=True)

    def sizeHint(self) -> QSize:
        """Return the size with everything in one row."""
        margins = self.contentsMargins()
        shown = [item.sizeHint() for item in self._items if not item.isEmpty()]
        width = sum(size.width() for size in shown) + self._gap * max(0, len(shown) - 1)
        height = max((size.height() for size in shown), default=0)
        return QSize(width + margins.left() + margins.right(), height + margins.top() + margins.bottom())

    def minimumSize(self) -> QSize:
        """Return the size of the widest single item."""
        size = QSize()
        for item in self._items:
            size = size.expandedTo(item.minimumSize())
        margins = self.contentsMargins()
        return size + QSize(margins.left() + margins.right(), margins.top() + margins.bottom())

    def _place(self, rect: QRect, move: bool) -> int:
        margins = self.contentsMargins()
        area = rect.marginsRemoved(margins)
        x, y, height = area.x(), area.y(), 0
        row: list[tuple[QLayoutItem, int, QSize]] = []

        def settle() -> None:
            # Items of one row share its middle line.
            for item, left, size in row:
                item.setGeometry(QRect(QPoint(left, y + (height - size.height()) // 2), size))

        for item in self._items:
            if item.isEmpty():
                continue
            size = item.sizeHint()
            if row and x + size.width() > area.x() + area.width():
                if move:
                    settle()
                row = []
                x, y = area.x(), y + height + self._row_gap
                height = 0
            if area.width() > 0:
                size.setWidth(min(size.width(), max(area.width(), item.minimumSize().width())))
            row.append((item, x, size))
            height = max(height, size.height())
            x += size.width() + self._gap
        if move:
            settle()
        return y + height - rect.y() + margins.bottom()
