"""Shooting, from the choice of a target to the casualties (CL-SHOOT)."""

from __future__ import annotations

from itertools import groupby

import msgspec

from wolfling_gui.core.actions import DeclaredFacts, Shoot
from wolfling_gui.core.battle import Battle
from wolfling_gui.core.breakdown import Breakdown
from wolfling_gui.core.dice import Dice
from wolfling_gui.core.forces import Condition, Model, Unit, Weapon
from wolfling_gui.core.procedure import Outcome, Procedure, ask
from wolfling_gui.core.report import Entry, Report
from wolfling_gui.core.requests import Roll
from wolfling_gui.core.verdict import Finding
from wolfling_gui.rules.allocation import Pool, groups_of, remove, roll_saves, share
from wolfling_gui.rules.classic import night
from wolfling_gui.rules.classic.weapons import bars_assault, choose_weapon, is_plain, weapon_range
from wolfling_gui.rules.dice_rolls import hits_of, rerolled, succeeds
from wolfling_gui.rules.facts import gap_between, line_between, measured, range_between, why_unseen
from wolfling_gui.rules.findings import forbid, forbids, permit
from wolfling_gui.rules.ruleset import Ruleset
from wolfling_gui.rules.slots import ShotContext
from wolfling_gui.rules.volley import Shooter, ShotGroup, Volley

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
    if rules.on("CL-SHOOT-1") and unit.has("shot"):
        found.append(forbid("CL-SHOOT-1", "shoot.once", unit.id))
    if target.side == unit.side:
        found.append(forbid("CL-SHOOT-3", "shoot.own_side", unit.id, target.id))
    if not battle.members(target.id):
        found.append(forbid("CL-SHOOT-3", "shoot.target_gone", target.id))
    if came_down(unit) and rules.on("CL-TURN-9") and not rules.flag("CL-TURN-9", "may_shoot"):
        found.append(forbid("CL-TURN-9", "shoot.came_down", unit.id))
    if target.has("locked") and rules.on("CL-SHOOT-4") and not rules.flag("CL-SHOOT-4", "target_locked"):
        found.append(forbid("CL-SHOOT-4", "shoot.target_locked", unit.id, target.id))
    return tuple(found)


def came_down(unit: Unit) -> bool:
    """Tell whether a unit has arrived by deep strike this turn."""
    arrived = unit.condition("arrived")
    return arrived is not None and arrived.about == "deep_strike"


def measured_in_advance(rules: Ruleset) -> bool:
    """Tell whether ranges are known before a target is declared (CL-GEN-9)."""
    return not rules.on("CL-GEN-9") or rules.flag("CL-GEN-9", "premeasure_allowed")


def plan_volley(rules: Ruleset, battle: Battle, action: Shoot) -> tuple[Volley | None, tuple[Finding, ...]]:
    """Work out the volley of a unit at a target: who fires what at which numbers, and who stays silent."""
    unit, target = battle.units[action.unit], battle.units[action.target]
    silent: list[Finding] = []
    shooters: list[Shooter] = []
    asked: list[Finding] = []
    for firer in battle.members(unit.id):
        if action.weapons and firer.id not in action.weapons:
            silent.append(permit("CL-SHOOT-3", "shoot.holds_fire", firer.id))
            continue
        weapon = choose_weapon(firer, action.weapons.get(firer.id, ""))
        if weapon is None or not is_plain(weapon):
            silent.append(_no_weapon(firer, action.weapons.get(firer.id, "")))
            continue
        context, trouble = _context(rules, battle, firer, unit, target, weapon, action.facts_of(firer.id))
        if context is None:
            (asked if trouble.effect == "asks" else silent).append(trouble)
            continue
        shots = rules.shots(rules, battle, context)
        if shots.total <= 0:
            silent.append(_no_shots(rules, firer, target, context, shots))
            continue
        shooters.append(Shooter(firer.id, context, shots))
    if asked:
        return None, tuple(asked)
    if not shooters:
        return None, _explained(rules, battle, target, silent)
    return _volley(rules, battle, unit, target, shooters, silent), ()


