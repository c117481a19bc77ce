"""Read the values that pieces of a table share: ids, levels, places, lines and outlines."""

from __future__ import annotations

import math
from typing import get_args

import shapely

from wolfling_gui.core.lengths import Length, Point, Polygon, inches, on_segment
from wolfling_gui.core.terrain import TerrainClass
from wolfling_gui.files.problems import shown
from wolfling_gui.files.reader import Reader, Step
from wolfling_gui.files.roster import ID, ID_EXPECTED, save_in
from wolfling_gui.files.yaml_text import number

CORNERS = ("from", "to")
MOST_LEVEL = 20


class PieceReader:
    """Read values of pieces on a table of a size; `where` tells where each piece stands in the file."""

    def __init__(self) -> None:
        """Begin with no piece; the size is set once it was read."""
        self.where: dict[str, Reader] = {}
        self.width: Length = 0
        self.height: Length = 0

    def piece_id(self, part: Reader) -> str:
        """Read the id of a piece and see that it is the only one."""
        name = part.text("id", "")
        if name and not ID.match(name):
            part.problem("id", f"“id” is {shown(name)}", ID_EXPECTED)
        self.claim(part, name)
        return name

    def claim(self, part: Reader, name: str) -> None:
        """Note who bears an id, and a problem when it is in use."""
        if name in self.where and name:
            first = self.where[name].place("id").line
            part.problem("id", f"The id {name} is in use; it stands first in line {first}", "another id")
        self.where.setdefault(name, part)

    def name(self, part: Reader) -> str:
        """Read a name, empty when there is none."""
        return part.text("name", "")

    def level(self, part: Reader) -> int:
        """Read a level, 0 when there is none."""
        return part.integer("level", 0, at_least=0, at_most=MOST_LEVEL)

    def terrain_class(self, part: Reader, usual: TerrainClass = "difficult") -> TerrainClass:
        """Read a terrain class (CL-TERR-1), or the usual one of its kind (CL-TERR-12)."""
        return part.choice("class", get_args(TerrainClass), usual)

    def cover(self, part: Reader) -> int | None:
        """Read a cover save such as 4 or 4+; “-” is none at all, nothing leaves it to the rules."""
        value = part.value("cover")
        if value is None:
            return None
        return save_in(part, "cover")

    def point(self, part: Reader, step: Step) -> Point:
        """Read a place on the table."""
        found = part.point(step)
        if self.width and not (0 <= found.x <= self.width and 0 <= found.y <= self.height):
            part.problem(
                step,
                f"[{number(found.x)}, {number(found.y)}] lies off the table",
                f"x from 0 to {number(self.width)} and y from 0 to {number(self.height)}",
            )
        return found

    def polyline(self, part: Reader, step: str) -> tuple[Point, ...]:
        """Read a line of at least two places on the table."""
        if not part.points(step, at_least=2):
            return ()
        value = part.value(step)
        count = len(value) if isinstance(value, list) else 0
        return tuple(self.point(part, (step, index)) for index in range(count))

    def polygon(self, part: Reader, step: Step) -> Polygon:
        """Read an outline: a list of places, or a rectangle {from: [x, y], to: [x, y]}."""
        path = step if isinstance(step, tuple) else (step,)
        value = part.value(step)
        if isinstance(value, dict):
            part.mapping(step, CORNERS, CORNERS)
            a, b = self.point(part, (*path, "from")), self.point(part, (*path, "to"))
            x, y = sorted((a.x, b.x)), sorted((a.y, b.y))
            points: Polygon = (
                Point(x[0], y[0]),
                Point(x[1], y[0]),
                Point(x[1], y[1]),
                Point(x[0], y[1]),
            )
        elif isinstance(value, list):
            points = tuple(self.point(part, (*path, index)) for index in range(len(value)))
            if len(points) > 3 and points[0] == points[-1]:
                points = points[:-1]
        else:
            expected = "a list of places, or {from: [x, y], to: [x, y]}"
            part.problem(step, f"Found {shown(value)}", expected)
            return ()
        if len(set(points)) < 3:
            part.problem(step, "The outline has no area", "at least three corners that do not coincide")
            return ()
        shape = shape_of(points)
        if shape.convex_hull.area < inches(0.1) ** 2:
            part.problem(step, "The outline has no area", "corners that do not lie on one line")
            return ()
        if not shape.is_valid:
            reason = shapely.is_valid_reason(shape)
            spot = reason.partition("[")[2].removesuffix("]").split()
            at = f" at [{', '.join(f'{float(n) / 2540:.4g}' for n in spot)}]" if len(spot) == 2 else ""
            message = f"The outline crosses or touches itself{at}"
            part.problem(step, message, "corners in order round the piece")
            return ()
        return points


def shape_of(polygon: tuple[Point, ...]) -> shapely.Polygon:
    """Return an outline as a shape, in units."""
    return shapely.Polygon([(p.x, p.y) for p in polygon])


def middle_of(points: tuple[Point, ...]) -> shapely.Point:
    """Return the mean of some points, in units."""
    return shapely.Point(sum(p.x for p in points) / len(points), sum(p.y for p in points) / len(points))


def aside(point: Point, a: Point, b: Point) -> float:
    """Return how far a point lies from a segment, in units."""
    x, y = on_segment(a, b, point)
    return math.hypot(x - point.x, y - point.y)
