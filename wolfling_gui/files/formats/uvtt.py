"""Read a Universal VTT map (.uvtt, .dd2vtt, .df2vtt) as a table with walls, doors and rooms."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import pairwise

import shapely
from msgspec.structs import replace
from shapely.geometry import Polygon as Shape

from wolfling_gui.core.lengths import UNITS_PER_INCH, Point, Polygon, distance
from wolfling_gui.core.table import Backdrop, Table
from wolfling_gui.core.terrain import Area, Door, DoorState, Wall
from wolfling_gui.files.formats.imported import (
    ImportedMap,
    ImportOptions,
    NoteList,
    Portal,
    PortalKind,
    Progress,
)
from wolfling_gui.files.formats.sniff import picture_size, picture_type, refuse
from wolfling_gui.files.formats.uvtt_json import MOST_SQUARES, XY, RawMap, read_raw
from wolfling_gui.files.formats.uvtt_rooms import Interior, find_interior
from wolfling_gui.files.formats.uvtt_walls import (
    Chain,
    Edge,
    Node,
    TooTangledError,
    clipped,
    edges,
    noded,
    straight_runs,
)
from wolfling_gui.files.problems import Problem, ProblemsError

JOIN_SQUARES = 0.05
"""Ends of walls and portals so near each other, in squares, were meant to meet."""

CROPPED_SQUARES = 0.5
"""A map whose walls run on so far beyond its picture, in squares, was cropped."""

RING_SQUARES = 0.1
"""An object's outline whose ends are so near each other, in squares, is closed."""

NARROW_DOOR = 3200
LEAST_INCHES, MOST_INCHES = 6, 240
"""The sizes of a table that a scenario may have."""

SMALLEST_OBJECT = 254**2
FLOOR_HEIGHT = 7620


def read_uvtt(
    data: bytes,
    options: ImportOptions | None = None,
    file: str = "map",
    progress: Progress | None = None,
) -> ImportedMap:
    """Return the map as a table of inches with y up, and notes on all that was clipped, guessed or skipped.

    Raises ProblemsError, and nothing else, for bytes that are no such map; `file` is the name used in it.
    `progress` is told how much is done, and may raise to stop.
    """
    options = (options or ImportOptions()).checked(file)
    refuse(data, file)
    raw = read_raw(data, file)
    told = progress or _untold
    told(0.1)
    try:
        return _Import(raw, options, file).run(told)
    except TooTangledError:
        problem = Problem(
            file,
            message="The walls of this map cross each other too often",
            expected="walls that meet at few places",
            hint="Export the map without caves or freehand lines.",
        )
        raise ProblemsError([problem]) from None


@dataclass(slots=True)
class _Gap:
    """Hold one portal, or several joined ones, on its way from the file to the table."""

    chain: Chain
    closed: bool
    leaves: int = 1

    @property
    def width(self) -> float:
        return math.dist(self.chain[0], self.chain[-1])


