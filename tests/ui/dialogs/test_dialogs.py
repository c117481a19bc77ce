"""Dialogs: what they show and do, and that each is freed when it closes."""

from __future__ import annotations

import sys
import weakref

import pytest
import shiboken6
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtTest import QSignalSpy
from PySide6.QtWidgets import QApplication, QPushButton

from tests.ui.deck import MINE, deck_session
from wolfling_gui.files.overlays import apply_overlays, read_overlay
from wolfling_gui.files.rulesets import load_catalogue
from wolfling_gui.ui import faults
from wolfling_gui.ui.commands import Command, Commands
from wolfling_gui.ui.desk import Desk
from wolfling_gui.ui.dialogs.adjust import AdjustDialog
from wolfling_gui.ui.dialogs.error import ErrorDialog, report
from wolfling_gui.ui.dialogs.keys import KeysDialog
from wolfling_gui.ui.dialogs.new_battle import NewBattleDialog
from wolfling_gui.ui.dialogs.overrule import OverruleForm
from wolfling_gui.ui.dialogs.rules_browser import RulesBrowser
from wolfling_gui.ui.faults import catch_errors
from wolfling_gui.ui.opening import starters
from wolfling_gui.ui.widgets import TextLabel

HOUSE = """
format: wolfling-overlay/1
name: Our table
ruleset: wolfling
set:
  WO-CQS-1: {close_quarters_to_hit: 3}
"""


def settle():
    for _ in range(4):
        QApplication.processEvents()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    QApplication.processEvents()


def shown(widget):
    widget.show()
    settle()
    return widget


def words(widget):
    return " | ".join(label.text() for label in widget.findChildren(TextLabel))


@pytest.fixture
def desk(look):
    made = Desk()
    made.open(deck_session())
    return made


def makers(desk):
    commands = Commands([Command("x", "file", "Do", "Does.", "fox", "F2", lambda: None)], desk)
    return {
        "rules": lambda: RulesBrowser(desk.rules.catalogue, "Wolfling", "WO-CQS-1"),
        "adjust": lambda: AdjustDialog(desk),
        "new": lambda: NewBattleDialog(starters()),
        "keys": lambda: KeysDialog(commands),
        "error": lambda: ErrorDialog("text"),
    }


@pytest.mark.parametrize("name", ["rules", "adjust", "new", "keys", "error"])
def test_every_dialog_is_freed_when_it_closes(desk, name):
    dialog = shown(makers(desk)[name]())
    gone = QSignalSpy(dialog.destroyed)
    alive = weakref.ref(dialog)
    dialog.close()
    settle()
    assert gone.count() == 1
    assert not shiboken6.isValid(dialog)
    del dialog
    assert alive() is None


@pytest.mark.parametrize("name", ["rules", "adjust", "new", "keys", "error"])
@pytest.mark.parametrize("scale", [1.0, 1.5])
def test_every_dialog_fits_a_small_screen(desk, look, name, scale):
    look.set_scale(scale)
    dialog = shown(makers(desk)[name]())
    least = dialog.minimumSizeHint()
    assert least.width() <= 1240
    assert least.height() <= 680
    dialog.close()
    settle()


# ---------------------------------------------------------------------- rules


def test_the_rules_are_searched_and_read(desk, qtbot):
    dialog = shown(RulesBrowser(desk.rules.catalogue, "Wolfling", "WO-CQS-1"))
    assert dialog.shown() == "WO-CQS-1"
    said = words(dialog)
    assert "close quarters to hit" in said
    assert "rulesets/wolfling/rules.yaml:" in said
    qtbot.keyClicks(dialog.search, "coherency")
    assert dialog.model.rowCount() > 1
    first = dialog.shown()
    qtbot.keyClick(dialog.search, Qt.Key.Key_Down)
    assert dialog.shown() != first
    dialog.search.setText("no rule says this at all")
    assert dialog.model.rowCount() == 0
    assert "No rule holds all these words." in words(dialog)
    dialog.show_rule("CL-MOVE-3")
    assert dialog.shown() == "CL-MOVE-3"
    assert dialog.search.text() == ""
    dialog.close()
    settle()


def test_a_house_rule_shows_value_default_and_where_it_was_written(look, qtbot):
    catalogue = apply_overlays(load_catalogue("wolfling"), [read_overlay(HOUSE, "ours.yaml")])
    dialog = shown(RulesBrowser(catalogue, "Wolfling", changed_only=True))
    assert [rule.id for rule in dialog.model.rows] == ["WO-CQS-1"]
    said = words(dialog)
    assert "3 (house rule)" in said
    assert "Our table" in said
    assert "ours.yaml" in said
    assert "as shipped 2" in said
    dialog.close()
    settle()


def test_without_house_rules_it_says_so(desk):
    dialog = shown(RulesBrowser(desk.rules.catalogue, "Wolfling", changed_only=True))
    assert "every rule stands as it was shipped" in words(dialog)
    dialog.close()
    settle()


