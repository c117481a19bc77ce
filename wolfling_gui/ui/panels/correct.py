"""Put a die of the last action right: pick the die, pick its face, see what changes, then do it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from wolfling_gui.ui.counted import plural
from wolfling_gui.ui.desk import Desk
from wolfling_gui.ui.widgets import (
    BorderedButton,
    Card,
    DieFace,
    ElidedLabel,
    FlatButton,
    FlowLayout,
    Segmented,
    TextLabel,
)

if TYPE_CHECKING:
    from wolfling_gui.files.journal import Step


def dice_of(step: Step | None) -> list[tuple[int, list[int]]]:
    """Return (number of the answer, faces) of every answer of a step that is a pool of dice."""
    if step is None:
        return []
    return [
        (number, list(answer))
        for number, answer in enumerate(step.answers)
        if isinstance(answer, list | tuple) and answer and all(type(face) is int for face in answer)
    ]


def pool_words(desk: Desk, step: Step | None) -> dict[int, str]:
    """Return for each pool of a step, by the number of its answer, what the log says of it."""
    from wolfling_gui.session.explain import explain_entry

    session = desk.session
    if step is None or session is None:
        return {}
    before = session.battle_after(step.parent)
    told = [entry for entry in step.done.report.entries if entry.faces]
    found: dict[int, str] = {}
    for number, faces in dice_of(step):
        at = next((n for n, entry in enumerate(told) if entry.faces == tuple(faces)), None)
        if at is not None:
            found[number] = explain_entry(told[at], before, session.rules.catalogue).text
            told = told[at + 1 :]
    return found


class CorrectCard(Card):
    """Show the dice of the last action; `put_aside` closes it, `picked` tells that a die was picked."""

    put_aside = Signal()
    done = Signal()
    picked = Signal()

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__("true", parent)
        self._desk = desk
        self._chosen: tuple[int, int] | None = None
        step = desk.session.undo_step if desk.session is not None else None
        self._pools = dice_of(step)
        body = self.content()
        body.addWidget(TextLabel(self.tr("Put a die right"), "row_title"))
        body.addWidget(
            TextLabel(self.tr("Dice of the last action, as they were given."), "small", "text2", wrap=True)
        )
        self.dice: list[tuple[int, int, DieFace]] = []
        said = pool_words(desk, step)
        for number, faces in self._pools:
            if said.get(number):
                line = ElidedLabel(said[number], "small", "text3")
                line.setToolTip(said[number])
                body.addWidget(line)
            holder = QWidget()
            policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
            policy.setHeightForWidth(True)
            holder.setSizePolicy(policy)
            flow = FlowLayout(holder, 4)
            for place, face in enumerate(faces):
                die = DieFace(face, size=26, clickable=True)
                die.picked.connect(lambda _face, at=(number, place): self.choose(*at))
                flow.addWidget(die)
                self.dice.append((number, place, die))
            body.addWidget(holder)
        self.faces = Segmented([str(face) for face in range(1, 7)], -1, height=28)
        self.faces.set_label(self.tr("It lay"))
        self.faces.setEnabled(False)
        self.faces.chosen.connect(self._preview)
        body.addWidget(self.faces)
        self._says = TextLabel(self.tr("Pick the die that was wrong."), "small", "text2", wrap=True)
        body.addWidget(self._says)
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
        body.addLayout(row)

    def choose(self, number: int, place: int) -> None:
        """Pick a die by the number of its answer and its place in it."""
        self._chosen = (number, place)
        for other, at, die in self.dice:
            die.set_selected((other, at) == self._chosen)
        face = dict(self._pools)[number][place]
        self.faces.setEnabled(True)
        self.faces.set_current(face - 1)
        words = self.tr("Die %1 was given as %2; pick what it showed.")
        self._says.setText(words.replace("%1", str(place + 1)).replace("%2", str(face)))
        self.put_right.setEnabled(False)
        self.picked.emit()

    def _answer(self) -> list[int]:
        assert self._chosen is not None
        number, place = self._chosen
        faces = list(dict(self._pools)[number])
        faces[place] = self.faces.current() + 1
        return faces

    def _preview(self) -> None:
        """Say what would change, without changing it."""
        session = self._desk.session
        if session is None or self._chosen is None:
            return
        number, place = self._chosen
        before = dict(self._pools)[number][place]
        after = self.faces.current() + 1
        try:
            _, left = session.correction(number, self._answer())
        except ValueError as error:
            self._says.setText(str(error))
            self.put_right.setEnabled(False)
            return
        change = self.tr("Die %1: %2 → %3.")
        change = change.replace("%1", str(place + 1)).replace("%2", str(before)).replace("%3", str(after))
        if left:
            follows = plural(
                "CorrectCard",
                "1 later answer is asked again.",
                "%n later answers are asked again.",
                len(left),
            )
        else:
            follows = self.tr("Later answers still fit.")
        both = self.tr("%1 %2")
        self._says.setText(both.replace("%1", change, 1).replace("%2", follows, 1))
        self.put_right.setEnabled(before != after)

    def _do(self) -> None:
        if self._chosen is None:
            return
        number, answer = self._chosen[0], self._answer()
        self.done.emit()
        self._desk.correct(number, answer)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leave keys to the window; digits pick the face once a die is picked."""
        if self._chosen is not None and event.text() in ("1", "2", "3", "4", "5", "6"):
            self.faces.set_current(int(event.text()) - 1)
            self._preview()
            event.accept()
        else:
            event.ignore()
