"""Opening and beginning battles for the window, and the list on the first screen."""

from __future__ import annotations

import os
from datetime import datetime
from time import time

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from tests.ui.deck import MINE, deck_session
from wolfling_gui.core.actions import EndStep, Shoot
from wolfling_gui.core.requests import Roll
from wolfling_gui.files import completing
from wolfling_gui.files.locations import rulesets_dir
from wolfling_gui.files.problems import ProblemsError
from wolfling_gui.files.saves import battles_dir
from wolfling_gui.files.scenario import read_scenario
from wolfling_gui.ui import opening
from wolfling_gui.ui.app import open_window
from wolfling_gui.ui.main_window import MainWindow
from wolfling_gui.ui.panels.welcome import BattleRow
from wolfling_gui.ui.settings import Settings, load_settings

DECK = "deck-seven-raid.yaml"


def settle():
    for _ in range(6):
        QApplication.processEvents()


def begun():
    scenario = read_scenario(rulesets_dir() / "scenarios" / DECK)
    return opening.begin(scenario, DECK)


def test_what_is_wrong_with_a_scenario_is_not_read_again(tmp_path, monkeypatch):
    read = []
    load = completing.load_file
    monkeypatch.setattr(completing, "load_file", lambda path: read.append(path) or load(path))
    bad = tmp_path / "bad.yaml"
    bad.write_text("format: wolfling-scenario/2\nplayers: 2\n", encoding="utf-8")
    for _ in range(3):
        with pytest.raises(ProblemsError) as raised:
            opening.playable(bad)
        (problem,) = raised.value.problems
        assert problem.message == "The file is of version 2, this program reads up to 1"
    assert read == [bad]
    bad.write_text("format: wolfling-scenario/1\nplayers: 2\n", encoding="utf-8")
    with pytest.raises(ProblemsError, match="“players” is not known here"):
        opening.playable(bad)
    assert read == [bad, bad]


def test_a_battle_begins_on_disk_and_opens_where_it_stood(qapp):
    session = begun()
    path = session.recorder.path
    session.perform(EndStep()) if session.settled.clock.step != "roll_off" else None
    session.close()
    assert opening.kind_of(path) == "battle"
    opened = opening.open_battle(path)
    assert opened.problems == ()
    assert opened.session.header.title == "Deck Seven raid"
    assert opened.session.header.scenario == DECK
    opened.session.close()


def test_a_question_that_waited_waits_again(qapp, tmp_path):
    path = tmp_path / "deck.battle"
    session = deck_session(path=path)
    session.perform(Shoot(MINE, "orange-scouts"))
    assert isinstance(session.request, Roll)
    session.close()
    opened = opening.open_battle(path)
    assert isinstance(opened.session.request, Roll)
    opened.session.give([1] * opened.session.request.dice.count)
    assert opened.session.request is None
    opened.session.close()


def test_a_damaged_battle_opens_up_to_its_last_good_line_and_says_so(qapp, tmp_path):
    path = tmp_path / "deck.battle"
    session = deck_session(path=path)
    session.perform(EndStep())
    session.perform(EndStep())
    session.close()
    path.write_bytes(path.read_bytes()[:-20])
    opened = opening.open_battle(path)
    assert "cut off" in opened.problems[0].message
    # Its end is worked out again: an action without a question needs nobody.
    assert len(opened.session.steps) == 2
    opened.session.close()


def test_battles_left_are_listed_with_what_they_wait_for(look):
    session = begun()
    opening.remember(session)
    session.close()
    (listed,) = opening.recent_battles()
    assert listed.title == "Deck Seven raid"
    assert listed.state == "Wolfling · set-up"
    assert listed.when.startswith("today ")


def test_when_a_battle_was_left_is_said_in_words():
    today = datetime(2026, 3, 10, 9, 0)
    assert opening.when_words("2026-03-10T08:05:00", today) == "today 08:05"
    assert opening.when_words("2026-03-09T23:59:00", today) == "yesterday"
    assert opening.when_words("2026-03-01T08:05:00", today) == "2026-03-01"
    assert opening.when_words("last spring", today) == ""


def test_shipped_scenarios_and_rulesets_are_offered(qapp):
    assert DECK in [starter.path.name for starter in opening.starters()]
    names = [tile.name for tile in opening.ruleset_tiles()]
    assert "wolfling" in names
    assert "classic" not in names  # a core is played through the rulesets that lie over it


@pytest.fixture
def window(look, qtbot):
    made = open_window(Settings())
    qtbot.addWidget(made)
    made.activateWindow()
    qtbot.waitActive(made)
    settle()
    return made


def test_from_the_first_screen_into_a_battle_and_back(window, qtbot):
    qtbot.keyClick(window, Qt.Key.Key_N, Qt.KeyboardModifier.ControlModifier)
    settle()
    dialogs = [w for w in QApplication.topLevelWidgets() if type(w).__name__ == "NewBattleDialog"]
    assert len(dialogs) == 1
    dialogs[0].choose(rulesets_dir() / "scenarios" / DECK)
    dialogs[0].start.click()
    settle()
    assert window.desk.session is not None
    path = window.desk.session.recorder.path
    assert "Saved, line" in window.status.saved_field.text() or "Saving" in window.status.saved_field.text()
    window.activateWindow()
    qtbot.waitActive(window)
    settle()
    qtbot.keyClick(window.view.board, Qt.Key.Key_W, Qt.KeyboardModifier.ControlModifier)
    settle()
    assert window.desk.session is None
    rows = window.welcome.findChildren(BattleRow)
    assert [row.toolTip() for row in rows] == [str(path)]
    assert window.welcome.recent()[0].picture is not None
    qtbot.keyClick(window.welcome, Qt.Key.Key_Return)
    settle()
    assert window.desk.session is not None
    assert window.desk.session.recorder.path == path
    window.close()
    assert load_settings().recent == [str(path)]


def test_a_file_given_at_the_start_is_opened(look, qtbot, tmp_path):
    path = tmp_path / "deck.battle"
    deck_session(path=path).close()
    window = open_window(Settings(), path)
    qtbot.addWidget(window)
    settle()
    assert window.desk.session.recorder.path == path
    window.close()


def test_a_file_that_cannot_be_read_says_so_and_the_first_screen_stays(window, tmp_path):
    bad = tmp_path / "bad.battle"
    bad.write_text('["no journal', encoding="utf-8")
    assert not window.work.open_path(bad)
    assert window.toast.isVisible()
    assert "bad.battle" in window.toast.text()
    assert window.desk.session is None


def test_a_battle_open_in_another_window_is_not_opened_twice(window, tmp_path):
    path = tmp_path / "deck.battle"
    other = deck_session(path=path)
    assert not window.work.open_path(path)
    assert window.desk.session is None
    other.close()
    assert window.work.open_path(path)
    assert isinstance(window, MainWindow)
    window.close()


def test_a_battle_played_on_after_it_was_listed_is_listed_as_it_stands(look):
    path = battles_dir() / "raid.wolfling"
    session = deck_session("movement", path=path)
    opening.remember(session)
    session.perform(EndStep())
    session.recorder.retry().result(timeout=5)
    # So it is after a crash: the list says the step before, the file is newer.
    late = time() + 60
    os.utime(path, (late, late))
    (listed,) = opening.recent_battles()
    assert listed.waits == "Blue: Shooting"
    assert listed.state == "Wolfling · round 3"
    # Nor is anything but the first line known of a battle that is not in the list.
    (battles_dir() / "index.json").unlink()
    (listed,) = opening.recent_battles()
    assert listed.waits == "Blue: Shooting"
    session.close()
