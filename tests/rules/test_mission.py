"""Deployments and objectives on tables of any size."""

from __future__ import annotations

import msgspec
import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st

from tests.builders import Position, bare_table, ruleset, session
from wolfling_gui.core.actions import PlaceObjective, SettleLayout, SettleMission
from wolfling_gui.core.battle import Battle, Mission
from wolfling_gui.core.lengths import Point, Polygon, at, distance, inches
from wolfling_gui.core.terrain import Area, Floor, Marker, Structure
from wolfling_gui.core.verdict import Refusal
from wolfling_gui.files.rulesets import load_catalogue
from wolfling_gui.rules import engine, registry
from wolfling_gui.rules.catalogue import Origin
from wolfling_gui.rules.classic import layouts, mission
from wolfling_gui.rules.classic.edges import OPPOSITE, own_edge
from wolfling_gui.rules.classic.scoring import control_changes


def prepared(layout: str, width: float = 72, height: float = 48) -> Battle:
    position = Position(bare_table(width, height), "classic")
    position.unit("a", "blue", [(1, 1)]).unit("b", "orange", [(3, 3)])
    battle = position.battle("zones", turn=0)
    return battle.with_mission(Mission("annihilation", layout=layout))


def shape(polygon: Polygon) -> shapely.Polygon:
    return shapely.Polygon([(p.x, p.y) for p in polygon])


@pytest.mark.parametrize("layout", layouts.LAYOUTS)
@pytest.mark.parametrize(("width", "height"), [(72, 48), (48, 48), (48, 72), (36, 30), (32, 24), (30.25, 41)])
def test_zones_lie_on_the_table_and_apart(layout: str, width: float, height: float) -> None:
    rules = ruleset("classic")
    battle = prepared(layout, width, height)
    if not layouts.has_room(rules, battle.table, layout):
        assert (layout, height) == ("pitched_battle", 24)
        return
    for option in layouts.options(rules, battle):
        after = layouts.taken(rules, battle, option)
        first, second = (shape(zone.polygons[0]) for zone in after.table.deployment)
        table = shapely.box(0, 0, inches(width), inches(height))
        for zone in (first, second):
            assert zone.is_valid
            assert table.covers(zone)
        assert first.intersection(second).area == 0
        assert abs(first.area - second.area) < first.area * 0.001
        own = own_edge(after, "blue")
        assert after.side("blue").edge == own
        assert after.side("orange").edge == OPPOSITE[own]


def test_the_strips_of_a_pitched_battle_end_just_before_twelve_inches() -> None:
    rules = ruleset("classic")
    after = layouts.taken(rules, prepared("pitched_battle"), "south")
    south, north = (zone.polygons[0] for zone in after.table.deployment)
    assert south == layouts.rectangle(0, 0, inches(72), inches(12) - 1)
    assert north == layouts.rectangle(0, inches(36) + 1, inches(72), inches(48))


def test_a_layout_without_room_is_refused_and_rolled_again() -> None:
    battle = prepared("random", 32, 24)
    running = session(battle.with_clock(mission.fresh_clock(battle)))
    refused = running.perform(SettleLayout("pitched_battle"))
    assert [f.says for f in refused.findings if f.effect == "forbids"] == ["setup.layout_no_room"]
    running.perform(SettleLayout())
    running.give([1])
    running.give([3])
    assert running.settled.mission.layout == "spearhead"


def test_a_spearhead_is_drawn_without_the_circle() -> None:
    rules = ruleset("classic")
    after = layouts.taken(rules, prepared("spearhead"), "south_west")
    drawn = shape(after.table.deployment[0].polygons[0])
    quarter = inches(36) * inches(24)
    circle = 3.14159265 * inches(12) ** 2 / 4
    assert drawn.area == pytest.approx(quarter - circle, rel=0.002)
    assert drawn.area >= quarter - circle
    assert layouts.grounds(rules, after, "blue")[0][1] == layouts.rectangle(0, 0, inches(36), inches(24))


def test_upper_floors_belong_to_the_zones_too() -> None:
    rules = ruleset("classic")
    battle = prepared("pitched_battle")
    floors = tuple(Floor(level, layouts.rectangle(0, 0, inches(10), inches(10))) for level in (0, 1))
    table = battle.table.with_structure(Structure("R", "ruin", floors=floors))
    after = layouts.taken(rules, battle.with_table(table), "south")
    assert [(zone.side, zone.level) for zone in after.table.deployment] == [
        ("blue", 0), ("blue", 1), ("orange", 0), ("orange", 1),
    ]  # fmt: skip


