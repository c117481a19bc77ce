"""List what can be chosen in the guide: targets with their numbers, or units that can act."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import (
    QCoreApplication,
    QEvent,
    QModelIndex,
    QPersistentModelIndex,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QResizeEvent, QTextOption
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from wolfling_gui.core.battle import Battle
from wolfling_gui.core.forces import Unit
from wolfling_gui.rules.catalogue import Catalogue
from wolfling_gui.rules.states import walked
from wolfling_gui.session import naming
from wolfling_gui.ui import words
from wolfling_gui.ui.panels.apart import apart_line, needs_to_hit, rolled_apart
from wolfling_gui.ui.theme import theme
from wolfling_gui.ui.widgets import (
    MarkKind,
    chip_size,
    draw_text,
    focus_ring,
    keycap_size,
    paint_chip,
    paint_keycap,
    paint_mark,
    paint_plate,
    text_width,
)
from wolfling_gui.ui.widgets.chips import ChipStyle
from wolfling_gui.ui.widgets.rows import ROW, RowsModel

if TYPE_CHECKING:
    from wolfling_gui.rules.guide import Offer
    from wolfling_gui.session.preview import TargetPreview

HEIGHT = 46
LOW = 34
EDGE = 14
APART_UP = 7
"""How far the lines about what rolls apart stand up into the space under a row's note, in pixels."""
OFFER = "offer:"
COLUMNS = (34, 42, 34)
"""The widths of the columns hit, cover and lost, in pixels at 100 %."""


@dataclass(frozen=True, slots=True)
class ChoiceRow:
    """Hold one row: a target with its numbers, or a unit that can act.

    The numbers of an assault are models in contact, attacks, and casualties to expect; `told` reads them out.
    """

    unit: str
    name: str
    note: str = ""
    mark: MarkKind | None = None
    key: str = ""
    hit: str = ""
    cover: str = ""
    lost: str = ""
    rule: str = ""
    style: ChipStyle = "plain"
    side: int | None = None
    done: bool = False
    chosen: bool = False
    apart: tuple[str, ...] = ()
    told: str = ""


def odds_text(preview: TargetPreview) -> str:
    """Write the casualties to expect, … while they are worked out, – where nobody can tell them."""
    if preview.odds is not None:
        return naming.losses_text(preview.odds.expected)
    return "…" if preview.waits else "–"


def target_rows(
    battle: Battle,
    catalogue: Catalogue | None,
    unit: str,
    previews: Sequence[TargetPreview],
    chosen: str,
) -> tuple[ChoiceRow, ...]:
    """Return a row for each target: numbers for a legal one, the reason and its rule for a refused one."""
    rows: list[ChoiceRow] = []
    for place, preview in enumerate(previews, start=1):
        name = naming.unit_name(battle, preview.unit)
        key = str(place) if place <= 9 else ""
        mark = words.mark_of_verdict(preview.verdict)
        if preview.volley is not None and preview.legal:
            hit, cover = numbers_of(preview)
            rows.append(
                ChoiceRow(
                    preview.unit,
                    name,
                    target_note(battle, unit, preview),
                    mark,
                    key,
                    hit,
                    cover,
                    odds_text(preview),
                    told=_numbers_told(hit, cover, odds_text(preview)),
                    chosen=preview.unit == chosen,
                    apart=tuple(map(apart_line, rolled_apart(battle, preview.volley, catalogue))),
                )
            )
            continue
        reason = preview.reason
        note = words.sentence(battle, reason, catalogue) if reason is not None else ""
        rule = reason.rule if reason is not None else ""
        rows.append(
            ChoiceRow(
                preview.unit, name, note, mark, key, rule=rule, chosen=preview.unit == chosen,
                style=words.chip_style(rule, catalogue) if rule else "plain",
            )
        )  # fmt: skip
    return tuple(rows)


def _numbers_told(hit: str, cover: str, lost: str) -> str:
    numbers = QCoreApplication.translate("Targets", "to hit %1, cover %2, %3 lost")
    return numbers.replace("%1", hit).replace("%2", cover).replace("%3", lost)


def numbers_of(preview: TargetPreview) -> tuple[str, str]:
    """Return what the largest group of shots needs to hit, and the cover against it."""
    if preview.volley is None or not preview.volley.groups:
        return "", ""
    group = max(preview.volley.groups, key=lambda g: g.shots)
    cover = words.number(group.cover)
    if group.cover.impossible or not group.cover.terms or group.cover.total == 0:
        cover = QCoreApplication.translate("Targets", "none")
    return needs_to_hit(group), cover


