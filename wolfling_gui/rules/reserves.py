"""Units in reserve: keeping them back, and their rolls (CL-DEP-8, CL-TURN-5)."""

from __future__ import annotations

from typing import Any, get_args

import msgspec

from wolfling_gui.core.actions import KeepInReserve, ReserveMethod
from wolfling_gui.core.battle import Battle
from wolfling_gui.core.dice import Dice
from wolfling_gui.core.forces import Condition, Unit
from wolfling_gui.core.procedure import Outcome, Procedure, ask
from wolfling_gui.core.report import Entry, Report
from wolfling_gui.core.requests import Choose, Option, Roll
from wolfling_gui.core.verdict import Finding
from wolfling_gui.rules.classic.arrivals import outflank_edge
from wolfling_gui.rules.classic.due import arrival_needs, due_before, reserve_roll_due
from wolfling_gui.rules.dice_rolls import succeeds
from wolfling_gui.rules.findings import forbid, permit
from wolfling_gui.rules.ordering import order_of
from wolfling_gui.rules.ruleset import Ruleset
from wolfling_gui.rules.states import has_rule

METHODS: tuple[ReserveMethod, ...] = get_args(ReserveMethod)
UNDECLARED = "any"
OUTFLANKERS = {"infiltrate": "CL-USR-10", "scouts": "CL-USR-15"}
"""Special rules that let a unit outflank, and where they say so."""
COMES_BY = {
    "edge": "option.by_edge",
    "outflank": "option.by_outflank",
    "deep_strike": "option.by_deep_strike",
}
"""The words of each way to come from reserve."""


def may_come_by(rules: Ruleset, battle: Battle, unit: Unit, method: str) -> tuple[Finding, ...]:
    """Say what speaks against a unit coming by a method (CL-TURN-7, CL-USR-23)."""
    if method == "outflank":
        able = any(
            has_rule(battle, unit, name) and rules.on(rule) and rules.flag(rule, "outflank")
            for name, rule in OUTFLANKERS.items()
        )
        if not able or not rules.on("CL-TURN-7"):
            return (forbid("CL-TURN-7", "reserves.cannot_outflank", unit.id),)
    if method == "deep_strike":
        able = has_rule(battle, unit, "deep_strike")
        if rules.on("CL-USR-23"):
            types = rules.words("CL-USR-23", "default_types")
            able = able or all(m.profile.unit_type in types for m in battle.members(unit.id))
        if not able or not rules.on("CL-TURN-8"):
            return (forbid("CL-TURN-8", "reserves.cannot_deep_strike", unit.id),)
    return ()


def methods_of(rules: Ruleset, battle: Battle, unit: Unit) -> tuple[ReserveMethod, ...]:
    """Return the ways in which a unit can come from reserve."""
    return tuple(method for method in METHODS if not may_come_by(rules, battle, unit, method))


def plan_keep(rules: Ruleset, battle: Battle, action: KeepInReserve) -> tuple[Any, tuple[Finding, ...]]:
    """Judge keeping a unit back during deployment, with the way it will come (CL-DEP-8)."""
    unit = battle.units[action.unit]
    found = [*rules.may_act(rules, battle, unit, "reserve")]
    if battle.clock.step != "deployment" or not rules.on("CL-DEP-8"):
        found.append(forbid("CL-DEP-8", "deploy.reserve_at_set_up", unit.id))
    found += may_come_by(rules, battle, unit, action.method)
    return action, (*found, permit("CL-DEP-8", "deploy.may_keep_back", unit.id))


def resolve_keep(rules: Ruleset, battle: Battle, action: KeepInReserve) -> Outcome:
    """Keep a unit back; without declared methods its owner says how it comes when it arrives (CL-DEP-8)."""
    unit = battle.units[action.unit]
    method: str = action.method if rules.flag("CL-DEP-8", "declare_method") else UNDECLARED
    models = [msgspec.structs.replace(m, place=None) for m in battle.members(unit.id)]
    after = battle.with_models(models).with_unit(msgspec.structs.replace(unit, in_reserve=method))
    entry = Entry("did.kept_back", ("CL-DEP-8",), (unit.id,), {"method": method}, side=unit.side)
    return Outcome(after, Report((entry,)))


def waiting(battle: Battle, side: str) -> tuple[str, ...]:
    """Return the units of a side that wait for their reserve roll this turn."""
    return tuple(
        u.id
        for u in battle.units_of(side)
        if u.in_reserve and not u.in_reserve.startswith("arriving") and not u.has("tests_due")
    )


