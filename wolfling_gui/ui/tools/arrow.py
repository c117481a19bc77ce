"""Arrow: drag the direction that the real scatter die shows, from what scatters or from anywhere."""

from __future__ import annotations

from wolfling_gui.core.lengths import Length, Point, direction, distance
from wolfling_gui.core.requests import Spin
from wolfling_gui.ui.desk import Desk
from wolfling_gui.ui.tools.pointer import Hands, Pointer, Tool

LEAST: Length = 635
"""An arrow shorter than a quarter of an inch points nowhere yet."""
QUARTER = 90


def arrow(hands: Hands) -> Tool:
    """Turn the arrow with the pointer while the button is held; Esc takes it away, the question stays."""
    desk = hands.desk
    hands.cursor("cross")
    tail: Point | None = None
    before: int | None = None
    while True:
        event = yield
        if event.kind == "press":
            tail, before = _tail(desk, event.at), desk.arrow
        if event.kind in ("press", "move", "release") and tail is not None:
            _turn(desk, tail, event)
        if event.kind == "release":
            tail = None
        elif event.kind == "cancel":
            tail = None
            desk.set_arrow(before)


def _tail(desk: Desk, pressed: Point) -> Point:
    """Return where the arrow begins: at what scatters, else where the pointer is pressed."""
    waits = desk.scattering()
    return waits.at if waits is not None else pressed


def _turn(desk: Desk, tail: Point, event: Pointer) -> None:
    request = desk.request
    if not isinstance(request, Spin) or distance(tail, event.at) < LEAST:
        return
    degrees = round(direction(tail, event.at))
    if desk.snaps is not event.shift:
        degrees = round(degrees / QUARTER) * QUARTER
    desk.set_arrow(degrees % request.degrees)
