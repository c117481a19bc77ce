from __future__ import annotations

import math
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.geometry.maps import SHUT, deck
from tests.geometry.test_paths import random_map
from wolfling_gui.core.lengths import Point, at, distance, inches
from wolfling_gui.core.table import Table
from wolfling_gui.geometry.footprint import Footprint
from wolfling_gui.geometry.formation import coherent
from wolfling_gui.geometry.free_space import Blocks, Mover, Obstruction, field
from wolfling_gui.geometry.measure import within
from wolfling_gui.geometry.placement import Crowd, contacts, fill, nearest_free, ring_formation

OPEN = Table(inches(48), inches(48))


def test_a_free_wish_is_granted():
    assert nearest_free(field(OPEN, Mover(), Blocks()), at(10, 10), 1250) == at(10, 10)


def test_an_overlap_is_snapped_to_contact():
    """WO-MOV-3: centres 0.9 apart overlap by 0.084; the nearest place is in contact."""
    crowd = Crowd([Obstruction("m", at(5, 4), 1250)])
    assert not crowd.clear(at(5.9, 4), 0, 1250)
    assert crowd.clear(at(5.99, 4), 0, 1250)
    found = nearest_free(field(OPEN, Mover(), Blocks()), at(5.9, 4), 1250, crowd)
    assert found == Point(inches(5) + 2501, inches(4))


def test_the_nearest_place_lies_where_two_outlines_meet():
    pair = Crowd([Obstruction("a", at(20, 20), 1250), Obstruction("b", at(21.2, 20), 1250)])
    found = nearest_free(field(OPEN, Mover(), Blocks()), at(20.6, 20.1), 1250, pair)
    assert found is not None
    assert found.x == inches(20.6)
    high = math.sqrt(2500**2 - inches(0.6) ** 2)
    assert inches(20) + high - 1 <= found.y <= inches(20) + high + 2


def test_a_place_in_a_corner_touches_both_walls():
    found = nearest_free(field(deck(), Mover(), Blocks(SHUT)), at(9.8, 7.9), 1250)
    assert found == Point(inches(10) - 1251, inches(8) - 1251)


def test_there_is_no_place_where_nothing_fits():
    """WO-MOV-1: a 60 mm base does not fit corridor C1, 2 inches wide."""
    here = field(deck(), Mover(3000), Blocks(SHUT))
    assert nearest_free(here, at(16, 4), 3000, within=inches(1)) is None
    found = nearest_free(here, at(16, 4), 3000)
    assert found is not None
    assert here.stops(found) == ()


def test_offers_are_nearest_first_until_one_is_taken():
    crowd = Crowd([Obstruction("m", at(20, 20), 1250)])
    seen = []

    def east_only(point):
        seen.append(distance(point, at(19.8, 20)))
        return point.x > inches(20)

    found = nearest_free(field(OPEN, Mover(), Blocks()), at(19.8, 20), 1250, crowd, east_only)
    assert found is not None
    assert found.x > inches(20)
    assert crowd.clear(found, 0, 1250)
    assert len(seen) > 1
    assert nearest_free(field(OPEN, Mover(), Blocks()), at(5, 5), 1250, accept=lambda _: False) is None


@given(st.integers(0, 10**6))
@settings(max_examples=40, deadline=None)
def test_no_place_found_by_chance_is_nearer(seed):
    table, blocks, mover, wish, _ = random_map(seed)
    here = field(table, mover, blocks)
    found = nearest_free(here, wish, mover.radius)
    chance = Random(seed)
    near = 20000.0 if found is None else float(distance(found, wish))
    if found is not None:
        assert here.stops(found) == ()
    for _ in range(60):
        turn, away = chance.uniform(0, math.tau), chance.uniform(0, max(0.0, near - 5))
        spot = Point(round(wish.x + away * math.cos(turn)), round(wish.y + away * math.sin(turn)))
        if distance(spot, wish) < near - 5 and away <= 15240:
            assert here.stops(spot), (spot, found)


ZONE = (at(2, 2), at(14, 2), at(14, 8), at(2, 8))


