"""From there: show what would be seen from the cursor while Alt is held over the map, or by command."""

from __future__ import annotations

from time import perf_counter

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent

from wolfling_gui.core.lengths import Point
from wolfling_gui.ui.desk import Desk
from wolfling_gui.ui.scene.view import BoardView
from wolfling_gui.ui.tools.toolbox import ToolBox

FRAME = 0.016
REST_MS = 70
"""How long the pointer rests before everything is marked again, where that takes longer than a frame."""
_ENDS = (QEvent.Type.WindowDeactivate, QEvent.Type.ApplicationDeactivate)


class FromThere(QObject):
    """Follow the cursor with the models in hand: by Alt until it is let go, by command until it is ended.

    `changed` tells that it began or ended.
    """

    changed = Signal()

    def __init__(self, desk: Desk, board: BoardView, tools: ToolBox) -> None:
        super().__init__(board)
        self._desk = desk
        self._board = board
        self._tools = tools
        self._by_alt = False
        self._on = False
        self._quick = True
        self._rest = QTimer(self)
        self._rest.setSingleShot(True)
        self._rest.setInterval(REST_MS)
        self._rest.timeout.connect(self.look_round)
        board.installEventFilter(self)
        board.viewport().installEventFilter(self)
        desk.cursor_changed.connect(self._follow)
        desk.level_changed.connect(self._follow)
        desk.vantage_changed.connect(self._ended)

    @property
    def on(self) -> bool:
        """Tell whether the map shows what would be seen from the cursor."""
        return self._on

    def toggle(self) -> None:
        """Begin at the cursor, or where the models in hand stand; or end it."""
        if self._on:
            self.end()
        else:
            self._begin(by_alt=False)

    def end(self) -> None:
        """Show the battle as it is again."""
        if self._by_alt:
            app = QCoreApplication.instance()
            if app is not None:
                app.removeEventFilter(self)
        self._on = self._by_alt = False
        self._rest.stop()
        self._desk.look_from(None)
        self.changed.emit()

    def look_round(self) -> None:
        """Mark every enemy unit as it would be from there."""
        self._rest.stop()
        begun = perf_counter()
        self._desk.look_round()
        self._quick = perf_counter() - begun < FRAME

    def _begin(self, *, by_alt: bool) -> None:
        if not self._desk.may_look_from or self._tools.busy:
            return
        self._on, self._by_alt = True, by_alt
        if by_alt:
            app = QCoreApplication.instance()
            if app is not None:
                # The key may be let go while another part of the window has the focus.
                app.installEventFilter(self)
        self._follow()
        self.changed.emit()

    def _follow(self) -> None:
        if not self._on:
            return
        at = self._desk.cursor or self._stands()
        if at is None or not self._desk.may_look_from:
            self.end()
            return
        self._desk.look_from(at, self._desk.level)
        if self._quick:
            self.look_round()
        else:
            self._rest.start()

    def _stands(self) -> Point | None:
        battle = self._desk.battle
        places = (battle.models[m].place for m in self._desk.models) if battle is not None else ()
        return next((place.at for place in places if place is not None), None)

    def _ended(self) -> None:
        """Follow an end that came from elsewhere: the selection or the battle changed, or Esc was pressed."""
        if self._on and self._desk.vantage is None:
            self.end()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Begin with Alt over the map, end when it is let go; the menu bar does not get that key then."""
        kind = event.type()
        if self._by_alt and kind in _ENDS:
            self.end()
            return False
        if isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Alt:
            if kind == QEvent.Type.KeyRelease and self._by_alt:
                self.end()
                return True
            over = self._board.viewport().underMouse() and watched is self._board
            if kind == QEvent.Type.KeyPress and over and not self._on and not event.isAutoRepeat():
                self._begin(by_alt=True)
            return False
        if isinstance(event, QMouseEvent) and watched is self._board.viewport():
            alt = bool(event.modifiers() & Qt.KeyboardModifier.AltModifier)
            if kind == QEvent.Type.MouseMove and alt and not self._on and not event.buttons():
                self._desk.set_cursor(self._board.to_table(event.position()))
                self._begin(by_alt=True)
            elif kind == QEvent.Type.MouseMove and not alt and self._by_alt:
                self.end()
        return False
