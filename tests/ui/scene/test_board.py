from __future__ import annotations

from typing import get_args

import msgspec
import numpy as np
import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QPainter

from tests.ui.scene.demo import every_kind, shooting
from tests.ui.scene.symbols.pictures import painted, pixels
from wolfling_gui.core.forces import Condition, Place
from wolfling_gui.core.lengths import at, inches
from wolfling_gui.core.table import Backdrop
from wolfling_gui.ui.palette import DARK, LIGHT, palette
from wolfling_gui.ui.scene import overlays as o
from wolfling_gui.ui.scene.board import BoardScene
from wolfling_gui.ui.scene.items import TokenItem
from wolfling_gui.ui.scene.symbols.placing import overlaps
from wolfling_gui.ui.scene.terrain import TerrainOptions


def board_of(battle, zoom=20.0, level=0, record=DARK, ratio=1.0):
    board = BoardScene(record, ratio)
    board.show_level(level)
    board.sync(battle)
    board.set_zoom(zoom)
    return board


def drawn(board):
    place = board.sceneRect()
    return painted(round(place.width()), round(place.height()), lambda q: board.render(q, QRectF(), place))


def differing(one, other):
    """Return the rectangle of the pixels in which two pictures differ, None when they are the same.

    Letters may be off by a few shades of grey: Qt places them by sixteenths of a pixel.
    """
    off = np.abs(pixels(one).astype(int) - pixels(other))
    rows, columns = (off > 8).any(axis=2).nonzero()
    if not len(rows):
        return None
    return QRectF(columns.min(), rows.min(), columns.max() - columns.min() + 1, rows.max() - rows.min() + 1)


@pytest.fixture
def dressed(monkeypatch):
    """Count the tokens whose picture is made or moved."""
    seen = {"picture": 0, "move": 0}
    picture, move = TokenItem.show_picture, TokenItem.move_to

    def count_picture(self, *args):
        seen["picture"] += 1
        picture(self, *args)

    def count_move(self, where):
        seen["move"] += 1
        move(self, where)

    monkeypatch.setattr(TokenItem, "show_picture", count_picture)
    monkeypatch.setattr(TokenItem, "move_to", count_move)
    return seen


def test_the_same_battle_again_changes_nothing(deck, dressed):
    board = board_of(deck)
    dressed.update(picture=0, move=0)
    board.sync(deck)
    board.sync(deck.with_score("blue", 3))
    assert dressed == {"picture": 0, "move": 0}


def test_a_moved_model_changes_its_own_token_and_no_ground(deck, dressed):
    board = board_of(deck)
    drawn(board)
    bakes = board.terrain.bakes
    dressed.update(picture=0, move=0)
    board.sync(deck.with_place("M1", Place(at(20, 3))))
    drawn(board)
    assert dressed == {"picture": 1, "move": 1}
    assert board.terrain.bakes == bakes
    assert board.centre_of("M1") == board.projection.point(at(20, 3))


def test_a_condition_dresses_only_its_unit(deck, dressed):
    board = board_of(deck)
    dressed.update(picture=0, move=0)
    board.sync(deck.with_condition("R", Condition("shot", "WO-TRN-1")))
    assert dressed["picture"] == 5


def test_a_door_mends_only_its_own_place(deck):
    board = board_of(deck)
    before = drawn(board)
    bakes = board.terrain.bakes
    door = deck.table.doors["D2"]
    opened = deck.with_table(deck.table.with_door(type(door)(door.id, door.a, door.b, state="open")))
    board.sync(opened)
    after = drawn(board)
    assert board.terrain.bakes == bakes + 1
    changed = differing(before, after)
    middle = board.projection.point(at(4.75, 11))
    assert changed is not None
    assert QRectF(middle.x() - 100, middle.y() - 100, 200, 200).contains(changed)
    assert differing(after, drawn(board_of(opened))) is None


def test_a_changed_wall_bakes_the_ground_anew(deck):
    board = board_of(deck)
    before = drawn(board)
    wall = deck.table.walls["W3"]
    board.sync(deck.with_table(deck.table.with_wall(type(wall)(wall.id, wall.a, wall.b, state="ruined"))))
    assert differing(before, drawn(board)) is not None


