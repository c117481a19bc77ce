"""Sharing wounds over groups of identical models, and taking casualties from them (CL-WND)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from wolfling_gui.core.battle import Battle
from wolfling_gui.core.breakdown import Breakdown
from wolfling_gui.core.dice import Dice
from wolfling_gui.core.forces import Model
from wolfling_gui.core.procedure import Procedure, ask
from wolfling_gui.core.report import Entry
from wolfling_gui.core.requests import Allocate, Roll
from wolfling_gui.rules.dice_rolls import succeeds
from wolfling_gui.rules.ruleset import Ruleset
from wolfling_gui.rules.volley import SaveGroup


class Pool(msgspec.Struct, frozen=True):
    """Hold wounds of one kind: how many, the Strength of their hits, and the save of each group."""

    name: str
    count: int
    strength: int
    saves: tuple[Breakdown, ...]


def groups_of(rules: Ruleset, models: Sequence[Model]) -> tuple[SaveGroup, ...]:
    """Group models that are the same in every game respect, in the unit's order (CL-WND-2)."""
    by = set(rules.words("CL-WND-2", "identical_by"))
    found: dict[object, list[Model]] = {}
    for model in models:
        key = (
            model.profile if "profile" in by else 0,
            model.profile.rules if "rules" in by else 0,
            model.weapons if "weapons" in by else 0,
            (model.gear, model.role) if "gear" in by else 0,
        )
        found.setdefault(key, []).append(model)
    return tuple(
        SaveGroup(
            tuple(m.id for m in members),
            members[0].profile.w,
            members[0].profile.t,
            tuple(m.wounds_lost for m in members),
        )
        for members in found.values()
    )


def share(
    rules: Ruleset, battle: Battle, target: str, groups: Sequence[SaveGroup], pools: Sequence[Pool]
) -> Procedure[list[list[int]]]:
    """Ask the owner how wounds are shared: `result[p][g]` of pool p go to group g (CL-WND-1, CL-WND-3).

    No model gets a second wound before every model has one; with `even_spread` off any sharing is allowed.
    Nothing is asked where there is no choice.
    """
    side = battle.units[target].side
    sizes = [len(group.models) for group in groups]
    total = sum(pool.count for pool in pools)
    capacity = yield from _capacity(rules, battle, side, target, groups, sizes, total)
    result: list[list[int]] = []
    for ordinal, pool in enumerate(pools):
        later = sum(p.count for p in pools[ordinal + 1 :])
        given = yield from _ask_share(
            battle, side, target, groups, pool.count, capacity, later, "allocate.pool", ordinal + 1, pool.name
        )
        result.append(given)
        capacity = [room - got for room, got in zip(capacity, given, strict=True)]
    return result


def _capacity(
    rules: Ruleset,
    battle: Battle,
    side: str,
    target: str,
    groups: Sequence[SaveGroup],
    sizes: Sequence[int],
    total: int,
) -> Procedure[list[int]]:
    if not (rules.on("CL-WND-1") and rules.flag("CL-WND-1", "even_spread")):
        return [total] * len(groups)
    each, extra = divmod(total, sum(sizes))
    if extra == 0:
        return [each * size for size in sizes]
    names = [group.id for group in groups]
    least = {name: each * size for name, size in zip(names, sizes, strict=True)}
    most = {name: each * size + min(size, extra) for name, size in zip(names, sizes, strict=True)}
    if len(groups) == 1:
        return [total]
    answer = yield from ask(
        Allocate(
            rule="CL-WND-1",
            side=side,
            says="allocate.wounds",
            about=(target,),
            count=total,
            candidates=tuple(names),
            most=most,
            least=least,
        ),
        battle,
    )
    return [answer.get(name, 0) for name in names]


