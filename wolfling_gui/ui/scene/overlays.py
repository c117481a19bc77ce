"""Name what tools and previews lay over the map: frozen values, drawn by the board, set all at once.

Every value speaks in ids and in points and lengths of the table (units); the board knows where things are
and how they look. Equal values are drawn once and kept while they stay in the tuple, so that a drag only
repaints what moved.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from wolfling_gui.core.forces import Place
from wolfling_gui.core.lengths import Length, Point, Polygon
from wolfling_gui.core.verdict import Effect, Mark
from wolfling_gui.ui.scene.symbols.blasts import LaidKind
from wolfling_gui.ui.scene.symbols.marks import MarkKind
from wolfling_gui.ui.scene.symbols.rings import TargetKind as TargetKind

RingKind = Literal["range", "control", "legal", "refused", "reacts"]
StandKind = Literal["contact", "support", "near"]
"""How well a model stands that has closed with the enemy: it touches one, supports a mate, or neither."""
Stretch = tuple[Point, Point]


@dataclass(frozen=True, slots=True)
class SelectedRing:
    """Ring a model as selected."""

    model: str


@dataclass(frozen=True, slots=True)
class TargetRing:
    """Ring a model with what a shot at it would be: legal, refused, or answered by a reaction.

    Under a marker or template it is hit, or spared though it is covered.
    """

    model: str
    kind: TargetKind


@dataclass(frozen=True, slots=True)
class SightLegal:
    """Draw a line of sight from a to b; each stretch of `cover` is dotted where it lies."""

    a: Point
    b: Point
    cover: tuple[Stretch, ...] = ()


@dataclass(frozen=True, slots=True)
class SightRefused:
    """Draw a line from a to b that is stopped at one point, by a wall or a door."""

    a: Point
    at: Point
    b: Point


@dataclass(frozen=True, slots=True)
class SightStretch:
    """Draw a line from a to b refused for the stretch from `start` to `end`, measured beside it.

    `limit` is how much of the stretch the rule allows, in units, None without a tick. The texts stand at the
    tick and beside the dimension line; an empty `measured_text` leaves the words to a tag.
    """

    a: Point
    b: Point
    start: Point
    end: Point
    limit: Length | None = None
    limit_text: str = ""
    measured_text: str = ""


@dataclass(frozen=True, slots=True)
class Shortfall:
    """Draw beside a wall how far the best line at a is from the nearest clear one at b."""

    a: Point
    b: Point


@dataclass(frozen=True, slots=True)
class BlockedBarrier:
    """Paint a wall or door as the obstacle of a shown line; `at` picks the piece of wall between openings."""

    id: str
    at: Point | None = None


@dataclass(frozen=True, slots=True)
class Path:
    """Draw a path walked; lengths along it are in units.

    Beyond `limit` it is refused. `walked` ends what was really walked, the rest is then a faint intention;
    from `reaction_at` on somebody reacts.
    """

    points: tuple[Point, ...]
    limit: Length | None = None
    walked: Length | None = None
    reaction_at: Length | None = None


@dataclass(frozen=True, slots=True)
class Ghost:
    """Show a model at a place where it may end, and only its dashed outline where it stands."""

    model: str
    place: Place
    ok: bool = True


@dataclass(frozen=True, slots=True)
class Landing:
    """Outline where a model would end, with the number at which it goes, and how well it stands there."""

    model: str
    place: Place
    number: int
    kind: StandKind


@dataclass(frozen=True, slots=True)
class Turn:
    """Put the number at which a model goes beside it, and how well it stands where it ends."""

    model: str
    number: int
    kind: StandKind


@dataclass(frozen=True, slots=True)
class Contact:
    """Mark the point where two bases touch; `towards` is the middle of one of them."""

    at: Point
    towards: Point


@dataclass(frozen=True, slots=True)
class Backing:
    """Draw from a model that fights without contact to the mate it supports."""

    a: Point
    b: Point


@dataclass(frozen=True, slots=True)
class Reach:
    """Draw the region a model of a side (its number) can reach; holes are polygons inside polygons."""

    polygons: tuple[Polygon, ...]
    side: int = 0


@dataclass(frozen=True, slots=True)
class View:
    """Tint the ground in plain view from somewhere; the polygons may overlap."""

    polygons: tuple[Polygon, ...]


@dataclass(frozen=True, slots=True)
class Arc:
    """Draw an arc of fire of a side: the whole dotted, the parts `seen` hatched."""

    whole: tuple[Polygon, ...]
    side: int = 0
    seen: tuple[Polygon, ...] | None = None


@dataclass(frozen=True, slots=True)
class Link:
    """Draw a coherency link between two points, kept or broken, with a measure at its middle."""

    a: Point
    b: Point
    ok: bool = True
    text: str = ""


@dataclass(frozen=True, slots=True)
class Ring:
    """Draw a circle of a radius in units; `side` colours a range."""

    centre: Point
    radius: Length
    kind: RingKind = "range"
    side: int = 0


@dataclass(frozen=True, slots=True)
class Tag:
    """Put words beside a unit, a model or a point: its verdict, name, number, and cover or reason.

    `anchor` is the id of a unit or model, or a point.
    """

    anchor: str | Point
    mark: MarkKind | None
    name: str
    strong: str = ""
    plain: str = ""


@dataclass(frozen=True, slots=True)
class Measure:
    """Draw the ruler from a to b, or along more points, with its measure."""

    a: Point
    b: Point
    text: str = ""
    through: tuple[Point, ...] = ()


@dataclass(frozen=True, slots=True)
class Shot:
    """Draw the line along which a reaction is fired."""

    a: Point
    b: Point


@dataclass(frozen=True, slots=True)
class Cursor:
    """Draw the map cursor that the arrow keys move."""

    point: Point


@dataclass(frozen=True, slots=True)
class SharedZone:
    """Tint the zone that firer and target share."""

    zone: str


@dataclass(frozen=True, slots=True)
class Highlight:
    """Set off things by their ids: models, units, doors, walls, zones, areas, obstacles, markers."""

    ids: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FindingMarks:
    """Draw the marks of a finding in the style of its effect; a mark on another level is drawn faint."""

    marks: tuple[Mark, ...]
    effect: Effect = "forbids"


@dataclass(frozen=True, slots=True)
class Laid:
    """Draw a marker about its hole, or a template from its narrow end, at its true size.

    Lengths are units; a marker has a `radius`, a template `degrees`, `length` and `width`.
    """

    at: Point
    level: int
    kind: LaidKind
    radius: Length = 0
    degrees: float = 0.0
    length: Length = 0
    width: Length = 0


@dataclass(frozen=True, slots=True)
class ScatterArrow:
    """Draw the arrow of a scatter from where it began: it ends between `near` and `far`, in units."""

    at: Point
    degrees: int
    near: Length
    far: Length
    text: str = ""


Overlay = (
    SelectedRing
    | TargetRing
    | SightLegal
    | SightRefused
    | SightStretch
    | Shortfall
    | BlockedBarrier
    | Path
    | Ghost
    | Landing
    | Turn
    | Contact
    | Backing
    | Reach
    | View
    | Arc
    | Link
    | Ring
    | Tag
    | Measure
    | Shot
    | Cursor
    | SharedZone
    | Highlight
    | FindingMarks
    | Laid
    | ScatterArrow
)
