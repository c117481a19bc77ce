from __future__ import annotations

import math
import random

import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.geometry.brute import Brute
from tests.geometry.decks import SOLID, deck, random_table, rect
from wolfling_gui.core.lengths import Point, at, inches
from wolfling_gui.core.table import Table
from wolfling_gui.core.terrain import Area, Door, Floor, Obstacle, Structure, Wall
from wolfling_gui.geometry.footprint import Footprint
from wolfling_gui.geometry.sight import Body, Eye, body_of, eye_of, see, see_many
from wolfling_gui.geometry.space import space_of
from wolfling_gui.geometry.through import through_many

INTERIOR = frozenset(("intact_wall", "shut_door", "sealed_door"))
FAMILIES = ["centre", "eye_to_base", "base_to_base"]


def open_table(*walls: Wall, areas: tuple[Area, ...] = (), **parts) -> Table:
    named = {wall.id: wall for wall in walls}
    return Table(inches(48), inches(48), walls=named, areas={a.id: a for a in areas}, **parts)


def eye(x: float, y: float, height: int = 3175, level: int = 0) -> Eye:
    return Eye(at(x, y), level * 7620 + round(height * 0.9), level, 1250)


def body(x: float, y: float, height: int = 3175, level: int = 0, **named) -> Body:
    return Body(at(x, y), 1250, level * 7620, level * 7620 + height, level, **named)


# ---------------------------------------------------------------- examples of the rules


@pytest.mark.parametrize("family", FAMILIES)
def test_through_two_open_doors(family):  # WO-TER-13
    table = deck()
    found = see(space_of(table), eye(5, 4), body(30, 4), INTERIOR, family=family)
    assert (found.visible, found.hidden, found.partial, found.blocked_by) == (True, 0.0, False, ())


def test_past_the_first_door_into_the_corridor_wall():  # WO-TER-13
    table = deck()
    found = see(space_of(table), eye(5, 4), body(30, 7), INTERIOR, family="centre")
    assert not found.visible
    assert (found.hidden, found.witness) == (1.0, None)
    first = found.blocked_by[0]
    assert (first.kind, first.at) == ("intact_wall", Point(round(13.3333333 * 2540), inches(5)))
    # The line just inside the frame of D2 would be clear: it passes the wall's line at x = 22.
    assert first.short_by == pytest.approx(inches(22) - first.at.x, abs=25)


@pytest.mark.parametrize("family", FAMILIES)
def test_a_shut_door_blocks(family):  # WO-TER-13
    table = deck(d1="shut")
    found = see(space_of(table), eye(5, 4), body(30, 4), INTERIOR, family=family)
    assert not found.visible
    assert [(b.id, b.kind, b.at) for b in found.blocked_by] == [("D1", "shut_door", at(10, 4))]
    assert see(space_of(table), eye(5, 4), body(30, 4), frozenset(("intact_wall",)), family=family).visible


def test_an_intact_wall_blocks_where_the_line_crosses_it():  # WO-TER-6
    table = open_table(Wall("w", at(10, 5), at(10, 8)))
    found = see(space_of(table), eye(8, 7), body(12, 7), INTERIOR, family="centre")
    assert not found.visible
    assert found.blocked_by[0].at == at(10, 7)
    assert found.blocked_by[0].short_by == pytest.approx(inches(1), abs=3)


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize(("height", "visible"), [("3", False), ("1", True)])
def test_tall_and_low_walls_between_men(family, height, visible):  # CL-LOS-1
    man = inches("1.5")
    table = open_table(Wall("w", at(15, 0), at(15, 20), height=inches(height)))
    kinds = frozenset(("intact_wall", "low_wall"))
    found = see(space_of(table), eye(10, 10, man), body(20, 10, man), kinds, family=family)
    assert found.visible is visible
    assert found.partial is visible
    assert found.blocked_by[0].id == "w"


