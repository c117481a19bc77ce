"""Begin battles by mouse and keys: scenario, sides, forces with their limit, length, dice, house rules."""

from __future__ import annotations

import msgspec
import pytest
import shiboken6
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtTest import QSignalSpy
from PySide6.QtWidgets import QAbstractButton, QApplication, QFileDialog

from wolfling_gui.files.locations import rulesets_dir
from wolfling_gui.files.roster import read_roster
from wolfling_gui.files.roster_write import write_roster
from wolfling_gui.ui.dialogs.ground import GroundDialog
from wolfling_gui.ui.dialogs.new_battle import NewBattleDialog
from wolfling_gui.ui.opening import starters
from wolfling_gui.ui.widgets import TextLabel

DECK = rulesets_dir() / "scenarios" / "deck-seven-raid.yaml"
ROSTERS = rulesets_dir() / "rosters"
DOORS = rulesets_dir() / "wolfling" / "overlays" / "doors-cost-an-inch.yaml"
BARE = "format: wolfling-scenario/1\nname: Yard\nkind: open\ntable: {width: 48, height: 40}\n"


def settle():
    for _ in range(4):
        QApplication.processEvents()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    QApplication.processEvents()


def words(widget):
    return " | ".join(label.text() for label in widget.findChildren(TextLabel) if label.isVisibleTo(widget))


@pytest.fixture
def dialog(look, qtbot):
    made = NewBattleDialog(starters(), DECK)
    made.show()
    qtbot.waitExposed(made)
    settle()
    yield made
    if shiboken6.isValid(made):
        made.close()
    settle()


def begun(dialog):
    spy = QSignalSpy(dialog.begun)
    dialog.start.click()
    assert spy.count() == 1, words(dialog)
    return spy.at(0)[0]


def test_every_choice_reaches_the_battle(dialog, qtbot):
    dialog.forces.names["blue"].selectAll()
    qtbot.keyClicks(dialog.forces.names["blue"], "The boarders")
    dialog.title.selectAll()
    qtbot.keyClicks(dialog.title, "Friday night")
    dialog.length.turns.setValue(4)
    qtbot.mouseClick(
        dialog.length.random_length,
        Qt.MouseButton.LeftButton,
        pos=dialog.length.random_length.rect().center() / 8,
    )
    dialog.length.random_length.setChecked(True)
    dialog.length.mission.setCurrentIndex(dialog.length.mission.findData("annihilation"))
    qtbot.keyClick(dialog.dice.choice, Qt.Key.Key_Right)
    assert not dialog.app_dice
    session = begun(dialog)
    try:
        battle = session.battle
        assert battle.side("blue").name == "The boarders"
        assert (battle.mission.last_turn, battle.mission.random_length) == (4, True)
        assert battle.mission.id == "annihilation"
        assert session.header.title == "Friday night"
        assert session.header.scenario == DECK.name
        assert set(session.header.rosters) == {"blue", "orange"}
    finally:
        session.close()


def test_house_rules_are_shown_with_what_they_change_and_go_into_the_battle(dialog, qtbot):
    said = words(dialog.house)
    assert "door action cost: 1″ instead of 0″" in said
    box = dialog.house.boxes[str(DOORS)]
    box.setFocus()
    qtbot.keyClick(box, Qt.Key.Key_Space)
    assert box.isChecked()
    session = begun(dialog)
    try:
        assert [overlay.file for overlay in session.header.overlays] == [
            "rulesets/wolfling/overlays/doors-cost-an-inch.yaml"
        ]
        catalogue = session.rules.catalogue
        assert catalogue.is_house_rule("WO-TER-9")
        assert catalogue.parameter("WO-TER-9", "door_action_cost_inches").value == 1
    finally:
        session.close()


def test_own_house_rules_are_read_and_bad_ones_told(dialog, tmp_path):
    own = tmp_path / "ours.yaml"
    own.write_text(
        "format: wolfling-overlay/1\nname: Cheap war\nruleset: wolfling\n"
        "set: {WO-FRC-1: {max_points_per_side: 300}}\n"
    )
    assert dialog.house.add_file(own)
    said = words(dialog.forces)
    assert "300" in said
    assert "85" in said
    assert not dialog.start.isEnabled()
    own.write_text("format: wolfling-overlay/1\nname: Bad\nruleset: wolfling\nset: {WO-FRC-9: {x: 1}}\n")
    assert not dialog.house.add_file(own)
    assert "There is no rule “WO-FRC-9”" in dialog._problem.text()


