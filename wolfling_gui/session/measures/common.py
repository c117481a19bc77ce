"""What all measures share: whom a name means, and how a difference is said."""

from __future__ import annotations

from typing import Any

from wolfling_gui.core.battle import Battle
from wolfling_gui.core.breakdown import Breakdown
from wolfling_gui.core.forces import Model
from wolfling_gui.core.verdict import Finding
from wolfling_gui.files.cases_values import Measure
from wolfling_gui.rules.facts import gap_between, unit_gap
from wolfling_gui.rules.findings import forbids
from wolfling_gui.rules.ruleset import Ruleset
from wolfling_gui.session.case_numbers import (
    check_number,
    same_length,
    shown_finding,
    shown_number,
    shown_value,
)


def models_of(battle: Battle, name: str) -> tuple[Model, ...]:
    """Return the model of a name, or the living models of a unit on the table."""
    if name in battle.models:
        return (battle.models[name],)
    return battle.standing(name)


def unit_of(battle: Battle, name: str) -> str:
    """Return the unit that a name means: itself, or the unit of a model."""
    return name if name in battle.units else battle.models[name].unit


def gap_or_none(rules: Ruleset, battle: Battle, a: str, b: str) -> int | None:
    """Return the gap of two models, two units, or one of each in units; None when one is off the table."""
    if a in battle.models and b in battle.models:
        return gap_between(rules, battle, battle.models[a], battle.models[b])
    if a in battle.units and b in battle.units:
        return unit_gap(rules, battle, a, b)
    pairs = [(one, other) for one in models_of(battle, a) for other in models_of(battle, b)]
    return min((gap_between(rules, battle, one, other) for one, other in pairs), default=None)


def length_is(found: int | None, wanted: Any, what: str) -> list[str]:
    """Say how a length in units differs from the inches that were expected."""
    if found is None:
        return [f"{what} is not to be measured: not on the table"]
    if not isinstance(wanted, int | float) or not same_length(found, wanted):
        return [f"{what} is {shown_value(found, 'inches')}, expected {wanted}″"]
    return []


def equal(found: object, wanted: object, what: str) -> list[str]:
    """Say how what was found differs from what was expected."""
    return [] if found == wanted else [f"{what} is {said(found)}, expected {said(wanted)}"]


def said(value: object) -> str:
    """Write a value as a case would."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, tuple):
        return f"[{', '.join(str(one) for one in value)}]"
    return str(value)


def forbidden(findings: tuple[Finding, ...], wanted: object) -> list[str]:
    """Say which rules were expected to forbid, and do not."""
    if not isinstance(wanted, tuple):
        return []
    given = {f.rule for f in findings if f.effect == "forbids"}
    missing = [rule for rule in wanted if rule not in given]
    listed = "; ".join(shown_finding(f) for f in findings) or "nothing"
    return [f"forbidden by {', '.join(missing)} expected, found {listed}"] if missing else []


def number_is(number: Breakdown, measure: Measure, what: str) -> list[str]:
    """Say how an explained number differs from what was expected of it."""
    wanted = measure.want
    nothing = number.impossible or not number.terms
    right = nothing if wanted in ("none", "impossible") else (not nothing and number.total == wanted)
    found = [] if right else [f"{what} is {shown_number(number)}, expected {wanted}"]
    return found + check_number(measure.number, number)


def judged(findings: tuple[Finding, ...], measure: Measure, what: str) -> list[str]:
    """Say how a verdict, permitted or refused, differs from what was expected, and by which rules."""
    verdict = "refused" if forbids(findings) else "permitted"
    return equal(verdict, measure.want, what) + forbidden(findings, measure.options.get("by"))
