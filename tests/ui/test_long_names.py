"""Long names of sides in the whole window: no panel grows by them, and what they stand beside is read."""

from __future__ import annotations

import pytest

from tests.prove.fitting import cut
from tests.prove.moments import MOMENTS
from wolfling_gui.core.actions import Adjust, SetSideName
from wolfling_gui.ui.main_window import MainWindow
from wolfling_gui.ui.settings import Settings
from wolfling_gui.ui.widgets.buttons import KeyButton
from wolfling_gui.ui.window_shot import settle

NAMES = {"blue": "W" * 40, "orange": "M" * 40}


@pytest.mark.parametrize("moment", ["moving", "at_table_scoring", "setting_up", "ended"])
def test_no_long_name_makes_the_guide_wider_than_its_dock(look, qtbot, moment):
    window = MainWindow(Settings())
    qtbot.addWidget(window)
    window.resize(1280, 720)
    window.show()
    MOMENTS[moment](window)
    window.desk.perform(Adjust(tuple(SetSideName(side, name) for side, name in NAMES.items())))
    settle(window)
    assert {side.name for side in window.desk.battle.sides} == set(NAMES.values())
    dots = {button.text() for button in window.findChildren(KeyButton) if button.is_cut()}
    wrong = [line for line in cut(window) if not any(f"button “{text}”" in line for text in dots)]
    assert wrong == []
    assert window.guide.width() <= window.docks["guide"].width()
