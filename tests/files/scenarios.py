"""Scenarios as text, to read, to spoil and to write again."""

from __future__ import annotations

from pathlib import Path

import pytest

from wolfling_gui.core.lengths import Point, at
from wolfling_gui.files.problems import ProblemsError
from wolfling_gui.files.scenario import parse_scenario

SHIPPED = sorted((Path(__file__).parents[2] / "rulesets" / "scenarios").glob("*.yaml"))
ROSTERS = SHIPPED[0].parents[1] / "rosters"

DECK = """\
format: wolfling-scenario/1
name: Deck
kind: shipboard
table: {width: 30, height: 20}
sides:
  - {id: blue, name: Blue, edge: west}
  - {id: orange}
structures:
  - {id: ship}
rooms:
  - {id: R1, name: Hold, polygon: {from: [0, 0], to: [10, 8]}}
  - {id: R2, polygon: [[14, 0], [24, 0], [24, 8], [14, 8]], bare: true}
  - {id: R3, polygon: {from: [10, 5], to: [14, 8]}}
corridors:
  - {id: C1, polygon: {from: [10, 3], to: [14, 5]}, large: false}
walls:
  - {id: W1, line: [[0, 0], [24, 0], [24, 8], [0, 8]], closed: true}
  - {id: W2, line: [[10, 0], [10, 8]]}
  - {id: W3, line: [[14, 0], [14, 8]], height: 2}
  - {id: W4, line: [[10, 5], [14, 5]]}
  - {id: W5, line: [[10, 3], [14, 3]]}
doors:
  - {id: D1, at: [10, 4], width: 1.5, state: open}
  - {id: D2, from: [14, 3.25], to: [14, 4.75], locked: true}
areas:
  - {id: A1, kind: wood, polygon: {from: [25, 10], to: [28, 14]}, cover: 4+, height: 3}
obstacles:
  - {id: B1, line: [[26, 2], [28, 2]], dangerous: true}
impassable:
  - {id: X1, kind: container, polygon: {from: [2, 10], to: [8, 12]}, height: 2.5}
objectives:
  - {id: O1, at: [5, 4], owner: blue, value: 2}
deployment:
  - {side: blue, zones: [R1]}
  - {side: orange, name: Far end, polygon: {from: [24, 0], to: [30, 20]}}
mission: seize_ground
turns: 5
"""

RUIN = """\
format: wolfling-scenario/1
name: Ruin
kind: cityfight
table: {width: 24, height: 24, floor_height: 4}
sides: [{id: a}, {id: b}]
ruins:
  - id: Q
    name: Old mill
    levels:
      - {from: [0, 0], to: [8, 6]}
      - [[0, 0], [8, 0], [8, 3], [4, 6], [0, 6], [0, 0]]
walls:
  - {id: W1, line: [[4, 0], [4, 6]], state: intact}
  - {id: W2, line: [[0, 0], [8, 0]], level: 1, height: 2}
  - {id: W3, line: [[12, 12], [16, 12]]}
doors:
  - {id: D1, at: [4, 3]}
deployment:
  - {side: a, zones: [Q-0-1]}
  - {side: b, polygons: [{from: [20, 0], to: [24, 4]}, {from: [20, 20], to: [24, 24]}]}
objectives:
  - {id: O1, at: [2, 2], level: 1}
allowed_indoors:
  Q: [Bike, jetbike]
backdrop: {file: mill.png, from: [0, 0], to: [24, 24]}
start: {side: b, step: movement}
"""


def problems_of(text: str, folder: Path | None = None) -> list[str]:
    """Return what is wrong with a scenario that cannot be read."""
    with pytest.raises(ProblemsError) as caught:
        parse_scenario(text, "s.yaml", folder)
    return [str(problem) for problem in caught.value.problems]


def changed(old: str, new: str, text: str = DECK) -> str:
    """Return a scenario with one place written otherwise."""
    assert old in text
    return text.replace(old, new, 1)


def rectangle(x1: float, y1: float, x2: float, y2: float) -> tuple[Point, ...]:
    """Return the corners of a rectangle, in inches."""
    return at(x1, y1), at(x2, y1), at(x2, y2), at(x1, y2)
