"""Sketch objectives with their control ring, and the names of models at close zooms."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter

from wolfling_gui.core.lengths import Length
from wolfling_gui.core.terrain import Marker
from wolfling_gui.ui.palette import Palette
from wolfling_gui.ui.scene.stage import Layer, Sketch, Stage, around
from wolfling_gui.ui.scene.symbols.ink import font, saved, text_width
from wolfling_gui.ui.scene.symbols.markers import paint_objective
from wolfling_gui.ui.scene.symbols.tags import paint_label
from wolfling_gui.ui.scene.symbols.tokens import DIMMED_OPACITY, TokenLook, half_extent

OBJECTIVE_RADIUS: Final[Length] = 2000
"""An objective is a 40 mm disc."""
NAMED_ABOVE: Final = 12.0
"""Below so many pixels per inch objectives go without their names."""
CONTROL_RADIUS: Final[Length] = 7620
"""Models within 3 inches count (CL-MIS-6)."""


def name_place(stage: Stage, marker: Marker, tokens: Iterable[QRectF] = ()) -> QPointF:
    """Return the middle of an objective's name: below the disc, or on a side where no token hides it."""
    centre, radius = stage.projection.point(marker.at), stage.projection.length(OBJECTIVE_RADIUS)
    aside = radius + 5 + text_width(marker.name, font(10.5, 500)) / 2
    below = centre + QPointF(0, radius + 10)
    spots = (below, centre - QPointF(0, radius + 10), centre + QPointF(aside, 0), centre - QPointF(aside, 0))
    taken = list(tokens)
    for spot in spots:
        if not any(_name_box(marker, spot).intersects(token) for token in taken):
            return spot
    return below


def _name_box(marker: Marker, middle: QPointF) -> QRectF:
    wide = text_width(marker.name, font(10.5, 500)) / 2 + 3
    return QRectF(middle.x() - wide, middle.y() - 8, 2 * wide, 16)


def marker_sketch(stage: Stage, marker: Marker, name_at: QPointF | None = None) -> Sketch:
    """Return how an objective is drawn, its name at a place or below it.

    `owner` may name several sides, parted by spaces, in a contest.
    """
    p = stage.projection
    centre, radius = p.point(marker.at), p.length(OBJECTIVE_RADIUS)
    control = p.length(CONTROL_RADIUS)
    spot = name_place(stage, marker) if name_at is None else name_at
    sides = [side.id for side in stage.battle.sides]
    owners = tuple(sides.index(owner) for owner in marker.owner.split() if owner in sides)
    dim = stage.level is not None and marker.level != stage.level

    def paint(q: QPainter, c: Palette) -> None:
        with saved(q):
            if dim:
                q.setOpacity(q.opacity() * DIMMED_OPACITY)
            paint_objective(q, c, centre, radius, owners=owners, control_radius=control)
            if marker.name and p.px_per_inch >= NAMED_ABOVE:
                paint_label(q, c, spot, marker.name, weight=500)

    bounds = around([centre], max(control + 3, radius + 22))
    return Sketch(Layer.MARKERS, bounds.united(_name_box(marker, spot).adjusted(-3, -3, 3, 3)), paint)


def marker_boxes(stage: Stage, marker: Marker, name_at: QPointF) -> list[QRectF]:
    """Return the places of an objective's disc and of its name, which tags should keep off."""
    p = stage.projection
    centre, radius = p.point(marker.at), p.length(OBJECTIVE_RADIUS)
    found = [around([centre], radius + 1)]
    if marker.name and p.px_per_inch >= NAMED_ABOVE:
        found.append(_name_box(marker, name_at))
    return found


def name_sketch(words: str, centre: QPointF, look: TokenLook | None) -> Sketch:
    """Return how a model's name stands under its token."""
    at = centre + QPointF(0, 10.0 if look is None else half_extent(look) + 10.0)
    wide = text_width(words, font(10, 500)) / 2 + 6
    bounds = QRectF(at.x() - wide, at.y() - 10, 2 * wide, 20)
    return Sketch(Layer.MARKERS, bounds, lambda q, c: paint_label(q, c, at, words, size=10, weight=500))
