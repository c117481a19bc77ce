"""Tests of reading and writing scenarios."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings

from tests.files.mutations import damaged
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
from wolfling_gui.files.problems import Problem, Problems, ProblemsError
from wolfling_gui.files.scenario import Scenario, parse_scenario, read_scenario
from wolfling_gui.files.scenario_write import scenario_text, write_scenario

SHIPPED = sorted((Path(__file__).parents[2] / "rulesets" / "scenarios").glob("*.yaml"))
ROSTERS = SHIPPED[0].parents[1] / "rosters"

DECK = """\
format: wolfling-scenario/1
name: Deck
kind: shipboard
table: {width: 30, height: 20}
sides:
  - {id: blue, name: Blue, edge: west}
  - {id: orange}
structures:
  - {id: ship}
rooms:
  - {id: R1, name: Hold, polygon: {from: [0, 0], to: [10, 8]}}
  - {id: R2, polygon: [[14, 0], [24, 0], [24, 8], [14, 8]], bare: true}
  - {id: R3, polygon: {from: [10, 5], to: [14, 8]}}
corridors:
  - {id: C1, polygon: {from: [10, 3], to: [14, 5]}, large: false}
walls:
  - {id: W1, line: [[0, 0], [24, 0], [24, 8], [0, 8]], closed: true}
  - {id: W2, line: [[10, 0], [10, 8]]}
  - {id: W3, line: [[14, 0], [14, 8]], height: 2}
  - {id: W4, line: [[10, 5], [14, 5]]}
  - {id: W5, line: [[10, 3], [14, 3]]}
doors:
  - {id: D1, at: [10, 4], width: 1.5, state: open}
  - {id: D2, from: [14, 3.25], to: [14, 4.75], locked: true}
areas:
  - {id: A1, kind: wood, polygon: {from: [25, 10], to: [28, 14]}, cover: 4+, height: 3}
obstacles:
  - {id: B1, line: [[26, 2], [28, 2]], dangerous: true}
impassable:
  - {id: X1, kind: container, polygon: {from: [2, 10], to: [8, 12]}, height: 2.5}
objectives:
  - {id: O1, at: [5, 4], owner: blue, value: 2}
deployment:
  - {side: blue, zones: [R1]}
  - {side: orange, name: Far end, polygon: {from: [24, 0], to: [30, 20]}}
mission: seize_ground
turns: 5
"""


def problems_of(text: str, folder: Path | None = None) -> list[str]:
    with pytest.raises(ProblemsError) as caught:
        parse_scenario(text, "s.yaml", folder)
    return [str(problem) for problem in caught.value.problems]


def changed(old: str, new: str, text: str = DECK) -> str:
    assert old in text
    return text.replace(old, new, 1)


def rectangle(x1: float, y1: float, x2: float, y2: float) -> tuple[Point, ...]:
    return at(x1, y1), at(x2, y1), at(x2, y2), at(x1, y2)


# ------------------------------------------------------------------ what is read


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


RUIN = """\
format: wolfling-scenario/1
name: Ruin
kind: cityfight
table: {width: 24, height: 24, floor_height: 4}
sides: [{id: a}, {id: b}]
ruins:
  - id: Q
    name: Old mill
    levels:
      - {from: [0, 0], to: [8, 6]}
      - [[0, 0], [8, 0], [8, 3], [4, 6], [0, 6], [0, 0]]
walls:
  - {id: W1, line: [[4, 0], [4, 6]], state: intact}
  - {id: W2, line: [[0, 0], [8, 0]], level: 1, height: 2}
  - {id: W3, line: [[12, 12], [16, 12]]}
doors:
  - {id: D1, at: [4, 3]}
deployment:
  - {side: a, zones: [Q-0-1]}
  - {side: b, polygons: [{from: [20, 0], to: [24, 4]}, {from: [20, 20], to: [24, 24]}]}
objectives:
  - {id: O1, at: [2, 2], level: 1}
allowed_indoors:
  Q: [Bike, jetbike]
