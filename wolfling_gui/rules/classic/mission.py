"""What is played for, and the steps of the set-up, each only when it is needed (CL-MIS, CL-DEP-1)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from wolfling_gui.core.actions import ChooseZone, PlaceObjective, SettleLayout, SettleMission
from wolfling_gui.core.battle import Battle
from wolfling_gui.core.clock import Clock
from wolfling_gui.core.dice import Dice, parse_dice
from wolfling_gui.core.lengths import UNITS_PER_INCH, Length, Point, distance
from wolfling_gui.core.procedure import Outcome, Procedure, ask
from wolfling_gui.core.report import Entry, Report
from wolfling_gui.core.requests import Roll
from wolfling_gui.core.terrain import Marker
from wolfling_gui.core.verdict import Finding, Mark
from wolfling_gui.geometry.space import space_of
from wolfling_gui.rules.catalogue import Value
from wolfling_gui.rules.classic import layouts, vanguard
from wolfling_gui.rules.dice_rolls import d3
from wolfling_gui.rules.facts import places_known
from wolfling_gui.rules.findings import forbid, permit
from wolfling_gui.rules.ruleset import Ruleset

MISSIONS = ("seize_ground", "capture_and_control", "annihilation")
BEFORE = ("mission", "layout", "roll_off", "objectives", "zones")
"""The steps before the sides deploy, in their order."""

Stop = tuple[str, int]
"""A step of the set-up and the place of the side in the order that has it."""


def own_objectives_after(rules: Ruleset) -> bool:
    """Tell whether objectives in own zones are placed after the units are set up (CL-MIS-3)."""
    return rules.catalogue.word("CL-MIS-3", "when") == "after_units"


def stops(rules: Ruleset) -> tuple[Stop, ...]:
    """Return the set-up as the steps and sides that come one after the other (CL-DEP-1)."""
    listed: list[Stop] = []
    for word in rules.words("CL-DEP-1", "order"):
        match word:
            case "first_player":
                listed.append(("deployment", 0))
            case "second_player":
                listed.append(("deployment", 1))
            case "seize":
                listed.append(("seize", 1))
            case "infiltrators" | "scouts":
                listed.append((word, 0))
    units = [number for number, stop in enumerate(listed) if stop[0] == "deployment"]
    at = 0
    if units:
        at = units[-1] + 1 if own_objectives_after(rules) else units[0]
    listed.insert(at, ("own_objectives", 0))
    return (*((step, 0) for step in BEFORE), *listed)


def setup_steps(rules: Ruleset) -> tuple[str, ...]:
    """Return the ids of all set-up steps in their order, each once."""
    return tuple(dict.fromkeys(step for step, _ in stops(rules)))


def is_needed(rules: Ruleset, battle: Battle, step: str) -> bool:
    """Tell whether a set-up step has anything to settle in this battle.

    A scenario that draws its own zones and objectives needs no steps for them.
    """
    mission, table = battle.mission, battle.table
    match step:
        case "mission":
            return mission.id == "random"
        case "layout":
            return mission.layout == "random"
        case "roll_off":
            return not battle.clock.order
        case "objectives":
            return mission.id == "seize_ground" and rules.on("CL-MIS-2") and not table.objectives
        case "zones":
            return mission.layout in layouts.LAYOUTS and not table.deployment
        case "own_objectives":
            wanted = mission.id == "capture_and_control" and rules.on("CL-MIS-3")
            return wanted and not table.objectives and bool(table.deployment)
        case "seize":
            return rules.on("CL-TURN-4")
        case "infiltrators" | "scouts":
            return bool(vanguard.sides_left(rules, battle, step))
    return True


def shown_steps(rules: Ruleset, battle: Battle) -> tuple[str, ...]:
    """Return the set-up steps to show: those still needed, the present one, and those that were done."""
    done = {"roll_off", "deployment"}
    if battle.setup.objectives:
        done.add("objectives" if battle.mission.id == "seize_ground" else "own_objectives")
    if battle.mission.layout in layouts.LAYOUTS:
        done.add("zones")
    return tuple(
        step
        for step in setup_steps(rules)
        if step in done or step == battle.clock.step or is_needed(rules, battle, step)
    )


def first_step(battle: Battle) -> str:
    """Return the step at which a fresh battle begins."""
    if battle.mission.id == "random":
        return "mission"
    return "layout" if battle.mission.layout == "random" else "roll_off"


def next_stop(rules: Ruleset, battle: Battle) -> Stop | None:
    """Return the next step of the set-up that is needed and its side; None when the first turn begins."""
    listed = stops(rules)
    clock = battle.clock
    here = [n for n, (step, _) in enumerate(listed) if step == clock.step]
    if clock.step == "deployment":
        here = [n for n in here if clock.order[listed[n][1]] == clock.side] or here
    at = here[-1] if here else -1
    for step, side in listed[at + 1 :]:
        if is_needed(rules, battle, step):
            return step, side
    return None


def entered(rules: Ruleset, battle: Battle, stop: Stop) -> Procedure[Outcome]:
    """Enter a set-up step; for objectives their number is rolled on the way (CL-MIS-2)."""
    step, place = stop
    order = battle.clock.order
    side = order[place] if place < len(order) else ""
    entries: tuple[Entry, ...] = ()
    count = 0
    if step == "objectives":
        side = battle.setup.winner or side
        count, entries = yield from _number_of_objectives(rules, battle, side)
    if step in vanguard.STEPS:
        side, entries = yield from vanguard.first_side(rules, battle, step)
    if step == "own_objectives":
        count = rules.count("CL-MIS-3", "count_per_player") * len(order)
    clock = msgspec.structs.replace(battle.clock, step=step, side=side, active_unit="", closed=())
    after = battle.with_clock(clock)
    if count:
        after = after.with_setup(msgspec.structs.replace(battle.setup, objectives=count))
    began = Entry(
        "did.began_step", ("CL-DEP-1",), (side,) if side else (), {"step": step, "turn": 0}, side=side
    )
    return Outcome(after, Report((*entries, began)))


def _number_of_objectives(
    rules: Ruleset, battle: Battle, side: str
) -> Procedure[tuple[int, tuple[Entry, ...]]]:
    dice = parse_dice(rules.catalogue.word("CL-MIS-2", "count"))
    faces = yield from ask(
        Roll(rule="CL-MIS-2", side=side, says="roll.objectives", about=(side,), dice=dice), battle
    )
    count = sum(d3(rules, face) if dice.sides == 3 else face for face in faces) + dice.bonus
    entry = Entry("did.rolled_objectives", ("CL-MIS-2",), (side,), {"count": count}, faces, side=side)
    return max(1, count), (entry,)


# ---------------------------------------------------------------------- mission and layout


def plan_mission(rules: Ruleset, battle: Battle, action: SettleMission) -> tuple[Any, tuple[Finding, ...]]:
    """Judge settling the mission: at its step, rolled by the table or named (CL-MIS-1)."""
    found = _settling(rules, battle, action.id, "mission", "CL-MIS-1", MISSIONS)
    return action if action.id in ("", *MISSIONS) else None, found


def plan_layout(rules: Ruleset, battle: Battle, action: SettleLayout) -> tuple[Any, tuple[Finding, ...]]:
    """Judge settling the deployment: at its step, rolled by the table or named (CL-DEP-7).

    A table too small for a layout is refused when it is named, and rolled again when it comes up.
    """
    found = _settling(rules, battle, action.id, "layout", "CL-DEP-7", layouts.LAYOUTS)
    fitting = [name for name in layouts.LAYOUTS if layouts.has_room(rules, battle.table, name)]
    wanted = [action.id] if action.id in layouts.LAYOUTS else _names(rules, "CL-DEP-7")
    if not set(wanted) & set(fitting):
        facts = {"name": action.id or "random"}
        found = (*found, forbid("CL-DEP-6", "setup.layout_no_room", facts=facts))
    return action if action.id in ("", *layouts.LAYOUTS) else None, found


def _settling(
    rules: Ruleset, battle: Battle, wanted: str, step: str, rule: str, known: tuple[str, ...]
) -> tuple[Finding, ...]:
    found: list[Finding] = []
    if battle.clock.step != step:
        found.append(forbid(rule, f"setup.{step}_not_now"))
    if wanted and wanted not in known:
        found.append(forbid(rule, f"setup.no_such_{step}", facts={"name": wanted}))
    if not wanted and not rules.on(rule):
        found.append(forbid(rule, f"setup.{step}_is_agreed"))
    if not wanted:
        strange = [name for name in _names(rules, rule) if name not in known]
        found += [forbid(rule, f"setup.no_such_{step}", facts={"name": name}) for name in strange]
    return (*found, permit(rule, f"setup.settles_{step}"))


def _names(rules: Ruleset, rule: str) -> list[str]:
    """Return the missions or layouts that a table can come up with, each once."""
    return list(dict.fromkeys(str(value) for value in rules.table(rule, "table").values()))


def resolve_mission(rules: Ruleset, battle: Battle, action: SettleMission) -> Procedure[Outcome]:
    """Roll for the mission or take the one agreed on, and go on with the set-up (CL-MIS-1)."""
    name, entry = yield from _settled(rules, battle, action.id, "mission", "CL-MIS-1")
    after = battle.with_mission(msgspec.structs.replace(battle.mission, id=name))
    return (yield from _go_on(rules, after, (entry,)))


def resolve_layout(rules: Ruleset, battle: Battle, action: SettleLayout) -> Procedure[Outcome]:
    """Roll for the deployment or take the one agreed on, and go on with the set-up (CL-DEP-7)."""
    name, entry = yield from _settled(rules, battle, action.id, "layout", "CL-DEP-7")
    after = battle.with_mission(msgspec.structs.replace(battle.mission, layout=name))
    return (yield from _go_on(rules, after, (entry,)))


def _settled(
    rules: Ruleset, battle: Battle, wanted: str, step: str, rule: str
) -> Procedure[tuple[str, Entry]]:
    if wanted:
        return wanted, Entry(f"did.agreed_{step}", (rule,), (), {step: wanted})
    side = battle.sides[0].id
    attempt = 0
    while True:
        faces = yield from ask(
            Roll(rule=rule, side=side, says=f"roll.{step}", ordinal=attempt, dice=Dice(1)), battle
        )
        name = _looked_up(rules.table(rule, "table"), faces[0])
        if step != "layout" or layouts.has_room(rules, battle.table, name):
            break
        attempt += 1
    return name, Entry(f"did.rolled_{step}", (rule,), (), {step: name}, faces, side=side)


def _looked_up(table: Mapping[str | int, Value], face: int) -> str:
    found = table.get(face)
    return str(found) if found is not None else str(next(iter(table.values())))


def _go_on(rules: Ruleset, battle: Battle, entries: tuple[Entry, ...]) -> Procedure[Outcome]:
    """Go on to the next step that is needed before the first turn."""
    stop = next_stop(rules, battle)
    if stop is None:
        return Outcome(battle, Report(entries))
    outcome = yield from entered(rules, battle, stop)
    return Outcome(outcome.battle, Report((*entries, *outcome.report.entries)))


# ---------------------------------------------------------------------- zones and objectives


def plan_zone(rules: Ruleset, battle: Battle, action: ChooseZone) -> tuple[Any, tuple[Finding, ...]]:
    """Judge the first player's choice of an edge or a quarter (CL-DEP-1, CL-DEP-4, CL-DEP-6)."""
    rule = layouts.RULES.get(battle.mission.layout, "CL-DEP-1")
    found: list[Finding] = []
    if battle.clock.step != "zones":
        found.append(forbid("CL-DEP-1", "setup.zones_not_now"))
    listed = layouts.options(rules, battle)
    if action.option not in listed:
        found.append(forbid(rule, "setup.no_such_zone", facts={"name": action.option}))
    plan = action if action.option in listed else None
    return plan, (*found, permit(rule, "setup.takes_zone", battle.clock.side))


