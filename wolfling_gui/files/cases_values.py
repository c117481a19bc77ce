"""What a rule case is made of: a position, deeds with their answers, measures, and what must come out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Literal

from wolfling_gui.core.actions import Action
from wolfling_gui.core.battle import Battle
from wolfling_gui.core.lengths import Point
from wolfling_gui.files.overlays import Overlay
from wolfling_gui.files.problems import Place

Expected = Literal["permitted", "refused", "asks"]

Because = tuple[tuple[str, int | float | None], ...]
"""Rules of a breakdown in the order in which they count, each with its value where the case gives one."""

NOTHING: Mapping[str, object] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class FindingCheck:
    """Hold what one finding of a verdict must say; lengths in inches, None where nothing is asked of it."""

    where: Place
    rule: str
    effect: str = ""
    says: str = ""
    about: tuple[str, ...] = ()
    value: float | None = None
    limit: float | None = None
    margin: float | None = None
    facts: Mapping[str, object] = field(default_factory=lambda: MappingProxyType({}))


@dataclass(frozen=True, slots=True)
class NumberCheck:
    """Hold what an explained number must be: its total, re-roll, terms that count, and terms dropped."""

    needs: int | float | None = None
    reroll: int | None = None
    because: Because | None = None
    dropped: tuple[tuple[str, str], ...] | None = None


@dataclass(frozen=True, slots=True)
class AnswerStep:
    """Hold one answer in its turn: what is asked for, the answer, and what must be true of the question."""

    where: Place
    asks: str
    answer: object
    number: NumberCheck = NumberCheck()
    rule: str = ""
    side: str = ""
    about: tuple[str, ...] = ()
    results: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    fits: bool = True
    counted: Because | None = None


@dataclass(frozen=True, slots=True)
class AfterCheck:
    """Hold one thing that must be true afterwards: what kind of thing, of whom, and how it must be."""

    where: Place
    kind: str
    about: str
    want: object


@dataclass(frozen=True, slots=True)
class Measure:
    """Hold a question to the rules without an action: its kind, of whom, and what must come out."""

    where: Place
    kind: str
    about: tuple[str, ...]
    want: object
    number: NumberCheck = NumberCheck()
    options: Mapping[str, object] = field(default_factory=lambda: NOTHING)


@dataclass(frozen=True, slots=True)
class Deed:
    """Hold one step of a case: an action with its verdict, answers and result, or measures between them."""

    where: Place
    verb: str
    action: Action | None = None
    expect: Expected = "permitted"
    by: tuple[str, ...] = ()
    only: bool = False
    warns: tuple[str, ...] = ()
    findings: tuple[FindingCheck, ...] = ()
    answers: tuple[AnswerStep, ...] = ()
    then: tuple[AfterCheck, ...] = ()
    measures: tuple[Measure, ...] = ()
    shift: Point | None = None


@dataclass(frozen=True, slots=True)
class Case:
    """Hold one rule case, ready to run: nothing of it has to be looked up any more."""

    name: str
    file: str
    where: Place
    ruleset: str
    rules: tuple[str, ...]
    battle: Battle
    house: Overlay | None = None
    measures: tuple[Measure, ...] = ()
    deeds: tuple[Deed, ...] = ()
    then: tuple[AfterCheck, ...] = ()
    path: Path | None = None
