"""Keep what a player chose for the window: look, dice, keys, hints, places of the panels, files opened last.

The settings are one small JSON file in the player's folder, written to a temporary file and swapped in. What
cannot be read of it is as at first, and the file is put aside: settings are never a reason not to start. They
are read before the first paint, so this module imports little.
"""

from __future__ import annotations

import json
import math
import re
import reprlib
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final, Literal

from wolfling_gui.files.locations import user_config_dir
from wolfling_gui.files.plain import read_plain

FILE = "window.json"
ASIDE = "window-damaged.json"
"""Where a file of settings goes that could not be read whole."""
MOST_BYTES = 1_000_000
"""A larger file is none of settings."""
MOST_RECENT = 8
THEMES = ("system", "dark", "light")
MODES = ("play", "companion")
CHOSEN: Final = (
    "theme",
    "clear",
    "scale",
    "calm",
    "app_dice",
    "show",
    "backdrop",
    "hints",
    "hints_done",
    "keys",
)
"""What the preferences put back; places of the panels and files opened last stay as they are."""


class Settings(SimpleNamespace):
    """Hold the choices; `geometry` and `state` are Qt's own records of the window in hexadecimal."""

    theme: Literal["system", "dark", "light"]
    clear: bool
    scale: float
    calm: bool
    app_dice: bool
    geometry: str
    state: str
    companion_state: str
    mode: Literal["play", "companion"]
    show: dict[str, bool]
    backdrop: float
    hints: bool
    hints_done: list[str]
    keys: dict[str, str]
    recent: list[str]

    def __init__(
        self,
        theme: Literal["system", "dark", "light"] = "system",
        clear: bool = False,
        scale: float = 1.0,
        calm: bool = False,
        app_dice: bool = True,
        geometry: str = "",
        state: str = "",
        companion_state: str = "",
        mode: Literal["play", "companion"] = "play",
        show: dict[str, bool] | None = None,
        backdrop: float = 0.6,
        hints: bool = True,
        hints_done: list[str] | None = None,
        keys: dict[str, str] | None = None,
        recent: list[str] | None = None,
    ) -> None:
        super().__init__(
            theme=theme, clear=clear, scale=scale, calm=calm, app_dice=app_dice, geometry=geometry,
            state=state, companion_state=companion_state, mode=mode, show=show or {}, backdrop=backdrop,
            hints=hints, hints_done=hints_done or [], keys=keys or {}, recent=recent or [],
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
    return read_settings()[0]


def read_settings() -> tuple[Settings, str]:
    """Return the settings kept, and what is to be said of those that could not be read; empty for nothing.

    What could not be read is as at first; the file is put aside, so that nothing in it is lost.
    """
    try:
        kept = json.loads(read_plain(settings_file(), MOST_BYTES), parse_int=_whole)
    except FileNotFoundError:
        return Settings(), ""
    except (OSError, ValueError, RecursionError) as error:
        return Settings(), _trouble(str(error))
    if not isinstance(kept, dict):
        return Settings(), _trouble("they are not a table of names and values")
    found, wrong = _settings(kept)
    return found, _trouble("; ".join(wrong)) if wrong else ""


def _settings(kept: dict[str, Any]) -> tuple[Settings, list[str]]:
    """Return settings of what was kept, and what is wrong with it; unknown names are passed over."""
    found = Settings()
    wrong: list[str] = []
    for name, plain in tuple(vars(found).items()):
        value = kept.get(name, plain)
        if not _fits(name, value, plain):
            wrong.append(f"“{name}” has a value of another kind: {reprlib.repr(value)}")
        elif value not in ALLOWED.get(name, (value,)):
            wrong.append(f"“{name}” cannot be {reprlib.repr(value)}")
        else:
            setattr(found, name, value)
    found.scale = min(1.5, max(0.9, float(found.scale)))
    found.backdrop = min(1.0, max(0.0, float(found.backdrop)))
    return found, wrong


def _whole(digits: str) -> int | float:
    """Return a whole number; one too long for Python becomes a fraction too large, and costs only itself."""
    return int(digits) if len(digits) < 16 else float(digits)


ALLOWED: Final = {"theme": THEMES, "mode": MODES}
HELD: Final = {"show": bool, "keys": str}
"""What the tables among the settings hold under their names."""
RECORDS: Final = ("geometry", "state", "companion_state")
_HEX: Final = re.compile(r"(?:[0-9a-fA-F]{2})*")


def _fits(name: str, value: object, plain: object) -> bool:
    """Tell whether a value is of the kind its setting has at first."""
    if isinstance(plain, float):
        number = isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)
        return number  # NaN and Infinity are numbers to JSON, but no size of text
    if isinstance(plain, dict):
        return isinstance(value, dict) and all(isinstance(held, HELD[name]) for held in value.values())
    if isinstance(plain, list):
        return isinstance(value, list) and all(isinstance(held, str) for held in value)
    if name in RECORDS:
        return isinstance(value, str) and _HEX.fullmatch(value) is not None
    return type(value) is type(plain)


def _trouble(why: str) -> str:
    """Put the file aside and say what happened."""
    _warn("The settings cannot be read whole: %s", why)
    from PySide6.QtCore import QCoreApplication

    file = settings_file()
    try:
        file.replace(file.with_name(ASIDE))
    except OSError:
        words = QCoreApplication.translate(
            "Settings", "Some settings could not be read and are as at first: %1."
        )
        return words.replace("%1", why, 1)
    words = QCoreApplication.translate(
        "Settings", "Some settings could not be read and are as at first: %1. The old file is kept as %2."
    )
    return words.replace("%1", why, 1).replace("%2", ASIDE, 1)


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


def _warn(words: str, error: object) -> None:
    import logging

    logging.getLogger(__name__).warning(words, error)
