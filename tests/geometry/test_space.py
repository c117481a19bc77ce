from __future__ import annotations

import gc

import msgspec
import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st

import wolfling_gui.geometry.space as space_module
from tests.geometry.decks import deck, random_table, rect, ruin
from wolfling_gui.core.lengths import at, inches
from wolfling_gui.core.table import Table
from wolfling_gui.core.terrain import Area, Door, Floor, Structure, Wall, Zone
from wolfling_gui.geometry.footprint import Footprint
from wolfling_gui.geometry.space import area_cut, space_of

THRESHOLD = inches("0.05")


@pytest.fixture
def table() -> Table:
    return deck()


def test_a_space_is_made_once_and_forgotten_with_its_table():
    table = deck()
    space = space_of(table)
    assert space_of(table) is space
    assert space_of(deck()) is not space
    gc.collect()
    before = len(space_module._spaces)
    del table
    gc.collect()
    assert len(space_module._spaces) == before - 1


def test_zones_in_and_beside_a_doorway(table):  # WO-TER-11
    space = space_of(table)
    found = [space.zones_at(at(x, 4), 0, THRESHOLD) for x in (9.6, 10, 10.3)]
    assert found == [("R1",), ("R1", "C1"), ("C1",)]
    assert space.zones_at(at(9.96, 4), 0, THRESHOLD) == ("R1", "C1")
    assert space.zones_at(at(9.96, 4), 0, 0) == ("R1",)
    assert space.zones_at(at(9.96, 6), 0, THRESHOLD) == ("R1",)
    assert space.zones_at(at(5, 4), 1, THRESHOLD) == ()
    assert space.zones_at(at(15, 1), 0, THRESHOLD) == ()


def test_sections_of_a_ruin():  # WO-TER-4
    whole, split = ruin(), ruin(inner_wall=True)
    space = space_of(whole)
    firer, target = at(1, 1), at(7, 5)
    assert space.zones_at(firer, 0) == space.zones_at(target, 0) == ("g0",)
    assert space.zones_at(target, 1) == ("up",)
    space = space_of(split)
    assert (space.zones_at(firer, 0), space.zones_at(target, 0)) == (("g0",), ("g1",))


def test_width_of_corridors(table):  # WO-TER-10, WO-TER-2
    space = space_of(table)
    assert space.narrowest_width(rect(0, 0, 30, 6)) == inches(6)
    assert space.narrowest_width(table.zones["C1"].polygon) == inches(2)
    assert space.narrowest_width(table.zones["R1"].polygon) == inches(8)


@pytest.mark.parametrize(
    ("corners", "width"),
    [
        ([(0, 0), (12, 0), (12, 10), (10, 10), (10, 3), (0, 3)], 2),  # an L with legs 3 and 2 wide
        ([(0, 0), (10, 0), (10, 8), (7, 8), (7, 3), (5, 3), (5, 2.5), (0, 2.5)], 2.5),  # with a step of 0.5
        ([(0, 0), (20, 0), (20, 6), (0, 3)], 3),  # tapering
        ([(0, 0), (4, 0), (4, 2), (8, 2), (8, 0), (12, 0), (12, 5), (0, 5)], 3),  # pinched in the middle
    ],
)
def test_narrowest_place_of_other_shapes(table, corners, width):
    polygon = tuple(at(x, y) for x, y in corners)
    assert space_of(table).narrowest_width(polygon) == inches(width)
    assert space_of(table).narrowest_width(polygon[::-1]) == inches(width)


def test_doors_are_cut_out_of_every_wall_they_lie_in(table):
    space = space_of(table)
    door = shapely.LineString([(inches(10), inches(3.25)), (inches(10), inches(4.75))])
    walls = space.barriers(0, frozenset(("intact_wall",)))
    for wall in walls:
        line = shapely.LineString([(wall.a.x, wall.a.y), (wall.b.x, wall.b.y)])
        assert line.intersection(door).length == 0
    left = sum(shapely.LineString([(w.a.x, w.a.y), (w.b.x, w.b.y)]).length for w in walls if w.id == "R1-1")
    assert left == inches(8) - inches(1.5)
    assert [b.kind for b in space.barriers(0) if b.id.startswith("D")] == [
        "open_door",
        "open_door",
        "shut_door",
    ]
    assert space.gap_width("D1") == inches(1.5)


def test_two_doors_in_one_wall_and_one_past_its_end():
    wall = Wall("w", at(0, 5), at(20, 5))
    doors = [
        Door("a", at(8, 5), at(6, 5)),
        Door("b", at(12, 5.03), at(14, 5.03)),
        Door("c", at(19, 5), at(21, 5)),
        Door("other level", at(1, 5), at(2, 5), level=1),
        Door("aside", at(1, 5.1), at(2, 5.1)),
    ]
    table = Table(inches(48), inches(48), walls={"w": wall}, doors={d.id: d for d in doors})
    pieces = [(b.a, b.b) for b in space_of(table).barriers(0) if b.id == "w"]
    assert pieces == [(at(0, 5), at(6, 5)), (at(8, 5), at(12, 5.03)), (at(14, 5.03), at(19, 5))]


