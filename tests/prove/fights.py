"""Play every assault and combat of the cases twice: as it stands, and declared with all positions removed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from wolfling_gui.core.actions import Charge, CombatFacts, Fight
from wolfling_gui.core.battle import Battle
from wolfling_gui.core.requests import Choose, Put, Request, Roll
from wolfling_gui.core.verdict import Permit, Refusal
from wolfling_gui.files.journal_lines import Header
from wolfling_gui.rules import engaged
from wolfling_gui.rules.classic import assault
from wolfling_gui.rules.classic.falling_back import AT_TABLE
from wolfling_gui.rules.ruleset import Ruleset
from wolfling_gui.rules.variants.wolfling.standing import shots_measured
from wolfling_gui.rules.variants.wolfling.zones import zones_here
from wolfling_gui.session.cases import Shot
from wolfling_gui.session.session import Session

BY_PLACES = (
    "CL-ASLT-5", "CL-ASLT-6", "CL-BASE-3", "CL-MOVE-3", "CL-MOVE-6", "CL-MOVE-9", "CL-TERR-6", "CL-ASLT-4",
    "WO-MOV-1", "WO-MOV-3", "WO-TER-6", "WO-TER-7", "WO-TER-8",
)  # fmt: skip
"""What only ways and places can break: players at a real table judge it by their own eyes."""
ENDS = {
    "did.fell_back": "ran", "did.fell_back_short": "ran",
    "did.fled_the_table": "left", "did.trapped": "trapped",
    "did.left_at_table": "left", "did.trapped_at_table": "trapped",
}  # fmt: skip
"""What is told of a unit that fell back, and what is said of it at a real table."""


def differences(rules: Ruleset, shot: Shot) -> list[str]:
    """Return what comes out differently without positions; empty when nothing, or nothing can be compared."""
    action, battle = shot.action, shot.battle
    assert isinstance(action, Charge | Fight)
    if any(model.place is None for model in battle.models.values() if not model.casualty):
        return []
    try:
        said = declared(rules, battle, action, shot.answers or ())
        if said is None:
            return []
        before, asked = played(rules, battle, action, shot.answers or ())
        ends = [ENDS[line] for line in before if line in ENDS]
        kept = [
            answer
            for answer, one in zip(shot.answers or (), asked, strict=False)
            if not isinstance(one, Put) and one.says != "confirm.trapped"
        ]
        after, _ = played(rules, battle.at_real_table(), said, kept, ends)
        before, after = _comparable(before), _comparable(after)
    except Exception as error:
        return [f"the program failed: {type(error).__name__}: {error}"]
    wrong = [f"{a}; without positions: {b}" for a, b in zip(before, after, strict=False) if a != b]
    if len(before) != len(after):
        wrong.append(f"{len(before)} lines; without positions: {len(after)}")
    return wrong


def declared(
    rules: Ruleset, battle: Battle, action: Charge | Fight, answers: Sequence[object]
) -> Charge | Fight | None:
    """Return the action with all declared that was measured; None when places alone speak against it."""
    if isinstance(action, Charge):
        session = Session(rules, Header(battle, "assault", battle.ruleset))
        verdict = session.propose(action)
        if isinstance(verdict, Refusal) and any(f.rule in BY_PLACES for f in verdict.reasons):
            return None
        facts = assault.facts_measured(rules, battle, action)
        return None if facts is None else msgspec.structs.replace(action, paths={}, facts=facts)
    units = engaged.combat_of(rules, battle, action.unit)
    if not units:
        return None
    found = engaged.facts_of_combat(rules, battle, units, action.facts)
    said = _with_shots(rules, battle, units, found, answers)
    inside = tuple(u for u in units if any(zones_here(rules, battle, model) for model in battle.standing(u)))
    return msgspec.structs.replace(action, facts=msgspec.structs.replace(said, indoors=inside))


def _with_shots(
    rules: Ruleset, battle: Battle, units: Sequence[str], facts: CombatFacts, answers: Sequence[object]
) -> CombatFacts:
    """Return the facts with the cover and sight of shots at the unit that an answer names."""
    for unit in units:
        foes = engaged.assaulters(battle, unit)
        target = next((a for a in answers if isinstance(a, str) and a in foes), None)
        if target is not None:
            cover, blind = shots_measured(rules, battle, unit, target)
            return msgspec.structs.replace(facts, cover=cover, blind=blind)
    return facts


def _comparable(lines: Sequence[str]) -> list[str]:
    """Leave out how it is told, or asked, what became of those who fall back: at a table they are seen to."""
    return [line for line in lines if line not in ENDS and not line.startswith(("confirm.trapped", AT_TABLE))]


def played(
    rules: Ruleset,
    battle: Battle,
    action: Charge | Fight,
    answers: Sequence[object],
    ends: Sequence[str] = (),
) -> tuple[list[str], list[Request[Any]]]:
    """Return line by line how an action goes, and the questions in their order.

    `ends` say what becomes of each unit that falls back at a real table, which is asked there.
    """
    fled = iter(ends)
    session = Session(rules, Header(battle, "fight", battle.ruleset))
    verdict = session.perform(action)
    if not isinstance(verdict, Permit):
        return [f"refused by {sorted({f.rule for f in verdict.reasons})}"], []
    lines, asked = ["permitted"], list[Request[Any]]()
    for answer in answers:
        if session.request is None:
            break
        asked.append(session.request)
        lines += _question(session.request)
        session.give(answer)
        while session.request is not None and session.request.says == AT_TABLE:
            session.give(next(fled, "ran"))
    if session.request is not None:
        lines += ["waits for ", *_question(session.request)]
    elif session.steps:
        report = session.steps[-1].done.report
        lines += [f"{_told(e.says)} {e.faces}" for e in report.entries if e.faces]
        lines += [e.says for e in report.entries if e.says in ENDS]
    return lines + _left(session.settled), asked


def _told(says: str) -> str:
    """Return what a line tells; how far a unit falls back is told otherwise where it is moved by hand."""
    told = says.startswith(("did.fell_back", "did.falls_back", "did.must_fall_back"))
    return "fell back" if told else says


def _question(request: Request[Any]) -> list[str]:
    if isinstance(request, Put):
        return []
    text = f"{request.says} of {request.side} about {request.about}"
    if isinstance(request, Roll):
        number = "-" if request.needed is None else f"{request.needed.total}/{request.needed.reroll}"
        text += f": {request.dice} for {number}"
    if isinstance(request, Choose):
        text += f": {[option.id for option in request.options]}"
    return [text]


def _left(battle: Battle) -> list[str]:
    """Return what is left of each unit and its states, but not who touches whom: that is seen there."""
    lines = []
    for unit in battle.units.values():
        states = sorted((c.kind, c.about) for c in unit.conditions if c.kind not in ("locked", "allowance"))
        lost = [(m.id, m.wounds_lost, m.casualty) for m in (battle.models[n] for n in unit.models)]
        lines.append(f"{unit.id} {states} {lost}")
    return lines
