"""The odds count the very saves that are rolled: one a wound, or several by house rule."""

from __future__ import annotations

import pytest

from tests.builders import Position, bare_table
from wolfling_gui.core.actions import Shoot
from wolfling_gui.core.forces import Profile, Weapon
from wolfling_gui.core.lengths import inches
from wolfling_gui.files.rulesets import load_catalogue
from wolfling_gui.rules.catalogue import Origin
from wolfling_gui.rules.classic.shooting import plan_volley
from wolfling_gui.rules.odds import odds
from wolfling_gui.rules.registry import build
from wolfling_gui.rules.ruleset import Ruleset

GUN = Weapon("Gun", "assault", inches(24), 4, 0, 1)


def house(rule: str, name: str, value: object) -> Ruleset:
    return build("classic", load_catalogue("classic").with_value(rule, name, value, Origin()))


def expected(rules: Ruleset, weapon: Weapon, **profile: int) -> float:
    position = Position(bare_table(), "classic")
    position.unit("a", "blue", [(10, 10)], profile=Profile("A", bs=4), weapons=(weapon,))
    position.unit("b", "orange", [(20, 10)], profile=Profile("B", t=4, **profile))
    volley, _ = plan_volley(rules, position.battle("shooting"), Shoot("a", "b"))
    assert volley is not None
    return odds(rules, volley).expected


HIT_AND_WOUND = 4 / 6 * 3 / 6


def test_one_save_is_counted_and_with_a_house_rule_the_next_one_too() -> None:
    one = build("classic", load_catalogue("classic"))
    two = house("CL-WND-8", "saves_per_wound", 2)
    assert expected(one, GUN, sv=4, invulnerable=5) == pytest.approx(HIT_AND_WOUND * 1 / 2)
    assert expected(two, GUN, sv=4, invulnerable=5) == pytest.approx(HIT_AND_WOUND * 1 / 2 * 2 / 3)


def test_a_wound_that_removes_outright_takes_a_model_of_several_wounds() -> None:
    one = build("classic", load_catalogue("classic"))
    swept = Weapon("Sweep", "assault", inches(24), 4, 0, 1, ("removed_outright",))
    assert expected(one, GUN, w=3) == 0
    assert expected(one, swept, w=3, sv=2) == pytest.approx(HIT_AND_WOUND)
