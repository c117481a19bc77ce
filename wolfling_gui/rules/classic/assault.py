"""Assault moves: judging a unit's charge with everything about it, and carrying it out (CL-ASLT-2 to 11)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from wolfling_gui.core.actions import Charge, ChargeFacts, Move
from wolfling_gui.core.battle import Battle
from wolfling_gui.core.breakdown import Breakdown
from wolfling_gui.core.forces import Condition, Unit
from wolfling_gui.core.procedure import Outcome, Procedure
from wolfling_gui.core.report import Entry, Report
from wolfling_gui.core.verdict import Finding
from wolfling_gui.geometry.measure import touches_polygon
from wolfling_gui.rules import closing, engaged
from wolfling_gui.rules.classic import charging
from wolfling_gui.rules.classic.piling import consolidate
from wolfling_gui.rules.classic.regroup import turn_at_bay
from wolfling_gui.rules.classic.repair import restored
from wolfling_gui.rules.classic.unit_types import danger_when, is_slow, is_slowed
from wolfling_gui.rules.closing import Closing
from wolfling_gui.rules.closing_judged import judge_ends, judge_first
from wolfling_gui.rules.dangers import take_danger_tests
from wolfling_gui.rules.facts import base_of
from wolfling_gui.rules.findings import forbid, limited, permit, warn
from wolfling_gui.rules.moving import Leg, leg_of, unique, walk_together
from wolfling_gui.rules.placing import stacked
from wolfling_gui.rules.rough import enters_difficult
from wolfling_gui.rules.ruleset import Ruleset
from wolfling_gui.rules.slots import DangerTest
from wolfling_gui.rules.states import allowance
from wolfling_gui.rules.ways import difficult_pieces, ends_of


class ChargePlan(msgspec.Struct, frozen=True):
    """Hold an assault move worked out: the way of each model, who is touched, and who tests for danger.

    Without `reached` nobody can touch the target, and nobody moves (CL-ASLT-3). `slowed` says that a model
    had to roll for the ground it crossed (CL-ASLT-8).
    """

    unit: str
    target: str
    limit: Breakdown
    reached: bool
    legs: tuple[Leg, ...] = ()
    touches: tuple[str, ...] = ()
    tests: tuple[DangerTest, ...] = ()
    slowed: bool = False
    facings: Mapping[str, int] = {}


def plan(rules: Ruleset, battle: Battle, action: Charge) -> tuple[ChargePlan | None, tuple[Finding, ...]]:
    """Judge an assault: who may, whom, how far, and where each model has to go."""
    unit, target = battle.units[action.unit], battle.units[action.target]
    found = [*charging.may_declare(rules, battle, unit), *charging.check_target(rules, battle, unit, target)]
    strangers = [name for name in action.paths if name not in unit.models]
    if strangers:
        found.append(forbid("CL-GEN-13", "move.not_in_unit", unit.id, *strangers))
    if strangers or target.side == unit.side or not battle.members(target.id) or not battle.members(unit.id):
        return None, tuple(found)
    limit = charging.reach(rules, battle, unit)
    if not engaged.in_positions(battle, (unit.id, target.id)):
        return _declared(rules, battle, action, limit, found)
    closer = Closing(rules, battle, unit.id, (target.id,), limit.total)
    first = closer.first()
    if first is None:
        found += _too_far(rules, closer, unit, target, limit)
        return ChargePlan(unit.id, target.id, limit, reached=False), tuple(found)
    paths = {name: path for name, path in action.paths.items() if battle.models[name].on_table}
    if not action.paths:
        paths = closing.proposed(
            Closing(rules, battle, unit.id, (target.id,), limit.total), shortest_first=True
        )
    legs = []
    going = {name: path for name, path in paths.items() if path}
    for name, path in going.items():
        leg, findings = leg_of(rules, battle, battle.models[name], path, "assault", frozenset(unit.models))
        legs.append(leg)
        found += findings
        rule = limit.ordered()[-1].rule if len(limit.terms) > 1 else "CL-ASLT-4"
        found.append(limited(rule, "assault.walked", name, value=leg.length, at_most=limit.total))
    ends = ends_of(battle, paths, action.facings)
    after = battle.with_places(ends)
    move = Move(unit.id, going, "assault")
    if action.paths:
        found += judge_first(rules, closer, first, going)
        lead = first[0].id
        closer.put(lead, ends.get(lead, battle.models[lead].place or ends[lead]))
        found += judge_ends(rules, closer, paths, ends)
    found += stacked(rules, after, tuple(ends))
    for name, place in ends.items():
        found += rules.check_place(rules, after, after.models[name], place)
    found += restored(rules, battle, after, unit)
    found += _ground(rules, battle, unit, move)
    touches = _touched(rules, after, unit, target)
    found += _others(rules, unit, touches[1:])
    tests = _danger(rules, battle, after, unit, move)
    found += [Finding(t.rule, "warns", "move.danger_test", (t.model, t.about)) for t in tests]
    rolled = allowance(unit, "assault") is not None and _slows(rules, battle, unit, move)
    result = ChargePlan(
        unit.id, target.id, limit, True, tuple(legs), touches, tests, bool(rolled or tests), action.facings
    )
    found.append(permit("CL-ASLT-4", "assault.reaches", unit.id, target.id, facts={"models": len(legs)}))
    return result, unique(found)


def _declared(
    rules: Ruleset, battle: Battle, action: Charge, limit: Breakdown, found: list[Finding]
) -> tuple[ChargePlan | None, tuple[Finding, ...]]:
    """Plan a charge beside a real table: whether it reaches is declared, who moves where is seen there."""
    facts = action.facts
    if facts.way is None:
        asks = Finding("CL-ASLT-4", "asks", "assault.way_unsaid", (action.unit, action.target))
        return None, (*found, asks)
    unit = battle.units[action.unit]
    slowed = any(is_slowed(rules, m, "assault") for m in battle.members(unit.id))
    if slowed and is_slow(rules, battle, unit) and allowance(unit, "assault") is None:
        found.append(forbid("CL-USR-17", "move.roll_slow_first", unit.id))
    elif facts.difficult and slowed and rules.on("CL-ASLT-7") and allowance(unit, "assault") is None:
        found.append(forbid("CL-ASLT-7", "assault.roll_terrain_first", unit.id))
    reached = rules.within(facts.way, limit.total)
    make = permit if reached else warn
    found.append(
        make(
            "CL-ASLT-4" if reached else "CL-ASLT-3", "assault.declared_way", unit.id, action.target,
            value=facts.way, limit=limit.total, measure="inches", comparison="at_most",
        )
    )  # fmt: skip
    if not reached:
        return ChargePlan(unit.id, action.target, limit, reached=False), tuple(found)
    touches = tuple(dict.fromkeys((action.target, *facts.also)))
    found += _others(rules, unit, touches[1:])
    tests = tuple(DangerTest(name, "CL-TERR-3") for name in facts.dangerous)
    slowed = bool(facts.difficult and allowance(unit, "assault") is not None) or bool(tests)
    return ChargePlan(unit.id, action.target, limit, True, (), touches, tests, slowed), tuple(found)


def _too_far(rules: Ruleset, closer: Closing, unit: Unit, target: Unit, limit: Breakdown) -> list[Finding]:
    """Warn that nobody reaches the target, by how much if nothing but the distance is in the way."""
    models = closer.scene.standing(unit.id)
    nearest = min(closer.gap_at(m, m.place) for m in models if m.place is not None)
    facts: dict[str, str | int] = {"blocked": int(nearest <= limit.total)}
    return [
        warn(
            "CL-ASLT-3", "assault.out_of_reach", unit.id, target.id,
            value=nearest, limit=limit.total, measure="inches", comparison="at_most", facts=facts,
        )
    ]  # fmt: skip


def _ground(rules: Ruleset, battle: Battle, unit: Unit, move: Move) -> list[Finding]:
    """Ask for the roll for difficult ground before the models move (CL-ASLT-7)."""
    if not rules.on("CL-ASLT-7") or allowance(unit, "assault") is not None:
        return []
    piece = _slows(rules, battle, unit, move)
    if piece == unit.id:
        return [forbid("CL-USR-17", "move.roll_slow_first", unit.id)]
    return [forbid("CL-ASLT-7", "assault.roll_terrain_first", unit.id, piece)] if piece else []


def _slows(rules: Ruleset, battle: Battle, unit: Unit, move: Move) -> str:
    """Return the difficult piece that slows the unit on its way, empty when none does."""
    going = [m for m in battle.standing(unit.id) if m.id in move.paths]
    if not any(is_slowed(rules, m, "assault") for m in going):
        return ""
    return unit.id if is_slow(rules, battle, unit) else enters_difficult(rules, battle, unit, move)


def _danger(rules: Ruleset, battle: Battle, after: Battle, unit: Unit, move: Move) -> tuple[DangerTest, ...]:
    """Return who tests for danger: as in any move, and bikes that assault into bad ground (CL-UT-5)."""
    found = list(rules.danger(rules, battle, unit, move))
    if not rules.on("CL-UT-5"):
        return tuple(found)
    tested = {test.model for test in found}
    for name in move.paths:
        model = after.models[name]
        if name in tested or danger_when(rules, model, "assault") != "always":
            continue
        foes = engaged.touched_by(rules, after, model, after.enemies_of(unit.side))
        pieces = [piece for foe in foes for piece in _under(after, foe.id)]
        found += [DangerTest(name, "CL-UT-5", piece) for piece in pieces[:1]]
    return tuple(found)


def _under(battle: Battle, model: str) -> tuple[str, ...]:
    """Return the difficult pieces a model stands in."""
    base = base_of(battle, battle.models[model])
    return tuple(
        piece.id
        for piece in difficult_pieces(battle)
        if piece.level == base.level and touches_polygon(base, piece.polygon)
    )


def _touched(rules: Ruleset, after: Battle, unit: Unit, target: Unit) -> tuple[str, ...]:
    """Return the units that are touched after the move, the declared one first."""
    found = dict.fromkeys(
        after.models[m].unit
        for touches in engaged.measured_contacts(rules, after, unit.id).values()
        for m in touches
    )
    return tuple(dict.fromkeys((target.id, *found)))


def _others(rules: Ruleset, unit: Unit, others: Sequence[str]) -> list[Finding]:
    """Judge the contact with further units: allowed by CL-ASLT-10, else only the target is (CL-ASLT-3)."""
    if rules.on("CL-ASLT-10"):
        return [permit("CL-ASLT-10", "assault.touches_too", unit.id, other) for other in others]
    return [forbid("CL-ASLT-3", "assault.touches_too", unit.id, other) for other in others]


def facts_measured(rules: Ruleset, battle: Battle, action: Charge) -> ChargeFacts | None:
    """Return an assault as players would declare it, from what is measured; None without a plan."""
    planned, findings = plan(rules, battle, action)
    if planned is None:
        return None
    unit = battle.units[action.unit]
    far = next((f.value for f in findings if f.says == "assault.out_of_reach"), None)
    if not planned.reached:
        beyond = far is None or far <= planned.limit.total
        return ChargeFacts(planned.limit.total + 1 if beyond else far)
    paths = {leg.model: leg.path for leg in planned.legs}
    rough = bool(_slows(rules, battle, unit, Move(unit.id, paths, "assault")))
    way = min((leg.length for leg in planned.legs), default=0)
    return ChargeFacts(way, rough, tuple(test.model for test in planned.tests), planned.touches[1:])


# ---------------------------------------------------------------------- carrying it out


def resolve(rules: Ruleset, battle: Battle, plan: ChargePlan) -> Procedure[Outcome]:
    """Move the models of a unit into contact, test for danger, and lock who touches whom (CL-ASLT-11)."""
    side = battle.units[plan.unit].side
    facts: dict[str, str | int] = {"inches": plan.limit.total, "models": len(plan.legs)}
    rule = plan.limit.rules()[-1]
    if not plan.reached:
        battle = battle.with_condition(plan.unit, Condition("charged", "CL-ASLT-3", until="turn"))
        failed = Entry("did.assault_failed", ("CL-ASLT-3", rule), (plan.unit, plan.target), facts, side=side)
        return Outcome(battle, Report((failed,)))
    battle, entries = yield from walk_together(rules, battle, plan.unit, plan.legs, plan.facings)
    entries.insert(0, Entry("did.assaulted", ("CL-ASLT-4", rule), (plan.unit, plan.target), facts, side=side))
    battle, tested = yield from take_danger_tests(rules, battle, plan.unit, plan.tests)
    entries += tested
    touches = plan.touches
    if plan.legs:
        touches = tuple(t for t in touches if t in engaged.opponents(rules, battle, plan.unit))
    if not battle.members(plan.unit):
        touches = ()
    battle = brought_together(rules, battle, plan, touches)
    if not touches:
        return Outcome(battle, Report(tuple(entries)))
    entries += [Entry("did.engaged", ("CL-ASLT-11",), (plan.unit, other), side=side) for other in touches]
    for other in touches:
        _, battle, bay = yield from turn_at_bay(rules, battle, other)
        entries += bay
    battle = engaged.locked(rules, battle)
    if not any(battle.members(other) for other in touches):
        battle, lines = yield from consolidate(rules, battle, plan.unit)
        entries += lines
    return Outcome(battle, Report(tuple(entries)))


def brought_together(rules: Ruleset, battle: Battle, plan: ChargePlan, touches: Sequence[str]) -> Battle:
    """Return the battle with all states that an assault leaves, once its models have moved.

    That is who has charged whom, who is slowed by the ground, and who is locked (CL-ASLT-8, CL-ASLT-11).
    """
    if plan.slowed and rules.on("CL-ASLT-8"):
        battle = battle.with_condition(plan.unit, Condition("slowed_charge", "CL-ASLT-8", until="phase"))
    if not touches:
        return battle.with_condition(plan.unit, Condition("charged", "CL-ASLT-3", until="turn"))
    for other in touches:
        battle = engaged.remembered(battle, other)
        came = Condition("assaulted", "CL-ASLT-3", about=plan.unit, until="phase")
        went = Condition("charged", "CL-ASLT-3", about=other, until="turn")
        battle = battle.with_condition(other, came).with_condition(plan.unit, went)
    return engaged.locked(rules, battle, {plan.unit: tuple(touches)})
