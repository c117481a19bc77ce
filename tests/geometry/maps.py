"""Maps that several geometry tests share."""

from __future__ import annotations

import math
from random import Random

import shapely

from wolfling_gui.core.lengths import Point, at, inches
from wolfling_gui.core.table import Table
from wolfling_gui.core.terrain import Door, DoorState, Floor, Structure, Wall

SHUT = frozenset({"intact_wall", "shut_door", "sealed_door"})
WALLS = {
    "R1 south": ((0, 0), (10, 0)),
    "R1 north": ((0, 8), (10, 8)),
    "R1 west": ((0, 0), (0, 8)),
    "x10": ((10, 0), (10, 8)),
    "C1 south": ((10, 3), (22, 3)),
    "y5": ((10, 5), (22, 5)),
    "R3 north": ((10, 8), (22, 8)),
    "x22": ((22, 0), (22, 8)),
    "R2 south": ((22, 0), (32, 0)),
    "R2 north": ((22, 8), (32, 8)),
    "R2 east": ((32, 0), (32, 8)),
}
DOORS = {"D1": ((10, 3.25), (10, 4.75)), "D2": ((22, 3), (22, 5)), "D3": ((15, 5), (16.5, 5))}


def deck(state: DoorState = "open") -> Table:
    """Return map DECK of the Wolfling ledger, all doors in one state."""
    return Table(
        inches(32),
        inches(8),
        walls={n: Wall(n, at(*a), at(*b), structure="S") for n, (a, b) in WALLS.items()},
        doors={n: Door(n, at(*a), at(*b), state=state, structure="S") for n, (a, b) in DOORS.items()},
        structures={"S": Structure("S", "spacecraft")},
    )


def two_walls(gap: float) -> Table:
    """Return a table with two walls in line along x = 10, a gap of some inches between them."""
    half = inches(gap) // 2
    low, high = inches(10) - half, inches(10) - half + inches(gap)
    return Table(
        inches(20),
        inches(20),
        walls={
            "low": Wall("low", at(10, 0), Point(inches(10), low)),
            "high": Wall("high", Point(inches(10), high), at(10, 20)),
        },
    )


def ruin(levels: int = 3) -> Table:
    """Return a table with a ruin (10,10)-(18,16) without walls, some floors high."""
    square = (at(10, 10), at(18, 10), at(18, 16), at(10, 16))
    floors = tuple(Floor(n, square) for n in range(levels))
    return Table(inches(30), inches(30), structures={"Q": Structure("Q", "ruin", floors=floors)})


def crowded(seed: int = 7, ruins: int = 40, segments: int = 200, models: int = 250):
    """Return the table performance is measured on, and the centres of its models: 48 by 72 inches.

    Ruins of 6 to 12 corners with three levels and walls round the ground floor, straight walls with a door in
    every second one, and models that stand clear of all of it.
    """
    chance = Random(seed)
    structures: dict[str, Structure] = {}
    walls: dict[str, Wall] = {}
    doors: dict[str, Door] = {}
    for n in range(ruins):
        middle = (4 + 10 * (n % 5) + chance.uniform(-1, 1), 5 + 9 * (n // 5) + chance.uniform(-1, 1))
        count = chance.randint(6, 12)
        ring = []
        for k in range(count):
            turn, reach = math.tau * k / count, chance.uniform(1.6, 3.2)
            ring.append(at(middle[0] + reach * math.cos(turn), middle[1] + reach * math.sin(turn)))
        structures[f"Q{n}"] = Structure(
            f"Q{n}", "ruin", floors=tuple(Floor(lv, tuple(ring)) for lv in range(3))
        )
        for k in range(count):
            if chance.random() < 0.4:
                walls[f"Q{n}w{k}"] = Wall(f"Q{n}w{k}", ring[k], ring[(k + 1) % count], structure=f"Q{n}")
    for n in range(segments):
        a = (chance.uniform(1, 47), chance.uniform(1, 71))
        turn, length = chance.choice((0, math.pi / 2, chance.uniform(0, math.pi))), chance.uniform(2, 5)
        ux, uy = math.cos(turn), math.sin(turn)
        walls[f"w{n}"] = Wall(f"w{n}", at(*a), at(a[0] + length * ux, a[1] + length * uy))
        if n % 2 and length > 2.5:
            s, width = length / 2 - 0.6, chance.choice((1, 1.2, 1.5))
            doors[f"d{n}"] = Door(
                f"d{n}",
                at(a[0] + s * ux, a[1] + s * uy),
                at(a[0] + (s + width) * ux, a[1] + (s + width) * uy),
                state=chance.choice(("open", "open", "shut")),
            )
    table = Table(inches(48), inches(72), structures=structures, walls=walls, doors=doors)
    lines = [shapely.LineString([(w.a.x, w.a.y), (w.b.x, w.b.y)]) for w in walls.values()]
    taken = shapely.STRtree(lines)
    centres: list[Point] = []
    while len(centres) < models:
        spot = at(chance.uniform(0.6, 47.4), chance.uniform(0.6, 71.4))
        if any(math.hypot(spot.x - o.x, spot.y - o.y) < 2520 for o in centres):
            continue
        if len(taken.query(shapely.Point(spot.x, spot.y), predicate="dwithin", distance=1300)):
            continue
        centres.append(spot)
    return table, tuple(centres)
