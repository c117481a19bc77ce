"""The table: its size and everything that stands on it, as one value."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

import msgspec

from wolfling_gui.core.defaults import always
from wolfling_gui.core.lengths import Length, Polygon
from wolfling_gui.core.terrain import (
    Area,
    DeploymentZone,
    Door,
    Marker,
    Obstacle,
    Structure,
    Wall,
    Zone,
)

T = TypeVar("T", bound="Structure | Zone | Wall | Door | Area | Obstacle | Marker")


class Backdrop(msgspec.Struct, frozen=True, omit_defaults=True):
    """Hold a picture under the map: a file beside the scenario, and the rectangle it covers."""

    file: str
    corner_a: tuple[Length, Length]
    corner_b: tuple[Length, Length]


class Table(msgspec.Struct, frozen=True, omit_defaults=True, weakref=True):
    """Hold the battlefield; prepared geometry is cached by the identity of this value."""

    width: Length
    height: Length
    structures: Mapping[str, Structure] = {}
    zones: Mapping[str, Zone] = {}
    walls: Mapping[str, Wall] = {}
    doors: Mapping[str, Door] = {}
    areas: Mapping[str, Area] = {}
    obstacles: Mapping[str, Obstacle] = {}
    objectives: Mapping[str, Marker] = {}
    deployment: tuple[DeploymentZone, ...] = ()
    backdrop: Backdrop | None = None
    floor_height: Length = always(7620)

    def with_door(self, door: Door) -> Table:
        """Return the table with one door replaced or added."""
        return msgspec.structs.replace(self, doors={**self.doors, door.id: door})

    def with_wall(self, wall: Wall) -> Table:
        """Return the table with one wall replaced or added."""
        return msgspec.structs.replace(self, walls={**self.walls, wall.id: wall})

    def with_structure(self, structure: Structure) -> Table:
        """Return the table with one structure replaced or added."""
        return msgspec.structs.replace(self, structures={**self.structures, structure.id: structure})

    def with_zone(self, zone: Zone) -> Table:
        """Return the table with one zone replaced or added."""
        return msgspec.structs.replace(self, zones={**self.zones, zone.id: zone})

    def with_objective(self, marker: Marker) -> Table:
        """Return the table with one objective replaced or added."""
        return msgspec.structs.replace(self, objectives={**self.objectives, marker.id: marker})

    def levels(self) -> tuple[int, ...]:
        """Return the numbers of all levels on which something can stand, the ground first."""
        found = {0}
        for structure in self.structures.values():
            found.update(floor.level for floor in structure.floors)
        found.update(zone.level for zone in self.zones.values())
        return tuple(sorted(found))

    def deployment_polygons(self, side: str) -> tuple[tuple[int, Polygon], ...]:
        """Return (level, polygon) of every deployment zone of a side."""
        return tuple(
            (zone.level, polygon)
            for zone in self.deployment
            if zone.side == side
            for polygon in zone.polygons
        )
