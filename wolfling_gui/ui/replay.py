"""Step through a battle from its start to now: which moments there are, which one is shown, how it plays on.

The moment itself is shown as the log shows it, by `Desk.look_at`; nothing is kept here but where one is.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, QTimer, Signal

from wolfling_gui.ui.desk import Desk

if TYPE_CHECKING:
    from wolfling_gui.files.journal import Step

SPEEDS: Final = (0.5, 1.0, 2.0, 4.0)
"""How many times faster than usual a replay can play by itself."""
STEP_MS: Final = 1500
"""How long a moment stays at the usual speed, in milliseconds."""


@dataclass(frozen=True, slots=True)
class TurnMark:
    """Mark the first moment of a side's turn: its place, the game turn, and whether that begins with it."""

    place: int
    turn: int
    first: bool


class Replay(QObject):
    """Keep which moment of a battle is shown: place 0 is the start, the last one is now.

    `turned` tells that it was opened or closed, `changed` that another moment is shown, that there are
    others, or that it plays or rests.
    """

    turned = Signal()
    changed = Signal()

    def __init__(self, desk: Desk, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self._on = False
        self._speed = 1.0
        self._moving = False
        self._key: tuple[object, ...] = ()
        self._steps: tuple[Step, ...] = ()
        self._places: dict[int, int] = {}
        self._turns: tuple[TurnMark, ...] = ()
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._play_on)
        desk.session_changed.connect(self._on_session)
        desk.battle_changed.connect(self._on_battle)

    # ------------------------------------------------------------------ where one is

    @property
    def on(self) -> bool:
        """Tell whether the battle is stepped through."""
        return self._on

    @property
    def playing(self) -> bool:
        """Tell whether it goes on by itself."""
        return self._timer.isActive()

    @property
    def speed(self) -> float:
        """Return how many times faster than usual it plays."""
        return self._speed

    @property
    def steps(self) -> tuple[Step, ...]:
        """Return the actions stepped through, from the start to now."""
        self._follow()
        return self._steps

    @property
    def count(self) -> int:
        """Return how many places there are after the start: one for each action, and one while one waits."""
        return len(self.steps) + (self._desk.request is not None)

    @property
    def place(self) -> int:
        """Return the place of the moment shown."""
        line = self._desk.looking_at
        count = self.count
        return count if line is None else self._places.get(line, count)

    @property
    def step(self) -> Step | None:
        """Return the action that led to the moment shown; None at the start, and while one is under way."""
        steps, place = self.steps, self.place
        return steps[place - 1] if 0 < place <= len(steps) else None

    @property
    def turns(self) -> tuple[TurnMark, ...]:
        """Return where sides' turns begin."""
        self._follow()
        return self._turns

    # ------------------------------------------------------------------ opening and leaving

    def begin(self, place: int | None = None) -> None:
        """Step through the battle, from a place or from the moment shown."""
        if self._desk.session is None:
            return
        if not self._on:
            self._on = True
            self.turned.emit()
        if place is not None:
            self.go(place)
        self.changed.emit()

    def begin_at(self, line: int) -> None:
        """Step through the battle from the moment after a step, by the step's line; 0 is the start."""
        steps = self.steps
        place = next((n for n, step in enumerate(steps, start=1) if step.line == line), 0)
        self.begin(place)

    def leave(self) -> bool:
        """Go back to now and close; tells whether it was open. What is only watched stays open, and rests."""
        if not self._on:
            return False
        if self._desk.watching:
            return self.rest()
        self._timer.stop()
        self._on = False
        self._desk.look_at(None)
        self.turned.emit()
        self.changed.emit()
        return True

    # ------------------------------------------------------------------ moving

    def go(self, place: int) -> None:
        """Show the moment of a place; beyond either end the end is shown."""
        steps, count = self.steps, self.count
        place = max(0, min(count, place))
        waits = self._desk.request is not None
        now = place == count and (waits or not self._desk.watching)
        line = None if now else 0 if place == 0 else steps[place - 1].line
        self._moving = True
        try:
            self._desk.look_at(line)
        finally:
            self._moving = False
        if self.playing and place == count:
            self._timer.stop()
        self.changed.emit()

    def move(self, by: int) -> None:
        """Go on, or back, by so many actions; one that played by itself rests."""
        self.rest()
        self.go(self.place + by)

    def move_turn(self, way: int) -> None:
        """Go to the beginning of the next turn (1), or of this one or the one before (-1)."""
        self.rest()
        places = [0, *(mark.place for mark in self.turns), self.count]
        here = self.place
        if way > 0:
            self.go(places[min(bisect_right(places, here), len(places) - 1)])
        else:
            self.go(places[max(0, bisect_left(places, here) - 1)])

    # ------------------------------------------------------------------ playing by itself

    def toggle(self) -> None:
        """Play on by itself, from the start when the end is shown, or rest."""
        if self.rest():
            return
        if self.place >= self.count:
            self.go(0)
        self._timer.start(round(STEP_MS / self._speed))
        self.changed.emit()

    def rest(self) -> bool:
        """Stop playing by itself; tells whether it did."""
        if not self.playing:
            return False
        self._timer.stop()
        self.changed.emit()
        return True

    def set_speed(self, speed: float) -> None:
        """Play faster or slower."""
        self._speed = speed
        if self.playing:
            self._timer.start(round(STEP_MS / speed))

    def _play_on(self) -> None:
        self.go(self.place + 1)

    # ------------------------------------------------------------------ following the battle

    def _on_session(self) -> None:
        self._timer.stop()
        self._key = ()
        on = self._desk.session is not None and self._desk.watching
        if on != self._on:
            self._on = on
            self.turned.emit()
        self.changed.emit()

    def _on_battle(self) -> None:
        if self._moving or not self._on:
            return
        # Somebody went elsewhere, or did something.
        self._timer.stop()
        self.changed.emit()

    def _follow(self) -> None:
        """Find the moments anew when the battle has gone on or back."""
        session = self._desk.session
        history = session.recorder.history if session is not None else None
        key = () if history is None else (session, history.here, history.count)
        if key == self._key:
            return
        self._key = key
        self._steps = session.steps if session is not None else ()
        self._places = {0: 0, **{step.line: place for place, step in enumerate(self._steps, start=1)}}
        marks: list[TurnMark] = []
        before = (0, "")
        for place, step in enumerate(self._steps, start=1):
            assert session is not None
            clock = session.battle_after(step.line).clock
            if clock.turn and (clock.turn, clock.side) != before and not clock.over:
                marks.append(TurnMark(place, clock.turn, clock.turn != before[0]))
                before = (clock.turn, clock.side)
        self._turns = tuple(marks)
