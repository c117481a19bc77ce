from __future__ import annotations

import msgspec
import pytest

from tests.ui.scene.symbols.pictures import near, painted, shows
from tests.ui.scene.tables import box, deck_table, yard_table
from wolfling_gui.core.lengths import at, inches
from wolfling_gui.core.table import Table
from wolfling_gui.core.terrain import Area, Door, Floor, Structure, Wall, Zone
from wolfling_gui.ui.palette import DARK
from wolfling_gui.ui.scene import terrain
from wolfling_gui.ui.scene.projection import Projection

PLAIN = terrain.TerrainOptions(grid=False, labels=False)


def ground(table, level=0, zoom=20.0, options=PLAIN):
    projection = Projection.of(table, zoom)
    size = projection.table_rect.size().toSize()
    return projection, painted(
        size.width(),
        size.height(),
        lambda q: terrain.paint_terrain(q, DARK, table, level, projection, options, ("blue", "orange")),
    )


def colour_at(found, spot):
    projection, picture = found
    place = projection.point(at(*spot)).toPoint()
    return lambda value, tolerance=6: near(picture, place.x(), place.y(), value, tolerance)


def two_storeys():
    lower, upper = box(2, 2, 16, 10), box(2, 2, 8, 10)
    return Table(
        inches(20),
        inches(14),
        structures={
            "H": Structure("H", "intact_building", floors=(Floor(0, lower), Floor(1, upper))),
        },
        zones={
            "G": Zone("G", "room", "H", lower),
            "U": Zone("U", "room", "H", box(2, 2, 6, 10), level=1),
        },
        walls={"W0": Wall("W0", at(10, 2), at(10, 12)), "W1": Wall("W1", at(5, 2), at(5, 12), level=1)},
    )


def test_rooms_corridors_and_hull_have_their_grounds():
    found = ground(deck_table())
    assert colour_at(found, (22, 20))(DARK.floor)
    assert colour_at(found, (22, 9.5))(DARK.corridor)
    assert shows(found[1].copy(0, 0, 640, 18), DARK.hull, 3) > 3000


def test_open_ground_lies_outside_buildings_with_floors():
    found = ground(two_storeys())
    assert colour_at(found, (1, 1))(DARK.ground)
    assert colour_at(found, (14, 5))(DARK.floor)


def test_an_upper_level_shows_its_own_floor_and_the_lower_ones_faintly():
    found = ground(two_storeys(), level=1)
    assert colour_at(found, (3, 5))(DARK.floor)
    # Where the upper floor is solid it is hatched, and beyond it the ground floor shows through.
    assert not colour_at(found, (14, 5))(DARK.floor, 2)
    assert colour_at(found, (5, 5))(DARK.wall)
    assert not colour_at(found, (10, 8))(DARK.wall, 40)
    assert colour_at(ground(two_storeys()), (10, 8))(DARK.wall)


def test_walls_leave_the_gaps_of_doors():
    table = deck_table()
    found = ground(table)
    assert colour_at(found, (13.2, 11))(DARK.corridor, 30) or colour_at(found, (13.2, 11))(DARK.floor, 30)
    assert colour_at(found, (10, 11))(DARK.wall)


@pytest.mark.parametrize("state", ["open", "shut", "sealed"])
@pytest.mark.parametrize("locked", [False, True])
def test_each_state_of_a_door_is_drawn(state, locked):
    door = Door("D", at(2, 2), at(4, 2), state=state, locked=locked)
    wanted = "locked" if locked and state != "open" else state
    assert terrain.door_state(door) == wanted


@pytest.mark.parametrize(
    ("kind", "klass", "area", "fill", "outline"),
    [
        ("wood", "difficult", True, "wood", "area"),
        ("crater", "difficult", False, "crater", "difficult"),
        ("rubble", "difficult", True, "rubble", "difficult"),
        ("container", "impassable", False, "block", "impassable"),
        ("statue", "impassable", False, "block", "impassable"),
        ("marsh", "difficult", True, "plain", "area"),
        ("marsh", "clear", False, "plain", "open"),
    ],
)
def test_kind_is_the_fill_and_class_the_outline(kind, klass, area, fill, outline):
    found = Area("A", box(0, 0, 2, 2), kind, terrain=klass, area=area)
    assert (terrain.area_kind(found), terrain.area_class(found)) == (fill, outline)


def test_a_wall_along_a_ruins_outline_is_drawn_once():
    table = yard_table()
    along = Wall("X", at(6, 10), at(6, 28), state="ruined", structure="Q1")
    across = Wall("Y", at(6, 20), at(14, 20), state="ruined", structure="Q1")
    bare = ground(table)[1]
    assert ground(table.with_wall(along))[1] == bare
    assert ground(table.with_wall(across))[1] != bare


def test_the_level_shown_has_its_contour_in_the_accent():
    table = yard_table()
    counts = [shows(ground(table, level)[1], DARK.accent) for level in (0, 1, 2)]
    assert counts[1] > counts[2] > counts[0]


def test_deployment_zones_take_the_colours_of_the_battles_sides():
    options = terrain.TerrainOptions(False, False, True)
    table = yard_table()
    swapped = msgspec.structs.replace(table, deployment=tuple(reversed(table.deployment)))
    assert ground(table, options=options)[1] == ground(swapped, options=options)[1]


def test_scattered_details_are_the_same_every_time():
    assert terrain.seed_of("A1") == terrain.seed_of("A1") != terrain.seed_of("A2")
    assert ground(yard_table())[1] == ground(yard_table())[1]


def test_what_is_seen_from_a_level():
    assert terrain.seen_on(yard_table(), 0, 2)
    assert not terrain.seen_on(yard_table(), 2, 0)
    assert not terrain.seen_on(two_storeys(), 0, 1)
    assert terrain.seen_on(two_storeys(), 0, None)
