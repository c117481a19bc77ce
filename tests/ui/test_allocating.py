"""Wounds and casualties by real clicks on the map, and what waits for the end of the phase."""

from __future__ import annotations

import msgspec
import pytest
from PySide6.QtCore import Qt

from tests.ui.deck import MINE, THEIRS, deck_session
from tests.ui.play import settle
from wolfling_gui.core.requests import Allocate, Confirm, Roll
from wolfling_gui.files.journal_lines import Header
from wolfling_gui.session.allocating import CASUALTIES
from wolfling_gui.session.session import Session
from wolfling_gui.ui.panels.verdict_card import FindingRow
from wolfling_gui.ui.scene import overlays as o
from wolfling_gui.ui.widgets import TextLabel


@pytest.fixture
def player(sit_down):
    made = deck_session()
    battle = made.settled
    counts = {unit: len(battle.members(unit)) for unit in battle.units}
    begun = battle.with_phase_start(counts)
    return sit_down(Session(made.rules, Header(begun, "Deck Seven raid", begun.ruleset, seed=3)))


def answer_until_asked_for_models(player, saves: str) -> Allocate | None:
    """Type dice at the field until wounds or casualties are to be given out, or nothing is asked."""
    for _ in range(40):
        request = player.desk.request
        if request is None or isinstance(request, Allocate):
            return request
        if isinstance(request, Confirm):
            player.press(Qt.Key.Key_2)
            continue
        assert isinstance(request, Roll)
        count = request.dice.count
        text = f"{saves}{'6' * (count - 1)}" if request.says == "roll.save" else f"{count}x6"
        player.type(text)
        player.press(Qt.Key.Key_Return)
    raise AssertionError("dice without end")


def test_wounds_and_casualties_are_given_by_clicking_models(player):
    player.click_model(f"{MINE}-1")
    player.click_model(f"{THEIRS}-1")
    player.click_main("Fire at")
    request = answer_until_asked_for_models(player, "1")
    card = player.guide.request
    player.click_model(f"{MINE}-1")
    assert "is not of Riflemen" in card._said.text()
    assert player.desk.unit == MINE
    for _ in range(9):
        for n in range(1, 6):
            if not card.take.isEnabled():
                player.click_model(f"{THEIRS}-{n}")
    assert card.take.isEnabled()
    player.window.view.flush()
    shown = player.map.board.overlays
    given = {name: count for name, count in card.sharing.counts.items() if count}
    assert {v.model for v in shown if isinstance(v, o.TargetRing)} == set(given)
    for name, count in given.items():
        assert o.Tag(player.battle.models[name].place.at, None, str(count)) in shown
    player.press(Qt.Key.Key_Return)
    player.window.view.flush()
    assert not any(isinstance(v, o.TargetRing) and v.kind == "hit" for v in player.map.board.overlays)
    request = answer_until_asked_for_models(player, "1")
    while request is not None and request.says != CASUALTIES:
        for number in range(1, len(request.candidates) + 1):
            while (
                not card.take.isEnabled()
                and card.sharing.counts[request.candidates[number - 1]]
                < request.most[request.candidates[number - 1]]
            ):
                player.press(Qt.Key(Qt.Key.Key_0 + number))
        player.press(Qt.Key.Key_Return)
        request = answer_until_asked_for_models(player, "1")
    assert request is not None
    wanted = request.candidates[-1]
    player.click_model(wanted)
    assert card.take.isEnabled()
    player.click_model(wanted)
    assert not card.take.isEnabled()
    player.click_model(wanted)
    player.press(Qt.Key.Key_Return)
    assert player.battle.models[wanted].casualty


def lose_a_quarter(player) -> None:
    session = player.desk.session
    battle = session.settled
    dead = [
        msgspec.structs.replace(battle.models[f"{THEIRS}-{n}"], wounds_lost=1, casualty=True) for n in (2, 3)
    ]
    made = Session(session.rules, Header(battle.with_models(dead), "Deck Seven raid", battle.ruleset, seed=3))
    player.window.open_session(made)
    settle()


def test_the_guide_says_who_tests_morale_when_the_phase_ends(player):
    assert not player.guide._next.findChildren(FindingRow)
    lose_a_quarter(player)
    (row,) = player.guide._next.findChildren(FindingRow)
    said = [label.text() for label in row.findChildren(TextLabel)]
    assert "Riflemen test morale when shooting ends: 2 of 5 lost." in said
    player.click_main("End Blue’s Shooting phase")
    request = player.desk.request
    assert (request.rule, request.about) == ("CL-MOR-3", (THEIRS,))
    player.type("66")
    player.press(Qt.Key.Key_Return)
    assert player.desk.request.rule == "CL-MOR-6"
    player.type("11")
    player.press(Qt.Key.Key_Return)
    assert player.battle.units[THEIRS].has("falling_back")
    assert player.battle.clock.step == "assault"
    settle()
    texts = [row.text for row in player.window.log.view.rows.rows]
    assert any(text.startswith("Riflemen fell back 2″ towards the north edge") for text in texts)
