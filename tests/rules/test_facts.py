"""Check the seam between the table and the rules: facts that are measured, and facts that are declared."""

from __future__ import annotations

import msgspec
import pytest

from tests.builders import CARBINE, RIFLE, Position, bare_table, deck, place, ruleset
from wolfling_gui.core.actions import NOTHING_SAID, DeclaredFacts, Shoot
from wolfling_gui.core.lengths import inches
from wolfling_gui.core.terrain import Marker
from wolfling_gui.core.verdict import Refusal
from wolfling_gui.rules.classic.scoring import control_changes
from wolfling_gui.rules.classic.shooting import facts_measured, plan_volley
from wolfling_gui.rules.engine import check
from wolfling_gui.rules.facts import level_between, measured


def facing(firers, targets, table=None, weapons=(RIFLE,)):
    position = Position(table or bare_table()).unit("a", "blue", firers, weapons=weapons)
    return position.unit("b", "orange", targets).battle("shooting")


def bare(battle):
    return battle.with_models(msgspec.structs.replace(m, place=None) for m in battle.models.values())


def test_facts_of_one_model_go_before_those_of_the_volley():
    whole = DeclaredFacts(inches(7), "clear", "room", 5, "same", "R1")
    action = Shoot("a", "b", {}, whole, {"a-2": DeclaredFacts(inches(9), zone="none")})
    assert action.facts_of("a-1") == whole
    assert action.facts_of("a-2") == DeclaredFacts(inches(9), "clear", "none", 5, "same", "")


def test_everything_is_measured_from_positions():
    battle = facing([(3, 4), (11.5, 4)], [(7, 4)], deck())
    rules = ruleset()
    found = facts_measured(rules, battle, Shoot("a", "b"))
    room, corridor = found["a-1"], found["a-2"]
    assert (room.zone, room.zone_name, room.sight, room.cover, room.level) == (
        "room",
        "R1",
        "clear",
        5,
        "same",
    )
    assert room.range == inches(4) - 2500
    assert (corridor.zone, corridor.zone_name) == ("none", "")


def test_measured_facts_give_the_same_volley_without_positions():
    battle = facing([(3, 4), (11.5, 4)], [(7, 4), (9, 4)], deck())
    rules = ruleset()
    facts = facts_measured(rules, battle, Shoot("a", "b"))
    before, _ = plan_volley(rules, battle, Shoot("a", "b"))
    after, _ = plan_volley(rules, bare(battle), Shoot("a", "b", facts_by_model=facts))
    assert before is not None
    assert after is not None
    assert len(before.groups) == 2
    for one, other in zip(before.groups, after.groups, strict=True):
        assert [s.model for s in one.shooters] == [s.model for s in other.shooters]
        assert one.shots == other.shots
        assert one.to_hit.total == other.to_hit.total
        assert one.cover.total == other.cover.total


def test_what_is_not_seen_is_blocked_at_the_range_of_its_nearest_model():
    battle = facing([(3, 4)], [(26, 4), (28, 4)], deck(D1="shut", D2="shut"))
    found = measured(ruleset(), battle, battle.models["a-1"], battle.units["b"], NOTHING_SAID)
    assert found.sight == "blocked"
    assert found.range == inches(23) - 2500


def test_without_positions_nothing_is_measured_and_the_shot_asks():
    battle = bare(facing([(3, 4)], [(7, 4)]))
    assert facts_measured(ruleset(), battle, Shoot("a", "b")) == {"a-1": NOTHING_SAID}
    verdict = check(ruleset(), battle, Shoot("a", "b"))
    assert isinstance(verdict, Refusal)
    assert {f.effect for f in verdict.findings} >= {"asks"}


@pytest.mark.parametrize(
    ("levels", "expected"),
    [((0, 0), "same"), ((0, 1), "same"), ((1, 2), "above"), ((1, 1, 0), "above"), ((-1, -1), "below")],
)
def test_the_level_is_where_half_the_target_stands(levels, expected):
    battle = facing([(3, 4)], [(10 + n, 4, level) for n, level in enumerate(levels)])
    assert level_between(battle, battle.models["a-1"], battle.units["b"]) == expected


def test_facts_of_a_model_that_is_not_in_the_battle_are_refused():
    battle = facing([(3, 4)], [(7, 4)])
    verdict = check(ruleset(), battle, Shoot("a", "b", facts_by_model={"ghost": DeclaredFacts(inches(3))}))
    assert [f.says for f in verdict.findings if f.effect == "forbids"] == ["action.unknown"]


def test_owners_of_objectives_stay_as_declared_where_nobody_has_a_place():
    battle = facing([(3, 4)], [(20, 4)], weapons=(CARBINE,))
    marker = Marker("O1", place((30, 30)).at, owner="orange")
    battle = battle.with_table(battle.table.with_objective(marker))
    rules = ruleset()
    assert control_changes(rules, battle).table.objectives["O1"].owner == ""
    assert control_changes(rules, bare(battle)).table.objectives["O1"].owner == "orange"
