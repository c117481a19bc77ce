"""Whole battles with assaults, by mouse alone and by keys alone, from the first screen to the score."""

from __future__ import annotations

from collections import Counter

import pytest
from PySide6.QtCore import Qt

from tests.record_demo import ORDERS
from tests.ui.hands import KeyHands, MouseHands
from tests.ui.play import CONTROL
from tests.ui.whole import Sitting

ROUNDS = 3


def to_the_score(sitting: Sitting) -> None:
    """Play on to the end, and see that all that makes a battle came about and its score is shown."""
    sitting.play()
    player = sitting.player
    steps = player.desk.session.steps
    done = Counter(type(step.action).__name__ for step in steps)
    told = Counter(entry.says for step in steps for entry in step.done.report.entries)
    assert player.battle.clock.over
    assert 1 < player.battle.clock.turn <= ROUNDS
    for action, least in (("Deploy", 6), ("Move", 4), ("Shoot", 1), ("Charge", 1), ("Fight", 1)):
        assert done[action] >= least, f"{action}: {done}"
    assert not {"Overrule", "Adjust"} & done.keys()
    for happened in ("did.assaulted", "did.scored", "did.hit", "did.casualties"):
        assert told[happened], f"{happened}: {told}"
    assert told["did.morale_failed"] + told["did.morale_passed"] >= 1
    assert told["did.won"] + told["did.draw"] + told["did.wiped_out"] == 1
    assert player.main() == "New battle…"


@pytest.mark.timeout(180)
def test_a_battle_with_assaults_by_mouse_from_the_first_screen_to_the_score(player):
    sitting = Sitting(MouseHands(player), ORDERS)
    sitting.hands.begin("Deck Seven raid", ROUNDS)
    to_the_score(sitting)


@pytest.mark.timeout(180)
def test_a_battle_with_assaults_by_keys_alone_from_the_first_screen_to_the_score(player):
    sitting = Sitting(KeyHands(player), ORDERS)
    sitting.hands.begin("Deck Seven raid", ROUNDS)
    player.press(Qt.Key.Key_D, CONTROL)
    assert not player.desk.app_dice
    sitting.play(until=lambda battle: battle.clock.turn == 1 and battle.clock.side == "orange")
    player.press(Qt.Key.Key_D, CONTROL)
    to_the_score(sitting)
