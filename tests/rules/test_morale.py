"""The morale check: what it is taken on, who needs no dice, and what failing does."""

from __future__ import annotations

from dataclasses import replace

import msgspec
import pytest

from tests.builders import TROOPER, Position, bare_table, driven, ruleset
from wolfling_gui.core.battle import Battle
from wolfling_gui.core.breakdown import Term
from wolfling_gui.core.forces import Condition
from wolfling_gui.rules.catalogue import Origin
from wolfling_gui.rules.classic.morale import Cause, check, morale_check, needed, passes_without_dice
from wolfling_gui.rules.ruleset import Ruleset

CLASSIC = ruleset("classic")


def lost_by(points: int) -> Term:
    return Term("CL-ASLT-22", "add", -points, "why.lost_by")


def house(rule: str, name: str, value: object) -> Ruleset:
    return replace(CLASSIC, catalogue=CLASSIC.catalogue.with_value(rule, name, value, Origin("house", 1)))


def squad(size: int = 5, *rules: str, left: int = 5) -> Battle:
    spots = [(20.0 + 1.5 * n, 20.0) for n in range(left)]
    position = Position(bare_table(), "classic").unit("squad", "blue", spots, TROOPER, rules=rules)
    battle = position.unit("enemy", "orange", [(20, 40)]).battle("assault")
    return battle.with_unit(msgspec.structs.replace(battle.units["squad"], starting_size=size))


@pytest.mark.parametrize(("dice", "passed"), [([3, 2], True), ([3, 3], False)])
def test_the_points_a_fight_was_lost_by_come_off_leadership(dice: list[int], passed: bool) -> None:
    got, entries = driven(morale_check(CLASSIC, squad(), "squad", "assault_lost", lost_by(2)), dice)
    assert got is passed
    (line,) = entries
    assert line.needed is not None
    assert line.needed.total == 5
    assert line.facts == {"needed": 5, "total": sum(dice), "cause": "assault_lost"}
    assert line.rules == ("CL-ASLT-22", "CL-GEN-7", "CL-MOR-1")


def test_a_double_one_passes_whatever_is_needed() -> None:
    rules = house("CL-GEN-7", "min_effective", 0)
    passed, (line,) = driven(morale_check(rules, squad(), "squad", "assault_lost", lost_by(9)), [1, 1])
    assert passed
    assert line.needed is not None
    assert line.needed.total == 0
    assert "CL-MOR-2" in line.rules


@pytest.mark.parametrize(("left", "modifier", "needs"), [(5, -1, 7), (4, -1, 6), (4, 0, 7)])
def test_below_half_counts_only_where_a_house_rule_says_so(left: int, modifier: int, needs: int) -> None:
    rules = house("CL-MOR-5", "below_half_modifier", modifier)
    assert needed(rules, squad(10, left=left), "squad").total == needs


def test_the_stubborn_mind_no_modifier_that_makes_it_harder() -> None:
    found = needed(CLASSIC, squad(5, "stubborn"), "squad", lost_by(5))
    assert found.total == 7
    assert [term.dropped for term in found.terms if term.rule == "CL-ASLT-22"] == ["CL-USR-19"]
    easier = Term("CL-X-1", "add", 1, "why.lost_by")
    assert needed(CLASSIC, squad(5, "stubborn"), "squad", easier).total == 8


def test_the_fearless_hold_without_dice() -> None:
    battle = squad(5, "fearless")
    assert passes_without_dice(CLASSIC, battle, "squad")
    passed, (line,) = driven(morale_check(CLASSIC, battle, "squad", "assault_lost", lost_by(9)))
    assert passed
    assert line.says == "did.morale_stands"


def test_who_falls_back_already_fails_without_dice_and_runs_again() -> None:
    battle = squad().with_condition("squad", Condition("falling_back", "CL-MOR-1", until="battle"))
    assert not passes_without_dice(CLASSIC, battle, "squad")
    after, entries = driven(check(CLASSIC, battle, "squad", "quarter_lost"), [2, 2])
    assert [line.says for line in entries] == ["did.morale_fails", "did.fell_back"]
    place = after.models["squad-1"].place
    assert place is not None
    assert place.at.y == 16 * 2540


@pytest.mark.parametrize("cause", ["quarter_lost", "assault_lost", "tank_shock", "last_man"])
def test_a_unit_that_fails_falls_back_at_once(cause: Cause) -> None:
    after, entries = driven(check(CLASSIC, squad(), "squad", cause), [6, 6], [3, 4])
    assert after.units["squad"].has("falling_back")
    assert [line.says for line in entries] == ["did.morale_failed", "did.fell_back"]


def test_house_rules_may_let_nothing_come_of_it() -> None:
    battle = squad()
    after, _ = driven(check(house("CL-MOR-1", "on_fail", "nothing"), battle, "squad", "tank_shock"), [6, 6])
    assert after is battle


def test_without_the_rule_nobody_checks() -> None:
    rules = replace(CLASSIC, catalogue=CLASSIC.catalogue.with_rule("CL-MOR-1", False, "house"))
    assert driven(morale_check(rules, squad(), "squad", "tank_shock")) == (True, ())
