"""Open the help where the players are: at the page of the dialog in front, or of the moment of the battle."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QApplication, QDialog, QWidget

from wolfling_gui.ui.help_pages import AT
from wolfling_gui.ui.widgets.keycap import key_text

if TYPE_CHECKING:
    from wolfling_gui.ui.commands import Commands
    from wolfling_gui.ui.main_window import MainWindow


def front(window: MainWindow) -> QWidget:
    """Return what the players are at: the dialog in front, else the window."""
    active = QApplication.activeModalWidget() or QApplication.activeWindow()
    return active if isinstance(active, QDialog) else window


def place(window: MainWindow) -> str:
    """Return the name of the place where the players are, as the table of help pages has it."""
    active = front(window)
    if type(active).__name__ in AT:
        return type(active).__name__
    desk, battle = window.desk, window.desk.battle
    if battle is None:
        return "first screen"
    if desk.looking_back:
        return "looking back"
    if desk.request is not None:
        return "question"
    if window.guide is not None and window.guide.refused_action() is not None:
        return "refusal"
    if window.mode == "companion":
        return "companion"
    return battle.clock.step if battle.clock.step in AT else "setup"


def show_help(window: MainWindow, link: str = "") -> None:
    """Show a help page, by default that of where the players are; help that is open comes to the front."""
    from wolfling_gui.ui.dialogs.help import HelpDialog

    active = front(window)
    wanted = link or AT[place(window)]
    dialog = active if isinstance(active, HelpDialog) else None
    if dialog is None:
        # A dialog that holds the window up would hold up help of the window, too.
        dialog = next((d for d in active.findChildren(HelpDialog) if d.parent() is active), None)
    if dialog is None:
        dialog = HelpDialog(lambda text: with_own_keys(text, window.commands), active)
    if link or dialog is not active:
        dialog.show_link(wanted)
    dialog.show()
    dialog.raise_()
    dialog.activateWindow()


def with_own_keys(text: str, commands: Commands) -> str:
    """Return a page with the keys that players changed in place of the shipped ones."""
    changed = {
        key_text(was): key_text(command.keys.split("|")[0])
        for command in commands.listed
        if (was := commands.shipped_keys(command.id).split("|")[0]) != command.keys.split("|")[0]
    }
    return re.sub(r"`([^`\n]+)`", lambda found: f"`{changed.get(found[1], found[1])}`", text)
