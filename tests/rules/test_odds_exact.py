"""The odds against another exact method, over all kinds of volleys and the house rules that touch them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.rules.dealing import House, deal
from tests.rules.volleys import COVERS, FIRERS, TARGETS, battle_of, shot
from wolfling_gui.files.rulesets import load_catalogue
from wolfling_gui.rules.catalogue import Origin
from wolfling_gui.rules.classic.shooting import plan_volley
from wolfling_gui.rules.odds import odds
from wolfling_gui.rules.registry import build
from wolfling_gui.rules.ruleset import Ruleset

CHANGES = {
    "rerolls": ("CL-GEN-4", "max_rerolls_per_die", 0, False),
    "deaths_first": ("CL-WND-12", "order", ("ordinary", "instant_death"), False),
    "whole_first": ("CL-WND-12", "remove_unwounded_first", False, False),
    "together": ("CL-SHOOT-12", "allocate_together", False, False),
    "even": ("CL-WND-1", "even_spread", False, False),
    "saves": ("CL-WND-8", "saves_per_wound", 2, 2),
}
SWITCHES = (
    None,
    ("CL-WPN-15", "trigger", 5),
    ("CL-WPN-15", "trigger", 3),
    ("CL-WPN-15", "trigger_roll", "to_hit"),
)
HOUSES = st.sets(st.sampled_from(sorted(CHANGES)), max_size=2)


def ruleset(house: set[str], switch: tuple[str, str, object] | None) -> Ruleset:
    catalogue = load_catalogue("classic")
    changes = [CHANGES[name][:3] for name in sorted(house)] + ([switch] if switch else [])
    for rule, name, value in changes:
        catalogue = catalogue.with_value(rule, name, value, Origin())
    return build("classic", catalogue)


@pytest.mark.timeout(1800)
@given(FIRERS, TARGETS, COVERS, HOUSES, st.sampled_from(SWITCHES))
def test_odds_are_those_of_dealing_every_wound(firers, targets, cover, house, switch) -> None:
    rules = ruleset(house, switch)
    battle = battle_of(firers, targets)
    volley, _ = plan_volley(rules, battle, shot(cover))
    assert volley is not None
    other = deal(volley, House(**{name: CHANGES[name][3] for name in house}))
    found = odds(rules, volley)
    assert found.exact
    assert sum(other.casualties) == 1
    for ours, theirs in zip(found.casualties, other.casualties, strict=True):
        assert ours == pytest.approx(float(theirs), abs=1e-12)
    assert found.expected == pytest.approx(
        float(sum(n * share for n, share in enumerate(other.casualties))), abs=1e-11
    )
    assert found.unsaved == pytest.approx(float(other.unsaved), abs=1e-11)


@given(FIRERS, TARGETS, COVERS)
def test_a_choice_is_named_exactly_where_the_owner_has_one(firers, targets, cover) -> None:
    rules = ruleset(set(), None)
    volley, _ = plan_volley(rules, battle_of(firers, targets), shot(cover))
    assert volley is not None
    found = odds(rules, volley)
    if len(volley.targets) == 1:
        assert found.assumes == ()
    assert set(found.assumes) <= {"in_order"}
