"""Coming onto the table: from an edge, round a flank, or from above (CL-TURN-6 to CL-TURN-10)."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import msgspec

from wolfling_gui.core.actions import DeepStrike, Deploy, Move
from wolfling_gui.core.battle import Battle
from wolfling_gui.core.dice import Dice, parse_dice
from wolfling_gui.core.forces import Condition, Model, Place, Unit
from wolfling_gui.core.lengths import UNITS_PER_INCH, Length, Point, Polygon, off
from wolfling_gui.core.procedure import Outcome, Procedure, ask
from wolfling_gui.core.report import Entry, Report
from wolfling_gui.core.requests import Choose, Option, Put, Request, Roll
from wolfling_gui.core.verdict import Finding, Mark
from wolfling_gui.geometry.footprint import extents
from wolfling_gui.geometry.free_space import Blocks, Obstruction, field, obstructions_of
from wolfling_gui.geometry.measure import gap, gap_to_segment, touches_polygon, witness
from wolfling_gui.geometry.placement import Crowd, ring_formation
from wolfling_gui.rules.classic.deployment import placed
from wolfling_gui.rules.classic.due import due_before
from wolfling_gui.rules.classic.edges import LEFT, OPPOSITE, ahead, own_edge
from wolfling_gui.rules.classic.layouts import rectangle
from wolfling_gui.rules.dangers import take_danger_tests
from wolfling_gui.rules.dice_rolls import rolled_total
from wolfling_gui.rules.facts import base_of, places_known
from wolfling_gui.rules.findings import forbid, forbids, limited, permit
from wolfling_gui.rules.free_rolls import ask_scatter
from wolfling_gui.rules.placing import near_enemies, stacked
from wolfling_gui.rules.ruleset import Ruleset
from wolfling_gui.rules.slots import DangerTest
from wolfling_gui.rules.ways import difficult_pieces, way_of

EDGE_SAYS = {
    "south": "option.edge_south",
    "north": "option.edge_north",
    "west": "option.edge_west",
    "east": "option.edge_east",
}
"""The words of each table edge."""
TURNS = range(0, 60, 5)
"""By how many degrees a ring is turned in search of room."""


def faces_in(rules: Ruleset, rule: str, name: str) -> tuple[int, ...]:
    """Return a parameter that lists faces of a die."""
    value = rules.catalogue.value(rule, name)
    return tuple(face for face in value if isinstance(face, int)) if isinstance(value, tuple) else ()


# ---------------------------------------------------------------------- from an edge


def method_of(unit: Unit) -> str:
    """Return how an arriving unit comes on: edge, outflank, deep_strike, or empty when it does not arrive."""
    kind, _, rest = unit.in_reserve.partition(":")
    return rest.partition(":")[0] if kind == "arriving" else ""


def entry_edge(rules: Ruleset, battle: Battle, unit: Unit) -> str:
    """Return the edge a unit comes on from; empty when any will do (CL-TURN-6, CL-TURN-7)."""
    if method_of(unit) == "outflank":
        return unit.in_reserve.rpartition(":")[2]
    own = rules.catalogue.word("CL-TURN-6", "edge") == "own"
    return own_edge(battle, unit.side) if own else ""


def outflank_edge(
    rules: Ruleset, battle: Battle, unit: str, ordinal: int
) -> Procedure[tuple[str, tuple[Entry, ...]]]:
    """Roll from which side an outflanking unit comes; on some faces its owner picks (CL-TURN-7)."""
    side = battle.units[unit].side
    own = own_edge(battle, side)
    left, right = LEFT[own], OPPOSITE[LEFT[own]]
    faces = yield from ask(
        Roll(rule="CL-TURN-7", side=side, says="roll.outflank", about=(unit,), ordinal=ordinal, dice=Dice(1)),
        battle,
    )
    if faces[0] in faces_in(rules, "CL-TURN-7", "choice_on"):
        options = tuple(Option(edge, EDGE_SAYS[edge]) for edge in (left, right))
        edge = yield from ask(
            Choose(rule="CL-TURN-7", side=side, says="choose.edge", about=(unit,), options=options), battle
        )
    else:
        edge = right if faces[0] in faces_in(rules, "CL-TURN-7", "right_on") else left
        if edge == left and faces[0] not in faces_in(rules, "CL-TURN-7", "left_on"):
            edge = own
    entry = Entry("did.outflanks", ("CL-TURN-7",), (unit,), {"edge": edge}, faces, side=side)
    return edge, (entry,)


def reach_from_edge(battle: Battle, model: Model, edge: str) -> Length:
    """Return how far the far edge of a model's base lies from a table edge, in units (CL-TURN-6)."""
    base = base_of(battle, model)
    east, north = extents(base)
    table = battle.table
    match edge:
        case "south":
            return round(base.at.y + north)
        case "north":
            return round(table.height - base.at.y + north)
        case "west":
            return round(base.at.x + east)
        case "east":
            return round(table.width - base.at.x + east)
    return min(reach_from_edge(battle, model, e) for e in OPPOSITE)


