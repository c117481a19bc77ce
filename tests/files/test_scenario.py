"""Tests of reading scenarios: every piece, its defaults, and the forces."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.files.scenarios import DECK, ROSTERS, RUIN, changed, rectangle
from wolfling_gui.core.battle import Mission, Side
from wolfling_gui.core.clock import Clock
from wolfling_gui.core.forces import Place
from wolfling_gui.core.lengths import Point, at, inches
from wolfling_gui.core.table import Backdrop
from wolfling_gui.core.terrain import (
    Area,
    DeploymentZone,
    Door,
    Floor,
    Marker,
    Obstacle,
    Structure,
    Wall,
    Zone,
)
from wolfling_gui.files.problems import ProblemsError
from wolfling_gui.files.scenario import parse_scenario, read_scenario


def test_reads_every_piece_with_its_defaults() -> None:
    scenario = parse_scenario(DECK)
    table = scenario.table
    assert (scenario.name, scenario.ruleset, scenario.kind) == ("Deck", "wolfling", "shipboard")
    assert [entry.side for entry in scenario.sides] == [
        Side("blue", "Blue", "west"),
        Side("orange", "Orange"),
    ]
    assert scenario.mission == Mission("seize_ground", 5)
    assert scenario.start is None
    assert (table.width, table.height) == (30 * 2540, 20 * 2540)
    assert table.structures == {"ship": Structure("ship", "spacecraft")}
    assert table.zones["R1"] == Zone("R1", "room", "ship", rectangle(0, 0, 10, 8), "Hold")
    assert table.zones["R2"].bare
    assert table.zones["C1"].large is False
    assert [name for name in table.walls if name.startswith("W1")] == ["W1-1", "W1-2", "W1-3", "W1-4"]
    assert table.walls["W1-4"] == Wall("W1-4", at(0, 8), at(0, 0), structure="ship")
    assert table.walls["W3"].state == "ruined"
    assert table.doors["D1"] == Door("D1", at(10, 3.25), at(10, 4.75), state="open", structure="ship")
    assert table.doors["D2"] == Door("D2", at(14, 3.25), at(14, 4.75), 0, "sealed", True, "ship")
    assert table.areas["A1"] == Area("A1", rectangle(25, 10, 28, 14), "wood", cover=4, height=inches(3))
    assert table.areas["X1"] == Area(
        "X1", rectangle(2, 10, 8, 12), "container", terrain="impassable", area=False, height=inches(2.5)
    )
    assert table.obstacles["B1"] == Obstacle("B1", (at(26, 2), at(28, 2)), dangerous=True, cover=4)
    assert table.objectives["O1"] == Marker("O1", at(5, 4), value=2, owner="blue")
    assert table.deployment == (
        DeploymentZone("blue", (rectangle(0, 0, 10, 8),)),
        DeploymentZone("orange", (rectangle(24, 0, 30, 20),), name="Far end"),
    )


@pytest.mark.parametrize(
    ("structure", "state"),
    [
        ("{id: ship}", "sealed"),
        ("{id: ship, kind: building}", "shut"),
        ("{id: ship, kind: building, reinforced: true}", "sealed"),
    ],
)
def test_a_door_without_a_state_has_that_of_its_structure(structure: str, state: str) -> None:
    text = changed("{id: ship}", structure).replace(", locked: true", "")
    assert parse_scenario(text).table.doors["D2"].state == state


@pytest.mark.parametrize(
    ("written", "a", "b"),
    [
        ("at: [10, 4]", at(10, 3.25), at(10, 4.75)),
        ("at: [10, 4], width: 1, direction: vertical", at(10, 3.5), at(10, 4.5)),
        ("at: [12, 5], width: 2", at(11, 5), at(13, 5)),
        ("at: [12, 5], width: 2, direction: 180", at(13, 5), at(11, 5)),
    ],
)
def test_a_door_takes_the_direction_of_its_wall_or_the_one_given(written: str, a: Point, b: Point) -> None:
    door = parse_scenario(changed("at: [10, 4], width: 1.5", written)).table.doors["D1"]
    assert (door.a, door.b) == (a, b)


def test_a_door_may_fill_a_gap_between_walls() -> None:
    text = changed("line: [[10, 0], [10, 8]]}", "line: [[10, 0], [10, 3.25]]}")
    text = changed("  - {id: W3", "  - {id: W2b, line: [[10, 4.75], [10, 8]]}\n  - {id: W3", text)
    text = changed("at: [10, 4], width: 1.5", "from: [10, 3.25], to: [10, 4.75]", text)
    assert parse_scenario(text).table.doors["D1"].a == at(10, 3.25)


def test_a_ruin_is_the_outline_of_each_floor_and_walls_cut_it_into_sections() -> None:
    scenario = parse_scenario(RUIN)
    table = scenario.table
    upper = (at(0, 0), at(8, 0), at(8, 3), at(4, 6), at(0, 6))
    assert table.structures == {
        "Q": Structure("Q", "ruin", "Old mill", floors=(Floor(0, rectangle(0, 0, 8, 6)), Floor(1, upper)))
    }
    assert set(table.zones) == {"Q-0-1", "Q-0-2", "Q-1"}
    assert {frozenset(table.zones[name].polygon) for name in ("Q-0-1", "Q-0-2")} == {
        frozenset(rectangle(0, 0, 4, 6)),
        frozenset(rectangle(4, 0, 8, 6)),
    }
    assert table.zones["Q-1"] == Zone("Q-1", "section", "Q", upper, level=1)
    assert (table.walls["W2"].state, table.walls["W2"].structure) == ("ruined", "Q")
    assert (table.walls["W3"].state, table.walls["W3"].structure) == ("intact", "")
    assert table.doors["D1"].state == "open"
    assert scenario.allowed_indoors == {"Q": ("bike", "jetbike")}
    assert table.backdrop == Backdrop("mill.png", (0, 0), (24 * 2540, 24 * 2540))
    assert table.floor_height == inches(4)
    assert scenario.start == Clock(1, "b", "movement", ("b", "a"))
    assert table.levels() == (0, 1)


# ---------------------------------------------------------------------- forces


def write(folder: Path, force: str, name: str = "s.yaml") -> Path:
    path = folder / name
    path.write_text(changed("edge: west}", f"edge: west, force: {force}}}"), encoding="utf-8")
    return path


def test_a_force_is_read_from_a_file_beside_the_scenario_or_in_the_folder_of_rosters(tmp_path: Path) -> None:
    text = (ROSTERS / "garrison.yaml").read_text(encoding="utf-8")
    for place in ("scenarios/own.yaml", "rosters/shared.yaml"):
        path = tmp_path / place
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    for force in ("own.yaml", "../rosters/shared.yaml", "shared.yaml"):
        scenario = read_scenario(write(tmp_path / "scenarios", force))
        side = scenario.sides[0]
        assert side.roster is not None
        assert (side.force, side.roster.name) == (force, "Garrison")


@pytest.mark.parametrize(
    ("force", "problem"),
    [
        (
            "ownn.yaml",
            "s.yaml:6:47: There is no file “ownn.yaml”. Expected a roster file. Did you mean “own.yaml”?",
        ),
        ("/etc/passwd", "Expected a file beside the scenario, or in ../rosters."),
        ("../../x.yaml", "Expected a file beside the scenario, or in ../rosters."),
        ("'C:\\x.yaml'", "Expected a file beside the scenario, or in ../rosters."),
        ("bad.yaml", "bad.yaml:1:1: “format” is missing."),
        ("other.yaml", "The force “Other” is for classic. Expected a force for wolfling."),
        ("{name: Inline}", "s.yaml:6:47: “profiles” is missing."),
        ("[1]", "“force” is a list."),
    ],
)
def test_forces_that_cannot_be_read_are_problems(tmp_path: Path, force: str, problem: str) -> None:
    good = (ROSTERS / "garrison.yaml").read_text(encoding="utf-8")
    (tmp_path / "own.yaml").write_text(good, encoding="utf-8")
    other = good.replace("ruleset: wolfling", "ruleset: classic").replace("name: Garrison", "name: Other")
    (tmp_path / "other.yaml").write_text(other, encoding="utf-8")
    (tmp_path / "bad.yaml").write_text("name: x", encoding="utf-8")
    with pytest.raises(ProblemsError) as caught:
        read_scenario(write(tmp_path, force))
    assert any(problem in str(each) for each in caught.value.problems), str(caught.value)


def test_models_may_stand_where_the_scenario_places_them(tmp_path: Path) -> None:
    (tmp_path / "own.yaml").write_text(
        (ROSTERS / "garrison.yaml").read_text(encoding="utf-8"), encoding="utf-8"
    )
    path = write(tmp_path, "own.yaml")
    text = path.read_text(encoding="utf-8")
    path.write_text(text + "placed:\n  blue-brutes: [[2, 2], {at: [4, 2], facing: 90}]\n", encoding="utf-8")
    assert read_scenario(path).placed == {"blue-brutes": (Place(at(2, 2)), Place(at(4, 2), 0, 90))}
    for bad, problem in (
        ("blue-brutes: [[2, 2], [4, 2], [6, 2]]", "3 places for blue-brutes. Expected at most 2"),
        (
            "blue-bruts: [[2, 2]]",
            "There is no unit “blue-bruts”. Expected side-squad. Did you mean “blue-brutes”?",
        ),
        ("blue-brutes: [[2, 200]]", "[2, 200] lies off the table."),
        ("blue-brutes: [{at: [2, 2], level: 3}]", "There is no floor of level 3 here."),
    ):
        path.write_text(f"{text}placed:\n  {bad}\n", encoding="utf-8")
        with pytest.raises(ProblemsError) as caught:
            read_scenario(path)
        assert problem in str(caught.value)


def test_a_missing_file_is_a_problem(tmp_path: Path) -> None:
    with pytest.raises(ProblemsError, match=r"none\.yaml: The file cannot be read"):
        read_scenario(tmp_path / "none.yaml")
