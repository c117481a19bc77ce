"""The toolbox: turns the map's pointer events into values and feeds them to the tool in hand."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QPointF, Qt, Signal
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QApplication

from wolfling_gui.core.lengths import Point
from wolfling_gui.core.requests import Spin
from wolfling_gui.ui.desk import Desk
from wolfling_gui.ui.draft import SELECT
from wolfling_gui.ui.tools.arrow import arrow
from wolfling_gui.ui.tools.blast import blast, drop, further, holds, of_use
from wolfling_gui.ui.tools.door import door
from wolfling_gui.ui.tools.move import move
from wolfling_gui.ui.tools.pointer import Hands, Pointer, PointerKind, Tool
from wolfling_gui.ui.tools.ruler import ruler
from wolfling_gui.ui.tools.select import select
from wolfling_gui.ui.tools.sight import sight
from wolfling_gui.ui.tools.spot import SpotAsked, spot, spot_asked

if TYPE_CHECKING:
    from wolfling_gui.ui.scene.overlays import Overlay
    from wolfling_gui.ui.scene.view import BoardView


@dataclass(frozen=True, slots=True)
class ToolKind:
    """Describe a tool: its name, icon, key, what it is called and what it does."""

    name: str
    icon: str
    key: str
    title: str
    what: str
    start: Callable[[Hands], Tool]


TOOLS: Mapping[str, ToolKind] = {
    kind.name: kind
    for kind in (
        ToolKind(
            "select", "select", "V", "Select", "Take units and models in hand; drag to move them", select
        ),
        ToolKind("move", "move", "M", "Move", "Drag models of the side whose turn it is", move),
        ToolKind("sight", "sight", "S", "Sight", "See what the unit in hand can fire at, and why not", sight),
        ToolKind("ruler", "ruler", "R", "Ruler", "Measure between bases or places", ruler),
        ToolKind("blast", "blast", "B", "Blast", "Put blast markers and templates, with their hits", blast),
        ToolKind("door", "door", "D", "Door", "Open or shut a door by clicking it", door),
    )
}

ARROW, FURTHER = "arrow", "further"
"""What a question may ask of the pointer: the direction of the scatter die, a further marker."""

_SHAPES = {
    "arrow": Qt.CursorShape.ArrowCursor,
    "hand": Qt.CursorShape.OpenHandCursor,
    "grab": Qt.CursorShape.ClosedHandCursor,
    "cross": Qt.CursorShape.CrossCursor,
    "no": Qt.CursorShape.ForbiddenCursor,
}


class ToolBox(QObject):
    """Hold the tool in hand; `overlays_changed` tells that it draws something else."""

    overlays_changed = Signal()

    def __init__(self, desk: Desk, board: BoardView) -> None:
        super().__init__(board)
        self.desk = desk
        self._board = board
        self._overlays: tuple[Overlay, ...] = ()
        self._pressed: QPointF | None = None
        self._dragging = False
        self._last = Point(0, 0)
        self._tool: Tool | None = None
        self._asked: object = None
        board.viewport().installEventFilter(self)
        board.viewport().setMouseTracking(True)
        desk.tool_changed.connect(self._take)
        desk.session_changed.connect(self._take)
        for signal in (desk.battle_changed, desk.selection_changed):
            signal.connect(self._follow_moment)
        desk.battle_changed.connect(self._lay_down)
        desk.level_changed.connect(self._change_level)
        desk.turned.connect(self._look_again)
        self._take()

    @property
    def overlays(self) -> tuple[Overlay, ...]:
        """Return what the tool draws."""
        return self._overlays

    def show(self, *overlays: Overlay) -> None:
        """Draw these while the tool is at work; without any, clear them."""
        if overlays != self._overlays:
            self._overlays = overlays
            self.overlays_changed.emit()

    def cursor(self, name: str) -> None:
        """Show a pointer shape."""
        self._board.viewport().setCursor(_SHAPES[name])

    def feed(self, event: Pointer) -> None:
        """Send an event to the tool in hand."""
        if self._tool is None:
            return
        try:
            self._tool.send(event)
        except StopIteration:
            self._take()

    @property
    def busy(self) -> bool:
        """Tell whether a button is held: a drag is under way."""
        return self._pressed is not None

    def cancel(self) -> bool:
        """Put back what is being dragged, as Esc does; tells whether there was anything."""
        if self._pressed is None and not self._overlays and not self.holds_marker:
            return False
        self._pressed, self._dragging = None, False
        self.feed(Pointer("cancel", Point(0, 0)))
        return True

    @property
    def asks_for_place(self) -> bool:
        """Tell whether a click now gives a place: one that is asked for, or that of a marker."""
        return self._asked is not None or self.desk.tool == "blast"

    @property
    def drags(self) -> bool:
        """Tell whether what is pressed now is dragged on by the arrow keys, whatever lies there."""
        return self.desk.tool == "ruler" or self._asked in (ARROW, FURTHER)

    @property
    def holds_marker(self) -> bool:
        """Tell whether a marker or template follows the pointer."""
        return self._asked is None and self.desk.tool == "blast" and holds(self.desk)

    def point_at(self, at: Point, model: str = "", door: str = "") -> None:
        """Move over a point of the table without pressing, for players without a mouse."""
        if self._pressed is None:
            self._last = at
            self.feed(Pointer("move", at, self.desk.level, model, door))

    def _follow_moment(self) -> None:
        """Take another tool when a place is asked for, or not any more; never in the middle of a press."""
        if self._pressed is None and self._wanted() != self._asked:
            self._take()

    def _lay_down(self) -> None:
        """Go back to selecting when no marker is left to be put."""
        if self.desk.tool == "blast" and not of_use(self.desk):
            self.desk.set_tool(SELECT)

    def _wanted(self) -> object:
        """Return what the moment asks of the pointer before any tool: a direction, a marker, or a spot."""
        desk = self.desk
        if desk.request is not None and not desk.looking_back:
            if isinstance(desk.request, Spin):
                return ARROW
            return FURTHER if desk.asks_for_marker else None
        return spot_asked(desk) if desk.tool == "select" else None

    def pick_up(self, at: Point, model: str = "", door: str = "") -> None:
        """Press at a point of the table, for players without a mouse; `carry` drags, `put_down` lets go."""
        self._pressed, self._dragging, self._last = QPointF(), False, at
        self.feed(Pointer("press", at, self.desk.level, model, door))

    def carry(self, at: Point) -> None:
        """Drag what was picked up to a point of the table."""
        if self._pressed is not None:
            self._dragging, self._last = True, at
            self.feed(Pointer("move", at, self.desk.level, dragging=True))

    def put_down(self) -> None:
        """Let go of what was picked up where it is."""
        if self._pressed is not None:
            door = self._board.door_at(self._board.to_view(self._last)) or ""
            self.feed(Pointer("release", self._last, self.desk.level, door=door, dragging=self._dragging))
            self._pressed, self._dragging = None, False
            self._follow_moment()

    def _look_again(self) -> None:
        """Let a tool that judges the place under the pointer judge it anew."""
        if self._pressed is None and self._overlays:
            self.feed(Pointer("move", self._last, self.desk.level))

    def _change_level(self) -> None:
        """Take what is being dragged along to the level shown now."""
        if self._pressed is not None and self._dragging:
            self.feed(Pointer("move", self._last, self.desk.level, dragging=True))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Turn mouse events of the map into pointer values; the map keeps wheel and middle button."""
        kind = event.type()
        if self.desk.session is None or self._board.panning:
            return False
        if kind == QEvent.Type.Leave:
            self.desk.set_cursor(None)
            if self._pressed is None:
                self.feed(Pointer("leave", Point(0, 0)))
            return False
        if not isinstance(event, QMouseEvent):
            return False
        at = event.position()
        if kind == QEvent.Type.MouseMove:
            if self._pressed is not None and not self._dragging:
                far = (at - self._pressed).manhattanLength()
                self._dragging = far >= QApplication.startDragDistance() / 2
            self._send("move", event)
            return self._dragging
        if event.button() != Qt.MouseButton.LeftButton:
            return False
        if kind == QEvent.Type.MouseButtonPress:
            self._pressed, self._dragging = at, False
            self._send("press", event)
            return True
        if kind == QEvent.Type.MouseButtonDblClick:
            self._send("double", event)
            return True
        if kind == QEvent.Type.MouseButtonRelease:
            self._send("release", event)
            self._pressed, self._dragging = None, False
            self._follow_moment()
            return True
        return False

    def _send(self, kind: PointerKind, event: QMouseEvent) -> None:
        where = event.position()
        at = self._board.to_table(where)
        self._last = at
        self.desk.set_cursor(at)
        keys = event.modifiers()
        self.feed(
            Pointer(
                kind,
                at,
                self.desk.level,
                self._board.model_at(where) or "",
                self._board.door_at(where) or "",
                bool(keys & Qt.KeyboardModifier.ShiftModifier),
                bool(keys & Qt.KeyboardModifier.ControlModifier),
                bool(keys & Qt.KeyboardModifier.AltModifier),
                self._dragging,
            )
        )

    def _take(self) -> None:
        if self._tool is not None:
            self._tool.close()
            drop(self.desk)
        self.show()
        self.cursor("arrow")
        self._asked = self._wanted()
        start = TOOLS.get(self.desk.tool, TOOLS[SELECT]).start
        match self._asked:
            case SpotAsked():
                start = spot
            case "arrow":
                start = arrow
            case "further":
                start = further
        self._tool = start(self)
        next(self._tool)
