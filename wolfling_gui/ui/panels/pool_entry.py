"""Take a pool of dice: typed in a field or counted by faces, shown as dice with what they come to."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from wolfling_gui.core.breakdown import Breakdown
from wolfling_gui.session.pools import result_parts, result_text, succeeds
from wolfling_gui.ui.counted import plural
from wolfling_gui.ui.panels.pool import PoolField, with_face, without_face
from wolfling_gui.ui.widgets import DieFace, ElidedLabel, FlowLayout, TextLabel
from wolfling_gui.ui.widgets.counts import FaceCounts

MOST_DICE_DRAWN = 36


class PoolEntry(QWidget):
    """Take so many dice against a needed number.

    `says` is the key of the question, for the words of the result. `changed` follows every change, `taken`
    comes with Enter, `roll_wanted` with R. `wide` lays field, dice and result beside each other.
    """

    changed = Signal()
    taken = Signal()
    roll_wanted = Signal()

    def __init__(
        self,
        count: int,
        needed: Breakdown | None = None,
        says: str = "",
        wide: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._count = count
        self._needed = needed
        self._says = says
        self._size = (44 if count <= 9 else 32) if wide else (28 if count <= 18 else 22)
        self.field = PoolField()
        self.field.set_needed(needed)
        self.field.changed.connect(self._follow)
        self.field.taken.connect(self.taken)
        self.field.roll_wanted.connect(self.roll_wanted)
        self.setFocusProxy(self.field)
        self.tally = ElidedLabel("", "small", "text2")
        self.good = TextLabel("", "card_title" if wide else "row_title", "legal")
        self.bad = TextLabel("", "small", "refused")
        self._strip = QWidget()
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self._strip.setSizePolicy(policy)
        self._flow = FlowLayout(self._strip, 6)
        self.counts = FaceCounts()
        self.counts.stepped.connect(self.step)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        if wide:
            self._lay_wide(column)
        else:
            self._lay_narrow(column)
        self._follow()

    def _lay_wide(self, column: QVBoxLayout) -> None:
        column.addWidget(self.tally)
        row = QHBoxLayout()
        row.setSpacing(16)
        self.field.setMinimumWidth(200)
        row.addWidget(self.field, 2)
        row.addWidget(self._strip, 3)
        result = QVBoxLayout()
        result.setSpacing(0)
        for label in (self.good, self.bad):
            label.setAlignment(Qt.AlignmentFlag.AlignRight)
            result.addWidget(label)
        row.addLayout(result)
        column.addLayout(row)
        line = QHBoxLayout()
        line.setSpacing(10)
        line.addWidget(TextLabel(self.tr("or count them"), "small", "text3"))
        line.addWidget(self.counts, 1)
        column.addLayout(line)

    def _lay_narrow(self, column: QVBoxLayout) -> None:
        column.addWidget(self.field)
        line = QHBoxLayout()
        line.setSpacing(8)
        line.addWidget(self.tally, 1)
        line.addWidget(self.good)
        line.addWidget(self.bad)
        column.addLayout(line)
        column.addWidget(self._strip)
        column.addWidget(TextLabel(self.tr("or count them"), "small", "text3"))
        column.addWidget(self.counts)

    # ------------------------------------------------------------------ reading

    @property
    def faces(self) -> tuple[int, ...]:
        """Return the dice in the order in which they were typed."""
        return self.field.pool().faces

    @property
    def typed(self) -> int:
        """Return how many of the dice, from the first, were typed and not rolled by the app."""
        return self.field.typed

    @property
    def missing(self) -> int:
        """Return how many dice are still to come, negative when there are too many."""
        return self._count - len(self.faces)

    @property
    def ready(self) -> bool:
        """Tell whether there are just as many dice as asked for, and none of them wrong."""
        return not self.missing and not self.field.pool().wrong

    # ------------------------------------------------------------------ changing

    def set_faces(self, faces: Sequence[int]) -> None:
        """Put dice into the field in place of those there, as if they were typed."""
        self.field.setText("".join(str(face) for face in faces))

    def complete(self, faces: Sequence[int]) -> None:
        """Put dice that the app rolled behind those typed."""
        self.field.complete(faces)

    def step(self, face: int, step: int) -> None:
        """Put a die of a face into the pool, or take one out."""
        text = self.field.text()
        self.field.setText(with_face(text, face) if step > 0 else without_face(text, face))

    def _follow(self) -> None:
        faces = self.faces
        self._flow.clear()
        for place in range(min(max(self._count, len(faces)), MOST_DICE_DRAWN)):
            face = faces[place] if place < len(faces) else None
            made = succeeds(face, self._needed) if face is not None else None
            state = "neutral" if made is None else "success" if made else "failure"
            die = DieFace(face, state, self._size)  # type: ignore[arg-type]
            self._flow.addWidget(die)
            die.show()
        self._strip.updateGeometry()
        self.counts.show_faces(faces)
        wrong = bool(self.field.pool().wrong)
        self.tally.set_text(self.words())
        self.tally.set_tone("refused" if wrong or self.missing < 0 else "text2")
        good, bad = result_parts(self._says, faces, self._needed)
        self.good.setText(good or ("" if bad else result_text(self._says, faces, self._needed)))
        self.bad.setText(bad)
        for label in (self.good, self.bad):
            label.setVisible(bool(label.text()) and not wrong)
        self.changed.emit()

    def words(self) -> str:
        """Say how many dice there are of those asked for, or what is wrong with them."""
        wrong = len(self.field.pool().wrong)
        if wrong:
            return plural(
                "PoolEntry",
                "The marked face is not on a die: 1 to 6.",
                "The %n marked faces are not on a die: 1 to 6.",
                wrong,
            )
        count, missing = len(self.faces), self.missing
        if not count:
            return plural("PoolEntry", "Type 1 die, as it lies.", "Type %n dice, in any order.", self._count)
        if missing > 0:
            text = plural("PoolEntry", "%1 of %2 · 1 missing", "%1 of %2 · %n missing", missing)
        elif missing < 0:
            text = plural("PoolEntry", "%1 of %2 · 1 too many", "%1 of %2 · %n too many", -missing)
        elif self.typed < count:
            text = plural("PoolEntry", "%1 of %2 · 1 rolled", "%1 of %2 · %n rolled", count - self.typed)
        else:
            text = QCoreApplication.translate("PoolEntry", "%1 of %2")
        return text.replace("%1", str(count)).replace("%2", str(self._count))
