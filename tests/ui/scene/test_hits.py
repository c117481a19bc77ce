from __future__ import annotations

import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st

from tests.ui.scene.tables import deck_battle, yard_battle
from wolfling_gui.core.forces import Base, Model, Place, Profile
from wolfling_gui.core.lengths import Point, at, inches
from wolfling_gui.geometry.footprint import footprint_at, outline
from wolfling_gui.ui.scene import hits
from wolfling_gui.ui.scene.projection import Projection, contains

UNITS = st.integers(-20000, 140000)
DECK, YARD = deck_battle(), yard_battle()


@given(UNITS, UNITS)
def test_containment_agrees_with_shapely(x, y):
    for area in YARD.table.areas.values():
        shape = shapely.Polygon([(p.x, p.y) for p in area.polygon])
        spot = shapely.Point(x, y)
        if shape.boundary.distance(spot) > 1:
            assert contains(area.polygon, Point(x, y)) == shape.contains(spot)


@pytest.mark.parametrize(
    "base", [Base(2500), Base(3000, 5200, "oval"), Base(6000, 9000, "hull")], ids=["round", "oval", "hull"]
)
@given(st.integers(-6000, 6000), st.integers(-6000, 6000), st.integers(0, 359))
def test_bases_are_met_exactly_where_they_are(base, x, y, facing):
    model, place = Model("m", "M", "u", Profile("M", base=base)), Place(Point(0, 0), 0, facing)
    shape = outline(footprint_at(model, place))
    spot = shapely.Point(x, y)
    if shape.boundary.distance(spot) > 3:
        assert (hits.outside_base(model, place, Point(x, y)) <= 0) == shape.contains(spot)


def test_models_of_the_level_come_first():
    battle = YARD.with_place("R1", Place(at(10, 25), 0))
    assert hits.model_at(battle, at(10, 25), 1) == "B2"
    assert hits.model_at(battle, at(10, 25), 0) == "R1"
    assert hits.model_at(battle, at(17, 25), 0) == "B4"


def test_casualties_and_models_off_the_table_are_not_met():
    assert hits.model_at(DECK.with_place("M1", None), at(21.6, 4.7), 0) is None


@pytest.mark.parametrize(
    ("spot", "level", "thing"),
    [
        (at(33, 19), 0, hits.Thing("objective", "M1")),
        (at(42.5, 21.5), 0, hits.Thing("obstacle", "O1")),
        (at(42.5, 21.5), 2, hits.Thing("obstacle", "O1")),
        (at(25, 16), 0, hits.Thing("wall", "V1")),
        (at(30, 26), 0, hits.Thing("area", "A1")),
        (at(8, 20), 0, hits.Thing("zone", "Q1S")),
        (at(30, 16), 0, None),
    ],
)
def test_the_uppermost_thing_is_found(spot, level, thing):
    assert hits.thing_at(YARD, spot, level, inches("0.25")) == thing


def test_places_have_names():
    assert hits.place_name(DECK.table, at(5, 9), 0) == "C1 Spine"
    assert hits.place_name(YARD.table, at(10, 25), 1) == "Q1 Foundry"
    assert hits.place_name(YARD.table, at(33, 30), 0) == "Wood 1"
    assert hits.place_name(YARD.table, at(2, 34), 0) == ""


@given(st.integers(0, 81280), st.integers(0, 60960), st.floats(6, 96))
def test_projections_come_back(x, y, zoom):
    projection = Projection.of(DECK.table, zoom)
    back = projection.table_point(projection.point(Point(x, y)))
    assert back == Point(x, y)