def test_how_much_a_low_wall_hides():
    """Half way between eyes at 1.35 and the target, a 1 inch wall hides what is below 0.65 inches."""
    man = inches("1.5")
    table = open_table(Wall("w", at(15, 0), at(15, 20), height=inches(1)))
    found = see(space_of(table), eye(10, 10, man), body(20, 10, man), SOLID, family="centre")
    assert found.hidden == pytest.approx(0.65 / 1.5, abs=1e-4)
    taller = open_table(Wall("w", at(15, 0), at(15, 20), height=inches("1.45")))
    found = see(space_of(taller), eye(10, 10, man), body(20, 10, man), SOLID, family="centre")
    assert not found.visible
    assert found.blocked_by[0].under_by == pytest.approx(inches("0.025"), abs=1)


@pytest.mark.parametrize("family", FAMILIES)
def test_the_own_unit_never_blocks(family):  # CL-LOS-3
    table = open_table()
    me = Eye(at(10, 10), 2857, radius=1250, id="a1", group="A")
    mate = body(11, 10, id="a2", group="A")
    stranger = body(15, 10, id="c1", group="C")
    comrade = body(18, 10, id="b2", group="B")
    target = body(20, 10, id="b1", group="B")
    found = see(space_of(table), me, target, INTERIOR, [mate, comrade], family=family)
    assert (found.visible, found.hidden) == (True, 0.0)
    found = see(space_of(table), me, target, INTERIOR, [mate, stranger], family=family)
    assert found.hidden > 0.8
    assert [(b.id, b.kind) for b in found.blocked_by] == [("c1", "screen")]


def test_fire_between_two_models_is_hidden_by_neither():  # CL-COV-5
    screens = [body(15, 9, id="c1"), body(15, 11, id="c2")]
    found = see(space_of(open_table()), eye(10, 10), body(20, 10), INTERIOR, screens)
    assert (found.hidden, found.blocked_by) == (0.0, ())


@pytest.mark.parametrize(("deep", "length"), [(1.6, inches("1.6")), (2.4, inches("2.4"))])
def test_area_terrain_is_looked_through(deep, length):  # CL-COV-6
    wood = Area("wood", rect(0, 0, 10, 20))
    table = open_table(areas=(wood,))
    found = see(space_of(table), eye(10 - deep, 10), body(20, 10), SOLID, family="centre")
    assert (found.visible, found.through) == (True, (("wood", length),))
    assert through_many(space_of(table), [at(10 - deep, 10)], [at(20, 10)], ["wood"]).tolist() == [[[length]]]


# ---------------------------------------------------------------- exact fractions, heights, ties


def test_half_hidden_by_a_wall_that_ends_on_the_centre_line():
    table = open_table(Wall("w", at(15, 10), at(15, 20)))
    found = see(space_of(table), eye(10, 10), body(20, 10), INTERIOR)
    assert found.visible
    assert found.partial
    assert found.hidden == pytest.approx(0.5, abs=1e-5)
    block = found.blocked_by[0]
    assert block.stretch is not None
    low, high = sorted(block.stretch, key=lambda p: p.y)
    assert low == at(15, 10)
    tangent = math.tan(math.asin(1250 / 25400)) * 12700
    assert high.y - inches(10) == pytest.approx(tangent, abs=3)
    # Exactly through the end of the wall: the tie is settled as blocked.
    assert not see(space_of(table), eye(10, 10), body(20, 10), INTERIOR, family="centre").visible


def test_a_line_along_a_wall_is_blocked_and_along_a_container_is_not():
    table = open_table(
        Wall("w", at(12, 10), at(18, 10)),
        areas=(Area("box", rect(12, 20, 18, 25), area=False, height=7620),),
    )
    space = space_of(table)
    assert not see(space, eye(10, 10), body(20, 10), SOLID, family="centre").visible
    assert see(space, eye(10, 20), body(20, 20), SOLID, family="centre").visible
    assert not see(space, eye(10, 20.001), body(20, 20.001), SOLID, family="centre").visible
    assert see(space, eye(10, 10), body(20, 10), SOLID, family="base_to_base").visible


