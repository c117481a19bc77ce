"""Rage in the guide: the move that has to be made is offered, and what is offered passes (CL-USR-13)."""

from __future__ import annotations

import msgspec
import pytest

from tests.builders import Position, bare_table, ruleset
from wolfling_gui.core.actions import EndStep, Move
from wolfling_gui.core.lengths import at, inches
from wolfling_gui.core.terrain import Wall
from wolfling_gui.core.verdict import Permit, Refusal
from wolfling_gui.rules.classic import rage
from wolfling_gui.rules.engine import check
from wolfling_gui.rules.facts import unit_gap
from wolfling_gui.rules.guide import guide

RULES = ruleset("classic")


def raging(spots, wall=None, enemy=(31, 20)):
    table = bare_table()
    if wall is not None:
        table = msgspec.structs.replace(table, walls={"W1": Wall("W1", at(*wall[0]), at(*wall[1]))})
    built = Position(table, ruleset="classic")
    built.unit("mad", "blue", spots, rules=("rage",))
    built.unit("foe", "orange", [enemy])
    return built.battle("movement")


@pytest.mark.parametrize(
    ("spots", "wall"),
    [
        ([(10, 20)], None),
        ([(10, 18), (10, 20), (10, 22), (8, 20), (8, 22)], None),
        ([(10, 20), (8.5, 19), (7, 18)], ((13, 19), (13, 24))),
    ],
)
def test_the_offered_move_is_as_fast_as_can_be(spots, wall):
    battle = raging(spots, wall)
    end = check(RULES, battle, EndStep())
    assert isinstance(end, Refusal)
    assert {f.rule for f in end.reasons} == {"CL-USR-13"}
    offered = [one for one in guide(RULES, battle, "mad").also if one.says == "offer.rage"]
    assert [one.allowed for one in offered] == [True]
    move = offered[0].action
    assert isinstance(move, Move)
    assert isinstance(check(RULES, battle, move), Permit)
    after = battle.with_places(rage.proposed(RULES, battle, battle.units["mad"], inches(6)))
    assert unit_gap(RULES, battle, "mad", "foe") - unit_gap(RULES, after, "mad", "foe") > inches("4.5")


def test_nothing_is_offered_to_who_stands_before_the_enemy():
    battle = raging([(10, 20)], enemy=(11.99, 20))
    assert rage.move_to_prey(RULES, battle, battle.units["mad"]) is None
    assert isinstance(check(RULES, battle, EndStep()), Permit)
