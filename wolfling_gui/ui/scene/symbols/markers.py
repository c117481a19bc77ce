"""Draw markers: objectives with their control ring, and assets with their owner."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Final, Literal

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath

from wolfling_gui.ui.palette import Palette

from .ink import ROUND, closed_path, colour, fill_figure, pen, polar, regular, saved
from .marks import paint_side_badge

AssetIcon = Literal["relay", "ammo", "turret", "sewer", "nest", "crate"]
ASSET_ICONS: Final[tuple[AssetIcon, ...]] = ("relay", "ammo", "turret", "sewer", "nest", "crate")
_ROUND_JOIN: Final = Qt.PenJoinStyle.RoundJoin


def _rim_colour(palette: Palette, owners: Sequence[int]) -> str:
    return palette.side(owners[0]).full if len(owners) == 1 else palette.text2


def paint_objective(
    painter: QPainter,
    palette: Palette,
    centre: QPointF,
    radius: float,
    *,
    owners: Sequence[int] = (),
    number: str = "",
    control_radius: float | None = None,
) -> None:
    """Draw an objective disc of a base radius in pixels, with a flag or a number.

    `owners` is empty when free, one side when held, several when contested: then every side has its badge.
    `control_radius` draws the dotted ring within which models count.
    """
    ink = _rim_colour(palette, owners)
    with saved(painter):
        if control_radius is not None:
            ring = QPainterPath()
            ring.addEllipse(centre, control_radius, control_radius)
            painter.strokePath(ring, pen(ink, 1.2, alpha=0.7, dash=(1.5, 3.5)))
        disc = QPainterPath()
        disc.addEllipse(centre, radius, radius)
        painter.fillPath(disc, colour(palette.panel))
        width = 1.8 if radius >= 12 else 1.3
        inner = QPainterPath()
        inner.addEllipse(centre, radius - width / 2, radius - width / 2)
        painter.strokePath(inner, pen(ink, width))
        if number:
            fill_figure(painter, centre, number, radius * 0.72, palette.text, max_width=radius * 1.3)
        else:
            painter.strokePath(
                flag_path(centre, radius * 0.5),
                pen(palette.text, max(1.1, min(2.0, radius * 0.085)), cap=ROUND, join=_ROUND_JOIN),
            )
    _paint_owner_badges(painter, palette, centre, radius, owners)


def _paint_owner_badges(
    painter: QPainter, palette: Palette, centre: QPointF, radius: float, owners: Sequence[int]
) -> None:
    size = max(4.5, min(9.0, radius * 0.42))
    for side, turn in zip(owners, (45.0, -45.0, 135.0, -135.0), strict=False):
        paint_side_badge(
            painter, palette, side, polar(centre, radius * 1.02, turn), size, backing=palette.panel
        )


def flag_path(centre: QPointF, size: float) -> QPainterPath:
    """Return a flag on its pole about a point; `size` is half its height in pixels."""
    path = QPainterPath(QPointF(-size * 0.55, size))
    path.lineTo(-size * 0.55, -size * 0.85)
    path.lineTo(size * 0.7, -size * 0.85)
    path.lineTo(size * 0.32, -size * 0.4)
    path.lineTo(size * 0.7, size * 0.05)
    path.lineTo(-size * 0.55, size * 0.05)
    return path.translated(centre)


def paint_asset(
    painter: QPainter,
    palette: Palette,
    centre: QPointF,
    radius: float,
    icon: AssetIcon,
    *,
    owners: Sequence[int] = (),
) -> None:
    """Draw an asset: a hexagon of a base radius in pixels, its icon, the owner's rim and badge."""
    ink = _rim_colour(palette, owners)
    width = 1.6 if radius >= 12 else 1.2
    with saved(painter):
        painter.fillPath(closed_path(regular(centre, radius, 6, 90)), colour(palette.panel))
        painter.strokePath(closed_path(regular(centre, radius - width / 2, 6, 90)), pen(ink, width))
        if radius >= 6:
            painter.translate(centre)
            painter.scale(radius / 16, radius / 16)
            painter.strokePath(
                asset_path(icon), pen(palette.text, max(1.3, 17.0 / radius), cap=ROUND, join=_ROUND_JOIN)
            )
    _paint_owner_badges(painter, palette, centre, radius, owners)


def asset_path(icon: AssetIcon) -> QPainterPath:
    """Return an asset's icon about the origin, drawn for a hexagon of radius 16."""
    return _ICONS[icon]()


def _lines(*runs: Sequence[tuple[float, float]]) -> QPainterPath:
    path = QPainterPath()
    for run in runs:
        path.moveTo(*run[0])
        for point in run[1:]:
            path.lineTo(*point)
    return path


def _circle(path: QPainterPath, x: float, y: float, r: float) -> None:
    path.addEllipse(QPointF(x, y), r, r)


def _relay() -> QPainterPath:
    path = _lines([(-2.9, 6.4), (0, -0.8), (2.9, 6.4)], [(-1.7, 3.4), (1.7, 3.4)])
    _circle(path, 0, -2.2, 1.2)
    for start, r in ((-45, 3.6), (135, 3.6), (-45, 6.0), (135, 6.0)):
        box = QRectF(-r, -2.2 - r, 2 * r, 2 * r)
        path.arcMoveTo(box, start)
        path.arcTo(box, start, 90)
    return path


def _ammo() -> QPainterPath:
    path = _lines([(-6, 6), (-6, -1), (6, -1), (6, 6), (-6, 6)])
    for x in (-3.0, 2.0):
        path.moveTo(x - 1.7, -1)
        path.lineTo(x - 1.7, -3.4)
        path.cubicTo(x - 1.5, -5.2, x - 0.4, -5.8, x, -6.2)
        path.cubicTo(x + 0.4, -5.8, x + 1.5, -5.2, x + 1.7, -3.4)
        path.lineTo(x + 1.7, -1)
    return path


def _turret() -> QPainterPath:
    return _lines(
        [(-5, 6), (5, 6)],
        [(-3.4, 6), (-1.6, 1.6), (1.6, 1.6), (3.4, 6)],
        [(-4.6, -5.4), (2.2, -5.4), (2.2, -1.6), (-4.6, -1.6), (-4.6, -5.4)],
        [(2.2, -3.8), (7.2, -3.8)],
        [(0, -1.6), (0, 1.6)],
    )


def _sewer() -> QPainterPath:
    path = QPainterPath()
    _circle(path, 0, 0, 6.4)
    for y in (-2.7, 0.0, 2.7):
        half = math.sqrt(6.4**2 - y**2) - 0.4
        path.moveTo(-half, y)
        path.lineTo(half, y)
    return path


def _nest() -> QPainterPath:
    path = _lines([(0, -7.6), (0, -2.6)], [(0, 2.6), (0, 7.6)], [(-7.6, 0), (-2.6, 0)], [(2.6, 0), (7.6, 0)])
    _circle(path, 0, 0, 5.0)
    return path


def _crate() -> QPainterPath:
    return _lines(
        [(-5.5, -5), (5.5, -5), (5.5, 5.5), (-5.5, 5.5), (-5.5, -5)],
        [(-5.5, -1.6), (5.5, -1.6)],
        [(-1.4, 1.4), (1.4, 1.4)],
    )


_ICONS: Final[dict[AssetIcon, Callable[[], QPainterPath]]] = {
    "relay": _relay,
    "ammo": _ammo,
    "turret": _turret,
    "sewer": _sewer,
    "nest": _nest,
    "crate": _crate,
}