def reach_of(rules: Ruleset, battle: Battle, unit: Unit) -> Length:
    """Return how far from the edge an arriving unit may come in units: its move, at least its widest base."""
    limit = rules.move_limit(rules, battle, unit, Move(unit.id, {})).total
    bases = [m.profile.base for m in battle.members(unit.id)]
    return max([limit, *(max(base.width, base.length) for base in bases)])


def strip(rules: Ruleset, battle: Battle, unit: Unit) -> tuple[Polygon, ...]:
    """Return the ground an arriving unit can reach from its edge, for drawing and for placing."""
    reach = reach_of(rules, battle, unit)
    width, height = battle.table.width, battle.table.height
    sides = {
        "south": rectangle(0, 0, width, min(reach, height)),
        "north": rectangle(0, max(0, height - reach), width, height),
        "west": rectangle(0, 0, min(reach, width), height),
        "east": rectangle(max(0, width - reach), 0, width, height),
    }
    edge = entry_edge(rules, battle, unit)
    return (sides[edge],) if edge else tuple(sides.values())


def moment(rules: Ruleset, battle: Battle, unit: Unit) -> list[Finding]:
    """Judge whether it is the moment for an arriving unit to come on (CL-TURN-3)."""
    found: list[Finding] = []
    if battle.clock.step != "movement" or unit.side != battle.clock.side:
        facts = {"step": battle.clock.step}
        found.append(forbid("CL-TURN-3", "reserves.start_of_turn", unit.id, facts=facts))
    return [*found, *due_before(rules, battle, unit.side, "arrivals")]


def check_arrival(rules: Ruleset, battle: Battle, after: Battle, action: Deploy) -> tuple[Finding, ...]:
    """Judge a unit's coming on from its edge: its move is measured from the edge (CL-TURN-6)."""
    unit = battle.units[action.unit]
    found = moment(rules, battle, unit)
    if not places_known(battle):
        return (*found, permit("CL-TURN-6", "reserves.at_table", unit.id))
    if method_of(unit) == "deep_strike":
        return (*found, forbid("CL-DEP-8", "reserves.must_deep_strike", unit.id))
    missing = [m.id for m in after.members(unit.id) if m.place is None]
    if missing:
        found.append(forbid("CL-TURN-6", "deploy.incomplete", *missing))
    limit = reach_of(rules, battle, unit)
    edge = entry_edge(rules, battle, unit)
    rule = "CL-TURN-7" if method_of(unit) == "outflank" else "CL-TURN-6"
    for model in after.standing(unit.id):
        if model.place is None:
            continue
        if rules.on("CL-TURN-6"):
            reach = reach_from_edge(after, model, edge)
            found.append(limited(rule, "reserves.from_edge", model.id, value=reach, at_most=limit))
        found += rules.check_place(rules, after, model, model.place)
        found += near_enemies(rules, after, model, model.place)
    found += stacked(rules, after, tuple(action.places))
    if not missing:
        found += rules.coherency(rules, after, unit)
    return tuple(found)


def resolve_arrival(rules: Ruleset, battle: Battle, action: Deploy) -> Outcome:
    """Set an arriving unit on the table; it counts as having moved."""
    from_above = method_of(battle.units[action.unit]) == "deep_strike"
    unit = msgspec.structs.replace(battle.units[action.unit], in_reserve="")
    if from_above:
        unit = _come_down(rules, unit)
        down = Entry("did.came_down", ("CL-TURN-9",), (unit.id,), _count(battle, unit), side=unit.side)
        return Outcome(battle.with_unit(unit), Report((down,)))
    if rules.on("CL-TURN-6") and rules.flag("CL-TURN-6", "counts_as_moved"):
        unit = unit.with_condition(Condition("moved", "CL-TURN-6", until="turn"))
    unit = unit.with_condition(Condition("arrived", "CL-TURN-6", until="turn"))
    entry = Entry("did.came_on", ("CL-TURN-6",), (unit.id,), _count(battle, unit), side=unit.side)
    return Outcome(placed(battle, action).with_unit(unit), Report((entry,)))


def _count(battle: Battle, unit: Unit) -> dict[str, str | int]:
    return {"models": len(battle.members(unit.id))}