backdrop: {file: mill.png, from: [0, 0], to: [24, 24]}
start: {side: b, step: movement}
"""


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


# ------------------------------------------------------------------ what is refused


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        (
            "table: {width: 30",
            "table: {widht: 30",
            "s.yaml:4:9: “widht” is not known here. Did you mean “width”?",
        ),
        ("width: 30", "width: wide", "“width” is “wide”. Expected a number of inches from 6 to 240."),
        ("kind: shipboard", "kind: shipbord", "s.yaml:3:7: “kind” is “shipbord”."),
        ("{id: orange}", "{id: blue}", "The side “blue” is there twice."),
        ("{id: orange}", "{id: the-other}", "Expected letters, digits and “_”"),
        ("edge: west", "edge: left", "Expected “north”, “east”, “south” or “west”."),
        ("[14, 8]], bare", "[14, 8, 1]], bare", "Expected a place as [x, y] in inches."),
        (
            "to: [10, 8]}}\n",
            "to: [10, 28]}}\n",
            "s.yaml:11:54: [10, 28] lies off the table. Expected x from 0 to 30",
        ),
        (
            "[[14, 0], [24, 0], [24, 8], [14, 8]]",
            "[[14, 0], [24, 8], [24, 0], [14, 8]]",
            "crosses or touches itself at",
        ),
        ("[[14, 0], [24, 0], [24, 8], [14, 8]]", "[[14, 0], [24, 0], [14, 0]]", "The outline has no area."),
        ("[[14, 0], [24, 0], [24, 8], [14, 8]]", "[[14, 0], [19, 0], [24, 0]]", "The outline has no area."),
        (
            "[[14, 0], [24, 0], [24, 8], [14, 8]]",
            "east",
            "Expected a list of places, or {from: [x, y], to: [x, y]}.",
        ),
        (
            "{from: [10, 5], to: [14, 8]}",
            "{from: [10, 5], too: [14, 8]}",
            "“too” is not known here. Did you mean “to”?",
        ),
        (
            "{from: [10, 5], to: [14, 8]}",
            "{from: [8, 0], to: [12, 8]}",
            "s.yaml:13:23: The room R3 overlaps R1 by 16 square inches.",
        ),
        (
            "id: R2",
            "id: R1",
            "s.yaml:12:10: The id R1 is in use; it stands first in line 11. Expected another id.",
        ),
        ("id: W2", "id: W1-3", "The id W1-3 is in use"),
        ("id: W2", "id: the wall", "“id” is “the wall”."),
        ("[[10, 5], [14, 5]]", "[[10, 5]]", "Only 1 places are given. Expected at least 2."),
        ("[[10, 5], [14, 5]]", "[[10, 5], [10, 5], [14, 5]]", "The wall stands still at [10, 5]."),
        (
            "height: 2}",
            "height: 2, state: intact}",
            "A wall lower than the ceiling is not intact (WO-TER-6).",
        ),
        ("at: [10, 4], width", "at: [8, 4], width", "There is no wall here; the nearest, W2, is 2.00″ away."),
        (
            "at: [10, 4], width: 1.5",
            "from: [9, 4], to: [10, 4]",
            "s.yaml:23:5: The door D1 ends at [9, 4], where there is no wall; the nearest is 1.00″ away.",
        ),
        ("at: [10, 4], width: 1.5", "from: [10, 4], to: [10, 4]", "The door has no width."),
        ("at: [10, 4], width: 1.5", "name: x", "“name” is not known here."),
        (
            "at: [10, 4], width: 1.5, ",
            "",
            "The door has no place. Expected “at” and “width”, or “from” and “to”.",
        ),
        (
            "at: [10, 4], width: 1.5",
            "at: [10, 4], from: [10, 4], to: [10, 5]",
            "“at” stands beside “from” and “to”.",
        ),
        ("at: [10, 4], width: 1.5", "at: [10, 4], direction: up", "Expected “horizontal” or “vertical”."),
        ("state: open", "state: closed", "Expected “open”, “shut” or “sealed”."),
        ("state: open", "state: open, locked: true", "A locked door cannot stand open."),
        ("state: open", "state: open, structure: shop", "Did you mean “ship”?"),
        ("cover: 4+", "cover: 1+", "“cover” is “1+”. Expected a save from 2+ to 6+, or “-” for none."),
        ("dangerous: true", "dangerous: yes", "Write true."),
        ("owner: blue", "owner: bleu", "Did you mean “blue”?"),
        ("at: [5, 4], owner", "at: [5, 4], level: 1, owner", "There is no floor of level 1 here."),
        ("zones: [R1]", "zones: [R9]", "There is no zone “R9”. Expected the id of a zone."),
        ("side: blue, zones: [R1]", "side: blue", "The deployment zone has no place."),
        (
            "  - {side: blue, zones: [R1]}\n",
            "",
            "The side blue has no deployment zone. Expected one for each side.",
        ),
        ("turns: 5", "turns: 0", "“turns” is 0. Expected a whole number from 1 to 20."),
        ("turns: 5", "start: {side: green, step: movement}", "Expected “blue” or “orange”."),
        ("turns: 5", "start: {side: blue, step: shoting}", "Did you mean “shooting”?"),
        ("mission: seize_ground", "mission: capture and contro", "Did you mean “capture and control”?"),
        ("turns: 5", "ruleset: wolflin", "Did you mean “wolfling”?"),
        (
            "turns: 5",
            "placed: {blue-x: [[1, 1]]}",
            "s.yaml:37:10: There is no unit “blue-x”. Expected side-squad.",
        ),
        (
            "turns: 5",
            "allowed_indoors: {shp: [bike]}",
            "There is no structure “shp”. Expected the id of a structure. Did you mean “ship”?",
        ),
        ("turns: 5", "allowed_indoors: {ship: [bikes]}", "There is no unit type “bikes”."),
        (
            "turns: 5",
            "backdrop: {file: ../x.png, from: [0, 0], to: [1, 1]}",
            "Expected a file in the folder of the scenario.",
        ),
        (
            "turns: 5",
            "sections: [{id: S1, polygon: {from: [25, 15], to: [28, 18]}}]",
            "The section S1 lies in ship, a spacecraft.",
        ),
        ("{id: ship}", "{id: ship, kind: ruin}", "A ruin needs its floors."),
        (
            "{id: ship}",
            "{id: ship, floors: [{polygon: {from: [0, 0], to: [10, 8]}}]}",
            "lies in no structure.",
        ),
        ("name: Deck\n", "", "“name” is missing."),
    ],
)
def test_every_slip_gives_a_problem_with_its_place_and_a_way_out(old: str, new: str, problem: str) -> None:
    found = problems_of(changed(old, new))
    assert any(problem in each for each in found), found
    assert all(each.startswith("s.yaml:") for each in found)


def test_a_kind_of_battle_without_a_usual_structure_asks_for_its_kind() -> None:
    assert any("building, spacecraft or ruin" in p for p in problems_of(changed("shipboard", "cityfight")))


def test_overlaps_are_told_by_name_and_square_inches() -> None:
    room = "  - {id: R9, polygon: {from: [8, 0], to: [12, 8]}}\ncorridors:"
    (found,) = [p for p in problems_of(changed("corridors:", room)) if "The room R9" in p]
    assert "The room R9 overlaps R1 by 16 square inches, R3 by 6 square inches." in found
    (corridor,) = [p for p in problems_of(changed("corridors:", room)) if "C1" in p]
    assert "The corridor C1 overlaps R9 by 4 square inches." in corridor


def test_zones_of_different_floors_may_lie_over_each_other() -> None:
    room = "  - {id: R9, level: 1, polygon: {from: [0, 0], to: [10, 8]}}\ncorridors:"
    assert parse_scenario(changed("corridors:", room)).table.zones["R9"].level == 1


def test_an_open_edge_is_a_warning_and_no_problem() -> None:
    warnings = Problems()
    parse_scenario(DECK, "s.yaml", None, warnings)
    assert not list(warnings)
    parse_scenario(changed("closed: true", "closed: false"), "s.yaml", None, warnings)
    (warning,) = warnings
    assert warning.line == 11
    assert warning.message in (
        "The edge of R1 is open from [0, 8] to [0, 0]",
        "The edge of R1 is open from [0, 7.95] to [0, 0.05]",
    )


def test_a_draft_opens_with_warnings_where_a_finished_scenario_has_problems() -> None:
    text = changed("  - {side: blue, zones: [R1]}\n", "")
    text = changed("{from: [10, 5], to: [14, 8]}", "{from: [8, 5], to: [12, 8]}", text)
    text = changed("at: [10, 4], width: 1.5", "from: [9, 4], to: [10, 4]", text)
    assert len(problems_of(text)) == 3
    warnings = Problems()
    scenario = parse_scenario(text, "s.yaml", None, warnings, draft=True)
    assert set(problems_of(text)) <= {str(warning) for warning in warnings}
    assert parse_scenario(scenario_text(scenario), draft=True) == scenario
    bare = "format: wolfling-scenario/1\nname: New\nkind: open\ntable: {width: 48, height: 48}\n"
    assert parse_scenario(bare, draft=True).sides == ()
    assert any("There are 0 sides. Expected at least 2." in problem for problem in problems_of(bare))
    with pytest.raises(ProblemsError):
        parse_scenario(bare.replace("width: 48", "width: x"), draft=True)


# ------------------------------------------------------------------ forces


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


# ------------------------------------------------------------------ writing


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


# ------------------------------------------------------------------ fuzz


@pytest.mark.parametrize("key", ["table", "sides", "kind", "name", "deployment", "format"])
def test_no_part_that_is_needed_may_be_missing(key: str) -> None:
    lines = DECK.splitlines()
    start = next(n for n, line in enumerate(lines) if line.startswith(f"{key}:"))
    end = next(n for n in range(start + 1, len(lines)) if not lines[n].startswith(" "))
    assert problems_of("\n".join(lines[:start] + lines[end:]))


@settings(max_examples=200, deadline=None)
@given(damaged([DECK, RUIN, *(path.read_text(encoding="utf-8") for path in SHIPPED)]))
def test_damaged_scenarios_give_a_scenario_or_problems_and_nothing_else(text: str) -> None:
    problems: tuple[Problem, ...] = ()
    scenario: Scenario | None = None
    try:
        scenario = parse_scenario(text, "s.yaml", SHIPPED[0].parent)
    except ProblemsError as error:
        problems = error.problems
        assert problems
    assert all(problem.message for problem in problems)
    if scenario is not None:
        assert parse_scenario(scenario_text(scenario), "again", SHIPPED[0].parent) == scenario
