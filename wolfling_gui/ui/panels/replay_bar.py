"""Show the bar by which a battle is stepped through: slider, buttons, where one is, what happened there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QEvent, QObject, QSignalBlocker, QSize, Qt, QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from wolfling_gui.session import naming
from wolfling_gui.ui import words
from wolfling_gui.ui.commands import Commands
from wolfling_gui.ui.desk import Desk
from wolfling_gui.ui.panels.dice_so_far import SmallDice
from wolfling_gui.ui.panels.discard import discard
from wolfling_gui.ui.panels.log import HEIGHT, LogPanel, LogView
from wolfling_gui.ui.replay import SPEEDS, Replay
from wolfling_gui.ui.widgets import ElidedLabel, Hairline, IconButton, Segmented, Themed
from wolfling_gui.ui.widgets.turn_slider import TurnSlider

if TYPE_CHECKING:
    from wolfling_gui.core.battle import Battle

MOST_ROWS: Final = 2
MOVES: Final = ("replay_first", "replay_back", "replay_play", "replay_on", "replay_last")
MOST_DICE: Final = 200
"""How wide the dice of a step may be."""
SLIDE_MS: Final = 30
"""How often the map follows the slider while it is dragged."""


class ReplayBar(Themed, QWidget):
    """Step through the battle; `rule_opened(rule)` comes from a chip, `back_wanted(line)` asks to go back."""

    rule_opened = Signal(str)
    back_wanted = Signal(int)
    leave_wanted = Signal()

    def __init__(
        self, desk: Desk, replay: Replay, log: LogPanel, commands: Commands, parent: QWidget
    ) -> None:
        super().__init__(parent)
        self._desk, self._replay, self._log, self._commands = desk, replay, log, commands
        self._dice: QWidget | None = None
        self._compact = False
        self.setProperty("surface", "panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAccessibleName(self.tr("Replay"))
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(0)
        outer.addWidget(Hairline())
        outer.addLayout(self._make_moves())
        outer.addLayout(self._make_told())
        self.rows = LogView(desk, still=True)
        self.rows.setAccessibleName(self.tr("What happened in this step"))
        self.rows.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.rows.rule_opened.connect(self.rule_opened)
        outer.addWidget(self.rows)
        self._slide = QTimer(self)
        self._slide.setSingleShot(True)
        self._slide.setInterval(SLIDE_MS)
        self._slide.timeout.connect(lambda: self._replay.go(self.slider.value()))
        self.setFocusProxy(self.slider)
        log.installEventFilter(self)
        replay.turned.connect(self._turn)
        replay.changed.connect(self.refresh)
        log.counted.connect(self.refresh)
        self.follow_theme()
        self._turn()

    def _make_moves(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setContentsMargins(12, 5, 8, 2)
        row.setSpacing(2)
        self.buttons = {name: self._button(name) for name in MOVES}
        for button in self.buttons.values():
            row.addWidget(button)
        row.addSpacing(8)
        self.slider = TurnSlider()
        self.slider.setAccessibleName(self.tr("Step shown"))
        self.slider.valueChanged.connect(self._slid)
        row.addWidget(self.slider, 1)
        row.addSpacing(8)
        self.speed = Segmented([self.tr("½×"), self.tr("1×"), self.tr("2×"), self.tr("4×")], 1, height=24)
        self.speed.set_label(self.tr("How fast it plays"))
        self.speed.setToolTip(self.tr("How fast it plays by itself"))
        self.speed.chosen.connect(lambda index: self._replay.set_speed(SPEEDS[index]))
        row.addWidget(self.speed)
        row.addSpacing(4)
        self.back = IconButton(
            "undo", self.tr("Go back to here…"),
            self.tr("Says what that takes away, and asks; redo leads forward again."), side=28,
        )  # fmt: skip
        self.back.clicked.connect(lambda: self.back_wanted.emit(self._desk.looking_at or 0))
        row.addWidget(self.back)
        self.leave = IconButton("close", self.tr("Leave the replay"), "", side=28)
        self.leave.clicked.connect(self.leave_wanted)
        row.addWidget(self.leave)
        return row

    def _make_told(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setContentsMargins(12, 0, 12, 2)
        row.setSpacing(12)
        self.where = ElidedLabel("", "row_title")
        self.where.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        row.addWidget(self.where, 1)
        self._told = row
        return row

    def _button(self, name: str) -> IconButton:
        command, action = self._commands.command(name), self._commands[name]
        button = IconButton(command.icon, command.name, command.what, command.keys, side=28)
        button.setObjectName(name)
        button.clicked.connect(lambda *_: action.trigger())
        return button

    # ------------------------------------------------------------------ showing

    def set_compact(self, compact: bool) -> None:
        """Take less height where the window is small."""
        self._compact = compact
        self.restyle()

    def restyle(self) -> None:
        """Take the height of the theme."""
        self.rows.setFixedHeight(self.look.px(HEIGHT * (1 if self._compact else MOST_ROWS)) + 4)
        super().restyle()

    def minimumSizeHint(self) -> QSize:
        """Return the least size: the bar never makes the window wider."""
        return QSize(300, super().minimumSizeHint().height())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Tell what happened where the log does not."""
        if event.type() in (QEvent.Type.Show, QEvent.Type.Hide):
            self._show_rows()
        return super().eventFilter(watched, event)

    def _show_rows(self) -> None:
        """List what happened only while the log, which marks the same lines, is not seen."""
        self.rows.setVisible(not self._log.isVisibleTo(self._log.window()))

    def _turn(self) -> None:
        """Come or go with the replay."""
        self.setVisible(self._replay.on)
        self.refresh()

    def refresh(self) -> None:
        """Show where the replay is, and what happened there."""
        replay, battle = self._replay, self._desk.battle
        if not replay.on or battle is None:
            return
        place, count = replay.place, replay.count
        with QSignalBlocker(self.slider):
            self.slider.setRange(0, count)
            self.slider.setPageStep(max(1, count // 10))
            if not self._slide.isActive():
                self.slider.setValue(place)
        self.slider.set_marks([(m.place, str(m.turn) if m.first else "") for m in replay.turns])
        self._show_buttons(place, count)
        self.where.set_text(self._where(battle, place, count))
        step = replay.step
        shown = self._log.rows_of(step.line) if step is not None else []
        self.rows.rows.set_rows(shown)
        self.rows.scrollToTop()
        self._show_rows()
        self._show_dice([face for row in shown for face in row.faces])

    def _show_buttons(self, place: int, count: int) -> None:
        play, watching = self.buttons["replay_play"], self._desk.watching
        for name, button in self.buttons.items():
            button.setEnabled(self._commands[name].isEnabled())
            button.setToolTip(self._commands[name].toolTip())
        play.set_icon_name("pause" if self._replay.playing else "play")
        self.back.setVisible(not watching)
        self.back.set_why_not("" if self._desk.looking_back else self.tr("This is now."))
        name = self.tr("Leave the demonstration") if watching else self.tr("Leave the replay")
        what = self.tr("Goes back to the first screen.") if watching else self.tr("Comes back to now.")
        self.leave.setAccessibleName(name)
        key = "" if watching else " (Esc)"
        self.leave.setToolTip(f"{name}{key}\n{what}")

    def _where(self, battle: Battle, place: int, count: int) -> str:
        if place == 0:
            first = self.tr("The start, %1 steps follow").replace("%1", str(count), 1)
        elif place == count and not self._desk.looking_back:
            first = self.tr("Step %1 of %1, now").replace("%1", str(count))
        else:
            first = self.tr("Step %1 of %2").replace("%1", str(place), 1).replace("%2", str(count), 1)
        text = self.tr("%1 · %2 · %3 · %4")
        step = naming.step_name(f"step.{battle.clock.step}")
        for number, part in enumerate(
            (first, words.turn_words(battle, self._desk.rules), words.whose_turn(battle), step), 1
        ):
            text = text.replace(f"%{number}", part, 1)
        return text

    def _show_dice(self, faces: list[int]) -> None:
        if self._dice is not None:
            discard(self._dice)
            self._dice = None
        if faces:
            self._dice = SmallDice(faces, [None] * len(faces))
            self._dice.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
            self._dice.setMaximumWidth(self.look.px(MOST_DICE))
            self._told.addWidget(self._dice, 0)

    # ------------------------------------------------------------------ sliding

    def _slid(self) -> None:
        """Follow the slider, as fast as the map can."""
        self._replay.rest()
        if not self._slide.isActive():
            self._slide.start()
