from __future__ import annotations

import pytest
from PySide6.QtCore import QSize

from tests.ui.scene.demo import shooting
from tests.ui.scene.symbols.pictures import shows
from wolfling_gui.ui.palette import DARK, LIGHT
from wolfling_gui.ui.scene import overlays as o
from wolfling_gui.ui.scene.terrain import TerrainOptions
from wolfling_gui.ui.screenshot import board_image, thumbnail


@pytest.mark.parametrize("scale", [1.0, 1.25, 2.0])
def test_pictures_have_the_size_asked_for(deck, scale):
    picture = board_image(deck, QSize(400, 320), "dark", scale)
    assert (picture.width(), picture.height()) == (400 * scale, 320 * scale)
    assert picture.devicePixelRatio() == scale


def test_themes_levels_and_overlays_show(deck, yard):
    size = QSize(600, 480)
    dark, light = board_image(deck, size), board_image(deck, size, "light")
    assert shows(dark, DARK.floor) > 20_000
    assert shows(light, LIGHT.floor) > 20_000
    assert shows(board_image(deck, size, overlays=shooting(deck)), DARK.legal) > shows(dark, DARK.legal) + 200
    levels = [board_image(yard, size, level=level) for level in (None, 0, 1, 2)]
    assert len({bytes(picture.constBits()) for picture in levels}) == 4


def test_a_zoom_centres_on_what_is_named(deck):
    picture = board_image(deck, QSize(300, 300), zoom=60, centre=("M1",), frame=False)
    marked = board_image(
        deck, QSize(300, 300), zoom=60, centre=("M1",), frame=False, overlays=(o.SelectedRing("M1"),)
    )
    assert shows(picture.copy(110, 110, 80, 80), DARK.side(1).full) > 500
    assert shows(marked.copy(110, 110, 80, 80), DARK.accent) > 50


def test_options_and_casualties_reach_the_picture(deck):
    size = QSize(400, 320)
    plain = board_image(deck, size)
    assert board_image(deck, size, options=TerrainOptions(deployment=True)) != plain
    model = deck.models["M1"]
    kind = type(model)
    fallen = deck.with_model(
        kind(model.id, model.name, model.unit, model.profile, place=model.place, casualty=True)
    )
    assert board_image(fallen, size) != board_image(fallen, size, casualties=("M1",))


@pytest.mark.parametrize("size", [QSize(90, 60), QSize(180, 120)])
def test_thumbnails_show_both_sides_and_walls(deck, size):
    picture = thumbnail(deck, size)
    assert (picture.width(), picture.height()) == (size.width(), size.height())
    for side in (0, 1):
        assert shows(picture, DARK.side(side).full, 40) >= 10
    assert shows(picture, DARK.wall, 60) >= 20


def test_a_picture_of_nothing_is_refused(deck):
    with pytest.raises(ValueError, match="needs a size"):
        board_image(deck, QSize(0, 40))
    with pytest.raises(ValueError, match="needs a size"):
        board_image(deck, QSize(40, 40), scale=0)
