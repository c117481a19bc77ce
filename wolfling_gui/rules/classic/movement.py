"""Movement: what stands in the way, what slows, and what else a move must keep to (CL-MOVE, CL-TERR)."""

from __future__ import annotations

from wolfling_gui.core.actions import Move, MoveMode
from wolfling_gui.core.battle import Battle
from wolfling_gui.core.forces import Model, Place, Unit
from wolfling_gui.core.procedure import Outcome, Procedure
from wolfling_gui.core.table import Table
from wolfling_gui.core.terrain import Area, Obstacle
from wolfling_gui.core.verdict import Finding, Mark
from wolfling_gui.geometry.measure import touches_polygon
from wolfling_gui.geometry.paths import stretches
from wolfling_gui.geometry.space import space_of
from wolfling_gui.rules.classic import vanguard
from wolfling_gui.rules.classic.characters import foreseen, leavers, without
from wolfling_gui.rules.classic.repair import restored
from wolfling_gui.rules.classic.unit_types import danger_when, flies, gun_crew, may_stand_upstairs
from wolfling_gui.rules.facts import base_of, here_of
from wolfling_gui.rules.findings import forbid, permit
from wolfling_gui.rules.placing import near_enemies, on_table
from wolfling_gui.rules.ruleset import Ruleset
from wolfling_gui.rules.slots import DangerTest, Passage
from wolfling_gui.rules.ways import difficult_pieces, lines_crossed

SOLID = ("intact_wall", "shut_door", "sealed_door")
"""What nobody walks through in the core: whole walls, and their doors while they are not open (CL-TERR-6)."""


def passage(
    rules: Ruleset, battle: Battle, model: Model, mode: MoveMode, together: frozenset[str]
) -> Passage:
    """Give what the core puts in a model's way: impassable ground, other models, the enemy's inch."""
    side = battle.units[model.unit].side
    unit_type = model.profile.unit_type
    flying = flies(rules, unit_type, mode)
    keep_off: dict[str, tuple[int, str]] = {}
    end_off: dict[str, str] = {}
    keeps = rules.on("CL-BASE-6") and mode != "assault"
    standoff = rules.inches("CL-BASE-6", "standoff_inches") + 1 if keeps else 0
    nearest = (standoff, "CL-BASE-6")
    scouting = vanguard.standoff(rules, battle)
    if scouting is not None:
        standoff, nearest = scouting[0], scouting
    solid = rules.on("CL-MOVE-6")
    for other in battle.on_table():
        if other.id == model.id or other.id in together:
            continue
        if battle.units[other.unit].side != side:
            if flying and scouting is None:
                end_off[other.id] = "CL-UT-3"
            elif standoff:
                keep_off[other.id] = nearest
            elif solid:
                keep_off[other.id] = (0, "CL-MOVE-6")
            else:
                end_off[other.id] = "CL-BASE-3"
        elif flying or not (solid and rules.flag("CL-MOVE-6", "friends_block")):
            end_off[other.id] = "CL-BASE-3"
        else:
            keep_off[other.id] = (0, "CL-MOVE-6")
    impassable: dict[str, str] = {}
    if rules.on("CL-TERR-6") and not (flying and unit_type in rules.words("CL-TERR-6", "exceptions")):
        impassable = {a.id: "CL-TERR-6" for a in battle.table.areas.values() if a.terrain == "impassable"}
        impassable |= dict.fromkeys(closed_buildings(rules, battle.table), "CL-TERR-14")
    if mode == "boost" and not flying and rules.on("CL-USR-22"):
        impassable |= {piece.id: "CL-USR-22" for piece in difficult_pieces(battle)}
    climbs = may_stand_upstairs(rules, unit_type)
    per_floor = rules.inches("CL-TERR-8", "inches_per_floor") if climbs and rules.on("CL-TERR-8") else None
    if flying and climbs:
        per_floor = 0
    barriers = {} if flying else dict.fromkeys(SOLID, "CL-TERR-6") if rules.on("CL-TERR-6") else {}
    return Passage(
        barriers=barriers,
        impassable=impassable,
        keep_off=keep_off,
        end_off=end_off,
        per_floor=per_floor,
    )


def check_place(rules: Ruleset, battle: Battle, model: Model, place: Place) -> tuple[Finding, ...]:
    """Judge a place itself: on the table, on a floor, off impassable ground, upstairs only for some."""
    base = base_of(battle, model, place)
    found = [*on_table(rules, battle, model, base)]
    space = space_of(battle.table)
    ring = Mark("ring", (place.at,), place.level, base.reach, model.id)
    if not space.supported(base):
        found.append(
            forbid("CL-TERR-8", "place.no_floor", model.id, marks=(ring,), facts={"level": place.level})
        )
    if place.level > 0 and not may_stand_upstairs(rules, model.profile.unit_type):
        in_ruin = any(
            battle.table.structures[s].kind == "ruin" for s in space.structures_at(place.at, place.level)
        )
        if in_ruin:
            found.append(
                forbid(
                    "CL-TERR-9",
                    "place.not_upstairs",
                    model.id,
                    marks=(ring,),
                    facts={"type": model.profile.unit_type},
                )
            )
    if rules.on("CL-TERR-6"):
        for area in battle.table.areas.values():
            if (
                area.terrain == "impassable"
                and area.level == place.level
                and touches_polygon(base, area.polygon)
            ):
                found.append(forbid("CL-TERR-6", "place.impassable", model.id, area.id, marks=(ring,)))
    for name in closed_buildings(rules, battle.table):
        structure = battle.table.structures[name]
        floors = [floor.polygon for floor in structure.floors if floor.level == place.level]
        if any(touches_polygon(base, polygon) for polygon in floors):
            found.append(forbid("CL-TERR-14", "place.impassable", model.id, name, marks=(ring,)))
    return tuple(found)


