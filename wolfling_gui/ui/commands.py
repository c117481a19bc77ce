"""List every command of the window once; menus, toolbar, tooltips and key caps are made from this table."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Literal

from PySide6.QtCore import QCoreApplication, QObject, Qt, Signal
from PySide6.QtGui import QAction, QActionGroup, QKeySequence

from wolfling_gui.ui.icons import icon
from wolfling_gui.ui.menu_names import MenuName
from wolfling_gui.ui.widgets.keycap import key_text

Scope = Literal["window", "map", "shown"]


def _yes() -> str:
    return ""


@dataclass(frozen=True, slots=True)
class Command:
    """Describe a command: its names, key and icon, when it can be used, and what it does.

    `why_not` returns why it cannot be used now, empty when it can. `label` gives a name of the moment, such
    as what undo would take back. `scope` says where its key works: in the whole window, only while the map
    has the focus, or nowhere because a panel listens for it itself ("shown").
    """

    id: str
    menu: MenuName
    name: str
    what: str
    icon: str
    keys: str
    run: Callable[[], object]
    why_not: Callable[[], str] = _yes
    label: Callable[[], str] | None = None
    checked: Callable[[], bool] | None = None
    group: str = ""
    scope: Scope = "window"
    apart: bool = False


class Commands(QObject):
    """Make an action of every command and keep its state true to the moment.

    `keys_changed` tells of another key, `refreshed` that every command was asked anew.
    """

    keys_changed = Signal()
    refreshed = Signal()

    def __init__(self, listed: Iterable[Command], parent: QObject) -> None:
        super().__init__(parent)
        self.listed: tuple[Command, ...] = tuple(listed)
        self._shipped = {command.id: command.keys for command in self.listed}
        self.actions: dict[str, QAction] = {}
        self._groups: dict[str, QActionGroup] = {}
        for command in self.listed:
            if command.id in self.actions:
                raise ValueError(f"There are two commands {command.id!r}.")
            self.actions[command.id] = self._action(command)
        self.refresh()

    def __getitem__(self, command: str) -> QAction:
        return self.actions[command]

    def __contains__(self, command: object) -> bool:
        return command in self.actions

    def command(self, wanted: str) -> Command:
        """Return a command by its id; raises KeyError for an unknown one."""
        for command in self.listed:
            if command.id == wanted:
                return command
        raise KeyError(wanted)

    def of_menu(self, menu: MenuName) -> tuple[Command, ...]:
        """Return the commands of a menu in order."""
        return tuple(command for command in self.listed if command.menu == menu)

    def keys(self, command: str) -> QKeySequence:
        """Return the key of a command, for the caps beside what does the same."""
        found = self.actions.get(command)
        return QKeySequence(self.command(command).keys) if found is not None else QKeySequence()

    def key(self, command: str) -> str:
        """Return the first key of a command as the players have it, empty for none or an unknown command."""
        found = next((c.keys for c in self.listed if c.id == command), "")
        return found.split("|")[0]

    def shipped_keys(self, command: str) -> str:
        """Return the keys that a command has at first."""
        return self._shipped[command]

    def set_keys(self, command: str, keys: str) -> None:
        """Give a command other keys, at once in menus, tooltips and on caps."""
        changed = replace(self.command(command), keys=keys)
        self.listed = tuple(changed if c.id == command else c for c in self.listed)
        if changed.scope != "shown":
            self.actions[command].setShortcuts(_sequences(keys))
        self.refresh()
        self.keys_changed.emit()

    def refresh(self) -> None:
        """Ask every command whether it can be used now, what it is called, and whether it is on."""
        for command in self.listed:
            action = self.actions[command.id]
            reason = command.why_not()
            action.setEnabled(not reason)
            name = command.label() if command.label is not None else command.name
            action.setText(name)
            if command.checked is not None:
                action.setChecked(command.checked())
            action.setToolTip(tip(command, name, reason))
            action.setStatusTip("")
        self.refreshed.emit()

    def _action(self, command: Command) -> QAction:
        action = QAction(icon(command.icon), command.name, self)
        action.setObjectName(command.id)
        action.setIconText(command.name)
        action.setWhatsThis(command.what)
        if command.scope == "shown":
            # The key is a panel's own; the menu only names it.
            action.setText(command.name)
        else:
            action.setShortcuts(_sequences(command.keys))
        if command.scope == "map":
            action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        action.setCheckable(command.checked is not None)
        if command.group:
            group = self._groups.get(command.group)
            if group is None:
                group = self._groups[command.group] = QActionGroup(self)
                group.setExclusionPolicy(QActionGroup.ExclusionPolicy.Exclusive)
            group.addAction(action)
        run = command.run
        action.triggered.connect(lambda *_: self._run(run))
        return action

    def _run(self, run: Callable[[], object]) -> None:
        run()
        self.refresh()


def _sequences(keys: str) -> list[QKeySequence]:
    return [QKeySequence(part) for part in keys.split("|") if part]


def tip(command: Command, name: str = "", reason: str = "") -> str:
    """Return a command's tooltip: name, key, and what it does or why it cannot be used."""
    keys = key_text(command.keys.split("|")[0]) if command.keys else ""
    named = name or command.name
    words = (
        QCoreApplication.translate("Commands", "%1 (%2)")
        if keys
        else QCoreApplication.translate("Commands", "%1")
    )
    head = words.replace("%1", named.rstrip("…"), 1).replace("%2", keys, 1)
    return f"{head}\n{reason or command.what}"
