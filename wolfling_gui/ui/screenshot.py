"""Draw a battle as a picture without a window: for reports, help pages and thumbnails."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QCoreApplication, QPointF, QRectF, QSize
from PySide6.QtGui import QImage, QPainter

from wolfling_gui.core.battle import Battle
from wolfling_gui.ui.palette import Palette, ThemeName, palette
from wolfling_gui.ui.scene.board import BoardScene
from wolfling_gui.ui.scene.chrome import RULER, paint_corner, paint_ruler
from wolfling_gui.ui.scene.overlays import Overlay
from wolfling_gui.ui.scene.symbols.ink import colour
from wolfling_gui.ui.scene.symbols.zones import paint_scale_bar
from wolfling_gui.ui.scene.terrain import TerrainOptions

if TYPE_CHECKING:
    from wolfling_gui.session.session import Session

MARGIN: Final = 10.0
THUMBNAIL: Final = QSize(90, 60)


def board_image(
    battle: Battle,
    size: QSize,
    theme: ThemeName | Palette = "dark",
    scale: float = 1.0,
    level: int | None = 0,
    overlays: tuple[Overlay, ...] = (),
    *,
    casualties: Iterable[str] = (),
    options: TerrainOptions | None = None,
    zoom: float | None = None,
    centre: Iterable[str] = (),
    frame: bool = True,
    backdrop: QImage | None = None,
) -> QImage:
    """Return the map of a battle as a picture of `size` device-independent pixels at a screen's ratio.

    The whole table is shown unless `zoom` says how many pixels per inch; `centre` names what is then in the
    middle. `frame` draws rulers and scale bar. Raises ValueError for a size or ratio of nothing.
    """
    if size.width() < 1 or size.height() < 1 or scale <= 0:
        raise ValueError(f"A picture needs a size: got {size.width()} × {size.height()} at {scale:g}×.")
    colours = palette(theme) if isinstance(theme, str) else theme
    edge = RULER if frame else 0
    room = QRectF(edge, edge, size.width() - edge, size.height() - edge)
    margin = MARGIN if frame else 1.0
    scene = BoardScene(colours, scale)
    try:
        scene.set_options(options or TerrainOptions())
        if backdrop is not None:
            scene.set_backdrop(backdrop)
        scene.show_level(level)
        fitting = min(
            (room.width() - 2 * margin) * 2540 / battle.table.width,
            (room.height() - 2 * margin) * 2540 / battle.table.height,
        )
        scene.sync(battle, casualties)
        scene.set_zoom(zoom or max(0.2, fitting))
        middle = scene.bounds_of(centre).center() if centre else scene.projection.table_rect.center()
        corner = QPointF(round(middle.x() - room.width() / 2), round(middle.y() - room.height() / 2))
        seen = QRectF(corner, room.size())
        scene.set_view_rect(seen.adjusted(4, 4, -4, -4))
        scene.set_overlays(overlays)
        picture = QImage(
            round(size.width() * scale), round(size.height() * scale), QImage.Format.Format_RGB32
        )
        picture.setDevicePixelRatio(scale)
        picture.fill(colour(colours.mat))
        painter = QPainter(picture)
        try:
            scene.render(painter, room, seen)
            if frame:
                _paint_frame(painter, colours, scene, room, corner)
        finally:
            painter.end()
        return picture
    finally:
        scene.clear()


def _paint_frame(
    painter: QPainter, colours: Palette, scene: BoardScene, room: QRectF, corner: QPointF
) -> None:
    origin = scene.projection.origin - corner + room.topLeft()
    zoom = scene.projection.px_per_inch
    top = QRectF(room.left(), 0, room.width(), RULER)
    left = QRectF(0, room.top(), RULER, room.height())
    paint_ruler(painter, colours, top, "top", origin.x(), zoom)
    paint_ruler(painter, colours, left, "left", origin.y(), zoom)
    paint_corner(painter, colours, QRectF(0, 0, RULER, RULER), QCoreApplication.translate("Map", "in"))
    paint_scale_bar(painter, colours, room.bottomLeft() + QPointF(13, -16), zoom)


def thumbnail(
    battle: Battle, size: QSize = THUMBNAIL, theme: ThemeName | Palette = "dark", scale: float = 1.0
) -> QImage:
    """Return a small picture of the whole table with its tokens, without names, for lists of battles."""
    plain = TerrainOptions(grid=False, labels=False)
    return board_image(battle, size, theme, scale, None, options=plain, frame=False)


def render(
    source: Path | Session,
    out: Path,
    size: tuple[int, int] = (1440, 900),
    theme: ThemeName = "dark",
    scale: float = 1.0,
    step: int | None = None,
    select: str | None = None,
    hover: str | None = None,
) -> None:
    """Write the whole window with a battle or scenario as a picture; needs no screen.

    Raises ProblemsError for a file that cannot be read, ValueError for a unit or step that does not exist,
    and OSError when the picture cannot be written.
    """
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from wolfling_gui.ui.window_shot import window_image

    picture = window_image(source, QSize(*size), theme, scale, step, select or "", hover or "")
    if not picture.save(str(out)):
        raise OSError(f"The picture cannot be written to {out}.")
