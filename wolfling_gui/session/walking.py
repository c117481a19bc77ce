"""Moves that questions ask for: the ways to the places chosen, how far they go, and who then fights.

That is bringing models up, piling in, consolidating, falling back and breaking away.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from wolfling_gui.core.actions import MoveMode, Path, Waypoint
from wolfling_gui.core.battle import Battle
from wolfling_gui.core.forces import Place
from wolfling_gui.core.lengths import Length, Polygon, distance, inches
from wolfling_gui.core.report import Entry
from wolfling_gui.core.requests import Confirm, Put, Request, Roll
from wolfling_gui.geometry.planner import Planner
from wolfling_gui.geometry.reach import reach_polygons
from wolfling_gui.rules import engaged
from wolfling_gui.rules.classic import breaking_away, falling_places, flight, piling
from wolfling_gui.rules.classic.combat import FightPlan
from wolfling_gui.rules.closing import Closing
from wolfling_gui.rules.ruleset import Ruleset
from wolfling_gui.rules.ways import way_of
from wolfling_gui.session.charge_drag import into_contact
from wolfling_gui.session.fights import Line
from wolfling_gui.session.session import Session

LEAST = inches("0.1")
"""Models that moved less than this are not shown as having moved."""
WALKING = (*piling.CLOSE_IN, piling.CONSOLIDATE, falling_places.ASKED, breaking_away.ASKED)
"""The questions for places that models walk to."""


class Walks(msgspec.Struct, frozen=True):
    """Hold the ways to places that a question asks for, at most how far each goes, and who then fights."""

    paths: Mapping[str, Path]
    limit: Length
    line: Line = Line()


def closes_in(request: Request[object] | None) -> bool:
    """Tell whether a question asks to bring models up to the enemy."""
    return isinstance(request, Put) and request.says in piling.CLOSE_IN


def _mode(rules: Ruleset, request: Put) -> MoveMode:
    if request.says == piling.CONSOLIDATE:
        return "assault" if rules.flag("CL-ASLT-26", "may_contact_enemies") else "foot"
    return "assault" if closes_in(request) else "foot"


def walks(rules: Ruleset, battle: Battle, request: Put, places: Mapping[str, Place]) -> Walks | None:
    """Return the ways to places that a question asks for; None where models are set down there instead."""
    if request.says not in WALKING:
        return None
    limit, unit = int(request.facts["inches"]), request.about[0]
    if request.says == breaking_away.ASKED:
        paths: Mapping[str, Path] = breaking_away.paths_to(battle, places)
    elif request.says == falling_places.ASKED:
        paths = falling_places.paths_to(rules, battle, request, places)
    else:
        paths = piling.paths_to(rules, battle, unit, places, _mode(rules, request), limit)
    if not closes_in(request):
        return Walks(paths, limit)
    after = battle.with_places(places)
    facts = engaged.facts_of_combat(rules, after, request.about, engaged.NOTHING_SAID)
    return Walks(paths, limit, Line(facts.contacts, facts.supports))


def drawn_in(rules: Ruleset, battle: Battle, request: Put, model: str, places: Mapping[str, Place]) -> Place:
    """Return where a model brought up stands: in contact with an enemy if that is close, else where it is."""
    unit, *foes = request.about
    wanted = places[model]
    mates = [m.id for m in battle.standing(unit) if m.id != model]
    closing = Closing(rules, battle.with_places(places), unit, foes, int(request.facts["inches"]), mates)
    spot = into_contact(closing, battle.models[model], wanted.at, wanted.level)
    return msgspec.structs.replace(wanted, at=spot)


def reach_asked(rules: Ruleset, battle: Battle, request: Put, model: str) -> tuple[Polygon, ...]:
    """Return the ground that a model may walk to for a question, holes being polygons inside polygons."""
    place = battle.models[model].place
    if request.says not in WALKING or place is None:
        return ()
    together = frozenset(battle.units[request.about[0]].models)
    way = way_of(rules, battle, battle.models[model], _mode(rules, request), together)
    limit = int(request.facts["inches"])
    planner = Planner(battle.table, way.mover, way.blocks, Waypoint(place.at, place.level), limit)
    return reach_polygons(planner, limit)


# ---------------------------------------------------------------------- falling back


class Retreating(msgspec.Struct, frozen=True):
    """Hold a way back that is still to be rolled for, or that ends too soon.

    `paths` are the ways for the highest roll that does not lead off the table, which it does from
    `leaves_from` units on, 0 for never. `short` says of each model without a way how far it gets, and
    `blocked_by` names what stands there.
    """

    unit: str
    paths: Mapping[str, Path]
    short: Mapping[str, Length] = {}
    blocked_by: tuple[str, ...] = ()
    leaves_from: Length = 0


def retreating(session: Session) -> Retreating | None:
    """Return the way back that is asked about: before its roll, or where a unit is trapped; else None."""
    request, rules, battle = session.request, session.rules, session.battle
    rolls = isinstance(request, Roll) and request.says == "roll.fall_back"
    trapped = isinstance(request, Confirm) and request.says == "confirm.trapped"
    if request is None or not (rolls or trapped) or not battle.standing(request.about[0]):
        return None
    unit = request.about[0]
    if isinstance(request, Roll):
        far = (request.dice.count * request.dice.sides + request.dice.bonus) * inches(1)
    else:
        far = _rolled(session, unit)
    plan = session.plan
    side = battle.units[unit].side
    fought = plan.units if isinstance(plan, FightPlan) else ()
    through = frozenset(u for u in fought if battle.units[u].side != side)
    leaves_from = 0
    found = flight.flight_of(rules, battle, battle.units[unit], far, through)
    while found.leaves and far > inches(1):
        leaves_from, far = far, far - inches(1)
        found = flight.flight_of(rules, battle, battle.units[unit], far, through)
    return Retreating(unit, found.paths, found.short, found.blocked_by, leaves_from)


def _rolled(session: Session, unit: str) -> Length:
    """Return how far a unit was rolled to fall back, in units."""
    for request, answer in reversed(session.asked):
        if (
            request.says == "roll.fall_back"
            and request.about[:1] == (unit,)
            and isinstance(answer, list | tuple)
        ):
            return sum(int(face) for face in answer) * inches(1)
    return inches(12)


# ---------------------------------------------------------------------- what was walked

TRAILED = (
    "did.fell_back",
    "did.fell_back_short",
    "did.reacted",
    "did.piled_in",
    "did.consolidated",
    "did.broke_away",
)
"""What is told of units that moved without an order of their own."""


def trails(session: Session) -> dict[str, tuple[Place, Place]]:
    """Return from where to where models went in the last action because they had to, or were brought up."""
    step = session.last_step
    if step is None:
        return {}
    told: tuple[Entry, ...] = step.done.report.entries
    units = {entry.about[0] for entry in told if entry.says in TRAILED and entry.about}
    before, after = session.battle_after(step.parent), session.battle
    found = {}
    for unit in sorted(units & set(after.units)):
        for model in after.standing(unit):
            was, now = before.models[model.id].place, model.place
            if was is not None and now is not None and distance(was.at, now.at) >= LEAST:
                found[model.id] = (was, now)
    return found