def test_kinds_and_heights_of_walls():
    walls = [
        Wall("full", at(0, 1), at(5, 1), level=1),
        Wall("low", at(0, 2), at(5, 2), level=1, height=inches(1)),
        Wall("broken", at(0, 3), at(5, 3), level=1, state="ruined"),
        Wall("high", at(0, 4), at(5, 4), level=1, height=inches(3)),
    ]
    table = Table(inches(48), inches(48), walls={w.id: w for w in walls})
    found = {b.id: (b.kind, b.bottom, b.top) for b in space_of(table).barriers(1)}
    assert found == {
        "full": ("intact_wall", 7620, 15240),
        "low": ("low_wall", 7620, 10160),
        "broken": ("ruined_wall", 7620, 15240),
        "high": ("intact_wall", 7620, 15240),
    }
    assert space_of(table).barriers(0) == ()
    assert [b.id for b in space_of(table).barriers(1, frozenset(("low_wall",)))] == ["low"]


def test_neighbours_through_doors_and_bare_borders(table):
    space = space_of(table)
    assert space.zone_neighbours() == (("R1", "C1", "D1"), ("C1", "R2", "D2"), ("C1", "R3", "D3"))
    zones = {
        "a": Zone("a", "room", "s", rect(0, 0, 5, 5)),
        "b": Zone("b", "room", "s", rect(5, 0, 10, 5)),
        "c": Zone("c", "room", "s", rect(5, 5, 10, 9)),
        "d": Zone("d", "room", "s", rect(10, 0, 15, 5)),
        "up": Zone("up", "room", "s", rect(0, 0, 5, 5), level=1),
    }
    walls = {
        "w": Wall("w", at(5, 0), at(5, 4)),
        "full": Wall("full", at(10, 0), at(10, 5)),
    }
    open_plan = Table(inches(20), inches(20), zones=zones, walls=walls)
    assert space_of(open_plan).zone_neighbours() == (("a", "b", ""), ("b", "c", ""))


def test_what_lies_under_a_base():
    floors = (Floor(0, rect(0, 0, 8, 6)), Floor(1, rect(0, 0, 8, 6)), Floor(2, rect(0, 0, 4, 6)))
    table = Table(
        inches(48),
        inches(48),
        structures={"Q": Structure("Q", "ruin", floors=floors)},
        areas={
            "wood": Area("wood", rect(20, 0, 30, 20)),
            "high": Area("high", rect(20, 0, 30, 20), level=1),
        },
    )
    space = space_of(table)
    assert space.floors_at(at(2, 2)) == (0, 1, 2)
    assert space.floors_at(at(6, 2)) == (0, 1)
    assert (space.structures_at(at(6, 2), 1), space.structures_at(at(6, 2), 2)) == (("Q",), ())
    assert space.supported(Footprint(at(30, 30)))
    assert space.supported(Footprint(at(3.9, 2), level=2))
    assert not space.supported(Footprint(at(4.1, 2), level=2))
    assert space.overhang(Footprint(at(3.9, 2), level=2)) == 1250 - 254
    assert space.overhang(Footprint(at(2, 2), level=2)) == 0
    assert [f.level for f in space.floors_between(0, 1)] == [1]
    assert [f.z for f in space.floors_between(2, 0)] == [7620, 15240]
    assert space.areas_under(Footprint(at(19.7, 10))) == ("wood",)
    assert space.areas_under(Footprint(at(19.4, 10))) == ()


def test_depth_in_the_firers_own_wood():  # CL-COV-6
    wood = rect(0, 0, 10, 10)
    for deep in (1.6, 2.4):
        cut = area_cut(wood, at(10 - deep, 5), at(20, 5))
        assert cut == (inches(deep), ((at(10 - deep, 5), at(10, 5)),))
    bent = (at(0, 0), at(9, 0), at(9, 6), at(6, 6), at(6, 3), at(3, 3), at(3, 6), at(0, 6))
    cut = area_cut(bent, at(10, 5), at(-1, 5))
    assert cut.length == inches(6)
    assert cut.stretches == ((at(9, 5), at(6, 5)), (at(3, 5), at(0, 5)))
    assert area_cut(wood, at(11, 0), at(11, 9)) == (0, ())


@given(st.integers(0, 400))
def test_pieces_and_doors_make_up_each_wall(seed):
    table = random_table(seed)
    space = space_of(table)
    for level in (0, 1):
        pieces = space.barriers(level)
        for wall in table.walls.values():
            if wall.level != level:
                continue
            whole = shapely.LineString([(wall.a.x, wall.a.y), (wall.b.x, wall.b.y)])
            own = [p for p in pieces if p.id == wall.id or p.id == wall.id.replace("w", "d")]
            length = sum(shapely.LineString([(p.a.x, p.a.y), (p.b.x, p.b.y)]).length for p in own)
            assert length == pytest.approx(whole.length, abs=3)


def test_changing_a_door_changes_only_its_barrier(table):
    other = table.with_door(msgspec.structs.replace(table.doors["D1"], state="sealed"))
    before, after = space_of(table).barriers(0), space_of(other).barriers(0)
    assert [(a.id, b.kind) for a, b in zip(before, after, strict=True) if a != b] == [("D1", "sealed_door")]
