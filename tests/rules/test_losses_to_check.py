"""How many more losses bring a morale check, against the very rule that queues the checks (CL-MOR-3)."""

from __future__ import annotations

import msgspec
import pytest

from tests.builders import TROOPER, Position, ruleset
from wolfling_gui.core.battle import Battle
from wolfling_gui.core.forces import Condition
from wolfling_gui.files.rulesets import load_catalogue
from wolfling_gui.rules.classic.morale import due, losses_to_check
from wolfling_gui.rules.registry import build
from wolfling_gui.rules.ruleset import Ruleset


def with_losses(battle: Battle, count: int) -> Battle:
    """Return the battle after so many more models of the foes have fallen."""
    for model in battle.members("foes")[:count]:
        battle = battle.with_model(msgspec.structs.replace(model, casualty=True))
    return battle


def foes(size: int, began: int = 0, profile=TROOPER, **unit) -> Battle:
    """Return a unit of a size that began the phase with more, or with as many."""
    position = Position().unit("guns", "blue", [(2, 2)])
    position.unit("foes", "orange", [(2 + 2 * (k % 10), 20 + 2 * (k // 10)) for k in range(size)], profile)
    battle = position.battle("shooting", phase_start={"foes": began or size, "guns": 1})
    return battle.with_unit(msgspec.structs.replace(battle.units["foes"], **unit))


@pytest.mark.parametrize("size", range(1, 14))
@pytest.mark.parametrize("lost", [0, 1, 2])
def test_it_is_the_least_number_that_queues_a_check(size, lost):
    rules = ruleset()
    battle = foes(size, size + lost)
    queued = [n for n in range(size) if "foes" in due(rules, with_losses(battle, n))]
    assert losses_to_check(rules, battle, "foes") == (queued[0] if queued else None)


@pytest.mark.parametrize(
    ("size", "began", "more"),
    [(5, 5, 2), (4, 4, 1), (8, 8, 2), (9, 9, 3), (2, 2, 1), (1, 1, None), (3, 4, 0), (7, 8, 1), (9, 10, 2)],
)
def test_numbers(size, began, more):
    """A quarter is exact: two of five, one of four, three of nine; the last model of a unit tests nothing."""
    assert losses_to_check(ruleset(), foes(size, began), "foes") == more


def without(rule: str) -> Ruleset:
    return build("wolfling", load_catalogue("wolfling").with_rule(rule, False, "Our rules"))


@pytest.mark.parametrize("rule", ["CL-MOR-1", "CL-MOR-3", "CL-GEN-11"])
def test_none_without_the_rule(rule):
    assert losses_to_check(without("WO-CQS-1"), foes(5), "foes") == 2
    assert losses_to_check(without(rule), foes(5), "foes") is None


def test_none_for_the_fearless_the_locked_and_those_who_flee():
    fearless = msgspec.structs.replace(TROOPER, rules=("fearless",))
    assert losses_to_check(ruleset(), foes(5, profile=fearless), "foes") is None
    for kind in ("locked", "falling_back"):
        battle = foes(5).with_condition("foes", Condition(kind, "CL-MOR-1"))
        assert losses_to_check(ruleset(), battle, "foes") is None


def test_none_before_the_battle_and_after_it():
    battle = foes(5)
    for clock in (
        msgspec.structs.replace(battle.clock, turn=0),
        msgspec.structs.replace(battle.clock, over=True),
    ):
        assert losses_to_check(ruleset(), battle.with_clock(clock), "foes") is None
