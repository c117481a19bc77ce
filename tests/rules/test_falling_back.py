"""Falling back out of fights, inside, from upper floors, and by which edge."""

from __future__ import annotations

from dataclasses import replace

import msgspec
import pytest

from tests.builders import TROOPER, Position, bare_table, deck, driven, ruleset
from wolfling_gui.core.battle import Battle, Edge, Side
from wolfling_gui.core.forces import Condition
from wolfling_gui.core.lengths import at, inches, to_inches
from wolfling_gui.core.table import Table
from wolfling_gui.core.terrain import DeploymentZone, Floor, Structure
from wolfling_gui.rules.catalogue import Origin
from wolfling_gui.rules.classic.edges import own_edge
from wolfling_gui.rules.classic.falling_back import fall_back
from wolfling_gui.rules.classic.falling_places import judge, proposed_places, question
from wolfling_gui.rules.classic.flight import flight_of
from wolfling_gui.rules.classic.layouts import rectangle
from wolfling_gui.rules.classic.regroup import turn_at_bay
from wolfling_gui.rules.facts import unit_gap
from wolfling_gui.rules.findings import forbids
from wolfling_gui.rules.placing import stacked

CLASSIC = ruleset("classic")


def where(battle: Battle, model: str) -> tuple[float, float]:
    place = battle.models[model].place
    assert place is not None
    return round(to_inches(place.at.x), 2), round(to_inches(place.at.y), 2)


def fight(y: float, enemy_y: float) -> Battle:
    position = Position(bare_table(), "classic").unit("flees", "blue", [(20, y)])
    return position.unit("enemy", "orange", [(20, enemy_y)]).battle("assault")


def test_a_unit_runs_through_those_it_fought() -> None:
    battle = fight(20, 19.016)
    after, entries = driven(fall_back(CLASSIC, battle, "flees", "CL-MOR-1", frozenset({"enemy"})), [3, 4])
    assert where(after, "flees-1") == (20, 13)
    assert [entry.says for entry in entries] == ["did.fell_back"]
    assert after.units["flees"].has("falling_back")


def test_without_leave_to_run_through_them_it_goes_round() -> None:
    after, _ = driven(fall_back(CLASSIC, fight(20, 16), "flees", "CL-MOR-1"), [3, 4])
    assert where(after, "flees-1") != (20, 13)
    assert where(after, "flees-1")[1] > 13


def test_who_would_end_within_an_inch_of_them_goes_on_until_clear() -> None:
    battle = fight(20, 14)
    after, _ = driven(fall_back(CLASSIC, battle, "flees", "CL-MOR-1", frozenset({"enemy"})), [2, 3])
    apart = unit_gap(CLASSIC, after, "flees", "enemy")
    assert apart is not None
    assert inches(1) < apart <= inches(1) + 10
    assert where(after, "flees-1")[0] == 20
    assert where(after, "flees-1")[1] < 14


def test_who_is_clear_of_them_only_off_the_table_leaves_it() -> None:
    battle = fight(6, 1.2)
    after, entries = driven(fall_back(CLASSIC, battle, "flees", "CL-MOR-1", frozenset({"enemy"})), [2, 2])
    assert after.models["flees-1"].casualty
    assert [entry.says for entry in entries] == ["did.must_fall_back", "did.fled_the_table"]


def test_with_the_rule_off_nobody_is_run_through() -> None:
    rules = replace(CLASSIC, catalogue=CLASSIC.catalogue.with_rule("CL-MOR-8", False, "test"))
    battle = fight(20, 16)
    assert flight_of(rules, battle, battle.units["flees"], inches(7), frozenset({"enemy"})) == flight_of(
        rules, battle, battle.units["flees"], inches(7)
    )


def test_falling_back_ends_a_stay_on_the_ground_and_a_fight() -> None:
    battle = fight(20, 24)
    for kind in ("gone_to_ground", "locked"):
        battle = battle.with_condition("flees", Condition(kind, "CL-COV-8", until="battle"))
    after, _ = driven(fall_back(CLASSIC, battle, "flees", "CL-MOR-1"), [3, 4])
    assert {c.kind for c in after.units["flees"].conditions} == {"falling_back", "moved"}


def test_a_unit_that_flees_in_the_turn_of_its_foes_has_not_moved_in_its_own() -> None:
    battle = fight(20, 24)
    battle = battle.with_clock(msgspec.structs.replace(battle.clock, side="orange"))
    after, _ = driven(fall_back(CLASSIC, battle, "flees", "CL-MOR-1"), [3, 4])
    assert not after.units["flees"].has("moved")


# ---------------------------------------------------------------------- inside


def aboard(spots: list[tuple[float, float]], **doors: str) -> Battle:
    battle = Position(deck(**doors)).unit("flees", "blue", spots).battle()
    sides = (Side("blue", "Blue", "west"), Side("orange", "Orange", "east"))
    return msgspec.structs.replace(battle, sides=sides)


def test_a_unit_runs_through_an_open_door_and_down_the_corridor() -> None:
    battle = aboard([(27, 6)])
    flight = flight_of(ruleset(), battle, battle.units["flees"], inches(9))
    (path,) = flight.paths.values()
    end = path[-1].at
    assert to_inches(end.x) == pytest.approx(18.3, abs=0.3)
    assert 3.4 < to_inches(end.y) < 4.6


