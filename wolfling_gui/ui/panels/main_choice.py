"""Hold what the guide's main button does."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class MainChoice:
    """Hold what the main button does now: its words, its key, and the deed; `why_not` disables it."""

    text: str
    run: Callable[[], object]
    keys: str = "Return"
    why_not: str = ""