# ---------------------------------------------------------------------- from above


def plan_deep_strike(rules: Ruleset, battle: Battle, action: DeepStrike) -> tuple[Any, tuple[Finding, ...]]:
    """Judge where a deep striker aims: it must arrive now, by that way, at a point of the table."""
    unit = battle.units[action.unit]
    found = moment(rules, battle, unit)
    if method_of(unit) != "deep_strike" or not rules.on("CL-TURN-8"):
        rule = "CL-DEP-8" if method_of(unit) else "CL-TURN-8"
        found.append(forbid(rule, "reserves.no_deep_strike", unit.id))
    if not places_known(battle):
        found.append(forbid("CL-TURN-8", "reserves.down_at_table", unit.id))
    table = battle.table
    if not (0 <= action.at.x <= table.width and 0 <= action.at.y <= table.height):
        found.append(forbid("CL-TURN-8", "reserves.aim_off_table", unit.id))
    return action, (*found, permit("CL-TURN-8", "reserves.aims", unit.id))


def resolve_deep_strike(rules: Ruleset, battle: Battle, action: DeepStrike) -> Procedure[Outcome]:
    """Scatter the first model, set the others about it in rings, and settle a mishap (CL-TURN-8)."""
    unit = battle.units[action.unit]
    facing = ahead(battle, unit.side) if action.facing is None else action.facing % 360
    at, entries = yield from _scattered(rules, battle, unit, Place(action.at, action.level))
    places = landing(rules, battle, unit, at, action.level, facing)
    if places and not rules.flag("CL-TURN-8", "ring_formation") and len(places) > 1:
        places = yield from _placed_by_hand(rules, battle, unit, places)
    if not places:
        causes = mishap_causes(rules, battle, unit, at, action.level, facing)
        outcome = yield from _mishap(rules, battle, unit, causes)
        return Outcome(outcome.battle, Report((*entries, *outcome.report.entries)))
    outcome = yield from _landed(rules, battle, unit, places)
    return Outcome(outcome.battle, Report((*entries, *outcome.report.entries)))


def _scattered(
    rules: Ruleset, battle: Battle, unit: Unit, spot: Place
) -> Procedure[tuple[Point, tuple[Entry, ...]]]:
    aim = spot.at
    lies: dict[str, str | int] = {"x": aim.x, "y": aim.y, "level": spot.level}
    degrees, hit = yield from ask_scatter(rules, battle, unit.side, "CL-TURN-8", (unit.id,), facts=lies)
    if hit:
        return aim, (Entry("did.deep_strike_hit", ("CL-TURN-8",), (unit.id,), side=unit.side),)
    dice = parse_dice(rules.catalogue.word("CL-TURN-8", "scatter"))
    faces = yield from ask(
        Roll(rule="CL-TURN-8", side=unit.side, says="roll.deep_strike", about=(unit.id,), dice=dice,
             facts={**lies, "degrees": degrees}),
        battle,
    )  # fmt: skip
    away = rolled_total(rules, dice, faces) * UNITS_PER_INCH
    landed = off(aim, math.radians(degrees), away)
    facts: dict[str, str | int] = {"inches": away, "degrees": degrees}
    entry = Entry("did.deep_strike_scattered", ("CL-TURN-8",), (unit.id,), facts, faces, side=unit.side)
    return landed, (entry,)


def landing(
    rules: Ruleset, battle: Battle, unit: Unit, at: Point, level: int, facing: int = 0
) -> Mapping[str, Place]:
    """Return legal places for a unit that comes down at a point: full rings about the first; empty for none.

    All face `facing` degrees anticlockwise from east. In the ring that is not full the free places are taken;
    a ring inside it has to have room for all.
    """
    members = battle.members(unit.id)
    parked = [Place(at, level, facing) for _ in members]
    radii = [base_of(battle, m, place).reach for m, place in zip(members, parked, strict=True)]
    wanted = _distances(at, ring_formation(at, radii, level=level))
    widest = max(members, key=lambda m: m.profile.base.width)
    way = way_of(rules, battle, msgspec.structs.replace(widest, place=parked[0]), "foot")
    static = Blocks(way.blocks.kinds, way.blocks.impassable)
    here = field(battle.table, way.mover, static, level)
    crowd = Crowd(_others(rules, battle, unit.side))
    for turn in TURNS:
        spots = ring_formation(at, radii, here, crowd, level, float(turn))
        if _distances(at, spots) != wanted:
            continue
        places = {m.id: Place(spot, level, facing) for m, spot in zip(members, spots, strict=True) if spot}
        if not forbids(landing_findings(rules, battle, unit, places)):
            return places
    return {}


