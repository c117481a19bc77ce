from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPointF, QRectF, QSizeF

from wolfling_gui.ui.scene.symbols.placing import (
    DISTANCES,
    eight_places,
    line_boxes,
    overlaps,
    place_tags,
)

BOUNDS = QRectF(0, 0, 400, 300)
numbers = st.floats(0, 360, allow_nan=False)
boxes = st.builds(QRectF, numbers, st.floats(0, 280), st.floats(6, 60), st.floats(6, 60))
sizes = st.builds(QSizeF, st.floats(10, 140), st.floats(10, 24))


@given(
    st.lists(st.tuples(boxes, sizes), max_size=12), st.lists(boxes, max_size=25), st.lists(boxes, max_size=5)
)
def test_no_tag_covers_a_token_or_a_tag(units, others, soft):
    anchors, wanted = [unit[0] for unit in units], [unit[1] for unit in units]
    obstacles = [*anchors, *others]
    found = place_tags(anchors, wanted, obstacles, BOUNDS, avoid=soft)
    assert len(found) == len(units)
    taken = list(obstacles)
    for anchor, size, place in zip(anchors, wanted, found, strict=True):
        if place is None:
            free = [
                spot
                for gap in DISTANCES
                for spot in eight_places(anchor, size, gap)
                if BOUNDS.contains(spot) and not any(overlaps(spot, box) for box in taken)
            ]
            assert not free
            continue
        assert place.size() == size
        assert BOUNDS.contains(place)
        assert not any(overlaps(place, box) for box in taken)
        taken.append(place)


def test_the_nearest_free_place_is_taken_and_above_comes_first():
    unit, size = QRectF(180, 140, 40, 40), QSizeF(80, 20)
    (above,) = place_tags([unit], [size], [unit], BOUNDS)
    assert above == QRectF(160, 114, 80, 20)
    (below,) = place_tags([unit], [size], [unit, above], BOUNDS)
    assert below == QRectF(160, 186, 80, 20)


def test_where_nothing_is_free_there_is_no_tag():
    unit = QRectF(180, 140, 40, 40)
    assert place_tags([unit], [QSizeF(80, 20)], [BOUNDS], BOUNDS) == [None]
    assert place_tags([unit], [QSizeF(80, 20)], [], QRectF(180, 140, 40, 40)) == [None]


def test_anchors_and_sizes_go_in_pairs():
    with pytest.raises(ValueError, match="got 1 anchors and 0 sizes"):
        place_tags([QRectF(0, 0, 1, 1)], [], [], BOUNDS)


def test_touching_is_not_covering():
    assert not overlaps(QRectF(0, 0, 10, 10), QRectF(10, 0, 10, 10))
    assert overlaps(QRectF(0, 0, 10, 10), QRectF(9.5, 0, 10, 10))


def test_a_tag_rather_keeps_off_lines_but_would_sooner_cover_one_than_vanish():
    unit, size = QRectF(180, 140, 40, 40), QSizeF(80, 20)
    line = line_boxes(QPointF(200, 0), QPointF(200, 160))
    (place,) = place_tags([unit], [size], [unit], BOUNDS, avoid=line)
    assert place == QRectF(160, 186, 80, 20)
    narrow = QRectF(150, 110, 100, 70)
    (place,) = place_tags([unit], [size], [unit], narrow, avoid=line)
    assert place == QRectF(160, 114, 80, 20)


def test_a_line_is_covered_by_its_boxes():
    boxes_ = line_boxes(QPointF(0, 0), QPointF(100, 0), 10)
    assert len(boxes_) == 11
    assert boxes_[0].center() == QPointF(0, 0)
    assert boxes_[-1].center() == QPointF(100, 0)
    assert len(line_boxes(QPointF(5, 5), QPointF(5, 5))) == 2
