from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from tests.builders import Position
from wolfling_gui.core.actions import EndStep, RollOff, Shoot
from wolfling_gui.core.battle import Battle
from wolfling_gui.core.changes import digest
from wolfling_gui.core.verdict import Permit
from wolfling_gui.files.journal_lines import OverlayText, sealed
from wolfling_gui.files.journal_writer import JournalWriter
from wolfling_gui.files.locations import rulesets_dir
from wolfling_gui.files.problems import ProblemsError
from wolfling_gui.files.scenario import read_scenario
from wolfling_gui.session.log import session_log
from wolfling_gui.session.opening import begin, header_for, ruleset_with, take_up
from wolfling_gui.session.session import Session
from wolfling_gui.session.verifying import rules_of_header

SCENARIOS = sorted((rulesets_dir() / "scenarios").glob("*.yaml"))


@pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: path.stem)
def test_a_battle_begun_on_a_shipped_scenario_is_taken_up_again(path: Path, tmp_path: Path) -> None:
    session = begin(read_scenario(path), path=tmp_path / "a.wolfling", seed=7)
    assert isinstance(session.perform(RollOff()), Permit)
    while session.request is not None and session.request.says != "choose.first_or_second":
        session.roll()
    session.give("second")
    here = digest(session.battle)
    session.close()
    opened = take_up(tmp_path / "a.wolfling")
    assert not opened.problems
    assert digest(opened.session.battle) == here
    assert opened.session.battle.clock.step == "deployment"
    opened.session.close()


def shooting() -> Battle:
    position = Position().unit("blues", "blue", [(10, 10), (11.5, 10)]).unit("reds", "orange", [(18, 10)])
    return position.battle("shooting")


def test_an_action_in_mid_question_waits_again_after_the_battle_is_taken_up(tmp_path: Path) -> None:
    battle = shooting()
    path = tmp_path / "b.wolfling"
    header = header_for(battle, "B", seed=3)
    session = Session(ruleset_with("wolfling"), header, JournalWriter(path, header))
    session.perform(Shoot("blues", "reds"))
    session.give([6, 6, 1, 1])
    assert session.request is not None
    asked = session.request
    session.last_write.result()
    session.close()
    opened = take_up(path)
    assert opened.session.request == asked
    assert opened.session.resolution is not None
    assert opened.session.resolution.answers == [[6, 6, 1, 1]]
    opened.session.give([1, 1])
    assert opened.session.request is None
    assert opened.session.settled.units["blues"].has("shot")
    opened.session.close()


def test_undo_redo_and_correction_survive_being_taken_up(tmp_path: Path) -> None:
    battle = shooting()
    path = tmp_path / "c.wolfling"
    header = header_for(battle, "C", seed=3)
    session = Session(ruleset_with("wolfling"), header, JournalWriter(path, header))
    session.perform(Shoot("blues", "reds"))
    session.give([6, 6, 1, 1])
    session.give([1, 1])
    assert session.correct(1, [6, 1]) == []
    session.give(False)
    assert session.settled.models["reds-1"].casualty
    session.undo()
    assert not session.settled.models["reds-1"].casualty
    session.close()
    opened = take_up(path)
    assert opened.session.steps[-1].answers == ([6, 6, 1, 1], [1, 1])
    assert opened.session.redo()
    assert opened.session.settled.models["reds-1"].casualty
    opened.session.undo()
    opened.session.undo()
    assert opened.session.settled == battle
    opened.session.perform(EndStep())
    assert opened.session.redo_step is None or opened.session.settled.clock.step == "assault"
    opened.session.close()


def rewritten(path: Path, change: Callable[[list[bytes]], list[bytes]]) -> None:
    """Write a journal anew with other lines that all bear right checksums."""
    payloads = [line[12:-1] for line in path.read_bytes().splitlines()]
    data, check = b"", 0
    for payload in change(payloads):
        line, check = sealed(payload, check)
        data += line
    path.write_bytes(data)


