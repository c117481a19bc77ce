"""Move a unit by mouse model by model, and whole."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt

from tests.builders import Position
from tests.ui.deck import deck_session
from wolfling_gui.core.lengths import distance, inches

WARDENS = "blue-wardens"


@pytest.fixture
def moving(sit_down):
    """Return a player in Blue's Movement phase."""
    return sit_down(deck_session("movement"))


def put(player, model, east, north):
    """Drag a model by so many inches and return where that is."""
    start = player.place(model)
    to = start.shifted(inches(str(east)), inches(str(north)))
    player.drag(model, to)
    return to


def near(player, model, place):
    return distance(player.place(model), place) < inches("0.15")


def test_models_placed_one_by_one_stay_where_they_were_planned(moving):
    moving.click_model(f"{WARDENS}-1")
    moving.click_model(f"{WARDENS}-1")
    first = put(moving, f"{WARDENS}-1", 1, 1)
    assert moving.main() == "Commit the move of 1"
    moving.click_model(f"{WARDENS}-2")
    assert moving.desk.picked_models == (f"{WARDENS}-2",)
    second = put(moving, f"{WARDENS}-2", 1, 1)
    assert near(moving, f"{WARDENS}-1", first)
    assert near(moving, f"{WARDENS}-2", second)
    assert moving.main() == "Commit the move of 2"


def test_after_the_whole_unit_two_models_are_put_elsewhere_in_turn(moving):
    moving.click_model(f"{WARDENS}-1")
    put(moving, f"{WARDENS}-1", 2, 1)
    moving.click_model(f"{WARDENS}-2")
    second = put(moving, f"{WARDENS}-2", 0.5, 1)
    moving.click_model(f"{WARDENS}-3")
    before = {m: moving.place(m) for m in moving.battle.units[WARDENS].models}
    third = put(moving, f"{WARDENS}-3", -0.5, -0.5)
    assert near(moving, f"{WARDENS}-2", second)
    assert near(moving, f"{WARDENS}-3", third)
    assert moving.place(f"{WARDENS}-1") == before[f"{WARDENS}-1"]
    assert moving.place(f"{WARDENS}-4") == before[f"{WARDENS}-4"]


def test_a_click_on_the_one_model_in_hand_takes_the_unit_again(moving):
    for picked in ((), (f"{WARDENS}-1",), ()):
        moving.click_model(f"{WARDENS}-1")
        assert moving.desk.unit == WARDENS
        assert moving.desk.picked_models == picked


@pytest.fixture
def running(sit_down):
    """Return a player whose Wardens have rolled a 2 for their run."""
    player = sit_down(deck_session())
    player.click_model(f"{WARDENS}-1")
    player.press_button("Run with Wardens", player.guide)
    player.type("2")
    player.press(Qt.Key.Key_Return)
    player.breathe()
    return player


def test_a_run_says_how_far_it_goes_and_its_main_button_is_about_it(running):
    guide = running.guide
    assert guide._titles.title.text() == "Move the run of Wardens"
    assert "2″" in guide._titles.hint.text()
    assert "CL-MOVE-10" in guide._titles.hint.text()
    row = next(row for row in guide.choices.rows.rows if row.name == "Wardens")
    assert (row.note, row.done, row.mark) == ("may still run 2″", False, None)
    assert running.main() == "Leave Wardens where it stands"
    running.click_main("Leave Wardens")
    assert running.desk.unit == ""
    assert running.main() == "End Blue’s Shooting phase"


def test_a_run_that_was_planned_is_committed_and_then_ticked(running):
    put(running, f"{WARDENS}-1", 1, 1)
    running.click_main("Commit the run of")
    row = next(row for row in running.guide.choices.rows.rows if row.name == "Wardens")
    assert (row.note, row.done, row.mark) == ("has run", True, "allowed")


def test_a_good_assault_is_told_as_done_and_the_next_unit_is_offered(table):
    built = Position().unit("ours", "blue", [(20, 20), (21.5, 20)])
    built.unit("second", "blue", [(24, 25)]).unit("theirs", "orange", [(20, 23), (21.5, 23)])
    player = table(built.battle("assault"))
    player.click_model("ours-1")
    player.choose_row("Theirs")
    player.click_main("Assault Theirs")
    assert player.guide._titles.title.text() == "Ours has reached Theirs: 2 in contact"
    row = next(row for row in player.guide.choices.rows.rows if row.name == "Ours")
    assert (row.note, row.mark, row.done) == ("has reached Theirs: 2 in contact", "allowed", True)
    player.click_main("Assault with Second")
    assert player.desk.unit == "second"