def target_note(battle: Battle, unit: str, preview: TargetPreview) -> str:
    """Say where a legal target is, and how many fire at it."""
    volley = preview.volley
    if volley is None or not volley.groups:
        return ""
    group = max(volley.groups, key=lambda g: g.shots)
    firing, standing = len(set(volley.firers)), len(battle.members(unit))
    if firing == standing:
        count = QCoreApplication.translate("Targets", "all %1 fire")
        if standing == 1:
            count = QCoreApplication.translate("Targets", "it fires")
    else:
        count = QCoreApplication.translate("Targets", "%1 of %2 fire")
    count = count.replace("%1", str(firing)).replace("%2", str(standing))
    if group.zone and group.zone in battle.table.zones:
        where = QCoreApplication.translate("Targets", "same %1").replace(
            "%1", naming.zone_name(battle, group.zone)
        )
    elif preview.gap is not None:
        where = QCoreApplication.translate("Targets", "%1 away").replace(
            "%1", naming.inches_text(preview.gap)
        )
    else:
        return count
    both = QCoreApplication.translate("Targets", "%1 · %2")
    return both.replace("%1", where, 1).replace("%2", count, 1)


def offer_rows(
    battle: Battle, catalogue: Catalogue | None, offers: Sequence[Offer], chosen: str
) -> tuple[ChoiceRow, ...]:
    """Return a row for each unit or thing that can be done, with what speaks against it.

    A row for something else than a unit has `OFFER` and its place among the offers for an id.
    """
    rows: list[ChoiceRow] = []
    for place, offer in enumerate(offers, start=1):
        unit = battle.units.get(offer.unit)
        reason = offer.findings[0] if offer.findings else None
        if unit is None:
            rows.append(
                ChoiceRow(
                    f"{OFFER}{place - 1}",
                    words.offer(battle, offer),
                    words.sentence(battle, reason, catalogue) if reason is not None else "",
                    "refused" if reason is not None else None,
                    str(place) if place <= 9 else "",
                    rule=reason.rule if reason is not None else "",
                )
            )
            continue
        done = offer.says.endswith("_done")
        note = ""
        finished = unit.id in battle.clock.closed and battle.clock.step == "movement"
        if finished or (done and reason is None):
            assaulted = done and battle.clock.step == "assault"
            note = assault_note(battle, offer) if assaulted else deeds(battle, unit, finished)
            reason = None
        elif reason is not None:
            note = words.sentence(battle, reason, catalogue)
        elif offer.says == "offer.run_unit":
            note = QCoreApplication.translate("Targets", "may still run %1")
            note = note.replace("%1", naming.inches_text(int(offer.facts["inches"])), 1)
        else:
            count = len(battle.members(unit.id))
            note = words.plural("Targets", "1 model", "%n models", count)
        done = done or finished
        settled = done and (finished or battle.clock.step != "movement")
        rows.append(
            ChoiceRow(
                unit.id,
                naming.unit_name(battle, unit.id),
                note,
                "refused" if reason is not None else "allowed" if settled else None,
                str(place) if place <= 9 else "",
                rule=reason.rule if reason is not None else "",
                side=battle.side_index(unit.side),
                done=done,
                chosen=unit.id == chosen,
            )
        )
    return tuple(rows)


def assault_note(battle: Battle, offer: Offer) -> str:
    """Say what a unit's assault has come to: whom it has reached, and how many of it touch an enemy."""
    if len(offer.about) < 2:
        return QCoreApplication.translate("Targets", "has not reached its target")
    contacts = int(offer.facts["contacts"])
    words = (
        QCoreApplication.translate("Targets", "has reached %1: %2 in contact")
        if contacts
        else QCoreApplication.translate("Targets", "has reached %1")
    )
    return words.replace("%1", naming.unit_name(battle, offer.about[1]), 1).replace("%2", str(contacts), 1)


