"""Putting dice right: of the last action and of an older one, by mouse and by keys."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt

from tests.ui.deck import MINE, THEIRS
from tests.ui.play import settle
from wolfling_gui.core.actions import EndStep
from wolfling_gui.core.requests import Allocate, Confirm, Roll
from wolfling_gui.ui.panels.correct import CorrectCard
from wolfling_gui.ui.panels.guide import GuidePanel
from wolfling_gui.ui.panels.log import LogPanel
from wolfling_gui.ui.widgets import BorderedButton

LEFT = Qt.MouseButton.LeftButton


def fire(desk, hit="6", save="1"):
    """Fire the breachers with typed dice and answer all that follows."""
    desk.set_app_dice(False)
    desk.select(MINE)
    desk.fire(THEIRS)
    while (request := desk.request) is not None:
        if isinstance(request, Roll):
            face = {"roll.to_hit": hit, "roll.save": save}.get(request.says, "6")
            desk.give([int(face)] * request.dice.count)
        elif isinstance(request, Allocate):
            given = dict(request.least)
            for name in request.candidates:
                room = min(
                    request.most.get(name, 99), request.count - sum(given.values()) + given.get(name, 0)
                )
                given[name] = max(given.get(name, 0), room)
            desk.give({name: count for name, count in given.items() if count})
        elif isinstance(request, Confirm):
            desk.give(False)


@pytest.fixture
def fired(desk):
    fire(desk)
    return desk


def pick_face(qtbot, card, face):
    """Click a face of the row of faces."""
    width = card.faces.width() / 6
    qtbot.mouseClick(card.faces, LEFT, pos=QPoint(int((face - 0.5) * width), card.faces.height() // 2))


def die_of(card, number, place):
    return next(die for n, at, die in card.dice if (n, at) == (number, place))


def test_a_die_is_picked_and_what_changes_is_seen_before_it_is_put_right(fired, put, qtbot):
    card = put(CorrectCard(fired), 344, 900)
    lost = [m.id for m in fired.battle.models.values() if m.casualty]
    assert lost
    number = max(n for n, _, _ in card.dice)
    die = die_of(card, number, 0)
    qtbot.mouseClick(die, LEFT)
    assert not card.put_right.isEnabled()
    assert "Die 1 was typed" in card._asks.text()
    pick_face(qtbot, card, 6)
    assert card.put_right.isEnabled()
    assert "saves" in card.counts.text()
    assert [m.id for m in fired.battle.models.values() if m.casualty] == lost
    qtbot.mouseClick(card.put_right, LEFT)
    assert fired.session.recorder.history.count
    again = fired.session.undo_step if fired.request is None else fired.session.recorder.history.open
    assert again.corrects


def test_keys_pick_the_face_and_enter_puts_it_right(fired, put, qtbot):
    card = put(CorrectCard(fired), 344, 900)
    card.choose(0, 0)
    card.setFocus()
    qtbot.keyClick(card, Qt.Key.Key_6)
    assert card.faces.current() == -1  # it lay so already
    qtbot.keyClick(card, Qt.Key.Key_1)
    assert card.counts.text().endswith("hits.")
    qtbot.keyClick(card, Qt.Key.Key_Return)
    assert fired.request is not None
    assert fired.session.resolution.answers[0][0] == 1


def test_dice_from_before_are_offered_where_only_their_count_changed(fired, put, qtbot):
    guide = put(GuidePanel(fired), 344, 900)
    guide.ask_to_correct()
    guide.card.choose(0, 0)
    pick_face(qtbot, guide.card, 1)
    assert guide.card.follows.text().startswith("Later answers no longer fit. Asked again: Blue rolls")
    qtbot.mouseClick(guide.card.put_right, LEFT)
    settle()
    request = fired.request
    assert request.says == "roll.to_wound"
    assert guide.request.entry.faces == (6,) * request.dice.count
    assert guide.request.entry.ready
    qtbot.keyClick(guide.request.field, Qt.Key.Key_Return)
    assert fired.request is not request


def test_an_older_action_is_put_right_from_the_log_and_the_rest_played_again(desk, put, qtbot):
    fire(desk, hit="1")
    desk.perform(EndStep())
    first, second = desk.session.steps
    said = []
    desk.said.connect(lambda text, kind: said.append((text, kind)))
    guide, log = put(GuidePanel(desk), 344, 900), put(LogPanel(desk), 900, 150)
    log.correct_wanted.connect(guide.ask_to_correct)
    log.ask_back(first.line)
    right = next(b for b in log.findChildren(BorderedButton) if b.text() == "Put a die right…")
    qtbot.mouseClick(right, LEFT)
    assert desk.looking_at == first.line
    assert guide.card.step is first
    guide.card.choose(0, 0)
    guide.card.faces.set_current(0)
    guide.card._preview()
    assert not guide.card.put_right.isEnabled()
    guide.card.faces.set_current(5)
    guide.card._preview()
    assert "The action after it is then played again" in guide.card.follows.text()
    qtbot.mouseClick(guide.card.put_right, LEFT)
    assert not desk.looking_back
    request = desk.request
    assert request.says == "roll.to_wound"
    desk.give([1] * request.dice.count)
    while desk.request is not None:
        old = desk.session.offered
        assert old is not None
        assert guide.request.entry.faces == tuple(old)
        desk.give(old)
    assert [type(step.action) for step in desk.session.steps] == [type(first.action), type(second.action)]
    assert desk.battle.clock.step == "assault"
    assert ("The action after it was played again.", "allowed") in said
    settle()
    marks = [(row.mark, row.text) for row in log.view.rows.rows]
    assert ("corrected", "Die 1 put right: 1 → 6.") in marks


def test_the_card_goes_when_another_moment_is_looked_at(fired, put):
    guide = put(GuidePanel(fired), 344, 900)
    guide.ask_to_correct()
    assert guide.card is not None
    fired.look_at(0)
    assert guide.card is None
    guide.ask_to_correct()
    assert guide.card is None
