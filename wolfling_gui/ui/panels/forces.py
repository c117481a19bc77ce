"""Show both forces with their units, and the profile and score below them."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from wolfling_gui.core.actions import Adjust, Change
from wolfling_gui.core.battle import Battle
from wolfling_gui.rules.classic.scoring import counts_objectives
from wolfling_gui.session.sentences.forms import isolated
from wolfling_gui.ui import words
from wolfling_gui.ui.desk import Desk
from wolfling_gui.ui.icons import paint_icon
from wolfling_gui.ui.panels.discard import clear
from wolfling_gui.ui.panels.forces_model import ROW, ForceRow, ForcesModel, rows_of
from wolfling_gui.ui.panels.objective_list import ObjectiveList
from wolfling_gui.ui.panels.profile import ProfileBlock
from wolfling_gui.ui.panels.states import StatesBlock
from wolfling_gui.ui.theme import theme
from wolfling_gui.ui.widgets import (
    ElidedLabel,
    Hairline,
    MarkKind,
    SidePlate,
    TextLabel,
    box,
    draw_text,
    focus_ring,
    head_row,
    paint_mark,
    paint_plate,
    paint_pool,
    text_width,
)

HEIGHTS = {"side": 34, "unit": 44, "line": 22}
PAD = 12


class ForcesDelegate(QStyledItemDelegate):
    """Paint the rows of the forces."""

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        """Return the height of a row by its kind."""
        row: ForceRow = index.data(ROW)
        return QSize(120, theme().px(HEIGHTS[row.kind]))

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Paint one row."""
        row: ForceRow = index.data(ROW)
        rect = QRectF(option.rect)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        view = option.widget
        hovered = bool(option.state & QStyle.StateFlag.State_MouseOver)
        chosen = isinstance(view, ForcesView) and view.chosen_unit == row.id and row.kind != "side"
        p = theme().palette
        if chosen:
            painter.fillRect(rect, theme().colour("accentbg"))
            painter.fillRect(QRectF(rect.x(), rect.y(), 3, rect.height()), theme().colour("accent"))
        elif hovered and row.kind != "side":
            painter.fillRect(rect, theme().colour("hover"))
        if row.kind == "side":
            self._side(painter, rect, row)
        elif row.kind == "unit":
            self._unit(painter, rect, row)
        else:
            self._line(painter, rect, row)
        focused = isinstance(view, ForcesView) and view.hasFocus() and view.currentIndex() == index
        if focused and row.kind != "side":
            focus_ring(painter, rect.adjusted(1, 1, -1, -1), 4, p.accent)
        painter.restore()

    def _side(self, painter: QPainter, rect: QRectF, row: ForceRow) -> None:
        look = theme()
        p = look.palette
        side = look.px(16)
        paint_plate(painter, QRectF(rect.x() + PAD, rect.y(), side, rect.height()), row.side, p)
        left = rect.x() + PAD + side + look.px(8)
        note_font = look.font("small", 11.5)
        name_font = look.font("card_title")
        right = rect.right() - PAD
        wide = min(text_width(name_font, row.name), int((right - left) * 0.6))
        draw_text(
            painter, QRectF(left, rect.y(), wide, rect.height()), row.name, name_font, p.side(row.side).full
        )
        note = min(text_width(note_font, row.note), int(right - left - wide - look.px(8)))
        draw_text(painter, QRectF(right - note, rect.y(), note, rect.height()), row.note, note_font, p.text3)

    def _unit(self, painter: QPainter, rect: QRectF, row: ForceRow) -> None:
        look = theme()
        p = look.palette
        ink = p.text3 if row.gone else p.text
        chevron = QRectF(rect.x() + look.px(6), rect.y(), look.px(14), rect.height())
        if not row.gone:
            paint_icon(painter, chevron, "chevron_down" if row.opened else "chevron_right", p.text3)
        left = rect.x() + look.px(26)
        right = self._badges(painter, rect, row)
        font = look.font("row_title")
        top = rect.y() + look.px(5)
        line = look.line("row_title")
        mark = look.px(14)
        room = right - left - (mark + look.px(6)) * (bool(row.mark) + bool(row.scores))
        width = min(room, text_width(font, row.name))
        draw_text(painter, QRectF(left, top, width, line), row.name, font, ink)
        if row.mark is not None:
            spot = QRectF(left + width + look.px(6), top + (line - mark) / 2, mark, mark)
            paint_mark(painter, spot, row.mark, p)
            width += mark + look.px(6)
        if row.scores and not row.gone:
            spot = QRectF(left + width + look.px(6), top + (line - mark) / 2, mark, mark)
            paint_icon(painter, spot, "objective", p.text3)
        below = QRectF(left, top + line, right - left, look.line("small"))
        used = paint_pool(painter, below, row.pool, row.side, p) if not row.gone else 0
        below.setLeft(left + used + (look.px(6) if used else 0))
        draw_text(painter, below, row.note, look.font("small"), p.text3 if row.gone else p.text2)

    def _badges(self, painter: QPainter, rect: QRectF, row: ForceRow) -> float:
        """Paint up to two statuses at the right and return where they begin."""
        look = theme()
        side = look.px(18)
        x = rect.right() - PAD
        if len(row.statuses) > 2:
            more = f"+{len(row.statuses) - 2}"
            font = look.font("caption")
            width = text_width(font, more)
            draw_text(
                painter, QRectF(x - width, rect.y(), width, rect.height()), more, font, look.palette.text2
            )
            x -= width + look.px(4)
        for status in reversed(row.statuses[:2]):
            x -= side
            place = QRectF(x, rect.center().y() - side / 2, side, side)
            box(painter, place, 4, look.palette.raised, None)
            inner = place.adjusted(2, 2, -2, -2)
            paint_icon(painter, inner, status, look.palette.text2)
            x -= look.px(4)
        return x

    def _line(self, painter: QPainter, rect: QRectF, row: ForceRow) -> None:
        look = theme()
        font = look.font("small")
        left = rect.x() + look.px(32)
        if row.steps:
            self._steps(painter, rect, row)
            name = min(text_width(font, row.name), int(rect.width() * 0.45))
            draw_text(
                painter, QRectF(left, rect.y(), name, rect.height()), row.name, font, look.palette.text2
            )
            after = left + name + look.px(8)
            end = step_rects(rect)[0].x() - look.px(6)
            note_at = QRectF(after, rect.y(), end - after, rect.height())
            draw_text(painter, note_at, row.note, font, look.palette.text3)
            return
        note = text_width(font, row.note)
        right = rect.right() - PAD
        room = QRectF(left, rect.y(), right - note - 8 - left, rect.height())
        draw_text(painter, room, row.name, font, look.palette.text2)
        draw_text(
            painter,
            QRectF(right - note, rect.y(), note, rect.height()),
            row.note,
            font,
            look.palette.text3,
        )

    def _steps(self, painter: QPainter, rect: QRectF, row: ForceRow) -> None:
        """Paint the two buttons that take a wound and give one back."""
        p = theme().palette
        for spot, name, change in zip(step_rects(rect), ("minus", "plus"), (row.less, row.more), strict=True):
            box(painter, spot, 4, p.raised, p.line2)
            ink = p.text2 if change is not None else p.line2
            paint_icon(painter, spot.adjusted(4, 4, -4, -4), name, ink)


