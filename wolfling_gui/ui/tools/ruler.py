"""Ruler: drag to measure; bases are measured from edge to edge, as the rules do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wolfling_gui.core.lengths import Point, distance
from wolfling_gui.ui.tools.pointer import Hands, Pointer, Tool

if TYPE_CHECKING:
    from wolfling_gui.core.battle import Battle
    from wolfling_gui.ui.scene.overlays import Measure


def ruler(hands: Hands) -> Tool:
    """Measure from where the pointer is pressed to where it is; the line stays until the next press."""
    hands.cursor("cross")
    while True:
        event = yield
        if event.kind == "press":
            yield from _measuring(hands, event)
        elif event.kind == "cancel":
            hands.show()


def _measuring(hands: Hands, press: Pointer) -> Tool:
    while True:
        event = yield
        if event.kind == "cancel":
            hands.show()
            return
        if event.kind in ("move", "release"):
            hands.show(measure(hands.desk.battle, press, event))
        if event.kind == "release":
            return


def measure(battle: Battle | None, a: Pointer, b: Pointer) -> Measure:
    """Return the measured line between two places, from edge to edge where models stand (CL-BASE-1)."""
    from wolfling_gui.geometry.footprint import Footprint
    from wolfling_gui.geometry.measure import gap, witness
    from wolfling_gui.rules.facts import base_of
    from wolfling_gui.session.naming import inches_text
    from wolfling_gui.ui.scene.overlays import Measure

    def base(event: Pointer) -> Footprint:
        if battle is not None and event.model and battle.models[event.model].on_table:
            return base_of(battle, battle.models[event.model])
        return Footprint(event.at, event.level, 0, 0)

    one, other = base(a), base(b)
    between = gap(one, other)
    ends: tuple[Point, Point] = witness(one, other) if between else (one.at, other.at)
    if not between and distance(one.at, other.at) == 0:
        ends = (one.at, one.at)
    return Measure(ends[0], ends[1], inches_text(between))
