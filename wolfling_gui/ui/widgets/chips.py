"""Show rule ids as chips that open their rule, and verdict tags."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Literal

from PySide6.QtCore import QCoreApplication, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFont, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from wolfling_gui.ui.palette import Palette
from wolfling_gui.ui.theme import theme
from wolfling_gui.ui.widgets.base import Themed, box, draw_text, focus_ring, text_width
from wolfling_gui.ui.widgets.flow import FlowLayout
from wolfling_gui.ui.widgets.marks import MarkKind, mark_token, mark_word, paint_mark

ChipStyle = Literal["plain", "refuses", "warns", "house"]
CHIP_HEIGHT: Final = 18


def chip_size(text: str) -> QSize:
    """Return the size of a chip in pixels at the text scale."""
    look = theme()
    return QSize(text_width(look.font("chip"), text) + 2 * look.px(5), look.px(CHIP_HEIGHT))


def paint_chip(
    painter: QPainter,
    rect: QRectF,
    text: str,
    palette: Palette,
    style: ChipStyle = "plain",
    hovered: bool = False,
    focused: bool = False,
) -> None:
    """Paint a rule chip into ``rect``; delegates and cards on the map use it too."""
    if style == "refuses":
        fill, line, ink = palette.refused_ground, palette.refused, palette.refused
    elif style == "warns":
        fill, line, ink = palette.warning_ground, palette.warning, palette.warning
    elif style == "house":
        fill, line, ink = palette.sunk, palette.text, palette.text
    else:
        fill, line, ink = palette.raised, palette.line, palette.text2
    if hovered and style == "plain":
        fill, line, ink = palette.hover, palette.line2, palette.text
    box(painter, rect, 3, fill, line, dashed=style == "house")
    draw_text(painter, rect, text, theme().font("chip"), ink, Qt.AlignmentFlag.AlignHCenter, elide=False)
    if focused:
        focus_ring(painter, rect, 3, palette.accent)


def chip_words(rule: str, title: str, style: ChipStyle) -> str:
    """Say a chip in words: the rule, its title, and what it does here."""
    sentences = {
        "plain": QCoreApplication.translate("RuleChip", "Rule %1"),
        "refuses": QCoreApplication.translate("RuleChip", "Rule %1, which refuses"),
        "warns": QCoreApplication.translate("RuleChip", "Rule %1, which warns"),
        "house": QCoreApplication.translate("RuleChip", "Rule %1, changed by a house rule"),
    }
    name = f"{rule} {title}".strip()
    return sentences[style].replace("%1", name)


class RuleChip(Themed, QAbstractButton):
    """Show a rule id; a click or ``Enter`` asks for the rule with ``opened(rule id)``."""

    opened = Signal(str)

    def __init__(
        self, rule: str, style: ChipStyle = "plain", title: str = "", parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._rule = rule
        self._style: ChipStyle = style
        self._title = title
        self.setText(rule)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.clicked.connect(self._open)
        self._tell()
        self.follow_theme()

    def rule(self) -> str:
        """Return the rule id."""
        return self._rule

    def chip_style(self) -> ChipStyle:
        """Return how the chip is drawn."""
        return self._style

    def set_chip_style(self, style: ChipStyle) -> None:
        """Draw the chip plain, refusing, warning, or dashed for a house rule."""
        self._style = style
        self._tell()
        self.update()

    def sizeHint(self) -> QSize:
        """Return the clickable size: the chip, in a row not lower than 24 pixels."""
        size = chip_size(self._rule)
        return QSize(size.width(), max(self.look.px(24), size.height()))

    minimumSizeHint = sizeHint

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Take ``Enter`` as a click, beside the space bar."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the chip in the middle of its clickable place."""
        painter = QPainter(self)
        rect = QRectF(self.rect())
        chip = QRectF(0, 0, rect.width(), self.look.px(CHIP_HEIGHT))
        chip.moveTop(round((rect.height() - chip.height()) / 2))
        paint_chip(painter, chip, self._rule, self.colours, self._style, self.underMouse(), self.hasFocus())
        painter.end()

    def _open(self) -> None:
        self.opened.emit(self._rule)

    def _tell(self) -> None:
        words = chip_words(self._rule, self._title, self._style)
        self.setAccessibleName(words)
        self.setToolTip(words)


