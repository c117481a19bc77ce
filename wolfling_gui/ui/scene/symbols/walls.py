"""Draw walls: intact bars, broken dashes for ruined ones, and the piece that blocks a shown line.

All widths are cosmetic: they come from the zoom's row of the table below, never from the wall's thickness.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainter, QPainterPath, QPolygonF

from wolfling_gui.ui.palette import Palette

from .ink import SQUARE, band_path, colour, line_path, pen, saved

BROKEN: Final[tuple[float, ...]] = (7, 4, 3, 5, 10, 4)
BROKEN_WIDE: Final[tuple[float, ...]] = (26, 7, 14, 7, 34, 6)
CASING_EXTRA: Final = 2.5


@dataclass(frozen=True, slots=True)
class LineWidths:
    """Hold the widths in pixels that belong to one range of zooms; 0 means not drawn."""

    wall: float
    ruined: float
    leaf: float
    contour: float
    inner_contour: float
    rim: float
    rim_large: float

    @property
    def wall_casing(self) -> float:
        """Return the width of the dark casing under an intact wall."""
        return self.wall + CASING_EXTRA


_FAR: Final = LineWidths(2.5, 1.5, 1.2, 0.8, 0.0, 1.0, 1.0)
_MIDDLE: Final = LineWidths(4.0, 3.0, 1.6, 1.1, 0.6, 1.4, 1.4)
_NEAR: Final = LineWidths(4.5, 3.2, 2.0, 1.2, 0.6, 1.4, 1.8)
_CLOSE: Final = LineWidths(6.0, 4.0, 2.5, 1.5, 0.8, 2.0, 2.0)


def line_widths(px_per_inch: float) -> LineWidths:
    """Return the line widths of a zoom given in pixels per inch: below 12, to 20, to 40, above."""
    if px_per_inch < 12:
        return _FAR
    if px_per_inch < 20:
        return _MIDDLE
    return _NEAR if px_per_inch <= 40 else _CLOSE


def paint_walls(
    painter: QPainter,
    palette: Palette,
    lines: Sequence[QPolygonF],
    px_per_inch: float,
    *,
    ruined: bool = False,
) -> None:
    """Draw wall lines through their points, all casings first so that walls that meet become one."""
    widths = line_widths(px_per_inch)
    paths = [line_path(line) for line in lines]
    with saved(painter):
        if ruined:
            for path in paths:
                painter.strokePath(path, pen(palette.casing, widths.ruined + 2.0, alpha=0.7, dash=BROKEN))
            for path in paths:
                painter.strokePath(path, pen(palette.wall_ruined, widths.ruined, dash=BROKEN))
            return
        # A square cap adds half the width at each end; the casing must not add more than its own edge.
        for path in paths:
            painter.strokePath(path, pen(palette.casing, widths.wall_casing, cap=SQUARE))
        for path in paths:
            painter.strokePath(path, pen(palette.wall, widths.wall, cap=SQUARE))


def paint_wall(
    painter: QPainter, palette: Palette, a: QPointF, b: QPointF, px_per_inch: float, *, ruined: bool = False
) -> None:
    """Draw one straight wall."""
    paint_walls(painter, palette, (QPolygonF([a, b]),), px_per_inch, ruined=ruined)


def paint_blocking_wall(
    painter: QPainter, palette: Palette, a: QPointF, b: QPointF, px_per_inch: float
) -> None:
    """Draw the piece of wall, from opening to opening, that blocks the line being shown."""
    wall = line_widths(px_per_inch).wall
    core, band = max(2.0, wall * 3.5 / 4.5), wall * 6.5 / 4.5
    with saved(painter):
        painter.fillPath(band_path(a, b, band + 2.0), colour(palette.casing))
        painter.fillPath(band_path(a, b, band), colour(palette.refused, 0.28))
        painter.fillPath(band_path(a, b, core), colour(palette.refused))


def paint_broken_outline(
    painter: QPainter, palette: Palette, polygon: QPolygonF, px_per_inch: float, *, refused: bool = False
) -> None:
    """Draw the footprint of a ruin: long pieces of wall with gaps, restarted at each corner."""
    width = line_widths(px_per_inch).ruined
    value = palette.refused if refused else palette.wall
    points = polygon.toList()
    if points and points[0] == points[-1]:
        points.pop()
    edges = QPainterPath()
    for start, end in zip(points, points[1:] + points[:1], strict=True):
        edges.moveTo(start)
        edges.lineTo(end)
    scale = max(0.4, min(1.0, px_per_inch / 22.0))
    dash = [part * scale for part in BROKEN_WIDE]
    # The casing's dashes stick out one pixel at both ends, so that a gap stays a gap.
    around = [part + (2.0 if i % 2 == 0 else -2.0) for i, part in enumerate(dash)]
    with saved(painter):
        painter.strokePath(edges, pen(palette.casing, width + 2.0, dash=around, offset=1.0))
        painter.strokePath(edges, pen(value, width, dash=dash))
