"""The guide: it always says what can be done, what first, and how to get out."""

from __future__ import annotations

import msgspec
import pytest
from PySide6.QtCore import QPoint, QRectF, Qt
from PySide6.QtTest import QSignalSpy
from PySide6.QtWidgets import QApplication

from tests.ui.deck import HIDDEN, MINE, THEIRS, deck_session, set_up_session
from wolfling_gui.core.actions import EndStep, RollOff, Shoot, Waypoint
from wolfling_gui.core.forces import Place
from wolfling_gui.core.lengths import at
from wolfling_gui.core.requests import Roll
from wolfling_gui.files.journal_lines import Header
from wolfling_gui.session.session import Session
from wolfling_gui.ui.desk import Desk
from wolfling_gui.ui.draft import Draft
from wolfling_gui.ui.panels.guide import GuidePanel
from wolfling_gui.ui.panels.targets import ROW
from wolfling_gui.ui.panels.verdict_card import VerdictCard
from wolfling_gui.ui.widgets import BorderedButton, RuleChip, TextLabel


@pytest.fixture
def guide(desk, put):
    return put(GuidePanel(desk))


def shown(guide):
    return [card.headline for card in guide.findChildren(VerdictCard) if card.isVisible()]


def test_phases_stand_at_the_head_with_ticks_for_those_done(guide):
    segments = guide.steps.segments()
    assert [s.text for s in segments] == ["Movement", "Shooting", "Assault"]
    assert [s.done for s in segments] == [True, False, False]
    assert guide.steps.current() == 1


def test_units_are_listed_until_one_is_in_hand_then_its_targets(guide, desk):
    assert [r.unit for r in guide.choices.rows.rows] == [MINE, "blue-wardens"]
    guide.choose(1)
    assert desk.unit == MINE
    rows = guide.choices.rows.rows
    assert [r.unit for r in rows] == [THEIRS, "orange-scouts", HIDDEN, "orange-marksman"]
    assert [r.mark for r in rows] == ["allowed", "allowed", "refused", "refused"]
    assert (rows[0].hit, rows[0].cover, rows[0].lost) == ("2+", "5+", "3.0")
    assert rows[0].note == "same room R3 · all 5 fire"
    assert rows[1].note == "same corridor C1 · 1 of 5 fire"
    assert rows[2].rule == "WO-TER-13"
    assert "W3" in rows[2].note


def test_the_main_button_follows_what_is_chosen(guide, desk):
    assert guide.main.text() == "End Blue’s Shooting phase"
    desk.select(MINE)
    desk.set_target(THEIRS)
    assert guide.main.text() == "Fire at Riflemen · 9 dice"
    assert guide.main.keys() == "Enter"
    desk.set_target(HIDDEN)
    assert guide.main.text() == "Other target"
    assert guide.main.keys() == "Esc"
    assert not guide.enter()  # Enter never does what Esc stands for
    assert shown(guide) == ["Refused: no sight"]
    assert guide.overrule_button.isVisible()


def test_a_click_on_a_row_aims_and_a_click_on_its_chip_opens_the_rule(guide, desk, qtbot):
    desk.select(MINE)
    qtbot.wait(10)
    view = guide.choices
    index = view.rows.index(2)
    rect = view.visualRect(index)
    spy = QSignalSpy(guide.rule_opened)
    chip = view.itemDelegate().chip_rect(QRectF(rect), index.data(ROW)).center().toPoint()
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=chip)
    assert spy.count() == 1
    assert spy.at(0)[0] == "WO-TER-13"
    assert desk.target == ""
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=rect.topLeft() + QPoint(60, 12))
    assert desk.target == HIDDEN


def test_overruling_needs_both_and_keeps_the_note(guide, desk, qtbot):
    desk.select(MINE)
    desk.set_target(HIDDEN)
    guide.ask_to_overrule()
    form = guide.form
    qtbot.keyClicks(form.note, "glass wall")
    qtbot.mouseClick(form.do_it, Qt.MouseButton.LeftButton)
    assert guide.form is form  # not yet agreed
    form.both.setChecked(True)
    spy = QSignalSpy(form.agreed)
    qtbot.mouseClick(form.do_it, Qt.MouseButton.LeftButton)
    assert spy.count() == 1
    assert spy.at(0)[0] == "glass wall"
    assert guide.form is None
    assert len(desk.session.recorder.history.refused) == 1


