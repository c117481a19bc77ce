"""From wounds to casualties: going to ground, sharing out, saves, feel no pain, removal, pinning (CL-WND)."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from wolfling_gui.core.actions import Shoot
from wolfling_gui.core.battle import Battle
from wolfling_gui.core.breakdown import Breakdown
from wolfling_gui.core.forces import Condition
from wolfling_gui.core.procedure import Procedure
from wolfling_gui.core.report import Entry
from wolfling_gui.rules.allocation import Pool, remove, roll_saves, share
from wolfling_gui.rules.classic import ground
from wolfling_gui.rules.classic.artillery import topple
from wolfling_gui.rules.classic.assembling import saved
from wolfling_gui.rules.classic.hits import endure
from wolfling_gui.rules.classic.pinning import pin
from wolfling_gui.rules.classic.pooling import Wounds, batches_of, pools_of
from wolfling_gui.rules.classic.volleys import plan_volley
from wolfling_gui.rules.classic.weapons import weapon_range
from wolfling_gui.rules.facts import gap_between, set_up
from wolfling_gui.rules.findings import forbids
from wolfling_gui.rules.ruleset import Ruleset
from wolfling_gui.rules.volley import SaveGroup, Volley


def strike(
    rules: Ruleset,
    battle: Battle,
    volley: Volley,
    wounds: Sequence[Wounds],
    within: frozenset[str] | None = None,
) -> Procedure[tuple[Battle, list[Entry]]]:
    """Carry out the wounds of a volley at one unit; `within` are the only models that may fall, if given."""
    caused = [one for one in wounds if one.plain or one.sharp]
    entries: list[Entry] = []
    lines: Sequence[Entry]
    if not battle.members(volley.target):
        return battle, entries
    if caused:
        battle, entries = yield from _wounded(rules, battle, volley, caused, within)
    battle, lines = yield from topple(rules, battle, volley, sum(one.guns for one in wounds))
    return battle, [*entries, *lines]


def _wounded(
    rules: Ruleset, battle: Battle, volley: Volley, caused: Sequence[Wounds], within: frozenset[str] | None
) -> Procedure[tuple[Battle, list[Entry]]]:
    lines: Sequence[Entry]
    battle, volley, entries = yield from duck(rules, battle, volley, caused, "wound_rolls")
    pools = pools_of(rules, volley, caused)
    standing = len(battle.members(volley.target))
    pinned = 0
    for batch in batches_of(rules, pools):
        battle, taken, hurt = yield from take_wounds(rules, battle, volley, batch, within)
        entries += taken
        pinned += hurt
    fallen = standing - len(battle.members(volley.target)) if any(p.pinning for p in pools) else 0
    battle, lines = yield from pin(rules, battle, volley.target, pinned, fallen, volley.zone_said)
    return battle, [*entries, *lines]


def duck(
    rules: Ruleset, battle: Battle, volley: Volley, caused: Sequence[Wounds], moment: str
) -> Procedure[tuple[Battle, Volley, list[Entry]]]:
    """Let the target's owner declare that it goes to ground, where that is of use to it (CL-COV-8)."""
    if not ground.in_use(rules) or rules.catalogue.word("CL-COV-8", "declared_after") != moment:
        return battle, volley, []
    found = ducks(rules, battle, volley, [one.group for one in caused])
    if found is not None:
        better, helped = found
    elif _of_other_use(rules, battle, volley):
        better, helped = _grounded(rules, battle, volley), (0, 0)
    else:
        return battle, volley, []
    down, line = yield from ground.offer(rules, battle, volley.target, *helped, volley.zone_said)
    if line is None or not down:
        return battle, volley, []
    return ground.go_down(rules, battle, volley.target, "CL-COV-8"), better, [line]


def _of_other_use(rules: Ruleset, battle: Battle, volley: Volley) -> bool:
    """Tell whether a unit whose saves are not bettered is asked all the same whether it goes to ground.

    So it is where an enemy that has not shot yet may still shoot at it and would meet a better save, or may
    do so for all the app can see; a house rule always asks (CL-COV-8).
    """
    target = battle.units[volley.target]
    side = battle.units[volley.unit].side
    if side == target.side or forbids(rules.may_ground(rules, battle, target, volley.zone_said)):
        return False
    if rules.catalogue.word("CL-COV-8", "offered") == "always":
        return True
    others = [
        u for u in battle.units.values() if u.side == side and u.id != volley.unit and not u.has("shot")
    ]
    return any(_would_help(rules, battle, Shoot(other.id, target.id)) for other in others)


def _would_help(rules: Ruleset, battle: Battle, shot: Shoot) -> bool:
    """Tell whether a shot yet to come may be made and would meet a better save on the ground."""
    if not set_up(battle, shot.unit) or forbids(rules.check_shoot(rules, battle, shot)):
        return False
    volley, reasons = plan_volley(rules, battle, shot)
    if volley is None:
        return any(finding.effect == "asks" for finding in reasons)
    return ducks(rules, battle, volley) is not None


