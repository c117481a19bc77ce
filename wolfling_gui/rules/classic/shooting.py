"""Shooting, from the choice of a target to the casualties (CL-SHOOT)."""

from __future__ import annotations

import msgspec

from wolfling_gui.core.actions import Shoot
from wolfling_gui.core.battle import Battle
from wolfling_gui.core.dice import Dice
from wolfling_gui.core.forces import Condition, Unit
from wolfling_gui.core.procedure import Outcome, Procedure, ask
from wolfling_gui.core.report import Entry, Report
from wolfling_gui.core.requests import Roll
from wolfling_gui.core.verdict import Finding
from wolfling_gui.rules.allocation import Pool, remove, roll_saves, share
from wolfling_gui.rules.classic import night
from wolfling_gui.rules.classic.repair import must_run
from wolfling_gui.rules.classic.saves import removes_outright
from wolfling_gui.rules.classic.unit_types import weapons_allowed
from wolfling_gui.rules.classic.volleys import facts_measured as facts_measured
from wolfling_gui.rules.classic.volleys import fired, may_split
from wolfling_gui.rules.classic.volleys import plan_volley as plan_volley
from wolfling_gui.rules.classic.weapons import bars_assault, weapon_range
from wolfling_gui.rules.dice_rolls import hits_of, rerolled, succeeds
from wolfling_gui.rules.facts import gap_between
from wolfling_gui.rules.findings import forbid, forbids, permit
from wolfling_gui.rules.ruleset import Ruleset
from wolfling_gui.rules.volley import SaveGroup, ShotGroup, Volley

STATES = {"locked": "locked", "ran": "ran", "gone_to_ground": "gone_to_ground"}


def check_shoot(rules: Ruleset, battle: Battle, action: Shoot) -> tuple[Finding, ...]:
    """Judge who fires at whom: states, one target a turn, no fire into a melee (CL-SHOOT-2 to CL-SHOOT-4)."""
    unit, target = battle.units[action.unit], battle.units[action.target]
    found: list[Finding] = []
    if rules.on("CL-SHOOT-2"):
        blocked = rules.words("CL-SHOOT-2", "blocked")
        found.extend(
            forbid("CL-SHOOT-2", f"shoot.state_{state}", unit.id)
            for state, condition in STATES.items()
            if state in blocked and any(c.kind == condition for c in unit.conditions)
        )
    fresh = [m for m in battle.members(unit.id) if m.id not in fired(unit)]
    if rules.on("CL-SHOOT-1") and unit.has("shot") and not (may_split(rules) and fresh):
        found.append(forbid("CL-SHOOT-1", "shoot.once", unit.id))
    found += _too_many(rules, battle, action)
    if must_run(rules, battle, unit):
        found.append(forbid("CL-MOVE-4", "shoot.must_run", unit.id))
    if target.side == unit.side:
        found.append(forbid("CL-SHOOT-3", "shoot.own_side", unit.id, target.id))
    if not battle.members(target.id):
        found.append(forbid("CL-SHOOT-3", "shoot.target_gone", target.id))
    if came_down(unit) and rules.on("CL-TURN-9") and not rules.flag("CL-TURN-9", "may_shoot"):
        found.append(forbid("CL-TURN-9", "shoot.came_down", unit.id))
    if target.has("locked") and rules.on("CL-SHOOT-4") and not rules.flag("CL-SHOOT-4", "target_locked"):
        found.append(forbid("CL-SHOOT-4", "shoot.target_locked", unit.id, target.id))
    return tuple(found)


def _too_many(rules: Ruleset, battle: Battle, action: Shoot) -> list[Finding]:
    """Refuse more weapons than a model may fire in a phase (CL-SHOOT-6, CL-UT-5, CL-UT-8)."""
    found = []
    for name in action.weapons:
        count = len(action.weapons_of(name))
        most, rule = weapons_allowed(rules, battle.models[name])
        if most is not None and count > most:
            found.append(
                forbid(
                    rule, "shoot.too_many_weapons", name,
                    value=count, limit=most, measure="count", comparison="at_most",
                )
            )  # fmt: skip
    return found


def may_assault(rules: Ruleset, battle: Battle, unit: Unit, target: Unit) -> tuple[Finding, ...]:
    """Say what a unit's shots leave of its assault: none, or only on the unit shot at (CL-SHOOT-10)."""
    found: list[Finding] = []
    barred = unit.condition("no_assault")
    if barred is not None:
        found.append(forbid(barred.rule or "CL-SHOOT-10", "assault.barred", unit.id))
    shot = unit.condition("shot")
    only = rules.on("CL-SHOOT-10") and rules.flag("CL-SHOOT-10", "assault_only_target")
    if only and shot is not None and shot.about and shot.about != target.id:
        found.append(forbid("CL-SHOOT-10", "assault.only_target", unit.id, shot.about))
    return tuple(found)


