from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainterPath

from wolfling_gui.ui.palette import DARK, LIGHT
from wolfling_gui.ui.scene.symbols.ink import closed_path
from wolfling_gui.ui.scene.symbols.lines import (
    paint_link,
    paint_measure,
    paint_overwatch_shot,
    paint_ruler,
    paint_sight_legal,
    paint_sight_refused,
    paint_sight_stretch,
)
from wolfling_gui.ui.scene.symbols.paths import (
    arc_path,
    cut,
    paint_arc,
    paint_facing_arrow,
    paint_path,
    paint_range_ring,
    paint_reach,
    path_length,
)
from wolfling_gui.ui.scene.symbols.terrain import rectangle

from .pictures import alpha, border_is_clear, ink_share, near, painted, shows

A, B = QPointF(20, 50), QPointF(220, 50)


def drawn(paint, ground=DARK.floor):
    return painted(240, 100, paint, ground)


@pytest.mark.parametrize("palette", [DARK, LIGHT])
def test_verdicts_of_a_line_differ_in_grey(palette):
    middle = QPointF(120, 50)
    paints = [
        lambda p: paint_sight_legal(p, palette, A, B),
        lambda p: paint_sight_legal(p, palette, A, B, [(QPointF(90, 50), QPointF(150, 50))]),
        lambda p: paint_sight_refused(p, palette, A, B, middle),
        lambda p: paint_sight_stretch(p, palette, A, B, QPointF(90, 50), QPointF(150, 50)),
        lambda p: paint_link(p, palette, A, B, ok=True),
        lambda p: paint_link(p, palette, A, B, ok=False),
        lambda p: paint_overwatch_shot(p, palette, A, B),
    ]
    made = [drawn(paint, palette.floor) for paint in paints]
    for one, other in itertools.combinations(made, 2):
        assert ink_share(one, other, 24) > 0.05


def test_cover_is_dotted_only_where_it_lies():
    cover = [(QPointF(90, 50), QPointF(150, 50))]
    inked = alpha(painted(240, 100, lambda p: paint_sight_legal(p, DARK, A, B, cover)))
    assert inked[48, 95:145].max() > 150
    assert inked[47, 25:85].max() == 0
    assert inked[47, 155:215].max() == 0


def test_a_refused_line_is_solid_to_the_obstacle_and_dotted_beyond():
    at = QPointF(120, 50)
    inked = alpha(painted(240, 100, lambda p: paint_sight_refused(p, DARK, A, B, at)))
    assert (inked[50, 21:110] > 100).all()
    assert (inked[50, 130:219] == 0).sum() > 20
    assert (inked[50, 130:219] > 100).sum() > 20


def test_a_stretch_is_measured_beside_the_line_with_the_limit_on_it():
    def picture(**options):
        return drawn(
            lambda p: paint_sight_stretch(
                p,
                DARK,
                A,
                B,
                QPointF(60, 50),
                QPointF(180, 50),
                limit_px=100.0,
                limit_text="6″",
                measured_text="7.2″",
                **options,
            )
        )

    below, above, bare = picture(), picture(flip=True), picture(dimension=False)
    for picture_, y, free in ((below, 65, 35), (above, 35, 65)):
        assert picture_.pixelColor(90, y).red() > 120
        assert near(picture_, 90, free, DARK.floor)
    assert below.pixelColor(160, 60).green() > 120
    assert near(below, 100, 50, DARK.refused)
    assert shows(bare, DARK.text) == 0


def test_an_empty_stretch_raises_nothing():
    drawn(lambda p: paint_sight_stretch(p, DARK, A, B, A, A, limit_px=5.0, limit_text="6″"))
    drawn(lambda p: paint_sight_refused(p, DARK, A, A, A))
    drawn(lambda p: paint_path(p, DARK, [A, A], 25))
    drawn(lambda p: paint_path(p, DARK, [], 25))
    assert painted(9, 9, lambda p: paint_ruler(p, DARK, [A], 25, "")) is not None


def test_a_broken_link_carries_the_octagon():
    ok = drawn(lambda p: paint_link(p, DARK, A, B, ok=True))
    broken = drawn(lambda p: paint_link(p, DARK, A, B, ok=False))
    assert shows(ok, DARK.refused) == 0
    assert near(broken, 116, 50, DARK.refused)
    assert shows(broken, DARK.legal) == 0


