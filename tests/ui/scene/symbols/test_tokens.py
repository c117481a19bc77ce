from __future__ import annotations

import itertools
from dataclasses import replace

import pytest
from PySide6.QtCore import QPointF
from PySide6.QtGui import QImage, QPainter

from wolfling_gui.ui.palette import DARK, DARK_CLEAR, LIGHT, LIGHT_CLEAR
from wolfling_gui.ui.scene.symbols.rings import (
    TARGET_KINDS,
    paint_selected_ring,
    paint_target_mark,
    paint_target_ring,
    ring_reach,
)
from wolfling_gui.ui.scene.symbols.tokens import (
    TokenLook,
    clear_token_pixmaps,
    half_extent,
    paint_ghost,
    paint_token,
    token_half_size,
    token_pixmap,
)

from .pictures import alpha, border_is_clear, ink_share, near, painted, shows

ZOOMS = (6.0, 11.9, 12.0, 19.0, 25.0, 41.0, 96.0)
ROLES = ("plain", "leader", "special", "heavy", "number")
BADGES = ((), ("pinned",), ("moved", "overwatch"), ("moved", "pinned", "shot", "no_such_status"))


def looks(zoom: float):
    """Every side, role, shape, state, and each addition at least once."""
    for side, role in itertools.product(range(4), ROLES):
        yield TokenLook(side, role, "7", width_px=zoom, length_px=zoom)
    for shape, facing, state in itertools.product(
        ("round", "oval", "hull"), (None, 0.0, 37.0, 270.0), ("ready", "acted", "ghost", "casualty")
    ):
        yield TokenLook(1, "number", "23", shape, zoom * 1.2, zoom * 2.1, facing, state=state)
    for wounds, level, badges in itertools.product(((0, 2), (3, 6), (12, 24)), (None, 2, 11), BADGES):
        yield TokenLook(
            2,
            "leader",
            width_px=zoom * 1.6,
            length_px=zoom * 1.6,
            wounds_left=wounds[0],
            wounds_total=wounds[1],
            level=level,
            badges=badges,
        )
        yield TokenLook(
            3,
            "heavy",
            "",
            "hull",
            zoom * 1.6,
            zoom * 3.2,
            64.0,
            *wounds,
            level=level,
            badges=badges,
            dimmed=True,
        )


@pytest.mark.parametrize("zoom", ZOOMS)
@pytest.mark.parametrize("palette", [DARK, LIGHT_CLEAR])
def test_every_look_at_every_zoom_is_painted_inside_its_pixmap(zoom, palette):
    for look in looks(zoom):
        picture = token_pixmap(palette, look, zoom, 1.0).toImage()
        assert alpha(picture).any(), look
        assert border_is_clear(picture), look


@pytest.mark.parametrize("ratio", [1.0, 1.25, 1.5, 2.0])
def test_pixmaps_have_the_ratio_of_the_screen_and_stay_inside(ratio):
    look = TokenLook(0, "leader", width_px=25, length_px=25, level=1, badges=("pinned", "moved", "shot"))
    made = token_pixmap(DARK, look, 25.0, ratio)
    assert made.devicePixelRatio() == ratio
    assert made.width() >= 2 * token_half_size(look, 25.0) * ratio
    assert border_is_clear(made.toImage())


def test_pixmaps_are_kept_until_told_to_forget():
    look = TokenLook(0, "leader")
    first = token_pixmap(DARK, look, 25.0, 1.0)
    assert token_pixmap(DARK, TokenLook(0, "leader"), 25.0, 1.0) is first
    for other in (
        token_pixmap(LIGHT, look, 25.0, 1.0),
        token_pixmap(DARK, replace(look, state="acted"), 25.0, 1.0),
        token_pixmap(DARK, look, 26.0, 1.0),
        token_pixmap(DARK, look, 25.0, 2.0),
    ):
        assert other is not first
    clear_token_pixmaps()
    assert token_pixmap(DARK, look, 25.0, 1.0) is not first


@pytest.mark.parametrize("palette", [DARK, LIGHT, DARK_CLEAR, LIGHT_CLEAR])
@pytest.mark.parametrize("zoom", [8.0, 25.0])
def test_sides_differ_in_grey(palette, zoom):
    made = []
    for side in range(4):
        look = TokenLook(side, width_px=zoom * 1.2, length_px=zoom * 1.2)
        at = QPointF(24, 24)
        made.append(
            painted(
                48, 48, lambda p, look=look, at=at: paint_token(p, palette, look, zoom, at), palette.floor
            )
        )
    for one, other in itertools.combinations(made, 2):
        assert ink_share(one, other, 32) > 0.05


def test_plates_differ_by_form_and_not_only_by_lightness():
    forms = []
    for side in range(4):
        look = TokenLook(side, width_px=60, length_px=60)
        picture = painted(64, 64, lambda p, look=look: paint_token(p, DARK, look, 25, QPointF(32, 32)))
        forms.append(shows(picture, DARK.side(side).full))
        corner = near(picture, 48, 16, DARK.side(side).full)
        assert corner == (DARK.side(side).plate == "square")
    assert len(set(forms)) == 4


