"""Aim markers and templates: the shot a plan would be, what they would hit, and where a scatter leads."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from wolfling_gui.core.actions import Shoot, Waypoint
from wolfling_gui.core.battle import Battle
from wolfling_gui.core.forces import Place
from wolfling_gui.core.lengths import Length, Point, off
from wolfling_gui.core.requests import Put, Request, Roll, Scatter, Spin
from wolfling_gui.geometry.measure import gap_to_point
from wolfling_gui.rules import markers
from wolfling_gui.rules.classic.aiming import size_of
from wolfling_gui.rules.classic.blasts import distance_dice, distance_of
from wolfling_gui.rules.classic.forecasts import (
    Aimed,
    Drifting,
    Forecast,
    Shape,
    aimed_weapons,
    drifting,
    forecast_at,
    forecasts,
    landed_at,
    template_shape,
    weapons_named,
)
from wolfling_gui.rules.classic.shooting import plan_volley
from wolfling_gui.rules.facts import base_of
from wolfling_gui.rules.ruleset import Ruleset
from wolfling_gui.rules.slots import ShotContext
from wolfling_gui.rules.volley import Volley
from wolfling_gui.session.session import Session

DIRECTIONS = 24
"""So many places round each marker laid before are tried for the next one of a barrage."""


class Scattering(msgspec.Struct, frozen=True):
    """Hold what waits to scatter: where it lies, how far it can go, and the arrow once it is known.

    `radius` is that of a marker, 0 for anything else; `distances` are the shortest and the longest way in
    units; `beside` tells that an arrow lays a further marker of a barrage edge to edge with the first.
    """

    at: Point
    level: int
    radius: Length = 0
    degrees: int | None = None
    distances: tuple[Length, Length] = (0, 0)
    beside: bool = False
    firer: str = ""


def shot_with(rules: Ruleset, battle: Battle, unit: str, target: str, aims: Mapping[str, Waypoint]) -> Shoot:
    """Return the shot of a unit whose markers and templates lie where `aims` says."""
    action = Shoot(unit, target, aims=dict(aims))
    named = weapons_named(rules, battle, action, aimed_weapons(rules, battle, unit, target))
    return msgspec.structs.replace(action, weapons=named)


def enemy_near(rules: Ruleset, battle: Battle, unit: str, at: Point, level: int) -> tuple[str, bool]:
    """Return the enemy unit with the model nearest to a point, and whether the point is over that model.

    Models of the level come first; without any enemy on the table the name is empty.
    """
    side = battle.units[unit].side
    found = [
        (gap_to_point(base_of(battle, m), at), m.place.level != level, m.unit)
        for m in battle.on_table()
        if m.place is not None and battle.units[m.unit].side != side
    ]
    if not found:
        return "", False
    away, _, name = min(found)
    return name, away == 0


def floor_under(battle: Battle, target: str, at: Point, level: int) -> int:
    """Return the floor a marker is meant for: that of the target's model under its hole, else the one shown.

    With models on several floors under it, the one shown decides (CL-TERR-11).
    """
    floors = {
        m.place.level
        for m in battle.standing(target)
        if m.place is not None and gap_to_point(base_of(battle, m), at) == 0
    }
    return level if not floors or level in floors else min(floors)


def forecasts_of(rules: Ruleset, battle: Battle, action: Shoot) -> tuple[Forecast, ...]:
    """Return what the markers and templates of a shot would do, those that are refused included."""
    if not battle.standing(action.unit) or not battle.standing(action.target):
        return ()
    volley, _ = plan_volley(rules, battle, action)
    if volley is not None:
        return forecasts(rules, battle, volley)
    aimed = {one.model: one for one in aimed_weapons(rules, battle, action.unit, action.target)}
    return tuple(
        forecast_at(rules, battle, aimed[model], action.target, aim, action.facts_of(model))
        for model, aim in action.aims.items()
        if model in aimed
    )


def along(at: Point, degrees: int, length: Length) -> Point:
    """Return the point so many units away at an angle in degrees."""
    return off(at, math.radians(degrees), length)


# ---------------------------------------------------------------------- while a marker scatters


def scattering(session: Session) -> Scattering | None:
    """Return what the question that waits lets scatter, None when it asks for something else."""
    return _scattering(session, session.request)


def _scattering(session: Session, request: Request[Any] | None) -> Scattering | None:
    if not isinstance(request, Spin | Roll) or "x" not in request.facts:
        return None
    at, level = _spot(request.facts)
    degrees = request.facts.get("degrees")
    found = Scattering(at, level, degrees=None if degrees is None else int(degrees))
    shot = _shot_of(session, request)
    if shot is None:
        dice = request.dice if isinstance(request, Roll) else None
        most = 2540 * (dice.count * dice.sides + dice.bonus) if dice is not None else 12 * 2540
        return msgspec.structs.replace(found, distances=(0, most))
    rules = session.rules
    radius = markers.radius_of(rules, size_of(rules, shot.weapon))
    if "beside" in request.facts:
        width = int(request.facts["beside"])
        return msgspec.structs.replace(
            found, radius=radius, distances=(width, width), beside=True, firer=shot.firer.id
        )
    dice = distance_dice(rules)
    near, far = (distance_of(rules, shot, dice.count * face) for face in (1, dice.sides))
    return msgspec.structs.replace(found, radius=radius, distances=(near, far), firer=shot.firer.id)


def outcome(session: Session, degrees: int | None, faces: Sequence[int] = ()) -> Drifting | None:
    """Return where the marker that waits would come down: a HIT without an arrow, else by arrow and dice.

    None while dice are missing that decide it, or when no marker waits.
    """
    request, waits = session.request, scattering(session)
    if waits is None or request is None:
        return None
    return _outcome(session, request, waits, degrees, faces)


def come_down(session: Session) -> tuple[Scattering, Drifting] | None:
    """Return what scattered last in the shot under way and where it came down; None while it is asked."""
    under_way = session.resolution
    if under_way is None or under_way.pause is None or scattering(session) is not None:
        return None
    asked = reversed(session.asked)
    found = next(((r, a) for r, a in asked if isinstance(r, Spin | Roll) and "x" in r.facts), None)
    waits = None if found is None else _scattering(session, found[0])
    if found is None or waits is None:
        return None
    request, answer = found[0], found[0].accept(found[1])
    degrees: int | None = waits.degrees
    faces: tuple[int, ...] = ()
    if isinstance(answer, Scatter):
        degrees = None if answer.hit else answer.degrees
    else:
        faces = tuple(answer)
    came = _outcome(session, request, waits, degrees, faces)
    return None if came is None else (msgspec.structs.replace(waits, degrees=degrees), came)


def _outcome(
    session: Session, request: Request[Any], waits: Scattering, degrees: int | None, faces: Sequence[int]
) -> Drifting | None:
    shot = _shot_of(session, request)
    if shot is None:
        return None
    rules, battle, aim = session.rules, session.battle, Place(waits.at, waits.level)
    if isinstance(request, Spin) and degrees is None:
        return drifting(rules, battle, shot, aim, 0, 0)
    if degrees is None:
        degrees = waits.degrees or 0
    if waits.beside:
        end = along(aim.at, degrees, waits.distances[0])
        return Drifting(waits.distances[0], landed_at(rules, battle, shot, Place(end, waits.level)))
    if not isinstance(request, Roll) or len(faces) != request.dice.count:
        return None
    away = distance_of(rules, shot, sum(faces))
    return drifting(rules, battle, shot, aim, degrees, away)


# ---------------------------------------------------------------------- further markers of a barrage


def is_marker(request: Request[object] | None) -> bool:
    """Tell whether a question asks where a further marker of a barrage is laid."""
    return isinstance(request, Put) and request.says == "put.barrage"


def beside(request: Put, at: Point, level: int) -> Mapping[str, Place]:
    """Return a place for a further marker of a barrage, drawn in so far that it touches one laid before."""
    width = int(request.facts["width"])
    near = min(laid_points(request), key=lambda one: math.hypot(one.x - at.x, one.y - at.y))
    apart = math.hypot(at.x - near.x, at.y - near.y)
    if apart > width:
        angle = math.atan2(at.y - near.y, at.x - near.x)
        at = off(near, angle, width)
    return {request.models[0]: Place(at, level)}


def beside_best(session: Session) -> Mapping[str, Place]:
    """Return the place for a further marker of a barrage that hits most enemies and fewest friends."""
    request = session.request
    assert isinstance(request, Put)
    width, level = int(request.facts["width"]), int(request.facts["level"])
    found: list[tuple[int, int, Place]] = []
    for one in laid_points(request):
        spots = [one, *(along(one, 360 * n // DIRECTIONS, width) for n in range(DIRECTIONS))]
        for at in spots:
            made = marker_at(session, at, level)
            if made is None:
                continue
            sides = [session.battle.units[session.battle.models[m].unit].side for m in made.hit]
            own = sides.count(request.side)
            found.append((2 * own - len(sides), len(found), Place(at, level)))
    return {request.models[0]: min(found, key=lambda one: one[:2])[2]} if found else {}


def marker_at(session: Session, at: Point, level: int) -> Forecast | None:
    """Return what the further marker that is asked for would hit at a place."""
    request = session.request
    shot = _shot_of(session, request) if request is not None else None
    if shot is None:
        return None
    return landed_at(session.rules, session.battle, shot, Place(at, level))


def laid_points(request: Put) -> list[Point]:
    """Return where the markers of a barrage lie that a further one may touch."""
    parts = (one.split(",") for one in str(request.facts["laid"]).split(";"))
    return [Point(int(x), int(y)) for x, y in parts]


# ---------------------------------------------------------------------- after the shot


class Fallen(msgspec.Struct, frozen=True):
    """Hold where a marker or template of the last shot came to lie.

    `put` is where a marker was put before it scattered, `degrees` the way it went, `stopped` what ended it.
    """

    shape: Shape
    put: Place | None = None
    degrees: int = 0
    stopped: tuple[str, ...] = ()


def fallen(session: Session) -> tuple[Fallen, ...]:
    """Return where the markers and templates of the last action came to lie; none if it was no such shot."""
    step_done = session.last_step
    if step_done is None:
        return ()
    battle, rules = session.battle_after(step_done.parent), session.rules
    found: list[Fallen] = []
    put: Place | None = None
    for entry in step_done.done.report.entries:
        if entry.says not in ("did.put", "did.scattered", "did.stayed", "did.laid_beside", "did.laid",
                              "did.blast_stopped"):  # fmt: skip
            continue
        if entry.says == "did.blast_stopped":
            if found:
                found[-1] = msgspec.structs.replace(found[-1], stopped=entry.about[1:])
            continue
        model = battle.models[entry.about[0]]
        weapon = next((w for w in model.weapons if w.name == entry.facts.get("weapon")), None)
        if weapon is None:
            continue
        if entry.says == "did.laid":
            found.append(Fallen(template_shape(rules, battle, model, _spot(entry.facts)[0])))
            continue
        radius = markers.radius_of(rules, size_of(rules, weapon))
        if entry.says == "did.put":
            put = Place(*_spot(entry.facts))
            continue
        end = put if entry.says == "did.stayed" else None
        at = end.at if end is not None else _spot(entry.facts)[0]
        level = put.level if put is not None else 0
        degrees = int(entry.facts.get("degrees", 0))
        beside_one = entry.says == "did.laid_beside"
        found.append(Fallen(Shape(at, level, radius), None if beside_one else put, degrees))
    return tuple(found)


def _spot(facts: Mapping[str, str | int]) -> tuple[Point, int]:
    return Point(int(facts["x"]), int(facts["y"])), int(facts.get("level", 0))


def _shot_of(session: Session, request: Request[object]) -> ShotContext | None:
    """Return the shot a question belongs to, None where it asks for something else than a marker."""
    volley, model = session.plan, request.about[-1] if request.about else ""
    if not isinstance(volley, Volley):
        return None
    weapon = request.facts.get("weapon")
    shooters = [s.context for g in volley.groups if g.weapon.name == weapon for s in g.shooters]
    return next((shot for shot in shooters if shot.firer.id == model), None)


__all__ = [
    "Aimed",
    "Drifting",
    "Fallen",
    "Forecast",
    "Scattering",
    "Shape",
    "aimed_weapons",
    "along",
    "beside",
    "beside_best",
    "enemy_near",
    "fallen",
    "floor_under",
    "forecasts_of",
    "is_marker",
    "laid_points",
    "marker_at",
    "outcome",
    "scattering",
    "shot_with",
]
