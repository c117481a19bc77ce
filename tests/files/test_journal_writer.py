"""Tests of writing a battle's journal: what is on disk, full disks, files that go away, lines refused."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import msgspec
import pytest

from tests.files.journal_script import header_of
from tests.files.journals import DONE, SAMPLE, first, journal_of, same
from wolfling_gui.core.actions import Adjust, Change, EndStep, RollOff, SetScore, SetWall
from wolfling_gui.core.forces import Profile, Roster, Squad, SquadModel
from wolfling_gui.core.report import Report
from wolfling_gui.files import journal_writer
from wolfling_gui.files.journal import answered, parse_journal, read_journal
from wolfling_gui.files.journal_lines import (
    Act,
    Answer,
    Correct,
    Done,
    Line,
    OverlayText,
    Redo,
    Refused,
    Undo,
)
from wolfling_gui.files.journal_writer import InUseError, JournalWriter, open_journal


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "a.wolfling"
    squad = Squad("s", "Squad", (SquadModel("Scout", Profile("Scout")),), points=40)
    header = msgspec.structs.replace(
        header_of(),
        overlays=(OverlayText("house.yaml", "set: {}\n"),),
        rosters={"blue": Roster("Blue force", (squad,))},
        scenario="Deck",
    )
    lines = first(80)
    with JournalWriter(path, header) as writer:
        numbers = [writer.append(line) for line in lines]
        assert [number.result(timeout=5) for number in numbers] == list(range(2, 82))
    read = read_journal(path)
    assert read.header == header
    assert same(read, lines)
    assert (read.problems, read.torn, read.good_bytes) == ((), False, path.stat().st_size)
    assert {type(line) for line in lines} == {Act, Answer, Done, Refused, Undo, Redo, Correct}


def test_an_acknowledged_line_is_on_disk(tmp_path: Path) -> None:
    path = tmp_path / "a.wolfling"
    with JournalWriter(path, header_of()) as writer:
        for count, line in enumerate(first(30), start=1):
            writer.append(line).result(timeout=5)
            assert len(read_journal(path).lines) == count


def test_every_line_is_json_on_its_own() -> None:
    for line in SAMPLE.splitlines():
        check, said = msgspec.json.decode(line)
        assert len(check) == 8
        assert said.get("type") or said["format"] == "wolfling-journal/1"


def test_the_methods_write_their_lines(tmp_path: Path) -> None:
    path = tmp_path / "a.wolfling"
    with JournalWriter(path, header_of()) as writer:
        act = writer.act(RollOff(), seed=3, dice=1)
        writer.answer([4, 2], rolled=True)
        done = writer.done(Report(), [], DONE.digest)
        writer.refused(EndStep(), ())
        writer.correct(act.result(), 0, [5, 2])
        corrected = writer.done(Report(), [], DONE.digest)
        writer.undo(done.result())
        writer.undo(0)
        writer.redo()
    read = read_journal(path)
    history = read.history
    assert history.here == done.result()
    step = history.steps[done.result()]
    assert (step.answers, step.rolled, step.seed, step.dice) == (([4, 2],), (True,), 3, 1)
    fixed = history.steps[corrected.result()]
    assert (fixed.answers, fixed.parent, fixed.corrects, fixed.action) == (([5, 2],), 0, step.line, RollOff())
    assert [number for number, _ in history.refused] == [5]
    assert answered(history.branch()) == 1


def test_a_new_journal_never_replaces_a_file(tmp_path: Path) -> None:
    path = tmp_path / "a.wolfling"
    path.write_text("precious")
    with pytest.raises(FileExistsError):
        JournalWriter(path, header_of())
    assert path.read_text() == "precious"


def test_two_programs_never_write_the_same_battle(tmp_path: Path) -> None:
    path = tmp_path / "a.wolfling"
    writer = JournalWriter(path, header_of())
    with pytest.raises(InUseError, match=r"a\.wolfling is open in another window"):
        open_journal(path)
    assert read_journal(path).header.title == "Scripted battle"
    writer.close()
    _, again = open_journal(path)
    again.close()


def test_a_full_disk_fails_the_acknowledgement_and_the_next_line_brings_both(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.wolfling"
    writer = JournalWriter(path, header_of())
    real = journal_writer.write_all
    full = True

    def write_half(handle: int, data: bytes) -> None:
        if full:
            real(handle, data[: len(data) // 2])
            raise OSError(errno.ENOSPC, "No space left on device")
        real(handle, data)

    monkeypatch.setattr(journal_writer, "write_all", write_half)
    lines = first(3)
    with pytest.raises(OSError, match="No space left"):
        writer.append(lines[0]).result(timeout=5)
    assert read_journal(path).lines == ()
    assert not read_journal(path).problems
    with pytest.raises(OSError, match="No space left"):
        writer.retry().result(timeout=5)
    full = False
    assert writer.append(lines[1]).result(timeout=5) == 3
    assert writer.retry().result(timeout=5) == 3
    writer.append(lines[2])
    writer.close()
    assert same(read_journal(path), lines)


def test_lines_that_are_not_on_disk_are_counted_and_in_a_copy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.wolfling"
    writer = JournalWriter(path, header_of())
    lines = first(5)
    writer.append(lines[0]).result(timeout=5)

    def fail(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as full:
        full.setattr(journal_writer, "write_all", fail)
        for line in lines[1:]:
            assert isinstance(writer.append(line).exception(timeout=5), OSError)
        assert writer.trouble is not None
        assert (writer.unsaved, writer.trouble.errno) == (4, errno.ENOSPC)
        assert same(parse_journal(writer.content()), lines)
        assert same(read_journal(path), lines[:1])
    assert writer.retry().result(timeout=5) == 6
    assert (writer.unsaved, writer.trouble) == (0, None)
    assert path.read_bytes() == writer.content()
    writer.close()


@pytest.mark.skipif(os.name == "nt", reason="an open file cannot be deleted there")
@pytest.mark.parametrize("resumed", [False, True])
@pytest.mark.parametrize("gone", ["file", "folder", "moved", "cut"])
def test_a_journal_that_is_gone_is_written_anew(tmp_path: Path, resumed: bool, gone: str) -> None:
    path = tmp_path / "battles" / "a.wolfling"
    path.parent.mkdir()
    lines = first(9)
    writer = JournalWriter(path, header_of())
    for line in lines[:3]:
        writer.append(line)
    if resumed:
        writer.close()
        _, writer = open_journal(path)
    for line in lines[3:6]:
        writer.append(line).result(timeout=5)
    match gone:
        case "file":
            path.unlink()
        case "folder":
            path.unlink()
            path.parent.rmdir()
        case "moved":
            path.rename(tmp_path / "elsewhere.wolfling")
        case _:
            os.truncate(path, 100)
    if resumed:
        writer.append(lines[6]).result(timeout=5)
    else:
        writer.retry().result(timeout=5)
        writer.append(lines[6])
    assert writer.renewed == 1
    with pytest.raises(InUseError):
        open_journal(path)
    for line in lines[7:]:
        writer.append(line)
    writer.close()
    assert writer.renewed == 1
    assert same(read_journal(path), lines)


@pytest.mark.skipif(os.name == "nt", reason="an open file cannot be replaced there")
def test_another_file_in_the_place_of_a_journal_is_told_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "a.wolfling"
    writer = JournalWriter(path, header_of())
    path.rename(tmp_path / "b.wolfling")
    path.write_text("precious")
    writer.act(RollOff())
    assert isinstance(writer.retry().exception(timeout=5), journal_writer.ReplacedError)
    assert path.read_text() == "precious"
    assert writer.unsaved == 1
    path.unlink()
    writer.close()
    assert len(read_journal(path).lines) == 1


def test_closing_tells_of_lines_that_are_not_on_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    writer = JournalWriter(tmp_path / "a.wolfling", header_of())

    def fail(*_: object) -> None:
        raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr(journal_writer, "write_all", fail)
    writer.act(RollOff())
    with pytest.raises(OSError, match="Input/output"):
        writer.close()
    with pytest.raises(RuntimeError, match="closed"):
        writer.undo(0)


@pytest.mark.parametrize(
    ("before", "line", "expected"),
    [
        ([], Answer([1]), "an action before its answers"),
        ([], DONE, "an action before its answers"),
        ([Act(RollOff())], Act(RollOff()), "an answer, the end of the action begun, or undo"),
        ([Act(RollOff())], Redo(), "an answer, the end"),
        ([], Redo(), "something undone before redo"),
        ([], Undo(5), "undo to line 0 or to the end of an action"),
        ([Act(RollOff()), DONE], Undo(2), "undo to line 0"),
        ([Act(RollOff()), DONE], Correct(3, 0, 1), "the line where a finished action begins"),
        ([Act(RollOff()), DONE], Correct(2, 0, 1), "the number of an answer below 0"),
    ],
)
def test_lines_that_cannot_come_here_are_refused_and_reported(
    tmp_path: Path, before: list[Line], line: Line, expected: str
) -> None:
    with JournalWriter(tmp_path / "a.wolfling", header_of()) as writer:
        for given_line in before:
            writer.append(given_line)
        with pytest.raises(ValueError, match=expected):
            writer.append(line)
    assert same(read_journal(tmp_path / "a.wolfling"), before)
    read = parse_journal(journal_of([*before, line]))
    assert same(read, before)
    (problem,) = read.problems
    assert problem.line == len(before) + 2
    assert expected in problem.expected


@pytest.mark.parametrize("action", [SetWall("w", "broken"), SetScore("blue\ud800", 1)])  # type: ignore[arg-type]
def test_a_line_that_could_not_be_read_again_is_not_written(tmp_path: Path, action: Change) -> None:
    path = tmp_path / "a.battle"
    with JournalWriter(path, header_of()) as writer:
        before = path.read_bytes()
        with pytest.raises(ValueError, match="line"):
            writer.act(Adjust((action,)))
        assert writer.history.count == 1
        writer.act(EndStep()).result()
    assert path.read_bytes().startswith(before)
    assert len(read_journal(path).lines) == 1
