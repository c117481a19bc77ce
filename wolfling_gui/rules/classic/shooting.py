"""Shooting, from the choice of a target to the casualties (CL-SHOOT)."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from wolfling_gui.core.actions import NOTHING_SAID, Shoot
from wolfling_gui.core.battle import Battle
from wolfling_gui.core.forces import Condition, ConditionKind, Unit
from wolfling_gui.core.procedure import Outcome, Procedure
from wolfling_gui.core.report import Entry, Report
from wolfling_gui.core.verdict import Finding
from wolfling_gui.rules.classic import abilities, nearest, night
from wolfling_gui.rules.classic.artillery import locate
from wolfling_gui.rules.classic.assembling import beside, landed
from wolfling_gui.rules.classic.blasts import Landing, lay
from wolfling_gui.rules.classic.forecasts import told
from wolfling_gui.rules.classic.hits import burn, burn_in_vain, roll_to_hit, roll_to_wound
from wolfling_gui.rules.classic.pooling import Wounds
from wolfling_gui.rules.classic.repair import must_run
from wolfling_gui.rules.classic.strikes import duck, strike
from wolfling_gui.rules.classic.unit_types import weapons_allowed
from wolfling_gui.rules.classic.volleys import facts_measured as facts_measured
from wolfling_gui.rules.classic.volleys import fired, may_split
from wolfling_gui.rules.classic.volleys import plan_volley as plan_volley
from wolfling_gui.rules.classic.weapons import bars_assault, choose_weapon
from wolfling_gui.rules.facts import measured_in_advance
from wolfling_gui.rules.findings import forbid, forbids, permit
from wolfling_gui.rules.ruleset import Ruleset
from wolfling_gui.rules.volley import ShotGroup, Volley

STATES: tuple[ConditionKind, ...] = ("locked", "ran", "gone_to_ground", "turbo_boosted")


def check_shoot(rules: Ruleset, battle: Battle, action: Shoot) -> tuple[Finding, ...]:
    """Judge who fires at whom: states, one target a turn, no fire into a melee (CL-SHOOT-2 to CL-SHOOT-4)."""
    unit, target = battle.units[action.unit], battle.units[action.target]
    found: list[Finding] = []
    if rules.on("CL-SHOOT-2"):
        blocked = rules.words("CL-SHOOT-2", "blocked")
        found += [
            forbid("CL-SHOOT-2", f"shoot.state_{state}", unit.id)
            for state in STATES
            if state in blocked and unit.has(state)
        ]
    fresh = [m for m in battle.members(unit.id) if m.id not in fired(unit)]
    if rules.on("CL-SHOOT-1") and unit.has("shot") and not (may_split(rules) and fresh):
        found.append(forbid("CL-SHOOT-1", "shoot.once", unit.id))
    found += _too_many(rules, battle, action)
    found += _beside_ordnance(rules, battle, action)
    if must_run(rules, battle, unit):
        found.append(forbid("CL-MOVE-4", "shoot.must_run", unit.id))
    if target.side == unit.side:
        found.append(forbid("CL-SHOOT-3", "shoot.own_side", unit.id, target.id))
    if not battle.members(target.id):
        found.append(forbid("CL-SHOOT-3", "shoot.target_gone", target.id))
    elif target.side != unit.side:
        found += nearest.check(rules, battle, unit.id, target.id)
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


def _beside_ordnance(rules: Ruleset, battle: Battle, action: Shoot) -> list[Finding]:
    """Refuse anything else to a model that fires ordnance (CL-WPN-5)."""
    if not rules.on("CL-WPN-5") or not rules.flag("CL-WPN-5", "excludes_other_weapons"):
        return []
    found = []
    for name in action.more:
        weapons = [choose_weapon(rules, battle.models[name], one) for one in action.weapons_of(name)]
        if any(weapon is not None and abilities.is_ordnance(rules, weapon) for weapon in weapons):
            count = len(weapons)
            found.append(
                forbid(
                    "CL-WPN-5", "shoot.ordnance_alone", name,
                    value=count, limit=1, measure="count", comparison="at_most",
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


def check(
    rules: Ruleset, battle: Battle, action: Shoot, agreed: bool = False
) -> tuple[Volley | None, tuple[Finding, ...]]:
    """Judge a volley as a whole and work out its numbers; the volley is None when nobody can fire.

    Places of markers and templates that are `agreed` on are taken as they are.
    """
    found = [*rules.may_act(rules, battle, battle.units[action.unit], "shoot")]
    found += rules.check_shoot(rules, battle, action)
    if (
        not battle.members(action.target)
        or battle.units[action.unit].side == battle.units[action.target].side
    ):
        return None, tuple(found)
    volley, reasons = plan_volley(rules, battle, action, agreed)
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
    return volley, (*found, *told(rules, battle, volley), fires)


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
    lines: Sequence[Entry]
    free, battle, chosen = yield from nearest.allowed(rules, battle, volley.unit, volley.target)
    if not free:
        return Outcome(battle, Report(chosen))
    if not volley.groups:
        facts: dict[str, str | int] = {"range": min(f.value or 0 for f in volley.silent)}
        about = (unit.id, volley.target)
        short = Entry("did.out_of_range", ("CL-GEN-9", "CL-SHOOT-5"), about, facts, side=unit.side)
        hot, warm = yield from burn_in_vain(rules, battle, volley)
        battle, lines = yield from burn(rules, _mark_fired(rules, battle, volley), volley, hot)
        settled = rules.removal(rules, battle)
        return Outcome(settled.battle, Report((*chosen, short, *warm, *lines, *settled.report.entries)))
    by_night: tuple[Entry, ...] = ()
    blind = night.blind_part(rules, volley) if night.in_force(rules, battle) else volley
    if len(blind.groups) < len(volley.groups):
        seen, by_night = yield from night.look_out(rules, battle, volley)
        if not seen and not blind.groups:
            lost = Condition("shot", "CL-SHOOT-11", about=volley.target, until="turn")
            return Outcome(battle.with_condition(unit.id, lost), Report((*chosen, *by_night)))
        volley = volley if seen else blind
    entries: list[Entry] = [
        *chosen,
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
    laid: dict[int, list[Landing]] = {}
    burnt: list[tuple[str, str]] = []
    for number, group in enumerate(volley.groups):
        if not group.spread:
            continue
        landings, hurt, lines = yield from lay(rules, battle, volley, group, number)
        laid[number] = landings
        burnt += [(model, group.weapon.name) for model in hurt]
        entries += lines
        centres = [(one.shooter, one.place) for one in landings if one.place is not None]
        volley = landed(rules, battle, volley, number, centres)
    wounds: list[Wounds] = []
    for number, group in enumerate(volley.groups):
        if group.spread:
            caused, lines = yield from _wounds_of(rules, battle, volley, group, number, laid[number])
            wounds += [msgspec.structs.replace(one, group=number) for one in caused]
            entries += lines
            continue
        rolled, lines = yield from roll_to_hit(rules, battle, volley, group, number)
        entries += lines
        burnt += [(model, group.weapon.name) for model in rolled.burnt]
        if rolled.hits:
            struck = [Wounds(number, rolled.hits)]
            battle, volley, lines = yield from duck(rules, battle, volley, struck, "hit_rolls")
            entries += lines
        sharp, guns, more = yield from locate(rules, battle, volley, group, 1000 + number, rolled.sharp)
        left, broken, lines = yield from locate(
            rules, battle, volley, group, number, rolled.hits - rolled.sharp
        )
        entries += [*more, *lines]
        plain = 0
        if left:
            plain, rent, lines = yield from roll_to_wound(rules, battle, volley, group, number, left)
            sharp += rent
            entries += lines
        wounds.append(Wounds(number, plain, sharp, guns + broken))
    hot, lines = yield from burn_in_vain(rules, battle, volley)
    entries += lines
    burnt += hot
    battle, lines = yield from strike(rules, battle, volley, wounds, _under_markers(rules, volley, laid))
    entries += lines
    battle, lines = yield from _bystanders(rules, battle, volley, laid)
    entries += lines
    battle, lines = yield from burn(rules, battle, volley, burnt)
    entries += lines
    settled = rules.removal(rules, battle)
    return Outcome(settled.battle, Report((*entries, *settled.report.entries)))


def declared_line(battle: Battle, action: Shoot) -> tuple[Entry, ...]:
    """Return the line that says what the players declared of a shot, none where they said nothing."""
    facts = action.facts
    apart = sum(1 for own in action.facts_by_model.values() if own != NOTHING_SAID)
    if facts == NOTHING_SAID and not apart:
        return ()
    words: dict[str, str | int] = {
        "sight": facts.sight or "nothing",
        "shared": facts.zone or "nothing",
        "cover_said": "nothing" if facts.cover is None else facts.cover,
        "floor": facts.level or "nothing",
        "apart": apart,
    }
    if facts.range is not None:
        words["range"] = facts.range
    side = battle.units[action.unit].side
    return (Entry("did.declared", (), (action.unit, action.target), words, side=side),)


def _wounds_of(
    rules: Ruleset, battle: Battle, volley: Volley, group: ShotGroup, number: int, landings: list[Landing]
) -> Procedure[tuple[list[Wounds], tuple[Entry, ...]]]:
    """Roll to wound with what markers have hit of a volley's target: all hits together (CL-WPN-10)."""
    counts = [landing.hits(volley.target).get(volley.target, 0) for landing in landings]
    if rules.on("CL-WPN-10"):
        counts = [sum(counts)]
    found: list[Wounds] = []
    entries: tuple[Entry, ...] = ()
    for place, hits in enumerate(counts):
        turn = number + 1000 * place
        left, guns, located = yield from locate(rules, battle, volley, group, turn, hits)
        entries += tuple(located)
        plain = sharp = 0
        if left:
            plain, sharp, lines = yield from roll_to_wound(rules, battle, volley, group, turn, left)
            entries += lines
        if hits:
            found.append(Wounds(0, plain, sharp, guns))
    return found, entries


