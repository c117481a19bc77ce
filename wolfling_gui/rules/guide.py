"""What can be done now, what must be done first, and how to go on: the guide never dead-ends."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec

from wolfling_gui.core.actions import (
    ChooseZone,
    EndStep,
    JoinUnit,
    KeepInReserve,
    LeaveUnit,
    Move,
    OperateDoor,
    PlaceObjective,
    Regroup,
    RollAllowance,
    RollOff,
    RollReserves,
    Seize,
    SettleLayout,
    SettleMission,
    UsePower,
)
from wolfling_gui.core.battle import Battle
from wolfling_gui.core.forces import Unit
from wolfling_gui.rules import doors, guide_assault
from wolfling_gui.rules.classic import arrivals, characters, layouts, mission, morale, psychic, rage, vanguard
from wolfling_gui.rules.classic.abilities import powers_on
from wolfling_gui.rules.classic.due import regroup_due
from wolfling_gui.rules.classic.regroup import hindrances
from wolfling_gui.rules.classic.turn import phase_of
from wolfling_gui.rules.classic.unit_types import is_slow, slows_runs
from wolfling_gui.rules.facts import places_known, set_up
from wolfling_gui.rules.guide_at_table import at_table, rough_anywhere
from wolfling_gui.rules.offers import Guide as Guide
from wolfling_gui.rules.offers import Offer as Offer
from wolfling_gui.rules.offers import StepState as StepState
from wolfling_gui.rules.offers import offer
from wolfling_gui.rules.reserves import methods_of, waiting
from wolfling_gui.rules.ruleset import Ruleset
from wolfling_gui.rules.slots import Act
from wolfling_gui.rules.states import has_walked, is_lone


def guide(rules: Ruleset, battle: Battle, unit: str = "") -> Guide:
    """Return the guide for this moment, with a unit in hand or none."""
    chosen = battle.units.get(unit)
    if chosen is not None and (chosen.side != battle.clock.side or not battle.members(unit)):
        chosen = None
    found = _moment(rules, battle, chosen)
    if chosen is not None and powers_on(rules):
        found = msgspec.structs.replace(found, also=(*found.also, *_power_offers(rules, battle, chosen)))
    return found if places_known(battle) else at_table(rules, battle, found, chosen)


def _moment(rules: Ruleset, battle: Battle, chosen: Unit | None) -> Guide:
    clock = battle.clock
    steps = _steps(rules, battle)
    match clock.step:
        case "roll_off":
            return Guide(
                steps,
                "guide.roll_off",
                "guide.roll_off_hint",
                main=offer(rules, battle, "offer.roll_off", RollOff()),
                next=(
                    "next.first_takes_zone"
                    if mission.is_needed(rules, battle, "zones")
                    else "next.deployment",
                    *(("next.second_may_seize",) if mission.is_needed(rules, battle, "seize") else ()),
                ),
            )
        case "mission":
            return _settling(
                rules, battle, steps, "guide.mission", "guide.mission_hint", _missions(rules, battle)
            )
        case "layout":
            return _settling(
                rules, battle, steps, "guide.layout", "guide.layout_hint", _layouts(rules, battle)
            )
        case "zones":
            offers = tuple(
                offer(rules, battle, ZONE_SAYS[option], ChooseZone(option), clock.side)
                for option in layouts.options(rules, battle)
            )
            return Guide(steps, "guide.zones", "guide.zones_hint", (clock.side,), offers=offers)
        case "objectives" | "own_objectives":
            return _objectives(rules, battle, steps)
        case "infiltrators" | "scouts":
            return _vanguard(rules, battle, steps)
        case "deployment":
            return _deployment(rules, battle, steps, chosen)
        case "seize":
            return Guide(
                steps,
                "guide.seize",
                "guide.seize_hint",
                (clock.order[-1],),
                also=(offer(rules, battle, "offer.seize", Seize()),),
                main=offer(rules, battle, "offer.first_turn", EndStep()),
                next=("next.first_turn",),
                facts={"on": rules.count("CL-TURN-4", "seize_on")},
            )
        case "over":
            uneven = not battle.won_by and len(set(battle.score.values())) > 1
            hint = "guide.over_agreed_hint" if uneven else "guide.over_hint"
            return Guide(steps, "guide.over", hint, (battle.won_by,) if battle.won_by else ())
        case "assault":
            return guide_assault.assault(rules, battle, steps, chosen)
        case "combat":
            return guide_assault.combat(rules, battle, steps, chosen)
    return _phase(rules, battle, steps, chosen)


def _settling(
    rules: Ruleset,
    battle: Battle,
    steps: tuple[StepState, ...],
    title: str,
    hint: str,
    offers: tuple[Offer, ...],
) -> Guide:
    """Offer to roll for what is to be settled, or to agree on it."""
    roll, *agreed = offers
    return Guide(
        steps, title, hint, offers=tuple(agreed), main=roll if roll.allowed else None, next=("next.roll_off",)
    )


def _missions(rules: Ruleset, battle: Battle) -> tuple[Offer, ...]:
    return (
        offer(rules, battle, "offer.roll_mission", SettleMission()),
        *(offer(rules, battle, MISSION_SAYS[name], SettleMission(name)) for name in mission.MISSIONS),
    )


def _layouts(rules: Ruleset, battle: Battle) -> tuple[Offer, ...]:
    return (
        offer(rules, battle, "offer.roll_layout", SettleLayout()),
        *(offer(rules, battle, LAYOUT_SAYS[name], SettleLayout(name)) for name in layouts.LAYOUTS),
    )


def _objectives(rules: Ruleset, battle: Battle, steps: tuple[StepState, ...]) -> Guide:
    """Ask for the next objective: a click on the map places it."""
    clock = battle.clock
    own = clock.step == "own_objectives"
    left = battle.setup.objectives - len(battle.table.objectives)
    place = Offer("offer.place_objective", about=(clock.side,), facts={"left": left})
    room = None if own or not places_known(battle) else mission.room_for_objective(rules, battle)
    # What room is left may be too small to be found by hand.
    there = () if room is None else (offer(rules, battle, "offer.objective_in_room", PlaceObjective(room)),)
    end = offer(rules, battle, "offer.no_room_for_objectives", EndStep(), clock.side)
    return Guide(
        steps,
        "guide.own_objectives" if own else "guide.objectives",
        "guide.own_objectives_hint" if own else "guide.objectives_hint",
        (clock.side,),
        offers=() if end.allowed else (place,),
        also=tuple(one for one in there if one.allowed),
        main=end if end.allowed else None,
    )


def _vanguard(rules: Ruleset, battle: Battle, steps: tuple[StepState, ...]) -> Guide:
    """Offer the side its infiltrators to set up, or its scouts to move, and to end that."""
    clock = battle.clock
    waiting_units = vanguard.left(rules, battle, clock.step, clock.side)
    if clock.step == "scouts":
        says, title, hint = "offer.move_unit", "guide.scouts", "guide.scouts_hint"
    else:
        says, title, hint = "offer.deploy_unit", "guide.infiltrators", "guide.infiltrators_hint"
    return Guide(
        steps,
        title,
        hint,
        (clock.side,),
        offers=tuple(Offer(says, unit=name, about=(name,)) for name in waiting_units),
        main=offer(rules, battle, "offer.pass_on", EndStep(), clock.side),
    )


ZONE_SAYS = {
    "south": "offer.zone_south",
    "north": "offer.zone_north",
    "west": "offer.zone_west",
    "east": "offer.zone_east",
    "south_west": "offer.zone_south_west",
    "south_east": "offer.zone_south_east",
    "north_west": "offer.zone_north_west",
    "north_east": "offer.zone_north_east",
}
MISSION_SAYS = {
    "seize_ground": "offer.mission_seize_ground",
    "capture_and_control": "offer.mission_capture_and_control",
    "annihilation": "offer.mission_annihilation",
}
LAYOUT_SAYS = {
    "pitched_battle": "offer.layout_pitched_battle",
    "spearhead": "offer.layout_spearhead",
    "dawn_of_war": "offer.layout_dawn_of_war",
}
ACTS: Mapping[str, Act] = {"movement": "move", "shooting": "shoot"}
"""What units are listed for in a step."""
KEEP_SAYS = {
    "edge": "offer.keep_back",
    "outflank": "offer.keep_back_outflank",
    "deep_strike": "offer.keep_back_deep_strike",
}


def _all_the_same(end: Offer) -> tuple[Offer, ...]:
    """Offer to go on although something must be done first: asking shows why not, and how to overrule it."""
    return () if end.allowed else (end,)


def _steps(rules: Ruleset, battle: Battle) -> tuple[StepState, ...]:
    """Return the set-up steps before the first turn, afterwards the phases of the turn."""
    listed = rules.sequence(rules)
    kind = "setup" if battle.clock.turn == 0 else "phase"
    wanted = mission.shown_steps(rules, battle) if kind == "setup" else ()
    whole = [step for step in listed if step.kind == kind and not step.part_of]
    shown = [step for step in whole if kind != "setup" or step.id in wanted]
    names = [step.id for step in shown]
    now = phase_of(rules, battle.clock.step)
    here = names.index(now) if now in names else len(names)
    return tuple(
        StepState(step.id, step.says, "done" if i < here else "now" if i == here else "later")
        for i, step in enumerate(shown)
    )


def _deployment(rules: Ruleset, battle: Battle, steps: tuple[StepState, ...], chosen: Unit | None) -> Guide:
    clock = battle.clock
    missing = [
        u
        for u in battle.units_of(clock.side)
        if not u.in_reserve and len(set_up(battle, u.id)) < len(battle.members(u.id))
    ]
    offers = tuple(Offer("offer.deploy_unit", unit=u.id, about=(u.id,)) for u in missing)
    also: tuple[Offer, ...] = ()
    # At a real table nobody is seen to be missing: any unit may be kept back until the set-up is over.
    if chosen is not None and (chosen in missing or not (places_known(battle) or chosen.in_reserve)):
        also = tuple(
            offer(rules, battle, KEEP_SAYS[method], KeepInReserve(chosen.id, method), chosen.id)
            for method in methods_of(rules, battle, chosen)
        )
    end = offer(rules, battle, "offer.end_deployment", EndStep(), clock.side)
    stands = chosen is not None and len(set_up(battle, chosen.id)) == len(battle.members(chosen.id))
    title = "guide.deployed_unit" if stands else "guide.deploy_unit" if chosen else "guide.deploy"
    return Guide(
        steps,
        title,
        "guide.deploy_hint",
        (chosen.id,) if chosen else (clock.side,),
        must=end.findings,
        offers=offers,
        also=(*also, *_all_the_same(end)),
        main=end if end.allowed else None,
        next=("next.other_side_deploys",) if clock.side == clock.order[0] else ("next.seize",),
    )


def _phase(rules: Ruleset, battle: Battle, steps: tuple[StepState, ...], chosen: Unit | None) -> Guide:
    clock = battle.clock
    step = clock.step
    end = offer(rules, battle, f"offer.end_{step}", EndStep(), clock.side)
    also: list[Offer] = []
    if step == "movement":
        if waiting(battle, clock.side):
            roll = offer(rules, battle, "offer.roll_reserves", RollReserves(), clock.side)
            also += [roll] if roll.allowed else []
        for name in regroup_due(battle, clock.side):
            rally = _rally_offer(rules, battle, name)
            also += [rally] if rally.allowed else []
    due = also.pop(0) if also and not end.allowed else None
    if step == "movement" and chosen is not None:
        also += _rage_offers(rules, battle, chosen)
        also += _character_offers(rules, battle, chosen)
        also += _door_offers(rules, battle, chosen)
        also += _allowance_offers(rules, battle, chosen)
    if step == "shooting" and chosen is not None:
        run = offer(rules, battle, "offer.run", RollAllowance(chosen.id, "run"), chosen.id)
        also += [run] if run.allowed else []
        if slows_runs(rules) and chosen.has("ran"):
            also += _allowance_offers(rules, battle, chosen)
    title = f"guide.{step}_unit" if chosen else f"guide.{step}"
    hint = f"guide.{step}_unit_hint" if chosen else f"guide.{step}_hint"
    if chosen is None and step == "movement" and battle.table.doors and rules.on(doors.RULE):
        hint = "guide.movement_doors_hint"
    runs = chosen is not None and step == "shooting" and chosen.has("ran") and not has_walked(chosen)
    facts: dict[str, str | int] = {}
    if chosen is not None and runs:
        title, hint = "guide.run_unit", "guide.run_unit_hint"
        facts = _run_facts(rules, battle, chosen)
    return Guide(
        steps,
        title,
        hint,
        (chosen.id,) if chosen else (clock.side,),
        must=end.findings,
        offers=tuple(_units_to_act(rules, battle)),
        also=(*also, *((end,) if runs or not end.allowed else ())),
        main=end if end.allowed and not runs else due,
        next=(f"next.after_{step}",),
        queued=morale.queued(rules, battle),
        facts=facts,
    )


def _run_facts(rules: Ruleset, battle: Battle, unit: Unit) -> dict[str, str | int]:
    """Return how far a unit that has rolled for its run may go, in units, and by which rule (CL-MOVE-10)."""
    limit = rules.move_limit(rules, battle, unit, Move(unit.id, {}, "run"))
    return {"inches": limit.total, "rule": next(iter(limit.rules()), "CL-MOVE-10")}


def _rally_offer(rules: Ruleset, battle: Battle, unit: str) -> Offer:
    """Offer a unit that falls back to try to regroup, or to fall back on where it may not try (CL-MOR-12)."""
    barred = hindrances(rules, battle, battle.units[unit])
    if not barred:
        return offer(rules, battle, "offer.regroup", Regroup(unit), unit)
    found = offer(rules, battle, "offer.fall_back_on", Regroup(unit), unit)
    return msgspec.structs.replace(found, facts={"barred": barred[0].says})


def _units_to_act(rules: Ruleset, battle: Battle) -> list[Offer]:
    """List the active side's units that can still do something in this step, with what keeps the others."""
    act = ACTS.get(battle.clock.step)
    found: list[Offer] = []
    for unit in battle.units_of(battle.clock.side):
        if act is None or not battle.members(unit.id):
            continue
        if unit.in_reserve:
            method = arrivals.method_of(unit)
            if method:
                says = "offer.deep_strike" if method == "deep_strike" else "offer.bring_on"
                found.append(Offer(says, unit=unit.id, about=(unit.id,)))
            continue
        findings = rules.may_act(rules, battle, unit, act)
        findings = tuple(f for f in findings if f.effect == "forbids")
        walked = has_walked(unit) or (not places_known(battle) and unit.has("moved"))
        done = unit.has("shot") or unit.has("ran") if act == "shoot" else walked
        says = f"offer.{act}_done" if done else f"offer.{act}_unit"
        facts: dict[str, str | int] = {}
        if places_known(battle) and act == "shoot" and unit.has("ran") and not walked:
            says, facts = "offer.run_unit", _run_facts(rules, battle, unit)
        found.append(Offer(says, unit=unit.id, about=(unit.id,), findings=findings, facts=facts))
    return found


