"""The summary of a battle: its numbers are those of the battle, its lines those of the log."""

from __future__ import annotations

import pytest

from tests.session.summaries import NASTY, demo, nasty_session
from tests.ui.deck import deck_session, set_up_session, table_session
from wolfling_gui.core.actions import Adjust, EndStep, SetClock
from wolfling_gui.session.log import session_log
from wolfling_gui.session.luck import session_luck
from wolfling_gui.session.result import models_of, result_text
from wolfling_gui.session.summary import Grid, Head, Lines, Map, Words, mark_text, summary_of
from wolfling_gui.session.turns import turns_of


@pytest.fixture(scope="module")
def session():
    return demo()


@pytest.fixture(scope="module")
def summary(session):
    return summary_of(session)


def under(summary, head):
    """Return the parts under a head, down to the next one that is as high."""
    parts = list(summary.parts)
    start = next(n for n, part in enumerate(parts) if isinstance(part, Head) and part.text == head)
    level = parts[start].level
    found = []
    for part in parts[start + 1 :]:
        if isinstance(part, Head) and part.level <= level:
            break
        found.append(part)
    return found


def grid(summary, head):
    return next(part for part in under(summary, head) if isinstance(part, Grid))


def test_every_line_of_the_log_but_beginnings_of_phases_stands_in_one_turn(session, summary):
    log = session_log(session)
    turns = turns_of(session, log)
    told = [row for turn in turns for _, rows in turn.phases for row in rows]
    begun = [row for row in log if row.kind == "turn" and row.rules == ("CL-TURN-2",)]
    assert len(begun) > 20
    left = [row for row in log if row not in told]
    assert set(begun) <= set(left)
    assert all("began" in row.text or "went on" in row.text or "may try" in row.text for row in left)
    assert told == [row for row in log if row not in left]
    listed = [row for part in summary.parts if isinstance(part, Lines) for row in part.rows]
    assert listed == told


def test_turns_are_those_of_the_clock_and_each_has_its_map(session, summary):
    turns = turns_of(session, session_log(session))
    assert [(t.turn, t.side) for t in turns] == [
        (0, ""), *((n, side) for n in range(1, 7) for side in ("blue", "orange"))
    ]  # fmt: skip
    assert turns[-1].line == session.steps[-1].line
    assert [part.line for part in summary.maps] == [turn.line for turn in turns]
    fallen = [name for turn in turns for name in turn.fallen]
    dead = [m.id for m in session.settled.models.values() if m.casualty]
    assert sorted(fallen) == sorted(dead)
    heads = [part.text for part in summary.parts if isinstance(part, Head) and part.apart]
    assert heads[:2] == ["Set-up", "Round 1, Blue’s turn"]
    assert len(heads) == len(turns)


def test_what_a_turn_ends_with_belongs_to_it(session, summary):
    parts = under(summary, "Round 6, Blue’s turn")
    rows = [row.text for part in parts if isinstance(part, Lines) for row in part.rows]
    assert rows[-1].startswith("Breachers fell back 7″")
    phases = [part.text for part in parts if isinstance(part, Head)]
    assert phases == ["Combats"]
    last = under(summary, "Round 6, Orange’s turn")
    said = [row.text for part in last if isinstance(part, Lines) for row in part.rows]
    assert said == ["The battle was a draw, 0 to 0."]
    quiet = under(summary, "Round 5, Orange’s turn")
    assert any(isinstance(part, Map) for part in quiet)


def test_result_and_casualties_are_counted_from_the_battle(session, summary):
    battle = session.settled
    words = [part for part in under(summary, "Result") if isinstance(part, Words)]
    assert words == [Words("The battle was a draw, 0 to 0. [CL-MIS-2, CL-MIS-7]", strong=True)]
    for row, side in zip(grid(summary, "Result").rows, battle.sides, strict=True):
        left, had = models_of(battle, side.id)
        assert row[:3] == (side.name, str(battle.score[side.id]), f"{left} of {had}")
    lost = grid(summary, "Casualties over time")
    assert lost.rows[-1] == ("In all", "4", "5", "9", "3")
    assert [sum(int(row[n]) for row in lost.rows[:-1]) for n in (1, 3)] == [4, 9]
    assert all(int(row[2]) + sum(int(r[1]) for r in lost.rows[: n + 1]) == 9
               for n, row in enumerate(lost.rows[:-1]))  # fmt: skip


def test_objectives_say_who_holds_them_and_why_nobody_does(session, summary):
    rows = grid(summary, "Objectives").rows
    assert [row[0] for row in rows] == [m.name for m in session.settled.table.objectives.values()]
    assert rows[-1][1:] == ("nobody near", "1")
    assert rows[0][1] == "Orange near, not scoring"


def test_forces_have_weapons_points_and_who_is_left(session, summary):
    (blue,) = [part for part in under(summary, "Blue · 385 points")]
    assert blue.rows[0] == (
        "Breachers", "1 × Pistol, 1 × Blade, 4 × Carbine and 1 × Grenade launcher", "185", "1 of 5",
    )  # fmt: skip


def test_luck_is_the_ledgers(session, summary):
    ledger = [row for row in session_luck(session) if row.side == "blue"]
    head = next(p.text for p in summary.parts if isinstance(p, Head) and p.text.startswith("Blue: "))
    table = grid(summary, head)
    assert [row[3] for row in table.rows] == [str(row.luck.made) for row in ledger]
    assert table.rows[-1][0] == "In all"


def test_what_was_refused_and_agreed_is_listed_by_itself():
    session = nasty_session()
    summary = summary_of(session)
    (part,) = under(summary, "Refused, overruled, put right, adjusted")
    assert [mark_text(row) for row in part.rows] == ["Refused", "Agreed"]
    assert summary.title == NASTY
    nothing = under(summary_of(demo()), "Refused, overruled, put right, adjusted")
    assert nothing == [Words("Nothing was refused, overruled, put right or adjusted.")]


def test_a_battle_that_goes_on_says_where_it_stands():
    session = deck_session()
    session.perform(EndStep())
    assert result_text(session.settled) == "The battle is not over. It stands at round 3."
    assert len(summary_of(session).maps) == 1
    begun = set_up_session()
    assert result_text(begun.settled) == "The battle has not begun yet: it is being set up."
    assert summary_of(begun).maps == ()


def test_beside_a_real_table_there_are_no_maps():
    session = table_session()
    session.perform(EndStep())
    assert summary_of(session).maps == ()
    assert any(isinstance(part, Head) and part.apart for part in summary_of(session).parts)


def test_an_end_set_by_agreement_has_its_score():
    session = deck_session()
    session.perform(Adjust((SetClock(turn=6, side="orange", step="over"),)))
    words = [part for part in under(summary_of(session), "Result") if isinstance(part, Words)]
    assert words == [Words(result_text(session.settled), strong=True)]
    assert "2 to 1" in words[0].text
    assert "draw" not in words[0].text
