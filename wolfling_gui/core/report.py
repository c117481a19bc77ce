"""Reports: what happened, by which rules, with which dice."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from wolfling_gui.core.breakdown import Breakdown
from wolfling_gui.core.verdict import Finding


class Entry(msgspec.Struct, frozen=True):
    """Hold one line of what happened; `says` is the key of its sentence and `facts` the values in it."""

    says: str
    rules: tuple[str, ...] = ()
    about: tuple[str, ...] = ()
    facts: Mapping[str, str | int] = {}
    faces: tuple[int, ...] = ()
    needed: Breakdown | None = None
    side: str = ""


class Report(msgspec.Struct, frozen=True):
    """Hold what an action did: its lines in order, and the findings under which it was allowed."""

    entries: tuple[Entry, ...] = ()
    findings: tuple[Finding, ...] = ()

    def plus(self, *entries: Entry) -> Report:
        """Return the report with more lines."""
        return msgspec.structs.replace(self, entries=(*self.entries, *entries))