def test_an_overruled_move_is_made_with_its_note_in_the_log(look, put):
    desk = Desk()
    desk.open(deck_session("movement"))
    guide = put(GuidePanel(desk))
    desk.select(MINE)
    desk.set_draft(Draft("move", MINE, paths={f"{MINE}-1": (Waypoint(at(17.5, 22)),)}))
    assert guide.main.text() == "Put back"
    guide.ask_to_overrule()
    guide.form.both.setChecked(True)
    guide.form.note.setText("measured on the table")
    guide.form.agreed.emit(guide.form.note.text())
    assert desk.battle.models[f"{MINE}-1"].place.at == at(17.5, 22)
    entry = desk.session.steps[-1].done.report.entries[0]
    assert (entry.says, entry.facts["note"]) == ("did.overruled", "measured on the table")


def test_an_open_form_goes_when_there_is_nothing_to_overrule_any_more(guide, desk):
    desk.select(MINE)
    desk.set_target(HIDDEN)
    guide.ask_to_overrule()
    assert guide.form is not None
    desk.set_target(THEIRS)
    assert guide.form is None


def test_the_set_up_offers_the_next_unit_and_lays_it_out(look, put):
    desk = Desk()
    desk.open(set_up_session())
    guide = put(GuidePanel(desk))
    assert guide.main.text() == "Roll off"
    assert guide.enter()
    guide.choose(1)
    assert desk.battle.clock.step == "deployment"
    side = desk.battle.clock.side
    assert guide.main.text().startswith("Set up ")
    for _ in desk.battle.units_of(side):
        guide.enter()
        assert desk.draft is not None
        assert desk.draft.allowed
        guide.enter()
        assert desk.draft is None
    assert guide.main.text().startswith("End ")
    unit = desk.battle.units_of(side)[0]
    desk.select(unit.id)
    said = [label.text() for label in guide.findChildren(TextLabel) if label.isVisible()]
    assert f"Already set up: {unit.name}" in said
    assert not [offer for offer in desk.guide().also if "keep_back" in offer.says]


def test_every_moment_has_a_way_on(look, put):
    """Play through a whole turn by the main button and first choices alone."""
    desk = Desk()
    desk.open(deck_session("movement"))
    guide = put(GuidePanel(desk))
    seen = []
    for _ in range(8):
        seen.append((desk.battle.clock.side, desk.battle.clock.step))
        assert guide.main.isVisible()
        assert guide.main.isEnabled()
        guide.enter()
        while desk.request is not None:
            assert guide.choose(1) or guide.enter()
    assert ("orange", "movement") in seen
    assert len(set(seen)) >= 6


def test_asked_undo_is_named_and_done_by_the_main_button(guide, desk):
    desk.set_app_dice(False)
    desk.select(MINE)
    desk.fire("orange-scouts")
    desk.give([1] * desk.request.dice.count)
    assert not desk.undo()
    assert guide.main.text() == "Take it back"
    assert "fire of Breachers" in guide._titles.hint.text()
    guide.enter()
    assert desk.session.undo_step is None


def test_a_die_is_put_right_in_place(guide, desk):
    desk.set_app_dice(False)
    desk.select(MINE)
    desk.fire("orange-scouts")
    desk.give([1] * desk.request.dice.count)
    guide.ask_to_correct()
    card = guide.card
    assert [die.face() for _, _, die in card.dice] == [1, 1]
    card.choose(0, 1)
    assert not card.put_right.isEnabled()
    card.faces.chosen.emit(card.faces.set_current(5) or 5)
    assert card.counts.text() == "0 → 1 hits."
    assert card.follows.text() == "Asked then: Blue rolls 1 die to wound."
    assert card.put_right.isEnabled()
    card.put_right.click()
    assert guide.card is None
    assert desk.request is not None  # one die hits now, so it is rolled to wound
    assert desk.session.resolution.answers[0] == [1, 6]


def test_looking_back_offers_the_way_to_now(guide, desk):
    desk.perform(EndStep())
    desk.look_at(0)
    assert guide.main.text() == "Back to now"
    assert guide.choices.rows.rows == ()
    assert guide._press_main() is None
    assert not desk.looking_back


def test_a_wanted_rule_is_shown_until_esc(guide, desk):
    guide.show_rule("CL-MOVE-3")
    assert guide.shown_rule == "CL-MOVE-3"
    assert guide.step_back()
    assert guide.shown_rule == ""
    desk.select(MINE)
    assert guide.shown_rule == "WO-CQS-1"  # what tells most about the best target