def came_down(unit: Unit) -> bool:
    """Tell whether a unit has arrived by deep strike this turn."""
    arrived = unit.condition("arrived")
    return arrived is not None and arrived.about == "deep_strike"


def measured_in_advance(rules: Ruleset) -> bool:
    """Tell whether ranges are known before a target is declared (CL-GEN-9)."""
    return not rules.on("CL-GEN-9") or rules.flag("CL-GEN-9", "premeasure_allowed")


def check(rules: Ruleset, battle: Battle, action: Shoot) -> tuple[Volley | None, tuple[Finding, ...]]:
    """Judge a volley as a whole and work out its numbers; the volley is None when nobody can fire."""
    found = [*rules.may_act(rules, battle, battle.units[action.unit], "shoot")]
    found += rules.check_shoot(rules, battle, action)
    if (
        not battle.members(action.target)
        or battle.units[action.unit].side == battle.units[action.target].side
    ):
        return None, tuple(found)
    volley, reasons = plan_volley(rules, battle, action)
    if volley is None and not measured_in_advance(rules):
        far = tuple(f for f in reasons if f.says == "shoot.out_of_range")
        if far:
            commits = permit("CL-GEN-9", "shoot.range_unknown", action.unit, action.target)
            return Volley(action.unit, action.target, (), (), (), far), (*found, commits)
    if volley is None:
        found += reasons if not forbids(found) else ()
        return None, tuple(found)
    found += _indirect(volley)
    if not measured_in_advance(rules):
        return volley, (*found, permit("CL-GEN-9", "shoot.range_unknown", action.unit, action.target))
    fires = permit("CL-SHOOT-1", "shoot.volley", action.unit, action.target, facts={"shots": volley.shots})
    return volley, (*found, fires)


def _indirect(volley: Volley) -> list[Finding]:
    """Say which firers do not see the target and fire all the same (CL-LOS-5)."""
    shots = [shooter.context for group in volley.groups for shooter in group.shooters]
    return [
        permit("CL-LOS-5", "shoot.indirect", shot.firer.id, volley.target, facts={"weapon": shot.weapon.name})
        for shot in shots
        if shot.indirect
    ]


def resolve(rules: Ruleset, battle: Battle, volley: Volley) -> Procedure[Outcome]:
    """Roll a volley: to hit, to wound, allocation, saves, casualties; all its shots strike together."""
    unit = battle.units[volley.unit]
    if not volley.groups:
        facts: dict[str, str | int] = {"range": min(f.value or 0 for f in volley.silent)}
        about = (unit.id, volley.target)
        short = Entry("did.out_of_range", ("CL-GEN-9", "CL-SHOOT-5"), about, facts, side=unit.side)
        return Outcome(_mark_fired(rules, battle, volley), Report((short,)))
    by_night: tuple[Entry, ...] = ()
    if night.in_force(rules, battle):
        seen, by_night = yield from night.look_out(rules, battle, volley)
        if not seen:
            lost = Condition("shot", "CL-SHOOT-11", about=volley.target, until="turn")
            return Outcome(battle.with_condition(unit.id, lost), Report(by_night))
    entries: list[Entry] = [
        *by_night,
        Entry(
            "did.aimed",
            tuple(dict.fromkeys(r for g in volley.groups for r in g.to_hit.rules())),
            (unit.id, volley.target),
            {"shots": volley.shots, "firers": len(set(volley.firers))},
            side=unit.side,
        ),
    ]
    battle = _mark_fired(rules, battle, volley)
    pools: list[Pool] = []
    for number, group in enumerate(volley.groups):
        hits, lines = yield from _roll_to_hit(rules, battle, volley, group, number)
        entries += lines
        wounds = 0
        if hits:
            wounds, lines = yield from _roll_to_wound(rules, battle, volley, group, number, hits)
            entries += lines
        if wounds:
            outright = removes_outright(rules, group.weapon)
            pools.append(
                Pool(group.weapon.name, wounds, group.weapon.s, volley.saves[number], outright=outright)
            )
    for batch in _batches(rules, pools):
        battle, taken = yield from take_wounds(rules, battle, volley, batch)
        entries += taken
    settled = rules.removal(rules, battle)
    return Outcome(settled.battle, Report((*entries, *settled.report.entries)))


def _batches(rules: Ruleset, pools: list[Pool]) -> list[list[Pool]]:
    """Return the wounds that are shared out together: all of a unit's, or weapon by weapon (CL-SHOOT-12)."""
    if not pools:
        return []
    merged = _merged(pools)
    if rules.on("CL-SHOOT-12") and rules.flag("CL-SHOOT-12", "allocate_together"):
        return [merged]
    return [[pool] for pool in merged]


