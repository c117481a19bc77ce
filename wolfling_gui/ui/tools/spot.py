"""Spot: click a place on the map where one is asked for: an objective's, or where a unit comes down."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

from wolfling_gui.core.actions import DeepStrike, PlaceObjective
from wolfling_gui.core.lengths import Length, Point, millimetres
from wolfling_gui.core.verdict import Permit, Refusal
from wolfling_gui.ui.desk import Desk
from wolfling_gui.ui.scene import overlays as o
from wolfling_gui.ui.tools.pointer import Hands, Pointer, Tool
from wolfling_gui.ui.tools.select import click

OBJECTIVE_STEPS = ("objectives", "own_objectives")
OBJECTIVE_RADIUS: Length = millimetres(20)
AIM_RADIUS: Length = millimetres(12.5)


@dataclass(frozen=True, slots=True)
class SpotAsked:
    """Say what a place is asked for: an objective, or a unit that comes down."""

    unit: str = ""

    def action(self, at: Point, level: int, facing: int = 0) -> PlaceObjective | DeepStrike:
        """Return what a click at a place would be; a unit that comes down faces so many degrees."""
        return DeepStrike(self.unit, at, level, facing) if self.unit else PlaceObjective(at, level)


def spot_asked(desk: Desk) -> SpotAsked | None:
    """Return what a place is asked for at this moment, or None."""
    battle = desk.battle
    if battle is None or desk.request is not None or desk.looking_back:
        return None
    if battle.clock.step in OBJECTIVE_STEPS:
        return SpotAsked()
    unit = desk.comes_down()
    return SpotAsked(unit) if unit else None


def spot(hands: Hands) -> Tool:
    """Judge the place under the moving pointer; a click takes it, on a model it selects that instead.

    A drag from the place says where a unit that comes down there will face.
    """
    desk = hands.desk
    asked = spot_asked(desk)
    hands.cursor("cross")
    pressed: Pointer | None = None
    while True:
        event = yield
        if event.kind == "press":
            pressed = event
        elif event.kind in ("leave", "cancel"):
            pressed = None
        faces = asked is not None and bool(asked.unit) and pressed is not None and event.dragging
        if faces and pressed is not None and asked is not None:
            desk.face(direction(pressed.at, event.at))
            if event.kind == "release":
                desk.perform(asked.action(pressed.at, pressed.level, desk.landing_facing(asked.unit)))
            else:
                hands.show(*judged(desk, asked, pressed))
        elif asked is None or event.kind in ("leave", "cancel"):
            hands.show()
            desk.hover()
        elif event.kind in ("move", "press"):
            hands.show(*judged(desk, asked, event))
        elif event.kind == "release" and not event.dragging:
            if asked.unit and _of_another(desk, event.model, asked.unit):
                click(hands, event)
            else:
                desk.perform(asked.action(event.at, event.level, desk.landing_facing(asked.unit)))
        if event.kind == "release":
            pressed = None


def _of_another(desk: Desk, model: str, unit: str) -> bool:
    """Tell whether a model is that of another unit than the one that comes down, whose rings are shown."""
    battle = desk.battle
    return battle is not None and model in battle.models and battle.models[model].unit != unit


def direction(start: Point, end: Point) -> int:
    """Return in which direction one point lies from another, in whole degrees anticlockwise from east."""
    return round(math.degrees(math.atan2(end.y - start.y, end.x - start.x))) % 360


def judged(desk: Desk, asked: SpotAsked, event: Pointer) -> tuple[o.Overlay, ...]:
    """Return what shows whether a place will do, and by which measure it does not."""
    facing = desk.landing_facing(asked.unit)
    verdict = desk.propose(asked.action(event.at, event.level, facing))
    radius = AIM_RADIUS if asked.unit else OBJECTIVE_RADIUS
    if not isinstance(verdict, Permit | Refusal):
        return ()
    fits = isinstance(verdict, Permit)
    found: list[o.Overlay] = [o.Ring(event.at, radius, "legal" if fits else "refused")]
    for finding in verdict.findings:
        if finding.effect == "forbids" and finding.marks:
            found.append(o.FindingMarks(finding.marks, finding.effect))
    reasons = verdict.reasons if isinstance(verdict, Refusal) else ()
    words = QCoreApplication.translate("Spot", "Here") if fits else ""
    if reasons and desk.battle is not None:
        from wolfling_gui.session import explain

        said = explain.explain_finding(reasons[0], desk.battle)
        words = said.margin_text or reasons[0].rule
    if fits and asked.unit:
        return (*found, *_rings(desk, asked.unit, event, facing))
    found.append(o.Tag(event.at, "legal" if fits else "refused", words))
    return tuple(found)


def _rings(desk: Desk, unit: str, event: Pointer, facing: int) -> Iterator[o.Overlay]:
    """Show how a unit would stand if it came down just there, and why that would be a mishap."""
    from wolfling_gui.session import explain
    from wolfling_gui.session.placing import coming_down

    battle, rules = desk.battle, desk.rules
    if battle is None or rules is None:
        return
    places, causes = coming_down(rules, battle, unit, event.at, event.level, facing)
    bad = {finding.about[0] for finding in causes if finding.about}
    for model, place in places.items():
        yield o.Ghost(model, place, model not in bad)
    for finding in causes:
        if finding.marks:
            yield o.FindingMarks(finding.marks, finding.effect)
    if causes:
        text = QCoreApplication.translate("Spot", "A mishap here: %1")
        said = explain.explain_finding(causes[0], battle).text
        yield o.Tag(event.at, "warning", text.replace("%1", said, 1))
    else:
        yield o.Tag(event.at, "legal", QCoreApplication.translate("Spot", "Aim here; it may scatter"))