def test_a_wanted_rule_goes_when_something_else_is_chosen_or_happens(guide, desk):
    for go_on in (lambda: desk.select(MINE), lambda: desk.perform(EndStep()), lambda: desk.look_at(0)):
        guide.show_rule("CL-MIS-6")
        assert guide.shown_rule == "CL-MIS-6"
        go_on()
        assert guide.shown_rule != "CL-MIS-6"


def test_a_wanted_rule_is_scrolled_into_view(look, put):
    desk = Desk()
    desk.open(deck_session())
    desk.select(MINE)
    guide = put(GuidePanel(desk), 344, 420)
    guide.show_rule("CL-MIS-6")
    for _ in range(4):
        QApplication.processEvents()
    card = guide._rule_block
    top = card.mapTo(guide.body.viewport(), card.rect().topLeft()).y()
    assert top >= 0
    assert top + card.height() <= guide.body.viewport().height()


def test_the_last_outcome_is_told_with_its_rule_until_the_next_action(guide, desk):
    assert not guide._outcome.isVisibleTo(guide)
    desk.set_app_dice(False)
    desk.perform(Shoot(MINE, THEIRS))
    while desk.request is not None:
        desk.give([1] * desk.request.dice.count)
    texts = [label.text() for label in guide._outcome.findChildren(TextLabel)]
    assert any("no hits" in text for text in texts)
    assert guide._outcome.findChildren(RuleChip)
    desk.perform(EndStep())
    assert not guide._outcome.isVisibleTo(guide)


def test_the_number_to_seize_the_initiative_is_said_before_the_roll(look, put):
    session = set_up_session()
    battle = session.settled
    clock = msgspec.structs.replace(battle.clock, step="seize", side="orange", order=("blue", "orange"))
    desk = Desk()
    desk.open(
        Session(session.rules, Header(battle.with_clock(clock), "Deck Seven raid", battle.ruleset, seed=3))
    )
    guide = put(GuidePanel(desk))
    assert "6+" in guide._titles.hint.text()


def test_a_refusal_is_brought_into_view(look, put):
    desk = Desk()
    desk.open(set_up_session())
    desk.perform(RollOff())
    while desk.request is not None:
        if isinstance(desk.request, Roll):
            desk.roll()
        else:
            desk.give(desk.request.options[0].id)
    panel = put(GuidePanel(desk))
    panel.resize(344, 380)
    panel.grab()
    bar = panel.body.verticalScrollBar()
    bar.setValue(bar.maximum())
    assert bar.value() > 0
    desk.perform(EndStep())
    for _ in range(4):
        QApplication.processEvents()
    (card,) = [card for card in panel.findChildren(VerdictCard) if card.isVisible()]
    top = card.mapTo(panel.body.viewport(), QPoint(0, 0)).y()
    assert 0 <= top < panel.body.viewport().height()


def test_a_clicked_door_tells_who_can_work_it_or_what_is_against_it(look, put):
    session = deck_session("movement")
    desk = Desk()
    desk.open(session)
    guide = put(GuidePanel(desk))
    assert "door" in guide._titles.hint.text()
    desk.pick_door("D6")
    texts = [label.text() for label in guide._door.findChildren(TextLabel)]
    assert "Door D6 shut" in texts
    assert any("″" in text for text in texts)
    assert guide._door.findChildren(RuleChip)
    near = session.settled.with_place("blue-breachers-2", Place(at(16.75, 8.52)))
    other = Desk()
    other.open(Session(session.rules, Header(near, "Deck Seven raid", near.ruleset, seed=3)))
    guide = put(GuidePanel(other))
    other.pick_door("D6")
    (button,) = guide._door.findChildren(BorderedButton)
    assert button.text() == "Open door D6 with Breacher 1"
    button.click()
    assert other.battle.table.doors["D6"].state == "open"


def test_the_door_tool_says_what_it_is_for(look, put):
    desk = Desk()
    desk.open(deck_session("movement"))
    guide = put(GuidePanel(desk))
    desk.set_tool("door")
    assert "Click the door" in guide._titles.hint.text()
    assert "door" in guide._titles.title.text()


def test_esc_lets_go_of_a_door(desk):
    desk.pick_door("D6")
    assert desk.door == "D6"
    assert desk.step_back()
    assert desk.door == ""
