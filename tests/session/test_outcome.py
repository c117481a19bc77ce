"""How the last action came out, in a line or two."""

from __future__ import annotations

from tests.ui.deck import MINE, THEIRS, deck_session
from wolfling_gui.core.actions import EndStep, Shoot
from wolfling_gui.core.requests import Allocate, Roll
from wolfling_gui.session.outcome import outcome


def shared(request: Allocate) -> dict[str, int]:
    counts = {one: request.least.get(one, 0) for one in request.candidates}
    for one in request.candidates * request.count:
        room = counts[one] < request.most.get(one, request.count)
        counts[one] += room and sum(counts.values()) < request.count
    return counts


def fired(face_hit: int, save: int):
    session = deck_session()
    session.perform(Shoot(MINE, THEIRS))
    while session.request is not None:
        request = session.request
        if isinstance(request, Roll):
            session.give([save if request.says == "roll.save" else face_hit] * request.dice.count)
        elif isinstance(request, Allocate):
            session.give(shared(request))
        else:
            session.give(False)
    return session


def test_nothing_is_told_before_or_during_an_action():
    session = deck_session()
    assert outcome(session) == ()
    session.perform(Shoot(MINE, THEIRS))
    assert session.request is not None
    assert outcome(session) == ()


def test_saves_that_all_held_are_told_with_their_rule():
    (said,) = outcome(fired(6, 6))
    assert "all saved" in said.text
    assert "CL-WND-5" in said.rules


def test_misses_are_told_and_losses_too():
    assert "no hits" in outcome(fired(1, 1))[-1].text
    assert any("lost" in said.text for said in outcome(fired(6, 1)))


def test_an_action_without_dice_has_no_outcome():
    session = fired(6, 6)
    session.perform(EndStep())
    assert session.request is None
    assert outcome(session) == ()
