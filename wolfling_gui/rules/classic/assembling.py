"""Putting a volley together: who rolls with whom, at which cover, against which saves."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Literal

import msgspec

from wolfling_gui.core.battle import Battle
from wolfling_gui.core.breakdown import Breakdown, Term
from wolfling_gui.core.forces import Base, Model, Place, Profile, Unit, Weapon
from wolfling_gui.core.verdict import Finding
from wolfling_gui.rules.allocation import groups_of
from wolfling_gui.rules.classic import abilities, artillery
from wolfling_gui.rules.classic.ground import improved
from wolfling_gui.rules.ruleset import Ruleset
from wolfling_gui.rules.slots import ShotContext
from wolfling_gui.rules.volley import SaveGroup, Shooter, ShotGroup, Volley

_Where = tuple[str, str, bool, bool]
_MARKER = Profile("", base=Base(2))


def assemble(
    rules: Ruleset,
    battle: Battle,
    unit: Unit,
    target: Unit,
    shooters: Sequence[Shooter],
    silent: Sequence[Finding] = (),
) -> Volley:
    """Group the shooters that roll together: one weapon, one number to hit, one zone, cover told alike."""

    def key(shooter: Shooter) -> tuple[object, ...]:
        hit = rules.to_hit(rules, battle, shooter.context)
        return (
            *msgspec.structs.astuple(shooter.context.weapon),
            0 if hit.impossible else hit.total,
            hit.reroll,
            _place(rules, shooter.context),
        )

    together: dict[_Where, tuple[ShotContext, ...]] = {}
    for shooter in shooters:
        where = _place(rules, shooter.context)
        at = None if shooter.aim is None else Place(shooter.aim.at, shooter.aim.level)
        together[where] = (*together.get(where, ()), seen_from(rules, shooter.context, at))
    covers = {where: rules.cover(rules, battle, contexts) for where, contexts in together.items()}
    groups = [
        _group(rules, battle, target, tuple(members), covers)
        for _, members in groupby(sorted(shooters, key=key), key=key)
    ]
    groups.sort(key=lambda group: (-group.shots, group.weapon.name))
    targets = groups_of(rules, _exposed(rules, battle, target, shooters), target)
    guns = guns_of(rules, battle, target)
    return saved(
        rules, battle, Volley(unit.id, target.id, tuple(groups), targets, (), tuple(silent), guns=guns)
    )


def guns_of(rules: Ruleset, battle: Battle, target: Unit) -> tuple[str, ...]:
    """Return the guns of a target that are struck apart from its crew (CL-UT-10)."""
    guns, _ = artillery.guns_and_crew(rules, battle, target.id)
    return tuple(gun.id for gun in guns)


def _place(rules: Ruleset, context: ShotContext) -> _Where:
    """Return whose views of the target are taken together: of one zone, declared ones apart (CL-COV-2)."""
    declared = context.declared_cover is not None
    return (context.shared_zone, context.shared_kind, declared, abilities.is_barrage(rules, context.weapon))


def _group(
    rules: Ruleset,
    battle: Battle,
    target: Unit,
    shooters: tuple[Shooter, ...],
    covers: dict[_Where, Breakdown],
) -> ShotGroup:
    first = shooters[0].context
    weapon = first.weapon
    spread = abilities.spread_of(rules, weapon)
    by: Literal["to_wound", "to_hit"] = (
        "to_hit" if abilities.is_rending(rules, weapon, "to_hit") else "to_wound"
    )
    rends = by == "to_hit" or abilities.is_rending(rules, weapon, "to_wound")
    return ShotGroup(
        weapon=weapon,
        shooters=shooters,
        to_hit=laid_or_rolled(rules.to_hit(rules, battle, first), spread),
        to_wound=rules.to_wound(rules, battle, weapon, target),
        cover=covers[_place(rules, first)],
        zone=first.shared_zone,
        zone_kind=first.shared_kind,
        found=covers[_place(rules, first)],
        spread=spread,
        pinning=abilities.is_pinning(rules, weapon),
        rends=rules.count("CL-WPN-15", "trigger") if rends else 0,
        rends_by=by,
        second_tries=0 if spread else abilities.second_tries(rules, weapon),
    )


def laid_or_rolled(hit: Breakdown, spread: str) -> Breakdown:
    """Return the number to hit; what is laid rolls to hit only where a variant sets its number (CL-WPN-7)."""
    if not spread or (spread != "template" and any(t.op == "set" and t.counts for t in hit.terms)):
        return hit
    rule = "CL-WPN-11" if spread == "template" else "CL-WPN-7"
    says = "why.laid" if spread == "template" else "why.scatters"
    return Breakdown("to_hit", (Term(rule, "auto", 0, says),))


def seen_from(rules: Ruleset, context: ShotContext, at: Place | None) -> ShotContext:
    """Return a shot as its cover is judged: a barrage's from where its marker lies (CL-WPN-18)."""
    if at is None or not abilities.is_barrage(rules, context.weapon):
        return context
    if rules.catalogue.word("CL-WPN-18", "cover_from") != "marker_centre":
        return context
    marker = Model(f"{context.firer.id}: marker", "", context.firer.unit, _MARKER, place=at)
    return msgspec.structs.replace(context, firer=marker)


