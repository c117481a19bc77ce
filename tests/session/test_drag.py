"""Dragging units: who goes along."""

from __future__ import annotations

from wolfling_gui.core.battle import Battle
from wolfling_gui.core.lengths import at, inches
from wolfling_gui.files.cases import parse_cases
from wolfling_gui.session.cases import rules_of
from wolfling_gui.session.drag import Drag

POSITION = """
format: wolfling-case/1
cases:
- case: Joined
  rules: [CL-CHAR-2]
  units:
    captain: {{models: [{{id: captain, at: [10, 9.5]}}], rules: [independent character], joined: squad}}
    squad: {{models: [[10, 8], [11.5, 8]], conditions: [{walked}]}}
  clock: movement
  measure: [{{coherent: squad, is: true}}]
"""


def drag(walked: str, grabbed: str) -> tuple[Battle, Drag]:
    (case,) = parse_cases(POSITION.format(walked=walked), "drag.yaml")
    names = case.battle.units["squad"].models
    return case.battle, Drag(rules_of(case), case.battle, "squad", names, grabbed)


CAME = "{kind: walked, about: captain, inches: 4, rule: CL-CHAR-2, until: phase}"
WALKED = "{kind: walked, about: captain, inches: 4, rule: CL-MOVE-2, until: phase}"


def test_who_moved_and_then_joined_stays_behind():
    _, made = drag(CAME, "squad-1")
    assert set(made.models) == {"squad-1", "squad-2"}
    assert made.left("squad-1") == inches(6)
    assert made.left("captain") == 0
    step = made.to(at(10, 3), 0)
    assert set(made.action(step).paths) == {"squad-1", "squad-2"}


def test_who_moved_with_the_unit_goes_along_as_far_as_is_left():
    _, made = drag(WALKED, "squad-1")
    assert set(made.models) == {"squad-1", "squad-2", "captain"}
    assert made.left("captain") == inches(2)
