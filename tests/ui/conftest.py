"""Dress the test application: dark, 100 %, default colours, whatever the test before chose."""

from __future__ import annotations

import pytest

from wolfling_gui.ui import theme as theme_module
from wolfling_gui.ui.theme import Theme


@pytest.fixture
def look(qapp) -> Theme:
    """Return the application's theme, reset and applied."""
    made = theme_module.theme() if theme_module.has_theme() else Theme(qapp)
    made.set_theme("dark")
    made.set_clear(False)
    made.set_scale(1.0)
    if not qapp.styleSheet():
        made.apply(qapp)
    return made