# ---------------------------------------------------------------------- overruling


def test_overruling_waits_for_both_and_esc_leaves_it(look, qtbot):
    form = shown(OverruleForm())
    qtbot.addWidget(form)
    agreed, aside = QSignalSpy(form.agreed), QSignalSpy(form.put_aside)
    qtbot.keyClicks(form.note, "fine")
    qtbot.keyClick(form.note, Qt.Key.Key_Return)
    assert agreed.count() == 0
    form.both.setChecked(True)
    assert form.do_it.isEnabled()
    qtbot.mouseClick(form.do_it, Qt.MouseButton.LeftButton)
    assert agreed.at(0)[0] == "fine"
    qtbot.keyClick(form.note, Qt.Key.Key_Escape)
    assert aside.count() == 1


# ---------------------------------------------------------------------- adjusting


def test_adjustments_are_made_as_one_step_with_their_note(desk):
    desk.select(MINE)
    dialog = shown(AdjustDialog(desk))
    assert dialog.changes() == ()
    dialog._make()
    assert "Nothing is changed yet." in words(dialog)
    dialog._casualty[f"{MINE}-2"].setChecked(True)
    dialog._states["gone_to_ground"].setChecked(True)
    dialog._score["orange"].setValue(4)
    dialog.step.setCurrentIndex(dialog.step.findData("assault"))
    dialog.note.setText("as on the table")
    dialog._make()
    settle()
    battle = desk.battle
    assert battle.models[f"{MINE}-2"].casualty
    assert battle.units[MINE].has("gone_to_ground")
    assert battle.score["orange"] == 4
    assert battle.clock.step == "assault"
    assert len(desk.session.steps) == 1
    entries = desk.session.steps[0].done.report.entries
    assert {entry.facts["note"] for entry in entries} == {"as on the table"}
    desk.undo()
    assert not desk.battle.models[f"{MINE}-2"].casualty


def test_wounds_can_be_given_back(desk):
    dialog = shown(AdjustDialog(desk))
    dialog.unit.setCurrentIndex(dialog.unit.findData("orange-brutes"))
    dialog._lost["orange-brutes-1"].setValue(2)
    dialog._make()
    assert desk.battle.models["orange-brutes-1"].wounds_lost == 2
    settle()


# ---------------------------------------------------------------------- new battle


def test_a_battle_begins_with_the_chosen_forces_and_lies_on_disk(look, tmp_path):
    dialog = shown(NewBattleDialog(starters()))
    assert dialog.scenarios.count() >= 1
    side, box = next(iter(dialog.forces.boxes.items()))
    key, chosen = list(dialog.forces.rosters.items())[-1]
    assert dialog.forces.choose(side, key)
    assert box.currentData() == key
    spy = QSignalSpy(dialog.begun)
    dialog.start.click()
    session = spy.at(0)[0]
    try:
        names = {unit.name for unit in session.battle.units_of(side)}
        assert names == {squad.name for squad in chosen.squads}
        assert session.recorder.path.is_file()
    finally:
        session.close()
        settle()


def test_a_bad_scenario_says_where_and_cannot_be_begun(look, tmp_path):
    bad = tmp_path / "bad.yaml"
    bad.write_text("format: wolfling-scenario/1\nname: Bad\nkind: shipboard\nname: Again\n", encoding="utf-8")
    dialog = shown(NewBattleDialog(starters()))
    dialog.choose(bad)
    assert not dialog.start.isEnabled()
    assert "bad.yaml" in dialog._problem.text()
    dialog.close()
    settle()


# ---------------------------------------------------------------------- faults


def test_a_fault_opens_one_dialog_with_versions_and_traceback(look, monkeypatch, capsys):
    monkeypatch.setattr(sys, "excepthook", lambda *_: None)
    monkeypatch.setattr(faults, "_shown", [])
    catch_errors()
    try:
        raise RuntimeError("the cat sat on the dice")
    except RuntimeError as trouble:
        for _ in range(3):
            sys.excepthook(type(trouble), trouble, trouble.__traceback__)
    settle()
    found = [w for w in QApplication.topLevelWidgets() if isinstance(w, ErrorDialog) and w.isVisible()]
    assert len(found) == 1
    text = found[0].text.toPlainText()
    assert "the cat sat on the dice" in text
    assert "Wolfling" in text
    assert "PySide" in text
    assert "Your battle is intact" in words(found[0])
    next(b for b in found[0].findChildren(QPushButton) if b.text() == "Go on").click()
    settle()
    assert faults._shown == []


def test_a_report_names_where_it_happened():
    try:
        raise ValueError("here")
    except ValueError as trouble:
        text = report(type(trouble), trouble, trouble.__traceback__)
    assert "test_dialogs.py" in text
    assert "ValueError: here" in text