def _grounded(rules: Ruleset, battle: Battle, volley: Volley) -> Volley:
    """Return the volley at a target that is on the ground."""
    return saved(rules, ground.go_down(rules, battle, volley.target, "CL-COV-8"), volley)


def ducks(
    rules: Ruleset, battle: Battle, volley: Volley, groups: Sequence[int] | None = None
) -> tuple[Volley, tuple[int, int]] | None:
    """Return the volley at a target that goes to ground before its saves, and the first save it betters.

    None where it may not or need not. `groups` are the shot groups whose wounds have to be saved, all
    without it; a save is told by what it needed before and needs then, 0 for none.
    """
    target = battle.units[volley.target]
    if not ground.in_use(rules) or battle.units[volley.unit].side == target.side:
        return None
    if forbids(rules.may_ground(rules, battle, target, volley.zone_said)):
        return None
    better = _grounded(rules, battle, volley)
    for old, new in ((volley.saves, better.saves), (volley.sharp, better.sharp)):
        for one in range(len(volley.groups)) if groups is None else groups:
            for was, now in zip(_numbers(old[one]), _numbers(new[one]), strict=True):
                if was != now:
                    return better, (was, now)
    return None


def _numbers(saves: Sequence[Breakdown]) -> list[int]:
    """Return what each save needs, 0 for none."""
    return [0 if save.impossible else save.total for save in saves]


def take_wounds(
    rules: Ruleset,
    battle: Battle,
    volley: Volley,
    pools: list[Pool],
    only: frozenset[str] | None = None,
) -> Procedure[tuple[Battle, list[Entry], int]]:
    """Share wounds over the target's groups, roll saves and remove casualties, group by group.

    Returns the battle, the lines of the log, and how many unsaved wounds came from pinning weapons.
    """
    entries: list[Entry] = []
    places, groups = _standing(battle, volley.targets)
    if not groups:
        return battle, entries, 0
    within = in_reach(rules, battle, volley) if only is None else only
    pinned = 0
    shares = yield from share(rules, battle, volley.target, groups, pools)
    for number, group in enumerate(groups):
        unsaved: list[tuple[Pool, int]] = []
        for place, pool in enumerate(pools):
            count = shares[place][number]
            if not count:
                continue
            failed, lines = yield from roll_saves(
                rules, battle, volley.target, group, pool, pool.saves[places[number]], count, place
            )
            entries += lines
            if failed:
                failed, lines = yield from endure(
                    rules, battle, volley.target, group, pool, failed, place + 100 * number
                )
                entries += lines
            pinned += failed if pool.pinning else 0
            unsaved.append((pool, failed * group.frail if pool.spread else failed))
        if any(count for _, count in unsaved):
            before = battle
            battle, lines = yield from remove(
                rules, battle, volley.target, group, unsaved, number * 100, within
            )
            entries += lines
            if any(count for pool, count in unsaved if pool.dazing):
                battle, lines = _dazed(before, battle, volley.target, group)
                entries += lines
    return battle, entries, pinned


def _dazed(before: Battle, battle: Battle, target: str, group: SaveGroup) -> tuple[Battle, tuple[Entry, ...]]:
    """Slow the models of a group that have lost a Wound to a hammer and live, to the end of the next turn."""
    hurt = [
        name
        for name in group.models
        if battle.models[name].wounds_left < before.models[name].wounds_left
        and not battle.models[name].casualty
    ]
    side, later = battle.units[target].side, battle.clock.other(battle.clock.side)
    for name in hurt:
        slow = Condition("dazed", "CL-CCW-5", about=name, until="own_turn", side=later)
        battle = battle.with_condition(target, slow)
    return battle, tuple(Entry("did.dazed", ("CL-CCW-5",), (name,), side=side) for name in hurt)


def _standing(battle: Battle, groups: tuple[SaveGroup, ...]) -> tuple[list[int], list[SaveGroup]]:
    """Return the groups with the models that still live, and the place of each among the volley's groups."""
    places, found = [], []
    for place, group in enumerate(groups):
        alive = tuple(m for m in group.models if not battle.models[m].casualty)
        if alive:
            lost = tuple(battle.models[m].wounds_lost for m in alive)
            places.append(place)
            found.append(msgspec.structs.replace(group, models=alive, wounds_lost=lost))
    return places, found


def in_reach(rules: Ruleset, battle: Battle, volley: Volley) -> frozenset[str] | None:
    """Return the models that casualties may be: None for any of the group, in range or not (CL-WND-4)."""
    if rules.flag("CL-WND-4", "out_of_range_allowed"):
        return None
    shots = [shooter.context for group in volley.groups for shooter in group.shooters]
    if any(shot.firer.place is None for shot in shots):
        return None
    return frozenset(
        model.id
        for model in battle.standing(volley.target)
        for shot in shots
        if gap_between(rules, battle, shot.firer, model) <= weapon_range(rules, shot.weapon)
        and rules.sight(rules, battle, shot.firer, model).seen
    )
