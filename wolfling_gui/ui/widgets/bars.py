"""Draw measures: a margin against its limit, the odds of an attack, the models of a unit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from PySide6.QtCore import QCoreApplication, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from wolfling_gui.ui.palette import Palette, blend
from wolfling_gui.ui.theme import theme
from wolfling_gui.ui.widgets.base import Themed, box, draw_text, text_width

Bound = Literal["at_most", "at_least"]


@dataclass(frozen=True, slots=True)
class Margin:
    """Describe a measured value against its limit, in any one unit; the words come ready made.

    ``reacts_from`` is the value from which a reaction threatens: the rest is drawn in the warning colour.
    """

    value: float
    limit: float
    bound: Bound = "at_most"
    limit_words: str = ""
    margin_words: str = ""
    reacts_from: float | None = None

    @property
    def kept(self) -> bool:
        """Tell whether the value keeps the limit; equal is kept both ways."""
        return self.value <= self.limit if self.bound == "at_most" else self.value >= self.limit


def paint_margin(painter: QPainter, rect: QRectF, margin: Margin, palette: Palette) -> None:
    """Paint the bar of a margin into ``rect``: measured, limit tick, and what is too much or short."""
    top = max(margin.value, margin.limit, 1e-9)
    full = rect.width() if margin.kept else rect.width() * 0.8
    # Room is left beyond a broken limit, so that "too much" is seen to end.
    scale = full / top

    def span(start: float, end: float, colour: str | QColor) -> None:
        painter.fillRect(
            QRectF(rect.x() + start * scale, rect.y(), max(0.0, (end - start) * scale), rect.height()),
            QColor(colour),
        )

    painter.fillRect(rect, QColor(palette.sunk))
    value, limit = max(0.0, margin.value), max(0.0, margin.limit)
    if margin.kept:
        turn = value if margin.reacts_from is None else min(value, margin.reacts_from)
        span(0, turn, palette.accent)
        span(turn, value, palette.warning_fill)
    elif margin.bound == "at_most":
        span(0, limit, palette.text3)
        span(limit, value, palette.refused)
    else:
        span(0, value, palette.text3)
        span(value, limit, blend(palette.refused, palette.sunk, 0.45))
    tick = rect.x() + limit * scale
    painter.fillRect(
        QRectF(min(tick, rect.right()) - 2, rect.y() - 4, 2, rect.height() + 8), QColor(palette.text)
    )


class MarginBar(Themed, QWidget):
    """Show a measured value against its limit as a bar, with the limit and the margin under it."""

    def __init__(self, margin: Margin, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._margin = margin
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.set_margin(margin)
        self.follow_theme()

    def margin(self) -> Margin:
        """Return what is shown."""
        return self._margin

    def set_margin(self, margin: Margin) -> None:
        """Show another value or limit."""
        self._margin = margin
        words = QCoreApplication.translate("MarginBar", "%1, %2")
        self.setAccessibleName(
            words.replace("%1", margin.limit_words).replace("%2", margin.margin_words)
            if margin.limit_words and margin.margin_words
            else margin.limit_words or margin.margin_words
        )
        self.updateGeometry()
        self.update()

    def _words_height(self) -> int:
        return self.look.line("caption") + 2 if self._margin.limit_words or self._margin.margin_words else 0

    def sizeHint(self) -> QSize:
        """Return the wanted size."""
        font = self.look.font("section_head")
        words = text_width(font, self._margin.limit_words) + text_width(font, self._margin.margin_words)
        return QSize(
            max(self.look.px(120), words + self.look.px(16)), self.look.px(16) + self._words_height()
        )

    minimumSizeHint = sizeHint

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the bar and the words, which stand on both sides of the tick where there is room."""
        painter = QPainter(self)
        look, p, margin = self.look, self.colours, self._margin
        bar = QRectF(0, 4, self.width(), look.px(8))
        paint_margin(painter, bar, margin, p)
        y = bar.bottom() + 5
        height = look.line("caption")
        plain = look.font("caption")
        strong = look.font("row_title", 11)
        limit_width = text_width(plain, margin.limit_words)
        margin_width = text_width(strong, margin.margin_words)
        full = bar.width() if margin.kept else bar.width() * 0.8
        tick = margin.limit / max(margin.value, margin.limit, 1e-9) * full
        gap = look.px(6)
        x = min(max(0.0, tick - limit_width), self.width() - limit_width - gap - margin_width)
        x = max(0.0, x)
        draw_text(painter, QRectF(x, y, limit_width, height), margin.limit_words, plain, p.text2)
        ink = p.text2 if margin.kept else p.refused
        place = QRectF(x + limit_width + gap, y, self.width() - x - limit_width - gap, height)
        draw_text(painter, place, margin.margin_words, strong, ink)
        painter.end()


