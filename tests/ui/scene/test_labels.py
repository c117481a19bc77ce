from __future__ import annotations

import msgspec
import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter

from tests.ui.scene.tables import deck_table, yard_table
from wolfling_gui.core.lengths import at, inches
from wolfling_gui.core.terrain import Area, Door
from wolfling_gui.ui.palette import DARK
from wolfling_gui.ui.scene import labels
from wolfling_gui.ui.scene.projection import Projection
from wolfling_gui.ui.scene.symbols.placing import overlaps


@pytest.fixture
def written(monkeypatch):
    """Return a function that writes the labels of a table; it gives texts with their places."""
    texts = []
    original = labels.paint_label

    def remember(painter, palette, spot, text, **more):
        texts.append(text)
        return original(painter, palette, spot, text, **more)

    monkeypatch.setattr(labels, "paint_label", remember)

    def write(table, zoom, level=0, sides=None, tokens=()):
        texts.clear()
        picture = QImage(10, 10, QImage.Format.Format_ARGB32_Premultiplied)
        painter = QPainter(picture)
        try:
            p = Projection.of(table, zoom)
            places = labels.paint_labels(painter, DARK, table, level, p, sides, tokens)
        finally:
            painter.end()
        return list(texts), places

    return write


def test_the_zoom_says_how_much_is_written(written):
    table = deck_table()
    far, _ = written(table, 8.0)
    assert set(far) <= {"R1", "R2", "R3", "R4", "R5", "R6", "C1"}
    middle, _ = written(table, 16.0)
    assert {"D2 shut", "D5 sealed", "D7 locked"} <= set(middle)
    assert "D1" not in middle
    near, _ = written(table, 25.0)
    assert {"D1", "D3", "D2 shut", "R3 REACTOR HALL", "C1 SPINE"} <= set(near)
    close, _ = written(table, 50.0)
    assert "D2 shut · 1.5″ · 38 mm" in close


@pytest.mark.parametrize("table", [deck_table(), yard_table()], ids=["deck", "yard"])
@pytest.mark.parametrize("zoom", [6.0, 12.0, 18.0, 25.0, 48.0, 96.0])
def test_labels_cover_no_other_label_and_stay_on_the_table(written, table, zoom):
    _, places = written(table, zoom, sides=("blue", "orange"))
    assert places or (zoom < 12 and not any(z.kind == "room" for z in table.zones.values()))
    assert not [a for n, a in enumerate(places) for b in places[:n] if overlaps(a, b)]
    room = Projection.of(table, zoom).table_rect.adjusted(-1, -1, 1, 1)
    assert all(room.contains(place) for place in places)


def test_terrain_says_its_class_and_cover(written):
    texts, _ = written(yard_table(), 20.0)
    assert {"WOOD 1 · AREA TERRAIN · 5+", "CRATER · DIFFICULT · 5+", "CONTAINER · IMPASSABLE"} <= set(texts)
    assert {"BARRICADE", "TANK TRAPS", "Q1 Foundry"} <= set(texts)


def test_the_ground_keeps_its_names_under_a_ruins_level(written):
    assert "BARRICADE" in written(yard_table(), 20.0, level=2)[0]


def test_deployment_zones_are_named_when_asked(written):
    assert "BLUE" not in written(yard_table(), 20.0)[0]
    assert {"BLUE", "ORANGE"} <= set(written(yard_table(), 20.0, sides=("blue", "orange"))[0])


def test_an_id_that_repeats_the_name_is_left_out():
    assert labels.full_name("town-hall", "Town hall") == "Town hall"
    assert labels.full_name("R3", "Reactor hall") == "R3 Reactor hall"
    assert labels.full_name("C2", "") == "C2"


def test_words_of_doors_and_areas():
    door = Door("D9", at(0, 0), at(2, 0), state="open", locked=True)
    assert labels.door_state_words(door) == "D9"
    assert labels.door_state_words(msgspec.structs.replace(door, state="shut")) == "D9 locked"
    assert labels.gap_words(inches("1.9")) == "1.9″ · 48 mm"
    square = (at(0, 0), at(1, 0), at(1, 1))
    assert labels.area_words(Area("A", square, "swamp", terrain="clear", area=False)) == "Area · clear"
    assert labels.area_words(Area("A", square, "rubble", "Fallen wires")) == "Fallen wires · difficult"


def covered(places, tokens):
    return [place for place in places for token in tokens if overlaps(place, token)]


def test_names_make_way_for_tokens_where_they_can(written):
    table = deck_table()
    texts, usual = written(table, 25.0)
    tokens = [QRectF(box.center().x() - 12, box.center().y() - 12, 24, 24) for box in usual]
    again, places = written(table, 25.0, tokens=tokens)
    assert sorted(again) == sorted(texts), "none is left out"
    assert len(covered(places, tokens)) < len(tokens) / 2
    assert not [a for n, a in enumerate(places) for b in places[:n] if overlaps(a, b)]


def test_a_name_without_a_free_place_is_written_all_the_same(written):
    table = deck_table()
    texts, usual = written(table, 25.0)
    everywhere = [Projection.of(table, 25.0).table_rect]
    assert (written(table, 25.0, tokens=everywhere)) == (texts, usual)
