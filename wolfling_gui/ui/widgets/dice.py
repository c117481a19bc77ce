"""Paint dice with their pips, as they lie on the table."""

from __future__ import annotations

from typing import Final, Literal

from PySide6.QtCore import QCoreApplication, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from wolfling_gui.ui.palette import Palette
from wolfling_gui.ui.stylesheet import DISABLED_SHARE
from wolfling_gui.ui.theme import theme
from wolfling_gui.ui.widgets.base import Themed, box, draw_text, square

DieState = Literal["neutral", "success", "failure"]

_CORNERS = ((-1, -1), (1, 1), (1, -1), (-1, 1))
PIPS: Final[dict[int, tuple[tuple[float, float], ...]]] = {
    1: ((0, 0),),
    2: _CORNERS[:2],
    3: (*_CORNERS[:2], (0, 0)),
    4: _CORNERS,
    5: (*_CORNERS, (0, 0)),
    6: (*_CORNERS, (-1, 0), (1, 0)),
}


def paint_die(
    painter: QPainter,
    rect: QRectF,
    face: int | None,
    palette: Palette,
    state: DieState = "neutral",
    selected: bool = False,
) -> None:
    """Paint a die into the largest square of ``rect``.

    ``face`` 1 to 6 shows pips, a higher one its figure, None an empty die still to be typed. A success is
    solid, a failure dashed, so the state is told without colour. ``selected`` adds an accent ring inside.
    """
    side = min(rect.width(), rect.height())
    die = QRectF(0, 0, side, side)
    die.moveCenter(rect.center())
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    if selected:
        box(painter, die, side * 0.22, None, palette.accent, 2)
        gap = max(3.0, side * 0.1)
        die = die.adjusted(gap, gap, -gap, -gap)
        side = die.width()
    line = max(1.0, side / 29)
    if state == "success":
        fill, edge, ink = palette.legal_ground, palette.legal, palette.text
    elif state == "failure":
        fill, edge, ink = palette.sunk, palette.refused, palette.text3
    else:
        fill, edge, ink = palette.raised, palette.text3, palette.text2
    dashed = state == "failure" or face is None
    box(painter, die, side * 0.19, fill if face is not None else palette.sunk, edge, line, dashed)
    if face is not None and face in PIPS:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(ink))
        for x, y in PIPS[face]:
            painter.drawEllipse(die.center() + QPointF(x, y) * (side * 0.25), side * 0.075, side * 0.075)
    elif face is not None:
        font = theme().font("row_title")
        font.setPixelSize(max(6, round(side * 0.5)))
        draw_text(painter, die, str(face), font, ink, Qt.AlignmentFlag.AlignHCenter, elide=False)
    painter.restore()


def die_words(face: int | None, state: DieState) -> str:
    """Say a die in words."""
    if face is None:
        return QCoreApplication.translate("DieFace", "Die not typed yet")
    sentences = {
        "neutral": QCoreApplication.translate("DieFace", "Die showing %1"),
        "success": QCoreApplication.translate("DieFace", "Die showing %1, a success"),
        "failure": QCoreApplication.translate("DieFace", "Die showing %1, a failure"),
    }
    return sentences[state].replace("%1", str(face))


class DieFace(Themed, QAbstractButton):
    """Show a die; with ``clickable`` it can be picked, and ``picked(face)`` says which face lies there."""

    picked = Signal(int)

    def __init__(
        self,
        face: int | None = None,
        state: DieState = "neutral",
        size: int = 44,
        clickable: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._face = face
        self._state: DieState = state
        self._size = size
        self._selected = False
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus if clickable else Qt.FocusPolicy.NoFocus)
        if clickable:
            self.setCursor(Qt.CursorShape.PointingHandCursor)
            self.clicked.connect(self._pick)
        else:
            self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.set_face(face, state)
        self.follow_theme()

    def face(self) -> int | None:
        """Return the face shown, None for a die not typed yet."""
        return self._face

    def set_face(self, face: int | None, state: DieState = "neutral") -> None:
        """Show another face and state."""
        if face is not None and face < 1:
            raise ValueError(f"A die shows {face}; faces begin at 1.")
        self._face = face
        self._state = state
        self.setAccessibleName(die_words(face, state))
        self.update()

    def set_selected(self, selected: bool) -> None:
        """Put the accent ring around the die, or take it away."""
        self._selected = selected
        self.update()

    def sizeHint(self) -> QSize:
        """Return the size of the die."""
        return square(self.look.px(self._size))

    minimumSizeHint = sizeHint

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the die; the focus looks like a selection."""
        painter = QPainter(self)
        if not self.isEnabled():
            painter.setOpacity(DISABLED_SHARE)
        ringed = self._selected or self.hasFocus()
        paint_die(painter, QRectF(self.rect()), self._face, self.colours, self._state, ringed)
        painter.end()

    def _pick(self) -> None:
        if self._face is not None:
            self.picked.emit(self._face)