def step_rects(rect: QRectF) -> tuple[QRectF, QRectF]:
    """Return where a row's buttons for fewer and for more wounds are."""
    side = theme().px(20)
    top = rect.center().y() - side / 2
    right = rect.right() - PAD
    return QRectF(right - 2 * side - 2, top, side, side), QRectF(right - side, top, side, side)


class ForcesView(QListView):
    """List the forces; a click takes a unit in hand or aims at it, the chevron opens it.

    `stepped(change)` comes from a row's buttons, and from `-` and `+` on the current row.
    """

    stepped = Signal(object)
    unit_chosen = Signal(str)
    models_chosen = Signal(str, tuple)
    open_wanted = Signal(str)
    hovered = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.chosen_unit = ""
        self.rows = ForcesModel()
        self.setModel(self.rows)
        self.setItemDelegate(ForcesDelegate(self))
        self.setMouseTracking(True)
        self.setUniformItemSizes(False)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setMinimumHeight(80)
        self.setAccessibleName(self.tr("Forces"))
        theme().changed.connect(self.scheduleDelayedItemsLayout)

    def show_rows(self, rows: tuple[ForceRow, ...]) -> None:
        """Show other rows; the current one stays current while it is listed."""
        index = self.currentIndex()
        before: ForceRow | None = index.data(ROW) if index.isValid() else None
        self.rows.set_rows(rows)
        if before is not None and not self.currentIndex().isValid():
            at = next((n for n, r in enumerate(rows) if (r.kind, r.id) == (before.kind, before.id)), -1)
            if at < 0:
                at = self.rows.row_of(before.id)
            self.setCurrentIndex(self.rows.index(at))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Take what was clicked; the chevron only opens."""
        index = self.indexAt(event.position().toPoint())
        if not index.isValid() or event.button() != Qt.MouseButton.LeftButton:
            super().mousePressEvent(event)
            return
        row: ForceRow = index.data(ROW)
        self.setCurrentIndex(index)
        at = event.position().x() - self.visualRect(index).x()
        if row.kind == "unit" and at < theme().px(24):
            self.open_wanted.emit(row.id)
        elif row.steps and event.position().x() >= step_rects(QRectF(self.visualRect(index)))[0].x():
            less = step_rects(QRectF(self.visualRect(index)))[0].contains(event.position())
            self._step(row.less if less else row.more)
        else:
            self._take(row)
        event.accept()

    def _step(self, change: Change | None) -> None:
        if change is not None:
            self.stepped.emit(change)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Say which unit is pointed at."""
        super().mouseMoveEvent(event)
        index = self.indexAt(event.position().toPoint())
        row: ForceRow | None = index.data(ROW) if index.isValid() else None
        self.hovered.emit(row.id if row is not None and row.kind != "side" else "")

    def leaveEvent(self, event: QEvent) -> None:
        """Say that no unit is pointed at any more."""
        super().leaveEvent(event)
        self.hovered.emit("")

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Take the current row with Enter or Space, open and shut it with the arrows."""
        index = self.currentIndex()
        row: ForceRow | None = index.data(ROW) if index.isValid() else None
        key = event.key()
        if row is not None and key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self._take(row)
        elif row is not None and row.kind == "unit" and key == Qt.Key.Key_Right and not row.opened:
            self.open_wanted.emit(row.id)
        elif row is not None and row.kind == "unit" and key == Qt.Key.Key_Left and row.opened:
            self.open_wanted.emit("")
        elif row is not None and row.steps and event.text() in ("-", "+"):
            self._step(row.less if event.text() == "-" else row.more)
        elif event.text().isdigit():
            # Digits choose in the guide, wherever the focus is.
            event.ignore()
        else:
            super().keyPressEvent(event)

    def _take(self, row: ForceRow) -> None:
        if row.kind == "unit" and not row.gone:
            self.unit_chosen.emit(row.id)
        elif row.kind == "line":
            self.models_chosen.emit(row.id, row.models)


class ScoreBlock(QWidget):
    """Show the score of every side as it stands now, and who holds or contests each objective."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(PAD, 10, PAD, 10)
        outer.setSpacing(6)
        self._when = TextLabel("", "small", "text3")
        outer.addLayout(head_row(self.tr("Score"), self._when))
        self._row = QHBoxLayout()
        self._row.setSpacing(16)
        outer.addLayout(self._row)
        self.objectives = ObjectiveList()
        outer.addWidget(self.objectives)

    def show_battle(
        self,
        battle: Battle,
        score: Mapping[str, int],
        near: Mapping[str, tuple[str, ...]],
        tips: Mapping[str, str],
    ) -> None:
        """Show a battle's score, and its objectives with the sides near each and their tips (CL-MIS-6)."""
        clear(self._row)
        for number, side in enumerate(battle.sides):
            cell = QWidget()
            line = QHBoxLayout(cell)
            line.setContentsMargins(0, 0, 0, 0)
            line.setSpacing(7)
            line.addWidget(SidePlate(number, side.name))
            points = str(score.get(side.id, 0))
            line.addWidget(TextLabel(points, "card_title"))
            line.addWidget(ElidedLabel(side.name, "small", "text2"), 1)
            cell.setAccessibleName(
                self.tr("%1: %2").replace("%1", isolated(side.name), 1).replace("%2", points, 1)
            )
            self._row.addWidget(cell, 1)
        over, by_hand = battle.clock.over, any(battle.score.values())
        self._when.setText(
            self.tr("final") if over else self.tr("by agreement") if by_hand else self.tr("if it ended now")
        )
        counts = counts_objectives(battle)
        self.objectives.setVisible(counts)
        if counts:
            self.objectives.show_battle(battle, near, tips)


