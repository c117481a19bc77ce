"""How a unit moves: on foot or with packs, as usual or boosting; nothing where there is no choice."""

from __future__ import annotations

import msgspec
import pytest

from tests.builders import TROOPER, Position, session
from wolfling_gui.core.actions import Waypoint
from wolfling_gui.core.lengths import at, inches
from wolfling_gui.core.verdict import Permit
from wolfling_gui.ui.desk import Desk
from wolfling_gui.ui.draft import Draft
from wolfling_gui.ui.panels.move_ways import MoveWays

BIKER = msgspec.structs.replace(TROOPER, unit_type="bike")
JUMPER = msgspec.structs.replace(TROOPER, unit_type="jump_infantry")


@pytest.fixture
def desk(look):
    made = Desk()
    position = (
        Position()
        .unit("riders", "blue", [(4, 4)], BIKER, base_mm=25)
        .unit("jumpers", "blue", [(4, 10)], JUMPER)
        .unit("troopers", "blue", [(4, 16)])
        .unit("foes", "orange", [(44, 44)])
    )
    made.open(session(position.battle()))
    return made


@pytest.fixture
def ways(desk, put):
    return put(MoveWays(desk))


def words(ways):
    ways.refresh()
    return [segment.text for segment in ways.choice.segments()] if ways.isVisibleTo(ways.parent()) else []


def test_each_unit_has_its_own_ways(ways, desk):
    desk.select("riders")
    assert words(ways) == ["As usual", "Turbo-boost"]
    desk.select("jumpers")
    assert words(ways) == ["On foot", "With packs"]
    desk.select("troopers")
    assert words(ways) == []


def test_a_boost_is_chosen_committed_and_over(ways, desk):
    desk.select("riders")
    ways.refresh()
    ways.choice.chosen.emit(1)
    assert desk.move_mode("riders") == "boost"
    desk.set_draft(Draft("move", "riders", "boost", {"riders-1": (Waypoint(at(28, 4)),)}))
    assert isinstance(desk.commit_draft(), Permit)
    boosted = desk.battle.units["riders"].condition("turbo_boosted")
    assert boosted.amount == inches(24)
    assert desk.move_mode("riders") == "foot"
    assert words(ways) == []