@pytest.mark.parametrize("count", [1, 5, 10, 20])
def test_a_unit_is_set_out_in_coherent_ranks(count):
    footprints = [Footprint(at(0, 0), facing=90)] * count
    places = fill([ZONE], footprints, inches("0.5"))
    assert places is not None
    assert len(places) == count
    stood = [Footprint(place.at, place.level) for place in places]
    assert coherent(stood, inches(2))
    assert all(within(fp, [ZONE]) for fp in stood)
    assert all(distance(a.at, b.at) >= 2500 + 1270 for i, a in enumerate(stood) for b in stood[:i])
    assert {place.facing for place in places} == {90}


def test_a_unit_closes_up_where_room_is_short_and_gives_up_where_there_is_none():
    strip = (at(0, 0), at(5, 0), at(5, 1), at(0, 1))
    places = fill([strip], [Footprint(at(0, 0))] * 5, inches(1))
    assert places is not None
    assert [distance(a.at, b.at) for a, b in pairwise(places)] == [2500] * 4
    assert fill([strip], [Footprint(at(0, 0))] * 6, inches(1)) is None
    assert fill([strip], [Footprint(at(0, 0), radius=1600, half_length=1600)], inches(1)) is None
    assert fill([strip], [], inches(1)) == ()


def test_a_unit_keeps_clear_of_walls_and_others_and_near_its_aim():
    """Room R1 of DECK with a model in its middle."""
    room = (at(0, 0), at(10, 0), at(10, 8), at(0, 8))
    here = field(deck(), Mover(), Blocks(SHUT))
    crowd = Crowd([Obstruction("m", at(5, 4), 1250)])
    places = fill([room], [Footprint(at(0, 0))] * 8, inches("0.5"), here, crowd, at(9, 4))
    assert places is not None
    assert all(here.stops(place.at) == () and crowd.clear(place.at, 0, 1250) for place in places)
    assert sum(place.at.x for place in places) / 8 > inches(6)


def test_an_angled_zone_holds_a_connected_unit():
    bent = (at(0, 0), at(12, 0), at(12, 2), at(2, 2), at(2, 12), at(0, 12))
    places = fill([bent], [Footprint(at(0, 0))] * 13, inches("0.5"))
    assert places is not None
    stood = [Footprint(place.at) for place in places]
    assert coherent(stood, inches(2))
    assert all(within(fp, [bent]) for fp in stood)


@pytest.mark.parametrize(
    ("inner", "outer", "count"),
    [
        (1250, 1250, 6),
        (1250, 2000, 4),
        (1250, 3000, 4),
        (2000, 1250, 7),
        (2000, 2000, 6),
        (2000, 3000, 4),
        (3000, 1250, 10),
        (3000, 2000, 7),
        (3000, 3000, 6),
    ],
)
def test_so_many_bases_fit_around_one(inner, outer, count):
    """CL-BASE-4, the whole table."""
    assert contacts(inner, outer) == count


def test_a_unit_arrives_in_rings():
    """CL-TURN-8: the first at (24, 24), five touch it at 0.984 inches."""
    places = ring_formation(at(24, 24), [1250] * 6)
    assert places[0] == at(24, 24)
    assert [distance(place, places[0]) for place in places[1:]] == [2500] * 5
    assert all(distance(a, b) >= 2500 for i, a in enumerate(places) for b in places[:i])
    many = ring_formation(at(24, 24), [1250] * 19)
    assert [distance(place, many[0]) for place in many[7:]] == [5000] * 12
    assert all(distance(a, b) >= 2499 for i, a in enumerate(many) for b in many[:i])


def test_rings_leave_out_places_that_are_taken():
    crowd = Crowd([Obstruction("enemy", Point(inches(24) + 2500, inches(24)), 1250)])
    places = ring_formation(at(24, 24), [1250] * 7, field(OPEN, Mover(), Blocks()), crowd)
    assert all(place is not None and crowd.clear(place, 0, 1250) for place in places)
    assert sum(distance(place, places[0]) > 2500 for place in places) == 1
    lost = ring_formation(at(0.2, 24), [1250] * 3, field(OPEN, Mover(), Blocks()))
    assert lost[0] is None
    assert None not in lost[1:]
    assert ring_formation(at(1, 1), []) == ()
