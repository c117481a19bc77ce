"""Moves between blows: defenders react, units pile in, winners consolidate (CL-ASLT-12, 26 and 27).

Each is proposed by the search that charges go by, and its owner confirms or changes it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from wolfling_gui.core.actions import Move, MoveMode, Path, Waypoint
from wolfling_gui.core.battle import Battle
from wolfling_gui.core.dice import parse_dice
from wolfling_gui.core.forces import Model, Place
from wolfling_gui.core.lengths import UNITS_PER_INCH, Length
from wolfling_gui.core.procedure import Outcome, Procedure, ask
from wolfling_gui.core.report import Entry, Report
from wolfling_gui.core.requests import Put, Roll
from wolfling_gui.core.verdict import Finding
from wolfling_gui.geometry.planner import Planner
from wolfling_gui.rules import engaged
from wolfling_gui.rules.classic import rage
from wolfling_gui.rules.closing import Closing, proposed
from wolfling_gui.rules.closing_judged import judge_ends
from wolfling_gui.rules.dangers import cross_danger
from wolfling_gui.rules.dice_rolls import rolled_total
from wolfling_gui.rules.facts import here_of
from wolfling_gui.rules.findings import forbid, limited
from wolfling_gui.rules.moving import Leg, leg_of, unique, walk_together
from wolfling_gui.rules.placing import near_enemies, stacked
from wolfling_gui.rules.ruleset import Ruleset
from wolfling_gui.rules.ways import ends_of, way_of

CLOSE_IN = {"put.react": "CL-ASLT-12", "put.pile_in": "CL-ASLT-27"}
"""The questions by which models close with the enemy, and their rules."""
CONSOLIDATE = "put.consolidate"


def react(rules: Ruleset, battle: Battle) -> Procedure[Outcome]:
    """Let every assaulted unit bring up its models that are not in contact (CL-ASLT-12)."""
    if not rules.on("CL-ASLT-12"):
        return Outcome(battle)
    entries: list[Entry] = []
    for name in tuple(battle.units):
        if engaged.assaulters(battle, name) and battle.members(name):
            foes = engaged.opponents(rules, battle, name)
            battle, lines = yield from close_in(rules, battle, name, foes, "put.react")
            entries += lines
    return Outcome(engaged.locked(rules, battle), Report(tuple(entries)))


def out_of_reach(rules: Ruleset, battle: Battle, foes: Mapping[str, tuple[str, ...]]) -> frozenset[str]:
    """Return the units whose combat is over because nobody in it touches or can reach an enemy (CL-ASLT-27).

    `foes` are the enemy units that each unit is up against. Reach is the length of the way, by one pile-in
    move of either side; where somebody has no place nobody is out of reach.
    """
    if not engaged.in_positions(battle, foes):
        return frozenset()
    limit = rules.inches("CL-ASLT-27", "inches")
    together = {unit: {unit} for unit in foes}
    for unit, others in foes.items():
        for other in others:
            joint = together[unit] | together[other]
            together.update(dict.fromkeys(joint, joint))
    meeting: set[str] = set()
    for unit, others in foes.items():
        if unit not in meeting and (
            engaged.measured_contacts(rules, battle, unit)
            or _closing(rules, battle, unit, others, limit).first() is not None
        ):
            meeting |= together[unit]
    return frozenset(foes) - meeting


def close_in(
    rules: Ruleset, battle: Battle, unit: str, foes: Sequence[str], says: str
) -> Procedure[tuple[Battle, list[Entry]]]:
    """Ask where a unit's models go that are not in contact, and move them; nothing where none can move."""
    rule = CLOSE_IN[says]
    if not engaged.in_positions(battle, (unit, *foes)) or not foes:
        return battle, []
    free = _free(rules, battle, unit)
    if not free:
        return battle, []
    limit = rules.inches(rule, "inches")
    closing = _closing(rules, battle, unit, foes, limit)
    leads = not closing.placed and closing.first() is not None
    paths = proposed(closing, shortest_first=leads)
    places = ends_of(battle, paths)
    if not places:
        return battle, []
    here: dict[str, Place] = {m.id: m.place for m in free if m.place is not None}
    standing = {name: here[name] for name in paths}
    request = Put(
        rule=rule, side=battle.units[unit].side, says=says, about=(unit, *foes), models=tuple(standing),
        proposed={**standing, **places}, facts={"inches": limit},
    )  # fmt: skip
    answer = yield from ask(request, battle)
    move = Move(unit, paths_to(rules, battle, unit, answer, "assault", limit), "assault")
    after, lines = yield from _walk(rules, battle, move, answer, rule)
    if rules.flag(rule, "dangerous_tests"):
        after, more = yield from cross_danger(rules, battle, after, move)
        lines += more
    return after, lines


