"""Compare what a case expects with what the rules say: numbers, breakdowns, lengths."""

from __future__ import annotations

from collections.abc import Mapping

from wolfling_gui.core.breakdown import Breakdown, Scale, Term
from wolfling_gui.core.lengths import UNITS_PER_INCH, UNITS_PER_MILLIMETRE
from wolfling_gui.core.verdict import Finding
from wolfling_gui.files.cases_values import NumberCheck
from wolfling_gui.session.sentences.values import LENGTHS

_IN_INCHES = LENGTHS | {"x", "y"}
CLOSE = 2
"""Lengths agree when they differ by at most so many units: a thousandth of an inch, as cases write them."""


def same_length(found: int, inches: float) -> bool:
    """Tell whether a length in units is the number of inches that a case writes."""
    return abs(found - inches * UNITS_PER_INCH) <= CLOSE


def same_value(found: int | None, wanted: float, measure: str) -> bool:
    """Tell whether a finding's value is what a case writes, by the finding's measure."""
    if found is None:
        return False
    if measure == "inches":
        return same_length(found, wanted)
    if measure == "millimetres":
        return abs(found - wanted * UNITS_PER_MILLIMETRE) <= CLOSE
    return found == wanted


def shown_value(value: int | None, measure: str) -> str:
    """Write a finding's value as a case would."""
    if value is None:
        return "nothing"
    if measure == "inches":
        return f"{_inches(value)}″"
    if measure == "millimetres":
        return f"{value / UNITS_PER_MILLIMETRE:g} mm"
    return str(value)


def same_fact(name: str, found: object, wanted: object) -> bool:
    """Tell whether a fact is what a case writes: lengths and places in inches, others as they are."""
    if name in _IN_INCHES and isinstance(found, int) and isinstance(wanted, int | float):
        return same_length(found, wanted)
    return found == wanted


def shown_facts(facts: Mapping[str, object]) -> str:
    """Write facts as a case would: {inches: 6, models: 2}."""
    return as_written({name: _fact(name, value) for name, value in facts.items()})


def as_written(facts: Mapping[str, object]) -> str:
    """Write a mapping as it stands in a case."""
    return f"{{{', '.join(f'{name}: {value}' for name, value in facts.items())}}}"


def _fact(name: str, value: object) -> object:
    return _inches(value) if name in _IN_INCHES and isinstance(value, int) else value


def _inches(length: int) -> str:
    return f"{round(length / UNITS_PER_INCH, 3):g}"


def shown_finding(finding: Finding) -> str:
    """Write a finding in one line: rule, key, about whom, value and limit."""
    text = f"{finding.rule} {finding.effect} ({finding.says}"
    if finding.about:
        text += f": {', '.join(finding.about)}"
    text += ")"
    if finding.value is not None:
        text += f" {shown_value(finding.value, finding.measure)}"
        if finding.limit is not None:
            text += f" of {shown_value(finding.limit, finding.measure)}"
    return text


def shown_number(number: Breakdown | None) -> str:
    """Write an explained number with its terms."""
    if number is None:
        return "no number"
    terms = ", ".join(_shown_term(term, number.scale) for term in number.ordered())
    total = "impossible" if number.impossible else shown_value(number.total, number.scale)
    return f"{total} [{terms}]"


def _shown_term(term: Term, scale: Scale) -> str:
    dropped = f" dropped by {term.dropped}" if term.dropped else ""
    value = shown_value(term.value, "" if term.op == "multiply" else scale)
    return f"{term.rule} {term.op} {value}{dropped}"


def check_number(check: NumberCheck, number: Breakdown | None) -> list[str]:
    """Return what of an explained number is not as expected."""
    asks = (check.needs, check.reroll, check.because, check.dropped)
    if all(one is None for one in asks):
        return []
    if number is None:
        return ["it has no explained number"]
    found: list[str] = []
    if check.needs is not None and (number.impossible or not _same(number, number.total, check.needs)):
        found.append(f"needs {check.needs} expected, found {shown_number(number)}")
    if check.reroll is not None and number.reroll != check.reroll:
        found.append(f"re-roll {check.reroll} expected, found {number.reroll} in {shown_number(number)}")
    if check.because is not None:
        terms = [term for term in number.ordered() if term.counts]
        right = len(terms) == len(check.because) and all(
            term.rule == rule and (value is None or _same(number, term.value, value))
            for term, (rule, value) in zip(terms, check.because, strict=True)
        )
        if not right:
            wanted = ", ".join(r if v is None else f"{r} {v}" for r, v in check.because)
            found.append(f"because of {wanted or 'nothing'} expected, found {shown_number(number)}")
    if check.dropped is not None:
        dropped = sorted((term.rule, term.dropped) for term in number.terms if term.dropped)
        if dropped != sorted(check.dropped):
            wanted = ", ".join(f"{rule} by {by}" for rule, by in check.dropped)
            found.append(f"dropped {wanted or 'nothing'} expected, found {shown_number(number)}")
    return found


def _same(number: Breakdown, found: int, wanted: float) -> bool:
    return same_length(found, wanted) if number.scale == "inches" else found == wanted
