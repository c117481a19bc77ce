"""Turn findings, breakdowns, requests and report entries into whole sentences for the players."""

from __future__ import annotations

from collections.abc import Mapping
from math import ceil
from typing import Any, Literal

import msgspec

from wolfling_gui.core.actions import Overrule
from wolfling_gui.core.battle import Battle
from wolfling_gui.core.breakdown import Breakdown, Scale, Term
from wolfling_gui.core.report import Entry
from wolfling_gui.core.requests import Allocate, Option, Request, Roll
from wolfling_gui.core.verdict import Effect, Finding, Permit, Refusal
from wolfling_gui.rules.catalogue import Catalogue, Origin, Rule
from wolfling_gui.rules.catalogue import Value as RuleValue
from wolfling_gui.rules.chances import binomial, chance, makes
from wolfling_gui.rules.odds import Odds
from wolfling_gui.session import naming
from wolfling_gui.session.allocating import CASUALTIES, like
from wolfling_gui.session.sentences import knows, said, tr
from wolfling_gui.session.sentences.forms import Value
from wolfling_gui.session.sentences.values import margin_text, measured_values, values_of

NEEDED: frozenset[Scale] = frozenset(("to_hit", "to_wound", "save", "needed"))
"""Scales on which a number is what a die needs."""
SKILLS: frozenset[Scale] = frozenset(("ballistic_skill", "strength", "toughness", "leadership"))


class Sentence(msgspec.Struct, frozen=True):
    """Hold one finding in words: the sentence, its rule, its margin, and the house rule behind it if any.

    `overlay` names the house rule with its file and line.
    """

    text: str
    rule: str
    effect: Effect
    margin_text: str = ""
    house: bool = False
    overlay: str = ""


class Headline(msgspec.Struct, frozen=True):
    """Hold a verdict in one line, and which of the verdict marks belongs to it."""

    kind: Literal["allowed", "but", "refused", "asks"]
    text: str


class BreakdownRow(msgspec.Struct, frozen=True):
    """Hold one line of an explained number; `word` is the operation, `op` its key for the look.

    `rule` is the chip; of a dropped row it is the rule that drops it, also in `dropped_by`.
    """

    word: str
    value_text: str
    text: str
    rule: str
    dropped_by: str = ""
    house: bool = False
    overlay: str = ""
    op: str = ""


class RequestWords(msgspec.Struct, frozen=True):
    """Hold a question in words; `needed` is empty where no number decides, as are the odds."""

    title: str
    detail: str
    needed: str
    rule: str
    side: str
    expected: str = ""
    likely: str = ""


class EntryWords(msgspec.Struct, frozen=True):
    """Hold a line of what happened in words, with its rules, its dice and why they needed what."""

    text: str
    rules: tuple[str, ...]
    faces: tuple[int, ...] = ()
    line: str = ""
    house: bool = False


class RuleCard(msgspec.Struct, frozen=True):
    """Hold a rule as it is shown: title, text, ruling, and every value the players changed."""

    id: str
    title: str
    text: str
    ruling: str
    source: str
    tags: tuple[str, ...]
    enabled: bool
    house: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    overlay: str = ""


# ---------------------------------------------------------------------- findings and verdicts


def explain_finding(finding: Finding, battle: Battle, catalogue: Catalogue | None = None) -> Sentence:
    """Return a finding as a sentence: what, measured, limit, where."""
    values = values_of(finding.says, finding.about, finding.facts, battle) | measured_values(finding)
    overlay = house_rule(catalogue, finding.rule)
    return Sentence(
        _sentence(finding.says, values),
        finding.rule,
        finding.effect,
        margin_text(finding),
        bool(overlay),
        overlay,
    )


def verdict_headline(verdict: Permit[Any] | Refusal) -> Headline:
    """Return a verdict in one of the four words: Allowed; Allowed, but …; Refused: …; To be declared."""
    if isinstance(verdict, Permit):
        warning = next((f for f in verdict.findings if f.effect == "warns"), None)
        if warning is None:
            return Headline("allowed", tr("verdict.allowed"))
        if isinstance(verdict.action, Overrule):
            return Headline("but", tr("verdict.overruled"))
        return Headline("but", tr(_first_known(f"but.{warning.says}", "verdict.but")))
    if not verdict.reasons and any(f.effect == "asks" for f in verdict.findings):
        return Headline("asks", tr("verdict.asks"))
    if not verdict.reasons:
        return Headline("refused", tr("verdict.refused"))
    says = verdict.reasons[0].says
    topic = says.partition(".")[0]
    return Headline("refused", tr(_first_known(f"refused.{says}", f"refused.{topic}", "verdict.refused")))


def guide_text(
    key: str, about: tuple[str, ...], battle: Battle, facts: Mapping[str, Value] | None = None
) -> str:
    """Return a text of the guide: a title, a hint, an offer, a step's name, or what comes next."""
    return _sentence(key, values_of(key, about, facts or {}, battle))


