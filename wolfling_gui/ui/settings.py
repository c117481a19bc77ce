"""Keep what a player chose for the window: look, dice, places of the panels, files opened last.

The settings are one small JSON file in the player's folder, written to a temporary file and swapped in. A
file that cannot be read counts as none: settings are never a reason not to start.
"""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Literal

import msgspec

from wolfling_gui.files.atomic import write_atomically
from wolfling_gui.files.locations import user_config_dir

log = logging.getLogger(__name__)

FILE = "window.json"
MOST_RECENT = 8


class Settings(msgspec.Struct, omit_defaults=True):
    """Hold the choices; `geometry` and `state` are Qt's own records of the window in hexadecimal."""

    theme: Literal["system", "dark", "light"] = "system"
    clear: bool = False
    scale: float = 1.0
    app_dice: bool = True
    geometry: str = ""
    state: str = ""
    show: dict[str, bool] = {}
    backdrop: float = 0.6
    recent: list[str] = []

    def remember(self, file: Path) -> None:
        """Put a file at the head of those opened last."""
        name = str(file)
        self.recent = [name, *(other for other in self.recent if other != name)][:MOST_RECENT]


def settings_file() -> Path:
    """Return where the settings are kept; it may not exist yet."""
    return user_config_dir() / FILE


def load_settings() -> Settings:
    """Return the settings kept, or fresh ones."""
    try:
        found = msgspec.json.decode(settings_file().read_bytes(), type=Settings)
    except FileNotFoundError:
        return Settings()
    except (OSError, msgspec.DecodeError) as error:
        log.warning("The settings cannot be read and are begun anew: %s", error)
        return Settings()
    found.scale = min(1.5, max(0.9, found.scale))
    found.backdrop = min(1.0, max(0.0, found.backdrop))
    return found


def save_settings(settings: Settings) -> None:
    """Keep the settings; a folder that cannot be written is only noted in the program's log."""
    file = settings_file()
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(file, msgspec.json.format(msgspec.json.encode(settings)))
    except OSError as error:
        log.warning("The settings cannot be kept: %s", error)
