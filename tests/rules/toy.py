"""A toy ruleset with alternating activations and one interrupt: it proves the slots by an opposite turn.

A unit moves and fires in one activation; ending the step passes play to the other side. A unit with the rule
"sentry" that has not fired may fire once at an enemy that comes within 8 inches of it in mid-move.
"""

from __future__ import annotations

from dataclasses import replace

import msgspec

from tests.builders import ruleset
from wolfling_gui.core.battle import Battle
from wolfling_gui.core.dice import Dice
from wolfling_gui.core.forces import Condition, Unit
from wolfling_gui.core.lengths import inches
from wolfling_gui.core.procedure import Outcome, Procedure, ask
from wolfling_gui.core.report import Entry, Report
from wolfling_gui.core.requests import Confirm, Roll
from wolfling_gui.core.verdict import Finding
from wolfling_gui.rules.classic.turn import end_battle, enter_phase, expire
from wolfling_gui.rules.facts import unit_gap
from wolfling_gui.rules.findings import forbid
from wolfling_gui.rules.ruleset import Ruleset
from wolfling_gui.rules.slots import Act, Step

REACH = inches(8)


def sequence(rules: Ruleset) -> tuple[Step, ...]:
    """Give one phase in which units are activated in turn."""
    return (Step("activations", "step.movement"), Step("over", "step.over", "end"))


def may_act(rules: Ruleset, battle: Battle, unit: Unit, act: Act) -> tuple[Finding, ...]:
    """Let the unit in its activation act, or a fresh one of the side whose go it is."""
    found = []
    if unit.side != battle.clock.side:
        found.append(forbid("CL-TURN-2", "turn.not_your_turn", unit.id, battle.clock.side))
    if unit.id in battle.clock.closed:
        found.append(forbid("CL-MOVE-1", "move.finished", unit.id))
    if battle.clock.active_unit not in ("", unit.id):
        found.append(forbid("CL-MOVE-1", "move.finished", unit.id))
    return tuple(found)


def may_end(rules: Ruleset, battle: Battle) -> tuple[Finding, ...]:
    """Let an activation end once there is one."""
    if battle.clock.active_unit:
        return ()
    return (forbid("CL-TURN-2", "turn.wrong_step"),)


def advance(rules: Ruleset, battle: Battle) -> Procedure[Outcome]:
    """End the activation and pass to the other side while it has a fresh unit; else begin the next turn."""
    yield from ()
    clock = battle.clock
    closed = (*clock.closed, clock.active_unit)
    fresh = [u for u in battle.units.values() if u.id not in closed and battle.members(u.id)]
    if not fresh:
        if clock.turn >= battle.mission.last_turn:
            return end_battle(rules, battle)
        battle = expire(rules, battle, clock.side, turn_ends=True)
        later = msgspec.structs.replace(clock, turn=clock.turn + 1, side=clock.order[0])
        return Outcome(enter_phase(rules, battle, later))
    sides = [u.side for u in fresh]
    other = clock.other(clock.side)
    side = other if other in sides else clock.side
    return Outcome(
        battle.with_clock(msgspec.structs.replace(clock, side=side, active_unit="", closed=closed))
    )


def interrupts(rules: Ruleset, before: Battle, battle: Battle, unit: str) -> Procedure[Outcome]:
    """Let sentries fire at a unit that comes within their reach: on 4+ its first model falls."""
    entries: tuple[Entry, ...] = ()
    for sentry in battle.units.values():
        if "sentry" not in sentry.rules or sentry.has("shot") or sentry.side == battle.units[unit].side:
            continue
        now, then = unit_gap(rules, battle, sentry.id, unit), unit_gap(rules, before, sentry.id, unit)
        if now is None or then is None or now > REACH or then <= REACH:
            continue
        fires = yield from ask(
            Confirm(rule="CL-GEN-10", side=sentry.side, says="ask.sentry", about=(sentry.id, unit)), battle
        )
        if not fires:
            continue
        faces = yield from ask(
            Roll(rule="CL-GEN-10", side=sentry.side, says="roll.sentry", about=(sentry.id,), dice=Dice(1)),
            battle,
        )
        battle = battle.with_condition(sentry.id, Condition("shot", "CL-GEN-10"))
        entries = (*entries, Entry("did.sentry", ("CL-GEN-10",), (sentry.id, unit), faces=faces))
        if faces[0] >= 4:
            first = battle.members(unit)[0]
            battle = battle.with_model(msgspec.structs.replace(first, casualty=True))
    return Outcome(battle, Report(entries))


def toy() -> Ruleset:
    """Return the toy ruleset over the classic core."""
    return replace(
        ruleset("classic"),
        name="toy",
        sequence=sequence,
        may_act=may_act,
        may_end=may_end,
        advance=advance,
        interrupts=interrupts,
    )
