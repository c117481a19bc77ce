"""The odds against the real procedure, rolled many times: both must agree within the statistical error.

Each share of runs is compared with its chance by a two-sided normal bound; results too rare for that are
taken together. All bounds of a volley together give a false alarm once in a million seeds; the seed is fixed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import sqrt
from random import Random
from statistics import NormalDist

import pytest

from tests.bot import share
from tests.builders import ruleset
from tests.rules.volleys import battle_of, shot
from wolfling_gui.core.battle import Battle
from wolfling_gui.core.forces import Weapon
from wolfling_gui.core.lengths import inches
from wolfling_gui.core.requests import Allocate, Confirm, Roll
from wolfling_gui.core.verdict import Permit
from wolfling_gui.rules.engine import check, resolve
from wolfling_gui.rules.ruleset import Ruleset
from wolfling_gui.session.preview import chances_of

RIFLE = Weapon("Rifle", "rapid_fire", inches(24), 4, 5)
MELTER = Weapon("Melter", "assault", inches(12), 8, 1)
CLAW = Weapon("Ripper", "assault", inches(24), 5, 6, 3, ("rending",))
TWIN = Weapon("Twin gun", "assault", inches(24), 6, 4, 2, ("twin_linked", "rending"))
NEEDLE = Weapon("Needle", "assault", inches(36), 3, 6, 1, ("sniper",))
FINE = Weapon("Fine gun", "assault", inches(24), 4, 4, 3, ("master_crafted",))
PAINLESS = ("feel_no_pain",)

VOLLEYS = {
    "rifles and a melter at a squad with a gunner and a sergeant": (
        [*[(4, RIFLE)] * 6, (4, MELTER)],
        [(4, 1, 3, 5, 0, (), 0), (1, 1, 3, 5, 0, PAINLESS, 0), (1, 1, 3, 4, 6, (), 0)],
        0,
    ),
    "rending, needles and re-rolls at wounded beasts of three kinds": (
        [(3, CLAW), (8, TWIN), (4, NEEDLE), (3, FINE)],
        [(2, 3, 4, 4, 0, (), 1), (1, 2, 4, 5, 5, PAINLESS, 0), (1, 3, 3, 3, 0, ("eternal_warrior",), 2)],
        5,
    ),
    "more strong shots than one creature can bear": (
        [*[(6, MELTER)] * 2, (3, CLAW)],
        [(1, 3, 4, 3, 5, PAINLESS, 0)],
        4,
    ),
}
RUNS, LONG_RUNS = 2_000, 200_000
FALSE_ALARM = 1e-6


def rolled(rules: Ruleset, battle: Battle, cover: int, runs: int, seed: int) -> list[int]:
    """Return how often the real procedure came to each number of casualties."""
    granted = check(rules, battle, shot(cover))
    assert isinstance(granted, Permit)
    dice = Random(seed)
    found: Counter[int] = Counter()
    for _ in range(runs):
        steps = resolve(rules, granted)
        answer: object = None
        try:
            while True:
                match steps.send(answer).request:
                    case Roll(dice=thrown):
                        answer = dice.choices(range(1, 7), k=thrown.count)
                    case Allocate() as asked:
                        answer = share(asked)
                    case Confirm():
                        answer = False
                    case other:
                        raise AssertionError(other)
        except StopIteration as end:
            battle_after: Battle = end.value.battle
        found[sum(battle_after.models[m].casualty for m in battle.units["reds"].models)] += 1
    return [found[n] for n in range(len(battle.units["reds"].models) + 1)]


def together(counts: Sequence[int], chances: Sequence[float], runs: int) -> list[tuple[int, float]]:
    """Take results together until each may be expected twenty-five times."""
    found: list[tuple[int, float]] = []
    count, chance = 0, 0.0
    for one, share_ in zip(counts, chances, strict=True):
        count, chance = count + one, chance + share_
        if chance * runs >= 25:
            found.append((count, chance))
            count, chance = 0, 0.0
    if chance and found:
        found[-1] = (found[-1][0] + count, found[-1][1] + chance)
    return found


def agree(name: str, runs: int) -> None:
    firers, targets, cover = VOLLEYS[name]
    rules, battle = ruleset("classic"), battle_of(firers, targets)
    granted = check(rules, battle, shot(cover))
    assert isinstance(granted, Permit)
    found = chances_of(rules, battle, granted.plan)
    assert found is not None
    assert found.exact
    classes = together(rolled(rules, battle, cover, runs, 20_240_607), found.casualties, runs)
    assert len(classes) > 1
    bound = NormalDist().inv_cdf(1 - FALSE_ALARM / 2 / len(classes))
    for count, chance in classes:
        error = sqrt(runs * chance * (1 - chance))
        assert abs(count - runs * chance) <= bound * error, (name, count, runs * chance)


@pytest.mark.parametrize("name", VOLLEYS)
def test_the_odds_agree_with_rolling_the_procedure(name: str) -> None:
    agree(name, RUNS)


@pytest.mark.long
@pytest.mark.parametrize("name", VOLLEYS)
def test_the_odds_agree_with_rolling_the_procedure_two_hundred_thousand_times(name: str) -> None:
    agree(name, LONG_RUNS)
