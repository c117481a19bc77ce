from __future__ import annotations

import random

import pytest

from tests.builders import CARBINE, PISTOL, RIFLE, Position, deck, play, ruleset, session
from wolfling_gui.core.actions import (
    Adjust,
    EndStep,
    Move,
    OperateDoor,
    RollAllowance,
    SetPlace,
    SetSideName,
    Shoot,
    Waypoint,
)
from wolfling_gui.core.lengths import at
from wolfling_gui.core.requests import Allocate, Choose, Roll
from wolfling_gui.core.verdict import Permit, Refusal
from wolfling_gui.files.journal import fold, parse_journal
from wolfling_gui.files.journal_lines import encode_header, encode_line, sealed
from wolfling_gui.session.explain import explain_finding, explain_request
from wolfling_gui.session.log import LogBook, folded_log, log_lines, log_rows, session_log
from wolfling_gui.session.recorder import MemoryRecorder
from wolfling_gui.session.session import Session

UNKNOWN = "no words"


def small(step: str = "shooting") -> Session:
    position = Position(deck())
    position.unit("breachers", "blue", [(4, 4), (5, 4), (6, 4)], weapons=(CARBINE,))
    position.unit("riflemen", "orange", [(8, 6), (8, 7)], weapons=(RIFLE,))
    return session(position.battle(step))


def texts(running: Session) -> list[str]:
    return [row.text for row in session_log(running)]


def test_an_empty_battle_has_an_empty_log():
    assert session_log(small()) == []
    assert log_lines([]) == []


def test_a_volley_is_told_line_by_line():
    running = small()
    assert isinstance(running.perform(Shoot("breachers", "riflemen")), Permit)
    play(running, [6, 6, 1, 1, 1, 1], [6, 6], [1, 2])
    rows = session_log(running)
    assert [row.number for row in rows] == [f"1.{n:02d}" for n in range(1, len(rows) + 1)]
    assert [row.text for row in rows] == [
        "Breachers shot at Riflemen: 3 models with 6 shots.",
        "To hit 2+, Carbine: typed 6 6 1 1 1 1, 2 hits.",
        "To wound 4+, Carbine: typed 6 6, 2 wounds.",
        "Riflemen saved on 5+, cover in room R1: typed 1 2, none saved, 2 wounds.",
        "Riflemen lost 2 models: Riflemen 1 and Riflemen 2.",
        "Blue won: nobody else was left.",
    ]
    assert [row.side for row in rows] == ["blue", "blue", "blue", "orange", "orange", "blue"]
    assert [row.kind for row in rows] == ["shot", "dice", "dice", "dice", "loss", "turn"]
    assert rows[1].faces == (6, 6, 1, 1, 1, 1)
    assert rows[1].rules[-1] == "WO-CQS-1"
    assert rows[1].explained.startswith("to hit 2+: BS 4 → 3+ [CL-SHOOT-7], ")
    assert len({row.step_line for row in rows}) == 1


def test_dice_of_the_app_are_told_from_typed_ones():
    running = small()
    running.perform(Shoot("breachers", "riflemen"))
    running.roll()
    running.give([1] * running.request.dice.count)
    said = texts(running)
    assert ": rolled " in said[1]
    assert ": typed " in said[2]


def test_a_refusal_a_player_confirmed_is_told_with_its_reason():
    running = small("movement")
    far = Move("breachers", {"breachers-1": (Waypoint(at(4, 2)), Waypoint(at(9, 2)))})
    verdict = running.perform(far)
    assert isinstance(verdict, Refusal)
    assert session_log(running) == []
    running.record_refusal(far, verdict.findings)
    (row,) = session_log(running)
    assert row.mark == "refused"
    assert row.kind == "refused"
    assert row.side_name == "Blue"
    assert row.text == "Breachers would have moved. Breachers 1 walks 7″, at most 6″: 1″ too much."
    assert "CL-MOVE-2" in row.rules
    assert log_lines(running)[0].startswith("1.01  Blue  Refused: Breachers would have moved.")


