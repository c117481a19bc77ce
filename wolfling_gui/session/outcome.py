"""Say how the last action came out, in a line or two, for players who do not read the log."""

from __future__ import annotations

from typing import Final

from wolfling_gui.core.battle import Battle
from wolfling_gui.core.report import Entry
from wolfling_gui.session.explain import EntryWords, explain_entry
from wolfling_gui.session.session import Session

MOST: Final = 3
"""How many lines are told at most."""
LOSSES: Final = frozenset(
    (
        "did.casualties", "did.wounded", "did.lost_to_danger", "did.pinned", "did.fled_the_table",
        "did.game_goes_on", "did.seized", "did.not_seized",
    )
)  # fmt: skip
"""What is told though more comes after it."""
WITHOUT_DICE: Final = frozenset(("did.assault_failed", "did.opened", "did.shut", "did.morale_fails"))
"""What is an outcome though nobody rolled."""
PASSING: Final = frozenset(("did.began_step", "did.step"))


def outcome(session: Session) -> tuple[EntryWords, ...]:
    """Return how the last action came out: whom it cost, and its last line; nothing where nobody rolled.

    While an action waits for an answer nothing is told.
    """
    step = session.last_step
    if step is None:
        return ()
    battle = session.battle_after(step.parent)
    told = step.done.report.entries
    if not any(e.faces or e.says in WITHOUT_DICE for e in told):
        return ()
    return tuple(_words(entry, battle, session) for entry in _deciding(told))


def _deciding(told: tuple[Entry, ...]) -> list[Entry]:
    """Return the losses and the last line, at most the last few."""
    lines = [entry for entry in told if entry.says not in PASSING]
    return [entry for entry in lines if entry.says in LOSSES or entry is lines[-1]][-MOST:]


def _words(entry: Entry, battle: Battle, session: Session) -> EntryWords:
    return explain_entry(entry, battle, session.rules.catalogue)
