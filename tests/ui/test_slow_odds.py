"""Odds that take long: the window shows everything else at once and fills them in while it has time."""

from __future__ import annotations

import msgspec
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from tests.ui.deck import HIDDEN, MINE, THEIRS, deck_battle
from tests.ui.guns import LAUNCHER, MORTAR, armed
from tests.ui.play import settle
from wolfling_gui.files.journal_lines import Header
from wolfling_gui.files.rulesets import load_catalogue
from wolfling_gui.rules.registry import build
from wolfling_gui.session.preview import targets
from wolfling_gui.session.session import Session
from wolfling_gui.ui.panels.hover_card import TargetCard
from wolfling_gui.ui.widgets import OddsBars, TextLabel

SCOUTS = "orange-scouts"


def session_with(battle) -> Session:
    rules = build(battle.ruleset, load_catalogue(battle.ruleset))
    return Session(rules, Header(battle, "Deck Seven raid", battle.ruleset, seed=3))


@pytest.fixture
def player(sit_down):
    return sit_down(session_with(armed(deck_battle(), LAUNCHER)), app_dice=True)


def take_in_hand(player) -> None:
    """Click a breacher without letting any work be done yet."""
    QTest.mouseClick(
        player.map.viewport(), Qt.MouseButton.LeftButton, pos=player.spot(player.place(f"{MINE}-1"))
    )
    assert player.desk.unit == MINE


def lost(player) -> dict[str, str]:
    return {row.unit: row.lost for row in player.guide.choices.rows.rows}


def words(card) -> str:
    return " | ".join(label.text() for label in card.findChildren(TextLabel))


def test_rows_and_marks_stand_at_once_and_odds_follow(player, qtbot):
    take_in_hand(player)
    rows = lost(player)
    assert (rows[THEIRS], rows[SCOUTS], rows[HIDDEN]) == ("…", "…", "")
    order = [row.unit for row in player.guide.choices.rows.rows]
    assert player.desk.slow_odds.busy
    qtbot.waitUntil(lambda: not player.desk.slow_odds.busy, timeout=20_000)
    whole = {t.unit: t for t in targets(player.desk.rules, msgspec.structs.replace(player.battle), MINE)}
    assert lost(player)[THEIRS] == f"{whole[THEIRS].odds.expected:.1f}"
    assert lost(player)[SCOUTS] == f"{whole[SCOUTS].odds.expected:.1f}"
    assert [row.unit for row in player.guide.choices.rows.rows] == order
    assert player.desk.target_preview(THEIRS).odds == whole[THEIRS].odds


def test_the_card_keeps_room_for_the_bars_and_fills_in(player, qtbot):
    take_in_hand(player)
    player.desk.hover("unit", THEIRS)
    player.window.view.flush()
    card = player.window.view.card
    assert isinstance(card, TargetCard)
    assert "… expected of 5 shots" in words(card)
    assert "2 or more lost, …: morale check" in words(card)
    bars = card.findChildren(OddsBars)[0].size()
    qtbot.waitUntil(lambda: not player.desk.slow_odds.busy, timeout=20_000)
    after = player.window.view.card
    odds = player.desk.target_preview(THEIRS).odds
    assert f"{odds.expected:.1f} expected of 5 shots" in words(after)
    assert f"2 or more lost, {round(100 * odds.at_least(2))} %: morale check" in words(after)
    assert after.findChildren(OddsBars)[0].odds().chances == odds.casualties
    assert after.findChildren(OddsBars)[0].size() == bars


def test_the_unit_pointed_at_comes_first(player, qtbot):
    take_in_hand(player)
    spot = player.spot(player.place(f"{SCOUTS}-1"))
    QTest.mouseMove(player.map.viewport(), spot + QPoint(2, 2))
    QTest.mouseMove(player.map.viewport(), spot)
    assert player.desk.hovered.unit == SCOUTS
    with qtbot.waitSignal(player.desk.odds_changed, timeout=20_000):
        pass
    assert lost(player)[THEIRS] == "…"
    assert lost(player)[SCOUTS] != "…"


def test_another_selection_ends_the_work(player, qtbot):
    take_in_hand(player)
    assert player.desk.slow_odds.busy
    player.press(Qt.Key.Key_Escape)
    assert player.desk.unit == ""
    qtbot.waitUntil(lambda: not player.desk.slow_odds.busy, timeout=1000)
    take_in_hand(player)
    assert player.desk.slow_odds.busy, "what was left is taken up again"
    qtbot.waitUntil(lambda: not player.desk.slow_odds.busy, timeout=20_000)
    assert "…" not in lost(player).values()


def test_the_window_goes_on_between_slices(player, qtbot):
    """A mortar's odds take seconds here; what is pressed meanwhile is done before they are known."""
    player.window.open_session(session_with(armed(deck_battle(), MORTAR)))
    settle()
    take_in_hand(player)
    settle(2)
    assert player.desk.slow_odds.busy
    player.press(Qt.Key.Key_2)
    assert player.desk.target
    assert player.desk.slow_odds.busy
    player.click_main(player.main())
    assert player.desk.session.steps or player.desk.request is not None
    qtbot.waitUntil(lambda: not player.desk.slow_odds.busy, timeout=1000)
