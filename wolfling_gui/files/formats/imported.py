"""What an import gives back: a table, the picture under it, and a list of all that was clipped or guessed."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Literal

import msgspec

from wolfling_gui.core.lengths import UNITS_PER_INCH, Length, Point
from wolfling_gui.core.table import Table
from wolfling_gui.core.terrain import StructureKind
from wolfling_gui.files.problems import Problem, ProblemsError, shown

PortalKind = Literal["door", "opening", "window"]
NoteKind = Literal["kept", "guessed", "clipped", "skipped"]
Progress = Callable[[float], None]
"""Is told how much of an import is done, from 0 to 1; raises to stop it."""

What = Literal[
    "walls",
    "walls_cut",
    "walls_outside",
    "walls_without_length",
    "walls_opened",
    "edge_walls",
    "ends_joined",
    "doors",
    "openings",
    "windows",
    "double_doors",
    "narrow_doors",
    "portals_cut",
    "portals_outside",
    "portals_loose",
    "portals_without_bounds",
    "portals_without_place",
    "rooms",
    "corridors",
    "sections",
    "faces_too_narrow",
    "faces_with_holes",
    "objects",
    "objects_cut",
    "objects_outside",
    "objects_open",
    "objects_small",
    "lights",
    "picture",
    "picture_missing",
    "picture_unreadable",
    "picture_stretched",
    "size",
    "newer_format",
    "deployment",
    "objectives",
]

SQUARE_SIZES = (1.0, 1.5, 2.0)
"""The inches per square that are offered; a door of one square lets only small bases pass at 1."""

MOST_INCHES_PER_SQUARE = 24.0
MOST_PLACES = 200


class ImportNote(msgspec.Struct, frozen=True):
    """Say what became of some pieces of a foreign map, how many they are, and where on the table.

    `where` lists at most 200 places; `what` names the sentence that `describe` or a translation writes.
    """

    kind: NoteKind
    what: What
    count: int
    where: tuple[Point, ...] = ()


class ImportOptions(msgspec.Struct, frozen=True):
    """Hold what the players decide about an import.

    `turn` changes all portals of a kind into another one, such as `{"window": "opening"}`.
    `picture_edge_is_wall` closes rooms at the picture's edge where a cropped map runs on beyond it.
    """

    inches_per_square: float = 1.0
    picture_edge_is_wall: bool = True
    window_below_squares: float = 0.8
    turn: Mapping[PortalKind, PortalKind] = {}
    structure_kind: StructureKind = "intact_building"

    def checked(self, file: str) -> ImportOptions:
        """Return the options; raise ProblemsError if a number makes no sense, naming `file`."""
        problems = []
        if not (_finite(self.inches_per_square) and 0.1 <= self.inches_per_square <= MOST_INCHES_PER_SQUARE):
            problems.append(
                Problem(
                    file,
                    message=f"{shown(self.inches_per_square)} inches per square cannot be used",
                    expected=f"a number from 0.1 to {MOST_INCHES_PER_SQUARE:g}",
                    hint="Use 1, 1.5 or 2.",
                )
            )
        if not (_finite(self.window_below_squares) and 0 <= self.window_below_squares <= 100):
            problems.append(
                Problem(
                    file,
                    message=f"A window below {shown(self.window_below_squares)} squares cannot be used",
                    expected="a number from 0 to 100",
                    hint="Use 0.8, or 0 for no windows.",
                )
            )
        if problems:
            raise ProblemsError(problems)
        return self


class Portal(msgspec.Struct, frozen=True):
    """Hold one gap that a map marks in its walls, with the kind taken for it and the pieces made of it.

    `leaves` counts the portals of the file that were joined to it; `ids` are doors of the table, for a window
    walls. `closed` is what the file says.
    """

    kind: PortalKind
    a: Point
    b: Point
    closed: bool
    leaves: int
    ids: tuple[str, ...]


class ImportedMap(msgspec.Struct, frozen=True):
    """Hold a foreign map as a table, with its picture's bytes and everything that was clipped or guessed.

    `picture_type` is "png", "webp", "jpeg" or empty; `unit` is the side of a square in length units.
    """

    table: Table
    notes: tuple[ImportNote, ...]
    portals: tuple[Portal, ...] = ()
    picture: bytes = b""
    picture_type: str = ""
    unit: Length = UNITS_PER_INCH

    def count(self, what: What) -> int:
        """Return the number in the note about `what`, 0 if there is none."""
        return sum(note.count for note in self.notes if note.what == what)


class NoteList:
    """Collect notes while a map is read; the notes come out in the order of their first entry."""

    def __init__(self) -> None:
        self._notes: dict[tuple[NoteKind, What], tuple[int, list[Point]]] = {}

    def add(self, kind: NoteKind, what: What, *where: Point, count: int = 1) -> None:
        """Count `count` more pieces of which `what` is true, at the places `where`."""
        total, places = self._notes.get((kind, what), (0, []))
        places.extend(where[: MOST_PLACES - len(places)])
        self._notes[kind, what] = (total + count, places)

    def listed(self) -> tuple[ImportNote, ...]:
        """Return the notes, those about what was clipped or skipped last."""
        order = ("kept", "guessed", "clipped", "skipped")
        notes = [
            ImportNote(kind, what, count, tuple(places))
            for (kind, what), (count, places) in self._notes.items()
            if count
        ]
        return tuple(sorted(notes, key=lambda note: order.index(note.kind)))


def _finite(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value)
