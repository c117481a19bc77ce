"""Planning a volley: who fires what, at which numbers, and who stays silent (CL-SHOOT, CL-LOS)."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from wolfling_gui.core.actions import DeclaredFacts, Shoot
from wolfling_gui.core.battle import Battle
from wolfling_gui.core.breakdown import Breakdown
from wolfling_gui.core.forces import Model, Unit, Weapon
from wolfling_gui.core.verdict import Finding
from wolfling_gui.rules.classic.abilities import spread_of, withheld
from wolfling_gui.rules.classic.aiming import aim_of
from wolfling_gui.rules.classic.assembling import assemble
from wolfling_gui.rules.classic.cover import NO_COVER
from wolfling_gui.rules.classic.unit_types import is_gun, weapons_allowed
from wolfling_gui.rules.classic.weapons import choose_weapon, is_indirect, is_plain, is_ranged, weapon_range
from wolfling_gui.rules.facts import (
    gap_between,
    line_between,
    measured,
    places_known,
    range_between,
    why_unseen,
)
from wolfling_gui.rules.findings import forbid, permit
from wolfling_gui.rules.ruleset import Ruleset
from wolfling_gui.rules.slots import ShotContext, SightLine
from wolfling_gui.rules.states import has_moved
from wolfling_gui.rules.volley import Shooter, Volley

OF_WHO_SEES = ("shoot.out_of_range", "shoot.rapid_moved", "shoot.no_shots_moved", "shoot.cannot_hit")
"""Why a model that may well see its target does not fire at it."""


def plan_volley(
    rules: Ruleset, battle: Battle, action: Shoot, agreed: bool = False
) -> tuple[Volley | None, tuple[Finding, ...]]:
    """Work out the volley of a unit at a target: who fires what at which numbers, and who stays silent.

    A model whose marker or template has been placed by hand must be able to fire it, or the volley is none;
    places that are `agreed` on are taken as they are.
    """
    unit, target = battle.units[action.unit], battle.units[action.target]
    silent: list[Finding] = []
    shooters: list[Shooter] = []
    asked: list[Finding] = []
    misplaced: list[Finding] = []
    crews = crews_of(rules, battle, action)
    serving = {crew: gun for gun, crew in crews.items()}
    for firer in battle.members(unit.id):
        if action.weapons and firer.id not in action.weapons and firer.id not in serving:
            silent.append(permit("CL-SHOOT-3", "shoot.holds_fire", firer.id))
            continue
        idle = _idle(rules, unit, firer, crews, serving)
        if idle is not None:
            silent.append(idle)
            continue
        weapons = chosen_weapons(rules, unit, firer, action)
        if not weapons or any(weapon is None or not is_ranged(weapon) for weapon in weapons):
            silent.append(_no_weapon(firer, action.weapons.get(firer.id, "")))
            continue
        for weapon in weapons:
            assert weapon is not None
            held = withheld(rules, unit, firer.id, weapon)
            if held is not None:
                silent.append(held)
                continue
            shooter, trouble = _shooter(rules, battle, action, firer, weapon, agreed)
            if shooter is not None:
                shooters.append(shooter)
            elif trouble[0].effect == "asks":
                asked.append(trouble[0])
            elif firer.id in action.aims and spread_of(rules, weapon):
                misplaced += trouble
            else:
                silent.append(trouble[0])
    if misplaced:
        return None, tuple(misplaced)
    if asked:
        return None, (*asked, *body_reminder(rules, asked))
    if not shooters:
        return None, _explained(rules, battle, action, silent)
    volley = assemble(rules, battle, unit, target, shooters, silent)
    unsaid = _cover_unsaid(battle, volley)
    return (None, unsaid) if unsaid else (volley, ())


def _cover_unsaid(battle: Battle, volley: Volley) -> tuple[Finding, ...]:
    """Ask for the target's cover where the app cannot see it and no rule gives it without that (CL-COV-1)."""
    if places_known(battle):
        return ()
    open_question = any(
        group.found == NO_COVER and any(s.context.declared_cover is None for s in group.shooters)
        for group in volley.groups
    )
    if not open_question:
        return ()
    return (Finding("CL-COV-1", "asks", "shoot.cover_unsaid", (volley.unit, volley.target)),)


def chosen_weapons(rules: Ruleset, unit: Unit, firer: Model, action: Shoot) -> tuple[Weapon | None, ...]:
    """Return the weapons a model fires: those named, or its first plain ones, as many as it may.

    A model without a plain one fires its first blast or template; one that is used up is passed over.
    """
    named = action.weapons_of(firer.id)
    if any(named):
        return tuple(choose_weapon(rules, firer, name) for name in named)
    most, _ = weapons_allowed(rules, firer)
    ranged = [weapon for weapon in firer.weapons if is_ranged(weapon)]
    ready = [w for w in ranged if withheld(rules, unit, firer.id, w) is None] or ranged
    plain = [weapon for weapon in ready if is_plain(rules, weapon)]
    return tuple((plain or ready[:1])[: max(1, most or 1)])


