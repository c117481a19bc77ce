"""Tests of writing scenarios, and of those that are shipped."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from tests.files.scenarios import DECK, ROSTERS, RUIN, SHIPPED
from wolfling_gui.core.lengths import Point
from wolfling_gui.core.terrain import (
    Marker,
)
from wolfling_gui.files.problems import Problems
from wolfling_gui.files.scenario import parse_scenario, read_scenario
from wolfling_gui.files.scenario_write import scenario_text, write_scenario


@pytest.mark.parametrize("text", [DECK, RUIN], ids=["deck", "ruin"])
def test_what_is_written_reads_back_as_the_same_scenario(text: str) -> None:
    scenario = parse_scenario(text)
    assert parse_scenario(scenario_text(scenario)) == scenario


def test_what_is_written_can_be_edited_by_hand() -> None:
    text = scenario_text(parse_scenario(DECK))
    for line in (
        "table: {width: 30, height: 20}",
        "  - {id: R1, name: Hold, structure: ship, polygon: {from: [0, 0], to: [10, 8]}}",
        "  - {id: D2, from: [14, 3.25], to: [14, 4.75], structure: ship, locked: true}",
        "  - {side: blue, zones: [R1]}",
        "  - {id: X1, kind: container, polygon: {from: [2, 10], to: [8, 12]}, height: 2.5}",
    ):
        assert line in text.splitlines()
    walls = next(line for line in text.splitlines() if "id: W1," in line)
    assert "line: [[0, 0], [24, 0], [24, 8], [0, 8]], closed: true" in walls
    assert max(len(line) for line in text.splitlines()) <= 110


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_shipped_scenarios_read_without_problems_or_warnings(path: Path, tmp_path: Path) -> None:
    warnings = Problems()
    scenario = read_scenario(path, warnings)
    assert not list(warnings)
    assert scenario.description
    assert len(scenario.table.objectives) >= 2
    assert all(side.roster is not None for side in scenario.sides)
    copy = tmp_path / "scenarios" / path.name
    copy.parent.mkdir()
    (tmp_path / "rosters").mkdir()
    for roster in ROSTERS.glob("*.yaml"):
        (tmp_path / "rosters" / roster.name).write_bytes(roster.read_bytes())
    write_scenario(scenario, copy)
    assert read_scenario(copy) == scenario


def test_the_shipped_scenarios_are_a_ship_a_building_and_a_city() -> None:
    assert {read_scenario(path).kind for path in SHIPPED} == {"shipboard", "building_interior", "cityfight"}


def test_the_deck_is_that_of_the_raid() -> None:
    table = read_scenario(next(path for path in SHIPPED if path.stem == "deck-seven-raid")).table
    assert (table.width, table.height) == (32 * 2540, 24 * 2540)
    kinds = {kind: [z.id for z in table.zones.values() if z.kind == kind] for kind in ("room", "corridor")}
    assert kinds == {"room": ["R1", "R2", "R3", "R4", "R5", "R6"], "corridor": ["C1", "C2"]}
    assert {door.state for door in table.doors.values()} == {"open", "shut", "sealed"}
    assert [door.id for door in table.doors.values() if door.locked] == ["D7"]
    assert [wall.id for wall in table.walls.values() if wall.state == "ruined"] == ["W4"]


def test_numbers_survive_to_the_last_unit() -> None:
    scenario = parse_scenario(DECK)
    odd = msgspec.structs.replace(
        scenario.table,
        objectives={f"O{n}": Marker(f"O{n}", Point(n * 7 + 1, 50_800 - n * 11)) for n in range(200)},
    )
    again = parse_scenario(scenario_text(msgspec.structs.replace(scenario, table=odd)))
    assert again.table.objectives == odd.objectives
