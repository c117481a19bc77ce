"""Where a marker is put and a template laid: as the players say, or the best place (CL-WPN-7, CL-WPN-11)."""

from __future__ import annotations

import math
from itertools import pairwise

import msgspec

from wolfling_gui.core.actions import Waypoint
from wolfling_gui.core.battle import Battle
from wolfling_gui.core.forces import Model, Weapon
from wolfling_gui.core.lengths import UNITS_PER_INCH, Length, Point, off
from wolfling_gui.core.verdict import Finding, Mark
from wolfling_gui.geometry.measure import gap_to_point
from wolfling_gui.geometry.templates import Teardrop
from wolfling_gui.rules import markers
from wolfling_gui.rules.classic import abilities
from wolfling_gui.rules.facts import base_of, here_of
from wolfling_gui.rules.findings import forbid, limited, warn
from wolfling_gui.rules.recent import Recent
from wolfling_gui.rules.ruleset import Ruleset
from wolfling_gui.rules.slots import ShotContext

_KNOWN = Recent()

Aim = tuple[Waypoint | None, tuple[Finding, ...]]


def aim_of(
    rules: Ruleset, battle: Battle, shot: ShotContext, wanted: Waypoint | None, agreed: bool = False
) -> Aim:
    """Return where a blast's hole is put or towards what a template is laid, or all that speaks against it.

    Nothing, and nothing against it, where firer or target have no places: then the players count the hits.
    A place that is `agreed` on is taken whatever speaks against it.
    """
    if shot.firer.place is None or not battle.standing(shot.target.id):
        return None, ()
    if wanted is not None:
        against = () if agreed else against_aim(rules, battle, shot, wanted)
        return (None, against) if against else (wanted, ())
    if abilities.spread_of(rules, shot.weapon) == "template":
        return _best_template(rules, battle, shot)
    return _best_blast(rules, battle, shot)


def against_aim(rules: Ruleset, battle: Battle, shot: ShotContext, aim: Waypoint) -> tuple[Finding, ...]:
    """Return all that forbids to put a marker's hole, or to lay a template, there (CL-WPN-7, CL-WPN-11)."""
    if abilities.spread_of(rules, shot.weapon) == "template":
        return _against_template(rules, battle, shot, aim)
    return _against_blast(rules, battle, shot, aim)


def size_of(rules: Ruleset, weapon: Weapon) -> markers.Size:
    """Return the size of a weapon's marker."""
    return "large" if abilities.spread_of(rules, weapon) == "large" else "small"


def is_seen(rules: Ruleset, battle: Battle, shot: ShotContext, model: Model) -> bool:
    """Tell whether a marker may be put over a model: the firer sees it, or need not (CL-LOS-5)."""
    said = ("sight.declared_clear", "sight.declared_partly")
    declared = any(f.says in said for f in shot.sight.findings)
    return shot.indirect or declared or rules.sight(rules, battle, shot.firer, model).seen


def _against_blast(rules: Ruleset, battle: Battle, shot: ShotContext, aim: Waypoint) -> tuple[Finding, ...]:
    found: list[Finding] = []
    targets = [(m, base_of(battle, m)) for m in battle.standing(shot.target.id)]
    beneath = [model for model, base in targets if gap_to_point(base, aim.at) == 0]
    under = [m for m in beneath if m.place is not None and m.place.level == aim.level]
    if beneath and not under and beneath[0].place is not None:
        facts: dict[str, str | int] = {"level": beneath[0].place.level}
        found.append(
            forbid("CL-TERR-11", "blast.over_other_floor", shot.firer.id, beneath[0].id, facts=facts)
        )
    elif not under:
        away = min(gap_to_point(base, aim.at) for _, base in targets)
        found.append(
            forbid(
                "CL-WPN-7", "blast.not_over_target", shot.firer.id, shot.target.id,
                value=away, limit=0, measure="inches", comparison="at_most",
            )
        )  # fmt: skip
    elif not any(is_seen(rules, battle, shot, model) for model in under):
        found.append(forbid("CL-WPN-7", "blast.unseen_model", shot.firer.id, under[0].id))
    radius = markers.radius_of(rules, size_of(rules, shot.weapon))
    for friend in _friends_under(rules, battle, shot, aim):
        away = gap_to_point(base_of(battle, friend), aim.at)
        found.append(
            forbid(
                "CL-WPN-7", "blast.touches_friend", shot.firer.id, friend.id,
                value=away, limit=radius, measure="inches", comparison="more_than",
            )
        )  # fmt: skip
    return (*found, *_in_melee(rules, battle, shot, _under(rules, battle, shot, aim), aim))


