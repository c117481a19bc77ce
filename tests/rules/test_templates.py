"""A template that could cover more of its target is warned of, and none that could not (CL-WPN-11)."""

from __future__ import annotations

import pytest

from tests.builders import CARBINE, Position, ruleset
from wolfling_gui.core.actions import Shoot, Waypoint
from wolfling_gui.core.forces import Weapon
from wolfling_gui.core.lengths import at, inches
from wolfling_gui.rules.classic.shooting import check
from wolfling_gui.session.explain import explain_finding

FLAMER = Weapon("flamer", "assault", inches(8), 4, 5, 1, ("template",))


@pytest.fixture
def battle():
    position = Position(ruleset="classic").unit("burner", "blue", [(10, 10)], weapons=[FLAMER])
    position.unit("foes", "orange", [(16, 10), (16, 11.5), (10, 16)], weapons=[CARBINE])
    return position.battle("shooting")


@pytest.mark.parametrize(("aim", "warned"), [((10, 20), 1), ((20, 11.2), 0), (None, 0)])
def test_only_a_place_that_is_not_the_best_is_warned_of(battle, aim, warned):
    aims = {"burner-1": Waypoint(at(*aim))} if aim else {}
    _, findings = check(ruleset("classic"), battle, Shoot("burner", "foes", aims=aims))
    fewer = [f for f in findings if f.says == "template.covers_fewer"]
    assert len(fewer) == warned
    assert all((f.effect, f.value, f.limit) == ("warns", 1, 2) for f in fewer)
    for finding in fewer:
        text = explain_finding(finding, battle).text
        assert text == "Burner 1’s template could touch 2 of Foes; here it touches 1."
