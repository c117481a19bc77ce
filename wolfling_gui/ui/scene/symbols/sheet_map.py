"""Draw the parts of the symbol sheet that show pieces of a map."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QCoreApplication, QPointF, QRectF
from PySide6.QtGui import QPainter, QPainterPath, QPolygonF

from wolfling_gui.ui.palette import Palette

from .doors import DOOR_STATES, paint_door
from .ink import CENTRE, draw_text, font
from .lines import paint_link, paint_sight_legal, paint_sight_refused, paint_sight_stretch
from .markers import AssetIcon, paint_asset, paint_objective
from .paths import paint_path, paint_reach
from .ruins import RuinLevel, hull_tag_size, paint_hull_tag, paint_level_chip, paint_ruin, paint_stairs
from .terrain import (
    paint_area,
    paint_barricade,
    paint_ground,
    paint_traps,
    paint_wire,
    rectangle,
)
from .tokens import TokenLook, paint_token
from .walls import paint_blocking_wall, paint_wall

ZOOM: Final = 28.0
translate = QCoreApplication.translate


def polygon(*corners: tuple[float, float]) -> QPolygonF:
    """Return a polygon from its corners in pixels."""
    return QPolygonF([QPointF(*corner) for corner in corners])


def _caption(painter: QPainter, palette: Palette, x: float, y: float, text: str) -> None:
    draw_text(painter, QPointF(x, y), text, font(10.5, 500), palette.text3, align=CENTRE)


def _words(painter: QPainter, palette: Palette, x: float, y: float, text: str) -> None:
    draw_text(painter, QPointF(x, y), text, font(11, 500), palette.text2)


def paint_walls_and_doors(painter: QPainter, palette: Palette) -> None:
    """Draw the section on walls and doors of the sheet."""
    paint_ground(painter, palette, rectangle(509, 107, 412, 184), "room")
    paint_wall(painter, palette, QPointF(529, 131), QPointF(633, 131), ZOOM)
    paint_wall(painter, palette, QPointF(663, 131), QPointF(767, 131), ZOOM, ruined=True)
    paint_wall(painter, palette, QPointF(797, 131), QPointF(901, 131), ZOOM)
    paint_blocking_wall(painter, palette, QPointF(797, 131), QPointF(901, 131), ZOOM)
    _caption(painter, palette, 581, 150, translate("MapSymbols", "intact wall"))
    _caption(painter, palette, 715, 150, translate("MapSymbols", "ruined wall"))
    _caption(painter, palette, 849, 150, translate("MapSymbols", "wall that blocks"))
    names = {
        "open": translate("MapSymbols", "open"),
        "shut": translate("MapSymbols", "shut"),
        "sealed": translate("MapSymbols", "sealed"),
        "locked": translate("MapSymbols", "locked"),
    }
    y, centres = 200.0, (560.0, 663.0, 766.0, 869.0)
    starts = [515.0, *(x + 26 for x in centres)]
    ends = [*(x - 26 for x in centres), 915.0]
    for a, b in zip(starts, ends, strict=True):
        paint_wall(painter, palette, QPointF(a + 2, y), QPointF(b - 2, y), ZOOM)
    for x, state in zip(centres, DOOR_STATES, strict=True):
        paint_door(painter, palette, QPointF(x - 26, y), QPointF(x + 26, y), state, ZOOM)
        _caption(painter, palette, x, 247, names[state])
    words = translate(
        "MapSymbols", "width of the gap and widest base at 28 px per inch and more: {gap}″ · {base} mm"
    )
    _caption(painter, palette, 715, 273, words.format(gap="1.9", base="47"))


def paint_ruins(painter: QPainter, palette: Palette) -> None:
    """Draw the section on ruins and levels of the sheet."""
    footprint = polygon((516, 439), (612, 439), (612, 374), (699, 374), (699, 554), (516, 554))
    lower = polygon(
        (522, 489), (555, 489), (574, 459), (617, 459), (617, 380), (693, 380), (693, 548), (522, 548)
    )
    upper = polygon((607, 478), (631, 469), (631, 389), (687, 389), (687, 542), (607, 542))
    paint_ruin(painter, palette, footprint, (RuinLevel(1, (lower,)), RuinLevel(2, (upper,))), 1, ZOOM, seed=3)
    paint_stairs(painter, palette, QPointF(577, 527), QPointF(607, 506), ZOOM)
    _caption(painter, palette, 585, 537, translate("MapSymbols", "stairs"))
    paint_hull_tag(painter, palette, QPointF(608 - hull_tag_size("R3", 9).width(), 414), "R3", 7, 9)
    rows = (
        translate("MapSymbols", "footprint, broken outline"),
        translate("MapSymbols", "level being shown: accent contour"),
        translate("MapSymbols", "other levels: grey contour"),
    )
    for level, words in enumerate(rows):
        y = 393.0 + 24 * level
        paint_level_chip(painter, palette, QPointF(721, y), level, filled=level == 1, size=15)
        _words(painter, palette, 737, y, words)
    _words(painter, palette, 713, 471, translate("MapSymbols", "hull points in the ruin’s own label"))
    rubble = polygon(
        (715, 521),
        (735, 499),
        (752, 496),
        (766, 502),
        (788, 508),
        (784, 534),
        (756, 548),
        (738, 539),
        (719, 533),
    )
    paint_area(painter, palette, rubble, "rubble", "difficult", ZOOM, 2)
    _words(painter, palette, 799, 522, translate("MapSymbols", "0 hull points: rubble"))


def paint_terrain(painter: QPainter, palette: Palette) -> None:
    """Draw the section on terrain of the sheet."""
    centres = (542.0, 616.0, 690.0, 760.0, 830.0, 898.0)
    x = centres[0]
    wood = polygon(
        (x - 30, 653),
        (x - 20, 642),
        (x + 14, 641),
        (x + 30, 651),
        (x + 29, 671),
        (x + 12, 685),
        (x - 10, 688),
        (x - 29, 674),
    )
    paint_area(painter, palette, wood, "wood", "area", ZOOM * 0.86, 5)
    x = centres[1]
    crater = polygon(
        (x - 27, 660),
        (x - 16, 645),
        (x + 6, 642),
        (x + 24, 651),
        (x + 28, 668),
        (x + 14, 684),
        (x - 10, 686),
        (x - 25, 676),
    )
    paint_area(painter, palette, crater, "crater", "difficult", ZOOM, 1)
    paint_area(painter, palette, rectangle(centres[2] - 27, 643, 54, 43), "block", "impassable", ZOOM)
    x = centres[3]
    paint_barricade(painter, palette, polygon((x - 25, 665), (x + 25, 665)), ZOOM)
    x = centres[4]
    paint_wire(painter, palette, polygon((x - 27, 665), (x + 27, 665)), ZOOM)
    x = centres[5]
    paint_traps(painter, palette, polygon((x - 23, 665), (x + 23, 665)), ZOOM)
    names = (
        translate("MapSymbols", "area terrain"),
        translate("MapSymbols", "difficult"),
        translate("MapSymbols", "impassable"),
        translate("MapSymbols", "barricade"),
        translate("MapSymbols", "razor wire"),
        translate("MapSymbols", "tank traps"),
    )
    for x, words in zip(centres, names, strict=True):
        _caption(painter, palette, x, 706, words)


def paint_lines(painter: QPainter, palette: Palette) -> None:
    """Draw the section on lines of the sheet."""
    ys = [119.0 + 33 * n for n in range(9)]
    left, right = 969.0, 1145.0

    def ends(y: float) -> tuple[QPointF, QPointF]:
        return QPointF(left, y), QPointF(right, y)

    paint_sight_legal(painter, palette, *ends(ys[0]))
    cover = (QPointF(1039, ys[1]), QPointF(1090, ys[1]))
    paint_sight_legal(painter, palette, *ends(ys[1]), cover=(cover,))
    start, end = QPointF(1029, ys[2]), QPointF(1079, ys[2])
    paint_sight_stretch(painter, palette, *ends(ys[2]), start, end, dimension=False)
    paint_sight_refused(painter, palette, *ends(ys[3]), QPointF(1045, ys[3]))
    paint_path(painter, palette, ends(ys[4]), 32.0)
    paint_path(painter, palette, ends(ys[5]), 999.0, reaction_at=90.0)
    paint_path(painter, palette, ends(ys[6]), 999.0, limit_at=120.0)
    _paint_links(painter, palette, ys[7])
    strip = QPainterPath()
    strip.addRect(QRectF(left, ys[8] - 6, right - left, 12))
    paint_reach(painter, palette, 0, strip)
    rows: Sequence[str] = (
        translate("MapSymbols", "sight, legal · 1.3 px"),
        translate("MapSymbols", "sight with cover: dots where the cover lies"),
        translate("MapSymbols", "refused: blocked stretch thick, rest dotted"),
        translate("MapSymbols", "refused at a point: wall or shut door"),
        translate("MapSymbols", "path walked, a ring at each inch"),
        translate("MapSymbols", "path on which somebody reacts"),
        translate("MapSymbols", "too far: limit mark, rest red and dotted"),
        translate("MapSymbols", "coherency: link, broken link"),
        translate("MapSymbols", "reach of a move, range ring, arc: side colour"),
    )
    for y, words in zip(ys, rows, strict=True):
        _words(painter, palette, 1163, y, words)


def _paint_links(painter: QPainter, palette: Palette, y: float) -> None:
    look = TokenLook(0, width_px=19, length_px=19)
    xs = (988.0, 1040.0, 1073.0, 1129.0)
    paint_link(painter, palette, QPointF(xs[0] + 9.5, y), QPointF(xs[1] - 9.5, y), ok=True)
    paint_link(painter, palette, QPointF(xs[2] + 9.5, y), QPointF(xs[3] - 9.5, y), ok=False)
    for x in xs:
        paint_token(painter, palette, look, 19, QPointF(x, y))


def paint_markers(painter: QPainter, palette: Palette) -> None:
    """Draw the section on markers of the sheet."""
    y = 488.0
    objectives: tuple[tuple[float, tuple[int, ...], str], ...] = (
        (989, (), translate("MapSymbols", "free")),
        (1053, (0,), translate("MapSymbols", "held")),
        (1119, (0, 1), translate("MapSymbols", "contested")),
    )
    for x, owners, words in objectives:
        paint_objective(painter, palette, QPointF(x, y), 18.5, owners=owners)
        _caption(painter, palette, x, 531, words)
    assets: tuple[tuple[float, AssetIcon, int, str], ...] = (
        (1185, "relay", 0, translate("MapSymbols", "vox relay")),
        (1244, "ammo", 0, translate("MapSymbols", "ammo")),
        (1297, "turret", 1, translate("MapSymbols", "turret")),
        (1347, "sewer", 1, translate("MapSymbols", "sewer")),
        (1393, "nest", 1, translate("MapSymbols", "nest")),
    )
    for x, icon, side, words in assets:
        paint_asset(painter, palette, QPointF(x, y), 16.5, icon, owners=(side,))
        _caption(painter, palette, x, 531, words)
