"""Put the notes of an import into sentences."""

from __future__ import annotations

from collections.abc import Iterable
from typing import get_args

from wolfling_gui.core.lengths import UNITS_PER_INCH
from wolfling_gui.files.formats.imported import ImportedMap, ImportNote, What

SENTENCES: dict[What, tuple[str, str]] = {
    "walls": ("1 wall piece lies inside the picture.", "{n} wall pieces lie inside the picture."),
    "walls_cut": (
        "1 wall piece was cut at the picture's edge.",
        "{n} wall pieces were cut at the picture's edge.",
    ),
    "walls_outside": (
        "1 wall piece outside the picture was left out.",
        "{n} wall pieces outside the picture were left out.",
    ),
    "walls_without_length": (
        "1 wall piece without a length was left out.",
        "{n} wall pieces without a length were left out.",
    ),
    "walls_opened": (
        "1 wall piece ran through a doorway and was opened there.",
        "{n} wall pieces ran through doorways and were opened there.",
    ),
    "edge_walls": (
        "The picture's edge was taken as a wall: 1 piece was added.",
        "The picture's edge was taken as a wall: {n} pieces were added.",
    ),
    "ends_joined": (
        "1 end that nearly met a wall was joined to it.",
        "{n} ends that nearly met a wall were joined to it.",
    ),
    "doors": ("1 closed portal was taken for a door.", "{n} closed portals were taken for doors."),
    "openings": (
        "1 open portal was taken for an opening without a door.",
        "{n} open portals were taken for openings without doors.",
    ),
    "windows": (
        "1 narrow portal was taken for a window, which is part of the wall.",
        "{n} narrow portals were taken for windows, which are part of the wall.",
    ),
    "double_doors": (
        "1 pair of portals that share an end was taken for a double door.",
        "{n} groups of portals that share an end were taken for double doors.",
    ),
    "narrow_doors": (
        "1 door is too narrow for a 32 mm base; a larger square makes it wider.",
        "{n} doors are too narrow for a 32 mm base; larger squares make them wider.",
    ),
    "portals_cut": (
        "1 portal was cut at the picture's edge.",
        "{n} portals were cut at the picture's edge.",
    ),
    "portals_outside": (
        "1 portal outside the picture was left out.",
        "{n} portals outside the picture were left out.",
    ),
    "portals_loose": (
        "1 portal does not end in walls and was left out.",
        "{n} portals do not end in walls and were left out.",
    ),
    "portals_without_bounds": (
        "1 portal does not say where it ends; it was taken to be one square wide.",
        "{n} portals do not say where they end; they were taken to be one square wide.",
    ),
    "portals_without_place": (
        "1 portal without a place or a width was left out.",
        "{n} portals without a place or a width were left out.",
    ),
    "rooms": ("1 room was found between the walls.", "{n} rooms were found between the walls."),
    "corridors": (
        "1 of the rooms is long and narrow and was taken for a corridor.",
        "{n} of the rooms are long and narrow and were taken for corridors.",
    ),
    "sections": (
        "1 section of the ruin was found between the walls.",
        "{n} sections of the ruin were found between the walls.",
    ),
    "faces_too_narrow": (
        "1 space too narrow for a 25 mm base was not made a room.",
        "{n} spaces too narrow for a 25 mm base were not made rooms.",
    ),
    "faces_with_holes": (
        "1 room lies around another one and was slit to the inner room's wall.",
        "{n} rooms lie around others and were slit to the inner rooms' walls.",
    ),
    "objects": (
        "1 outline of an object was made impassable terrain.",
        "{n} outlines of objects were made impassable terrain.",
    ),
    "objects_cut": (
        "1 outline of an object was cut at the picture's edge.",
        "{n} outlines of objects were cut at the picture's edge.",
    ),
    "objects_outside": (
        "1 outline of an object outside the picture was left out.",
        "{n} outlines of objects outside the picture were left out.",
    ),
    "objects_open": (
        "1 outline of an object does not close and was left out.",
        "{n} outlines of objects do not close and were left out.",
    ),
    "objects_small": (
        "1 outline of an object is too small to matter and was left out.",
        "{n} outlines of objects are too small to matter and were left out.",
    ),
    "lights": ("1 light was left out.", "{n} lights were left out."),
    "picture": ("The picture was kept as the background.", "{n} pictures were kept as the background."),
    "picture_missing": ("The file holds no picture.", "The file holds no picture."),
    "picture_unreadable": (
        "The picture is not a PNG, WebP or JPEG and was left out.",
        "The pictures are not PNG, WebP or JPEG and were left out.",
    ),
    "picture_stretched": (
        "The picture has other proportions than the map and will look stretched.",
        "The pictures have other proportions than the map and will look stretched.",
    ),
    "size": (
        "The file does not say how large the map is; the size was worked out.",
        "The file does not say how large the map is; the size was worked out.",
    ),
    "newer_format": (
        "The file is of a newer version than this program knows; something may be missing.",
        "The file is of a newer version than this program knows; something may be missing.",
    ),
    "deployment": (
        "1 deployment zone was proposed; move it as you like.",
        "{n} deployment zones were proposed; move them as you like.",
    ),
    "objectives": (
        "1 objective was proposed; move it as you like.",
        "{n} objectives were proposed; move them as you like.",
    ),
}
"""For every note its sentence for one piece, and for several with their number as {n}."""

assert set(SENTENCES) == set(get_args(What))


def describe(notes: Iterable[ImportNote]) -> list[str]:
    """Return one sentence for each note, in English."""
    return [SENTENCES[note.what][note.count != 1].format(n=note.count) for note in notes]


def summary(imported: ImportedMap) -> list[str]:
    """Return the resulting size of the table and what became of the map, one sentence each."""
    width, height = imported.table.width / UNITS_PER_INCH, imported.table.height / UNITS_PER_INCH
    square = imported.unit / UNITS_PER_INCH
    size = f"The table is {width:g}″ × {height:g}″, at {square:g}″ per square."
    return [size, *describe(imported.notes)]
