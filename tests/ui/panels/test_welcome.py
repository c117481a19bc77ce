"""The first screen: ways in, battles to go on with, scenarios, rulesets."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QSignalSpy

from wolfling_gui.ui.panels.welcome import (
    BattleRow,
    RecentBattle,
    RulesetTile,
    Starter,
    StarterRow,
    WelcomePanel,
)


def test_ways_in_are_buttons_with_their_keys(look, put, qtbot):
    panel = put(WelcomePanel(), 1440, 840)
    spies = [QSignalSpy(s) for s in (panel.new_wanted, panel.open_wanted, panel.import_wanted)]
    for way in panel.ways:
        qtbot.mouseClick(way, Qt.MouseButton.LeftButton)
    assert [spy.count() for spy in spies] == [1, 1, 1]
    panel.ways[1].setFocus()
    qtbot.keyClick(panel.ways[1], Qt.Key.Key_Return)
    assert spies[1].count() == 2


def test_enter_opens_the_newest_battle(look, put, qtbot):
    panel = put(WelcomePanel(), 1440, 840)
    battles = [RecentBattle(Path(f"{n}.battle"), f"Battle {n}", "today") for n in range(5)]
    panel.show_battles(battles, ())
    qtbot.wait(5)
    assert len(panel.findChildren(BattleRow)) == 3
    spy = QSignalSpy(panel.battle_wanted)
    qtbot.keyClick(panel, Qt.Key.Key_Return)
    assert spy.at(0)[0] == Path("0.battle")
    qtbot.mouseClick(panel.findChildren(BattleRow)[1], Qt.MouseButton.LeftButton)
    assert spy.at(1)[0] == Path("1.battle")


def test_the_newest_battle_has_the_focus_unless_a_player_went_elsewhere(look, put, qtbot):
    panel = put(WelcomePanel(), 1440, 840)
    panel.activateWindow()
    qtbot.waitActive(panel)
    panel.ways[0].setFocus()
    panel.show_battles([RecentBattle(Path("0.battle"), "Battle 0"), RecentBattle(Path("1"), "Battle 1")], ())
    qtbot.wait(5)
    newest = panel.findChildren(BattleRow)[0]
    assert newest.hasFocus()
    panel.findChildren(BattleRow)[1].setFocus()
    spy = QSignalSpy(panel.battle_wanted)
    qtbot.keyClick(panel.findChildren(BattleRow)[1], Qt.Key.Key_Return)
    assert spy.at(0)[0] == Path("1")


def test_without_battles_scenarios_stand_there(look, put, qtbot):
    panel = put(WelcomePanel(), 1440, 840)
    panel.show_battles((), [Starter(Path("deck.yaml"), "Deck Seven raid", "Wolfling")])
    panel.show_rulesets([RulesetTile("wolfling", "Wolfling", "rooms and corridors")])
    qtbot.wait(5)
    rows = panel.findChildren(StarterRow)
    assert [row.accessibleName() for row in rows] == ["Deck Seven raid", "Wolfling"]
    starter, ruleset = QSignalSpy(panel.starter_wanted), QSignalSpy(panel.ruleset_wanted)
    for row in rows:
        qtbot.mouseClick(row, Qt.MouseButton.LeftButton)
    assert starter.at(0)[0] == Path("deck.yaml")
    assert ruleset.at(0)[0] == "wolfling"


def test_it_fits_the_smallest_screen_by_scrolling(look, put):
    panel = put(WelcomePanel(), 1024, 560)
    panel.show_battles([RecentBattle(Path(f"{n}"), f"Battle {n}") for n in range(4)], ())
    assert panel.minimumSizeHint().width() <= 1024
    assert panel.minimumSizeHint().height() <= 560
