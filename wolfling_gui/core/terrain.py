"""What stands on the table: structures with their zones, walls and doors, areas and obstacles."""

from __future__ import annotations

from typing import Literal

import msgspec

from wolfling_gui.core.defaults import always
from wolfling_gui.core.lengths import Length, Point, Polygon

StructureKind = Literal["intact_building", "spacecraft", "ruin"]
ZoneKind = Literal["corridor", "room", "section"]
WallState = Literal["intact", "ruined"]
DoorState = Literal["open", "shut", "sealed"]
TerrainClass = Literal["clear", "difficult", "impassable"]


class Floor(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """Hold one floor of a structure: its number (0 is the ground) and where one can stand on it."""

    level: int
    polygon: Polygon


class Structure(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """Hold a building, a spacecraft or a ruin (WO-TER-5); floors list its levels from the ground up."""

    id: str
    kind: StructureKind
    name: str = ""
    reinforced: bool = False
    floors: tuple[Floor, ...] = ()


class Zone(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """Hold a corridor, room or section: a polygon on one floor of one structure (WO-TER-1)."""

    id: str
    kind: ZoneKind
    structure: str
    polygon: Polygon
    name: str = ""
    level: int = 0
    large: bool | None = None
    bare: bool = False


class Wall(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """Hold a straight piece of wall; without a height it reaches the ceiling."""

    id: str
    a: Point
    b: Point
    level: int = 0
    state: WallState = always("intact")
    height: Length | None = None
    structure: str = ""


class Door(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """Hold a gap in a wall with its leaf: open, shut or sealed, and locked or not (WO-TER-8)."""

    id: str
    a: Point
    b: Point
    level: int = 0
    state: DoorState = always("shut")
    locked: bool = False
    structure: str = ""


class Area(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """Hold a piece of terrain with an outline: a wood, a crater, a container (CL-TERR-1, CL-TERR-7).

    `area` pieces cover whoever stands in them; others only hide. `height` is what they block sight up to.
    """

    id: str
    polygon: Polygon
    kind: str = always("area")
    name: str = ""
    terrain: TerrainClass = always("difficult")
    dangerous: bool = False
    area: bool = True
    cover: int | None = None
    height: Length = 0
    level: int = 0


class Obstacle(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """Hold a linear obstacle such as a barricade or wire: crossed with difficulty, cover behind it."""

    id: str
    line: tuple[Point, ...]
    kind: str = always("barricade")
    name: str = ""
    terrain: TerrainClass = always("difficult")
    dangerous: bool = False
    cover: int | None = None
    height: Length = always(2540)
    level: int = 0


class Marker(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """Hold an objective marker; control is measured to its centre (CL-MIS-6)."""

    id: str
    at: Point
    level: int = 0
    kind: str = always("objective")
    name: str = ""
    value: int = 1
    owner: str = ""


class DeploymentZone(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """Hold where a side may set up; several polygons count as one zone."""

    side: str
    polygons: tuple[Polygon, ...]
    level: int = 0
    name: str = ""
