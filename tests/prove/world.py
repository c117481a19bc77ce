"""The rules and cases that a proof looks at, and how one case runs by changed rules."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from wolfling_gui.files.cases import case_files, read_cases
from wolfling_gui.files.cases_values import Case
from wolfling_gui.files.overlays import apply_overlays
from wolfling_gui.files.rulesets import load_catalogue, ruleset_names
from wolfling_gui.rules import registry
from wolfling_gui.rules.catalogue import Catalogue, Rule
from wolfling_gui.rules.ruleset import Ruleset
from wolfling_gui.session.cases import CaseResult, Shot, run_case

SECONDS = 20
"""A case that runs longer by changed rules is stopped: it proves nothing."""


class TooLong(Exception):
    """Report that a case has not come to its end in time."""


@dataclass(frozen=True)
class Entry:
    """Hold a rule as it is written in one ruleset; its label is its id, or `ruleset:id` where two have it."""

    label: str
    home: str
    rule: Rule

    @property
    def area(self) -> str:
        """Return the rule's area: CL-MOVE for CL-MOVE-3."""
        return self.rule.id.rpartition("-")[0]


@dataclass
class World:
    """Hold cases, and the rulesets by which they are played."""

    cases: tuple[Case, ...]
    rulesets: tuple[str, ...] = field(default_factory=ruleset_names)
    catalogue: Callable[[str], Catalogue] = load_catalogue
    build: Callable[[str, Catalogue], Ruleset] = registry.build

    def __post_init__(self) -> None:
        """Find which rule is written where: a rule belongs to the smallest ruleset that has it."""
        homes: dict[int, tuple[str, Rule]] = {}
        for name in sorted(self.rulesets, key=lambda one: (len(self.catalogue(one)), one)):
            for rule in self.catalogue(name).rules.values():
                homes.setdefault(id(rule), (name, rule))
        ids = [rule.id for _, rule in homes.values()]
        self.entries: dict[str, Entry] = {}
        self._labels: dict[int, str] = {}
        for key, (home, rule) in homes.items():
            label = rule.id if ids.count(rule.id) == 1 else f"{home}:{rule.id}"
            self.entries[label] = Entry(label, home, rule)
            self._labels[key] = label
        self._catalogues: dict[int, Catalogue] = {}

    def label(self, case: Case, rule: str) -> str:
        """Return the label of the rule that a case means by an id; empty where its ruleset has none."""
        catalogue = self.catalogue(case.ruleset)
        return self._labels[id(catalogue.rules[rule])] if rule in catalogue.rules else ""

    def catalogue_of(self, number: int) -> Catalogue:
        """Return the rules that a case is played by, its house rules laid over them."""
        if number not in self._catalogues:
            case = self.cases[number]
            found = self.catalogue(case.ruleset)
            if case.house is not None:
                found = apply_overlays(found, (case.house,))
            self._catalogues[number] = found
        return self._catalogues[number]

    def rules_of(self, number: int, catalogue: Catalogue | None = None) -> Ruleset:
        """Return the ruleset of a case, over a changed catalogue if one is given."""
        return self.build(self.cases[number].ruleset, catalogue or self.catalogue_of(number))

    def run(
        self, number: int, catalogue: Catalogue | None = None, shots: list[Shot] | None = None
    ) -> CaseResult:
        """Run a case by its own rules, or by a changed catalogue; it is stopped when it takes too long.

        Building the ruleset counts as running: what that consults is in the result.
        """
        case = self.cases[number]
        with limited(SECONDS):
            return run_case(
                case,
                None if self._is_real(catalogue) else self.rules_of(number, catalogue),
                shots,
                named=catalogue is None,
            )

    def bites(self, number: int, catalogue: Catalogue) -> bool:
        """Tell whether a case fails by a changed catalogue; that the program fails on it proves nothing."""
        try:
            result = self.run(number, catalogue)
        except Exception:
            return False
        return any(failure != result.crash for failure in result.failures)

    def _is_real(self, catalogue: Catalogue | None) -> bool:
        return catalogue is None and self.build is registry.build and self.catalogue is load_catalogue


def load(paths: tuple[Path, ...]) -> World:
    """Read all cases of files and folders; raises ProblemsError for one that is badly written."""
    return World(tuple(case for file in case_files(paths) for case in read_cases(file)))


@contextmanager
def limited(seconds: float) -> Iterator[None]:
    """Raise TooLong inside the block after so many seconds, where the system can do that."""
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return

    def stop(*_: object) -> None:
        raise TooLong(f"not done after {seconds} seconds")

    before = signal.signal(signal.SIGALRM, stop)
    left = signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
        signal.setitimer(signal.ITIMER_REAL, *left)
