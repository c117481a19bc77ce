"""What the guide says in the Assault phase: whom to assault, which combat to fight, how to go on."""

from __future__ import annotations

from wolfling_gui.core.actions import Charge, EndStep, Fight, HitAndRun, RollAllowance
from wolfling_gui.core.battle import Battle
from wolfling_gui.core.forces import Unit
from wolfling_gui.rules import engaged
from wolfling_gui.rules.classic import charging
from wolfling_gui.rules.classic.unit_types import is_slow
from wolfling_gui.rules.contacts import climbing_distance
from wolfling_gui.rules.facts import places_known
from wolfling_gui.rules.findings import forbids
from wolfling_gui.rules.guide_at_table import rough_anywhere
from wolfling_gui.rules.offers import Guide, Offer, StepState, offer
from wolfling_gui.rules.ruleset import Ruleset


def assault(rules: Ruleset, battle: Battle, steps: tuple[StepState, ...], chosen: Unit | None) -> Guide:
    """Offer the units that may assault, for one in hand its targets, and to go on to the combats."""
    clock = battle.clock
    fights = bool(engaged.combats(rules, battle))
    end = offer(rules, battle, "offer.end_moves" if fights else "offer.end_assault", EndStep(), clock.side)
    offers: list[Offer] = []
    for unit in battle.units_of(clock.side):
        if not battle.members(unit.id) or unit.in_reserve:
            continue
        if unit.has("charged"):
            offers.append(_done(rules, battle, unit))
            continue
        findings = tuple(f for f in charging.may_declare(rules, battle, unit) if f.effect == "forbids")
        offers.append(Offer("offer.assault_unit", unit=unit.id, about=(unit.id,), findings=findings))
    also: list[Offer] = []
    if chosen is not None and not forbids(charging.may_declare(rules, battle, chosen)):
        for target in near(rules, battle, chosen):
            charge = offer(rules, battle, "offer.charge", Charge(chosen.id, target), chosen.id, target)
            also += [charge] if charge.allowed else []
        if rough_anywhere(battle) or is_slow(rules, battle, chosen):
            roll = offer(rules, battle, "offer.roll_assault", RollAllowance(chosen.id, "assault"), chosen.id)
            also += [roll] if roll.allowed else []
    if chosen is not None and chosen.has("charged"):
        return _after(rules, battle, steps, chosen, offers, end)
    title = "guide.assault_unit" if chosen else "guide.assault"
    return Guide(
        steps,
        title,
        f"{title}_hint",
        (chosen.id,) if chosen else (clock.side,),
        must=end.findings,
        offers=tuple(offers),
        also=(*also, *(() if end.allowed else (end,))),
        main=end if end.allowed else None,
        next=("next.after_moves",) if fights else ("next.after_assault",),
    )


def _done(rules: Ruleset, battle: Battle, unit: Unit) -> Offer:
    """Return what a unit's assault has come to: whom it has reached, and how many of it touch an enemy."""
    touching = len(engaged.measured_contacts(rules, battle, unit.id)) if places_known(battle) else 0
    about = (unit.id, *engaged.charged(battle, unit.id))
    return Offer("offer.assault_done", unit=unit.id, about=about, facts={"contacts": touching})


def _after(
    rules: Ruleset,
    battle: Battle,
    steps: tuple[StepState, ...],
    chosen: Unit,
    offers: list[Offer],
    end: Offer,
) -> Guide:
    """Say what an assault has come to, and go on to the next unit that has an enemy near, else to the end."""
    done = _done(rules, battle, chosen)
    waiting = (o for o in offers if o.says == "offer.assault_unit" and o.allowed)
    following = next((o for o in waiting if near(rules, battle, battle.units[o.unit])), None)
    if len(done.about) == 1:
        title = "guide.assault_missed"
    else:
        title = "guide.assault_reached" if done.facts["contacts"] else "guide.assault_met"
    main = following if following is not None else end if end.allowed else None
    return Guide(
        steps,
        title,
        "guide.assault_next_hint" if following is not None else "guide.assault_last_hint",
        done.about,
        must=end.findings,
        offers=tuple(offers),
        also=() if main is end else (end,),
        main=main,
        next=("next.after_moves",) if end.says == "offer.end_moves" else ("next.after_assault",),
        facts=done.facts,
    )


def near(rules: Ruleset, battle: Battle, unit: Unit) -> tuple[str, ...]:
    """Return the enemy units that may be in reach of a unit's assault as the crow flies, the nearest first.

    Beside a real table, where nobody has a place, all are.
    """
    limit = charging.reach(rules, battle, unit).total
    found: list[tuple[int, str]] = []
    for other in battle.units.values():
        if other.side == unit.side or other.in_reserve or not battle.members(other.id):
            continue
        if not engaged.in_positions(battle, (unit.id, other.id)):
            continue
        away = min(
            climbing_distance(rules, battle, one, foe)
            for one in battle.standing(unit.id)
            for foe in battle.standing(other.id)
        )
        if away <= limit:
            found.append((away, other.id))
    return tuple(name for _, name in sorted(found))


def combat(rules: Ruleset, battle: Battle, steps: tuple[StepState, ...], chosen: Unit | None) -> Guide:
    """Offer the combats that are still to be fought, in any order, and to end the turn when none is left."""
    clock = battle.clock
    end = offer(rules, battle, "offer.end_combat", EndStep(), clock.side)
    fights = [
        offer(rules, battle, "offer.fight", Fight(units[0]), *units)
        for units in engaged.unfought(rules, battle)
    ]
    flights = [
        offer(rules, battle, "offer.hit_and_run", HitAndRun(unit.id), unit.id)
        for unit in battle.units.values()
        if "hit_and_run" in unit.rules
        or any("hit_and_run" in m.profile.rules for m in battle.members(unit.id))
    ]
    here = next((one for one in fights if chosen is not None and chosen.id in one.about), None)
    main = here if here is not None else fights[0] if fights else end if end.allowed else None
    return Guide(
        steps,
        "guide.combat",
        "guide.combat_hint" if fights else "guide.combat_done_hint",
        (clock.side,),
        must=end.findings,
        offers=tuple(fights),
        also=(*(one for one in flights if one.allowed), *(() if end.allowed else (end,))),
        main=main if main is not None and main.allowed else None,
        next=("next.after_assault",),
    )
