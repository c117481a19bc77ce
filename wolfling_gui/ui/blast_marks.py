"""Say what of markers, templates and scatter lies over the map at this moment."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final

from wolfling_gui.core.battle import Battle
from wolfling_gui.core.forces import Place
from wolfling_gui.core.lengths import Point
from wolfling_gui.core.requests import Put, Spin
from wolfling_gui.ui import blast_words
from wolfling_gui.ui.desk import Desk, Draft
from wolfling_gui.ui.scene import overlays as o
from wolfling_gui.ui.scene.symbols.blasts import LaidKind

if TYPE_CHECKING:
    from wolfling_gui.session.aiming import Drifting, Fallen, Forecast, Scattering, Shape

_RANK: Final[dict[o.TargetKind, int]] = {"spared": 0, "hit": 1, "reacts": 2, "refused": 3}


def blast_marks(desk: Desk, battle: Battle, tags: bool = True) -> tuple[o.Overlay, ...]:
    """Return the markers, templates, rings and arrows of the plan, of the question, or of the last shot."""
    found: list[o.Overlay] = []
    waits = desk.scattering()
    if waits is not None:
        found += _scatter(desk, battle, waits, tags)
    elif desk.asks_for_marker and desk.draft is not None:
        found += _further(desk, battle, desk.draft, tags)
    elif (came := desk.come_down()) is not None:
        found += _came_down(battle, *came, tags)
    else:
        forecasts = desk.forecasts()
        found += _forecasts(desk, battle, forecasts, tags)
        if not forecasts:
            for one in desk.fallen():
                found += _fallen(one, battle, tags)
    return tuple(found)


def _forecasts(
    desk: Desk, battle: Battle, forecasts: tuple[Forecast, ...], tags: bool
) -> Iterator[o.Overlay]:
    draft = desk.draft
    aims = draft.shot.aims if draft is not None and draft.shot is not None else {}
    further = sum(1 for one in forecasts if one.follows)
    for one in forecasts:
        if one.follows:
            continue
        kind: LaidKind = "refused" if not one.allowed else "legal" if one.firer in aims else "proposed"
        yield _laid(one.shape, kind)
        if further and one.shape.radius:
            yield o.Laid(one.shape.at, one.shape.level, "follows", 3 * one.shape.radius)
            further = 0
        if tags and (draft is None or one.firer != draft.held):
            yield _tag(battle, one, kind)
    yield from _rings(battle, (one for one in forecasts if not one.follows))


def _tag(battle: Battle, one: Forecast, kind: LaidKind) -> o.Tag:
    side = battle.units[battle.models[one.firer].unit].side
    mark = {"refused": "refused", "legal": "legal"}.get(kind)
    plain = blast_words.who(battle, one.hit, side)
    return o.Tag(_edge(one.shape), mark, blast_words.hits(len(one.hit)), plain=plain)  # type: ignore[arg-type]


def _rings(battle: Battle, forecasts: Iterable[Forecast]) -> Iterator[o.Overlay]:
    """Ring every model under a marker by what becomes of it: hit, an own one hit, in the way, or spared."""
    kinds: dict[str, o.TargetKind] = {}

    def say(model: str, kind: o.TargetKind) -> None:
        if model not in kinds or _RANK[kind] > _RANK[kinds[model]]:
            kinds[model] = kind

    for one in forecasts:
        side = battle.units[battle.models[one.firer].unit].side
        in_the_way = {f.about[-1] for f in one.findings if f.says.endswith("touches_friend")}
        for model in one.hit:
            own = battle.units[battle.models[model].unit].side == side
            say(model, "refused" if model in in_the_way else "reacts" if own else "hit")
        for model in in_the_way:
            say(model, "refused")
        for finding in one.spared:
            say(finding.about[0], "spared")
    for model, kind in kinds.items():
        if model in battle.models:
            yield o.TargetRing(model, kind)


def _scatter(desk: Desk, battle: Battle, waits: Scattering, tags: bool) -> Iterator[o.Overlay]:
    """Draw what scatters where it lies, the arrow, and where it comes down as far as that is known."""
    if waits.radius:
        yield o.Laid(waits.at, waits.level, "aimed", waits.radius)
    asks_direction = isinstance(desk.request, Spin)
    degrees = desk.arrow if asks_direction else waits.degrees
    outcome = desk.outcome()
    if degrees is not None:
        near, far = waits.distances
        if outcome is not None and not asks_direction:
            near = far = outcome.away
        yield from _way(waits.at, degrees, near, far, outcome)
    if outcome is None:
        return
    landing = outcome.landing
    if degrees is not None and not outcome.lost:
        yield _laid(landing.shape, "landed")
    yield from _rings(battle, (landing,))
    if tags and (degrees is not None or asks_direction):
        yield from _landing_tag(battle, outcome)


def _came_down(battle: Battle, waits: Scattering, outcome: Drifting, tags: bool) -> Iterator[o.Overlay]:
    """Draw how a marker of the shot under way went and where it lies, while the rest is rolled."""
    if outcome.lost:
        return
    if outcome.away and waits.degrees is not None:
        yield o.Laid(waits.at, waits.level, "aimed", waits.radius)
        yield from _way(waits.at, waits.degrees, outcome.away, outcome.away, outcome)
    yield _laid(outcome.landing.shape, "landed")
    if tags:
        yield from _landing_tag(battle, outcome)


def _way(at: Point, degrees: int, near: int, far: int, outcome: Drifting | None) -> Iterator[o.Overlay]:
    from wolfling_gui.session.aiming import along

    if outcome is not None and outcome.stopped is not None:
        stop = outcome.landing.shape.at
        yield o.SightRefused(at, stop, along(at, degrees, far))
        for thing in outcome.stopped.about:
            yield o.BlockedBarrier(thing, stop)
    elif far:
        yield o.ScatterArrow(at, degrees, near, far, blast_words.bearing(degrees))


def _landing_tag(battle: Battle, outcome: Drifting) -> Iterator[o.Overlay]:
    landing = outcome.landing
    side = battle.units[battle.models[landing.firer].unit].side
    stopped = blast_words.stopped_by(battle, outcome)
    if outcome.stopped is not None:
        stopped = f"{stopped} · {outcome.stopped.rule}"
    words = blast_words.who(battle, landing.hit, side)
    plain = ", ".join(part for part in (words, stopped) if part)
    if not outcome.lost:
        yield o.Tag(_edge(landing.shape), None, blast_words.hits(len(landing.hit)), plain=plain)


def _further(desk: Desk, battle: Battle, draft: Draft, tags: bool) -> Iterator[o.Overlay]:
    """Draw the markers of a barrage that lie, and the one that is put against them."""
    from wolfling_gui.session.aiming import laid_points, marker_at

    request, session = desk.request, desk.session
    if not isinstance(request, Put) or session is None:
        return
    for place in draft.places.values():
        one = marker_at(session, place.at, place.level)
        if one is None:
            continue
        for at in laid_points(request):
            yield o.Laid(at, place.level, "aimed", one.shape.radius)
        kind: LaidKind = "legal" if draft.allowed else "refused"
        yield _laid(one.shape, kind)
        yield from _rings(battle, (one,))
        if tags:
            yield _tag(battle, one, kind)


def _fallen(one: Fallen, battle: Battle, tags: bool) -> Iterator[o.Overlay]:
    """Draw where a marker of the last shot was put, how it went, and where it came down."""
    if one.put is not None and one.put.at != one.shape.at:
        yield o.Laid(one.put.at, one.put.level, "aimed", one.shape.radius)
        if one.stopped:
            yield o.SightRefused(one.put.at, one.shape.at, one.shape.at)
            for thing in one.stopped:
                yield o.BlockedBarrier(thing, one.shape.at)
        else:
            away = _apart(one.put, one.shape.at)
            yield o.ScatterArrow(one.put.at, one.degrees, away, away, blast_words.bearing(one.degrees))
    yield _laid(one.shape, "landed")


def _apart(put: Place, at: Point) -> int:
    from wolfling_gui.core.lengths import distance

    return distance(put.at, at)


def _laid(shape: Shape, kind: LaidKind) -> o.Laid:
    return o.Laid(shape.at, shape.level, kind, shape.radius, shape.degrees, shape.length, shape.width)


def _edge(shape: Shape) -> Point:
    """Return where a tag of a marker or template hangs: at its upper edge, or its round end."""
    from wolfling_gui.session.aiming import along

    if shape.is_template:
        return along(shape.at, round(shape.degrees), shape.length)
    return shape.at.shifted(0, shape.radius)
