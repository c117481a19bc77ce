"""Places to begin with: for units set up or arriving, and for models that a question asks to set down."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from tests.builders import Position, bare_table, deck, ruleset
from wolfling_gui.core.actions import Deploy
from wolfling_gui.core.battle import Battle
from wolfling_gui.core.clock import Clock
from wolfling_gui.core.forces import Place
from wolfling_gui.core.lengths import at, distance, inches
from wolfling_gui.core.requests import Put
from wolfling_gui.core.table import Table
from wolfling_gui.core.terrain import DeploymentZone
from wolfling_gui.core.verdict import Permit
from wolfling_gui.files.locations import rulesets_dir
from wolfling_gui.files.scenario import read_scenario
from wolfling_gui.files.setup import new_battle
from wolfling_gui.rules.classic.layouts import covers
from wolfling_gui.rules.classic.scoring import control_changes
from wolfling_gui.rules.engine import check, judge_answer
from wolfling_gui.session.placing import arranged, by_hand, coming_down, proposal, proposed, turned, where_to

SCENARIOS = sorted((rulesets_dir() / "scenarios").glob("*.yaml"))


def falling(count: int, enemies: list[tuple[float, float]], table: Table | None = None) -> Battle:
    position = Position(table or bare_table(), "wolfling" if table else "classic")
    position.unit("drop", "blue", [(1, 1)] * count, in_reserve="arriving:deep_strike", rules=("deep_strike",))
    position.unit("enemy", "orange", enemies)
    battle = position.battle(turn=2)
    return battle.with_models([msgspec.structs.replace(m, place=None) for m in battle.members("drop")])


def asked(battle: Battle, says: str, models: tuple[str, ...]) -> Put:
    return Put(rule="CL-TURN-10", side="orange", says=says, about=("drop",), models=models)


def refused(battle: Battle, request: Put) -> list[str]:
    rules = ruleset(battle.ruleset)
    found = judge_answer(rules, battle, request, proposed(rules, battle, request))
    return [f.says for f in found if f.effect == "forbids"]


def test_a_mishapped_unit_is_proposed_where_the_rules_allow_it() -> None:
    battle = falling(5, [(24, 24), (20, 20), (28, 28)])
    request = asked(battle, "put.mishap", battle.units["drop"].models)
    assert set(proposed(ruleset("classic"), battle, request)) == set(request.models)
    assert refused(battle, request) == []


def test_indoors_it_is_proposed_inside_a_room_and_not_in_a_wall() -> None:
    battle = falling(3, [(30, 4)], deck())
    assert refused(battle, asked(battle, "put.mishap", battle.units["drop"].models)) == []


def test_the_rest_of_a_unit_goes_round_its_first_model() -> None:
    battle = falling(7, [(40, 40)])
    first, *others = battle.units["drop"].models
    here = msgspec.structs.replace(battle.models[first], place=None)
    battle = battle.with_model(here)
    battle = battle.with_place(first, Place(at(12, 12)))
    request = asked(battle, "put.deep_strike", tuple(others))
    places = proposed(ruleset("classic"), battle, request)
    assert set(places) == set(others)
    assert all(distance(place.at, at(12, 12)) <= inches(1.1) for place in places.values())
    assert refused(battle, request) == []


def test_a_unit_set_up_faces_the_edge_across_the_table() -> None:
    for edge, facing in (("south", 90), ("north", 270), ("west", 0), ("east", 180)):
        battle = falling(4, [(40, 40)])
        own = msgspec.structs.replace(battle.side("blue"), edge=edge)
        battle = msgspec.structs.replace(battle, sides=(own, battle.side("orange")))
        assert {p.facing for p in arranged(ruleset("classic"), battle, "drop").values()} == {facing}
        turned = battle.with_place("drop-1", Place(at(5, 5), 0, 45))
        assert arranged(ruleset("classic"), turned, "drop")["drop-1"].facing == 45


def test_an_arriving_unit_is_arranged_in_the_strip_along_its_edge() -> None:
    battle = falling(6, [(40, 40)])
    unit = msgspec.structs.replace(battle.units["drop"], in_reserve="arriving:outflank:west")
    battle = battle.with_unit(unit)
    ((level, strip),) = where_to(ruleset("classic"), battle, "drop")
    assert level == 0
    assert max(p.x for p in strip) == inches(6)
    places = arranged(ruleset("classic"), battle, "drop", at(3, 30))
    assert len(places) == 6
    assert all(0 < place.at.x < inches(6) for place in places.values())
    assert all(abs(place.at.y - inches(30)) < inches(5) for place in places.values())


def test_turning_keeps_a_unit_as_it_stands_and_adds_to_every_facing() -> None:
    places = {"a": Place(at(10, 10), 0, 350), "b": Place(at(12, 10), 0, 0), "c": Place(at(30, 30), 0, 7)}
    quarter = turned(places, ("a", "b"), 90)
    assert quarter == {"a": Place(at(11, 9), 0, 80), "b": Place(at(11, 11), 0, 90), "c": places["c"]}
    assert turned(places, ("c",), -15)["c"] == Place(at(30, 30), 0, 352)
    assert turned(places, (), 90) == places
    # Sixteen turns of an eighth go round twice; rounding leaves less than 0.01 inch.
    round_twice = places
    for _ in range(16):
        round_twice = turned(round_twice, ("a", "b"), 45)
    assert all(distance(round_twice[n].at, places[n].at) <= 25 for n in places)
    assert [round_twice[n].facing for n in places] == [350, 0, 7]


@pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: path.stem)
def test_a_whole_force_is_proposed_legal_and_without_overlap(path: Path) -> None:
    scenario = read_scenario(path)
    rules = ruleset(scenario.ruleset)
    battle = new_battle(scenario)
    order = tuple(side.id for side in battle.sides)
    for side in order:
        battle = battle.with_clock(Clock(step="deployment", side=side, order=order))
        found = proposal(rules, battle, side)
        assert set(found) == {unit.id for unit in battle.units_of(side)}
        for unit, places in found.items():
            action = Deploy(unit, places)
            verdict = check(rules, battle, action)
            assert isinstance(verdict, Permit), (unit, verdict)
            battle = battle.with_places(places)
    own = [
        z.side
        for m in battle.table.objectives.values()
        for z in battle.table.deployment
        if m.level == z.level and any(covers(p, m.at) for p in z.polygons)
    ]
    holding = {m.owner for m in control_changes(rules, battle).table.objectives.values()}
    assert set(own) <= holding


def test_a_proposal_leaves_out_reserves_and_units_without_room() -> None:
    position = Position(bare_table(), "classic")
    position.unit("kept", "blue", [(1, 1)], in_reserve="edge")
    position.unit("sneaks", "blue", [(1, 1)], rules=("infiltrate",))
    position.unit("many", "blue", [(1, 1)] * 30)
    position.unit("few", "blue", [(1, 1)] * 2)
    battle = position.battle("deployment", turn=0)
    battle = battle.with_models([msgspec.structs.replace(m, place=None) for m in battle.models.values()])
    small = DeploymentZone("blue", ((at(0, 0), at(6, 0), at(6, 3), at(0, 3)),))
    battle = battle.with_table(msgspec.structs.replace(battle.table, deployment=(small,)))
    assert set(proposal(ruleset("classic"), battle, "blue")) == {"few"}


def test_where_a_landing_would_fail_plain_rings_show_what_is_in_the_way() -> None:
    battle = falling(2, [(20, 21.2)])
    rules = ruleset("classic")
    places, causes = coming_down(rules, battle, "drop", at(10, 10), 0, 270)
    assert (causes, {p.facing for p in places.values()}) == ((), {270})
    places, causes = coming_down(rules, battle, "drop", at(20, 20), 0, 270)
    assert len(places) == 2
    assert {f.says for f in causes} >= {"place.deep_strike_enemy"}


def test_an_arriving_unit_without_room_in_ranks_waits_in_a_ring_on_its_strip_to_be_dragged() -> None:
    position = Position(bare_table(), "classic")
    position.unit("late", "blue", [(1, 1)] * 4, in_reserve="arriving:edge")
    battle = position.battle(turn=2)
    battle = battle.with_models([msgspec.structs.replace(m, place=None) for m in battle.members("late")])
    places = by_hand(ruleset("classic"), battle, "late")
    assert set(places) == set(battle.units["late"].models)
    spots = [place.at for place in places.values()]
    assert len({(spot.x, spot.y) for spot in spots}) == 4
    assert all(spot.y < inches(8) for spot in spots)
