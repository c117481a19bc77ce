"""An imported map becomes a scenario that reads back as the same table, with its picture beside it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import get_args

import pytest

from tests.files.formats.maps import ALL, DATA, JUNCTION, WINDOWS, built, points, read, sample
from wolfling_gui.core.terrain import StructureKind
from wolfling_gui.files.formats.describe import describe
from wolfling_gui.files.formats.imported import ImportOptions
from wolfling_gui.files.formats.importing import import_map, to_scenario
from wolfling_gui.files.formats.uvtt import read_uvtt
from wolfling_gui.files.problems import Problems, ProblemsError
from wolfling_gui.files.scenario import parse_scenario, read_scenario
from wolfling_gui.files.scenario_write import scenario_text


@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize("square", [1.0, 1.5, 2.0])
def test_every_sample_reads_back_as_it_was_written(name: str, square: float, tmp_path: Path) -> None:
    out = tmp_path / "my-map.yaml"
    notes = import_map(DATA / name, out, ImportOptions(inches_per_square=square))
    scenario = read_scenario(out)
    expected = read(name, inches_per_square=square)
    assert scenario.name == "My map"
    assert {w.id: w for w in scenario.table.walls.values()} == expected.table.walls
    assert dict(scenario.table.zones) == {z: expected.table.zones[z] for z in scenario.table.zones}
    assert dict(scenario.table.doors) == expected.table.doors
    assert dict(scenario.table.structures) == expected.table.structures
    assert dict(scenario.table.areas) == expected.table.areas
    assert {zone.side for zone in scenario.table.deployment} == {"blue", "orange"}
    assert all(side.roster is None for side in scenario.sides)
    assert notes[: len(expected.notes)] == list(expected.notes)
    assert "2 deployment zones were proposed" in " ".join(describe(notes))
    backdrop = scenario.table.backdrop
    assert (backdrop is not None) == bool(expected.picture)
    if backdrop is not None:
        assert (tmp_path / backdrop.file).read_bytes() == expected.picture
    assert len(list(tmp_path.iterdir())) == 1 + bool(expected.picture)


@pytest.mark.parametrize("kind", get_args(StructureKind))
def test_every_kind_of_structure_reads_back(kind: StructureKind) -> None:
    scenario = to_scenario(read(JUNCTION, structure_kind=kind), "Vault", kind)
    warnings = Problems()
    assert parse_scenario(scenario_text(scenario), warnings=warnings) == scenario
    assert not len(warnings), warnings.listed()


def test_a_room_in_a_room_reads_back() -> None:
    inner = points((3, 3), (6, 3), (6, 6), (3, 6), (3, 3))
    room = points((1, 1), (9, 1), (9, 9), (1, 9), (1, 1))
    scenario = to_scenario(read_uvtt(built(line_of_sight=[room, inner])), "Keep")
    assert parse_scenario(scenario_text(scenario)) == scenario


def test_the_picture_is_written_with_its_own_ending(tmp_path: Path) -> None:
    import_map(DATA / WINDOWS, tmp_path / "office.yaml")
    assert sorted(p.name for p in tmp_path.iterdir()) == ["office.png", "office.yaml"]


def test_the_source_is_never_overwritten(tmp_path: Path) -> None:
    source = tmp_path / "map.dd2vtt"
    source.write_bytes(sample(JUNCTION))
    with pytest.raises(ProblemsError, match="over the file it is read from"):
        import_map(source, tmp_path / "." / "map.dd2vtt")
    assert source.read_bytes() == sample(JUNCTION)


def test_the_picture_never_overwrites_the_source(tmp_path: Path) -> None:
    source = tmp_path / "map.png"
    source.write_bytes(sample(WINDOWS))
    with pytest.raises(ProblemsError, match="over the file it is read from"):
        import_map(source, tmp_path / "map.yaml")
    assert [p.name for p in tmp_path.iterdir()] == ["map.png"]


def test_a_missing_file_and_a_missing_folder_are_said(tmp_path: Path) -> None:
    with pytest.raises(ProblemsError, match=r"none\.dd2vtt: The file cannot be read"):
        import_map(tmp_path / "none.dd2vtt", tmp_path / "out.yaml")
    with pytest.raises(ProblemsError, match=r"out\.yaml: The file cannot be written"):
        import_map(DATA / JUNCTION, tmp_path / "no" / "out.yaml")


def test_a_refused_map_writes_nothing(tmp_path: Path) -> None:
    source = tmp_path / "map.dd2vtt"
    source.write_bytes(json.dumps({"line_of_sight": "none"}).encode())
    with pytest.raises(ProblemsError):
        import_map(source, tmp_path / "out.yaml")
    assert [p.name for p in tmp_path.iterdir()] == ["map.dd2vtt"]