class RuleChipRow(QWidget):
    """Show several rule chips that wrap; ``opened(rule id)`` comes from whichever was clicked."""

    opened = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._flow = FlowLayout(self, gap=6, row_gap=0)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def set_rules(self, rules: Iterable[str | tuple[str, ChipStyle]]) -> None:
        """Show other rules: ids, or pairs of id and style."""
        self._flow.clear()
        for entry in rules:
            rule, style = (entry, "plain") if isinstance(entry, str) else entry
            chip = RuleChip(rule, style, parent=self)  # type: ignore[arg-type]
            chip.opened.connect(self.opened)
            self._flow.addWidget(chip)
            chip.show()
        self.updateGeometry()

    def rules(self) -> list[str]:
        """Return the ids shown, in order."""
        return [chip.rule() for chip in self.chips()]

    def chips(self) -> list[RuleChip]:
        """Return the chips shown, in order."""
        widgets = (self._flow.itemAt(i) for i in range(self._flow.count()))
        found = (item.widget() for item in widgets if item is not None)
        return [widget for widget in found if isinstance(widget, RuleChip)]


def _tag_font(kind: MarkKind) -> QFont:
    return theme().font("row_title" if kind == "warning" else "small", 12)


def tag_size(kind: MarkKind, name: str, words: str) -> QSize:
    """Return the size of a verdict tag in pixels at the text scale."""
    look = theme()
    width = 2 * look.px(7) + look.px(14) + look.px(6) + text_width(look.font("row_title", 12), name)
    if words:
        width += look.px(7) + text_width(_tag_font(kind), words)
    return QSize(width, look.px(22))


def paint_tag(
    painter: QPainter, rect: QRectF, kind: MarkKind, name: str, words: str, palette: Palette
) -> None:
    """Paint a verdict tag: mark, name, and the reason in the mark's colour."""
    look = theme()
    token = mark_token(kind)
    line = palette.line2 if kind == "not_applicable" else look.colour(token)
    box(painter, rect, 4, palette.panel, line, 1.2, dashed=kind == "question")
    pad, side = look.px(7), look.px(14)
    paint_mark(painter, QRectF(rect.x() + pad, rect.y(), side, rect.height()), kind, palette)
    x = rect.x() + pad + side + look.px(6)
    title = look.font("row_title", 12)
    width = text_width(title, name)
    draw_text(painter, QRectF(x, rect.y(), width, rect.height()), name, title, palette.text, elide=False)
    x += width + look.px(7)
    ink = look.colour(token) if kind in ("refused", "warning") else look.colour("text2")
    draw_text(
        painter, QRectF(x, rect.y(), rect.right() - pad - x, rect.height()), words, _tag_font(kind), ink
    )


class VerdictTag(Themed, QWidget):
    """Show a verdict tag as on the map, for lists and dialogs."""

    def __init__(self, kind: MarkKind, name: str, words: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._kind: MarkKind = kind
        self._name = name
        self._words = words
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        sentence = QCoreApplication.translate("VerdictTag", "%1: %2, %3")
        self.setAccessibleName(
            sentence.replace("%1", mark_word(kind)).replace("%2", name).replace("%3", words)
        )
        self.follow_theme()

    def sizeHint(self) -> QSize:
        """Return the size of the tag."""
        return tag_size(self._kind, self._name, self._words)

    minimumSizeHint = sizeHint

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the tag."""
        painter = QPainter(self)
        paint_tag(painter, QRectF(self.rect()), self._kind, self._name, self._words, self.colours)
        painter.end()
