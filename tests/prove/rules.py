"""Prove the cases: a rule that is switched off, or a number of it that is moved, must make a case fail."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from wolfling_gui.files.cases_values import Case
from wolfling_gui.files.overlays import apply_overlays
from wolfling_gui.files.rulesets import load_catalogue
from wolfling_gui.rules.catalogue import Catalogue, Origin, Parameter, Value
from wolfling_gui.rules.registry import build
from wolfling_gui.session.cases import run_case

BY = "proving"


@dataclass(frozen=True, slots=True)
class Proof:
    """Hold what the cases prove: rules no case depends on, and parameters that no case reads.

    `toothless` are rules that cases consult, but whose absence or change none of them notices; `unread` are
    parameters, as "CL-WND-1 even_spread"; `failing` are cases that fail as they are, which prove nothing.
    """

    rules: tuple[str, ...]
    toothless: tuple[str, ...]
    unread: tuple[str, ...]
    failing: tuple[str, ...]


def prove(cases: Sequence[Case]) -> Proof:
    """Run the cases, then those that are about each rule again with the rule off or one number moved.

    Takes a run of every case, and a few more for every rule; a rule that no case names in its `rules` is
    tried on all cases that consult it.
    """
    consulted: dict[str, list[Case]] = {}
    named: dict[str, list[Case]] = {}
    read: set[tuple[str, str]] = set()
    failing: list[str] = []
    for case in cases:
        result = run_case(case)
        if not result.passed:
            failing.append(case.name)
            continue
        read |= result.parameters
        for rule in result.rules:
            consulted.setdefault(rule, []).append(case)
        for rule in case.rules:
            named.setdefault(rule, []).append(case)
    toothless = [rule for rule in sorted(consulted) if not bites(rule, named.get(rule) or consulted[rule])]
    return Proof(tuple(sorted(consulted)), tuple(toothless), tuple(_unread(cases, read)), tuple(failing))


def bites(rule: str, cases: Iterable[Case]) -> bool:
    """Tell whether any of the cases fails when the rule is off, or one of its parameters is another."""
    for case in cases:
        catalogue = _catalogue(case)
        if rule not in catalogue:
            continue
        for changed in _changed(catalogue, rule):
            # What a case claims to be about does not matter here: only what comes out may betray the change.
            if not run_case(replace(case, rules=()), build(case.ruleset, changed)).passed:
                return True
    return False


def _catalogue(case: Case) -> Catalogue:
    catalogue = load_catalogue(case.ruleset)
    return catalogue if case.house is None else apply_overlays(catalogue, (case.house,))


def _changed(catalogue: Catalogue, rule: str) -> Iterator[Catalogue]:
    """Yield the catalogue with the rule switched off, then with each parameter moved."""
    yield catalogue.with_rule(rule, False, BY)
    for name, parameter in catalogue.rule(rule).parameters.items():
        for value in moved(parameter):
            yield catalogue.with_value(rule, name, value, Origin())


def moved(parameter: Parameter) -> tuple[Value, ...]:
    """Return values that a parameter might have instead: near numbers, the other switch, other choices."""
    value = parameter.value
    others = tuple(choice for choice in parameter.choices if choice != value)
    match value:
        case bool():
            return (not value,)
        case int() | float():
            return (value + 1, value - 1, *others)
        case tuple():
            return ((), *((value[1:],) if value else ()))
        case Mapping():
            return _moved_table(value)
        case _:
            return others


def _moved_table(table: Mapping[str | int, Value]) -> tuple[Value, ...]:
    """Return a table with all its whole numbers moved by one, up and down, however deep they stand."""
    return tuple(_shifted(table, by) for by in (1, -1))


def _shifted(value: Value, by: int) -> Value:
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + by
    if isinstance(value, tuple):
        return tuple(_shifted(one, by) for one in value)
    if isinstance(value, Mapping):
        return {key: _shifted(one, by) for key, one in value.items()}
    return value


def _unread(cases: Iterable[Case], read: set[tuple[str, str]]) -> list[str]:
    there = {
        (rule.id, parameter): None
        for name in sorted({case.ruleset for case in cases})
        for rule in load_catalogue(name).rules.values()
        for parameter in rule.parameters
    }
    return [f"{rule} {parameter}" for rule, parameter in there if (rule, parameter) not in read]