def test_an_overruling_says_what_was_against_it_and_the_note():
    running = small("movement")
    far = Move("breachers", {"breachers-1": (Waypoint(at(4, 2)), Waypoint(at(9, 2)))})
    running.overrule(far, "worn tape")
    rows = session_log(running)
    assert [row.mark for row in rows] == ["overruled", ""]
    assert rows[0].text == (
        "Overruled by agreement, “worn tape”: Breachers 1 walks 7″, at most 6″: 1″ too much."
    )
    assert rows[0].kind == "agreed"
    assert rows[1].text == "Breachers moved 7″, 1 model."


def test_a_refusal_stays_with_the_branch_on_which_it_stood():
    running = small("movement")
    running.perform(Move("breachers", {"breachers-1": (Waypoint(at(4, 3)),)}))
    far = Move("breachers", {"breachers-2": (Waypoint(at(5, 2)), Waypoint(at(9, 2)))})
    running.record_refusal(far, running.propose(far).findings)
    assert [row.mark for row in session_log(running)] == ["", "refused"]
    running.undo()
    assert session_log(running) == []
    near = running.propose(far)
    running.record_refusal(far, near.findings)
    running.perform(EndStep())
    assert [row.mark for row in session_log(running)] == ["refused", ""]


@pytest.mark.parametrize(
    ("faces", "text"),
    [
        ([6, 4, 1, 1, 1, 1], "Die 2 put right: 6 → 4."),
        ([6, 5, 4, 1, 1, 1], "Dice put right: 6 6 1 1 1 1 → 6 5 4 1 1 1."),
    ],
)
def test_a_die_put_right_is_told(faces, text):
    running = small()
    running.perform(Shoot("breachers", "riflemen"))
    play(running, [6, 6, 1, 1, 1, 1], [1, 1])
    running.correct(0, faces)
    while running.request is not None:
        running.give([1] * running.request.dice.count)
    rows = session_log(running)
    assert (rows[0].mark, rows[0].text) == ("corrected", text)
    assert rows[1].text.startswith("Breachers shot at Riflemen")
    assert not log_lines(running)[0].startswith("Corrected")


def test_adjustments_belong_to_both_sides():
    running = small()
    running.perform(Adjust((SetPlace("riflemen-1", None),), "fell off"))
    (row,) = session_log(running)
    assert row.text == "Riflemen 1 was taken off the table by agreement: “fell off”."
    assert (row.side, row.kind) == ("", "agreed")


def test_rows_are_numbered_within_each_turn():
    running = small("assault")
    running.perform(EndStep())
    for _ in range(3):
        running.perform(EndStep())
    rows = session_log(running)
    assert [row.number for row in rows] == ["1.01", "1.02", "1.03", "2.01"]
    assert rows[0].text == "Turn 1: Orange’s Movement phase began."
    assert rows[0].side == "orange"
    assert rows[3].text == "Turn 2: Blue’s Movement phase began."


def test_a_battle_read_from_its_journal_has_the_same_log():
    running = small()
    running.perform(Shoot("breachers", "riflemen"))
    play(running, [6, 6, 1, 1, 1, 1], [1, 1])
    running.perform(EndStep())
    history = running.recorder.history
    body, check = sealed(encode_header(running.header), 0)
    for line in running.recorder.lines:
        part, check = sealed(encode_line(line), check)
        body += part
    folded = fold(parse_journal(body))
    assert folded_log(folded, running.rules.catalogue) == session_log(running)
    assert log_rows(history, running.battle_after) == session_log(running)


@pytest.fixture(autouse=True)
def recorded(monkeypatch):
    """Let the memory recorder keep the lines themselves, for writing a journal."""
    take = MemoryRecorder.append

    def keep(self, line):
        self.__dict__.setdefault("lines", []).append(line)
        return take(self, line)

    monkeypatch.setattr(MemoryRecorder, "append", keep)


def test_a_log_book_writes_a_step_once(monkeypatch):
    running = small()
    book = LogBook(running.battle_after, running.rules.catalogue)
    running.perform(EndStep())
    first = book.rows(running.recorder.history)
    running.perform(EndStep())
    asked: list[int] = []
    monkeypatch.setattr(book, "_battle_after", lambda line: asked.append(line) or running.battle_after(line))
    second = book.rows(running.recorder.history)
    assert second[: len(first)] == first
    assert len(second) > len(first)
    assert set(asked) == {running.steps[0].line, running.steps[1].line}


