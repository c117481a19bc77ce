"""Coming onto the table: strips, rings, walls, and places set by the opponent."""

from __future__ import annotations

import math

import msgspec
import pytest

from tests.builders import Position, bare_table, deck, play, ruleset, session
from wolfling_gui.core.actions import DeepStrike, KeepInReserve
from wolfling_gui.core.battle import Battle, Edge
from wolfling_gui.core.lengths import at, inches
from wolfling_gui.core.procedure import Resolution
from wolfling_gui.core.requests import Put
from wolfling_gui.core.table import Table
from wolfling_gui.core.verdict import Permit
from wolfling_gui.rules import engine
from wolfling_gui.rules.classic import arrivals, edges
from wolfling_gui.rules.reserves import methods_of
from wolfling_gui.session.session import AnswerRefused


def falling(count: int, table: Table | None = None, name: str = "classic", **other: object) -> Battle:
    """Return a battle in which the unit “drop” arrives by deep strike and an enemy stands at (40, 40)."""
    position = Position(table or bare_table(), name)
    position.unit("drop", "blue", [(1, 1)] * count, in_reserve="arriving:deep_strike", rules=("deep_strike",))
    position.unit("enemy", "orange", other.get("enemies", [(40, 40)]))  # type: ignore[arg-type]
    battle = position.battle(turn=2)
    models = [msgspec.structs.replace(m, place=None) for m in battle.members("drop")]
    return battle.with_models(models)


@pytest.mark.parametrize(("count", "rings"), [(1, [0]), (7, [0, 6]), (8, [0, 6, 1]), (19, [0, 6, 12])])
def test_models_stand_in_full_rings_touching_the_ring_before(count: int, rings: list[int]) -> None:
    battle = falling(count)
    places = arrivals.landing(ruleset("classic"), battle, battle.units["drop"], at(20, 20), 0)
    assert len(places) == count
    away = [math.hypot(p.at.x - inches(20), p.at.y - inches(20)) / 2500 for p in places.values()]
    for ring, wanted in enumerate(rings):
        assert sum(1 for a in away if abs(a - ring) < 0.01) == (wanted or 1)
    findings = arrivals.landing_findings(ruleset("classic"), battle, battle.units["drop"], places)
    assert not [f for f in findings if f.effect == "forbids"]


def test_a_landing_on_the_edge_of_the_table_has_no_places() -> None:
    battle = falling(1)
    rules, unit = ruleset("classic"), battle.units["drop"]
    assert arrivals.landing(rules, battle, unit, at(0.49, 20), 0) == {}
    assert arrivals.mishap_causes(rules, battle, unit, at(0.49, 20), 0)[0].says == "place.off_table"
    assert arrivals.landing(rules, battle, unit, at(0.4922, 20), 0)


def test_nobody_lands_in_a_wall() -> None:
    battle = falling(1, deck(), "wolfling", enemies=[(30, 4)])
    rules, unit = ruleset("wolfling"), battle.units["drop"]
    assert arrivals.landing(rules, battle, unit, at(9.7, 1.5), 0) == {}
    causes = arrivals.mishap_causes(rules, battle, unit, at(9.7, 1.5), 0)
    assert [(f.rule, f.says) for f in causes] == [("CL-TURN-10", "place.in_wall")]
    assert arrivals.landing(rules, battle, unit, at(9, 1.5), 0)


def test_a_scatter_is_the_same_in_every_run() -> None:
    battle = falling(5)
    rules = ruleset("classic")
    granted = engine.check(rules, battle, DeepStrike("drop", at(24, 24)))
    assert isinstance(granted, Permit)
    answers = [{"degrees": 90}, [3, 4]]
    runs = [Resolution(lambda: engine.resolve(rules, granted), answers).outcome for _ in range(2)]
    assert runs[0] == runs[1]
    assert runs[0] is not None
    first = runs[0].battle.models["drop-1"].place
    assert first is not None
    assert first.at == at(24, 31)


