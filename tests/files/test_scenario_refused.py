"""Tests of scenarios that are not as they should be: each slip is told with its place and a way out."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from tests.files.mutations import damaged
from tests.files.scenarios import DECK, RUIN, SHIPPED, changed, problems_of
from wolfling_gui.files.problems import Problem, Problems, ProblemsError
from wolfling_gui.files.scenario import Scenario, parse_scenario
from wolfling_gui.files.scenario_write import scenario_text


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
