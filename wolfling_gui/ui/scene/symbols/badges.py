"""Draw the small square badges of tokens: levels, statuses, and how many more there are."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainter

from wolfling_gui.ui import icons
from wolfling_gui.ui.palette import Palette

from .ink import colour, fill_figure, pen, saved
from .marks import chip_rect

BADGE: Final = 16.0
BADGES_AT_MOST: Final = 2
LEVEL_BADGE: Final = 11.0
STATUS_NAMES: Final[tuple[str, ...]] = (
    "moved",
    "falling_back",
    "shot",
    "pinned",
    "gone_to_ground",
    "in_combat",
    "overwatch",
    "activated",
    "oversized",
    "may_not_act",
    "house_rule",
    "overruled",
)
WARNING_STATUSES: Final = frozenset({"falling_back", "pinned", "overwatch", "oversized"})


def status_colour(palette: Palette, name: str) -> str:
    """Return the ink of a status: the warning ink if it limits the model, else the secondary text's."""
    return palette.warning if name in WARNING_STATUSES else palette.text2


def paint_icon(painter: QPainter, name: str, value: str, centre: QPointF, size: float) -> bool:
    """Draw an icon of the set about a point in pixels; tell whether there is one of that name."""
    if name not in icons.icon_names():
        return False
    icons.paint_icon(painter, chip_rect(centre, size, size), name, value)
    return True


def paint_level_badge(painter: QPainter, palette: Palette, level: int, centre: QPointF) -> None:
    """Draw the number of the level a model stands on, beside its plate."""
    text = str(level)
    box = chip_rect(centre, LEVEL_BADGE + 4.5 * (len(text) - 1), LEVEL_BADGE)
    with saved(painter):
        painter.setPen(pen(palette.line2, 0.9))
        painter.setBrush(colour(palette.panel))
        painter.drawRoundedRect(box, 2.6, 2.6)
        fill_figure(painter, box.center(), text, 6.6, palette.text)


def paint_badges(painter: QPainter, palette: Palette, names: tuple[str, ...], first: QPointF) -> None:
    """Draw up to two status badges in a row that starts at `first`, the middle of the first; then "+n"."""
    for i, name in enumerate(names[:BADGES_AT_MOST]):
        paint_status_badge(painter, palette, name, first + QPointF(i * (BADGE - 1), 0))
    more = len(names) - BADGES_AT_MOST
    if more > 0:
        centre = first + QPointF(BADGES_AT_MOST * (BADGE - 1), 0)
        _paint_box(painter, palette, centre)
        fill_figure(painter, centre, f"+{min(more, 99)}", 6.4, palette.text, max_width=BADGE - 3)


def _paint_box(painter: QPainter, palette: Palette, centre: QPointF) -> None:
    with saved(painter):
        painter.setPen(pen(palette.line2, 1.0))
        painter.setBrush(colour(palette.panel))
        painter.drawRoundedRect(chip_rect(centre, BADGE - 1, BADGE - 1), 3, 3)


def paint_status_badge(painter: QPainter, palette: Palette, name: str, centre: QPointF) -> None:
    """Draw one status as a 16 px badge; without an icon of that name, its first letter."""
    _paint_box(painter, palette, centre)
    ink = status_colour(palette, name)
    if not paint_icon(painter, name, ink, centre, 13.0):
        fill_figure(painter, centre, name[:1].upper() or "?", 7.0, ink)