@dataclass(frozen=True, slots=True)
class Odds:
    """Describe a distribution: the chance of each result from 0 on, 0 to 1, and whose loss it is."""

    chances: tuple[float, ...]
    side: int
    total: int | None = None

    def likeliest(self) -> int:
        """Return the likeliest result; the lowest of equals."""
        return max(range(len(self.chances)), key=lambda n: (self.chances[n], -n), default=0)


def percent(chance: float) -> str:
    """Write a chance in whole per cent, without the sign; below a half "<1", above 99 and a half ">99"."""
    if 0 < chance < 0.005:
        return "<1"
    if 0.995 < chance < 1:
        return ">99"
    return str(int(chance * 100 + 0.5))


def paint_odds(painter: QPainter, rect: QRectF, odds: Odds, palette: Palette) -> None:
    """Paint the bars of a distribution into ``rect``, with per cent above and results below."""
    look = theme()
    count = len(odds.chances)
    if not count:
        return
    top, foot = look.line("caption"), look.px(20)
    gap = 3.0 if rect.width() / count > 8 else 1.0
    width = (rect.width() - gap * (count - 1)) / count
    base = rect.bottom() - foot
    room = base - rect.y() - top
    best = odds.likeliest()
    highest = max(max(odds.chances), 1e-9)
    full = QColor(palette.side(odds.side).full)
    other = QColor(blend(palette.side(odds.side).full, palette.panel, 0.72))
    caption, strong = look.font("small", 11), look.font("row_title", 12)
    shown = _labels_shown(odds, width + gap)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    for n, chance in enumerate(odds.chances):
        x = rect.x() + n * (width + gap)
        height = max(1.5 if chance > 0 else 0.0, chance / highest * room)
        path = QPainterPath()
        path.setFillRule(Qt.FillRule.WindingFill)
        path.addRoundedRect(QRectF(x, base - height, width, height), 2, 2)
        path.addRect(QRectF(x, base - height / 2, width, height / 2))
        painter.fillPath(path.simplified(), full if n == best else other)
        if n not in shown:
            continue
        above = QRectF(x - gap, base - height - top, width + 2 * gap, top)
        middle = Qt.AlignmentFlag.AlignHCenter
        if width >= look.px(16):
            draw_text(painter, above, percent(chance), caption, palette.text2, middle, elide=False)
        font, ink = (strong, palette.text) if n == best else (caption, palette.text3)
        words = text_width(font, result_words(n, odds))
        left = max(rect.x(), min(x + (width - words) / 2, rect.right() - words))
        below = QRectF(left, base + 3, words, foot - 3)
        draw_text(painter, below, result_words(n, odds), font, ink, middle, elide=False)
    painter.restore()
    painter.fillRect(QRectF(rect.x(), round(base), rect.width(), 1), QColor(palette.line2))


def result_words(result: int, odds: Odds) -> str:
    """Name a result on the axis: its number, and "all n" for the whole unit."""
    if odds.total is not None and result == odds.total and result > 0:
        return QCoreApplication.translate("OddsBars", "all %1").replace("%1", str(result))
    return str(result)


def _labels_shown(odds: Odds, pitch: float) -> set[int]:
    """Choose the results whose labels fit beside each other: likeliest and last first, then from 0 on."""
    font = theme().font("row_title", 12)
    taken: list[tuple[float, float]] = []
    shown: set[int] = set()
    last = len(odds.chances) - 1
    for n in (odds.likeliest(), last, *range(last)):
        half = (
            max(text_width(font, result_words(n, odds)), text_width(font, percent(odds.chances[n]))) / 2 + 2
        )
        middle = min(n * pitch, last * pitch + pitch / 2 - half)
        if all(middle + half <= left or middle - half >= right for left, right in taken):
            taken.append((middle - half, middle + half))
            shown.add(n)
    return shown