def _rage_offers(rules: Ruleset, battle: Battle, unit: Unit) -> list[Offer]:
    """Offer a raging unit the move that it has to make (CL-USR-13)."""
    move = rage.move_to_prey(rules, battle, unit)
    if move is None:
        return []
    toward = rage.prey(rules, battle, unit)[0]
    run = offer(rules, battle, "offer.rage", move, unit.id, toward)
    return [run] if run.allowed else []


def _power_offers(rules: Ruleset, battle: Battle, unit: Unit) -> list[Offer]:
    """Offer every seer of the unit the power he has left (CL-PSY-1)."""
    uses = [
        offer(rules, battle, "offer.use_power", UsePower(model.id), model.id)
        for model in battle.members(unit.id)
        if psychic.is_seer(rules, battle, model)
    ]
    return [one for one in uses if one.allowed]


def _character_offers(rules: Ruleset, battle: Battle, unit: Unit) -> list[Offer]:
    """Offer a lone character the units that he can join where he stands, and those joined to leave."""
    found: list[Offer] = []
    if is_lone(battle, unit):
        for other in battle.units_of(unit.side):
            if other.id != unit.id and battle.members(other.id) and not other.in_reserve:
                action = JoinUnit(unit.id, other.id)
                found.append(offer(rules, battle, "offer.join", action, unit.id, other.id))
    for model in characters.guests(battle, unit.id):
        found.append(offer(rules, battle, "offer.leave", LeaveUnit(model.id), model.id, unit.id))
    return [one for one in found if one.allowed]


def _door_offers(rules: Ruleset, battle: Battle, unit: Unit) -> list[Offer]:
    """Offer every door that a model of the unit can open or shut from where it stands."""
    found: list[Offer] = []
    for door in battle.table.doors.values():
        to: Literal["open", "shut"] = "shut" if door.state == "open" else "open"
        for model in battle.standing(unit.id):
            if doors.out_of_reach(rules, battle, model, door):
                continue
            use = offer(
                rules, battle, f"offer.door_{to}", OperateDoor(model.id, door.id, to), model.id, door.id
            )
            if use.allowed:
                found.append(use)
                break
    return found


def _allowance_offers(rules: Ruleset, battle: Battle, unit: Unit) -> list[Offer]:
    """Offer the roll for difficult terrain where there is any on the table, or the unit is slow anyway."""
    if not rough_anywhere(battle) and not is_slow(rules, battle, unit):
        return []
    types = {m.profile.unit_type for m in battle.members(unit.id)}
    roll = offer(rules, battle, "offer.roll_terrain", RollAllowance(unit.id, "foot"), unit.id)
    return [roll] if roll.allowed and types else []
