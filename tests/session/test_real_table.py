"""A battle beside a real table without a window: by the guide's offers and declared facts, to the score."""

from __future__ import annotations

import pytest
from msgspec.json import encode

from wolfling_gui.core.actions import Adjust, DeclaredFacts, EndStep, SetObjective, SetWounds, Shoot
from wolfling_gui.core.changes import digest
from wolfling_gui.core.lengths import inches
from wolfling_gui.core.requests import Allocate, Choose, Confirm, Roll
from wolfling_gui.core.verdict import Permit, Refusal
from wolfling_gui.files.journal import fold, read_journal
from wolfling_gui.files.locations import rulesets_dir
from wolfling_gui.files.scenario import read_scenario
from wolfling_gui.rules.guide import guide
from wolfling_gui.session.opening import begin, take_up
from wolfling_gui.session.session import Session

WARDENS, BRUTES = "blue-wardens", "orange-brutes"
ROOM = DeclaredFacts(inches(7), "clear", "room", level="same")


@pytest.fixture
def session(tmp_path):
    scenario = read_scenario(rulesets_dir() / "scenarios" / "deck-seven-raid.yaml")
    made = begin(scenario, path=tmp_path / "table.wolfling", seed=5, title="At the club", real_table=True)
    yield made
    made.close()


def answer_all(session: Session) -> list[str]:
    """Answer everything with real dice: hits and wounds made, saves failed; returns what was asked."""
    asked: list[str] = []
    while (request := session.request) is not None:
        asked.append(request.says)
        match request:
            case Roll():
                fails = request.says == "roll.save" or request.side == "orange"
                session.give([1 if fails else 6] * request.dice.count)
            case Choose():
                session.give(request.options[0].id)
            case Confirm():
                session.give(False)
            case Allocate():
                shares = dict(request.least)
                for name in request.candidates:
                    left = request.count - sum(shares.values())
                    room = request.most.get(name, request.count) - shares.get(name, 0)
                    shares[name] = shares.get(name, 0) + min(left, room)
                session.give({name: count for name, count in shares.items() if count})
            case _:
                raise AssertionError(f"a real table has no map: {request}")
    return asked


def do(session: Session, action) -> None:
    assert isinstance(session.perform(action), Permit), action


def main(session: Session, unit: str = "") -> None:
    """Do what the guide has as its main thing."""
    offer = guide(session.rules, session.battle, unit).main
    assert offer is not None
    assert offer.action is not None
    do(session, offer.action)
    answer_all(session)


def to_first_turn(session: Session) -> None:
    for _ in range(12):
        if session.battle.clock.turn:
            return
        main(session)
    raise AssertionError("the set-up does not end")


def test_the_set_up_is_walked_through_by_saying_done(session):
    steps = []
    while not session.battle.clock.turn:
        steps.append(session.battle.clock.step)
        main(session)
    assert steps == ["roll_off", "deployment", "deployment", "seize"]
    assert session.battle.real_table
    assert all(m.place is None for m in session.battle.models.values())


def test_a_unit_can_be_kept_in_reserve_and_taken_out_again(session):
    main(session)
    side = session.battle.clock.side
    unit = session.battle.units_of(side)[0].id
    keep, *_ = [o for o in guide(session.rules, session.battle, unit).also if "keep_back" in o.says]
    do(session, keep.action)
    assert session.battle.units[unit].in_reserve
    back, *_ = guide(session.rules, session.battle, unit).also
    assert back.says == "offer.back_from_reserve"
    do(session, back.action)
    assert not session.battle.units[unit].in_reserve


def test_units_say_that_they_have_moved(session):
    to_first_turn(session)
    side = session.battle.clock.side
    unit = session.battle.units_of(side)[0].id
    found = guide(session.rules, session.battle, unit)
    assert found.main is not None
    assert isinstance(found.main.action, EndStep)
    moved = found.also[0]
    assert moved.says == "offer.moved_at_table"
    assert found.hint == "guide.movement_unit_at_table"
    assert found.facts == {"longest": inches(6)}
    assert not [o for o in found.also if o.says.startswith("offer.door")]
    do(session, moved.action)
    assert session.battle.units[unit].has("moved")
    row = next(o for o in guide(session.rules, session.battle, unit).offers if o.unit == unit)
    assert row.says == "offer.move_done"
    after = guide(session.rules, session.battle, unit).main
    assert after is not None
    assert isinstance(after.action, EndStep)


