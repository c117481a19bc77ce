"""Overruling a shot: what nobody could see or reach is taken as seen and reached."""

from __future__ import annotations

import pytest

from tests.ui.deck import HIDDEN, MINE, deck_session
from wolfling_gui.core.actions import ChooseZone, Overrule, RollOff, Seize, SettleMission, Shoot
from wolfling_gui.core.forces import Place
from wolfling_gui.core.lengths import at
from wolfling_gui.core.verdict import Permit, Refusal
from wolfling_gui.rules.engine import check


def test_a_shot_without_sight_can_be_overruled_and_every_model_in_range_fires():
    session = deck_session()
    shot = Shoot(MINE, HIDDEN)
    assert isinstance(session.propose(shot), Refusal)
    verdict = session.propose(Overrule(shot, "we saw them"))
    assert isinstance(verdict, Permit)
    assert verdict.plan.shots == 9
    assert any(f.effect == "warns" and f.rule == "WO-TER-13" for f in verdict.findings)


def test_a_shot_out_of_range_can_be_overruled_at_the_longest_range():
    session = deck_session()
    battle = session.battle
    battle = battle.with_place("orange-marksman-1", Place(at(2, 9.5)))
    for n, model in enumerate(battle.units[MINE].models):
        battle = battle.with_place(model, Place(at(25 + n, 9.5)))
    shot = Shoot(MINE, "orange-marksman")
    refused = check(session.rules, battle, shot)
    assert isinstance(refused, Refusal)
    assert any(f.says == "shoot.out_of_range" for f in refused.findings)
    granted = check(session.rules, battle, Overrule(shot))
    assert isinstance(granted, Permit)
    assert granted.plan.groups


def test_overruling_leaves_a_shot_that_was_refused_for_another_reason_as_measured():
    session = deck_session()
    battle = session.battle.with_condition(MINE, _shot())
    granted = check(session.rules, battle, Overrule(Shoot(MINE, "orange-scouts")))
    assert isinstance(granted, Permit)
    # Only the one model in the corridor sees them.
    assert len(set(granted.plan.firers)) == 1


@pytest.mark.parametrize("action", [RollOff(), Seize(), SettleMission(), ChooseZone("north")])
def test_the_set_up_cannot_be_overruled_once_the_battle_has_begun_and_the_reason_is_said(action):
    session = deck_session()
    refused = session.propose(Overrule(action, "once more"))
    assert isinstance(refused, Refusal)
    assert refused.reasons == session.propose(action).reasons != ()


def _shot():
    from wolfling_gui.core.forces import Condition

    return Condition("shot", "CL-SHOOT-1", until="turn")