@pytest.mark.parametrize("palette", [DARK, LIGHT])
def test_states_and_roles_differ_in_grey(palette):
    def picture(**changes):
        look = TokenLook(0, width_px=28, length_px=28, **changes)
        return painted(64, 64, lambda p: paint_token(p, palette, look, 28, QPointF(28, 28)), palette.floor)

    states = [
        picture(),
        picture(state="acted"),
        picture(state="ghost"),
        picture(state="casualty"),
        picture(level=2),
        picture(badges=("pinned",)),
        picture(dimmed=True),
    ]
    for one, other in itertools.combinations(states, 2):
        assert ink_share(one, other, 24) > 0.04
    roles = [picture(role=role, number="7") for role in ROLES]
    for one, other in itertools.combinations(roles, 2):
        assert ink_share(one, other, 40) > 0.03


def test_the_outer_circle_is_the_true_base():
    picture = painted(80, 80, lambda p: paint_token(p, DARK, TokenLook(0, width_px=60), 25, QPointF(40, 40)))
    row = alpha(picture)[40]
    assert row[10] > 200
    assert row[69] > 200
    assert row[9] == 0
    assert row[70] == 0


def test_below_twelve_there_is_only_the_plate():
    look = TokenLook(1, "leader", width_px=11, length_px=11, level=2, badges=("pinned",), wounds_total=3)
    picture = painted(40, 40, lambda p: paint_token(p, DARK, look, 11, QPointF(20, 20)))
    assert near(picture, 20, 20, DARK.side(1).full)
    assert shows(picture, DARK.side(1).glyph) == 0


def test_lost_wounds_are_hollow_and_more_than_six_are_a_figure():
    def count(left, total):
        look = TokenLook(0, width_px=60, length_px=60, wounds_left=left, wounds_total=total)
        return shows(
            painted(80, 80, lambda p: paint_token(p, DARK, look, 40, QPointF(40, 40))), DARK.side(0).full
        )

    assert count(3, 3) > count(2, 3) > count(0, 3)
    look = TokenLook(0, width_px=60, length_px=60, wounds_left=9, wounds_total=9)
    picture = painted(80, 80, lambda p: paint_token(p, DARK, look, 40, QPointF(40, 40)))
    assert shows(picture, DARK.text) > 0


def test_facing_turns_the_tick_and_the_base():
    def picture(facing):
        look = TokenLook(0, "leader", "", "hull", 20, 50, facing)
        return painted(80, 80, lambda p: paint_token(p, DARK, look, 25, QPointF(40, 40)))

    east, north = alpha(picture(0.0)), alpha(picture(90.0))
    assert east[40, 66] > 0
    assert east[12, 40] == 0
    assert north[14, 40] > 0
    assert north[40, 66] == 0


def test_dimmed_is_fainter_and_keeps_one_layer():
    look = TokenLook(0, width_px=40, length_px=40, dimmed=True)
    picture = painted(60, 60, lambda p: paint_token(p, DARK, look, 25, QPointF(30, 30)))
    assert set(alpha(picture)[25:28, 20:40].ravel()) <= {139, 140, 141}


@pytest.mark.parametrize("kind", TARGET_KINDS)
@pytest.mark.parametrize("selected", [False, True])
@pytest.mark.parametrize("shape", ["round", "oval", "hull"])
def test_rings_stay_within_their_reach(kind, selected, shape):
    look = TokenLook(0, shape=shape, width_px=30, length_px=50, facing=20.0)
    reach = half_extent(look) + ring_reach(kind, selected=selected)
    size = 2 * int(reach + 2)
    centre = QPointF(size / 2, size / 2)
    picture = painted(size, size, lambda p: paint_target_ring(p, DARK, look, centre, kind, selected=selected))
    assert alpha(picture).any()
    assert border_is_clear(picture)


def test_target_kinds_and_selection_differ_in_grey():
    look = TokenLook(1, width_px=40, length_px=40)
    centre = QPointF(40, 40)
    paints = [lambda p, kind=kind: paint_target_ring(p, DARK, look, centre, kind) for kind in TARGET_KINDS]
    paints.append(lambda p: paint_selected_ring(p, DARK, look, centre))
    paints.append(lambda p: paint_ghost(p, DARK, look, centre))
    made = [painted(80, 80, paint, DARK.floor) for paint in paints]
    for one, other in itertools.combinations(made, 2):
        assert ink_share(one, other) > 0.04


def test_marks_can_be_drawn_after_the_tokens():
    look, centre = TokenLook(1, width_px=40, length_px=40), QPointF(40, 40)

    def apart(painter):
        paint_target_ring(painter, DARK, look, centre, "refused", mark=False)
        paint_target_mark(painter, DARK, look, centre, "refused")

    whole = painted(80, 80, lambda p: paint_target_ring(p, DARK, look, centre, "refused"))
    assert painted(80, 80, apart) == whole
    assert not alpha(painted(80, 80, lambda p: paint_target_mark(p, DARK, look, centre, "legal"))).any()


def test_the_painter_comes_back_as_it_was():
    picture = QImage(80, 80, QImage.Format.Format_ARGB32_Premultiplied)
    painter = QPainter(picture)
    try:
        painter.translate(3, 4)
        before = painter.transform(), painter.opacity(), painter.renderHints(), painter.pen()
        for look in looks(25.0):
            paint_token(painter, DARK, look, 25.0, QPointF(40, 40))
        assert (painter.transform(), painter.opacity(), painter.renderHints(), painter.pen()) == before
    finally:
        painter.end()
