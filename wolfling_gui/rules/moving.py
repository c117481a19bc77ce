"""Moving a unit: planning paths, rolling what limits them, and carrying the move out step by step."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from wolfling_gui.core.actions import Move, MoveMode, Path, RollAllowance, Waypoint
from wolfling_gui.core.battle import Battle
from wolfling_gui.core.breakdown import Breakdown
from wolfling_gui.core.clock import Clock
from wolfling_gui.core.dice import Dice, parse_dice
from wolfling_gui.core.forces import Condition, Model, Unit
from wolfling_gui.core.lengths import Length, inches
from wolfling_gui.core.procedure import Outcome, Procedure, ask
from wolfling_gui.core.report import Entry, Report
from wolfling_gui.core.requests import Roll
from wolfling_gui.core.verdict import Finding, Mark
from wolfling_gui.geometry.paths import measured, samples
from wolfling_gui.rules.classic import boosting, charging, rage
from wolfling_gui.rules.classic.characters import after_move
from wolfling_gui.rules.classic.movement import no_interrupts
from wolfling_gui.rules.classic.unit_types import cannot_run, running_allowed, slows_runs
from wolfling_gui.rules.dangers import take_danger_tests
from wolfling_gui.rules.dice_rolls import rolled_total
from wolfling_gui.rules.facts import here_of, places_known
from wolfling_gui.rules.findings import forbid, limited, permit
from wolfling_gui.rules.placing import stacked
from wolfling_gui.rules.rough import terrain_dice, terrain_roll
from wolfling_gui.rules.ruleset import Ruleset
from wolfling_gui.rules.slots import Act, DangerTest
from wolfling_gui.rules.states import (
    allowance,
    came,
    danger_tested,
    has_regrouped,
    has_walked,
    walked,
)
from wolfling_gui.rules.ways import ends_of, path_findings, way_of

STEP = inches("0.5")
"""How far models advance between two looks for reactions."""


class Leg(msgspec.Struct, frozen=True):
    """Hold one model's part of a move: its start, its path, and how far that is in units."""

    model: str
    start: Waypoint
    path: Path
    length: Length


class MovePlan(msgspec.Struct, frozen=True):
    """Hold a unit's move worked out: a leg for each model, the limit, and who tests for danger."""

    unit: str
    mode: MoveMode
    legs: tuple[Leg, ...]
    limit: Breakdown
    tests: tuple[DangerTest, ...] = ()
    no_assault: str = ""
    facings: Mapping[str, int] = {}


def plan_move(rules: Ruleset, battle: Battle, action: Move) -> tuple[MovePlan | None, tuple[Finding, ...]]:
    """Judge a unit's move as a whole: its moment, each path, each end, and the unit afterwards."""
    unit = battle.units[action.unit]
    act: Act = "run" if action.mode == "run" else "move"
    found = [*rules.may_act(rules, battle, unit, act)]
    strangers = [name for name in action.paths if name not in unit.models]
    if strangers:
        found.append(forbid("CL-GEN-13", "move.not_in_unit", unit.id, *strangers))
    lost = [name for name in action.paths if not battle.models[name].on_table]
    if lost:
        return None, (*found, forbid("CL-MOVE-1", "move.not_on_table", *lost))
    if not battle.members(unit.id):
        return None, (*found, forbid("CL-MOVE-1", "move.nobody_left", unit.id))
    found += _mode_findings(rules, battle, unit, action)
    limit = rules.move_limit(rules, battle, unit, action)
    if not places_known(battle):
        found += rage.judge_move(rules, battle, battle, action, limit.total, {})
        return _told(unit, action, limit, found)
    legs: list[Leg] = []
    together = frozenset(action.paths)
    for name, path in action.paths.items():
        if any(corner != here_of(battle.models[name]) for corner in path):
            if came(unit, name):
                found.append(forbid("CL-MOVE-1", "move.came", name, unit.id))
            leg, findings = _leg(rules, battle, battle.models[name], action, path, limit, together)
            legs.append(leg)
            found += findings
    if not legs:
        return None, (*found, forbid("CL-MOVE-1", "move.no_paths", unit.id))
    paths = {leg.model: leg.path for leg in legs}
    after = battle.with_places(ends_of(battle, paths, action.facings))
    found += stacked(rules, after, tuple(leg.model for leg in legs))
    found += terrain_roll(rules, battle, unit, action)
    found += rules.check_move(rules, battle, after, action)
    lengths = {leg.model: leg.length for leg in legs}
    found += rage.judge_move(rules, battle, after, action, limit.total, lengths)
    if action.mode == "boost":
        found += boosting.foreseen(rules, battle, after, unit)
    tests = rules.danger(rules, battle, unit, action)
    tests = tuple(test for test in tests if not danger_tested(unit, test.model))
    found += [Finding(t.rule, "warns", "move.danger_test", (t.model, t.about)) for t in tests]
    stopped = rules.fleet_stopped(rules, battle, unit, action.paths) if action.mode == "run" else ""
    plan = MovePlan(unit.id, action.mode, tuple(legs), limit, tests, stopped, action.facings)
    return plan, unique(found)


