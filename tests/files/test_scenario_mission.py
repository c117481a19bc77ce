"""What a scenario says of its mission: its deployment, night, and where the set-up begins."""

from __future__ import annotations

import pytest

from wolfling_gui.files.problems import ProblemsError
from wolfling_gui.files.scenario import parse_scenario
from wolfling_gui.files.scenario_write import scenario_text
from wolfling_gui.files.setup import new_battle

PROFILES = "profiles: {rifleman: {name: Rifleman, WS: 3, BS: 3, S: 3, T: 3, W: 1, I: 3, A: 1, Ld: 7, Sv: 5+}}"
SQUADS = "squads: [{id: squad, name: Squad, models: [{profile: rifleman, count: 2}]}]"
FORCE = f"{{name: Few, {PROFILES}, {SQUADS}}}"
BASE = f"""
format: wolfling-scenario/1
name: Field
kind: open
table: {{width: 72, height: 48}}
sides:
  - {{id: blue, force: {FORCE}}}
  - {{id: red, force: {FORCE}}}
"""
DRAWN = """
deployment:
  - {side: blue, polygon: {from: [0, 0], to: [72, 12]}}
  - {side: red, polygon: {from: [0, 36], to: [72, 48]}}
"""


@pytest.mark.parametrize(
    ("words", "layout"),
    [("pitched battle", "pitched_battle"), ("spearhead", "spearhead"), ("dawn of war", "dawn_of_war")],
)
def test_a_named_deployment_needs_no_zones(words: str, layout: str) -> None:
    scenario = parse_scenario(f"{BASE}layout: {words}\nmission: seize ground\n")
    assert scenario.mission.layout == layout
    assert scenario.mission.id == "seize_ground"
    assert new_battle(scenario).clock.step == "roll_off"


def test_a_random_battle_begins_with_its_mission_and_then_its_deployment() -> None:
    assert new_battle(parse_scenario(f"{BASE}layout: random\nmission: random\n")).clock.step == "mission"
    assert new_battle(parse_scenario(f"{BASE}layout: random\n")).clock.step == "layout"
    assert new_battle(parse_scenario(BASE + DRAWN)).clock.step == "roll_off"


def test_layout_and_night_are_written_as_they_are_read() -> None:
    scenario = parse_scenario(f"{BASE}layout: dawn of war\nnight: 2\nturns: 6\n")
    assert scenario.mission.night == 2
    text = scenario_text(scenario)
    assert "layout: dawn of war" in text
    assert parse_scenario(text) == scenario


def test_nothing_of_it_is_written_where_it_is_not_there() -> None:
    text = scenario_text(parse_scenario(BASE + DRAWN))
    assert "layout" not in text
    assert "night" not in text


@pytest.mark.parametrize(
    ("addition", "message"),
    [
        ("layout: spearhad\n", "layout"),
        ("night: 0\n", "night"),
        (f"layout: spearhead\n{DRAWN}", "Zones are drawn beside a “layout”"),
        ("", "has no deployment zone"),
    ],
)
def test_what_cannot_be_played_is_refused(addition: str, message: str) -> None:
    with pytest.raises(ProblemsError) as error:
        parse_scenario(BASE + addition)
    assert message in str(error.value)
