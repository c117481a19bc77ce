"""Select: click takes a unit, a second click one model, a third the unit; dragging own models moves them."""

from __future__ import annotations

from wolfling_gui.core.requests import Allocate, Choose
from wolfling_gui.ui.tools.hold import may_move
from wolfling_gui.ui.tools.move import carrying
from wolfling_gui.ui.tools.pointer import Hands, Pointer, Tool


def select(hands: Hands) -> Tool:
    """Take units and models in hand by clicking; drags of movable models become moves or set-up."""
    desk = hands.desk
    while True:
        event = yield
        if event.kind == "move":
            _hover(hands, event)
        elif event.kind == "leave":
            desk.hover()
        elif event.kind == "press":
            yield from _pressed(hands, event)


def _hover(hands: Hands, event: Pointer) -> None:
    desk = hands.desk
    if event.model:
        desk.hover("model", event.model)
        hands.cursor("hand" if may_move(desk, event.model) else "arrow")
    elif event.door:
        desk.hover("door", event.door)
        hands.cursor("arrow")
    else:
        desk.hover()
        hands.cursor("arrow")


def _pressed(hands: Hands, press: Pointer) -> Tool:
    """Tell a click from a drag, and pass a drag on."""
    while True:
        event = yield
        if event.kind in ("cancel", "leave"):
            return
        if event.kind == "move" and event.dragging and press.model and may_move(hands.desk, press.model):
            yield from carrying(hands, press, event)
            return
        if event.kind == "release":
            click(hands, press)
            return


def click(hands: Hands, press: Pointer) -> None:
    """Take what was clicked: an own unit or model, an enemy as target, a door, or nothing.

    With models of the unit in hand another is taken alone instead, so that each can be placed in turn. While
    a question asks for models the click answers it. A plan outlives a click beside it; Esc drops it.
    """
    desk = hands.desk
    battle = desk.battle
    if battle is None:
        return
    if not press.model:
        if press.door and desk.draft is None and desk.request is None:
            desk.pick_door(press.door)
        elif not press.shift and not press.control and desk.draft is None:
            desk.select("")
        return
    if isinstance(desk.request, Allocate | Choose) and not desk.looking_back:
        desk.point_out(press.model)
        return
    model = battle.models[press.model]
    unit = battle.units[model.unit]
    picked = desk.picked_models if desk.unit == unit.id else ()
    if press.shift or press.control:
        kept = tuple(m for m in picked if m != model.id)
        desk.select(unit.id, kept if len(kept) < len(picked) else (*picked, model.id))
    elif desk.aim(unit.id) is not None:
        desk.set_target(unit.id)
    elif desk.unit == unit.id and picked != (model.id,) and len(battle.members(unit.id)) > 1:
        desk.select(unit.id, (model.id,))
    else:
        desk.select(unit.id)
