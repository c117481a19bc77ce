from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainterPath

from wolfling_gui.ui.palette import DARK, LIGHT
from wolfling_gui.ui.scene.symbols.ink import closed_path
from wolfling_gui.ui.scene.symbols.ruins import (
    CHIP,
    RuinLevel,
    chip_spot,
    hull_tag_size,
    paint_collapse,
    paint_hull_tag,
    paint_level_chip,
    paint_ruin,
    paint_stairs,
)
from wolfling_gui.ui.scene.symbols.terrain import (
    AREA_CLASSES,
    AREA_KINDS,
    GROUND_KINDS,
    paint_area,
    paint_barricade,
    paint_furniture,
    paint_ground,
    paint_hull,
    paint_traps,
    paint_wire,
    rectangle,
    scatter,
)
from wolfling_gui.ui.scene.symbols.zones import (
    grid_steps,
    paint_deployment,
    paint_grid,
    paint_scale_bar,
    paint_shared_zone,
    scale_bar_inches,
)

from .pictures import alpha, border_is_clear, ink_share, near, painted, polygon, shows

ZOOMS = (6.0, 12.0, 25.0, 60.0)
BLOB = polygon((20, 60), (40, 20), (90, 14), (130, 50), (120, 100), (70, 126), (30, 110))


@pytest.mark.parametrize("kind", GROUND_KINDS)
def test_grounds_have_their_own_fill(kind):
    fill = {"room": "floor"}.get(kind, kind)
    picture = painted(40, 40, lambda p: paint_ground(p, LIGHT, rectangle(4, 4, 32, 32), kind))
    assert near(picture, 20, 20, getattr(LIGHT, fill), 1)
    assert border_is_clear(picture)


def test_the_hull_is_hatched_only_outside():
    outside = closed_path(rectangle(0, 0, 100, 100)).subtracted(closed_path(rectangle(30, 30, 40, 40)))
    picture = painted(100, 100, lambda p: paint_hull(p, DARK, outside))
    assert alpha(picture)[50, 50] == 0
    assert shows(picture, DARK.hull, 4) > 1000
    assert shows(picture, DARK.hull_hatch, 8) > 20


@pytest.mark.parametrize("zoom", ZOOMS)
@pytest.mark.parametrize("kind", AREA_KINDS)
def test_area_terrain_stays_in_its_outline(kind, zoom):
    for klass in AREA_CLASSES:
        picture = painted(150, 140, lambda p, k=klass: paint_area(p, DARK, BLOB, kind, k, zoom))
        outside = alpha(picture)
        assert outside[60, 75] == 255
        assert not outside[:10].any()
        assert not outside[:, :16].any()


@pytest.mark.parametrize("palette", [DARK, LIGHT])
@pytest.mark.parametrize("kind", AREA_KINDS)
def test_classes_differ_in_grey_whatever_the_kind(palette, kind):
    made = [
        painted(150, 140, lambda p, k=klass: paint_area(p, palette, BLOB, kind, k, 25), palette.ground)
        for klass in AREA_CLASSES
    ]
    for one, other in itertools.combinations(made, 2):
        assert ink_share(one, other, 12) > 0.004


def test_a_small_wood_still_has_trees():
    copse = rectangle(4, 4, 44, 40)
    picture = painted(60, 60, lambda p: paint_area(p, DARK, copse, "wood", "open", 25))
    bare = painted(60, 60, lambda p: paint_area(p, DARK, copse, "plain", "open", 25))
    assert shows(picture, DARK.wood_line, 40) > shows(bare, DARK.wood_line, 40) + 20


@given(st.floats(4, 60), st.floats(0.5, 10), st.integers(0, 50))
def test_scattered_points_lie_inside_and_are_repeatable(spacing, margin, seed):
    path = closed_path(BLOB)
    points = scatter(BLOB, spacing, margin, seed)
    assert points == scatter(BLOB, spacing, margin, seed)
    for point in points:
        assert path.contains(point)
        # Three quarters of the margin: the outline's stroke is flattened.
        for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            assert path.contains(point + QPointF(dx, dy) * (0.7 * margin))