def may_split(rules: Ruleset) -> bool:
    """Tell whether models of a unit may fire at different targets (CL-SHOOT-3)."""
    return not rules.on("CL-SHOOT-3") or rules.flag("CL-SHOOT-3", "split_fire")


def fired(unit: Unit) -> frozenset[str]:
    """Return the models that have fired this turn where a unit may split its fire."""
    return frozenset(c.about for c in unit.conditions if c.kind == "fired")


def body_reminder(rules: Ruleset, asked: list[Finding]) -> tuple[Finding, ...]:
    """Return the reminder of what counts as body, for a question about sight (CL-LOS-2)."""
    if not rules.on("CL-LOS-2") or not any(f.says == "sight.unsaid" for f in asked):
        return ()
    parts = rules.words("CL-LOS-2", "ignored_parts")
    if not rules.flag("CL-LOS-2", "arms_count"):
        parts = (*parts, "arm")
    return (permit("CL-LOS-2", "sight.body", facts={"parts": ", ".join(parts)}),)


def crews_of(rules: Ruleset, battle: Battle, action: Shoot) -> dict[str, str]:
    """Return which crewman serves each gun that may fire (CL-UT-11).

    He is in reach and sees the target; those nearest to each other go together, and each serves one gun.
    """
    if not rules.on("CL-UT-11"):
        return {}
    unit = battle.units[action.unit]
    members = battle.members(unit.id)
    guns = [m for m in members if is_gun(m) and (not action.weapons or m.id in action.weapons)]
    if unit.has("moved") and not rules.flag("CL-UT-11", "gun_may_move_and_fire"):
        guns = []
    crew = [m for m in members if m.profile.unit_type == "artillery" and not is_gun(m)]
    reach = rules.inches("CL-UT-11", "crew_reach_inches")
    pairs: list[tuple[int, str, str]] = []
    for gun in guns:
        for hand in crew:
            placed = gun.place is not None and hand.place is not None
            apart = gap_between(rules, battle, gun, hand) if placed else 0
            if apart <= reach and _sees(rules, battle, action, gun, hand):
                pairs.append((apart, gun.id, hand.id))
    found: dict[str, str] = {}
    for _, one, other in sorted(pairs, key=lambda pair: pair[0]):
        if one not in found and other not in found.values():
            found[one] = other
    return found


def _sees(rules: Ruleset, battle: Battle, action: Shoot, gun: Model, hand: Model) -> bool:
    """Tell whether a gun's crewman sees the target, or need not (CL-LOS-5)."""
    if hand.place is None or any(is_indirect(rules, weapon) for weapon in gun.weapons):
        return True
    target = battle.units[action.target]
    return line_between(rules, battle, hand, target, action.facts_of(hand.id)).seen


def _idle(
    rules: Ruleset, unit: Unit, firer: Model, crews: Mapping[str, str], serving: Mapping[str, str]
) -> Finding | None:
    """Say why a model does not fire whatever its weapons: it has fired, or a gun and its crew (CL-UT-11)."""
    if firer.id in fired(unit) and may_split(rules):
        return forbid("CL-SHOOT-1", "shoot.fired_already", firer.id)
    if firer.id in serving:
        return permit("CL-UT-11", "shoot.serves_gun", firer.id, serving[firer.id])
    if not is_gun(firer) or not rules.on("CL-UT-11"):
        return None
    if unit.has("moved") and not rules.flag("CL-UT-11", "gun_may_move_and_fire"):
        return forbid("CL-UT-11", "shoot.gun_moved", firer.id)
    return None if firer.id in crews else forbid("CL-UT-11", "shoot.no_crew", firer.id)


def _shooter(
    rules: Ruleset, battle: Battle, action: Shoot, firer: Model, weapon: Weapon, agreed: bool
) -> tuple[Shooter | None, tuple[Finding, ...]]:
    """Return a model's part of a volley with one weapon, or why it has none."""
    unit, target = battle.units[action.unit], battle.units[action.target]
    context, trouble = context_of(rules, battle, firer, unit, target, weapon, action.facts_of(firer.id))
    if context is None:
        late = trouble.says == "sight.none" and _too_late(rules, battle, firer, unit, target, weapon)
        return None, (late or trouble,)
    shots = rules.shots(rules, battle, context)
    if shots.total <= 0:
        return None, (_no_shots(rules, firer, target, context, shots),)
    if not spread_of(rules, weapon):
        hit = rules.to_hit(rules, battle, context)
        if hit.impossible:
            return None, (forbid(hit.ordered()[-1].rule, "shoot.cannot_hit", firer.id),)
        return Shooter(firer.id, context, shots), ()
    aim, misplaced = aim_of(rules, battle, context, action.aims.get(firer.id), agreed)
    return (None, misplaced) if misplaced else (Shooter(firer.id, context, shots, aim), ())