def test_models_come_and_go(deck):
    board = board_of(deck)
    assert board.token_rect("M1") is not None
    board.sync(deck.with_place("M1", None))
    assert board.token_rect("M1") is None
    board.sync(deck)
    assert board.token_rect("M1") is not None


def test_a_casualty_stays_struck_until_the_caller_lets_it_go(deck):
    board = board_of(deck)
    alive = drawn(board)
    model = deck.models["M1"]
    fallen = deck.with_model(
        type(model)(model.id, model.name, model.unit, model.profile, role=model.role, casualty=True)
    )
    board.sync(fallen, {"M1"})
    struck = drawn(board)
    assert board.token_rect("M1") is not None
    assert differing(alive, struck) is not None
    board.sync(fallen)
    gone = drawn(board)
    assert board.token_rect("M1") is None
    assert differing(struck, gone) is not None


def test_models_elsewhere_are_faint(yard):
    here, there = drawn(board_of(yard, level=1)), drawn(board_of(yard, level=2))
    board = board_of(yard, level=1)
    spot = board.centre_of("B2").toPoint()
    # Beside the glyph, on the plate.
    assert (
        here.pixelColor(spot.x() - 5, spot.y()).blue() > there.pixelColor(spot.x() - 5, spot.y()).blue() + 40
    )


def test_all_levels_at_once_leave_nobody_faint(yard):
    board = board_of(yard, level=None)
    spot = board.centre_of("B4").toPoint()
    assert drawn(board).pixelColor(spot.x() - 5, spot.y()).blue() > 200


def test_every_kind_of_overlay_is_among_the_demonstrated():
    shown = {type(value) for value in every_kind()}
    assert shown == set(get_args(o.Overlay))


@pytest.mark.parametrize("record", [DARK, LIGHT, palette("dark", True), palette("light", True)])
def test_every_overlay_paints_and_is_taken_away(yard, record):
    board = board_of(yard, record=record)
    bare = drawn(board)
    for value in every_kind():
        board.set_overlays((value,))
        assert differing(bare, drawn(board)) is not None, value
        board.set_overlays(())
        assert differing(bare, drawn(board)) is None, value


@pytest.mark.parametrize("value", every_kind(), ids=lambda value: type(value).__name__)
@pytest.mark.parametrize("zoom", [8.0, 20.0, 50.0])
def test_no_overlay_paints_outside_its_bounds(yard, value, zoom):
    board = board_of(yard, zoom)
    # The first time Qt draws a letter it may place it a hair differently.
    drawn(board)
    bare = drawn(board)
    items = set(board.items())
    stood = {name: board.token_rect(name) for name in yard.models}
    board.set_overlays((value,))
    changed = differing(bare, drawn(board))
    bounds = QRectF()
    for item in set(board.items()) - items:
        bounds = bounds.united(item.sceneBoundingRect())
    if isinstance(value, o.Ghost):
        # The token, with its name at close zooms, leaves where it stood.
        for home in (stood[value.model], board.token_rect(value.model)):
            bounds = bounds.united(home.adjusted(-60, -24, 60, 24))
    if changed is None:
        assert isinstance(value, o.Tag)
        return
    assert bounds.adjusted(-1, -1, 1, 1).contains(changed)


def test_unknown_ids_draw_nothing(deck):
    board = board_of(deck)
    bare = drawn(board)
    board.set_overlays(
        (
            o.SelectedRing("nobody"),
            o.TargetRing("nobody", "legal"),
            o.Ghost("nobody", Place(at(1, 1))),
            o.BlockedBarrier("nothing"),
            o.SharedZone("nowhere"),
            o.Highlight(("nothing",)),
            o.Tag("nobody", "legal", "Nobody"),
            o.Path((at(1, 1),)),
            o.FindingMarks(()),
        )
    )
    assert differing(bare, drawn(board)) is None


def test_overlays_before_the_first_battle_wait_for_it(deck):
    board = BoardScene(DARK)
    board.set_overlays((o.SelectedRing("M1"), o.Tag("M", None, "Marksman")))
    board.sync(deck)
    assert len(board.placed_tags) == 1