def test_a_unit_behind_a_shut_door_is_trapped_for_it_may_not_open_it() -> None:
    battle = aboard([(27, 4)], D2="shut")
    after, entries = driven(fall_back(ruleset(), battle, "flees", "CL-MOR-1"), [4, 4], True)
    assert after.models["flees-1"].casualty
    assert [entry.says for entry in entries] == ["did.must_fall_back", "did.trapped"]
    assert entries[1].about[2] in ("D2", "W7")


def test_models_of_one_unit_file_through_a_door_and_end_apart() -> None:
    battle = aboard([(24, 2), (24, 4), (24, 6)])
    asked = question(
        "flees", "blue", flight_of(ruleset(), battle, battle.units["flees"], inches(8)), inches(8)
    )
    places = proposed_places(ruleset(), battle, asked)
    after, _ = driven(fall_back(ruleset(), battle, "flees", "CL-MOR-1"), [4, 4], places)
    ends = [where(after, f"flees-{n}") for n in (1, 2, 3)]
    assert all(x < 22 for x, _ in ends)
    assert not stacked(ruleset(), after, ("flees-1", "flees-2", "flees-3"))
    assert not forbids(judge(ruleset(), battle, asked, places))


# ---------------------------------------------------------------------- floors and edges


def test_a_model_upstairs_climbs_down_on_its_way() -> None:
    floor = Floor(1, rectangle(inches(10), inches(10), inches(20), inches(20)))
    ground = msgspec.structs.replace(floor, level=0)
    table = Table(inches(48), inches(48), {"R": Structure("R", "ruin", floors=(ground, floor))})
    battle = Position(table, "classic").unit("flees", "blue", [(15, 12, 1)], TROOPER).battle()
    after, _ = driven(fall_back(CLASSIC, battle, "flees", "CL-MOR-1"), [5, 5])
    place = after.models["flees-1"].place
    assert place is not None
    assert place.level == 0
    assert to_inches(place.at.y) == pytest.approx(5, abs=0.05)


@pytest.mark.parametrize(
    ("zone", "edge"),
    [
        ((0, 0, 48, 6), "south"),
        ((0, 42, 48, 48), "north"),
        ((0, 0, 6, 48), "west"),
        ((42, 0, 48, 48), "east"),
        ((30, 3, 44, 9), "south"),
    ],
)
def test_the_own_edge_is_that_along_which_the_zone_lies(zone: tuple[int, int, int, int], edge: Edge) -> None:
    table = msgspec.structs.replace(
        bare_table(),
        deployment=(DeploymentZone("blue", (rectangle(*(inches(n) for n in zone)),)),),
    )
    battle = Position(table).unit("a", "blue", [(5, 5)]).battle()
    battle = msgspec.structs.replace(battle, sides=(Side("blue", "Blue"), Side("orange", "Orange")))
    assert own_edge(battle, "blue") == edge
    assert own_edge(battle, "orange") == "north"


def test_an_edge_that_was_said_goes_before_that_of_the_zone() -> None:
    table = msgspec.structs.replace(
        bare_table(), deployment=(DeploymentZone("blue", ((at(0, 0), at(9, 0), at(9, 2)),)),)
    )
    battle = Position(table).unit("a", "blue", [(5, 5)]).battle()
    sides = (Side("blue", "Blue", "east"), Side("orange", "Orange"))
    assert own_edge(msgspec.structs.replace(battle, sides=sides), "blue") == "east"


# ---------------------------------------------------------------------- assaulted on the run


def fleeing() -> Battle:
    runs = Condition("falling_back", "CL-MOR-1", until="battle")
    position = Position(bare_table(), "classic").unit(
        "flees", "blue", [(20, 20), (30, 20)], conditions=(runs,)
    )
    return position.unit("enemy", "orange", [(20, 22)]).battle("assault", "orange")


@pytest.mark.parametrize(("dice", "stands"), [([4, 3], True), ([4, 4], False)])
def test_a_unit_assaulted_on_the_run_tests_at_once_and_fights_or_is_destroyed(
    dice: list[int], stands: bool
) -> None:
    """Neither the enemy beside it nor its broken coherency keeps it from the test (CL-MOR-15)."""
    passed, after, entries = driven(turn_at_bay(CLASSIC, fleeing(), "flees"), dice)
    assert passed is stands
    assert bool(after.members("flees")) is stands
    assert after.units["flees"].has("falling_back") is not stands
    assert entries[-1].says == ("did.turned_at_bay" if stands else "did.run_down")


def test_what_keeps_units_from_regrouping_counts_then_too_by_a_house_rule() -> None:
    catalogue = CLASSIC.catalogue.with_value("CL-MOR-15", "ignores_conditions", False, Origin("house", 1))
    passed, after, entries = driven(turn_at_bay(replace(CLASSIC, catalogue=catalogue), fleeing(), "flees"))
    assert not passed
    assert not after.members("flees")
    assert [entry.says for entry in entries] == ["did.run_down"]


def test_a_unit_that_does_not_run_has_nothing_to_test() -> None:
    battle = fleeing().without_condition("flees", "falling_back")
    assert driven(turn_at_bay(CLASSIC, battle, "flees")) == (True, battle, ())
