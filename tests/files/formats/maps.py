"""The sample maps, and small maps built for one test."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import shapely

from wolfling_gui.core.lengths import UNITS_PER_INCH, Polygon
from wolfling_gui.files.formats.imported import ImportedMap, ImportOptions
from wolfling_gui.files.formats.uvtt import read_uvtt

DATA = Path(__file__).parents[2] / "data" / "uvtt"
WINDOWS = "dungeondraft02_six_windows.dd2vtt"
TOMB = "dungeondraft03_tomb_webp.dd2vtt"
CROPPED = "dungeondraft03_cropped_wing.dd2vtt"
ALCHEMIST = "dungeonalchemist_rooms.dd2vtt"
ORIGIN = "dungeondraft03_origin_objects_window.dd2vtt"
JUNCTION = "t_junction.dd2vtt"
ALL = (WINDOWS, TOMB, CROPPED, ALCHEMIST, ORIGIN, JUNCTION)


def sample(name: str) -> bytes:
    return (DATA / name).read_bytes()


def read(name: str, **options: Any) -> ImportedMap:
    return read_uvtt(sample(name), ImportOptions(**options), name)


def points(*places: tuple[float, float]) -> list[dict[str, float]]:
    return [{"x": x, "y": y} for x, y in places]


def portal(a: tuple[float, float], b: tuple[float, float], **more: Any) -> dict[str, Any]:
    return {"bounds": points(a, b), **more}


def built(**keys: Any) -> bytes:
    """Return a map of 10 × 10 squares with one room from (1, 1) to (9, 9), changed by `keys`."""
    whole: dict[str, Any] = {
        "format": 0.3,
        "resolution": {"map_origin": {"x": 0, "y": 0}, "map_size": {"x": 10, "y": 10}, "pixels_per_grid": 10},
        "line_of_sight": [points((1, 1), (9, 1), (9, 9), (1, 9), (1, 1))],
        "portals": [],
        "image": "",
    }
    return json.dumps({**whole, **keys}).encode()


def square_inches(polygon: Polygon) -> float:
    shape = shapely.Polygon([(p.x / UNITS_PER_INCH, p.y / UNITS_PER_INCH) for p in polygon])
    assert shape.is_valid
    return round(shape.area, 1)


def areas(imported: ImportedMap) -> list[float]:
    """Return the sizes of the zones in square inches, the largest first."""
    return sorted((square_inches(zone.polygon) for zone in imported.table.zones.values()), reverse=True)
