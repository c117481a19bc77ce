from __future__ import annotations

import math
from random import Random

import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.geometry.maps import SHUT, crowded, deck, ruin, two_walls
from wolfling_gui.core.actions import Waypoint
from wolfling_gui.core.lengths import Point, at, distance, inches, to_inches
from wolfling_gui.core.table import Table
from wolfling_gui.core.terrain import Area, Obstacle, Wall
from wolfling_gui.geometry.free_space import Blocks, Mover, Obstruction, Thing, field
from wolfling_gui.geometry.paths import measured, path_clear, samples, stretches
from wolfling_gui.geometry.planner import Planner, shortest

OPEN = Table(inches(48), inches(48))


def way(*points, level=0):
    return tuple(Waypoint(at(*point), level) for point in points)


def check(table, mover, start, *points, blocks=None):
    return path_clear(table, mover, blocks or Blocks(SHUT), Waypoint(at(*start)), way(*points))


# ---------------------------------------------------------------- lengths


def test_a_path_is_as_long_as_its_legs():
    """CL-MOVE-2."""
    assert measured(Waypoint(at(10, 10)), way((13, 10), (13, 13))) == inches(6)
    assert measured(Waypoint(at(10, 10)), way((13, 10), (13, 13.5))) == inches("6.5")
    assert measured(Waypoint(at(10, 10)), ()) == 0


def test_a_floor_costs_three_inches():
    """CL-TERR-8: two inches to the wall and one floor make 5."""
    climb = (Waypoint(at(10, 13)), Waypoint(at(10, 13), 1))
    assert measured(Waypoint(at(8, 13)), climb, inches(3)) == inches(5)
    assert measured(Waypoint(at(8, 13)), climb) == inches(2)
    assert measured(Waypoint(at(10, 13), 2), (Waypoint(at(10, 13), 0),), inches(3)) == inches(6)


# ---------------------------------------------------------------- what is hit


def test_a_path_keeps_an_inch_from_an_enemy():
    """CL-BASE-6: passing at gap 0.916 is refused, at 1.116 allowed."""
    blocks = Blocks(obstacles=(Obstruction("enemy", at(20, 20), 1250 + 2541),))
    near = path_clear(OPEN, Mover(), blocks, Waypoint(at(15, 21.9)), way((25, 21.9)))
    assert [(hit.kind, hit.about) for hit in near.hits] == [("model", (Thing("model", "enemy"),))]
    reach = 2500 + 2541 - 1
    aside = inches("1.9")
    assert near.hits[0].walked == pytest.approx(inches(5) - math.sqrt(reach**2 - aside**2), abs=1)
    assert path_clear(OPEN, Mover(), blocks, Waypoint(at(15, 22.1)), way((25, 22.1))).ok


@pytest.mark.parametrize(("gap", "radius", "ok"), [(1.2, 1250, True), (1.2, 2000, False)])
def test_bases_pass_gaps_as_wide_as_they_are(gap, radius, ok):
    """CL-BASE-8: walls 1.2 inches apart."""
    found = check(two_walls(gap), Mover(radius), (8, 10), (12, 10))
    assert found.ok is ok
    if not ok:
        (hit,) = found.hits
        assert (hit.kind, hit.width, hit.base) == ("narrow", 3048, 4000)
        assert {thing.id for thing in hit.about} == {"low", "high"}
        assert hit.walked == pytest.approx(inches(2) - math.sqrt(1999**2 - 1524**2), abs=2)


@pytest.mark.parametrize(("width", "ok"), [(2500, True), (2499, False), (2501, True), (2498, False)])
@pytest.mark.parametrize("turn", [0, 90])
def test_a_gap_is_judged_to_the_unit(width, ok, turn):
    table = two_walls(width / 2540)
    start, end = Waypoint(Point(inches(8), inches(10) + width % 2)), Waypoint(Point(inches(12), inches(10)))
    if turn:
        walls = {n: Wall(n, Point(w.a.y, w.a.x), Point(w.b.y, w.b.x)) for n, w in table.walls.items()}
        table = Table(table.height, table.width, walls=walls)
        start, end = Waypoint(Point(start.at.y, start.at.x)), Waypoint(Point(end.at.y, end.at.x))
    straight = path_clear(table, Mover(), Blocks(SHUT), start, (end,))
    assert straight.ok is ok
    assert shortest(table, Mover(), Blocks(SHUT), start, end, inches(9)).ok is ok
    if not ok:
        assert (straight.hits[0].kind, straight.hits[0].width) == ("narrow", width)


