"""Chances of counts: exact for few dice and for thousands, and the same whichever way they are worked out."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import pytest

from tests.builders import Position, bare_table, ruleset
from wolfling_gui.core.actions import Shoot
from wolfling_gui.core.forces import Profile, Weapon
from wolfling_gui.core.lengths import inches
from wolfling_gui.rules import chances
from wolfling_gui.rules.chances import binomial, convolve, thinned, together
from wolfling_gui.rules.classic.shooting import plan_volley
from wolfling_gui.rules.odds import odds

ALL = (10**6, 10**6)


@pytest.mark.parametrize(
    ("trials", "share"), [(0, 0.5), (1, 1 / 6), (30, 2 / 3), (1100, 1 / 2), (3000, 1 / 6)]
)
def test_binomial_chances_are_those_of_fractions(trials: int, share: float) -> None:
    exact = Fraction(share)
    found = binomial(trials, share)
    assert len(found) == trials + 1
    assert sum(found) == pytest.approx(1, abs=1e-12)
    for k in range(0, trials + 1, max(1, trials // 60)):
        wanted = float(comb(trials, k) * exact**k * (1 - exact) ** (trials - k))
        assert found[k] == pytest.approx(wanted, rel=1e-10, abs=1e-200)


def test_certainties_stay_certain() -> None:
    assert binomial(3, 0) == [1, 0, 0, 0]
    assert binomial(3, 1) == [0, 0, 0, 1]


@pytest.mark.parametrize("most", [ALL, (3, 5), (2, 40), (0, 0)])
@pytest.mark.parametrize("shares", [(0.3, 0.0), (0.0, 0.4), (0.25, 0.5), (1.0, 0.0), (0.5, 0.5), (0.0, 0.0)])
def test_hits_are_thinned_alike_one_by_one_and_all_at_once(monkeypatch, shares, most) -> None:
    hits = [0.0, 0.1, 0.0, 0.2, *binomial(12, 0.4), 0.0]
    hits = [share / sum(hits) for share in hits]
    few = thinned(hits, *shares, most)
    monkeypatch.setattr(chances, "_FEW", 0)
    many = thinned(hits, *shares, most)
    assert sum(few.values()) == pytest.approx(1, abs=1e-12)
    for key in few.keys() | many.keys():
        assert many.get(key, 0) == pytest.approx(few.get(key, 0), abs=1e-14)


def test_thinned_hits_are_binomial() -> None:
    found = thinned([0.0] * 9 + [1.0], 0.2, 0.0, ALL)
    assert [found[n, 0] for n in range(10)] == pytest.approx(binomial(9, 0.2), abs=1e-15)


def test_what_can_change_nothing_more_is_counted_as_the_most() -> None:
    assert together({(2, 1): 0.5, (0, 0): 0.5}, {(1, 1): 1.0}, 2, (3, 2)) == {(3, 2): 0.5, (2, 2): 0.5}


def test_sums_of_counts() -> None:
    assert convolve([0.5, 0.5], [0.5, 0.5]) == [0.25, 0.5, 0.25]
    assert convolve(binomial(20, 0.3), binomial(22, 0.3)) == pytest.approx(binomial(42, 0.3), abs=1e-14)


@pytest.mark.timeout(60)
@pytest.mark.parametrize("shots", [11, 30])
def test_a_hundred_models_with_heavy_weapons_have_odds(shots: int) -> None:
    gun = Weapon("Gun", "heavy", inches(100), 3, 0, shots)
    position = Position(bare_table(), "wolfling")
    line = [(2 + 1.2 * (n % 25), 2 + 1.2 * (n // 25)) for n in range(100)]
    position.unit("a", "blue", line, profile=Profile("A", bs=3), weapons=(gun,))
    position.unit("b", "orange", [(x, y + 20) for x, y in line], profile=Profile("B", t=3, sv=5))
    volley, _ = plan_volley(ruleset(), position.battle("shooting"), Shoot("a", "b"))
    assert volley is not None
    assert volley.shots == 100 * shots
    found = odds(ruleset(), volley)
    each = found.unsaved / volley.shots
    wanted = binomial(volley.shots, each)
    assert 0.05 < each < 0.5
    assert found.casualties[:100] == pytest.approx(wanted[:100], abs=1e-12)
    assert found.at_least(100) == pytest.approx(sum(wanted[100:]), abs=1e-12)
