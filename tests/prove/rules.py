"""Prove rules: which cases consult which rule, and whether one of them fails when the rule is changed."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass

from tests.prove.moves import moves
from tests.prove.shots import differences
from tests.prove.world import World
from wolfling_gui.rules.catalogue import Catalogue, Origin, Value
from wolfling_gui.session.cases import Shot

BY = Origin("prove", 0, "prove")


@dataclass(frozen=True)
class Seen:
    """Hold what one case showed: how it came out, what it consulted, which of its shots need positions."""

    number: int
    name: str
    place: str
    failures: tuple[str, ...]
    rules: frozenset[str]
    parameters: frozenset[tuple[str, str]]
    named: frozenset[str]
    seconds: float
    shots: int
    bound: tuple[str, ...]


@dataclass(frozen=True)
class Proof:
    """Hold what holds a rule: the change and the case that fails by it, empty when there is none.

    `blunt` are its parameters that were read but can be moved without any case noticing; None where that
    was not looked for.
    """

    label: str
    change: str
    case: str
    cases: int
    tried: int
    blunt: tuple[str, ...] | None = None

    @property
    def proven(self) -> bool:
        """Tell whether a case fails when the rule is changed."""
        return bool(self.case)


def examine(world: World, number: int) -> Seen:
    """Run one case as it stands, and every shot of it once more without positions."""
    case = world.cases[number]
    shots: list[Shot] = []
    began = time.perf_counter()
    result = world.run(number, shots=shots)
    seconds = time.perf_counter() - began
    bound: list[str] = []
    rules = world.rules_of(number)
    for shot in shots:
        found = differences(rules, shot)
        if found:
            bound.append(f"line {shot.where.line}: {found[0]}")
    labels = {rule: world.label(case, rule) for rule in result.rules | {r for r, _ in result.parameters}}
    return Seen(
        number,
        case.name,
        f"{case.file}:{case.where.line}",
        result.failures,
        frozenset(label for label in labels.values() if label),
        frozenset((labels[rule], name) for rule, name in result.parameters if labels[rule]),
        frozenset(world.label(case, rule) for rule in case.rules),
        seconds,
        len(shots),
        tuple(bound),
    )


class Prover:
    """Try changes of rules on the cases that consulted them."""

    def __init__(self, world: World, seen: tuple[Seen, ...]) -> None:
        """Begin with what all cases showed; cases that fail anyway prove nothing."""
        self.world = world
        self.sound = sorted((one for one in seen if not one.failures), key=lambda one: one.seconds)
        self.tried = 0

    def prove(self, label: str, parameters: bool = False) -> Proof:
        """Look for a change of a rule that makes a case fail; `parameters`: for each of its own too."""
        self.tried = 0
        cases = [one for one in self.sound if label in one.rules]
        if self.world.entries[label].rule.is_sequence:
            worked = [one for one in self.sound if label in one.named]
            return Proof(label, "worked through", worked[0].name if worked else "", len(worked), 0)
        near = [one for one in cases if label in one.named]
        far = [one for one in cases if label not in one.named]
        change = case = ""
        for group in (near, far):
            change, case = self._first(label, group)
            if case:
                break
        blunt = None
        if parameters:
            names = self.world.entries[label].rule.parameters
            blunt = tuple(name for name in names if self._is_blunt(label, name, (*near, *far)))
        return Proof(label, change, case, len(cases), self.tried, blunt)

    def _first(self, label: str, cases: list[Seen]) -> tuple[str, str]:
        rule = self.world.entries[label].rule.id
        for one in cases:
            catalogue = self.world.catalogue_of(one.number)
            on = catalogue.rules[rule].enabled
            if self._bites(one, catalogue.with_rule(rule, not on, "prove")):
                return ("switched off" if on else "switched on"), one.name
        for name in self.world.entries[label].rule.parameters:
            found = self._moved(label, name, cases)
            if found[1]:
                return found
        return "", ""

    def _is_blunt(self, label: str, name: str, cases: tuple[Seen, ...]) -> bool:
        read = [one for one in cases if (label, name) in one.parameters]
        return bool(read) and not self._moved(label, name, read)[1]

    def _moved(self, label: str, name: str, cases: list[Seen]) -> tuple[str, str]:
        rule = self.world.entries[label].rule.id
        read = [one for one in cases if (label, name) in one.parameters]
        shipped = self.world.entries[label].rule.parameters[name]
        for place in range(len(moves(shipped, shipped.value)) if read else 0):
            for one in read:
                # A case whose house rules set the value has moves of its own.
                catalogue = self.world.catalogue_of(one.number)
                parameter = catalogue.parameter(rule, name)
                found = moves(parameter, parameter.value)[place : place + 1]
                if found and self._bites(one, catalogue.with_value(rule, name, found[0], BY)):
                    return f"{name} moved to {shown(found[0])}", one.name
        return "", ""

    def _bites(self, one: Seen, catalogue: Catalogue) -> bool:
        self.tried += 1
        return self.world.bites(one.number, catalogue)


def shown(value: Value) -> str:
    """Write a parameter's value in a line."""
    text = str(dict(value) if isinstance(value, Mapping) else value)
    return text if len(text) <= 60 else text[:57] + "…"