def _distances(at: Point, spots: tuple[Point | None, ...]) -> list[int]:
    """Return how far each place lies from the first in tenths of an inch; -1 for none."""
    return sorted(
        -1 if spot is None else round(math.hypot(spot.x - at.x, spot.y - at.y) / 254) for spot in spots
    )


def _others(rules: Ruleset, battle: Battle, side: str) -> list[Obstruction]:
    """Return the ground that other models take, enemies with the distance kept from them (CL-TURN-10)."""
    clear = rules.inches("CL-TURN-10", "enemy_clearance_inches")
    return [
        piece
        for other in battle.on_table()
        for piece in obstructions_of(
            other.id, base_of(battle, other), 0 if battle.side_of(other.id) == side else clear
        )
    ]


def landing_findings(
    rules: Ruleset, battle: Battle, unit: Unit, places: Mapping[str, Place]
) -> tuple[Finding, ...]:
    """Say what speaks against the places of a unit that comes down: edge, ground, walls, friends, enemies."""
    after = placed(battle, Deploy(unit.id, places))
    clear = rules.inches("CL-TURN-10", "enemy_clearance_inches")
    found: list[Finding] = []
    for name, place in places.items():
        model = after.models[name]
        found += rules.check_place(rules, after, model, place)
        way = way_of(rules, after, model, "foot", frozenset(places))
        here = field(after.table, way.mover, Blocks(way.blocks.kinds), place.level)
        for thing in here.stops(place.at):
            if thing.kind in ("wall", "door"):
                mark = Mark("ring", (place.at,), place.level, base_of(after, model).reach, name)
                found.append(forbid("CL-TURN-10", "place.in_wall", name, thing.id, marks=(mark,)))
        base = base_of(after, model)
        for enemy in after.enemies_of(unit.side):
            other = base_of(after, enemy)
            between = gap(base, other)
            if other.level == base.level and between < clear:
                mark = Mark("link", witness(base, other), base.level, about=enemy.id)
                found.append(
                    forbid(
                        "CL-TURN-10", "place.deep_strike_enemy", name, enemy.id,
                        value=between, limit=clear, measure="inches", comparison="at_least", marks=(mark,),
                    )
                )  # fmt: skip
    return (*found, *stacked(rules, after, tuple(places)))


def mishap_causes(
    rules: Ruleset, battle: Battle, unit: Unit, at: Point, level: int, facing: int = 0
) -> tuple[Finding, ...]:
    """Say why a unit that comes down at a point has no legal places: what the plain rings would run into."""
    places = plain_rings(battle, unit, at, level, facing)
    return tuple(f for f in landing_findings(rules, battle, unit, places) if f.effect == "forbids")


def plain_rings(battle: Battle, unit: Unit, at: Point, level: int, facing: int = 0) -> Mapping[str, Place]:
    """Return where a unit that comes down at a point would stand in rings if nothing were in its way."""
    members = battle.members(unit.id)
    radii = [base_of(battle, m, Place(at, level, facing)).reach for m in members]
    spots = ring_formation(at, radii, level=level)
    return {m.id: Place(spot, level, facing) for m, spot in zip(members, spots, strict=True) if spot}


def _placed_by_hand(
    rules: Ruleset, battle: Battle, unit: Unit, places: Mapping[str, Place]
) -> Procedure[Mapping[str, Place]]:
    first, *others = places
    after = battle.with_place(first, places[first])
    given = yield from ask(
        Put(rule="CL-TURN-8", side=unit.side, says="put.deep_strike", about=(unit.id,), models=tuple(others)),
        after,
    )
    return {first: places[first], **given}


def judge_placing(
    rules: Ruleset, battle: Battle, request: Request[Any], places: Mapping[str, Place]
) -> tuple[Finding, ...]:
    """Judge where models of a deep-striking unit are set down by hand: legal for each, and coherent."""
    unit = battle.units[request.about[0]]
    after = placed(battle, Deploy(unit.id, places))
    return (*landing_findings(rules, battle, unit, places), *rules.coherency(rules, after, unit))


def _landed(rules: Ruleset, battle: Battle, unit: Unit, places: Mapping[str, Place]) -> Procedure[Outcome]:
    """Set the unit down, mark what it may still do (CL-TURN-9), and test for danger."""
    unit = _come_down(rules, msgspec.structs.replace(unit, in_reserve=""))
    battle = placed(battle, Deploy(unit.id, places)).with_unit(unit)
    facts: dict[str, str | int] = {"models": len(places)}
    entries: tuple[Entry, ...] = (
        Entry("did.came_down", ("CL-TURN-8", "CL-TURN-9"), (unit.id,), facts, side=unit.side),
    )
    tests = landing_tests(rules, battle, unit)
    battle, lines = yield from take_danger_tests(rules, battle, unit.id, tests)
    entries = (*entries, *lines)
    return Outcome(battle, Report(entries))


