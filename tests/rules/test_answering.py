"""Stand and Shoot seen ahead: every condition of WO-SAS is told kept or broken, with its rule."""

from __future__ import annotations

import msgspec
import pytest

from tests.builders import CARBINE, TROOPER, Position, bare_table, ruleset
from wolfling_gui.core.actions import CombatFacts
from wolfling_gui.core.forces import Condition, Weapon
from wolfling_gui.core.lengths import at, inches
from wolfling_gui.core.terrain import Wall

HEAVY = Weapon("Heavy gun", "heavy", inches(36), 5, 4, 3)
FLAMER = Weapon("Flamer", "assault", 0, 4, 5, 1, ("template",))
BIKER = msgspec.structs.replace(TROOPER, unit_type="bike")
TOUCHING = 0.986


def facing(table=None, profile=TROOPER, weapons=(CARBINE,), conditions=()):
    """One of ours has come into contact with one of theirs; another of theirs stands beside it."""
    built = Position(table).unit("ours", "blue", [(20, 20)])
    built.unit(
        "theirs",
        "orange",
        [(20, 20 + TOUCHING), (22, 20 + TOUCHING)],
        profile,
        weapons,
        conditions=conditions,
    )
    return built.battle("combat")


def ahead(battle):
    return ruleset().answer_ahead(ruleset(), battle, "theirs", "ours", CombatFacts())


def told(battle, effect: str) -> list[tuple[str, str]]:
    return [(f.rule, f.says) for f in ahead(battle).findings if f.effect == effect]


def test_all_conditions_are_told_where_all_are_kept():
    answer = ahead(facing())
    assert answer.allowed
    assert [f.rule for f in answer.findings if f.effect == "permits"] == [
        "WO-SAS-1", "WO-SAS-2", "WO-SAS-3", "WO-SAS-20", "WO-SAS-5",
    ]  # fmt: skip
    assert answer.note.facts == {"shots": 2 * CARBINE.shots, "at": 2 * TROOPER.i}


@pytest.mark.parametrize(
    ("fields", "broken"),
    [
        ({"profile": BIKER}, ("WO-SAS-1", "did.stands_not_type")),
        (
            {"conditions": (Condition("locked", "CL-ASLT-11", until="battle"),)},
            ("WO-SAS-2", "did.stands_not_locked"),
        ),
        (
            {"conditions": (Condition("gone_to_ground", "CL-MOR-17", until="battle"),)},
            ("WO-SAS-3", "did.stands_not_pinned"),
        ),
        (
            {"conditions": (Condition("falling_back", "CL-MOR-1", until="battle"),)},
            ("WO-SAS-3", "did.stands_not_fleeing"),
        ),
    ],
)
def test_each_condition_can_be_broken_alone(fields, broken):
    battle = facing(**fields)
    assert told(battle, "forbids") == [broken]
    assert ahead(battle).note is None


@pytest.mark.parametrize(("weapon", "rule"), [(HEAVY, "WO-SAS-13"), (FLAMER, "WO-SAS-12")])
def test_weapons_that_may_not_be_used_are_named_and_nobody_fires(weapon, rule):
    battle = facing(weapons=(weapon,))
    assert (rule, "did.stands_silent") in told(battle, "warns")
    assert ahead(battle).shots == ()
    assert ahead(battle).note is None


def test_a_model_behind_a_wall_does_not_fire():
    wall = Wall("W", at(21, 10), at(21, 30))
    answer = ahead(facing(msgspec.structs.replace(bare_table(), walls={"W": wall})))
    (seen,) = [f for f in answer.findings if f.rule == "WO-SAS-20"]
    assert seen.facts == {"armed": 2, "firing": 1}
    assert sum(volley.shots for _, volley in answer.shots) == CARBINE.shots


def test_without_the_rule_there_is_no_answer():
    rules = ruleset("classic")
    assert rules.answer_ahead(rules, facing(), "theirs", "ours", CombatFacts()) is None
