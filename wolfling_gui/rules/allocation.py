"""Sharing wounds over groups of identical models, and taking casualties from them (CL-WND)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from wolfling_gui.core.battle import Battle
from wolfling_gui.core.breakdown import Breakdown
from wolfling_gui.core.dice import Dice
from wolfling_gui.core.forces import Model, Unit
from wolfling_gui.core.procedure import Procedure, ask
from wolfling_gui.core.report import Entry
from wolfling_gui.core.requests import Allocate, Roll
from wolfling_gui.rules.classic import abilities
from wolfling_gui.rules.dice_rolls import succeeds
from wolfling_gui.rules.ruleset import Ruleset
from wolfling_gui.rules.sharing import Spread, sharing
from wolfling_gui.rules.toll import Toll
from wolfling_gui.rules.volley import SaveGroup


class Pool(msgspec.Struct, frozen=True):
    """Hold wounds of one kind: how many, the Strength of their hits, and the save of each group.

    `outright` wounds remove a model whatever its Wounds (CL-WND-14); `felt` ones leave no roll of feel no
    pain (CL-USR-6), `pinning` ones ask for a test (CL-WPN-20), `dazing` ones slow who survives (CL-CCW-5),
    those of a `spread` count more for the frail.
    """

    name: str
    count: int
    strength: int
    saves: tuple[Breakdown, ...]
    outright: bool = False
    felt: bool = False
    pinning: bool = False
    spread: bool = False
    dazing: bool = False

    def joined(self, other: Pool) -> Pool:
        """Return these wounds together with others of the same kind; the names stand one on a line."""
        names = dict.fromkeys((*self.name.split("\n"), *other.name.split("\n")))
        return msgspec.structs.replace(self, name="\n".join(names), count=self.count + other.count)


def groups_of(rules: Ruleset, models: Sequence[Model], unit: Unit | None = None) -> tuple[SaveGroup, ...]:
    """Group models that are the same in every game respect, in the unit's order (CL-WND-2).

    Models of several Wounds are groups by the same measure (CL-WND-13); with that rule off they are one.
    """
    by = set(rules.words("CL-WND-2", "identical_by")) if rules.on("CL-WND-2") else set()
    found: dict[object, list[Model]] = {}
    for model in models:
        key: object = (
            msgspec.structs.replace(model.profile, rules=()) if "profile" in by else 0,
            model.profile.rules if "rules" in by else 0,
            model.weapons if "weapons" in by else 0,
            (model.gear, model.role) if "gear" in by else 0,
            model.home if rules.on("CL-CHAR-6") else "",
        )
        if model.profile.w > 1 and not rules.on("CL-WND-13"):
            key = (model.profile.w, model.profile.t, model.profile.sv, model.profile.invulnerable)
        found.setdefault(key, []).append(model)
    return tuple(
        SaveGroup(
            tuple(m.id for m in members),
            members[0].profile.w,
            own_toughness(rules, members[0]),
            tuple(m.wounds_lost for m in members),
            abilities.painless(rules, members, unit),
            abilities.is_eternal(rules, members, unit),
            abilities.frailty(rules, members, unit),
        )
        for members in found.values()
    )


def own_toughness(rules: Ruleset, model: Model) -> int:
    """Return the Toughness that instant death is judged by: the base one (CL-WND-10, CL-UT-5)."""
    profile = model.profile
    if profile.unit_type in ("bike", "jetbike") and rules.on("CL-UT-5"):
        counts = rules.flag("CL-UT-5", "bonus_counts_for_instant_death")
    else:
        counts = rules.catalogue.word("CL-WND-10", "toughness_used") == "full"
    return profile.t + (profile.toughness_bonus if counts else 0)


def chooser(battle: Battle, target: str, owner: bool) -> str:
    """Return the side that shares wounds out: the owner of the target, or his opponent."""
    side = battle.units[target].side
    return side if owner else next((s.id for s in battle.sides if s.id != side), side)


def share(
    rules: Ruleset, battle: Battle, target: str, groups: Sequence[SaveGroup], pools: Sequence[Pool]
) -> Procedure[list[list[int]]]:
    """Ask the owner how wounds are shared: `result[p][g]` of pool p go to group g (CL-WND-1, CL-WND-3).

    Nothing is asked where there is no choice.
    """
    owner = rules.catalogue.word("CL-WND-1", "chooser") == "owner"
    special = rules.on("CL-WND-3") and rules.flag("CL-WND-3", "owner_assigns_special")
    steps = sharing(rules, [len(group.models) for group in groups], [pool.count for pool in pools])
    try:
        spread = next(steps)
        while True:
            side = chooser(battle, target, owner if spread.pool < 0 else owner == special)
            pool = pools[spread.pool] if spread.pool >= 0 else None
            answer = yield from ask(_asked(rules, spread, groups, side, target, pool), battle)
            spread = steps.send([answer.get(group.id, 0) for group in groups])
    except StopIteration as end:
        result: list[list[int]] = end.value
        return result


def _asked(
    rules: Ruleset, spread: Spread, groups: Sequence[SaveGroup], side: str, target: str, pool: Pool | None
) -> Allocate:
    """Return the question about a choice of the sharing: of all wounds, or of those of one pool."""
    taking = [n for n, most in enumerate(spread.most) if most]
    return Allocate(
        rule="CL-WND-3" if pool else "CL-WND-1",
        side=side,
        says="allocate.pool" if pool else "allocate.wounds",
        about=(target,),
        ordinal=spread.pool + 1,
        count=spread.count,
        candidates=tuple(groups[n].id for n in taking),
        most={groups[n].id: spread.most[n] for n in taking},
        least={groups[n].id: spread.least[n] for n in taking if spread.least[n]},
        facts={"pool": pool.name, **_deadly(rules, pool, groups)} if pool else {},
    )


def roll_saves(
    rules: Ruleset,
    battle: Battle,
    target: str,
    group: SaveGroup,
    pool: Pool,
    needed: Breakdown,
    count: int,
    ordinal: int,
) -> Procedure[tuple[int, tuple[Entry, ...]]]:
    """Roll a group's saves against wounds of one kind; returns the unsaved wounds and the log lines."""
    side = battle.units[target].side
    if needed.impossible or not needed.terms:
        facts: dict[str, str | int] = {"wounds": count, "pool": pool.name}
        return count, (Entry("did.no_save", needed.rules(), (group.id,), facts, (), needed, side),)
    left, entries = count, list[Entry]()
    for place, save in enumerate(save_chain(rules, needed)):
        faces = yield from ask(
            Roll(
                rule=save.ordered()[0].rule,
                side=side,
                says="roll.save",
                about=(target, group.id),
                ordinal=ordinal + 1000 * place,
                dice=Dice(left),
                needed=save,
                facts={"pool": pool.name, **_deadly(rules, pool, (group,))},
            ),
            battle,
        )
        saved = sum(1 for face in faces if succeeds(face, save.total))
        facts = {"wounds": left, "saved": saved, "unsaved": left - saved, "pool": pool.name}
        entries.append(Entry("did.saved", save.rules(), (group.id,), facts, faces, save, side))
        left -= saved
        if not left:
            break
    return left, tuple(entries)


