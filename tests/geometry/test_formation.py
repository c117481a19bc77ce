from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.geometry.maps import SHUT, deck
from wolfling_gui.core.actions import Waypoint
from wolfling_gui.core.lengths import Point, at, distance, inches
from wolfling_gui.core.table import Table
from wolfling_gui.core.terrain import Wall
from wolfling_gui.geometry.footprint import Footprint
from wolfling_gui.geometry.formation import (
    Link,
    broken_links,
    coherent,
    connected_groups,
    floors_apart,
    formation_paths,
    links,
    strays,
)
from wolfling_gui.geometry.free_space import Blocks, Mover, Obstruction
from wolfling_gui.geometry.measure import gap
from wolfling_gui.geometry.planner import PATCH, Planner, shortest

TWO = inches(2)


def stand(x, y=10, level=0):
    return Footprint(at(x, y), level)


def test_three_models_in_a_chain_are_coherent():
    """CL-MOVE-3: gaps of 1.916 inches; with the last at 16.0 its gap is 2.116."""
    chain = [stand(10), stand(12.9), stand(15.8)]
    assert links(chain, TWO) == (Link(0, 1, 4866), Link(1, 2, 4866))
    assert coherent(chain, TWO)
    broken = [stand(10), stand(12.9), stand(16.0)]
    assert not coherent(broken, TWO)
    assert strays(broken, TWO) == (2,)
    (link,) = broken_links(broken, TWO)
    assert (link.a, link.b, link.gap, link.short_by) == (1, 2, 5374, 294)
    assert link.line == (Point(inches(12.9) + 1250, inches(10)), Point(inches(16) - 1250, inches(10)))


def test_a_link_of_exactly_the_limit_holds():
    pair = [stand(10), Footprint(Point(inches(10) + 2500 + TWO, inches(10)))]
    assert coherent(pair, TWO)
    assert not coherent([pair[0], Footprint(pair[1].at.shifted(1, 0))], TWO)


def test_neighbouring_floors_link_and_others_do_not():
    """CL-MOVE-5: horizontal gap 0.516, floors 1 and 0, then 2 and 0."""
    near = [stand(10, level=1), stand(11.5)]
    assert links(near, TWO) == (Link(0, 1, 1310, 1),)
    far = [stand(10, level=2), stand(11.5)]
    assert not coherent(far, TWO)
    assert broken_links(far, TWO)[0][:4] == (0, 1, 1310, 0)
    assert broken_links(far, TWO)[0].floors == 2
    assert coherent(far, TWO, floors_apart(2))


def test_a_break_is_told_by_the_shortest_link_that_would_count():
    """The stray on the ground is nearest to the model two floors up, but a link to that would not count."""
    unit = [stand(10, level=2), stand(11.2, level=1), stand(11.2, 12.5, level=1), stand(8, 10)]
    (link,) = broken_links(unit, TWO)
    assert (link.a, link.b, link.floors) == (1, 3, 1)
    assert link.gap == gap(unit[1], unit[3]) > gap(unit[0], unit[3])
    assert link.short_by == link.gap - TWO


@given(st.lists(st.tuples(st.integers(0, 30000), st.integers(0, 30000)), min_size=1, max_size=9))
def test_mending_every_broken_link_joins_the_unit(spots):
    unit = [Footprint(Point(*spot)) for spot in spots]
    found = broken_links(unit, TWO)
    groups = connected_groups(len(unit), links(unit, TWO))
    assert len(found) == len(groups) - 1
    mended = [*links(unit, TWO), *(Link(b.a, b.b, b.gap) for b in found)]
    assert len(connected_groups(len(unit), mended)) == 1
    assert all(b.gap == gap(unit[b.a], unit[b.b]) and b.short_by == b.gap - TWO > 0 for b in found)
    assert sorted(i for group in groups for i in group) == list(range(len(unit)))
    assert strays(unit, TWO) == tuple(sorted(i for group in groups[1:] for i in group))


def planners(table, spots, limit, blocks):
    return {f"m{k}": Planner(table, Mover(), blocks, Waypoint(spot), limit) for k, spot in enumerate(spots)}


def test_a_unit_keeps_its_formation_in_the_open():
    spots = [at(10, 10), at(12, 10), at(10, 12)]
    given_ = planners(Table(inches(48), inches(48)), spots, inches(6), Blocks())
    found = formation_paths(given_, "m0", Waypoint(at(13, 14)), inches(6), dict.fromkeys(given_, 1250))
    assert {m: r.points[-1].at for m, r in found.routes.items()} == {
        "m0": at(13, 14),
        "m1": at(15, 14),
        "m2": at(13, 16),
    }
    assert all(route.length == inches(5) for route in found.routes.values())
    assert not found.displaced
    assert not found.stuck


@pytest.mark.parametrize("passable", [True, False])
def test_models_whose_place_is_taken_stand_beside_it(passable):
    """Also where the model in the place may be passed (WO-MOV-15), so that no way is blocked by it."""
    spots = [at(10, 10), at(12, 10), at(10, 12)]
    friend = Obstruction("f", at(15, 14), 1250)
    given_ = planners(
        Table(inches(48), inches(48)), spots, inches(7), Blocks(obstacles=() if passable else (friend,))
    )
    found = formation_paths(
        given_, "m0", Waypoint(at(13, 14)), inches(7), dict.fromkeys(given_, 1250), (friend,)
    )
    assert found.displaced == ("m1",)
    place = found.routes["m1"].points[-1].at
    assert 2500 <= distance(place, at(15, 14)) <= 2503
    ends = [Footprint(route.points[-1].at) for route in found.routes.values()]
    assert all(distance(a.at, b.at) >= 2500 for i, a in enumerate(ends) for b in ends[:i])