def _told(
    unit: Unit, action: Move, limit: Breakdown, found: list[Finding]
) -> tuple[MovePlan, tuple[Finding, ...]]:
    """Judge a move made at a real table: its moment and its way; the paths were walked and measured there."""
    if has_walked(unit):
        found.append(forbid("CL-MOVE-1", "move.finished", unit.id))
    facts: dict[str, str | int] = {"longest": limit.total}
    found.append(permit("CL-MOVE-2", "move.at_table", unit.id, facts=facts))
    return MovePlan(unit.id, action.mode, (), limit), unique(found)


def _mode_findings(rules: Ruleset, battle: Battle, unit: Unit, action: Move) -> list[Finding]:
    types = {m.profile.unit_type for m in battle.members(unit.id)}
    if action.mode == "packs" and has_regrouped(unit):
        return [forbid("CL-MOR-13", "move.regrouped_no_packs", unit.id)]
    if action.mode == "packs" and types != {"jump_infantry"}:
        return [forbid("CL-UT-3", "move.no_packs", unit.id)]
    if action.mode == "boost":
        return boosting.check(rules, battle, unit, action)
    if action.mode == "run" and allowance(unit, "run") is None:
        return [forbid("CL-MOVE-10", "move.roll_run_first", unit.id)]
    if action.mode == "assault":
        return [forbid("CL-ASLT-3", "move.assault_names_target", unit.id)]
    return []


def _leg(
    rules: Ruleset,
    battle: Battle,
    model: Model,
    action: Move,
    path: Path,
    limit: Breakdown,
    together: frozenset[str],
) -> tuple[Leg, list[Finding]]:
    leg, stopped = leg_of(rules, battle, model, path, action.mode, together)
    start, length = leg.start, leg.length
    before = walked(battle.units[action.unit], model.id)
    found: list[Finding] = []
    if rules.on("CL-MOVE-2"):
        points = (start.at, *(p.at for p in path))
        mark = Mark("line", points, path[-1].level, about=model.id)
        rule = _limiting_rule(limit)
        found.append(
            limited(
                "CL-MOVE-2" if rule is None else rule,
                "move.walked",
                model.id,
                value=before + length,
                at_most=limit.total,
                marks=(mark,),
            )
        )
    return leg, [*found, *stopped]


def leg_of(
    rules: Ruleset, battle: Battle, model: Model, path: Path, mode: MoveMode, together: frozenset[str]
) -> tuple[Leg, tuple[Finding, ...]]:
    """Return a model's part of a move with its length in units, and what stands in the way of it."""
    start = here_of(model)
    way = way_of(rules, battle, model, mode, together)
    length = measured(start, path, way.passage.per_floor or 0)
    return Leg(model.id, start, path, length), path_findings(rules, battle, model, way, start, path)


def _limiting_rule(limit: Breakdown) -> str | None:
    """Return the rule of the last term that lowered the limit; None for the plain type."""
    lowering = [t for t in limit.ordered() if t.counts and t.op in ("at_most", "set")]
    return lowering[-1].rule if lowering and lowering[-1].value == limit.total else None


def unique(findings: list[Finding]) -> tuple[Finding, ...]:
    """Drop findings that say the same of the same things by the same rule."""
    seen: dict[object, Finding] = {}
    for finding in findings:
        seen.setdefault((finding.rule, finding.says, tuple(sorted(finding.about)), finding.effect), finding)
    return tuple(seen.values())


