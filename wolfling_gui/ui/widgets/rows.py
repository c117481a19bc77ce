"""The list model every list of rows is shown by: the row itself, what it says, and its tooltip."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Generic, TypeAlias, TypeVar

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, Qt

Index: TypeAlias = "QModelIndex | QPersistentModelIndex"
Row = TypeVar("Row")

ROW: Final = Qt.ItemDataRole.UserRole
"""The role under which a delegate gets the row itself."""


class RowsModel(QAbstractListModel, Generic[Row]):
    """Hold the rows of a list; subclasses say them in words."""

    def __init__(self) -> None:
        super().__init__()
        self.rows: Sequence[Row] = ()

    def set_rows(self, rows: Sequence[Row]) -> None:
        """Show other rows; where the same things stand in the same order only changed rows are announced."""
        if [self.key(row) for row in rows] != [self.key(row) for row in self.rows]:
            self.beginResetModel()
            self.rows = rows
            self.endResetModel()
            return
        before, self.rows = self.rows, rows
        for number, (old, new) in enumerate(zip(before, rows, strict=True)):
            if old != new:
                self.dataChanged.emit(self.index(number), self.index(number))

    def key(self, row: Row) -> object:
        """Return what makes a row the same row after a change: by default all of it."""
        return row

    def words(self, row: Row) -> str:
        """Return what a row says, to those who read it and to screen readers."""
        raise NotImplementedError

    def tip(self, row: Row) -> str | None:
        """Return a row's tooltip, if it has one."""
        return None

    def rowCount(self, parent: Index | None = None) -> int:
        """Count the rows."""
        return 0 if parent is not None and parent.isValid() else len(self.rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return a row itself, its words, or its tooltip."""
        if not 0 <= index.row() < len(self.rows):
            return None
        row = self.rows[index.row()]
        if role == ROW:
            return row
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return self.words(row)
        return self.tip(row) if role == Qt.ItemDataRole.ToolTipRole else None
