"""Read the table of a scenario: structures and zones, walls and doors, terrain, objectives, deployment."""

from __future__ import annotations

from itertools import pairwise
from typing import get_args

import shapely

from wolfling_gui.core.battle import BattleKind
from wolfling_gui.core.lengths import Length, Point, Polygon, direction, inches, turned
from wolfling_gui.core.table import Backdrop, Table
from wolfling_gui.core.terrain import (
    Area,
    DeploymentZone,
    Door,
    DoorState,
    Floor,
    Marker,
    Obstacle,
    Structure,
    StructureKind,
    Wall,
    WallState,
    Zone,
    ZoneKind,
)
from wolfling_gui.files.problems import did_you_mean, shown
from wolfling_gui.files.reader import Reader
from wolfling_gui.files.rulesets import load_catalogue
from wolfling_gui.files.scenario_pieces import PieceReader, aside, middle_of, shape_of
from wolfling_gui.files.yaml_text import number
from wolfling_gui.rules.catalogue import Catalogue
from wolfling_gui.rules.limits import usual_door, usual_piece
from wolfling_gui.rules.special_rules import as_rule

STRUCTURE_WORDS: dict[str, StructureKind] = {
    "building": "intact_building",
    "spacecraft": "spacecraft",
    "ruin": "ruin",
}
USUAL_STRUCTURE: dict[BattleKind, StructureKind] = {
    "shipboard": "spacecraft",
    "building_interior": "intact_building",
}
"""The structure kind a kind of battle presets; the others mix them (WO-SCP-1)."""

TABLE_KEYS = ("width", "height", "floor_height")
STRUCTURE_KEYS = ("id", "name", "kind", "reinforced", "floors")
FLOOR_KEYS = ("level", "polygon")
RUIN_KEYS = ("id", "name", "levels", "reinforced")
ZONE_KEYS = ("id", "name", "polygon", "level", "structure", "large", "bare")
WALL_STATES: tuple[WallState, ...] = get_args(WallState)
DOOR_STATES: tuple[DoorState, ...] = get_args(DoorState)
WALL_KEYS = ("id", "line", "closed", "level", "state", "height", "structure")
DOOR_KEYS = (
    "id",
    "from",
    "to",
    "at",
    "width",
    "direction",
    "level",
    "state",
    "locked",
    "structure",
)
AREA_KEYS = (
    "id",
    "name",
    "kind",
    "polygon",
    "class",
    "dangerous",
    "area",
    "cover",
    "height",
    "level",
)
IMPASSABLE_KEYS = ("id", "name", "kind", "polygon", "height", "level")
OBSTACLE_KEYS = ("id", "name", "kind", "line", "class", "dangerous", "cover", "height", "level")
OBJECTIVE_KEYS = ("id", "name", "kind", "at", "level", "value", "owner")
DEPLOYMENT_KEYS = ("side", "name", "level", "polygon", "polygons", "zones")
BACKDROP_KEYS = ("file", "from", "to")
DEFAULT_RULESET = "wolfling"
"""The set whose rules say what is usual where a reader is given none."""

SNAP: Length = 127
"""A door within 0.05 inches of a wall lies in it."""

DOOR_WIDTH: Length = inches(1.5)
"""How wide a door is that is given by its centre alone."""


