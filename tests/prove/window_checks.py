"""Run the checks that need a window in processes of their own: everything rendered, a battle by keyboard."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
KEYBOARD_BATTLE = (
    "tests/ui/test_whole_battle.py"
    "::test_a_battle_with_assaults_by_keys_alone_from_the_first_screen_to_the_score"
)
LIMIT_SECONDS = 1800


def windows_short() -> tuple[str, ...]:
    """Return what is cut off in some window, size or theme; the pictures are in build/shots."""
    code, said, trouble = _run([sys.executable, "-m", "tests.prove.windows"])
    try:
        short = json.loads(said)
    except json.JSONDecodeError:
        return (f"the windows could not be rendered: {_last(trouble)}",)
    lines = tuple(f"cut off: {name}: {line}" for name, found in short.items() for line in found)
    return lines if lines or not code else (f"the windows could not be rendered: {_last(trouble)}",)


def keyboard_short(test: str = KEYBOARD_BATTLE) -> tuple[str, ...]:
    """Return why the battle by keyboard alone does not reach its score; empty when it does."""
    code, said, trouble = _run([sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", test])
    return (
        () if code == 0 else (f"the battle by keyboard does not reach its score: {_last(said or trouble)}",)
    )


def _run(command: Sequence[str]) -> tuple[int, str, str]:
    given = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    try:
        ran = subprocess.run(
            command, cwd=ROOT, env=given, capture_output=True, text=True, timeout=LIMIT_SECONDS, check=False
        )
    except subprocess.TimeoutExpired:
        return 1, "", f"nothing came within {LIMIT_SECONDS} s"
    return ran.returncode, ran.stdout, ran.stderr


def _last(text: str) -> str:
    lines = [line for line in text.splitlines() if line.strip()]
    return lines[-1] if lines else "nothing was said"
