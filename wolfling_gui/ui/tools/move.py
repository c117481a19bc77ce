"""Move: drag models; the shortest legal path follows, and letting go leaves a plan to confirm."""

from __future__ import annotations

from wolfling_gui.core.lengths import Point
from wolfling_gui.ui.draft import Draft
from wolfling_gui.ui.tools.charge import charging
from wolfling_gui.ui.tools.deploy import deploying
from wolfling_gui.ui.tools.hold import may_move, move_mode, sets_down, taken
from wolfling_gui.ui.tools.pointer import Hands, Pointer, Tool


def move(hands: Hands) -> Tool:
    """Drag own models at once, without selecting them first."""
    desk = hands.desk
    while True:
        event = yield
        if event.kind == "move":
            desk.hover("model", event.model) if event.model else desk.hover()
            hands.cursor("hand" if event.model and may_move(desk, event.model) else "arrow")
        elif event.kind == "press" and event.model and may_move(desk, event.model):
            yield from carrying(hands, event, event)


def carrying(hands: Hands, press: Pointer, first: Pointer) -> Tool:
    """Follow a drag of models as the moment has it: they are set down, they assault, or they walk."""
    if sets_down(hands.desk, press.model):
        yield from deploying(hands, press, first)
    elif hands.desk.battle is not None and hands.desk.battle.clock.step == "assault":
        yield from charging(hands, press, first)
    else:
        yield from dragging(hands, press, first)


def dragging(hands: Hands, press: Pointer, first: Pointer) -> Tool:
    """Follow a drag from its press to its release; Shift and click sets a waypoint, Esc puts back."""
    from wolfling_gui.session.drag import Drag

    desk = hands.desk
    battle, rules = desk.battle, desk.rules
    if battle is None or rules is None:
        return
    unit = battle.models[press.model].unit
    models = taken(desk, battle, press.model)
    if desk.unit != unit:
        desk.select(unit)
    before = desk.draft if desk.draft is not None and desk.draft.unit == unit else None
    mode = move_mode(desk, battle, unit)
    planned = before.paths if before is not None and before.kind == "move" else {}
    drag = Drag(rules, battle, unit, models, press.model, mode, planned)
    place = battle.models[press.model].place
    if press.model in planned:
        grabbed_at = planned[press.model][-1].at
    else:
        assert place is not None
        grabbed_at = place.at
    offset = (grabbed_at.x - press.at.x, grabbed_at.y - press.at.y)
    hands.cursor("grab")
    event = first
    while True:
        at = Point(event.at.x + offset[0], event.at.y + offset[1])
        if event.kind == "move" or (event.kind == "press" and event is first):
            step = drag.to(at, event.level)
            action = drag.action(step)
            desk.set_draft(Draft("move", unit, action.mode, action.paths))
        elif event.kind == "press" and event.shift:
            drag.bend(at, event.level)
        elif event.kind == "release":
            if event.shift:
                drag.bend(at, event.level)
            else:
                break
        elif event.kind == "cancel":
            if before is not None:
                desk.set_draft(before)
            else:
                desk.clear_draft()
            break
        event = yield
    hands.cursor("arrow")