@given(
    st.integers(0, 359),
    st.integers(-80, 80),
    st.integers(-80, 80),
    st.sampled_from([2498, 2503]),
    st.sampled_from([0, 900, -900]),
)
@settings(max_examples=90, deadline=None)
def test_a_gap_at_any_angle_is_judged_by_its_width(across, left, right, width, aside):
    """Two walls that end 2498 or 2503 units apart, running off at any angles away from the gap."""
    turn = math.radians(across)
    ux, uy = math.cos(turn), math.sin(turn)
    middle = Point(inches(20), inches(20))
    ends = [
        Point(round(middle.x + s * ux * width / 2), round(middle.y + s * uy * width / 2)) for s in (1, -1)
    ]
    gap = distance(*ends)
    walls = {}
    for name, end, sign, lean in (("a", ends[0], 1, left), ("b", ends[1], -1, right)):
        off = math.radians(across + lean) + (0 if sign > 0 else math.pi)
        far = Point(round(end.x + 60000 * math.cos(off)), round(end.y + 60000 * math.sin(off)))
        walls[name] = Wall(name, end, far)
    table = Table(inches(40), inches(40), walls=walls)
    start = Waypoint(
        Point(round(middle.x - uy * 4000 + ux * aside), round(middle.y + ux * 4000 + uy * aside))
    )
    goal = Waypoint(Point(round(middle.x + uy * 4000 + ux * aside), round(middle.y - ux * 4000 + uy * aside)))
    route = shortest(table, Mover(), Blocks(SHUT), start, goal, inches(7))
    free = field(table, Mover(), Blocks(SHUT))
    if not free.stops(start.at) and not free.stops(goal.at):
        assert route.ok == (gap >= 2500)
    if route.ok:
        assert path_clear(table, Mover(), Blocks(SHUT), start, route.points).ok


def test_a_door_too_narrow_is_named_with_its_width():
    """WO-MOV-1: a 40 mm base may stand in C1, is refused D1 and may use D2; a 60 mm base is refused C1."""
    table = deck()
    (hit,) = check(table, Mover(2000), (5, 4), (12, 4)).hits
    assert (hit.kind, hit.about, hit.width, hit.base) == ("narrow", (Thing("door", "D1"),), 3810, 4000)
    assert hit.walked == pytest.approx(inches(5) - math.sqrt(1999**2 - 1905**2), abs=2)
    assert check(table, Mover(2000), (14, 4), (27, 4)).ok
    assert check(table, Mover(1600), (5, 4), (12, 4)).ok
    assert check(table, Mover(2000, tolerance=200), (5, 4), (12, 4)).ok
    assert not check(table, Mover(3000), (27, 4), (14, 4)).ok
    assert ("narrow", "D2") in [
        (hit.kind, hit.about[0].id) for hit in check(table, Mover(3000), (27, 4), (14, 4)).hits
    ]


def test_a_shut_door_is_hit_as_a_door():
    (hit,) = check(deck("shut"), Mover(1250), (9.5, 4), (12, 4)).hits
    assert (hit.kind, hit.about) == ("door", (Thing("door", "D1"),))
    assert hit.walked == pytest.approx(inches("0.5") - 1249, abs=1)


def test_contact_with_a_door_is_reached_before_the_hit():
    """WO-TER-9: a 25 mm model at (9.5, 4) reaches x = 9.992 and stands free."""
    assert check(deck("shut"), Mover(1250), (8, 4), (9.5, 4)).ok


