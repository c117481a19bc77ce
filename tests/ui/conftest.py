"""Dress the test application alike for every test, whatever the one before chose, and open its windows."""

from __future__ import annotations

import gc
from collections.abc import Callable

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QApplication

from tests.builders import session
from tests.ui.deck import deck_session
from tests.ui.play import Player, settle
from wolfling_gui.core.battle import Battle
from wolfling_gui.session.session import Session
from wolfling_gui.ui import opening
from wolfling_gui.ui import theme as theme_module
from wolfling_gui.ui.app import open_window
from wolfling_gui.ui.main_window import MainWindow
from wolfling_gui.ui.panels.welcome import StarterRow
from wolfling_gui.ui.settings import Settings
from wolfling_gui.ui.theme import Theme

MOST_WINDOWS = 60
"""More windows than these are left over from tests before, held only by each other."""


def pytest_runtest_setup() -> None:
    """Free what the last test closed: windows left over would follow every change of the theme."""
    if QCoreApplication.instance() is not None:
        if len(QApplication.topLevelWidgets()) > MOST_WINDOWS:
            gc.collect()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


@pytest.fixture
def look(qapp) -> Theme:
    """Return the application's theme, reset and applied."""
    made = theme_module.theme() if theme_module.has_theme() else Theme(qapp)
    made.set_theme("dark")
    made.set_clear(False)
    made.set_scale(1.0)
    if not qapp.styleSheet():
        made.apply(qapp)
    return made


@pytest.fixture
def to_front(look, qtbot) -> Callable[[MainWindow], MainWindow]:
    """Return what shows a window at 1440 × 900 and gives it the keys."""

    def shown(window: MainWindow) -> MainWindow:
        qtbot.addWidget(window)
        window.resize(1440, 900)
        window.show()
        window.activateWindow()
        qtbot.waitActive(window)
        return window

    return shown


@pytest.fixture
def window(to_front) -> MainWindow:
    """Return a window without a battle."""
    return to_front(MainWindow(Settings()))


@pytest.fixture
def playing(window) -> MainWindow:
    """Return a window with the battle of the deck, in the Shooting phase."""
    window.open_session(deck_session())
    settle()
    return window


@pytest.fixture
def sit_down(to_front) -> Callable[..., Player]:
    """Return what opens a session in a window and hands it to a player, who types the dice unless told."""

    def opened(battle: Session, app_dice: bool = False) -> Player:
        window = to_front(MainWindow(Settings(app_dice=app_dice)))
        window.open_session(battle)
        settle()
        return Player(window)

    return opened


@pytest.fixture
def table(sit_down) -> Callable[[Battle], Player]:
    """Return what opens a battle in a window and hands it to a player, who types the dice."""
    return lambda battle: sit_down(session(battle))


@pytest.fixture
def player(to_front, monkeypatch, qtbot) -> Player:
    """Return a player at the first screen of the program, whose dice always fall alike."""
    monkeypatch.setattr(opening.secrets, "randbits", lambda _: 11)
    window = to_front(open_window(Settings()))
    qtbot.waitUntil(lambda: bool(window.welcome.findChildren(StarterRow)))
    return Player(window)