def _first_known(*keys: str) -> str:
    return next((key for key in keys if knows(key)), keys[-1])


def _sentence(key: str, values: Mapping[str, Value]) -> str:
    """Return a whole sentence with a capital; a line of a newer program that has no words here says so."""
    try:
        text = said(key, values)
    except (KeyError, ValueError):
        text = tr("log.unknown", key=key)
    return naming.capital(text)


# ---------------------------------------------------------------------- explained numbers


def explain_breakdown(
    breakdown: Breakdown, battle: Battle, catalogue: Catalogue | None = None
) -> list[BreakdownRow]:
    """Return an explained number row by row: what counts in its order, what was dropped, the result."""
    rows = [_row(term, scale, battle, catalogue) for term, scale in _steps(breakdown, counting=True)]
    rows += [_row(term, scale, battle, catalogue) for term, scale in _steps(breakdown, counting=False)]
    rows.append(_result(breakdown, catalogue))
    return rows


def breakdown_line(breakdown: Breakdown, battle: Battle, catalogue: Catalogue | None = None) -> str:
    """Return an explained number in one line: to hit 4+: BS 3 → 4+ [CL-SHOOT-7]."""
    steps = []
    for counting in (True, False):
        for term, scale in _steps(breakdown, counting=counting):
            row = _row(term, scale, battle, catalogue, short=True)
            key = f"line.{row.op}"
            if row.op == "base" and scale in SKILLS:
                key = "line.base_plain"
            steps.append(tr(key, text=row.text, value=row.value_text, rule=row.rule))
    scale_word = tr(f"scale.{breakdown.scale}")
    return tr("line.whole", scale=scale_word, total=total_text(breakdown), steps=", ".join(steps))


def total_text(breakdown: Breakdown) -> str:
    """Return the number that comes out, as it is written on its scale; “–” where no die can do it."""
    if breakdown.impossible:
        return tr("value.none")
    if breakdown.automatic:
        return tr("value.always")
    if rolls_under(breakdown):
        return tr("value.or_less", number=breakdown.total)
    text = _number(breakdown.total, breakdown.scale)
    if breakdown.reroll:
        return tr("value.reroll", needed=text, again=naming.needed_text(breakdown.reroll))
    return text


def rolls_under(breakdown: Breakdown) -> bool:
    """Tell whether the dice must show the number or less, as tests of characteristics do (CL-GEN-6)."""
    return breakdown.scale == "leadership" or any(t.says == "why.characteristic" for t in breakdown.terms)


def _steps(breakdown: Breakdown, *, counting: bool) -> list[tuple[Term, Scale]]:
    """Return the terms with their scales; a number on another scale stands before the term read from it."""
    found: list[tuple[Term, Scale]] = []
    shown: Scale = "count" if rolls_under(breakdown) else breakdown.scale
    for term in breakdown.ordered():
        if term.counts != counting and not (term.counts and term.origin):
            continue
        origin = term.origin
        if origin is not None and term.counts:
            if origin.scale == breakdown.scale or len(origin.terms) > 1:
                found += _steps(origin, counting=counting)
            if origin.scale == breakdown.scale:
                continue
        if term.counts == counting and not _idle_bound(breakdown, term):
            found.append((term, shown))
    return found


def _idle_bound(breakdown: Breakdown, term: Term) -> bool:
    """Tell whether a step only bounds what dice are added up against, and changes nothing."""
    if breakdown.scale != "leadership" or term.op not in ("at_least", "at_most") or not term.counts:
        return False
    before = []
    for one in breakdown.ordered():
        if one is term:
            break
        before.append(one)
    earlier = msgspec.structs.replace(breakdown, terms=tuple(before)).total
    return earlier == msgspec.structs.replace(breakdown, terms=(*before, term)).total


def _row(
    term: Term, scale: Scale, battle: Battle, catalogue: Catalogue | None, *, short: bool = False
) -> BreakdownRow:
    text = term_text(term, battle, short=short)
    rule, op = term.rule, str(term.op)
    if term.op == "add":
        op = "plus" if term.value >= 0 else "minus"
    if term.dropped:
        aside = f"dropped.{term.dropped}"
        text, op, rule = tr(_first_known(aside, "dropped.other"), text=text), "dropped", term.dropped
    overlay = house_rule(catalogue, rule)
    return BreakdownRow(
        tr(f"op.{op}"), _value(term, scale), text, rule, term.dropped, bool(overlay), overlay, op
    )


