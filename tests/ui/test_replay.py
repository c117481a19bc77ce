"""Stepping through a battle with the replay's bar: by keys, by the slider, by itself, and out again."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from tests.bot import Bot
from tests.ui.deck import MINE, THEIRS, deck_session, table_session
from tests.ui.play import CONTROL, LEFT, PLAIN, press, settle
from wolfling_gui.core.actions import EndStep, Shoot
from wolfling_gui.files.locations import resources_dir
from wolfling_gui.ui.window_shot import read_session

DEMO = resources_dir() / "demo" / "deck-seven-raid.wolfling"


@pytest.fixture
def replaying(window):
    """Return a window with a finished battle, opened in the replay by its key."""
    window.open_session(read_session(DEMO))
    settle()
    press(window, Qt.Key.Key_R, CONTROL)
    return window


def fought(window):
    """Play two steps of the deck's battle: a volley, and on to the next phase."""
    window.open_session(deck_session())
    bot = Bot(window.desk.session)
    bot.do(Shoot(MINE, THEIRS))
    bot.do(EndStep())
    settle()
    return window


def test_the_key_opens_it_at_now_and_escape_leaves_it(replaying):
    replay = replaying.replay
    assert replay.on
    assert replaying.replay_bar.isVisible()
    assert replay.place == replay.count == 79
    assert not replaying.desk.looking_back
    press(replaying, Qt.Key.Key_Home)
    assert replay.place == 0
    assert replaying.desk.looking_at == 0
    assert replaying.view.board._dimmed
    press(replaying, Qt.Key.Key_Escape)
    assert not replay.on
    assert not replaying.replay_bar.isVisible()
    assert not replaying.desk.looking_back


def test_keys_step_and_the_words_follow(replaying):
    replay, bar = replaying.replay, replaying.replay_bar
    press(replaying, Qt.Key.Key_Home)
    press(replaying, Qt.Key.Key_Period)
    press(replaying, Qt.Key.Key_Period)
    settle()
    assert replay.place == 2
    assert bar.slider.value() == 2
    step = replaying.desk.session.steps[1]
    assert replaying.desk.looking_at == step.line
    assert [row.step_line for row in bar.rows.rows.rows] == [step.line] * len(bar.rows.rows.rows)
    assert "Breachers set up" in bar.rows.rows.rows[0].text
    assert bar.where.text().startswith("Step 2 of 79 · Set-up")
    press(replaying, Qt.Key.Key_Comma)
    assert replay.place == 1
    press(replaying, Qt.Key.Key_End)
    assert replay.place == replay.count
    assert not replaying.desk.looking_back


def test_keys_go_from_turn_to_turn(replaying):
    replay = replaying.replay
    press(replaying, Qt.Key.Key_Home)
    seen = []
    for _ in range(4):
        press(replaying, Qt.Key.Key_Right, CONTROL)
        clock = replaying.desk.battle.clock
        seen.append((clock.turn, clock.side, clock.step))
    assert seen == [(turn, side, "movement") for turn in (1, 2) for side in ("blue", "orange")]
    press(replaying, Qt.Key.Key_Period)
    press(replaying, Qt.Key.Key_Left, CONTROL)
    assert replaying.desk.battle.clock.turn == 2
    assert replaying.desk.battle.clock.side == "orange"
    press(replaying, Qt.Key.Key_Left, CONTROL)
    assert replaying.desk.battle.clock.side == "blue"
    marks = replay.turns
    assert [mark.turn for mark in marks if mark.first] == [1, 2, 3, 4, 5, 6]
    assert len(marks) == 12


