"""Hold the items of the map: baked terrain, token pictures, and sketches; none takes the mouse."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPixmap
from PySide6.QtWidgets import (
    QGraphicsItem,
    QGraphicsPixmapItem,
    QStyleOptionGraphicsItem,
    QWidget,
)

from wolfling_gui.ui.palette import Palette
from wolfling_gui.ui.scene.stage import Layer, Sketch

LARGEST_BAKE: Final = 12_000_000
"""A pixmap of more device pixels than this is baked only round what is seen."""
EDGE: Final = 4.0
"""Walls on the table's edge reach so many pixels beyond it."""

Bake = Callable[[QPainter], None]


class TokenItem(QGraphicsPixmapItem):
    """Show one model as a picture whose middle is the model's place."""

    def __init__(self) -> None:
        super().__init__()
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self.setAcceptHoverEvents(False)
        self.setShapeMode(QGraphicsPixmapItem.ShapeMode.BoundingRectShape)

    def show_picture(self, picture: QPixmap, half: float, layer: Layer) -> None:
        """Wear another picture, `half` a side from its middle, on a layer."""
        self.setPixmap(picture)
        self.setOffset(-half, -half)
        self.setZValue(layer)

    def move_to(self, at: QPointF) -> None:
        """Stand somewhere else, in scene pixels."""
        self.setPos(at)


class SketchItem(QGraphicsItem):
    """Draw one sketch in the palette of the moment."""

    def __init__(self, sketch: Sketch, palette: Callable[[], Palette]) -> None:
        super().__init__()
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self._sketch = sketch
        self._palette = palette
        self.setZValue(sketch.layer)

    @property
    def sketch(self) -> Sketch:
        """Return what is drawn."""
        return self._sketch

    def boundingRect(self) -> QRectF:
        """Return the place the sketch stays in."""
        return self._sketch.bounds

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        """Draw the sketch."""
        self._sketch.paint(painter, self._palette())


def _aligned(place: QRectF, origin: QPointF) -> QRectF:
    """Return a rectangle grown to multiples of 4 from an origin: whole device pixels at any quarter ratio."""
    left = math.floor((place.left() - origin.x()) / 4) * 4 + origin.x()
    top = math.floor((place.top() - origin.y()) / 4) * 4 + origin.y()
    right = math.ceil((place.right() - origin.x()) / 4) * 4 + origin.x()
    bottom = math.ceil((place.bottom() - origin.y()) / 4) * 4 + origin.y()
    return QRectF(QPointF(left, top), QPointF(right, bottom))


class TerrainItem(QGraphicsItem):
    """Show the ground from one pixmap per level, baked when first looked at.

    Very large maps are baked only round what is seen, and again when the view leaves that.
    """

    def __init__(self, bake: Bake) -> None:
        super().__init__()
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemUsesExtendedStyleOption)
        self.setZValue(Layer.TERRAIN)
        self._bake = bake
        self._rect = QRectF()
        self._ratio = 1.0
        self._level: int | None = 0
        self._baked: dict[int | None, tuple[QPixmap, QRectF]] = {}
        self.frozen = False
        self.bakes = 0

    def set_frame(self, table: QRectF, ratio: float) -> None:
        """Cover a table given in scene pixels, at a screen's ratio; forgets what was baked."""
        self.prepareGeometryChange()
        self._rect = table.adjusted(-EDGE, -EDGE, EDGE, EDGE)
        self._ratio = ratio
        self.forget()

    def set_level(self, level: int | None) -> None:
        """Show another level."""
        if level != self._level:
            self._level = level
            self.update()

    def forget(self) -> None:
        """Bake everything anew when it is next looked at."""
        self._baked.clear()
        self.update()

    def mend(self, place: QRectF) -> None:
        """Bake again only a place, given in scene pixels, and only of the level shown."""
        kept = self._baked.get(self._level)
        self._baked.clear()
        if kept is None:
            self.update(place)
            return
        picture, region = kept
        hole = _aligned(place, region.topLeft()).intersected(region)
        patch = self._paint(hole)
        painter = QPainter(picture)
        try:
            painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Source)
            painter.drawPixmap(hole.topLeft() - region.topLeft(), patch)
        finally:
            painter.end()
        self._baked[self._level] = kept
        self.update(hole)

    def baked_pixels(self) -> int:
        """Return how many device pixels are held."""
        return sum(picture.width() * picture.height() for picture, _ in self._baked.values())

    def boundingRect(self) -> QRectF:
        """Return the table and its edge."""
        return self._rect

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        """Copy the exposed part of the baked ground."""
        exposed: QRectF = option.exposedRect.intersected(self._rect)
        if painter.hasClipping():
            exposed = exposed.intersected(painter.clipBoundingRect())
        if exposed.isEmpty():
            return
        kept = self._baked.get(self._level)
        if kept is None or not (self.frozen or kept[1].contains(exposed)):
            kept = self._bake_round(exposed)
        picture, region = kept
        seen = exposed.toAlignedRect().toRectF().intersected(region)
        source = QRectF(
            (seen.left() - region.left()) * self._ratio,
            (seen.top() - region.top()) * self._ratio,
            seen.width() * self._ratio,
            seen.height() * self._ratio,
        )
        painter.drawPixmap(seen, picture, source)

    def _bake_round(self, exposed: QRectF) -> tuple[QPixmap, QRectF]:
        region = self._rect.toAlignedRect().toRectF()
        if region.width() * region.height() * self._ratio**2 > LARGEST_BAKE:
            wide, high = exposed.width() * 0.5, exposed.height() * 0.5
            near = exposed.adjusted(-wide, -high, wide, high)
            region = near.intersected(region).toAlignedRect().toRectF()
        picture = self._paint(region)
        while len(self._baked) >= 3:
            del self._baked[next(iter(self._baked))]
        self._baked[self._level] = (picture, region)
        return picture, region

    def _paint(self, region: QRectF) -> QPixmap:
        """Return the ground of a region of whole pixels, on a pixmap of its own."""
        self.bakes += 1
        picture = QPixmap(
            max(1, round(region.width() * self._ratio)), max(1, round(region.height() * self._ratio))
        )
        picture.setDevicePixelRatio(self._ratio)
        picture.fill(Qt.GlobalColor.transparent)
        painter = QPainter(picture)
        try:
            painter.translate(-region.topLeft())
            self._bake(painter)
        finally:
            painter.end()
        return picture