def test_a_force_over_the_limit_names_the_excess_and_waits_for_both_to_agree(dialog, qtbot, tmp_path):
    roster = read_roster(ROSTERS / "breach-team.yaml")
    dear = msgspec.structs.replace(roster.squads[0], points=1620)
    own = tmp_path / "dear.yaml"
    write_roster(msgspec.structs.replace(roster, name="Dear", squads=(dear,)), own)
    assert dialog.take_roster(own)
    said = words(dialog.forces)
    assert "1620" in said
    assert "120" in said
    assert not dialog.start.isEnabled()
    dialog.agree.setFocus()
    qtbot.keyClick(dialog.agree, Qt.Key.Key_Space)
    assert dialog.start.isEnabled()
    session = begun(dialog)
    assert {u.points for u in session.battle.units_of("blue")} == {1620}
    session.close()


def test_a_force_is_taken_from_a_file_for_the_side_whose_button_is_pressed(dialog, qtbot, monkeypatch):
    own = ROSTERS / "hunters.yaml"
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(own), ""))
    button = next(
        b for b in dialog.findChildren(QAbstractButton) if b.accessibleName().startswith("Force of Orange")
    )
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert dialog.forces.chosen()["orange"].name == "Hunters"
    assert "blue" not in dialog.forces.chosen()


def test_a_force_for_other_rules_is_refused_by_name(dialog, tmp_path):
    text = (
        (ROSTERS / "garrison.yaml")
        .read_text(encoding="utf-8")
        .replace("ruleset: wolfling", "ruleset: classic")
    )
    own = tmp_path / "own.yaml"
    own.write_text(text, encoding="utf-8")
    assert not dialog.take_roster(own)
    assert "is for other rules: classic" in dialog._problem.text()


def test_a_map_without_forces_and_zones_is_played_after_choosing_forces(dialog, tmp_path):
    bare = tmp_path / "yard.yaml"
    bare.write_text(BARE, encoding="utf-8")
    dialog.choose(bare)
    assert "Proposed for this map: two sides" in words(dialog)
    assert dialog.forces.lacking() == []
    session = begun(dialog)
    assert [z.side for z in session.battle.table.deployment] == ["blue", "orange"]
    assert len(session.battle.table.objectives) == 2
    session.close()


def test_the_arrows_choose_a_scenario_and_enter_begins(dialog, qtbot):
    spy = QSignalSpy(dialog.begun)
    dialog.scenarios.setFocus()
    before = dialog.title.text()
    qtbot.keyClick(dialog.scenarios, Qt.Key.Key_Down)
    assert dialog.title.text() != before
    qtbot.keyClick(dialog, Qt.Key.Key_Return)
    assert spy.count() == 1
    session = spy.at(0)[0]
    assert session.header.title != before
    session.close()


def test_zones_adjusted_in_the_dialog_are_those_of_the_battle(dialog, qtbot):
    qtbot.mouseClick(dialog.ground.button, Qt.MouseButton.LeftButton)
    settle()
    (ground,) = [w for w in QApplication.topLevelWidgets() if isinstance(w, GroundDialog)]
    thing = ground.map.things()[-1]
    ground.map.choose(thing)
    at = ground.map.table.objectives[thing].at
    qtbot.keyClick(ground.map.board, Qt.Key.Key_Right)
    ground.use.click()
    settle()
    session = begun(dialog)
    assert session.battle.table.objectives[thing].at == at.shifted(635, 0)
    session.close()


@pytest.mark.parametrize("scale", [1.0, 1.5])
@pytest.mark.parametrize("theme_name", ["dark", "light"])
def test_nothing_is_cut_off_at_the_size_of_a_small_screen(look, qtbot, scale, theme_name):
    look.set_theme(theme_name)
    look.set_scale(scale)
    made = NewBattleDialog(starters(), DECK)
    made.resize(1240, 680)
    made.show()
    settle()
    assert made.width() <= 1240
    assert made.height() <= 680
    for label in made.findChildren(TextLabel):
        if label.isVisibleTo(made) and not label.wordWrap():
            assert label.width() >= label.sizeHint().width() - 1, label.text()
    made.close()
    settle()