def resolve_zone(rules: Ruleset, battle: Battle, action: ChooseZone) -> Procedure[Outcome]:
    """Deal out the zones and go on with the set-up."""
    after = layouts.taken(rules, battle, action.option)
    rule = layouts.RULES[battle.mission.layout]
    side = battle.clock.side
    entry = Entry("did.took_zone", ("CL-DEP-1", rule), (side,), {"zone": action.option}, side=side)
    return (yield from _go_on(rules, after, (entry,)))


def plan_objective(rules: Ruleset, battle: Battle, action: PlaceObjective) -> tuple[Any, tuple[Finding, ...]]:
    """Judge an objective's place: by the mission's distances, or in the own zone (CL-MIS-2, CL-MIS-3)."""
    step = battle.clock.step
    if step not in ("objectives", "own_objectives"):
        return action, (forbid("CL-DEP-1", "setup.objective_not_now"),)
    if not places_known(battle):
        rule = "CL-MIS-2" if step == "objectives" else "CL-MIS-3"
        return action, (permit(rule, "setup.objective_at_table", battle.clock.side),)
    if step == "objectives":
        return action, _open_ground(rules, battle, action)
    side = battle.side(battle.clock.side)
    if not layouts.in_zone(rules, battle, side, action.at, action.level):
        mark = Mark("point", (action.at,), action.level)
        return action, (forbid("CL-MIS-3", "setup.objective_outside", side.id, marks=(mark,)),)
    return action, (permit("CL-MIS-3", "setup.objective_inside", side.id),)


