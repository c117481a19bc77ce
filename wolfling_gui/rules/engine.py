"""The one door into a ruleset: check an action, and resolve what was permitted."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping
from typing import Any, assert_never

import msgspec

from wolfling_gui.core.actions import (
    Action,
    Adjust,
    Charge,
    ChooseZone,
    DeclaredFacts,
    DeepStrike,
    Deploy,
    EndStep,
    Fight,
    HitAndRun,
    JoinUnit,
    KeepInReserve,
    LeaveUnit,
    Move,
    OperateDoor,
    Overrule,
    PickRandom,
    PlaceObjective,
    Regroup,
    RollAllowance,
    RollDice,
    RollOff,
    RollReserves,
    Seize,
    SetPlace,
    SettleLayout,
    SettleMission,
    Shoot,
    TakeTest,
    UsePower,
    innermost,
)
from wolfling_gui.core.battle import Battle
from wolfling_gui.core.forces import Place
from wolfling_gui.core.lengths import Point, is_near
from wolfling_gui.core.procedure import Outcome, Procedure, pausing
from wolfling_gui.core.report import Entry, Report
from wolfling_gui.core.requests import Put, Request
from wolfling_gui.core.verdict import Finding, Permit, Refusal
from wolfling_gui.rules import adjusting, doors, engaged, free_rolls, moving, reserves
from wolfling_gui.rules.classic import (
    arrivals,
    assault,
    blasts,
    breaking_away,
    characters,
    combat,
    deployment,
    falling_places,
    mission,
    piling,
    psychic,
    regroup,
    scoring,
    shooting,
    turn,
)
from wolfling_gui.rules.findings import forbid, forbids, permit
from wolfling_gui.rules.ruleset import Ruleset

Verdict = Permit[Any] | Refusal


def check(rules: Ruleset, battle: Battle, action: Action) -> Verdict:
    """Judge an action: a permit with the plan worked out, or a refusal; both carry every finding."""
    missing = _unknown(battle, action)
    if missing:
        return Refusal(battle, action, missing)
    plan, findings = _plan(rules, battle, action)
    if battle.clock.turn and isinstance(innermost(action), _SET_UP):
        # Not even an agreement softens what speaks against it.
        plan, findings = None, _plan(rules, battle, innermost(action))[1]
    findings = _in_force(rules, findings, plan)
    if plan is None or any(finding.against for finding in findings):
        return Refusal(battle, action, findings, plan)
    return Permit(battle, action, plan, findings)


_SET_UP = (SettleMission, SettleLayout, RollOff, ChooseZone, Seize)
"""What cannot be done after the battle has begun, not even by agreement: it would begin anew."""


def resolve(rules: Ruleset, granted: Permit[Any]) -> Procedure[Outcome]:
    """Carry out what was permitted, asking for dice and choices on the way.

    Whatever moves or removes models is followed by the ruleset's `removal` slot, and by a look at who
    controls the objectives now.
    """
    battle, action, plan = granted.battle, granted.action, granted.plan
    assert isinstance(battle, Battle)
    outcome = yield from pausing(
        _carry_out(rules, battle, action, plan),
        lambda pause: msgspec.structs.replace(pause, battle=_controlled(rules, battle, pause.battle)),
    )
    outcome = _settled(rules, battle, outcome)
    for entry in outcome.report.entries:
        for rule in entry.rules:
            rules.on(rule)
    return Outcome(outcome.battle, msgspec.structs.replace(outcome.report, findings=granted.findings))


def _in_force(rules: Ruleset, findings: tuple[Finding, ...], plan: object) -> tuple[Finding, ...]:
    """Leave out what rules say that are switched off; where nothing can be done the reasons stay."""
    kept = tuple(f for f in findings if rules.on(f.rule))
    return kept if plan is not None or forbids(kept) else findings


JUDGES: Mapping[str, Callable[[Ruleset, Battle, Any, Any], tuple[Finding, ...]]] = {
    "put.mishap": arrivals.judge_placing,
    "put.deep_strike": arrivals.judge_placing,
    falling_places.ASKED: falling_places.judge,
    blasts.BESIDE: blasts.judge_beside,
    **dict.fromkeys(piling.CLOSE_IN, piling.judge_closing),
    piling.CONSOLIDATE: piling.judge_consolidation,
    breaking_away.ASKED: breaking_away.judge,
}
"""What judges where models are set down, by the question."""


def judge_answer(
    rules: Ruleset, battle: Battle, request: Request[Any], answer: object
) -> tuple[Finding, ...]:
    """Judge an answer beyond its shape, before it is given: where models are set down by hand."""
    judge = JUDGES.get(request.says) if isinstance(request, Put) else None
    return () if judge is None else judge(rules, battle, request, request.accept(answer))


def _settled(rules: Ruleset, before: Battle, outcome: Outcome) -> Outcome:
    """Settle what follows when models have moved or fallen: who is left, and who controls what."""
    after = outcome.battle
    if after.models is before.models and after.table.objectives is before.table.objectives:
        return outcome
    if any(c.kind == "locked" and c.about for unit in after.units.values() for c in unit.conditions):
        after = engaged.locked(rules, after)
        outcome = msgspec.structs.replace(outcome, battle=after)
    lost = bool(after.fallen_since(before))
    if lost:
        after = characters.bereft(after)
        outcome = Outcome(after, outcome.report)
    if lost and not after.clock.over:
        settled = rules.removal(rules, after)
        after = settled.battle
        outcome = Outcome(after, outcome.report.plus(*settled.report.entries))
    return msgspec.structs.replace(outcome, battle=_controlled(rules, before, after))


def _controlled(rules: Ruleset, before: Battle, after: Battle) -> Battle:
    """Return a battle with who controls each objective once models have moved or fallen (CL-MIS-6)."""
    if after.models is before.models and after.table.objectives is before.table.objectives:
        return after
    return scoring.control_changes(rules, after)


def overruled(rules: Ruleset, battle: Battle, action: Overrule) -> tuple[Any, tuple[Finding, ...]]:
    """Plan a refused action all the same; what it breaks is kept as warnings.

    Where nobody could fire for want of sight or range, the agreement stands in for what was measured, as it
    does for where markers and templates lie.
    """
    plan, findings = _plan(rules, battle, action.action)
    if plan is None and isinstance(action.action, Shoot):
        plan = _agreed_shot(rules, battle, action.action)
    softened = tuple(
        msgspec.structs.replace(f, effect="warns") if f.effect == "forbids" else f for f in findings
    )
    if plan is None:
        reasons = findings or (forbid("CL-SHOOT-1", "overrule.nothing_to_do"),)
        return None, reasons
    return plan, softened


def _agreed_shot(rules: Ruleset, battle: Battle, action: Shoot) -> Any:
    """Return the volley with the target taken as in sight, then also as within the longest weapon's range."""
    if _unknown(battle, action):
        return None
    seen = action.facts.completed(DeclaredFacts(sight="clear"))
    reach = max((w.range for m in battle.members(action.unit) for w in m.weapons), default=0)
    for facts in (action.facts, seen, seen.completed(DeclaredFacts(range=reach))):
        wanted = msgspec.structs.replace(action, facts=facts)
        plan, _ = shooting.check(rules, battle, wanted, agreed=True)
        if plan is not None and plan.groups:
            return plan
    return None


