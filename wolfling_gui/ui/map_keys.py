"""Walk the map by keys: Tab from unit to unit, arrows move a cursor that points and drags like the mouse."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent

from wolfling_gui.core.lengths import Point
from wolfling_gui.ui.desk import Desk
from wolfling_gui.ui.scene import overlays as o
from wolfling_gui.ui.scene.view import BoardView
from wolfling_gui.ui.tools.hold import may_move
from wolfling_gui.ui.tools.toolbox import ToolBox

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
    """Turn Tab and arrows on the map into selections and pointing; `moved` tells that the cursor changed.

    `take_or_put` does at the cursor what a mouse button does: it takes models, puts them down, clicks.
    """

    moved = Signal()

    def __init__(self, desk: Desk, board: BoardView, tools: ToolBox) -> None:
        super().__init__(board)
        self._desk = desk
        self._board = board
        self._tools = tools
        self._at: Point | None = None
        self._carries = False
        board.installEventFilter(self)
        board.viewport().installEventFilter(self)
        desk.session_changed.connect(self.forget)
        desk.selection_changed.connect(self._follow)

    @property
    def overlays(self) -> tuple[o.Overlay, ...]:
        """Return the cursor while it is in use."""
        return () if self._at is None else (o.Cursor(self._at),)

    @property
    def carries(self) -> bool:
        """Tell whether the arrows move something that was picked up."""
        return self._carries and self._tools.busy

    def take_or_put(self) -> None:
        """Pick up what the cursor is on, else the unit in hand; put down what was picked up; or click."""
        desk, battle = self._desk, self._desk.battle
        if battle is None or desk.looking_back:
            return
        if self.carries:
            self._carries = False
            self._tools.put_down()
            self.moved.emit()
            return
        if self._at is None:
            self._put(self._start())
        at = self._at
        assert at is not None
        place = self._board.to_view(at)
        model, door = self._board.model_at(place) or "", self._board.door_at(place) or ""
        lifts = desk.tool in ("select", "move") and not self._tools.asks_for_place
        if lifts and not model and not door:
            own = next((m for m in self._in_hand() if may_move(desk, m)), "")
            model = own
        if lifts and model and may_move(desk, model):
            at = self._place_of(model) or at
            self._put(at)
        self._tools.pick_up(at, model, door)
        self._carries = self._tools.drags or (lifts and bool(model) and may_move(desk, model))
        if not self._carries:
            self._tools.put_down()
        self.moved.emit()

    def _follow(self) -> None:
        """Bring a cursor in use to the unit that was taken in hand elsewhere, such as in the guide."""
        battle = self._desk.battle
        if self._at is None or battle is None or not self._desk.unit or self.carries:
            return
        here = self._board.model_at(self._board.to_view(self._at)) or ""
        if here and battle.models[here].unit == self._desk.unit:
            return
        there = next((at for m in self._in_hand() if (at := self._place_of(m)) is not None), None)
        if there is not None:
            self._put(there)
            self.moved.emit()

    def _in_hand(self) -> tuple[str, ...]:
        """Return the models in hand, those of a planned set-up included."""
        draft = self._desk.draft
        return (*self._desk.models, *(draft.models if draft is not None else ()))

    def _place_of(self, model: str) -> Point | None:
        """Return where a model is shown."""
        battle = self._desk.battle
        place = self._board.board.shown_place(model) if battle is not None else None
        return None if place is None else place.at

    def _put(self, at: Point) -> None:
        self._at = at
        self._desk.set_cursor(at)

    def come(self) -> None:
        """Bring the cursor to the unit in hand, unless it or the mouse points somewhere already."""
        if self._at is None and self._desk.cursor is None and self._desk.battle is not None:
            self._put(self._start())
            self.moved.emit()

    def forget(self) -> None:
        """Take the cursor off the map, as the mouse does."""
        self._carries = False
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
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and (self.carries or self._tools.holds_marker):
            self.take_or_put()
            return True
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
        targets = [t.unit for t in desk.aims()]
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
        aims = desk.aim(unit) is not None
        if aims:
            desk.set_target(unit)
        elif unit == desk.unit:
            desk.set_target("")
        else:
            desk.select(unit)
        standing = [m.id for m in battle.standing(unit)]
        there = self._place_of(standing[0]) if standing else None
        if there is not None:
            self._put(there)
            self.moved.emit()
        self._board.describe(self._board.accessibleDescription(), announce=True)
        return True

    def move(self, dx: int, dy: int) -> None:
        """Move the cursor by units east and north, within the table, and point at what lies there."""
        desk, battle = self._desk, self._desk.battle
        if battle is None:
            return
        start = self._at or desk.cursor or self._start()
        table = battle.table
        self._at = Point(max(0, min(table.width, start.x + dx)), max(0, min(table.height, start.y + dy)))
        desk.set_cursor(self._at)
        if self.carries:
            self._tools.carry(self._at)
            self.moved.emit()
            return
        place = self._board.to_view(self._at)
        model, door = self._board.model_at(place), self._board.door_at(place)
        if self._tools.asks_for_place:
            self._tools.point_at(self._at, model or "", door or "")
        elif model:
            desk.hover("model", model)
        elif door:
            desk.hover("door", door)
        else:
            desk.hover()
        self.moved.emit()

    def _start(self) -> Point:
        """Return where the cursor begins: at the unit in hand, else in the middle of the table."""
        battle = self._desk.battle
        assert battle is not None
        for name in self._in_hand():
            place = self._place_of(name)
            if place is not None:
                return place
        return Point(battle.table.width // 2, battle.table.height // 2)
