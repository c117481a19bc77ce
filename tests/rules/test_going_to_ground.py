"""Check when a unit's owner is asked whether it goes to ground: only where it is of use (CL-COV-8)."""

from __future__ import annotations

import pytest

from tests.builders import RIFLE, Position, deck, ruleset, session
from wolfling_gui.core.actions import Shoot


def asked(others):
    """Return what is asked when a wound is caused in room R1, with another unit of the firers somewhere."""
    position = Position(deck(D1="open")).unit("a", "blue", [(3, 4)], weapons=(RIFLE,))
    position = position.unit("b", "orange", [(6, 4)])
    if others:
        position = position.unit("c", "blue", others, weapons=(RIFLE,))
    running = session(position.battle("shooting"), ruleset())
    running.perform(Shoot("a", "b"))
    said = []
    while running.request is not None:
        said.append(running.request.says)
        running.give([6] * running.request.dice.count if hasattr(running.request, "dice") else False)
    return said


@pytest.mark.parametrize(
    ("others", "is_asked"),
    [
        ([], False),
        ([(3, 6)], False),
        ([(13, 4)], True),
    ],
    ids=["nobody else shoots", "another in the room", "another in the corridor"],
)
def test_the_owner_is_asked_where_a_later_shot_would_meet_better_cover(others, is_asked):
    said = asked(others)
    assert "roll.to_wound" in said
    assert ("confirm.ground" in said) is is_asked