def test_a_place_the_rules_refuse_is_not_taken_and_not_recorded() -> None:
    running = session(falling(1, enemies=[(25.5, 24)]))
    running.perform(DeepStrike("drop", at(24, 24)))
    running.give({"hit": True})
    running.give([3])
    assert isinstance(running.request, Put)
    assert running.request.side == "orange"
    begun = running.recorder.history.open
    assert begun is not None
    assert len(begun.answers) == 2
    near = {"drop-1": {"at": [inches(25.5), inches(25.2)]}}
    assert [f.says for f in running.judge(near) if f.effect == "forbids"] == ["place.deep_strike_enemy"]
    with pytest.raises(AnswerRefused) as refused:
        running.give(near)
    assert [f.rule for f in refused.value.findings] == ["CL-TURN-10"]
    assert isinstance(running.request, Put)
    begun = running.recorder.history.open
    assert begun is not None
    assert len(begun.answers) == 2
    running.give({"drop-1": {"at": [inches(10), inches(10)]}})
    assert running.request is None
    assert running.settled.units["drop"].in_reserve == ""


@pytest.mark.parametrize(
    ("edge", "left", "right"),
    [
        ("south", "west", "east"),
        ("north", "east", "west"),
        ("west", "north", "south"),
        ("east", "south", "north"),
    ],
)
def test_left_and_right_are_those_of_an_owner_who_looks_onto_the_table(
    edge: Edge, left: Edge, right: Edge
) -> None:
    assert edges.LEFT[edge] == left
    assert edges.OPPOSITE[edges.LEFT[edge]] == right


@pytest.mark.parametrize(
    ("method", "corners"),
    [
        ("edge", (at(0, 0), at(48, 0), at(48, 6), at(0, 6))),
        ("outflank:west", (at(0, 0), at(6, 0), at(6, 48), at(0, 48))),
        ("outflank:east", (at(42, 0), at(48, 0), at(48, 48), at(42, 48))),
    ],
)
def test_the_strip_reaches_as_far_as_the_unit_moves(method: str, corners: object) -> None:
    battle = falling(2)
    unit = msgspec.structs.replace(battle.units["drop"], in_reserve=f"arriving:{method}")
    assert arrivals.strip(ruleset("classic"), battle.with_unit(unit), unit) == (corners,)


def test_the_methods_of_a_unit_are_those_its_rules_give() -> None:
    rules = ruleset("classic")
    battle = falling(2)
    unit = battle.units["drop"]
    assert methods_of(rules, battle, unit) == ("edge", "deep_strike")
    both = msgspec.structs.replace(unit, rules=("infiltrate", "deep_strike"))
    assert methods_of(rules, battle.with_unit(both), both) == ("edge", "outflank", "deep_strike")
    bare = msgspec.structs.replace(unit, rules=())
    assert methods_of(rules, battle.with_unit(bare), bare) == ("edge",)


def test_a_rule_that_only_some_models_bear_is_not_the_unit_s() -> None:
    rules = ruleset("classic")
    battle = falling(2)
    one = battle.models["drop-1"]
    scout = msgspec.structs.replace(one, profile=msgspec.structs.replace(one.profile, rules=("scouts",)))
    some = battle.with_model(scout)
    assert "outflank" not in methods_of(rules, some, some.units["drop"])
    other = some.models["drop-2"]
    every = some.with_model(msgspec.structs.replace(other, profile=scout.profile))
    assert "outflank" in methods_of(rules, every, every.units["drop"])


def test_a_unit_cannot_be_kept_back_once_the_battle_has_begun() -> None:
    battle = falling(1)
    verdict = engine.check(ruleset("classic"), battle, KeepInReserve("drop"))
    assert "CL-DEP-8" in {f.rule for f in verdict.findings if f.effect == "forbids"}


@pytest.mark.parametrize(("given", "faces"), [(None, 90), (0, 0), (450, 90), (-15, 345)])
def test_a_unit_that_comes_down_faces_as_its_player_says_else_across_the_table(
    given: int | None, faces: int
) -> None:
    running = session(falling(3))
    assert isinstance(running.perform(DeepStrike("drop", at(20, 20), facing=given)), Permit)
    play(running, {"hit": True})
    assert [m.place.facing for m in running.battle.standing("drop") if m.place] == [faces] * 3
