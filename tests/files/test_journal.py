"""Tests of the battle's journal: writing, reading, damage, the tree of steps, folding."""

from __future__ import annotations

import errno
import itertools
import os
import zlib
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.files.journal_script import battle_of, header_of, script
from wolfling_gui.core.actions import Adjust, Change, EndStep, RollOff, SetScore, SetWall
from wolfling_gui.core.changes import Delta, apply, digest, encode
from wolfling_gui.core.forces import Profile, Roster, Squad, SquadModel
from wolfling_gui.core.report import Report
from wolfling_gui.files import journal_writer
from wolfling_gui.files.journal import History, JournalRead, answered, fold, parse_journal, read_journal
from wolfling_gui.files.journal_lines import (
    Act,
    Answer,
    Correct,
    Done,
    Header,
    Line,
    OverlayText,
    Redo,
    Refused,
    Undo,
    encode_header,
    encode_line,
    sealed,
)
from wolfling_gui.files.journal_writer import InUseError, JournalWriter, open_journal
from wolfling_gui.files.problems import ProblemsError


def journal_of(lines: list[Line], header: Header | None = None) -> bytes:
    data, check = sealed(encode_header(header or header_of()), 0)
    for line in lines:
        part, check = sealed(encode_line(line), check)
        data += part
    return data


def first(count: int) -> list[Line]:
    return list(itertools.islice(script(), count))


def changes(*listed: tuple[list[str], object]) -> Delta:
    """Return changes whose values are written as a journal writes them."""
    return [(path, msgspec.Raw(msgspec.json.encode(value))) for path, value in listed]


def same(read: JournalRead, lines: list[Line]) -> bool:
    return [encode_line(a) for a in read.lines] == [encode_line(b) for b in lines]


SAMPLE = journal_of(first(60))
ENDS = [index + 1 for index, byte in enumerate(SAMPLE) if byte == 10]

DONE = Done([], digest(battle_of(20)))


# ------------------------------------------------------------------ writing and reading


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
        assert (writer.unsaved, writer.trouble.errno) == (4, errno.ENOSPC)  # type: ignore[union-attr]
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


# ------------------------------------------------------------------ damage


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


# ------------------------------------------------------------------ the tree and the battles


def test_folding_gives_the_battle_after_every_step() -> None:
    read = parse_journal(journal_of(first(400)))
    folded = fold(read, thorough=True)
    assert not folded.problems
    assert set(folded.battles) == {0, *read.history.steps}
    for line, step in read.history.steps.items():
        assert digest(folded.battles[line]) == step.done.digest
    assert folded.battle is folded.battles[read.history.here]
    moments = folded.moments
    assert moments[0] == (read.header.battle, 0)
    assert [line for _, line in moments[1:]] == [step.line for step in read.history.branch()]
    assert encode(fold(read).battle) == encode(folded.battle)


def test_undo_and_redo_walk_the_branch_one_came_from() -> None:
    history = History()

    def play() -> int:
        history.take(Act(EndStep()))
        return history.take(DONE)

    a, b, c = play(), play(), play()
    history.take(Undo(a))
    d = play()
    assert [s.line for s in history.branch()] == [a, d]
    history.take(Undo(c))
    assert [s.line for s in history.branch()] == [a, b, c]
    history.take(Undo(0))
    assert (history.back, history.forward) == (None, a)
    for line in (a, b, c):
        history.take(Redo())
        assert history.here == line
    assert (history.back, history.forward) == (b, None)
    assert set(history.ends()) == {c, d}


def test_undo_gives_up_an_action_begun() -> None:
    history = History()
    history.take(Act(RollOff()))
    history.take(Answer([3]))
    assert history.open is not None
    assert history.open.answers == [[3]]
    history.take(Undo(0))
    assert history.open is None


def test_an_unfinished_action_is_there_to_go_on_with(tmp_path: Path) -> None:
    path = tmp_path / "a.wolfling"
    with JournalWriter(path, header_of()) as writer:
        writer.act(RollOff())
        writer.answer([6, 1])
    read, writer = open_journal(path)
    assert read.unfinished is not None
    assert (read.unfinished.action, read.unfinished.answers) == (RollOff(), [[6, 1]])
    writer.done(Report(), [], DONE.digest)
    writer.close()
    assert read_journal(path).unfinished is None


def test_a_correction_keeps_the_answers_before_it() -> None:
    history = History()
    for line in (Act(RollOff()), Answer([1]), Answer([2]), Answer([3]), DONE):
        history.take(line)
    history.take(Correct(2, 1, [6], rolled=True))
    history.take(Answer([5]))
    number = history.take(DONE)
    step = history.steps[number]
    assert (step.answers, step.rolled) == (([1], [6], [5]), (False, True, False))
    history.take(Correct(step.began, 0, [4]))
    assert history.open is not None
    assert history.open.parent == 0


def test_a_wrong_digest_or_change_is_reported_and_left_out_with_what_follows() -> None:
    begun: list[Line] = [Act(EndStep()), DONE]
    wrong = [
        Done([], "0" * 16),
        Done([(["models", "nobody", "place"], None)], DONE.digest),
        Done([([], 1)], DONE.digest),
    ]
    for bad in wrong:
        read = parse_journal(journal_of([*begun, Act(EndStep()), bad, Act(EndStep()), DONE]), "a.wolfling")
        folded = fold(read, thorough=True)
        assert folded.here == 3
        assert set(folded.battles) == {0, 3}
        (problem,) = folded.problems
        assert str(problem.place) == "a.wolfling:5"
        assert digest(folded.battle) == DONE.digest


def test_the_quick_fold_notices_a_wrong_end_and_finds_where_it_began() -> None:
    lines = first(60)
    place = next(i for i, line in enumerate(lines) if isinstance(line, Done) and i > 20)
    bad = msgspec.structs.replace(lines[place], delta=changes((["score", "blue"], 99)))
    folded = fold(parse_journal(journal_of([*lines[:place], bad, *lines[place + 1 :]])))
    assert folded.problems[0].line == place + 2
    assert place + 2 not in folded.battles


def test_changes_that_lie_within_one_another_are_made_in_order() -> None:
    battle = battle_of(10)
    name = next(iter(battle.models))
    plain = msgspec.to_builtins(battle.models[name])
    changed = apply(
        battle,
        changes(
            (["models", name, "wounds_lost"], 1),
            (["models", name], {**plain, "wounds_lost": 2}),
            (["models", name, "casualty"], True),
            (["models", "new"], {**plain, "id": "new"}),
            (["models", "new"], {"type": "removed"}),
            (["clock"], {"turn": 2}),
            (["clock", "side"], "blue"),
            (["clock", "side"], "orange"),
        ),
    )
    model = changed.models[name]
    assert (model.wounds_lost, model.casualty) == (2, True)
    assert "new" not in changed.models
    assert (changed.clock.turn, changed.clock.side) == (2, "orange")
    with pytest.raises(ValueError, match="the change of clock/sid does not fit"):
        apply(battle, changes((["clock", "turn"], 1), (["clock", "sid"], "blue")))


def test_a_journal_of_format_1_goes_on_opening() -> None:
    """Let no change of the core values shut players out of the battles they have.

    A change on purpose, before the first release: python -m tests.files.journal_script keep PATH
    """
    read = read_journal(Path(__file__).parents[1] / "journals" / "format-1.battle")
    assert not read.problems
    assert len(read.lines) == 40
    folded = fold(read, thorough=True)
    assert not folded.problems
    assert len(folded.battles) == len(read.history.steps) + 1 > 10
    assert sum(model.wounds_lost for model in folded.battle.models.values()) > 0


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