def deeds(battle: Battle, unit: Unit, finished: bool) -> str:
    """Say what a unit has done in this step: how far it moved, whether it is finished, that it shot or ran.

    The distance is that of the model which walked farthest.
    """
    if battle.clock.step != "movement":
        if unit.has("ran"):
            return QCoreApplication.translate("Targets", "has run")
        return QCoreApplication.translate("Targets", "has shot")
    farthest = max((walked(unit, name) for name in unit.models), default=0)
    if not farthest and battle.real_table and unit.has("moved"):
        return QCoreApplication.translate("Targets", "marked as moved")
    if not farthest:
        return QCoreApplication.translate("Targets", "stays where it is")
    if finished:
        text = QCoreApplication.translate("Targets", "moved %1 · finished")
    else:
        text = QCoreApplication.translate("Targets", "moved %1 · may go on until another unit moves")
    return text.replace("%1", naming.inches_text(farthest))


class ChoiceModel(RowsModel[ChoiceRow]):
    """Hold the rows of the guide's list."""

    def key(self, row: ChoiceRow) -> str:
        """Return the unit of a row."""
        return row.unit

    def words(self, row: ChoiceRow) -> str:
        """Return a row's name and note, and its numbers."""
        said = [row.name, row.note]
        said.append(row.told)
        said += row.apart
        return ", ".join(part for part in said if part)

    def tip(self, row: ChoiceRow) -> str:
        """Return a row's name and note, and what rolls apart."""
        return "\n".join(part for part in (row.name, row.note, *row.apart) if part)


class ChoiceDelegate(QStyledItemDelegate):
    """Paint the rows of the guide's list."""

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        """Return the height of a row: a refusal that needs two lines gets them."""
        row: ChoiceRow = index.data(ROW)
        view = option.widget
        width = view.viewport().width() if isinstance(view, QListView) else 300
        return QSize(80, row_height(row, width))

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Paint one row."""
        row: ChoiceRow = index.data(ROW)
        look = theme()
        p = look.palette
        rect = QRectF(option.rect)
        painter.save()
        if row.chosen:
            painter.fillRect(rect, look.colour("accentbg"))
            painter.fillRect(QRectF(rect.x(), rect.y(), 3, rect.height()), look.colour("accent"))
        elif option.state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(rect, look.colour("hover"))
        painter.fillRect(QRectF(rect.x(), rect.bottom() - 1, rect.width(), 1), look.colour("line"))
        edge = look.px(EDGE)
        side = look.px(15)
        whole = rect
        rect = rect.adjusted(0, 0, 0, -apart_height(row))
        spot = QRectF(rect.x() + edge, rect.y(), side, rect.height())
        if row.mark is not None:
            paint_mark(painter, spot, row.mark, p)
        elif row.side is not None:
            paint_plate(painter, spot, row.side, p)
        x = rect.x() + edge + side + look.px(8)
        right = rect.right() - edge
        note_right = title_right = right
        if row.hit:
            note_right = title_right = self._numbers(painter, rect, row, right)
        elif row.rule:
            place = self.chip_rect(rect, row)
            paint_chip(painter, place, row.rule, p, row.style)
            title_right = place.x() - look.px(8)
        title = look.font("row_title")
        line = look.line("row_title")
        wraps = _wraps(row, int(rect.width()))
        small = look.line("small") * (2 if wraps else 1) if row.note else 0
        top = rect.y() + (rect.height() - line - small) / 2
        ink = p.text if row.mark != "refused" and not row.done else p.text2
        cap = keycap_size(row.key).width() + look.px(8) if row.key else 0
        width = min(text_width(title, row.name), title_right - x - cap)
        draw_text(painter, QRectF(x, top, width, line), row.name, title, ink)
        if row.key:
            size = keycap_size(row.key).width()
            paint_keycap(painter, QRectF(x + width + look.px(8), top, size, line), row.key, p.text2)
        note = QRectF(x, top + line, note_right - x, small)
        note_ink = p.refused if row.mark == "refused" else p.text2
        if wraps:
            painter.setFont(look.font("small", 11.5))
            painter.setPen(look.colour("refused" if row.mark == "refused" else "text2"))
            painter.drawText(note, row.note, QTextOption(Qt.AlignmentFlag.AlignLeft))
        else:
            draw_text(painter, note, row.note, look.font("small", 11.5), note_ink)
        small = look.line("small")
        for n, text in enumerate(row.apart):
            line_at = QRectF(x, rect.bottom() - look.px(APART_UP) + n * small, right - x, small)
            draw_text(painter, line_at, text, look.font("small", 11.5), p.text3)
        view = option.widget
        if isinstance(view, QListView) and view.hasFocus() and view.currentIndex() == index:
            focus_ring(painter, whole.adjusted(1, 1, -1, -1), 4, p.accent)
        painter.restore()

    def _numbers(self, painter: QPainter, rect: QRectF, row: ChoiceRow, right: float) -> float:
        look = theme()
        p = look.palette
        cells = (
            (row.lost, look.font("row_title"), p.text),
            (row.cover, look.font("body"), p.text2),
            (row.hit, look.font("row_title"), p.text),
        )
        for (text, font, ink), width in zip(cells, reversed(COLUMNS), strict=True):
            cell = QRectF(right - look.px(width), rect.y(), look.px(width), rect.height())
            draw_text(painter, cell, text, font, ink, Qt.AlignmentFlag.AlignRight)
            right -= look.px(width)
        return right - look.px(2)

    def chip_rect(self, rect: QRectF, row: ChoiceRow) -> QRectF:
        """Return the place of a row's chip."""
        size = chip_size(row.rule)
        return QRectF(
            rect.right() - theme().px(EDGE) - size.width(),
            rect.y() + theme().px(5),
            size.width(),
            size.height(),
        )