class _Import:
    """Turn one raw map into a table, step by step."""

    def __init__(self, raw: RawMap, options: ImportOptions, file: str) -> None:
        self.raw = raw
        self.options = options
        self.file = file
        self.notes = NoteList()
        self.unit = options.inches_per_square * UNITS_PER_INCH
        self.tolerance = max(1, round(JOIN_SQUARES * self.unit))
        self.width, self.height = self._size()
        self.corner = round(self.width * self.unit), round(self.height * self.unit)
        self.cropped = False

    def run(self, told: Progress) -> ImportedMap:
        """Return the finished map, telling how much is done."""
        walls = self._walls()
        portals, closed = self._portals()
        told(0.2)
        rim = self._rim() if self.cropped and self.options.picture_edge_is_wall else []
        chains, moved = noded([*rim, *walls, *portals], self.tolerance)
        told(0.5)
        ends = {node for chain in chains for node in (chain[:1] + chain[-1:])}
        joined = [Point(*node) for node in sorted(moved & ends)]
        self.notes.add("guessed", "ends_joined", *joined, count=len(joined))
        split = len(rim) + len(walls)
        rim_chains, wall_chains = chains[: len(rim)], chains[len(rim) : split]
        gaps = self._gaps(chains[split:], closed, [*rim_chains, *wall_chains])
        kept = [*rim_chains, *wall_chains, *(gap.chain for gap in gaps)]
        everything = {edge for chain in kept for edge in edges(chain)}
        interior = find_interior(everything, self.options.structure_kind, self.tolerance, self.notes)
        told(0.8)
        table = Table(*self.corner, structures=interior.structures, zones=interior.zones)
        table, found = self._built(table, interior, rim_chains, wall_chains, gaps)
        table = replace(table, areas=self._objects(), backdrop=self._backdrop())
        told(0.9)
        if self.raw.lights:
            self.notes.add("skipped", "lights", count=self.raw.lights)
        if self.raw.newer:
            self.notes.add("guessed", "newer_format")
        picture = self.raw.picture if table.backdrop else b""
        kind = picture_type(picture)
        return ImportedMap(table, self.notes.listed(), found, picture, kind, round(self.unit))

    # ------------------------------------------------------------------ the frame

    def _size(self) -> tuple[float, float]:
        size = self.raw.size or self._guessed_size()
        inches = [side * self.options.inches_per_square for side in size]
        if max(inches) > MOST_INCHES or min(inches) < LEAST_INCHES:
            self._fail(
                f"The table would be {inches[0]:g}″ × {inches[1]:g}″",
                f"sides from {LEAST_INCHES}″ to {MOST_INCHES}″",
                f"Use {'fewer' if max(inches) > MOST_INCHES else 'more'} inches per square.",
            )
        return size

    def _guessed_size(self) -> XY:
        """Work out a missing map size from the picture, else from the walls."""
        pixels = picture_size(self.raw.picture)
        if pixels and self.raw.pixels > 0:
            size = pixels[0] / self.raw.pixels, pixels[1] / self.raw.pixels
        else:
            ends = [end for portal in self.raw.portals if portal.ends for end in portal.ends]
            places = [point for line in self.raw.walls for point in line] + ends
            size = (
                float(math.ceil(max((x for x, _ in places), default=0.0) - self.raw.origin[0])),
                float(math.ceil(max((y for _, y in places), default=0.0) - self.raw.origin[1])),
            )
        if not all(0 < side <= MOST_SQUARES for side in size):
            self._fail(
                "The file does not say how large the map is, and holds nothing to tell it by",
                "“map_size” with a width and a height in squares",
                "Export the map again.",
            )
        self.notes.add("guessed", "size")
        return size

    def _fail(self, message: str, expected: str, hint: str) -> None:
        raise ProblemsError([Problem(self.file, message=message, expected=expected, hint=hint)])

    def _local(self, place: XY) -> XY:
        """Return a place of the file in squares of the picture, still with y down."""
        return place[0] - self.raw.origin[0], place[1] - self.raw.origin[1]

    def _node(self, place: XY) -> Node:
        """Return a place of the picture in units, with y up."""
        return round(place[0] * self.unit), self.corner[1] - round(place[1] * self.unit)

    def _shown(self, place: XY) -> Point:
        """Return the point of the table nearest to a place of the picture, to show a note at."""
        x = min(max(place[0], 0.0), self.width)
        y = min(max(place[1], 0.0), self.height)
        return Point(*self._node((x, y)))

    def _inside(self, place: XY) -> bool:
        return 0 <= place[0] <= self.width and 0 <= place[1] <= self.height

    def _runs_on(self, place: XY) -> bool:
        x, y = place
        beyond = max(-x, x - self.width, -y, y - self.height)
        return beyond >= CROPPED_SQUARES

    # ------------------------------------------------------------------ lines

    def _walls(self) -> list[Edge]:
        pieces: list[Edge] = []
        for line in self.raw.walls:
            local = [self._local(point) for point in line]
            if len(local) < 2:
                self.notes.add("skipped", "walls_without_length", *(self._shown(p) for p in local))
            for a, b in pairwise(local):
                self.cropped = self.cropped or self._runs_on(a) or self._runs_on(b)
                part = clipped(a, b, self.width, self.height)
                middle = (a[0] + b[0]) / 2, (a[1] + b[1]) / 2
                if part is None:
                    self.notes.add("clipped", "walls_outside")
                    continue
                if self._inside(a) and self._inside(b):
                    self.notes.add("kept", "walls")
                else:
                    self.notes.add("clipped", "walls_cut", self._shown(middle))
                pieces.append((self._node(part[0]), self._node(part[1])))
        return pieces

    def _portals(self) -> tuple[list[Edge], list[bool]]:
        pieces: list[Edge] = []
        closed: list[bool] = []
        for portal in self.raw.portals:
            if portal.ends is None or portal.ends[0] == portal.ends[1]:
                self.notes.add("skipped", "portals_without_place")
                continue
            a, b = (self._local(end) for end in portal.ends)
            self.cropped = self.cropped or self._runs_on(a) or self._runs_on(b)
            part = clipped(a, b, self.width, self.height)
            if part is None or math.dist(*part) <= JOIN_SQUARES:
                self.notes.add("clipped", "portals_outside")
                continue
            piece = self._node(part[0]), self._node(part[1])
            if not (self._inside(a) and self._inside(b)):
                self.notes.add("clipped", "portals_cut", Point(*piece[0]))
            if portal.guessed:
                self.notes.add("guessed", "portals_without_bounds", Point(*piece[0]))
            pieces.append(piece)
            closed.append(portal.closed)
        return pieces, closed

    def _rim(self) -> list[Edge]:
        east, north = self.corner
        corners: list[Node] = [(0, 0), (east, 0), (east, north), (0, north)]
        return list(zip(corners, [*corners[1:], corners[0]], strict=True))

    # ------------------------------------------------------------------ portals

    def _gaps(self, chains: list[Chain], closed: list[bool], others: list[Chain]) -> list[_Gap]:
        """Join portals in one line and one state that share an end, unless a wall meets them there."""
        gaps = [_Gap(chain, shut) for chain, shut in zip(chains, closed, strict=True) if len(chain) > 1]
        walls = {node for chain in others for node in chain}
        at: dict[Node, list[int]] = {}
        for i, gap in enumerate(gaps):
            for node in (gap.chain[0], gap.chain[-1]):
                at.setdefault(node, []).append(i)
        now = list(range(len(gaps)))
        for node, here in at.items():
            if len(here) != 2 or node in walls:
                continue
            i, j = (_last(now, k) for k in here)
            first, second = gaps[i], gaps[j]
            whole = _whole(first.chain, second.chain, node)
            if i == j or first.closed != second.closed or whole is None:
                continue
            gaps[i] = _Gap(whole, first.closed, first.leaves + second.leaves)
            now[j] = i
        kept = self._held([gap for i, gap in enumerate(gaps) if now[i] == i], walls)
        for gap in kept:
            if gap.leaves > 1:
                self.notes.add("guessed", "double_doors", _middle(gap.chain))
        return kept

    def _held(self, gaps: list[_Gap], walls: set[Node]) -> list[_Gap]:
        """Leave out doors with an end in no wall, which cannot be hung; windows may stand alone."""
        while True:
            held = walls.copy()
            twice: set[Node] = set()
            for gap in gaps:
                for node in gap.chain:
                    (twice if node in held else held).add(node)
            kept = [
                gap
                for gap in gaps
                if self._kind(gap) == "window"
                or all(node in walls or node in twice for node in (gap.chain[0], gap.chain[-1]))
            ]
            for gap in gaps:
                if gap not in kept:
                    self.notes.add("skipped", "portals_loose", _middle(gap.chain), count=gap.leaves)
            if len(kept) == len(gaps):
                return kept
            gaps = kept

    def _kind(self, gap: _Gap) -> PortalKind:
        if gap.width < self.options.window_below_squares * self.unit:
            kind: PortalKind = "window"
        else:
            kind = "door" if gap.closed else "opening"
        return self.options.turn.get(kind, kind)

    # ------------------------------------------------------------------ the table

    def _built(
        self,
        table: Table,
        interior: Interior,
        rim: list[Chain],
        walls: list[Chain],
        gaps: list[_Gap],
    ) -> tuple[Table, tuple[Portal, ...]]:
        """Return the table with its walls and doors; a wall is left out where a door's gap is."""
        kinds = [self._kind(gap) for gap in gaps]
        taken = {
            edge
            for gap, kind in zip(gaps, kinds, strict=True)
            if kind != "window"
            for edge in edges(gap.chain)
        }
        wall_edges = [set(edges(chain)) for chain in walls]
        opened = sum(1 for found in wall_edges if found & taken)
        self.notes.add("guessed", "walls_opened", count=opened)
        doors: dict[str, Door] = {}
        pieces: dict[str, Wall] = {}
        portals: list[Portal] = []
        state: DoorState = "sealed" if self.options.structure_kind == "spacecraft" else "shut"
        for gap, kind in zip(gaps, kinds, strict=True):
            a, b = Point(*gap.chain[0]), Point(*gap.chain[-1])
            ids: list[str] = []
            if kind == "window":
                for start, end in straight_runs(gap.chain, taken):
                    ids.append(f"window{len(pieces) + 1}")
                    pieces[ids[-1]] = self._wall(ids[-1], (start, end), interior)
            else:
                ids.append(f"D{len(doors) + 1}")
                home = interior.structure_at(a, b)
                how: DoorState = state if kind == "door" else "open"
                doors[ids[-1]] = Door(ids[-1], a, b, state=how, structure=home)
                if distance(a, b) < NARROW_DOOR:
                    self.notes.add("kept", "narrow_doors", _middle(gap.chain))
            self._note_kind(kind, gap)
            portals.append(Portal(kind, a, b, gap.closed, gap.leaves, tuple(ids)))
        number = 0
        for chain in (*walls, *rim):
            for run in straight_runs(chain, taken):
                number += 1
                pieces[f"W{number}"] = self._wall(f"W{number}", run, interior)
                if chain in rim:
                    self.notes.add("guessed", "edge_walls", _middle(run))
        return replace(table, walls=pieces, doors=doors), tuple(portals)

    def _wall(self, name: str, run: Edge, interior: Interior) -> Wall:
        a, b = Point(*run[0]), Point(*run[1])
        ruined = self.options.structure_kind == "ruin"
        return Wall(name, a, b, state="ruined" if ruined else "intact", structure=interior.structure_at(a, b))

    def _note_kind(self, kind: PortalKind, gap: _Gap) -> None:
        place = _middle(gap.chain)
        match kind:
            case "window":
                self.notes.add("guessed", "windows", place, count=gap.leaves)
            case "door":
                self.notes.add("guessed", "doors", place, count=gap.leaves)
            case "opening":
                self.notes.add("guessed", "openings", place, count=gap.leaves)

    # ------------------------------------------------------------------ objects and picture

    def _objects(self) -> dict[str, Area]:
        """Return the closed outlines of objects as impassable areas that block sight up to the ceiling."""
        areas: dict[str, Area] = {}
        frame = shapely.box(0, 0, *self.corner)
        for line in self.raw.objects:
            local = [self._local(point) for point in line]
            if len(local) < 4 or math.dist(local[0], local[-1]) > RING_SQUARES:
                self.notes.add("skipped", "objects_open", *(self._shown(p) for p in local[:1]))
                continue
            outline = _solid(Shape([self._node(point) for point in local[:-1]]))
            inside = _solid(outline.intersection(frame)) if outline is not None else None
            if outline is None:
                self.notes.add("skipped", "objects_open", self._shown(local[0]))
            elif inside is None:
                self.notes.add("clipped", "objects_outside")
            elif inside.area < SMALLEST_OBJECT:
                self.notes.add("skipped", "objects_small", self._shown(local[0]))
            else:
                name = f"P{len(areas) + 1}"
                polygon = _ring(inside)
                areas[name] = Area(
                    name, polygon, "object", terrain="impassable", area=False, height=FLOOR_HEIGHT
                )
                self.notes.add("kept", "objects", polygon[0])
                if not frame.covers(outline):
                    self.notes.add("clipped", "objects_cut", polygon[0])
        return areas

    def _backdrop(self) -> Backdrop | None:
        picture = self.raw.picture
        kind = picture_type(picture)
        if not kind:
            if self.raw.picture_given:
                self.notes.add("skipped", "picture_unreadable")
            else:
                self.notes.add("skipped", "picture_missing")
            return None
        self.notes.add("kept", "picture")
        size = picture_size(picture)
        if size and abs(size[0] * self.height / (size[1] * self.width) - 1) > 0.02:
            self.notes.add("guessed", "picture_stretched")
        return Backdrop(f"map.{kind}", (0, 0), self.corner)