def _come_down(rules: Ruleset, unit: Unit) -> Unit:
    """Return a unit that has come down, with what that leaves it to do this turn (CL-TURN-9)."""
    if not rules.on("CL-TURN-9"):
        return unit
    unit = unit.with_condition(Condition("moved", "CL-TURN-9", until="turn"))
    unit = unit.with_condition(Condition("arrived", "CL-TURN-9", about="deep_strike", until="turn"))
    if rules.flag("CL-TURN-9", "may_assault"):
        return unit
    return unit.with_condition(Condition("no_assault", "CL-TURN-9", until="turn"))


def landing_tests(rules: Ruleset, battle: Battle, unit: Unit) -> tuple[DangerTest, ...]:
    """Say which models test for danger where they came down: difficult ground counts too (CL-TURN-8)."""
    rough = rules.flag("CL-TURN-8", "difficult_counts_dangerous")
    areas = [area for area in battle.table.areas.values() if area.dangerous]
    areas += difficult_pieces(battle) if rough else ()
    lines = [
        o for o in battle.table.obstacles.values() if o.dangerous or (rough and o.terrain == "difficult")
    ]
    found: list[DangerTest] = []
    for model in battle.standing(unit.id):
        base = base_of(battle, model)
        hit = next((a.id for a in areas if a.level == base.level and touches_polygon(base, a.polygon)), "")
        if not hit:
            hit = next(
                (
                    o.id
                    for o in lines
                    for a, b in zip(o.line, o.line[1:], strict=False)
                    if o.level == base.level and not gap_to_segment(base, a, b)
                ),
                "",
            )
        if hit:
            found.append(DangerTest(model.id, "CL-TURN-8", hit))
    return tuple(found)


def _mishap(rules: Ruleset, battle: Battle, unit: Unit, causes: tuple[Finding, ...]) -> Procedure[Outcome]:
    """Settle a mishap: destroyed, set down by the opponent, or delayed (CL-TURN-10).

    With a face that house rules give none of these to, the unit is still in the air and may aim again.
    """
    if not rules.on("CL-TURN-10"):
        return _delayed(battle, unit, ())
    faces = yield from ask(
        Roll(rule="CL-TURN-10", side=unit.side, says="roll.mishap", about=(unit.id,), dice=Dice(1)), battle
    )
    cause = causes[0] if causes else forbid("CL-TURN-10", "place.no_room", unit.id)
    why = Entry("did.mishap", ("CL-TURN-10", cause.rule), (unit.id,), {"cause": cause.says}, faces,
                side=unit.side)  # fmt: skip
    if faces[0] in faces_in(rules, "CL-TURN-10", "destroyed_on"):
        models = [msgspec.structs.replace(m, casualty=True, place=None) for m in battle.members(unit.id)]
        lost = battle.with_models(models).with_unit(msgspec.structs.replace(unit, in_reserve=""))
        entry = Entry("did.mishap_destroyed", ("CL-TURN-10",), (unit.id,), side=unit.side)
        return Outcome(lost, Report((why, entry)))
    if faces[0] in faces_in(rules, "CL-TURN-10", "delayed_on"):
        return _delayed(battle, unit, (why,))
    if faces[0] not in faces_in(rules, "CL-TURN-10", "opponent_places_on"):
        return Outcome(battle, Report((why, Entry("did.mishap_again", ("CL-TURN-10",), (unit.id,)))))
    opponent = battle.clock.other(unit.side)
    members = tuple(m.id for m in battle.members(unit.id))
    places = yield from ask(
        Put(rule="CL-TURN-10", side=opponent, says="put.mishap", about=(unit.id,), models=members), battle
    )
    outcome = yield from _landed(rules, battle, unit, places)
    return Outcome(outcome.battle, Report((why, *outcome.report.entries)))


def _delayed(battle: Battle, unit: Unit, before: tuple[Entry, ...]) -> Outcome:
    waits = msgspec.structs.replace(unit, in_reserve="deep_strike")
    waits = waits.with_condition(Condition("tests_due", "CL-TURN-10", until="turn"))
    entry = Entry("did.mishap_delayed", ("CL-TURN-10",), (unit.id,), side=unit.side)
    return Outcome(battle.with_unit(waits), Report((*before, entry)))
