"""What players say of a fight at a real table, and what each of it does."""

from __future__ import annotations

import pytest

from tests.ui.deck import table_session
from wolfling_gui.core.actions import Charge, ChargeFacts, EndStep
from wolfling_gui.core.lengths import inches
from wolfling_gui.session.declaring_fight import (
    charge_at_table,
    charge_lines,
    fight_lines,
    fights_waiting,
    with_blind,
    with_charge_fact,
    with_cover,
    with_engaged,
    with_step,
)

A, B = "blue-breachers", "orange-riflemen"


@pytest.fixture
def charged():
    """Return a session in which one unit has reached another, and both wait to fight."""
    made = table_session("assault")
    made.perform(Charge(A, B, facts=ChargeFacts(0)))
    made.perform(EndStep())
    return made


def lines_of(session, fight):
    return {line.body: line for line in fight_lines(session.rules, session.battle, fight)}


def test_all_are_engaged_until_something_else_is_said(charged):
    (fight,) = fights_waiting(charged.rules, charged.battle)
    lines = lines_of(charged, fight)
    assert {body: line.engaged for body, line in lines.items()} == {A: 5, B: 5}
    assert dict(fight.facts.engaged) == {A: 5, B: 5}


def test_fewer_engaged_roll_fewer_dice(charged):
    (fight,) = fights_waiting(charged.rules, charged.battle)
    before = lines_of(charged, fight)[A].text
    after = lines_of(charged, with_engaged(fight, A, 3))[A].text
    assert before != after
    assert [before.split()[0], after.split()[0]] == ["12", "8"]
    assert lines_of(charged, with_engaged(fight, A, 0))[A].text == "It strikes no blow."


def test_a_step_is_said_for_a_body_and_taken_back(charged):
    (fight,) = fights_waiting(charged.rules, charged.battle)
    line = lines_of(charged, fight)[A]
    said = with_step(fight, line, 1)
    assert lines_of(charged, said)[A].text.endswith("at step 1.")
    assert lines_of(charged, said)[A].step == 1
    assert with_step(said, line, 0) == fight


def test_who_was_assaulted_may_shoot_and_some_do_not_see(charged):
    (fight,) = fights_waiting(charged.rules, charged.battle)
    lines = lines_of(charged, fight)
    assert (lines[A].may_shoot, lines[B].may_shoot) == (False, True)
    said = with_blind(with_blind(fight, lines[B], 2), lines[B], 1)
    assert said.facts.blind == (f"{B}-5",)
    assert lines_of(charged, said)[B].blind == 1
    assert with_cover(said, 5).facts.cover == 5


def test_what_is_said_is_fought(charged):
    (fight,) = fights_waiting(charged.rules, charged.battle)
    said = with_engaged(with_engaged(fight, A, 2), B, 1)
    assert lines_of(charged, said)[A].text.startswith("6 attacks")
    charged.perform(said)
    charged.give("fight")
    # The leader strikes with a weapon of his own, four times; then his man.
    rolled = []
    while charged.request is not None and charged.request.side == "blue":
        rolled.append(charged.request.dice.count)
        charged.give([1] * rolled[-1])
    assert rolled == [4, 2]


def test_an_assault_says_what_comes_of_its_way():
    session = table_session("assault")
    charge = charge_at_table(A, B)
    assert charge.facts.way == 0
    ((near, rule, against),) = charge_lines(session.rules, session.battle, charge)
    assert (rule, against) == ("CL-ASLT-4", False)
    far = with_charge_fact(charge, way=inches(7))
    ((text, rule, against),) = charge_lines(session.rules, session.battle, far)
    assert (rule, against) == ("CL-ASLT-3", False)
    assert text != near
    rough = with_charge_fact(charge, difficult=True)
    ((_, rule, against),) = charge_lines(session.rules, session.battle, rough)
    assert (rule, against) == ("CL-ASLT-7", True)
