"""Odds against rolling, and what a player waits for: marking targets, the guide, a step of a drag.

The position is crowded: ten shooters against twelve units of ten on the table performance is measured on.
"""

from __future__ import annotations

import math
from fractions import Fraction
from functools import cache
from statistics import median
from time import process_time
from typing import Any

import msgspec
import numpy as np
import pytest

from tests.benchmarks.goals import best_of, report
from tests.builders import HEAVY, Position, ruleset
from tests.geometry.maps import crowded
from wolfling_gui.core.actions import Shoot
from wolfling_gui.core.battle import Battle
from wolfling_gui.core.lengths import Point, inches, to_inches
from wolfling_gui.core.verdict import Permit
from wolfling_gui.rules import engine
from wolfling_gui.rules.chances import chance
from wolfling_gui.rules.guide import guide
from wolfling_gui.rules.odds import Odds, odds
from wolfling_gui.rules.volley import Volley
from wolfling_gui.session.drag import Drag
from wolfling_gui.session.preview import targets
from wolfling_gui.session.vantage import Lookout

FRAME = 0.016
ROLLS = 10_000


@cache
def crowded_position() -> Position:
    """Return ten shooters in the middle of a crowded table, and twelve units of ten around them."""
    table, centres = crowded(models=130)
    left = [(to_inches(at.x), to_inches(at.y)) for at in centres]

    def nearest(x: float, y: float) -> list[tuple[float, float]]:
        left.sort(key=lambda spot: math.dist(spot, (x, y)))
        taken, left[:] = left[:10], left[10:]
        return taken

    position = Position(table)
    position.unit("shooters", "blue", nearest(24, 36))
    for number in range(12):
        position.unit(f"foe{number}", "orange", nearest(6 + 12 * (number % 4), 14 + 20 * (number // 4)))
    return position


def anew(battle: Battle) -> Battle:
    """Return an equal battle of which nothing is known yet."""
    return msgspec.structs.replace(battle)


def volley_of_thirty() -> Volley:
    """Return thirty shots at ten models."""
    position = Position()
    position.unit("guns", "blue", [(2 * k, 5) for k in range(1, 11)], weapons=(HEAVY,))
    position.unit("foes", "orange", [(2 * k, 20) for k in range(1, 11)])
    battle = position.battle("shooting")
    verdict = engine.check(ruleset(), battle, Shoot("guns", "foes"))
    assert isinstance(verdict, Permit)
    assert isinstance(verdict.plan, Volley)
    assert verdict.plan.shots == 30
    return verdict.plan


def by_rolling(volley: Volley, rolls: int) -> np.ndarray:
    """Return the share of each number of casualties when the dice of a volley are rolled many times."""
    dice = np.random.default_rng(1)
    group, save = volley.groups[0], volley.saves[0][0]

    def succeeds(share: float) -> np.ndarray:
        return dice.integers(1, 7, (rolls, group.shots)) > 6 - round(6 * share)

    lost = succeeds(chance(group.to_hit)) & succeeds(chance(group.to_wound)) & ~succeeds(chance(save))
    fallen = np.minimum(lost.sum(axis=1), len(volley.targets[0].models))
    return np.bincount(fallen, minlength=len(volley.targets[0].models) + 1) / rolls


def by_fractions(volley: Volley) -> list[Fraction]:
    """Return the exact chance of each number of casualties, shot by shot, in fractions."""
    group, save = volley.groups[0], volley.saves[0][0]
    sixths = [Fraction(round(6 * chance(needed)), 6) for needed in (group.to_hit, group.to_wound, save)]
    lost = sixths[0] * sixths[1] * (1 - sixths[2])
    most = len(volley.targets[0].models)
    found = [Fraction(1)] + [Fraction(0)] * most
    for _ in range(group.shots):
        before = found[:]
        for count in range(most + 1):
            stays = before[count] * (1 if count == most else 1 - lost)
            found[count] = stays + (before[count - 1] * lost if count else 0)
    return found


def test_odds_of_thirty_shots(benchmark: Any) -> None:
    volley, rules = volley_of_thirty(), ruleset()
    exact: Odds = benchmark(odds, rules, volley)
    for ours, other in zip(exact.casualties, by_fractions(volley), strict=True):
        assert ours == pytest.approx(float(other), abs=1e-12)
    assert np.abs(by_rolling(volley, 20 * ROLLS) - exact.casualties).max() < 0.01
    slow = best_of(lambda: by_rolling(volley, ROLLS))
    fast = best_of(lambda: [odds(rules, volley) for _ in range(20)]) / 20
    report(benchmark, "exact odds, 30 shots at 10 models, against 10,000 rolls", slow / fast, ">= 10")


def test_mark_every_target(benchmark: Any) -> None:
    rules, battle = ruleset(), crowded_position().battle("shooting")
    found = benchmark(lambda: targets(rules, anew(battle), "shooters"))
    assert len(found) == 12
    assert {target.legal for target in found} == {True, False}

    def pair_by_pair() -> None:
        alone = anew(battle)
        for firer in battle.standing("shooters"):
            for enemy in battle.enemies_of("blue")[::20]:
                rules.sight(rules, alone, firer, msgspec.structs.replace(enemy), True)

    taken = best_of(lambda: targets(rules, anew(battle), "shooters"), 7)
    work = f"mark 12 targets of 10 shooters ({taken * 1000:.0f} ms), against sight pair by pair"
    report(benchmark, work, 20 * best_of(pair_by_pair, 1) / taken, ">= 20")


def test_look_from_elsewhere(benchmark: Any) -> None:
    rules, battle = ruleset(), crowded_position().battle("movement")
    models = battle.units["shooters"].models
    place = battle.models[models[0]].place
    assert place is not None
    lookout = Lookout(rules, battle, "shooters", models)
    spots = [Point(place.at.x + 300 * k, place.at.y + 200) for k in range(12)]

    def go() -> None:
        for spot in spots:
            lookout.at(spot, 0)

    benchmark(go)
    assert len(lookout.looked(lookout.at(spots[3], 0)).previews) == 12
    taken = best_of(go, 5) / len(spots)
    work = f"a move of “from there” with ten models ({taken * 1000:.1f} ms), in frames of 16 ms"
    report(benchmark, work, taken / FRAME, "<= 1")


def test_guide_with_a_unit_in_hand(benchmark: Any) -> None:
    rules, battle = ruleset(), crowded_position().battle("movement")
    benchmark(lambda: guide(rules, anew(battle), "shooters"))
    taken = best_of(lambda: guide(rules, anew(battle), "shooters"), 7)
    work = f"guide with a unit in hand ({taken * 1000:.1f} ms), in frames of 16 ms"
    report(benchmark, work, taken / FRAME, "<= 1")


def test_a_step_of_dragging_ten_models(benchmark: Any) -> None:
    rules, battle = ruleset(), crowded_position().battle("movement")
    models = battle.units["shooters"].models
    place = battle.models[models[0]].place
    assert place is not None
    drag = Drag(rules, battle, "shooters", models, models[0])
    taken: list[float] = []

    def go(steps: int = 60) -> None:
        for number in range(steps):
            turn, far = 0.2 * number, inches(1) + 200 * number
            spot = Point(round(place.at.x + far * math.cos(turn)), round(place.at.y + far * math.sin(turn)))
            begun = process_time()
            step = drag.to(spot, 0)
            assert len(step.paths) > 1
            engine.check(rules, battle, drag.action(step))
            taken.append(process_time() - begun)

    go()
    taken.clear()
    benchmark.pedantic(go, rounds=1)
    work = f"a step of dragging ten models, judged ({median(taken) * 1000:.0f} ms), in frames of 16 ms"
    report(benchmark, work, median(taken) / FRAME, "<= 1")
