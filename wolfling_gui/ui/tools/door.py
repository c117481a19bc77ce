"""Door: click a door to open or shut it with a model of the unit in hand that touches it."""

from __future__ import annotations

from typing import Final, Literal

from wolfling_gui.core.actions import OperateDoor
from wolfling_gui.core.forces import Model
from wolfling_gui.core.lengths import distance
from wolfling_gui.core.verdict import Permit
from wolfling_gui.session.doorstep import nearest
from wolfling_gui.ui.desk import Desk
from wolfling_gui.ui.draft import Verdict
from wolfling_gui.ui.tools.pointer import Hands, Tool

FAR: Final = 10**9


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
    found = hands_on(desk, name)
    if found:
        desk.perform(found[0][0])
    elif desk.battle is not None:
        desk.say(desk.tr("Nobody is there to turn door {door}.").format(door=name))


def hands_on(desk: Desk, name: str) -> list[tuple[OperateDoor, Verdict]]:
    """Return who can work a door, one model of each unit; else the nearest model, with what is against it.

    With a unit of the side in hand only that unit is asked. Empty where no model stands on the table.
    """
    battle = desk.battle
    if battle is None:
        return []
    door = battle.table.doors[name]
    to: Literal["open", "shut"] = "shut" if door.state == "open" else "open"
    sides = [u.id for u in battle.units_of(battle.clock.side)] if battle.clock.side else []
    units = [desk.unit] if desk.unit in sides else sides
    models = [m for unit in units for m in battle.standing(unit)]

    def far(model: Model) -> int:
        return distance(model.place.at, nearest(door, model.place.at)) if model.place is not None else FAR

    models.sort(key=far)
    found: dict[str, tuple[OperateDoor, Verdict]] = {}
    for model in models:
        action = OperateDoor(model.id, name, to)
        if model.unit not in found and isinstance(verdict := desk.propose(action), Permit):
            found[model.unit] = (action, verdict)
    if found or not models:
        return list(found.values())
    action = OperateDoor(models[0].id, name, to)
    refused = desk.propose(action)
    return [(action, refused)] if refused is not None else []
