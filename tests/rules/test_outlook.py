"""What the first blows of a combat can do is told exactly where it can be, and said where it cannot."""

from __future__ import annotations

from itertools import product

import msgspec
import pytest

from tests.builders import TROOPER, Position, ruleset
from wolfling_gui.core.actions import Fight
from wolfling_gui.core.forces import Condition, Weapon
from wolfling_gui.core.verdict import Permit
from wolfling_gui.rules import engine
from wolfling_gui.rules.classic.outlook import first_blows

SWORD = Weapon("Sword", "close_combat", s=0, rules=("energy_weapon",))
FIST = Weapon("Fist", "close_combat", s=0, rules=("energy_fist",))
FAST = msgspec.structs.replace(TROOPER, ws=4, i=5, a=2, sv=0)
SLOW = msgspec.structs.replace(TROOPER, ws=3, i=2, sv=5)


def outlook(battle, name="classic"):
    rules = ruleset(name)
    permit = engine.check(rules, battle, Fight("ours"))
    assert isinstance(permit, Permit)
    return first_blows(rules, battle, permit.plan)


def pair(weapons=(), ours=FAST, name="classic"):
    built = Position(ruleset=name).unit("ours", "blue", [(10, 10)], ours, weapons)
    return built.unit("theirs", "orange", [(10.99, 10), (12.2, 10), (13.4, 10)], SLOW, ()).battle("combat")


def test_the_chances_of_the_first_step_are_those_of_all_dice():
    (found,) = outlook(pair())
    assert (found.step, found.unit, found.target, found.attacks) == (5, "ours", "theirs", 2)
    assert found.exact
    # Two dice hit on 3+, wound on 4+, and are saved on 5+, counted out over every way they can lie.
    fallen = [0, 0, 0]
    faces = range(1, 7)
    for dice in product(faces, repeat=6):
        fallen[sum(dice[n] >= 3 and dice[n + 2] >= 4 and dice[n + 4] < 5 for n in (0, 1))] += 1
    for count in range(3):
        assert found.odds.casualties[count] == pytest.approx(fallen[count] / 6**6)
    assert found.odds.expected == pytest.approx(2 * (4 / 6) * (3 / 6) * (4 / 6))


def test_only_the_first_step_is_told():
    later = msgspec.structs.replace(FAST, i=1)
    (found,) = outlook(pair(ours=later))
    assert (found.step, found.unit) == (2, "theirs")


def test_an_open_choice_of_weapons_is_not_exact():
    (found,) = outlook(pair(weapons=(SWORD, FIST)))
    assert not found.exact


def test_an_assaulted_unit_that_may_still_answer_makes_it_not_exact():
    battle = pair(name="wolfling")
    assert outlook(battle, "wolfling")[0].exact
    assaulted = Condition("assaulted", "CL-ASLT-3", about="ours", until="phase")
    assert not outlook(battle.with_condition("theirs", assaulted), "wolfling")[0].exact


def test_where_nobody_strikes_nothing_is_told():
    built = Position(ruleset="classic")
    harmless = msgspec.structs.replace(FAST, a=0)
    built.unit("ours", "blue", [(10, 10)], harmless, ())
    battle = built.unit("theirs", "orange", [(10.99, 10)], harmless, ()).battle("combat")
    assert outlook(battle) == ()
