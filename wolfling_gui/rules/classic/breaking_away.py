"""Hit and run: a unit breaks away from its combat at the end of the Assault phase (CL-USR-9)."""

from __future__ import annotations

import math
from collections.abc import Mapping

import msgspec

from wolfling_gui.core.actions import HitAndRun, Move, Path, Waypoint
from wolfling_gui.core.battle import Battle
from wolfling_gui.core.dice import parse_dice
from wolfling_gui.core.forces import Condition, Place
from wolfling_gui.core.lengths import UNITS_PER_INCH
from wolfling_gui.core.procedure import Outcome, Procedure, ask
from wolfling_gui.core.report import Entry, Report
from wolfling_gui.core.requests import Put, Roll
from wolfling_gui.core.verdict import Finding
from wolfling_gui.geometry.free_space import Blocks
from wolfling_gui.geometry.paths import measured, path_clear
from wolfling_gui.rules import engaged
from wolfling_gui.rules.classic.piling import consolidate
from wolfling_gui.rules.classic.turn import phase_of
from wolfling_gui.rules.dangers import cross_danger
from wolfling_gui.rules.dice_rolls import rolled_total
from wolfling_gui.rules.facts import here_of
from wolfling_gui.rules.findings import forbid, limited, permit
from wolfling_gui.rules.moving import unique
from wolfling_gui.rules.placing import near_enemies, stacked
from wolfling_gui.rules.ruleset import Ruleset
from wolfling_gui.rules.states import has_rule
from wolfling_gui.rules.testing import characteristic, take_characteristic_test
from wolfling_gui.rules.ways import way_of

ASKED = "put.break_away"
TRIED = "hit_and_run"
DIRECTIONS = 24
"""In so many directions a way out is looked for."""


def plan(rules: Ruleset, battle: Battle, action: HitAndRun) -> tuple[HitAndRun | None, tuple[Finding, ...]]:
    """Judge whether a unit may break away: it has the rule, has fought, is locked still, and tries once."""
    unit = battle.units[action.unit]
    found: list[Finding] = []
    if not rules.on("CL-USR-9") or not has_rule(battle, unit, TRIED):
        return None, (forbid("CL-USR-9", "breaking.cannot", unit.id),)
    if phase_of(rules, battle.clock.step) != "assault":
        found.append(forbid("CL-USR-9", "breaking.not_now", unit.id))
    if not engaged.opponents(rules, battle, unit.id) or not unit.has("fought"):
        found.append(forbid("CL-USR-9", "breaking.not_fought", unit.id))
    if any(c.kind == "used" and c.about == TRIED for c in unit.conditions):
        found.append(forbid("CL-USR-9", "breaking.tried", unit.id))
    return action, (*found, permit("CL-USR-9", "breaking.may", unit.id))


def resolve(rules: Ruleset, battle: Battle, action: HitAndRun) -> Procedure[Outcome]:
    """Test Initiative; on a pass roll how far, move in a straight line, and let the enemy consolidate."""
    name = action.unit
    unit = battle.units[name]
    battle = battle.with_condition(name, Condition("used", "CL-USR-9", about=TRIED, until="phase"))
    of = rules.catalogue.word("CL-USR-9", "test")
    needed = characteristic(rules, battle, name, of)
    passed, line = yield from take_characteristic_test(rules, battle, name, needed, "CL-USR-9")
    if not passed:
        return Outcome(battle, Report((line,)))
    dice = parse_dice(rules.catalogue.word("CL-USR-9", "dice"))
    faces = yield from ask(
        Roll(rule="CL-USR-9", side=unit.side, says="roll.break_away", about=(name,), dice=dice), battle
    )
    limit = rolled_total(rules, dice, faces) * UNITS_PER_INCH
    foes = engaged.opponents(rules, battle, name)
    entries = [
        line,
        Entry("did.broke_away", ("CL-USR-9",), (name,), {"inches": limit}, faces, side=unit.side),
    ]
    if engaged.in_positions(battle, (name,)):
        request = Put(
            rule="CL-USR-9", side=unit.side, says=ASKED, about=(name,),
            models=tuple(m.id for m in battle.standing(name)), facts={"inches": limit},
        )  # fmt: skip
        places = way_out(rules, battle, request)
        if not places:
            stuck = Entry("did.finds_no_way", ("CL-USR-9",), (name,), side=unit.side)
            return Outcome(battle, Report((*entries, stuck)))
        answer = yield from ask(msgspec.structs.replace(request, proposed=places), battle)
        move = Move(name, paths_to(battle, answer), "assault")
        battle, tested = yield from cross_danger(rules, battle, battle.with_places(answer), move)
        entries += tested
    else:
        battle = battle.without_condition(name, "locked")
        for foe in foes:
            kept = tuple(
                c for c in battle.units[foe].conditions if not (c.kind == "locked" and c.about == name)
            )
            battle = battle.with_unit(msgspec.structs.replace(battle.units[foe], conditions=kept))
    battle = engaged.locked(rules, battle)
    for foe in foes:
        if battle.members(foe) and not engaged.opponents(rules, battle, foe):
            battle, lines = yield from consolidate(rules, battle, foe)
            entries += lines
    return Outcome(battle, Report(tuple(entries)))


def way_out(rules: Ruleset, battle: Battle, request: Put) -> dict[str, Place]:
    """Return places to which the unit can go straight as it stands, the farthest found; empty without any."""
    limit = int(request.facts["inches"])
    here = {name: battle.models[name].place for name in request.models}
    for part in (1.0, 0.75, 0.5, 0.3):
        for number in range(DIRECTIONS):
            turn = math.tau * number / DIRECTIONS
            dx, dy = round(limit * part * math.cos(turn)), round(limit * part * math.sin(turn))
            places = {
                name: msgspec.structs.replace(place, at=place.at.shifted(dx, dy))
                for name, place in here.items()
                if place is not None
            }
            if not any(f.effect == "forbids" for f in judge(rules, battle, request, places)):
                return places
    return {}


def judge(rules: Ruleset, battle: Battle, request: Put, places: Mapping[str, Place]) -> tuple[Finding, ...]:
    """Judge where a unit that breaks away comes to: straight, through its foes, and clear of every enemy."""
    (unit,) = request.about
    limit = int(request.facts["inches"])
    after = battle.with_places(places)
    found: list[Finding] = []
    together = frozenset(battle.units[unit].models)
    for name, path in paths_to(battle, places).items():
        model = battle.models[name]
        start = here_of(model)
        way = way_of(rules, battle, model, "foot", together)
        length = measured(start, path, way.passage.per_floor or 0)
        found.append(limited("CL-USR-9", "assault.walked", name, value=length, at_most=limit))
        bare = Blocks(way.blocks.kinds, way.blocks.impassable)
        for hit in path_clear(battle.table, way.mover, bare, start, path).hits[:1]:
            about = tuple(thing.id for thing in hit.about if thing.id)
            found.append(forbid("CL-USR-9", "breaking.blocked", name, *about))
    found += stacked(rules, after, tuple(places))
    for name, place in places.items():
        model = after.models[name]
        found += rules.check_place(rules, after, model, place)
        found += near_enemies(rules, after, model, place)
    found += [f for f in rules.coherency(rules, after, after.units[unit]) if f.effect == "forbids"]
    return unique(found)


def paths_to(battle: Battle, places: Mapping[str, Place]) -> dict[str, Path]:
    """Return the straight ways of models to places; not of those that stay."""
    return {
        name: (Waypoint(place.at, place.level),)
        for name, place in places.items()
        if battle.models[name].place != place
    }