def test_the_slider_is_clicked_and_dragged(replaying, qtbot):
    replay, slider = replaying.replay, replaying.replay_bar.slider
    middle = QPoint(slider.width() // 2, slider.height() - 11)
    QTest.mouseClick(slider, LEFT, PLAIN, middle)
    qtbot.waitUntil(lambda: replay.place == slider.value() and replaying.desk.looking_back)
    assert abs(replay.place - 40) <= 1
    QTest.mousePress(slider, LEFT, PLAIN, middle)
    for x in range(middle.x(), 0, -10):
        QTest.mouseMove(slider, QPoint(x, middle.y()))
    QTest.mouseRelease(slider, LEFT, PLAIN, QPoint(0, middle.y()))
    QTest.mouseClick(slider, LEFT, PLAIN, QPoint(0, middle.y()))
    qtbot.waitUntil(lambda: replay.place == 0)
    slider.setFocus()
    QTest.keyClick(slider, Qt.Key.Key_Right)
    qtbot.waitUntil(lambda: replay.place == 1)


def test_it_plays_by_itself_until_now_and_rests_when_told(replaying, qtbot):
    replay = replaying.replay
    replay.set_speed(100)
    press(replaying, Qt.Key.Key_Slash)
    assert replay.playing
    assert replay.place < 20
    qtbot.waitUntil(lambda: replay.place > 3)
    replaying.replay_bar.buttons["replay_play"].click()
    assert not replay.playing
    rested = replay.place
    QTest.qWait(60)
    assert replay.place == rested
    replay.go(replay.count - 2)
    replay.toggle()
    qtbot.waitUntil(lambda: not replay.playing)
    assert replay.place == replay.count
    assert not replaying.desk.looking_back


def test_a_row_of_the_log_is_the_same_moment(replaying):
    replay = replaying.replay
    replay.toggle()
    line = replaying.desk.session.steps[9].line
    replaying.log.view.looked_at.emit(line)
    assert replay.place == 10
    assert not replay.playing
    assert replaying.replay_bar.slider.value() == 10


def test_keys_do_nothing_and_steal_nothing_while_it_is_closed(window):
    window.open_session(read_session(DEMO))
    settle()
    for name in ("replay_first", "replay_on", "replay_play"):
        assert not window.commands[name].isEnabled()
        assert "Open the replay first." in window.commands[name].toolTip()
    press(window, Qt.Key.Key_Home)
    assert not window.desk.looking_back


def test_one_goes_back_from_it_as_from_the_log(replaying):
    replay = replaying.replay
    replay.go(30)
    replaying.replay_bar.back.click()
    settle()
    assert replaying.log.asks_back
    QTest.mouseClick(replaying.log._card.go, LEFT)
    settle()
    assert len(replaying.desk.session.steps) == 30
    assert not replaying.desk.looking_back
    assert replay.place == replay.count == 30
    assert replaying.desk.redo()
    assert replay.count == 31


def test_a_battle_in_progress_has_a_place_for_what_waits(window):
    fought(window)
    desk, replay = window.desk, window.replay
    assert replay.count == 2
    desk.undo(sure=True)
    desk.set_app_dice(False)
    desk.undo(sure=True)
    desk.perform(Shoot(MINE, THEIRS))
    assert desk.request is not None
    replay.begin()
    assert (replay.place, replay.count) == (1, 1)
    replay.move(-1)
    assert replay.place == 0
    assert desk.looking_at == 0
    replay.move(1)
    assert not desk.looking_back
    assert desk.request is not None


def test_what_is_done_while_it_is_open_adds_a_step(window):
    fought(window)
    window.replay.begin(1)
    assert window.desk.looking_back
    window.replay.move(1)
    window.desk.perform(EndStep())
    assert window.replay.place == window.replay.count == 3


def test_dice_and_sentences_of_the_step_stand_in_the_bar(window):
    fought(window)
    window.replay.begin(1)
    settle()
    bar = window.replay_bar
    faces = [face for row in bar.rows.rows.rows for face in row.faces]
    assert faces
    assert bar._dice.accessibleName() == " ".join(map(str, faces))
    window.replay.go(0)
    assert bar._dice is None
    assert bar.where.text().startswith("The start, 2 steps follow")


def test_models_that_fell_in_a_past_phase_stay_struck_on_the_map(replaying):
    session = replaying.desk.session
    place = next(
        n for n, step in enumerate(session.steps, start=1)
        if any(e.says == "did.casualties" for e in step.done.report.entries)
    )  # fmt: skip
    replaying.replay.go(place)
    fell = replaying.view._fallen()
    assert fell
    assert all(replaying.desk.battle.models[name].casualty for name in fell)
    replaying.replay.go(place - 1)
    assert not set(fell) & set(replaying.view._fallen())


def test_beside_a_real_table_there_is_no_map_but_the_bar(window):
    window.open_session(table_session())
    window.desk.perform(EndStep())
    window.desk.perform(EndStep())
    settle()
    assert window.mode == "companion"
    press(window, Qt.Key.Key_R, CONTROL)
    assert window.replay_bar.isVisible()
    press(window, Qt.Key.Key_Home)
    assert window.desk.looking_at == 0
    press(window, Qt.Key.Key_Period)
    settle()
    assert [row.text for row in window.replay_bar.rows.rows.rows] == ["Turn 3: Blue’s Assault phase began."]


def test_replaying_writes_nothing(window, tmp_path):
    path = Path(tmp_path) / "battle.wolfling"
    window.open_session(deck_session(path=path))
    window.desk.perform(EndStep())
    window.desk.session.last_write.result(timeout=5)
    before = path.read_bytes()
    window.replay.begin(0)
    window.replay.move(1)
    window.replay.leave()
    window.desk.session.recorder.retry().result(timeout=5)
    assert path.read_bytes() == before


def test_the_log_opens_it_at_a_row_and_by_its_button(window):
    fought(window)
    window.log.tools.replay.click()
    assert window.replay.on
    assert window.replay.place == window.replay.count
    window.log.tools.replay.click()
    assert not window.replay.on
    window.log.refresh()
    row = window.log.view.rows.rows[0]
    menu = window.log.view.menu_of(row)
    next(a for a in menu.actions() if a.text() == "Replay from here").trigger()
    assert window.replay.on
    assert window.desk.looking_at == row.step_line
    assert window.replay.place == 1
    menu.deleteLater()


def test_taking_a_step_back_comes_back_to_now(window):
    fought(window)
    window.replay.begin(0)
    window.desk.undo(sure=True)
    assert not window.desk.looking_back
    assert window.replay.place == window.replay.count == 1
    window.replay.move(-1)
    window.desk.redo()
    assert not window.desk.looking_back
    assert window.replay.place == window.replay.count == 2
