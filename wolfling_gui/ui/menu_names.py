"""Name the menus of the window, for its first paint as for the commands that fill them later."""

from __future__ import annotations

from typing import Final, Literal

from PySide6.QtCore import QCoreApplication

MenuName = Literal["file", "edit", "view", "battle", "table", "rules", "help"]
MENUS: Final[tuple[MenuName, ...]] = ("file", "edit", "view", "battle", "table", "rules", "help")


def menu_title(name: MenuName) -> str:
    """Return the title of a menu."""
    titles = {
        "file": QCoreApplication.translate("Menus", "&File"),
        "edit": QCoreApplication.translate("Menus", "&Edit"),
        "view": QCoreApplication.translate("Menus", "&View"),
        "battle": QCoreApplication.translate("Menus", "&Battle"),
        "table": QCoreApplication.translate("Menus", "&Table"),
        "rules": QCoreApplication.translate("Menus", "&Rules"),
        "help": QCoreApplication.translate("Menus", "&Help"),
    }
    return titles[name]
