"""List scenarios with a small picture of their map, to choose one of them."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRectF,
    QSize,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from wolfling_gui.ui.panels.welcome import Starter
from wolfling_gui.ui.theme import theme
from wolfling_gui.ui.widgets import box, draw_text
from wolfling_gui.ui.widgets.rows import ROW

HEIGHT = 66
PICTURE = QSize(78, 54)


class ScenarioModel(QAbstractListModel):
    """Hold the scenarios and the pictures made of them so far."""

    def __init__(self) -> None:
        super().__init__()
        self.rows: list[Starter] = []
        self.pictures: dict[Path, QImage] = {}

    def add(self, starter: Starter) -> int:
        """Add a scenario at the end, or replace the one of the same file; returns its row."""
        for number, row in enumerate(self.rows):
            if row.path == starter.path:
                self.rows[number] = starter
                self.dataChanged.emit(self.index(number), self.index(number))
                return number
        self.beginInsertRows(QModelIndex(), len(self.rows), len(self.rows))
        self.rows.append(starter)
        self.endInsertRows()
        return len(self.rows) - 1

    def set_picture(self, path: Path, picture: QImage) -> None:
        """Show another picture of a scenario's map."""
        self.pictures[path] = picture
        for number, row in enumerate(self.rows):
            if row.path == path:
                self.dataChanged.emit(self.index(number), self.index(number))

    def rowCount(self, parent: QModelIndex | QPersistentModelIndex | None = None) -> int:
        """Count the scenarios."""
        return 0 if parent is not None and parent.isValid() else len(self.rows)

    def data(
        self, index: QModelIndex | QPersistentModelIndex, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        """Return the title, what screen readers say, or the row itself."""
        if not index.isValid():
            return None
        row = self.rows[index.row()]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return row.title
            case Qt.ItemDataRole.AccessibleDescriptionRole | Qt.ItemDataRole.ToolTipRole:
                return row.note
            case _:
                return row if role == ROW else None


class ScenarioDelegate(QStyledItemDelegate):
    """Paint a scenario: its map, its title, and what it is."""

    def __init__(self, model: ScenarioModel, parent: QObject) -> None:
        super().__init__(parent)
        self._model = model

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        """Return the height of a row."""
        return QSize(theme().px(120), theme().px(HEIGHT))

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        """Paint the row."""
        look, p = theme(), theme().palette
        row: Starter = index.data(ROW)
        rect = QRectF(option.rect).adjusted(2, 1, -2, -1)
        state = option.state
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if state & QStyle.StateFlag.State_Selected:
            painter.fillRect(rect, look.colour("accentbg"))
            painter.fillRect(QRectF(rect.left(), rect.top(), 3, rect.height()), look.colour("accent"))
        elif state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(rect, look.colour("hover"))
        wide, high = look.px(PICTURE.width()), look.px(PICTURE.height())
        frame = QRectF(rect.left() + 10, rect.top() + (rect.height() - high) / 2, wide, high)
        box(painter, frame, 4, p.mat, p.line2)
        picture = self._model.pictures.get(row.path)
        if picture is not None and not picture.isNull():
            place = QRectF(0, 0, picture.width(), picture.height())
            scale = min((frame.width() - 4) / place.width(), (frame.height() - 4) / place.height())
            place.setSize(place.size() * scale)
            place.moveCenter(frame.center())
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            painter.drawImage(place, picture)
        x = frame.right() + 10
        room = rect.right() - 8 - x
        middle = rect.center().y()
        above = QRectF(x, middle - look.px(19), room, look.px(19))
        draw_text(painter, above, row.title, look.font("row_title"), p.text)
        below = QRectF(x, middle + 1, room, look.px(17))
        draw_text(painter, below, row.note, look.font("small"), p.text3)
        painter.restore()


class ScenarioList(QListView):
    """Choose a scenario; `picked(path)` follows the choice. Pictures are drawn one by one when it stands."""

    picked = Signal(Path)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.scenarios = ScenarioModel()
        self.setModel(self.scenarios)
        self.setItemDelegate(ScenarioDelegate(self.scenarios, self))
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setMouseTracking(True)
        self.setAccessibleName(self.tr("Scenarios"))
        self._waiting: list[Path] = []
        self._draw = QTimer(self)
        self._draw.setSingleShot(True)
        self._draw.setInterval(0)
        self._draw.timeout.connect(self._draw_next)
        self.selectionModel().currentChanged.connect(self._tell)
        theme().changed.connect(self._redraw)

    def show_scenarios(self, listed: Iterable[Starter]) -> None:
        """Add scenarios to the list."""
        for starter in listed:
            self.scenarios.add(starter)
            self._waiting.append(starter.path)
        self._draw.start()

    def count(self) -> int:
        """Count the scenarios."""
        return len(self.scenarios.rows)

    def path(self) -> Path | None:
        """Return the file of the scenario chosen, or None."""
        index = self.currentIndex()
        return self.scenarios.rows[index.row()].path if index.isValid() else None

    def choose(self, starter: Starter) -> None:
        """Choose a scenario, adding it when it is not in the list."""
        row = self.scenarios.add(starter)
        self._waiting.append(starter.path)
        self._draw.start()
        self.setCurrentIndex(self.scenarios.index(row))
        self.scrollTo(self.currentIndex())

    def _tell(self) -> None:
        path = self.path()
        if path is not None:
            self.picked.emit(path)

    def _redraw(self) -> None:
        self._waiting = [row.path for row in self.scenarios.rows]
        self.scheduleDelayedItemsLayout()
        self._draw.start()

    def _draw_next(self) -> None:
        from wolfling_gui.ui.opening import map_picture_of

        if not self._waiting:
            return
        path = self._waiting.pop(0)
        picture = map_picture_of(path, self.devicePixelRatioF())
        if picture is not None:
            self.scenarios.set_picture(path, picture)
        if self._waiting:
            self._draw.start()
