"""What is told of a step, and battles of one's own that begin within another."""

from __future__ import annotations

from typing import get_args

from tests.ui.deck import HIDDEN, MINE, deck_session, set_up_session
from wolfling_gui.core.actions import Action, EndStep, Fight, RollDice, RollOff, Shoot
from wolfling_gui.core.changes import digest
from wolfling_gui.session.log import session_log
from wolfling_gui.session.opening import play_on
from wolfling_gui.session.pools import pools_of
from wolfling_gui.session.sentences import knows, tr
from wolfling_gui.session.telling import tell_start, tell_step
from wolfling_gui.ui.opening import demonstration


def test_every_kind_of_action_is_told():
    for kind in get_args(Action):
        assert knows(f"watch.{kind.__struct_config__.tag}"), kind


def test_the_start_is_told_to_who_watches_and_to_who_looks_back():
    assert tell_start(shown=True).text == tr("watch.start")
    assert tell_start(shown=False).text == tr("watch.start_again")


def test_dice_without_a_needed_number_have_their_sum():
    session = deck_session()
    session.perform(RollDice("2D6"))
    session.give([3, 5])
    told = tell_step(session, session.steps[-1])
    (row,) = told.pools
    assert (row.faces, row.made, row.needed, row.result) == ((3, 5), (None, None), "", "sum 8")


def test_what_was_overruled_is_told_with_the_rules_against_it():
    session = deck_session()
    session.overrule(Shoot(MINE, HIDDEN), "the wall is low")
    while session.request is not None:
        session.give([1] * session.request.dice.count)
    told = tell_step(session, session.steps[-1])
    assert told.text == tr("watch.overrule")
    refused = {f.rule for f in session.steps[-1].done.report.findings if f.effect == "warns"}
    assert refused
    assert refused <= set(told.rules)


def test_a_battle_of_ones_own_keeps_what_was_refused_before_but_not_after():
    session = deck_session()
    session.record_refusal(Shoot(MINE, HIDDEN), session.propose(Shoot(MINE, HIDDEN)).findings)
    session.perform(EndStep())
    line = session.steps[-1].line
    session.record_refusal(Shoot(MINE, HIDDEN), session.propose(Shoot(MINE, HIDDEN)).findings)
    session.perform(EndStep())
    own = play_on(session, line, created="2026-01-01", seed=5)
    assert digest(own.settled) == digest(session.battle_after(line))
    assert [row.text for row in session_log(own)] == [row.text for row in session_log(session)][:2]
    assert own.header.seed == 5
    assert own.header.battle == session.header.battle
    own.perform(EndStep())
    assert len(own.steps) == 2
    own.close()


def test_every_pool_of_a_fight_says_what_it_was_for_whose_it_was_and_what_it_came_to():
    session = demonstration()
    step = next(s for s in session.steps if isinstance(s.action, Fight))
    recorded = {(r.name, r.unit): r.result for r in tell_step(session, step).pools}
    assert recorded[("Pursuit", "Breachers")] == "2 + I 4 = 6"
    assert recorded[("Pursuit", "Riflemen")] == "3 + I 3 = 6"
    assert recorded[("Consolidation", "Breachers")] == "2″"
    assert ("Saves", "Riflemen") in recorded
    assert {r.name for r in tell_step(session, step).pools} == {
        "To hit", "To wound", "Saves", "Morale", "Pursuit", "Consolidation",
    }  # fmt: skip
    played = [(r.name, r.unit, r.faces) for r in pools_of(session, step)]
    assert played == [(r.name, r.unit, r.faces) for r in tell_step(session, step).pools]


def test_a_roll_off_names_both_sides_and_equal_dice_roll_again():
    session = demonstration()
    step = session.steps[0]
    (row,) = tell_step(session, step).pools
    assert (row.name, row.result) == ("Roll-off", "Blue 6, Orange 5")
    own = set_up_session()
    own.perform(RollOff())
    for face in (2, 2, 5, 1):
        own.give([face])
    own.give(own.request.options[0].id)
    (first, second) = tell_step(own, own.steps[0]).pools
    assert first.result == "Blue 2, Orange 2: equal, again"
    assert second.result == "Blue 5, Orange 1"
    said = [row.result for row in pools_of(own, own.steps[0])]
    assert said == ["2", "2: equal, again", "5", "1"]