def facts_measured(rules: Ruleset, battle: Battle, action: Shoot) -> dict[str, DeclaredFacts]:
    """Return the facts of each firing model's shot as they stand: what is declared, and the rest measured.

    Declared with the same action, they give the same volley on a table without any positions.
    """
    target = battle.units[action.target]
    volley, _ = plan_volley(rules, battle, action)
    covers: dict[str, int] = {}
    for group in volley.groups if volley is not None else ():
        cover = 0 if group.cover.impossible or not group.cover.terms else group.cover.total
        covers |= {shooter.model: cover for shooter in group.shooters}
    found: dict[str, DeclaredFacts] = {}
    for firer in battle.members(action.unit):
        facts = measured(rules, battle, firer, target, action.facts_of(firer.id))
        if firer.id in covers:
            facts = msgspec.structs.replace(facts, cover=covers[firer.id])
        found[firer.id] = facts
    return found


def _explained(rules: Ruleset, battle: Battle, target: Unit, silent: list[Finding]) -> tuple[Finding, ...]:
    """Name what blocks the sight of the firer that comes nearest to seeing, before the other reasons."""
    unseen = [f for f in silent if f.says == "sight.none"]
    if not unseen:
        return tuple(silent)
    firers = [battle.models[f.about[0]] for f in unseen]
    models = battle.standing(target.id)
    nearest = min(firers, key=lambda firer: min(gap_between(rules, battle, firer, m) for m in models))
    reason = why_unseen(rules, battle, nearest, target)
    return (reason, *(f for f in silent if f.about[0] != nearest.id))


def _no_weapon(firer: Model, wanted: str) -> Finding:
    if wanted:
        return forbid("CL-SHOOT-6", "shoot.no_such_weapon", firer.id, facts={"weapon": wanted})
    return forbid("CL-SHOOT-6", "shoot.no_weapon", firer.id)


def _no_shots(rules: Ruleset, firer: Model, target: Unit, context: ShotContext, shots: Breakdown) -> Finding:
    reach = weapon_range(rules, context.weapon)
    facts: dict[str, str | int] = {"weapon": context.weapon.name}
    if context.range > reach:
        return forbid(
            "CL-SHOOT-5",
            "shoot.out_of_range",
            firer.id,
            target.id,
            value=context.range,
            limit=reach,
            measure="inches",
            comparison="at_most",
            facts=facts,
        )
    last = shots.ordered()[-1]
    return forbid(last.rule, "shoot.no_shots_moved", firer.id, facts=facts)


def _context(
    rules: Ruleset,
    battle: Battle,
    firer: Model,
    unit: Unit,
    target: Unit,
    weapon: Weapon,
    facts: DeclaredFacts,
) -> tuple[ShotContext | None, Finding]:
    """Gather what a firer's shot depends on: from the table, or from what the players declared."""
    line = line_between(rules, battle, firer, target, facts)
    if not line.seen:
        if line.findings:
            return None, line.findings[0]
        return None, forbid("CL-LOS-4", "sight.none", firer.id, target.id)
    away = range_between(rules, battle, firer, target, facts)
    if away is None:
        return None, Finding("CL-SHOOT-5", "asks", "shoot.range_unsaid", (firer.id, target.id))
    zone, kind = rules.shared_zone(rules, battle, firer, target, facts)
    context = ShotContext(
        firer=firer,
        unit=unit,
        target=target,
        weapon=weapon,
        range=away,
        sight=line,
        shared_zone=zone,
        shared_kind=kind,
        zone_declared=facts.zone is not None,
        declared_cover=facts.cover,
        moved=unit.has("moved"),
    )
    return context, permit("CL-SHOOT-1", "shoot.fires", firer.id)


