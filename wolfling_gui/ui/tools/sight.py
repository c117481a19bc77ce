"""Sight: every target of the unit in hand is marked; click an enemy to aim, an own unit to look from it."""

from __future__ import annotations

from wolfling_gui.ui.tools.pointer import Hands, Tool
from wolfling_gui.ui.tools.select import click


def sight(hands: Hands) -> Tool:
    """Look from the unit in hand: hovering a target shows its card, clicking aims at it."""
    desk = hands.desk
    hands.cursor("cross")
    while True:
        event = yield
        if event.kind == "move":
            desk.hover("model", event.model) if event.model else desk.hover()
        elif event.kind == "leave":
            desk.hover()
        elif event.kind == "release" and not event.dragging:
            click(hands, event)