def _untold(done: float) -> None:
    """Follow nothing."""


def _last(now: list[int], i: int) -> int:
    while now[i] != i:
        i = now[i]
    return i


def _whole(first: Chain, second: Chain, node: Node) -> Chain | None:
    """Return two chains that share the end `node` as one, or None if they do not go on in one line."""
    if first[-1] != node:
        first = first[::-1]
    if second[0] != node:
        second = second[::-1]
    (ax, ay), (bx, by) = first[0], second[-1]
    length = math.hypot(bx - ax, by - ay)
    if length == 0 or first[-1] != node or second[0] != node:
        return None
    off = abs((bx - ax) * (node[1] - ay) - (by - ay) * (node[0] - ax)) / length
    between = 0 < (bx - ax) * (node[0] - ax) + (by - ay) * (node[1] - ay) < length * length
    return (*first, *second[1:]) if between and off <= length / 50 else None


def _middle(chain: Chain) -> Point:
    (ax, ay), (bx, by) = chain[0], chain[-1]
    return Point((ax + bx) // 2, (ay + by) // 2)


def _solid(shape: shapely.Geometry) -> Shape | None:
    """Return the largest polygon in a shape that may cross itself, on whole units, or None."""
    whole = shapely.set_precision(shapely.make_valid(shape), 1)
    parts = [part for part in shapely.get_parts(whole) if isinstance(part, Shape) and not part.is_empty]
    if not parts:
        return None
    largest = max(parts, key=lambda part: part.area)
    return Shape(largest.exterior) if largest.area > 0 else None


def _ring(shape: Shape) -> Polygon:
    corners = [(round(x), round(y)) for x, y in shape.exterior.coords[:-1]]
    if not shape.exterior.is_ccw:
        corners.reverse()
    return tuple(Point(x, y) for x, y in corners)
