"""Show the battle's log: what happened, by which rules; look at a moment, go back to it, open its rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import (
    QEvent,
    QModelIndex,
    QPersistentModelIndex,
    QRectF,
    QSize,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QListView,
    QMenu,
    QStackedLayout,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from wolfling_gui.ui.desk import Desk
from wolfling_gui.ui.icons import icon
from wolfling_gui.ui.panels.correct import step_with_dice
from wolfling_gui.ui.panels.log_tools import BackCard, Filter, LogTools
from wolfling_gui.ui.theme import theme
from wolfling_gui.ui.widgets import (
    IconButton,
    TextLabel,
    chip_size,
    draw_text,
    focus_ring,
    paint_chip,
    paint_plate,
    text_width,
)
from wolfling_gui.ui.widgets.rows import ROW, RowsModel

if TYPE_CHECKING:
    from wolfling_gui.session.log import LogBook, LogRow
    from wolfling_gui.session.session import Session

HEIGHT = 23
EDGE = 12
MOST_CHIPS = 3


def passes(row: LogRow, kind: Filter, text: str) -> bool:
    """Tell whether a row is shown under a filter and a search text."""
    if kind == "dice" and not row.faces:
        return False
    if kind == "refused" and row.mark != "refused":
        return False
    if kind == "overruled" and row.mark not in ("overruled", "corrected") and row.kind != "agreed":
        return False
    if not text:
        return True
    whole = " ".join((row.number, row.side_name, row.text, *row.rules)).casefold()
    return all(word in whole for word in text.casefold().split())


class LogModel(RowsModel["LogRow"]):
    """Hold the rows shown; rows added at the end leave the others alone."""

    def set_rows(self, rows: Sequence[LogRow]) -> None:
        """Show other rows."""
        kept = len(self.rows)
        if len(rows) <= kept or rows[:kept] != self.rows:
            super().set_rows(rows)
            return
        self.beginInsertRows(QModelIndex(), kept, len(rows) - 1)
        self.rows = rows
        self.endInsertRows()

    def words(self, row: LogRow) -> str:
        """Return a line with its number, side and rules."""
        return " ".join(part for part in (row.number, row.side_name, row.text, *row.rules) if part)

    def tip(self, row: LogRow) -> str:
        """Return the whole line with its explanation."""
        return "\n".join(part for part in (row.text, row.explained, row.luck) if part)


class LogDelegate(QStyledItemDelegate):
    """Paint a row of the log: number, side, mark, text, and the rules as chips.

    With `shows_luck` what dice made of what was to be expected stands before the chips. Where rows are
    `still`, no row is marked as pointed or looked at.
    """

    def __init__(self, desk: Desk, parent: QWidget, *, still: bool = False) -> None:
        super().__init__(parent)
        self._desk = desk
        self._still = still
        self.shows_luck = False

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        """Return the height of a row."""
        return QSize(200, theme().px(HEIGHT))

    def chips(self, rect: QRectF, row: LogRow) -> list[tuple[str, QRectF]]:
        """Return the rules of a row with the places of their chips, from the right."""
        look = theme()
        found: list[tuple[str, QRectF]] = []
        x = rect.right() - look.px(EDGE)
        shown = row.rules[:MOST_CHIPS]
        for rule in reversed(shown[-1:] if self.shows_luck else shown):
            size = chip_size(rule)
            x -= size.width()
            if x < rect.x() + rect.width() * 0.45:
                break
            found.append(
                (rule, QRectF(x, rect.center().y() - size.height() / 2, size.width(), size.height()))
            )
            x -= look.px(8)
        return found

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Paint one row."""
        row: LogRow = index.data(ROW)
        look = theme()
        p = look.palette
        rect = QRectF(option.rect)
        painter.save()
        looked_at = self._desk.looking_at is not None and self._desk.looking_at == row.step_line
        if self._still:
            painter.fillRect(rect, look.colour("panel"))
        elif looked_at:
            painter.fillRect(rect, look.colour("accentbg"))
            painter.fillRect(QRectF(rect.x(), rect.y(), 3, rect.height()), look.colour("accent"))
        elif option.state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(rect, look.colour("hover"))
        x = rect.x() + look.px(EDGE)
        number = QRectF(x, rect.y(), look.px(38), rect.height())
        draw_text(painter, number, row.number, look.mono(11), p.text3)
        x += look.px(42)
        battle = self._desk.battle
        side = look.px(12)
        if row.side and battle is not None and row.side in {s.id for s in battle.sides}:
            paint_plate(painter, QRectF(x, rect.y(), side, rect.height()), battle.side_index(row.side), p)
        x += side + look.px(8)
        right = rect.right() - look.px(EDGE)
        house = self._desk.rules.catalogue if self._desk.rules is not None else None
        for rule, place in self.chips(rect, row):
            changed = house is not None and rule in house and house.is_house_rule(rule)
            paint_chip(painter, place, rule, p, "house" if changed else "plain")
            right = place.x() - look.px(10)
        font = look.font("small", 12.5)
        if self.shows_luck and row.luck:
            width = text_width(font, row.luck)
            luck = QRectF(right - width, rect.y(), width, rect.height())
            draw_text(painter, luck, row.luck, font, p.text2, elide=False)
            right = luck.x() - look.px(12)
        word = mark_word(self._desk, row)
        if word:
            strong = look.font("row_title", 12.5)
            width = text_width(strong, word)
            ink = p.refused if row.mark == "refused" else p.warning
            draw_text(painter, QRectF(x, rect.y(), width, rect.height()), word, strong, ink)
            x += width + look.px(8)
        draw_text(painter, QRectF(x, rect.y(), right - x, rect.height()), row.text, font, p.text)
        view = option.widget
        if isinstance(view, QListView) and view.hasFocus() and view.currentIndex() == index:
            focus_ring(painter, rect.adjusted(1, 0, -1, 0), 4, p.accent)
        painter.restore()


