"""Check that the demonstration is played."""

from __future__ import annotations

import pytest

from tests.commands.line import recorded, run
from wolfling_gui.commands import command_demo
from wolfling_gui.files.journal import read_journal


@pytest.fixture
def shipped(tmp_path, monkeypatch):
    """Let the recorded battle stand for the program's own demonstration."""
    (tmp_path / "shipped").mkdir()
    path = recorded(tmp_path / "shipped")
    monkeypatch.setattr(command_demo, "shipped", lambda: sorted(path.parent.glob("*.wolfling")))
    return path


def test_the_demonstration_writes_log_journal_and_picture(capsys, tmp_path, shipped):
    out = tmp_path / "demo"
    code, said, err = run(capsys, "demo", "--out", out)
    assert (code, err) == (0, "")
    assert "A battle: 1 actions played" in said
    assert (out / "battle.log").read_text(encoding="utf-8").count("\n") >= 3
    assert (out / "screenshot.png").read_bytes().startswith(b"\x89PNG")
    old, new = read_journal(shipped), read_journal(out / "battle.wolfling")
    assert new.lines == old.lines
    assert run(capsys, "verify", out / "battle.wolfling")[0] == 0
    assert run(capsys, "demo", "--out", out)[0] == 0


def test_a_demonstration_that_is_missing_is_one_message(capsys, tmp_path, shipped):
    shipped.unlink()
    code, _, err = run(capsys, "demo", "--out", tmp_path / "demo")
    assert code == 1
    assert "The demonstration battle is missing" in err