def range_of_hole(rules: Ruleset, battle: Battle, shot: ShotContext, at: Point) -> tuple[Finding, ...]:
    """Say how a marker’s hole lies to its weapon’s range: beyond it the shot is lost (CL-WPN-7, 18)."""
    away, reach = reach_of(battle, shot, at), shot.weapon.range
    found: list[Finding] = []
    if rules.on("CL-SHOOT-5"):
        lies = limited("CL-WPN-7", "blast.hole_range", shot.firer.id, value=away, at_most=reach)
        found.append(lies if away <= reach else msgspec.structs.replace(lies, effect="warns"))
    least = (abilities.number_in(shot.weapon, "minimum_range") or 0) * UNITS_PER_INCH
    if away < least and abilities.is_barrage(rules, shot.weapon):
        found.append(
            warn(
                "CL-WPN-18", "blast.hole_too_near", shot.firer.id,
                value=away, limit=least, measure="inches", comparison="at_least",
            )
        )  # fmt: skip
    return tuple(found)


def _best_blast(rules: Ruleset, battle: Battle, shot: ShotContext) -> Aim:
    targets = battle.standing(shot.target.id)
    found: list[tuple[bool, int, int, Waypoint]] = []
    blocked: Model | None = None
    melee: tuple[Finding, ...] = ()
    for number, model in enumerate(targets):
        assert model.place is not None
        if not is_seen(rules, battle, shot, model):
            continue
        spot = here_of(model)
        friends = _friends_under(rules, battle, shot, spot)
        if friends:
            blocked = blocked or friends[0]
            continue
        touched = _under(rules, battle, shot, spot)
        fighting = _in_melee(rules, battle, shot, touched, spot)
        if fighting:
            melee = melee or fighting
            continue
        under = [m for m in touched if m.unit == shot.target.id]
        far = reach_of(battle, shot, spot.at) > shot.weapon.range and rules.on("CL-SHOOT-5")
        found.append((far, -len(under), number, spot))
    if found:
        return min(found, key=lambda one: one[:3])[3], ()
    if blocked is not None:
        return None, (forbid("CL-WPN-7", "blast.touches_friend", shot.firer.id, blocked.id),)
    if melee:
        return None, melee
    return None, (forbid("CL-WPN-7", "blast.unseen_model", shot.firer.id, targets[0].id),)


def _in_melee(
    rules: Ruleset, battle: Battle, shot: ShotContext, under: tuple[Model, ...], hole: Waypoint | None = None
) -> tuple[Finding, ...]:
    """Refuse a place for a marker or template that touches models locked in combat (CL-SHOOT-4).

    Of a marker's `hole` is said how near it lies, and that it must be farther away than its radius.
    """
    if not rules.on("CL-SHOOT-4") or rules.flag("CL-SHOOT-4", "target_locked"):
        return ()
    found = []
    for model in under:
        if not battle.units[model.unit].has("locked"):
            continue
        base = base_of(battle, model)
        ring = Mark("ring", (base.at,), base.level, base.reach, model.id)
        refused = forbid("CL-SHOOT-4", "template.touches_melee", shot.firer.id, model.id, marks=(ring,))
        if hole is not None:
            refused = msgspec.structs.replace(
                refused, says="blast.touches_melee", measure="inches", comparison="more_than",
                value=gap_to_point(base, hole.at),
                limit=markers.radius_of(rules, size_of(rules, shot.weapon)),
            )  # fmt: skip
        found.append(refused)
    return tuple(found)


def reach_of(battle: Battle, shot: ShotContext, at: Point) -> Length:
    """Return how far the hole of a marker is from the edge of the firer's base, in units (CL-WPN-7)."""
    return gap_to_point(base_of(battle, shot.firer), at)


def _under(rules: Ruleset, battle: Battle, shot: ShotContext, aim: Waypoint) -> tuple[Model, ...]:
    """Return the models under a marker; many weapons of a unit try the same places one after another."""
    known, key = _KNOWN.of(rules, battle), (aim, size_of(rules, shot.weapon))
    if key not in known:
        known[key] = markers.touched(rules, battle, aim.at, key[1], aim.level)
    found: tuple[Model, ...] = known[key]
    return found