# ---------------------------------------------------------------------- whatever is played has words


def answered(running: Session, chance: random.Random) -> None:
    while (request := running.request) is not None:
        words = explain_request(request, running.battle)
        assert UNKNOWN not in words.title + words.detail
        assert words.title
        if isinstance(request, Roll):
            running.give([chance.randint(1, 6) for _ in range(request.dice.count)])
        elif isinstance(request, Choose):
            running.give(chance.choice(request.options).id)
        elif isinstance(request, Allocate):
            given = {name: request.least.get(name, 0) for name in request.candidates}
            left = request.count - sum(given.values())
            for name in request.candidates:
                more = min(left, request.most.get(name, left) - given[name])
                given[name] += more
                left -= more
            running.give(given)


def something(running: Session, chance: random.Random):
    battle = running.settled
    units = [u.id for u in battle.units.values() if battle.standing(u.id)]
    unit = chance.choice(units)
    models = battle.standing(unit)
    match chance.randrange(6):
        case 0 | 1:
            mode = chance.choice(["foot", "foot", "packs", "run"])
            dx, dy = chance.uniform(-7, 7), chance.uniform(-7, 7)
            paths = {
                m.id: (Waypoint(at(m.place.at.x / 2540 + dx, m.place.at.y / 2540 + dy)),) for m in models
            }
            return Move(unit, paths, mode)
        case 2:
            return OperateDoor(
                models[0].id, chance.choice(list(battle.table.doors)), chance.choice(["open", "shut"])
            )
        case 3:
            return RollAllowance(unit, chance.choice(["foot", "run"]))
        case 4:
            return Shoot(unit, chance.choice(units))
    return EndStep()


@pytest.mark.parametrize("seed", range(6))
def test_whatever_is_played_or_refused_has_words(seed):
    chance = random.Random(seed)
    position = Position(deck(D2="shut", D3="sealed"))
    position.unit("breachers", "blue", [(12, 4), (13, 4), (14, 4)], weapons=(CARBINE, PISTOL))
    position.unit("riflemen", "orange", [(17, 4), (18, 4)], weapons=(RIFLE,))
    position.unit("gunner", "orange", [(26, 4)], weapons=(RIFLE,))
    running = session(position.battle("movement"))
    for _ in range(60):
        if running.settled.clock.over:
            break
        action = something(running, chance)
        verdict = running.propose(action)
        for finding in verdict.findings:
            said = explain_finding(finding, running.settled, ruleset().catalogue).text
            assert UNKNOWN not in said, finding
            assert said[0].isupper() or not said[0].isalpha()
            assert "{" not in said
        if isinstance(verdict, Refusal) and (verdict.plan is None or chance.random() < 0.7):
            running.record_refusal(action, verdict.findings)
            continue
        running.overrule(action)
        answered(running, chance)
    rows = session_log(running)
    assert len(rows) > 20
    assert not [row.text for row in rows if UNKNOWN in row.text]


def test_a_refused_action_about_nobody_has_a_line_too() -> None:
    running = small()
    action = Shoot("breachers", "nobody")
    running.record_refusal(action, running.propose(action).findings)
    assert "nobody" in texts(running)[-1]


def test_the_whole_log_calls_the_sides_as_they_are_called_now() -> None:
    running = small("roll_off")
    running.perform(EndStep())
    running.record_refusal(EndStep(), running.propose(EndStep()).findings)
    book = LogBook(running.battle_after, running.rules.catalogue)
    before = book.rows(running.recorder.history)
    running.perform(Adjust((SetSideName("blue", "The boarders"),), "at last"))
    after = book.rows(running.recorder.history)
    assert after[-1].text == "Blue is called The boarders from now on by agreement: “at last”."
    assert {row.side_name for row in before if row.side == "blue"} <= {"Blue"}
    assert {row.side_name for row in after if row.side == "blue"} <= {"The boarders"}
    running.undo()
    assert book.rows(running.recorder.history) == before
