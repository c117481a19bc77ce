"""Falling back: how far, by which way, and what becomes of units that cannot (CL-MOR-6 to CL-MOR-10)."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from wolfling_gui.core.actions import Move, Path
from wolfling_gui.core.battle import Battle
from wolfling_gui.core.dice import parse_dice
from wolfling_gui.core.forces import Condition, Model
from wolfling_gui.core.lengths import UNITS_PER_INCH, Length
from wolfling_gui.core.procedure import Procedure, ask
from wolfling_gui.core.report import Entry
from wolfling_gui.core.requests import Choose, Confirm, Option, Roll
from wolfling_gui.rules.classic import falling_places
from wolfling_gui.rules.classic.edges import own_edge
from wolfling_gui.rules.classic.flight import NOBODY, Flight, flight_of, mode_of, moved
from wolfling_gui.rules.classic.ground import risen
from wolfling_gui.rules.classic.unit_types import is_gun
from wolfling_gui.rules.dangers import cross_danger
from wolfling_gui.rules.dice_rolls import rolled_total
from wolfling_gui.rules.facts import gap_between, places_known
from wolfling_gui.rules.ruleset import Ruleset

AT_TABLE = "choose.fell_back"
"""The question what became of a unit that falls back at a real table."""


def fall_back(
    rules: Ruleset, battle: Battle, unit: str, rule: str, through: frozenset[str] = NOBODY
) -> Procedure[tuple[Battle, tuple[Entry, ...]]]:
    """Let a unit fall back: it rolls how far, and moves towards its own table edge (CL-MOR-6 to CL-MOR-10).

    `rule` is why it falls back, `through` the enemy units it was fighting, whose models it passes (CL-MOR-8).
    A unit that reaches the table edge, or has no way, is destroyed. One without places on the table, as
    beside a real one, gets its distance told and is moved by hand.
    """
    side = battle.units[unit].side
    battle = risen(rules, battle, unit, "fall_back").without_condition(unit, "locked")
    battle = battle.with_condition(unit, Condition("falling_back", rule, until="battle"))
    if side == battle.clock.side and rules.on("CL-MOR-14") and rules.flag("CL-MOR-14", "counts_as_moved"):
        battle = battle.with_condition(unit, Condition("moved", "CL-MOR-14", until="turn"))
    battle, left = _abandon_guns(rules, battle, unit)
    if not battle.members(unit):
        return battle, left
    battle, lines = yield from _flee(rules, battle, unit, rule, through)
    return battle, (*left, *lines)


def _abandon_guns(rules: Ruleset, battle: Battle, unit: str) -> tuple[Battle, tuple[Entry, ...]]:
    """Remove the guns of a unit that is forced back for which there is no crewman (CL-UT-12)."""
    if not rules.on("CL-UT-12"):
        return battle, ()
    guns = [m for m in battle.members(unit) if is_gun(m)]
    crew = [m for m in battle.members(unit) if not is_gun(m)]
    near = [m for m in crew if m.place is not None]

    def apart(gun: Model) -> int:
        return min((gap_between(rules, battle, gun, m) for m in near if gun.place), default=0)

    lost = sorted(guns, key=apart)[len(crew) :]
    if not lost:
        return battle, ()
    gone = [msgspec.structs.replace(gun, casualty=True, place=None) for gun in lost]
    about = (unit, *(gun.id for gun in lost))
    line = Entry(
        "did.guns_abandoned", ("CL-UT-12",), about, {"models": len(lost)}, side=battle.units[unit].side
    )
    return battle.with_models(gone), (line,)


def _flee(
    rules: Ruleset, battle: Battle, unit: str, rule: str, through: frozenset[str]
) -> Procedure[tuple[Battle, tuple[Entry, ...]]]:
    """Roll how far a unit falls back, and move it there."""
    side = battle.units[unit].side
    if not rules.on("CL-MOR-6"):
        return battle, (Entry("did.falls_back", (rule,), (unit,), side=side),)
    spec, by = rules.fall_back(rules, battle, battle.units[unit])
    dice = parse_dice(spec)
    faces = yield from ask(
        Roll(rule="CL-MOR-6", side=side, says="roll.fall_back", about=(unit,), dice=dice), battle
    )
    distance = rolled_total(rules, dice, faces) * UNITS_PER_INCH
    edge = own_edge(battle, side)
    facts: dict[str, str | int] = {"inches": distance, "edge": edge}
    cited = tuple(dict.fromkeys((rule, "CL-MOR-6", by)))
    if not places_known(battle) or not battle.standing(unit):
        by_hand = Entry("did.falls_back_by_hand", cited, (unit,), facts, faces, side=side)
        if places_known(battle):
            return battle, (by_hand,)
        battle, told = yield from _as_said(rules, battle, unit, distance)
        return battle, (by_hand, *told)
    flight = flight_of(rules, battle, battle.units[unit], distance, through)
    fell = Entry("did.fell_back", (*cited, "CL-MOR-7"), (unit,), facts, faces, side=side)
    must = msgspec.structs.replace(fell, says="did.must_fall_back")
    if flight.leaves:
        gone = Entry("did.fled_the_table", ("CL-MOR-10",), (unit, flight.leaves), {"edge": edge}, side=side)
        return destroyed(battle, unit), (must, gone)
    if is_trapped(rules, battle, unit, flight):
        lost, lines = yield from _trapped(rules, battle, unit, flight)
        if lost:
            return destroyed(battle, unit), (must, *lines)
        fell = msgspec.structs.replace(fell, says="did.fell_back_short")
        run, told = yield from _run(rules, battle, unit, flight.paths)
        return run, (*lines, fell, *told)
    paths = flight.paths
    if flight.displaced:
        question = falling_places.question(unit, side, flight, distance, through)
        ends = falling_places.proposed_places(rules, battle, question)
        places = yield from ask(msgspec.structs.replace(question, proposed=ends), battle)
        paths = falling_places.paths_to(rules, battle, question, places)
    run, told = yield from _run(rules, battle, unit, paths)
    return run, (fell, *told)


def _as_said(
    rules: Ruleset, battle: Battle, unit: str, distance: Length
) -> Procedure[tuple[Battle, tuple[Entry, ...]]]:
    """Ask what became of a unit whose models are moved by hand: it ran, left the table, or had no way."""
    side = battle.units[unit].side
    options = [Option("ran", "option.ran_at_table", (unit,), {"inches": distance})]
    if rules.on("CL-MOR-10"):
        options.append(Option("left", "option.left_at_table", (unit,)))
    if rules.on("CL-MOR-9"):
        options.append(Option("trapped", "option.trapped_at_table", (unit,)))
    said = yield from ask(
        Choose(
            rule="CL-MOR-7", side=side, says=AT_TABLE, about=(unit,), facts={"inches": distance},
            options=tuple(options),
        ),
        battle,
    )  # fmt: skip
    if said == "ran":
        return battle, ()
    says, by = ("did.left_at_table", "CL-MOR-10") if said == "left" else ("did.trapped_at_table", "CL-MOR-9")
    return destroyed(battle, unit), (Entry(says, (by,), (unit,), side=side),)


def is_trapped(rules: Ruleset, battle: Battle, unit: str, flight: Flight) -> bool:
    """Tell whether a unit is lost because it has no way: any of its models, or all of them (CL-MOR-9)."""
    if not rules.on("CL-MOR-9") or not flight.short:
        return False
    every = rules.catalogue.word("CL-MOR-9", "lost_when") == "all_models_blocked"
    return not every or len(flight.short) == len(battle.standing(unit))


def _trapped(
    rules: Ruleset, battle: Battle, unit: str, flight: Flight
) -> Procedure[tuple[bool, tuple[Entry, ...]]]:
    """Ask the owner of a unit without a way whether it is lost; players may see a way that rules do not."""
    side = battle.units[unit].side
    worst = min(flight.short, key=lambda name: flight.short[name])
    facts: dict[str, str | int] = {"inches": flight.short[worst]}
    about = (unit, worst, *flight.blocked_by[:1])
    lost = yield from ask(
        Confirm(rule="CL-MOR-9", side=side, says="confirm.trapped", about=about, facts=facts), battle
    )
    says = "did.trapped" if lost else "did.trapped_spared"
    return lost, (Entry(says, ("CL-MOR-9",), about, facts, side=side),)


def destroyed(battle: Battle, unit: str) -> Battle:
    """Return the battle with all that is left of a unit taken off the table."""
    return battle.with_models(
        msgspec.structs.replace(model, casualty=True, place=None) for model in battle.members(unit)
    )


def _run(
    rules: Ruleset, battle: Battle, unit: str, paths: Mapping[str, Path]
) -> Procedure[tuple[Battle, tuple[Entry, ...]]]:
    """Move the models to the ends of their paths, and let them test for danger on the way."""
    paths = {name: path for name, path in paths.items() if path}
    action = Move(unit, paths, mode_of(rules, battle, battle.units[unit]))
    return (yield from cross_danger(rules, battle, moved(battle, paths), action))