@pytest.mark.parametrize(
    "last",
    [
        b'{"type":"act","action":{"type":"shoot","unit":"blues","target":"nobody"}}',
        b'{"type":"act","action":{"type":"roll_off"}}',
        b'{"type":"act","action":{"type":"shoot","unit":"blues","target":"reds"}}\n'
        b'{"type":"answer","answer":[9]}',
    ],
)
def test_an_action_under_way_that_does_not_fit_any_more_is_called_off_and_told(
    tmp_path: Path, last: bytes
) -> None:
    path = tmp_path / "c.wolfling"
    header = header_for(shooting(), "C", seed=3)
    JournalWriter(path, header).close()
    rewritten(path, lambda lines: [*lines, *last.splitlines()])
    opened = take_up(path)
    (problem,) = opened.problems
    assert problem.line == 2
    assert "called off" in problem.hint
    assert opened.session.request is None
    assert opened.session.battle == header.battle
    assert isinstance(opened.session.perform(Shoot("blues", "reds")), Permit)
    opened.session.close()


def test_a_step_left_out_for_its_digest_is_not_led_to_again(tmp_path: Path) -> None:
    path = tmp_path / "d.wolfling"
    header = header_for(shooting(), "D", seed=3)
    session = Session(ruleset_with("wolfling"), header, JournalWriter(path, header))
    session.perform(EndStep())
    good = session.settled
    session.perform(EndStep())
    right = session.steps[-1].done.digest.encode()
    bad = session.steps[-1].line
    session.close()
    rewritten(path, lambda lines: [line.replace(right, b"0" * len(right)) for line in lines])
    opened = take_up(path)
    assert [problem.line for problem in opened.problems] == [bad]
    assert opened.session.battle == good
    assert opened.session.redo_step is None
    assert not opened.session.redo()
    with pytest.raises(ValueError, match="no step"):
        opened.session.go_to(bad)
    assert opened.session.undo()
    assert opened.session.redo()
    assert opened.session.battle == good
    opened.session.close()


def test_a_battle_whose_house_rules_fit_no_more_opens_without_them_and_says_so(tmp_path: Path) -> None:
    path = tmp_path / "e.wolfling"
    text = """format: wolfling-overlay/1
name: Old ways
ruleset: wolfling
set:
  WO-CQS-1: {close_quarters_to_hit: 3, dropped_since: 4}
off: [WO-OLD-1]
"""
    header = msgspec.structs.replace(
        header_for(shooting(), "E", seed=3), overlays=(OverlayText("old.yaml", text),)
    )
    JournalWriter(path, header).close()
    opened = take_up(path)
    assert [(p.file, p.line) for p in opened.problems] == [("old.yaml", 5), ("old.yaml", 6)]
    assert all("goes on without" in p.hint for p in opened.problems)
    assert opened.session.rules.count("WO-CQS-1", "close_quarters_to_hit") == 3
    assert isinstance(opened.session.perform(Shoot("blues", "reds")), Permit)
    opened.session.close()
    with pytest.raises(ProblemsError, match="dropped_since"):
        rules_of_header(header)


def test_a_battle_keeps_whose_dice_the_app_rolls(tmp_path: Path) -> None:
    path = tmp_path / "a.wolfling"
    session = begin(read_scenario(SCENARIOS[0]), path=path, app_dice=("orange",))
    assert session.app_rolls_for == ("orange",)
    session.close()
    opened = take_up(path).session
    assert opened.app_rolls_for == ("orange",)
    opened.let_app_roll(())
    opened.close()
    again = take_up(path).session
    assert again.app_rolls_for == ()
    again.close()
    unsaid = begin(read_scenario(SCENARIOS[0]), keep=False)
    assert unsaid.app_rolls_for is None


def test_forces_played_by_agreement_stand_first_in_the_log_and_stay_there(tmp_path: Path) -> None:
    scenario = read_scenario(SCENARIOS[0])
    roster = scenario.sides[0].roster
    assert roster is not None
    dear = msgspec.structs.replace(roster.squads[0], points=1620)
    path = tmp_path / "a.wolfling"
    session = begin(scenario, {"blue": msgspec.structs.replace(roster, squads=(dear,))}, path=path)
    session.close()
    opened = take_up(path).session
    (finding,) = opened.header.agreed
    assert (finding.rule, finding.value, finding.limit) == ("WO-FRC-1", 1620, 1500)
    row = session_log(opened)[0]
    opened.close()
    assert (row.mark, row.side, row.rules) == ("overruled", "blue", ("WO-FRC-1",))
    assert row.text == "Overruled by agreement: Blue brings 1620 points, at most 1500: 120 too much."
    fair = begin(scenario, keep=False)
    assert fair.header.agreed == ()
    assert session_log(fair) == []