def _friends_under(rules: Ruleset, battle: Battle, shot: ShotContext, aim: Waypoint) -> tuple[Model, ...]:
    if rules.flag("CL-WPN-7", "may_touch_friends_initially"):
        return ()
    under = _under(rules, battle, shot, aim)
    return tuple(m for m in under if battle.units[m.unit].side == shot.unit.side)


def teardrop(rules: Ruleset, battle: Battle, firer: Model, towards: Point) -> Teardrop:
    """Return the template of a firer: its narrow end at the edge of his base, towards a point (CL-WPN-11)."""
    base = base_of(battle, firer)
    angle = math.atan2(towards.y - base.at.y, towards.x - base.at.x)
    tip = off(base.at, angle, base.radius)
    length, width = rules.inches("CL-WPN-11", "length_inches"), rules.inches("CL-WPN-11", "width_inches")
    return Teardrop(tip, math.degrees(angle), length, width)


def covered(rules: Ruleset, battle: Battle, firer: Model, aim: Waypoint) -> tuple[Model, ...]:
    """Return the models under a firer's template, himself not counted: on the floors it hits (CL-TERR-11)."""
    drop = teardrop(rules, battle, firer, aim.at)
    floors = markers.floors_hit(rules, battle, aim.at, aim.level)
    return tuple(
        model
        for model in battle.on_table()
        if model.id != firer.id
        and (floors is None or (model.place is not None and model.place.level in floors))
        and drop.touches(base_of(battle, model))
    )


def covers_fewer(rules: Ruleset, battle: Battle, shot: ShotContext, aim: Waypoint) -> tuple[Finding, ...]:
    """Warn of a template that is laid over fewer models of its target than it could be (CL-WPN-11)."""
    known, key = _KNOWN.of(rules, battle), (shot.firer.id, shot.target.id)
    if key not in known:
        best, _ = _best_template(rules, battle, shot)
        known[key] = 0 if best is None else _of_target(rules, battle, shot, best)
    most, own = int(known[key]), _of_target(rules, battle, shot, aim)
    if not own or own >= most:
        return ()
    return (
        warn(
            "CL-WPN-11", "template.covers_fewer", shot.firer.id, shot.target.id,
            value=own, limit=most, measure="count", comparison="at_least",
        ),
    )  # fmt: skip


def _of_target(rules: Ruleset, battle: Battle, shot: ShotContext, aim: Waypoint) -> int:
    return sum(m.unit == shot.target.id for m in covered(rules, battle, shot.firer, aim))


def _best_template(rules: Ruleset, battle: Battle, shot: ShotContext) -> Aim:
    assert shot.firer.place is not None
    here = shot.firer.place.at
    spots = [m.place for m in battle.standing(shot.target.id) if m.place is not None]
    far = rules.inches("CL-WPN-11", "length_inches") * 2
    spots = [p for p in spots if math.hypot(p.at.x - here.x, p.at.y - here.y) <= far]
    angles = sorted({(math.atan2(p.at.y - here.y, p.at.x - here.x), p.level) for p in spots})
    tries = [*angles]
    tries += [((a + b) / 2, level) for (a, level), (b, _) in pairwise(angles)]
    found: list[tuple[int, int, Waypoint]] = []
    blocked: Finding | None = None
    for number, (angle, level) in enumerate(tries):
        towards = off(here, angle, far)
        aim = Waypoint(towards, level)
        against = _against_template(rules, battle, shot, aim)
        if against:
            if blocked is None or against[0].says == "template.touches_friend":
                blocked = against[0]
            continue
        found.append((-_of_target(rules, battle, shot, aim), number, aim))
    if found:
        return min(found, key=lambda one: one[:2])[2], ()
    none = forbid("CL-WPN-11", "template.touches_none", shot.firer.id, shot.target.id)
    return None, (blocked or none,)


def _against_template(
    rules: Ruleset, battle: Battle, shot: ShotContext, aim: Waypoint
) -> tuple[Finding, ...]:
    under = covered(rules, battle, shot.firer, aim)
    found: list[Finding] = []
    if not rules.flag("CL-WPN-11", "may_touch_friends"):
        found += [
            forbid("CL-WPN-11", "template.touches_friend", shot.firer.id, m.id)
            for m in under
            if battle.units[m.unit].side == shot.unit.side
        ]
    if not any(m.unit == shot.target.id for m in under):
        found.append(forbid("CL-WPN-11", "template.touches_none", shot.firer.id, shot.target.id))
    return (*found, *_in_melee(rules, battle, shot, under))