def _too_late(
    rules: Ruleset, battle: Battle, firer: Model, unit: Unit, target: Unit, weapon: Weapon
) -> Finding | None:
    """Say that a weapon cannot be fired at anything after the firer's move; None where it can."""
    if not has_moved(rules, unit, firer):
        return None
    closest = ShotContext(firer, unit, target, weapon, 0, SightLine(True, 0), moved=True)
    shots = rules.shots(rules, battle, closest)
    return _no_shots(rules, firer, target, closest, shots) if shots.total <= 0 else None


def facts_measured(rules: Ruleset, battle: Battle, action: Shoot) -> dict[str, DeclaredFacts]:
    """Return the facts of each firing model's shot as they stand: what is declared, and the rest measured.

    Declared with the same action, they give the same volley on a table without any positions.
    """
    target = battle.units[action.target]
    volley, _ = plan_volley(rules, battle, action)
    covers: dict[str, int] = {}
    for group in volley.groups if volley is not None else ():
        cover = 0 if group.found.impossible or not group.found.terms else group.found.total
        covers |= {shooter.model: cover for shooter in group.shooters}
    found: dict[str, DeclaredFacts] = {}
    for firer in battle.members(action.unit):
        facts = measured(rules, battle, firer, target, action.facts_of(firer.id))
        if firer.id in covers:
            facts = msgspec.structs.replace(facts, cover=covers[firer.id])
        found[firer.id] = facts
    return found


def _explained(rules: Ruleset, battle: Battle, action: Shoot, silent: list[Finding]) -> tuple[Finding, ...]:
    """Put the reason of the firer first that comes nearest to firing, and name what blocks the best sight.

    First come those that see the target, the least out of range before the others; then what blocks the sight
    of the one that comes nearest to seeing.
    """
    target = battle.units[action.target]
    unseen = [f for f in silent if f.says == "sight.none"]
    listed = silent
    if unseen:
        blocked = why_unseen(rules, battle, [battle.models[f.about[0]] for f in unseen], target)
        listed = [blocked, *(f for f in silent if f.about[0] != blocked.about[0])]

    def lack(finding: Finding) -> tuple[int, int]:
        firer = battle.models[finding.about[0]]
        if finding.says not in OF_WHO_SEES:
            return (2 if unseen and finding is listed[0] else 3), 0
        if not line_between(rules, battle, firer, target, action.facts_of(firer.id)).seen:
            return 3, 0
        if finding.value is None or finding.limit is None:
            return 1, 0
        return 0, finding.value - finding.limit

    return tuple(sorted(listed, key=lack))


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
    short = rules.inches("CL-WPN-1", "short_inches")
    if context.weapon.type == "rapid_fire" and rules.on("CL-WPN-1") and context.range > short:
        return forbid(
            "CL-WPN-1", "shoot.rapid_moved", firer.id, target.id,
            value=context.range, limit=short, measure="inches", comparison="at_most", facts=facts,
        )  # fmt: skip
    last = shots.ordered()[-1]
    return forbid(last.rule, "shoot.no_shots_moved", firer.id, facts=facts)


def context_of(
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
    indirect = shared = False
    if not line.seen:
        if any(f.effect == "asks" for f in line.findings):
            return None, line.findings[0]
        indirect = is_indirect(rules, weapon)
        shared = not indirect and facts.sight is None and _seen_by_others(rules, battle, unit, target)
        if not indirect and not shared:
            return None, (*line.findings, forbid("CL-LOS-4", "sight.none", firer.id, target.id))[0]
    away = range_between(rules, battle, firer, target, facts)
    if away is None and (indirect or shared):
        away = min((gap_between(rules, battle, firer, m) for m in battle.standing(target.id)), default=None)
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
        moved=has_moved(rules, unit, firer),
        indirect=indirect,
        half=facts.half or "",
    )
    return context, permit("CL-SHOOT-1", "shoot.fires", firer.id)


def _seen_by_others(rules: Ruleset, battle: Battle, unit: Unit, target: Unit) -> bool:
    """Tell whether one firer's sight serves all: not by CL-LOS-4, which asks it of each."""
    if rules.on("CL-LOS-4") and rules.flag("CL-LOS-4", "per_firer"):
        return False
    targets = battle.standing(target.id)
    return any(
        rules.sight(rules, battle, firer, other).seen
        for firer in battle.standing(unit.id)
        for other in targets
    )