def test_friends_block_and_squadmates_do_not():
    """WO-MOV-15 and WO-MOV-16: through a squadmate in C1, ending 1.6 inches on; ending on it is refused."""
    mate = (Obstruction("mate", at(14, 4), 2000),)
    start = Waypoint(at(12, 4))
    through = Blocks(SHUT, at_end=mate)
    assert path_clear(deck(), Mover(2000), through, start, way((17, 4))).ok
    assert path_clear(deck(), Mover(2000), through, start, way((15.6, 4))).ok
    (hit,) = path_clear(deck(), Mover(2000), through, start, way((14.5, 4))).hits
    assert (hit.kind, hit.about, hit.at_end) == ("model", (Thing("model", "mate"),), True)
    other = Blocks(SHUT, obstacles=mate)
    (hit,) = path_clear(deck(), Mover(2000), other, start, way((17, 4))).hits
    assert (hit.kind, hit.about, hit.at_end) == ("model", (Thing("model", "mate"),), False)
    assert hit.walked == pytest.approx(inches(2) - 4000, abs=1.1)


def test_impassable_terrain_is_not_crossed():
    """CL-TERR-6."""
    pool = Area("pool", (at(12, 8), at(14, 8), at(14, 12), at(12, 12)), terrain="impassable")
    blocks = Blocks(impassable=(pool,))
    (hit,) = path_clear(OPEN, Mover(), blocks, Waypoint(at(10, 10)), way((16, 10))).hits
    assert (hit.kind, hit.about) == ("area", (Thing("area", "pool"),))
    assert hit.walked == pytest.approx(inches(2) - 1250, abs=1.1)
    assert path_clear(OPEN, Mover(), Blocks(), Waypoint(at(10, 10)), way((16, 10))).ok
    inside = path_clear(OPEN, Mover(), blocks, Waypoint(at(10, 10)), way((13, 10)))
    assert not inside.ok


def test_no_part_of_a_base_leaves_the_table():
    """CL-MOVE-9: a centre at x = 0.3."""
    (hit,) = path_clear(OPEN, Mover(), Blocks(), Waypoint(at(5, 5)), way((0.3, 5))).hits
    assert hit.kind == "edge"
    assert path_clear(OPEN, Mover(), Blocks(), Waypoint(at(5, 5)), way((0.493, 5))).ok


def test_who_stands_too_close_may_move_away_but_not_nearer():
    blocks = Blocks(obstacles=(Obstruction("enemy", at(20, 20), 1250 + 2541),))
    start = Waypoint(at(20, 21.5))
    assert path_clear(OPEN, Mover(), blocks, start, way((20, 23))).ok
    assert not path_clear(OPEN, Mover(), blocks, start, way((20, 21.2))).ok
    assert not path_clear(OPEN, Mover(), blocks, start, way((20, 21.6))).ok
    assert shortest(OPEN, Mover(), blocks, start, Waypoint(at(22, 24)), inches(6)).ok


def test_climbing_needs_ground_on_every_floor():
    table = ruin()
    start = Waypoint(at(8, 13))
    up = (Waypoint(at(11, 13)), Waypoint(at(11, 13), 2))
    assert path_clear(table, Mover(), Blocks(), start, up).ok
    beside = (Waypoint(at(9, 13)), Waypoint(at(9, 13), 1))
    assert path_clear(table, Mover(), Blocks(), start, beside).hits[0].kind == "no_floor"
    (hit,) = path_clear(
        table, Mover(per_floor=None), Blocks(), start, (*up[:1], Waypoint(at(11, 13), 1))
    ).hits
    assert hit.kind == "no_climb"
    off = (Waypoint(at(11, 13), 1), Waypoint(at(9, 13), 1))
    assert path_clear(table, Mover(), Blocks(), Waypoint(at(11, 13)), off).hits[0].kind == "edge"


# ---------------------------------------------------------------- terrain and samples


