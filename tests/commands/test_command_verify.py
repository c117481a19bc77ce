"""Check that recorded battles come out again, and what differs is named."""

from __future__ import annotations

from tests.commands.line import GOOD, recorded, run
from wolfling_gui.core.battle import Battle, Side
from wolfling_gui.core.changes import delta, digest
from wolfling_gui.core.clock import Clock
from wolfling_gui.core.forces import Condition
from wolfling_gui.core.lengths import inches
from wolfling_gui.core.table import Table
from wolfling_gui.files.cases import parse_cases
from wolfling_gui.files.journal import read_journal
from wolfling_gui.files.journal_lines import Act, Answer, Done, Header, OverlayText
from wolfling_gui.files.journal_writer import JournalWriter
from wolfling_gui.session.cases import rules_of
from wolfling_gui.session.session import Session
from wolfling_gui.session.verifying import verify


def test_a_recorded_battle_comes_out_again(capsys, tmp_path):
    path = recorded(tmp_path)
    code, out, err = run(capsys, "verify", path)
    assert (code, err) == (0, "")
    assert out == "battle.wolfling: 1 step, all as recorded.\n"


def test_what_is_no_battle_keeps_no_other_from_being_verified(capsys, tmp_path):
    path = recorded(tmp_path)
    code, out, err = run(capsys, "verify", tmp_path, "none.wolfling", path)
    assert code == 2
    assert out == "battle.wolfling: 1 step, all as recorded.\n"
    assert [line.startswith("wolfling: ") for line in err.splitlines()] == [True, True]


def test_a_battle_is_verified_by_the_house_rules_it_began_with(capsys, tmp_path):
    read = read_journal(recorded(tmp_path))
    house = "format: wolfling-overlay/1\nname: H\nruleset: classic\nset: {CL-WPN-2: {bars_assault: true}}\n"
    header = Header(read.header.battle, "A battle", "classic", overlays=(OverlayText("house.yaml", house),))
    other = tmp_path / "other.wolfling"
    with JournalWriter(other, header) as writer:
        for line in read.lines:
            writer.append(line)
    code, out, _ = run(capsys, "verify", other)
    assert code == 1
    assert "other.wolfling:7: The battle after this step has the digest" in out


def test_the_first_line_that_differs_is_named(capsys, tmp_path):
    table = Table(inches(48), inches(48))
    sides = (Side("blue", "Blue"), Side("red", "Red"))
    battle = Battle("classic", table, sides, {}, {}, Clock(1, "blue", "movement", ("blue", "red")))
    (case,) = parse_cases(GOOD.split("  do:")[0] + "  do: [end step]\n")
    header = Header(battle, "A battle", "classic")
    session = Session(rules_of(case), header)
    session.perform(case.deeds[0].action)
    after = session.settled
    path = tmp_path / "battle.wolfling"
    with JournalWriter(path, header) as writer:
        writer.append(Act(case.deeds[0].action))
        writer.append(Done(delta(battle, after), digest(after)))
        wrong = after.with_score("blue", 5)
        writer.append(Act(case.deeds[0].action))
        writer.append(Done(delta(after, wrong), digest(wrong)))
    code, out, _ = run(capsys, "verify", path)
    assert code == 1
    assert out.startswith("battle.wolfling:5: The battle after this step has the digest ")
    steps, trouble = verify(read_journal(path))
    assert (steps, trouble.line, trouble.expected) == (1, 5, digest(wrong))


def test_a_refused_action_and_an_answer_that_does_not_fit_are_named(tmp_path):
    path = recorded(tmp_path)
    read = read_journal(path)
    (step,) = read.history.steps.values()
    with JournalWriter(tmp_path / "more.wolfling", read.header) as writer:
        writer.append(Act(step.action))
        writer.append(Answer([6]))
        writer.append(Done(step.done.delta, step.done.digest))
    _, trouble = verify(read_journal(tmp_path / "more.wolfling"))
    assert "Answer 1 of the action begun in line 2" in trouble.message
    header = Header(
        read.header.battle.with_condition("a", Condition("locked", "CL-ASLT-1")), "A battle", "classic"
    )
    with JournalWriter(tmp_path / "refused.wolfling", header) as writer:
        writer.append(Act(step.action))
        writer.append(Done(step.done.delta, step.done.digest))
    _, trouble = verify(read_journal(tmp_path / "refused.wolfling"))
    assert "is refused now by CL-SHOOT-2" in trouble.message


def test_a_damaged_journal_is_told(capsys, tmp_path):
    path = recorded(tmp_path)
    path.write_bytes(path.read_bytes()[:-20])
    code, out, _ = run(capsys, "verify", path)
    assert code == 1
    assert "is cut off" in out


def test_what_is_no_journal_is_one_message(capsys, good):
    code, _, err = run(capsys, "verify", good)
    assert code == 1
    assert "good.yaml:1:" in err