def _plan(rules: Ruleset, battle: Battle, action: Action) -> tuple[Any, tuple[Finding, ...]]:
    match action:
        case SettleMission():
            return mission.plan_mission(rules, battle, action)
        case SettleLayout():
            return mission.plan_layout(rules, battle, action)
        case RollOff():
            found: tuple[Finding, ...] = rules.check_start(rules, battle)
            if battle.clock.step != "roll_off":
                found = (*found, forbid("CL-DEP-1", "turn.roll_off_done"))
            return action, (*found, permit("CL-TURN-4", "turn.rolls_off"))
        case PlaceObjective():
            return mission.plan_objective(rules, battle, action)
        case ChooseZone():
            return mission.plan_zone(rules, battle, action)
        case Seize():
            found = ()
            if battle.clock.step != "seize" or not rules.on("CL-TURN-4"):
                found = (forbid("CL-TURN-4", "turn.seize_not_now"),)
            return action, (*found, permit("CL-TURN-4", "turn.may_seize"))
        case Deploy():
            return _plan_deploy(rules, battle, action)
        case KeepInReserve():
            return reserves.plan_keep(rules, battle, action)
        case RollReserves():
            return reserves.plan(rules, battle)
        case DeepStrike():
            return arrivals.plan_deep_strike(rules, battle, action)
        case Regroup():
            return regroup.plan(rules, battle, action)
        case JoinUnit():
            return characters.plan_join(rules, battle, action)
        case LeaveUnit():
            return characters.plan_leave(rules, battle, action)
        case RollAllowance():
            return moving.plan_allowance(rules, battle, action)
        case Move():
            return moving.plan_move(rules, battle, action)
        case OperateDoor():
            return doors.plan(rules, battle, action)
        case Shoot():
            return shooting.check(rules, battle, action)
        case Charge():
            return assault.plan(rules, battle, action)
        case Fight():
            return combat.plan(rules, battle, action)
        case HitAndRun():
            return breaking_away.plan(rules, battle, action)
        case UsePower():
            return psychic.plan(rules, battle, action)
        case TakeTest():
            return free_rolls.plan_test(rules, battle, action)
        case RollDice():
            return free_rolls.plan_dice(rules, battle, action)
        case PickRandom():
            return free_rolls.plan_pick(rules, battle, action)
        case EndStep():
            plan = None if battle.clock.step == "over" else action
            return plan, (*rules.may_end(rules, battle), permit("CL-TURN-2", "turn.may_end"))
        case Adjust():
            return adjusting.plan(rules, battle, action)
        case Overrule():
            return overruled(rules, battle, action)
        case _:
            assert_never(action)


