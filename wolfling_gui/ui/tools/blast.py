"""Blast: put markers over the target and turn templates about their firers, one after another."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from wolfling_gui.core.actions import Waypoint
from wolfling_gui.core.lengths import Length, Point, distance, off
from wolfling_gui.core.requests import Put
from wolfling_gui.ui.desk import Desk
from wolfling_gui.ui.desk_state import FIRING
from wolfling_gui.ui.draft import Draft
from wolfling_gui.ui.tools.pointer import Hands, Pointer, Tool
from wolfling_gui.ui.tools.select import click

if TYPE_CHECKING:
    from wolfling_gui.session.aiming import Aimed, Forecast

GRIP: Length = 1270
"""A marker that lies is taken up again within half an inch of its hole, a template of its middle."""


def blast(hands: Hands) -> Tool:
    """Let the next marker follow the pointer; a click puts it; one that lies can be dragged, or put anew."""
    desk = hands.desk
    while True:
        event = yield
        if event.kind == "move":
            hands.cursor(_follow(desk, event))
        elif event.kind in ("leave", "cancel"):
            drop(desk)
            desk.hover()
        elif event.kind == "press" and not waiting(desk):
            _take_up(desk, event)
        elif event.kind == "release":
            _put(hands, event)


def waiting(desk: Desk, target: str = "") -> Aimed | None:
    """Return the next model whose marker or template is not put yet: one picked by hand goes first.

    `target` is the unit meant where none has been chosen yet.
    """
    battle, rules = desk.battle, desk.rules
    if battle is None or rules is None or not desk.may_fire:
        return None
    from wolfling_gui.session.aiming import aimed_weapons

    draft = desk.draft
    if draft is not None and draft.kind != "aim":
        return None
    fixed = draft.fixed if draft is not None else {}
    if not target:
        target = draft.shot.target if draft is not None and draft.shot is not None else desk.target
    left = [
        one
        for one in aimed_weapons(rules, battle, desk.unit, target)
        if one.model not in fixed and not one.follows
    ]
    if draft is not None and draft.held:
        left.sort(key=lambda one: one.model != draft.held)
    else:
        left.sort(key=lambda one: one.model not in desk.picked_models)
    return left[0] if left else None


def of_use(desk: Desk) -> bool:
    """Tell whether any unit can still lay a marker or template in this phase, or asks for one now."""
    battle, rules = desk.battle, desk.rules
    if battle is None or rules is None or battle.clock.step != FIRING:
        return False
    if desk.request is not None:
        return True
    from wolfling_gui.session.aiming import aimed_weapons

    return any(
        aimed_weapons(rules, battle, unit.id)
        for unit in battle.units_of(battle.clock.side)
        if not unit.has("shot") and not unit.has("ran")
    )


def holds(desk: Desk) -> bool:
    """Tell whether a marker or template follows the pointer."""
    return desk.draft is not None and desk.draft.kind == "aim" and bool(desk.draft.held)


def drop(desk: Desk) -> None:
    """Let go of what follows the pointer; what has been put stays."""
    draft = desk.draft
    if draft is None or draft.kind != "aim" or not draft.held:
        return
    fixed = dict(draft.fixed)
    if fixed and draft.shot is not None:
        _plan(desk, draft.shot.target, fixed)
    else:
        desk.clear_draft()


def _follow(desk: Desk, event: Pointer) -> str:
    """Carry the next marker or template to the pointer; returns the pointer's shape."""
    battle, rules = desk.battle, desk.rules
    if battle is None or rules is None:
        return "cross"
    from wolfling_gui.session.aiming import enemy_near, floor_under

    fixed = dict(desk.draft.fixed) if desk.draft is not None else {}
    target, over = "", False
    if desk.unit in battle.units:
        target, over = enemy_near(rules, battle, desk.unit, event.at, event.level)
    if fixed and desk.draft is not None and desk.draft.shot is not None:
        target = desk.draft.shot.target
    elif desk.target and not over:
        target = desk.target
    one = waiting(desk, target)
    if one is None or not target:
        desk.hover("model", event.model) if event.model else desk.hover()
        return "hand" if event.model or _grip(desk, event.at) is not None else "cross"
    desk.hover()
    level = floor_under(battle, target, event.at, event.level)
    _plan(desk, target, {**fixed, one.model: Waypoint(event.at, level)}, one.model)
    return "cross"