class ForcesPanel(QWidget):
    """Show the forces, the score, and the profile of the selection; `rule_opened(id)` asks for a rule."""

    rule_opened = Signal(str)

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self._opened = ""
        self._companion = False
        self.view = ForcesView()
        self.states = StatesBlock(desk)
        self.score = ScoreBlock()
        self.profile = ProfileBlock()
        self.profile.rule_opened.connect(self.rule_opened)
        self._empty = TextLabel(
            self.tr("No forces yet. A battle brings its forces along."), "body", "text3", wrap=True
        )
        self._empty.setContentsMargins(PAD, PAD, PAD, PAD)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(0)
        outer.addWidget(self._empty)
        outer.addWidget(self.view, 1)
        outer.addWidget(Hairline())
        outer.addWidget(self.states)
        self.states.hide()
        outer.addWidget(self.score)
        outer.addWidget(Hairline())
        outer.addWidget(self.profile)
        self.setFocusProxy(self.view)
        self.view.unit_chosen.connect(self._choose)
        self.view.models_chosen.connect(self._choose_models)
        self.view.open_wanted.connect(self._open)
        self.view.stepped.connect(self._step)
        self.view.hovered.connect(lambda unit: desk.hover("unit", unit) if unit else desk.hover())
        for signal in (
            desk.session_changed, desk.battle_changed, desk.target_changed, desk.tool_changed,
            desk.facts_changed,
        ):  # fmt: skip
            signal.connect(self.refresh)
        desk.selection_changed.connect(self._follow_selection)
        self.refresh()

    def set_companion(self, companion: bool) -> None:
        """Count wounds and set states here, as beside a real table, or show places and profiles."""
        if companion != self._companion:
            self._companion = companion
            self.states.setVisible(companion)
            self.refresh()

    def _step(self, change: Change) -> None:
        self._desk.perform(Adjust((change,)))

    def target_marks(self) -> dict[str, MarkKind]:
        """Return the verdict on each unit as a target, while targets are shown."""
        return {aim.unit: words.mark_of_aim(aim) for aim in self._desk.aims()}

    def refresh(self) -> None:
        """Show the battle as it is."""
        battle = self._desk.battle
        self._empty.setVisible(battle is None)
        self.view.setVisible(battle is not None)
        self.score.setVisible(battle is not None and battle.clock.turn > 0)
        if battle is None:
            self.view.rows.set_rows(())
            self.profile.show_models(())
            return
        self.view.chosen_unit = self._desk.unit
        scoring = {unit: self._desk.scoring(unit) for unit in battle.units}
        self.view.show_rows(rows_of(battle, self._opened, self.target_marks(), self._companion, scoring))
        self.view.viewport().update()
        self.score.show_battle(
            battle, self._desk.score_now(), self._desk.near_objectives(), self._desk.objective_tips()
        )
        self._show_profile(battle)

    def _show_profile(self, battle: Battle) -> None:
        unit = self._desk.unit
        picked = self._desk.picked_models
        models = tuple(battle.models[m] for m in picked) or (battle.members(unit) if unit else ())
        self.profile.show_models(() if self._companion else models, self._desk.scoring(unit)[1])

    def _follow_selection(self) -> None:
        self._opened = self._desk.unit
        self.refresh()
        row = self.view.rows.row_of(self._desk.unit)
        if row >= 0:
            self.view.scrollTo(self.view.rows.index(row))

    def _choose(self, unit: str) -> None:
        aim_or_take(self._desk, unit)

    def _choose_models(self, unit: str, models: tuple[str, ...]) -> None:
        self._desk.select(unit, models)

    def _open(self, unit: str) -> None:
        self._opened = "" if unit == self._opened else unit
        self.refresh()

    def rect_of(self, unit: str) -> QRect:
        """Return the place of a unit's row in the list, for tests and hints."""
        return self.view.visualRect(self.view.rows.index(self.view.rows.row_of(unit)))


def aim_or_take(desk: Desk, unit: str) -> None:
    """Aim at an enemy while targets are shown, else take the unit in hand."""
    battle = desk.battle
    if battle is None or unit not in battle.units:
        return
    if desk.aim(unit) is not None:
        desk.set_target(unit)
    else:
        desk.select(unit)
