"""Hints: the right one at each moment of a first battle, each until it was done or put away once."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QLabel

from tests.ui.deck import HIDDEN, MINE, SPOTS, THEIRS, deck_session, set_up_session, table_session
from tests.ui.play import rest, settle
from wolfling_gui.core.actions import Adjust, EndStep, OperateDoor, SetClock, SetPlace, Shoot, Waypoint
from wolfling_gui.core.forces import Place
from wolfling_gui.core.lengths import at
from wolfling_gui.core.requests import Allocate, Choose, Confirm, Roll
from wolfling_gui.ui.draft import Draft
from wolfling_gui.ui.hints import HINTS, HintBook, Moment, hint_words
from wolfling_gui.ui.settings import Settings


def now(window) -> str:
    """Return the id of the hint shown, empty for none."""
    settle()
    shown = window.guide.hints
    return shown.hint.id if shown.hint is not None and shown.isVisible() else ""


def north(inches_far: float) -> Draft:
    """Return the plan to move the breachers north."""
    paths = {
        f"{MINE}-{number}": (Waypoint(at(x, y + inches_far)),)
        for number, (x, y) in enumerate(SPOTS[MINE], start=1)
    }
    return Draft("move", MINE, paths=paths)


def test_every_hint_has_a_name_of_its_own_and_fills_its_places(playing):
    assert len({hint.id for hint in HINTS}) == len(HINTS)
    for hint in HINTS:
        words = hint_words(hint, playing.desk)
        assert "%" not in words, words
        assert words.endswith("."), words
        assert len(words) <= 230, words
        for key in hint.keys:
            assert key in playing.commands or key in ("Esc", "Return", "Tab", "R"), key


def test_no_hint_is_shown_or_done_when_nothing_goes_on():
    assert [h.id for h in HINTS if h.when(Moment())] == []
    assert [h.id for h in HINTS if h.done is not None and h.done(Moment())] == []


def test_the_set_up_is_led_through(window):
    window.open_session(set_up_session())
    assert now(window) == "begin"
    assert "Enter" in window.guide.hints.text
    window.guide.enter()
    assert isinstance(window.desk.request, Choose)
    assert now(window) == "choosing"
    window.guide.choose(1)
    assert now(window) == "set_up"
    window.guide.enter()
    assert now(window) == "set_up_plan"
    window.guide.enter()
    assert now(window) == "take_back"
    assert "Ctrl Z" in window.guide.hints.text
    done = window.settings.hints_done
    assert set(done) == {"begin", "choosing", "set_up", "set_up_plan"}
    window.guide.enter()
    # The next unit is laid out: that was done once and is not told again.
    assert window.desk.draft is not None
    assert now(window) == ""


def test_a_move_is_led_through(window):
    window.open_session(deck_session("movement"))
    assert now(window) == "take"
    window.desk.select(MINE)
    assert now(window) == "drag"
    window.desk.set_draft(north(9.0))
    assert now(window) == "refused"
    window.desk.set_draft(north(0.5))
    rest()
    assert now(window) == "move_plan"
    window.desk.commit_draft()
    assert now(window) == "take_back"
    window.desk.undo()
    window.desk.select("")
    settle()
    assert {"take", "drag", "refused", "move_plan", "take_back"} <= set(window.settings.hints_done)
    assert now(window) == "objectives"
    window.desk.perform(EndStep())
    assert now(window) == "shooters"


def test_a_volley_with_typed_dice_is_led_through(window):
    window.desk.set_app_dice(False)
    window.open_session(deck_session())
    assert now(window) == "shooters"
    window.desk.select(MINE)
    assert now(window) == "targets"
    window.desk.set_target(HIDDEN)
    assert now(window) == "refused"
    window.desk.set_target(THEIRS)
    assert now(window) == "fire"
    window.desk.perform(Shoot(MINE, THEIRS))
    assert isinstance(window.desk.request, Roll)
    assert now(window) == "typed_dice"
    window.desk.give([6] * window.desk.request.dice.count)
    while isinstance(window.desk.request, Roll | Confirm):
        dice = isinstance(window.desk.request, Roll)
        assert now(window) == ("" if dice else "choosing")
        window.desk.give([6] * window.desk.request.dice.count if dice else False)
    assert isinstance(window.desk.request, Allocate)
    assert now(window) == "sharing"
    window.desk.undo()
    window.desk.undo(sure=True)
    settle()
    assert window.desk.request is None
    # The question was called off, not answered.
    assert "sharing" not in window.settings.hints_done


def test_an_assault_and_the_other_side_are_led_through(window):
    window.open_session(deck_session("assault"))
    assert now(window) == "assault"
    window.desk.select(MINE)
    assert now(window) == "charge"
    window.settings.hints_done.extend(["take", "reserves"])
    window.open_session(deck_session("movement", 1))
    window.desk.perform(Adjust((SetClock(turn=1, side="orange", step="movement"),)))
    assert now(window) == "other_side"
    window.desk.perform(EndStep())
    assert now(window) == "shooters"
    assert "other_side" in window.settings.hints_done


def test_the_way_on_is_told_when_units_have_moved(window):
    window.open_session(deck_session("movement", 1))
    window.settings.hints_done.extend(["take", "drag"])
    window.guide.refresh()
    assert now(window) == "end_step"
    assert "Ctrl E" in window.guide.hints.text
    window.guide.enter()
    assert now(window) == "shooters"
    assert "end_step" in window.settings.hints_done


def test_a_door_within_reach_is_pointed_out(window):
    window.open_session(deck_session("movement", 1))
    window.settings.hints_done.extend(["take", "drag"])
    window.desk.perform(Adjust((SetPlace(f"{MINE}-5", Place(at(4.75, 10.48))),)))
    window.desk.select(MINE)
    assert now(window) == "doors"
    window.desk.perform(OperateDoor(f"{MINE}-5", "D2", "open"))
    assert now(window) != "doors"
    assert "doors" in window.settings.hints_done


def test_who_watches_is_given_no_hints(window):
    window.work.watch()
    settle()
    assert window.desk.watching
    assert now(window) == ""


def test_at_a_real_table_the_facts_are_asked_for(window):
    window.open_session(table_session())
    window.desk.select(MINE)
    assert now(window) == "facts"
    window.open_session(table_session("movement"))
    window.desk.select("")
    assert now(window) != "take"


def test_a_hint_is_put_away_by_itself_and_all_by_one_press(playing):
    first = now(playing)
    playing.guide.hints.away.click()
    assert playing.settings.hints_done == [first]
    assert now(playing) != first
    playing.guide.hints.all_away.click()
    assert now(playing) == ""
    assert playing.settings.hints is False
    assert not playing.commands["hints"].isChecked()
    playing.commands["hints_anew"].trigger()
    assert now(playing) == first
    assert playing.settings.hints


def test_hints_are_no_orders(playing, qtbot):
    """The hint takes neither focus nor keys: Enter is still the main button's."""
    before = playing.focusWidget()
    playing.desk.select(MINE)
    settle()
    assert playing.guide.hints.isVisible()
    assert playing.focusWidget() is before


