from __future__ import annotations

import itertools

import pytest
from PySide6.QtCore import QPointF

from wolfling_gui.ui.palette import DARK, DARK_CLEAR, LIGHT, LIGHT_CLEAR
from wolfling_gui.ui.scene.symbols import ink
from wolfling_gui.ui.scene.symbols.badges import STATUS_NAMES, paint_icon, paint_status_badge
from wolfling_gui.ui.scene.symbols.markers import ASSET_ICONS, paint_asset, paint_objective
from wolfling_gui.ui.scene.symbols.marks import MARK_KINDS, paint_mark, paint_side_badge
from wolfling_gui.ui.scene.symbols.sheet import HEIGHT, WIDTH, sheet_image
from wolfling_gui.ui.scene.symbols.tags import (
    Tag,
    paint_label,
    paint_rule_chip,
    paint_side_chip,
    paint_tag,
    rule_chip_size,
    tag_size,
)

from .pictures import alpha, border_is_clear, grey, ink_share, near, painted, shows

PALETTES = (DARK, LIGHT, DARK_CLEAR, LIGHT_CLEAR)
TAGS = (
    Tag("legal", "Riflemen", "2+", "cover 5+"),
    Tag("refused", "Brutes", plain="wall W3"),
    Tag("warning", "Runner 4", plain="Sentry fires here"),
    Tag("question", "Marksman", plain="seen through a gap?"),
    Tag("none", "R3", plain="does not apply"),
    Tag(None, "Scouts", plain="acted 1"),
    Tag(None, "Gunners"),
)


@pytest.mark.parametrize("palette", PALETTES)
@pytest.mark.parametrize("size", [11.0, 13.0, 32.0])
def test_verdict_marks_differ_in_grey_and_stay_in_their_size(palette, size):
    half = int(size / 2) + 4
    made = []
    for kind in MARK_KINDS:
        at = QPointF(half, half)
        picture = painted(2 * half, 2 * half, lambda p, k=kind, at=at: paint_mark(p, palette, k, at, size))
        assert border_is_clear(picture)
        made.append(
            painted(
                2 * half,
                2 * half,
                lambda p, k=kind, at=at: paint_mark(p, palette, k, at, size),
                palette.panel,
            )
        )
    for one, other in itertools.combinations(made, 2):
        assert ink_share(one, other, 30) > 0.1


@pytest.mark.parametrize("palette", PALETTES)
@pytest.mark.parametrize("zoom", [6.0, 13.9, 14.0, 25.0])
@pytest.mark.parametrize("tag", TAGS)
def test_tags_keep_to_their_size(palette, zoom, tag):
    size = tag_size(tag, zoom)
    width, height = int(size.width()), int(size.height())
    picture = painted(width + 4, height + 4, lambda p: paint_tag(p, palette, QPointF(2, 2), tag, zoom))
    assert border_is_clear(picture)
    assert alpha(picture).any()
    if zoom >= 14:
        assert not shows(picture.copy(width - 3, 6, 3, height - 8), palette.text, 60)


def test_small_zooms_leave_only_the_mark():
    tag = TAGS[0]
    assert tag_size(tag, 13.9).width() == tag_size(tag, 13.9).height() == 20
    assert tag_size(tag, 14).width() > 60
    assert tag_size(Tag(None, "Scouts"), 8) == tag_size(Tag(None, "Scouts"), 25)


def test_a_reason_is_written_in_the_verdicts_colour():
    def picture(tag):
        return painted(260, 30, lambda p: paint_tag(p, DARK, QPointF(4, 4), tag))

    assert shows(picture(Tag("refused", "X", plain="wall")), DARK.refused) > shows(
        picture(Tag("refused", "X")), DARK.refused
    )
    assert shows(picture(Tag("legal", "X")), DARK.legal) > 10


def test_tags_grow_with_the_text_scale():
    with ink.text_at_scale(1.0):
        usual = tag_size(TAGS[0])
    with ink.text_at_scale(1.5):
        large = tag_size(TAGS[0])
    assert large.width() > usual.width() * 1.25
    assert large.height() > usual.height()


@pytest.mark.parametrize("tone", ["plain", "refused", "warning", "house"])
def test_rule_chips_keep_to_their_size(tone):
    size = rule_chip_size("HW-TERRAIN-10")
    picture = painted(
        int(size.width()) + 4, 22, lambda p: paint_rule_chip(p, DARK, QPointF(2, 2), "HW-TERRAIN-10", tone)
    )
    assert border_is_clear(picture)


def test_labels_have_a_halo():
    def paint(painter):
        paint_label(painter, LIGHT, QPointF(60, 20), "r2 armoury", capitals=True)

    picture = painted(120, 40, paint, "#808080")
    assert shows(picture, LIGHT.casing) > 50
    assert shows(picture, LIGHT.text2, 40) > 20


