"""Tables and battles the tests of the map share: one deck of a spacecraft, one yard with a ruin."""

from __future__ import annotations

from wolfling_gui.core.battle import Battle, Side
from wolfling_gui.core.clock import Clock
from wolfling_gui.core.forces import Base, Condition, Model, Place, Profile, Unit
from wolfling_gui.core.lengths import at, inches
from wolfling_gui.core.table import Table
from wolfling_gui.core.terrain import (
    Area,
    DeploymentZone,
    Door,
    Floor,
    Marker,
    Obstacle,
    Structure,
    Wall,
    Zone,
)


def box(x, y, w, h):
    return (at(x, y), at(x + w, y), at(x + w, y + h), at(x, y + h))


def deck_table() -> Table:
    rooms = {
        "R1": ("room", "Hold", box(1, 1, 8.5, 7)),
        "R2": ("room", "Armoury", box(1, 11, 8, 12)),
        "R3": ("room", "Reactor hall", box(9, 11, 10, 12)),
        "R4": ("room", "Stores", box(14, 1, 10, 7)),
        "R5": ("room", "Bridge", box(19, 11, 12, 12)),
        "R6": ("room", "Airlock", box(24, 1, 7, 7)),
        "C1": (
            "corridor",
            "Spine",
            (at(1, 8), at(11, 8), at(11, 1), at(14, 1), at(14, 8), at(31, 8), at(31, 11), at(1, 11)),
        ),
    }
    walls = {
        "W1": ((1, 23), (31, 23)), "W2": ((1, 1), (1, 23)), "W3": ((9, 11), (9, 17)),
        "W4": ((9, 19.5), (9, 23)), "W5": ((19, 11), (19, 23)), "W6": ((31, 1), (31, 23)),
        "W7": ((1, 11), (31, 11)), "W8": ((1, 8), (11, 8)), "W9": ((14, 8), (31, 8)),
        "W10": ((1, 1), (9.5, 1)), "W11": ((9.5, 1), (9.5, 8)), "W12": ((11, 1), (11, 8)),
        "W13": ((11, 1), (31, 1)), "W14": ((14, 1), (14, 8)), "W15": ((24, 1), (24, 8)),
    }  # fmt: skip
    doors = {
        "D1": ((12.5, 11), (14.5, 11), "open", False), "D2": ((4, 11), (5.5, 11), "shut", False),
        "D3": ((7, 8), (5.5, 8), "open", False), "D4": ((14, 3.5), (14, 5), "shut", False),
        "D5": ((24, 11), (26, 11), "sealed", False), "D6": ((16, 8), (17.5, 8), "shut", False),
        "D7": ((27, 8), (29, 8), "sealed", True),
    }  # fmt: skip
    furniture = [
        (1.6, 19.7, 1.2, 1.8), (1.6, 12, 2.2, 1), (10, 18.2, 0.9, 2.6), (10, 15.2, 0.9, 2.2),
        (7.2, 1.6, 1.6, 1.2), (15, 1.7, 1.3, 1.3), (16.6, 1.7, 1.3, 1.3), (25.2, 2.2, 1, 1),
        (20.4, 12, 1.4, 1), (27.5, 19, 2.2, 1.5),
    ]  # fmt: skip
    return Table(
        inches(32),
        inches(24),
        structures={"S": Structure("S", "spacecraft", "Deck Seven")},
        zones={n: Zone(n, k, "S", poly, name) for n, (k, name, poly) in rooms.items()},
        walls={
            **{n: Wall(n, at(*a), at(*b), structure="S") for n, (a, b) in walls.items()},
            "W16": Wall("W16", at(9, 17), at(9, 19.5), state="ruined", structure="S"),
        },
        doors={n: Door(n, at(*a), at(*b), 0, s, lock, "S") for n, (a, b, s, lock) in doors.items()},
        areas={
            f"F{i}": Area(f"F{i}", box(*spot), "furniture", terrain="clear", area=False)
            for i, spot in enumerate(furniture, 1)
        },
        deployment=(
            DeploymentZone("blue", (box(1, 1, 8.5, 7),), name="Blue"),
            DeploymentZone("orange", (box(24, 1, 7, 7),), name="Orange"),
        ),
    )


RIFLE = Profile("Rifleman", base=Base(2500))
BRUTE = Profile("Brute", w=3, base=Base(4000))


def squad(unit, name, side, profile, spots, roles=(), level=0, lost=0):
    models = []
    for i, spot in enumerate(spots):
        role = roles[i] if i < len(roles) else "plain"
        place = Place(at(*spot[:2]), spot[2] if len(spot) > 2 else level)
        models.append(
            Model(
                f"{unit}{i + 1}", f"{name} {i + 1}", unit, profile, role=role, place=place, wounds_lost=lost
            )
        )
    return Unit(unit, name, side, tuple(m.id for m in models)), models