def test_containers_block_below_their_top_and_woods_only_when_the_caller_says():
    table = open_table(
        areas=(
            Area("box", rect(14, 8, 16, 12), area=False, height=inches("0.5"), terrain="impassable"),
            Area("wood", rect(14, 28, 16, 32), height=inches(3)),
        )
    )
    space = space_of(table)
    over = see(space, eye(10, 10), body(20, 10), SOLID)
    assert (over.visible, [(b.id, b.kind) for b in over.blocked_by]) == (True, [("box", "solid")])
    assert 0 < over.hidden < 0.5
    assert see(space, eye(10, 10), body(20, 10), INTERIOR).hidden == 0.0
    assert not see(space, eye(10, 10), body(20, 10), SOLID, area_heights={"box": inches(3)}).visible
    assert see(space, eye(10, 30), body(20, 30), SOLID).hidden == 0.0
    heights = {"wood": inches(3)}
    assert not see(space, eye(10, 30), body(20, 30), SOLID, area_heights=heights).visible
    assert see(space, eye(15, 30), body(20, 30), SOLID, area_heights=heights).visible


def test_obstacles_hide_up_to_their_height():
    line = (at(15, 5), at(15, 15), at(16, 18))
    table = open_table(obstacles={"b": Obstacle("b", line, height=inches(1))})
    found = see(space_of(table), eye(10, 10), body(16, 10), SOLID)
    assert (found.partial, [(b.id, b.kind) for b in found.blocked_by]) == (True, [("b", "obstacle")])
    assert see(space_of(table), eye(10, 10), body(16, 10), INTERIOR).hidden == 0.0


def test_floors_are_opaque_inside_their_outline():
    floor = Structure("Q", "ruin", floors=(Floor(0, rect(0, 0, 8, 6)), Floor(1, rect(0, 0, 8, 6))))
    table = open_table(structures={"Q": floor})
    space = space_of(table)
    below = see(space, eye(4, 3), body(7, 3, level=1), INTERIOR)
    assert (below.visible, [(b.id, b.kind) for b in below.blocked_by]) == (False, [("Q", "floor")])
    assert not see(space, eye(4, 3, level=1), body(2, 3), INTERIOR).visible
    # From outside, far enough away, the line passes over the edge of the floor.
    assert see(space, eye(30, 3), body(7, 3, level=1), INTERIOR, family="centre").visible
    near = see(space, eye(9, 3), body(5, 3, level=1), INTERIOR, family="centre")
    assert not near.visible


def test_hairline_gaps_beside_slanting_walls_are_closed():
    # The short wall should end on the long one; rounded to whole units it stops a hair before it.
    table = open_table(
        Wall("long", Point(0, 0), Point(30001, 17003)),
        Wall("short", Point(15000, 8502), Point(15000, 20000)),
    )
    space = space_of(table)
    seen = [
        see(space, Eye(Point(13000, 8500), 2857), Body(Point(17000, y), 1250), INTERIOR).visible
        for y in range(11500, 15000, 100)
    ]
    assert not any(seen)


def test_bodies_that_overlap_are_seen():
    found = see(space_of(open_table()), eye(10, 10), body(10.2, 10), INTERIOR)
    assert (found.visible, found.hidden) == (True, 0.0)


def test_unknown_kinds_are_refused():
    with pytest.raises(ValueError, match="“glass” is no kind that can block sight"):
        see(space_of(open_table()), eye(1, 1), body(5, 5), frozenset(("glass",)))


def test_eyes_and_bodies_of_footprints():
    fp = Footprint(at(3, 3), 1, 1250, 3500, 0, "oval", 7620, 3000)
    assert eye_of(fp, "m", "u") == Eye(at(3, 3), 7620 + 2700, 1, round(math.sqrt(1250 * 3500)), "m", "u")
    assert body_of(fp).z_top == 10620