def test_dice_are_chosen_side_by_side_and_go_into_the_battle(dialog, qtbot):
    dialog.forces.names["blue"].setText("Boarders & co")
    choice = dialog.dice.choice
    qtbot.keyClick(choice, Qt.Key.Key_Right)
    assert dialog.dice.app_sides() == ()
    assert not any(box.isVisible() for box in dialog.dice.boxes.values())
    qtbot.keyClick(choice, Qt.Key.Key_Right)
    box = dialog.dice.boxes["blue"]
    assert box.text() == "The app rolls for Boarders && co"
    box.setFocus()
    qtbot.keyClick(box, Qt.Key.Key_Space)
    assert dialog.dice.app_sides() == ("blue",)
    assert not dialog.app_dice
    session = begun(dialog)
    assert session.app_rolls_for == ("blue",)
    session.close()


def test_a_refused_force_is_said_in_the_words_of_verdicts_and_one_that_fits_is_offered(
    dialog, qtbot, tmp_path
):
    roster = read_roster(ROSTERS / "garrison.yaml")
    own = tmp_path / "dear.yaml"
    dear = msgspec.structs.replace(roster.squads[0], points=2000)
    write_roster(msgspec.structs.replace(roster, name="Dear", squads=(dear,)), own)
    assert words(dialog.forces).count("Allowed") == 2
    assert dialog.take_roster(own)
    assert "Refused: too many points" in words(dialog.forces)
    dialog.agree.setChecked(True)
    assert "Allowed, but only because you both agree" in words(dialog.forces)
    settle()
    take = next(b for b in dialog.forces.findChildren(QAbstractButton) if b.text().startswith("Take "))
    points = [r.points for r in (*dialog.forces.rosters.values(), roster) if r.points <= 1500]
    assert take.text().endswith(f"{max(points)} points")
    qtbot.mouseClick(take, Qt.MouseButton.LeftButton)
    assert words(dialog.forces).count("Allowed") == 2
    assert "Refused" not in words(dialog.forces)
    assert not dialog.agree.isVisible()
    session = begun(dialog)
    assert session.header.agreed == ()
    session.close()


def test_two_sides_of_one_name_keep_the_battle_from_being_begun(dialog):
    dialog.forces.names["blue"].setText("orange")
    assert not dialog.start.isEnabled()
    assert dialog.forces.faults["orange"].text() == "Another side is called Orange already."
    assert not dialog.forces.faults["blue"].text()
    dialog.forces.names["blue"].setText("Oranges")
    assert dialog.start.isEnabled()
    assert not dialog.forces.faults["orange"].text()


@pytest.mark.parametrize("hidden", ["\u202e", "\t", "\u200b", "\0"])
def test_a_name_with_what_cannot_be_shown_keeps_the_battle_from_being_begun(dialog, hidden):
    dialog.forces.names["blue"].setText(f"Bo{hidden}arders")
    assert not dialog.start.isEnabled()
    said = "The name holds a character that cannot be shown; type it anew."
    assert dialog.forces.faults["blue"].text() == said


def test_rounds_are_left_to_the_dice_where_the_last_one_is_rolled_for(dialog):
    length = dialog.length
    assert length.turns.isEnabled()
    assert length.random_length.text() == "The last round is rolled for: 5 to 7"
    length.random_length.setChecked(True)
    assert not length.turns.isEnabled()
    length.random_length.setChecked(False)
    length.turns.setValue(0)
    assert "as the rules say: 7" in length.turns.text()


def test_a_kind_of_battle_that_the_rules_are_not_made_for_is_said(dialog, tmp_path):
    assert "These rules are made" not in words(dialog)
    own = tmp_path / "yard.yaml"
    own.write_text(BARE)
    dialog.choose(own)
    settle()
    assert "These rules are made for battles aboard ships, inside buildings and in cities." in words(dialog)
    dialog.choose(DECK)
    settle()
    assert "These rules are made" not in words(dialog)
