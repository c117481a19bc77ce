"""What is usual for bases, doors and terrain is read from the rules; only what differs is written."""

from __future__ import annotations

import pytest

from wolfling_gui.core.forces import Base
from wolfling_gui.files.roster import parse_roster
from wolfling_gui.files.scenario import parse_scenario
from wolfling_gui.files.scenario_write import scenario_text

ROSTER = """format: wolfling-roster/1
name: Mixed
profiles:
  one: {{WS: 4, BS: 4, S: 4, T: 4, W: 1, I: 4, A: 1, Ld: 8, Sv: 4+, {more}}}
weapons: {{}}
squads: [{{id: s, models: [{{profile: one}}]}}]
"""
SCENARIO = """format: wolfling-scenario/1
name: Fields
ruleset: wolfling
kind: open
table: {{width: 48, height: 48}}
sides: [{{id: blue}}, {{id: red}}]
deployment:
  - {{side: blue, polygon: {{from: [0, 0], to: [48, 4]}}}}
  - {{side: red, polygon: {{from: [0, 44], to: [48, 48]}}}}
areas: [{{id: A, {more}, polygon: {{from: [5, 5], to: [10, 10]}}}}]
"""


@pytest.mark.parametrize(
    ("more", "base"),
    [
        ("type: infantry", Base(2500)),
        ("type: bike", Base(2500, 7000, "oval")),
        ("type: monstrous creature", Base(6000)),
        ("base: bulky", Base(4000)),
        ("type: bike, base: large", Base(6000)),
        ("base: Small", Base(2500)),
        ("base: 32 mm", Base(3200)),
    ],
)
def test_a_profile_stands_on_the_usual_base_of_its_type_or_on_a_named_size(more: str, base: Base) -> None:
    (squad,) = parse_roster(ROSTER.format(more=more)).squads
    assert squad.lines[0].profile.base == base


@pytest.mark.parametrize(
    ("more", "expected"),
    [
        ("kind: wood", ("difficult", False, True, 4)),
        ("kind: wreck", ("difficult", True, False, 4)),
        ("kind: river deep", ("impassable", False, False, None)),
        ("kind: wood, cover: 5+, class: clear", ("clear", False, True, 5)),
        ('kind: wood, cover: "-"', ("difficult", False, True, 0)),
        ("kind: lawn", ("difficult", False, True, None)),
    ],
)
def test_a_piece_of_terrain_is_what_its_kind_usually_is(more: str, expected: tuple[object, ...]) -> None:
    area = parse_scenario(SCENARIO.format(more=more)).table.areas["A"]
    assert (area.terrain, area.dangerous, area.area, area.cover) == expected


@pytest.mark.parametrize("more", ["kind: wood", "kind: wreck, dangerous: false", "kind: road, area: true"])
def test_what_differs_from_the_usual_is_written_and_reads_back(more: str) -> None:
    scenario = parse_scenario(SCENARIO.format(more=more))
    text = scenario_text(scenario)
    assert parse_scenario(text).table.areas == scenario.table.areas
    assert ("cover" in text) is False
