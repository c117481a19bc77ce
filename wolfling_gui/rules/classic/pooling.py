"""Gathering the wounds of a volley into pools of one kind each (CL-SHOOT-12, CL-WND-2, CL-WPN-15)."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from wolfling_gui.core.breakdown import Breakdown
from wolfling_gui.rules.allocation import Pool, kills, may_ignore, save_chain
from wolfling_gui.rules.classic import abilities
from wolfling_gui.rules.classic.assembling import sharp_weapon
from wolfling_gui.rules.classic.saves import removes_outright
from wolfling_gui.rules.ruleset import Ruleset
from wolfling_gui.rules.volley import Volley

Kind = tuple[int, bool]
"""A kind of wounds: the shot group that causes them, and whether they rend."""


class Wounds(msgspec.Struct, frozen=True):
    """Hold the wounds that one group of shots caused: ordinary ones, those that rend, and guns lost."""

    group: int
    plain: int
    sharp: int = 0
    guns: int = 0


def pools_of(rules: Ruleset, volley: Volley, wounds: Sequence[Wounds]) -> list[Pool]:
    """Return the wounds of a volley in pools: rending ones apart (CL-WPN-15), equal ones together.

    Wounds equal in Strength and effect are one pool whatever weapon made them (CL-SHOOT-12); its name has
    the weapons one on a line.
    """
    counts: dict[Kind, int] = {}
    for one in wounds:
        for kind, count in (((one.group, False), one.plain), ((one.group, True), one.sharp)):
            counts[kind] = counts.get(kind, 0) + count
    found = []
    for pool, kinds in kinds_of(rules, volley):
        made = [kind for kind in kinds if counts.get(kind)]
        if made:
            names = dict.fromkeys(volley.groups[number].weapon.name for number, _ in made)
            count = sum(counts[kind] for kind in made)
            found.append(msgspec.structs.replace(pool, name="\n".join(names), count=count))
    return found


def kinds_of(rules: Ruleset, volley: Volley) -> list[tuple[Pool, list[Kind]]]:
    """Return the pools a volley may fill, each empty and with the kinds of wounds that go into it.

    They stand in the order of the shots; pools that do the same to every model of the target stand together.
    """
    found: dict[object, tuple[Pool, list[Kind]]] = {}
    for number, group in enumerate(volley.groups):
        for sharp in (False, True) if group.rends else (False,):
            pool = _pool(rules, volley, number, sharp)
            key = (pool.strength, pool.pinning, pool.dazing, effect_of(rules, volley, pool))
            found.setdefault(key, (pool, []))[1].append((number, sharp))
    first: dict[object, int] = {}
    for place, (pool, _) in enumerate(found.values()):
        first.setdefault(effect_of(rules, volley, pool), place)
    return sorted(found.values(), key=lambda one: first[effect_of(rules, volley, one[0])])


def joined(rules: Ruleset, volley: Volley, pools: Sequence[Pool]) -> list[Pool]:
    """Join pools of several volleys at one target that do the same to all its models (CL-ASLT-18)."""
    found: dict[object, Pool] = {}
    for pool in pools:
        key = (pool.strength, pool.pinning, pool.dazing, effect_of(rules, volley, pool))
        old = found.get(key)
        if old is not None:
            pool = old.joined(pool)
        found[key] = pool
    return list(found.values())


def effect_of(rules: Ruleset, volley: Volley, pool: Pool) -> object:
    """Return what a wound of a pool does to each group of a target, to be compared."""
    return tuple(
        (
            _numbers(rules, save),
            kills(rules, pool, group),
            group.painless if may_ignore(rules, pool, group) else 0,
            group.frail if pool.spread else 1,
        )
        for save, group in zip(pool.saves, volley.targets, strict=True)
    )


def _numbers(rules: Ruleset, save: Breakdown) -> tuple[int, ...]:
    """Return the numbers of the saves that are made against a wound, one after the other."""
    if save.impossible or not save.terms:
        return ()
    return tuple(one.total for one in save_chain(rules, save))


def _pool(rules: Ruleset, volley: Volley, number: int, sharp: bool) -> Pool:
    group = volley.groups[number]
    weapon = group.weapon
    bears = sharp_weapon(rules, weapon) if sharp else weapon
    return Pool(
        weapon.name,
        0,
        weapon.s,
        volley.sharp[number] if sharp else volley.saves[number],
        removes_outright(rules, weapon),
        abilities.feels(rules, weapon, bears.ap),
        group.pinning,
        bool(group.spread),
        "shock_hammer" in weapon.rules and rules.on("CL-CCW-5"),
    )


def batches_of(rules: Ruleset, pools: Sequence[Pool]) -> list[list[Pool]]:
    """Return the pools that are shared out together: all of a unit's, or one by one (CL-SHOOT-12)."""
    if not pools:
        return []
    if rules.on("CL-SHOOT-12") and rules.flag("CL-SHOOT-12", "allocate_together"):
        return [list(pools)]
    return [[pool] for pool in pools]
