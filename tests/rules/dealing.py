"""Another exact method for a volley, in fractions: die by die, wound by wound, model by model.

It reads a volley's numbers and nothing else of the odds: every face is tried, wounds are dealt to models in
rounds, and models fall one wound at a time.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import NamedTuple

from wolfling_gui.core.breakdown import Breakdown
from wolfling_gui.rules.volley import SaveGroup, ShotGroup, Volley

State = tuple[tuple[int, ...], ...]
"""How many wounds each model of each group has left."""

FACES = range(1, 7)
SIXTH = Fraction(1, 6)


class House(NamedTuple):
    """Hold the house rules the method knows."""

    rerolls: bool = True
    deaths_first: bool = True
    whole_first: bool = True
    together: bool = True
    even: bool = True
    saves: int = 1
    instant: bool = True


class Wound(NamedTuple):
    """Hold what a wound is: its pool, and against each group its saves, feel no pain, kill and times."""

    pool: tuple[int, bool]
    does: tuple[tuple[tuple[int, ...], int, bool, int], ...]


class Dealt(NamedTuple):
    """Hold the chances of each number of casualties, and how many wounds stay unsaved on the average."""

    casualties: list[Fraction]
    unsaved: Fraction


def deal(volley: Volley, house: House) -> Dealt:
    """Return the chances of a volley, shared in order where the owner is free."""
    kinds = [
        (n, sharp)
        for n, group in enumerate(volley.groups)
        for sharp in ((False, True) if group.rends else (False,))
    ]
    wounds = {kind: _wound(volley, *kind, house) for kind in kinds}
    listed = list(wounds.values())
    firsts = {one: min(n for n, other in enumerate(listed) if other.does == one.does) for one in listed}
    pools = {one: min(n for n, other in enumerate(listed) if other == one) for one in listed}

    def place(wound: Wound) -> tuple[int, int]:
        return firsts[wound], pools[wound]

    chances: dict[tuple[Wound, ...], Fraction] = {(): Fraction(1)}
    for number, group in enumerate(volley.groups):
        for dice in _dice(group, house):
            chances = _sum(
                (
                    tuple(
                        sorted(
                            (*before, *(wounds[number, s] for s in found)),
                            key=lambda w: (firsts[w], pools[w]),
                        )
                    ),
                    a * b,
                )
                for before, a in chances.items()
                for found, b in dice.items()
            )
    size = sum(len(group.models) for group in volley.targets)
    casualties, unsaved = [Fraction(0)] * (size + 1), Fraction(0)
    start: State = tuple(
        tuple(group.wounds - lost for lost in group.wounds_lost or (0,) * len(group.models))
        for group in volley.targets
    )
    known: dict[tuple[State, tuple[Wound, ...]], tuple[dict[State, Fraction], Fraction]] = {}
    for found, share in chances.items():
        states = {start: share}
        for batch in _batches(found, house):
            after: dict[State, Fraction] = {}
            for state, part in states.items():
                key = (state, batch)
                if key not in known:
                    known[key] = _struck(volley, state, batch, house)
                ends, left = known[key]
                unsaved += part * left
                for end, chance in ends.items():
                    after[end] = after.get(end, Fraction(0)) + part * chance
            states = after
        for state, part in states.items():
            casualties[sum(group.count(0) for group in state)] += part
    return Dealt(casualties, unsaved)


def _sum(pairs: Iterable[tuple[object, Fraction]]) -> dict:
    found: dict = {}
    for key, share in pairs:
        found[key] = found.get(key, Fraction(0)) + share
    return found


def _batches(found: tuple[Wound, ...], house: House) -> list[tuple[Wound, ...]]:
    if house.together:
        return [found] if found else []
    return [tuple(w for w in found if w == one) for one in dict.fromkeys(found)]


def _made(face: int, needed: int) -> bool:
    return face > 1 and face >= needed


def _rolls(needed: Breakdown, house: House, keeps: int = 0) -> Iterable[tuple[int, bool, Fraction]]:
    """Yield the face that stands, whether the die succeeds, and the chance, for all ways to roll one die."""
    for face in FACES:
        if _made(face, needed.total) or face == keeps:
            yield face, True, SIXTH
        elif needed.reroll and house.rerolls:
            for again in FACES:
                yield again, again >= needed.reroll or again == keeps, SIXTH * SIXTH
        else:
            yield face, False, SIXTH


def _dice(group: ShotGroup, house: House) -> list[dict[tuple[bool, ...], Fraction]]:
    """Return for each shooter the chances of the wounds it causes; True is one that rends."""
    return [_of_shooter(group, shooter.shots.total, house) for shooter in group.shooters]


def _of_shooter(group: ShotGroup, dice: int, house: House) -> dict[tuple[bool, ...], Fraction]:
    # The tries left count down over the dice in the order they lie.
    tries = group.second_tries if house.rerolls and not group.to_hit.reroll else 0
    states: dict = {(tries, ()): Fraction(1)}
    for _ in range(dice):
        states = _sum(
            ((left, tuple(sorted((*before, *found)))), a * b)
            for (had, before), a in states.items()
            for left, found, b in _one_die(group, had, house)
        )
    return _sum((found, share) for (_, found), share in states.items())


def _one_die(group: ShotGroup, tries: int, house: House) -> Iterable[tuple[int, tuple[bool, ...], Fraction]]:
    by_hit = group.rends if group.rends_by == "to_hit" else 0
    if group.to_hit.automatic:
        rolls = [(0, True, Fraction(1), tries)]
    else:
        rolls = []
        for face, made, share in _rolls(group.to_hit, house):
            if made or not tries:
                rolls.append((face, made, share, tries))
            else:
                rolls += [(f, _made(f, group.to_hit.total), share * SIXTH, tries - 1) for f in FACES]
    for face, made, share, left in rolls:
        if not made:
            yield left, (), share
        elif by_hit and face == by_hit:
            yield left, (True,), share
        else:
            for found, part in _wounding(group, house):
                yield left, found, share * part


def _wounding(group: ShotGroup, house: House) -> Iterable[tuple[tuple[bool, ...], Fraction]]:
    if group.to_wound.impossible:
        yield (), Fraction(1)
    elif group.to_wound.automatic:
        yield (False,), Fraction(1)
    else:
        rends = group.rends if group.rends_by == "to_wound" else 0
        for face, made, share in _rolls(group.to_wound, house, rends):
            yield ((face == rends,) if made else ()), share


def _wound(volley: Volley, number: int, sharp: bool, house: House) -> Wound:
    group = volley.groups[number]
    saves = (volley.sharp if sharp else volley.saves)[number]
    does = []
    for target, save in zip(volley.targets, saves, strict=True):
        chain: list[int] = []
        if not save.impossible and save.terms:
            passed = sorted(term.value for term in save.terms if term.dropped == "CL-WND-8")
            chain = [save.total, *passed][: house.saves]
        deadly = house.instant and group.weapon.s >= 2 * target.toughness
        outright = "removed_outright" in group.weapon.rules
        ap = group.weapon.ap
        ap = min(ap or 2, 2) if sharp else ap
        felt = (
            deadly
            or ap in (1, 2)
            or {"no_armour_save", "no_save", "removed_outright"} & set(group.weapon.rules)
        )
        kill = target.wounds == 1 or outright or (deadly and not target.eternal)
        times = target.frail if group.spread else 1
        does.append((tuple(chain), 0 if felt else target.painless, kill, times))
    return Wound((group.weapon.s, group.pinning), tuple(does))


def _struck(
    volley: Volley, state: State, wounds: tuple[Wound, ...], house: House
) -> tuple[dict[State, Fraction], Fraction]:
    """Deal wounds to models in rounds and let each group save and fall."""
    owners = [n for n, group in enumerate(state) for left in group if left]
    if not owners:
        return {state: Fraction(1)}, Fraction(0)
    dealt = [owners[k % len(owners)] for k in range(len(wounds))] if house.even else [owners[0]] * len(wounds)
    places = sorted(dealt)
    ends: dict[State, Fraction] = {(): Fraction(1)}
    unsaved = Fraction(0)
    for n, group in enumerate(state):
        mine = [wound.does[n] for wound, place in zip(wounds, places, strict=True) if place == n]
        outcome: dict[tuple[int, int], Fraction] = {(0, 0): Fraction(1)}
        for chain, ignores, kill, times in mine:
            fails = _fails(chain, ignores)
            unsaved += fails
            step = (times, 0) if kill else (0, times)
            outcome = _sum(
                pair
                for (dead, hurt), share in outcome.items()
                for pair in (
                    ((dead, hurt), share * (1 - fails)),
                    ((dead + step[0], hurt + step[1]), share * fails),
                )
            )
        ends = _sum(
            ((*before, _fallen(volley.targets[n], group, dead, hurt, house)), a * b)
            for before, a in ends.items()
            for (dead, hurt), b in outcome.items()
        )
    return ends, unsaved


def _fails(chain: tuple[int, ...], ignores: int) -> Fraction:
    """Return the chance that no save of a chain is made and the wound is not ignored, face by face."""
    share = Fraction(1)
    for needed in (*chain, *((ignores,) if ignores else ())):
        share *= Fraction(sum(not _made(face, needed) for face in FACES), 6)
    return share


def _fallen(group: SaveGroup, state: tuple[int, ...], dead: int, hurt: int, house: House) -> tuple[int, ...]:
    left = list(state)

    def die() -> None:
        standing = [n for n, w in enumerate(left) if w]
        whole = [n for n in standing if left[n] == group.wounds] if house.whole_first else standing
        for n in (*whole, *standing)[:1]:
            left[n] = 0

    def bleed() -> None:
        standing = [n for n, w in enumerate(left) if w]
        wounded = [n for n in standing if left[n] < group.wounds]
        for n in (*wounded, *standing)[:1]:
            left[n] -= 1

    order = [die] * dead + [bleed] * hurt
    for fall in order if house.deaths_first else reversed(order):
        fall()
    return tuple(left)


def as_floats(chances: Mapping[int, Fraction] | list[Fraction]) -> list[float]:
    """Return chances as floats."""
    return [float(one) for one in chances]
