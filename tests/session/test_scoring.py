"""Who can hold objectives, in words, and who holds one while a combat is still being asked about."""

from __future__ import annotations

import msgspec
import pytest

from tests.builders import TROOPER, Position, bare_table, ruleset, session
from tests.session.test_fights import TOUCHING
from wolfling_gui.core.actions import Fight
from wolfling_gui.core.battle import Mission
from wolfling_gui.core.lengths import at
from wolfling_gui.core.requests import Allocate, Put, Roll
from wolfling_gui.core.terrain import Marker
from wolfling_gui.rules.classic.piling import CONSOLIDATE
from wolfling_gui.session.scoring import objective_tip, scores, scoring_text

VEHICLE = msgspec.structs.replace(TROOPER, rules=("vehicle",))


def facing():
    """Return a battle with a marker between ours, who score, and theirs, who do not, all in contact."""
    built = Position(bare_table(), "classic").unit("ours", "blue", [(20, 20), (21.5, 20)], role="troops")
    built.unit("theirs", "orange", [(20, 20 + TOUCHING)], role="hq")
    built.unit("wagon", "orange", [(40, 40)], role="troops", profile=VEHICLE)
    battle = built.battle("combat").with_mission(Mission("seize_ground"))
    return battle.with_table(battle.table.with_objective(Marker("O1", at(21, 21), name="Hold")))


@pytest.mark.parametrize(
    ("unit", "holds", "words"),
    [
        ("ours", True, "holds objectives"),
        ("theirs", False, "does not hold objectives: not troops"),
        ("wagon", False, "does not hold objectives: a vehicle"),
    ],
)
def test_it_is_said_of_every_unit_whether_it_holds_objectives_and_why_not(unit, holds, words):
    rules, battle = ruleset("classic"), facing()
    assert scores(rules, battle, unit) is holds
    assert scoring_text(rules, battle, unit) == words
    hunted = battle.with_mission(Mission("annihilation"))
    assert scores(rules, hunted, unit) is None
    assert scoring_text(rules, hunted, unit) == ""


def test_an_objective_tells_what_it_takes_and_who_near_it_can():
    rules, battle = ruleset("classic"), facing()
    said = objective_tip(rules, battle, battle.table.objectives["O1"]).splitlines()
    assert "within 3″" in said[0]
    assert "CL-MIS-5" in said[0]
    assert said[1:] == ["Ours: holds objectives", "Theirs: does not hold objectives: not troops"]


def test_whoever_holds_an_objective_is_known_while_a_consolidation_is_asked():
    running = session(facing(), ruleset("classic"))
    running.perform(Fight("ours"))
    assert running.battle.table.objectives["O1"].owner == ""
    while not (isinstance(running.request, Put) and running.request.says == CONSOLIDATE):
        request = running.request
        if isinstance(request, Roll):
            ours = request.side == "blue" and "save" not in request.says
            running.give((6 if ours else 1,) * request.dice.count)
        else:
            assert isinstance(request, Allocate), request
            running.give(request.proposed)
    assert not running.battle.members("theirs")
    assert running.battle.table.objectives["O1"].owner == "blue"
