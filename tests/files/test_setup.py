"""Tests of making a battle out of a scenario and its forces."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from wolfling_gui.core.battle import Battle, Mission, Side
from wolfling_gui.core.changes import decode, encode
from wolfling_gui.core.clock import Clock
from wolfling_gui.core.forces import Place, Profile, Roster, Squad, SquadModel
from wolfling_gui.core.lengths import at
from wolfling_gui.files.roster import read_roster
from wolfling_gui.files.scenario import Scenario, parse_scenario, read_scenario
from wolfling_gui.files.scenario_write import scenario_text
from wolfling_gui.files.setup import new_battle, squad_models, with_forces

RULESETS = Path(__file__).parents[2] / "rulesets"
SHIPPED = sorted((RULESETS / "scenarios").glob("*.yaml"))


@pytest.fixture
def raid() -> Scenario:
    return read_scenario(RULESETS / "scenarios" / "deck-seven-raid.yaml")


def test_squads_become_units_and_models(raid: Scenario) -> None:
    battle = new_battle(raid)
    assert [unit.id for unit in battle.units_of("blue")] == ["blue-breachers", "blue-wardens"]
    unit = battle.units["blue-breachers"]
    assert (unit.name, unit.side, unit.role, unit.points) == ("Breachers", "blue", "troops", 185)
    assert unit.models == tuple(f"blue-breachers-{n}" for n in range(1, 6))
    assert unit.starting_size == 5
    models = battle.members("blue-breachers")
    assert [model.name for model in models] == [
        "Breach leader", "Breacher 1", "Breacher 2", "Breacher 3", "Breacher 4",
    ]  # fmt: skip
    assert [model.role for model in models] == ["leader", "plain", "plain", "plain", "special"]
    assert [weapon.name for weapon in models[0].weapons] == ["Pistol", "Blade"]
    assert models[4].gear == ("breaching charge",)
    assert battle.members("orange-marksman")[0].name == "Marksman"
    assert all(model.place is None for model in battle.models.values())


def test_the_battle_begins_at_the_roll_off_with_everything_of_the_scenario(raid: Scenario) -> None:
    battle = new_battle(raid)
    assert battle.clock == Clock()
    assert battle.clock.step == "roll_off"
    assert battle.sides == (Side("blue", "Blue", "south"), Side("orange", "Orange", "north"))
    assert (battle.kind, battle.ruleset) == ("shipboard", "wolfling")
    assert battle.mission == Mission("seize_ground", 6)
    assert battle.table is raid.table
    assert battle.score == {"blue": 0, "orange": 0}


def test_a_scenario_may_begin_with_its_models_in_place(raid: Scenario) -> None:
    places = (Place(at(3, 4)), Place(at(5, 4)))
    start = Clock(1, "orange", "movement", ("orange", "blue"))
    battle = new_battle(
        msgspec.structs.replace(raid, placed={"blue-wardens": places}, start=start),
    )
    assert [model.place for model in battle.members("blue-wardens")] == [*places, None, None]
    assert len(battle.on_table()) == 2
    assert battle.clock == start


def test_other_forces_take_the_place_of_those_of_the_scenario(raid: Scenario) -> None:
    hunters = read_roster(RULESETS / "rosters" / "hunters.yaml")
    battle = new_battle(raid, {"orange": hunters})
    assert [unit.id for unit in battle.units_of("orange")] == [
        "orange-hunters", "orange-hounds", "orange-trackers",
    ]  # fmt: skip
    assert "blue-breachers" in battle.units
    written = scenario_text(with_forces(raid, {"orange": hunters}))
    again = parse_scenario(written, "again", RULESETS / "scenarios")
    assert new_battle(again) == battle


def test_both_sides_may_bring_the_same_force(raid: Scenario) -> None:
    roster = read_roster(RULESETS / "rosters" / "garrison.yaml")
    battle = new_battle(raid, {"blue": roster, "orange": roster})
    assert len(battle.models) == 24
    assert set(battle.units_of("blue")).isdisjoint(battle.units_of("orange"))


def test_a_side_without_a_force_or_a_force_without_a_side_is_refused(raid: Scenario) -> None:
    sides = (raid.sides[0], msgspec.structs.replace(raid.sides[1], roster=None))
    with pytest.raises(ValueError, match="Orange has no force; choose a roster for it"):
        new_battle(msgspec.structs.replace(raid, sides=sides))
    with pytest.raises(ValueError, match="The scenario has no side green"):
        new_battle(raid, {"green": Roster("x", ())})


def test_names_are_numbered_across_the_lines_of_a_squad() -> None:
    scout, guard = Profile("Scout"), Profile("Guard")
    heavy = SquadModel("Scout", scout, role="heavy")
    lines = (SquadModel("Scout", scout, 2), SquadModel("Guard", guard), heavy)
    models = squad_models(Squad("s", "Scouts", lines), "blue-s")
    assert [(model.id, model.name) for model in models] == [
        ("blue-s-1", "Scout 1"),
        ("blue-s-2", "Scout 2"),
        ("blue-s-3", "Guard"),
        ("blue-s-4", "Scout 3"),
    ]


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_shipped_battles_survive_being_written(path: Path) -> None:
    battle = new_battle(read_scenario(path))
    again = decode(encode(battle))
    assert isinstance(again, Battle)
    assert again == battle
    assert encode(again) == encode(battle)
    for unit in battle.units.values():
        assert unit.starting_size == len(unit.models) == len(battle.members(unit.id))