def _free(rules: Ruleset, battle: Battle, unit: str) -> tuple[Model, ...]:
    contacts = engaged.measured_contacts(rules, battle, unit)
    return tuple(m for m in battle.standing(unit) if m.id not in contacts)


def _closing(rules: Ruleset, battle: Battle, unit: str, foes: Sequence[str], limit: Length) -> Closing:
    return Closing(rules, battle, unit, foes, limit, tuple(engaged.measured_contacts(rules, battle, unit)))


def judge_closing(
    rules: Ruleset, battle: Battle, request: Put, places: Mapping[str, Place]
) -> tuple[Finding, ...]:
    """Judge where models are brought up: how far, by which way, and no better place left unused."""
    unit, *foes = request.about
    limit = int(request.facts["inches"])
    paths = paths_to(rules, battle, unit, places, "assault", limit)
    found, _ = _legs_judged(rules, battle, unit, paths, "assault", limit, request.rule)
    after = battle.with_places(places)
    found += stacked(rules, after, tuple(paths))
    for name in paths:
        place = places[name]
        found += rules.check_place(rules, after, after.models[name], place)
    order = {name: paths.get(name, ()) for name in places}
    found += judge_ends(rules, _closing(rules, battle, unit, foes, limit), order, places)
    if not rules.flag(request.rule, "may_engage_new_units"):
        touched = {
            battle.models[m].unit
            for all_ in engaged.measured_contacts(rules, after, unit).values()
            for m in all_
        }
        found += [
            forbid(request.rule, "assault.touches_new", unit, other) for other in sorted(touched - set(foes))
        ]
    return unique(found)


# ---------------------------------------------------------------------- consolidation


def consolidate(rules: Ruleset, battle: Battle, unit: str) -> Procedure[tuple[Battle, list[Entry]]]:
    """Let a unit that is no longer locked move as far as a die says, away from the enemy (CL-ASLT-26)."""
    if not rules.on("CL-ASLT-26") or not battle.members(unit):
        return battle, []
    side = battle.units[unit].side
    dice = parse_dice(rules.catalogue.word("CL-ASLT-26", "die"))
    faces = yield from ask(
        Roll(rule="CL-ASLT-26", side=side, says="roll.consolidate", about=(unit,), dice=dice), battle
    )
    limit = rolled_total(rules, dice, faces) * UNITS_PER_INCH
    entries = [Entry("did.consolidates", ("CL-ASLT-26",), (unit,), {"inches": limit}, faces, side=side)]
    if not engaged.in_positions(battle, (unit,)):
        return battle, entries
    here = {m.id: m.place for m in battle.standing(unit) if m.place is not None}
    if rage.rages(rules, battle, battle.units[unit]):
        here = rage.proposed(rules, battle, battle.units[unit], limit)
    request = Put(
        rule="CL-ASLT-26", side=side, says=CONSOLIDATE, about=(unit,), models=tuple(here), proposed=here,
        facts={"inches": limit},
    )  # fmt: skip
    answer = yield from ask(request, battle)
    move = Move(unit, paths_to(rules, battle, unit, answer, "foot", limit))
    after, lines = yield from _walk(rules, battle, move, answer, "CL-ASLT-26")
    entries += lines
    after, tested = yield from cross_danger(rules, battle, after, move)
    return after, [*entries, *tested]