def test_a_base_is_in_an_area_when_any_part_is_over_it():
    """CL-TERR-7 and CL-TERR-2: the wood begins at x = 20."""
    wood = Area("wood", (at(20, 5), at(24, 5), at(24, 15), at(20, 15)))
    start = Waypoint(at(17, 10))
    (found,) = stretches(start, way((22, 10)), 1250, [wood])
    assert (found.id, found.starts_in, found.ends_in) == ("wood", False, True)
    assert found.first == inches(3) - 1250
    assert stretches(start, way((19.4, 10)), 1250, [wood]) == ()
    assert stretches(start, way((19.7, 10)), 1250, [wood])[0].first == inches(3) - 1250
    (through,) = stretches(start, way((28, 10)), 1250, [wood])
    assert (through.first, through.last) == (inches(3) - 1250, inches(7) + 1250)
    assert not through.ends_in
    twice = stretches(start, way((28, 10), (28, 12), (17, 12)), 1250, [wood])
    assert len(twice) == 2
    standing = stretches(Waypoint(at(22, 10)), (), 1250, [wood])
    assert standing[0].starts_in
    (leaving,) = stretches(Waypoint(at(22, 10)), way((17, 10)), 1250, [wood])
    assert (leaving.starts_in, leaving.last) == (True, inches(2) + 1250)
    upstairs = Area("nest", wood.polygon, level=1)
    assert stretches(start, way((22, 10)), 1250, [upstairs]) == ()


def test_a_linear_obstacle_is_crossed():
    wire = Obstacle("wire", (at(20, 5), at(20, 15)), kind="wire")
    (found,) = stretches(Waypoint(at(17, 10)), way((22, 10)), 1250, [], [wire])
    assert (found.crossed, found.first, found.last) == (True, inches(3) - 1250, inches(3) + 1250)
    (brushed,) = stretches(Waypoint(at(17, 10)), way((19.6, 10)), 1250, [], [wire])
    assert not brushed.crossed
    assert stretches(Waypoint(at(17, 16)), way((22, 16)), 1250, [], [wire]) == ()


def test_samples_stand_every_inch_and_at_the_end():
    found = samples(Waypoint(at(0, 0)), way((1.5, 0), (1.5, 2)), inches(1))
    assert [(to_inches(s.place.at.x), to_inches(s.place.at.y), to_inches(s.walked)) for s in found] == [
        (1, 0, 1),
        (1.5, 0.5, 2),
        (1.5, 1.5, 3),
        (1.5, 2, 3.5),
    ]
    climb = samples(Waypoint(at(1, 1)), (Waypoint(at(1, 1), 1),), inches(1), inches(3))
    assert [(s.place.level, s.walked) for s in climb] == [(0, 2540), (0, 5080), (1, 7620)]
    assert samples(Waypoint(at(1, 1)), (), inches(1)) == ()
    with pytest.raises(ValueError, match="positive"):
        samples(Waypoint(at(0, 0)), way((1, 0)), 0)


# ---------------------------------------------------------------- shortest ways


def test_the_straight_way_is_taken_when_it_is_free():
    route = shortest(deck(), Mover(), Blocks(SHUT), Waypoint(at(5, 4)), Waypoint(at(27, 4)), inches(30))
    assert route == ((Waypoint(at(27, 4)),), inches(22), True, ())


def test_a_friend_in_the_way_cannot_be_passed_within_the_same_length():
    """CL-MOVE-6: from (10, 10) to (16, 10) round a friend at (13, 10)."""
    blocks = Blocks(obstacles=(Obstruction("friend", at(13, 10), 1250),))
    planner = Planner(OPEN, Mover(), blocks, Waypoint(at(10, 10)), inches(12))
    route = planner.to(at(16, 10))
    d, r = 3.0, 2500 / 2540
    exact = 2 * math.sqrt(d * d - r * r) + r * 2 * math.asin(r / d)
    assert route.ok
    assert exact <= to_inches(route.length) <= exact + 0.05
    assert not Planner(OPEN, Mover(), blocks, Waypoint(at(10, 10)), inches(6)).to(at(16, 10)).ok


def test_why_names_the_narrow_door():
    """WO-MOV-1."""
    planner = Planner(deck(), Mover(2000), Blocks(SHUT), Waypoint(at(5, 6)), inches(30))
    assert not planner.to(at(17, 4)).ok
    (hit,) = planner.why(at(17, 4))
    assert (hit.kind, hit.about[0].id, hit.width, hit.base) == ("narrow", "D1", 3810, 4000)