def test_how_far_the_breach_is_away():
    """A wall with an open door 0.4 inches past the edge of what the base takes up."""
    door = Door("breach", at(15, 12), at(15, 14), state="open")
    table = Table(
        inches(48), inches(48), walls={"w": Wall("w", at(15, 0), at(15, 40))}, doors={"breach": door}
    )
    found = see(space_of(table), eye(10, 10), body(20, 10), INTERIOR, family="eye_to_base")
    edge = math.tan(math.asin(1250 / 25400)) * 12700
    assert found.blocked_by[0].short_by == pytest.approx(inches(2) - edge, abs=4)
    centre = see(space_of(table), eye(10, 10), body(20, 10), INTERIOR, family="centre")
    assert centre.blocked_by[0].short_by == pytest.approx(inches(2), abs=4)


def test_nothing_to_aim_for_behind_a_closed_room():
    walls = [Wall(f"w{i}", a, b) for i, (a, b) in enumerate(zip(rect(5, 5, 15, 15), rect(5, 5, 15, 15)[1:]))]  # noqa: B905
    walls.append(Wall("w3", at(5, 15), at(5, 5)))
    found = see(space_of(open_table(*walls)), eye(10, 10), body(25, 10), INTERIOR)
    assert (found.visible, found.blocked_by[0].short_by) == (False, 0)


# ---------------------------------------------------------------- properties


