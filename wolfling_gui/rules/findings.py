"""Short ways to write findings, so that rules code reads like the rule it states."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypedDict, Unpack

from wolfling_gui.core.lengths import Length
from wolfling_gui.core.verdict import Comparison, Finding, Mark, Measure


class More(TypedDict, total=False):
    """Name what a finding may carry besides its rule, its words and whom it is about."""

    value: int | None
    limit: int | None
    measure: Measure
    comparison: Comparison
    marks: tuple[Mark, ...]
    facts: Mapping[str, str | int]


def forbid(rule: str, says: str, *about: str, **more: Unpack[More]) -> Finding:
    """Return a finding that refuses the action."""
    return Finding(rule, "forbids", says, about, **more)


def warn(rule: str, says: str, *about: str, **more: Unpack[More]) -> Finding:
    """Return a finding that allows the action but has a consequence the players should know."""
    return Finding(rule, "warns", says, about, **more)


def permit(rule: str, says: str, *about: str, **more: Unpack[More]) -> Finding:
    """Return a finding that says which rule allows the action, and by how much."""
    return Finding(rule, "permits", says, about, **more)


def limited(
    rule: str, says: str, *about: str, value: Length, at_most: Length, marks: tuple[Mark, ...] = ()
) -> Finding:
    """Return a permit when the length is at most the limit (units, inclusive: CL-BASE-5), else a refusal."""
    make = permit if value <= at_most else forbid
    return make(
        rule, says, *about, value=value, limit=at_most, measure="inches", comparison="at_most", marks=marks
    )


def forbids(findings: Iterable[Finding]) -> bool:
    """Tell whether any of the findings refuses."""
    return any(finding.effect == "forbids" for finding in findings)