def _open_ground(rules: Ruleset, battle: Battle, action: PlaceObjective) -> tuple[Finding, ...]:
    at, level = action.at, action.level
    found: list[Finding] = []
    mark = Mark("point", (at,), level)
    table = battle.table
    edge = min(at.x, at.y, table.width - at.x, table.height - at.y)
    found.append(_apart(rules, "edge_inches", "setup.objective_edge", edge, mark))
    for marker in table.objectives.values():
        link = Mark("link", (at, marker.at), level, about=marker.id)
        between = distance(at, marker.at)
        found.append(_apart(rules, "spacing_inches", "setup.objective_spacing", between, link, marker.id))
    for area in table.areas.values():
        solid = area.terrain == "impassable" and area.level == level
        if solid and layouts.covers(area.polygon, at):
            found.append(forbid("CL-MIS-2", "setup.objective_impassable", area.id, marks=(mark,)))
    if level and not space_of(table).structures_at(at, level):
        found.append(forbid("CL-MIS-2", "setup.objective_no_floor", marks=(mark,), facts={"level": level}))
    return tuple(found)


def room_for_objective(rules: Ruleset, battle: Battle) -> Point | None:
    """Return the roomiest place for another objective by CL-MIS-2, None when there is none.

    Every half inch of the table is tried. On a table of less than 24 inches there is no place more than 12
    inches from both its edges.
    """
    table = battle.table
    edge = rules.inches("CL-MIS-2", "edge_inches") + 1
    spacing = rules.inches("CL-MIS-2", "spacing_inches")
    solid = [a.polygon for a in table.areas.values() if a.terrain == "impassable" and not a.level]
    markers = [marker.at for marker in table.objectives.values()]
    best: tuple[Length, Point] | None = None
    for x in range(edge, table.width - edge + 1, UNITS_PER_INCH // 2):
        for y in range(edge, table.height - edge + 1, UNITS_PER_INCH // 2):
            at = Point(x, y)
            rims = (x - edge, table.width - edge - x, y - edge, table.height - edge - y)
            spare = min((*rims, *(distance(at, marker) - spacing - 1 for marker in markers)))
            if spare < 0 or (best is not None and spare <= best[0]):
                continue
            if not any(layouts.covers(polygon, at) for polygon in solid):
                best = (spare, at)
    return None if best is None else best[1]


def has_room(rules: Ruleset, battle: Battle) -> bool:
    """Tell whether another objective can be placed by CL-MIS-2; nobody can tell at a real table."""
    return not places_known(battle) or room_for_objective(rules, battle) is not None


def _apart(rules: Ruleset, name: str, says: str, value: Length, mark: Mark, *about: str) -> Finding:
    """Judge a distance of an objective; exactly the distance is still within it (CL-BASE-5)."""
    limit = rules.inches("CL-MIS-2", name)
    make = permit if value > limit else forbid
    return make(
        "CL-MIS-2", says, *about,
        value=value, limit=limit, measure="inches", comparison="more_than", marks=(mark,),
    )  # fmt: skip


def resolve_objective(rules: Ruleset, battle: Battle, action: PlaceObjective) -> Procedure[Outcome]:
    """Place an objective; the other side is next, and after the last one the set-up goes on."""
    clock = battle.clock
    number = len(battle.table.objectives) + 1
    while f"O{number}" in battle.table.objectives:
        number += 1
    marker = Marker(f"O{number}", action.at, action.level)
    after = battle.with_table(battle.table.with_objective(marker))
    rule = "CL-MIS-2" if clock.step == "objectives" else "CL-MIS-3"
    entry = Entry("did.placed_objective", (rule,), (clock.side, marker.id), side=clock.side)
    if clock.turn:
        return Outcome(after, Report((entry,)))
    if len(after.table.objectives) < battle.setup.objectives:
        after = after.with_clock(msgspec.structs.replace(clock, side=clock.other(clock.side)))
        return Outcome(after, Report((entry,)))
    return (yield from _go_on(rules, after, (entry,)))


def fresh_clock(battle: Battle) -> Clock:
    """Return the clock of a battle at its very start."""
    return Clock(step=first_step(battle))
