"""What a crash leaves: the list of battles and the hints are kept while one plays, not only on leaving."""

from __future__ import annotations

from tests.ui.deck import deck_session
from tests.ui.play import settle
from wolfling_gui.core.actions import EndStep
from wolfling_gui.files.saves import battles_dir, list_battles
from wolfling_gui.ui import opening
from wolfling_gui.ui.settings import load_settings


def listed():
    (entry,) = list_battles()
    return entry.turn, entry.side, entry.waits_for


def test_the_list_follows_a_battle_that_is_never_left(window, qtbot):
    session = deck_session("movement", path=battles_dir() / "raid.wolfling")
    window.open_session(session)
    settle()
    qtbot.waitUntil(lambda: listed() == (3, "blue", "Blue: Movement"))
    window.desk.perform(EndStep())
    assert session.battle.clock.step == "shooting"
    qtbot.waitUntil(lambda: listed() == (3, "blue", "Blue: Shooting"))
    assert opening.recent_battles()[0].state == "Wolfling · round 3"


def test_leaving_a_battle_has_the_last_word(window, qtbot):
    session = deck_session("movement", path=battles_dir() / "raid.wolfling")
    window.open_session(session)
    window.desk.perform(EndStep())
    window.work.close_battle()
    assert listed() == (3, "blue", "Blue: Shooting")
    (entry,) = list_battles()
    assert entry.thumbnail.endswith("raid.png")


def test_hints_put_away_are_known_at_once(playing):
    block = playing.guide.hints
    assert block.hint is not None
    shown = block.hint.id
    block.away.click()
    assert shown in load_settings().hints_done
    block.all_away.click()
    assert not load_settings().hints


def test_hints_switched_from_the_menu_are_known_at_once(playing):
    playing.work.toggle_hints()
    assert not load_settings().hints
    playing.work.toggle_hints()
    assert load_settings().hints
