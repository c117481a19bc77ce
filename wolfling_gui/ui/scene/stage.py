"""Say what a sketch is, in which layer it lies, and what it may ask of the board."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Protocol

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter

from wolfling_gui.core.battle import Battle
from wolfling_gui.core.forces import Place
from wolfling_gui.ui.palette import Palette
from wolfling_gui.ui.scene.projection import Projection
from wolfling_gui.ui.scene.symbols.tokens import TokenLook


class Layer(IntEnum):
    """Order what lies on the map, from below."""

    TERRAIN = 0
    LABELS = 5
    ZONES = 10
    BARRIERS = 15
    MARKERS = 20
    ARCS = 30
    LINES = 40
    RINGS = 50
    TOKENS_ELSEWHERE = 55
    TOKENS = 60
    GHOSTS = 65
    MARKS = 70
    TAGS = 80
    CURSOR = 90


Paint = Callable[[QPainter, Palette], object]


@dataclass(frozen=True, slots=True)
class Sketch:
    """Hold one thing to draw: its layer, the rectangle it stays in, and how it is drawn."""

    layer: Layer
    bounds: QRectF
    paint: Paint


class Stage(Protocol):
    """Know where models are shown and how they look; the board is one."""

    @property
    def battle(self) -> Battle:
        """Return the battle shown."""

    @property
    def projection(self) -> Projection:
        """Return the projection in use."""

    @property
    def ratio(self) -> float:
        """Return how many pixels of the screen one pixel of the scene takes."""

    @property
    def level(self) -> int | None:
        """Return the level shown, None for all."""

    def shown_place(self, model: str) -> Place | None:
        """Return where a model is shown: its ghost's place if it has one."""

    def plain_look(self, model: str) -> TokenLook | None:
        """Return the look of a model that is shown, without its statuses."""

    def centre_of(self, model: str) -> QPointF | None:
        """Return the middle of a shown model, in scene pixels."""

    def is_selected(self, model: str) -> bool:
        """Tell whether a model carries the ring of the selection."""


def around(points: Sequence[QPointF], margin: float) -> QRectF:
    """Return the rectangle round points, larger by a margin in pixels."""
    xs, ys = [at.x() for at in points], [at.y() for at in points]
    box = QRectF(QPointF(min(xs), min(ys)), QPointF(max(xs), max(ys)))
    return box.adjusted(-margin, -margin, margin, margin)
