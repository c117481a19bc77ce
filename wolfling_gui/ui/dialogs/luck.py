"""Show the luck ledger: what the dice made against what was to be expected, by side and kind of roll."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QDialog,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QScrollArea,
    QSizePolicy,
    QStackedLayout,
    QVBoxLayout,
    QWidget,
)

from wolfling_gui.session import naming
from wolfling_gui.ui.desk import Desk
from wolfling_gui.ui.panels.discard import clear
from wolfling_gui.ui.theme import Role
from wolfling_gui.ui.widgets import (
    BorderedButton,
    Hairline,
    Segmented,
    TextLabel,
    Themed,
    draw_text,
    paint_die,
)

if TYPE_CHECKING:
    from wolfling_gui.session.luck import Luck, LuckRow

MOST_SHOWN = 3.0
"""The difference, in standard deviations, at which a bar reaches its end."""


class DifferenceBar(Themed, QWidget):
    """Draw how far successes lie above or below what was to be expected, from the middle."""

    def __init__(self, difference: float, spread: float, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._difference = difference
        self._share = max(-1.0, min(1.0, difference / (MOST_SHOWN * spread))) if spread else 0.0
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(difference_text(difference))
        self.follow_theme()

    def sizeHint(self) -> QSize:
        """Return the wanted size."""
        return QSize(self.look.px(120), self.look.px(18))

    def minimumSizeHint(self) -> QSize:
        """Return the least size."""
        return QSize(self.look.px(60), self.look.px(18))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the track, the middle, and the bar."""
        painter = QPainter(self)
        look = self.look
        height = look.px(8)
        track = QRectF(0, (self.height() - height) / 2, self.width(), height)
        painter.fillRect(track, look.colour("sunk"))
        middle = track.center().x()
        reach = self._share * track.width() / 2
        bar = QRectF(min(middle, middle + reach), track.y(), abs(reach), height)
        painter.fillRect(bar, look.colour("legal" if reach > 0 else "refused"))
        painter.fillRect(QRectF(round(middle), track.y() - 3, 1, height + 6), look.colour("text3"))
        painter.end()


