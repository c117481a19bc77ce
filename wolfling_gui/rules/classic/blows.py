"""Blows put together and struck: who strikes whom at which step, as volleys that shooting rolls too.

A blow is a shot without distance: the same groups, rolls, pools and losses (CL-ASLT-13 to CL-ASLT-19).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import msgspec

from wolfling_gui.core.battle import Battle
from wolfling_gui.core.breakdown import Breakdown, Term
from wolfling_gui.core.forces import Weapon
from wolfling_gui.core.procedure import Procedure, ask
from wolfling_gui.core.report import Entry
from wolfling_gui.core.requests import Allocate, Choose, Option
from wolfling_gui.rules.allocation import groups_of
from wolfling_gui.rules.classic import melee
from wolfling_gui.rules.classic.assembling import saves_of, sharp_saves
from wolfling_gui.rules.classic.cover import NO_COVER
from wolfling_gui.rules.classic.hits import roll_to_hit, roll_to_wound
from wolfling_gui.rules.classic.pooling import Wounds, joined, pools_of
from wolfling_gui.rules.classic.strikes import take_wounds
from wolfling_gui.rules.engaged import Engagement
from wolfling_gui.rules.ruleset import Ruleset
from wolfling_gui.rules.slots import ShotContext, SightLine
from wolfling_gui.rules.volley import SaveGroup, Shooter, ShotGroup, Volley

SEEN = SightLine(True, 0)
WoundBy = Callable[[Ruleset, Battle, Weapon, str], Breakdown]


class Striker(msgspec.Struct, frozen=True):
    """Hold a model that strikes: with what, at which step, how often, and which units it can strike."""

    model: str
    unit: str
    weapon: Weapon
    step: Breakdown
    attacks: Breakdown
    units: tuple[str, ...] = ()


def strikers_of(
    rules: Ruleset,
    battle: Battle,
    units: Sequence[str],
    engagements: Mapping[str, Engagement],
    weapons: Mapping[str, Weapon],
    countering: Sequence[str],
    steps: Mapping[str, int],
) -> tuple[Striker, ...]:
    """Return every living model that is engaged, with its numbers; the step is 10 at most and 1 at least.

    `steps` are those that players have said, by model.
    """
    found = []
    for unit in units:
        for model in melee.fighters(rules, battle, unit):
            here = engagements.get(model.id)
            if here is None or not here.fights:
                continue
            weapon = weapons.get(model.id) or melee.choices(rules, model)[0]
            dice = melee.attacks(rules, battle, model, weapon, countering=unit in countering)
            step = melee.initiative(rules, battle, model, weapon)
            if model.id in steps:
                step = step.plus(Term("CL-ASLT-14", "set", steps[model.id], "why.step_said"))
            step = _step(rules, step)
            found.append(Striker(model.id, unit, weapon, step, dice, here.units))
    return tuple(found)


def _step(rules: Ruleset, found: Breakdown) -> Breakdown:
    """Keep a step within those there are; without CL-ASLT-14 all strike together."""
    if not rules.on("CL-ASLT-14"):
        return found.plus(Term("CL-ASLT-14", "set", 1, "why.all_together"))
    low, high = rules.count("CL-ASLT-14", "to"), rules.count("CL-ASLT-14", "from")
    if found.total < low:
        return found.plus(Term("CL-ASLT-14", "set", low, "why.last_step"))
    return found.plus(Term("CL-ASLT-14", "set", high, "why.first_step")) if found.total > high else found


def choose_weapons(
    rules: Ruleset, battle: Battle, units: Sequence[str], engagements: Mapping[str, Engagement]
) -> Procedure[dict[str, Weapon]]:
    """Ask which of its special weapons a model strikes with that carries several, like models together."""
    found: dict[str, Weapon] = {}
    for unit in units:
        models = [m for m in melee.fighters(rules, battle, unit) if m.id in engagements]
        for group in groups_of(rules, models, battle.units[unit]):
            options = melee.choices(rules, battle.models[group.id])
            name = options[0].name
            if len(options) > 1:
                name = yield from ask(
                    Choose(
                        rule="CL-CCW-6", side=battle.units[unit].side, says="choose.weapon",
                        about=(unit, group.id),
                        options=tuple(
                            Option(w.name, "option.weapon", (group.id,), {"weapon": w.name}) for w in options
                        ),
                    ),
                    battle,
                )  # fmt: skip
            chosen = next(w for w in options if w.name == name)
            found |= dict.fromkeys(group.models, chosen)
    return found


def direct(
    rules: Ruleset, battle: Battle, strikers: Sequence[Striker], ordinal: int
) -> Procedure[list[tuple[Striker, str, int]]]:
    """Ask how attacks are split over the units that models can strike, before dice are rolled (CL-ASLT-28).

    Returns who strikes which unit how often.
    """
    found: list[tuple[Striker, str, int]] = []
    alike: dict[tuple[str, tuple[str, ...], str, int], list[Striker]] = {}
    for striker in strikers:
        alike.setdefault(_alike(striker), []).append(striker)
    for number, (key, members) in enumerate(alike.items()):
        unit, units, each = key[0], tuple(u for u in key[1] if battle.members(u)), key[3]
        if not units or not each:
            continue
        if len(units) == 1 or not rules.on("CL-ASLT-28"):
            found += [(one, units[0], each) for one in members]
            continue
        facts: dict[str, str | int] = {"models": len(members), "weapon": members[0].weapon.name}
        answer: Mapping[str, int] = yield from ask(
            Allocate(
                rule="CL-ASLT-28", side=battle.units[unit].side, says="allocate.blows",
                about=(unit, members[0].model), ordinal=ordinal + number, count=each * len(members),
                candidates=units, facts=facts,
            ),
            battle,
        )  # fmt: skip
        left = {name: answer.get(name, 0) for name in units}
        for one in members:
            room = each
            for name in units:
                part = min(room, left[name])
                if part:
                    found.append((one, name, part))
                    left[name] -= part
                    room -= part
    return found


def _alike(striker: Striker) -> tuple[str, tuple[str, ...], str, int]:
    return striker.unit, striker.units, striker.weapon.name, striker.attacks.total


def volleys(
    rules: Ruleset, battle: Battle, blows: Sequence[tuple[Striker, str, int]], in_combat: Sequence[str]
) -> list[Volley]:
    """Return the blows of one step as volleys, one for each unit and the unit it strikes."""
    pairs = dict.fromkeys((striker.unit, target) for striker, target, _ in blows)
    return [
        _volley(
            rules, battle, unit, target, [b for b in blows if (b[0].unit, b[1]) == (unit, target)], in_combat
        )
        for unit, target in pairs
    ]


def _volley(
    rules: Ruleset,
    battle: Battle,
    unit: str,
    target: str,
    blows: Sequence[tuple[Striker, str, int]],
    in_combat: Sequence[str],
) -> Volley:
    other = battle.units[target]
    shooters: list[tuple[Weapon, Shooter, Breakdown]] = []
    for striker, _, count in blows:
        model = battle.models[striker.model]
        weapon = melee.struck_with(rules, battle, model, striker.weapon)
        hit = melee.to_hit(rules, battle, model, other, in_combat)
        context = ShotContext(model, battle.units[unit], other, weapon, 0, SEEN)
        dice = striker.attacks
        if dice.total != count:
            dice = dice.plus(Term("CL-ASLT-28", "set", count, "why.split"))
        shooters.append((weapon, Shooter(model.id, context, dice), hit))
    covers = _cover(rules, battle, tuple(s.context for _, s, _ in shooters))
    return put_together(
        rules,
        battle,
        unit,
        target,
        shooters,
        struck(rules, battle, target, in_combat),
        covers,
        to_wound,
        _as_it_is,
    )


def _as_it_is(weapon: Weapon) -> Weapon:
    return weapon


def put_together(
    rules: Ruleset,
    battle: Battle,
    unit: str,
    target: str,
    shooters: Sequence[tuple[Weapon, Shooter, Breakdown]],
    targets: tuple[SaveGroup, ...],
    cover: Breakdown,
    wound: WoundBy,
    saved_as: Callable[[Weapon], Weapon],
) -> Volley:
    """Return strikes or shots as one volley: those alike in weapon and number to hit roll together.

    `wound` gives what a weapon wounds on, `saved_as` the weapon as saves are made against it.
    """
    grouped: dict[object, tuple[Weapon, Breakdown, list[Shooter]]] = {}
    for weapon, shooter, hit in shooters:
        key = (weapon, hit.total, hit.reroll, hit.automatic)
        grouped.setdefault(key, (weapon, hit, []))[2].append(shooter)
    groups = [
        ShotGroup(
            weapon, tuple(members), hit, wound(rules, battle, weapon, target), cover,
            found=cover, rends=melee.rends(rules, weapon),
        )
        for weapon, hit, members in grouped.values()
    ]  # fmt: skip
    groups.sort(key=lambda group: (-group.shots, group.weapon.name))
    return Volley(
        unit, target, tuple(groups), targets,
        tuple(saves_of(rules, battle, saved_as(g.weapon), g.cover, targets) for g in groups),
        sharp=sharp_saves(rules, battle, groups, targets),
    )  # fmt: skip


def struck(rules: Ruleset, battle: Battle, target: str, in_combat: Sequence[str]) -> tuple[SaveGroup, ...]:
    """Return the groups that wounds on a unit are shared over: all its fighters (CL-ASLT-18)."""
    models = melee.fighters(rules, battle, target)
    whole = rules.on("CL-ASLT-18") and rules.catalogue.word("CL-ASLT-18", "spread_over") == "whole_unit"
    if not whole:
        models = tuple(m for m in models if m.id in in_combat) or models
    return groups_of(rules, models, battle.units[target])


def _cover(rules: Ruleset, battle: Battle, contexts: tuple[ShotContext, ...]) -> Breakdown:
    """Return the cover save against blows: none, unless a house rule gives it (CL-ASLT-19)."""
    if rules.on("CL-ASLT-19") and not rules.flag("CL-ASLT-19", "cover_save"):
        return NO_COVER
    return rules.cover(rules, battle, contexts)


def to_wound(rules: Ruleset, battle: Battle, weapon: Weapon, target: str) -> Breakdown:
    """Give what a blow needs to wound, as in shooting (CL-ASLT-17); paired claws try again (CL-CCW-4)."""
    if not rules.on("CL-ASLT-17"):
        return Breakdown("to_wound", (Term("CL-ASLT-17", "auto", 0, "why.not_rolled"),))
    found = rules.to_wound(rules, battle, weapon, battle.units[target])
    claws = "paired_claw" in weapon.rules and rules.on("CL-CCW-4")
    claws = claws and rules.catalogue.word("CL-CCW-4", "reroll") == "failed_wounds"
    if not claws or found.impossible or found.automatic or found.reroll:
        return found
    return found.plus(Term("CL-CCW-4", "reroll", found.total, "why.claws"))


# ---------------------------------------------------------------------- striking


class Struck(msgspec.Struct, frozen=True):
    """Hold wounds of a step that are still to be taken: their volley, how many, by blows or shots."""

    volley: Volley
    wounds: tuple[Wounds, ...]
    source: str = "blows"


def roll(
    rules: Ruleset, battle: Battle, volley: Volley, ordinal: int, source: str
) -> Procedure[tuple[Struck, list[Entry], list[tuple[str, str]]]]:
    """Roll a volley to hit and to wound; returns what is to be taken, the log, and bearers that burn."""
    entries: list[Entry] = []
    wounds: list[Wounds] = []
    burnt: list[tuple[str, str]] = []
    for number, group in enumerate(volley.groups):
        turn = ordinal + number
        rolled, lines = yield from roll_to_hit(rules, battle, volley, group, turn)
        entries += lines
        burnt += [(model, group.weapon.name) for model in rolled.burnt]
        plain, sharp = 0, rolled.sharp
        if rolled.hits - rolled.sharp:
            left = rolled.hits - rolled.sharp
            plain, rent, more = yield from roll_to_wound(rules, battle, volley, group, turn, left)
            sharp += rent
            entries += more
        if plain or sharp:
            wounds.append(Wounds(number, plain, sharp))
    return Struck(volley, tuple(wounds), source), entries, burnt


def take(
    rules: Ruleset, battle: Battle, target: str, struck: Sequence[Struck]
) -> Procedure[tuple[Battle, list[Entry], int]]:
    """Let a unit take all wounds of one step together: shared out, saved, lost (CL-ASLT-18, CL-ASLT-19).

    Returns how many Wounds were lost: those a model still had when it fell, none beyond (CL-ASLT-20).
    """
    pools = [pool for one in struck for pool in pools_of(rules, one.volley, one.wounds)]
    if not pools:
        return battle, [], 0
    before = {m.id: m.wounds_left for m in battle.members(target)}
    everyone = frozenset(before)
    batches = (
        [joined(rules, struck[0].volley, pools)]
        if rules.flag("CL-ASLT-18", "per_step")
        else [[pool] for pool in pools]
    )
    entries: list[Entry] = []
    after = battle
    for batch in batches:
        after, lines, _ = yield from take_wounds(rules, after, struck[0].volley, batch, everyone)
        entries += lines
    lost = {name: left - after.models[name].wounds_left for name, left in before.items()}
    return after, entries, sum(lost.values())


def living(battle: Battle, strikers: Sequence[Striker]) -> list[Striker]:
    """Return the strikers that still live."""
    return [one for one in strikers if not battle.models[one.model].casualty]