def term_text(term: Term, battle: Battle, *, short: bool = False) -> str:
    """Return what one step of a number says; a number taken from another of its scale speaks with that."""
    origin = term.origin
    if term.op == "base" and origin is not None and origin.scale in NEEDED and origin.terms:
        steps = origin.ordered()
        term = next((step for step in steps if step.counts), steps[0])
    key = term.says
    if short and knows(f"{key}.short"):
        key = f"{key}.short"
    try:
        return said(key, values_of(key, term.about, {}, battle))
    except (KeyError, ValueError):
        return tr("log.unknown", key=key)


def _value(term: Term, scale: Scale) -> str:
    match term.op:
        case "impossible":
            return tr("value.none")
        case "note":
            return ""
        case "auto":
            return tr("value.always")
        case "multiply":
            return f"×{term.value}"
        case "add":
            if scale == "inches":
                return f"{'+' if term.value >= 0 else ''}{naming.inches_text(term.value)}"
            change = naming.signed_text(term.value)
            if scale in SKILLS:
                return tr("value.skill_change", number=change, scale=tr(f"scale.{scale}"))
            return change
        case _:
            return _number(term.value, scale)


def _number(number: int, scale: Scale) -> str:
    if scale in NEEDED:
        return naming.needed_text(number)
    if scale == "inches":
        return naming.inches_text(number)
    if scale in SKILLS:
        return tr("value.skill", scale=tr(f"scale.{scale}"), number=number)
    return str(number)


def _result(breakdown: Breakdown, catalogue: Catalogue | None) -> BreakdownRow:
    scale, text, rule = breakdown.scale, "", ""
    if breakdown.impossible:
        text = {
            "to_hit": "result.cannot_hit",
            "to_wound": "result.cannot_wound",
            "save": "result.no_save",
        }.get(scale, "")
    elif breakdown.automatic:
        text = "result.no_roll"
    elif scale in ("to_hit", "to_wound", "save"):
        text = f"result.{scale}"
        rule = {"to_hit": "CL-SHOOT-7", "save": "CL-WND-8"}.get(scale, "")
        if "WO-CQS-1" in breakdown.rules() and catalogue is not None and "WO-CQS-2" in catalogue:
            rule = "WO-CQS-2"
    overlay = house_rule(catalogue, rule)
    return BreakdownRow(
        tr("op.result"),
        total_text(breakdown),
        tr(text) if text else "",
        rule,
        house=bool(overlay),
        overlay=overlay,
        op="result",
    )


# ---------------------------------------------------------------------- requests


def explain_request(request: Request[Any], battle: Battle) -> RequestWords:
    """Return a question in words: who does what, why, against which number, and what to expect."""
    values = values_of(request.says, request.about, request.facts, battle)
    detail_key = f"{request.says}.detail"
    details = values_of(detail_key, request.about, request.facts, battle)
    common: dict[str, Value] = {"who": naming.side_name(battle, request.side)}
    needed, expected, likely = "", "", ""
    if isinstance(request, Roll):
        common["dice"] = request.dice.count
        common["spec"] = str(request.dice)
        if request.needed is not None:
            needed = total_text(request.needed)
            if request.needed.terms and all(t.op == "reroll" for t in request.needed.terms):
                needed = naming.needed_text(request.needed.reroll)
            common["needed"] = needed
            if not rolls_under(request.needed):
                expected, likely = _expectation(request.dice.count, request.needed)
    if isinstance(request, Allocate):
        common["count"] = request.count
    return RequestWords(
        _sentence(request.says, values | common),
        _sentence(detail_key, details | common) if knows(detail_key) else "",
        needed,
        request.rule,
        request.side,
        expected,
        likely,
    )


def option_text(option: Option, battle: Battle) -> str:
    """Return one way to answer in words."""
    return _sentence(option.says, values_of(option.says, option.about, option.facts, battle))


def assumptions(odds: Odds) -> str:
    """Say what chances take for granted of the choices that players have; empty for nothing."""
    if not odds.assumes:
        return ""
    return tr("odds.assumed", what=naming.listed([tr(f"odds.{one}") for one in odds.assumes]))


def candidate_text(request: Allocate, candidate: str, battle: Battle) -> str:
    """Return what a candidate of a sharing is called: a single model, or all models like it with weapons.

    Models are of the unit that the question names, so it stands with none of them.
    """
    model = battle.models.get(candidate)
    if model is None:
        return naming.thing_name(battle, candidate)
    if request.says == CASUALTIES:
        name = model.name
        if model.profile.w == 1:
            return name
        return tr("request.with_wounds", name=name, left=model.wounds_left, all=model.profile.w)
    same = like(candidate, battle)
    weapons = naming.listed([weapon.name for weapon in model.weapons])
    if len(same) == 1:
        return tr("request.single", name=model.name, weapons=weapons)
    return tr("request.group", count=len(same), name=model.profile.name, weapons=weapons)


