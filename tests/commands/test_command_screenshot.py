"""Check that pictures of scenarios and battles are drawn."""

from __future__ import annotations

import pytest

from tests.commands.line import run
from wolfling_gui.core.actions import Fight
from wolfling_gui.ui.window_shot import read_session


def test_a_picture_of_a_scenario_is_drawn(capsys, root, tmp_path):
    out = tmp_path / "shot.png"
    scenario = sorted((root / "rulesets" / "scenarios").glob("*.yaml"))[0]
    code, said, err = run(capsys, "screenshot", scenario, "-o", out, "--size", "1280x720")
    assert (code, said, err) == (0, f"Written: {out}\n", "")
    head = out.read_bytes()[:24]
    assert head.startswith(b"\x89PNG")
    assert (int.from_bytes(head[16:20], "big"), int.from_bytes(head[20:24], "big")) == (1280, 720)


def test_a_picture_shows_an_action_under_way_that_asks_its_next_question(root):
    demo = root / "resources" / "demo" / "deck-seven-raid.wolfling"
    fights = [n for n, step in enumerate(read_session(demo).steps) if isinstance(step.action, Fight)]
    running = read_session(demo, fights[0], 1)
    assert running.request is not None
    assert len(running.resolution.answers) == 1
    with pytest.raises(ValueError, match="questions"):
        read_session(demo, fights[0], 99)


def test_a_picture_is_a_png_and_its_name_says_so(capsys, root, tmp_path):
    scenario = sorted((root / "rulesets" / "scenarios").glob("*.yaml"))[0]
    code, said, err = run(capsys, "screenshot", scenario, "-o", tmp_path / "shot.doc")
    assert (code, said) == (2, "")
    assert "“.png”" in err
    assert not (tmp_path / "shot.doc").exists()


@pytest.mark.parametrize(
    "extra", [["--step", "3"], ["--answers", "0"], ["--select", "nobody"], ["--hover", "nobody"]]
)
def test_a_picture_that_cannot_be_drawn_is_one_message(capsys, root, tmp_path, extra):
    scenario = sorted((root / "rulesets" / "scenarios").glob("*.yaml"))[0]
    code, _, err = run(capsys, "screenshot", scenario, "-o", tmp_path / "shot.png", *extra)
    assert code == 1
    assert err.startswith("wolfling: ")
    assert not (tmp_path / "shot.png").exists()
