"""Run rule cases: each over its own battle, answer by answer, with everything that must come out compared."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import msgspec

from wolfling_gui.core.actions import Action, Charge, Fight, Overrule, Shoot
from wolfling_gui.core.battle import Battle
from wolfling_gui.core.changes import digest
from wolfling_gui.core.report import Entry
from wolfling_gui.core.requests import Allocate, Choose, Confirm, Put, Request, Roll
from wolfling_gui.core.verdict import Finding, Permit, Refusal
from wolfling_gui.files.cases_actions import shifted
from wolfling_gui.files.cases_values import AnswerStep, Case, Deed, FindingCheck, Measure, NumberCheck
from wolfling_gui.files.journal_lines import Header
from wolfling_gui.files.overlays import apply_overlays
from wolfling_gui.files.problems import Place
from wolfling_gui.files.rulesets import load_catalogue
from wolfling_gui.rules.catalogue import Consulted, consulting
from wolfling_gui.rules.classic.ground import ASKED
from wolfling_gui.rules.engine import Verdict
from wolfling_gui.rules.registry import build
from wolfling_gui.rules.ruleset import Ruleset
from wolfling_gui.session.allocating import candidate_of
from wolfling_gui.session.case_numbers import check_number, same_fact, same_value, shown_finding, shown_value
from wolfling_gui.session.case_results import check_after
from wolfling_gui.session.measures import SHOTS, shot_asked, take
from wolfling_gui.session.session import Session

_KINDS: tuple[tuple[type[Request[object]], str], ...] = (
    (Choose, "choose"),
    (Allocate, "allocate"),
    (Put, "put"),
    (Confirm, "confirm"),
)


@dataclass(frozen=True, slots=True)
class CaseResult:
    """Hold how a case came out: its failures, which rules and parameters it consulted, and where it ended.

    `digests` are those of the battle after each of its actions, for telling two runs apart. `crash` is the
    failure, also listed, in which the program itself failed.
    """

    case: str
    file: str
    passed: bool
    failures: tuple[str, ...]
    rules: frozenset[str]
    parameters: frozenset[tuple[str, str]]
    digests: tuple[str, ...] = ()
    crash: str = ""

    def plain(self) -> dict[str, object]:
        """Return the result as the command line writes it in JSON."""
        return {
            "case": self.case,
            "file": self.file,
            "passed": self.passed,
            "failures": list(self.failures),
        }


@dataclass(frozen=True, slots=True)
class Shot:
    """Hold a shot, assault or combat of a case: its action, the battle before it, and the answers taken.

    A shot that a case only measures has no answers.
    """

    where: Place
    action: Shoot | Charge | Fight | Overrule
    battle: Battle
    answers: tuple[object, ...] | None = None


class _Stop(Exception):
    """Leave a case whose further steps make no sense."""


def rules_of(case: Case) -> Ruleset:
    """Return the ruleset that a case is played by, with its house rules."""
    catalogue = load_catalogue(case.ruleset)
    if case.house is not None:
        catalogue = apply_overlays(catalogue, (case.house,))
    return build(case.ruleset, catalogue)


def run_case(
    case: Case,
    rules: Ruleset | None = None,
    shots: list[Shot] | None = None,
    *,
    named: bool = True,
) -> CaseResult:
    """Run a case and return how it came out; raises nothing: trouble of any kind is a failure of the case.

    `rules` plays it by another ruleset, for trying what a rule switched off would change; without `named`
    it does not matter whether the rules that the case names were asked for. `shots` is filled with the shots
    of the case.
    """
    with consulting() as built:
        played = rules if rules is not None else rules_of(case)
    with consulting() as seen:
        runner = _Runner(case, played, shots)
        crash = ""
        try:
            runner.run()
        except _Stop:
            pass
        except Exception as error:
            runner.fail(case.where, f"the program failed here: {type(error).__name__}: {error}")
            crash = runner.failures[-1]
    # What building the set asks for counts only where the case is about it; else every case would consult it.
    seen.rules |= built.rules & set(case.rules)
    seen.parameters |= {pair for pair in built.parameters if pair[0] in case.rules}
    if named:
        runner.check_consulted(seen)
    failures = tuple(runner.failures)
    return CaseResult(
        case.name,
        str(case.path or case.file),
        not failures,
        failures,
        frozenset(seen.rules),
        frozenset(seen.parameters),
        tuple(runner.digests),
        crash,
    )


def run_cases(cases: Iterable[Case]) -> tuple[CaseResult, ...]:
    """Run several cases, each on its own."""
    return tuple(run_case(case) for case in cases)


class _Runner:
    def __init__(self, case: Case, rules: Ruleset, shots: list[Shot] | None) -> None:
        self.case = case
        self.rules = rules
        self.shots = shots
        self.failures: list[str] = []
        self.digests: list[str] = []
        # A battle of its own, so that nothing kept by identity from an earlier run is used.
        self.start: Battle = msgspec.structs.replace(case.battle)
        self.session = Session(rules, Header(self.start, case.name, case.ruleset))

    def fail(self, where: Place, text: str) -> None:
        self.failures.append(f"{Place(where.file, where.line)}: {text}")

    def run(self) -> None:
        self.measure(self.case.measures)
        for deed in self.case.deeds:
            self.measure(deed.measures)
            if deed.action is not None:
                self.do(deed)
        for check in self.case.then:
            for text in check_after(check, self.start, self.session.battle, self.entries()):
                self.fail(check.where, text)

    def measure(self, measures: tuple[Measure, ...]) -> None:
        for measure in measures:
            if self.shots is not None and measure.kind in SHOTS:
                battle = self.session.battle
                self.shots.append(Shot(measure.where, shot_asked(battle, measure), battle))
            for text in take(self.rules, self.session.battle, measure):
                self.fail(measure.where, text)

    def entries(self) -> tuple[Entry, ...]:
        return tuple(entry for step in self.session.steps for entry in step.done.report.entries)

    # ------------------------------------------------------------------ one action

    def do(self, deed: Deed) -> None:
        assert deed.action is not None
        before = self.session.settled
        untouched = digest(before)
        action = deed.action if deed.shift is None else shifted(deed.action, before, deed.shift)
        verdict = self.session.perform(action)
        self.given: list[object] = []
        if self.shots is not None and isinstance(verdict, Refusal):
            self.keep_shot(deed, action, before)
        if digest(before) != untouched:
            self.fail(deed.where, f"{deed.verb} changed the battle it was given")
        self.judge(deed, verdict)
        if isinstance(verdict, Refusal):
            if deed.expect == "permitted":
                raise _Stop
        else:
            if deed.expect != "permitted":
                raise _Stop
            try:
                self.answer(deed)
            finally:
                if self.shots is not None:
                    self.keep_shot(deed, action, before)
        after = self.session.settled
        self.digests.append(digest(after))
        entries = self.session.steps[-1].done.report.entries if isinstance(verdict, Permit) else ()
        for check in deed.then:
            for text in check_after(check, before, after, entries):
                self.fail(check.where, text)

    def keep_shot(self, deed: Deed, action: Action, before: Battle) -> None:
        assert self.shots is not None
        if isinstance(action, Shoot | Charge | Fight) or (
            isinstance(action, Overrule) and isinstance(action.action, Shoot)
        ):
            self.shots.append(Shot(deed.where, action, before, tuple(self.given)))

    def judge(self, deed: Deed, verdict: Verdict) -> None:
        findings = verdict.findings
        reasons = [f for f in findings if f.against]
        outcome = "permitted" if isinstance(verdict, Permit) else "refused"
        if outcome == "refused" and not any(f.effect == "forbids" for f in findings):
            outcome = "asks"
        if outcome != deed.expect:
            listed = "; ".join(shown_finding(f) for f in reasons) or "nothing speaks against it"
            self.fail(deed.where, f"{deed.verb} is expected to be {deed.expect}, it is {outcome}: {listed}")
        given = list(dict.fromkeys(f.rule for f in reasons))
        missing = [rule for rule in deed.by if rule not in given]
        extra = [rule for rule in given if rule not in deed.by] if deed.only else []
        listed = "; ".join(shown_finding(f) for f in reasons) or "nothing"
        if missing and outcome == deed.expect:
            self.fail(deed.where, f"{', '.join(missing)} is expected to speak against it; found {listed}")
        if extra:
            self.fail(deed.where, f"{', '.join(extra)} speaks against it too: {listed}")
        warned = {f.rule for f in findings if f.effect == "warns"}
        for rule in deed.warns:
            if rule not in warned:
                self.fail(
                    deed.where,
                    f"a warning by {rule} is expected; found {', '.join(sorted(warned)) or 'none'}",
                )
        for check in deed.findings:
            self.find(check, findings)

    def find(self, check: FindingCheck, findings: tuple[Finding, ...]) -> None:
        same = [f for f in findings if f.rule == check.rule]
        if any(_fits(check, finding) for finding in same):
            return
        listed = "; ".join(_with_margin(f) for f in same or findings) or "nothing"
        self.fail(check.where, f"no finding of {check.rule} is as expected; found {listed}")

    # ------------------------------------------------------------------ its questions

    def answer(self, deed: Deed) -> None:
        given: list[AnswerStep] = []
        for step in deed.answers:
            self.pass_over(step.asks)
            request = self.session.request
            if request is None:
                self.fail(step.where, f"nothing is asked any more; “{step.asks}” is left over")
                break
            self.compare(step, request)
            answer = self.meant(step.answer, request)
            try:
                self.session.give(answer)
            except ValueError as error:
                if not step.fits:
                    continue
                self.fail(step.where, f"the answer to “{spoken(request)}” does not fit: {error}")
                raise _Stop from None
            if not step.fits:
                self.fail(step.where, f"the answer to “{spoken(request)}” is taken, expected not to fit")
                raise _Stop
            self.given.append(answer)
            given.append(step)
        self.pass_over()
        if self.session.request is not None:
            asked = _asked(self.session.request)
            self.fail(deed.where, f"an answer is missing: {asked}")
            raise _Stop
        self.results(given, self.session.steps[-1].done.report.entries)

    def pass_over(self, asks: str = "") -> None:
        """Answer what the case says nothing of: nobody goes to ground, proposed places are kept."""
        while (request := self.session.request) is not None:
            answer: object = False
            if isinstance(request, Put) and request.proposed and asks != "put":
                answer = {}
            elif request.says != ASKED or asks == "confirm":
                return
            self.session.give(answer)
            self.given.append(answer)

    def meant(self, answer: object, request: Request[object]) -> object:
        """Return an allocation by what is asked about: units of one as models, models as those like them."""
        if not isinstance(request, Allocate) or not isinstance(answer, dict):
            return answer
        battle = self.session.battle
        found: dict[str, int] = {}
        for name, count in answer.items():
            if name not in request.candidates and name in battle.units:
                name = battle.units[name].models[0]
            name = candidate_of(request, battle, name) or name
            found[name] = found.get(name, 0) + count
        return found

    def compare(self, step: AnswerStep, request: Request[object]) -> None:
        if step.asks != spoken(request):
            self.fail(step.where, f"the case answers “{step.asks}”, but {_asked(request)} is asked")
            raise _Stop
        if step.rule and step.rule != request.rule:
            self.fail(step.where, f"the question stands under {request.rule}, expected {step.rule}")
        if step.side and step.side != request.side:
            self.fail(step.where, f"{request.side or 'nobody'} is asked, expected {step.side}")
        missing = [name for name in step.about if name not in request.about]
        if missing:
            self.fail(
                step.where, f"the question is about {', '.join(request.about)}, not {', '.join(missing)}"
            )
        number = request.needed if isinstance(request, Roll) else None
        for text in check_number(step.number, number):
            self.fail(step.where, f"{step.asks}: {text}")
        if step.counted is not None:
            counted = request.counted if isinstance(request, Roll) else None
            for text in check_number(NumberCheck(because=step.counted), counted):
                self.fail(step.where, f"the number of dice for {step.asks}: {text}")

    def results(self, given: list[AnswerStep], entries: tuple[Entry, ...]) -> None:
        """Compare what came of each roll with the line of the report that has its dice."""
        left = [entry for entry in entries if entry.faces]
        for step in given:
            if not step.results:
                continue
            faces = tuple(step.answer) if isinstance(step.answer, list) else ()
            line = next((e for e in left if e.faces == faces and set(step.results) <= set(e.facts)), None)
            if line is None:
                self.fail(step.where, f"the report has no {', '.join(step.results)} for these dice")
                continue
            left.remove(line)
            for name, count in step.results.items():
                if line.facts[name] != count:
                    self.fail(step.where, f"{step.asks}: {line.facts[name]} {name}, expected {count}")

    def check_consulted(self, seen: Consulted) -> None:
        for rule in self.case.rules:
            if rule not in seen.rules and not self.rules.catalogue.rule(rule).is_sequence:
                text = f"the case names {rule}, but the rules never asked for it while it ran"
                self.fail(self.case.where, text)


def spoken(request: Request[object]) -> str:
    """Return what a case calls a question: “to hit” for a roll to hit, “choose” for a choice."""
    for kind, name in _KINDS:
        if isinstance(request, kind):
            return name
    return request.says.removeprefix("roll.").replace("_", " ")


def _asked(request: Request[object]) -> str:
    name = spoken(request)
    match request:
        case Roll(dice=dice):
            return f"“{name}” with {dice.count} dice for {request.side} ({request.rule})"
        case Choose(options=options):
            return f"“choose” among {', '.join(o.id for o in options)} for {request.side} ({request.rule})"
        case Allocate(count=count, candidates=candidates):
            return f"“allocate” {count} among {', '.join(candidates)} for {request.side} ({request.rule})"
    return f"“{name}” for {request.side} ({request.rule})"


def _fits(check: FindingCheck, finding: Finding) -> bool:
    if check.effect and finding.effect != check.effect:
        return False
    if check.says and finding.says != check.says:
        return False
    if not set(check.about) <= set(finding.about):
        return False
    if not all(same_fact(name, finding.facts.get(name), value) for name, value in check.facts.items()):
        return False
    pairs = ((check.value, finding.value), (check.limit, finding.limit), (check.margin, finding.margin))
    return all(wanted is None or same_value(found, wanted, finding.measure) for wanted, found in pairs)


def _with_margin(finding: Finding) -> str:
    text = shown_finding(finding)
    if finding.margin is not None:
        text += f", margin {shown_value(finding.margin, finding.measure)}"
    return text
