from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def _application(qapp):
    """Fonts and pixmaps need an application."""
    return qapp
