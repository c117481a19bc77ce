"""Hold the style: ruff, mypy, module length, and no file that names the machine it was written on."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

LONGEST_MODULE = 600
# Put together here, so that this file does not name them either.
FORBIDDEN = ["/" + "work/", "/tmp/" + "bash", "pypi" + ".org", "python" + "hosted.", "npmjs" + ".org"]


def run(*command, cwd, text=None):
    return subprocess.run(
        [sys.executable, *command],
        cwd=cwd,
        input=text,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=580,
    )


def shipped_files(root):
    """List the files of the project: what git tracks, or in an unpacked archive everything visible."""
    try:
        done = subprocess.run(["git", "ls-files", "-z"], cwd=root, capture_output=True, timeout=60)
        names = done.stdout.decode().split("\0") if done.returncode == 0 else []
    except FileNotFoundError:
        names = []
    found = [root / name for name in names if name]
    if not found:
        skipped = {"build", "dist", "__pycache__"}
        parts = [entry for entry in root.iterdir() if entry.name not in skipped and entry.name[0] != "."]
        found = [path for part in parts for path in ([part] if part.is_file() else part.rglob("*"))]
    return [path for path in found if path.is_file() and path.suffix != ".pyc"]


def test_ruff_finds_nothing(root):
    done = run("-m", "ruff", "check", ".", cwd=root)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.timeout(600)
def test_mypy_strict_finds_nothing(root):
    done = run("-m", "mypy", "--strict", "wolfling_gui", cwd=root)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("module", ["random", "secrets", "time", "datetime", "uuid", "numpy.random"])
@pytest.mark.parametrize("layer", ["core", "geometry", "rules", "rules/variants/hive_war"])
def test_clocks_and_chance_are_refused_where_results_must_be_repeatable(root, layer, module):
    planted = f"wolfling_gui/{layer}/planted.py"
    text = f'"""Planted."""\n\nimport {module}\n\nprint({module})\n'
    done = run("-m", "ruff", "check", "--no-cache", "--stdin-filename", planted, "-", cwd=root, text=text)
    assert done.returncode == 1
    assert "TID251" in done.stdout


def test_a_clock_is_allowed_in_the_session(root):
    planted = "wolfling_gui/session/planted.py"
    text = '"""Planted."""\n\nimport time\n\nprint(time)\n'
    done = run("-m", "ruff", "check", "--no-cache", "--stdin-filename", planted, "-", cwd=root, text=text)
    assert done.returncode == 0, done.stdout


def test_no_module_is_too_long(root):
    modules = [path for path in shipped_files(root) if path.suffix == ".py"]
    lengths = {path: len(path.read_text(encoding="utf-8").splitlines()) for path in modules}
    assert len(lengths) > 10
    assert not [f"{path}: {count} lines" for path, count in lengths.items() if count > LONGEST_MODULE]


def offences(path: Path) -> list[str]:
    text = path.read_bytes().decode("utf-8", "replace")
    return [f"{path} names {word}" for word in FORBIDDEN if word in text]


def test_no_file_names_the_machine_it_was_written_on(root):
    assert [offence for path in shipped_files(root) for offence in offences(path)] == []


def test_a_named_machine_is_found(tmp_path):
    planted = tmp_path / "planted.md"
    planted.write_text("see /" + "work/notes", encoding="utf-8")
    assert len(offences(planted)) == 1
