"""Show the forces as a narrow rail in a small window, and let the whole panel fly out over the map."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFont, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QSizePolicy, QVBoxLayout, QWidget

from wolfling_gui.ui import words
from wolfling_gui.ui.desk import Desk
from wolfling_gui.ui.icons import paint_icon
from wolfling_gui.ui.theme import theme
from wolfling_gui.ui.widgets import MarkKind, Themed, draw_text, paint_mark, paint_plate, text_width

WIDTH = 44
SIZES = (12, 11, 10)
"""The sizes of a unit's short name, the largest that fits."""


@dataclass(frozen=True, slots=True)
class RailRow:
    """Hold what one row of the rail shows; `unit` is empty for a side and for the head."""

    kind: str
    unit: str = ""
    side: int = 0
    name: str = ""
    count: str = ""
    mark: MarkKind | None = None
    chosen: bool = False


class Rail(Themed, QWidget):
    """Show sides and units as short names, counts and marks; a click flies the forces out."""

    unit_wanted = Signal(str)

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self._rows: list[RailRow] = []
        self._here = 0
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAccessibleName(self.tr("Forces, short"))
        self.setToolTip(self.tr("Shows the forces over the map."))
        for signal in (
            desk.battle_changed, desk.selection_changed, desk.target_changed, desk.tool_changed,
            desk.facts_changed,
        ):  # fmt: skip
            signal.connect(self.refresh)
        self.follow_theme()
        self.refresh()

    def restyle(self) -> None:
        """Take the width of the theme."""
        self.setFixedWidth(self.look.px(WIDTH))
        super().restyle()

    def refresh(self) -> None:
        """Show the battle as it is."""
        battle = self._desk.battle
        rows = [RailRow("head")]
        if battle is not None:
            marks: dict[str, MarkKind] = {a.unit: words.mark_of_aim(a) for a in self._desk.aims()}
            for number, side in enumerate(battle.sides):
                rows.append(RailRow("side", side=number, name=side.name))
                for unit in battle.units_of(side.id):
                    living = len(battle.members(unit.id))
                    if living:
                        mark = marks.get(unit.id)
                        # Beside a mark there is room for one number only.
                        count = str(living) if mark is not None else f"{living}/{len(unit.models)}"
                        chosen = unit.id == self._desk.unit
                        rows.append(RailRow("unit", unit.id, number, unit.name, count, mark, chosen))
        self._rows = rows
        self.update()

    def sizeHint(self) -> QSize:
        """Return the size of the rail."""
        return QSize(self.look.px(WIDTH), self.look.px(200))

    def minimumSizeHint(self) -> QSize:
        """Return the least size."""
        return QSize(self.look.px(WIDTH), self.look.px(120))

    def _places(self) -> list[tuple[RailRow, QRectF]]:
        heights = {"head": self.look.px(36), "side": self.look.px(26), "unit": self.look.px(40)}
        room = self.height() - (self.look.px(30) if self._shows_score() else 0)
        whole = sum(heights[row.kind] for row in self._rows)
        units = sum(1 for row in self._rows if row.kind == "unit")
        if whole > room and units:
            # Many units, or large text: they stand closer rather than under the score.
            closer = heights["unit"] - (whole - room) // units - 1
            heights["unit"] = max(self.look.line("small") * 2 - 4, closer)
        y = 0.0
        found = []
        for row in self._rows:
            height = heights[row.kind]
            found.append((row, QRectF(0, y, self.width(), height)))
            y += height
        return found

    def _shows_score(self) -> bool:
        battle = self._desk.battle
        return battle is not None and battle.clock.turn > 0

    def row_at(self, at: QPointF) -> RailRow | None:
        """Return the row under a place."""
        return next((row for row, rect in self._places() if rect.contains(at)), None)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the rows and, below, the score."""
        painter = QPainter(self)
        look, p = self.look, self.colours
        painter.fillRect(self.rect(), look.colour("panel"))
        middle = Qt.AlignmentFlag.AlignHCenter
        for number, (row, rect) in enumerate(self._places()):
            if row.kind == "head":
                side = look.px(18)
                spot = QRectF(rect.center().x() - side / 2, rect.center().y() - side / 2, side, side)
                paint_icon(painter, spot, "people", p.text2)
                painter.fillRect(QRectF(0, rect.bottom() - 1, rect.width(), 1), look.colour("line"))
                continue
            if row.kind == "side":
                side = look.px(14)
                spot = QRectF(rect.center().x() - side / 2, rect.y(), side, rect.height())
                paint_plate(painter, spot, row.side, p)
                continue
            if row.chosen:
                painter.fillRect(rect, look.colour("accentbg"))
                painter.fillRect(QRectF(0, rect.y(), 3, rect.height()), look.colour("accent"))
            half = rect.height() / 2
            short, font = short_name(row.name, look.px(WIDTH) - look.px(4))
            name = QRectF(0, rect.y() + look.px(3), rect.width(), half - look.px(3))
            draw_text(painter, name, short, font, p.side(row.side).full, middle, elide=False)
            below = QRectF(0, rect.y() + half - 1, rect.width(), half - look.px(3))
            small = look.font("small", 11)
            if row.mark is not None:
                mark = look.px(10)
                left = QRectF(look.px(4), below.y(), mark, below.height())
                paint_mark(painter, left, row.mark, p)
                below.setLeft(look.px(12))
            draw_text(painter, below, row.count, small, p.text2, middle, elide=False)
            if self.hasFocus() and number == self._here:
                from wolfling_gui.ui.widgets import focus_ring

                focus_ring(painter, rect, 3, p.accent)
        battle = self._desk.battle
        if battle is not None and self._shows_score():
            score = " : ".join(str(self._desk.score_now().get(s.id, 0)) for s in battle.sides)
            foot = QRectF(0, self.height() - look.px(30), self.width(), look.px(30))
            painter.fillRect(foot, look.colour("panel"))
            painter.fillRect(QRectF(0, foot.y(), self.width(), 1), look.colour("line"))
            draw_text(painter, foot, score, look.font("row_title"), p.text, middle)
        painter.fillRect(QRectF(self.width() - 1, 0, 1, self.height()), look.colour("line"))
        painter.end()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Fly the forces out, with the clicked unit in hand."""
        if event.button() == Qt.MouseButton.LeftButton:
            row = self.row_at(event.position())
            self.unit_wanted.emit(row.unit if row is not None else "")

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Walk the units with the arrows; Space flies the forces out."""
        step = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}.get(Qt.Key(event.key()), 0)
        if step:
            self._here = max(0, min(len(self._rows) - 1, self._here + step))
            self.update()
        elif event.key() in (Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.unit_wanted.emit(self._rows[self._here].unit if self._here < len(self._rows) else "")
        else:
            super().keyPressEvent(event)


def short_name(name: str, room: int) -> tuple[str, QFont]:
    """Return the first word of a name, or as much of it as fits into so many pixels, and its font."""
    word = name.split()[0] if name.split() else ""
    for size in SIZES:
        font = theme().font("row_title", size)
        if text_width(font, word) <= room:
            return word, font
    kept = next(n for n in range(len(word) - 1, -1, -1) if text_width(font, word[:n] + ".") <= room or not n)
    return word[:kept] + ".", font


class FlyOut(QFrame):
    """Hold a panel over the map; it goes when the focus leaves it or Esc is pressed."""

    gone = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setProperty("surface", "panel")
        self.setProperty("card", "map")
        self._box = QVBoxLayout(self)
        self._box.setContentsMargins(1, 1, 1, 1)

    def content(self) -> QVBoxLayout:
        """Return the layout for the panel."""
        return self._box

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go with Esc."""
        if event.key() == Qt.Key.Key_Escape:
            self.gone.emit()
            event.accept()
        else:
            super().keyPressEvent(event)
