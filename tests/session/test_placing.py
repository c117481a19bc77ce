"""Places to begin with: for units set up or arriving, and for models that a question asks to set down."""

from __future__ import annotations

import msgspec

from tests.builders import Position, bare_table, deck, ruleset
from wolfling_gui.core.battle import Battle
from wolfling_gui.core.forces import Place
from wolfling_gui.core.lengths import at, distance, inches
from wolfling_gui.core.requests import Put
from wolfling_gui.core.table import Table
from wolfling_gui.rules.engine import judge_answer
from wolfling_gui.session.placing import arranged, proposed, where_to


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
