"""Read dice as players type them, and show them in a field where wrong faces are marked where they stand."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QColor, QInputMethodEvent, QKeyEvent, QTextCharFormat
from PySide6.QtWidgets import QApplication, QLineEdit, QWidget

from wolfling_gui.core.breakdown import Breakdown
from wolfling_gui.session.pools import succeeds
from wolfling_gui.ui.theme import theme
from wolfling_gui.ui.widgets.base import repolish

_TOKEN: Final = re.compile(
    r"(?P<count>[0-9]{1,3})[x×*](?P<face>[0-9])|(?P<digit>[0-9])|(?P<other>[-−][0-9]*|[^\s0-9,;.x×*]+[x×*][0-9]|[^\s0-9,;.]+)"
)
MOST_DICE: Final = 400


@dataclass(frozen=True, slots=True)
class Typed:
    """Hold a stretch of what was typed: the faces it means, or none when no die can show that."""

    start: int
    end: int
    faces: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PoolText:
    """Hold what a text means as dice: its stretches in order."""

    parts: tuple[Typed, ...]

    @property
    def faces(self) -> tuple[int, ...]:
        """Return all faces in the order they were typed."""
        return tuple(face for part in self.parts for face in part.faces)

    @property
    def wrong(self) -> tuple[Typed, ...]:
        """Return the stretches that no die can show."""
        return tuple(part for part in self.parts if not part.faces)


def parse_pool(text: str) -> PoolText:
    """Read dice from `2335661`, `2 3 3 5` or `6x4` (six dice showing 4).

    Digits are 0 to 9 as keyboards have them; 0, 7, 8, 9, letters and numbers with a sign are wrong.

    >>> parse_pool("23 3x5").faces, len(parse_pool("27").wrong)
    ((2, 3, 5, 5, 5), 1)
    """
    parts: list[Typed] = []
    for match in _TOKEN.finditer(text):
        faces: tuple[int, ...] = ()
        if match["count"] is not None:
            count, face = int(match["count"]), int(match["face"])
            if 1 <= face <= 6 and 1 <= count <= MOST_DICE:
                faces = (face,) * count
        elif match["digit"] is not None and match["digit"] in "123456":
            faces = (int(match["digit"]),)
        parts.append(Typed(match.start(), match.end(), faces))
    return PoolText(tuple(parts))


def with_face(text: str, face: int) -> str:
    """Return a pool's text with one more die, behind what was typed."""
    return f"{text} {face}" if text.endswith(("x", "X", "×", "*")) else f"{text}{face}"


def without_face(text: str, face: int) -> str:
    """Return a pool's text with the last die of a face taken out; all else stays as it was typed.

    >>> without_face("2 6x4 4", 4), without_face("6x4", 4), without_face("22", 5)
    ('2 6x4 ', '5x4', '22')
    """
    for part in reversed(parse_pool(text).parts):
        if face in part.faces:
            left = len(part.faces) - 1
            kept = f"{left}x{face}" if left > 1 else str(face) * left
            return text[: part.start] + kept + text[part.end :]
    return text


class PoolField(QLineEdit):
    """Take a pool of dice; digits are dice, `R` asks to roll, `Enter` takes what is right."""

    changed = Signal()
    taken = Signal()
    roll_wanted = Signal()

    def __init__(self, parent: QWidget | None = None, *, large: bool = False) -> None:
        super().__init__(parent)
        self._large = large
        if large:
            self.setProperty("pool", "large")
        self._needed: Breakdown | None = None
        self._completed = ("", 0)
        self.setMaxLength(1200)
        self.setAccessibleName(self.tr("Dice as they lie"))
        self.setPlaceholderText(self.tr("type the faces"))
        self.setToolTip(self.tr("Type the faces in any order: 2335661, 2 3 3 5 or 6x4 for six fours."))
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.NoContextMenu)
        self.textChanged.connect(self._colour)
        theme().changed.connect(self.restyle)
        self.restyle()

    def restyle(self) -> None:
        """Take font and colours of the theme."""
        self.setFont(theme().mono(26 if self._large else 18, 500))
        self.setFixedHeight(theme().px(58 if self._large else 44))
        self._colour()

    def set_needed(self, needed: Breakdown | None) -> None:
        """Colour faces by what they need; None leaves them plain."""
        self._needed = needed
        self._colour()

    def pool(self) -> PoolText:
        """Return what the text means."""
        return parse_pool(self.text())

    def complete(self, faces: Sequence[int]) -> None:
        """Put dice that the app rolled behind those typed."""
        typed = len(self.pool().faces)
        text = self.text().rstrip()
        between = " " if text else ""
        whole = text + between + "".join(str(face) for face in faces)
        self._completed = (whole, typed)
        self.setText(whole)

    def take_over(self, other: PoolField) -> None:
        """Hold what another field holds, and which of its dice were typed."""
        self._completed = other._completed
        self.setText(other.text())

    @property
    def typed(self) -> int:
        """Return how many dice, from the first, were typed: all, unless the app completed them since."""
        text, typed = self._completed
        return typed if text and text == self.text() else len(self.pool().faces)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Take digits, separators and a minus, which is marked as no die; letters are commands."""
        key, text = event.key(), event.text()
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.taken.emit()
        elif text and text.casefold() == "r" and not event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.roll_wanted.emit()
        elif key == Qt.Key.Key_Escape or (text.isprintable() and text not in "0123456789 ,;.x×*X-−"):
            event.ignore()
            return
        else:
            super().keyPressEvent(event)
            return
        event.accept()

    def _colour(self) -> None:
        """Write good faces in the colour of success, misses and wrong ones in that of refusal."""
        look = theme()
        attributes: list[QInputMethodEvent.Attribute] = []
        cursor = self.cursorPosition()
        pool = self.pool()
        for part in pool.parts:
            shape = QTextCharFormat()
            made = [succeeds(face, self._needed) for face in part.faces]
            if not part.faces:
                shape.setForeground(look.colour("refused"))
                shape.setBackground(look.colour("refused_ground"))
                shape.setFontUnderline(True)
                shape.setUnderlineColor(QColor(look.palette.refused))
            elif made[0] is None:
                continue
            else:
                shape.setForeground(look.colour("legal" if made[0] else "refused"))
            attributes.append(
                QInputMethodEvent.Attribute(
                    QInputMethodEvent.AttributeType.TextFormat,
                    part.start - cursor,
                    part.end - part.start,
                    shape,
                )
            )
        state = "refused" if pool.wrong else ""
        if self.property("state") != state:
            self.setProperty("state", state)
            repolish(self)
        # Qt colours parts of a line edit only by way of an input method's formats.
        QApplication.sendEvent(self, QInputMethodEvent("", attributes))
        self.changed.emit()
