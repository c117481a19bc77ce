"""Set-up: a unit is laid out in its zone, dragged as a group or model by model, and confirmed as one."""

from __future__ import annotations

import msgspec

from wolfling_gui.core.actions import Deploy
from wolfling_gui.core.forces import Place
from wolfling_gui.core.lengths import Point
from wolfling_gui.core.requests import Put
from wolfling_gui.core.verdict import Permit
from wolfling_gui.ui.desk import Desk
from wolfling_gui.ui.draft import Draft, DraftKind
from wolfling_gui.ui.tools.hold import taken
from wolfling_gui.ui.tools.pointer import Hands, Pointer, Tool


def lay_out(desk: Desk, unit: str, near: Point | None = None) -> bool:
    """Plan a unit's set-up in ranks in its zone, near a point if given; tells whether there is room."""
    from wolfling_gui.session.placing import arranged, by_hand

    battle, rules = desk.battle, desk.rules
    if battle is None or rules is None or unit not in battle.units:
        return False
    places = arranged(rules, battle, unit, near)
    if not places and battle.units[unit].in_reserve:
        desk.say(desk.tr("There is no room for all of them side by side. Drag them to their places."))
        places = by_hand(rules, battle, unit)
    elif not places:
        desk.say(desk.tr("There is no room for this unit in its zone. Move or take back another unit first."))
        return False
    desk.select(unit)
    desk.set_draft(Draft("deploy", unit, places=places))
    return True


def current_places(desk: Desk, unit: str) -> dict[str, Place]:
    """Return where a unit's models stand in the plan, else on the table."""
    battle = desk.battle
    if battle is None:
        return {}
    asked = desk.request.models if isinstance(desk.request, Put) else battle.units[unit].models
    found = {m.id: m.place for m in battle.members(unit) if m.place is not None and m.id in asked}
    draft = desk.draft
    if draft is not None and draft.kind in ("deploy", "put") and draft.unit == unit:
        found.update(draft.places)
    return found


def deploying(hands: Hands, press: Pointer, first: Pointer) -> Tool:
    """Follow a drag of set-up models: those taken in hand shift together, the others stay."""
    desk = hands.desk
    battle = desk.battle
    if battle is None:
        return
    unit = battle.models[press.model].unit
    picked = taken(desk, battle, press.model)
    if desk.unit != unit:
        desk.select(unit)
    before = desk.draft
    places = current_places(desk, unit)
    closes_in = desk.closes_in
    moved = set(places) if not desk.picked_models else set(picked)
    if closes_in and press.model not in desk.picked_models:
        # Whoever is brought up has a place of his own to go to.
        moved = {press.model}
    kind: DraftKind = "put" if isinstance(desk.request, Put) else "deploy"
    hands.cursor("grab")
    event, start, shown = first, press.at, desk.draft
    last = press.at
    while event.kind not in ("release", "cancel"):
        if desk.draft is not shown and desk.draft is not None and desk.draft.unit == unit:
            # The models were turned on the way: they are carried on as they stand now.
            places, start = current_places(desk, unit), last
        last = event.at
        dx, dy = event.at.x - start.x, event.at.y - start.y
        now = {
            name: msgspec.structs.replace(place, at=place.at.shifted(dx, dy), level=event.level)
            if name in moved
            else place
            for name, place in places.items()
        }
        if closes_in and len(moved) == 1:
            now[press.model] = desk.drawn_in(press.model, now)
        desk.set_draft(Draft(kind, unit, places=now, by_hand=tuple(sorted(moved))))
        shown = desk.draft
        event = yield
    if event.kind == "cancel":
        if before is not None:
            desk.set_draft(before)
        else:
            desk.clear_draft()
    hands.cursor("arrow")


def lay_out_all(desk: Desk) -> int:
    """Set up every unit that the side at work has still to set up, where it is proposed; returns how many."""
    from wolfling_gui.session.placing import proposal

    battle, rules = desk.battle, desk.rules
    if battle is None or rules is None:
        return 0
    desk.clear_draft()
    done = 0
    for unit, places in proposal(rules, battle, battle.clock.side).items():
        done += isinstance(desk.perform(Deploy(unit, places)), Permit)
    left = [u.id for u in battle.units_of(battle.clock.side) if waits(desk, u.id)]
    if left:
        desk.say(
            desk.tr("There is no room left for every unit. Move or take back one, or keep one in reserve.")
        )
        desk.select(left[0])
    else:
        desk.select("")
    return done


def waits(desk: Desk, unit: str) -> bool:
    """Tell whether a unit of the side at work has still to be set up on the table in this step."""
    battle = desk.battle
    if battle is None or battle.real_table or unit not in battle.units:
        return False
    found = battle.units[unit]
    missing = len(battle.standing(unit)) < len(battle.members(unit))
    return found.side == battle.clock.side and missing and not found.in_reserve
