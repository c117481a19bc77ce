"""A model let go close by a door touches it, where it could work the door from there."""

from __future__ import annotations

import msgspec
import pytest

from tests.ui.deck import deck_session
from wolfling_gui.core.actions import OperateDoor
from wolfling_gui.core.forces import Place
from wolfling_gui.core.lengths import at, distance, inches
from wolfling_gui.core.verdict import Permit
from wolfling_gui.rules.engine import check
from wolfling_gui.session.doorstep import NEAR, doorstep
from wolfling_gui.session.drag import Drag

RADIUS = 0.4921
"""Of a 25 mm base, in inches; door D6 lies along y = 8 from x = 16 to 17.5."""
MODEL = "blue-breachers-2"


def deck(door_state: str = "shut", **fields):
    session = deck_session("movement")
    battle = session.settled.with_place(MODEL, Place(at(16.75, 9.5)))
    door = msgspec.structs.replace(battle.table.doors["D6"], state=door_state, **fields)
    return session.rules, battle.with_table(battle.table.with_door(door))


@pytest.mark.parametrize("apart", [0.09, 0.2, 0.29])
def test_close_by_a_shut_door_it_touches_it_and_may_open_it(apart):
    rules, battle = deck()
    spot = doorstep(rules, battle, MODEL, at(16.75, 8 + RADIUS + apart), 0)
    assert spot is not None
    moved = battle.with_place(MODEL, Place(spot))
    assert isinstance(check(rules, moved, OperateDoor(MODEL, "D6", "open")), Permit)


@pytest.mark.parametrize("apart", [0.02, 0.32, 1.0])
def test_in_contact_or_farther_off_it_stands_where_it_is_let_go(apart):
    rules, battle = deck()
    assert doorstep(rules, battle, MODEL, at(16.75, 8 + RADIUS + apart), 0) is None


def test_a_door_that_cannot_be_worked_draws_nobody():
    rules, battle = deck("sealed", locked=True)
    assert doorstep(rules, battle, MODEL, at(16.75, 8 + RADIUS + 0.1), 0) is None


def test_a_drag_ends_in_contact_and_moves_no_farther_than_a_quarter_inch():
    rules, battle = deck()
    drag = Drag(rules, battle, "blue-breachers", (MODEL,), MODEL)
    let_go = at(16.75, 8 + RADIUS + 0.1)
    end = drag.to(let_go, 0).paths[MODEL][-1].at
    assert 0 < distance(end, let_go) <= NEAR
    assert end.y - inches(8) < inches(RADIUS + 0.05)
