"""What must hold of every battle at every step, however it is played."""

from __future__ import annotations

from pathlib import Path

import msgspec

from tests.properties.player import Player
from wolfling_gui.core.actions import Action
from wolfling_gui.core.battle import Battle
from wolfling_gui.core.changes import apply, decode, delta, digest, encode
from wolfling_gui.core.procedure import Resolution
from wolfling_gui.core.requests import Roll
from wolfling_gui.core.verdict import Permit, Refusal
from wolfling_gui.files.journal import fold, read_journal
from wolfling_gui.rules.engine import check, resolve
from wolfling_gui.rules.guide import guide
from wolfling_gui.session.opening import look_at
from wolfling_gui.session.placing import proposed
from wolfling_gui.session.session import AnswerRefused, Session

NONSENSE: tuple[object, ...] = ([], [0], [7, 7], "all of them", {"nobody": 1}, {"x": {"at": [1]}}, -1, None)


def one_step(session: Session, player: Player) -> bool:
    """Ask for one action of the player's; returns whether it was permitted."""
    return asked_for(session, player, player.action(session.battle))


def asked_for(session: Session, player: Player, action: Action) -> bool:
    """Ask for an action, answer what it asks, and check what must hold; returns whether it was permitted."""
    before = session.battle
    mark = digest(before)
    assert msgspec.json.decode(msgspec.json.encode(action), type=Action) == action
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
    answers = answered(session, player)
    after = session.battle
    assert digest(before) == mark
    assert digest(resolved_again(session, granted, answers)) == digest(after)
    assert apply(before, delta(before, after)) == after
    assert decode(encode(after)) == after
    return True


def answered(session: Session, player: Player) -> list[object]:
    """Answer what the action under way asks, nonsense at times; returns the answers that were taken."""
    answers: list[object] = []
    while session.request is not None:
        if player.chance.random() < 0.1 and refuses(session, player.chance.choice(NONSENSE)):
            continue
        answer = player.answer(session.request)
        try:
            session.give(answer)
        except AnswerRefused:
            # Only a place can be of the right shape and yet refused.
            answer = dict(proposed(session.rules, session.battle, session.request))  # type: ignore[arg-type]
            session.give(answer)
        answers.append(answer)
    return answers


def refuses(session: Session, answer: object) -> bool:
    """Tell whether the question that waits refuses an answer; if so the question stands as it was."""
    request, battle = session.request, session.battle
    assert request is not None
    try:
        request.accept(answer)
    except ValueError:
        pass
    else:
        return False
    try:
        session.give(answer)
    except ValueError:
        assert session.request is request
        assert session.battle is battle
        return True
    raise AssertionError(f"{answer!r} was taken for an answer to {request}")


def resolved_again(session: Session, granted: Permit[object], answers: list[object]) -> Battle:
    """Return the battle after an action is carried out again with the same answers."""
    resolution = Resolution(lambda: resolve(session.rules, granted), answers)
    assert resolution.outcome is not None
    return resolution.outcome.battle


def offers_hold(session: Session) -> None:
    """Check that what the guide offers as allowed is permitted, whatever unit is in hand."""
    battle = session.battle
    for unit in ("", *(u.id for u in battle.units_of(battle.clock.side))):
        offered = guide(session.rules, battle, unit)
        for offer in (offered.main, *offered.offers, *offered.also):
            if offer is not None and offer.action is not None and offer.allowed:
                assert isinstance(session.propose(offer.action), Permit), offer.says


def back_and_forth(session: Session) -> None:
    """Check that undo leads to the battle before the last step, and redo to the one after it."""
    step = session.undo_step
    if step is None:
        return
    after = digest(session.battle)
    before = session.header.battle if not step.parent else session.battle_after(step.parent)
    assert session.undo()
    if not session.redoes_correction:
        assert session.battle is before
    assert session.redo()
    assert digest(session.battle) == after


def put_right(session: Session, player: Player) -> bool:
    """Put a die of one of the last actions right and take that back: all is as it was. Tells if it could."""
    chance = player.chance
    steps = [step for step in session.steps[-4:] if step.answers]
    if not steps:
        return False
    step = chance.choice(steps)
    requests = session.played(step).requests
    dice = [place for place, request in enumerate(requests) if isinstance(request, Roll)]
    if not dice:
        return False
    before = session.battle
    index = chance.choice(dice)
    session.correct(index, player.answer(requests[index]), step)
    answered(session, player)
    assert session.request is None
    assert decode(encode(session.battle)) == session.battle
    assert session.undo()
    assert digest(session.battle) == digest(before)
    return True


def kept(session: Session, path: Path) -> None:
    """Check that the journal on disk leads to the very battle in memory, and to the question that waits."""
    if session.last_write is not None:
        session.last_write.result()
    folded = fold(read_journal(path), thorough=True)
    assert not folded.problems
    assert digest(folded.battle) == digest(session.settled)
    opened = look_at(path).session
    assert digest(opened.battle) == digest(session.battle)
    assert (opened.request is None) is (session.request is None)
    if opened.request is not None and session.request is not None:
        assert opened.request == session.request
