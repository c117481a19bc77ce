"""Assaults and fights that are said at a real table, in the window: as players type and press."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QCheckBox, QComboBox

from tests.ui.deck import HIDDEN, MINE, THEIRS, deck_session, table_session
from tests.ui.play import settle
from wolfling_gui.core.actions import Charge, ChargeFacts, EndStep
from wolfling_gui.core.requests import Choose, Roll
from wolfling_gui.ui.widgets import BorderedButton, DecimalField, NumberField, Segmented, TextLabel


@pytest.fixture
def fighting(sit_down):
    """Return a player who has reached one unit and is to fight it."""
    made = table_session("assault")
    made.perform(Charge(MINE, THEIRS, facts=ChargeFacts(0)))
    made.perform(EndStep())
    player = sit_down(made)
    player.window.show_page("request")
    settle()
    return player


def form(player):
    return player.window.companion.fights


def field(player, words: str):
    return next(f for f in form(player).findChildren(NumberField) if f.accessibleName() == words)


def texts(player) -> list[str]:
    return [label.text() for label in form(player).findChildren(TextLabel)]


def press(player, words: str) -> None:
    player.click(next(b for b in form(player).findChildren(BorderedButton) if b.text() == words))


def test_three_of_five_fight_as_they_were_said(fighting):
    player = fighting
    many = field(player, "Breachers: models engaged")
    assert (many.value(), many.maximum()) == (5, 5)
    assert "12 attacks at step 4." in texts(player)
    player.click(many)
    many.selectAll()
    player.type("3")
    assert "8 attacks at step 4." in texts(player)
    assert player.focus is many, "what is typed stays in hand"
    press(player, "Fight it as said")
    assert isinstance(player.desk.request, Choose)
    assert not form(player).isVisible()
    player.desk.give("fight")
    assert isinstance(player.desk.request, Roll)
    assert player.desk.session.recorder.history.open.action.facts.engaged == {MINE: 3, THEIRS: 5}


def test_a_step_and_the_cover_are_said(fighting):
    player = fighting
    field(player, "Breachers: Initiative step").setValue(1)
    assert "12 attacks at step 1." in texts(player)
    field(player, "Riflemen: models that do not see").setValue(2)
    cover = form(player).findChild(Segmented)
    words = [segment.text for segment in cover.segments()]
    player.click(cover, cover.segment_rect(words.index("5+")).center().toPoint())
    press(player, "Fight it as said")
    facts = player.desk.session.recorder.history.open.action.facts
    assert set(facts.steps.values()) == {1}
    assert facts.cover == 5
    assert facts.blind == (f"{THEIRS}-4", f"{THEIRS}-5")


def test_an_assault_is_said_with_its_way_and_whom_it_touches_too(sit_down):
    player = sit_down(table_session("assault"))
    player.desk.select(MINE)
    player.window.show_page("request")
    settle()
    whom = form(player).findChild(QComboBox)
    assert whom.currentData() == THEIRS
    way = form(player).findChild(DecimalField)
    way.setValue(7)
    assert any("7″" in text and "6″" in text for text in texts(player))
    way.setValue(4.5)
    boxes = {box.text(): box for box in form(player).findChildren(QCheckBox)}
    boxes["Brutes"].setChecked(True)
    press(player, "Assault as said")
    units = player.battle.units
    assert units[MINE].has("locked")
    assert units[HIDDEN].has("assaulted")
    assert not form(player).isVisible()


def test_another_target_begins_anew(sit_down):
    player = sit_down(table_session("assault"))
    player.desk.select(MINE)
    player.window.show_page("request")
    settle()
    form(player).findChild(DecimalField).setValue(4)
    whom = form(player).findChild(QComboBox)
    whom.setCurrentIndex(whom.findText("Brutes"))
    settle()
    assert form(player).findChild(QComboBox).currentText() == "Brutes"
    assert form(player).findChild(DecimalField).value() == 0


def test_on_a_map_nothing_is_said(sit_down):
    player = sit_down(deck_session("assault"))
    player.desk.select(MINE)
    settle()
    assert not form(player).isVisible()