def plan(rules: Ruleset, battle: Battle) -> tuple[Any, tuple[Finding, ...]]:
    """Judge whether the active side has reserve rolls to make."""
    clock = battle.clock
    found: list[Finding] = []
    if clock.step != "movement":
        found.append(forbid("CL-TURN-3", "reserves.start_of_turn", facts={"step": clock.step}))
    if not reserve_roll_due(rules, clock.turn):
        first = rules.count("CL-TURN-5", "first_roll_turn")
        found.append(
            forbid(
                "CL-TURN-5",
                "reserves.too_early",
                value=clock.turn,
                limit=first,
                measure="count",
                comparison="at_least",
            )
        )
    found += due_before(rules, battle, clock.side, "reserve_rolls")
    units = waiting(battle, clock.side)
    if not units:
        found.append(forbid("CL-TURN-5", "reserves.none_waiting", clock.side))
    return units, (*found, permit("CL-TURN-5", "reserves.may_roll", *units))


def resolve(rules: Ruleset, battle: Battle) -> Procedure[Outcome]:
    """Roll a D6 for each waiting unit; those that make their number arrive this turn (CL-TURN-5)."""
    side = battle.clock.side
    units = waiting(battle, side)
    needed = arrival_needs(rules, battle.clock.turn)
    if needed is None:
        entries = tuple(Entry("did.arrives", ("CL-TURN-5",), (u,), side=side) for u in units)
        return (yield from _arriving(rules, battle, units, units, entries))
    explained = rules.number("needed", rules.term("CL-TURN-5", "base", needed, "why.reserves"))
    faces = yield from ask(
        Roll(
            rule="CL-TURN-5",
            side=side,
            says="roll.reserves",
            about=units,
            dice=Dice(len(units)),
            needed=explained,
            facts={"turn": battle.clock.turn},
        ),
        battle,
    )
    arrive = tuple(u for u, face in zip(units, faces, strict=True) if succeeds(face, needed))
    entries = tuple(
        Entry(
            "did.arrives" if unit in arrive else "did.stays_back",
            ("CL-TURN-5",),
            (unit,),
            faces=(face,),
            needed=explained,
            side=side,
        )
        for unit, face in zip(units, faces, strict=True)
    )
    return (yield from _arriving(rules, battle, units, arrive, entries))


def _arriving(
    rules: Ruleset,
    battle: Battle,
    units: tuple[str, ...],
    arrive: tuple[str, ...],
    entries: tuple[Entry, ...],
) -> Procedure[Outcome]:
    """Mark who arrives and who stays; outflankers roll their edge, in the order their owner chooses."""
    for name in units:
        if name not in arrive:
            waits = Condition("tests_due", "CL-TURN-5", until="turn")
            battle = battle.with_condition(name, waits)
    methods: dict[str, str] = {}
    for name in arrive:
        methods[name] = yield from _method(rules, battle, battle.units[name])
    for name, method in methods.items():
        unit = msgspec.structs.replace(battle.units[name], in_reserve=f"arriving:{method}")
        battle = battle.with_unit(unit)
    flanking = [name for name, method in methods.items() if method == "outflank"]
    ordered = yield from order_of(rules, battle, flanking, "choose.order_outflank")
    for number, name in enumerate(ordered):
        edge, lines = yield from outflank_edge(rules, battle, name, number)
        unit = msgspec.structs.replace(battle.units[name], in_reserve=f"arriving:outflank:{edge}")
        battle = battle.with_unit(unit)
        entries = (*entries, *lines)
    return Outcome(battle, Report(entries))


def _method(rules: Ruleset, battle: Battle, unit: Unit) -> Procedure[str]:
    """Return how a unit comes: as declared, or as its owner says now; by the edge if it can do neither."""
    if unit.in_reserve != UNDECLARED:
        return "edge" if may_come_by(rules, battle, unit, unit.in_reserve) else unit.in_reserve
    able = methods_of(rules, battle, unit)
    if len(able) == 1:
        return able[0]
    options = tuple(Option(method, COMES_BY[method]) for method in able)
    return (
        yield from ask(
            Choose(rule="CL-DEP-8", side=unit.side, says="choose.method", about=(unit.id,), options=options),
            battle,
        )
    )
