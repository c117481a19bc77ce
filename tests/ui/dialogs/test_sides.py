"""Name the sides of a running battle and choose whose dice the app rolls, as players do."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from tests.ui.play import CONTROL, SHIFT, Player, settle
from wolfling_gui.core.actions import RollOff
from wolfling_gui.core.requests import Roll
from wolfling_gui.files.locations import rulesets_dir
from wolfling_gui.files.scenario import read_scenario
from wolfling_gui.session.opening import begin, take_up

DECK = rulesets_dir() / "scenarios" / "deck-seven-raid.yaml"


@pytest.fixture
def seated(sit_down, tmp_path) -> Player:
    """Return a player at the start of a battle on disk, of which nobody has said who rolls."""
    return sit_down(begin(read_scenario(DECK), path=tmp_path / "a.wolfling"), app_dice=True)


def opened(player):
    player.press(Qt.Key.Key_N, CONTROL | SHIFT)
    dialog = player.dialog()
    dialog.activateWindow()
    settle()
    return dialog


def test_names_given_in_mid_battle_stand_everywhere_and_are_kept(seated, tmp_path):
    dialog = opened(seated)
    field = dialog.names["blue"]
    assert field is QApplication.focusWidget()
    seated.press(Qt.Key.Key_A, CONTROL)
    seated.type("Boarders & co")
    assert dialog.dice.boxes["blue"].text() == "The app rolls for Boarders && co"
    seated.press(Qt.Key.Key_Return)
    assert seated.battle.side("blue").name == "Boarders & co"
    rows = seated.window.forces.view.rows.rows
    assert any(row.name == "Boarders & co" for row in rows)
    assert "Boarders & co" in seated.window.log.view.rows.rows[-1].text
    seated.window.desk.session.last_write.result()
    seated.window.work.close_battle()
    again = take_up(tmp_path / "a.wolfling").session
    assert again.battle.side("blue").name == "Boarders & co"
    again.close()


def test_a_name_that_is_taken_is_refused_with_the_reason(seated):
    dialog = opened(seated)
    dialog.names["blue"].setText("Orange")
    dialog.keep.click()
    assert "Another side is called Orange already." in dialog._problem.text()
    assert dialog.isVisible()
    assert seated.battle.side("blue").name == "Blue"


def test_the_app_rolls_for_one_side_and_the_other_types(seated, tmp_path):
    dialog = opened(seated)
    dialog.dice.choice.setFocus()
    seated.press(Qt.Key.Key_End)
    dialog.dice.boxes["orange"].setFocus()
    seated.press(Qt.Key.Key_Space)
    dialog.keep.click()
    settle()
    desk = seated.desk
    assert (desk.app_rolls_for("blue"), desk.app_rolls_for("orange"), desk.app_dice) == (True, False, False)
    assert desk.mixed_dice
    assert seated.button("Mixed dice", seated.window.strip).isVisible()
    desk.perform(RollOff())
    # Blue's die has fallen; Orange's own is asked for.
    assert isinstance(desk.request, Roll)
    assert desk.request.side == "orange"
    desk.call_off()
    seated.window.work.close_battle()
    again = take_up(tmp_path / "a.wolfling").session
    assert again.app_rolls_for == ("blue",)
    seated.window.desk.set_app_dice(True)
    seated.window.open_session(again)
    assert not seated.desk.app_dice
    assert not seated.desk.app_rolls_for("orange")
    seated.press_button("Mixed dice", seated.window.strip)
    assert seated.desk.app_dice
    assert again.app_rolls_for == ("blue", "orange")


def test_names_wait_for_the_question_that_is_asked(seated):
    seated.desk.set_app_dice(False)
    seated.desk.perform(RollOff())
    dialog = opened(seated)
    dialog.names["blue"].setText("Boarders")
    dialog.keep.click()
    assert "Answer the question" in dialog._problem.text()
    dialog.names["blue"].setText("Blue")
    dialog.dice.set_app_sides(("blue", "orange"))
    dialog.keep.click()
    assert seated.desk.app_dice
    assert not isinstance(seated.desk.request, Roll)
