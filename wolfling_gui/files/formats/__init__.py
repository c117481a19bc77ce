"""The foreign map formats that can be imported, as one explicit list with one interface.

    for file, data in …:
        imported = read_map(data, ImportOptions(inches_per_square=1.5), "vault.dd2vtt")

A format is found by what its bytes hold, never by the file's name.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from wolfling_gui.files.formats.imported import ImportedMap, ImportNote, ImportOptions, Progress
from wolfling_gui.files.formats.sniff import is_uvtt, refuse

__all__ = [
    "MAP_FORMATS",
    "ImportNote",
    "ImportOptions",
    "ImportedMap",
    "MapFormat",
    "Progress",
    "find_format",
    "read_map",
]


@dataclass(frozen=True, slots=True)
class MapFormat:
    """Hold one format: its name, the endings its files usually have, how to know it, and how to read it.

    `read` takes the bytes, the options, the file's name for problems, and what follows its progress, and
    raises only ProblemsError.
    """

    name: str
    endings: tuple[str, ...]
    sniff: Callable[[bytes], bool]
    read: Callable[[bytes, ImportOptions, str, Progress | None], ImportedMap]


def _read_uvtt(data: bytes, options: ImportOptions, file: str, progress: Progress | None) -> ImportedMap:
    # Imported late: the window paints before any map is read, and must not wait for shapely.
    from wolfling_gui.files.formats.uvtt import read_uvtt

    return read_uvtt(data, options, file, progress)


MAP_FORMATS: tuple[MapFormat, ...] = (
    MapFormat("Universal VTT", (".uvtt", ".dd2vtt", ".df2vtt"), is_uvtt, _read_uvtt),
)


def find_format(data: bytes) -> MapFormat | None:
    """Return the format that the bytes are of, or None."""
    return next((known for known in MAP_FORMATS if known.sniff(data)), None)


def read_map(
    data: bytes,
    options: ImportOptions | None = None,
    file: str = "map",
    progress: Progress | None = None,
) -> ImportedMap:
    """Return a foreign map as a table with notes; raise ProblemsError that says what else the file is.

    `progress` is told how much is done, from 0 to 1; what it raises stops the import and is passed on.
    """
    options = options or ImportOptions()
    known = find_format(data)
    if known is None:
        refuse(data, file)
        raise AssertionError("a file of no known format is refused")
    return known.read(data, options, file, progress)
