"""Putting dice right in a battle on disk: whatever moment it is left in, taking it up goes on from there."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from wolfling_gui.core.actions import Shoot
from wolfling_gui.core.changes import digest
from wolfling_gui.core.requests import Allocate, Confirm, Roll
from wolfling_gui.files.journal import Step, parse_journal, read_journal
from wolfling_gui.session.correcting import played_on_text
from wolfling_gui.session.opening import take_up
from wolfling_gui.session.session import Session

ROOT = Path(__file__).parents[2]
DEMO = ROOT / "resources" / "demo" / "deck-seven-raid.wolfling"
CORRECT_AND_WAIT = """
import sys, time
from pathlib import Path
from wolfling_gui.session.opening import take_up
session = take_up(Path(sys.argv[1])).session
step = session.recorder.history.steps[int(sys.argv[2])]
session.correct(0, [1, *step.answers[0][1:]], step)
session.last_write.result()
print(session.request.says, flush=True)
time.sleep(60)
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return Path(shutil.copy(DEMO, tmp_path / "demo.wolfling"))


def answer_all(session: Session) -> list[object]:
    """Answer with the dice offered from before, sixes behind them; return what was offered."""
    offered = []
    while (request := session.request) is not None:
        old = session.offered
        offered.append(old)
        if isinstance(request, Roll):
            assert isinstance(old, list | None)
            session.give([*(old or ()), *[6] * request.dice.count][: request.dice.count])
        elif isinstance(request, Confirm):
            session.give(False)
        else:
            assert isinstance(request, Allocate)
            shares: dict[str, int] = {}
            for name in request.candidates:
                room = request.count - sum(shares.values())
                shares[name] = min(request.most.get(name, room), room)
            session.give({name: count for name, count in shares.items() if count})
    return offered


def shot_of(session: Session) -> Step:
    """Return the first shot whose dice are asked for anew when its first die was a one."""
    for step in session.steps:
        if isinstance(step.action, Shoot) and step.answers[0][0] != 1:
            again, _ = session.correction(0, [1, *step.answers[0][1:]], step)
            if again.pause is not None and isinstance(again.pause.request, Roll):
                return step
    raise AssertionError("no shot of the demonstration asks anew")


def corrected(path: Path) -> tuple[Session, list[object]]:
    """Put the shot right in one go; return the session and what was offered."""
    session = take_up(path).session
    step = shot_of(session)
    session.correct(0, [1, *step.answers[0][1:]], step)
    return session, answer_all(session)


def test_killed_while_an_earlier_die_is_put_right_the_later_actions_are_played_again(
    path: Path, tmp_path: Path
) -> None:
    whole, offered = corrected(Path(shutil.copy(path, tmp_path / "whole.wolfling")))
    assert whole.played_on is not None
    assert whole.played_on.count > 0
    assert offered[0] is not None
    first = take_up(path).session
    shot, played = shot_of(first).line, len(first.steps)
    first.close()
    command = [sys.executable, "-c", CORRECT_AND_WAIT, str(path), str(shot)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline().startswith(b"roll.")
        os.kill(process.pid, getattr(signal, "SIGKILL", signal.SIGTERM))
        process.wait()
    again = take_up(path).session
    assert again.request is not None
    assert answer_all(again) == offered
    assert [step.action for step in again.steps] == [step.action for step in whole.steps]
    assert digest(again.battle) == digest(whole.battle)
    assert played_on_text(again) == played_on_text(whole)
    again.undo()
    assert len(again.steps) == played
    again.close()
    whole.close()


def test_left_after_any_line_of_a_correction_it_comes_to_the_same_battle(path: Path, tmp_path: Path) -> None:
    begun, played = len(path.read_bytes()), len(read_journal(path).history.branch())
    session, _ = corrected(path)
    wanted, steps = digest(session.battle), len(session.steps)
    session.close()
    data = path.read_bytes()
    ends = [place + 1 for place in range(begun, len(data)) if data[place] == 10]
    kinds = [type(line).__name__ for line in parse_journal(data).lines[-len(ends) :]]
    first, last = kinds.index("Done"), len(kinds) - 1
    chosen = {0, first - 1, first, first + 1, first + 2, last}
    answers = [place for place, kind in enumerate(kinds) if kind == "Answer" and place > first]
    chosen |= set(answers[:1])
    for place in sorted(chosen):
        cut = tmp_path / f"cut-{place}.wolfling"
        cut.write_bytes(data[: ends[place]])
        opened = take_up(cut)
        assert not opened.problems
        answer_all(opened.session)
        assert (digest(opened.session.battle), len(opened.session.steps)) == (wanted, steps), kinds[place]
        opened.session.undo()
        assert len(opened.session.steps) == played, kinds[place]
        opened.session.close()
