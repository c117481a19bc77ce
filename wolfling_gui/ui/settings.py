"""Keep what a player chose for the window: look, dice, places of the panels, files opened last.

The settings are one small JSON file in the player's folder, written to a temporary file and swapped in. A
file that cannot be read counts as none: settings are never a reason not to start. They are read before the
first paint, so this module imports little.
"""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Literal

from wolfling_gui.files.locations import user_config_dir

FILE = "window.json"
MOST_RECENT = 8
THEMES = ("system", "dark", "light")
MODES = ("play", "companion")


class Settings(SimpleNamespace):
    """Hold the choices; `geometry` and `state` are Qt's own records of the window in hexadecimal."""

    theme: Literal["system", "dark", "light"]
    clear: bool
    scale: float
    app_dice: bool
    geometry: str
    state: str
    companion_state: str
    mode: Literal["play", "companion"]
    show: dict[str, bool]
    backdrop: float
    recent: list[str]

    def __init__(
        self,
        theme: Literal["system", "dark", "light"] = "system",
        clear: bool = False,
        scale: float = 1.0,
        app_dice: bool = True,
        geometry: str = "",
        state: str = "",
        companion_state: str = "",
        mode: Literal["play", "companion"] = "play",
        show: dict[str, bool] | None = None,
        backdrop: float = 0.6,
        recent: list[str] | None = None,
    ) -> None:
        super().__init__(
            theme=theme, clear=clear, scale=scale, app_dice=app_dice, geometry=geometry, state=state,
            companion_state=companion_state, mode=mode, show=show or {}, backdrop=backdrop,
            recent=recent or [],
        )  # fmt: skip

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
        return _settings(json.loads(settings_file().read_bytes()))
    except FileNotFoundError:
        return Settings()
    except (OSError, ValueError, RecursionError) as error:
        _warn("The settings cannot be read and are begun anew: %s", error)
        return Settings()


def _settings(kept: object) -> Settings:
    """Return settings of what was kept; what this version does not know is passed over."""
    if not isinstance(kept, dict):
        raise ValueError("they are not a table of names and values")
    found = Settings()
    for name, plain in tuple(vars(found).items()):
        if name in kept:
            if not _fits(kept[name], plain):
                raise ValueError(f"“{name}” has a value of another kind: {kept[name]!r}")
            setattr(found, name, kept[name])
    if found.theme not in THEMES:
        raise ValueError(f"there is no theme {found.theme!r}")
    if found.mode not in MODES:
        raise ValueError(f"there is no mode {found.mode!r}")
    found.scale = min(1.5, max(0.9, float(found.scale)))
    found.backdrop = min(1.0, max(0.0, float(found.backdrop)))
    return found


def _fits(value: object, plain: object) -> bool:
    """Tell whether a value is of the kind its setting has at first."""
    if isinstance(plain, float):
        return isinstance(value, int | float) and not isinstance(value, bool)
    if isinstance(plain, dict):
        return isinstance(value, dict) and all(isinstance(shown, bool) for shown in value.values())
    if isinstance(plain, list):
        return isinstance(value, list) and all(isinstance(name, str) for name in value)
    return type(value) is type(plain)


def save_settings(settings: Settings) -> None:
    """Keep the settings; a folder that cannot be written is only noted in the program's log."""
    from wolfling_gui.files.atomic import write_atomically

    plain = vars(Settings())
    chosen = {name: value for name, value in vars(settings).items() if value != plain[name]}
    file = settings_file()
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(file, json.dumps(chosen, indent=2))
    except OSError as error:
        _warn("The settings cannot be kept: %s", error)


def _warn(words: str, error: Exception) -> None:
    import logging

    logging.getLogger(__name__).warning(words, error)
