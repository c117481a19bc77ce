"""Show the map in a window: zoom, pan, rulers, levels, and what lies under the pointer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QAccessibleEvent,
    QColor,
    QFocusEvent,
    QImage,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QResizeEvent,
    QTransform,
    QWheelEvent,
)
from PySide6.QtWidgets import QFrame, QGraphicsView, QWidget

from wolfling_gui.core.battle import Battle
from wolfling_gui.core.lengths import Length, Point
from wolfling_gui.ui.scene import hits
from wolfling_gui.ui.scene.board import BoardScene
from wolfling_gui.ui.scene.chrome import RULER, Corner, LevelSwitcher, Ruler, ScaleBar, ZoomControl
from wolfling_gui.ui.scene.overlays import Overlay
from wolfling_gui.ui.scene.projection import FULL_SIZE, ZOOM_STEP, clamp_zoom
from wolfling_gui.ui.scene.terrain import TerrainOptions
from wolfling_gui.ui.theme import theme

REBAKE_AFTER_MS: Final = 120
PAN_SPARE: Final = 80.0
"""So many pixels of the table stay in view however far it is panned."""
FIT_MARGIN: Final = 10.0
DIMMED_BY: Final = 0.18
CLICK_SLACK: Final = 7.0
"""A click so many pixels beside a door or wall still means it."""


class BoardView(QGraphicsView):
    """Show a battle as a map; a projection of values that never changes them.

    Tools watch the viewport's pointer events with an event filter while `panning` is False. Signals:
    `cursor_moved` tells a point of the table, the level, and the name of the place; `zoom_changed` pixels
    per inch; `level_changed` the level shown, None for all; `space_tapped` a tap of Space that did not pan.
    """

    cursor_moved = Signal(object, int, str)
    cursor_left = Signal()
    zoom_changed = Signal(float)
    level_changed = Signal(object)
    space_tapped = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        look = theme()
        self._board = BoardScene(look.palette, self.devicePixelRatioF(), self)
        self.setScene(self._board)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setViewportUpdateMode(QGraphicsView.ViewportUpdateMode.MinimalViewportUpdate)
        self.setOptimizationFlag(QGraphicsView.OptimizationFlag.DontAdjustForAntialiasing)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        self.setTransformationAnchor(QGraphicsView.ViewportAnchor.NoAnchor)
        self.setResizeAnchor(QGraphicsView.ViewportAnchor.NoAnchor)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setViewportMargins(RULER, RULER, 0, 0)
        self.setAccessibleName(self.tr("Map"))
        self._zoom = FULL_SIZE
        self._pan_from: QPointF | None = None
        self._panned = False
        self._space = False
        self._dimmed = False
        self._shape: Qt.CursorShape | None = None
        self._fit_wanted = True
        self._top, self._left, self._corner = Ruler("top", self), Ruler("left", self), Corner(self)
        self._scale_bar, self._zoom_control, self._levels = (
            ScaleBar(self),
            ZoomControl(self),
            LevelSwitcher(self),
        )
        self._zoom_control.stepped.connect(lambda way: self.zoom_at(ZOOM_STEP**way))
        self._zoom_control.reset.connect(lambda: self.set_zoom(FULL_SIZE))
        self._zoom_control.fitted.connect(self.fit)
        self._levels.chosen.connect(self.show_level)
        self._levels.hide()
        self._rebake = QTimer(self)
        self._rebake.setSingleShot(True)
        self._rebake.setInterval(REBAKE_AFTER_MS)
        self._rebake.timeout.connect(self.settle)
        self._cards: list[QRect] = []
        self._calm = QTimer(self)
        self._calm.setSingleShot(True)
        self._calm.setInterval(REBAKE_AFTER_MS)
        self._calm.timeout.connect(self._tell_seen)
        look.changed.connect(self._wear_theme)
        self._wear_theme()

    # ------------------------------------------------------------------ what is shown

    @property
    def board(self) -> BoardScene:
        """Return the scene, which knows where everything is drawn."""
        return self._board

    @property
    def zoom(self) -> float:
        """Return the zoom in pixels per inch."""
        return self._zoom

    @property
    def level(self) -> int | None:
        """Return the level shown, None for all."""
        return self._board.level

    def sync(self, battle: Battle, casualties: Iterable[str] = ()) -> None:
        """Show a battle and repaint only what changed; `casualties` fell in this phase and stay, struck."""
        first = not self._board.has_battle
        size = None if first else (self._board.battle.table.width, self._board.battle.table.height)
        self._board.sync(battle, casualties)
        if size != (battle.table.width, battle.table.height):
            self.settle()
            self._widen()
            self._fit_wanted = True
        if self._fit_wanted and self.isVisible():
            self.fit()
        self._refresh_levels()

    def set_contests(self, contests: Mapping[str, tuple[str, ...]]) -> None:
        """Show objectives as contested by these sides."""
        self._board.set_contests(contests)

    def set_overlays(self, overlays: tuple[Overlay, ...]) -> None:
        """Lay these over the map in place of what lay there."""
        self._board.set_overlays(overlays)

    def set_options(self, options: TerrainOptions) -> None:
        """Choose what the ground shows: grid, names, deployment zones, the backdrop's opacity."""
        self._board.set_options(options)

    @property
    def options(self) -> TerrainOptions:
        """Return what the ground shows besides terrain."""
        return self._board.options

    def set_backdrop(self, picture: QImage | None) -> None:
        """Put a picture under the map, where the table's backdrop says."""
        self._board.set_backdrop(picture)

    def set_dimmed(self, dimmed: bool) -> None:
        """Dim the whole map, as for a moment that has passed."""
        if dimmed != self._dimmed:
            self._dimmed = dimmed
            self.viewport().update()

    def drawForeground(self, painter: QPainter, rect: QRectF | QRect) -> None:
        """Lay a veil over a dimmed map."""
        if self._dimmed:
            veil = QColor(theme().palette.mat)
            veil.setAlphaF(DIMMED_BY)
            painter.fillRect(rect, veil)

    def show_level(self, level: int | None) -> None:
        """Show one level, or all with None."""
        if level != self._board.level:
            self._board.show_level(level)
            self._refresh_levels()
            self.level_changed.emit(level)

    def step_level(self, way: int) -> None:
        """Show the next level up (1) or down (-1)."""
        if not self._board.has_battle:
            return
        levels = self._board.battle.table.levels()
        now = self._board.level
        at = levels.index(now) + way if now in levels else (0 if way > 0 else len(levels) - 1)
        self.show_level(levels[max(0, min(len(levels) - 1, at))])

    def _refresh_levels(self) -> None:
        if not self._board.has_battle:
            return
        battle = self._board.battle
        counts = Counter(m.place.level for m in battle.on_table() if m.place is not None)
        self._levels.set_levels(battle.table.levels(), self._board.level, counts)
        self._arrange()

    # ------------------------------------------------------------------ where things are

    def to_table(self, pos: QPointF | QPoint) -> Point:
        """Return the point of the table under a place of the viewport, in units."""
        inverse, _ = self.viewportTransform().inverted()
        return self._board.projection.table_point(inverse.map(QPointF(pos)))

    def to_view(self, point: Point) -> QPointF:
        """Return where a point of the table is in the viewport, in pixels."""
        return self.viewportTransform().map(self._board.projection.point(point))

    def slack(self, pixels: float = CLICK_SLACK) -> Length:
        """Return a distance on the screen as units of the table at the present zoom."""
        return round(pixels * 2540 / self._zoom)

    def model_at(self, pos: QPointF | QPoint) -> str | None:
        """Return the model under a place of the viewport; small bases are met within two pixels.

        Models of a plan are met where their ghosts stand.
        """
        board = self._board
        if not board.has_battle:
            return None
        return hits.model_at(board.battle, self.to_table(pos), board.level, self.slack(2), board.ghosts)

    def door_at(self, pos: QPointF | QPoint) -> str | None:
        """Return the door under a place of the viewport."""
        if not self._board.has_battle:
            return None
        table = self._board.battle.table
        return hits.door_at(table, self.to_table(pos), self._board.level, self.slack())

    def thing_at(self, pos: QPointF | QPoint) -> hits.Thing | None:
        """Return the uppermost thing under a place of the viewport."""
        if not self._board.has_battle:
            return None
        return hits.thing_at(self._board.battle, self.to_table(pos), self._board.level, self.slack())

    # ------------------------------------------------------------------ zoom and pan

    def zoom_at(self, factor: float, pos: QPointF | QPoint | None = None) -> None:
        """Zoom by a factor and keep what lies under a place of the viewport there; its middle by default.

        The pictures there are scaled at once; sharp ones follow when the zoom has rested a moment.
        """
        self.set_zoom(self._zoom * factor, pos)

    def set_zoom(self, px_per_inch: float, pos: QPointF | QPoint | None = None) -> None:
        """Zoom to so many pixels per inch, 6 to 96, about a place of the viewport."""
        wanted = clamp_zoom(px_per_inch)
        if abs(wanted - self._zoom) < 1e-9:
            return
        self._fit_wanted = False
        anchor = QPointF(self.viewport().rect().center()) if pos is None else QPointF(pos)
        inverse, _ = self.viewportTransform().inverted()
        spot = inverse.map(anchor)
        self._zoom = wanted
        self._board.terrain.frozen = True
        scale = wanted / self._board.projection.px_per_inch
        self.setTransform(QTransform.fromScale(scale, scale))
        self._widen()
        self._put(spot, anchor)
        self._rebake.start()
        self.zoom_changed.emit(self._zoom)

    def settle(self) -> None:
        """Draw everything sharp at the zoom reached, now."""
        self._rebake.stop()
        self._board.terrain.frozen = False
        ratio = self.devicePixelRatioF()
        before = self._board.projection.px_per_inch
        anchor = QPointF(self.viewport().rect().center())
        inverse, _ = self.viewportTransform().inverted()
        spot = inverse.map(anchor) * (self._zoom / before)
        self._board.set_zoom(self._zoom, ratio)
        self.setTransform(QTransform())
        self._widen()
        self._put(spot, anchor)
        self._tell_seen()

    def fit(self) -> None:
        """Show the whole table as large as it fits, in the middle."""
        if not self._board.has_battle:
            return
        table, room = self._board.battle.table, self.viewport().size()
        wide, high = room.width() - 2 * FIT_MARGIN, room.height() - 2 * FIT_MARGIN
        zoom = clamp_zoom(min(wide * 2540 / table.width, high * 2540 / table.height))
        changed = zoom != self._zoom
        self._zoom = zoom
        self.settle()
        self._put(self._board.projection.table_rect.center(), QPointF(self.viewport().rect().center()))
        self._tell_seen()
        self._fit_wanted = True
        if changed:
            self.zoom_changed.emit(zoom)

    def centre_on(self, ids: Iterable[str]) -> None:
        """Bring things into the middle by their ids; ids that are not on the map are passed over."""
        place = self._board.bounds_of(ids)
        if not place.isEmpty():
            self._fit_wanted = False
            self._put(place.center(), QPointF(self.viewport().rect().center()))

    def centre_at(self, point: Point) -> None:
        """Bring a point of the table into the middle."""
        self._fit_wanted = False
        self._put(self._board.projection.point(point), QPointF(self.viewport().rect().center()))

    def _put(self, spot: QPointF, at: QPointF) -> None:
        """Scroll so that a point of the scene lies at a place of the viewport."""
        off = self.viewportTransform().map(spot) - at
        across, down = self.horizontalScrollBar(), self.verticalScrollBar()
        across.setValue(across.value() + round(off.x()))
        down.setValue(down.value() + round(off.y()))
        self._follow()

    def _widen(self) -> None:
        """Let the map be panned until only a strip of it is left."""
        scale = self._zoom / self._board.projection.px_per_inch
        wide = max(0.0, self.viewport().width() - PAN_SPARE) / scale
        high = max(0.0, self.viewport().height() - PAN_SPARE) / scale
        self.setSceneRect(self._board.projection.table_rect.adjusted(-wide, -high, wide, high))

    def _follow(self) -> None:
        """Bring rulers and controls in line with what is seen."""
        origin = self.viewportTransform().map(self._board.projection.origin)
        self._top.set_scale(origin.x(), self._zoom)
        self._left.set_scale(origin.y(), self._zoom)
        self._zoom_control.set_zoom(self._zoom / FULL_SIZE)
        self._scale_bar.set_zoom(self._zoom)
        self._calm.start()

    def set_cards(self, cards: Sequence[QRect]) -> None:
        """Say where cards lie over the map, in pixels of the viewport, so that tags keep off them."""
        if list(cards) != self._cards:
            self._cards = list(cards)
            self._tell_seen()

    def _tell_seen(self) -> None:
        """Tell the scene what is seen, so that tags stay inside it and off the controls."""
        if self._rebake.isActive():
            return
        inverse, _ = self.viewportTransform().inverted()
        seen = inverse.mapRect(QRectF(self.viewport().rect()).adjusted(4, 4, -4, -4))
        controls: list[QWidget] = [self._zoom_control, self._levels, self._scale_bar]
        corner = self.viewport().pos()
        boxes = [
            inverse.mapRect(QRectF(part.geometry().translated(-corner)))
            for part in controls
            if not part.isHidden()
        ]
        boxes += [inverse.mapRect(QRectF(card)) for card in self._cards]
        self._board.set_view_rect(seen, boxes)

    # ------------------------------------------------------------------ looks and access

    def describe(self, text: str, *, announce: bool = False) -> None:
        """Say what the map cursor is on, for screen readers; `announce` has it read out at once."""
        if text != self.accessibleDescription():
            self.setAccessibleDescription(text)
            event = QAccessibleEvent(self, QAccessible.Event.DescriptionChanged)
            QAccessible.updateAccessibility(event)
        if announce and text:
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, text))

    def _wear_theme(self) -> None:
        record = theme().palette
        self.setBackgroundBrush(QColor(record.mat))
        self._board.set_palette_record(record)
        self.viewport().update()

    def event(self, event: QEvent) -> bool:
        """Draw everything anew for a screen of another ratio."""
        if event.type() == QEvent.Type.DevicePixelRatioChange and hasattr(self, "_rebake"):
            self.settle()
        return super().event(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the middle of the map in the middle."""
        super().resizeEvent(event)
        if not hasattr(self, "_rebake"):
            return
        self._arrange()
        if self._fit_wanted:
            self.fit()
            return
        inverse, _ = self.viewportTransform().inverted()
        old = event.oldSize()
        spot = inverse.map(QPointF(old.width() / 2, old.height() / 2))
        self._widen()
        self._put(spot, QPointF(self.viewport().rect().center()))

    def _arrange(self) -> None:
        wide, high = self.width(), self.height()
        self._corner.setGeometry(0, 0, RULER, RULER)
        self._top.setGeometry(RULER, 0, max(0, wide - RULER), RULER)
        self._left.setGeometry(0, RULER, RULER, max(0, high - RULER))
        self._zoom_control.adjustSize()
        size = self._zoom_control.size()
        self._zoom_control.move(wide - size.width() - 11, high - size.height() - 11)
        self._scale_bar.move(RULER + 8, high - self._scale_bar.height() - 8)
        self._levels.adjustSize()
        self._levels.move(wide - self._levels.width() - 14, RULER + 10)

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        """Scroll the map, and the rulers with it."""
        super().scrollContentsBy(dx, dy)
        if hasattr(self, "_calm"):
            self._follow()

    # ------------------------------------------------------------------ pointer and keys

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom at the pointer, a step for each notch."""
        notches = (event.angleDelta().y() or event.angleDelta().x()) / 120
        if notches:
            self.zoom_at(ZOOM_STEP**notches, event.position())
        event.accept()

    @property
    def panning(self) -> bool:
        """Tell whether the pointer moves the map: Space is held, or a pan is under way."""
        return self._space or self._pan_from is not None

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Start to pan with the middle button, or with any while Space is held."""
        if event.button() == Qt.MouseButton.MiddleButton or (
            self._space and event.button() == Qt.MouseButton.LeftButton
        ):
            self._pan_from, self._panned = event.position(), True
            self._show_hand()
        event.accept()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Take a second press in quick succession as a press."""
        self.mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Pan, or tell where the pointer is."""
        pos = event.position()
        if self._pan_from is not None:
            step = pos - self._pan_from
            self._pan_from = pos
            self._fit_wanted = False
            across, down = self.horizontalScrollBar(), self.verticalScrollBar()
            across.setValue(across.value() - round(step.x()))
            down.setValue(down.value() - round(step.y()))
        self._top.set_cursor(pos.x())
        self._left.set_cursor(pos.y())
        self._tell_cursor(self.to_table(pos))
        event.accept()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """End the pan."""
        if self._pan_from is not None:
            self._pan_from = None
            self._show_hand()
        event.accept()

    def _tell_cursor(self, point: Point) -> None:
        level = self._board.level or 0
        name = hits.place_name(self._board.battle.table, point, level) if self._board.has_battle else ""
        self.cursor_moved.emit(point, level, name)

    def leaveEvent(self, event: QEvent) -> None:
        """Take the pointer off the rulers."""
        self._top.set_cursor(None)
        self._left.set_cursor(None)
        self.cursor_left.emit()
        super().leaveEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Pan while Space is held; every other key goes to the window."""
        if event.key() == Qt.Key.Key_Space and not event.modifiers():
            if not event.isAutoRepeat():
                self._space, self._panned = True, False
                self._show_hand()
            event.accept()
            return
        event.ignore()

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        """Tell a tap of Space that panned nothing."""
        if event.key() == Qt.Key.Key_Space and self._space:
            if not event.isAutoRepeat():
                self._space = False
                self._show_hand()
                if not self._panned:
                    self.space_tapped.emit()
            event.accept()
            return
        event.ignore()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Let go of Space when another part of the window takes the keys."""
        self._space = False
        self._show_hand()
        super().focusOutEvent(event)

    def _show_hand(self) -> None:
        """Show a hand while the map is panned, and afterwards the shape that the tool chose."""
        port = self.viewport()
        if self.panning and self._shape is None:
            self._shape = port.cursor().shape()
        if self._pan_from is not None:
            port.setCursor(Qt.CursorShape.ClosedHandCursor)
        elif self._space:
            port.setCursor(Qt.CursorShape.OpenHandCursor)
        elif self._shape is not None:
            port.setCursor(self._shape)
            self._shape = None