def _ask_share(
    battle: Battle,
    side: str,
    target: str,
    groups: Sequence[SaveGroup],
    count: int,
    capacity: Sequence[int],
    later: int,
    says: str,
    ordinal: int,
    pool: str,
) -> Procedure[list[int]]:
    """Ask how many of a pool go to each group; forced shares are not asked."""
    room = sum(capacity)
    most = [min(count, free) for free in capacity]
    least = [max(0, free - (room - count)) for free in capacity]
    least = [low if later + count == room else 0 for low in least]
    open_groups = [i for i, high in enumerate(most) if high]
    if len(open_groups) == 1:
        return [count if i == open_groups[0] else 0 for i in range(len(groups))]
    if all(low == high for low, high in zip(least, most, strict=True)):
        return most
    answer = yield from ask(
        Allocate(
            rule="CL-WND-3",
            side=side,
            says=says,
            about=(target,),
            ordinal=ordinal,
            count=count,
            candidates=tuple(groups[i].id for i in open_groups),
            most={groups[i].id: most[i] for i in open_groups},
            least={groups[i].id: least[i] for i in open_groups if least[i]},
            facts={"pool": pool},
        ),
        battle,
    )
    return [answer.get(group.id, 0) for group in groups]


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
    if needed.impossible:
        facts: dict[str, str | int] = {"wounds": count, "pool": pool.name}
        return count, (Entry("did.no_save", needed.rules(), (group.id,), facts, (), needed, side),)
    faces = yield from ask(
        Roll(
            rule=needed.ordered()[0].rule,
            side=side,
            says="roll.save",
            about=(target, group.id),
            ordinal=ordinal,
            dice=Dice(count),
            needed=needed,
            facts={"pool": pool.name},
        ),
        battle,
    )
    saved = sum(1 for face in faces if succeeds(face, needed.total))
    facts = {"wounds": count, "saved": saved, "unsaved": count - saved, "pool": pool.name}
    return count - saved, (Entry("did.saved", needed.rules(), (group.id,), facts, faces, needed, side),)


def remove(
    rules: Ruleset,
    battle: Battle,
    target: str,
    group: SaveGroup,
    unsaved: Sequence[tuple[Pool, int]],
    ordinal: int,
) -> Procedure[tuple[Battle, tuple[Entry, ...]]]:
    """Take unsaved wounds off a group: instant deaths first, then ordinary ones (CL-WND-9 to CL-WND-12).

    The owner picks which of equal models are removed (CL-WND-4); excess wounds are lost.
    """
    side = battle.units[target].side
    deaths = sum(n for pool, n in unsaved if is_instant_death(rules, pool.strength, group.toughness))
    ordinary = sum(n for _, n in unsaved) - deaths
    lost: dict[str, int] = {}
    gone: list[str] = []
    alive = [battle.models[m] for m in group.models if not battle.models[m].casualty]
    if group.wounds == 1:
        deaths, ordinary = deaths + ordinary, 0
    if deaths:
        whole_first = rules.flag("CL-WND-12", "remove_unwounded_first")
        fresh = [m for m in alive if not m.wounds_lost] if whole_first and group.wounds > 1 else alive
        chosen = yield from _pick(battle, side, target, fresh, min(deaths, len(fresh)), ordinal, "CL-WND-4")
        if len(chosen) < deaths:
            rest = [m for m in alive if m.id not in chosen]
            chosen += yield from _pick(
                battle, side, target, rest, min(deaths - len(chosen), len(rest)), ordinal + 1, "CL-WND-12"
            )
        gone += chosen
        alive = [m for m in alive if m.id not in gone]
    while ordinary and alive:
        wounded = [m for m in alive if m.wounds_lost + lost.get(m.id, 0)]
        if wounded and rules.on("CL-WND-11"):
            model = wounded[0]
        else:
            picked = yield from _pick(battle, side, target, alive, 1, ordinal + 2 + len(gone), "CL-WND-11")
            model = battle.models[picked[0]]
        left = model.wounds_left - lost.get(model.id, 0)
        taken = min(left, ordinary)
        lost[model.id] = lost.get(model.id, 0) + taken
        ordinary -= taken
        if taken == left:
            gone.append(model.id)
            alive = [m for m in alive if m.id != model.id]
    return _apply(battle, target, gone, lost, side)


def is_instant_death(rules: Ruleset, strength: int, toughness: int) -> bool:
    """Tell whether a hit's Strength kills outright: at least twice the Toughness (CL-WND-10)."""
    return rules.on("CL-WND-10") and strength >= rules.count("CL-WND-10", "strength_ratio") * toughness


def _pick(
    battle: Battle, side: str, target: str, models: Sequence[Model], count: int, ordinal: int, rule: str
) -> Procedure[list[str]]:
    if count >= len(models):
        return [m.id for m in models]
    if count == 0:
        return []
    answer: Mapping[str, int] = yield from ask(
        Allocate(
            rule=rule,
            side=side,
            says="allocate.casualties",
            about=(target,),
            ordinal=ordinal,
            count=count,
            candidates=tuple(m.id for m in models),
            most={m.id: 1 for m in models},
        ),
        battle,
    )
    return [m.id for m in models if answer.get(m.id)]


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
        entries += (
            Entry(
                "did.casualties", ("CL-WND-4",), tuple(gone), {"count": len(gone), "unit": target}, side=side
            ),
        )
    for name in lost:
        if name not in gone:
            facts: dict[str, str | int] = {
                "wounds": lost[name],
                "left": battle.models[name].wounds_left - lost[name],
            }
            entries += (Entry("did.wounded", ("CL-WND-9",), (name,), facts, side=side),)
    return battle.with_models(changed), entries
