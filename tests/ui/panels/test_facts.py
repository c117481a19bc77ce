"""The facts form: what is said reaches the shot, what it does is shown, and all can be taken back."""

from __future__ import annotations

from itertools import pairwise

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel

from tests.ui.deck import HIDDEN, MINE, THEIRS, deck_session, table_session
from wolfling_gui.core.actions import NOTHING_SAID, DeclaredFacts, Shoot
from wolfling_gui.core.lengths import inches
from wolfling_gui.core.verdict import Permit
from wolfling_gui.ui.desk import Desk
from wolfling_gui.ui.panels.facts import FactsForm


def made(qtbot, session) -> tuple[Desk, FactsForm]:
    desk = Desk()
    desk.set_app_dice(False)
    desk.open(session)
    form = FactsForm(desk)
    qtbot.addWidget(form)
    form.resize(344, 600)
    form.show()
    desk.select(MINE)
    desk.set_target(THEIRS)
    return desk, form


@pytest.fixture
def at_table(look, qtbot):
    return made(qtbot, table_session())


def words(form: FactsForm, fact: str) -> list[str]:
    """Return what stands under a fact."""
    row = form.rows()[fact]
    return [label.text() for label in row.findChildren(QLabel)][1:]


def press(qtbot, form: FactsForm, fact: str, word: int) -> None:
    choice = form.rows()[fact].choice
    qtbot.mouseClick(choice, Qt.MouseButton.LeftButton, pos=choice.segment_rect(word).center().toPoint())


def test_without_a_shot_it_says_what_to_do(look, qtbot):
    desk, form = made(qtbot, table_session())
    desk.set_target("")
    assert not form.rows()["range"].isVisible()
    assert form.take_focus() is False


def test_facts_said_reach_the_shot_and_its_numbers_at_once(at_table, qtbot):
    desk, form = at_table
    changed: list[str] = []
    desk.facts_changed.connect(lambda: changed.append("facts"))
    assert "not said; the shot waits for it" in words(form, "sight")
    form.rows()["range"].range.setValue(7)
    press(qtbot, form, "sight", 0)
    press(qtbot, form, "zone", 0)
    assert desk.shot().facts == DeclaredFacts(inches(7), "clear", "room")
    assert len(changed) == 3
    preview = desk.target_preview()
    assert isinstance(preview.verdict, Permit)
    assert preview.volley.groups[0].to_hit.total == 2
    assert preview.gap == inches(7)
    assert "same room: close quarters, 2+ to hit" in words(form, "zone")


def test_what_is_chosen_is_taken_back_by_choosing_it_again(at_table, qtbot):
    desk, form = at_table
    press(qtbot, form, "cover", 2)
    assert desk.shot().facts.cover == 5
    press(qtbot, form, "cover", 2)
    assert desk.shot().facts == NOTHING_SAID
    form.rows()["range"].range.setValue(4)
    form.rows()["range"].range.setValue(form.rows()["range"].range.minimum())
    assert desk.shot().facts == NOTHING_SAID


@pytest.mark.parametrize(
    ("typed", "taken", "reason"),
    [
        ("4,5", 4.5, ""),
        ("4.5", 4.5, ""),
        ("12,5", 12.5, ""),
        ("0", 0, ""),
        ("120", 120, ""),
        ("999", 99, "“999” is not taken: 120″ at most."),
        ("241", 24, "“241” is not taken: 120″ at most."),
        ("1e3", 1, "“1e3” is no number."),
        ("4,55", 4.5, "“4,55” is not taken: one decimal at most."),
        ("-2", None, "“-2” is not taken: 0″ at least."),
    ],
)
def test_a_range_is_taken_as_typed_or_the_field_says_why_not(at_table, qtbot, typed, taken, reason):
    desk, form = at_table
    row = form.rows()["range"]
    row.range.setFocus()
    row.range.selectAll()
    qtbot.keyClicks(row.range, typed)
    assert row.range.lineEdit().text().removesuffix("″") == typed
    qtbot.keyClick(row.range, Qt.Key.Key_Return)
    assert desk.shot().facts.range == (None if taken is None else inches(taken))
    assert row.range.trouble == reason
    assert [text for text in words(form, "range") if text.startswith("“")] == ([reason] if reason else [])
    assert row.range.property("state") in (("refused",) if reason else (None, ""))
    qtbot.keyClick(row.range, Qt.Key.Key_Up)
    assert row.range.trouble == ""


