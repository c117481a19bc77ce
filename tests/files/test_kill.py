"""Kill the writing process again and again: every acknowledged line is found afterwards."""

from __future__ import annotations

import itertools
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.files.journal_script import script
from wolfling_gui.files.journal import fold, read_journal
from wolfling_gui.files.journal_lines import encode_line

ROOT = Path(__file__).parents[2]
PARTS = 4
SHORT, LONG = 200, 2000
"""How often the process is killed in all, and with --long."""


def play_and_kill(path: Path, seed: int, acknowledgements: int, delay: float) -> tuple[int, int]:
    """Let a process play on, kill it; return the last line it told of, and how often it told of one."""
    command = [sys.executable, "-m", "tests.files.journal_script", str(path), str(seed)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        told = [line for line in itertools.islice(process.stdout, acknowledgements)]
        until = time.perf_counter() + delay
        while time.perf_counter() < until:
            pass
        process.kill()
        told += process.stdout.read().splitlines(keepends=True)
        errors = process.stderr.read().decode()
        process.wait()
    whole = [int(line) for line in told if line.endswith(b"\n")]
    assert not errors
    assert len(whole) >= acknowledgements, "the process ended before it was killed"
    if sys.platform != "win32":
        assert process.returncode == -signal.SIGKILL
    return whole[-1], len(whole)


@pytest.mark.timeout(3600)
@pytest.mark.parametrize("part", range(PARTS))
def test_every_acknowledged_line_survives_being_killed(
    tmp_path: Path, part: int, request: pytest.FixtureRequest
) -> None:
    total = LONG if request.config.getoption("--long") else SHORT
    kills = int(os.environ.get("WOLFLING_KILLS", total)) // PARTS
    path = tmp_path / "killed.battle"
    chance = random.Random(part)
    acknowledged = 0
    places: set[int] = set()
    for kill in range(kills):
        number, _ = play_and_kill(path, part, 2 + kill % 5, chance.uniform(0, 0.0015))
        acknowledged = max(acknowledged, number)
        read = read_journal(path)
        assert len(read.lines) + 1 >= acknowledged
        assert all(problem.line == len(read.lines) + 2 for problem in read.problems)
        assert read.torn or not read.problems
        written = [encode_line(line) for line in read.lines]
        assert written == [encode_line(line) for line in itertools.islice(script(seed=part), len(written))]
        places.add(acknowledged)
    assert len(places) == kills
    folded = fold(read, thorough=True)
    assert not folded.problems
    assert folded.here == read.history.here
