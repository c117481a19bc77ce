"""Tests of the journal's tree of steps and of the battles folded from it."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from tests.files.journal_script import battle_of, header_of
from tests.files.journals import DONE, first, journal_of
from wolfling_gui.core.actions import EndStep, RollOff
from wolfling_gui.core.changes import Delta, apply, digest, encode
from wolfling_gui.core.report import Report
from wolfling_gui.files.journal import History, fold, parse_journal, read_journal
from wolfling_gui.files.journal_lines import (
    Act,
    Answer,
    Correct,
    DiceBy,
    Done,
    Line,
    Redo,
    Undo,
)
from wolfling_gui.files.journal_writer import JournalWriter, open_journal


def changes(*listed: tuple[list[str], object]) -> Delta:
    """Return changes whose values are written as a journal writes them."""
    return [(path, msgspec.Raw(msgspec.json.encode(value))) for path, value in listed]


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


def test_whose_dice_the_app_rolls_is_kept_beside_the_tree_of_steps(tmp_path: Path) -> None:
    path = tmp_path / "a.wolfling"
    writer = JournalWriter(path, header_of(2))
    assert writer.history.dice is None
    writer.append(DiceBy(("blue",)))
    writer.append(Act(EndStep()))
    # Players change their minds while a question waits, which is when they notice.
    writer.append(DiceBy(()))
    writer.append(Undo(0)).result()
    assert writer.history.dice == ()
    writer.close()
    read, again = open_journal(path)
    again.close()
    assert not read.problems
    assert read.history.dice == ()
    assert [line for line in read.lines if isinstance(line, DiceBy)] == [DiceBy(("blue",)), DiceBy(())]
