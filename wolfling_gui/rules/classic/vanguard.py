"""Infiltrators and scouts: after all others are set up, before the first turn (CL-USR-10, CL-USR-15)."""

from __future__ import annotations

import msgspec

from wolfling_gui.core.battle import Battle
from wolfling_gui.core.forces import Unit
from wolfling_gui.core.procedure import Procedure
from wolfling_gui.core.report import Entry
from wolfling_gui.core.verdict import Finding, Mark
from wolfling_gui.geometry.measure import gap, witness
from wolfling_gui.rules.dice_rolls import roll_off
from wolfling_gui.rules.facts import base_of, set_up
from wolfling_gui.rules.findings import forbid
from wolfling_gui.rules.ruleset import Ruleset
from wolfling_gui.rules.states import has_rule

STEPS = ("infiltrators", "scouts")
RULES = {"infiltrators": "CL-USR-10", "scouts": "CL-USR-15"}


def waits_to_infiltrate(rules: Ruleset, battle: Battle, unit: Unit) -> bool:
    """Tell whether a unit is left off the table to be set up after all others (CL-USR-10)."""
    if not rules.on("CL-USR-10") or "infiltrators" not in rules.words("CL-DEP-1", "order"):
        return False
    off = bool(battle.members(unit.id)) and not set_up(battle, unit.id) and not unit.in_reserve
    return off and has_rule(battle, unit, "infiltrate")


def may_scout(rules: Ruleset, battle: Battle, unit: Unit) -> bool:
    """Tell whether a unit has its move before the first turn still to make (CL-USR-15)."""
    if not rules.on("CL-USR-15") or unit.id in battle.clock.closed:
        return False
    return bool(set_up(battle, unit.id)) and has_rule(battle, unit, "scouts")


def left(rules: Ruleset, battle: Battle, step: str, side: str) -> tuple[str, ...]:
    """Return the units of a side that a step before the first turn still waits for."""
    wanted = waits_to_infiltrate if step == "infiltrators" else may_scout
    return tuple(unit.id for unit in battle.units_of(side) if wanted(rules, battle, unit))


def sides_left(rules: Ruleset, battle: Battle, step: str) -> tuple[str, ...]:
    """Return the sides that still have units for a step, in their order of play."""
    return tuple(side for side in battle.clock.order if left(rules, battle, step, side))


def first_side(rules: Ruleset, battle: Battle, step: str) -> Procedure[tuple[str, tuple[Entry, ...]]]:
    """Return who begins a step: who alone has units for it, else the winner of a roll-off."""
    sides = sides_left(rules, battle, step)
    if len(sides) < 2:
        return sides[0], ()
    return (yield from roll_off(rules, battle, RULES[step]))


def passed_on(rules: Ruleset, battle: Battle) -> Battle | None:
    """Return the battle with the other side at work, or the same one alone; None when all is done."""
    clock = battle.clock
    closed = clock.closed
    if clock.step == "scouts":
        done = (clock.active_unit,) if clock.active_unit else left(rules, battle, "scouts", clock.side)
        closed = (*closed, *done)
    after = battle.with_clock(msgspec.structs.replace(clock, active_unit="", closed=closed))
    sides = sides_left(rules, after, clock.step)
    if not sides:
        return None
    other = clock.other(clock.side)
    side = other if other in sides else sides[0]
    return after.with_clock(msgspec.structs.replace(after.clock, side=side))


def check_infiltrators(rules: Ruleset, battle: Battle, after: Battle, unit: Unit) -> tuple[Finding, ...]:
    """Judge where infiltrators are set up: far from enemies, nearer where none sees them (CL-USR-10)."""
    found: list[Finding] = []
    if not waits_to_infiltrate(rules, battle, unit):
        found.append(forbid("CL-USR-10", "vanguard.no_infiltrators", unit.id))
    models, enemies = after.standing(unit.id), after.enemies_of(unit.side)
    seen = any(rules.sight(rules, after, enemy, model).seen for enemy in enemies for model in models)
    says = "vanguard.seen_near_enemy" if seen else "vanguard.hidden_near_enemy"
    limit = rules.inches("CL-USR-10", "visible_inches" if seen else "hidden_inches")
    for model in models:
        base = base_of(after, model)
        for enemy in enemies:
            other = base_of(after, enemy)
            between = gap(base, other)
            if between <= limit:
                mark = Mark("link", witness(base, other), base.level, about=enemy.id)
                found.append(
                    forbid(
                        "CL-USR-10", says, model.id, enemy.id,
                        value=between, limit=limit, measure="inches", comparison="more_than", marks=(mark,),
                    )
                )  # fmt: skip
    return tuple(found)


def check_scout(rules: Ruleset, battle: Battle, unit: Unit) -> tuple[Finding, ...]:
    """Judge who moves before the first turn: scouts, one unit at a time (CL-USR-15)."""
    active = battle.clock.active_unit
    if active and active != unit.id:
        return (forbid("CL-USR-15", "vanguard.one_at_a_time", active),)
    if active != unit.id and not may_scout(rules, battle, unit):
        return (forbid("CL-USR-15", "vanguard.no_scouts", unit.id),)
    return ()


def standoff(rules: Ruleset, battle: Battle) -> tuple[int, str] | None:
    """Return how far scouts keep from enemies in units, and by which rule; None outside their step."""
    if battle.clock.step != "scouts" or not rules.on("CL-USR-15"):
        return None
    return rules.inches("CL-USR-15", "enemy_distance_inches") + 1, "CL-USR-15"
