"""Show the toolbar: undo and redo, the tools, what the map shows, dice and theme."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QSize, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QHBoxLayout, QMenu, QSizePolicy, QWidget

from wolfling_gui.ui.commands import Command, Commands
from wolfling_gui.ui.desk import Desk
from wolfling_gui.ui.theme import theme
from wolfling_gui.ui.widgets import FlatButton, Hairline, IconButton, Segment, Segmented, TextLabel

TOGGLES = ("show_lines", "show_links", "show_tags", "show_grid")


class ToolStrip(QWidget):
    """Hold the toolbar's buttons, made from the commands; toggles fold into “Show” in a small window."""

    def __init__(self, desk: Desk, commands: Commands, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self._commands = commands
        self._narrow = False
        self._mode, self._page = "play", "request"
        self._buttons: list[tuple[IconButton, Command, QAction]] = []
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(4)
        self._made_modes = [command for command in commands.listed if command.group == "modes"]
        self._modes = Segmented([Segment(c.name, c.icon, tip=c.what) for c in self._made_modes], 0)
        self._modes.set_label(self.tr("Mode"))
        self._modes.setObjectName("bar_modes")
        self._modes.chosen.connect(lambda index: commands[self._made_modes[index].id].trigger())
        row.addWidget(self._modes)
        self._line(row)
        for name in ("undo", "redo"):
            row.addWidget(self._button(name))
        self._line(row)
        self._pages = [self._button(c.id) for c in commands.listed if c.group == "pages"]
        for button in self._pages:
            row.addWidget(button)
        self._tools = [self._button(c.id) for c in commands.listed if c.group == "tools"]
        for button in self._tools:
            row.addWidget(button)
        self._after_tools = self._line(row)
        self._show_words = TextLabel(self.tr("Show"), "small", "text3")
        row.addWidget(self._show_words)
        self._toggles = [self._button(name) for name in TOGGLES if name in commands]
        for button in self._toggles:
            row.addWidget(button)
        self._show = FlatButton(self.tr("Show"), icon_name="eye")
        self._show.setToolTip(self.tr("Show\nWhat the map shows besides models and terrain."))
        self._menu = QMenu(self._show)
        for name in TOGGLES:
            if name in commands:
                self._menu.addAction(commands[name])
        self._show.clicked.connect(self._open_menu)
        self._show.hide()
        row.addWidget(self._show)
        row.addStretch(1)
        self._app_dice, self._real_dice = self._button("app_dice"), self._real(commands)
        for button in (self._app_dice, self._real_dice):
            button.set_labelled(True)
            row.addWidget(button)
        for name in ("theme", "browse_rules"):
            row.addWidget(self._button(name))
        for action in commands.actions.values():
            action.changed.connect(self.refresh)
        desk.tool_changed.connect(self.refresh)
        desk.dice_changed.connect(self.refresh)
        self._arrange()
        self.refresh()

    def set_narrow(self, narrow: bool) -> None:
        """Fold the toggles into a menu, or unfold them."""
        self._narrow = narrow
        self._arrange()

    def set_mode(self, mode: str) -> None:
        """Show the tools of a mode: those of the map, or the pages of the companion."""
        self._mode = mode
        self._arrange()

    def show_page(self, page: str) -> None:
        """Follow the page of the companion: the tools belong to its map."""
        self._page = page
        self._arrange()

    def _arrange(self) -> None:
        companion = self._mode == "companion"
        on_map = not companion or self._page == "table"
        modes = [command.id for command in self._made_modes]
        self._modes.set_current(modes.index(f"mode_{self._mode}"))
        for button in self._pages:
            button.setVisible(companion)
            button.set_labelled(self._pages_named() or button.isChecked())
        for button in self._tools:
            button.setVisible(not companion)
        self._after_tools.setVisible(on_map)
        self._show.setVisible(on_map and (self._narrow or companion))
        self._show_words.setVisible(on_map and not self._narrow and not companion)
        for button in self._toggles:
            button.setVisible(on_map and not self._narrow and not companion)

    def _pages_named(self) -> bool:
        """Tell whether there is room for the names of all pages."""
        return not self._narrow or theme().scale <= 1

    def minimumSizeHint(self) -> QSize:
        """Return the least size."""
        return QSize(300, super().minimumSizeHint().height())

    def refresh(self) -> None:
        """Bring the buttons in line with the commands."""
        for button, command, action in self._buttons:
            button.setEnabled(action.isEnabled())
            button.setToolTip(action.toolTip())
            if button.isCheckable():
                button.setChecked(action.isChecked())
            if command.group == "tools":
                button.set_labelled(action.isChecked())
            elif command.group == "pages":
                button.set_labelled(self._pages_named() or action.isChecked())
        self._app_dice.setVisible(self._desk.app_dice)
        self._real_dice.setVisible(not self._desk.app_dice)
        if self._desk.mixed_dice:
            told = self.tr("The app rolls for some sides. Press to let it roll for all.")
            self._real_dice.set_name(self.tr("Mixed dice"), told)
        else:
            self._real_dice.set_name(self.tr("Real dice"), self._real_told)

    def _real(self, commands: Commands) -> IconButton:
        """Return the button that stands there while players roll their own dice."""
        command = commands.command("app_dice")
        self._real_told = self.tr("You type what your dice show. Press to let the app roll.")
        button = IconButton(command.icon, self.tr("Real dice"), self._real_told, command.keys)
        button.setObjectName("bar_real_dice")
        button.clicked.connect(lambda *_: commands["app_dice"].trigger())
        return button

    def _open_menu(self) -> None:
        self._menu.popup(self._show.mapToGlobal(QPoint(0, self._show.height())))

    def _line(self, row: QHBoxLayout) -> QWidget:
        row.addSpacing(6)
        line = Hairline(vertical=True)
        line.setFixedHeight(20)
        row.addWidget(line, 0, Qt.AlignmentFlag.AlignVCenter)
        row.addSpacing(6)
        return line

    def _button(self, name: str) -> IconButton:
        command, action = self._commands.command(name), self._commands[name]
        button = IconButton(command.icon, command.name, command.what, command.keys.split("|")[0])
        button.setObjectName(f"bar_{name}")
        if command.checked is not None:
            button.setCheckable(True)
            if command.group not in ("tools", "pages"):
                button.setProperty("kind", "toggle")
        button.clicked.connect(lambda *_: action.trigger())
        self._buttons.append((button, command, action))
        return button
