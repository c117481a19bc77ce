"""Put a die of a finished action right: pick the die, pick its face, see what changes, then do it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from wolfling_gui.ui.desk import Desk
from wolfling_gui.ui.panels.dice_so_far import die_state
from wolfling_gui.ui.widgets import (
    BorderedButton,
    Card,
    DieFace,
    ElidedLabel,
    FlatButton,
    FlowLayout,
    Hairline,
    RuleChip,
    Segment,
    Segmented,
    TextLabel,
)

if TYPE_CHECKING:
    from wolfling_gui.files.journal import Step
    from wolfling_gui.session.pools import PoolRow


def dice_of(step: Step | None) -> list[tuple[int, list[int]]]:
    """Return (number of the answer, faces) of every answer of a step that is a pool of dice."""
    if step is None:
        return []
    return [
        (number, list(answer))
        for number, answer in enumerate(step.answers)
        if isinstance(answer, list | tuple) and answer and all(type(face) is int for face in answer)
    ]


def step_with_dice(desk: Desk) -> Step | None:
    """Return the action whose dice can be put right now: that of the moment looked at, else the last one."""
    session = desk.session
    if session is None or session.request is not None or desk.watching:
        return None
    step = session.undo_step
    if desk.looking_back:
        step = session.recorder.history.steps.get(desk.looking_at or 0)
        if step is not None and step not in session.steps:
            step = None
    return step if dice_of(step) else None


class CorrectCard(Card):
    """Show the dice of an action, by default the last one.

    `put_aside` closes it, `done` tells that a die was put right, `picked` that one was picked, `opened(rule)`
    comes from a chip. `wide` lays dice, faces and what changes beside each other.
    """

    put_aside = Signal()
    done = Signal()
    picked = Signal()
    opened = Signal(str)

    def __init__(
        self, desk: Desk, step: Step | None = None, wide: bool = False, parent: QWidget | None = None
    ) -> None:
        super().__init__("true", parent)
        from wolfling_gui.session.pools import pools_of

        self._desk = desk
        self._chosen: tuple[int, int] | None = None
        session = desk.session
        self._last = session.undo_step if session is not None else None
        self._step = step or self._last
        self._rows: tuple[PoolRow, ...] = ()
        if session is not None and self._step is not None:
            self._rows = pools_of(session, self._step)
        self.dice: list[tuple[int, int, DieFace]] = []
        self._head()
        pools, face_part, told = self._make_pools(), self._make_faces(), self._make_told()
        if wide:
            row = QHBoxLayout()
            row.setSpacing(16)
            row.addWidget(pools, 3)
            row.addWidget(face_part, 2)
            row.addWidget(Hairline(vertical=True))
            row.addWidget(told, 3)
            self.content().addLayout(row)
        else:
            for part in (pools, face_part, told):
                self.content().addWidget(part)

    @property
    def step(self) -> Step | None:
        """Return the action whose dice are shown."""
        return self._step

    # ------------------------------------------------------------------ parts

    def _head(self) -> None:
        body = self.content()
        older = self._step is not self._last
        body.addWidget(TextLabel(self.tr("Put a die right"), "row_title"))
        text = (
            self.tr("Dice of an earlier action. What was done after it is played again.")
            if older
            else self.tr("Dice of the last action, as they were given. Earlier ones: click them in the log.")
        )
        body.addWidget(TextLabel(text, "small", "text2", wrap=True))

    def _make_pools(self) -> QWidget:
        holder = QWidget()
        column = QVBoxLayout(holder)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        for pool in self._rows:
            line = QHBoxLayout()
            line.setSpacing(8)
            said = self.tr("%1 %2: %3").replace("%1", pool.name).replace("%2", pool.needed)
            label = ElidedLabel(said.replace("%3", pool.result, 1), "small", "text2")
            label.setToolTip(pool.title)
            line.addWidget(label, 1)
            chip = RuleChip(pool.rule)
            chip.opened.connect(self.opened)
            line.addWidget(chip)
            column.addLayout(line)
            strip = QWidget()
            policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
            policy.setHeightForWidth(True)
            strip.setSizePolicy(policy)
            flow = FlowLayout(strip, 4)
            for place, (face, made) in enumerate(zip(pool.faces, pool.made, strict=True)):
                die = DieFace(face, die_state(made), size=28, clickable=True)
                die.setToolTip(self._tip(pool, place))
                die.picked.connect(lambda _face, at=(pool.number, place): self.choose(*at))
                flow.addWidget(die)
                self.dice.append((pool.number, place, die))
            column.addWidget(strip)
        column.addStretch(1)
        return holder

    def _tip(self, pool: PoolRow, place: int) -> str:
        words = self.tr("Die %1 was typed") if place < pool.typed else self.tr("Die %1 was rolled by the app")
        return words.replace("%1", str(place + 1))

    def _make_faces(self) -> QWidget:
        holder = QWidget()
        column = QVBoxLayout(holder)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        self._asks = TextLabel(self.tr("Pick the die that was wrong."), "small", "text2", wrap=True)
        column.addWidget(self._asks)
        self.faces = Segmented([str(face) for face in range(1, 7)], -1, height=30)
        self.faces.set_label(self.tr("It lay"))
        self.faces.setEnabled(False)
        self.faces.chosen.connect(self._preview)
        column.addWidget(self.faces)
        column.addStretch(1)
        return holder

    def _make_told(self) -> QWidget:
        holder = QWidget()
        column = QVBoxLayout(holder)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        self.counts = TextLabel("", "row_title", "text", wrap=True)
        self.effects = TextLabel("", "small", "text", wrap=True)
        self.follows = TextLabel("", "small", "text2", wrap=True)
        for label in (self.counts, self.effects, self.follows):
            label.hide()
            column.addWidget(label)
        column.addSpacing(6)
        row = QHBoxLayout()
        row.setSpacing(8)
        self.put_right = BorderedButton(self.tr("Put right"))
        self.put_right.setEnabled(False)
        self.put_right.setToolTip(self.tr("Pick a die and its face first."))
        self.put_right.clicked.connect(self._do)
        row.addWidget(self.put_right)
        leave = FlatButton(self.tr("Leave it"), "Esc")
        leave.clicked.connect(self.put_aside)
        row.addWidget(leave)
        row.addStretch(1)
        column.addLayout(row)
        column.addStretch(1)
        return holder

    # ------------------------------------------------------------------ picking

    def _pool(self, number: int) -> PoolRow:
        return next(pool for pool in self._rows if pool.number == number)

    def choose(self, number: int, place: int) -> None:
        """Pick a die by the number of its answer and its place in it."""
        self._chosen = (number, place)
        for other, at, die in self.dice:
            die.set_selected((other, at) == self._chosen)
        pool = self._pool(number)
        face = pool.faces[place]
        self.faces.setEnabled(True)
        self.faces.set_segments([Segment(str(n), enabled=n != face) for n in range(1, 7)], -1)
        typed = place < pool.typed
        words = self.tr("Die %1 was typed %2; it lay:") if typed else self.tr("Die %1 was rolled %2; it lay:")
        self._asks.setText(words.replace("%1", str(place + 1)).replace("%2", str(face)))
        self._tell("", "", "")
        self.put_right.setEnabled(False)
        self.picked.emit()

    def _tell(self, counts: str, effects: str, follows: str) -> None:
        for label, text in ((self.counts, counts), (self.effects, effects), (self.follows, follows)):
            label.setText(text)
            label.setVisible(bool(text))

    def _answer(self) -> list[int]:
        assert self._chosen is not None
        number, place = self._chosen
        faces = list(self._pool(number).faces)
        faces[place] = self.faces.current() + 1
        return faces

    def _preview(self) -> None:
        """Say what would change, without changing it."""
        from wolfling_gui.session.correcting import preview

        session = self._desk.session
        if session is None or self._chosen is None or self.faces.current() < 0:
            return
        number = self._chosen[0]
        try:
            found = preview(session, number, self._answer(), self._step)
        except ValueError as error:
            self._tell("", str(error), "")
            self.put_right.setEnabled(False)
            return
        self._tell(found.counts, "\n".join(found.effects), found.follows)
        changed = tuple(self._answer()) != self._pool(number).faces
        self.put_right.setEnabled(changed)
        self.put_right.setToolTip("" if changed else self.tr("Pick a die and its face first."))
        self.picked.emit()

    def _do(self) -> None:
        if self._chosen is None or not self.put_right.isEnabled():
            return
        number, answer, step = self._chosen[0], self._answer(), self._step
        self.done.emit()
        self._desk.correct(number, answer, step)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leave keys to the window; once a die is picked digits pick its face, and Enter puts it right."""
        key = event.text()
        if self._chosen is not None and len(key) == 1 and key in "123456":
            if self.faces.segments()[int(key) - 1].enabled:
                self.faces.set_current(int(key) - 1)
                self._preview()
            event.accept()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.put_right.isEnabled():
            self._do()
            event.accept()
        else:
            event.ignore()
