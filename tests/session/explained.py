"""Findings, numbers and requests to be told in words."""

from __future__ import annotations

from wolfling_gui.core.breakdown import Breakdown, Term
from wolfling_gui.core.dice import Dice
from wolfling_gui.core.lengths import inches
from wolfling_gui.core.requests import Roll
from wolfling_gui.core.verdict import Finding


def forbidding(says: str, *about: str, **more) -> Finding:
    """Return a finding that forbids what it speaks of."""
    return Finding("CL-MOVE-2", "forbids", says, about, **more)


def measured(value: str, limit: str, comparison: str = "at_most") -> dict:
    """Return the numbers of a finding, in inches."""
    return {"value": inches(value), "limit": inches(limit), "measure": "inches", "comparison": comparison}


def to_hit() -> Breakdown:
    """Return a number to hit that close quarters set."""
    source = Breakdown("ballistic_skill", (Term("CL-PROF-1", "base", 3, "why.bs", ("3",)),))
    return Breakdown(
        "to_hit",
        (
            Term("CL-SHOOT-7", "base", 4, "why.to_hit", ("3",), origin=source),
            Term("WO-CQS-1", "set", 2, "why.same_room", ("R2",)),
            Term("CL-SHOOT-7", "reroll", 6, "why.reroll_high_bs", ("6",), dropped="WO-CQS-2"),
        ),
    )


def roll(
    says: str, count: int, needed: Breakdown | None = None, about=("war", "bru", "war-2"), **facts
) -> Roll:
    """Return a request for dice."""
    return Roll(
        rule="CL-SHOOT-7", side="a", says=says, about=about, dice=Dice(count), needed=needed, facts=facts
    )
