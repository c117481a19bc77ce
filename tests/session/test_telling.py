"""What is told of a step, and battles of one's own that begin within another."""

from __future__ import annotations

from typing import get_args

from tests.ui.deck import HIDDEN, MINE, deck_session
from wolfling_gui.core.actions import Action, EndStep, RollDice, Shoot
from wolfling_gui.core.changes import digest
from wolfling_gui.session.log import session_log
from wolfling_gui.session.opening import play_on
from wolfling_gui.session.sentences import knows, tr
from wolfling_gui.session.telling import tell_start, tell_step


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
