"""Draw the window as a picture for commands, on a machine with or without a screen."""

from __future__ import annotations

import importlib
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from wolfling_gui.commands.trouble import CommandError

if TYPE_CHECKING:
    from wolfling_gui.session.session import Session


def without_screen() -> None:
    """Ask for none of the machine's screens, before anything of Qt is loaded: no window is shown."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    # The platform without a screen says for every window that it has none.
    os.environ.setdefault("QT_LOGGING_RULES", "*.warning=false")


def draw(
    source: Path | Session,
    out: Path,
    *,
    size: tuple[int, int] = (1440, 900),
    theme: str = "dark",
    scale: float = 1.0,
    step: int | None = None,
    select: str = "",
    hover: str = "",
    answers: int | None = None,
) -> None:
    """Write a picture of a battle or scenario as the window shows it, `size` in pixels before `scale`.

    Raises CommandError when nothing can be drawn or written, ProblemsError for a file with problems.
    """
    if out.suffix.lower() != ".png":
        raise CommandError(f"The picture “{out.name}” would be a PNG. Give it a name that ends in “.png”.", 2)
    without_screen()
    try:
        shots: Any = importlib.import_module("wolfling_gui.ui.window_shot")
    except ImportError as error:
        raise CommandError(f"The picture cannot be drawn: {error}.") from None
    try:
        image = shots.window_image(
            source, shots.QSize(*size), theme, scale, step, select=select, hover=hover, answers=answers
        )
    except ValueError as error:
        if hasattr(error, "problems"):
            raise
        raise CommandError(str(error)) from None
    if not image.save(str(out), "PNG"):
        raise CommandError(f"The picture “{out}” cannot be written. Choose another folder.")