def test_a_run_is_rolled_and_then_said(session):
    to_first_turn(session)
    do(session, EndStep())
    unit = session.battle.units_of(session.battle.clock.side)[0].id
    run, *_ = [o for o in guide(session.rules, session.battle, unit).also if o.says == "offer.run"]
    do(session, run.action)
    session.give([3])
    found = guide(session.rules, session.battle, unit)
    assert found.main is not None
    assert found.main.says == "offer.ran_at_table"
    assert found.facts == {"longest": inches(3)}
    main(session, unit)
    assert session.battle.units[unit].has("walked")


def test_a_battle_is_played_to_its_score_with_declared_facts(session):
    to_first_turn(session)
    while session.battle.clock.side != "blue" or session.battle.clock.step != "shooting":
        do(session, EndStep())
        answer_all(session)
    refused = session.perform(Shoot(WARDENS, BRUTES))
    assert isinstance(refused, Refusal)
    assert {f.says for f in refused.findings if f.effect == "asks"} == {"sight.unsaid", "shoot.zone_unsaid"}
    assert not refused.reasons
    do(session, Shoot(WARDENS, BRUTES, facts=ROOM))
    request = session.request
    assert isinstance(request, Roll)
    assert request.needed is not None
    assert request.needed.total == 2
    asked = answer_all(session)
    assert asked[:3] == ["roll.to_hit", "roll.to_wound", "roll.to_hit"]
    assert "roll.save" in asked
    lost = sum(m.wounds_lost for m in session.battle.models.values() if m.unit == BRUTES)
    assert lost > 0
    markers = list(session.battle.table.objectives)
    do(session, Adjust(tuple(SetObjective(name, "orange") for name in markers[:3])))
    do(session, Adjust((SetObjective(markers[3], "blue"),)))
    do(session, Adjust((SetWounds("orange-scouts-1", 1, True),)))
    for _ in range(60):
        if session.battle.clock.over:
            break
        do(session, EndStep())
        last = answer_all(session)
    assert last.count("choose.holder") == len(markers)
    battle = session.battle
    assert battle.clock.over
    assert dict(battle.score) == {"blue": 1, "orange": 3}
    assert battle.won_by == "orange"


def test_the_end_waits_until_it_is_said_who_holds_each_objective(session):
    to_first_turn(session)
    markers = list(session.battle.table.objectives)
    while session.request is None:
        assert not session.battle.clock.over
        if session.battle.clock.step == "assault":
            assert "next.score_page" in guide(session.rules, session.battle).next
        do(session, EndStep())
        while session.request is not None and session.request.says != "choose.holder":
            session.give([6] * session.request.dice.count)
    for number, name in enumerate(markers):
        request = session.request
        assert isinstance(request, Choose)
        assert request.about == (name,)
        assert [option.id for option in request.options] == ["nobody", "blue", "orange"]
        assert not session.battle.clock.over
        session.give("blue" if number < 2 else "nobody")
    battle = session.battle
    assert battle.clock.over
    assert battle.won_by == "blue"
    assert dict(battle.score) == {"blue": 2, "orange": 0}
    assert [m.owner for m in battle.table.objectives.values()][:3] == ["blue", "blue", ""]


def test_its_journal_says_where_it_was_played_and_opens_again(session, tmp_path):
    to_first_turn(session)
    main(session, session.battle.units_of(session.battle.clock.side)[0].id)
    before = digest(session.battle)
    session.close()
    read = read_journal(tmp_path / "table.wolfling")
    assert read.header.battle.real_table
    assert not fold(read, thorough=True).problems
    again = take_up(tmp_path / "table.wolfling").session
    assert digest(again.battle) == before
    again.close()


def test_a_battle_on_a_map_has_no_word_of_it_in_its_journal():
    scenario = read_scenario(rulesets_dir() / "scenarios" / "deck-seven-raid.yaml")
    plain = begin(scenario, keep=False)
    assert not plain.battle.real_table
    assert b"real_table" not in encode(plain.battle)
