from __future__ import annotations

import msgspec
import pytest
import shapely

from tests.geometry.maps import DOORS, SHUT, WALLS, deck
from wolfling_gui.core.lengths import at, inches
from wolfling_gui.core.terrain import Door, Zone
from wolfling_gui.geometry.zones import derive_zones, farthest_rooms, middle_of, walking_distance


def segments(*lines):
    return [(at(*a), at(*b)) for a, b in lines]


def box(x1, y1, x2, y2):
    return [((x1, y1), (x2, y1)), ((x2, y1), (x2, y2)), ((x2, y2), (x1, y2)), ((x1, y2), (x1, y1))]


def doors(**given):
    return [Door(name, at(*a), at(*b)) for name, (a, b) in given.items()]


def test_the_deck_gives_its_rooms_and_corridor():
    """WO-TER-2: C1 is 12 by 2 inches, R1 is 10 by 8."""
    found = derive_zones(segments(*WALLS.values(), ((10, 0), (22, 0))), doors(**DOORS))
    by_corner = {zone.polygon[0]: zone for zone in found}
    assert set(by_corner) == {at(0, 0), at(22, 0), at(10, 3), at(10, 5)}
    assert set(by_corner[at(0, 0)].polygon) == {at(0, 0), at(10, 0), at(10, 8), at(0, 8)}
    corridor = by_corner[at(10, 3)]
    assert (corridor.kind, corridor.width, corridor.length) == ("corridor", inches(2), inches(12))
    assert corridor.doors == ("D1", "D2", "D3")
    assert (by_corner[at(0, 0)].kind, by_corner[at(0, 0)].doors) == ("room", ("D1",))
    assert by_corner[at(22, 0)].kind == "room"


def test_solid_hull_is_no_zone_unless_asked_for():
    walls = segments(*WALLS.values(), ((10, 0), (22, 0)))
    every = derive_zones(walls, doors(**DOORS), without_doors=True)
    assert len(every) == 5
    assert any(zone.polygon[0] == at(10, 0) and zone.doors == () for zone in every)


def test_a_bend_without_a_door_is_one_corridor():
    """WO-TER-2."""
    bent = [
        ((0, 0), (12, 0)),
        ((12, 0), (12, 10)),
        ((12, 10), (10, 10)),
        ((10, 10), (10, 2)),
        ((10, 2), (0, 2)),
        ((0, 2), (0, 0)),
    ]
    (zone,) = derive_zones(segments(*bent), doors(D=((0, 0.5), (0, 1.5))))
    assert (zone.kind, zone.width, zone.length) == ("corridor", inches(2), inches(20))


@pytest.mark.parametrize(
    ("size", "kind"),
    [((8, 4), "corridor"), ((7.9, 4), "room"), ((12, 4.1), "room"), ((3, 3), "room"), ((6, 3), "corridor")],
)
def test_the_two_numbers_make_the_suggestion(size, kind):
    (zone,) = derive_zones(segments(*box(0, 0, *size)), doors(D=((0, 1), (0, 2))))
    assert zone.kind == kind


def test_thresholds_are_the_callers():
    (zone,) = derive_zones(
        segments(*box(0, 0, 12, 5)), doors(D=((0, 1), (0, 2))), corridor_width=inches(6), corridor_ratio=2
    )
    assert zone.kind == "corridor"


def test_walls_meet_at_t_junctions_and_across_small_gaps():
    lines = [*box(0, 0, 10, 8), ((5, 0.06), (5, 7.95))]
    found = derive_zones(segments(*lines), doors(A=((0, 3), (0, 4)), B=((10, 3), (10, 4))))
    assert [zone.doors for zone in found] == [("A",), ("B",)]
    assert sum(zone.area for zone in found) == pytest.approx(80 * 2540**2, rel=0.01)
    open_plan = [*box(0, 0, 10, 8), ((5, 0), (5, 7))]
    assert len(derive_zones(segments(*open_plan), doors(A=((0, 3), (0, 4))))) == 1


def test_doors_close_the_gaps_they_stand_in():
    lines = [*box(0, 0, 10, 8), ((5, 0), (5, 3)), ((5, 4.5), (5, 8))]
    found = derive_zones(segments(*lines), doors(A=((0, 3), (0, 4)), M=((5, 3), (5, 4.5))))
    assert [zone.doors for zone in found] == [("A", "M"), ("M",)]
    assert len(derive_zones(segments(*lines), doors(A=((0, 3), (0, 4))))) == 1


def test_a_room_around_a_pillar_keeps_clear_of_it():
    found = derive_zones(segments(*box(0, 0, 10, 8), *box(4, 3, 6, 5)), doors(A=((0, 3), (0, 4))))
    (zone,) = found
    shape = shapely.Polygon([(p.x, p.y) for p in zone.polygon])
    assert shape.is_valid
    assert shape.area / 2540**2 == pytest.approx(76, abs=0.01)
    assert not shape.covers(shapely.Point(inches(5), inches(4)))


def test_small_faces_and_empty_maps_give_nothing():
    assert derive_zones([], []) == []
    closet = segments(*box(0, 0, 0.9, 0.9))
    assert derive_zones(closet, doors(A=((0, 0.2), (0, 0.8)))) == []
    assert len(derive_zones(closet, doors(A=((0, 0.2), (0, 0.8))), min_area=2540)) == 1


def test_the_middle_is_far_from_every_side():
    middle = middle_of((at(0, 0), at(10, 0), at(10, 8), at(0, 8)))
    assert abs(middle.y - inches(4)) < 400
    assert inches(4) - 400 < middle.x < inches(6) + 400


def with_zones(table):
    zones = {
        "R1": Zone("R1", "room", "S", (at(0, 0), at(10, 0), at(10, 8), at(0, 8))),
        "C1": Zone("C1", "corridor", "S", (at(10, 3), at(22, 3), at(22, 5), at(10, 5))),
        "R2": Zone("R2", "room", "S", (at(22, 0), at(32, 0), at(32, 8), at(22, 8))),
        "R3": Zone("R3", "room", "S", (at(10, 5), at(22, 5), at(22, 8), at(10, 8))),
    }
    return msgspec.structs.replace(table, zones=zones)


def test_rooms_are_as_far_apart_as_it_is_to_walk():
    table = with_zones(deck("shut"))
    far = walking_distance(table, "R1", "R2", 1250)
    near = walking_distance(table, "R1", "R3", 1250)
    assert far is not None
    assert near is not None
    a, b = middle_of(table.zones["R1"].polygon), middle_of(table.zones["R2"].polygon)
    assert b.x - a.x <= far <= b.x - a.x + inches(1)
    assert near < far
    assert farthest_rooms(table, 1250) == ("R1", "R2", far)
    assert walking_distance(table, "R1", "R2", 2000) is None
    assert walking_distance(table, "R1", "R2", 1250, kinds=SHUT) is None
    with pytest.raises(ValueError, match="no zone “R9”"):
        walking_distance(table, "R1", "R9", 1250)
