"""How a battle was decided, in words with its rules, as its record has it."""

from __future__ import annotations

import msgspec

from wolfling_gui.session.explain import explain_entry
from wolfling_gui.session.session import Session

DECIDING = ("did.won", "did.won_on_kill_points", "did.draw", "did.wiped_out")
"""The lines of the log that decide a battle."""


class Ending(msgspec.Struct, frozen=True):
    """Hold how a battle was decided: a sentence, and the rules it rests on."""

    text: str
    rules: tuple[str, ...]


def ending_of(session: Session) -> Ending | None:
    """Return how a battle was decided; None while it lasts, or when players set its end by agreement."""
    if not session.settled.clock.over:
        return None
    for step in reversed(session.steps):
        for entry in reversed(step.done.report.entries):
            if entry.says in DECIDING:
                said = explain_entry(entry, session.settled, session.rules.catalogue)
                return Ending(said.text, entry.rules)
    return None
