"""The first painted window and its memory, each in fresh programs, against a bare Qt window.

What is started is `window_child.py`. Its Python keeps compiled modules in a folder of the test, as an
installed program does, and is started once before anything is measured.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from pathlib import Path
from statistics import median
from typing import Any

import pytest

from tests.benchmarks.goals import report
from tests.benchmarks.test_scene_bench import battle_for_measuring
from tests.files.journal_script import one_action
from wolfling_gui.files.journal_lines import Header, encode_header, encode_line, sealed

CHILD = Path(__file__).with_name("window_child.py")
MODELS, EVENTS, ROUNDS = 250, 2000, 7


class Programs:
    """Start programs with empty user folders and compiled modules of their own."""

    def __init__(self, folder: Path, root: Path) -> None:
        self.tree = folder / "tree.json"
        self._env = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
        self._env |= {
            "QT_QPA_PLATFORM": "offscreen",
            "PYTHONPYCACHEPREFIX": str(folder / "compiled"),
            "PYTHONPATH": str(root),
            "WOLFLING_HOME": str(folder / "home"),
        }

    def run(self, what: str, file: Path | None = None) -> dict[str, Any]:
        """Start one and return what it says."""
        command = [sys.executable, str(CHILD), what, str(file or self.tree)]
        done = subprocess.run(command, env=self._env, capture_output=True, text=True, timeout=50, check=True)
        said: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
        return said


@pytest.fixture(scope="module")
def programs(tmp_path_factory: pytest.TempPathFactory) -> Programs:
    root = Path(__file__).resolve().parent.parent.parent
    found = Programs(tmp_path_factory.mktemp("window"), root)
    for what in ("ours", "bare"):
        found.run(what)
    return found


def test_nothing_heavy_is_imported_before_the_first_paint(programs: Programs) -> None:
    assert programs.run("ours")["heavy"] == []


def test_first_painted_window(benchmark: Any, programs: Programs) -> None:
    ours, bare = [], []
    for _ in range(ROUNDS if benchmark.enabled else 1):
        ours.append(programs.run("ours")["seconds"])
        bare.append(programs.run("bare")["seconds"])
    benchmark.pedantic(lambda: programs.run("ours"), rounds=1)
    work = f"first painted window ({median(ours) * 1000:.0f} ms of processor time)"
    report(benchmark, work, median(ours) / median(bare), "<= 1.3")


def long_battle(folder: Path) -> Path:
    """Write the journal of a long battle with 250 models, on the table that performance is measured on."""
    chance, battle = random.Random(3), battle_for_measuring()
    header = Header(battle, "Long battle", "wolfling", created="2026-01-02T03:04:05", seed=7)
    data, check = sealed(encode_header(header), 0)
    parts = [data]
    for number in range(EVENTS):
        lines, battle = one_action(battle, number, chance)
        for line in lines:
            part, check = sealed(encode_line(line), check)
            parts.append(part)
    file = folder / "long.battle"
    file.write_bytes(b"".join(parts))
    return file


def test_memory_of_a_long_battle(benchmark: Any, programs: Programs, tmp_path: Path) -> None:
    bare = programs.run("bare", tmp_path / "no tree")
    file = long_battle(tmp_path)
    ours = benchmark.pedantic(lambda: programs.run("battle", file), rounds=1)
    assert ours["models"] == MODELS
    assert ours["states"] == EVENTS
    if not bare["kilobytes"]:
        pytest.skip("this system does not tell how much memory a program uses")
    work = f"memory after {EVENTS:,} events ({ours['kilobytes'] / 1024:.0f} MB)"
    report(benchmark, work, ours["kilobytes"] / bare["kilobytes"], "<= 2.5")
