"""Tests of reading damaged journals: torn, changed, moved, or no journal at all."""

from __future__ import annotations

import errno
import os
import zlib
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.files.journals import ENDS, SAMPLE, first, journal_of, same
from wolfling_gui.files import journal_writer
from wolfling_gui.files.journal import fold, parse_journal, read_journal
from wolfling_gui.files.journal_lines import (
    sealed,
)
from wolfling_gui.files.journal_writer import open_journal
from wolfling_gui.files.problems import ProblemsError


def test_a_journal_torn_at_any_byte_opens_to_its_last_whole_line(tmp_path: Path) -> None:
    lines = first(60)
    for size in range(ENDS[0], len(SAMPLE), 7):
        read = parse_journal(SAMPLE[:size])
        whole = sum(1 for end in ENDS if end <= size) - 1
        assert same(read, lines[:whole])
        assert read.torn == (size not in ENDS)
        assert bool(read.problems) == read.torn


def test_a_torn_line_is_cut_and_kept_beside_the_file(tmp_path: Path) -> None:
    path = tmp_path / "a.wolfling"
    for count in (1, 2):
        path.write_bytes(SAMPLE[: ENDS[20] + 9])
        read, writer = open_journal(path)
        assert read.torn
        assert "line 22" not in str(read.problems[0])
        assert read.problems[0].line == 22
        assert path.stat().st_size == ENDS[20]
        copy = tmp_path / ("a.wolfling.torn" if count == 1 else "a.wolfling.torn-2")
        assert copy.read_bytes() == SAMPLE[ENDS[20] : ENDS[20] + 9]
        line = first(21)[20]
        writer.append(line)
        writer.close()
        assert same(read_journal(path), first(21))


def test_a_line_missing_doubled_or_moved_is_noticed() -> None:
    parts = SAMPLE.splitlines(keepends=True)
    for changed, good in (
        (parts[:5] + parts[6:], 4),
        ([*parts[:5], parts[4], *parts[5:]], 4),
        ([*parts[:5], parts[6], parts[5], *parts[7:]], 4),
        ([*parts[:5], b"\n", *parts[5:]], 4),
    ):
        read = parse_journal(b"".join(changed), "a.wolfling")
        assert len(read.lines) == good
        (problem,) = read.problems
        assert str(problem.place) == f"a.wolfling:{good + 2}"
        assert "opens as it was before line 6" in problem.hint
        assert not read.torn


@pytest.mark.parametrize("line", ["{}", '{"type":"leap"}', '{"type":"undo","to":"x"}', "[" * 3000])
def test_lines_with_a_right_checksum_and_wrong_content_are_noticed(line: str) -> None:
    begun = journal_of([])
    check = zlib.crc32(begun.splitlines()[0][12:-1])
    read = parse_journal(begun + sealed(line.encode(), check)[0])
    assert read.lines == ()
    assert read.problems[0].message.startswith("The line does not fit")


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "The file is empty"),
        (SAMPLE[:50], "The first line is cut off"),
        (b"name: raid\n", "This is no line of a journal"),
        (SAMPLE[:40] + b"X" + SAMPLE[41:], "The line was changed"),
        (sealed(b"{}", 0)[0], "This is no journal of a battle"),
        (sealed(b'{"format":"wolfling-journal/9"}', 0)[0], "of version 9, this program reads version 1"),
        (sealed(b'{"format":"wolfling-journal/1"}', 0)[0], "The first line does not fit"),
    ],
)
def test_without_a_first_line_there_is_a_problem_and_no_battle(
    tmp_path: Path, data: bytes, message: str
) -> None:
    path = tmp_path / "a.wolfling"
    path.write_bytes(data)
    for opened in (read_journal, open_journal):
        with pytest.raises(ProblemsError, match=message) as caught:
            opened(path)
        assert caught.value.problems[0].line == 1
    assert path.read_bytes() == data


def test_a_file_that_is_not_there_is_a_problem(tmp_path: Path) -> None:
    with pytest.raises(ProblemsError, match="No such file"):
        read_journal(tmp_path / "none.wolfling")


@settings(max_examples=300, deadline=None)
@given(st.data())
def test_a_damaged_journal_always_opens_to_a_good_prefix(data: st.DataObject) -> None:
    raw = bytearray(SAMPLE)
    for _ in range(data.draw(st.integers(1, 3))):
        place = data.draw(st.integers(ENDS[0], len(raw) - 1))
        match data.draw(st.sampled_from(["flip", "cut", "put", "drop"])):
            case "flip":
                raw[place] ^= data.draw(st.integers(1, 255))
            case "cut":
                del raw[place : place + data.draw(st.integers(1, 900))]
            case "put":
                raw[place:place] = data.draw(st.binary(min_size=1, max_size=40))
            case _:
                del raw[place:]
        if len(raw) <= ENDS[0]:
            break
    read = parse_journal(bytes(raw))
    good = len(read.lines)
    assert same(read, first(60)[:good])
    untouched = next((i for i, (a, b) in enumerate(zip(raw, SAMPLE, strict=False)) if a != b), len(raw))
    assert good >= sum(1 for end in ENDS if end <= untouched) - 1
    assert bool(read.problems) == (read.good_bytes < len(raw))
    assert not fold(read, thorough=True).problems


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=400), st.integers(0, 300))
def test_any_bytes_give_a_journal_or_problems(noise: bytes, keep: int) -> None:
    lines: set[int] = set()
    try:
        parse_journal(SAMPLE[:keep] + noise)
    except ProblemsError as error:
        lines = {problem.line for problem in error.problems}
    assert lines <= {1}


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs a pipe with a name")
def test_what_is_no_file_is_told_and_not_waited_for(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for path in (pipe, tmp_path):
        for read in (read_journal, open_journal):
            with pytest.raises(ProblemsError, match="folder or a device"):
                read(path)


def test_a_torn_copy_that_cannot_be_kept_leaves_all_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.battle"
    path.write_bytes(SAMPLE[:-5])

    def full(handle: int, data: bytes) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(journal_writer, "write_all", full)
    with pytest.raises(OSError, match="No space"):
        open_journal(path)
    assert path.read_bytes() == SAMPLE[:-5]
    assert [p.name for p in tmp_path.iterdir()] == ["a.battle"]