def plan_allowance(
    rules: Ruleset, battle: Battle, action: RollAllowance
) -> tuple[Dice | None, tuple[Finding, ...]]:
    """Judge the roll that limits a move: a run (CL-MOVE-10), or difficult terrain (CL-TERR-2)."""
    unit = battle.units[action.unit]
    if action.mode == "assault":
        return charging.plan_terrain_roll(rules, battle, unit)
    running = action.mode == "run" or (slows_runs(rules) and allowance(unit, "run") is not None)
    act: Act = "run" if running else "move"
    found = [*rules.may_act(rules, battle, unit, act)]
    if allowance(unit, action.mode) is not None:
        found.append(forbid("CL-GEN-4", "move.rolled_already", unit.id))
    if action.mode == "run":
        if has_regrouped(unit) and not rules.flag("CL-MOR-13", "may_run"):
            found.append(forbid("CL-MOR-13", "move.regrouped_no_run", unit.id))
        if not running_allowed(rules, battle, unit):
            found.append(forbid("CL-MOVE-10", "move.no_running", unit.id))
        if unit.has("shot"):
            found.append(forbid("CL-MOVE-10", "move.shot_already", unit.id))
        slow = [m.id for m in cannot_run(rules, battle, unit)]
        if slow:
            found.append(forbid("CL-MOVE-11", "move.cannot_run", unit.id, *slow[:1]))
        dice = parse_dice(rules.catalogue.word("CL-MOVE-10", "die"))
        return dice, (*found, permit("CL-MOVE-10", "move.may_run", unit.id))
    if has_regrouped(unit) and not running:
        found.append(forbid("CL-MOR-13", "move.regrouped_not_slowed", unit.id))
    if has_walked(unit):
        found.append(forbid("CL-TERR-2", "move.roll_before_moving", unit.id))
    dice = Dice(terrain_dice(rules, battle, unit, action.mode).total)
    return dice, (*found, permit("CL-TERR-2", "move.may_roll_terrain", unit.id))


def resolve_allowance(rules: Ruleset, battle: Battle, action: RollAllowance) -> Procedure[Outcome]:
    """Roll, and leave the result as the unit's allowance for this phase."""
    dice, _ = plan_allowance(rules, battle, action)
    assert dice is not None
    unit = battle.units[action.unit]
    rule = {"run": "CL-MOVE-10", "assault": "CL-ASLT-7"}.get(action.mode, "CL-TERR-2")
    counted = None if action.mode == "run" else terrain_dice(rules, battle, unit, action.mode)
    faces = yield from ask(
        Roll(
            rule=rule,
            side=unit.side,
            says="roll.run" if action.mode == "run" else "roll.terrain",
            about=(unit.id,),
            dice=dice,
            counted=counted,
        ),
        battle,
    )
    result = min(faces) if action.mode == "assault" and not charging.takes_highest(rules) else max(faces)
    if action.mode == "run":
        result = rolled_total(rules, dice, faces)
    unit = unit.with_condition(Condition("allowance", rule, inches(result), action.mode, "phase"))
    if action.mode == "run":
        unit = unit.with_condition(Condition("ran", rule, until="turn"))
        stopped = rules.fleet_stopped(rules, battle, unit, {})
        if stopped:
            unit = unit.with_condition(Condition("no_assault", stopped, until="turn"))
    says = "did.rolled_run" if action.mode == "run" else "did.rolled_terrain"
    cited = (rule,) if counted is None else tuple(dict.fromkeys((rule, *counted.rules())))
    entry = Entry(says, cited, (unit.id,), {"inches": inches(result)}, faces, side=unit.side)
    after = battle.with_unit(unit)
    return Outcome(after if action.mode == "assault" else _touch(after, unit.id), Report((entry,)))


def _touch(battle: Battle, unit: str) -> Battle:
    """Make this the unit whose move is under way; the one before is finished (CL-MOVE-1)."""
    clock: Clock = battle.clock
    if clock.active_unit == unit:
        return battle
    closed = clock.closed
    if clock.active_unit and clock.active_unit not in closed:
        closed = (*closed, clock.active_unit)
    return battle.with_clock(msgspec.structs.replace(clock, active_unit=unit, closed=closed))


