"""Count dice by their faces: a stepper for each of the six."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QWidget

from wolfling_gui.ui.widgets.base import Themed
from wolfling_gui.ui.widgets.buttons import IconButton
from wolfling_gui.ui.widgets.dice import DieFace
from wolfling_gui.ui.widgets.flow import FlowLayout
from wolfling_gui.ui.widgets.labels import TextLabel

SIDE = 24


class FaceStepper(Themed, QFrame):
    """Show how many dice lie on a face, with one less and one more; `stepped(face, step)` asks for it."""

    stepped = Signal(int, int)

    def __init__(self, face: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._face = face
        self.setProperty("card", "true")
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        row = QHBoxLayout(self)
        row.setContentsMargins(1, 1, 1, 1)
        row.setSpacing(0)
        shown = str(face)
        tr = QCoreApplication.translate
        less = tr("FaceStepper", "One %1 less").replace("%1", shown)
        more = tr("FaceStepper", "One %1 more").replace("%1", shown)
        self.less = IconButton(
            "minus", less, tr("FaceStepper", "Takes a die of this face out of the pool."), side=SIDE
        )
        self.more = IconButton(
            "plus", more, tr("FaceStepper", "Puts a die of this face into the pool."), side=SIDE
        )
        self.less.clicked.connect(lambda *_: self.stepped.emit(self._face, -1))
        self.more.clicked.connect(lambda *_: self.stepped.emit(self._face, 1))
        self._count = TextLabel("0", "row_title", "text3")
        self._count.setAlignment(Qt.AlignmentFlag.AlignCenter)
        row.addWidget(self.less)
        row.addWidget(DieFace(face, size=18))
        row.addWidget(self._count)
        row.addWidget(self.more)
        self.set_count(0)
        self.follow_theme()

    def restyle(self) -> None:
        """Give the count room for two figures."""
        self._count.setFixedWidth(self.look.px(22))
        super().restyle()

    @property
    def count(self) -> int:
        """Return the count shown."""
        return int(self._count.text())

    def set_count(self, count: int) -> None:
        """Show another count; at none there is nothing to take away."""
        self._count.setText(str(count))
        self._count.set_tone("text" if count else "text3")
        self.less.setEnabled(count > 0)
        said = QCoreApplication.translate("FaceStepper", "Dice showing %1: %2")
        self.setAccessibleName(said.replace("%1", str(self._face)).replace("%2", str(count)))


class FaceCounts(QWidget):
    """Show a stepper for each face, in as many rows as the width asks for."""

    stepped = Signal(int, int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        flow = FlowLayout(self, 6)
        self.steppers = tuple(FaceStepper(face) for face in range(1, 7))
        for stepper in self.steppers:
            stepper.stepped.connect(self.stepped)
            flow.addWidget(stepper)

    def show_faces(self, faces: Sequence[int]) -> None:
        """Show how often each face lies there."""
        for face, stepper in enumerate(self.steppers, start=1):
            stepper.set_count(sum(1 for one in faces if one == face))