def _plan(desk: Desk, target: str, aims: dict[str, Waypoint], held: str = "") -> None:
    battle, rules = desk.battle, desk.rules
    if battle is None or rules is None:
        return
    from wolfling_gui.session.aiming import shot_with

    shot = shot_with(rules, battle, desk.unit, target, aims)
    desk.set_draft(Draft("aim", desk.unit, shot=shot, held=held))


def _put(hands: Hands, event: Pointer) -> None:
    """Put what follows the pointer where it is, or take what was clicked."""
    desk, battle = hands.desk, hands.desk.battle
    if battle is None:
        return
    model = event.model or _model_at(desk, event)
    own = bool(model) and battle.units[battle.models[model].unit].side == battle.clock.side
    untouched = desk.draft is None or not desk.draft.fixed
    if model and own and untouched and battle.models[model].unit != desk.unit:
        drop(desk)
        click(hands, Pointer("release", event.at, event.level, model))
        return
    if waiting(desk) is not None:
        _follow(desk, event)
    if not holds(desk) and not own and not event.dragging and _let_last_go(desk):
        _follow(desk, event)
    draft = desk.draft
    if not holds(desk) or draft is None or draft.shot is None:
        if model:
            click(hands, Pointer("release", event.at, event.level, model))
        return
    target = draft.shot.target
    desk.set_draft(Draft("aim", draft.unit, shot=draft.shot))
    desk.set_target(target)


def _take_up(desk: Desk, event: Pointer) -> None:
    """Take up the marker or template under the pointer: it follows again."""
    found = _grip(desk, event.at)
    draft = desk.draft
    if found is not None and draft is not None:
        desk.set_draft(Draft("aim", draft.unit, shot=draft.shot, held=found.firer))


def _let_last_go(desk: Desk) -> bool:
    """Let one that lies follow the pointer again: one that is refused, else the last that was put."""
    draft = desk.draft
    if draft is None or draft.kind != "aim" or not draft.fixed:
        return False
    refused = [one.firer for one in desk.forecasts() if one.firer in draft.fixed and not one.allowed]
    held = refused[0] if refused else list(draft.fixed)[-1]
    desk.set_draft(Draft("aim", draft.unit, shot=draft.shot, held=held))
    return True


def _grip(desk: Desk, at: Point) -> Forecast | None:
    if desk.draft is None or desk.draft.kind != "aim":
        return None
    fixed = desk.draft.fixed
    for one in desk.forecasts():
        shape = one.shape
        spot = fixed[one.firer].at if one.firer in fixed else None
        if spot is None:
            continue
        if shape.is_template:
            spot = off(shape.at, math.radians(shape.degrees), shape.length // 2)
        if distance(spot, at) <= GRIP:
            return one
    return None


def _model_at(desk: Desk, event: Pointer) -> str:
    """Return the model whose base a point is over, for players without a mouse."""
    from wolfling_gui.geometry.measure import gap_to_point
    from wolfling_gui.rules.facts import base_of

    battle = desk.battle
    if battle is None:
        return ""
    for model in battle.on_table():
        level = model.place.level if model.place is not None else 0
        if level == event.level and gap_to_point(base_of(battle, model), event.at) == 0:
            return model.id
    return ""


def further(hands: Hands) -> Tool:
    """Lay the further marker of a barrage that is asked for: it follows the pointer, a click leaves it."""
    from wolfling_gui.session.aiming import beside

    desk = hands.desk
    hands.cursor("cross")
    follows = False
    while True:
        event = yield
        request = desk.request
        if not isinstance(request, Put):
            continue
        if event.kind == "press":
            follows = True
        if event.kind in ("press", "move") and follows:
            places = beside(request, event.at, event.level)
            desk.set_draft(Draft("put", request.about[0], places=places))
        elif event.kind in ("release", "cancel", "leave"):
            follows = False