def _volley(
    rules: Ruleset,
    battle: Battle,
    unit: Unit,
    target: Unit,
    shooters: list[Shooter],
    silent: list[Finding],
) -> Volley:
    """Group the shooters that roll together: one weapon, one number to hit, one zone, one declared cover."""

    def place(context: ShotContext) -> tuple[str, str, int]:
        declared = context.declared_cover
        return (context.shared_zone, context.shared_kind, -1 if declared is None else declared)

    def key(shooter: Shooter) -> tuple[str, int, int, str, str, int]:
        hit = rules.to_hit(rules, battle, shooter.context)
        return (
            shooter.context.weapon.name,
            0 if hit.impossible else hit.total,
            hit.reroll,
            *place(shooter.context),
        )

    groups: list[ShotGroup] = []
    together: dict[tuple[str, str, int], tuple[ShotContext, ...]] = {}
    for shooter in shooters:
        where = place(shooter.context)
        together[where] = (*together.get(where, ()), shooter.context)
    covers = {where: rules.cover(rules, battle, contexts) for where, contexts in together.items()}
    for _, members in groupby(sorted(shooters, key=key), key=key):
        listed = tuple(members)
        first = listed[0].context
        groups.append(
            ShotGroup(
                weapon=first.weapon,
                shooters=listed,
                to_hit=rules.to_hit(rules, battle, first),
                to_wound=rules.to_wound(rules, battle, first.weapon, target),
                cover=covers[place(first)],
                zone=first.shared_zone,
                zone_kind=first.shared_kind,
            )
        )
    groups.sort(key=lambda group: (-group.shots, group.weapon.name))
    targets = groups_of(rules, battle.members(target.id))
    saves = tuple(
        tuple(
            rules.save(rules, battle, group.weapon, battle.models[t.models[0]], group.cover) for t in targets
        )
        for group in groups
    )
    return Volley(unit.id, target.id, tuple(groups), targets, saves, tuple(silent))


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
    if not measured_in_advance(rules):
        return volley, (*found, permit("CL-GEN-9", "shoot.range_unknown", action.unit, action.target))
    fires = permit("CL-SHOOT-1", "shoot.volley", action.unit, action.target, facts={"shots": volley.shots})
    return volley, (*found, fires)


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
            {"shots": volley.shots, "firers": len(volley.firers)},
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
            pools.append(Pool(group.weapon.name, wounds, group.weapon.s, volley.saves[number]))
    if pools:
        battle, taken = yield from take_wounds(rules, battle, volley, _merged(pools))
        entries += taken
    settled = rules.removal(rules, battle)
    return Outcome(settled.battle, Report((*entries, *settled.report.entries)))


def _merged(pools: list[Pool]) -> list[Pool]:
    """Join the wounds that are the same in Strength and saves, whatever group rolled them (CL-SHOOT-12)."""
    joined: dict[object, Pool] = {}
    for pool in pools:
        key = (pool.name, pool.strength, tuple((s.impossible, s.total) for s in pool.saves))
        old = joined.get(key)
        joined[key] = (
            pool if old is None else Pool(pool.name, old.count + pool.count, pool.strength, pool.saves)
        )
    return list(joined.values())


def _mark_fired(rules: Ruleset, battle: Battle, volley: Volley) -> Battle:
    battle = battle.with_condition(
        volley.unit, Condition("shot", "CL-SHOOT-1", about=volley.target, until="turn")
    )
    if any(bars_assault(rules, group.weapon) for group in volley.groups):
        battle = battle.with_condition(volley.unit, Condition("no_assault", "CL-SHOOT-10", until="turn"))
    return battle


def _roll_to_hit(
    rules: Ruleset, battle: Battle, volley: Volley, group: ShotGroup, number: int
) -> Procedure[tuple[int, tuple[Entry, ...]]]:
    side = battle.units[volley.unit].side
    facts: dict[str, str | int] = {"weapon": group.weapon.name, "dice": group.shots}
    if group.to_hit.impossible:
        return 0, (
            Entry("did.cannot_hit", group.to_hit.rules(), (volley.unit,), facts, (), group.to_hit, side),
        )
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
    shares = yield from share(rules, battle, volley.target, volley.targets, pools)
    for number, group in enumerate(volley.targets):
        unsaved: list[tuple[Pool, int]] = []
        for place, pool in enumerate(pools):
            count = shares[place][number]
            if not count:
                continue
            failed, lines = yield from roll_saves(
                rules, battle, volley.target, group, pool, pool.saves[number], count, place
            )
            entries += lines
            unsaved.append((pool, failed))
        if any(count for _, count in unsaved):
            battle, lines = yield from remove(rules, battle, volley.target, group, unsaved, number * 100)
            entries += lines
    return battle, entries
