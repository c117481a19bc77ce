"""Random play over every shipped scenario, with everything that must always hold checked at every step."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.properties.player import Player
from tests.properties.promises import back_and_forth, kept, offers_hold, one_step, put_right
from tests.properties.starts import SCENARIOS, fresh, seeds
from wolfling_gui.core.changes import digest

SHORT, LONG = 500, 100_000
"""How many actions are asked for with each ruleset, and with --long."""
PER_BATTLE = 400


def share(long: bool) -> int:
    """Return how many actions each scenario gets; WOLFLING_ACTIONS asks for another number in all."""
    total = int(os.environ.get("WOLFLING_ACTIONS", LONG if long else SHORT))
    return -(-total // len(SCENARIOS))


@pytest.mark.timeout(7200)
@pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: path.stem)
def test_random_play_keeps_every_promise(path: Path, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    total = share(request.config.getoption("--long"))
    most = min(PER_BATTLE, max(60, total // 3))
    done = 0
    kinds: set[str] = set()
    for seed in seeds():
        if done >= total:
            break
        journal = tmp_path / f"{seed}.battle"
        session = fresh(path, seed, journal)
        player = Player(session.rules, seed)
        for number in range(min(most, total - done)):
            done += 1
            if one_step(session, player):
                kinds.add(type(session.steps[-1].action).__name__)
            if number % 25 == 0:
                offers_hold(session)
            if number % 3 == 0:
                back_and_forth(session)
            if number % 10 == 9:
                put_right(session, player)
            if session.battle.clock.over:
                break
        kept(session, journal)
        session.close()
        journal.unlink()
    assert {"RollOff", "Deploy", "EndStep", "Move"} <= kinds


@pytest.mark.timeout(120)
def test_undo_leads_back_to_the_start_and_redo_to_the_end() -> None:
    session = fresh(SCENARIOS[0], 5)
    player = Player(session.rules, 5)
    for _ in range(40):
        one_step(session, player)
    end = digest(session.battle)
    while session.undo():
        pass
    assert session.battle == session.header.battle
    while session.redo():
        pass
    assert digest(session.battle) == end
