"""Stand and Shoot seen ahead: every condition, kept or not, and the shots by step (WO-SAS)."""

from __future__ import annotations

from wolfling_gui.core.actions import CombatFacts
from wolfling_gui.core.battle import Battle
from wolfling_gui.core.verdict import Finding
from wolfling_gui.rules import engaged, slots
from wolfling_gui.rules.classic import melee
from wolfling_gui.rules.findings import forbid, forbids, permit, warn
from wolfling_gui.rules.ruleset import Ruleset
from wolfling_gui.rules.slots import Answer
from wolfling_gui.rules.variants.wolfling.standing import (
    Aim,
    barred_by,
    bursts,
    hindrances,
    weapons_for,
)
from wolfling_gui.rules.volley import Volley


def answer_ahead(core: slots.AnswerAheadSlot) -> slots.AnswerAheadSlot:
    """Say ahead whether an assaulted unit could stand and shoot, why not, and what it would fire."""

    def slot(rules: Ruleset, battle: Battle, unit: str, target: str, said: CombatFacts) -> Answer | None:
        if not rules.on("WO-SAS-1"):
            return core(rules, battle, unit, target, said)
        battle = engaged.remembered(battle, unit)
        aims, silent = _aims(rules, battle, unit, target)
        shots = tuple(
            (burst.step, volley)
            for burst in bursts(rules, battle, unit, aims, said)
            if (volley := burst.volley(battle)) is not None
        )
        found = [
            *_conditions(rules, battle, unit),
            *_seen(rules, battle, unit, target, len(aims), shots),
            *silent,
            *_timing(rules, battle, unit, target, shots),
        ]
        note = None
        if shots and not forbids(found):
            dice = sum(volley.shots for _, volley in shots)
            told: dict[str, str | int] = {"shots": dice, "at": shots[0][0]}
            note = warn("WO-SAS-1", "stands.may", unit, target, facts=told)
        return Answer(unit, target, tuple(found), shots, note)

    return slot


def _aims(rules: Ruleset, battle: Battle, unit: str, target: str) -> tuple[dict[str, Aim], list[Finding]]:
    """Return what each model would fire, its first weapon that may be used, and who fires nothing."""
    owner = battle.units[unit]
    aims: dict[str, Aim] = {}
    silent: dict[str, Finding] = {}
    for model in battle.members(unit):
        ranged, ready = weapons_for(rules, owner, model)
        if ready:
            aims[model.id] = (ready[0].name, target)
        for weapon in ranged if not ready else ():
            told: dict[str, str | int] = {"weapon": weapon.name}
            silent.setdefault(
                weapon.name, warn(barred_by(rules, weapon), "did.stands_silent", model.id, facts=told)
            )
    return aims, list(silent.values())


def _conditions(rules: Ruleset, battle: Battle, unit: str) -> list[Finding]:
    """Return the conditions of WO-SAS-1 to WO-SAS-3, each kept or broken."""
    broken = hindrances(rules, battle, battle.units[unit])
    found = [forbid(rule, says, unit) for rule, says in broken]
    kept = {"WO-SAS-1": "stands.type", "WO-SAS-2": "stands.free", "WO-SAS-3": "stands.up"}
    missed = {rule for rule, _ in broken}
    types = {m.profile.unit_type for m in battle.members(unit)}
    told: dict[str, str | int] = {"type": min(types, default="infantry")}
    found += [
        permit(rule, says, unit, facts=told if rule == "WO-SAS-1" else {})
        for rule, says in kept.items()
        if rule not in missed and rules.on(rule)
    ]
    return sorted(found, key=lambda finding: finding.rule)


def _seen(
    rules: Ruleset,
    battle: Battle,
    unit: str,
    target: str,
    armed: int,
    shots: tuple[tuple[int, Volley], ...],
) -> list[Finding]:
    """Say how many of the models with a weapon see the enemy (WO-SAS-20)."""
    if not rules.on("WO-SAS-20") or not rules.flag("WO-SAS-20", "needs_line_of_sight"):
        return []
    firing = sum(len(set(volley.firers)) for _, volley in shots)
    make = permit if firing else warn
    told: dict[str, str | int] = {"armed": armed, "firing": firing}
    return [make("WO-SAS-20", "stands.seen", unit, target, facts=told)]


def _timing(
    rules: Ruleset, battle: Battle, unit: str, target: str, shots: tuple[tuple[int, Volley], ...]
) -> list[Finding]:
    """Say at which step the shots come and the enemy strikes, and what the unit gives up."""
    found: list[Finding] = []
    foes = melee.fighters(rules, battle, target)
    if shots and foes and rules.on("WO-SAS-5"):
        weapons = ((m, melee.choices(rules, m)[0]) for m in foes)
        theirs = max(melee.initiative(rules, battle, m, weapon).total for m, weapon in weapons)
        told: dict[str, str | int] = {"at": shots[0][0], "strikes": theirs}
        make = permit if shots[0][0] > theirs else warn
        found.append(make("WO-SAS-5", "stands.step", unit, target, facts=told))
    if rules.on("WO-SAS-4"):
        found.append(warn("WO-SAS-4", "stands.no_blows", unit))
    return found