def _under_markers(rules: Ruleset, volley: Volley, laid: dict[int, list[Landing]]) -> frozenset[str] | None:
    """Return the only models that may fall where wounds stay under the marker (CL-WPN-9), else None."""
    if len(laid) < len(volley.groups) or not laid or not only_under_markers(rules):
        return None
    return frozenset(m.id for landings in laid.values() for one in landings for m in one.hit)


def only_under_markers(rules: Ruleset) -> bool:
    """Tell whether only models under a marker may fall to it, by a house rule (CL-WPN-9)."""
    return rules.on("CL-WPN-9") and rules.catalogue.word("CL-WPN-9", "allocate_to") != "whole_unit"


def _bystanders(
    rules: Ruleset, battle: Battle, volley: Volley, laid: dict[int, list[Landing]]
) -> Procedure[tuple[Battle, list[Entry]]]:
    """Carry out what markers and templates do to units they were not aimed at, friend or foe (CL-WPN-9)."""
    entries: list[Entry] = []
    lines: Sequence[Entry]
    touched = {m.unit for landings in laid.values() for one in landings for m in one.hit}
    for name in battle.units:
        if name not in touched or name == volley.target or not battle.members(name):
            continue
        for number, landings in laid.items():
            places = [one.place for one in landings if one.hits("").get(name) and one.place is not None]
            hitting = [one for one in landings if one.hits("").get(name)]
            if not hitting or not battle.members(name):
                continue
            group = msgspec.structs.replace(
                volley.groups[number], shooters=tuple(one.shooter for one in hitting)
            )
            other = beside(rules, battle, volley, name, group, places)
            caused, lines = yield from _wounds_of(rules, battle, other, other.groups[0], number, hitting)
            entries += lines
            battle, lines = yield from strike(rules, battle, other, caused)
            entries += lines
    return battle, entries


def _mark_fired(rules: Ruleset, battle: Battle, volley: Volley) -> Battle:
    has_shot = Condition("shot", "CL-SHOOT-1", about=volley.target, until="turn")
    battle = battle.with_condition(volley.unit, has_shot)
    if may_split(rules):
        for name in dict.fromkeys(volley.firers):
            battle = battle.with_condition(volley.unit, Condition("fired", "CL-SHOOT-3", about=name))
    shots = [shooter.context for group in volley.groups for shooter in group.shooters]
    for shot in shots:
        if abilities.ONE_USE & set(shot.weapon.rules) and rules.on("CL-WPN-22"):
            about = abilities.use_of(shot.firer.id, shot.weapon)
            before = sum(
                c.amount for c in battle.units[volley.unit].conditions if (c.kind, c.about) == ("used", about)
            )
            spent = Condition("used", "CL-WPN-22", before + 1, about, until="battle")
            battle = battle.with_condition(volley.unit, spent)
    if any(bars_assault(rules, shot.weapon, shot.unit, shot.firer) for shot in shots):
        battle = battle.with_condition(volley.unit, Condition("no_assault", "CL-SHOOT-10", until="turn"))
    return battle
