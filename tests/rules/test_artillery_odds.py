"""The odds of shots at guns and crew: by hand, and against the procedure rolled many times (CL-UT-10)."""

from __future__ import annotations

from math import sqrt
from statistics import NormalDist

import msgspec
import pytest

from tests.builders import ruleset
from tests.rules.test_odds_simulated import FALSE_ALARM, rolled, together
from tests.rules.volleys import battle_of, shot
from wolfling_gui.core.battle import Battle
from wolfling_gui.core.forces import Weapon
from wolfling_gui.core.lengths import inches
from wolfling_gui.core.verdict import Permit
from wolfling_gui.rules.engine import check
from wolfling_gui.rules.odds import Odds
from wolfling_gui.session.preview import chances_of

ONE = Weapon("One", "assault", inches(24), 4, 0, 1)
STRONG = Weapon("Strong", "assault", inches(24), 7, 4, 2)
RENDER = Weapon("Ripper", "assault", inches(24), 5, 6, 3, ("rending",))
SURE = Weapon("Sure", "assault", inches(24), 9, 2, 1)
GUN = (1, 4, 0, 0, (), 0)


def battery(firers, guns: int, crew: list) -> Battle:
    """Return a battle without places: so many guns with their crew are shot at."""
    battle = battle_of(firers, [(guns, *GUN), *crew])
    changed = []
    for name in battle.units["reds"].models:
        model = battle.models[name]
        rules = ("gun",) if name.startswith("r0") else model.profile.rules
        profile = msgspec.structs.replace(model.profile, unit_type="artillery", rules=rules)
        changed.append(msgspec.structs.replace(model, profile=profile))
    return battle.with_models(changed)


def odds_of(battle: Battle, cover: int = 0) -> Odds:
    rules = ruleset("classic")
    granted = check(rules, battle, shot(cover))
    assert isinstance(granted, Permit)
    found = chances_of(rules, battle, granted.plan)
    assert found is not None
    return found


def test_one_shot_at_a_gun_and_its_only_crewman_by_hand():
    found = odds_of(battery([(4, ONE)], 1, [(1, 1, 4, 0, 0, (), 0)]))
    gun, crew = 2 / 3 * 2 / 3 / 6, 2 / 3 / 3 / 2
    assert found.casualties == pytest.approx((1 - gun - crew, gun, crew), abs=1e-12)
    assert found.hits == pytest.approx(2 / 3)
    assert found.wounds == pytest.approx(gun + crew)
    assert found.unsaved == pytest.approx(gun + crew)


def test_cover_saves_a_gun_and_never_breaking_it_leaves_the_crew():
    covered = odds_of(battery([(4, SURE)], 2, [(2, 1, 4, 0, 0, (), 0)]), cover=4)
    assert covered.casualties[1] == pytest.approx(2 / 3 * (2 / 3 / 2 + 1 / 3 * 5 / 6 / 2), abs=1e-12)
    weak = msgspec.structs.replace(ONE, s=3)
    harmless = odds_of(battery([(4, weak)], 2, [(2, 1, 4, 0, 0, (), 0)]))
    assert harmless.casualties[1] == pytest.approx(2 / 3 / 3 / 3, abs=1e-12)


@pytest.mark.parametrize(
    ("firers", "guns", "crew", "cover"),
    [
        ([(4, STRONG), (4, STRONG), (3, RENDER)], 2, [(2, 1, 3, 5, 0, (), 0), (1, 2, 4, 4, 0, (), 0)], 5),
        ([(4, SURE)] * 4, 3, [(2, 1, 3, 0, 0, (), 0)], 0),
    ],
)
def test_the_odds_agree_with_rolling_the_procedure(firers, guns, crew, cover):
    battle, runs = battery(firers, guns, crew), 2_000
    found = odds_of(battle, cover)
    assert sum(found.casualties) == pytest.approx(1, abs=1e-12)
    classes = together(rolled(ruleset("classic"), battle, cover, runs, 11), found.casualties, runs)
    assert len(classes) > 2
    bound = NormalDist().inv_cdf(1 - FALSE_ALARM / 2 / len(classes))
    for count, chance in classes:
        assert abs(count - runs * chance) <= bound * sqrt(runs * chance * (1 - chance))
