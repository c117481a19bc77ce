"""Tags stay in the room of their unit wherever it has a place for them."""

from __future__ import annotations

import pytest

from tests.ui.deck import deck_battle
from wolfling_gui.core.forces import Place
from wolfling_gui.core.lengths import at
from wolfling_gui.ui.palette import DARK
from wolfling_gui.ui.scene import overlays as o
from wolfling_gui.ui.scene.board import BoardScene
from wolfling_gui.ui.scene.hits import zone_at

NEAR_WALLS = [
    (19.6, 20),
    (19.6, 12),
    (30.4, 21),
    (20.4, 22.4),
    (18.4, 22),
    (9.6, 22.4),
    (24.6, 1.7),
    (23.4, 1.7),
]


@pytest.mark.parametrize("spot", NEAR_WALLS)
@pytest.mark.parametrize("px_per_inch", [18.0, 25.0])
def test_a_tag_stands_in_the_room_of_its_unit(look, spot, px_per_inch):
    battle = deck_battle().with_place("orange-marksman-1", Place(at(*spot)))
    board = BoardScene(DARK)
    board.set_zoom(px_per_inch)
    board.set_overlays((o.Tag("orange-marksman", None, "Marksman", plain="1"),))
    board.sync(battle)
    (placed,) = board.placed_tags
    middle = board.projection.table_point(placed.rect.center())
    own = zone_at(battle.table, at(*spot), 0)
    assert own is not None
    assert zone_at(battle.table, middle, 0) is own
