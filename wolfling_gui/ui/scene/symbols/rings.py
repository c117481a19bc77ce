"""Draw the rings round tokens: selection and the three answers to "may I shoot this?"."""

from __future__ import annotations

from typing import Final, Literal

from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainter, QPainterPath

from wolfling_gui.ui.palette import Palette

from .ink import between, distance, pen, polar, saved
from .marks import paint_mark
from .tokens import TokenLook, outline_path

TargetKind = Literal["legal", "refused", "reacts", "hit", "spared"]
TARGET_KINDS: Final[tuple[TargetKind, ...]] = ("legal", "refused", "reacts", "hit", "spared")
UNMARKED: Final[tuple[TargetKind, ...]] = ("legal", "hit")
"""Rings that say what they mean without a mark."""
RING_GAP: Final = 3.4
REACTS_GAP: Final = 7.4


def _ring(look: TokenLook, centre: QPointF, gap: float) -> QPainterPath:
    return outline_path(look, gap).translated(centre)


def paint_selected_ring(painter: QPainter, palette: Palette, look: TokenLook, centre: QPointF) -> None:
    """Draw the selection: a 2 px ring outside the base with a gap."""
    path = _ring(look, centre, RING_GAP)
    with saved(painter):
        painter.strokePath(path, pen(palette.casing, 4.6, alpha=0.7))
        painter.strokePath(path, pen(palette.accent, 2.0))


def paint_target_ring(
    painter: QPainter,
    palette: Palette,
    look: TokenLook,
    centre: QPointF,
    kind: TargetKind,
    *,
    selected: bool = False,
    mark: bool = True,
) -> None:
    """Draw what a shot at the model would be: ticks when legal, octagon when refused, triangle if it reacts.

    One that a marker hits has a broad band, one that it covers but does not reach dots.
    A selected token's target ring goes outside the selection. Rings look best under the tokens and their
    marks above: then give `mark=False` here and call `paint_target_mark` afterwards.
    """
    path = _ring(look, centre, _target_gap(kind, selected))
    ink = {
        "legal": palette.legal,
        "refused": palette.refused,
        "reacts": palette.warning,
        "hit": palette.accent,
        "spared": palette.text2,
    }[kind]
    with saved(painter):
        painter.strokePath(path, pen(palette.casing, 4.4, alpha=0.65))
        if kind == "legal":
            ticks = QPainterPath()
            for turn in (45, 135, 225, 315):
                corner = _on_path(path, centre, turn)
                ticks.moveTo(_towards(centre, corner, -1.4))
                ticks.lineTo(_towards(centre, corner, 4.0))
            painter.strokePath(ticks, pen(palette.casing, 3.6, alpha=0.65))
            painter.strokePath(path, pen(ink, 2.0))
            painter.strokePath(ticks, pen(ink, 2.0))
        elif kind == "hit":
            painter.strokePath(path, pen(ink, 4.6, alpha=0.45))
            painter.strokePath(path, pen(ink, 1.4))
        else:
            dash = {"refused": (3.6, 2.8), "reacts": (8.5, 5.0), "spared": (1.5, 3.0)}[kind]
            painter.strokePath(path, pen(ink, 2.0 if kind == "reacts" else 1.7, dash=dash))
    if mark:
        paint_target_mark(painter, palette, look, centre, kind, selected=selected)


def paint_target_mark(
    painter: QPainter,
    palette: Palette,
    look: TokenLook,
    centre: QPointF,
    kind: TargetKind,
    *,
    selected: bool = False,
) -> None:
    """Draw a target ring's octagon, triangle or dash at half past one; rings that need none have none."""
    if kind in UNMARKED:
        return
    corner = _on_path(_ring(look, centre, _target_gap(kind, selected)), centre, 45)
    if kind == "refused":
        paint_mark(painter, palette, "refused", corner, 12.5, cased=True)
    elif kind == "spared":
        paint_mark(painter, palette, "none", corner, 12.5, cased=True)
    else:
        paint_mark(painter, palette, "warning", corner, 13.0, cased=True)


def _target_gap(kind: TargetKind, selected: bool) -> float:
    return (REACTS_GAP if kind == "reacts" else RING_GAP) + (4.0 if selected else 0.0)


def _on_path(path: QPainterPath, centre: QPointF, degrees: float) -> QPointF:
    """Return where the way from the middle in a direction leaves the ring."""
    low, high = 0.0, path.boundingRect().width() + path.boundingRect().height()
    for _ in range(24):
        middle = (low + high) / 2
        if path.contains(polar(centre, middle, degrees)):
            low = middle
        else:
            high = middle
    return polar(centre, low, degrees)


def _towards(centre: QPointF, point: QPointF, more: float) -> QPointF:
    length = max(distance(centre, point), 1e-6)
    return between(centre, point, 1.0 + more / length)


def ring_reach(kind: TargetKind | Literal["selected"], *, selected: bool = False) -> float:
    """Return how many pixels beyond the base a ring and its mark may paint."""
    if kind == "selected":
        return RING_GAP + 2.5
    return _target_gap(kind, selected) + 10.0
