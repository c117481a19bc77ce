"""A combat fought out: choices, blows, result, morale, pursuit, pile-in (CL-ASLT-1, 13 to 31)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar

import msgspec

from wolfling_gui.core.actions import CombatFacts, Fight
from wolfling_gui.core.battle import Battle
from wolfling_gui.core.forces import Condition, Weapon
from wolfling_gui.core.procedure import Outcome, Procedure, telling
from wolfling_gui.core.report import Entry, Report
from wolfling_gui.core.verdict import Finding
from wolfling_gui.rules import engaged
from wolfling_gui.rules.classic import blows, ground, morale, outcomes, piling
from wolfling_gui.rules.classic.blows import Striker, Struck
from wolfling_gui.rules.classic.fighting_apart import Apart, apart, together
from wolfling_gui.rules.classic.hits import burn
from wolfling_gui.rules.engaged import Engagement
from wolfling_gui.rules.findings import forbid, permit
from wolfling_gui.rules.ruleset import Ruleset
from wolfling_gui.rules.slots import Burst, Lost
from wolfling_gui.rules.states import has_rule
from wolfling_gui.rules.strength import lost_a_quarter
from wolfling_gui.rules.testing import leadership, take_leadership_test

STAGES = ("blows", "result", "morale", "sweep_or_fall_back", "consolidate", "pile_in")
"""The stages of a fight; which of them are played, and in which order, CL-ASLT-1 says."""
TURNS = 10_000
"""Questions of different steps are numbered so far apart."""


class FightPlan(msgspec.Struct, frozen=True):
    """Hold a combat before its first blow: its units, the active side's first, and who is engaged."""

    units: tuple[str, ...]
    facts: CombatFacts
    said: CombatFacts
    engagements: Mapping[str, Engagement]


def plan(rules: Ruleset, battle: Battle, action: Fight) -> tuple[FightPlan | None, tuple[Finding, ...]]:
    """Judge whether a combat can be fought now, and work out who is in it."""
    unit = battle.units[action.unit]
    combat = engaged.combat_of(rules, battle, unit.id, action.facts)
    acting = next((u for u in combat if battle.units[u].side == battle.clock.side), unit.id)
    found = [*rules.may_act(rules, battle, battle.units[acting], "fight")]
    if not combat:
        return None, (*found, forbid("CL-ASLT-11", "fight.nobody", unit.id))
    if any(battle.units[u].has("fought") for u in combat):
        found.append(forbid("CL-ASLT-1", "fight.fought_already", unit.id))
    units = tuple(sorted(combat, key=lambda u: battle.units[u].side != battle.clock.side))
    facts = engaged.facts_of_combat(rules, battle, units, action.facts)
    if not facts.contacts:
        return None, (*found, Finding("CL-ASLT-13", "asks", "fight.contacts_unsaid", units))
    engagements = engaged.engagements(battle, facts)
    told: dict[str, str | int] = {"fighters": len(engagements), "units": len(units)}
    return FightPlan(units, facts, action.facts, engagements), (
        *found,
        permit("CL-ASLT-13", "fight.may", *units, facts=told),
    )


def resolve(rules: Ruleset, battle: Battle, plan: FightPlan) -> Procedure[Outcome]:
    """Fight a combat to its end, stage by stage."""
    course = Course(rules, battle, plan)
    return (yield from telling(_fought(course), lambda: course.entries))


def _fought(course: Course) -> Procedure[Outcome]:
    rules = course.rules
    yield from course.choose()
    stages = rules.words("CL-ASLT-1", "steps") if rules.on("CL-ASLT-1") else STAGES
    for stage in stages:
        if stage in Course.PLAYED:
            yield from Course.PLAYED[stage](course)
    return course.ended()


