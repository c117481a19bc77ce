"""Builders for tests: one for positions, one for scripted answers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any, TypeVar

import msgspec

from wolfling_gui.core.battle import Battle, Side
from wolfling_gui.core.clock import Clock
from wolfling_gui.core.forces import Base, Model, Place, Profile, Unit, Weapon
from wolfling_gui.core.lengths import at, inches, millimetres
from wolfling_gui.core.procedure import Procedure
from wolfling_gui.core.table import Table
from wolfling_gui.core.terrain import Door, Structure, Wall, Zone
from wolfling_gui.files.journal_lines import Header
from wolfling_gui.files.rulesets import load_catalogue
from wolfling_gui.rules import registry
from wolfling_gui.rules.ruleset import Ruleset
from wolfling_gui.session.session import Session

R = TypeVar("R")

RIFLE = Weapon("Rifle", "rapid_fire", inches(24), 4, 5)
CARBINE = Weapon("Carbine", "assault", inches(18), 4, 5, 2)
HEAVY = Weapon("Heavy gun", "heavy", inches(36), 5, 4, 3)
PISTOL = Weapon("Pistol", "pistol", inches(12), 4, 5)
TROOPER = Profile("Trooper", bs=4, s=4, t=4, sv=5)

Spot = tuple[float, float] | tuple[float, float, int]


@cache
def ruleset(name: str = "wolfling") -> Ruleset:
    """Return a shipped ruleset."""
    return registry.build(name, load_catalogue(name))


def place(spot: Spot) -> Place:
    """Return a place from inches east and north and a level."""
    return Place(at(spot[0], spot[1]), spot[2] if len(spot) > 2 else 0)


def bare_table(width: float = 48, height: float = 48) -> Table:
    """Return an empty table, in inches."""
    return Table(inches(width), inches(height))


def deck(**doors: str) -> Table:
    """Return the map DECK of the ledger, all doors open unless named otherwise."""

    def rect(x0: float, y0: float, x1: float, y1: float) -> tuple[Any, ...]:
        return (at(x0, y0), at(x1, y0), at(x1, y1), at(x0, y1))

    zones = {
        "R1": Zone("R1", "room", "S", rect(0, 0, 10, 8)),
        "C1": Zone("C1", "corridor", "S", rect(10, 3, 22, 5)),
        "R2": Zone("R2", "room", "S", rect(22, 0, 32, 8)),
        "R3": Zone("R3", "room", "S", rect(10, 5, 22, 8)),
    }
    ends = [
        ((0, 0), (10, 0)), ((0, 8), (32, 8)), ((0, 0), (0, 8)), ((10, 0), (10, 8)), ((10, 3), (22, 3)),
        ((10, 5), (22, 5)), ((22, 0), (22, 8)), ((22, 0), (32, 0)), ((32, 0), (32, 8)),
    ]  # fmt: skip
    walls = {f"W{n}": Wall(f"W{n}", at(*a), at(*b), structure="S") for n, (a, b) in enumerate(ends, 1)}
    gaps = {"D1": ((10, 3.25), (10, 4.75)), "D2": ((22, 3), (22, 5)), "D3": ((15, 5), (16.5, 5))}
    found = {
        name: Door(name, at(*a), at(*b), state=doors.get(name, "open"), structure="S")  # type: ignore[arg-type]
        for name, (a, b) in gaps.items()
    }
    structures = {"S": Structure("S", "spacecraft")}
    return Table(inches(32), inches(8), structures, zones, walls, found)


class Position:
    """Build a battle: units added one by one, then the clock."""

    def __init__(self, table: Table | None = None, ruleset: str = "wolfling") -> None:
        """Begin on a table, bare by default."""
        self.table = table or bare_table()
        self.ruleset = ruleset
        self.models: dict[str, Model] = {}
        self.units: dict[str, Unit] = {}

    def unit(
        self,
        name: str,
        side: str,
        spots: Iterable[Spot],
        profile: Profile = TROOPER,
        weapons: Sequence[Weapon] = (CARBINE,),
        base_mm: float | None = None,
        **fields: Any,
    ) -> Position:
        """Add a unit with a model at each spot, named unit-1, unit-2 and so on."""
        if base_mm is not None:
            profile = msgspec.structs.replace(profile, base=Base(millimetres(base_mm)))
        ids = []
        for number, spot in enumerate(spots, 1):
            one = f"{name}-{number}"
            ids.append(one)
            label = f"{name.title()} {number}"
            self.models[one] = Model(one, label, name, profile, tuple(weapons), place=place(spot))
        self.units[name] = Unit(name, name.title(), side, tuple(ids), starting_size=len(ids), **fields)
        return self

    def battle(self, step: str = "movement", side: str = "blue", turn: int = 1, **fields: Any) -> Battle:
        """Return the battle at a step of a side's turn."""
        clock = Clock(turn, side, step, ("blue", "orange"))
        sides = (Side("blue", "Blue", "south"), Side("orange", "Orange", "north"))
        return Battle(self.ruleset, self.table, sides, self.models, self.units, clock, **fields)


def session(battle: Battle, rules: Ruleset | None = None, seed: int = 1) -> Session:
    """Return a session over a battle that keeps its record in memory."""
    return Session(rules or ruleset(battle.ruleset), Header(battle, "Test", battle.ruleset, seed=seed))


def play(running: Session, *answers: object) -> None:
    """Give answers to the questions of an action, in order; raises AssertionError when one is left over."""
    for answer in answers:
        assert running.request is not None, f"nothing asks for {answer!r}"
        running.give(answer)
    assert running.request is None, f"still asking: {running.request}"


def driven(procedure: Procedure[R], *answers: object) -> R:
    """Return what a procedure comes to with answers given in order; each must be asked for."""
    waiting = list(answers)
    try:
        pause = next(procedure)
        while True:
            assert waiting, f"still asking: {pause.request}"
            pause = procedure.send(waiting.pop(0))
    except StopIteration as end:
        assert not waiting, f"nothing asks for {waiting}"
        result: R = end.value
        return result