def mark_word(desk: Desk, row: LogRow) -> str:
    """Return the word of a row's mark, empty where its text says it already."""
    names = {
        "refused": desk.tr("Refused"),
        "corrected": desk.tr("Corrected"),
    }
    return names.get(row.mark, "")


class LogView(QListView):
    """List the log; a click shows that moment, a double click asks to go back to it.

    Where rows are `still` they are only read.
    """

    looked_at = Signal(int)
    back_wanted = Signal(int)
    replay_wanted = Signal(int)
    rule_opened = Signal(str)

    def __init__(self, desk: Desk, parent: QWidget | None = None, *, still: bool = False) -> None:
        super().__init__(parent)
        self._desk = desk
        self.rows = LogModel()
        self.setModel(self.rows)
        self._delegate = LogDelegate(desk, self, still=still)
        self.setItemDelegate(self._delegate)
        self.setUniformItemSizes(True)
        self.setMouseTracking(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setAccessibleName(self.tr("Log"))
        self.setMinimumHeight(theme().px(HEIGHT))
        theme().changed.connect(self.scheduleDelayedItemsLayout)

    def show_luck(self, shown: bool) -> None:
        """Say of each roll what it made of what was to be expected, or leave that out."""
        self._delegate.shows_luck = shown

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Open the rule of a clicked chip, else look at the moment of the row."""
        index = self.indexAt(event.position().toPoint())
        if not index.isValid() or event.button() != Qt.MouseButton.LeftButton:
            super().mouseReleaseEvent(event)
            return
        row: LogRow = index.data(ROW)
        rule = self._rule_at(index, event)
        if rule:
            self.rule_opened.emit(rule)
        else:
            self.looked_at.emit(row.step_line)
        event.accept()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Ask to go back to the moment of the row."""
        index = self.indexAt(event.position().toPoint())
        if index.isValid() and not self._rule_at(index, event):
            self.back_wanted.emit(index.data(ROW).step_line)
        event.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Look at the current row with Space, ask to go back with Enter."""
        index = self.currentIndex()
        if event.key() == Qt.Key.Key_Space and index.isValid():
            self.looked_at.emit(index.data(ROW).step_line)
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and index.isValid():
            self.back_wanted.emit(index.data(ROW).step_line)
        elif event.text().isdigit():
            event.ignore()
        else:
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Offer what can be done with a row; the Menu key offers it for the current one."""
        by_mouse = event.reason() == QContextMenuEvent.Reason.Mouse
        index = self.indexAt(event.pos()) if by_mouse else self.currentIndex()
        if not index.isValid():
            return
        place = event.globalPos() if by_mouse else self.mapToGlobal(self.visualRect(index).bottomLeft())
        menu = self.menu_of(index.data(ROW))
        menu.popup(place)
        event.accept()

    def menu_of(self, row: LogRow) -> QMenu:
        """Return the menu of a row: look at its moment, step on from it, go back to it, save its proof."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        look = menu.addAction(icon("eye"), self.tr("Show this moment"))
        look.triggered.connect(lambda: self.looked_at.emit(row.step_line))
        replay = menu.addAction(icon("replay"), self.tr("Replay from here"))
        replay.triggered.connect(lambda: self.replay_wanted.emit(row.step_line))
        back = menu.addAction(icon("undo"), self.tr("Go back to here…"))
        back.triggered.connect(lambda: self.back_wanted.emit(row.step_line))
        keep = menu.addAction(icon("export"), self.tr("Save as proof card…"))
        keep.setEnabled(bool(row.refusal or row.step_line))
        keep.triggered.connect(lambda: self._desk.proof_wanted.emit(row))
        return menu

    def viewportEvent(self, event: QEvent) -> bool:
        """Show a hand over chips."""
        if isinstance(event, QMouseEvent) and event.type() == QEvent.Type.MouseMove:
            index = self.indexAt(event.position().toPoint())
            over = index.isValid() and bool(self._rule_at(index, event))
            self.viewport().setCursor(
                Qt.CursorShape.PointingHandCursor if over else Qt.CursorShape.ArrowCursor
            )
        return super().viewportEvent(event)

    def _rule_at(self, index: QModelIndex, event: QMouseEvent) -> str:
        rect = QRectF(self.visualRect(index))
        chips = self._delegate.chips(rect, index.data(ROW))
        return next((rule for rule, place in chips if place.contains(event.position())), "")


class LogPanel(QWidget):
    """Show the log with its filter; in one line where the window is small."""

    rule_opened = Signal(str)
    correct_wanted = Signal()
    counted = Signal(int)
    open_wanted = Signal()

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self._book: LogBook | None = None
        self._session: Session | None = None
        self._all: list[LogRow] = []
        self._card: BackCard | None = None
        self._one_line = False
        self.tools = LogTools()
        self.tools.changed.connect(self.refresh)
        self.view = LogView(desk)
        self._empty = TextLabel(
            self.tr("What happens will be listed here, with its rules."), "body", "text3", wrap=True
        )
        self._empty.setContentsMargins(12, 12, 12, 12)
        self._empty.setAlignment(Qt.AlignmentFlag.AlignTop)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(0)
        self._outer = outer
        line = QWidget()
        row = QHBoxLayout(line)
        row.setContentsMargins(0, 0, 6, 0)
        row.setSpacing(4)
        stack = QWidget()
        self._stack = QStackedLayout(stack)
        self._stack.addWidget(self._empty)
        self._stack.addWidget(self.view)
        row.addWidget(stack, 1)
        self.open = IconButton(
            "chevron_up", self.tr("Open the log"), self.tr("Shows all rows of the log."), "Ctrl+L", side=24
        )
        self.open.clicked.connect(self.open_wanted)
        self.open.hide()
        row.addWidget(self.open)
        outer.addWidget(line, 1)
        self.setFocusProxy(self.view)
        self.view.rule_opened.connect(self.rule_opened)
        self.view.looked_at.connect(self._look)
        self.view.back_wanted.connect(self.ask_back)
        self._end = QTimer(self)
        self._end.setSingleShot(True)
        self._end.setInterval(0)
        self._end.timeout.connect(self.view.scrollToBottom)
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self._later.setInterval(0)
        self._later.timeout.connect(self.refresh)
        desk.session_changed.connect(self._later.start)
        desk.battle_changed.connect(self._later.start)
        theme().changed.connect(self._keep_in_view)
        self.refresh()

    def set_one_line(self, one_line: bool) -> None:
        """Show only the newest row, with a button that opens the rest."""
        self._one_line = one_line
        self.open.setVisible(one_line)
        policy = Qt.ScrollBarPolicy.ScrollBarAlwaysOff if one_line else Qt.ScrollBarPolicy.ScrollBarAsNeeded
        self.view.setVerticalScrollBarPolicy(policy)
        self._empty.setContentsMargins(12, 0 if one_line else 12, 12, 0)
        middle = Qt.AlignmentFlag.AlignVCenter if one_line else Qt.AlignmentFlag.AlignTop
        self._empty.setAlignment(middle)
        self._empty.setWordWrap(not one_line)
        self.view.rows.set_rows([])
        self.refresh()

    def minimumSizeHint(self) -> QSize:
        """Return the least size: one row."""
        return QSize(200, theme().px(HEIGHT + 9))

    def refresh(self) -> None:
        """Show the rows that pass the filter, the newest in view."""
        session = self._desk.session
        if session is None:
            self._book = None
            self._session = None
            self._all = []
            self.view.rows.set_rows([])
            self._stack.setCurrentWidget(self._empty)
            self.counted.emit(0)
            return
        if session is not self._session:
            from wolfling_gui.session.log import LogBook

            self._session = session
            self._book = LogBook(session.battle_after, session.rules.catalogue, session.header.agreed)
            self._drop_card()
        assert self._book is not None
        rows = self._all = self._book.rows(session.recorder.history)
        self.counted.emit(len(rows))
        kind, text = ("all", "") if self._one_line else self.tools.wanted()
        shown = [row for row in rows if passes(row, kind, text)]  # type: ignore[arg-type]
        self.view.show_luck(kind == "dice")
        if self._one_line:
            shown = self._one_of(shown)
        before = self.view.rows.rows
        self.view.rows.set_rows(shown)
        if not shown and rows and not self._one_line:
            self._empty.setText(self.tr("No row passes the filter."))
        else:
            self._empty.setText(
                self.tr("Nothing has happened yet.")
                if self._one_line
                else self.tr("What happens will be listed here, with its rules.")
            )
        self._stack.setCurrentWidget(self.view if shown else self._empty)
        if shown != before and not self._desk.looking_back:
            self._end.start()
        self._show_moment(shown)
        self.view.viewport().update()

    def _show_moment(self, shown: Sequence[LogRow]) -> None:
        """Bring the rows of the moment looked at into view."""
        line = self._desk.looking_at
        numbers = [number for number, row in enumerate(shown) if line and row.step_line == line]
        for number in (*numbers[-1:], *numbers[:1]):
            self.view.scrollTo(self.view.rows.index(number))
        if line == 0:
            # What comes of the battle is not told to those who watch its beginning.
            self._end.stop()
            self.view.scrollToTop()

    def _keep_in_view(self) -> None:
        """Bring the rows wanted into view again where rows of another height have moved them."""
        self.view.doItemsLayout()
        if self._desk.looking_back:
            self._show_moment(self.view.rows.rows)
        else:
            self._end.start()

    def _one_of(self, shown: Sequence[LogRow]) -> list[LogRow]:
        """Return the one row for a log of one line: of the moment looked at, else the newest."""
        line = self._desk.looking_at
        if line is None:
            return list(shown[-1:])
        here = [row for row in shown if row.step_line == line]
        return here[:1] or [row for row in shown if row.step_line < line][-1:]

    def rows_of(self, line: int) -> list[LogRow]:
        """Return the rows of one step, by the step's line, whatever the filter shows."""
        return [row for row in self._all if row.step_line == line and not row.refusal]

    def _look(self, line: int) -> None:
        self._desk.look_at(None if self._desk.looking_at == line else line)

    def ask_back(self, line: int) -> None:
        """Say what going back to a step would take away, and ask."""
        session = self._desk.session
        if session is None:
            return
        lines = [0, *(step.line for step in session.steps)]
        if line not in lines:
            return
        away = len(lines) - 1 - lines.index(line)
        self._drop_card()
        if not away and session.resolution is None:
            self._desk.look_at(None)
            return
        self._desk.look_at(line)
        self._card = BackCard(away, step_with_dice(self._desk) is not None)
        self._card.agreed.connect(lambda: self._go_back(line))
        self._card.correct_wanted.connect(self._correct)
        self._card.put_aside.connect(self.step_back)
        self._outer.addWidget(self._card)
        self._card.go.setFocus(Qt.FocusReason.OtherFocusReason)

    @property
    def asks_back(self) -> bool:
        """Tell whether it asks to go back."""
        return self._card is not None

    def step_back(self) -> bool:
        """Put the question to go back aside, as Esc does; tells whether there was one."""
        if self._card is None:
            return False
        self._drop_card()
        self._desk.look_at(None)
        return True

    def _correct(self) -> None:
        """Leave the moment in view and have its dice shown."""
        self._drop_card()
        self.correct_wanted.emit()

    def _go_back(self, line: int) -> None:
        self._drop_card()
        self._desk.look_at(None)
        self._desk.go_to(line)

    def _drop_card(self) -> None:
        card, self._card = self._card, None
        if card is not None:
            card.hide()
            card.setParent(None)
            card.deleteLater()
