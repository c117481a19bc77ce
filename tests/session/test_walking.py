"""Moves that questions ask for: their ways and reach, contact drawn in, ways back, and what was walked."""

from __future__ import annotations

import pytest

from tests.builders import Position, deck, ruleset, session
from wolfling_gui.core.actions import Charge, EndStep, Regroup
from wolfling_gui.core.forces import Condition, Place
from wolfling_gui.core.lengths import at, distance, inches
from wolfling_gui.core.requests import Confirm, Put, Roll
from wolfling_gui.session.walking import closes_in, drawn_in, reach_asked, retreating, trails, walks

FALLS = Condition("falling_back", "CL-MOR-1", until="battle")


def reacting():
    """One of ours has assaulted one of theirs; the other of theirs is asked where it goes."""
    built = Position(ruleset="classic").unit("ours", "blue", [(20, 20)])
    built.unit("theirs", "orange", [(20, 23), (24, 23)])
    running = session(built.battle("assault"), ruleset("classic"))
    running.perform(Charge("ours", "theirs"))
    running.perform(EndStep())
    assert isinstance(running.request, Put)
    return running


def test_a_reaction_is_shown_with_its_ways_its_limit_and_who_then_touches_whom():
    running = reacting()
    request = running.request
    assert closes_in(request)
    found = walks(running.rules, running.battle, request, request.proposed)
    assert found.limit == inches(6)
    assert list(found.paths) == ["theirs-2"]
    assert set(found.line.contacts) == {"ours-1", "theirs-1", "theirs-2"}


def test_a_model_dragged_close_to_an_enemy_is_drawn_in_and_one_far_off_is_not():
    running = reacting()
    battle, request = running.battle, running.request
    enemy = battle.models["ours-1"].place.at
    near = {"theirs-2": Place(enemy.shifted(inches(1.2), inches(0.1)))}
    there = drawn_in(running.rules, battle, request, "theirs-2", near)
    assert distance(there.at, enemy) == pytest.approx(2500, abs=4)
    far = {"theirs-2": Place(at(26, 20))}
    assert drawn_in(running.rules, battle, request, "theirs-2", far) == far["theirs-2"]


def test_the_reach_is_as_far_as_the_question_says():
    running = reacting()
    corners = [
        c for ring in reach_asked(running.rules, running.battle, running.request, "theirs-2") for c in ring
    ]
    start = running.battle.models["theirs-2"].place.at
    assert max(distance(start, corner) for corner in corners) == pytest.approx(inches(6), abs=30)


def test_what_was_brought_up_leaves_a_trail_until_the_next_action():
    running = reacting()
    start = running.battle.models["theirs-2"].place
    assert trails(running) == {}
    running.give({})
    (was, now) = trails(running)["theirs-2"]
    assert was == start
    assert distance(now.at, running.battle.models["ours-1"].place.at) == pytest.approx(2500, abs=4)


def fleeing(spots, **doors):
    built = Position(deck(**doors)).unit("flees", "blue", spots, conditions=(FALLS,))
    running = session(built.unit("enemy", "orange", [(20, 7)]).battle())
    running.perform(Regroup("flees"))
    return running


def test_the_way_back_is_shown_for_the_highest_roll_before_it_is_rolled():
    running = fleeing([(14.5, 7)], D3="open")
    assert isinstance(running.request, Roll)
    found = retreating(running)
    assert found.unit == "flees"
    assert found.paths["flees-1"]
    assert found.paths["flees-1"][-1].at.y < inches(7)
    # The southern edge is so near that the higher rolls lead off the table.
    assert inches(2) < found.leaves_from <= inches(12)


def test_a_trapped_unit_is_told_with_what_stands_in_its_way():
    built = Position(deck()).unit("flees", "blue", [(3, 20)], conditions=(FALLS,))
    running = session(built.unit("enemy", "orange", [(40, 40)]).battle())
    running.perform(Regroup("flees"))
    while isinstance(running.request, Roll):
        running.give([6] * running.request.dice.count)
    assert isinstance(running.request, Confirm)
    found = retreating(running)
    assert list(found.short) == ["flees-1"]


def test_places_that_models_are_set_down_at_have_no_ways():
    running = reacting()
    request = Put(rule="CL-MOVE-1", side="blue", says="put.arrive", about=("ours",), models=("ours-1",))
    assert walks(running.rules, running.battle, request, {"ours-1": Place(at(1, 1))}) is None
    assert not closes_in(request)