def test_a_path_has_a_ring_at_each_inch():
    inked = drawn(lambda p: paint_path(p, DARK, [A, B], 40.0))
    assert all(near(inked, x, 50, DARK.casing) for x in (60, 100, 140, 180))
    assert near(inked, 80, 50, DARK.accent)


def test_a_path_changes_at_the_reaction_and_at_the_limit():
    picture = drawn(lambda p: paint_path(p, DARK, [A, B], 500.0, reaction_at=60.0, limit_at=140.0))
    before = picture.copy(20, 45, 45, 10)
    watched = picture.copy(95, 45, 60, 10)
    beyond = picture.copy(170, 45, 50, 10)
    assert shows(before, DARK.accent) > 50
    assert shows(before, DARK.warning) == 0
    assert shows(watched, DARK.warning) > 20
    assert shows(watched, DARK.accent) == 0
    assert shows(beyond, DARK.refused) > 5
    assert shows(beyond, DARK.warning) == 0
    assert near(picture, 160, 50, DARK.text)


points = st.lists(st.tuples(st.floats(-500, 500), st.floats(-500, 500)), min_size=2, max_size=8)


@given(points, st.floats(0, 1), st.floats(0, 1))
def test_a_cut_has_the_length_asked_for(corners, one, other):
    line = [QPointF(*corner) for corner in corners]
    whole = path_length(line)
    start, end = sorted((one * whole, other * whole))
    assert path_length(cut(line, start, end)) == pytest.approx(end - start, abs=1e-4)
    assert path_length(cut(line, 0, whole)) == pytest.approx(whole, abs=1e-4)


def test_the_ruler_tells_where_its_label_is():
    places = []
    picture = painted(
        240,
        100,
        lambda p: places.append(paint_ruler(p, DARK, [QPointF(20, 70), QPointF(150, 60)], 25, "5.2″")),
    )
    place = places[0]
    assert near(picture, int(place.left()) + 4, int(place.center().y()), DARK.panel)
    assert border_is_clear(picture)
    wide = paint_width("12.25″ over two walls")
    assert wide > paint_width("5″")


def paint_width(text):
    found = []
    painted(300, 60, lambda p: found.append(paint_measure(p, DARK, QPointF(10, 30), text)))
    return found[0].width()


def test_reach_and_rings_take_the_side_colour():
    region = QPainterPath()
    region.addEllipse(QPointF(120, 50), 60, 40)
    for side in range(4):
        picture = painted(240, 100, lambda p, s=side: paint_reach(p, DARK, s, region))
        assert 15 <= alpha(picture)[50, 120] <= 20
        ring = painted(240, 100, lambda p, s=side: paint_range_ring(p, DARK, s, QPointF(120, 50), 40))
        assert alpha(ring)[50, 120] == 0
        assert alpha(ring).any()


def test_an_arc_looks_where_it_faces():
    arc = arc_path(QPointF(100, 50), 40, 0.0, 90.0)
    assert arc.contains(QPointF(130, 50))
    assert not arc.contains(QPointF(70, 50))
    assert arc_path(QPointF(100, 50), 40, 90.0, 90.0).contains(QPointF(100, 20))


def test_only_the_part_in_sight_is_hatched():
    whole = arc_path(QPointF(120, 50), 80, 0.0, 60.0)
    seen = whole.subtracted(closed_path(rectangle(160, 0, 80, 49)))
    picture = painted(240, 100, lambda p: paint_arc(p, DARK, 1, whole, seen))
    assert alpha(picture)[70, 175] > 0
    assert alpha(picture)[30:44, 175].max() == 0
    plain = painted(240, 100, lambda p: paint_arc(p, DARK, 1, whole))
    assert alpha(plain)[44, 175] > 0


def test_the_facing_arrow_points():
    picture = painted(60, 60, lambda p: paint_facing_arrow(p, DARK, 0, QPointF(40, 30), QPointF(20, 30)))
    inked = alpha(picture)
    assert inked[:, 22:27].any(axis=1).sum() > inked[:, 34:39].any(axis=1).sum()