def row_height(row: ChoiceRow, width: int) -> int:
    """Return the height of a row in a list of a width, in pixels."""
    look = theme()
    if not row.note:
        return look.px(LOW)
    return look.px(HEIGHT) + (look.line("small") if _wraps(row, width) else 0) + apart_height(row)


def apart_height(row: ChoiceRow) -> int:
    """Return the height of the lines about what rolls apart, in pixels."""
    return len(row.apart) * theme().line("small")


def _wraps(row: ChoiceRow, width: int) -> bool:
    """Tell whether a row's note needs a second line."""
    look = theme()
    room = width - _indent() - look.px(EDGE)
    if row.hit:
        room -= sum(look.px(column) for column in COLUMNS) + look.px(2)
    return bool(row.note) and text_width(look.font("small", 11.5), row.note) > room


def _indent() -> int:
    look = theme()
    return look.px(EDGE) + look.px(15) + look.px(8)


class ChoiceList(QListView):
    """Show the choices as high as they are: the guide scrolls as a whole, not this list."""

    chosen = Signal(str)
    hovered = Signal(str)
    rule_opened = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rows = ChoiceModel()
        self.setModel(self.rows)
        self._delegate = ChoiceDelegate(self)
        self.setItemDelegate(self._delegate)
        self.setMouseTracking(True)
        self.setAccessibleName(self.tr("Choices"))
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        theme().changed.connect(self._fit)

    def show_rows(self, rows: tuple[ChoiceRow, ...]) -> None:
        """Show other rows."""
        self.rows.set_rows(rows)
        self.setVisible(bool(rows))
        self._fit()

    def choose(self, number: int) -> bool:
        """Choose a row by its key, 1 for the first; tells whether there is such a row."""
        if not 1 <= number <= len(self.rows.rows):
            return False
        self.chosen.emit(self.rows.rows[number - 1].unit)
        return True

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Choose the clicked row, or open the rule of a clicked chip."""
        index = self.indexAt(event.position().toPoint())
        if not index.isValid() or event.button() != Qt.MouseButton.LeftButton:
            super().mouseReleaseEvent(event)
            return
        row: ChoiceRow = index.data(ROW)
        place = QRectF(self.visualRect(index))
        if row.rule and self._delegate.chip_rect(place, row).contains(event.position()):
            self.rule_opened.emit(row.rule)
        else:
            self.chosen.emit(row.unit)
        event.accept()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Say which row is pointed at."""
        super().mouseMoveEvent(event)
        index = self.indexAt(event.position().toPoint())
        row: ChoiceRow | None = index.data(ROW) if index.isValid() else None
        self.hovered.emit(row.unit if row is not None else "")

    def leaveEvent(self, event: QEvent) -> None:
        """Say that no row is pointed at any more."""
        super().leaveEvent(event)
        self.hovered.emit("")

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Choose the current row with Space; digits and Enter go to the window."""
        index = self.currentIndex()
        if event.key() == Qt.Key.Key_Space and index.isValid():
            self.chosen.emit(index.data(ROW).unit)
        elif event.text().isdigit() or event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            event.ignore()
        else:
            super().keyPressEvent(event)

    def _fit(self) -> None:
        self.scheduleDelayedItemsLayout()
        width = self.viewport().width()
        self.setFixedHeight(sum(row_height(row, width) for row in self.rows.rows))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Take the height that the rows need at the new width."""
        super().resizeEvent(event)
        if event.oldSize().width() != event.size().width():
            self._fit()