def _expectation(dice: int, needed: Breakdown) -> tuple[str, str]:
    """Return how many successes to expect, and how likely it is to make that number rounded up."""
    key = f"request.expected_{needed.scale}"
    if needed.impossible or not needed.terms or not knows(key):
        return "", ""
    again_alone = all(t.op == "reroll" for t in needed.terms)
    share = makes(needed.reroll) if again_alone else chance(needed)
    if dice == 1:
        return "", tr("request.likely_one", chance=naming.chance_text(share))
    mean = dice * share
    number = naming.expected_text(mean)
    goal = ceil(round(mean, 6))
    likely = sum(binomial(dice, share)[goal:])
    return (
        tr(key, number=number, tenths_one=1 if number == "1.0" else 2),
        tr("request.likely", count=goal, chance=naming.chance_text(min(1.0, likely))),
    )


# ---------------------------------------------------------------------- what happened


def explain_entry(
    entry: Entry, battle: Battle, catalogue: Catalogue | None = None, *, typed: int = 0
) -> EntryWords:
    """Return a line of what happened, in the past tense, with its dice, the first `typed` of them typed."""
    values = values_of(entry.says, entry.about, {"note": "", **entry.facts}, battle)
    values["who"] = naming.side_name(battle, entry.side) if entry.side else ""
    values["needed"] = total_text(entry.needed) if entry.needed is not None else ""
    values["spec"] = values.get("dice", "")
    values["dice"] = dice_text(entry.faces, typed)
    for number, face in enumerate(entry.faces, start=1):
        values[f"face_{number}"] = face
    for number, side in enumerate(battle.sides, start=1):
        values[f"side_{number}"] = side.name
    if entry.needed is not None and entry.needed.scale == "save":
        base = next((t for t in entry.needed.ordered() if t.counts and t.op == "base"), None)
        values["save"] = term_text(base, battle) if base is not None else ""
    line = breakdown_line(entry.needed, battle, catalogue) if entry.needed is not None else ""
    house = any(house_rule(catalogue, rule) for rule in entry.rules)
    return EntryWords(_sentence(entry.says, values), entry.rules, entry.faces, line, house)


def dice_text(faces: tuple[int, ...], typed: int) -> str:
    """Say dice as they lie: the first `typed` of them typed by the players, the others rolled by the app."""
    if not faces:
        return ""
    if 0 < typed < len(faces):
        own, more = naming.faces_text(faces[:typed]), naming.faces_text(faces[typed:])
        return tr("log.completed", faces=own, more=more)
    return tr("log.typed" if typed else "log.rolled", faces=naming.faces_text(faces))


# ---------------------------------------------------------------------- rules


def house_rule(catalogue: Catalogue | None, rule: str) -> str:
    """Return which house rule stands behind a rule, with file and line; empty for a rule as shipped."""
    found = catalogue.rules.get(rule) if catalogue is not None else None
    if found is None:
        return ""
    for parameter in found.parameters.values():
        if parameter.origin.overlay:
            return _origin(parameter.origin)
    if found.enabled and found.switched_by:
        return tr("house.of", overlay=found.switched_by)
    return ""


def rule_card(rule: Rule) -> RuleCard:
    """Return a rule as it is shown, with what the players changed in it."""
    changed = [
        tr(
            "house.value",
            name=parameter.name.replace("_", " "),
            value=parameter_text(parameter.value),
            default=parameter_text(parameter.default),
        )
        for parameter in rule.parameters.values()
        if parameter.origin.overlay
    ]
    if rule.switched_by:
        changed.append(tr("house.on" if rule.enabled else "house.off"))
    return RuleCard(
        rule.id,
        rule.title,
        rule.text,
        rule.ruling,
        rule.source,
        rule.tags,
        rule.enabled,
        tuple(changed),
        rule.notes,
        house_rule(Catalogue([rule]), rule.id),
    )


def parameter_words(name: str, value: RuleValue) -> tuple[str, str]:
    """Return a parameter's name in words and its value, with ″ behind what is counted in inches."""
    words, said = name.removesuffix("_inches").replace("_", " "), parameter_text(value)
    counted = name.endswith("_inches") and isinstance(value, int | float)
    return words, tr("value.inches", number=said) if counted else said


def parameter_text(value: RuleValue) -> str:
    """Write the value of a rule's parameter: yes and no, lists with commas, tables as key: value."""
    match value:
        case None:
            return tr("value.no_limit")
        case bool():
            return tr("value.yes" if value else "value.no")
        case tuple():
            return ", ".join(parameter_text(item) for item in value)
        case Mapping():
            return ", ".join(f"{key}: {parameter_text(item)}" for key, item in value.items())
        case _:
            return str(value).replace("_", " ")


def _origin(origin: Origin) -> str:
    if origin.file and origin.line:
        return tr("house.of_at", overlay=origin.overlay, file=origin.file, line=origin.line)
    return tr("house.of", overlay=origin.overlay)