def closed_buildings(rules: Ruleset, table: Table) -> tuple[str, ...]:
    """Return the intact structures that nobody walks into, by the core's default (CL-TERR-14)."""
    if not rules.on("CL-TERR-14"):
        return ()
    if rules.catalogue.word("CL-TERR-14", "intact_buildings") != "impassable":
        return ()
    intact = [s.id for s in table.structures.values() if s.kind != "ruin"]
    return tuple(name for name in intact if not rules.walked_in(rules, table, name))


def check_move(rules: Ruleset, battle: Battle, after: Battle, action: Move) -> tuple[Finding, ...]:
    """Judge the ends of a move by `check_place`, and the unit's coherency after it (CL-MOVE-4).

    Who flies keeps its inch from the enemy where it lands; jump infantry may land on impassable ground where
    it can stand (CL-UT-3).
    """
    found: list[Finding] = [*gun_crew(rules, after, after.units[action.unit])]
    for name in action.paths:
        model = after.models[name]
        if model.place is None:
            continue
        flying = flies(rules, model.profile.unit_type, action.mode)
        judged = rules.check_place(rules, after, model, model.place)
        if flying and model.profile.unit_type == "jump_infantry":
            judged = tuple(f for f in judged if f.says != "place.impassable")
        found += judged
        if flying:
            found += near_enemies(rules, after, model, model.place)
    leaving = leavers(rules, after, action)
    for model in leaving:
        found.append(permit("CL-CHAR-3", "character.leaves", model.id, model.unit))
    after = without(after, leaving)
    if after.members(action.unit):
        found += restored(rules, battle, after, after.units[action.unit])
    for name in (action.unit, *(model.home for model in leaving)):
        found += foreseen(rules, after, name) if action.mode != "run" else ()
    return tuple(found)


def danger(rules: Ruleset, battle: Battle, unit: Unit, action: Move) -> tuple[DangerTest, ...]:
    """Say which models test: those in dangerous ground, and types that test in any difficult ground."""
    if not rules.on("CL-TERR-3"):
        return ()
    dangerous = [a for a in battle.table.areas.values() if tests_for(rules, a)]
    lines = [o for o in battle.table.obstacles.values() if tests_for(rules, o)]
    both = {area.id for area in dangerous if area.terrain == "difficult"}
    both |= {line.id for line in lines if line.terrain == "difficult"}
    hard = [a for a in battle.table.areas.values() if a.terrain == "impassable"]
    found: list[DangerTest] = []
    for name, path in action.paths.items():
        model = battle.models[name]
        if model.place is None or not path:
            continue
        start = here_of(model)
        radius = model.profile.base.radius
        flying = flies(rules, model.profile.unit_type, action.mode)
        touched = stretches(start, path, radius, dangerous, lines)
        hit = next((s for s in touched if not flying or s.starts_in or s.ends_in), None)
        if hit is not None:
            found.append(DangerTest(name, "CL-TERR-5" if hit.id in both else "CL-TERR-3", hit.id))
            continue
        if flying and model.profile.unit_type == "jump_infantry":
            landed = next((s for s in stretches(start, path, radius, hard) if s.ends_in), None)
            if landed is not None:
                found.append(DangerTest(name, "CL-UT-3", landed.id))
                continue
        when = danger_when(rules, model, action.mode)
        if when == "if_dangerous":
            continue
        rough = list(stretches(start, path, radius, difficult_pieces(battle)))
        if when == "always":
            rough += lines_crossed(battle, start, path, radius)
        hit = next((s for s in rough if when == "always" or s.starts_in or s.ends_in), None)
        if hit is not None:
            found.append(DangerTest(name, "CL-UT-2", hit.id))
    return tuple(found)


def tests_for(rules: Ruleset, piece: Area | Obstacle) -> bool:
    """Tell whether a piece of terrain is dangerous; one may be difficult besides (CL-TERR-5)."""
    return piece.dangerous and (piece.terrain != "difficult" or rules.on("CL-TERR-5"))


def no_interrupts(rules: Ruleset, before: Battle, battle: Battle, unit: str) -> Procedure[Outcome]:
    """Let a move go on: in the classic core nobody reacts to it."""
    yield from ()
    return Outcome(battle)
