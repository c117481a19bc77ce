"""Check the command line itself: help, wrong usage, exit codes, and that no traceback reaches a user."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.commands.line import run
from wolfling_gui.commands.parser import COMMANDS


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_explains_itself(capsys, name):
    code, out, _ = run(capsys, name, "--help")
    assert code == 0
    assert f"wolfling {name}" in out


def test_help_lists_the_commands(capsys):
    code, out, _ = run(capsys, "--help")
    assert code == 0
    assert all(name in out for name in COMMANDS)


@pytest.mark.parametrize(
    "argv",
    [
        ["--nonsense"],
        ["case"],
        ["case", "none.yaml"],
        ["cases", "none.yaml"],
        ["none.yaml"],
        ["check", "none.yaml"],
        ["verify", "none.wolfling"],
        ["rules", "--ruleset", "none"],
        ["rules", "--cases", "none"],
        ["import", "none.uvtt"],
        ["screenshot", "none.yaml", "-o", "x.png", "--size", "big"],
        ["screenshot", "none.yaml", "-o", "x.png", "--size", "99999x99999"],
        ["screenshot", "none.yaml", "-o", "x.png", "--scale", "9"],
        ["check", "n" * 5000],
        ["verify", "n" * 5000],
        ["n" * 5000],
    ],
)
def test_wrong_usage_is_one_message_and_code_2(capsys, argv):
    code, out, err = run(capsys, *argv)
    assert code == 2
    assert out == ""
    assert err.strip()


def test_a_bug_is_one_message_too(capsys, monkeypatch, good):
    from wolfling_gui.commands import command_case

    def broken(file):
        raise RuntimeError("torn")

    monkeypatch.setattr(command_case, "run_file", broken)
    code, _, err = run(capsys, "case", good)
    assert code == 1
    assert err.startswith("wolfling: The program failed: RuntimeError: torn")


def test_the_module_runs_as_a_program(good):
    done = subprocess.run(
        [sys.executable, "-m", "wolfling_gui", "case", str(good)],
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=50,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "2 cases, all passed." in done.stdout


def test_commands_load_no_window(good):
    code = (
        "import sys; from wolfling_gui.__main__ import main; "
        f"main(['case', {str(good)!r}]); sys.exit('PySide6' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, timeout=50)
    assert done.returncode == 0