class TableReader(PieceReader):
    """Read the parts of a table from a scenario; `where` tells where each piece stands in the file."""

    def __init__(
        self,
        reader: Reader,
        kind: BattleKind,
        sides: tuple[str, ...],
        catalogue: Catalogue | None = None,
    ) -> None:
        """Begin with a scenario whose keys were checked, and the rules that say what is usual."""
        super().__init__()
        self.reader = reader
        self.catalogue = catalogue or load_catalogue(DEFAULT_RULESET)
        self.kind = kind
        self.sides = sides
        self.structures: dict[str, Structure] = {}
        self.zones: dict[str, Zone] = {}
        self.walls: dict[str, Wall] = {}
        self.floor_height: Length = 0

    def read(self) -> Table:
        """Return the table as far as it could be read."""
        self._size()
        for part in self.reader.sequence("structures", ()):
            self._structure(part)
        ruins = self.reader.sequence("ruins", ())
        for part in ruins:
            self._ruin(part)
        for part in self.reader.sequence("walls", ()):
            self._wall(part)
        for key in ("rooms", "corridors", "sections"):
            for part in self.reader.sequence(key, ()):
                self._zone(part, key.removesuffix("s"))  # type: ignore[arg-type]
        self._sections_of_ruins()
        doors = [self._door(part) for part in self.reader.sequence("doors", ())]
        areas = [self._area(part) for part in self.reader.sequence("areas", ())]
        areas += [self._impassable(part) for part in self.reader.sequence("impassable", ())]
        obstacles = [self._obstacle(part) for part in self.reader.sequence("obstacles", ())]
        objectives = [self._objective(part) for part in self.reader.sequence("objectives", ())]
        deployment = [self._deployment(part) for part in self.reader.sequence("deployment", ())]
        return Table(
            self.width,
            self.height,
            self.structures,
            self.zones,
            self.walls,
            {door.id: door for door in doors},
            {area.id: area for area in areas},
            {obstacle.id: obstacle for obstacle in obstacles},
            {marker.id: marker for marker in objectives},
            tuple(deployment),
            self._backdrop(),
            self.floor_height,
        )

    # ------------------------------------------------------------------ pieces

    def _size(self) -> None:
        part = self.reader.at("table")
        self.reader.mapping("table", TABLE_KEYS, ("width", "height"))
        self.width = part.inches("width", 0, at_least=6, at_most=240)
        self.height = part.inches("height", 0, at_least=6, at_most=240)
        self.floor_height = part.inches("floor_height", inches(3), at_least=1, at_most=12)

    def _structure(self, part: Reader) -> None:
        part.mapping((), STRUCTURE_KEYS, ("id",))
        usual = USUAL_STRUCTURE.get(self.kind)
        if usual is None and not part.has("kind"):
            part.problem("kind", "“kind” is missing", "building, spacecraft or ruin")
        words = {kind: word for word, kind in STRUCTURE_WORDS.items()}
        word = part.choice("kind", tuple(STRUCTURE_WORDS), words[usual or "ruin"])
        floors: list[Floor] = []
        for floor in part.sequence("floors", ()):
            floor.mapping((), FLOOR_KEYS, ("polygon",))
            floors.append(Floor(self.level(floor), self.polygon(floor, "polygon")))
        self._add_structure(part, STRUCTURE_WORDS[word], floors)

    def _ruin(self, part: Reader) -> None:
        part.mapping((), RUIN_KEYS, ("id", "levels"))
        count = len(part.sequence("levels", at_least=1))
        floors = [Floor(level, self.polygon(part, ("levels", level))) for level in range(count)]
        self._add_structure(part, "ruin", floors)

    def _add_structure(self, part: Reader, kind: StructureKind, floors: list[Floor]) -> None:
        levels = [floor.level for floor in floors]
        twice = sorted({level for level in levels if levels.count(level) > 1})
        if twice:
            part.problem("floors", f"Level {twice[0]} is there twice", "one polygon for each level")
        if kind == "ruin" and not floors:
            part.problem("floors", "A ruin needs its floors", "a polygon for each level from 0")
        name = self.piece_id(part)
        reinforced = part.boolean("reinforced", False)
        floors.sort(key=lambda floor: floor.level)
        self.structures[name] = Structure(name, kind, self.name(part), reinforced, tuple(floors))

    def _zone(self, part: Reader, kind: ZoneKind) -> None:
        part.mapping((), ZONE_KEYS, ("id", "polygon"))
        name, level = self.piece_id(part), self.level(part)
        polygon = self.polygon(part, "polygon")
        structure = self._structure_of(part, polygon, level)
        if structure is None and not part.has("structure") and polygon:
            part.problem(
                "structure",
                f"The {kind} {name} lies in no structure",
                f"the id of a structure with a floor on level {level} under it",
                "Add the structure, or give it a floor there.",
            )
        elif structure is not None and (structure.kind == "ruin") != (kind == "section"):
            right = "sections" if structure.kind == "ruin" else "rooms and corridors"
            words = {found: word for word, found in STRUCTURE_WORDS.items()}
            message = f"The {kind} {name} lies in {structure.id}, a {words[structure.kind]}"
            part.problem((), message, f"{right} in a {words[structure.kind]}")
        self.zones[name] = Zone(
            name,
            kind,
            structure.id if structure else "",
            polygon,
            self.name(part),
            level,
            part.boolean("large") if part.has("large") else None,
            part.boolean("bare", False),
        )

    def _sections_of_ruins(self) -> None:
        """Make each floor of a ruin a section, or each part that intact walls cut it into (WO-TER-4)."""
        for structure in self.structures.values():
            if structure.kind != "ruin":
                continue
            for floor in structure.floors:
                drawn = {zone.level for zone in self.zones.values() if zone.structure == structure.id}
                if floor.level in drawn or len(floor.polygon) < 3:
                    continue
                parts = self._parts(floor)
                for count, polygon in enumerate(parts, start=1):
                    tail = f"-{count}" if len(parts) > 1 else ""
                    name = f"{structure.id}-{floor.level}{tail}"
                    if name in self.where:
                        message = f"The section of level {floor.level} would be named {name}, which is in use"
                        self.where[structure.id].problem("id", message, "another id")
                    self.where.setdefault(name, self.where[structure.id])
                    self.zones[name] = Zone(name, "section", structure.id, polygon, level=floor.level)

    def _parts(self, floor: Floor) -> list[Polygon]:
        outline = shape_of(floor.polygon)
        cuts = [
            shapely.LineString([(wall.a.x, wall.a.y), (wall.b.x, wall.b.y)])
            for wall in self.walls.values()
            if wall.level == floor.level and wall.state == "intact" and wall.a != wall.b
        ]
        if not cuts or not outline.is_valid:
            return [floor.polygon]
        pieces = shapely.get_parts(shapely.polygonize([shapely.union_all([outline.boundary, *cuts])]))
        inside = [p for p in pieces if outline.buffer(SNAP).covers(p) and p.area > inches(1) ** 2]
        if len(inside) < 2:
            return [floor.polygon]
        rings = [tuple(Point(round(x), round(y)) for x, y in p.exterior.coords[:-1]) for p in inside]
        return sorted(rings, key=lambda ring: (min(p.y for p in ring), min(p.x for p in ring)))

    def _wall(self, part: Reader) -> None:
        part.mapping((), WALL_KEYS, ("id", "line"))
        level = self.level(part)
        line = self.polyline(part, "line")
        if part.boolean("closed", False) and len(line) > 2:
            line = (*line, line[0])
        height = part.inches("height", at_least=0.1, at_most=60) if part.has("height") else None
        structure = self._structure_of(part, line, level)
        low = height is not None and height < self.floor_height
        in_ruin = structure is not None and structure.kind == "ruin"
        usual: WallState = "ruined" if low or in_ruin else "intact"
        state = part.choice("state", WALL_STATES, usual)
        if low and state == "intact":
            message = "A wall lower than the ceiling is not intact (WO-TER-6)"
            part.problem("state", message, "ruined, or no height")
        name = self.piece_id(part)
        pieces = list(pairwise(line))
        for count, (a, b) in enumerate(pieces, start=1):
            piece = name if len(pieces) == 1 else f"{name}-{count}"
            if piece != name:
                self.claim(part, piece)
            if a == b:
                message = f"The wall stands still at [{number(a.x)}, {number(a.y)}]"
                part.problem("line", message, "another place")
            owner = structure.id if structure else ""
            self.walls[piece] = Wall(piece, a, b, level, state, height, owner)

    def _door(self, part: Reader) -> Door:
        part.mapping((), DOOR_KEYS, ("id",))
        level = self.level(part)
        a, b = self._gap(part, level)
        structure = self._structure_of(part, (a, b), level)
        state = part.choice("state", DOOR_STATES, usual_door(self.catalogue, structure))
        locked = part.boolean("locked", False)
        if locked and state == "open":
            part.problem("locked", "A locked door cannot stand open", "state: shut, or state: sealed")
        return Door(self.piece_id(part), a, b, level, state, locked, structure.id if structure else "")

    def _gap(self, part: Reader, level: int) -> tuple[Point, Point]:
        """Read where a door is: its ends, or its centre and width in the wall it lies in."""
        if part.has("from") or part.has("to") or not part.has("at"):
            if not part.has("from") and not part.has("to"):
                part.problem((), "The door has no place", "“at” and “width”, or “from” and “to”")
                return Point(0, 0), Point(0, 0)
            for key in ("at", "width", "direction"):
                if part.has(key):
                    part.problem(key, f"“{key}” stands beside “from” and “to”", hint="Remove one of the two.")
            a, b = self.point(part, "from"), self.point(part, "to")
            if a == b:
                part.problem("to", "The door has no width", "another place than “from”")
            return a, b
        centre = self.point(part, "at")
        width = part.inches("width", DOOR_WIDTH, at_least=0.2, at_most=60)
        wall = min(
            (w for w in self.walls.values() if w.level == level and w.a != w.b),
            key=lambda w: aside(centre, w.a, w.b),
            default=None,
        )
        angle = 0.0
        if part.has("direction"):
            value = part.value("direction")
            words = {"horizontal": 0.0, "vertical": 90.0}
            if isinstance(value, str):
                angle = words[part.choice("direction", tuple(words))]
            else:
                angle = part.number("direction", at_least=0, at_most=360)
        elif wall is None or aside(centre, wall.a, wall.b) > SNAP:
            near = ""
            if wall is not None:
                near = f"; the nearest, {wall.id}, is {aside(centre, wall.a, wall.b) / 2540:.2f}″ away"
            part.problem(
                "at",
                f"There is no wall here{near}",
                "a place in a wall",
                "Move the door into the wall, or give its “direction”.",
            )
        else:
            angle = direction(wall.a, wall.b)
        end = turned(centre.shifted(width // 2, 0), centre, angle)
        return Point(2 * centre.x - end.x, 2 * centre.y - end.y), end

    def _area(self, part: Reader) -> Area:
        part.mapping((), AREA_KEYS, ("id", "polygon"))
        kind = part.text("kind", "area")
        usual = usual_piece(self.catalogue, as_rule(kind))
        wide = part.boolean("area", usual.area)
        return Area(
            self.piece_id(part),
            self.polygon(part, "polygon"),
            kind,
            self.name(part),
            self.terrain_class(part, usual.terrain),
            part.boolean("dangerous", usual.dangerous),
            wide,
            self.cover(part) if part.has("cover") else usual.cover,
            part.inches("height", usual.height if wide else 0, at_most=60),
            self.level(part),
        )

    def _impassable(self, part: Reader) -> Area:
        part.mapping((), IMPASSABLE_KEYS, ("id", "polygon"))
        polygon = self.polygon(part, "polygon")
        kind, height = part.text("kind", "impassable"), part.inches("height", 0, at_most=60)
        return Area(
            self.piece_id(part),
            polygon,
            kind,
            self.name(part),
            "impassable",
            area=False,
            height=height,
            level=self.level(part),
        )

    def _obstacle(self, part: Reader) -> Obstacle:
        part.mapping((), OBSTACLE_KEYS, ("id", "line"))
        kind = part.text("kind", "barricade")
        usual = usual_piece(self.catalogue, as_rule(kind))
        return Obstacle(
            self.piece_id(part),
            self.polyline(part, "line"),
            kind,
            self.name(part),
            self.terrain_class(part, usual.terrain),
            part.boolean("dangerous", usual.dangerous),
            self.cover(part) if part.has("cover") else usual.cover,
            part.inches("height", inches(1), at_most=60),
            self.level(part),
        )

    def _objective(self, part: Reader) -> Marker:
        part.mapping((), OBJECTIVE_KEYS, ("id", "at"))
        owner = part.choice("owner", self.sides, "") if part.has("owner") else ""
        place, level = self.point(part, "at"), self.level(part)
        if not self.has_floor(place, level):
            part.problem("at", f"There is no floor of level {level} here", "a place on a floor")
        return Marker(
            self.piece_id(part),
            place,
            level,
            part.text("kind", "objective"),
            self.name(part),
            part.integer("value", 1, at_least=0, at_most=100),
            owner,
        )

    def _deployment(self, part: Reader) -> DeploymentZone:
        part.mapping((), DEPLOYMENT_KEYS, ("side",))
        side = part.choice("side", self.sides) if self.sides else part.text("side")
        polygons: list[Polygon] = []
        level = self.level(part)
        if part.has("polygon"):
            polygons.append(self.polygon(part, "polygon"))
        for index in range(len(part.sequence("polygons", ()))):
            polygons.append(self.polygon(part, ("polygons", index)))
        for index, name in enumerate(part.texts("zones", ())):
            zone = self.zones.get(name)
            if zone is None:
                hint = did_you_mean(name, self.zones)
                part.problem(("zones", index), f"There is no zone {shown(name)}", "the id of a zone", hint)
            elif index and zone.level != level:
                message = f"The zone {name} lies on level {zone.level}"
                part.problem(("zones", index), message, f"level {level}")
            else:
                level = zone.level
                polygons.append(zone.polygon)
        if not polygons:
            part.problem((), "The deployment zone has no place", "“polygon”, “polygons” or “zones”")
        return DeploymentZone(side, tuple(polygons), level, self.name(part))

    def _backdrop(self) -> Backdrop | None:
        if not self.reader.has("backdrop"):
            return None
        part = self.reader.at("backdrop")
        part.mapping((), BACKDROP_KEYS, BACKDROP_KEYS)
        file = part.text("file")
        if file.startswith(("/", "\\")) or ":" in file or ".." in file.replace("\\", "/").split("/"):
            part.problem("file", f"“file” is {shown(file)}", "a file in the folder of the scenario")
        a, b = part.point("from"), part.point("to")
        return Backdrop(file, (a.x, a.y), (b.x, b.y))

    # ------------------------------------------------------------------ where things lie

    def _structure_of(self, part: Reader, points: tuple[Point, ...], level: int) -> Structure | None:
        """Return the structure named, else the one whose floor holds the middle of the piece."""
        if part.has("structure"):
            name = part.choice("structure", tuple(self.structures)) if self.structures else ""
            if not self.structures:
                part.problem("structure", "There are no structures", hint="Add one under “structures”.")
            return self.structures.get(name)
        if not points:
            return None
        spot = shape_of(points).representative_point() if len(points) > 2 else middle_of(points)
        for structure in self.structures.values():
            for floor in structure.floors:
                if floor.level == level and len(floor.polygon) > 2 and shape_of(floor.polygon).covers(spot):
                    return structure
        if len(self.structures) == 1:
            only = next(iter(self.structures.values()))
            return None if only.floors else only
        return None

    def has_floor(self, place: Point, level: int) -> bool:
        """Tell whether one can stand at a place of a level: the ground, a floor or a zone."""
        spot = shapely.Point(place.x, place.y)
        floors = [f.polygon for s in self.structures.values() for f in s.floors if f.level == level]
        floors += [zone.polygon for zone in self.zones.values() if zone.level == level]
        return level == 0 or any(shape_of(p).covers(spot) for p in floors if len(p) > 2)