def judge_consolidation(
    rules: Ruleset, battle: Battle, request: Put, places: Mapping[str, Place]
) -> tuple[Finding, ...]:
    """Judge a consolidation: how far, by which way, off the enemy, in coherency (CL-ASLT-26)."""
    (unit,) = request.about
    limit = int(request.facts["inches"])
    contact = rules.flag("CL-ASLT-26", "may_contact_enemies")
    mode: MoveMode = "assault" if contact else "foot"
    paths = paths_to(rules, battle, unit, places, mode, limit)
    found, lengths = _legs_judged(rules, battle, unit, paths, mode, limit, request.rule)
    after = battle.with_places(places)
    found += stacked(rules, after, tuple(paths))
    if rage.rages(rules, battle, battle.units[unit]):
        limits = {m.id: limit for m in battle.standing(unit)}
        found += rage.judge(rules, battle, battle.units[unit], places, limits, mode, lengths)
    for name in paths:
        model = after.models[name]
        found += rules.check_place(rules, after, model, places[name])
        if not contact:
            found += near_enemies(rules, after, model, places[name])
    if paths:
        found += [f for f in rules.coherency(rules, after, after.units[unit]) if f.effect == "forbids"]
    return unique(found)


# ---------------------------------------------------------------------- ways


def paths_to(
    rules: Ruleset, battle: Battle, unit: str, places: Mapping[str, Place], mode: MoveMode, limit: Length
) -> dict[str, Path]:
    """Return the shortest ways of models to places, straight where there is none; not of those that stay."""
    together = frozenset(battle.units[unit].models)
    found: dict[str, Path] = {}
    for name, place in places.items():
        model = battle.models[name]
        end = Waypoint(place.at, place.level)
        if model.place is None or here_of(model) == end:
            continue
        way = way_of(rules, battle, model, mode, together)
        start = here_of(model)
        route = Planner(battle.table, way.mover, way.blocks, start, limit + UNITS_PER_INCH).to(
            end.at, end.level
        )
        found[name] = route.points if route.ok else (end,)
    return found


def _legs_judged(
    rules: Ruleset,
    battle: Battle,
    unit: str,
    paths: Mapping[str, Path],
    mode: MoveMode,
    limit: Length,
    rule: str,
) -> tuple[list[Finding], dict[str, Length]]:
    """Judge each model's way; returns the findings and how long the ways are, in units."""
    found: list[Finding] = []
    lengths: dict[str, Length] = {}
    together = frozenset(battle.units[unit].models)
    for name, path in paths.items():
        leg, findings = leg_of(rules, battle, battle.models[name], path, mode, together)
        found += findings
        found.append(limited(rule, "assault.walked", name, value=leg.length, at_most=limit))
        lengths[name] = leg.length
    return found, lengths


def _walk(
    rules: Ruleset, battle: Battle, move: Move, places: Mapping[str, Place], rule: str
) -> Procedure[tuple[Battle, list[Entry]]]:
    unit = move.unit
    legs: list[Leg] = []
    together = frozenset(battle.units[unit].models)
    for name, path in move.paths.items():
        leg, _ = leg_of(rules, battle, battle.models[name], path, move.mode, together)
        legs.append(leg)
    facings = {name: place.facing for name, place in places.items()}
    battle, entries = yield from walk_together(rules, battle, unit, legs, facings)
    if legs:
        facts: dict[str, str | int] = {"models": len(legs), "longest": max(leg.length for leg in legs)}
        says = {"CL-ASLT-12": "did.reacted", "CL-ASLT-27": "did.piled_in"}.get(rule, "did.consolidated")
        entries.insert(0, Entry(says, (rule,), (unit,), facts, side=battle.units[unit].side))
    return battle, entries
