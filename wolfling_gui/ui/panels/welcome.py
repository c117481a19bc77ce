"""Show the first screen: the ways in, battles to go on with, and the rulesets."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QGridLayout,
    QHBoxLayout,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from wolfling_gui.ui.icons import paint_icon
from wolfling_gui.ui.panels.discard import clear
from wolfling_gui.ui.widgets import (
    ElidedLabel,
    SectionHead,
    TextLabel,
    Themed,
    box,
    draw_text,
    focus_ring,
    key_text,
    keycap_size,
    paint_keycap,
    text_width,
)

if TYPE_CHECKING:
    from PySide6.QtGui import QImage

    from wolfling_gui.ui.widgets import MarkKind


class RecentBattle(NamedTuple):
    """Describe a battle to go on with: what it is, where it stands, and what it waits for.

    `side` is the number of the side whose turn it is, None when a question waits; `picture` a small map.
    """

    path: Path
    title: str
    when: str = ""
    state: str = ""
    waits: str = ""
    side: int | None = None
    mark: MarkKind | None = None
    picture: QImage | None = None


class Starter(NamedTuple):
    """Describe a shipped scenario to begin with."""

    path: Path
    title: str
    note: str = ""


class RulesetTile(NamedTuple):
    """Describe a ruleset that can be played."""

    name: str
    title: str
    note: str = ""


class _Row(Themed, QAbstractButton):
    """Draw a clickable row or card by hand, with its focus and hover."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Take Enter as a click."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        else:
            super().keyPressEvent(event)


