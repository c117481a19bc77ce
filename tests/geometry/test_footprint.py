from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wolfling_gui.core.forces import Base, Model, Place, Profile
from wolfling_gui.core.lengths import at, millimetres, to_inches
from wolfling_gui.geometry.footprint import Footprint, extents, footprint, footprint_at, outline


def model(base: Base, place: Place | None = None) -> Model:
    return Model("m1", "Rifleman", "u1", Profile("Rifleman", base=base), place=place)


def test_a_disc_takes_its_radius_from_the_base():
    fp = footprint(model(Base(millimetres(40)), Place(at(3, 4), level=2, facing=90)))
    assert (fp.at, fp.level, fp.radius, fp.half_length, fp.shape) == (at(3, 4), 2, 2000, 2000, "round")
    assert round(to_inches(fp.radius), 4) == 0.7874
    assert (fp.z, fp.height) == (2 * 7620, 5080)


def test_floors_may_stand_nearer_together():
    found = footprint_at(model(Base(2500)), Place(at(0, 0), level=3), floor_height=5080)
    assert found.z == 15240


def test_a_model_off_the_table_has_no_footprint():
    with pytest.raises(ValueError, match="not on the table"):
        footprint(model(Base(2500)))


def test_a_bike_is_an_oval_along_its_facing():
    fp = footprint_at(model(Base(2500, 7000, "oval")), Place(at(10, 10), facing=90))
    assert (fp.radius, fp.half_length, fp.reach) == (1250, 3500, 3500)
    west, south, east, north = outline(fp).bounds
    assert (east - west) == pytest.approx(2500, abs=1)
    assert (north - south) == pytest.approx(7000, abs=1)


def test_the_outline_is_never_smaller_than_the_base_and_hardly_larger():
    fp = Footprint(at(10, 10), radius=1250, half_length=3500, shape="oval", facing=30)
    true = math.pi * 1250 * 3500
    assert true <= outline(fp).area <= true * 1.0003


def test_a_hull_is_a_rectangle():
    fp = Footprint(at(10, 10), radius=1000, half_length=3000, shape="hull", facing=90)
    assert outline(fp).area == pytest.approx(4 * 1000 * 3000)
    assert extents(fp) == pytest.approx((1000, 3000))
    assert fp.reach == math.ceil(math.hypot(1000, 3000))


@given(
    st.sampled_from(["round", "oval", "hull"]),
    st.integers(500, 4000),
    st.integers(0, 4000),
    st.integers(-720, 720),
)
def test_extents_hold_the_outline(shape, radius, more, facing):
    half = radius if shape == "round" else radius + more
    fp = Footprint(at(20, 20), radius=radius, half_length=half, shape=shape, facing=facing)
    east, north = extents(fp)
    x1, y1, x2, y2 = outline(fp).bounds
    assert (x2 - x1) / 2 == pytest.approx(east, rel=1e-3)
    assert (y2 - y1) / 2 == pytest.approx(north, rel=1e-3)
    assert fp.reach + 1 >= max(math.hypot(x - fp.at.x, y - fp.at.y) for x, y in outline(fp).exterior.coords)
