"""Where the models of a unit that falls back end: what is proposed, and what its owner may choose instead."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from wolfling_gui.core.actions import Path, Waypoint
from wolfling_gui.core.battle import Battle
from wolfling_gui.core.forces import Place
from wolfling_gui.core.lengths import Length
from wolfling_gui.core.requests import Put, Request
from wolfling_gui.core.verdict import Finding, Mark
from wolfling_gui.rules.classic.coherency import is_coherent
from wolfling_gui.rules.classic.edges import from_edge
from wolfling_gui.rules.classic.flight import NOBODY, Course, Flight, course_and_flight, moved, standing_at
from wolfling_gui.rules.facts import base_of
from wolfling_gui.rules.findings import forbid, limited
from wolfling_gui.rules.placing import stacked
from wolfling_gui.rules.ruleset import Ruleset

ASKED = "put.fall_back"
"""The key of the question where the models of a unit that falls back end."""


def question(unit: str, side: str, flight: Flight, distance: Length, through: frozenset[str] = NOBODY) -> Put:
    """Return the question to the owner, which carries what the places are judged by."""
    return Put(
        rule="CL-MOR-7",
        side=side,
        says=ASKED,
        about=(unit,),
        models=tuple(flight.paths),
        facts={"inches": distance, "through": " ".join(sorted(through))},
    )


def _known(rules: Ruleset, battle: Battle, request: Request[Any]) -> tuple[Course, Flight]:
    """Return the course and the flight that a question is about."""
    unit = battle.units[request.about[0]]
    through = frozenset(str(request.facts["through"]).split())
    return course_and_flight(rules, battle, unit, int(request.facts["inches"]), through)


def proposed_places(rules: Ruleset, battle: Battle, request: Request[Any]) -> Mapping[str, Place]:
    """Return where the models end when nobody says otherwise."""
    _, flight = _known(rules, battle, request)
    return {
        name: standing_at(battle.models[name], _end(battle, name, path))
        for name, path in flight.paths.items()
    }


def _end(battle: Battle, name: str, path: Path) -> Waypoint:
    place = battle.models[name].place
    assert place is not None
    return path[-1] if path else Waypoint(place.at, place.level)


def paths_to(
    rules: Ruleset, battle: Battle, request: Request[Any], places: Mapping[str, Place]
) -> Mapping[str, Path]:
    """Return the ways to chosen places: the proposed one where nothing was changed, else the shortest."""
    course, flight = _known(rules, battle, request)
    found: dict[str, Path] = {}
    for name, place in places.items():
        there = Waypoint(place.at, place.level)
        if there == _end(battle, name, flight.paths[name]):
            found[name] = flight.paths[name]
        else:
            found[name] = course.planner(battle.models[name]).to(place.at, place.level).points
    return found


def judge(
    rules: Ruleset, battle: Battle, request: Request[Any], places: Mapping[str, Place]
) -> tuple[Finding, ...]:
    """Judge where the owner lets the models end (CL-MOR-7).

    Each place has to be free, in reach by a way that is not barred, and within the corridor unless the
    proposal leaves it too; nobody hangs back behind the last model of the proposal.
    """
    course, flight = _known(rules, battle, request)
    ends = {name: _end(battle, name, path) for name, path in flight.paths.items()}
    table = battle.table
    last = max(from_edge(table, end.at, course.edge) for end in ends.values())
    found: list[Finding] = []
    for name, place in places.items():
        model = battle.models[name]
        ring = Mark("ring", (place.at,), place.level, base_of(battle, model, place).reach, name)
        route = course.planner(model).to(place.at, place.level)
        if not route.ok:
            things = tuple(thing.id for thing in route.blocked_by if thing.id)[:1]
            found.append(forbid("CL-MOR-7", "flight.no_way", name, *things, marks=(ring,)))
            continue
        most = max(flight.distance, course.length(model, flight.paths[name]))
        found.append(limited("CL-MOR-6", "flight.way", name, value=route.length, at_most=most, marks=(ring,)))
        if course.in_corridor(ends[name].at) and not course.in_corridor(place.at):
            found.append(forbid("CL-MOR-7", "flight.outside", name, marks=(ring,)))
        back = from_edge(table, place.at, course.edge)
        if back > last:
            found.append(
                forbid(
                    "CL-MOR-7", "flight.hangs_back", name,
                    value=back, limit=last, measure="inches", comparison="at_most", marks=(ring,),
                )
            )  # fmt: skip
    after = moved(battle, {name: (Waypoint(place.at, place.level),) for name, place in places.items()})
    found += stacked(rules, after, tuple(places))
    if is_coherent(rules, moved(battle, flight.paths), course.unit):
        found += rules.coherency(rules, after, course.unit)
    return tuple(found)
