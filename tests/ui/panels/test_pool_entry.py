"""Pools of dice: typed, counted by faces, completed by the app, and kept in sight."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from tests.ui.deck import THEIRS
from wolfling_gui.core.breakdown import Breakdown, Term
from wolfling_gui.core.requests import Roll
from wolfling_gui.session.log import session_log
from wolfling_gui.ui.panels.dice_so_far import DiceSoFar, SmallDice
from wolfling_gui.ui.panels.pool import parse_pool, with_face, without_face
from wolfling_gui.ui.panels.pool_entry import PoolEntry
from wolfling_gui.ui.panels.request import RequestCard
from wolfling_gui.ui.widgets import DieFace

LEFT = Qt.MouseButton.LeftButton
NEEDED = Breakdown("to_hit", (Term("CL-SHOOT-7", "base", 3),))


@pytest.fixture
def entry(look, put):
    return put(PoolEntry(5, NEEDED, "roll.to_hit"), 316, 300)


def test_faces_are_counted_and_the_field_follows(entry, qtbot):
    for face, times in ((2, 1), (6, 2)):
        for _ in range(times):
            qtbot.mouseClick(entry.counts.steppers[face - 1].more, LEFT)
    assert entry.field.text() == "266"
    assert [s.count for s in entry.counts.steppers] == [0, 1, 0, 0, 0, 2]
    assert entry.tally.text() == "3 of 5 · 2 missing"
    assert (entry.good.text(), entry.bad.text()) == ("2 hits", "1 miss")
    qtbot.mouseClick(entry.counts.steppers[1].less, LEFT)
    assert entry.faces == (6, 6)
    assert not entry.counts.steppers[1].less.isEnabled()
    assert entry.bad.isHidden()


def test_what_is_typed_is_counted(entry, qtbot):
    qtbot.keyClicks(entry.field, "3x4 16")
    assert [s.count for s in entry.counts.steppers] == [1, 0, 0, 3, 0, 1]
    assert entry.ready
    assert [
        die.face() for die in entry.findChildren(DieFace) if die.accessibleName().endswith("a failure")
    ] == [1]
    qtbot.keyClicks(entry.field, "7")
    assert not entry.ready
    assert entry.good.isHidden()


def test_a_wrong_face_stays_where_it_is_while_others_are_counted(entry, qtbot):
    qtbot.keyClicks(entry.field, "2 7 2")
    qtbot.mouseClick(entry.counts.steppers[1].less, LEFT)
    assert entry.field.text() == "2 7 "
    assert len(entry.field.pool().wrong) == 1


def test_dice_that_the_app_completed_are_told_apart_until_they_are_changed(entry, qtbot):
    qtbot.keyClicks(entry.field, "25")
    entry.complete([1, 6, 4])
    assert entry.faces == (2, 5, 1, 6, 4)
    assert entry.typed == 2
    assert entry.tally.text() == "5 of 5 · 3 rolled"
    qtbot.keyClick(entry.field, Qt.Key.Key_Backspace)
    qtbot.keyClicks(entry.field, "6")
    assert entry.typed == 5


def test_the_wide_one_has_the_same_parts(look, put, qtbot):
    wide = put(PoolEntry(7, NEEDED, "roll.to_hit", wide=True), 760, 240)
    qtbot.keyClicks(wide.field, "2335661")
    assert wide.good.text() == "5 hits"
    assert wide.bad.text() == "2 misses"
    assert all(s.isVisible() for s in wide.counts.steppers)


@given(st.text("123456x ", max_size=12), st.integers(1, 6))
def test_one_more_and_one_less_of_a_face_cancel_out(text, face):
    faces = sorted(parse_pool(text).faces)
    more = with_face(text, face)
    assert sorted(parse_pool(more).faces) == sorted((*faces, face))
    assert sorted(parse_pool(without_face(more, face)).faces) == faces


def test_a_partial_roll_goes_into_the_log_as_typed_and_rolled(shooter, put, qtbot):
    shooter.set_app_dice(False)
    card = put(RequestCard(shooter), 344, 900)
    shooter.fire(THEIRS)
    count = shooter.request.dice.count
    qtbot.keyClicks(card.field, "11")
    qtbot.keyClicks(card.field, "r")
    rolled = card.entry.faces[2:]
    qtbot.keyClick(card.field, Qt.Key.Key_Return)
    begun = shooter.session.recorder.history.open
    assert (begun.rolled[0], begun.typed[0], len(begun.answers[0])) == (True, 2, count)
    while shooter.request is not None:
        request = shooter.request
        shooter.give([1] * request.dice.count if isinstance(request, Roll) else False)
    said = f"typed 1 1 and rolled {' '.join(map(str, rolled))}"
    assert any(said in row.text for row in session_log(shooter.session))


def test_nothing_is_rolled_while_a_face_is_wrong(shooter, put, qtbot):
    shooter.set_app_dice(False)
    card = put(RequestCard(shooter), 344, 900)
    shooter.fire(THEIRS)
    request = shooter.request
    qtbot.keyClicks(card.field, "8r")
    assert card.field.text() == "8"
    assert "not on a die" in card._said.text()
    assert shooter.request is request


def test_the_dice_of_the_action_stay_in_sight_above_later_questions(shooter, put, qtbot):
    shooter.set_app_dice(False)
    card = put(RequestCard(shooter), 344, 900)
    shooter.fire(THEIRS)
    assert not card.findChildren(DiceSoFar)
    first = shooter.request.dice.count
    shooter.give([6] * (first - 1) + [1])
    (rows,) = (w.rows for w in card.findChildren(DiceSoFar))
    assert [(row.name, row.needed, row.result) for row in rows] == [
        ("To hit", "2+", f"{first - 1} hits, 1 miss")
    ]
    assert rows[0].made == (True,) * (first - 1) + (False,)
    shooter.give([6] * shooter.request.dice.count)
    QApplication.processEvents()
    shown = next(w for w in card.findChildren(DiceSoFar) if w.isVisible())
    assert [row.name for row in shown.rows][:2] == ["To hit", "To wound"]
    assert all(dice.isVisible() for dice in shown.findChildren(SmallDice))
    assert shown.y() < card.foot.y()
