"""Move a unit by mouse model by model, and whole."""

from __future__ import annotations

import pytest

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