def test_nothing_is_scattered_without_room():
    assert scatter(BLOB, 0.0, 1.0) == []
    assert scatter(polygon(), 5.0, 1.0) == []


@pytest.mark.parametrize("zoom", ZOOMS)
def test_obstacles_are_drawn_as_what_they_are(zoom):
    line = polygon((30, 40), (120, 60), (160, 50))
    made = [
        painted(200, 100, lambda p: paint_barricade(p, DARK, line, zoom), DARK.ground),
        painted(200, 100, lambda p: paint_wire(p, DARK, line, zoom), DARK.ground),
        painted(200, 100, lambda p: paint_traps(p, DARK, line, zoom), DARK.ground),
    ]
    for one, other in itertools.combinations(made, 2):
        assert ink_share(one, other, 24) > 0.2
    for paint in (paint_barricade, paint_wire, paint_traps):
        point = polygon((50, 50), (50, 50))
        painted(100, 100, lambda p, paint=paint, at=point: paint(p, DARK, at, zoom))


def test_furniture_keeps_to_its_outline():
    picture = painted(60, 60, lambda p: paint_furniture(p, DARK, rectangle(10, 10, 30, 40)))
    assert alpha(picture)[30, 25] > 0
    assert border_is_clear(picture)


FOOTPRINT = polygon((10, 60), (60, 60), (60, 10), (140, 10), (140, 150), (10, 150))
LEVELS = (
    RuinLevel(1, (polygon((16, 100), (66, 100), (66, 16), (134, 16), (134, 144), (16, 144)),)),
    RuinLevel(2, (polygon((80, 30), (126, 30), (126, 136), (80, 136)),)),
    RuinLevel(3, (polygon((90, 40), (120, 40), (120, 70), (90, 70)),)),
)


@pytest.mark.parametrize("zoom", ZOOMS)
@pytest.mark.parametrize("shown", [None, 0, 1, 2, 3])
def test_ruins_stay_near_their_footprint(zoom, shown):
    picture = painted(152, 162, lambda p: paint_ruin(p, DARK, FOOTPRINT, LEVELS, shown, zoom))
    assert border_is_clear(picture)
    if shown is not None and (shown > 0 or zoom >= 12):
        plain = painted(152, 162, lambda p: paint_ruin(p, DARK, FOOTPRINT, LEVELS, None, zoom), DARK.ground)
        marked = painted(152, 162, lambda p: paint_ruin(p, DARK, FOOTPRINT, LEVELS, shown, zoom), DARK.ground)
        assert ink_share(plain, marked, 20) > 0.001


def test_a_ruin_at_fault_turns_to_the_colour_of_a_refusal():
    usual = painted(152, 162, lambda p: paint_ruin(p, DARK, FOOTPRINT, LEVELS, None, 25))
    fault = painted(152, 162, lambda p: paint_ruin(p, DARK, FOOTPRINT, LEVELS, None, 25, refused=True))
    assert shows(usual, DARK.refused) == 0
    assert shows(fault, DARK.refused) > 200


def test_level_chips_stand_on_their_own_level():
    above = closed_path(LEVELS[0].polygons[0])
    spot = chip_spot(FOOTPRINT, above)
    assert spot is not None
    box = QRectF(spot.x() - CHIP / 2, spot.y() - CHIP / 2, CHIP, CHIP)
    assert closed_path(FOOTPRINT).contains(box)
    assert not above.intersects(box)
    assert chip_spot(rectangle(0, 0, 10, 10), QPainterPath()) is None
    assert chip_spot(FOOTPRINT, closed_path(rectangle(-10, -10, 400, 400))) is None


def test_a_shown_level_has_a_filled_chip():
    plain = painted(20, 20, lambda p: paint_level_chip(p, LIGHT, QPointF(10, 10), 1))
    filled = painted(20, 20, lambda p: paint_level_chip(p, LIGHT, QPointF(10, 10), 1, filled=True))
    assert near(plain, 6, 12, LIGHT.panel)
    assert near(filled, 6, 12, LIGHT.accent)


