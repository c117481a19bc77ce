"""Questions: dice typed and rolled, choices, sharing out, by mouse and keys."""

from __future__ import annotations

import msgspec
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from tests.ui.deck import THEIRS, set_up_session
from wolfling_gui.core.actions import RollAllowance, RollDice, RollOff
from wolfling_gui.core.requests import Allocate, Confirm, Roll
from wolfling_gui.files.cases import parse_cases
from wolfling_gui.files.journal_lines import Header
from wolfling_gui.session.allocating import CASUALTIES, candidate_of, pickable
from wolfling_gui.session.cases import rules_of
from wolfling_gui.session.session import Session
from wolfling_gui.ui.panels.reference import rules_now
from wolfling_gui.ui.panels.request import RequestCard
from wolfling_gui.ui.widgets import BorderedButton, DieFace, RuleChip


@pytest.fixture
def card(shooter, put):
    shooter.set_app_dice(False)
    made = put(RequestCard(shooter))
    shooter.fire(THEIRS)
    return made


def test_nothing_asked_nothing_shown(desk, put):
    host = put(QWidget())
    assert RequestCard(desk, host).isHidden()


def test_the_card_says_who_rolls_why_and_against_what(card, shooter):
    request = shooter.request
    assert isinstance(request, Roll)
    words = " ".join(w.text() for w in card.findChildren(object) if hasattr(w, "text") and callable(w.text))
    assert f"Blue rolls {request.dice.count} dice to hit" in words
    assert "2+" in words
    assert "same room R3: close quarters" in words
    assert "WO-CQS-1" in [chip.rule() for chip in card.findChildren(RuleChip)]


def test_the_card_says_why_so_many_dice_are_rolled(desk, put):
    desk.open(crossing())
    desk.set_app_dice(False)
    made = put(RequestCard(desk))
    desk.perform(RollAllowance("captain", "foot"))
    assert desk.request.dice.count == 3
    words = [w.text() for w in made.findChildren(object) if hasattr(w, "text") and callable(w.text)]
    assert "move through cover (CL-CHAR-5)" in words
    assert "CL-USR-11" in [chip.rule() for chip in made.findChildren(RuleChip)]
    assert "CL-USR-11" in rules_now(desk)


def crossing() -> Session:
    """Return a session in which a lone character stands in a wood."""
    text = """
format: wolfling-case/1
cases:
- case: Crossing
  rules: [CL-TERR-2]
  areas: [{id: A1, kind: wood, polygon: {from: [5, 5], to: [20, 20]}}]
  units:
    captain: {models: [[10, 10]], rules: [independent character]}
  clock: movement
  measure: [{limit: captain, is: 6}]
"""
    (case,) = parse_cases(text, "crossing.yaml")
    return Session(rules_of(case), Header(case.battle, case.name, case.ruleset))


def test_counts_say_what_is_missing_and_what_is_too_many(card, shooter, qtbot):
    count = shooter.request.dice.count

    def tally():
        return card.entry.tally.text()

    qtbot.keyClicks(card.field, "2" * (count - 1))
    assert "1 missing" in tally()
    assert not card.take.isEnabled()
    qtbot.keyClicks(card.field, "6")
    assert f"{count} of {count}" in tally()
    assert card.take.isEnabled()
    qtbot.keyClicks(card.field, "6")
    assert "1 too many" in tally()
    qtbot.keyClick(card.field, Qt.Key.Key_Return)
    assert shooter.request is not None
    qtbot.keyClick(card.field, Qt.Key.Key_Backspace)
    qtbot.keyClicks(card.field, "9")
    assert "not on a die" in tally()
    assert not card.take.isEnabled()


def test_enter_takes_the_dice_and_the_next_question_follows(card, shooter, qtbot):
    first = shooter.request
    qtbot.keyClicks(card.field, f"{first.dice.count}x6")
    qtbot.keyClick(card.field, Qt.Key.Key_Return)
    assert shooter.request is not first
    assert isinstance(shooter.request, Roll)
    assert card.field.text() == ""
    assert len(card.findChildren(DieFace)) >= shooter.request.dice.count


def test_r_rolls_all_or_only_the_missing_ones(card, shooter, qtbot):
    first = shooter.request
    qtbot.keyClicks(card.field, "11")
    qtbot.keyClicks(card.field, "r")
    faces = card.field.pool().faces
    assert len(faces) == first.dice.count
    assert faces[:2] == (1, 1)
    assert shooter.request is first
    card.field.clear()
    qtbot.keyClicks(card.field, "r")
    assert shooter.request is not first


