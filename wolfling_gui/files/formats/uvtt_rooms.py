"""Find the rooms of a map: walk the faces between its walls, and tell rooms from corridors."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass

import shapely
from shapely.geometry import LineString, MultiLineString
from shapely.geometry import Polygon as Shape

from wolfling_gui.core.lengths import UNITS_PER_INCH, Length, Point, Polygon
from wolfling_gui.core.terrain import Floor, Structure, StructureKind, Zone, ZoneKind
from wolfling_gui.files.formats.imported import NoteList
from wolfling_gui.files.formats.uvtt_walls import Edge

CORRIDOR_MAX_WIDTH = 4 * UNITS_PER_INCH
CORRIDOR_MIN_LENGTH_TO_WIDTH = 2
"""The two numbers by which WO-TER-2 suggests a corridor."""

SMALLEST_BASE = 2500
_SLIT = 2


@dataclass(frozen=True, slots=True)
class Interior:
    """Hold the zones found, the structures around them, and the grounds of these to look places up in."""

    zones: dict[str, Zone]
    structures: dict[str, Structure]
    grounds: shapely.STRtree

    def structure_at(self, a: Point, b: Point) -> str:
        """Return the structure that a wall or door from a to b borders or lies in, or an empty text."""
        middle = shapely.Point((a.x + b.x) / 2, (a.y + b.y) / 2)
        return _ground_at(self.grounds, middle)


def find_interior(
    edges: Collection[Edge], kind: StructureKind, tolerance: Length, notes: NoteList
) -> Interior:
    """Return the zones between the edges, named in reading order, and one structure per group of them.

    `edges` are in units and may cross; `tolerance` in units is how much narrower than a 25 mm base a space
    may be and still count. Spaces that lie around other ones are slit, since a zone is one ring (WO-TER-1).
    """
    faces = [face for face in _faces(edges) if _holds_a_base(face, tolerance, notes)]
    grounds = _grounds(faces)
    rings = _without_holes(faces, notes)
    rings.sort(key=lambda ring: (-round(ring.bounds[3] / UNITS_PER_INCH), ring.bounds[0], ring.bounds[1]))
    structures = {
        f"B{n}": Structure(f"B{n}", kind, floors=(Floor(0, _corners(Shape(ground.exterior))),))
        for n, ground in enumerate(grounds, 1)
    }
    tree = shapely.STRtree(grounds)
    zones: dict[str, Zone] = {}
    counts = {"room": 0, "corridor": 0, "section": 0}
    for ring in rings:
        zone_kind = suggested_kind(ring, kind)
        counts[zone_kind] += 1
        name = f"{zone_kind[0].upper()}{counts[zone_kind]}"
        inner = ring.representative_point()
        zones[name] = Zone(name, zone_kind, _ground_at(tree, inner), _corners(ring))
        middle = Point(round(inner.x), round(inner.y))
        notes.add("guessed", "sections" if zone_kind == "section" else "rooms", middle)
        if zone_kind == "corridor":
            notes.add("guessed", "corridors", middle)
    return Interior(zones, structures, tree)


def _ground_at(grounds: shapely.STRtree, place: shapely.Point) -> str:
    """Return the structure on whose ground, or within 3 units of it, a place lies, or an empty text."""
    found = grounds.query(place, predicate="dwithin", distance=3.0)
    return f"B{min(found) + 1}" if len(found) else ""


def suggested_kind(face: Shape, kind: StructureKind) -> ZoneKind:
    """Suggest what a space is: in a ruin a section (WO-TER-4), else a corridor or a room (WO-TER-2).

    Width and length are those of the rectangle of the same area and outline; this fits a bent passage too.
    """
    if kind == "ruin":
        return "section"
    half = face.length / 4
    rest = half * half - face.area
    if rest <= 0:
        return "room"
    width = half - math.sqrt(rest)
    length = half + math.sqrt(rest)
    narrow = width <= CORRIDOR_MAX_WIDTH and length >= CORRIDOR_MIN_LENGTH_TO_WIDTH * width
    return "corridor" if narrow else "room"


def _faces(edges: Collection[Edge]) -> list[Shape]:
    if not edges:
        return []
    lines = shapely.union_all([MultiLineString(sorted(edges))], grid_size=1)
    faces = shapely.get_parts(shapely.polygonize([*shapely.get_parts(lines)]))
    return [face for face in faces if face.is_valid and face.area > 0]


def _holds_a_base(face: Shape, tolerance: Length, notes: NoteList) -> bool:
    if not shapely.buffer(Shape(face.exterior), -(SMALLEST_BASE / 2 - tolerance), quad_segs=4).is_empty:
        return True
    inner = face.representative_point()
    notes.add("skipped", "faces_too_narrow", Point(round(inner.x), round(inner.y)))
    return False


def _grounds(faces: Sequence[Shape]) -> list[Shape]:
    """Return the ground of each group of faces that share walls, in reading order."""
    if not faces:
        return []
    parts = shapely.get_parts(shapely.union_all(list(faces), grid_size=1))
    grounds = [part for part in parts if isinstance(part, Shape)]
    return sorted(grounds, key=lambda part: (-round(part.bounds[3] / UNITS_PER_INCH), *part.bounds))


def _without_holes(faces: Sequence[Shape], notes: NoteList) -> list[Shape]:
    """Return the faces as plain rings: holes without a face inside are filled, others are slit open."""
    tree = shapely.STRtree(list(faces)) if faces else None
    dropped: set[int] = set()
    rings: list[Shape] = []
    for number, face in enumerate(faces):
        if not face.interiors or tree is None:
            rings.append(face)
            continue
        holes = []
        for interior in face.interiors:
            hole = Shape(interior)
            inside = [int(i) for i in tree.query(hole, predicate="covers") if int(i) != number]
            if inside:
                holes.append((hole, inside))
        ring = _slit(face, [hole for hole, _ in holes])
        if ring is None:
            dropped.update(i for _, inside in holes for i in inside)
            ring = Shape(face.exterior)
        if holes:
            inner = face.representative_point()
            notes.add("guessed", "faces_with_holes", Point(round(inner.x), round(inner.y)))
        rings.append(ring)
    return [ring for number, ring in enumerate(rings) if number not in dropped]


def _slit(face: Shape, holes: Sequence[Shape]) -> Shape | None:
    """Return the face as one ring, its holes joined to the rim by slits of 0.04 mm, or None if it fails."""
    shape = Shape(face.exterior)
    for hole in holes:
        rim = shapely.union_all([shape.exterior, *shape.interiors])
        a, b = shapely.get_coordinates(shapely.shortest_line(hole.exterior, rim)).tolist()
        reach = math.dist(a, b) or 1.0
        more = 2 * _SLIT / reach
        start = (a[0] - (b[0] - a[0]) * more, a[1] - (b[1] - a[1]) * more)
        end = (b[0] + (b[0] - a[0]) * more, b[1] + (b[1] - a[1]) * more)
        cut = LineString([start, end]).buffer(_SLIT, cap_style="flat")
        rest = shapely.set_precision(shape.difference(hole).difference(cut), 1)
        parts = [part for part in shapely.get_parts(rest) if isinstance(part, Shape)]
        if not parts:
            return None
        shape = max(parts, key=lambda part: part.area)
    return shape if not shape.interiors and shape.is_valid else None


def _corners(shape: Shape) -> Polygon:
    """Return the corners anticlockwise from the lowest of the leftmost, without those on a straight side."""
    ring = [(round(x), round(y)) for x, y in shape.exterior.coords[:-1]]
    if not shape.exterior.is_ccw:
        ring.reverse()
    kept = [
        here
        for before, here, after in zip([ring[-1], *ring], ring, [*ring[1:], ring[0]], strict=False)
        if (here[0] - before[0]) * (after[1] - here[1]) != (here[1] - before[1]) * (after[0] - here[0])
    ]
    first = kept.index(min(kept)) if kept else 0
    return tuple(Point(x, y) for x, y in (*kept[first:], *kept[:first]))
