from __future__ import annotations

import pytest

from tests.bot import Bot
from tests.builders import ruleset
from tests.ui.deck import HIDDEN, MINE, THEIRS, deck_session
from wolfling_gui.core.actions import EndStep, Move, Shoot, Waypoint
from wolfling_gui.core.lengths import at
from wolfling_gui.core.verdict import Refusal
from wolfling_gui.session.explain import breakdown_line, explain_finding
from wolfling_gui.session.proof import proof_of, proof_of_refusal, proof_of_step

RULES = ruleset()


def test_a_shot_is_proved_by_the_numbers_of_its_volley():
    session = deck_session()
    verdict = session.propose(Shoot(MINE, THEIRS))
    proof = proof_of(RULES, verdict)
    volley = verdict.plan
    assert proof.headline.text == "Allowed"
    assert {n.number for n in proof.numbers if n.scale == "to_hit"} == {g.to_hit for g in volley.groups}
    first = proof.numbers[0]
    assert (first.scale, first.text, first.shots) == ("to_hit", "2+", max(g.shots for g in volley.groups))
    assert [row.rule for row in first.rows][:2] == ["CL-SHOOT-7", "WO-CQS-1"]
    assert "WO-CQS-1" in breakdown_line(first.number, session.battle)
    assert proof.expected == "3.0"
    assert sum(proof.chances) == pytest.approx(1)
    cited = {card.id for card in proof.rules}
    assert {"CL-SHOOT-7", "WO-CQS-1", "WO-CQS-6", "CL-WND-6"} <= cited
    assert all(card.text for card in proof.rules)
    assert [line.seen for line in proof.lines] == [True] * 5
    assert set(proof.models) == {*session.battle.units[MINE].models, *session.battle.units[THEIRS].models}


def test_a_refusal_is_proved_by_what_stops_every_line():
    session = deck_session()
    verdict = session.propose(Shoot(MINE, HIDDEN))
    assert isinstance(verdict, Refusal)
    proof = proof_of(RULES, verdict)
    assert proof.headline.text == "Refused: no sight"
    reason = verdict.reasons[0]
    assert proof.findings[0] == explain_finding(reason, session.battle, RULES.catalogue)
    assert proof.findings[0].margin_text == "1.3″ short"
    assert not any(line.seen for line in proof.lines)
    assert proof.rules[0].id == "WO-TER-13"
    assert proof.numbers == ()


def test_what_was_rolled_is_in_the_proof_of_the_step():
    session = deck_session()
    session.perform(Shoot(MINE, "orange-scouts"))
    while session.request is not None:
        Bot(session).answer()
    (step,) = session.steps
    proof = proof_of_step(session, step.line)
    assert proof.battle is session.battle_after(step.parent)
    rolled = [face for words in proof.rolled for face in words.faces]
    assert rolled == [f for entry in step.done.report.entries for f in entry.faces]
    assert rolled
    with pytest.raises(ValueError, match="no step"):
        proof_of_step(session, 999)


def test_a_recorded_refusal_is_proved_as_it_was_recorded():
    session = deck_session()
    action = Shoot(MINE, HIDDEN)
    verdict = session.propose(action)
    session.record_refusal(action, verdict.findings)
    ((number, refused),) = session.recorder.history.refused
    proof = proof_of_refusal(session, session.recorder.history.refused_at[number], refused)
    assert proof.deciding[0] == verdict.reasons[0]


def test_a_refused_move_is_about_its_models():
    session = deck_session("movement")
    model = f"{MINE}-5"
    verdict = session.propose(Move(MINE, {model: (Waypoint(at(24, "9.4")),)}))
    proof = proof_of(RULES, verdict)
    assert proof.headline.kind == "refused"
    assert model in proof.models
    assert proof.preview is None


def test_a_verdict_without_models_has_no_map():
    session = deck_session()
    proof = proof_of(RULES, session.propose(EndStep()))
    assert proof.models == ()
    with pytest.raises(ValueError, match="no battle"):
        proof_of(RULES, Refusal(None, EndStep(), ()))
