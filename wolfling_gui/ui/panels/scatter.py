"""Ask what the real scatter die shows, and say where the marker comes down before it is taken."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QVBoxLayout, QWidget

from wolfling_gui.core.requests import Spin
from wolfling_gui.ui import blast_words
from wolfling_gui.ui.desk import Desk
from wolfling_gui.ui.widgets import BorderedButton, NumberField, RuleChip, TextLabel


class LandingPart(QWidget):
    """Say in a line where what scatters comes down; `opened(rule)` comes from the chip of what stopped it."""

    opened = Signal(str)

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        self.words = TextLabel("", "small", "text", wrap=True)
        row.addWidget(self.words, 1)
        self._chip: RuleChip | None = None
        self._row = row
        desk.arrow_changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Say what the arrow set and the dice typed lead to."""
        battle, outcome = self._desk.battle, self._desk.outcome()
        if self._chip is not None:
            self._chip.hide()
            self._chip.deleteLater()
            self._chip = None
        if battle is None or outcome is None:
            self.words.setText("")
            self.hide()
            return
        waits = self._desk.scattering()
        arrow = self._desk.arrow
        if isinstance(self._desk.request, Spin) and arrow is None:
            text = self.tr("A HIT stays where it is: %1.")
            self.words.setText(text.replace("%1", blast_words.hits_of(battle, outcome.landing), 1))
        elif waits is not None and waits.beside:
            text = self.tr("It is laid edge to edge and makes %1.")
            self.words.setText(text.replace("%1", blast_words.hits_of(battle, outcome.landing), 1))
        else:
            self.words.setText(blast_words.landing(battle, outcome))
        if outcome.stopped is not None:
            self._chip = RuleChip(outcome.stopped.rule, "warns")
            self._chip.opened.connect(self.opened)
            self._row.addWidget(self._chip)
        self.show()


class ScatterPart(QWidget):
    """Take a HIT or a direction: typed, or dragged as an arrow on the map; both show the same angle.

    `hit` is the button, `angle` the field; `directed(known)` tells whether there is a direction to take.
    """

    opened = Signal(str)
    directed = Signal(bool)

    def __init__(self, desk: Desk, request: Spin, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        told = self.tr("Drag an arrow on the map the way the real die points, or type its degrees.")
        column.addWidget(TextLabel(told, "small", "text2", wrap=True))
        row = QHBoxLayout()
        row.setSpacing(8)
        self.hit = BorderedButton(self.tr("Hit"), "1")
        self.hit.setToolTip(self.tr("The die shows its HIT face: nothing moves."))
        row.addWidget(self.hit)
        self.angle = NumberField(-1, request.degrees - 1, "°")
        self.angle.setSpecialValueText(self.tr("no arrow yet"))
        self.angle.setWrapping(True)
        self.angle.setValue(-1)
        self.angle.setAccessibleName(self.tr("Direction of the arrow, anticlockwise from east"))
        self.angle.setToolTip(self.tr("Where the arrow points: 0° is east, 90° north."))
        row.addWidget(self.angle, 1)
        column.addLayout(row)
        self.snaps = QCheckBox(self.tr("Snap to quarter turns"))
        self.snaps.setChecked(desk.snaps)
        self.snaps.setToolTip(
            self.tr("The dragged arrow points east, north, west or south; Shift does the other.")
        )
        self.snaps.toggled.connect(desk.set_snaps)
        below = QHBoxLayout()
        below.addWidget(self.snaps)
        below.addStretch(1)
        self.compass = TextLabel("", "row_title", "text")
        below.addWidget(self.compass)
        column.addLayout(below)
        landing = LandingPart(desk)
        landing.opened.connect(self.opened)
        column.addWidget(landing)
        self.angle.valueChanged.connect(self._typed)
        desk.arrow_changed.connect(self._follow)
        self._follow()

    def _typed(self, value: int) -> None:
        self._desk.set_arrow(None if value < 0 else value)

    def _follow(self) -> None:
        """Show the angle of the arrow on the map."""
        arrow = self._desk.arrow
        with QSignalBlocker(self.angle):
            self.angle.setValue(-1 if arrow is None else arrow)
        self.compass.setText("" if arrow is None else blast_words.compass(arrow))
        self.directed.emit(arrow is not None)