def _exposed(rules: Ruleset, battle: Battle, target: Unit, shooters: Sequence[Shooter]) -> tuple[Model, ...]:
    """Return the models that wounds can be allocated to: the whole unit, seen or not (CL-LOS-4)."""
    _, models = artillery.guns_and_crew(rules, battle, target.id)
    whole = not rules.on("CL-LOS-4") or rules.flag("CL-LOS-4", "casualties_from_whole_unit")
    firers = [s.context.firer for s in shooters if s.context.firer.place is not None]
    if whole or not firers or not all(m.place is not None for m in models):
        return models
    seen = tuple(m for m in models if any(rules.sight(rules, battle, f, m).seen for f in firers))
    return seen or models


def saved(rules: Ruleset, battle: Battle, volley: Volley) -> Volley:
    """Return a volley with its cover as the target stands now, and with the saves that leaves."""
    target = battle.units[volley.target]
    groups = tuple(
        msgspec.structs.replace(group, cover=_cover_of(rules, battle, target, group))
        for group in volley.groups
    )
    if volley.guns:
        groups = tuple(_at_guns(rules, battle, volley, group) for group in groups)
    return msgspec.structs.replace(
        volley,
        groups=groups,
        saves=tuple(saves_of(rules, battle, g.weapon, g.cover, volley.targets) for g in groups),
        sharp=sharp_saves(rules, battle, groups, volley.targets),
    )


def _cover_of(rules: Ruleset, battle: Battle, target: Unit, group: ShotGroup) -> Breakdown:
    """Return the cover a target has as it stands now, as far as the weapon leaves it any."""
    return rules.cover_left(
        rules, group.weapon, improved(rules, battle, target, group.found, group.zone_said)
    )


def _at_guns(rules: Ruleset, battle: Battle, volley: Volley, group: ShotGroup) -> ShotGroup:
    """Return a group with what it needs against the guns of its target; the ground does not help them."""
    unit, gun = artillery.on_its_feet(battle.units[volley.target]), battle.models[volley.guns[0]]
    cover = _cover_of(rules, battle, unit, group)
    return msgspec.structs.replace(
        group,
        to_break=artillery.to_break(rules, group.weapon),
        gun_save=artillery.gun_save(rules, battle, group.weapon, gun, cover),
    )


def saves_of(
    rules: Ruleset, battle: Battle, weapon: Weapon, cover: Breakdown, targets: Sequence[SaveGroup]
) -> tuple[Breakdown, ...]:
    """Return the save of each group of a target against a weapon."""
    return tuple(rules.save(rules, battle, weapon, battle.models[t.models[0]], cover) for t in targets)


def sharp_saves(
    rules: Ruleset, battle: Battle, groups: Sequence[ShotGroup], targets: Sequence[SaveGroup]
) -> tuple[tuple[Breakdown, ...], ...]:
    """Return for groups of shots the saves against wounds that rend, none where none do (CL-WPN-15)."""
    return tuple(
        saves_of(rules, battle, sharp_weapon(rules, g.weapon), g.cover, targets) if g.rends else ()
        for g in groups
    )


def sharp_weapon(rules: Ruleset, weapon: Weapon) -> Weapon:
    """Return a weapon as its rending wounds count: with their AP (CL-WPN-15)."""
    ap = rules.count("CL-WPN-15", "ap")
    return msgspec.structs.replace(weapon, ap=ap if not weapon.ap else min(ap, weapon.ap))


def landed(
    rules: Ruleset, battle: Battle, volley: Volley, number: int, centres: Sequence[tuple[Shooter, Place]]
) -> Volley:
    """Return a volley in which a barrage's cover is that from where its markers came down (CL-WPN-18)."""
    group = volley.groups[number]
    if not centres or not abilities.is_barrage(rules, group.weapon):
        return volley
    contexts = tuple(seen_from(rules, shooter.context, place) for shooter, place in centres)
    groups = list(volley.groups)
    groups[number] = msgspec.structs.replace(group, found=rules.cover(rules, battle, contexts))
    return saved(rules, battle, msgspec.structs.replace(volley, groups=tuple(groups)))


def beside(
    rules: Ruleset, battle: Battle, volley: Volley, target: str, group: ShotGroup, places: Sequence[Place]
) -> Volley:
    """Return the volley of one group of shots at a unit that only its markers have touched (CL-WPN-9)."""
    other = battle.units[target]
    shooters = []
    for n, shooter in enumerate(group.shooters):
        zone, kind = rules.shared_zone(rules, battle, shooter.context.firer, other)
        context = msgspec.structs.replace(
            shooter.context, target=other, shared_zone=zone, shared_kind=kind, declared_cover=None, half=""
        )
        place = places[min(n, len(places) - 1)] if places else None
        shooters.append(msgspec.structs.replace(shooter, context=seen_from(rules, context, place)))
    weapon = group.weapon
    found = rules.cover(rules, battle, tuple(s.context for s in shooters))
    one = msgspec.structs.replace(
        group,
        shooters=tuple(shooters),
        to_wound=rules.to_wound(rules, battle, weapon, other),
        cover=found,
        found=found,
    )
    _, models = artillery.guns_and_crew(rules, battle, target)
    targets = groups_of(rules, models, other)
    guns = guns_of(rules, battle, other)
    return saved(rules, battle, Volley(volley.unit, target, (one,), targets, (), guns=guns))
