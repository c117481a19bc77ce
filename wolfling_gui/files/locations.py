"""Where the program's own data and the player's files live."""

from __future__ import annotations

import os
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent.parent


def _data(name: str) -> Path:
    """Find a data folder: beside the package in a checkout, inside it in a wheel or a bundle."""
    inside, beside = PACKAGE / "_data" / name, PACKAGE.parent / name
    for folder in (inside, beside):
        if folder.is_dir():
            return folder
    raise FileNotFoundError(
        f"The program's folder “{name}” is missing: expected {inside} or {beside}. Install Wolfling again."
    )


def rulesets_dir() -> Path:
    """Return the folder of the shipped rulesets, each in a folder of its own."""
    return _data("rulesets")


def resources_dir() -> Path:
    """Return the folder of fonts, icons, help pages and translations."""
    return _data("resources")


def user_data_dir() -> Path:
    """Return the folder of the player's battles; it may not exist yet.

    The environment variable WOLFLING_HOME, when set, moves it and the settings into one folder,
    for a portable installation.
    """
    home = os.environ.get("WOLFLING_HOME")
    if home:
        return Path(home) / "data"
    import platformdirs

    return Path(platformdirs.user_data_dir("wolfling", appauthor=False))


def user_config_dir() -> Path:
    """Return the folder of the player's settings; it may not exist yet (WOLFLING_HOME as above)."""
    home = os.environ.get("WOLFLING_HOME")
    if home:
        return Path(home) / "config"
    import platformdirs

    return Path(platformdirs.user_config_dir("wolfling", appauthor=False))