corner = st.tuples(st.integers(-50, 50), st.integers(-50, 50)).map(lambda p: Point(*p))


@given(st.lists(corner, min_size=3, max_size=7, unique=True), corner)
def test_a_polygon_covers_what_shapely_says_it_covers(corners: list[Point], point: Point) -> None:
    drawn = shape(tuple(corners))
    if drawn.is_valid and drawn.area:
        assert layouts.covers(tuple(corners), point) == drawn.covers(shapely.Point(point.x, point.y))


def test_the_first_step_is_what_is_still_open() -> None:
    battle = prepared("random")
    assert mission.first_step(battle) == "layout"
    assert mission.first_step(battle.with_mission(Mission("random"))) == "mission"
    assert mission.first_step(battle.with_mission(Mission())) == "roll_off"
    assert mission.fresh_clock(battle).step == "layout"
    assert mission.fresh_clock(battle).turn == 0


def test_only_needed_steps_are_shown() -> None:
    rules = ruleset("classic")
    battle = prepared("")
    assert mission.shown_steps(rules, battle.with_clock(mission.fresh_clock(battle))) == (
        "roll_off", "deployment", "seize",
    )  # fmt: skip
    whole = battle.with_mission(Mission("random", layout="random"))
    whole = whole.with_clock(mission.fresh_clock(whole))
    assert mission.shown_steps(rules, whole) == ("mission", "layout", "roll_off", "deployment", "seize")
    played = battle.with_mission(Mission("seize_ground", layout="spearhead"))
    played = played.with_clock(mission.fresh_clock(played))
    assert mission.shown_steps(rules, played) == (
        "roll_off", "objectives", "zones", "deployment", "seize",
    )  # fmt: skip


def test_room_for_objectives_counts_edges_and_solid_ground() -> None:
    rules = ruleset("classic")
    small = prepared("", 24, 48)
    assert not mission.has_room(rules, small)
    wide = prepared("", 25, 48)
    assert mission.has_room(rules, wide)
    room = mission.room_for_objective(rules, wide)
    assert room is not None
    taken = wide.with_table(wide.table.with_objective(Marker("O1", room)))
    second = mission.room_for_objective(rules, taken)
    assert second is not None
    assert distance(room, second) > inches(12)
    rock = Area("rock", layouts.rectangle(inches(10), 0, inches(15), inches(48)), terrain="impassable")
    table = msgspec.structs.replace(wide.table, areas={"rock": rock})
    assert not mission.has_room(rules, wide.with_table(table))


def test_an_unchanged_table_is_kept_when_nobody_takes_an_objective() -> None:
    rules = ruleset("classic")
    battle = prepared("")
    assert control_changes(rules, battle).table is battle.table


def test_settling_refuses_a_table_that_names_no_mission() -> None:
    catalogue = load_catalogue("classic").with_value("CL-MIS-1", "table", {1: "last_stand"}, Origin("house"))
    rules = registry.build("classic", catalogue)
    battle = prepared("").with_mission(Mission("random"))
    battle = battle.with_clock(mission.fresh_clock(battle))
    verdict = engine.check(rules, battle, SettleMission())
    assert isinstance(verdict, Refusal)
    assert verdict.reasons[0].facts == {"name": "last_stand"}


def test_an_objective_is_placed_by_exact_distance() -> None:
    rules = ruleset("classic")
    battle = prepared("")
    battle = msgspec.structs.replace(battle, mission=Mission("seize_ground"))
    clock = msgspec.structs.replace(battle.clock, step="objectives")
    battle = battle.with_clock(clock).with_setup(msgspec.structs.replace(battle.setup, objectives=3))
    at_limit = mission.plan_objective(rules, battle, PlaceObjective(at(12, 20)))[1]
    assert [f.value for f in at_limit if f.effect == "forbids"] == [inches(12)]
    one_more = PlaceObjective(Point(inches(12) + 1, inches(20)))
    assert not [f for f in mission.plan_objective(rules, battle, one_more)[1] if f.effect == "forbids"]
