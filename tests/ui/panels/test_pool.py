"""Typed dice: what a text means, and how the field takes it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import Qt
from PySide6.QtTest import QSignalSpy

from wolfling_gui.core.breakdown import Breakdown, Term
from wolfling_gui.session.pools import succeeds
from wolfling_gui.ui.panels.pool import PoolField, parse_pool

THREE_UP = Breakdown("to_hit", (Term("CL-SHOOT-7", "base", 3),))


@pytest.mark.parametrize(
    ("text", "faces"),
    [
        ("2335661", (2, 3, 3, 5, 6, 6, 1)),
        ("2 3 3 5", (2, 3, 3, 5)),
        ("2,3;3.5", (2, 3, 3, 5)),
        ("6x4", (4, 4, 4, 4, 4, 4)),
        ("2x6 1", (6, 6, 1)),
        ("", ()),
    ],
)
def test_pools_are_read_as_players_write_them(text, faces):
    pool = parse_pool(text)
    assert pool.faces == faces
    assert pool.wrong == ()


@pytest.mark.parametrize(
    ("text", "faces", "wrong"),
    [("٣", (), ["٣"]), ("٣x٤", (), ["٣x٤"]), ("2 ３x4 5", (2, 5), ["３x4"]), ("6x٤", (6,), ["x٤"]),
     ("-1", (), ["-1"]), ("2 −3 4", (2, 4), ["−3"]), ("²", (), ["²"])],
)  # fmt: skip
def test_only_the_digits_of_a_keyboard_are_dice(text, faces, wrong):
    pool = parse_pool(text)
    assert pool.faces == faces
    assert [text[part.start : part.end] for part in pool.wrong] == wrong


def test_a_minus_is_marked_and_not_dropped(look, qtbot):
    field = PoolField()
    qtbot.addWidget(field)
    qtbot.keyClicks(field, "-1")
    assert (field.text(), field.pool().faces) == ("-1", ())
    assert field.property("state") == "refused"


def test_wrong_faces_are_marked_where_they_stand_and_nothing_else_is_lost():
    pool = parse_pool("2 7 390")
    assert pool.faces == (2, 3)
    assert [(part.start, part.end) for part in pool.wrong] == [(2, 3), (5, 6), (6, 7)]
    assert [(p.start, p.end) for p in parse_pool("3x7 6").wrong] == [(0, 3)]


@given(st.lists(st.integers(1, 6), max_size=30))
def test_whatever_is_written_out_is_read_back(faces):
    assert parse_pool("".join(map(str, faces))).faces == tuple(faces)
    assert parse_pool(" ".join(map(str, faces))).faces == tuple(faces)


@given(st.text(max_size=40))
def test_any_text_is_read_without_trouble(text):
    pool = parse_pool(text)
    assert all(1 <= face <= 6 for face in pool.faces)
    assert all(0 <= part.start < part.end <= len(text) for part in pool.parts)


def test_a_one_never_succeeds_and_without_a_number_nothing_is_judged():
    assert succeeds(1, Breakdown("to_hit", (Term("X", "base", 1),))) is False
    assert succeeds(3, THREE_UP) is True
    assert succeeds(2, THREE_UP) is False
    assert succeeds(4, None) is None


def test_letters_are_commands_and_never_text(look, qtbot):
    field = PoolField()
    qtbot.addWidget(field)
    field.show()
    rolls, takes = QSignalSpy(field.roll_wanted), QSignalSpy(field.taken)
    qtbot.keyClicks(field, "12ab3z")
    assert field.text() == "123"
    qtbot.keyClicks(field, "r")
    assert rolls.count() == 1
    assert field.text() == "123"
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert takes.count() == 1


def test_a_wrong_face_turns_the_border(look, qtbot):
    field = PoolField()
    qtbot.addWidget(field)
    qtbot.keyClicks(field, "27")
    assert field.property("state") == "refused"
    qtbot.keyClick(field, Qt.Key.Key_Backspace)
    assert field.property("state") == ""