def _merged(pools: list[Pool]) -> list[Pool]:
    """Join the wounds that are the same in Strength and saves, whatever group rolled them (CL-SHOOT-12)."""
    joined: dict[object, Pool] = {}
    for pool in pools:
        key = (pool.name, pool.strength, pool.outright, tuple((s.impossible, s.total) for s in pool.saves))
        old = joined.get(key)
        joined[key] = pool if old is None else msgspec.structs.replace(old, count=old.count + pool.count)
    return list(joined.values())


def _mark_fired(rules: Ruleset, battle: Battle, volley: Volley) -> Battle:
    shot = Condition("shot", "CL-SHOOT-1", about=volley.target, until="turn")
    battle = battle.with_condition(volley.unit, shot)
    if may_split(rules):
        for name in dict.fromkeys(volley.firers):
            battle = battle.with_condition(volley.unit, Condition("fired", "CL-SHOOT-3", about=name))
    shots = [shooter.context for group in volley.groups for shooter in group.shooters]
    if any(bars_assault(rules, shot.weapon, shot.unit, shot.firer) for shot in shots):
        battle = battle.with_condition(volley.unit, Condition("no_assault", "CL-SHOOT-10", until="turn"))
    return battle


def _roll_to_hit(
    rules: Ruleset, battle: Battle, volley: Volley, group: ShotGroup, number: int
) -> Procedure[tuple[int, tuple[Entry, ...]]]:
    side = battle.units[volley.unit].side
    facts: dict[str, str | int] = {"weapon": group.weapon.name, "dice": group.shots}
    if group.to_hit.automatic:
        sure: dict[str, str | int] = {**facts, "hits": group.shots}
        about = (volley.unit, volley.target)
        return group.shots, (Entry("did.hit_surely", group.to_hit.rules(), about, sure, side=side),)
    each = {shooter.shots.total for shooter in group.shooters}
    firing: dict[str, str | int] = {"firers": len(group.shooters), "each": min(each) if len(each) == 1 else 0}
    roll = Roll(
        rule=group.to_hit.ordered()[-1].rule if group.to_hit.terms else "CL-SHOOT-7",
        side=side,
        says="roll.to_hit",
        about=(volley.unit, volley.target, group.shooters[0].model),
        ordinal=number,
        dice=Dice(group.shots),
        needed=group.to_hit,
        facts={**facts, **firing},
    )
    faces = yield from ask(roll, battle)
    standing, again = yield from rerolled(rules, battle, roll, group.to_hit, faces)
    hits = hits_of(faces, standing, group.to_hit)
    entries = [
        Entry(
            "did.hit",
            group.to_hit.rules(),
            (volley.unit, volley.target),
            {**facts, "hits": hits},
            faces,
            group.to_hit,
            side,
        )
    ]
    if again:
        entries.append(Entry("did.rerolled", ("CL-GEN-4",), (volley.unit,), facts, again, None, side))
    return hits, tuple(entries)


def _roll_to_wound(
    rules: Ruleset, battle: Battle, volley: Volley, group: ShotGroup, number: int, hits: int
) -> Procedure[tuple[int, tuple[Entry, ...]]]:
    side = battle.units[volley.unit].side
    needed = group.to_wound
    facts: dict[str, str | int] = {"weapon": group.weapon.name, "dice": hits}
    if needed.impossible:
        return 0, (Entry("did.cannot_wound", needed.rules(), (volley.target,), facts, (), needed, side),)
    if needed.automatic:
        sure: dict[str, str | int] = {**facts, "wounds": hits}
        return hits, (Entry("did.wounded_surely", needed.rules(), (volley.target,), sure, side=side),)
    faces = yield from ask(
        Roll(
            rule="CL-SHOOT-8",
            side=side,
            says="roll.to_wound",
            about=(volley.unit, volley.target, group.shooters[0].model),
            ordinal=number,
            dice=Dice(hits),
            needed=needed,
            facts=facts,
        ),
        battle,
    )
    wounds = sum(1 for face in faces if succeeds(face, needed.total))
    entry = Entry(
        "did.wounded_rolls",
        needed.rules(),
        (volley.unit, volley.target),
        {**facts, "wounds": wounds},
        faces,
        needed,
        side,
    )
    return wounds, (entry,)


def take_wounds(
    rules: Ruleset, battle: Battle, volley: Volley, pools: list[Pool]
) -> Procedure[tuple[Battle, list[Entry]]]:
    """Share wounds over the target's groups, roll saves and remove casualties, group by group."""
    entries: list[Entry] = []
    places, groups = _standing(battle, volley.targets)
    if not groups:
        return battle, entries
    within = in_reach(rules, battle, volley)
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
            unsaved.append((pool, failed))
        if any(count for _, count in unsaved):
            battle, lines = yield from remove(
                rules, battle, volley.target, group, unsaved, number * 100, within
            )
            entries += lines
    return battle, entries


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
