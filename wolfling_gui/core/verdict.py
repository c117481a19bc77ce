"""Verdicts: what speaks for or against an action, by how much, and where on the table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Generic, Literal, TypeVar

import msgspec

from wolfling_gui.core.lengths import Length, Point

P = TypeVar("P")

Effect = Literal["forbids", "warns", "permits", "asks"]
Comparison = Literal["", "at_most", "at_least", "more_than", "less_than", "exactly"]
Measure = Literal["", "inches", "count", "millimetres", "points", "per_cent"]


class Mark(msgspec.Struct, frozen=True):
    """Hold something to draw on the table to show where a finding lies.

    `line` is a stretch between points, `ring` a circle of `radius` about the first point.
    """

    kind: Literal["point", "line", "ring", "polygon", "link"]
    points: tuple[Point, ...]
    level: int = 0
    radius: Length = 0
    about: str = ""


class Finding(msgspec.Struct, frozen=True):
    """Hold one reason: the rule, what it does to the action, about whom, what was measured, and the limit.

    `says` is the key of the sentence; `facts` are further named values in it. Lengths are units.
    """

    rule: str
    effect: Effect
    says: str
    about: tuple[str, ...] = ()
    value: int | None = None
    limit: int | None = None
    measure: Measure = ""
    comparison: Comparison = ""
    marks: tuple[Mark, ...] = ()
    facts: Mapping[str, str | int] = {}

    @property
    def against(self) -> bool:
        """Tell whether it speaks against the action as it is: it forbids it, or asks for something first."""
        return self.effect in ("forbids", "asks")

    @property
    def margin(self) -> int | None:
        """Return by how much the limit is kept (positive) or broken (negative); None without numbers."""
        if self.value is None or self.limit is None:
            return None
        if self.comparison in ("at_least", "more_than"):
            return self.value - self.limit
        return self.limit - self.value


class Permit(msgspec.Struct, Generic[P], frozen=True):
    """Hold a permission: the battle and action it was given for, the plan worked out, and all findings."""

    battle: object
    action: object
    plan: P
    findings: tuple[Finding, ...] = ()


class Refusal(msgspec.Struct, frozen=True):
    """Hold a refusal with all its findings, and the plan as far as it could be worked out."""

    battle: object
    action: object
    findings: tuple[Finding, ...]
    plan: object = None

    @property
    def reasons(self) -> tuple[Finding, ...]:
        """Return the findings that forbid."""
        return tuple(f for f in self.findings if f.effect == "forbids")
