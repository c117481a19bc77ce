"""Charge: drag towards an enemy, which plans the unit's assault; then each of its ghosts can be dragged."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from wolfling_gui.core.lengths import Point, distance, inches
from wolfling_gui.ui.desk import Desk
from wolfling_gui.ui.draft import Draft
from wolfling_gui.ui.tools.pointer import Hands, Pointer, Tool

if TYPE_CHECKING:
    from wolfling_gui.session.charges import ChargePreview

FROM = inches("0.75")
"""So far a unit is dragged before it goes for an enemy."""


def charging(hands: Hands, press: Pointer, first: Pointer) -> Tool:
    """Follow a drag in the Assault phase from its press to its release; Esc puts back.

    Without a plan it chooses the enemy unit nearest to the pointer, and the rules' own ways to it; with one
    it puts the model under the pointer elsewhere.
    """
    desk = hands.desk
    battle = desk.battle
    if battle is None:
        return
    unit = battle.models[press.model].unit
    if desk.unit != unit:
        desk.select(unit)
    draft = desk.draft
    hands.cursor("grab")
    if draft is not None and draft.kind == "charge" and draft.unit == unit:
        yield from _placing(hands, draft, press, first)
    else:
        yield from _aiming(hands, press, first)
    hands.cursor("arrow")


def _aiming(hands: Hands, press: Pointer, first: Pointer) -> Tool:
    """Plan the assault on the enemy unit nearest to the pointer; one out of reach is only aimed at."""
    desk = hands.desk
    previews = desk.charges()
    event = first
    while event.kind not in ("release", "cancel"):
        near = _nearest(desk, previews, event.at) if distance(press.at, event.at) >= FROM else None
        if near is None or not near.reached:
            desk.clear_draft()
            desk.set_target(near.unit if near is not None else "")
        elif desk.draft is None or desk.draft.target != near.unit:
            desk.set_target(near.unit)
            desk.set_draft(planned(desk, near.unit))
        event = yield
    if event.kind == "cancel":
        desk.clear_draft()
        desk.set_target("")


def planned(desk: Desk, target: str) -> Draft:
    """Return the plan of an assault on a unit by the ways that the rules choose."""
    from wolfling_gui.session.charges import completed

    battle, rules = desk.battle, desk.rules
    assert battle is not None
    assert rules is not None
    paths = completed(rules, battle, desk.unit, target, {})
    return Draft("charge", desk.unit, "assault", paths, target=target)


def _nearest(desk: Desk, previews: tuple[ChargePreview, ...], at: Point) -> ChargePreview | None:
    """Return the enemy unit of which a model stands nearest to a point."""
    battle = desk.battle
    assert battle is not None
    return min(
        previews,
        key=lambda one: min(
            distance(m.place.at, at) for m in battle.standing(one.unit) if m.place is not None
        ),
        default=None,
    )


def _placing(hands: Hands, before: Draft, press: Pointer, first: Pointer) -> Tool:
    """Put one model of a planned assault elsewhere; let go, the others find their places round it."""
    from wolfling_gui.session.charge_drag import ChargeDrag

    desk = hands.desk
    battle, rules = desk.battle, desk.rules
    assert battle is not None
    assert rules is not None
    drag = ChargeDrag(rules, battle, before.unit, before.target, before.paths, before.by_hand, press.model)
    start = drag.start
    offset = (start.x - press.at.x, start.y - press.at.y)
    event = first
    while event.kind not in ("release", "cancel"):
        at = Point(event.at.x + offset[0], event.at.y + offset[1])
        desk.set_draft(replace(before, paths=drag.to(at, event.level), by_hand=drag.by_hand))
        event = yield
    if event.kind == "cancel":
        desk.set_draft(before)
    elif desk.draft is not None:
        desk.set_draft(replace(desk.draft, paths=drag.settled(desk.draft.paths)))
