"""Drag deployment zones, their corners and objectives on a map, with the mouse or by keys."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, QObject, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QImage, QKeyEvent, QMouseEvent, QPainter, QPen
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QVBoxLayout, QWidget

from wolfling_gui.core.battle import Battle
from wolfling_gui.core.lengths import Point, distance, inches
from wolfling_gui.core.table import Table
from wolfling_gui.session import arranging
from wolfling_gui.session.arranging import Outline
from wolfling_gui.ui.scene.hits import MARKER_RADIUS
from wolfling_gui.ui.scene.projection import contains
from wolfling_gui.ui.scene.symbols.ink import saved
from wolfling_gui.ui.scene.symbols.markers import paint_objective
from wolfling_gui.ui.scene.symbols.tags import paint_label
from wolfling_gui.ui.scene.symbols.zones import paint_deployment
from wolfling_gui.ui.scene.terrain import TerrainOptions
from wolfling_gui.ui.scene.view import BoardView
from wolfling_gui.ui.theme import theme

Thing = Outline | str
"""What is in hand: a polygon of a deployment zone, or an objective by its id."""

HANDLE: Final = 9.0
GRIP: Final = 10.0
SNAP: Final = 8.0
STEP: Final = inches("0.25")
LONG_STEP: Final = inches(1)
_ARROWS: Final = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, 1),
    Qt.Key.Key_Down: (0, -1),
}


class GroundItem(QGraphicsItem):
    """Draw the zones with handles on the one in hand, and the objectives."""

    def __init__(self, owner: GroundMap) -> None:
        super().__init__()
        self._owner = owner
        self.setZValue(1000)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)

    def boundingRect(self) -> QRectF:
        """Return the whole table with room for handles at its edge."""
        return self._owner.board.board.projection.table_rect.adjusted(-20, -20, 20, 20)

    def renew(self) -> None:
        """Draw anew, also after the map was zoomed."""
        self.prepareGeometryChange()
        self.update()

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        """Paint zones first, then objectives, then handles."""
        owner, p = self._owner, self._owner.board.board.projection
        palette, table = theme().palette, owner.table
        level = owner.board.level or 0
        for outline in arranging.outlines(table, level):
            zone = table.deployment[outline.zone]
            number = owner.side_number(zone.side)
            paint_deployment(
                painter, palette, p.polygon(arranging.polygon_of(table, outline)), number,
                owner.side_name(zone.side).upper(),
            )  # fmt: skip
        for marker in table.objectives.values():
            if marker.level != level:
                continue
            centre, radius = p.point(marker.at), p.length(MARKER_RADIUS)
            paint_objective(painter, palette, centre, radius, control_radius=p.length(inches(3)))
            paint_label(painter, palette, centre + QPointF(0, radius + 10), marker.name or marker.id)
            if owner.chosen == marker.id:
                with saved(painter):
                    painter.setPen(QPen(theme().colour("accent"), 2))
                    painter.setBrush(Qt.BrushStyle.NoBrush)
                    painter.drawEllipse(centre, radius + 4, radius + 4)
        if isinstance(owner.chosen, Outline) and owner.shows(owner.chosen):
            self._handles(painter, owner.chosen)

    def _handles(self, painter: QPainter, outline: Outline) -> None:
        owner, p = self._owner, self._owner.board.board.projection
        corners = [p.point(at) for at in arranging.polygon_of(owner.table, outline)]
        accent, ground = theme().colour("accent"), theme().colour("panel")
        with saved(painter):
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(accent, 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawPolygon(corners)
            painter.setBrush(ground)
            painter.setPen(QPen(accent, 1.5))
            for here, after in zip(corners, (*corners[1:], corners[0]), strict=True):
                painter.drawEllipse((here + after) / 2, HANDLE / 2.6, HANDLE / 2.6)
            for number, corner in enumerate(corners):
                box = QRectF(0, 0, HANDLE, HANDLE)
                box.moveCenter(corner)
                painter.setBrush(accent if number == owner.corner else ground)
                painter.drawRect(box)


class GroundMap(QWidget):
    """Show a table's zones and objectives and let them be dragged.

    `changed` follows every change, `chosen_changed` what is in hand. A drag is one step of undo.
    """

    changed = Signal()
    chosen_changed = Signal()

    def __init__(self, battle: Battle, picture: QImage | None = None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        from msgspec.structs import replace

        self._battle = battle
        self.table: Table = battle.table
        self.chosen: Thing | None = None
        self.corner = -1
        self._past: list[Table] = []
        self._ahead: list[Table] = []
        self._drag: tuple[Table, Point, int] | None = None
        self.board = BoardView()
        self.board.set_options(TerrainOptions(grid=True, deployment=False))
        self.board.sync(battle.with_table(replace(battle.table, deployment=(), objectives={})))
        if picture is not None:
            self.board.set_backdrop(picture)
        self._item = GroundItem(self)
        self.board.board.addItem(self._item)
        # Only methods of widgets let go of a signal by themselves when their widget is freed.
        for signal in (self.board.board.sceneRectChanged, self.board.level_changed, theme().changed):
            signal.connect(self._renew)
        self.board.viewport().installEventFilter(self)
        self.board.installEventFilter(self)
        self.board.setAccessibleName(self.tr("Map with deployment zones and objectives"))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.board)
        self.setFocusProxy(self.board)

    def _renew(self) -> None:
        self._item.renew()

    # ------------------------------------------------------------------ what is shown

    def side_number(self, side: str) -> int | None:
        """Return the number of a side, None for one that is not in the battle."""
        return next((i for i, found in enumerate(self._battle.sides) if found.id == side), None)

    def side_name(self, side: str) -> str:
        """Return the name of a side."""
        return next((found.name for found in self._battle.sides if found.id == side), side)

    def things(self) -> list[Thing]:
        """Return all zones and objectives in order."""
        return [*arranging.outlines(self.table), *self.table.objectives]

    def shows(self, thing: Thing) -> bool:
        """Tell whether something lies on the level shown."""
        return self.level_of(thing) == (self.board.level or 0)

    def level_of(self, thing: Thing) -> int:
        """Return the level something lies on."""
        if isinstance(thing, Outline):
            return self.table.deployment[thing.zone].level
        return self.table.objectives[thing].level

    def choose(self, thing: Thing | None, corner: int = -1) -> None:
        """Take a zone or objective in hand, or one corner of a zone."""
        if thing is not None and thing not in self.things():
            thing = None
        if (thing, corner) == (self.chosen, self.corner):
            return
        self.chosen, self.corner = thing, corner
        if thing is not None and not self.shows(thing):
            self.board.show_level(self.level_of(thing))
        self._item.renew()
        self.chosen_changed.emit()

    # ------------------------------------------------------------------ changing

    def change(self, table: Table) -> None:
        """Take another table as one step that can be undone."""
        if table == self.table:
            return
        self._past.append(self.table)
        self._ahead.clear()
        self._show(table)

    def undo(self) -> bool:
        """Take back the last step; tells whether there was one."""
        if not self._past:
            return False
        self._ahead.append(self.table)
        self._show(self._past.pop())
        return True

    def redo(self) -> bool:
        """Do again what was taken back; tells whether there was anything."""
        if not self._ahead:
            return False
        self._past.append(self.table)
        self._show(self._ahead.pop())
        return True

    @property
    def can_undo(self) -> bool:
        """Tell whether a step can be taken back."""
        return bool(self._past)

    @property
    def can_redo(self) -> bool:
        """Tell whether a step can be done again."""
        return bool(self._ahead)

    def _show(self, table: Table) -> None:
        self.table = table
        if self.chosen is not None and self.chosen not in self.things():
            self.chosen, self.corner = None, -1
            self.chosen_changed.emit()
        if isinstance(self.chosen, Outline):
            count = len(arranging.polygon_of(table, self.chosen))
            self.corner = min(self.corner, count - 1)
        self._item.renew()
        self.changed.emit()

    def add_objective(self) -> None:
        """Add an objective in the middle of the table, and take it in hand."""
        middle = Point(self.table.width // 2, self.table.height // 2)
        table, name = arranging.objective_added(self.table, middle, self.board.level or 0)
        self.change(table)
        self.choose(name)

    def remove_chosen(self) -> bool:
        """Remove the corner or objective in hand; zones stay. Tells whether anything was removed."""
        if isinstance(self.chosen, str):
            self.change(arranging.objective_removed(self.table, self.chosen))
            return True
        if self.chosen is not None and self.corner >= 0:
            before = self.table
            self.change(arranging.corner_removed(self.table, self.chosen, self.corner))
            return self.table is not before
        return False

    def add_corner(self) -> None:
        """Add a corner to the zone in hand, after the corner in hand, and take it in hand."""
        if isinstance(self.chosen, Outline):
            at = max(0, self.corner)
            self.change(arranging.corner_added(self.table, self.chosen, at))
            self.choose(self.chosen, at + 1)

    def nudge(self, dx: int, dy: int) -> bool:
        """Move what is in hand by units east and north; tells whether anything is."""
        if self.chosen is None:
            return False
        self.change(self._moved(self.table, dx, dy))
        return True

    def _moved(self, table: Table, dx: int, dy: int) -> Table:
        if isinstance(self.chosen, Outline):
            if self.corner >= 0:
                at = arranging.polygon_of(table, self.chosen)[self.corner]
                return arranging.corner_moved(table, self.chosen, self.corner, at.shifted(dx, dy))
            return arranging.zone_moved(table, self.chosen, dx, dy)
        if self.chosen is not None:
            return arranging.objective_moved(
                table, self.chosen, table.objectives[self.chosen].at.shifted(dx, dy)
            )
        return table

    # ------------------------------------------------------------------ mouse

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow presses and drags on the map, and its keys."""
        if event.type() == QEvent.Type.KeyPress and watched is self.board and isinstance(event, QKeyEvent):
            return self._key(event)
        if watched is not self.board.viewport() or self.board.panning or not isinstance(event, QMouseEvent):
            return False
        kind = event.type()
        if kind == QEvent.Type.MouseMove:
            if self._drag is not None:
                self._drag_to(event)
            else:
                over = self._hit(event.position()) is not None
                shape = Qt.CursorShape.OpenHandCursor if over else Qt.CursorShape.ArrowCursor
                self.board.viewport().setCursor(shape)
            return self._drag is not None
        if event.button() != Qt.MouseButton.LeftButton:
            return False
        if kind == QEvent.Type.MouseButtonPress:
            self._press(event)
            return True
        if kind == QEvent.Type.MouseButtonRelease and self._drag is not None:
            self._drop()
            return True
        return False

    def _press(self, event: QMouseEvent) -> None:
        self.board.setFocus(Qt.FocusReason.MouseFocusReason)
        hit = self._hit(event.position())
        if hit is None:
            self.choose(None)
            return
        thing, corner, middle = hit
        before = self.table
        if middle and isinstance(thing, Outline):
            self.table = arranging.corner_added(self.table, thing, corner)
            corner += 1
        self.choose(thing, corner)
        self._drag = (before, self.board.to_table(event.position()), id(self.table))
        self._start = self.table
        self.board.viewport().setCursor(Qt.CursorShape.ClosedHandCursor)

    def _drag_to(self, event: QMouseEvent) -> None:
        assert self._drag is not None
        at, start = self.board.to_table(event.position()), self._drag[1]
        free = bool(event.modifiers() & Qt.KeyboardModifier.AltModifier)
        table = self._start
        if isinstance(self.chosen, Outline) and self.corner >= 0:
            old = arranging.polygon_of(table, self.chosen)[self.corner]
            to = old.shifted(at.x - start.x, at.y - start.y)
            self.table = arranging.corner_moved(
                table, self.chosen, self.corner, to if free else self._snapped(to)
            )
        elif isinstance(self.chosen, Outline):
            anchor = arranging.polygon_of(table, self.chosen)[0]
            to = anchor.shifted(at.x - start.x, at.y - start.y)
            to = to if free else self._snapped(to)
            self.table = arranging.zone_moved(table, self.chosen, to.x - anchor.x, to.y - anchor.y)
        elif self.chosen is not None:
            to = table.objectives[self.chosen].at.shifted(at.x - start.x, at.y - start.y)
            self.table = arranging.objective_moved(table, self.chosen, to if free else _on_grid(to))
        self._item.renew()
        self.changed.emit()

    def _drop(self) -> None:
        assert self._drag is not None
        before, self._drag = self._drag[0], None
        table, self.table = self.table, before
        if table != before:
            self.change(table)
        self._item.renew()
        self.board.viewport().setCursor(Qt.CursorShape.OpenHandCursor)

    def cancel(self) -> bool:
        """Put back what is being dragged, or let go of a corner, or of what is in hand."""
        if self._drag is not None:
            self.table, self._drag = self._drag[0], None
            self._item.renew()
            self.changed.emit()
        elif self.corner >= 0:
            self.choose(self.chosen)
        elif self.chosen is not None:
            self.choose(None)
        else:
            return False
        return True

    def _hit(self, pos: QPointF) -> tuple[Thing, int, bool] | None:
        """Return what lies under a place of the viewport: the thing, its corner, whether a side's middle."""
        at, grip = self.board.to_table(pos), self.board.slack(GRIP)
        if isinstance(self.chosen, Outline) and self.shows(self.chosen):
            polygon = arranging.polygon_of(self.table, self.chosen)
            corners = [(distance(corner, at), n) for n, corner in enumerate(polygon)]
            if min(corners)[0] <= grip:
                return self.chosen, min(corners)[1], False
            for n, (a, b) in enumerate(zip(polygon, (*polygon[1:], polygon[0]), strict=True)):
                if distance(Point((a.x + b.x) // 2, (a.y + b.y) // 2), at) <= grip:
                    return self.chosen, n, True
        for name, marker in self.table.objectives.items():
            if self.shows(name) and distance(marker.at, at) <= max(MARKER_RADIUS, grip):
                return name, -1, False
        inside = [
            outline
            for outline in arranging.outlines(self.table, self.board.level or 0)
            if contains(arranging.polygon_of(self.table, outline), at)
        ]
        if not inside:
            return None
        return (self.chosen if self.chosen in inside else inside[-1]), -1, False

    def _snapped(self, to: Point) -> Point:
        """Return the nearest corner of a room, zone or wall within 8 pixels, else the nearest ¼″."""
        reach = self.board.slack(SNAP)
        level = self.board.level or 0
        table = self.table
        corners = [p for zone in table.zones.values() if zone.level == level for p in zone.polygon]
        corners += [end for wall in table.walls.values() if wall.level == level for end in (wall.a, wall.b)]
        for outline in arranging.outlines(table, level):
            if outline != self.chosen:
                corners += arranging.polygon_of(table, outline)
        near = min(corners, key=lambda p: distance(p, to), default=None)
        if near is not None and distance(near, to) <= reach:
            return near
        return _on_grid(to)

    # ------------------------------------------------------------------ keys

    def _key(self, event: QKeyEvent) -> bool:
        key = Qt.Key(event.key())
        shift = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        if key in (Qt.Key.Key_Tab, Qt.Key.Key_Backtab):
            return self.walk(-1 if shift or key == Qt.Key.Key_Backtab else 1)
        if key in _ARROWS:
            x, y = _ARROWS[key]
            step = LONG_STEP if shift else STEP
            return self.nudge(x * step, y * step)
        if key == Qt.Key.Key_C and not event.modifiers():
            self.next_corner()
        elif key == Qt.Key.Key_Insert:
            self.add_corner() if isinstance(self.chosen, Outline) else self.add_objective()
        elif key in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self.remove_chosen()
        elif key == Qt.Key.Key_Escape:
            return self.cancel()
        else:
            return False
        return True

    def walk(self, way: int) -> bool:
        """Take the next zone or objective in hand; at the end the focus goes on."""
        things = self.things()
        at = things.index(self.chosen) + way if self.chosen in things else (0 if way > 0 else len(things) - 1)
        if not 0 <= at < len(things):
            return False
        self.choose(things[at])
        return True

    def next_corner(self) -> None:
        """Take the next corner of the zone in hand."""
        if isinstance(self.chosen, Outline):
            count = len(arranging.polygon_of(self.table, self.chosen))
            self.choose(self.chosen, (self.corner + 1) % count)


def _on_grid(at: Point) -> Point:
    """Return the nearest point on the ¼″ grid."""
    return Point(round(at.x / STEP) * STEP, round(at.y / STEP) * STEP)
