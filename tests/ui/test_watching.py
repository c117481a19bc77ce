"""Watching the demonstration: from the first screen, step by step, and playing on from it."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt

from tests.ui.play import CONTROL, SHIFT, press, settle
from wolfling_gui.core.actions import EndStep, Fight, Move, Shoot
from wolfling_gui.core.changes import digest
from wolfling_gui.files.journal import fold, read_journal
from wolfling_gui.files.locations import resources_dir
from wolfling_gui.files.saves import battles_dir
from wolfling_gui.session.verifying import verify
from wolfling_gui.ui.panels.dice_so_far import DiceSoFar
from wolfling_gui.ui.panels.verdict_card import RuleView
from wolfling_gui.ui.scene import overlays as o
from wolfling_gui.ui.widgets import TextLabel
from wolfling_gui.ui.widgets.rows import ROW

DEMO = resources_dir() / "demo" / "deck-seven-raid.wolfling"


@pytest.fixture
def watching(window):
    """Return a window in which the demonstration was opened by its key."""
    settle()
    press(window, Qt.Key.Key_D, CONTROL | SHIFT)
    settle()
    assert window.desk.watching
    return window


def texts(widget):
    return [label.text() for label in widget.findChildren(TextLabel) if not label.isHidden()]


def to(window, kind):
    """Show the first step of a kind of action, and return its step."""
    steps = window.replay.steps
    place = next(n for n, step in enumerate(steps, start=1) if isinstance(step.action, kind))
    window.replay.go(place)
    settle()
    return steps[place - 1]


def test_the_first_screen_offers_it_and_it_begins_at_the_start(window):
    window.work.fill_welcome()
    way = next(w for w in window.welcome.ways if "demonstration" in w.accessibleName())
    way.click()
    settle()
    assert window.desk.watching
    assert window.replay.on
    assert window.replay.place == 0
    assert window.replay_bar.isVisible()
    assert window.guide._titles.title.text() == "The demonstration"
    assert not window.view.board._dimmed
    assert window.status.saved_field.text() == "Only watched"


def test_the_log_begins_at_the_start_and_tells_nothing_of_the_end(watching):
    settle(8)
    log = watching.log
    first = log.view.indexAt(QPoint(20, 6)).data(ROW)
    assert first.number == "0.01"
    watching.log.set_one_line(True)
    settle()
    assert log.view.rows.rows == []
    watching.replay.go(2)
    settle()
    assert [row.number for row in log.view.rows.rows] == ["0.04"]


def test_each_step_is_told_with_its_dice_and_rules(watching):
    step = to(watching, Shoot)
    guide = watching.guide
    assert guide._titles.title.text().startswith("Fire of ")
    told = texts(guide._step)
    assert any(text.startswith("A unit fires at one enemy unit") for text in told)
    dice = guide._step.findChild(DiceSoFar)
    fallen = [list(e.faces) for e in step.done.report.entries if e.faces]
    assert [list(row.faces) for row in dice.rows] == fallen
    assert dice.rows[0].name == "To hit"
    assert dice.rows[0].made == tuple(face >= 3 for face in dice.rows[0].faces)
    cited = {rule for e in step.done.report.entries for rule in e.rules}
    shown = [card.rule for card in guide._step.findChildren(RuleView)]
    assert len(shown) == 3
    assert set(shown) <= cited
    to(watching, Fight)
    assert any("steps of Initiative" in text for text in texts(guide._step))


def test_phases_and_the_end_are_told_too(watching):
    steps = watching.replay.steps
    for place, step in enumerate(steps, start=1):
        if isinstance(step.action, EndStep):
            watching.replay.go(place)
            clock = watching.desk.battle.clock
            if clock.step == "shooting":
                break
    assert any("Movement is over." in text for text in texts(watching.guide._step))
    watching.replay.go(len(steps))
    settle()
    assert watching.desk.battle.clock.over
    assert watching.desk.looking_back
    assert any("objectives are counted" in text for text in texts(watching.guide._step))
    assert "Final score" in " ".join(texts(watching.guide._end))


def test_nothing_is_done_in_it_and_its_file_stays(watching):
    before = DEMO.read_bytes()
    desk = watching.desk
    watching.replay.go(20)
    count = desk.session.recorder.history.count
    assert desk.perform(EndStep()) is None
    assert not desk.undo(sure=True)
    assert not desk.redo()
    desk.go_to(0)
    for name in ("undo", "redo", "adjust", "end_step", "correct", "roll_d6", "overrule"):
        assert not watching.commands[name].isEnabled(), name
    press(watching, Qt.Key.Key_Escape)
    press(watching, Qt.Key.Key_Return)
    assert watching.desk.watching
    assert watching.replay.on
    assert desk.session.recorder.history.count == count
    assert DEMO.read_bytes() == before
    assert list(battles_dir().glob("*.wolfling")) == []


def test_playing_on_makes_a_battle_of_ones_own_at_that_step(watching):
    before = DEMO.read_bytes()
    watching.replay.go(24)
    shown = digest(watching.desk.battle)
    assert watching.guide.main.text() == "Play on from here"
    watching.guide.main.click()
    settle()
    desk = watching.desk
    assert not desk.watching
    assert not watching.replay.on
    assert digest(desk.battle) == shown
    assert len(desk.session.steps) == 24
    assert desk.undo(sure=True)
    assert desk.redo()
    desk.session.last_write.result(timeout=5)
    path = desk.session.recorder.path
    assert path.parent == battles_dir()
    assert DEMO.read_bytes() == before
    desk.close()
    read = read_journal(path)
    assert read.problems == ()
    assert digest(fold(read, thorough=True).battle) == shown
    steps, problem = verify(read)
    assert problem is None
    assert steps == 24


def test_one_plays_on_from_the_very_start_by_key(watching):
    press(watching, Qt.Key.Key_G, CONTROL)
    assert not watching.desk.watching
    assert watching.desk.session.steps == ()
    assert watching.desk.battle.clock.step == "roll_off"
    assert not watching.commands["play_on"].isEnabled()


def test_after_its_end_one_begins_it_oneself(watching):
    watching.replay.go(watching.replay.count)
    settle()
    assert watching.guide.main.text() == "Play it from the start"
    watching.guide.main.click()
    settle()
    assert watching.desk.session.steps == ()
    assert watching.desk.battle.clock.step == "roll_off"


def test_leaving_it_comes_to_the_first_screen(watching):
    watching.replay_bar.leave.click()
    settle()
    assert watching.desk.session is None
    assert watching.pages.currentWidget() is watching.welcome
    assert not watching.replay.on


def test_a_moment_looked_at_in_the_log_is_told_as_well(window):
    from wolfling_gui.ui.window_shot import read_session

    window.open_session(read_session(DEMO))
    step = next(s for s in window.desk.session.steps if isinstance(s.action, Shoot))
    window.desk.look_at(step.line)
    settle()
    assert "As it was" in window.guide._titles.title.text()
    assert any(text.startswith("Fire of ") for text in texts(window.guide._step))
    window.desk.look_at(None)
    settle()
    assert window.guide._step.isHidden()


def laid(window, kind):
    window.view.flush()
    return [mark for mark in window.view.board.board.overlays if isinstance(mark, kind)]


def test_the_map_marks_who_acted_and_the_line_the_rules_used(watching):
    step = to(watching, Shoot)
    before = watching.desk.session.battle_after(step.parent)
    ringed = {mark.model for mark in laid(watching, o.SelectedRing)}
    assert ringed == {m.id for m in before.standing(step.action.unit)}
    targets = {mark.model for mark in laid(watching, o.TargetRing)}
    assert targets == {m.id for m in watching.desk.battle.standing(step.action.target)}
    (line,) = laid(watching, o.SightLegal)
    assert line.a in {m.place.at for m in before.standing(step.action.unit)}
    watching.replay.go(0)
    assert laid(watching, o.SelectedRing) == []


def test_the_map_marks_the_ways_that_were_walked(watching):
    step = to(watching, Move)
    session = watching.desk.session
    before, after = session.battle_after(step.parent), session.battle_after(step.line)
    moved = [n for n, m in after.models.items() if m.place is not None and m.place != before.models[n].place]
    ways = laid(watching, o.Path)
    assert len(ways) == len(moved) > 0
    for name, way in zip(moved, ways, strict=True):
        assert way.points[0] == before.models[name].place.at
        assert way.points[-1] == after.models[name].place.at
        corners = step.action.paths[name]
        assert len(way.points) == len(corners) + 1