class WayIn(_Row):
    """Offer one way in as a card with icon, title, a line, and its key."""

    def __init__(self, icon: str, title: str, line: str, keys: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icon, self._title, self._line = icon, title, line
        self._keys = key_text(QKeySequence(keys)) if keys else ""
        self.setAccessibleName(title)
        self.setAccessibleDescription(line)
        self.setToolTip(f"{title}\n{line}")
        self.follow_theme()

    def sizeHint(self) -> QSize:
        """Return the size of the card."""
        look = self.look
        words = max(
            text_width(look.font("card_title", 15), self._title), text_width(look.font("small"), self._line)
        )
        cap = keycap_size(self._keys).width() + look.px(36) if self._keys else look.px(16)
        return QSize(look.px(72) + words + cap, look.px(74))

    minimumSizeHint = sizeHint

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the card."""
        painter = QPainter(self)
        look, p = self.look, self.colours
        rect = QRectF(self.rect())
        box(painter, rect, 6, p.hover if self.underMouse() else p.panel, p.line2)
        side = look.px(38)
        tile = QRectF(look.px(18), (rect.height() - side) / 2, side, side)
        box(painter, tile, 6, p.raised, None)
        inner = look.px(19)
        spot = QRectF(0, 0, inner, inner)
        spot.moveCenter(tile.center())
        paint_icon(painter, spot, self._icon, p.text)
        x = look.px(72)
        right = rect.width() - look.px(18)
        if self._keys:
            width = keycap_size(self._keys).width()
            cap = QRectF(right - width, 0, width, rect.height())
            paint_keycap(painter, cap, self._keys, p.text2, p.line2)
            right -= width + look.px(16)
        middle = rect.height() / 2
        high = QRectF(x, middle - look.px(20), right - x, look.px(20))
        draw_text(painter, high, self._title, look.font("card_title", 15), p.text)
        draw_text(
            painter, QRectF(x, middle + 1, right - x, look.px(18)), self._line, look.font("small"), p.text2
        )
        if self.hasFocus():
            focus_ring(painter, rect, 6, p.accent)
        painter.end()


class BattleRow(_Row):
    """Show one battle to go on with; the newest is marked."""

    def __init__(self, battle: RecentBattle, first: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._battle, self._first = battle, first
        said = [battle.title, battle.state, battle.waits, battle.when]
        self.setAccessibleName(", ".join(part for part in said if part))
        self.setToolTip(str(battle.path))
        self.follow_theme()

    def sizeHint(self) -> QSize:
        """Return the size of the row."""
        return QSize(self.look.px(360), self.look.px(92))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint picture, title, state and what it waits for."""
        from wolfling_gui.ui.widgets import paint_mark, paint_plate

        painter = QPainter(self)
        look, p, battle = self.look, self.colours, self._battle
        rect = QRectF(self.rect())
        if self._first:
            painter.fillRect(rect, look.colour("accentbg"))
            painter.fillRect(QRectF(0, 0, 3, rect.height()), look.colour("accent"))
        if self.underMouse():
            painter.fillRect(rect, look.colour("hover"))
        painter.fillRect(QRectF(0, rect.height() - 1, rect.width(), 1), look.colour("line"))
        x = float(look.px(16))
        wide, high = look.px(92), look.px(64)
        frame = QRectF(x, (rect.height() - high) / 2, wide, high)
        if battle.picture is not None:
            box(painter, frame, 4, p.mat, p.line2)
            image = battle.picture
            scaled = image.size().scaled(
                QSize(int(wide) - 4, int(high) - 4), Qt.AspectRatioMode.KeepAspectRatio
            )
            place = QRectF(0, 0, scaled.width(), scaled.height())
            place.moveCenter(frame.center())
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            painter.drawImage(place, image)
            x += wide + look.px(14)
        right = rect.width() - look.px(14)
        when = text_width(look.font("small"), battle.when)
        top = rect.height() / 2 - look.px(30)
        line = look.px(20)
        title = QRectF(x, top, right - when - 8 - x, line)
        draw_text(painter, title, battle.title, look.font("card_title"), p.text)
        draw_text(painter, QRectF(right - when, top, when, line), battle.when, look.font("small"), p.text3)
        second = QRectF(x, top + line, right - x, line)
        draw_text(painter, second, battle.state, look.font("small"), p.text2)
        third = QRectF(x, top + 2 * line, right - x, line)
        mark = look.px(14)
        spot = QRectF(x, third.y(), mark, line)
        if battle.side is not None:
            paint_plate(painter, spot, battle.side, p)
        elif battle.mark is not None:
            paint_mark(painter, spot, battle.mark, p)
        if battle.side is not None or battle.mark is not None:
            third.setLeft(x + mark + look.px(7))
        draw_text(painter, third, battle.waits, look.font("small"), p.text2)
        if self.hasFocus():
            focus_ring(painter, rect, 4, p.accent)
        painter.end()


class StarterRow(_Row):
    """Offer one shipped scenario, or a ruleset, as a row with a title and a line."""

    def __init__(self, icon: str, title: str, line: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icon, self._title, self._line = icon, title, line
        self.setAccessibleName(title)
        self.setAccessibleDescription(line)
        self.setToolTip(f"{title}\n{line}" if line else title)
        self.follow_theme()

    def sizeHint(self) -> QSize:
        """Return the size of the row."""
        return QSize(self.look.px(200), self.look.px(56))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the row."""
        painter = QPainter(self)
        look, p = self.look, self.colours
        rect = QRectF(self.rect())
        box(painter, rect, 5, p.hover if self.underMouse() else p.panel, p.line)
        side = look.px(18)
        spot = QRectF(look.px(16), (rect.height() - side) / 2, side, side)
        paint_icon(painter, spot, self._icon, p.text2)
        x = look.px(46)
        room = rect.width() - x - look.px(10)
        middle = rect.height() / 2
        if self._line:
            above = QRectF(x, middle - look.px(18), room, look.px(18))
            draw_text(painter, above, self._title, look.font("row_title"), p.text)
            below = QRectF(x, middle, room, look.px(17))
            draw_text(painter, below, self._line, look.font("small"), p.text3)
        else:
            full = QRectF(x, 0, room, rect.height())
            draw_text(painter, full, self._title, look.font("row_title"), p.text)
        if self.hasFocus():
            focus_ring(painter, rect, 5, p.accent)
        painter.end()


class _Brand(Themed, QWidget):
    """Show the program's mark and name."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName("Wolfling")
        self.follow_theme()

    def sizeHint(self) -> QSize:
        """Return the size of mark, name and line."""
        look = self.look
        words = max(
            text_width(look.font("welcome_title"), "Wolfling"),
            text_width(look.font("card_title", 15), self._line()),
        )
        return QSize(look.px(62) + words, look.px(62))

    minimumSizeHint = sizeHint

    def _line(self) -> str:
        return self.tr("Small battles with models, every number explained.")

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the mark, the name, and what it is."""
        painter = QPainter(self)
        look, p = self.look, self.colours
        side = look.px(46)
        paint_icon(painter, QRectF(0, (self.height() - side) / 2, side, side), "fox", p.accent)
        x = look.px(62)
        room = self.width() - x
        title = QRectF(x, 0, room, look.line("welcome_title"))
        draw_text(painter, title, "Wolfling", look.font("welcome_title"), p.text)
        below = QRectF(x, title.bottom(), room, look.px(22))
        draw_text(painter, below, self._line(), look.font("body", 14), p.text2)
        painter.end()


class BattleList(Themed, QWidget):
    """Frame the rows of battles."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._box = QVBoxLayout(self)
        self._box.setContentsMargins(1, 1, 1, 1)
        self._box.setSpacing(0)
        self.follow_theme()

    def content(self) -> QVBoxLayout:
        """Return the layout of the rows."""
        return self._box

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the frame."""
        painter = QPainter(self)
        box(painter, QRectF(self.rect()), 6, self.colours.panel, self.colours.line)
        painter.end()


class WelcomePanel(Themed, QWidget):
    """Offer the ways into the program; it draws nothing that needs the rules, so it stands at once."""

    new_wanted = Signal()
    open_wanted = Signal()
    import_wanted = Signal()
    battle_wanted = Signal(Path)
    starter_wanted = Signal(Path)
    ruleset_wanted = Signal(str)
    watch_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("surface", "mat")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._recent: tuple[RecentBattle, ...] = ()
        self._scroll = QScrollArea()
        self._scroll.setWidgetResizable(True)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._scroll.viewport().setProperty("surface", "mat")
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(self._scroll)
        page = QWidget()
        page.setProperty("surface", "mat")
        page.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._scroll.setWidget(page)
        around = QHBoxLayout(page)
        around.setContentsMargins(24, 24, 24, 24)
        self._body = QWidget()
        self._body.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Maximum)
        around.addStretch(1)
        around.addWidget(self._body, 100, Qt.AlignmentFlag.AlignVCenter)
        around.addStretch(1)
        grid = QGridLayout(self._body)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(40)
        grid.setVerticalSpacing(12)
        grid.setColumnStretch(0, 1)
        grid.setColumnStretch(1, 1)
        left = QVBoxLayout()
        left.setSpacing(10)
        left.addWidget(_Brand())
        left.addSpacing(14)
        ways = (
            ("play", self.tr("Play on screen"), self.tr("Two players at this computer. Drag, shoot, fight."),
             "Ctrl+N", self.new_wanted),
            ("file", self.tr("Open a file"), self.tr("A battle, a scenario, a force, or a map."),
             "Ctrl+O", self.open_wanted),
            ("import_map", self.tr("Import a map"),
             self.tr("A map from another program; rooms and doors are found."), "Ctrl+I", self.import_wanted),
            ("demonstration", self.tr("Watch a demonstration"),
             self.tr("A whole battle, step by step, with what decides each one."), "Ctrl+Shift+D",
             self.watch_wanted),
        )  # fmt: skip
        self.ways: list[WayIn] = []
        for icon, title, line, keys, signal in ways:
            way = WayIn(icon, title, line, keys)
            way.clicked.connect(signal)
            left.addWidget(way)
            self.ways.append(way)
        left.addStretch(1)
        grid.addLayout(left, 0, 0)
        right = QVBoxLayout()
        right.setSpacing(8)
        head = QHBoxLayout()
        self._head = SectionHead("")
        self._aside = TextLabel("", "small", "text3")
        head.addWidget(self._head)
        head.addStretch(1)
        head.addWidget(self._aside)
        right.addLayout(head)
        self._list = BattleList()
        right.addWidget(self._list)
        self._starters = QVBoxLayout()
        self._starters.setSpacing(8)
        right.addLayout(self._starters)
        right.addStretch(1)
        grid.addLayout(right, 0, 1)
        self._rules_head = QHBoxLayout()
        self._rules_title = SectionHead(self.tr("Rulesets"))
        self._rules_note = TextLabel(self.tr("read the rules, see the house rules"), "small", "text3")
        self._rules_head.addWidget(self._rules_title)
        self._rules_head.setSpacing(12)
        self._rules_head.addWidget(self._rules_note)
        self._rules_head.addStretch(1)
        self._rules_head.setContentsMargins(0, 20, 0, 0)
        grid.addLayout(self._rules_head, 1, 0, 1, 2)
        self._tiles = QHBoxLayout()
        self._tiles.setSpacing(10)
        grid.addLayout(self._tiles, 2, 0, 1, 2)
        self.follow_theme()
        self.show_battles((), ())
        self.show_rulesets(())

    def restyle(self) -> None:
        """Take the widest the page may be from the text scale."""
        self._body.setMaximumWidth(self.look.px(1140))
        super().restyle()

    def recent(self) -> tuple[RecentBattle, ...]:
        """Return the battles shown, the newest first."""
        return self._recent

    def show_battles(self, recent: Iterable[RecentBattle], starters: Iterable[Starter]) -> None:
        """Show battles to go on with, and scenarios to begin with when there are none or few."""
        self._recent = tuple(recent)
        clear(self._list.content())
        clear(self._starters)
        for number, battle in enumerate(self._recent[:3]):
            row = BattleRow(battle, first=number == 0)
            row.clicked.connect(lambda *_, path=battle.path: self.battle_wanted.emit(path))
            self._list.content().addWidget(row)
        self._list.setVisible(bool(self._recent))
        newest = self._list.findChild(BattleRow)
        if newest is not None and self.window().focusWidget() in (None, *self.ways):
            # Enter opens the newest battle.
            newest.setFocus(Qt.FocusReason.OtherFocusReason)
        listed = tuple(starters)
        self._head.setText(
            self.tr("Go on where you stopped") if self._recent else self.tr("Begin with a scenario")
        )
        self._aside.setText(self.tr("nothing is ever lost: every step is on disk") if self._recent else "")
        if self._recent:
            if len(self._recent) > 3:
                from wolfling_gui.ui.widgets import FlatButton

                more = FlatButton(self.tr("All battles…"), icon_name="more")
                more.clicked.connect(self.open_wanted)
                self._list.content().addWidget(more)
        else:
            for starter in listed[:5]:
                row_ = StarterRow("table", starter.title, starter.note)
                row_.clicked.connect(lambda *_, path=starter.path: self.starter_wanted.emit(path))
                self._starters.addWidget(row_)
            if not listed:
                self._starters.addWidget(ElidedLabel(self.tr("Looking for scenarios…"), "body", "text3"))

    def show_rulesets(self, rulesets: Iterable[RulesetTile]) -> None:
        """Show the rulesets that can be played."""
        clear(self._tiles)
        listed = tuple(rulesets)
        for shown in (self._rules_title, self._rules_note):
            shown.setVisible(bool(listed))
        for ruleset in listed:
            tile = StarterRow("book", ruleset.title, ruleset.note)
            tile.clicked.connect(lambda *_, name=ruleset.name: self.ruleset_wanted.emit(name))
            self._tiles.addWidget(tile, 1)
        for _ in range(max(0, 2 - len(listed))):
            self._tiles.addStretch(1)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Open the newest battle with Enter."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self._recent:
            self.battle_wanted.emit(self._recent[0].path)
        else:
            super().keyPressEvent(event)