def test_a_place_that_is_taken_is_refused_at_once():
    planner = Planner(deck(), Mover(), Blocks(SHUT), Waypoint(at(5, 4)), inches(12))
    assert planner.to(at(10.1, 6)).blocked_by == (Thing("wall", "x10"),)
    assert planner.to(at(5, 4)).length == 0


def test_a_floor_is_reached_with_five_inches_and_not_with_four():
    """CL-TERR-8."""
    for limit, ok in ((5, True), (4, False)):
        planner = Planner(ruin(), Mover(), Blocks(SHUT), Waypoint(at(8, 13)), inches(limit))
        assert planner.to(at(10, 13), 1).ok is ok
    route = Planner(ruin(), Mover(), Blocks(SHUT), Waypoint(at(8, 13)), inches(5)).to(at(10, 13), 1)
    assert route.length == inches(5)
    assert route.points == (Waypoint(at(10, 13)), Waypoint(at(10, 13), 1))
    grounded = Planner(ruin(), Mover(per_floor=None), Blocks(SHUT), Waypoint(at(8, 13)), inches(12))
    assert not grounded.to(at(12, 13), 1).ok


def test_a_wall_upstairs_is_gone_round_after_the_climb():
    """Below, a wall from side to side cuts the ruin in two; upstairs its north end is open."""
    bare = ruin(2)
    walls = {"low": Wall("low", at(14, 0), at(14, 30)), "up": Wall("up", at(14, 10), at(14, 14), level=1)}
    table = Table(bare.width, bare.height, structures=bare.structures, walls=walls)
    start, goal = Waypoint(at(8, 11)), Waypoint(at(15, 11), 1)
    route = shortest(table, Mover(), Blocks(SHUT), start, goal, inches(16))
    assert route.ok
    assert path_clear(table, Mover(), Blocks(SHUT), start, route.points).ok
    r = 1250 / 2540
    first, second = math.sqrt(6**2 + 3**2 - r * r), math.sqrt(1 + 3**2 - r * r)
    wrapped = (
        math.pi * 2
        - math.acos(r / math.sqrt(45))
        - math.acos(r / math.sqrt(10))
        - turn_between((8 - 14, 11 - 14), (15 - 14, 11 - 14))
    )
    exact = first + second + r * wrapped + 3
    assert exact - 0.001 <= to_inches(route.length) <= exact + 0.05


def turn_between(a, b):
    return math.acos((a[0] * b[0] + a[1] * b[1]) / math.hypot(*a) / math.hypot(*b))


def test_no_climb_before_the_floor_begins():
    """A wall on the ground shuts off the near side of the ruin; one upstairs has a corner to go round."""
    bare = ruin(2)
    walls = {"low": Wall("low", at(9, 8), at(9, 18)), "up": Wall("up", at(14, 10), at(14, 14), level=1)}
    table = Table(bare.width, bare.height, structures=bare.structures, walls=walls)
    start = Waypoint(at(8, 13))
    planner = Planner(table, Mover(), Blocks(SHUT), start, inches(24))
    planner.settle()
    for goal in (at(15, 11), at(13, 13), at(14, 15), at(10.5, 15.5)):
        route = planner.to(goal, 1)
        assert route.ok
        assert path_clear(table, Mover(), Blocks(SHUT), start, route.points).ok


def test_a_level_that_is_not_there_has_no_ways():
    planner = Planner(ruin(2), Mover(), Blocks(SHUT), Waypoint(at(12, 13), 4), inches(10))
    assert planner.to(at(13, 13)).blocked_by == (Thing("edge", ""),)
    ground = Planner(ruin(2), Mover(), Blocks(SHUT), Waypoint(at(12, 13)), inches(6))
    assert ground.to(at(12, 13), 7).blocked_by == (Thing("edge", ""),)


def test_two_floors_are_climbed_on_the_way():
    route = shortest(ruin(), Mover(), Blocks(), Waypoint(at(8, 13)), Waypoint(at(12, 13), 2), inches(12))
    assert route.length == inches(10)
    assert path_clear(ruin(), Mover(), Blocks(), Waypoint(at(8, 13)), route.points).ok


