"""Describe what the pointer did on the map, as a value that tests can make without a window."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from PySide6.QtCore import QPointF, Qt

from wolfling_gui.core.lengths import Point


@dataclass(frozen=True, slots=True)
class Pointer:
    """Hold one event of the pointer: what happened, where on the table, on which level, with which keys.

    `pos` is the place in the view in device-independent pixels, for slack that does not grow with the zoom.
    """

    kind: Literal["press", "move", "release", "double"]
    point: Point
    level: int | None = 0
    pos: QPointF = field(default_factory=QPointF)
    button: Qt.MouseButton = Qt.MouseButton.LeftButton
    buttons: Qt.MouseButton = Qt.MouseButton.NoButton
    modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier
