"""Play a recorded battle again by the rules, and find the first step that comes out differently."""

from __future__ import annotations

from wolfling_gui.core.battle import Battle
from wolfling_gui.core.changes import digest
from wolfling_gui.core.procedure import Resolution
from wolfling_gui.core.verdict import Refusal
from wolfling_gui.files.journal import START, JournalRead, Step
from wolfling_gui.files.journal_lines import Header
from wolfling_gui.files.overlays import apply_overlays, read_overlay, read_what_fits
from wolfling_gui.files.problems import Problem
from wolfling_gui.files.rulesets import load_catalogue
from wolfling_gui.rules.engine import check, resolve
from wolfling_gui.rules.registry import build
from wolfling_gui.rules.ruleset import Ruleset


def rules_of_header(header: Header) -> Ruleset:
    """Return the ruleset a battle is played by, with the house rules it began with.

    Raises ProblemsError for a ruleset that is unknown or house rules that do not fit it any more.
    """
    catalogue = load_catalogue(header.ruleset)
    overlays = [read_overlay(overlay.text, overlay.file) for overlay in header.overlays]
    return build(header.ruleset, apply_overlays(catalogue, overlays))


def rules_that_fit(header: Header) -> tuple[Ruleset, tuple[Problem, ...]]:
    """Return the ruleset a battle is played by, with those of its house rules that still fit, and the others.

    Raises ProblemsError for a ruleset that is unknown.
    """
    catalogue = load_catalogue(header.ruleset)
    read = [read_what_fits(overlay.text, overlay.file) for overlay in header.overlays]
    left = "The battle goes on without this house rule."
    problems = tuple(
        Problem(p.file, p.line, p.column, p.message, p.expected, left) for _, found in read for p in found
    )
    return build(header.ruleset, apply_overlays(catalogue, [overlay for overlay, _ in read])), problems


def verify(read: JournalRead, rules: Ruleset | None = None) -> tuple[int, Problem | None]:
    """Play every step of every branch again with its recorded answers.

    Returns how many steps came out as recorded, and the first problem: a damaged line of the journal, an
    action that is refused now, an answer that does not fit, or a battle that differs. Raises ProblemsError
    when the ruleset of the battle cannot be read.
    """
    played = rules if rules is not None else rules_of_header(read.header)
    battles: dict[int, Battle] = {START: read.header.battle}
    for count, (line, step) in enumerate(sorted(read.history.steps.items())):
        after, message, expected = _again(played, battles[step.parent], step)
        if after is None:
            return count, Problem(read.file, line, 0, message, expected)
        battles[line] = after
    steps = len(read.history.steps)
    return steps, read.problems[0] if read.problems else None


def _again(rules: Ruleset, before: Battle, step: Step) -> tuple[Battle | None, str, str]:
    """Return the battle after a step, or why it does not come out as recorded."""
    verdict = check(rules, before, step.action)
    if isinstance(verdict, Refusal):
        reasons = ", ".join(dict.fromkeys(finding.rule for finding in verdict.reasons)) or "an open question"
        return (
            None,
            f"The action begun in line {step.began} is refused now by {reasons}",
            "a permitted action",
        )
    resolution = Resolution(lambda: resolve(rules, verdict))
    for number, answer in enumerate(step.answers, start=1):
        try:
            resolution.give(answer)
        except ValueError as error:
            return None, f"Answer {number} of the action begun in line {step.began}: {error}", ""
    if resolution.outcome is None:
        return None, f"The action begun in line {step.began} asks for more than was answered", ""
    after = resolution.outcome.battle
    found = digest(after)
    if found != step.done.digest:
        return None, f"The battle after this step has the digest {found}", step.done.digest
    return after, "", ""
