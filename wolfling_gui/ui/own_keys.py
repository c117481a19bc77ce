"""Judge the keys that players give to commands, and keep those that differ from the shipped ones."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QKeySequence

from wolfling_gui.ui.commands import Command, Commands
from wolfling_gui.ui.settings import Settings
from wolfling_gui.ui.widgets.keycap import key_text

FIXED: Final = frozenset(
    [
        *(f"{shift}{arrow}" for shift in ("", "Shift+") for arrow in ("Left", "Right", "Up", "Down")),
        *map(str, range(1, 10)), "Return", "Enter", "Esc", "Tab", "Shift+Tab", "Backtab", "Shift+Backtab",
        "Space", "Menu", "Backspace", "Del",
    ]
)  # fmt: skip
"""Keys that do the same wherever one is: they choose, confirm, go back, walk and edit."""


def _tr(text: str) -> str:
    return QCoreApplication.translate("Keys", text)


def why_not(commands: Commands, command: str, keys: str) -> str:
    """Return in one sentence why a command cannot have a key, empty when it can."""
    wanted = QKeySequence(keys).toString()
    said = key_text(wanted)
    if not wanted:
        return _tr("That is no key a command can have; press another.")
    if wanted in FIXED:
        return _tr("%1 does the same everywhere and stays as it is; press another.").replace("%1", said, 1)
    changed = commands.command(command)
    if _plain(wanted) and changed.scope == "window" and not _plain(commands.shipped_keys(command)):
        words = _tr("%1 alone is typed into fields; press it with Ctrl or Alt, or take a key such as F2.")
        return words.replace("%1", said, 1)
    for other in commands.listed:
        if other.id != command and wanted in _written(other):
            words = _tr("%1 is the key of “%2” already; press another.")
            return words.replace("%1", said, 1).replace("%2", other.name.rstrip("…"), 1)
    return ""


def _plain(keys: str) -> bool:
    """Tell whether a key is a character by itself, which fields take as text."""
    return all(len(part.removeprefix("Shift+")) == 1 for part in keys.split("|") if part)


def _written(command: Command) -> set[str]:
    return {QKeySequence(part).toString() for part in command.keys.split("|") if part}


def give(commands: Commands, settings: Settings, command: str, keys: str) -> None:
    """Give a command a key that was found free, and keep it unless it is the shipped one."""
    settings.keys.pop(command, None)
    if keys != commands.shipped_keys(command):
        settings.keys[command] = keys
    commands.set_keys(command, keys)


def give_back(commands: Commands, settings: Settings) -> None:
    """Give every command its shipped keys again."""
    for command in tuple(settings.keys):
        settings.keys.pop(command)
        if command in commands:
            commands.set_keys(command, commands.shipped_keys(command))


def take_up(commands: Commands, settings: Settings) -> None:
    """Give commands the keys that were kept; of unknown commands, and keys that clash, nothing is kept."""
    kept = {command: keys for command, keys in settings.keys.items() if command in commands}
    for command, keys in kept.items():
        commands.set_keys(command, keys)
    for command, keys in tuple(kept.items()):
        if why_not(commands, command, keys):
            commands.set_keys(command, commands.shipped_keys(command))
            del kept[command]
    settings.keys = kept
