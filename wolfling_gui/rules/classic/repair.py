"""Coherency that casualties broke: it is restored by moving, and by running where that is not enough."""

from __future__ import annotations

from wolfling_gui.core.actions import Move, Waypoint
from wolfling_gui.core.battle import Battle
from wolfling_gui.core.forces import Model, Unit
from wolfling_gui.core.lengths import Length, Point, distance
from wolfling_gui.core.verdict import Finding, Mark
from wolfling_gui.geometry.formation import BrokenLink, broken_links
from wolfling_gui.geometry.paths import path_clear
from wolfling_gui.rules.classic.coherency import is_coherent, most_floors_apart
from wolfling_gui.rules.classic.unit_types import cannot_run, running_allowed
from wolfling_gui.rules.facts import base_of
from wolfling_gui.rules.findings import forbid, forbids, warn
from wolfling_gui.rules.ruleset import Ruleset
from wolfling_gui.rules.states import walked
from wolfling_gui.rules.ways import way_of

STEP = 254
"""A stray that can come nearer by a tenth of an inch has not come as near as it could (units)."""


def open_links(rules: Ruleset, battle: Battle, unit: str) -> tuple[BrokenLink, ...]:
    """Return the gaps that break a unit's chain, one for each part that is cut off (CL-MOVE-3)."""
    bases = [base_of(battle, m) for m in battle.standing(unit)]
    most = most_floors_apart(rules, battle) if rules.on("CL-MOVE-5") else 0
    limit = rules.inches("CL-MOVE-3", "coherency_inches")
    return broken_links(bases, limit, lambda floors: floors <= most)


def restored(rules: Ruleset, before: Battle, after: Battle, unit: Unit) -> tuple[Finding, ...]:
    """Judge a unit's coherency after a move: a broken chain is closed, or its gaps shrink (CL-MOVE-4)."""
    found = rules.coherency(rules, after, unit)
    if not forbids(found) or is_coherent(rules, before, unit):
        return found
    if not rules.on("CL-MOVE-4"):
        return found
    if not rules.flag("CL-MOVE-4", "must_restore"):
        return ()
    wide = sum(link.gap for link in open_links(rules, before, unit.id))
    left = sum(link.gap for link in open_links(rules, after, unit.id))
    make, says = (warn, "coherency.comes_nearer") if left < wide else (forbid, "coherency.must_restore")
    finding = make(
        "CL-MOVE-4", says, unit.id, value=left, limit=wide, measure="inches", comparison="less_than"
    )
    return (finding, *(f for f in found if f.effect != "forbids"))


def due_to_restore(rules: Ruleset, battle: Battle) -> tuple[Finding, ...]:
    """Say which units have to restore their coherency before the step ends (CL-MOVE-4).

    In the Movement phase every stray comes as near as it can; a unit that is still apart has to run.
    """
    if battle.clock.step not in ("movement", "shooting") or not rules.on("CL-MOVE-4"):
        return ()
    found: list[Finding] = []
    for unit in battle.units_of(battle.clock.side):
        if is_coherent(rules, battle, unit):
            continue
        if battle.clock.step == "movement" and rules.flag("CL-MOVE-4", "must_restore"):
            found += _strays(rules, battle, unit)
        elif battle.clock.step == "shooting" and must_run(rules, battle, unit):
            found.append(forbid("CL-MOVE-4", "turn.run_together_first", unit.id))
    return tuple(found)


def must_run(rules: Ruleset, battle: Battle, unit: Unit) -> bool:
    """Tell whether a unit that its move did not bring together has to run now (CL-MOVE-4)."""
    if not rules.on("CL-MOVE-4") or not rules.flag("CL-MOVE-4", "must_run_if_needed"):
        return False
    unspent = unit.has("moved") and not unit.has("ran") and not unit.has("shot")
    able = unspent and not cannot_run(rules, battle, unit)
    free = able and not forbids(rules.may_act(rules, battle, unit, "run"))
    return free and running_allowed(rules, battle, unit) and not is_coherent(rules, battle, unit)


def _strays(rules: Ruleset, battle: Battle, unit: Unit) -> list[Finding]:
    if forbids(rules.may_act(rules, battle, unit, "move")):
        return []
    models = battle.standing(unit.id)
    limit = rules.move_limit(rules, battle, unit, Move(unit.id, {})).total
    wanted = rules.inches("CL-MOVE-3", "coherency_inches")
    found: list[Finding] = []
    for link in open_links(rules, battle, unit.id):
        one, other = models[link.a], models[link.b]
        for mover, goal in ((other, one), (one, other)):
            step = min(limit - walked(unit, mover.id), link.gap - wanted)
            if step >= STEP and _may_come(rules, battle, mover, goal, step):
                mark = Mark("link", link.line, base_of(battle, mover).level, about=mover.id)
                found.append(
                    forbid(
                        "CL-MOVE-4", "turn.restore_first", unit.id, mover.id,
                        value=link.gap, limit=wanted, measure="inches", comparison="at_most", marks=(mark,),
                    )
                )  # fmt: skip
                break
    return found


def _may_come(rules: Ruleset, battle: Battle, mover: Model, goal: Model, step: Length) -> bool:
    """Tell whether a model can go straight towards another by a step."""
    assert mover.place is not None
    assert goal.place is not None
    here, there = mover.place.at, goal.place.at
    apart = max(1, distance(here, there))
    end = Point(
        here.x + round((there.x - here.x) * step / apart), here.y + round((there.y - here.y) * step / apart)
    )
    way = way_of(rules, battle, mover, "foot")
    level = mover.place.level
    return path_clear(battle.table, way.mover, way.blocks, Waypoint(here, level), (Waypoint(end, level),)).ok
