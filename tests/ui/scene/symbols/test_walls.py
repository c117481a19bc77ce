from __future__ import annotations

import itertools

import pytest
from PySide6.QtCore import QPointF
from PySide6.QtGui import QTransform

from wolfling_gui.ui.palette import DARK, LIGHT
from wolfling_gui.ui.scene.symbols.doors import DOOR_STATES, leaves_for, paint_door
from wolfling_gui.ui.scene.symbols.walls import (
    line_widths,
    paint_blocking_wall,
    paint_broken_outline,
    paint_wall,
    paint_walls,
)

from .pictures import alpha, border_is_clear, grey, ink_share, near, painted, polygon, shows

ZOOMS = (6.0, 12.0, 25.0, 41.0)


@pytest.mark.parametrize(
    ("zoom", "wall", "ruined", "leaf", "contour", "inner", "rim"),
    [
        (11.99, 2.5, 1.5, 1.2, 0.8, 0.0, 1.0),
        (12, 4.0, 3.0, 1.6, 1.1, 0.6, 1.4),
        (19.99, 4.0, 3.0, 1.6, 1.1, 0.6, 1.4),
        (20, 4.5, 3.2, 2.0, 1.2, 0.6, 1.4),
        (40, 4.5, 3.2, 2.0, 1.2, 0.6, 1.4),
        (40.01, 6.0, 4.0, 2.5, 1.5, 0.8, 2.0),
    ],
)
def test_line_widths_follow_the_table(zoom, wall, ruined, leaf, contour, inner, rim):
    row = line_widths(zoom)
    assert (row.wall, row.ruined, row.leaf) == (wall, ruined, leaf)
    assert (row.contour, row.inner_contour, row.rim) == (contour, inner, rim)
    assert row.wall_casing == wall + 2.5


def test_large_bases_have_a_heavier_rim_in_the_usual_zoom():
    assert line_widths(25).rim_large == 1.8


@pytest.mark.parametrize("zoom", ZOOMS)
def test_kinds_of_wall_differ_in_grey(zoom):
    a, b = QPointF(10, 20), QPointF(110, 20)
    made = [
        painted(120, 40, lambda p: paint_wall(p, LIGHT, a, b, zoom), LIGHT.floor),
        painted(120, 40, lambda p: paint_wall(p, LIGHT, a, b, zoom, ruined=True), LIGHT.floor),
        painted(120, 40, lambda p: paint_blocking_wall(p, LIGHT, a, b, zoom), LIGHT.floor),
    ]
    for one, other in itertools.combinations(made, 2):
        assert ink_share(one, other, 16) > 0.1


def test_walls_that_meet_become_one():
    cross = (polygon((10, 40), (70, 40)), polygon((40, 10), (40, 70)))
    picture = painted(80, 80, lambda p: paint_walls(p, DARK, cross, 25), DARK.floor)
    assert all(near(picture, x, 40, DARK.wall) for x in range(12, 69))
    assert all(near(picture, 40, y, DARK.wall) for y in range(12, 69))


def test_ruined_wall_and_ruin_outline_have_gaps():
    a, b = QPointF(5, 10), QPointF(205, 10)
    line = alpha(painted(210, 20, lambda p: paint_wall(p, DARK, a, b, 25, ruined=True)))[10]
    assert (line[5:205] == 0).sum() > 30
    square = polygon((10, 10), (160, 10), (160, 90), (10, 90))
    picture = painted(170, 100, lambda p: paint_broken_outline(p, DARK, square, 25))
    assert (alpha(picture)[10, 10:160] == 0).sum() > 5
    assert border_is_clear(picture)


def door(state, zoom=25.0, a=(30, 40), b=(80, 40), palette=DARK, ground=None, **options):
    return painted(
        110,
        110,
        lambda p: paint_door(p, palette, QPointF(*a), QPointF(*b), state, zoom, **options),
        ground,
    )


@pytest.mark.parametrize("palette", [DARK, LIGHT])
@pytest.mark.parametrize("zoom", ZOOMS)
def test_door_states_differ_in_grey(palette, zoom):
    made = [door(state, zoom, palette=palette, ground=palette.floor) for state in DOOR_STATES]
    for one, other in itertools.combinations(made, 2):
        assert ink_share(one, other) > 0.05


@pytest.mark.parametrize("state", DOOR_STATES)
@pytest.mark.parametrize("zoom", ZOOMS)
def test_doors_stay_near_their_gap_in_every_direction(state, zoom):
    for b in ((80, 55), (30, 55), (55, 80), (55, 30), (75, 75), (35, 40), (55, 55)):
        for swing, leaves, blocking in itertools.product((1, -1), (None, 1, 2), (False, True)):
            picture = door(state, zoom, (55, 55), b, swing=swing, leaves=leaves, blocking=blocking)
            assert border_is_clear(picture)
            assert alpha(picture).any() == (b != (55, 55))


@pytest.mark.parametrize("state", ["open", "shut", "sealed"])
def test_a_turned_gap_gives_the_turned_picture(state):
    level = door(state, a=(30, 55), b=(80, 55))
    upright = door(state, a=(55, 30), b=(55, 80))
    turned = level.transformed(QTransform().rotate(90))
    difference = abs(grey(turned) - grey(upright))
    assert (difference > 60).mean() < 0.004


def test_swing_and_leaves_are_drawn():
    down, up = alpha(door("open", leaves=2, swing=1)), alpha(door("open", leaves=2, swing=-1))
    assert down[60, 30] > 0
    assert down[20, 30] == 0
    assert up[20, 30] > 0
    assert up[60, 30] == 0
    single = alpha(door("open", leaves=1, swing=1))
    assert single[85, 30] > 0
    assert single[60, 80] == 0
    assert leaves_for(1.0 * 25, 25) == 1
    assert leaves_for(2.0 * 25, 25) == 2


def test_a_blocking_door_turns_to_the_colour_of_a_refusal():
    for state in DOOR_STATES:
        assert shows(door(state, ground=DARK.floor), DARK.refused) == 0
        assert shows(door(state, ground=DARK.floor, blocking=True), DARK.refused) > 5
        assert shows(door(state, ground=DARK.floor, blocking=True), DARK.door) == 0