def test_side_chips_tell_where_they_end():
    places = []
    picture = painted(140, 30, lambda p: places.append(paint_side_chip(p, DARK, QPointF(5, 15), 1, "Orange")))
    inked = alpha(picture)
    assert not inked[:, int(places[0].right()) + 2 :].any()
    assert inked[:, : int(places[0].right())].any()


def test_side_badges_differ_in_grey():
    made = [
        painted(24, 24, lambda p, s=side: paint_side_badge(p, LIGHT, s, QPointF(12, 12), 12), LIGHT.panel)
        for side in range(4)
    ]
    for one, other in itertools.combinations(made, 2):
        assert ink_share(one, other, 30) > 0.05


@pytest.mark.parametrize("radius", [5.0, 12.0, 20.0, 60.0])
def test_markers_stay_near_their_base(radius):
    size = 2 * int(radius * 1.5 + 8)
    at = QPointF(size / 2, size / 2)
    for owners in ((), (0,), (0, 1), (0, 1, 2, 3)):
        for number in ("", "3", "12"):
            picture = painted(
                size,
                size,
                lambda p, o=owners, n=number: paint_objective(p, DARK, at, radius, owners=o, number=n),
            )
            assert border_is_clear(picture)
        for icon in ASSET_ICONS:
            picture = painted(
                size, size, lambda p, o=owners, i=icon: paint_asset(p, DARK, at, radius, i, owners=o)
            )
            assert border_is_clear(picture)


def test_owners_are_told_by_rim_and_badges():
    def picture(owners):
        return painted(60, 60, lambda p: paint_objective(p, DARK, QPointF(30, 30), 20, owners=owners))

    free, held, contested = picture(()), picture((0,)), picture((0, 1))
    blue, orange = DARK.side(0).full, DARK.side(1).full
    assert shows(free, blue) == 0
    assert near(held, 10, 30, blue, 60)
    assert not near(contested, 10, 30, blue, 60)
    assert shows(contested, blue) > 10
    assert shows(contested, orange) > 10


def test_the_control_ring_is_dotted():
    picture = painted(120, 120, lambda p: paint_objective(p, DARK, QPointF(60, 60), 15, control_radius=50))
    inked = alpha(picture)
    assert inked[8:13, :].any()
    assert inked[60, 20:40].max() == 0


def test_assets_differ_in_grey():
    made = [
        painted(48, 48, lambda p, i=icon: paint_asset(p, DARK, QPointF(24, 24), 20, i), DARK.ground)
        for icon in ASSET_ICONS
    ]
    for one, other in itertools.combinations(made, 2):
        assert ink_share(one, other) > 0.1


@pytest.mark.parametrize("palette", [DARK, LIGHT])
def test_every_status_has_an_icon_and_they_differ_in_grey(palette):
    made = []
    for name in STATUS_NAMES:
        found = []
        painted(
            24, 24, lambda p, n=name, f=found: f.append(paint_icon(p, n, palette.text, QPointF(12, 12), 16))
        )
        assert found == [True]
        made.append(
            painted(
                24, 24, lambda p, n=name: paint_status_badge(p, palette, n, QPointF(12, 12)), palette.floor
            )
        )
    for one, other in itertools.combinations(made, 2):
        assert ink_share(one, other, 30) > 0.02


def test_a_status_without_an_icon_shows_its_letter():
    known = painted(24, 24, lambda p: paint_status_badge(p, DARK, "zeal", QPointF(12, 12)))
    empty = painted(24, 24, lambda p: paint_status_badge(p, DARK, "quiet", QPointF(12, 12)))
    assert known != empty


@pytest.mark.parametrize("palette", PALETTES)
def test_the_sheet_is_painted_whole_and_the_same_each_time(palette):
    picture = sheet_image(palette, "default palette")
    assert (picture.width(), picture.height()) == (WIDTH, HEIGHT)
    assert (alpha(picture) == 255).all()
    assert sheet_image(palette, "default palette") == picture
    for side in range(4):
        assert shows(picture, palette.side(side).full, 2) > 500
    for value in (palette.legal, palette.refused, palette.warning, palette.accent):
        assert shows(picture, value, 2) > 100
    assert grey(picture).std() > 5


def test_the_sheet_keeps_its_margins_free():
    picture = sheet_image(DARK, "dark theme, default palette")
    for x, y, width, height in ((0, 0, 18, 900), (1422, 0, 18, 900), (484, 64, 8, 660), (938, 64, 8, 660)):
        strip = grey(picture.copy(x, y, width, height))
        assert strip.min() == strip.max()


def test_the_sheet_can_be_made_for_a_sharper_screen():
    picture = sheet_image(LIGHT, "light theme", 1.5)
    assert (picture.width(), picture.height()) == (2160, 1350)
    assert alpha(picture)[-1, -1] == 255
