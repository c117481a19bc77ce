"""A desk with the battle of Deck Seven on it."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication

from tests.ui.deck import MINE, deck_session
from wolfling_gui.ui.desk import Desk


@pytest.fixture
def desk(look) -> Desk:
    made = Desk()
    made.open(deck_session())
    return made


@pytest.fixture
def shooter(desk) -> Desk:
    desk.select(MINE)
    return desk


@pytest.fixture
def put(qtbot):
    """Return a function that shows a panel and lets it settle."""

    def show(panel, width=344, height=760):
        qtbot.addWidget(panel)
        panel.resize(width, height)
        panel.show()
        panel.activateWindow()
        qtbot.waitActive(panel)
        for _ in range(4):
            QApplication.processEvents()
        return panel

    return show
