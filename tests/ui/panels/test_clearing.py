"""What would clear a refusal, listed in the guide and shown on the map."""

from __future__ import annotations

import pytest

from tests.builders import Position, session
from tests.ui.deck import HIDDEN, MINE, THEIRS
from wolfling_gui.core.actions import Waypoint
from wolfling_gui.core.changes import digest
from wolfling_gui.core.lengths import at
from wolfling_gui.ui.draft import Draft
from wolfling_gui.ui.marks import marks
from wolfling_gui.ui.panels.clearing import WAIT_MS
from wolfling_gui.ui.panels.guide import GuidePanel
from wolfling_gui.ui.scene import overlays as o


@pytest.fixture
def guide(desk, put):
    return put(GuidePanel(desk))


def said(guide):
    return [row.label.text() for row in guide.clearing.rows()]


def test_a_refused_target_is_listed_with_what_would_clear_it(guide, desk, qtbot):
    desk.select(MINE)
    desk.set_target("orange-marksman")
    assert said(guide) == []
    qtbot.waitUntil(lambda: len(said(guide)) == 2, timeout=20 * WAIT_MS)
    assert said(guide) == [
        "Opening door D6 clears a line to Marksman.",
        "Could be shot at: Riflemen and Scouts.",
    ]


def test_show_draws_it_and_a_second_press_takes_it_off(guide, desk):
    before = digest(desk.battle)
    desk.select(MINE)
    desk.set_target("orange-marksman")
    guide.clearing.finish()
    plain = marks(desk)
    row = guide.clearing.rows()[0]
    row.button.click()
    assert row.button.isChecked()
    shown = marks(desk)
    assert o.Highlight(("D6",)) in shown
    lines = {type(value) for value in set(shown) - set(plain)}
    assert o.SightLegal in lines
    refused = [sum(isinstance(value, o.SightRefused) for value in some) for some in (plain, shown)]
    assert refused[1] == refused[0] - 1
    row.button.click()
    assert marks(desk) == plain
    assert digest(desk.battle) == before


def test_a_step_is_shown_as_a_ghost_with_its_length(guide, desk):
    desk.select(MINE)
    desk.set_target(HIDDEN)
    guide.clearing.finish()
    remedy = guide.clearing.rows()[0].remedy
    guide.clearing.rows()[0].button.click()
    shown = marks(desk)
    ghosts = {value.model: value.place for value in shown if isinstance(value, o.Ghost)}
    assert ghosts == dict(remedy.places)
    measured = [value.text for value in shown if isinstance(value, o.Measure)]
    assert measured
    assert measured[0] in said(guide)[0]


def test_another_target_or_esc_takes_it_off(guide, desk):
    desk.select(MINE)
    desk.set_target("orange-marksman")
    guide.clearing.finish()
    guide.clearing.rows()[0].button.click()
    assert desk.step_back()
    assert desk.remedy is None
    assert desk.target == "orange-marksman"
    guide.clearing.rows()[0].button.click()
    desk.set_target(THEIRS)
    assert desk.remedy is None
    assert said(guide) == []


def test_a_plan_that_is_too_long_shows_the_one_that_fits(guide, desk):
    position = Position()
    position.unit("blue", "blue", [(10, 10)]).unit("orange", "orange", [(40, 40)])
    desk.open(session(position.battle()))
    desk.select("blue")
    desk.set_draft(Draft("move", "blue", paths={"blue-1": (Waypoint(at(18, 10)),)}))
    guide.clearing.finish()
    assert said(guide) == ["It fits if the longest way is 2″ shorter."]
    guide.clearing.rows()[0].button.click()
    (ghost,) = (value for value in marks(desk) if isinstance(value, o.Ghost))
    assert ghost.ok
    assert at("15.99", 10).x < ghost.place.at.x <= at(16, 10).x