def scene(seed: int):
    """Return a random table with an eye, a body that stands apart from it, and screens."""
    chance = random.Random(seed)
    table = random_table(seed)

    def spot() -> Point:
        return Point(chance.randrange(60000), chance.randrange(60000))

    level, other = chance.choice((0, 0, 1)), chance.choice((0, 0, 1))
    looker = Eye(spot(), level * 7620 + 2857, level, 1250)
    radius, place = chance.choice((1250, 2000, 5000)), spot()
    while math.dist((place.x, place.y), (looker.at.x, looker.at.y)) < radius + 1500:
        place = spot()
    target = Body(place, radius, other * 7620, other * 7620 + 3175, other)
    screens = [Body(spot(), 2000, 0, chance.choice((3175, 6000)), id=f"x{i}") for i in range(4)]
    return table, looker, target, screens


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 100000))
def test_agrees_with_two_thousand_lines_in_space(seed):
    table, looker, target, screens = scene(seed)
    space = space_of(table)
    found = see(space, looker, target, SOLID, screens)
    shown = Brute(space, SOLID, screens, looker).shown(target, 50, 40)
    assert 1 - found.hidden == pytest.approx(shown, abs=0.03)
    if shown > 0:
        assert found.visible
    if not found.visible:
        assert shown == 0
        assert found.blocked_by
    assert bool(found.blocked_by) == (found.hidden > 1e-9)


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 100000), st.sampled_from(FAMILIES))
def test_a_witness_is_a_clear_line(seed, family):
    table, looker, target, _ = scene(seed)
    walls = frozenset(("intact_wall", "shut_door"))
    flat = Table(table.width, table.height, walls=table.walls, doors=table.doors)
    space = space_of(flat)
    found = see(space, looker, target, walls, family=family)
    assert (found.witness is not None) == found.visible
    if found.witness and looker.level == target.level:
        line = shapely.LineString([(p.x, p.y) for p in found.witness])
        tall = [b for b in space.barriers(looker.level, walls) if b.top - b.bottom >= 7620]
        for wall in tall:
            piece = shapely.LineString([(wall.a.x, wall.a.y), (wall.b.x, wall.b.y)])
            # Its ends are rounded to whole units, so that it may graze the very end of a wall.
            middle = shapely.LineString([piece.interpolate(2), piece.interpolate(piece.length - 2)])
            assert not line.intersects(middle)


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 100000))
def test_centre_lines_over_full_walls_are_symmetric(seed):
    table, looker, target, _ = scene(seed)
    walls = {w.id: w for w in table.walls.values() if w.height is None and w.level == 0}
    space = space_of(Table(table.width, table.height, walls=walls, doors=table.doors))
    there = see(space, Eye(looker.at, 2857), Body(target.at, 1250), INTERIOR, family="centre")
    back = see(space, Eye(target.at, 2857), Body(looker.at, 1250), INTERIOR, family="centre")
    assert there.visible == back.visible
    assert {b.id for b in there.blocked_by} == {b.id for b in back.blocked_by}


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 100000), st.integers(-40000, 40000), st.integers(-40000, 40000))
def test_sight_does_not_change_with_the_place(seed, dx, dy):
    table, looker, target, _ = scene(seed)
    walls = {
        w.id: Wall(w.id, w.a.shifted(dx, dy), w.b.shifted(dx, dy), w.level, w.state, w.height)
        for w in table.walls.values()
    }
    here = Table(table.width, table.height, walls=table.walls)
    moved = Table(table.width, table.height, walls=walls)
    one = see(space_of(here), looker, target, SOLID)
    other = see(
        space_of(moved),
        Eye(looker.at.shifted(dx, dy), looker.z, looker.level, 1250),
        Body(target.at.shifted(dx, dy), target.radius, target.z_bottom, target.z_top, target.level),
        SOLID,
    )
    assert one.visible == other.visible
    assert one.hidden == pytest.approx(other.hidden, abs=1e-6)


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 100000), st.sampled_from(FAMILIES))
def test_many_agree_with_one(seed, family):
    table = random_table(seed)
    space = space_of(table)
    chance = random.Random(seed)

    def spot() -> Point:
        return Point(chance.randrange(60000), chance.randrange(60000))

    levels = [chance.choice((0, 0, 1)) for _ in range(10)]
    eyes = [Eye(spot(), n * 7620 + 2857, n, 1250, f"e{i}", "A") for i, n in enumerate(levels[:3])]
    bodies = [
        Body(spot(), 1250, n * 7620, n * 7620 + 3175, n, f"b{i}", chance.choice("BC"))
        for i, n in enumerate(levels)
    ]
    screens = [*bodies, Body(spot(), 2000, id="x", group="A")]
    many = see_many(space, eyes, bodies, SOLID, screens, family=family)
    for i, looker in enumerate(eyes):
        for j, target in enumerate(bodies):
            one = see(space, looker, target, SOLID, screens, family=family)
            assert one.visible == many.visible[i, j]
            assert one.hidden == pytest.approx(many.hidden[i, j], abs=1e-9)
            assert one.partial == many.partial[i, j]


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 100000))
def test_rims_see_at_least_what_the_middle_sees(seed):
    table, looker, target, screens = scene(seed)
    space = space_of(table)
    middle = see(space, looker, target, SOLID, screens, family="centre")
    if middle.visible:
        assert see(space, looker, target, SOLID, screens, family="base_to_base").visible


def test_no_eyes_or_bodies():
    space = space_of(open_table())
    assert see_many(space, [], [body(1, 1)], SOLID).visible.shape == (0, 1)
    assert through_many(space, [], [at(1, 1)], []).shape == (0, 1, 0)


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 100000))
def test_lengths_inside_areas_agree_with_shapely(seed):
    chance = random.Random(seed)
    table = random_table(seed, walls=40)
    names = list(table.areas)
    starts = [Point(chance.randrange(60000), chance.randrange(60000)) for _ in range(4)]
    ends = [Point(chance.randrange(60000), chance.randrange(60000)) for _ in range(5)]
    found = through_many(space_of(table), starts, ends, names)
    assert found.dtype == np.int64
    for k, name in enumerate(names):
        outline = shapely.Polygon([(p.x, p.y) for p in table.areas[name].polygon])
        if not outline.is_valid:
            continue
        for i, start in enumerate(starts):
            for j, end in enumerate(ends):
                plain = outline.intersection(shapely.LineString([(start.x, start.y), (end.x, end.y)])).length
                assert found[i, j, k] == pytest.approx(plain, abs=3)
