"""Facts that players say of assaults and fights at a real table: who is engaged, and when."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

import msgspec

from wolfling_gui.core.actions import Charge, ChargeFacts, CombatFacts, Fight
from wolfling_gui.core.battle import Battle
from wolfling_gui.core.forces import Model
from wolfling_gui.rules import engaged
from wolfling_gui.rules.classic import blows, combat
from wolfling_gui.rules.classic.characters import fighting_units
from wolfling_gui.rules.classic.outcomes import no_answer
from wolfling_gui.rules.classic.outlook import fighting_apart
from wolfling_gui.rules.classic.weapons import is_ranged
from wolfling_gui.rules.engine import check
from wolfling_gui.rules.ruleset import Ruleset
from wolfling_gui.session.explain import explain_finding
from wolfling_gui.session.sentences import tr

COVERS = (0, 6, 5, 4)
"""The cover that can be said of those who assaulted a unit that shoots, 0 for none."""


class FightLine(msgspec.Struct, frozen=True):
    """Hold what is said of a body in a fight, and what that does.

    `step` is the step that is said, 0 where its own counts; `may_shoot` tells that it was assaulted and has
    something to shoot with, `blind` how many of its models do not see the enemy; `inside` is None where it
    does not matter whether the unit stands indoors.
    """

    body: str
    unit: str
    models: tuple[str, ...]
    engaged: int
    text: str
    step: int = 0
    may_shoot: bool = False
    blind: int = 0
    inside: bool | None = None


def fights_waiting(rules: Ruleset, battle: Battle) -> tuple[Fight, ...]:
    """Return the fights of this phase that are still to come, each with all models engaged."""
    found = []
    for units in engaged.unfought(rules, battle):
        counts = {body.id: len(body.models) for unit in units for body in fighting_units(rules, battle, unit)}
        found.append(Fight(units[0], CombatFacts(engaged=counts)))
    return tuple(found)


def fight_lines(rules: Ruleset, battle: Battle, fight: Fight) -> tuple[FightLine, ...]:
    """Return a line for each body of a fight: what is said of it, and with how many dice it strikes when."""
    facts = fight.facts
    strikes = _strikes(rules, battle, fight)
    found = []
    for unit in engaged.combat_of(rules, battle, fight.unit):
        for body in fighting_units(rules, battle, unit):
            names = tuple(model.id for model in body.models)
            steps = {facts.steps.get(name, 0) for name in names}
            shoots = _may_shoot(rules, battle, unit, body.models)
            found.append(
                FightLine(
                    body.id,
                    unit,
                    names,
                    facts.engaged.get(body.id, len(names)),
                    _told(strikes[body.id]),
                    steps.pop() if len(steps) == 1 else 0,
                    shoots,
                    sum(name in facts.blind for name in names),
                    unit in facts.indoors if shoots and _zone_counts(rules) and body.id == unit else None,
                )
            )
    return tuple(found)


def _strikes(rules: Ruleset, battle: Battle, fight: Fight) -> Mapping[str, Counter[int]]:
    """Return for each body how many dice it rolls at which step."""
    found: dict[str, Counter[int]] = {}
    units = engaged.combat_of(rules, battle, fight.unit, fight.facts)
    for unit in units:
        found |= {body.id: Counter() for body in fighting_units(rules, battle, unit)}
    plan, _ = combat.plan(rules, battle, fight)
    if plan is None:
        return found
    parted, bodies, engagements = fighting_apart(rules, battle, units, fight.facts)
    for one in blows.strikers_of(rules, parted, bodies, engagements, {}, (), fight.facts.steps):
        found.setdefault(one.unit, Counter())[one.step.total] += one.attacks.total
    return found


def _told(strikes: Counter[int]) -> str:
    steps = [step for step in sorted(strikes, reverse=True) if strikes[step]]
    if not steps:
        return tr("fight.said_nobody")
    return " ".join(tr("fight.said_strikes", attacks=strikes[step], step=step) for step in steps)


def _zone_counts(rules: Ruleset) -> bool:
    """Tell whether only units indoors may stand and shoot, by a house rule (WO-SAS-1)."""
    return rules.on("WO-SAS-1") and rules.catalogue.word("WO-SAS-1", "zones") == "interior"


def _may_shoot(rules: Ruleset, battle: Battle, unit: str, models: tuple[Model, ...]) -> bool:
    if rules.answer_assault is no_answer or not engaged.assaulters(battle, unit):
        return False
    return any(is_ranged(weapon) for model in models for weapon in model.weapons)


def with_engaged(fight: Fight, body: str, count: int) -> Fight:
    """Return a fight in which so many models of a body are engaged."""
    return _with(fight, engaged={**fight.facts.engaged, body: count})


def with_step(fight: Fight, line: FightLine, step: int) -> Fight:
    """Return a fight in which a body strikes at a step, 0 for its own."""
    steps = {name: said for name, said in fight.facts.steps.items() if name not in line.models}
    return _with(fight, steps={**steps, **(dict.fromkeys(line.models, step) if step else {})})


def with_blind(fight: Fight, line: FightLine, count: int) -> Fight:
    """Return a fight in which the last so many models of a body do not see whom they shoot at."""
    others = tuple(name for name in fight.facts.blind if name not in line.models)
    return _with(fight, blind=(*others, *line.models[len(line.models) - count :]))


def with_indoors(fight: Fight, unit: str, inside: bool) -> Fight:
    """Return a fight in which a unit stands indoors, or not."""
    others = tuple(name for name in fight.facts.indoors if name != unit)
    return _with(fight, indoors=(*others, unit) if inside else others)


def with_cover(fight: Fight, cover: int | None) -> Fight:
    """Return a fight in which those who assaulted have a cover save, 0 for none; None is asked later."""
    return _with(fight, cover=cover)


def _with(fight: Fight, **said: object) -> Fight:
    return msgspec.structs.replace(fight, facts=msgspec.structs.replace(fight.facts, **said))


# ---------------------------------------------------------------------- assault moves


def charge_at_table(unit: str, target: str) -> Charge:
    """Return an assault that has reached its target, with nothing else said."""
    return Charge(unit, target, facts=ChargeFacts(0))


def with_charge_fact(charge: Charge, **said: object) -> Charge:
    """Return an assault of which something else is said: its way, difficult ground, tests, other units."""
    return msgspec.structs.replace(charge, facts=msgspec.structs.replace(charge.facts, **said))


def charge_lines(rules: Ruleset, battle: Battle, charge: Charge) -> tuple[tuple[str, str, bool], ...]:
    """Return what comes of an assault as it is said: words, rule, and whether they speak against it."""
    findings = check(rules, battle, charge).findings
    against = [f for f in findings if f.against]
    telling = against or [f for f in findings if f.effect == "warns"] or list(findings[-1:])
    return tuple((explain_finding(f, battle).text, f.rule, f in against) for f in telling)
