"""Door: click a door to open or shut it with a model of the unit in hand that touches it."""

from __future__ import annotations

from typing import Literal

from wolfling_gui.core.actions import OperateDoor
from wolfling_gui.core.verdict import Permit
from wolfling_gui.ui.desk import Desk
from wolfling_gui.ui.tools.pointer import Hands, Tool


def door(hands: Hands) -> Tool:
    """Open shut doors and shut open ones by clicking them."""
    desk = hands.desk
    hands.cursor("hand")
    while True:
        event = yield
        if event.kind == "move":
            desk.hover("door", event.door) if event.door else desk.hover()
        elif event.kind == "leave":
            desk.hover()
        elif event.kind == "release" and not event.dragging and event.door:
            operate(desk, event.door)


def operate(desk: Desk, name: str) -> None:
    """Turn a door's leaf with the model that can, else with the nearest one, so that the refusal says why."""
    battle = desk.battle
    if battle is None:
        return
    found = battle.table.doors[name]
    to: Literal["open", "shut"] = "shut" if found.state == "open" else "open"
    sides = [u.id for u in battle.units_of(battle.clock.side)]
    units = [desk.unit] if desk.unit in sides else sides
    models = [m for unit in units for m in battle.standing(unit)]
    if not models:
        desk.say(desk.tr("Nobody is there to turn door {door}.").format(door=name))
        return
    middle = found.a.shifted((found.b.x - found.a.x) // 2, (found.b.y - found.a.y) // 2)

    def far(model_at: object) -> float:
        place = getattr(model_at, "place", None)
        return abs(place.at.x - middle.x) + abs(place.at.y - middle.y) if place else 1e18

    models.sort(key=far)
    for model in models:
        action = OperateDoor(model.id, name, to)
        if isinstance(desk.propose(action), Permit):
            desk.perform(action)
            return
    desk.perform(OperateDoor(models[0].id, name, to))
