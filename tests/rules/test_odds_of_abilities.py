from __future__ import annotations

import itertools
from collections.abc import Iterator

import pytest

from tests.builders import Position, ruleset
from wolfling_gui.core.actions import Shoot
from wolfling_gui.core.battle import Battle
from wolfling_gui.core.forces import Profile, Weapon
from wolfling_gui.core.lengths import inches
from wolfling_gui.core.procedure import Resolution
from wolfling_gui.core.requests import Allocate, Confirm, Roll
from wolfling_gui.core.verdict import Permit
from wolfling_gui.rules.engine import check, resolve
from wolfling_gui.rules.odds import odds
from wolfling_gui.session.preview import target

RULES = ruleset("classic")


def position(weapon: Weapon, profile: Profile) -> Battle:
    found = Position(ruleset="classic").unit("blues", "blue", [(10, 10)], weapons=(weapon,))
    return found.unit("reds", "orange", [(20, 10), (20, 12)], profile=profile).battle("shooting")


def outcomes(granted: Permit, answers: list[object]) -> Iterator[tuple[float, int]]:
    """Yield the chance and the casualties of every way in which an action can go."""
    run = Resolution(lambda: resolve(RULES, granted), answers)
    if run.outcome is not None:
        yield 1.0, sum(m.casualty for m in run.outcome.battle.models.values() if m.unit == "reds")
        return
    assert run.pause is not None
    match run.pause.request:
        case Roll(dice=dice):
            ways = [list(faces) for faces in itertools.product(range(1, 7), repeat=dice.count)]
        case Confirm():
            ways = [False]
        case Allocate(count=count, candidates=candidates):
            ways = [dict.fromkeys(candidates[:count], 1)]
        case _:
            raise AssertionError(run.pause.request)
    for way in ways:
        for share, count in outcomes(granted, [*answers, way]):
            yield share / len(ways), count


@pytest.mark.parametrize(
    ("weapon", "profile"),
    [
        (("twin_linked", "rending"), Profile("P", t=4, sv=3)),
        (("rending",), Profile("P", t=8, sv=3, rules=("feel_no_pain",))),
        (("sniper",), Profile("P", t=6, sv=5, rules=("feel_no_pain",))),
        (("master_crafted",), Profile("P", t=4, sv=4)),
        (("poisoned_3",), Profile("P", t=6, sv=4, rules=("feel_no_pain", "eternal_warrior"))),
    ],
)
def test_odds_are_those_of_every_way_the_dice_can_fall(weapon: tuple[str, ...], profile: Profile) -> None:
    gun = Weapon("Gun", "assault", inches(36), 4, 5, 1, weapon)
    battle = position(gun, profile)
    granted = check(RULES, battle, Shoot("blues", "reds"))
    assert isinstance(granted, Permit)
    fallen = [0.0, 0.0, 0.0]
    for share, count in outcomes(granted, []):
        fallen[count] += share
    assert sum(fallen) == pytest.approx(1)
    found = odds(RULES, granted.plan)
    assert found.casualties == pytest.approx(tuple(fallen))


def test_a_strong_hit_kills_a_tough_model_at_once_unless_it_is_eternal() -> None:
    gun = Weapon("Gun", "assault", inches(36), 8, 2, 1)
    chances = []
    for rules in ((), ("eternal_warrior",)):
        battle = position(gun, Profile("P", t=4, w=3, rules=rules))
        granted = check(RULES, battle, Shoot("blues", "reds"))
        assert isinstance(granted, Permit)
        chances.append(odds(RULES, granted.plan).at_least(1))
    assert chances[0] > 0.4
    assert chances[1] == 0


def test_a_template_and_a_marker_have_chances_too() -> None:
    flame = Weapon("Torch", "assault", 0, 4, 5, 1, ("template",))
    found = Position(ruleset="classic").unit("blues", "blue", [(10, 10)], weapons=(flame,))
    battle = found.unit("reds", "orange", [(14, 10), (15.5, 10)]).battle("shooting")
    sure = target(RULES, battle, "blues", "reds").odds
    assert sure is not None
    assert sure.hits == 2
    shell = Weapon("Shell", "heavy", inches(36), 4, 5, 1, ("blast",))
    battle = (
        Position(ruleset="classic")
        .unit("blues", "blue", [(10, 10)], weapons=(shell,))
        .unit("reds", "orange", [(20, 10), (21, 10)])
        .battle("shooting")
    )
    loose = target(RULES, battle, "blues", "reds").odds
    assert loose is not None
    assert 2 / 3 < loose.hits < 2
