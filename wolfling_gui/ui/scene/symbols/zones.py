"""Draw what lies flat on the table: grid, scale bar, deployment zones, the zone two units share."""

from __future__ import annotations

import math
from typing import Final

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter, QPainterPath, QPolygonF

from wolfling_gui.ui.palette import Palette

from .ink import RIGHT, closed_path, colour, draw_text, font, pen, saved

ZONE_FILL: Final = 0.06
SHARED_FILL: Final = 0.05
VIEW_FILL: Final = 0.09


def paint_deployment(
    painter: QPainter, palette: Palette, polygon: QPolygonF, side: int | None, label: str = ""
) -> None:
    """Draw a deployment zone or other zone: dashed edge and a faint fill in its side's colour."""
    ink = palette.text3 if side is None else palette.side(side).full
    path = closed_path(polygon)
    with saved(painter):
        painter.fillPath(path, colour(ink, ZONE_FILL))
        painter.strokePath(path, pen(ink, 1.3, alpha=0.85, dash=(8, 5)))
        if label:
            box = path.boundingRect()
            at = QPointF(box.right() - 8, box.bottom() - 12)
            draw_text(painter, at, label, font(10, 600, spacing=4.5), ink, align=RIGHT, halo=palette.casing)


def paint_shared_zone(painter: QPainter, palette: Palette, path: QPainterPath) -> None:
    """Tint the room, corridor or section that firer and target share, and dot its edge."""
    with saved(painter):
        painter.fillPath(path, colour(palette.legal, SHARED_FILL))
        painter.strokePath(path, pen(palette.legal, 1.2, alpha=0.7, dash=(1.5, 3)))


def paint_view(painter: QPainter, palette: Palette, path: QPainterPath) -> None:
    """Tint the ground that is in plain view from somewhere."""
    painter.fillPath(path, colour(palette.accent, VIEW_FILL))


def grid_steps(
    px_per_inch: float, *, dragging: bool = False, snap_inches: float | None = None
) -> tuple[float, ...]:
    """Return the grid steps in inches for a zoom, finest first; `snap_inches` is always shown when given."""
    if px_per_inch < 12:
        steps: tuple[float, ...] = (6.0,)
    elif px_per_inch < 20:
        steps = (3.0, 6.0)
    else:
        steps = (1.0, 6.0)
        if dragging and px_per_inch > 40:
            steps = (0.5, *steps)
    if snap_inches is not None and snap_inches > 0 and snap_inches not in steps:
        steps = tuple(sorted((*steps, snap_inches)))
    return steps


def paint_grid(
    painter: QPainter,
    palette: Palette,
    area: QRectF,
    origin: QPointF,
    px_per_inch: float,
    *,
    dragging: bool = False,
    snap_inches: float | None = None,
) -> None:
    """Draw the grid inside an area, counted from the table's south-west corner at `origin`, all in pixels."""
    if px_per_inch <= 0 or area.isEmpty():
        return
    with saved(painter):
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        painter.setClipRect(area)
        for inches in grid_steps(px_per_inch, dragging=dragging, snap_inches=snap_inches):
            heavy = inches >= 6.0
            painter.setPen(
                pen(palette.grid6 if heavy else palette.grid1, 1.0, alpha=0.6 if inches < 1 else 1.0)
            )
            step = inches * px_per_inch
            for n in range(
                math.ceil((area.left() - origin.x()) / step),
                math.floor((area.right() - origin.x()) / step) + 1,
            ):
                x = math.floor(origin.x() + n * step) + 0.5
                painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()))
            for n in range(
                math.ceil((area.top() - origin.y()) / step),
                math.floor((area.bottom() - origin.y()) / step) + 1,
            ):
                y = math.floor(origin.y() + n * step) + 0.5
                painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y))


def scale_bar_inches(px_per_inch: float) -> float:
    """Return the length in inches of the scale bar: the roundest that is 90 to 240 px long, else 6."""
    for inches in (6.0, 3.0, 12.0, 24.0, 2.0, 1.0):
        if 90.0 <= inches * px_per_inch <= 240.0:
            return inches
    return 6.0


def paint_scale_bar(painter: QPainter, palette: Palette, left: QPointF, px_per_inch: float) -> QRectF:
    """Draw the scale bar from its left end, a tick in its middle, its length behind it; return its place."""
    inches = scale_bar_inches(px_per_inch)
    length = inches * px_per_inch
    path = QPainterPath(QPointF(left.x(), left.y() - 5))
    path.lineTo(left)
    path.lineTo(left.x() + length, left.y())
    path.lineTo(left.x() + length, left.y() - 5)
    path.moveTo(left.x() + length / 2, left.y() - 3.5)
    path.lineTo(left.x() + length / 2, left.y())
    with saved(painter):
        painter.strokePath(path, pen(palette.casing, 3.4))
        painter.strokePath(path, pen(palette.text2, 1.3))
        at = QPointF(left.x() + length + 6, left.y() - 2)
        words = draw_text(painter, at, f"{inches:g}″", font(10, 500), palette.text2, halo=palette.casing)
    return QRectF(left.x() - 2, left.y() - 8, length + 4, 11).united(words)
