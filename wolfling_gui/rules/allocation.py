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
from wolfling_gui.rules.volley import SaveGroup


class Pool(msgspec.Struct, frozen=True):
    """Hold wounds of one kind: how many, the Strength of their hits, and the save of each group.

    `outright` wounds remove a model whatever its Wounds (CL-WND-14); `felt` ones leave no roll of feel no
    pain (CL-USR-6), `pinning` ones ask for a test (CL-WPN-20), those of a `spread` count more for the frail.
    """

    name: str
    count: int
    strength: int
    saves: tuple[Breakdown, ...]
    outright: bool = False
    felt: bool = False
    pinning: bool = False
    spread: bool = False


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

    No model gets a second wound before every model has one; with `even_spread` off any sharing is allowed.
    Nothing is asked where there is no choice.
    """
    sizes = [len(group.models) for group in groups]
    total = sum(pool.count for pool in pools)
    owner = rules.catalogue.word("CL-WND-1", "chooser") == "owner"
    side = chooser(battle, target, owner)
    capacity = yield from _capacity(rules, battle, side, target, groups, sizes, total)
    special = rules.on("CL-WND-3") and rules.flag("CL-WND-3", "owner_assigns_special")
    side = chooser(battle, target, owner == special)
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
                facts={"pool": pool.name},
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
    kills = [kills_at_once(rules, pool.strength, group) or pool.outright for pool, _ in unsaved]
    deaths = sum(n for kill, (_, n) in zip(kills, unsaved, strict=True) if kill)
    ordinary = sum(n for _, n in unsaved) - deaths
    alive = [battle.models[m] for m in group.models if not battle.models[m].casualty]
    if within is not None:
        alive = [m for m in alive if m.id in within]
    if group.wounds == 1 or not rules.on("CL-WND-9"):
        deaths, ordinary = deaths + ordinary, 0
    toll = _Toll(rules, battle, target, ordinal, alive)
    order = rules.words("CL-WND-12", "order") if rules.on("CL-WND-12") else ("instant_death",)
    if order[:1] == ("ordinary",):
        yield from toll.take_ordinary(ordinary)
        yield from toll.take_deaths(deaths, group.wounds > 1)
    else:
        yield from toll.take_deaths(deaths, group.wounds > 1)
        yield from toll.take_ordinary(ordinary)
    return _apply(battle, target, toll.gone, toll.lost, battle.units[target].side)


class _Toll:
    """Count what a group loses: whole models, and Wounds of those that stand."""

    def __init__(self, rules: Ruleset, battle: Battle, target: str, ordinal: int, alive: list[Model]) -> None:
        self.rules = rules
        self.battle = battle
        self.target = target
        self.ordinal = ordinal
        self.alive = alive
        self.lost: dict[str, int] = {}
        self.gone: list[str] = []

    def hurt(self, model: Model) -> int:
        return model.wounds_lost + self.lost.get(model.id, 0)

    def take_deaths(self, deaths: int, several_wounds: bool) -> Procedure[None]:
        """Remove a model for each, unwounded ones first where they have several Wounds (CL-WND-12)."""
        if not deaths:
            return
        whole_first = (
            several_wounds
            and self.rules.on("CL-WND-12")
            and self.rules.flag("CL-WND-12", "remove_unwounded_first")
        )
        fresh = [m for m in self.alive if not self.hurt(m)] if whole_first else self.alive
        chosen = yield from self._pick(fresh, min(deaths, len(fresh)), self.ordinal, "CL-WND-4")
        if len(chosen) < deaths:
            rest = [m for m in self.alive if m.id not in chosen]
            count = min(deaths - len(chosen), len(rest))
            chosen += yield from self._pick(rest, count, self.ordinal + 1, "CL-WND-12")
        self.gone += chosen
        self.alive = [m for m in self.alive if m.id not in self.gone]

    def take_ordinary(self, ordinary: int) -> Procedure[None]:
        """Take single Wounds, the wounded model's first, so that whole models go (CL-WND-11)."""
        while ordinary and self.alive:
            wounded = [m for m in self.alive if self.hurt(m)]
            most = self.rules.count("CL-WND-11", "wounded_models_per_group")
            among = wounded if len(wounded) >= most and self.rules.on("CL-WND-11") else self.alive
            turn = self.ordinal + 2 + len(self.gone) + 50 * sum(self.lost.values())
            picked = yield from self._pick(among, 1, turn, "CL-WND-11")
            model = self.battle.models[picked[0]]
            left = model.wounds_left - self.lost.get(model.id, 0)
            taken = min(left, ordinary) if len(among) == 1 or self.rules.on("CL-WND-11") else 1
            self.lost[model.id] = self.lost.get(model.id, 0) + taken
            ordinary -= taken
            if taken == left:
                self.gone.append(model.id)
                self.alive = [m for m in self.alive if m.id != model.id]

    def _pick(self, models: Sequence[Model], count: int, ordinal: int, rule: str) -> Procedure[list[str]]:
        if count >= len(models) or not self.rules.on("CL-WND-4"):
            return [m.id for m in models][:count]
        if count == 0:
            return []
        answer: Mapping[str, int] = yield from ask(
            Allocate(
                rule=rule,
                side=self.battle.units[self.target].side,
                says="allocate.casualties",
                about=(self.target,),
                ordinal=ordinal,
                count=count,
                candidates=tuple(m.id for m in models),
                most={m.id: 1 for m in models},
            ),
            self.battle,
        )
        return [m.id for m in models if answer.get(m.id)]


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