def test_an_emptied_range_is_taken_back(at_table, qtbot):
    desk, form = at_table
    field = form.rows()["range"].range
    field.setValue(7)
    field.selectAll()
    qtbot.keyClick(field, Qt.Key.Key_Delete)
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert desk.shot().facts == NOTHING_SAID
    assert field.text() == "not said"


def test_one_firer_may_stand_otherwise(at_table, qtbot):
    desk, form = at_table
    form.rows()["range"].range.setValue(7)
    form.whole.setChecked(False)
    assert form.firer.isVisible()
    form.firer.setCurrentIndex(1)
    form.rows()["range"].range.setValue(30)
    shot = desk.shot()
    assert shot.facts.range == inches(7)
    assert shot.facts_by_model == {f"{MINE}-2": DeclaredFacts(inches(30))}
    assert any("out of range" in text for text in words(form, "range"))
    form.forget()
    assert desk.shot().facts == NOTHING_SAID
    assert desk.shot().facts_by_model == {}
    assert form.whole.isChecked()


def test_the_focus_goes_to_the_first_fact_that_is_waited_for(at_table, qtbot):
    _, form = at_table
    form.activateWindow()
    qtbot.waitActive(form)
    form.rows()["range"].range.setValue(7)
    assert form.take_focus()
    assert form.rows()["sight"].choice.hasFocus()


def test_while_the_volley_is_rolled_the_facts_stand_and_cannot_be_changed(at_table, qtbot):
    desk, form = at_table
    desk.declare(desk.shot().__class__(MINE, THEIRS, facts=DeclaredFacts(inches(7), "clear", "room")))
    desk.fire()
    assert desk.request is not None
    assert form.rows()["range"].range.value() == 7
    assert not form.rows()["range"].range.isEnabled()
    press(qtbot, form, "sight", 1)
    assert form.shot.facts.sight == "clear"


def test_on_a_map_untouched_facts_show_what_was_measured(look, qtbot):
    desk, form = made(qtbot, deck_session())
    assert any(text.startswith("measured: ") for text in words(form, "range"))
    before = desk.target_preview().volley.groups[0].to_hit.total
    press(qtbot, form, "zone", 3)
    after = desk.target_preview().volley.groups[0].to_hit.total
    assert (before, after) == (2, 3)


def test_facts_are_forgotten_with_the_phase(look, qtbot):
    from wolfling_gui.core.actions import Adjust, SetClock

    desk, form = made(qtbot, table_session())
    form.rows()["range"].range.setValue(7)
    assert desk.declared_shots()[THEIRS].facts.range == inches(7)
    desk.perform(Adjust((SetClock(4, "blue", "shooting"),)))
    desk.set_target(THEIRS)
    assert desk.shot().facts == NOTHING_SAID


def test_tab_goes_from_fact_to_fact_before_the_rules(at_table, qtbot):
    desk, form = at_table
    desk.declare(Shoot(MINE, THEIRS, facts=DeclaredFacts(inches(10), "clear", "none", 0)))
    fields = [row.field for row in form.rows().values()]
    fields[0].setFocus()
    for before, after in pairwise(fields):
        assert before.nextInFocusChain() is not None
        stop = before
        while True:
            stop = stop.nextInFocusChain()
            if stop.focusPolicy() & Qt.FocusPolicy.TabFocus and stop.isVisible():
                inside = stop is after or after.isAncestorOf(stop)
                if inside or not before.isAncestorOf(stop):
                    break
        assert inside, stop


def test_rows_keep_their_place_as_they_are_answered_and_a_new_shot_begins_at_the_top(at_table):
    desk, form = at_table
    form.resize(344, 260)
    form.grab()
    before = [row.y() for row in form.rows().values()]
    desk.declare(Shoot(MINE, THEIRS, facts=DeclaredFacts(inches(10), "clear", "none", 0)))
    form.grab()
    assert [row.y() for row in form.rows().values()] == before
    bar = form.body.verticalScrollBar()
    bar.setValue(bar.maximum())
    assert bar.value() > 0
    desk.set_target(HIDDEN)
    assert bar.value() == 0
