"""What the guide offers beside a real table: what is seen there is done there, and players say so."""

from __future__ import annotations

import msgspec

from wolfling_gui.core.actions import (
    Charge,
    ChargeFacts,
    Deploy,
    Fight,
    Move,
    MoveMode,
    OperateDoor,
    PlaceObjective,
)
from wolfling_gui.core.battle import Battle
from wolfling_gui.core.forces import Unit
from wolfling_gui.core.lengths import Point
from wolfling_gui.rules.classic.arrivals import method_of
from wolfling_gui.rules.classic.boosting import ways_to_move
from wolfling_gui.rules.engaged import everyone, unfought
from wolfling_gui.rules.facts import places_known
from wolfling_gui.rules.offers import Guide, Offer, offer
from wolfling_gui.rules.ruleset import Ruleset
from wolfling_gui.rules.states import has_walked

MOVED_SAYS = {
    "foot": "offer.moved_at_table",
    "packs": "offer.jumped_at_table",
    "boost": "offer.boosted_at_table",
    "run": "offer.ran_at_table",
}


def rough_anywhere(battle: Battle) -> bool:
    """Tell whether there may be difficult ground: a piece on the map, or anything on a real table."""
    table = battle.table
    return (
        not places_known(battle)
        or any(area.terrain == "difficult" for area in table.areas.values())
        or any(obstacle.terrain == "difficult" for obstacle in table.obstacles.values())
        or any(structure.kind == "ruin" for structure in table.structures.values())
    )


def at_table(rules: Ruleset, battle: Battle, found: Guide, chosen: Unit | None) -> Guide:
    """Return the guide of a moment with what needs places on a map done and said at the table instead."""
    match battle.clock.step:
        case "objectives" | "own_objectives":
            return _objective(rules, battle, found)
        case "deployment":
            return _deployment(rules, battle, found, chosen)
        case "scouts" | "movement":
            return _movement(rules, battle, found, chosen)
        case "shooting":
            return _shooting(rules, battle, found, chosen)
        case "assault":
            return _with_score(battle, _assault(rules, battle, found, chosen))
        case "combat":
            return _with_score(battle, _combat(rules, battle, found))
    return found


def _with_score(battle: Battle, found: Guide) -> Guide:
    """Say where it is kept who holds the objectives, which the end of the battle asks for."""
    if not battle.table.objectives:
        return found
    return msgspec.structs.replace(found, next=(*found.next, "next.score_page"))


def _assault(rules: Ruleset, battle: Battle, found: Guide, chosen: Unit | None) -> Guide:
    """Offer a unit in hand every enemy that it may have reached at the table."""
    if chosen is None:
        return found
    charges = [
        offer(
            rules, battle, "offer.charged_at_table", Charge(chosen.id, other.id, facts=ChargeFacts(0)),
            chosen.id, other.id,
        )
        for other in battle.units.values()
        if other.side != chosen.side and battle.members(other.id) and not other.in_reserve
    ]  # fmt: skip
    return msgspec.structs.replace(
        found, hint="guide.assault_at_table", also=(*found.also, *(one for one in charges if one.allowed))
    )


def _combat(rules: Ruleset, battle: Battle, found: Guide) -> Guide:
    """Offer combats with all models engaged; who is not is said with the fight."""
    fights = tuple(
        offer(rules, battle, "offer.fight_at_table", Fight(units[0], everyone(battle, units)), *units)
        for units in unfought(rules, battle)
    )
    main = found.main
    if fights:
        only = fights[0] if len(fights) == 1 and fights[0].allowed else None
        main = None if only is None else msgspec.structs.replace(only, says="offer.fight_all_at_table")
    return msgspec.structs.replace(found, offers=fights, main=main)


def _objective(rules: Ruleset, battle: Battle, found: Guide) -> Guide:
    """Take an objective as placed; on the map the markers stand in a row, to have somewhere to stand."""
    number, count = len(battle.table.objectives), max(1, battle.setup.objectives)
    at = Point((number + 1) * battle.table.width // (count + 1), battle.table.height // 2)
    place = offer(rules, battle, "offer.objective_at_table", PlaceObjective(at), battle.clock.side)
    place = msgspec.structs.replace(place, facts={"left": count - number})
    return msgspec.structs.replace(found, hint="guide.objective_at_table", offers=(), main=place)


def _deployment(rules: Ruleset, battle: Battle, found: Guide, chosen: Unit | None) -> Guide:
    offers = tuple(
        Offer("offer.waits_in_reserve" if u.in_reserve else "offer.stands_at_table", unit=u.id, about=(u.id,))
        for u in battle.units_of(battle.clock.side)
        if battle.members(u.id)
    )
    also = found.also
    hint = "guide.deploy_at_table"
    if chosen is not None:
        hint = "guide.deploy_unit_at_table"
        if chosen.in_reserve:
            also = (
                offer(rules, battle, "offer.back_from_reserve", Deploy(chosen.id, {}), chosen.id),
                *(one for one in also if one.unit),
            )
    main = found.main
    if main is not None:
        main = msgspec.structs.replace(main, says="offer.deployed_at_table")
    return msgspec.structs.replace(
        found, hint=hint, about=found.about or (battle.clock.side,), offers=offers, also=also, main=main
    )


def _told(rules: Ruleset, battle: Battle, unit: Unit, mode: MoveMode) -> Offer:
    move = Move(unit.id, {}, mode)
    return offer(rules, battle, MOVED_SAYS[mode], move, unit.id)


def _movement(rules: Ruleset, battle: Battle, found: Guide, chosen: Unit | None) -> Guide:
    also = tuple(one for one in found.also if not isinstance(one.action, OperateDoor))
    scouts = battle.clock.step == "scouts"
    if chosen is None:
        hint = "guide.scouts_at_table" if scouts else "guide.movement_at_table"
        return msgspec.structs.replace(found, hint=hint, also=also)
    if method_of(chosen):
        came = offer(rules, battle, "offer.came_on_at_table", Deploy(chosen.id, {}), chosen.id)
        return _with_main(found, came, also, "guide.deploy_unit_at_table")
    others = [_told(rules, battle, chosen, mode) for mode in ways_to_move(rules, battle, chosen)[1:]]
    walk = _told(rules, battle, chosen, "foot")
    if not walk.allowed:
        return msgspec.structs.replace(found, hint="guide.movement_at_table", also=also)
    also = (walk, *(one for one in others if one.allowed), *also)
    limit = rules.move_limit(rules, battle, chosen, Move(chosen.id, {})).total
    return msgspec.structs.replace(
        found, hint="guide.movement_unit_at_table", also=also, facts={"longest": limit}
    )


def _shooting(rules: Ruleset, battle: Battle, found: Guide, chosen: Unit | None) -> Guide:
    if chosen is None:
        return msgspec.structs.replace(found, hint="guide.shooting_at_table")
    if chosen.has("ran") and not has_walked(chosen):
        ran = _told(rules, battle, chosen, "run")
        if ran.allowed:
            limit = rules.move_limit(rules, battle, chosen, Move(chosen.id, {}, "run")).total
            found = msgspec.structs.replace(found, facts={"longest": limit})
            return _with_main(found, ran, found.also, "guide.run_unit_at_table")
    return msgspec.structs.replace(found, hint="guide.shooting_unit_at_table")


def _with_main(found: Guide, main: Offer, also: tuple[Offer, ...], hint: str) -> Guide:
    """Make something the main thing to do; what was that before can be done also."""
    before = () if found.main is None else (found.main,)
    return msgspec.structs.replace(found, hint=hint, also=(*also, *before), main=main)
