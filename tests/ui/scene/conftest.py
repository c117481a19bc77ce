from __future__ import annotations

import pytest

from tests.ui.scene.tables import deck_battle, yard_battle


@pytest.fixture(autouse=True)
def quiet(look, qtlog):
    """Fail a test during which Qt warned of anything."""
    yield
    assert [record.message for record in qtlog.records] == []


@pytest.fixture
def deck():
    return deck_battle()


@pytest.fixture
def yard():
    return yard_battle()
