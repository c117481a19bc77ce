"""Tables for the geometry tests: the map DECK of the rule examples, and random ones."""

from __future__ import annotations

import math
import random

from wolfling_gui.core.lengths import Point, Polygon, at, inches
from wolfling_gui.core.table import Table
from wolfling_gui.core.terrain import (
    Area,
    Door,
    DoorState,
    Floor,
    Obstacle,
    Structure,
    StructureKind,
    Wall,
    Zone,
)

SOLID = frozenset(("intact_wall", "low_wall", "ruined_wall", "shut_door", "sealed_door", "obstacle", "solid"))


def rect(x1: float, y1: float, x2: float, y2: float) -> Polygon:
    return at(x1, y1), at(x2, y1), at(x2, y2), at(x1, y2)


def deck(d1: DoorState = "open", d2: DoorState = "open", d3: DoorState = "shut") -> Table:
    """Return the map DECK; every zone draws all its edges as walls, straight through the doors."""
    kinds = {"R1": "room", "C1": "corridor", "R2": "room", "R3": "room"}
    outlines = {
        "R1": rect(0, 0, 10, 8),
        "C1": rect(10, 3, 22, 5),
        "R2": rect(22, 0, 32, 8),
        "R3": rect(10, 5, 22, 8),
    }
    zones = {name: Zone(name, kinds[name], "ship", outline) for name, outline in outlines.items()}  # type: ignore[arg-type]
    walls = {
        f"{name}-{i}": Wall(f"{name}-{i}", corner, outline[(i + 1) % 4], structure="ship")
        for name, outline in outlines.items()
        for i, corner in enumerate(outline)
    }
    doors = {
        "D1": Door("D1", at(10, 3.25), at(10, 4.75), state=d1),
        "D2": Door("D2", at(22, 3), at(22, 5), state=d2),
        "D3": Door("D3", at(15, 5), at(16.5, 5), state=d3),
    }
    ship = Structure("ship", "spacecraft", floors=(Floor(0, rect(0, 0, 32, 8)),))
    return Table(inches(32), inches(8), {"ship": ship}, zones, walls, doors)


def ruin(inner_wall: bool = False, kind: StructureKind = "ruin") -> Table:
    """Return the ruin Q of WO-TER-4: 8 by 6 inches, floors 0 and 1."""
    outline = rect(0, 0, 8, 6)
    walls = {"inner": Wall("inner", at(4, 0), at(4, 6))} if inner_wall else {}
    parts = (rect(0, 0, 4, 6), rect(4, 0, 8, 6)) if inner_wall else (outline,)
    zones = {f"g{i}": Zone(f"g{i}", "section", "Q", part) for i, part in enumerate(parts)}
    zones["up"] = Zone("up", "section", "Q", outline, level=1)
    structure = Structure("Q", kind, floors=(Floor(0, outline), Floor(1, outline)))
    return Table(inches(20), inches(20), {"Q": structure}, zones, walls)


def random_table(seed: int, walls: int = 12, width: int = 60000, doors: bool = True) -> Table:
    """Return a table with walls of all heights, doors, obstacles, containers, woods and upper floors."""
    chance = random.Random(seed)

    def spot() -> Point:
        return Point(chance.randrange(width), chance.randrange(width))

    def from_here(a: Point, longest: int) -> Point:
        turn, length = chance.uniform(0, 2 * math.pi), chance.randrange(500, longest)
        return Point(round(a.x + length * math.cos(turn)), round(a.y + length * math.sin(turn)))

    def patch() -> Polygon:
        centre, corners = spot(), chance.randrange(3, 8)
        return tuple(
            Point(
                round(centre.x + math.cos(2 * math.pi * i / corners) * chance.randrange(2000, 8000)),
                round(centre.y + math.sin(2 * math.pi * i / corners) * chance.randrange(2000, 8000)),
            )
            for i in range(corners)
        )

    found_walls, found_doors = {}, {}
    for i in range(walls):
        a = spot()
        height = chance.choice((None, None, 1500, 2800, 5000))
        state = chance.choice(("intact", "intact", "ruined"))
        b = from_here(a, 15000)
        found_walls[f"w{i}"] = Wall(f"w{i}", a, b, chance.choice((0, 0, 0, 1)), state, height)  # type: ignore[arg-type]
        if doors and i % 3 == 0 and height is None:
            ends = [
                Point(round(a.x + (b.x - a.x) * part), round(a.y + (b.y - a.y) * part)) for part in (0.4, 0.6)
            ]
            door = Door(f"d{i}", *ends, found_walls[f"w{i}"].level, chance.choice(("open", "shut", "sealed")))  # type: ignore[arg-type]
            found_doors[door.id] = door
    areas = {}
    for i in range(max(1, walls // 4)):
        wood = chance.random() < 0.5
        areas[f"a{i}"] = Area(f"a{i}", patch(), area=wood, height=0 if wood else chance.choice((2000, 6000)))
    obstacles = {
        f"o{i}": Obstacle(f"o{i}", (a := spot(), b := from_here(a, 8000), from_here(b, 8000)), height=2540)
        for i in range(walls // 6)
    }
    structures = {
        f"s{i}": Structure(f"s{i}", "ruin", floors=(Floor(1, patch()),)) for i in range(max(1, walls // 6))
    }
    return Table(
        width, width, structures, walls=found_walls, doors=found_doors, areas=areas, obstacles=obstacles
    )