class FaceBars(Themed, QWidget):
    """Draw how often each face came up, with a line where all would be equal."""

    def __init__(self, faces: Sequence[int], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._faces = tuple(faces)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        one = QCoreApplication.translate("FaceBars", "%1: %2")
        said = (one.replace("%1", str(n)).replace("%2", str(c)) for n, c in enumerate(self._faces, start=1))
        self.setAccessibleName("; ".join(said))
        self.follow_theme()

    def sizeHint(self) -> QSize:
        """Return the wanted size."""
        return QSize(self.look.px(300), self.look.px(116))

    def minimumSizeHint(self) -> QSize:
        """Return the least size."""
        return QSize(self.look.px(200), self.look.px(116))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint a bar with its count above and its die below, face by face."""
        painter = QPainter(self)
        look, p = self.look, self.colours
        top, foot, gap = look.px(18), look.px(26), look.px(10)
        width = min(look.px(64), (self.width() - 5 * gap) / 6)
        room = self.height() - top - foot
        even = sum(self._faces) / 6
        highest = max(*self._faces, even, 1)
        base = top + room
        for place, count in enumerate(self._faces):
            x = place * (width + gap)
            height = count / highest * room
            painter.fillRect(QRectF(x, base - height, width, height), look.colour("text3"))
            paint_die(painter, QRectF(x, base + look.px(5), width, look.px(20)), place + 1, p)
        line = base - even / highest * room
        painter.fillRect(QRectF(0, round(line), 6 * width + 5 * gap, 1), look.colour("accent"))
        for place, count in enumerate(self._faces):
            above = QRectF(place * (width + gap), base - count / highest * room - top, width, top)
            if above.top() <= line <= above.bottom():
                # The figure stays readable where the line would strike it out.
                painter.fillRect(above.adjusted(width / 4, 0, -width / 4, 0), look.colour("panel"))
            middle = Qt.AlignmentFlag.AlignHCenter
            draw_text(painter, above, str(count), look.font("small"), p.text2, middle, elide=False)
        painter.end()


def difference_text(difference: float) -> str:
    """Write by how many successes more or fewer were made than expected."""
    number = naming.expected_text(abs(difference))
    if number == "0.0":
        return "0.0"
    return f"+{number}" if difference > 0 else f"{naming.MINUS}{number}"


class LuckDialog(QDialog):
    """Show the luck of each side and of both; it follows the battle while it is open."""

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Luck"))
        self.resize(720, 520)
        self._desk = desk
        self.rows: tuple[LuckRow, ...] = ()
        self._sides: list[str] = []
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(0)
        head = QHBoxLayout()
        head.setContentsMargins(20, 16, 20, 12)
        head.setSpacing(12)
        titles = QVBoxLayout()
        titles.setSpacing(2)
        titles.addWidget(TextLabel(self.tr("Luck"), "panel_title"))
        self.verdict = TextLabel("", "body", "text2", wrap=True)
        titles.addWidget(self.verdict)
        head.addLayout(titles, 1)
        self.side = Segmented((), 0)
        self.side.set_label(self.tr("Whose dice"))
        self.side.chosen.connect(lambda _: self._show())
        head.addWidget(self.side, 0, Qt.AlignmentFlag.AlignTop)
        outer.addLayout(head)
        outer.addWidget(Hairline())
        outer.addWidget(self._make_body(), 1)
        outer.addWidget(Hairline())
        foot = QHBoxLayout()
        foot.setContentsMargins(20, 12, 20, 12)
        foot.addWidget(
            TextLabel(
                self.tr("Rolls that need a number, typed or rolled by the app; what was undone is left out."),
                "small", "text3", wrap=True,
            ),
            1,
        )  # fmt: skip
        close = BorderedButton(self.tr("Close"), "Esc")
        close.setDefault(True)
        close.clicked.connect(self.accept)
        foot.addWidget(close)
        outer.addLayout(foot)
        desk.battle_changed.connect(self.refresh)
        desk.session_changed.connect(self.refresh)
        self.refresh()

    def _make_body(self) -> QWidget:
        holder = QWidget()
        self._stack = QStackedLayout(holder)
        self._empty = TextLabel(
            self.tr("No dice yet. Rolls that need a number will be counted here."), "body", "text3", wrap=True
        )
        self._empty.setContentsMargins(20, 16, 20, 16)
        self._empty.setAlignment(Qt.AlignmentFlag.AlignTop)
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(20, 16, 20, 16)
        column.setSpacing(16)
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(16)
        self._grid.setVerticalSpacing(8)
        self._grid.setColumnStretch(5, 1)
        column.addLayout(self._grid)
        self._faces = QVBoxLayout()
        self._faces.setSpacing(8)
        column.addLayout(self._faces)
        column.addStretch(1)
        area.setWidget(page)
        self._stack.addWidget(self._empty)
        self._stack.addWidget(area)
        return holder

    def refresh(self) -> None:
        """Reckon the battle's luck anew."""
        from wolfling_gui.session.luck import session_luck

        session = self._desk.session
        self.rows = session_luck(session) if session is not None else ()
        sides = [side for side in dict.fromkeys(row.side for row in self.rows)]
        if sides != self._sides:
            before = self._chosen()
            self._sides = sides
            battle = session.settled if session is not None else None
            names = [
                naming.side_name(battle, side) if side and battle is not None else self.tr("Both")
                for side in sides
            ]
            self.side.set_segments(names, sides.index(before) if before in sides else len(sides) - 1)
        self.side.setVisible(bool(sides))
        self._show()

    def _chosen(self) -> str:
        here = self.side.current()
        return self._sides[here] if 0 <= here < len(self._sides) else ""

    def shown(self) -> tuple[LuckRow, ...]:
        """Return the rows of the side chosen."""
        return tuple(row for row in self.rows if row.side == self._chosen())

    def _show(self) -> None:
        clear(self._grid)
        clear(self._faces)
        shown = self.shown()
        self._stack.setCurrentIndex(1 if shown else 0)
        # Of both sides together there is nobody to be lucky.
        self.verdict.setVisible(bool(shown) and bool(self._chosen()))
        if not shown:
            return
        for column, text in enumerate(
            (self.tr("Roll"), self.tr("Dice"), self.tr("Expected"), self.tr("Made"), "", "",
             self.tr("This or rarer"))
        ):  # fmt: skip
            label = TextLabel(text, "small", "text3")
            if 1 <= column <= 4:
                label.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            self._grid.addWidget(label, 0, column)
        for place, row in enumerate(shown, start=1):
            self._row(place, row)
        whole = shown[-1].luck
        self.verdict.setText(self._verdict(whole))
        self._faces.addWidget(TextLabel(self.tr("Faces of all these dice"), "small", "text3"))
        self._faces.addWidget(FaceBars(whole.faces))

    def _row(self, place: int, row: LuckRow) -> None:
        from wolfling_gui.session.sentences import tr

        luck, whole = row.luck, row.kind == "all"
        role: Role = "row_title" if whole else "body"
        name = tr(f"luck.{row.kind}")
        self._grid.addWidget(TextLabel(naming.capital(name), role), place, 0)
        numbers = (
            str(luck.dice), naming.expected_text(luck.expected), str(luck.made),
            difference_text(luck.difference),
        )  # fmt: skip
        for column, text in enumerate(numbers, start=1):
            label = TextLabel(text, role, "text2" if column == 1 else "text")
            label.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            self._grid.addWidget(label, place, column)
        self._grid.addWidget(DifferenceBar(luck.difference, luck.spread), place, 5)
        unusual = TextLabel(naming.chance_text(luck.unusual), role, "text2")
        unusual.setToolTip(
            self.tr("The chance that the same rolls come out at least as unlikely as this, either way.")
        )
        self._grid.addWidget(unusual, place, 6)

    def _verdict(self, luck: Luck) -> str:
        from wolfling_gui.session.luck import verdict_text

        said = verdict_text(luck)
        return naming.capital(said) + "."
