"""Fire every shot of the cases twice: as it stands, and with its facts declared and all positions removed."""

from __future__ import annotations

from typing import Any

import msgspec

from tests.prove import fights
from wolfling_gui.core.actions import Charge, Fight, Overrule, Shoot
from wolfling_gui.core.battle import Battle
from wolfling_gui.core.breakdown import Breakdown
from wolfling_gui.core.changes import digest
from wolfling_gui.core.requests import Request, Roll
from wolfling_gui.core.verdict import Permit
from wolfling_gui.files.journal_lines import Header
from wolfling_gui.rules.classic.shooting import facts_measured, plan_volley
from wolfling_gui.rules.ruleset import Ruleset
from wolfling_gui.rules.volley import Volley
from wolfling_gui.session.cases import Shot
from wolfling_gui.session.session import Session


def differences(rules: Ruleset, shot: Shot) -> list[str]:
    """Return what comes out differently without positions, the facts declared; empty when nothing."""
    if isinstance(shot.action, Charge | Fight):
        return fights.differences(rules, shot)
    if laid(rules, shot):
        return []
    try:
        bare, action = without_places(shot.battle), declared(rules, shot)
        if shot.answers is None:
            assert isinstance(shot.action, Shoot)
            assert isinstance(action, Shoot)
            before, _ = plan_volley(rules, shot.battle, shot.action)
            after, _ = plan_volley(rules, bare, action)
            pair = numbers(before), numbers(after)
        else:
            pair = (
                played(rules, shot.battle, shot.action, shot.answers),
                played(rules, bare, action, shot.answers),
            )
    except Exception as error:
        return [f"the program failed: {type(error).__name__}: {error}"]
    return _compared(*pair)


def laid(rules: Ruleset, shot: Shot) -> bool:
    """Tell whether markers or templates are laid: without positions the players count what they touch."""
    fired = shot.action.action if isinstance(shot.action, Overrule) else shot.action
    assert isinstance(fired, Shoot)
    volley, _ = plan_volley(rules, shot.battle, fired)
    return volley is not None and any(group.spread for group in volley.groups)


def declared(rules: Ruleset, shot: Shot) -> Shoot | Overrule:
    """Return the shot's action with everything declared that was measured."""
    fired = shot.action.action if isinstance(shot.action, Overrule) else shot.action
    assert isinstance(fired, Shoot)
    said = msgspec.structs.replace(fired, facts_by_model=facts_measured(rules, shot.battle, fired))
    return msgspec.structs.replace(shot.action, action=said) if isinstance(shot.action, Overrule) else said


def without_places(battle: Battle) -> Battle:
    """Return the battle as it stands beside a real table: nobody has a place."""
    return battle.with_models(msgspec.structs.replace(m, place=None) for m in battle.models.values())


def played(
    rules: Ruleset, battle: Battle, action: Shoot | Overrule, answers: tuple[object, ...]
) -> list[str]:
    """Return line by line how an action goes: verdict, numbers, questions, report, and how it leaves all."""
    session = Session(rules, Header(battle, "shot", battle.ruleset))
    verdict = session.perform(action)
    lines = [_verdict(verdict)]
    if isinstance(verdict, Permit):
        lines += numbers(verdict.plan if isinstance(verdict.plan, Volley) else None)
    for answer in answers:
        if session.request is None:
            break
        lines.append(_question(session.request))
        session.give(answer)
    if session.request is not None:
        lines.append("waits for " + _question(session.request))
    elif session.steps:
        lines += [
            f"{e.says} {e.about} {sorted(e.facts.items())} {e.faces} {number(e.needed)}"
            for e in session.steps[-1].done.report.entries
            if e.says != "did.declared"
        ]
    lines.append("leaves " + _left(session.settled))
    return lines


def numbers(volley: Volley | None) -> list[str]:
    """Return the numbers of a volley, line by line, without the rules they come from."""
    if volley is None:
        return ["nobody fires"]
    lines = [f"silent: {sorted({f.about[0] for f in volley.silent if f.about})}"]
    for place, group in enumerate(volley.groups):
        shots = [(s.model, s.shots.total) for s in group.shooters]
        saves = [number(save) for save in volley.saves[place]]
        lines.append(
            f"{group.weapon.name} {shots} in {group.zone_kind or 'no'} zone: to hit {number(group.to_hit)}, "
            f"to wound {number(group.to_wound)}, cover {number(group.cover)}, saves {saves}"
        )
    return lines


def number(found: Breakdown | None) -> str:
    """Return a number as it is rolled."""
    if found is None:
        return "-"
    if found.impossible or not found.terms:
        return "none"
    if found.automatic:
        return "automatic"
    return str(found.total) + (f" again {found.reroll}" if found.reroll else "")


def _verdict(verdict: Any) -> str:
    if isinstance(verdict, Permit):
        return "permitted"
    reasons = {f.rule for f in verdict.findings if f.effect == "forbids" and not f.says.startswith("sight.")}
    asks = any(f.effect == "asks" for f in verdict.findings)
    return f"refused by {sorted(reasons)}" + (", asks" if asks else "")


def _question(request: Request[Any]) -> str:
    text = f"{request.says} of {request.side} about {request.about}"
    if isinstance(request, Roll):
        text += f": {request.dice} for {number(request.needed)}"
    return text


def _left(battle: Battle) -> str:
    """Return what a battle is apart from places and what follows from them: who controls which objective."""
    bare = without_places(battle)
    table = bare.table
    for marker in battle.table.objectives.values():
        table = table.with_objective(msgspec.structs.replace(marker, owner=""))
    return digest(bare.with_table(table))


def _compared(before: list[str], after: list[str]) -> list[str]:
    wrong = [f"{a}; without positions: {b}" for a, b in zip(before, after, strict=False) if a != b]
    if len(before) != len(after):
        wrong.append(f"{len(before)} lines; without positions: {len(after)}")
    return wrong