class Course:
    """Follow one fight: the battle as it stands, what has been lost, and who breaks."""

    PLAYED: ClassVar[Mapping[str, Callable[[Course], Procedure[None]]]]

    def __init__(self, rules: Ruleset, battle: Battle, plan: FightPlan) -> None:
        """Begin with the battle before the first blow."""
        self.rules, self.battle, self.plan = rules, battle, plan
        self.units = plan.units
        self.said = plan.said
        self.sides = tuple(dict.fromkeys(battle.units[u].side for u in plan.units))
        self.pairs = {u: engaged.opponents(rules, battle, u, plan.said) for u in plan.units}
        self.before = battle
        self.alone: Apart = {}
        self.entries: list[Entry] = []
        self.bursts: list[Burst] = []
        self.countering: list[str] = []
        self.striking = self.units
        self.engagements: dict[str, Engagement] = dict(plan.engagements)
        self.weapons: dict[str, Weapon] = {}
        self.lost: list[Lost] = []
        self.losers: tuple[str, ...] = ()
        self.lost_by: dict[str, int] = {}
        self.broken: tuple[str, ...] = ()

    def of(self, side: str) -> tuple[str, ...]:
        """Return the units of a side in this fight that live and have not run."""
        return tuple(u for u in self._standing() if self.battle.units[u].side == side)

    def against(self, side: str) -> tuple[str, ...]:
        """Return the units in this fight that are not of a side, live, and have not run."""
        return tuple(u for u in self._standing() if self.battle.units[u].side != side)

    # ------------------------------------------------------------------ before the first blow

    def choose(self) -> Procedure[None]:
        """Let assaulted units answer, or counter-attack."""
        for unit in self.units:
            if engaged.assaulters(self.battle, unit):
                self.battle, bursts, lines = yield from self.rules.answer_assault(
                    self.rules, self.battle, unit, self.said
                )
                self.bursts += bursts
                self.entries += lines
        for unit in self.units:
            yield from self._counter(unit)

    def _counter(self, unit: str) -> Procedure[None]:
        """Let a unit that was assaulted while it was free test to strike back (CL-USR-3)."""
        found = self.battle.units[unit]
        if not self.rules.on("CL-USR-3") or not has_rule(self.battle, found, "counter_attack"):
            return
        if not engaged.assaulters(self.battle, unit) or engaged.was(self.battle, unit, "locked"):
            return
        if found.has("stood_and_shot"):
            return
        needed = leadership(self.rules, self.battle, unit)
        passed, line = yield from take_leadership_test(self.rules, self.battle, unit, needed, "CL-USR-3")
        self.entries.append(line)
        if passed:
            self.countering.append(unit)

    # ------------------------------------------------------------------ blows

    def blows(self) -> Procedure[None]:
        """Strike from the highest step to the lowest; within a step all roll before any fall (CL-ASLT-14).

        Characters strike and are struck as units of one meanwhile (CL-CHAR-7).
        """
        self.before = self.battle
        self.battle, self.alone = apart(self.rules, self.battle, self.units)
        alone = self.alone
        self.striking = (*self.units, *(self.battle.models[name].unit for name in alone))
        self.engagements = dict(self.plan.engagements)
        if alone:
            facts = engaged.facts_of_combat(self.rules, self.battle, self.striking, self.said)
            self.engagements = engaged.engagements(self.battle, facts)
            self.countering += [
                self.battle.models[name].unit for name, host in alone.items() if host in self.countering
            ]
        self.weapons = yield from blows.choose_weapons(
            self.rules, self.battle, self.striking, self.engagements
        )
        yield from self._steps()
        self.battle = self._together()

    def _together(self) -> Battle:
        """Return the battle with the characters back in their units."""
        return together(self.before, self.battle, self.alone)

    def _steps(self) -> Procedure[None]:
        listed = self._strikers()
        steps = {s.step.total for s in listed if s.attacks.total} | {burst.step for burst in self.bursts}
        for step in sorted(steps, reverse=True):
            yield from self._strike(step, blows.living(self.battle, listed))
            if self.rules.catalogue.word("CL-ASLT-13", "determined") == "each_step":
                listed = self._strikers(again=True)

    def _strikers(self, *, again: bool = False) -> tuple[Striker, ...]:
        engagements = self.engagements
        if again:
            facts = engaged.facts_of_combat(self.rules, self.battle, self.striking, self._still_said())
            engagements = engaged.engagements(self.battle, facts)
        return blows.strikers_of(
            self.rules, self.battle, self.striking, engagements, self.weapons, self.countering,
            self.said.steps,
        )  # fmt: skip

    def _still_said(self) -> CombatFacts:
        """Return the declared contacts between those who live; nothing where all can be measured."""
        if engaged.in_positions(self.battle, self.units):
            return CombatFacts()
        alive = {m.id for unit in self.striking for m in self.battle.members(unit)}
        said = self.plan.facts
        contacts = {
            model: tuple(m for m in touches if m in alive)
            for model, touches in said.contacts.items()
            if model in alive
        }
        return CombatFacts({m: t for m, t in contacts.items() if t}, said.supports)

    def _strike(self, step: int, listed: Sequence[Striker]) -> Procedure[None]:
        now = [s for s in self._still_facing(listed) if s.step.total == step and s.attacks.total]
        aimed = yield from blows.direct(self.rules, self.battle, now, step * TURNS)
        volleys = [
            (volley, "blows")
            for volley in blows.volleys(self.rules, self.battle, aimed, tuple(self.engagements))
        ]
        tested: list[str] = []
        whole = self._together()
        for burst in self.bursts:
            volley = burst.volley(whole) if burst.step == step else None
            if volley is not None and not self._has_run(volley.target):
                volleys.append((volley, "shots"))
                tested += [volley.target] if burst.tests else []
        if not volleys:
            return
        facts: dict[str, str | int] = {"step": step}
        self.entries.append(Entry("did.step", ("CL-ASLT-14",), (), facts))
        taken: list[Struck] = []
        burnt: list[tuple[Struck, list[tuple[str, str]]]] = []
        for number, (volley, source) in enumerate(volleys):
            ordinal = step * TURNS + 100 * number
            hit, lines, hot = yield from blows.roll(self.rules, self.battle, volley, ordinal, source)
            self.entries += lines
            taken.append(hit)
            if hot:
                burnt.append((hit, hot))
        for target in dict.fromkeys(one.volley.target for one in taken):
            yield from self._suffer(target, [one for one in taken if one.volley.target == target])
        for hit, hot in burnt:
            self.battle, lines = yield from burn(self.rules, self.battle, hit.volley, hot)
            self.entries += lines
        for number, target in enumerate(dict.fromkeys(tested)):
            yield from self._shaken(target, step * TURNS + number)

    def _has_run(self, unit: str) -> bool:
        return self.battle.units[unit].has("falling_back")

    def _still_facing(self, listed: Sequence[Striker]) -> list[Striker]:
        """Return those who strike without who has run, and with whom they can strike still."""
        return [
            msgspec.structs.replace(s, units=tuple(u for u in s.units if not self._has_run(u)))
            for s in listed
            if not self._has_run(s.unit)
        ]

    def _shaken(self, target: str, ordinal: int) -> Procedure[None]:
        """Let a unit that has lost a quarter to shots check its morale now; who fails is out of the fight."""
        whole = self._together()
        if not whole.members(target) or not lost_a_quarter(self.rules, whole, target):
            return
        whole, lines = yield from morale.check(
            self.rules, whole, target, "quarter_lost", ordinal=ordinal, through=frozenset(self.pairs[target])
        )
        self.entries += lines
        self.battle, self.alone = apart(self.rules, whole, self.units)

    def _suffer(self, target: str, taken: Sequence[Struck]) -> Procedure[None]:
        """Let a unit take the wounds of a step; shots do not tell its characters apart (CL-CHAR-6)."""
        shots = [one for one in taken if one.source == "shots"]
        if not shots or target not in self.alone.values():
            yield from self._take(target, taken)
            return
        yield from self._take(target, [one for one in taken if one.source != "shots"])
        self.battle = self._together()
        yield from self._take(target, shots)
        self.battle, self.alone = apart(self.rules, self.battle, self.units)

    def _take(self, target: str, taken: Sequence[Struck]) -> Procedure[None]:
        self.battle, lines, wounds = yield from blows.take(self.rules, self.battle, target, taken)
        self.entries += lines
        if not wounds:
            return
        hurting = [one for one in taken if one.wounds]
        source = "shots" if all(one.source == "shots" for one in hurting) else "blows"
        by = self.battle.units[hurting[0].volley.unit].side
        self.lost.append(Lost(by, target, wounds, source))

    # ------------------------------------------------------------------ after the last blow

    def result(self) -> Procedure[None]:
        """Add up what each side caused; the lower one loses by the difference (CL-ASLT-20, 21, 29)."""
        yield from ()
        scored = self.rules.combat_result(self.rules, self.battle, self.sides, tuple(self.lost))
        totals = {side: scored[side].total for side in self.sides}
        first, second = self.sides
        for side in self.sides:
            facts: dict[str, str | int] = {"score": totals[side]}
            rules = ("CL-ASLT-20", "CL-ASLT-29")
            self.entries.append(Entry("did.scored", rules, (side,), facts, (), scored[side], side))
        if not self.of(first) or not self.of(second):
            self.entries.append(Entry("did.combat_over", ("CL-ASLT-20",), tuple(self.units)))
            return
        if totals[first] == totals[second]:
            self.entries.append(Entry("did.drawn", ("CL-ASLT-21",), tuple(self.units)))
            if not self.rules.on("CL-ASLT-21"):
                self.losers = (*self.of(first), *self.of(second))
                self.lost_by = dict.fromkeys(self.losers, 0)
            return
        loser = first if totals[first] < totals[second] else second
        by = abs(totals[first] - totals[second])
        self.losers = self.of(loser)
        self.lost_by = dict.fromkeys(self.losers, by)
        if not self.rules.on("CL-ASLT-29"):
            self.lost_by = {unit: self._alone(unit) for unit in self.losers}
            self.losers = tuple(unit for unit in self.losers if self.lost_by[unit] > 0)
        told: dict[str, str | int] = {"points": by}
        self.entries.append(Entry("did.lost_combat", ("CL-ASLT-20",), (loser,), told, side=loser))

    def _alone(self, unit: str) -> int:
        """Return by how much a unit by itself lost more than its side caused."""
        suffered = sum(one.wounds for one in self.lost if one.target == unit)
        caused = sum(one.wounds for one in self.lost if one.target in self.pairs[unit])
        return suffered - caused

    def morale(self) -> Procedure[None]:
        """Let the losers check their morale, or take No Retreat wounds (CL-ASLT-22, CL-ASLT-23)."""
        if not self.losers:
            return
        foes = self.against(self.battle.units[self.losers[0]].side)
        self.battle, lines, self.broken = yield from outcomes.losers_check(
            self.rules, self.battle, self.losers, foes, self.lost_by
        )
        self.entries += lines

    def sweep_or_fall_back(self) -> Procedure[None]:
        """Let winners pursue, and those who escape fall back (CL-ASLT-24, CL-ASLT-25, CL-ASLT-30)."""
        if not self.broken:
            return
        self.battle, lines = yield from outcomes.pursue(
            self.rules, self.battle, self.broken, self.pairs, self.lost_by
        )
        self.entries += lines

    def consolidate(self) -> Procedure[None]:
        """Let the units that have nobody left to fight consolidate (CL-ASLT-26)."""
        yield from self._consolidated(
            [
                u
                for u in self._standing()
                if not self._foes(u) and (u not in self.losers or not self.lost_by.get(u))
            ]
        )

    def pile_in(self) -> Procedure[None]:
        """Bring those together who are still locked, the active side first (CL-ASLT-27)."""
        fighting = [u for u in self._standing() if self._foes(u)]
        if not fighting or not self.rules.on("CL-ASLT-27"):
            return
        order = self.rules.words("CL-ASLT-27", "order")
        active = self.battle.clock.side
        if order[:1] == ("other",):
            fighting.sort(key=lambda u: self.battle.units[u].side == active)
        over = piling.out_of_reach(self.rules, self.battle, {unit: self._foes(unit) for unit in fighting})
        for unit in fighting:
            if unit in over:
                continue
            self.battle, lines = yield from piling.close_in(
                self.rules, self.battle, unit, self._foes(unit), "put.pile_in"
            )
            self.entries += lines
        self.battle = engaged.locked(self.rules, self.battle, self._noted())
        apart = [u for u in fighting if not engaged.opponents(self.rules, self.battle, u)]
        if apart:
            self.entries.append(Entry("did.parted", ("CL-ASLT-27",), tuple(apart)))
        yield from self._consolidated(apart)

    def _noted(self) -> dict[str, tuple[str, ...]]:
        """Return who still fights whom where nobody has a place; else it is measured."""
        standing = self._standing()
        if engaged.in_positions(self.battle, standing):
            return {}
        return {unit: self._foes(unit) for unit in standing}

    def _standing(self) -> list[str]:
        return [
            u for u in self.units if self.battle.members(u) and not self.battle.units[u].has("falling_back")
        ]

    def _foes(self, unit: str) -> tuple[str, ...]:
        """Return the units of this fight that a unit is still up against."""
        standing = self._standing()
        return tuple(foe for foe in self.pairs[unit] if foe in standing)

    def _consolidated(self, units: Sequence[str]) -> Procedure[None]:
        for unit in units:
            self.battle, lines = yield from piling.consolidate(self.rules, self.battle, unit)
            self.entries += lines

    def ended(self) -> Outcome:
        """Return the battle after the fight: who is still locked, who is up again (CL-ASLT-31)."""
        battle = engaged.locked(self.rules, self.battle, self._noted())
        for unit in self.units:
            if not battle.members(unit):
                continue
            battle = battle.with_condition(unit, Condition("fought", "CL-ASLT-1", until="phase"))
            if engaged.assaulters(battle, unit) and self.rules.on("CL-ASLT-31"):
                battle = ground.risen(self.rules, battle, unit, "assaulted")
        settled = self.rules.removal(self.rules, battle)
        return Outcome(settled.battle, Report((*self.entries, *settled.report.entries)))


Course.PLAYED = {
    "blows": Course.blows,
    "result": Course.result,
    "morale": Course.morale,
    "sweep_or_fall_back": Course.sweep_or_fall_back,
    "consolidate": Course.consolidate,
    "pile_in": Course.pile_in,
}