def test_an_opened_battle_counts_nothing_as_done(look):
    session = deck_session()
    book = HintBook(Settings())
    from wolfling_gui.ui.desk import Desk

    desk = Desk()
    desk.open(session)
    desk.perform(EndStep())
    book.follow(desk)
    assert "end_step" not in book.settings.hints_done
    desk.perform(EndStep())
    book.follow(desk)
    assert "end_step" in book.settings.hints_done


@pytest.mark.parametrize("height", [720, 640])
def test_in_a_small_window_the_hint_gives_way_before_the_list_scrolls(playing, height):
    playing.resize(1280, height)
    playing.desk.select(MINE)
    settle()
    guide = playing.guide
    assert guide.hints.hint is not None
    fits = guide.body.widget().sizeHint().height() <= guide.body.viewport().height()
    assert guide.hints.isVisible() <= fits
    playing.desk.set_target(THEIRS)
    settle()
    if guide.hints.isVisible():
        assert guide.body.verticalScrollBar().maximum() == 0


def test_a_hint_that_had_no_room_is_not_counted_as_seen(look):
    from wolfling_gui.ui.desk import Desk

    desk = Desk()
    desk.open(deck_session())
    desk.select(MINE)
    desk.fire(HIDDEN)
    book = HintBook(Settings())
    assert book.follow(desk).id == "refused"
    desk.drop_refusal()
    desk.set_target("")
    book.follow(desk, seen=False)
    assert "refused" not in book.settings.hints_done


def test_the_words_follow_changed_keys(playing):
    playing.commands.set_keys("overrule", "Ctrl+G")
    playing.desk.select(MINE)
    playing.desk.set_target(HIDDEN)
    assert now(playing) == "refused"
    assert "Ctrl G" in playing.guide.hints.text
    labels = [label.text() for label in playing.guide.hints.findChildren(QLabel)]
    assert playing.guide.hints.text in labels
