"""List every command with its key, change keys, and say which version this is."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QDialog, QFrame, QGridLayout, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from wolfling_gui import __version__
from wolfling_gui.ui import own_keys
from wolfling_gui.ui.commands import Command, Commands
from wolfling_gui.ui.menu_names import MENUS, menu_title
from wolfling_gui.ui.settings import Settings
from wolfling_gui.ui.widgets import (
    BorderedButton,
    FlatButton,
    Hairline,
    KeyCap,
    MainButton,
    ProblemLine,
    SectionHead,
    TextLabel,
)

ALONE = (Qt.Key.Key_Control, Qt.Key.Key_Shift, Qt.Key.Key_Alt, Qt.Key.Key_AltGr, Qt.Key.Key_Meta)


class KeyChoice(FlatButton):
    """Show the key of a command; pressed it waits for another: `pressed_keys` carries it, Esc gives up."""

    HEIGHT = 26
    waiting = False
    pressed_keys = Signal(str)

    def __init__(self, command: Command, parent: QWidget | None = None) -> None:
        super().__init__("", command.keys.split("|")[0], parent=parent)
        self.setAutoDefault(False)
        self._name = command.name.rstrip("…")
        self.clicked.connect(lambda *_: self.wait(not self.waiting))
        self._tell()

    def wait(self, waiting: bool) -> None:
        """Wait for a key, or no longer."""
        self.waiting = waiting
        self.setText(self.tr("Press a key") if waiting else "")
        self._tell()
        self.updateGeometry()

    def _tell(self) -> None:
        words = self.tr("Key of %1: press to choose another").replace("%1", self._name, 1)
        self.setAccessibleName(words)
        self.setToolTip(words)

    def event(self, event: QEvent) -> bool:
        """Take the next key before it does anything else."""
        if self.waiting and isinstance(event, QKeyEvent):
            if event.type() == QEvent.Type.ShortcutOverride:
                event.accept()
                return True
            if event.type() == QEvent.Type.KeyPress:
                self._take(event)
                return True
        return super().event(event)

    def focusNextPrevChild(self, forward: bool) -> bool:
        """Keep Tab while waiting: it is refused like the other fixed keys."""
        return False if self.waiting else super().focusNextPrevChild(forward)

    def _take(self, event: QKeyEvent) -> None:
        if event.key() in ALONE:
            return
        if event.key() == Qt.Key.Key_Escape:
            self.wait(False)
            return
        pad = Qt.KeyboardModifier.KeypadModifier
        modifiers = event.modifiers() & ~pad
        self.pressed_keys.emit(QKeySequence(event.key() | modifiers.value).toString())


class KeysDialog(QDialog):
    """Show the keys, menu by menu, as they really are; a click on one changes it."""

    def __init__(
        self, commands: Commands, settings: Settings | None = None, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Keys"))
        self.resize(660, 560)
        self._commands = commands
        self._settings = settings if settings is not None else Settings()
        self.buttons: dict[str, KeyChoice] = {}
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(0)
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(20, 16, 20, 16)
        column.setSpacing(8)
        told = self.tr("Press a key’s button, then the key you want; Esc leaves it as it was.")
        column.addWidget(TextLabel(told, "small", "text2", wrap=True))
        for menu in MENUS:
            listed = commands.of_menu(menu)
            if listed:
                column.addWidget(SectionHead(menu_title(menu).replace("&", "")))
                column.addLayout(self._listed(listed))
                column.addSpacing(6)
        column.addWidget(SectionHead(self.tr("Wherever the focus is")))
        column.addLayout(self._fixed())
        area.setWidget(page)
        outer.addWidget(area, 1)
        outer.addWidget(Hairline())
        self.problem = ProblemLine()
        self.problem.setContentsMargins(20, 8, 20, 0)
        outer.addWidget(self.problem)
        foot = QHBoxLayout()
        foot.setContentsMargins(20, 12, 20, 12)
        foot.setSpacing(12)
        version = self.tr("Wolfling %1. Free under the MIT licence; fonts under the SIL Open Font License.")
        foot.addWidget(TextLabel(version.replace("%1", __version__), "small", "text3", wrap=True), 1)
        self.as_shipped = BorderedButton(self.tr("All keys as at first"), icon_name="undo")
        self.as_shipped.setAutoDefault(False)
        self.as_shipped.clicked.connect(lambda *_: own_keys.give_back(self._commands, self._settings))
        foot.addWidget(self.as_shipped)
        close = MainButton(self.tr("Close"), "Esc")
        close.setDefault(True)
        close.clicked.connect(self.accept)
        foot.addWidget(close)
        outer.addLayout(foot)
        commands.keys_changed.connect(self.refresh)
        self.refresh()

    def _listed(self, listed: tuple[Command, ...]) -> QGridLayout:
        grid = QGridLayout()
        grid.setHorizontalSpacing(14)
        grid.setVerticalSpacing(3)
        grid.setColumnStretch(2, 1)
        for row, command in enumerate(listed):
            button = KeyChoice(command)
            button.clicked.connect(lambda *_, chosen=button: self._only(chosen))
            button.pressed_keys.connect(lambda keys, name=command.id: self.give(name, keys))
            self.buttons[command.id] = button
            grid.addWidget(button, row, 0, Qt.AlignmentFlag.AlignLeft)
            grid.addWidget(TextLabel(command.name.rstrip("…"), "body"), row, 1)
            grid.addWidget(TextLabel(command.what, "small", "text3", wrap=True), row, 2)
        return grid

    def _fixed(self) -> QGridLayout:
        grid = QGridLayout()
        grid.setHorizontalSpacing(14)
        grid.setVerticalSpacing(3)
        grid.setColumnStretch(1, 1)
        said = (
            ("1", self.tr("to 9: choose in the guide’s list, or answer a question")),
            ("Return", self.tr("does the main button of the guide")),
            ("Esc", self.tr("goes one step back, never out of the phase")),
            ("R", self.tr("while dice are asked for: rolls the missing ones")),
            (
                "Tab",
                self.tr("on the map: goes from unit to unit, and through the targets of one in hand"),
            ),
            ("Right", self.tr("and the other arrows on the map: move the cursor ¼″, with Shift 1″")),
            ("Space", self.tr("on the map: keeps the card of the target pointed at")),
        )
        for row, (keys, text) in enumerate(said):
            grid.addWidget(KeyCap(keys), row, 0, Qt.AlignmentFlag.AlignLeft)
            grid.addWidget(TextLabel(text, "body", wrap=True), row, 1)
        return grid

    def give(self, command: str, keys: str) -> None:
        """Give a command a key, or say why it cannot have it; then it goes on waiting for another."""
        reason = own_keys.why_not(self._commands, command, keys)
        self.problem.say(reason)
        if reason:
            return
        self.buttons[command].wait(False)
        own_keys.give(self._commands, self._settings, command, keys)

    def refresh(self) -> None:
        """Show the keys as they are."""
        for name, button in self.buttons.items():
            button.set_keys(self._commands.key(name) or None)
        self.as_shipped.setEnabled(bool(self._settings.keys))

    def _only(self, chosen: KeyChoice) -> None:
        """Let no other button wait."""
        self.problem.say("")
        for button in self.buttons.values():
            if button is not chosen:
                button.wait(False)
