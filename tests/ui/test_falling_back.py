"""Fall back, and join as a character, in the window: by keys, by dragging, and by a click on no."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt

from tests.builders import Position, bare_table, deck
from tests.ui.play import settle
from wolfling_gui.core.actions import Regroup
from wolfling_gui.core.forces import Condition
from wolfling_gui.core.lengths import at, distance, inches
from wolfling_gui.core.requests import Confirm, Put
from wolfling_gui.core.verdict import Refusal

FALLS = Condition("falling_back", "CL-MOR-1", until="battle")


def crowded():
    """Three models before a door of the map DECK, whose side falls back to the south of it."""
    position = Position(deck(D3="open")).unit(
        "flees", "blue", [(14.5, 7), (15.75, 7), (17, 7)], conditions=(FALLS,)
    )
    return position.unit("enemy", "orange", [(20, 7)]).battle()


def asked(player) -> Put:
    player.desk.perform(Regroup("flees"))
    player.desk.give([1, 2])
    settle()
    assert isinstance(player.desk.request, Put)
    return player.desk.request


def test_enter_takes_the_places_that_are_proposed(table):
    player = table(crowded())
    asked(player)
    places = dict(player.desk.draft.places)
    assert player.desk.draft.allowed
    player.breathe()
    player.press(Qt.Key.Key_Return)
    assert player.desk.request is None
    assert {m.id: m.place for m in player.battle.standing("flees")} == places


def test_a_model_dragged_out_of_reach_is_refused_and_put_back(table):
    player = table(crowded())
    request = asked(player)
    name = request.models[-1]
    before = player.desk.draft.places[name].at
    player.drag_from(before, before.shifted(inches(4), 0))
    assert isinstance(player.desk.draft.verdict, Refusal)
    player.press(Qt.Key.Key_Escape)
    assert distance(player.desk.draft.places[name].at, before) < inches(0.1)


def with_captain():
    position = Position(bare_table(), "classic").unit("squad", "blue", [(10, 10), (11.5, 10)])
    position.unit("captain", "blue", [(10, 16)], rules=("independent_character",))
    return position.unit("enemy", "orange", [(40, 40)]).battle()


@pytest.mark.parametrize(("words", "unit"), [("Yes", "squad"), ("No", "captain")])
def test_a_character_dragged_beside_a_squad_is_asked_whether_he_joins(table, words, unit):
    player = table(with_captain())
    player.desk.select("captain")
    player.drag("captain-1", at(10, 11.6))
    player.press(Qt.Key.Key_Return)
    assert isinstance(player.desk.request, Confirm)
    player.press_button(words, player.guide.request)
    assert player.desk.request is None
    assert player.battle.models["captain-1"].unit == unit
    joined = unit == "squad"
    assert (player.battle.models["captain-1"].place.at.y < inches(12)) is joined
