"""The ground a model covers: its base as a disc, oval or hull, and the heights of its body."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Literal

import msgspec
import numpy as np
import numpy.typing as npt
import shapely

from wolfling_gui.core.forces import Model, Place
from wolfling_gui.core.lengths import Length, Point

FLOOR_HEIGHT: Length = 7620
"""How far floors stand apart where a table does not say otherwise: 3 inches (WO-TER-4)."""

OVAL_CORNERS = 256
"""Corners of the polygon that stands for an oval; at 256 it errs by less than 0.0001 of its half length."""


class Footprint(msgspec.Struct, frozen=True):
    """Hold the base of a model on the table, in units.

    `radius` is half the width; `half_length` lies along `facing` (degrees) and equals the radius of a disc.
    `z` is the height of the floor it stands on, `height` how far its body reaches above that.
    """

    at: Point
    level: int = 0
    radius: Length = 1250
    half_length: Length = 1250
    facing: int = 0
    shape: Literal["round", "oval", "hull"] = "round"
    z: Length = 0
    height: Length = 3175

    @property
    def is_disc(self) -> bool:
        """Tell whether the base is a disc."""
        return self.shape == "round"

    @property
    def reach(self) -> Length:
        """Return the radius in units of the smallest disc about the centre that holds the whole base."""
        if self.shape == "hull":
            return math.ceil(math.hypot(self.radius, self.half_length))
        return max(self.radius, self.half_length)


def footprint(model: Model, floor_height: Length = FLOOR_HEIGHT) -> Footprint:
    """Return the base of a model where it stands; raises ValueError for a model that is off the table."""
    if model.place is None:
        raise ValueError(f"{model.name} ({model.id}) is not on the table; place it first")
    return footprint_at(model, model.place, floor_height)


def footprint_at(model: Model, place: Place, floor_height: Length = FLOOR_HEIGHT) -> Footprint:
    """Return the base a model would cover at a place; level n lies n times `floor_height` units up."""
    base = model.profile.base
    radius = base.radius
    return Footprint(
        at=place.at,
        level=place.level,
        radius=radius,
        half_length=radius if base.shape == "round" else (base.length // 2 or radius),
        facing=place.facing,
        shape=base.shape,
        z=place.level * floor_height,
        height=model.body_height,
    )


def outline(fp: Footprint) -> shapely.Polygon:
    """Return the base as a shapely polygon in units.

    Ovals are ellipses and, like discs, drawn as 256-cornered polygons around the true curve, so that the
    polygon is never smaller than the base; hulls are exact rectangles.
    """
    return shapely.Polygon(corners(fp))


def corners(fp: Footprint) -> npt.NDArray[np.float64]:
    """Return the corners of the outline as an array of shape (n, 2) in units, anticlockwise."""
    local = _corners(fp.shape, fp.radius, fp.half_length, fp.facing % 360)
    return local + np.array((fp.at.x, fp.at.y), dtype=np.float64)


def extents(fp: Footprint) -> tuple[float, float]:
    """Return how far the base reaches east and north of its centre, in units."""
    turn = math.radians(fp.facing)
    cos, sin = abs(math.cos(turn)), abs(math.sin(turn))
    if fp.shape == "round":
        return float(fp.radius), float(fp.radius)
    if fp.shape == "hull":
        return (
            fp.half_length * cos + fp.radius * sin,
            fp.half_length * sin + fp.radius * cos,
        )
    return (
        math.hypot(fp.half_length * cos, fp.radius * sin),
        math.hypot(fp.half_length * sin, fp.radius * cos),
    )


@lru_cache(maxsize=1024)
def _corners(shape: str, radius: Length, half_length: Length, facing: int) -> npt.NDArray[np.float64]:
    if shape == "hull":
        local = np.array([(1, 1), (-1, 1), (-1, -1), (1, -1)], dtype=float) * (half_length, radius)
    else:
        angle = np.arange(OVAL_CORNERS) * (2 * math.pi / OVAL_CORNERS)
        grown = 1 / math.cos(math.pi / OVAL_CORNERS)
        long = radius if shape == "round" else half_length
        local = np.column_stack((np.cos(angle) * long, np.sin(angle) * radius)) * grown
    turn = math.radians(facing)
    cos, sin = math.cos(turn), math.sin(turn)
    turned: npt.NDArray[np.float64] = local @ np.array([(cos, sin), (-sin, cos)])
    turned.flags.writeable = False
    return turned
