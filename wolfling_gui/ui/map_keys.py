"""Walk the map by keys: Tab from unit to unit, arrows move a cursor that points like the mouse does."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent

from wolfling_gui.core.lengths import Point
from wolfling_gui.ui.desk import Desk
from wolfling_gui.ui.scene import overlays as o
from wolfling_gui.ui.scene.view import BoardView

STEP: Final = 635
"""A quarter of an inch, in units."""
LONG_STEP: Final = 2540
_ARROWS: Final = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, 1),
    Qt.Key.Key_Down: (0, -1),
}


class MapKeys(QObject):
    """Turn Tab and arrows on the map into selections and pointing; `moved` tells that the cursor changed."""

    moved = Signal()

    def __init__(self, desk: Desk, board: BoardView) -> None:
        super().__init__(board)
        self._desk = desk
        self._board = board
        self._at: Point | None = None
        board.installEventFilter(self)
        board.viewport().installEventFilter(self)
        desk.session_changed.connect(self.forget)

    @property
    def overlays(self) -> tuple[o.Overlay, ...]:
        """Return the cursor while it is in use."""
        return () if self._at is None else (o.Cursor(self._at),)

    def forget(self) -> None:
        """Take the cursor off the map, as the mouse does."""
        if self._at is not None:
            self._at = None
            self.moved.emit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take Tab and arrows of the map; a move of the mouse takes over."""
        if isinstance(event, QMouseEvent) and event.type() == QEvent.Type.MouseMove:
            self.forget()
            return False
        if watched is not self._board or event.type() != QEvent.Type.KeyPress:
            return False
        if not isinstance(event, QKeyEvent) or self._desk.battle is None:
            return False
        key = Qt.Key(event.key())
        if key in (Qt.Key.Key_Tab, Qt.Key.Key_Backtab):
            back = key == Qt.Key.Key_Backtab or bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
            return self.walk(-1 if back else 1)
        if key in _ARROWS:
            long = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
            x, y = _ARROWS[key]
            step = LONG_STEP if long else STEP
            self.move(x * step, y * step)
            return True
        return False

    def stops(self) -> list[str]:
        """Return the units in the order Tab takes them: own ones, after the one in hand its targets."""
        desk, battle = self._desk, self._desk.battle
        if battle is None:
            return []
        own = [u.id for u in battle.units_of(battle.clock.side) if battle.standing(u.id)]
        targets = [t.unit for t in desk.targets()] if desk.shows_targets else []
        if desk.unit not in own:
            return [*own, *targets]
        at = own.index(desk.unit) + 1
        return [*own[:at], *targets, *own[at:]]

    def walk(self, way: int) -> bool:
        """Go to the next unit or the one before; tells whether there was one, else the focus goes on."""
        desk, battle = self._desk, self._desk.battle
        stops = self.stops()
        here = desk.target or desk.unit
        at = stops.index(here) + way if here in stops else (0 if way > 0 else len(stops) - 1)
        if battle is None or not 0 <= at < len(stops):
            return False
        unit = stops[at]
        aims = desk.shows_targets and any(t.unit == unit for t in desk.targets())
        if aims:
            desk.set_target(unit)
        elif unit == desk.unit:
            desk.set_target("")
        else:
            desk.select(unit)
        self._board.describe(self._board.accessibleDescription(), announce=True)
        return True

    def move(self, dx: int, dy: int) -> None:
        """Move the cursor by units east and north, within the table, and point at what lies there."""
        desk, battle = self._desk, self._desk.battle
        if battle is None:
            return
        start = self._at or desk.cursor or self._middle()
        table = battle.table
        self._at = Point(max(0, min(table.width, start.x + dx)), max(0, min(table.height, start.y + dy)))
        desk.set_cursor(self._at)
        place = self._board.to_view(self._at)
        model, door = self._board.model_at(place), self._board.door_at(place)
        if model:
            desk.hover("model", model)
        elif door:
            desk.hover("door", door)
        else:
            desk.hover()
        self.moved.emit()

    def _middle(self) -> Point:
        """Return where the cursor begins: at the unit in hand, else in the middle of the table."""
        desk, battle = self._desk, self._desk.battle
        assert battle is not None
        for name in desk.models:
            place = battle.models[name].place
            if place is not None:
                return place.at
        return Point(battle.table.width // 2, battle.table.height // 2)