def test_a_unit_squeezes_through_a_door_without_overlap():
    spots = [at(8.5, 4), at(7.4, 3), at(7.4, 5), at(6.2, 4)]
    given_ = planners(deck(), spots, inches(6), Blocks(SHUT))
    found = formation_paths(given_, "m0", Waypoint(at(12, 4)), inches(6), dict.fromkeys(given_, 1250))
    ends = []
    for model, route in found.routes.items():
        assert route.ok
        assert route.length <= inches(6)
        ends.append(route.points[-1].at if route.points else given_[model].start.at)
    assert all(distance(a, b) >= 2500 for i, a in enumerate(ends) for b in ends[:i])
    assert found.routes["m0"].points[-1].at == at(12, 4)


def test_who_cannot_follow_stays_and_is_named():
    """The second model is shut into a room: the dragged one is beyond its reach and so is all free ground."""
    ring = tuple(
        Obstruction(f"r{k}", spot, 1250)
        for k, spot in enumerate(
            [at(20.99, 20), at(20.5, 20.86), at(19.5, 20.86), at(19.01, 20), at(19.5, 19.14), at(20.5, 19.14)]
        )
    )
    given_ = planners(
        Table(inches(48), inches(48)), [at(30, 20), at(20, 20)], inches(6), Blocks(obstacles=ring)
    )
    found = formation_paths(given_, "m0", Waypoint(at(34, 20)), inches(6), dict.fromkeys(given_, 1250), ring)
    assert found.stuck == ("m1",)
    assert found.routes["m1"].points == ()
    assert found.routes["m0"].length == inches(4)


def test_a_follower_with_too_long_a_way_stops_on_it():
    """Round the end of a wall its place is 8.9 inches away: after 6 it has gone a part of that way."""
    wall = Table(inches(48), inches(48), walls={"w": Wall("w", at(20, 0), at(20, 20))})
    given_ = planners(wall, [at(22, 21), at(18, 17)], inches(12), Blocks(SHUT))
    follower = given_["m1"]
    wish = at(22, 17)
    whole = follower.to(wish)
    assert whole.ok
    assert whole.length > inches(6)
    found = formation_paths(given_, "m0", Waypoint(at(26, 21)), inches(6), dict.fromkeys(given_, 1250))
    route = found.routes["m1"]
    assert found.displaced == ("m1",)
    assert inches("5.8") < route.length <= inches(6)
    here = route.points[-1].at
    left = shortest(wall, Mover(), Blocks(SHUT), Waypoint(here), Waypoint(wish), inches(12)).length
    assert route.length + left <= whole.length + inches("0.1")


def test_ground_out_of_reach_is_judged_by_patches_that_err_at_the_edge_alone():
    planner = Planner(deck(), Mover(), Blocks(SHUT), Waypoint(at(8.5, 4)), inches(12))
    chance = Random(4)
    passed_over = 0
    for _ in range(300):
        spot = Point(chance.randrange(inches(32)), chance.randrange(inches(8)))
        if planner.end_field(0).stops(spot):
            continue
        far = planner.out_of_reach(spot, 0, inches(6)) is not None
        passed_over += far
        if far:
            assert planner.way_to_free(spot, 0, inches(6) - PATCH) is None
        elif planner.way_to_free(spot, 0, inches(6)) is None:
            assert planner.way_to_free(spot, 0, inches(6) + 3 * PATCH) is not None or blocked_middle(
                planner, spot
            )
    assert passed_over > 50


def blocked_middle(planner, spot):
    middle = Point(spot.x // PATCH * PATCH + PATCH // 2, spot.y // PATCH * PATCH + PATCH // 2)
    return bool(planner.end_field(0).stops(middle))


def room() -> Table:
    """Return a table with a wall across it at 20 inches east, and a gap of 2 inches in it at 10 north."""
    walls = {"s": Wall("s", at(20, 0), at(20, 9)), "n": Wall("n", at(20, 11), at(20, 48))}
    return Table(inches(48), inches(48), walls=walls)


def test_followers_take_the_dragged_models_way_through_a_door():
    """The offset place of the second is still behind the wall, 0.5 inches off: it goes through instead."""
    given_ = planners(room(), [at(18, 10), at(18.2, 13)], inches(6), Blocks(SHUT))
    found = formation_paths(given_, "m0", Waypoint(at(21.5, 10)), inches(6), dict.fromkeys(given_, 1250))
    end = found.routes["m1"].points[-1].at
    assert found.routes["m1"].length <= inches(6)
    assert end.x > inches(20)
    assert distance(end, at(21.5, 10)) <= inches(3)


def test_a_follower_that_cannot_come_through_yet_is_on_its_way_to_the_door():
    given_ = planners(room(), [at(18, 10), at(18, 18)], inches(12), Blocks(SHUT))
    found = formation_paths(given_, "m0", Waypoint(at(22, 10)), inches(6), dict.fromkeys(given_, 1250))
    route = found.routes["m1"]
    assert inches("5.9") < route.length <= inches(6)
    door = Waypoint(at(22, 10))
    left = shortest(room(), Mover(), Blocks(SHUT), route.points[-1], door, inches(12)).length
    assert route.length + left <= given_["m1"].to(door.at).length + inches("0.1")


def test_a_follower_that_stops_at_its_limit_stops_exactly_there():
    given_ = planners(Table(inches(48), inches(48)), [at(20, 20), at(18, 20)], inches(12), Blocks())
    found = formation_paths(
        given_, "m0", Waypoint(at(28, 20)), inches(6), dict.fromkeys(given_, 1250), (), inches(12)
    )
    assert found.routes["m1"].length == inches(6)