def test_stairs_run_from_foot_to_head_in_every_direction():
    for head in ((80, 20), (20, 80), (80, 80), (20, 20), (50, 90), (90, 50)):
        picture = painted(100, 100, lambda p, h=head: paint_stairs(p, DARK, QPointF(50, 50), QPointF(*h), 25))
        assert alpha(picture).any()
        assert border_is_clear(picture)


def test_a_collapse_goes_from_outline_to_rubble():
    made = [
        painted(152, 162, lambda p, d=done: paint_collapse(p, DARK, FOOTPRINT, 25, d), DARK.ground)
        for done in (0.0, 0.5, 1.0)
    ]
    walls = [shows(picture, DARK.wall) for picture in made]
    assert walls[0] > 100
    assert walls[1] == walls[2] == 0
    assert shows(made[2], DARK.rubble, 3) > 1000
    assert shows(made[0], DARK.rubble, 1) == 0


@pytest.mark.parametrize(("left", "total"), [(7, 9), (0, 1), (12, 12), (13, 13), (19, 24), (0, 0)])
def test_hull_tags_fit_their_size(left, total):
    size = hull_tag_size("Ruin 3", total)
    width, height = int(size.width()), int(size.height())
    picture = painted(
        width + 4, height + 4, lambda p: paint_hull_tag(p, DARK, QPointF(2, 2), "Ruin 3", left, total)
    )
    assert border_is_clear(picture)
    # The words end before the tag's right padding.
    a = shows(picture.copy(width - 2, 4, 3, height - 4), DARK.text2, 60)
    assert a == 0


@pytest.mark.parametrize(
    ("zoom", "steps"), [(6, (6.0,)), (11.9, (6.0,)), (12, (3.0, 6.0)), (20, (1.0, 6.0)), (60, (1.0, 6.0))]
)
def test_grid_steps_follow_the_table(zoom, steps):
    assert grid_steps(zoom) == steps


def test_grid_shows_half_inches_while_dragging_and_the_snap_step_always():
    assert grid_steps(60, dragging=True) == (0.5, 1.0, 6.0)
    assert grid_steps(25, dragging=True) == (1.0, 6.0)
    assert grid_steps(8, snap_inches=0.25) == (0.25, 6.0)


def test_grid_counts_from_the_south_west_corner():
    area = QRectF(10, 10, 180, 180)
    picture = painted(200, 200, lambda p: paint_grid(p, LIGHT, area, QPointF(16, 184), 25), "#000000")
    assert near(picture, 16, 100, LIGHT.grid6)
    assert near(picture, 41, 100, LIGHT.grid1)
    assert near(picture, 100, 184 - 25, LIGHT.grid1)
    assert near(picture, 16 + 150, 100, LIGHT.grid6)
    assert near(picture, 28, 100, "#000000")
    assert near(picture, 5, 5, "#000000")


@given(st.floats(6, 96))
def test_scale_bar_has_a_sensible_length(zoom):
    assert 36 <= scale_bar_inches(zoom) * zoom <= 240


def test_scale_bar_tells_its_place():
    places = []
    picture = painted(260, 40, lambda p: places.append(paint_scale_bar(p, DARK, QPointF(20, 20), 25)))
    inked = alpha(picture)
    place = places[0].toAlignedRect().adjusted(-1, -1, 1, 1)
    inked[place.top() : place.bottom() + 1, place.left() : place.right() + 1] = 0
    assert not inked.any()


def test_zones_are_faint_inside_and_dashed_at_the_edge():
    box = rectangle(10, 10, 180, 80)
    picture = painted(200, 100, lambda p: paint_deployment(p, DARK, box, 0, "Blue"))
    inked = alpha(picture)
    assert 10 <= inked[40, 40] <= 20
    assert (inked[10, 12:180] >= 150).any()
    assert (inked[10, 12:180] < 60).any()
    neutral = painted(200, 100, lambda p: paint_deployment(p, DARK, box, None))
    assert ink_share(picture, neutral, 4) > 0


def test_the_shared_zone_is_a_tint():
    picture = painted(100, 100, lambda p: paint_shared_zone(p, DARK, closed_path(rectangle(10, 10, 80, 80))))
    assert 11 <= alpha(picture)[50, 50] <= 14
    assert border_is_clear(picture)
