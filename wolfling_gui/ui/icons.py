"""Draw the program's own icons in the palette's colours, sharp on every screen."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from PySide6.QtCore import QByteArray, QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QIconEngine, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from wolfling_gui.ui.stylesheet import DISABLED_SHARE
from wolfling_gui.ui.theme import resources, theme

INK: Final = "currentColor"


@lru_cache(maxsize=1)
def icon_names() -> frozenset[str]:
    """Return the name of every icon that is shipped."""
    return frozenset(file.stem for file in (resources() / "icons").glob("*.svg"))


@lru_cache(maxsize=256)
def svg_source(name: str) -> str:
    """Return the SVG text of an icon as it is stored; an unknown name raises ``LookupError``."""
    try:
        return (resources() / "icons" / f"{name}.svg").read_text(encoding="utf-8")
    except OSError as error:
        raise LookupError(f"There is no icon {name!r} in resources/icons.") from error


def svg_text(name: str, colour: str) -> str:
    """Return the SVG text of an icon drawn in ``colour`` (``#rrggbb``)."""
    return svg_source(name).replace(INK, colour)


@lru_cache(maxsize=1024)
def _renderer(name: str, colour: str) -> QSvgRenderer:
    return QSvgRenderer(QByteArray(svg_text(name, colour).encode()))


def paint_icon(painter: QPainter, rect: QRectF, name: str, colour: QColor | str) -> None:
    """Paint an icon into ``rect``, as the largest square in its middle, in one colour."""
    ink = QColor(colour)
    side = min(rect.width(), rect.height())
    square = QRectF(0, 0, side, side)
    square.moveCenter(rect.center())
    painter.save()
    painter.setOpacity(painter.opacity() * ink.alphaF())
    _renderer(name, ink.name()).render(painter, square)
    painter.restore()


class PaletteIconEngine(QIconEngine):
    """Render one SVG in a palette token's colour, asked at paint time, at the ratio of the screen."""

    def __init__(self, name: str, token: str, on_token: str) -> None:
        super().__init__()
        svg_source(name)
        self._name = name
        self._token = token
        self._on_token = on_token

    def paint(self, painter: QPainter, rect: QRect, mode: QIcon.Mode, state: QIcon.State) -> None:
        """Paint the icon; hovered in ``text``, checked in its own token, disabled at 38 %."""
        token = self._on_token if state == QIcon.State.On else self._token
        if state == QIcon.State.Off and mode == QIcon.Mode.Active and token in ("text2", "text3"):
            token = "text"
        colour = theme().colour(token)
        if mode == QIcon.Mode.Disabled:
            colour.setAlphaF(DISABLED_SHARE)
        paint_icon(painter, QRectF(rect), self._name, colour)

    def scaledPixmap(self, size: QSize, mode: QIcon.Mode, state: QIcon.State, scale: float) -> QPixmap:
        """Return the icon as a pixmap of ``size`` device-independent pixels at the ratio ``scale``."""
        pixmap = QPixmap(size * scale)
        pixmap.setDevicePixelRatio(scale)
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        self.paint(painter, QRect(QPoint(0, 0), size), mode, state)
        painter.end()
        return pixmap

    def pixmap(self, size: QSize, mode: QIcon.Mode, state: QIcon.State) -> QPixmap:
        """Return the icon as a pixmap of ``size`` pixels."""
        return self.scaledPixmap(size, mode, state, 1.0)

    def clone(self) -> QIconEngine:
        """Return another engine for the same icon."""
        return PaletteIconEngine(self._name, self._token, self._on_token)

    def key(self) -> str:
        """Name this kind of engine."""
        return "wolfling-palette"

    def isNull(self) -> bool:
        """Say that there is something to draw."""
        return False


def icon(name: str, token: str = "text2", on: str = "accent") -> QIcon:
    """Return an icon that follows the theme: ``token`` colours it, ``on`` while its control is checked."""
    return QIcon(PaletteIconEngine(name, token, on))
