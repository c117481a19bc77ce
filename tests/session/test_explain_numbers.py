"""Tests of what is said of numbers: their breakdowns, row by row and in one line."""

from __future__ import annotations

import pytest

from tests.builders import ruleset
from tests.session.explained import to_hit
from wolfling_gui.core.breakdown import Breakdown, Term
from wolfling_gui.core.lengths import inches
from wolfling_gui.session import explain
from wolfling_gui.session.explain import (
    breakdown_line,
    explain_breakdown,
)
from wolfling_gui.session.pools import result_parts


def test_a_breakdown_is_told_row_by_row(battle):
    rows = explain_breakdown(to_hit(), battle, ruleset().catalogue)
    assert [(r.word, r.value_text, r.text, r.rule) for r in rows] == [
        ("start", "4+", "Ballistic Skill 3", "CL-SHOOT-7"),
        ("set to", "2+", "same room R2: close quarters", "WO-CQS-1"),
        (
            "dropped",
            "6+",
            "Ballistic Skill 6 rolls misses again: changes nothing at close quarters",
            "WO-CQS-2",
        ),
        ("result", "2+", "a rolled 1 always misses", "WO-CQS-2"),
    ]
    assert rows[2].dropped_by == "WO-CQS-2"
    assert not any(row.house for row in rows)


def test_a_breakdown_fits_one_line(battle):
    line = breakdown_line(to_hit(), battle)
    assert line.startswith(
        "to hit 2+: BS 3 → 4+ [CL-SHOOT-7], same room R2: close quarters, set to 2+ [WO-CQS-1]"
    )


def test_a_changed_skill_stands_before_the_number_read_from_it(battle):
    source = Breakdown(
        "ballistic_skill",
        (Term("CL-PROF-1", "base", 4, "why.bs", ("4",)), Term("CL-COV-1", "add", -1, "why.cover")),
    )
    number = Breakdown("to_hit", (Term("CL-SHOOT-7", "base", 4, "why.to_hit", ("3",), origin=source),))
    rows = explain_breakdown(number, battle)
    assert [(r.word, r.value_text, r.text) for r in rows[:3]] == [
        ("start", "BS 4", "Ballistic Skill 4"),
        ("minus", "−1 BS", "cover"),
        ("start", "4+", "Ballistic Skill 3"),
    ]
    assert breakdown_line(number, battle) == (
        "to hit 4+: Ballistic Skill 4 [CL-PROF-1], cover −1 BS [CL-COV-1], BS 3 → 4+ [CL-SHOOT-7]"
    )


def test_cover_taken_as_the_save_speaks_for_itself(battle):
    cover = Breakdown("save", (Term("WO-CQS-6", "base", 5, "why.auto_cover_room", ("R2",)),))
    armour = Term("CL-WND-5", "base", 5, "why.armour", ("5",), dropped="CL-WND-6")
    taken = Term("WO-CQS-6", "base", 5, "why.cover", ("5",), origin=cover)
    rows = explain_breakdown(Breakdown("save", (taken, armour)), battle)
    assert [(r.word, r.text) for r in rows] == [
        ("start", "cover in room R2"),
        ("dropped", "armour: pierced by the weapon’s AP"),
        ("result", "a rolled 1 always fails"),
    ]


@pytest.mark.parametrize(
    ("breakdown", "value", "text"),
    [
        (Breakdown("to_hit", (Term("X", "impossible", 0, "why.bs_zero"),)), "–", "cannot hit"),
        (Breakdown("save", (Term("X", "impossible", 0, "why.no_save"),)), "–", "no save"),
        (Breakdown("to_hit", (Term("X", "auto", 0, "why.bs_zero"),)), "always", "no die is needed"),
        (Breakdown("inches", (Term("X", "base", inches(6), "why.move_on_foot"),)), "6″", ""),
        (Breakdown("shots", (Term("X", "base", 2, "why.shots_listed"),)), "2", ""),
        (
            Breakdown(
                "to_hit", (Term("X", "base", 2, "why.to_hit", ("6",)), Term("X", "reroll", 6, "why.bs"))
            ),
            "2+, then 6+",
            "a rolled 1 always misses",
        ),
    ],
)
def test_results_are_said_in_their_scale(battle, breakdown, value, text):
    row = explain_breakdown(breakdown, battle)[-1]
    assert (row.value_text, row.text) == (value, text)


def test_dice_that_count_together_pass_or_fail_together_and_idle_bounds_are_not_told(battle):
    def needed(leadership: int) -> Breakdown:
        return Breakdown(
            "leadership",
            (
                Term("CL-GEN-7", "base", leadership, "why.leadership", (str(leadership),)),
                Term("CL-GEN-7", "at_least", 2, "why.at_least"),
                Term("CL-GEN-7", "at_most", 10, "why.at_most"),
            ),
        )

    assert [row.op for row in explain.explain_breakdown(needed(9), battle)] == ["base", "result"]
    assert [row.op for row in explain.explain_breakdown(needed(11), battle)] == ["base", "at_most", "result"]
    assert result_parts("roll.morale", (5, 6), needed(9)) == ("", "11 in all: failed")
    assert result_parts("roll.morale", (5, 4), needed(9)) == ("9 in all: passed", "")
    assert explain.total_text(needed(9)) == "9 or less"