def battle_of(table, squads, kind, conditions=None, closed=()):
    models, units = {}, {}
    for unit, members in squads:
        units[unit.id] = unit
        models.update({m.id: m for m in members})
    battle = Battle(
        "wolfling",
        table,
        (Side("blue", "Blue"), Side("orange", "Orange")),
        models,
        units,
        kind=kind,
        clock=Clock(turn=1, side="blue", step="shooting", closed=closed),
    )
    for unit, kinds in (conditions or {}).items():
        for found in kinds:
            battle = battle.with_condition(unit, Condition(found, "WO-TRN-1"))
    return battle


def deck_battle() -> Battle:
    squads = [
        squad("B", "Breacher", "blue", RIFLE,
              [(14.9, 13.5), (13.35, 14.75), (13, 12.4), (16.5, 13), (13.5, 10.35)], ("leader", "special")),
        squad("W", "Warden", "blue", RIFLE, [(4.9, 2.6), (4.7, 4.6), (3.2, 3.4)], ("leader",)),
        squad("R", "Rifleman", "orange", RIFLE,
              [(16.6, 20.5), (14.2, 21), (14.6, 19.3), (17.6, 18.6), (15.9, 17.5)], ("leader", "heavy")),
        squad("U", "Brute", "orange", BRUTE, [(5.3, 16.1), (3.1, 17.5)], ("leader",), lost=1),
        squad("S", "Scout", "orange", RIFLE, [(29.1, 9.9), (27.6, 9.3)], ("special",)),
        squad("M", "Marksman", "orange", RIFLE, [(21.6, 4.7)], ("heavy",)),
    ]  # fmt: skip
    conditions = {"S": ["gone_to_ground", "moved"], "B": ["moved"], "U": ["falling_back", "locked", "shot"]}
    return battle_of(deck_table(), squads, "shipboard", conditions, closed=("W",))


def yard_table() -> Table:
    foot = (at(6, 8), at(12, 8), at(12, 18), at(22, 18), at(22, 30), at(6, 30))
    first = (at(6.6, 14), at(11, 14), at(14, 18.6), at(21.4, 18.6), at(21.4, 29.4), at(6.6, 29.4))
    second = (at(14, 21), at(20.8, 21), at(20.8, 28.8), at(14, 28.8))
    wood = (at(28, 30), at(32, 33), at(37, 32), at(39, 28), at(37, 24), at(32, 23), at(28, 25))
    crater = (at(30, 8), at(32, 11), at(35, 12), at(38, 10), at(37, 7), at(34, 5), at(31, 6))
    block = (at(40, 14), at(46, 14), at(46, 18), at(40, 18))
    rubble = (at(14, 4), at(17, 6), at(20, 5), at(19, 2), at(15, 2))
    return Table(
        inches(48),
        inches(36),
        structures={
            "Q1": Structure(
                "Q1", "ruin", "Foundry", floors=(Floor(0, foot), Floor(1, first), Floor(2, second))
            )
        },
        zones={"Q1S": Zone("Q1S", "section", "Q1", foot)},
        walls={"V1": Wall("V1", at(25, 14), at(25, 20)), "V2": Wall("V2", at(25, 14), at(31, 14))},
        areas={
            "A1": Area("A1", wood, "wood", "Wood 1", cover=5),
            "A2": Area("A2", crater, "crater", area=False, cover=5),
            "A3": Area("A3", block, "container", terrain="impassable", area=False, height=7620),
            "A4": Area("A4", rubble, "rubble", area=False),
            "A5": Area("A5", box(26, 2, 2, 1.2), "crate", terrain="clear", area=False),
        },
        obstacles={
            "O1": Obstacle("O1", (at(40, 22), at(45, 21)), "barricade", "Barricade"),
            "O2": Obstacle("O2", (at(24, 27), at(24, 32)), "wire", "Wire"),
            "O3": Obstacle("O3", (at(38, 4), at(44, 4)), "tank_traps", "Tank traps"),
        },
        objectives={
            "M1": Marker("M1", at(33, 19), name="Objective 1"),
            "M2": Marker("M2", at(3, 20), name="Objective 2", owner="blue"),
        },
        deployment=(
            DeploymentZone("blue", (box(0, 0, 12, 6),), name="Blue"),
            DeploymentZone("orange", (box(36, 30, 12, 6),), name="Orange"),
        ),
    )


def yard_battle() -> Battle:
    oval = Profile("Rider", base=Base(3000, 5200, "oval"))
    hull = Profile("Walker", w=8, base=Base(6000, 9000, "hull"))
    squads = [
        squad("B", "Rifleman", "blue", RIFLE,
              [(9, 11), (10, 25, 1), (12, 23, 1), (17, 25, 2), (18.4, 23, 2)], ("leader", "special")),
        squad("C", "Rider", "blue", oval, [(20, 11), (22.5, 9.5)], ("leader",)),
        squad("R", "Rifleman", "orange", RIFLE, [(34, 28), (35.5, 29.5), (36, 27), (33, 26)], ("leader",)),
        squad("V", "Walker", "orange", hull, [(43, 28)], ("heavy",)),
    ]  # fmt: skip
    battle = battle_of(yard_table(), squads, "cityfight", {"R": ["gone_to_ground"]})
    turned = Place(at(20, 11), 0, 30)
    return battle.with_place("C1", turned).with_place("V1", Place(at(43, 28), 0, 200))
