"""Random play over every shipped scenario, with everything that must always hold checked at every step."""

from __future__ import annotations

import os

import pytest

from tests.properties.player import Player
from wolfling_gui.core.battle import Battle
from wolfling_gui.core.changes import apply, decode, delta, digest, encode
from wolfling_gui.core.procedure import Resolution
from wolfling_gui.core.requests import Put
from wolfling_gui.core.verdict import Permit, Refusal
from wolfling_gui.files.locations import rulesets_dir
from wolfling_gui.files.scenario import read_scenario
from wolfling_gui.rules.engine import check, resolve
from wolfling_gui.rules.guide import guide
from wolfling_gui.session.opening import begin
from wolfling_gui.session.placing import proposed
from wolfling_gui.session.session import AnswerRefused, Session

SCENARIOS = sorted((rulesets_dir() / "scenarios").glob("*.yaml"))
ACTIONS = int(os.environ.get("WOLFLING_ACTIONS", "170"))


def fresh(path: object, seed: int) -> Session:
    return begin(read_scenario(path), keep=False, seed=seed)  # type: ignore[arg-type]


def resolved_again(session: Session, granted: Permit[object], answers: list[object]) -> Battle:
    resolution = Resolution(lambda: resolve(session.rules, granted), answers)
    assert resolution.outcome is not None
    return resolution.outcome.battle


def one_step(session: Session, player: Player) -> bool:
    """Ask for one action; returns whether it was permitted."""
    before = session.battle
    mark = digest(before)
    action = player.action(before)
    verdict = session.propose(action)
    assert digest(before) == mark
    again = check(session.rules, before, action)
    assert type(again) is type(verdict)
    assert again.findings == verdict.findings
    if isinstance(verdict, Refusal):
        assert isinstance(session.perform(action), Refusal)
        assert session.battle is before
        assert verdict.reasons or any(f.effect == "asks" for f in verdict.findings)
        return False
    granted = session.perform(action)
    assert isinstance(granted, Permit)
    answers: list[object] = []
    while session.request is not None:
        answer = player.answer(session.request)
        try:
            session.give(answer)
        except AnswerRefused:
            assert isinstance(session.request, Put)
            answer = dict(proposed(session.rules, session.battle, session.request))
            session.give(answer)
        answers.append(answer)
    after = session.battle
    assert digest(before) == mark
    assert digest(resolved_again(session, granted, answers)) == digest(after)
    assert apply(before, delta(before, after)) == after
    assert decode(encode(after)) == after
    return True


def offers_hold(session: Session) -> None:
    battle = session.battle
    for unit in ("", *(u.id for u in battle.units_of(battle.clock.side))):
        offered = guide(session.rules, battle, unit)
        for offer in (offered.main, *offered.also):
            if offer is not None and offer.action is not None and offer.allowed:
                assert isinstance(session.propose(offer.action), Permit), offer.says


@pytest.mark.timeout(300)
@pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: path.stem)
def test_random_play_keeps_every_promise(path: object, request: pytest.FixtureRequest) -> None:
    total = ACTIONS if not request.config.getoption("--long") else 34_000
    done, seed = 0, 1
    kinds: set[str] = set()
    while done < total:
        session = fresh(path, seed)
        player = Player(session.rules, seed)
        for number in range(min(400, total - done)):
            done += 1
            if one_step(session, player):
                kinds.add(type(session.steps[-1].action).__name__)
            if number % 25 == 0:
                offers_hold(session)
            if session.battle.clock.over:
                break
        seed += 1
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