def test_equal_overlays_are_kept_and_changed_ones_replaced(deck):
    board = board_of(deck)
    ring, path = o.SelectedRing("M1"), o.Path((at(2, 2), at(3, 3)))
    board.set_overlays((ring, path))
    before = set(board.items())
    board.set_overlays((ring, o.Path((at(2, 2), at(4, 3)))))
    after = set(board.items())
    assert len(before & after) == len(before) - 1
    assert len(after) == len(before)


def test_a_ghost_moves_the_token_and_lets_it_back(yard, dressed):
    board = board_of(yard)
    home = board.centre_of("C1")
    dressed.update(picture=0, move=0)
    board.set_overlays((o.Ghost("C1", Place(at(30, 12))),))
    assert board.centre_of("C1") == board.projection.point(at(30, 12))
    assert dressed["move"] == 1
    board.set_overlays(())
    assert board.centre_of("C1") == home
    assert dressed["move"] == 2


def test_a_ghost_turns_its_token(yard):
    board = board_of(yard)
    board.set_overlays((o.Ghost("C1", Place(at(30, 12), 0, 0)),))
    flat = drawn(board)
    board.set_overlays((o.Ghost("C1", Place(at(30, 12), 0, 90)),))
    assert differing(flat, drawn(board)) is not None


def test_a_model_not_on_the_table_yet_is_planned_as_it_will_stand(yard):
    there = Place(at(30, 12), 0, 270)
    away = yard.with_place("C1", None)
    planned, standing = board_of(away), board_of(yard.with_place("C1", there))
    planned.set_overlays((o.Ghost("C1", there),))
    assert planned.plain_look("C1") == standing.plain_look("C1")
    assert differing(drawn(planned), drawn(standing)) is None


@pytest.mark.parametrize("zoom", [8.0, 13.0, 16.0, 20.0, 25.0, 40.0])
def test_tags_cover_no_token_and_no_other_tag(deck, zoom):
    board = board_of(deck, zoom)
    board.set_overlays(shooting(deck))
    tags = [placed.rect for placed in board.placed_tags if placed.words]
    tokens = [board.token_rect(name) for name in deck.models]
    assert len(tags) >= 4
    assert not [tag for tag in tags for token in tokens if overlaps(tag, token)]
    assert not [tag for n, tag in enumerate(tags) for other in tags[:n] if overlaps(tag, other)]
    assert all(board.sceneRect().contains(tag) for tag in tags)


def test_at_full_size_every_tag_of_the_demonstration_has_its_words(deck):
    board = board_of(deck, 25.0)
    board.set_overlays(shooting(deck))
    assert [placed.words for placed in board.placed_tags] == [True] * 7


def test_far_out_tags_shrink_to_their_marks(deck):
    board = board_of(deck, 13.0)
    board.set_overlays(shooting(deck))
    assert {placed.tag.name for placed in board.placed_tags} == {"Riflemen", "Scouts", "Brutes", "Marksman"}
    assert all(placed.rect.width() <= 20 for placed in board.placed_tags)


def test_tags_stay_in_what_is_seen_and_off_the_controls(deck):
    board = board_of(deck, 25.0)
    board.set_overlays(shooting(deck))
    seen = QRectF(200, 0, 400, 400)
    control = next(p.rect for p in board.placed_tags if p.tag.name == "Riflemen")
    board.set_view_rect(seen, [control])
    for placed in board.placed_tags:
        if placed.words:
            assert seen.contains(placed.rect)
            assert not overlaps(placed.rect, control)


def test_another_palette_repaints_everything(deck):
    board = board_of(deck)
    dark = drawn(board)
    board.set_palette_record(LIGHT)
    light = drawn(board)
    assert differing(light, drawn(board_of(deck, record=LIGHT))) is None
    assert differing(light, dark) == board.sceneRect()


