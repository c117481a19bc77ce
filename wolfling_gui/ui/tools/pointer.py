"""Pointer events as values, so that tools can be tested without a window."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, Protocol

from wolfling_gui.core.lengths import Point

if TYPE_CHECKING:
    from wolfling_gui.ui.desk import Desk
    from wolfling_gui.ui.scene.overlays import Overlay

PointerKind = Literal["press", "move", "release", "double", "leave", "cancel"]


@dataclass(frozen=True, slots=True)
class Pointer:
    """Hold one pointer event: where on the table, over which model or door, with which keys held.

    `dragging` tells that the button is down and the pointer has left the place where it was pressed.
    """

    kind: PointerKind
    at: Point
    level: int = 0
    model: str = ""
    door: str = ""
    shift: bool = False
    control: bool = False
    alt: bool = False
    dragging: bool = False


class Hands(Protocol):
    """What a tool works with: the desk, and a place for what it draws while it is at work."""

    desk: Desk

    def show(self, *overlays: Overlay) -> None:
        """Draw these while the tool is at work; without any, clear them."""
        ...

    def cursor(self, name: str) -> None:
        """Show a pointer shape: "arrow", "hand", "grab", "cross" or "no"."""
        ...


Tool = Generator[None, Pointer, None]
"""A tool at work: sent pointer events; closed when another is taken or Esc is pressed."""