def save_chain(rules: Ruleset, needed: Breakdown) -> tuple[Breakdown, ...]:
    """Return the saves that are made against a wound one after the other: the best alone (CL-WND-8).

    With that rule off, or more than one allowed, those passed over follow, the better first.
    """
    limit = rules.count("CL-WND-8", "saves_per_wound") if rules.on("CL-WND-8") else None
    passed = sorted((t for t in needed.terms if t.dropped == "CL-WND-8"), key=lambda term: term.value)
    more = [Breakdown(needed.scale, (msgspec.structs.replace(term, dropped=""),)) for term in passed]
    return (needed, *more)[:limit]


def remove(
    rules: Ruleset,
    battle: Battle,
    target: str,
    group: SaveGroup,
    unsaved: Sequence[tuple[Pool, int]],
    ordinal: int,
    within: frozenset[str] | None = None,
) -> Procedure[tuple[Battle, tuple[Entry, ...]]]:
    """Take unsaved wounds off a group: instant deaths first, then ordinary ones (CL-WND-9 to CL-WND-12).

    The owner picks which of equal models are removed, of those `within` only if given (CL-WND-4); excess
    wounds are lost. With CL-WND-9 off any unsaved wound removes a model.
    """
    deaths = sum(count for pool, count in unsaved if kills(rules, pool, group))
    ordinary = sum(count for _, count in unsaved) - deaths
    alive = [battle.models[m] for m in group.models if not battle.models[m].casualty]
    if within is not None:
        alive = [m for m in alive if m.id in within]

    def pick(models: Sequence[str], count: int, turn: int, rule: str) -> Procedure[list[str]]:
        answer = yield from ask(
            Allocate(
                rule=rule,
                side=battle.units[target].side,
                says="allocate.casualties",
                about=(target,),
                ordinal=ordinal + turn,
                count=count,
                candidates=tuple(models),
                most=dict.fromkeys(models, 1),
            ),
            battle,
        )
        return [m for m in models if answer.get(m)]

    fresh = frozenset(m.id for m in alive if not m.wounds_lost)
    toll = Toll(rules, {m.id: m.wounds_left for m in alive}, fresh, pick)
    yield from toll.take(deaths, ordinary, group.wounds > 1)
    return _apply(battle, target, toll.gone, toll.lost, battle.units[target].side)


def kills(rules: Ruleset, pool: Pool, group: SaveGroup) -> bool:
    """Tell whether an unsaved wound removes a model of a group whatever Wounds it has left.

    That of an instant death, one that removes outright, any on models of one Wound or with CL-WND-9 off.
    """
    single = group.wounds == 1 or not rules.on("CL-WND-9")
    return single or pool.outright or kills_at_once(rules, pool.strength, group)


def may_ignore(rules: Ruleset, pool: Pool, group: SaveGroup) -> bool:
    """Tell whether a group may ignore unsaved wounds of a pool (CL-USR-6)."""
    if not group.painless or pool.felt:
        return False
    deadly = is_instant_death(rules, pool.strength, group.toughness)
    return not (deadly and "instant_death" in rules.words("CL-USR-6", "excludes"))


def _deadly(rules: Ruleset, pool: Pool, groups: Sequence[SaveGroup]) -> dict[str, int]:
    """Return the fact that wounds kill models of several Wounds at one blow, if they do (CL-WND-10)."""
    kills = any(group.wounds > 1 and kills_at_once(rules, pool.strength, group) for group in groups)
    return {"deadly": 1} if kills else {}


def kills_at_once(rules: Ruleset, strength: int, group: SaveGroup) -> bool:
    """Tell whether a hit's Strength kills models of a group at one blow (CL-WND-10, CL-USR-4)."""
    return is_instant_death(rules, strength, group.toughness) and not group.eternal


def is_instant_death(rules: Ruleset, strength: int, toughness: int) -> bool:
    """Tell whether a hit's Strength kills outright: at least twice the Toughness (CL-WND-10)."""
    return rules.on("CL-WND-10") and strength >= rules.count("CL-WND-10", "strength_ratio") * toughness


def _apply(
    battle: Battle, target: str, gone: Sequence[str], lost: Mapping[str, int], side: str
) -> tuple[Battle, tuple[Entry, ...]]:
    changed: list[Model] = []
    for name in [*gone, *(m for m in lost if m not in gone)]:
        model = battle.models[name]
        dead = name in gone
        wounds = model.profile.w if dead else model.wounds_lost + lost[name]
        changed.append(msgspec.structs.replace(model, wounds_lost=wounds, casualty=dead))
    entries: tuple[Entry, ...] = ()
    if gone:
        taken = sum(battle.models[name].wounds_left for name in gone)
        told: dict[str, str | int] = {"count": len(gone), "unit": target, "wounds": taken}
        entries += (Entry("did.casualties", ("CL-WND-4",), tuple(gone), told, side=side),)
    for name in lost:
        if name not in gone:
            facts: dict[str, str | int] = {
                "wounds": lost[name],
                "left": battle.models[name].wounds_left - lost[name],
            }
            entries += (Entry("did.wounded", ("CL-WND-9",), (name,), facts, side=side),)
    return battle.with_models(changed), entries
