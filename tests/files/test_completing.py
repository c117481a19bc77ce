"""Maps without sides, zones and objectives are completed; anything else wrong with them stays a problem."""

from __future__ import annotations

from pathlib import Path

import pytest

from wolfling_gui.files.completing import complete, read_playable
from wolfling_gui.files.locations import rulesets_dir
from wolfling_gui.files.problems import ProblemsError
from wolfling_gui.files.scenario import parse_scenario
from wolfling_gui.files.scenario_write import scenario_text

BARE = "format: wolfling-scenario/1\nname: New\nkind: open\ntable: {width: 48, height: 40}\n"
SIDES = "sides: [{id: red, name: Red}, {id: green, name: Green}]\n"


def written(folder: Path, text: str) -> Path:
    path = folder / "bare.yaml"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_bare_map_gets_sides_zones_and_objectives(tmp_path: Path) -> None:
    found = read_playable(written(tmp_path, BARE))
    assert found.proposed == ("sides", "deployment", "objectives")
    assert [entry.side.name for entry in found.scenario.sides] == ["Blue", "Orange"]
    assert [zone.side for zone in found.scenario.table.deployment] == ["blue", "orange"]
    assert len(found.scenario.table.objectives) == 2
    assert parse_scenario(scenario_text(found.scenario)) == found.scenario


def test_sides_of_the_map_keep_their_names_and_a_drawn_zone_stays(tmp_path: Path) -> None:
    drawn = "deployment: [{side: green, polygon: {from: [0, 0], to: [6, 40]}}]\n"
    found = read_playable(written(tmp_path, BARE + SIDES + drawn))
    assert found.proposed == ("deployment", "objectives")
    table = found.scenario.table
    assert [zone.side for zone in table.deployment] == ["green", "red"]
    assert table.deployment[0].polygons[0][2].x == 6 * 2540


def test_nothing_is_proposed_beside_a_layout_or_for_killing_alone(tmp_path: Path) -> None:
    found = read_playable(written(tmp_path, BARE + SIDES + "layout: spearhead\n"))
    assert found.proposed == ()
    assert not found.scenario.table.deployment
    bare = complete(parse_scenario(BARE + SIDES + "mission: annihilation\n", draft=True))
    assert bare.proposed == ("deployment",)


def test_a_finished_scenario_is_left_as_it_is() -> None:
    for path in sorted((rulesets_dir() / "scenarios").glob("*.yaml")):
        assert read_playable(path).proposed == ()


def test_what_proposals_cannot_mend_is_told_with_its_line(tmp_path: Path) -> None:
    loose = BARE + "walls: [{id: W1, line: [[0, 0], [9, 0]]}]\ndoors: [{id: D1, at: [20, 20], width: 2}]\n"
    with pytest.raises(ProblemsError) as caught:
        read_playable(written(tmp_path, loose))
    assert "bare.yaml" in str(caught.value)
    assert "D1" in str(caught.value)
    with pytest.raises(ProblemsError):
        read_playable(written(tmp_path, BARE.replace("48", "x")))