def resolve_move(rules: Ruleset, battle: Battle, plan: MovePlan) -> Procedure[Outcome]:
    """Advance the unit's models together step by step, let others react, then test for danger."""
    begun, battle = battle, _touch(battle, plan.unit)
    if not places_known(battle):
        told: dict[str, str | int] = {"longest": plan.limit.total, "mode": plan.mode}
        side = battle.units[plan.unit].side
        entry = Entry("did.moved_at_table", ("CL-MOVE-2",), (plan.unit,), told, side=side)
        battle = _mark_moved(rules, battle, plan)
        if plan.mode == "boost":
            battle, lines = yield from boosting.told(rules, battle, plan.unit)
            return Outcome(battle, Report((entry, *lines)))
        return Outcome(battle, Report((entry,)))
    battle, entries = yield from walk_together(rules, battle, plan.unit, plan.legs, plan.facings)
    battle = _mark_moved(rules, battle, plan)
    entries.insert(0, _moved_entry(battle, plan))
    action = Move(plan.unit, {leg.model: leg.path for leg in plan.legs}, plan.mode, plan.facings)
    stays, battle, lines = yield from after_move(rules, battle, action)
    if not stays:
        return Outcome(begun, Report(lines))
    entries += lines
    if plan.mode == "boost":
        battle, lines = boosting.marked(rules, begun, battle, plan.unit)
        entries += lines
    if plan.tests:
        battle, lines = yield from take_danger_tests(rules, battle, plan.unit, plan.tests)
        entries += lines
        settled = rules.removal(rules, battle)
        battle = settled.battle
        entries += settled.report.entries
    return Outcome(battle, Report(tuple(entries)))


def walk_together(
    rules: Ruleset, battle: Battle, unit: str, legs: Sequence[Leg], facings: Mapping[str, int]
) -> Procedure[tuple[Battle, list[Entry]]]:
    """Advance a unit's models along their legs together, step by step where others may react to it."""
    entries: list[Entry] = []
    if not legs:
        return battle, entries
    reacting = rules.interrupts is not no_interrupts
    tracks = {leg.model: samples(leg.start, leg.path, STEP) for leg in legs}
    rounds = max(len(track) for track in tracks.values()) if reacting else 1
    for number in range(rounds):
        before = battle
        here = {
            name: (track[min(number, len(track) - 1) if reacting else -1].place,)
            for name, track in tracks.items()
            if not battle.models[name].casualty
        }
        battle = battle.with_places(ends_of(battle, here, facings))
        if reacting:
            outcome = yield from rules.interrupts(rules, before, battle, unit)
            battle = outcome.battle
            entries += outcome.report.entries
    return battle, entries


def _moved_entry(battle: Battle, plan: MovePlan) -> Entry:
    longest = max(leg.length for leg in plan.legs)
    facts: dict[str, str | int] = {"models": len(plan.legs), "longest": longest, "mode": plan.mode}
    rules = tuple(dict.fromkeys(("CL-MOVE-2", *plan.limit.rules())))
    return Entry("did.moved", rules, (plan.unit,), facts, side=battle.units[plan.unit].side)


def _mark_moved(rules: Ruleset, battle: Battle, plan: MovePlan) -> Battle:
    unit = battle.units[plan.unit]
    if not plan.legs:
        unit = unit.with_condition(Condition("walked", "CL-MOVE-2", until="phase"))
    for leg in plan.legs:
        total = walked(unit, leg.model) + leg.length
        unit = unit.with_condition(Condition("walked", "CL-MOVE-2", total, leg.model, "phase"))
    if plan.no_assault:
        unit = unit.with_condition(Condition("no_assault", plan.no_assault, until="turn"))
    for test in plan.tests:
        unit = unit.with_condition(Condition("danger_tested", test.rule, about=test.model, until="phase"))
    if plan.mode != "run":
        moved = [leg.model for leg in plan.legs] or [m.id for m in battle.members(plan.unit)]
        unit = having_moved(rules, unit, moved)
    if plan.mode == "packs":
        unit = unit.with_condition(Condition("jumped", "CL-UT-3", until="turn"))
    return battle.with_unit(unit)


def having_moved(rules: Ruleset, unit: Unit, models: Iterable[str]) -> Unit:
    """Return a unit that counts as having moved: as a whole, or those models by a house rule (CL-MOVE-7)."""
    if not rules.on("CL-MOVE-7"):
        return unit
    for name in [""] if rules.flag("CL-MOVE-7", "per_unit") else models:
        unit = unit.with_condition(Condition("moved", "CL-MOVE-7", about=name, until="turn"))
    return unit
