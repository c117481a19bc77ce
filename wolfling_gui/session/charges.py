"""Assaults seen ahead: every enemy unit with its verdict, the ways of all models, and what blows would do."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from wolfling_gui.core.actions import Charge, Path
from wolfling_gui.core.battle import Battle
from wolfling_gui.core.forces import Place
from wolfling_gui.core.lengths import Length, Polygon
from wolfling_gui.core.verdict import Finding, Permit
from wolfling_gui.geometry.reach import reach_polygons
from wolfling_gui.rules import engaged
from wolfling_gui.rules.classic import charging
from wolfling_gui.rules.classic.assault import ChargePlan, brought_together
from wolfling_gui.rules.closing import Closing, Spot
from wolfling_gui.rules.contacts import climbing_distance
from wolfling_gui.rules.engine import Verdict, check
from wolfling_gui.rules.facts import unit_gap
from wolfling_gui.rules.ruleset import Ruleset
from wolfling_gui.rules.slots import Answer
from wolfling_gui.session.fights import Blow, Line, combat_ahead

ROLL_FIRST = ("assault.roll_terrain_first", "move.roll_slow_first")
"""What says that dice for the ground come before an assault."""


class ChargePreview(msgspec.Struct, frozen=True):
    """Hold what assaulting a unit would be: the verdict, the ways, who comes into contact, and the blows.

    `reason` is the finding to show first where it is refused or does not reach, `gap` the distance of the two
    units in units; `pair` their nearest models. `order` are the models that move, in the order in which they
    go, `places` where they end. `answer` says how the assaulted could answer before blows, None for not.
    """

    unit: str
    verdict: Verdict
    plan: ChargePlan | None = None
    reason: Finding | None = None
    gap: Length | None = None
    pair: tuple[str, str] | None = None
    order: tuple[str, ...] = ()
    places: Mapping[str, Place] = {}
    line: Line = Line()
    blows: tuple[Blow, ...] = ()
    answer: Answer | None = None
    battle: Battle | None = None

    @property
    def reached(self) -> bool:
        """Tell whether anybody comes into contact."""
        return self.plan is not None and self.plan.reached

    @property
    def legal(self) -> bool:
        """Tell whether the assault is allowed now and reaches."""
        return isinstance(self.verdict, Permit) and self.reached

    @property
    def reacts(self) -> bool:
        """Tell whether the assaulted may shoot before the blows."""
        return self.legal and self.answer is not None and self.answer.note is not None

    @property
    def rolls_first(self) -> bool:
        """Tell whether nothing but a roll for the ground has to come first."""
        against = [f for f in self.verdict.findings if f.against]
        return bool(against) and all(f.says in ROLL_FIRST for f in against)

    def own_blows(self, unit: str) -> Blow | None:
        """Return the largest strike of a unit at the target, None when it strikes none."""
        own = [b for b in self.blows if b.volley.unit == unit and b.volley.target == self.unit]
        return max(own, key=lambda blow: blow.volley.shots, default=None)


def charges(rules: Ruleset, battle: Battle, unit: str) -> tuple[ChargePreview, ...]:
    """Return every enemy unit as the target of an assault: legal ones first, then by their distance."""
    side = battle.units[unit].side
    found = [
        charge(rules, battle, Charge(unit, other.id))
        for other in battle.units.values()
        if other.side != side and battle.standing(other.id)
    ]
    return tuple(sorted(found, key=lambda c: (not c.legal, not c.rolls_first, c.gap or 0)))


def charge(rules: Ruleset, battle: Battle, action: Charge) -> ChargePreview:
    """Return one assault as it would be, by the ways that are given or those the rules choose."""
    return charge_of(rules, battle, check(rules, battle, action))


def charge_of(rules: Ruleset, battle: Battle, verdict: Verdict) -> ChargePreview:
    """Return an assault that has been judged as it would be."""
    action = verdict.action
    assert isinstance(action, Charge)
    plan = verdict.plan if isinstance(verdict.plan, ChargePlan) else None
    pair = _nearest(rules, battle, action)
    reason = next((f for f in verdict.findings if f.against), None)
    if reason is None and plan is not None and not plan.reached:
        reason = next((f for f in verdict.findings if f.says == "assault.out_of_reach"), None)
    gap = unit_gap(rules, battle, action.unit, action.target)
    found = ChargePreview(action.target, verdict, plan, reason, gap, pair)
    if plan is None or not plan.reached:
        return found
    places = {}
    for leg in plan.legs:
        place = battle.models[leg.model].place
        facing = plan.facings.get(leg.model, place.facing if place else 0)
        places[leg.model] = Place(leg.path[-1].at, leg.path[-1].level, facing)
    after = brought_together(rules, battle.with_places(places), plan, plan.touches)
    combat = combat_ahead(rules, after, engaged.combat_of(rules, after, action.unit))
    answer = rules.answer_ahead(rules, after, action.target, action.unit, engaged.NOTHING_SAID)
    note = answer.note if answer is not None else None
    return msgspec.structs.replace(
        found,
        verdict=verdict if note is None else _with(verdict, note),
        order=tuple(leg.model for leg in plan.legs),
        places=places,
        line=combat.line,
        blows=combat.blows,
        answer=answer,
        battle=combat.battle,
    )


def _with(verdict: Verdict, note: Finding) -> Verdict:
    """Return a verdict with a further finding."""
    return msgspec.structs.replace(verdict, findings=(*verdict.findings, note))


def _nearest(rules: Ruleset, battle: Battle, action: Charge) -> tuple[str, str] | None:
    """Return the two models of an assault that stand nearest to each other."""
    pairs = [
        (climbing_distance(rules, battle, one, foe), one.id, foe.id)
        for one in battle.standing(action.unit)
        for foe in battle.standing(action.target)
    ]
    return min(pairs)[1:] if pairs else None


def reach_of(rules: Ruleset, battle: Battle, unit: str, model: str, target: str) -> tuple[Polygon, ...]:
    """Return the ground that a model can reach in an assault, holes being polygons inside polygons."""
    closing = closing_of(rules, battle, unit, target)
    return reach_polygons(closing.planner_of(battle.models[model]), closing.limit)


def closing_of(rules: Ruleset, battle: Battle, unit: str, target: str) -> Closing:
    """Return how the models of a unit come at a target, as far as its assault reaches."""
    return Closing(rules, battle, unit, (target,), charging.reach(rules, battle, battle.units[unit]).total)


# ---------------------------------------------------------------------- by hand


def completed(
    rules: Ruleset, battle: Battle, unit: str, target: str, by_hand: Mapping[str, Path]
) -> dict[str, Path]:
    """Return the ways of all models, in the order in which they go, round those that were put by hand.

    The model with the shortest way goes first, then those put by hand, then the others (CL-ASLT-5, 6).
    """
    closing = closing_of(rules, battle, unit, target)
    found = closing.first()
    if found is None:
        return {}
    lead, spot = found
    paths: dict[str, Path] = {}
    for name in (lead.id, *(name for name in by_hand if name != lead.id)):
        model = battle.models[name]
        way = by_hand.get(name)
        closing.go(model, spot if way is None else Spot(0, way))
        paths[name] = spot.path if way is None else way
    for model in closing.waiting():
        best = closing.best(model)
        closing.go(model, best)
        paths[model.id] = best.path
    return paths
