"""Gather everything that proves a ruling: the verdict with its reasons, the numbers, the rules, the dice.

Every fact is one of the engine's own values, put into words by `explain`; nothing is worked out twice.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from wolfling_gui.core.actions import Shoot
from wolfling_gui.core.battle import Battle
from wolfling_gui.core.breakdown import Breakdown
from wolfling_gui.core.report import Entry
from wolfling_gui.core.verdict import Finding, Permit, Refusal
from wolfling_gui.files.journal import Step
from wolfling_gui.files.journal_lines import Refused
from wolfling_gui.rules.engine import Verdict, check
from wolfling_gui.rules.ruleset import Ruleset
from wolfling_gui.session import naming
from wolfling_gui.session.explain import (
    BreakdownRow,
    EntryWords,
    Headline,
    RuleCard,
    Sentence,
    explain_breakdown,
    explain_entry,
    explain_finding,
    rule_card,
    total_text,
    verdict_headline,
)
from wolfling_gui.session.preview import ShotLine, TargetPreview, lines, target
from wolfling_gui.session.session import Session

SCALES = ("to_hit", "to_wound", "save")


class ProofNumber(msgspec.Struct, frozen=True):
    """Hold a number that decided: its scale, whose shots it is for, how it is written, and why."""

    scale: str
    weapon: str
    shots: int
    text: str
    rows: tuple[BreakdownRow, ...]
    number: Breakdown


class Proof(msgspec.Struct, frozen=True):
    """Hold a ruling with everything that proves it, and the battle for which it was given.

    `findings` are all there are, what decides first; `rules` those that any part cites, each once. `expected`
    and `chances` are empty where no dice decide; `rolled` holds what happened, once it has.
    """

    battle: Battle
    verdict: Verdict
    headline: Headline
    findings: tuple[Sentence, ...]
    deciding: tuple[Finding, ...]
    numbers: tuple[ProofNumber, ...]
    rules: tuple[RuleCard, ...]
    preview: TargetPreview | None = None
    lines: tuple[ShotLine, ...] = ()
    expected: str = ""
    chances: tuple[float, ...] = ()
    rolled: tuple[EntryWords, ...] = ()

    @property
    def models(self) -> tuple[str, ...]:
        """Return the models the ruling is about, those of units and of findings that stand on the table."""
        battle, action = self.battle, self.verdict.action
        if isinstance(action, Shoot):
            units = (action.unit, action.target)
            return tuple(m.id for unit in units if unit in battle.units for m in battle.standing(unit))
        named = [name for finding in self.deciding for name in finding.about]
        unit = getattr(action, "unit", "")
        named += battle.units[unit].models if unit in battle.units else ()
        return tuple(dict.fromkeys(n for n in named if n in battle.models and battle.models[n].on_table))


def proof_of(rules: Ruleset, verdict: Verdict, entries: Iterable[Entry] = ()) -> Proof:
    """Return the proof of a verdict, with what was rolled if it has been carried out.

    Raises ValueError for a verdict that holds no battle.
    """
    battle = verdict.battle
    if not isinstance(battle, Battle):
        raise ValueError("this verdict was given for no battle")
    catalogue = rules.catalogue
    deciding = tuple(_ordered(verdict))
    preview: TargetPreview | None = None
    seen: tuple[ShotLine, ...] = ()
    action = verdict.action
    if isinstance(action, Shoot) and battle.members(action.target):
        # A declared shot is proved as it was declared.
        preview = target(rules, battle, action.unit, action.target, action)
        if battle.standing(action.unit) and battle.standing(action.target):
            seen = lines(rules, battle, action.unit, action.target)
    numbers = tuple(_numbers(battle, rules, preview)) if preview is not None else ()
    rolled = tuple(explain_entry(entry, battle, catalogue) for entry in entries)
    cited = [f.rule for f in deciding]
    cited += [rule for n in numbers for rule in n.number.rules()]
    cited += [rule for words in rolled for rule in words.rules]
    odds = preview.odds if preview is not None else None
    return Proof(
        battle,
        verdict,
        verdict_headline(verdict),
        tuple(explain_finding(f, battle, catalogue) for f in deciding),
        deciding,
        numbers,
        tuple(rule_card(catalogue.rule(name)) for name in dict.fromkeys(cited) if name in catalogue),
        preview,
        seen,
        naming.expected_text(odds.expected) if odds is not None else "",
        tuple(odds.casualties) if odds is not None else (),
        rolled,
    )


def proof_of_step(session: Session, line: int) -> Proof:
    """Return the proof of a finished action, by the line of its step, with the dice that fell.

    Raises ValueError where no such step is on the branch being played.
    """
    step = next((one for one in session.steps if one.line == line), None)
    if step is None:
        raise ValueError(f"there is no step at line {line}")
    return _of_step(session, step)


def _of_step(session: Session, step: Step) -> Proof:
    before = session.battle_after(step.parent)
    verdict = check(session.rules, before, step.action)
    return proof_of(session.rules, verdict, step.done.report.entries)


def proof_of_refusal(session: Session, line: int, refused: Refused) -> Proof:
    """Return the proof of a refusal recorded after a step; its findings are those of the record."""
    before = session.battle_after(line)
    return proof_of(session.rules, Refusal(before, refused.action, refused.findings))


def _ordered(verdict: Permit[object] | Refusal) -> list[Finding]:
    """Return the findings of a verdict once each, what decides first."""
    weight = {"forbids": 0, "asks": 1, "warns": 2, "permits": 3}
    seen: dict[tuple[str, str, tuple[str, ...]], Finding] = {}
    for finding in verdict.findings:
        seen.setdefault((finding.rule, finding.says, finding.about), finding)
    return sorted(seen.values(), key=lambda f: weight[f.effect])


def _numbers(battle: Battle, rules: Ruleset, preview: TargetPreview) -> Iterable[ProofNumber]:
    """Yield the numbers of a volley's groups, the largest first; equal ones of other groups are left out."""
    volley = preview.volley
    if volley is None or not volley.groups:
        return
    shown: set[tuple[str, Breakdown]] = set()
    order = sorted(range(len(volley.groups)), key=lambda n: -volley.groups[n].shots)
    for scale in SCALES:
        for n in order:
            group = volley.groups[n]
            saves = volley.saves[n] if n < len(volley.saves) else ()
            found = {"to_hit": (group.to_hit,), "to_wound": (group.to_wound,), "save": saves}[scale]
            for number in found:
                if (scale, number) in shown:
                    continue
                shown.add((scale, number))
                rows = tuple(explain_breakdown(number, battle, rules.catalogue))
                yield ProofNumber(scale, group.weapon.name, group.shots, total_text(number), rows, number)
