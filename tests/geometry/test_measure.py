from __future__ import annotations

import math

import msgspec
import numpy as np
import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st

from tests.geometry.decks import rect
from wolfling_gui.core.lengths import Point, at, inches
from wolfling_gui.geometry.footprint import Footprint, outline
from wolfling_gui.geometry.measure import (
    gap,
    gap_to_point,
    gap_to_segment,
    gaps,
    nearest_pair,
    off_table_by,
    outside_by,
    overlap,
    touches_polygon,
    within,
    witness,
)

coordinates = st.integers(0, 60000)
points = st.builds(Point, coordinates, coordinates)
discs = st.builds(
    lambda p, r: Footprint(p, radius=r, half_length=r), points, st.sampled_from([1250, 1600, 2000, 3000])
)
longs = st.builds(
    lambda p, r, more, facing, shape: Footprint(p, 0, r, r + more, facing, shape),
    points,
    st.integers(800, 2500),
    st.integers(0, 3000),
    st.integers(0, 359),
    st.sampled_from(["oval", "hull"]),
)
bases = st.one_of(discs, longs)


def disc(x: float, y: float, diameter: int = 2500) -> Footprint:
    return Footprint(at(x, y), radius=diameter // 2, half_length=diameter // 2)


def test_gap_of_two_small_bases():  # CL-BASE-1
    assert gap(disc(10, 10), disc(16, 10)) == 6 * 2540 - 2500
    assert round(gap(disc(10, 10), disc(16, 10)) / 2540, 3) == 5.016


def test_bases_in_contact():  # CL-BASE-3
    def apart(x: float) -> int:
        return gap(disc(0, 0, 2500), disc(x, 0, 4000))

    assert apart(1.2795) == 0
    assert overlap(disc(0, 0, 2500), disc(1.2795, 0, 4000)) == 0
    assert (apart(1.30), round(apart(1.30) / 2540, 4)) == (52, 0.0205)
    assert apart(1.30) <= inches("0.05") < apart(1.40)
    assert overlap(disc(0, 0), disc(0.9, 0)) == 2500 - 2286


@pytest.mark.parametrize(
    ("inner", "outer", "fit"), [(40, 25, 7), (25, 25, 6), (25, 40, 4), (60, 25, 10), (60, 40, 7)]
)
def test_how_many_bases_fit_around_one(inner, outer, fit):  # CL-BASE-4
    def worst(count: int) -> int:
        away = (inner + outer) * 50
        ring = [
            Footprint(
                Point(
                    round(30000 + away * math.cos(2 * math.pi * i / count)),
                    round(30000 + away * math.sin(2 * math.pi * i / count)),
                ),
                radius=outer * 50,
                half_length=outer * 50,
            )
            for i in range(count)
        ]
        return max(overlap(a, b) for i, a in enumerate(ring) for b in ring[i + 1 :])

    assert worst(fit) <= 2
    assert worst(fit + 1) > 10


def test_a_gap_at_its_limit_is_exact():  # CL-BASE-5
    limit = inches(6)
    a, b = Footprint(Point(0, 0)), Footprint(Point(limit + 2500, 0))
    assert gap(a, b) == limit
    assert gap(a, msgspec.structs.replace(b, at=Point(limit + 2503, 0))) > limit


def test_stand_off_from_an_enemy():  # CL-BASE-6
    enemy = disc(20, 20)
    assert (gap(disc(20, 21.9), enemy), gap(disc(20, 22.1), enemy)) == (2326, 2834)
    assert gap(disc(20, 21.9), enemy) < inches(1) < gap(disc(20, 22.1), enemy)
    assert gap(disc(0, 0), Footprint(Point(round(1.984 * 2540) + 1, 0))) == inches(1) + 0


def test_markers_over_bases():  # CL-BASE-7
    marker, radius = at(10, 10), inches("1.5")
    assert gap_to_point(disc(11.9, 10), marker) <= radius < gap_to_point(disc(12, 10), marker)
    assert gap_to_point(disc(12.99, 10), marker) <= inches("2.5") < gap_to_point(disc(13, 10), marker)


def test_gap_between_enemies_for_a_base_to_pass():  # CL-BASE-8
    needed = 2500 + 2 * inches(1)
    assert round(needed / 2540, 3) == 2.984


def test_contact_with_a_door():  # WO-TER-9
    a, b = at(10, 3.25), at(10, 4.75)
    assert gap_to_segment(disc(9.5, 4), a, b) == 20
    assert round(gap_to_segment(disc(9.5, 4), a, b) / 2540, 3) == 0.008
    assert round(gap_to_segment(disc(8, 4), a, b) / 2540, 3) == 1.508
    hull = Footprint(at(8, 4), radius=1000, half_length=2540, shape="hull")
    assert gap_to_segment(hull, a, b) == 2540


def test_a_base_over_an_outline_is_in_it():  # CL-TERR-7
    wood = rect(20, 0, 30, 20)
    assert touches_polygon(disc(19.7, 10), wood)
    assert not touches_polygon(disc(19.4, 10), wood)
    touching = Footprint(Point(inches(20) - 1250, inches(10)))
    assert not touches_polygon(touching, wood)
    assert touches_polygon(msgspec.structs.replace(touching, at=touching.at.shifted(1, 0)), wood)
    oval = Footprint(at(19, 10), radius=1250, half_length=3500, shape="oval")
    assert touches_polygon(oval, wood)
    assert not touches_polygon(msgspec.structs.replace(oval, facing=90), wood)


def test_wholly_within_two_polygons_that_share_a_border():
    left, right = rect(0, 0, 10, 8), rect(10, 0, 20, 8)
    assert within(disc(10, 4), [left, right])
    assert not within(disc(10, 4), [left])
    assert outside_by(disc(10, 4), [left]) == 1250
    assert outside_by(disc(9.9, 4), [left]) == 1250 - 254
    assert outside_by(disc(11, 4), [left]) == 1250 + 2540
    assert outside_by(disc(0.4921, 4), [left]) == 0
    assert not within(disc(5, 5), [])


def test_an_oval_sticks_out_by_its_farthest_part():
    oval = Footprint(at(5, 4), radius=1250, half_length=3500, shape="oval")
    assert within(oval, [rect(0, 0, 10, 8)])
    assert outside_by(oval, [rect(0, 0, 6, 8)]) == pytest.approx(3500 - 2540, abs=2)


def test_off_the_table():
    assert off_table_by(disc(0.4921, 5), inches(48), inches(48)) == 0
    assert off_table_by(Footprint(Point(1000, 5000)), 100000, 100000) == 250
    assert off_table_by(Footprint(Point(99000, 99500)), 100000, 100000) == 750
    bike = Footprint(Point(3000, 50000), radius=1250, half_length=3500, shape="oval")
    assert off_table_by(bike, 100000, 100000) == 500
    assert off_table_by(msgspec.structs.replace(bike, facing=90), 100000, 100000) == 0


def test_nearest_pair_and_its_witness():
    one, other = [disc(0, 0), disc(5, 0)], [disc(20, 0), disc(9, 0), disc(30, 3)]
    found = nearest_pair(one, other)
    assert found == (1, 1, inches(4) - 2500)
    a, b = witness(one[found.a], other[found.b])
    assert (a, b) == (Point(inches(5) + 1250, 0), Point(inches(9) - 1250, 0))
    with pytest.raises(ValueError, match="at least one base"):
        nearest_pair([], other)


def test_empty_groups_have_no_gaps():
    assert gaps([], [disc(0, 0)]).shape == (0, 1)


@given(bases, bases)
def test_gap_and_overlap_are_symmetric_and_exclude_each_other(a, b):
    assert abs(gap(a, b) - gap(b, a)) <= (0 if a.is_disc == b.is_disc else 1)
    assert abs(overlap(a, b) - overlap(b, a)) <= 1
    assert gap(a, b) == 0 or overlap(a, b) == 0


@given(bases, bases, st.integers(-50000, 50000), st.integers(-50000, 50000))
def test_gap_does_not_change_with_the_place(a, b, dx, dy):
    moved = [msgspec.structs.replace(fp, at=fp.at.shifted(dx, dy)) for fp in (a, b)]
    tolerance = 0 if a.is_disc and b.is_disc else 1
    assert abs(gap(a, b) - gap(*moved)) <= tolerance
    assert abs(overlap(a, b) - overlap(*moved)) <= tolerance


@given(bases, bases)
def test_gap_agrees_with_the_outlines_and_the_witness(a, b):
    plain = outline(a).distance(outline(b))
    assert gap(a, b) == pytest.approx(plain, abs=2.5)
    one, other = witness(a, b)
    assert math.dist((one.x, one.y), (other.x, other.y)) == pytest.approx(gap(a, b), abs=3)


@given(bases, bases)
def test_pushing_by_the_overlap_is_enough_in_some_direction(a, b):
    depth = overlap(a, b)
    if depth:
        turns = np.linspace(0, 2 * math.pi, 721)
        left = min(
            outline(a)
            .intersection(
                shapely.transform(
                    outline(b), lambda c, t=t: c + (depth + 3) * np.array((math.cos(t), math.sin(t)))
                )
            )
            .area
            for t in turns
        )
        assert left <= 3000


@given(st.lists(bases, max_size=5), st.lists(bases, max_size=5))
def test_many_gaps_agree_exactly_with_one(a, b):
    table = gaps(a, b)
    assert table.dtype == np.int64
    assert table.tolist() == [[gap(x, y) for y in b] for x in a]


@given(bases, points)
def test_gap_to_a_point_agrees_with_the_outline(fp, point):
    plain = outline(fp).distance(shapely.Point(point.x, point.y))
    assert gap_to_point(fp, point) == pytest.approx(plain, abs=1.5)