def _plan_deploy(rules: Ruleset, battle: Battle, action: Deploy) -> tuple[Any, tuple[Finding, ...]]:
    unit = battle.units[action.unit]
    strangers = [name for name in action.places if name not in unit.models]
    if strangers:
        return None, (forbid("CL-GEN-13", "deploy.not_in_unit", unit.id, *strangers),)
    after = deployment.placed(battle, action)
    if arrivals.method_of(unit):
        return action, arrivals.check_arrival(rules, battle, after, action)
    found = rules.may_act(rules, battle, unit, "deploy")
    return action, (*found, *rules.check_deploy(rules, battle, after, action))


def _carry_out(rules: Ruleset, battle: Battle, action: object, plan: Any) -> Procedure[Outcome]:
    match action:
        case SettleMission():
            return (yield from mission.resolve_mission(rules, battle, action))
        case SettleLayout():
            return (yield from mission.resolve_layout(rules, battle, action))
        case PlaceObjective():
            return (yield from mission.resolve_objective(rules, battle, action))
        case ChooseZone():
            return (yield from mission.resolve_zone(rules, battle, action))
        case RollOff():
            return (yield from turn.resolve_roll_off(rules, battle))
        case Seize():
            return (yield from turn.resolve_seize(rules, battle))
        case Deploy():
            if arrivals.method_of(battle.units[action.unit]):
                return arrivals.resolve_arrival(rules, battle, action)
            set_up = deployment.resolve_deploy(rules, battle, action)
            stays, after, lines = yield from characters.settle_joining(rules, set_up.battle, action.unit)
            if not stays:
                return Outcome(battle, Report(lines))
            set_up = Outcome(after, set_up.report.plus(*lines))
            if battle.clock.step == "infiltrators":
                return (yield from turn.pass_on(rules, set_up.battle, set_up.report.entries))
            return set_up
        case KeepInReserve():
            return reserves.resolve_keep(rules, battle, action)
        case RollReserves():
            return (yield from reserves.resolve(rules, battle))
        case DeepStrike():
            return (yield from arrivals.resolve_deep_strike(rules, battle, action))
        case Regroup():
            return (yield from regroup.resolve(rules, battle, action))
        case JoinUnit():
            return characters.resolve_join(rules, battle, action)
        case LeaveUnit():
            return characters.resolve_leave(battle, action.model)
        case RollAllowance():
            return (yield from moving.resolve_allowance(rules, battle, action))
        case Move():
            return (yield from moving.resolve_move(rules, battle, plan))
        case OperateDoor():
            return doors.resolve(rules, battle, action)
        case Shoot():
            outcome = yield from shooting.resolve(rules, battle, plan)
            told = shooting.declared_line(battle, action)
            return Outcome(outcome.battle, Report((*told, *outcome.report.entries)))
        case Charge():
            return (yield from assault.resolve(rules, battle, plan))
        case Fight():
            return (yield from combat.resolve(rules, battle, plan))
        case HitAndRun():
            return (yield from breaking_away.resolve(rules, battle, action))
        case UsePower():
            return (yield from psychic.resolve(rules, battle, action))
        case TakeTest():
            return (yield from free_rolls.resolve_test(rules, battle, action))
        case RollDice():
            return (yield from free_rolls.resolve_dice(rules, battle, action, plan))
        case PickRandom():
            return (yield from free_rolls.resolve_pick(rules, battle, action))
        case EndStep():
            return (yield from rules.advance(rules, battle))
        case Adjust():
            return adjusting.resolve(rules, battle, action)
        case Overrule():
            outcome = yield from _carry_out(rules, battle, action.action, plan)
            entry = Entry("did.overruled", (), facts={"note": action.note}, side=battle.clock.side)
            return Outcome(outcome.battle, Report((entry, *outcome.report.entries)))
        case _:
            raise TypeError(f"{type(action).__name__} is not an action")