class OddsBars(Themed, QWidget):
    """Show the chances of every number of casualties as bars in the colour of the side that suffers."""

    def __init__(self, odds: Odds, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._odds = odds
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.set_odds(odds)
        self.follow_theme()

    def odds(self) -> Odds:
        """Return what is shown."""
        return self._odds

    def set_odds(self, odds: Odds) -> None:
        """Show another distribution."""
        self._odds = odds
        one = QCoreApplication.translate("OddsBars", "%1: %2 %")
        self.setAccessibleName(
            "; ".join(
                one.replace("%1", result_words(n, odds)).replace("%2", percent(chance), 1)
                for n, chance in enumerate(odds.chances)
            )
        )
        self.update()

    def sizeHint(self) -> QSize:
        """Return the wanted size."""
        return QSize(self.look.px(22) * max(1, len(self._odds.chances)), self.look.px(74))

    def minimumSizeHint(self) -> QSize:
        """Return the least size."""
        return QSize(min(self.look.px(120), self.sizeHint().width()), self.look.px(74))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the bars."""
        painter = QPainter(self)
        paint_odds(painter, QRectF(self.rect()), self._odds, self.colours)
        painter.end()


Pool = Sequence[tuple[int, int]]
"""The models of a unit: (wounds left, wounds at full strength) each."""

PIP_WIDTH, PIP_HEIGHT, PIP_GAP, MODEL_GAP = 6, 8, 2, 5
MOST_PIPS = 16


def pool_width(pool: Pool) -> int:
    """Return the width of a unit's pips in pixels at the text scale."""
    look = theme()
    pips = [most for _, most in pool]
    if not pips or sum(pips) > MOST_PIPS:
        return 0
    wide = max(pips) > 1
    gaps = sum(most - 1 for most in pips) * look.px(1 if wide else PIP_GAP)
    return sum(pips) * look.px(PIP_WIDTH) + gaps + (len(pips) - 1) * look.px(MODEL_GAP if wide else PIP_GAP)


def paint_pool(painter: QPainter, rect: QRectF, pool: Pool, side: int, palette: Palette) -> float:
    """Paint a unit's pips from the left of ``rect`` and return their width.

    One pip is a wound; the pips of one model stand close. Lost ones are hollow. More than 16 in all are not
    drawn: the figures beside them say it.
    """
    look = theme()
    width = pool_width(pool)
    if not width:
        return 0.0
    wide = max(most for _, most in pool) > 1
    full = palette.side(side).full
    pip, height = look.px(PIP_WIDTH), look.px(PIP_HEIGHT)
    x, y = rect.x(), round(rect.center().y() - height / 2)
    for left, most in pool:
        for wound in range(most):
            place = QRectF(x, y, pip, height)
            if wound < left:
                box(painter, place, 1.5, full)
            else:
                box(painter, place, 1.5, None, palette.text3)
            x += pip + (look.px(1 if wide else PIP_GAP) if wound < most - 1 else 0)
        x += look.px(MODEL_GAP if wide else PIP_GAP)
    return float(width)


class PoolStrip(Themed, QWidget):
    """Show a unit's models as pips, and in words: "4 of 5"."""

    def __init__(self, pool: Pool, side: int, words: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._pool: tuple[tuple[int, int], ...] = tuple(pool)
        self._side = side
        self._words = words
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.set_pool(pool, side, words)
        self.follow_theme()

    def set_pool(self, pool: Pool, side: int, words: str = "") -> None:
        """Show another unit; without ``words`` the models still standing are counted."""
        self._pool = tuple(pool)
        self._side = side
        standing = sum(1 for left, _ in self._pool if left > 0)
        self._words = words or QCoreApplication.translate("PoolStrip", "%1 of %2").replace(
            "%1", str(standing)
        ).replace("%2", str(len(self._pool)))
        self.setAccessibleName(self._words)
        self.updateGeometry()
        self.update()

    def words(self) -> str:
        """Return the words beside the pips."""
        return self._words

    def sizeHint(self) -> QSize:
        """Return the size of pips and words."""
        width = pool_width(self._pool)
        gap = self.look.px(6) if width else 0
        return QSize(width + gap + text_width(self.look.font("small"), self._words), self.look.line("small"))

    minimumSizeHint = sizeHint

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint pips and words."""
        painter = QPainter(self)
        rect = QRectF(self.rect())
        used = paint_pool(painter, rect, self._pool, self._side, self.colours)
        if used:
            rect.setLeft(used + self.look.px(6))
        draw_text(painter, rect, self._words, self.look.font("small"), self.colours.text2)
        painter.end()