def test_calling_off_takes_the_card_away(card, shooter, qtbot):
    off = next(b for b in card.findChildren(object) if hasattr(b, "text") and b.text() == "Call it off")
    qtbot.mouseClick(off, Qt.MouseButton.LeftButton)
    assert shooter.request is None
    assert not card.isVisible()


def test_a_choice_is_made_by_number(look, put, qtbot):
    from wolfling_gui.ui.desk import Desk

    desk = Desk()
    desk.open(set_up_session())
    card = put(RequestCard(desk))
    desk.perform(RollOff())
    buttons = [b.text() for b in card.findChildren(BorderedButton)]
    assert buttons == ["Go first", "Go second"]
    assert not card.choose(3)
    assert card.choose(2)
    assert desk.request is None
    assert desk.battle.clock.step == "deployment"


def test_wounds_are_shared_out_by_numbers_and_by_clicking_models(card, shooter):
    while not isinstance(shooter.request, Allocate):
        if isinstance(shooter.request, Confirm):
            shooter.give(False)
            continue
        shooter.give([6] * shooter.request.dice.count if shooter.request.side == "blue" else [1] * 9)
        assert shooter.request is not None
    request = shooter.request
    names = request.candidates
    assert not card.take.isEnabled()
    for _ in range(40):
        for number in range(1, len(names) + 1):
            card.choose(number)
    assert sum(card.sharing.counts.values()) == request.count
    assert card.take.isEnabled()
    assert all(card.sharing.counts[name] <= request.most.get(name, 99) for name in names)
    card.sharing.add(names[0], -1)
    assert not card.take.isEnabled()
    shooter.point_out(names[0])
    assert sum(card.sharing.counts.values()) == request.count
    assert card.enter()
    assert shooter.request is not request


def sharing(desk):
    """Give dice until wounds or casualties are to be given out, and return that question."""
    for _ in range(40):
        request = desk.request
        if isinstance(request, Allocate):
            return request
        desk.give(
            False
            if isinstance(request, Confirm)
            else [6 if request.side == "blue" else 1] * request.dice.count
        )
    raise AssertionError("nothing is shared out")


def test_a_click_on_any_model_of_a_group_gives_it_one_and_others_say_why_not(card, shooter):
    request = sharing(shooter)
    group = request.candidates[1]
    other = next(
        m
        for m in pickable(request, shooter.battle)
        if m != group and candidate_of(request, shooter.battle, m) == group
    )
    before = card.sharing.counts[group]
    shooter.point_out(other)
    assert card.sharing.counts[group] == before + 1
    shooter.point_out("blue-breachers-1")
    assert card._said.text() == "Breach leader is not of Riflemen, which takes the wounds. (CL-WND-1)"
    while not card.take.isEnabled():
        for name in request.candidates:
            shooter.point_out(name)
    full = next(name for name in request.candidates if card.sharing.counts[name] < request.most[name])
    shooter.point_out(full)
    assert card._said.text() == "All are given out; take one back first. (CL-WND-1)"


def test_casualties_are_picked_and_taken_back_by_clicks(card, shooter):
    sharing(shooter)
    for _ in range(20):
        request = shooter.request
        if isinstance(request, Allocate) and request.says == CASUALTIES:
            break
        if isinstance(request, Allocate):
            for _round in range(9):
                for number in range(1, len(request.candidates) + 1):
                    card.choose(number)
            assert card.enter()
        elif isinstance(request, Confirm):
            shooter.give(False)
        else:
            shooter.give([1 if request.says == "roll.save" else 6] + [6] * (request.dice.count - 1))
    first, second = request.candidates[:2]
    assert request.count < len(request.candidates)
    shooter.point_out(first)
    shooter.point_out(first)
    assert card.sharing.counts[first] == 0
    shooter.point_out(second)
    assert card.sharing.counts[second] == 1
    leader = "orange-riflemen-1"
    if leader not in request.candidates and not shooter.battle.models[leader].casualty:
        shooter.point_out(leader)
        assert card._said.text().endswith("(CL-WND-2)")


def test_the_scatter_die_is_typed_as_a_hit_or_a_direction(desk, put):
    desk.set_app_dice(False)
    card = put(RequestCard(desk))
    desk.perform(RollDice("scatter"))
    assert type(desk.request).__name__ == "Spin"
    assert card.choose(1)
    assert desk.request is None


def test_a_wrong_answer_is_said_and_the_question_stays(card, shooter):
    request = shooter.request
    card.say(shooter.give({"no": "dice"}))
    assert "faces" in card._said.text()
    assert shooter.request is request
    assert msgspec.structs.asdict(request)
