"""Check that maps of other programs are imported."""

from __future__ import annotations

import pytest

from tests.commands.line import run


def test_a_map_is_imported(capsys, root, tmp_path):
    samples = sorted((root / "tests" / "data" / "uvtt").glob("*.*vtt"))
    if not samples:
        pytest.skip("no sample map is here")
    out = tmp_path / "map.yaml"
    code, said, err = run(capsys, "import", samples[0], "-o", out, "--inches-per-square", "2")
    assert (code, err) == (0, ""), err
    assert f"Written: {out}" in said
    assert run(capsys, "check", out)[0] == 0


def test_an_import_takes_gaps_and_the_edge_as_it_is_told(capsys, root, tmp_path):
    sample = root / "tests" / "data" / "uvtt" / "dungeonalchemist_rooms.dd2vtt"
    code, said, _ = run(capsys, "import", sample, "-o", tmp_path / "a.yaml", "--turn", "opening=door")
    assert code == 0
    assert "opening without a door" not in said
    cropped = sample.with_name("dungeondraft03_cropped_wing.dd2vtt")
    assert "edge was taken as a wall" in run(capsys, "import", cropped, "-o", tmp_path / "b.yaml")[1]
    code, said, _ = run(capsys, "import", cropped, "-o", tmp_path / "c.yaml", "--open-edge")
    assert code == 0
    assert "edge was taken as a wall" not in said
    code, _, err = run(capsys, "import", sample, "-o", tmp_path / "d.yaml", "--turn", "window=gate")
    assert code == 2
    assert "window, door, opening" in err


def test_what_cannot_be_imported_is_one_message(capsys, good, tmp_path):
    code, _, err = run(capsys, "import", good, "-o", tmp_path / "map.yaml")
    assert code == 1
    assert err.startswith("wolfling: good.yaml")
    assert not (tmp_path / "map.yaml").exists()
