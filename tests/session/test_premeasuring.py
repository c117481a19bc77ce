"""Without measuring in advance a target shows no range, no odds and no count of who is in range."""

from __future__ import annotations

import pytest

from tests.builders import Position, session
from wolfling_gui.core.battle import Battle
from wolfling_gui.core.verdict import Permit
from wolfling_gui.files.rulesets import load_catalogue
from wolfling_gui.rules import registry
from wolfling_gui.rules.catalogue import Origin
from wolfling_gui.rules.ruleset import Ruleset
from wolfling_gui.session.preview import target, targets


@pytest.fixture
def rules() -> Ruleset:
    catalogue = load_catalogue("classic").with_value("CL-GEN-9", "premeasure_allowed", False, Origin("house"))
    return registry.build("classic", catalogue)


def battle(gap: float) -> Battle:
    position = Position(ruleset="classic")
    position.unit("a", "blue", [(2, 10), (2, 12)]).unit("b", "orange", [(2 + gap, 10)])
    return position.battle("shooting")


def test_a_target_looks_the_same_in_range_and_out_of_range(rules: Ruleset) -> None:
    near, far = (target(rules, battle(gap), "a", "b") for gap in (12, 30))
    for shown in (near, far):
        assert not shown.measured
        assert shown.gap is None
        assert shown.odds is None
        assert shown.legal
        assert isinstance(shown.verdict, Permit)
    assert near.verdict.findings == far.verdict.findings
    assert near.volley is not None
    assert far.volley is not None
    assert near.volley.firers == far.volley.firers
    assert [g.to_hit for g in near.volley.groups] == [g.to_hit for g in far.volley.groups]
    assert all(s.context.range == 0 for g in far.volley.groups for s in g.shooters)


def test_what_is_not_seen_is_still_refused(rules: Ruleset) -> None:
    fight = battle(12)
    hidden = fight.with_place("b-1", None)
    shown = target(rules, hidden, "a", "b")
    assert not shown.legal
    assert shown.reason is not None


def test_targets_are_not_sorted_by_their_distance(rules: Ruleset) -> None:
    position = Position(ruleset="classic").unit("a", "blue", [(2, 10)])
    position.unit("far", "orange", [(40, 10)]).unit("near", "orange", [(10, 20)])
    assert [t.unit for t in targets(rules, position.battle("shooting"), "a")] == ["far", "near"]


def test_with_measuring_in_advance_everything_is_shown() -> None:
    running = session(battle(12))
    shown = target(running.rules, running.settled, "a", "b")
    assert shown.measured
    assert shown.gap is not None
    assert shown.odds is not None
