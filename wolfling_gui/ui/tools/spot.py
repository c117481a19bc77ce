"""Spot: click a place on the map where one is asked for: an objective's, or where a unit comes down."""

from __future__ import annotations

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

    def action(self, at: Point, level: int) -> PlaceObjective | DeepStrike:
        """Return what a click at a place would be."""
        return DeepStrike(self.unit, at, level) if self.unit else PlaceObjective(at, level)


def spot_asked(desk: Desk) -> SpotAsked | None:
    """Return what a place is asked for at this moment, or None."""
    battle = desk.battle
    if battle is None or desk.request is not None or desk.looking_back:
        return None
    clock = battle.clock
    if clock.step in OBJECTIVE_STEPS:
        return SpotAsked()
    unit = battle.units.get(desk.unit)
    falls = unit is not None and unit.in_reserve.startswith("arriving:deep_strike")
    if unit is not None and falls and clock.step == "movement" and unit.side == clock.side:
        return SpotAsked(unit.id)
    return None


def spot(hands: Hands) -> Tool:
    """Judge the place under the moving pointer; a click takes it, on a model it selects that instead."""
    desk = hands.desk
    asked = spot_asked(desk)
    hands.cursor("cross")
    while True:
        event = yield
        if asked is None or event.kind in ("leave", "cancel"):
            hands.show()
            desk.hover()
        elif event.kind in ("move", "press"):
            hands.show(*judged(desk, asked, event))
        elif event.kind == "release" and not event.dragging:
            if event.model and asked.unit:
                click(hands, event)
            else:
                desk.perform(asked.action(event.at, event.level))


def judged(desk: Desk, asked: SpotAsked, event: Pointer) -> tuple[o.Overlay, ...]:
    """Return what shows whether a place will do, and by which measure it does not."""
    verdict = desk.propose(asked.action(event.at, event.level))
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
    found.append(o.Tag(event.at, "legal" if fits else "refused", words))
    return tuple(found)