@pytest.mark.parametrize(
    "options",
    [TerrainOptions(grid=False), TerrainOptions(labels=False), TerrainOptions(deployment=True)],
)
def test_each_option_shows(deck, options):
    board = board_of(deck)
    before = drawn(board)
    board.set_options(options)
    assert differing(before, drawn(board)) is not None


def test_a_backdrop_lies_under_walls(deck):

    table = msgspec.structs.replace(
        deck.table, backdrop=Backdrop("map.png", (0, 0), (inches(32), inches(24)))
    )
    board = board_of(deck.with_table(table))
    plain = drawn(board)
    picture = QImage(32, 24, QImage.Format.Format_RGB32)
    picture.fill(QColor(255, 0, 0))
    board.set_backdrop(picture)
    red = drawn(board)
    floor = board.projection.point(at(22.4, 17.6)).toPoint()
    wall = board.projection.point(at(25, 23)).toPoint()
    assert red.pixelColor(floor).red() > plain.pixelColor(floor).red() + 40
    assert red.pixelColor(wall) == plain.pixelColor(wall)
    board.set_options(TerrainOptions(backdrop_opacity=0.2))
    assert drawn(board).pixelColor(floor).red() < red.pixelColor(floor).red()


def test_no_item_takes_the_mouse(deck):
    board = board_of(deck)
    board.set_overlays(shooting(deck))
    assert not [
        item for item in board.items() if item.acceptedMouseButtons().value or item.acceptHoverEvents()
    ]


def test_a_large_map_is_baked_only_round_what_is_seen(yard):
    board = board_of(yard, 96.0)
    seen = QRectF(1000, 1000, 400, 300)
    part = painted(400, 300, lambda q: board.render(q, QRectF(), seen))
    assert board.terrain.bakes == 1
    assert board.terrain.baked_pixels() < 5_000_000
    painted(400, 300, lambda q: board.render(q, QRectF(), seen.translated(50, 40)))
    assert board.terrain.bakes == 1
    painted(400, 300, lambda q: board.render(q, QRectF(), seen.translated(1500, 900)))
    assert board.terrain.bakes == 2
    again = painted(400, 300, lambda q: board.render(q, QRectF(), seen))
    assert differing(part, again) is None


def test_doubled_pictures_show_the_same_map(deck):
    single, double = board_of(deck, 20.0), board_of(deck, 20.0, ratio=2.0)
    place = single.sceneRect()
    one = drawn(single)

    def twice(q):
        double.render(q, place, place)

    picture = QImage(one.width() * 2, one.height() * 2, QImage.Format.Format_ARGB32_Premultiplied)
    picture.setDevicePixelRatio(2.0)
    picture.fill(0)
    painter = QPainter(picture)
    twice(painter)
    painter.end()
    small = pixels(picture).astype(int).reshape(one.height(), 2, one.width(), 2, 4).mean(axis=(1, 3))
    assert np.abs(small - pixels(one)).mean() < 4.0


def name_of_the_hall(board):
    """Return the place of the name of room R3: the only one in it that is longer than a door’s."""
    room = board.projection.polygon(board.battle.table.zones["R3"].polygon).boundingRect()
    return next(box for box in board._label_boxes() if room.contains(box.center()) and box.width() > 60)


def test_a_name_makes_way_for_a_token_that_comes_over_it(deck):
    board = board_of(deck, zoom=25.0)
    drawn(board)
    before = name_of_the_hall(board)
    model = deck.on_table()[0]
    spot = board.projection.table_point(before.center())
    moved = deck.with_place(model.id, Place(spot))
    bakes = board.terrain.bakes
    board.sync(moved)
    after = name_of_the_hall(board)
    assert not overlaps(after, before)
    assert not overlaps(after, board.token_rect(model.id))
    picture = drawn(board)
    assert 0 < board.terrain.bakes - bakes <= 6
    assert differing(picture, drawn(board_of(moved, zoom=25.0))) is None
    door = next(iter(deck.table.doors.values()))
    other = msgspec.structs.replace(door, state="shut" if door.state == "open" else "open")
    doors = {**deck.table.doors, door.id: other}
    board.sync(moved.with_table(msgspec.structs.replace(deck.table, doors=doors)))
    assert name_of_the_hall(board) == after