def test_going_over_a_wall_by_the_floor_above():
    """A wall that closes the ground floor from side to side, with nothing on the floor above."""
    table = ruin(2)
    walls = {"w": Wall("w", at(14, 0), at(14, 30))}
    table = Table(table.width, table.height, structures=table.structures, walls=walls)
    start, goal = Waypoint(at(12, 13)), Waypoint(at(16, 13))
    over = (Waypoint(at(12, 13), 1), Waypoint(at(16, 13), 1), goal)
    assert path_clear(table, Mover(), Blocks(SHUT), start, over).ok
    assert measured(start, over, inches(3)) == inches(10)
    assert not path_clear(table, Mover(), Blocks(SHUT), start, (goal,)).ok


def test_a_model_in_contact_with_others_still_gets_away():
    touching = [
        Obstruction(str(k), Point(25400 + round(2500 * math.cos(a)), 25400 + round(2500 * math.sin(a))), 1250)
        for k, a in enumerate(np.radians([0, 61, 122]))
    ]
    planner = Planner(
        OPEN, Mover(), Blocks(obstacles=tuple(touching)), Waypoint(Point(25400, 25400)), inches(8)
    )
    route = planner.to(at(14, 10))
    assert route.ok
    assert path_clear(OPEN, Mover(), planner.blocks, planner.start, route.points).ok


def test_a_model_in_contact_goes_round_by_the_shortest_way():
    """In contact at an angle where the polygon that is planned round lies outside the true circle."""
    home, turn = Point(25400, 25400), math.radians(5)
    other = Point(home.x + round(2500 * math.cos(turn)), home.y + round(2500 * math.sin(turn)))
    blocks = Blocks(obstacles=(Obstruction("m", other, 1250),))
    goal = at(14, 10)
    route = shortest(OPEN, Mover(), blocks, Waypoint(home), Waypoint(goal), inches(8))
    far = math.hypot(goal.x - other.x, goal.y - other.y)
    bearing = math.atan2(goal.y - other.y, goal.x - other.x)
    ends = [abs((math.pi + turn - bearing + math.pi) % math.tau - math.pi) - math.acos(2500 / far)]
    exact = 2500 * ends[0] + math.sqrt(far * far - 2500 * 2500)
    assert route.ok
    assert exact - 2 <= route.length <= exact + 127
    assert path_clear(OPEN, Mover(), blocks, Waypoint(home), route.points).ok


def test_a_base_turns_where_the_floor_above_begins():
    """On the way round a model the base comes under the floor, climbs there, and turns off at once."""
    table, centres = crowded()
    home = centres[3]
    others = []
    for k, spot in enumerate(centres):
        if k != 3 and (k % 2 or math.hypot(spot.x - home.x, spot.y - home.y) > 5042):
            others.append(Obstruction(str(k), spot, 1250 if k % 2 else 3791))
    blocks = Blocks(SHUT, obstacles=tuple(others))
    route = shortest(table, Mover(), blocks, Waypoint(home), Waypoint(Point(82216, 35933), 1), inches(12))
    assert route.ok
    assert path_clear(table, Mover(), blocks, Waypoint(home), route.points).ok


def test_routes_to_upper_floors_can_be_walked():
    table, centres = crowded(ruins=20, segments=60, models=60)
    chance = Random(3)
    walked = 0
    for start in range(0, 60, 5):
        others = tuple(Obstruction(str(k), c, 1250) for k, c in enumerate(centres) if k != start)
        planner = Planner(
            table, Mover(), Blocks(SHUT, obstacles=others), Waypoint(centres[start]), inches(12)
        )
        for _ in range(60):
            turn, far, level = chance.uniform(0, math.tau), chance.uniform(0, 22000), chance.choice((1, 2))
            home = centres[start]
            goal = Point(round(home.x + far * math.cos(turn)), round(home.y + far * math.sin(turn)))
            route = planner.to(goal, level)
            if route.ok:
                walked += 1
                assert path_clear(table, planner.mover, planner.blocks, planner.start, route.points).ok
                assert route.length >= distance(centres[start], goal) + level * inches(3)
    assert walked > 30