_NAMED: tuple[tuple[str, Callable[[Battle], Container[str]]], ...] = (
    ("unit", lambda battle: battle.units),
    ("target", lambda battle: battle.units),
    ("model", lambda battle: battle.models),
    ("door", lambda battle: battle.table.doors),
    ("wall", lambda battle: battle.table.walls),
    ("structure", lambda battle: battle.table.structures),
    ("objective", lambda battle: battle.table.objectives),
)


def _unknown(battle: Battle, action: object) -> tuple[Finding, ...]:
    """Refuse an action that names a unit, model, or piece of the table that is not in the battle."""
    found: list[Finding] = []
    for name, known in _NAMED:
        wanted = getattr(action, name, None)
        if isinstance(wanted, str) and wanted not in known(battle):
            found.append(forbid("CL-GEN-13", "action.unknown", facts={"kind": name, "name": wanted}))
    for name in (
        *getattr(action, "paths", ()),
        *getattr(action, "places", ()),
        *getattr(action, "weapons", ()),
        *getattr(action, "facts_by_model", ()),
        *getattr(action, "aims", ()),
    ):
        if name not in battle.models:
            found.append(forbid("CL-GEN-13", "action.unknown", facts={"kind": "model", "name": name}))
    if not all(is_near(point) for point in _points(action)):
        found.append(forbid("CL-GEN-13", "action.too_far"))
    inner = getattr(action, "action", None)
    if inner is not None:
        found += _unknown(battle, inner)
    for change in getattr(action, "changes", ()):
        found += _unknown(battle, change)
    return tuple(found)


def _points(action: object) -> Iterator[Point]:
    """Yield every point that an action or change names by itself."""
    match action:
        case Move() | Charge():
            for path in action.paths.values():
                yield from (corner.at for corner in path)
        case Deploy():
            yield from (place.at for place in action.places.values())
        case DeepStrike() | PlaceObjective():
            yield action.at
        case SetPlace(place=Place()):
            assert action.place is not None
            yield action.place.at