def random_map(seed):
    chance = Random(seed)

    def spot():
        return Point(chance.randrange(2000, 28000), chance.randrange(2000, 28000))

    walls = {}
    for k in range(chance.randint(1, 4)):
        a, turn = spot(), chance.choice((0.0, math.pi / 2, chance.uniform(0, math.pi)))
        length = chance.uniform(1500, 14000)
        b = Point(round(a.x + length * math.cos(turn)), round(a.y + length * math.sin(turn)))
        walls[f"w{k}"] = Wall(f"w{k}", a, b)
    discs = tuple(
        Obstruction(f"m{k}", spot(), chance.choice((1250, 2000, 3791))) for k in range(chance.randint(0, 3))
    )
    table = Table(30000, 30000, walls=walls)
    return table, Blocks(SHUT, obstacles=discs), Mover(chance.choice((1250, 1600, 2000))), spot(), spot()


def reference(table, blocks, mover, start, goal, grown):
    """Return the shortest way by a full visibility graph over finely cut outlines, by shapely alone."""
    steps = 12
    scale = 1 / math.cos(math.pi / 4 / steps) if grown else 1.0
    shapes = [
        shapely.LineString([(w.a.x, w.a.y), (w.b.x, w.b.y)]).buffer(
            (mover.radius - 0.5) * scale, quad_segs=steps
        )
        for w in table.walls.values()
    ]
    shapes += [
        shapely.Point(o.at.x, o.at.y).buffer((o.radius + mover.radius - 0.5) * scale, quad_segs=steps)
        for o in blocks.obstacles
    ]
    union = shapely.union_all(shapes)
    inset = mover.radius - 0.5
    floor = shapely.box(inset, inset, table.width - inset, table.height - inset)
    spots = [(start.x, start.y), (goal.x, goal.y)]
    spots += [xy for xy in shapely.get_coordinates(union).tolist() if floor.covers(shapely.Point(xy))]
    nodes = np.array(spots)
    i, j = np.triu_indices(len(nodes), 1)
    lines = shapely.linestrings(np.stack((nodes[i], nodes[j]), axis=1))
    core = union.buffer(-0.05)
    shapely.prepare(core)
    seen = ~shapely.intersects(core, lines) & shapely.covers(floor, lines)
    apart = np.full((len(nodes), len(nodes)), np.inf)
    length = np.hypot(*(nodes[i] - nodes[j]).T)
    apart[i[seen], j[seen]] = apart[j[seen], i[seen]] = length[seen]
    far = np.full(len(nodes), np.inf)
    far[0] = 0
    waiting = set(range(len(nodes)))
    while waiting:
        k = min(waiting, key=lambda n: far[n])
        waiting.discard(k)
        far = np.minimum(far, far[k] + apart[k])
    return float(far[1])


@given(st.integers(0, 10**6))
@settings(max_examples=45, deadline=None)
def test_routes_agree_with_a_fine_reference(seed):
    table, blocks, mover, start, goal = random_map(seed)
    planner = Planner(table, mover, blocks, Waypoint(start), 60000)
    route = planner.to(goal)
    free = planner.end_field(0)
    if free.stops(start) or free.stops(goal):
        return
    low = reference(table, blocks, mover, start, goal, grown=False)
    high = reference(table, blocks, mover, start, goal, grown=True)
    if route.ok:
        assert route.length >= distance(start, goal)
        assert path_clear(table, mover, blocks, Waypoint(start), route.points).ok
        assert route.length == measured(Waypoint(start), route.points)
        assert route.length >= low - 3
    if high < 59000:
        assert route.ok
        assert route.length <= high + 127


@given(st.integers(0, 10**6))
@settings(max_examples=25, deadline=None)
def test_asking_early_or_late_gives_the_same_way(seed):
    table, blocks, mover, start, goal = random_map(seed)
    fresh = Planner(table, mover, blocks, Waypoint(start), 40000)
    ready = Planner(table, mover, blocks, Waypoint(start), 40000)
    ready.settle()
    one, other = fresh.to(goal), ready.to(goal)
    assert (one.ok, one.length) == (other.ok, other.length)
    assert ready.to(goal) == other
