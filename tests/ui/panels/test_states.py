"""Wounds and states beside a real table: every press is an adjustment in the log."""

from __future__ import annotations

import pytest

from tests.ui.deck import MINE, table_session
from wolfling_gui.core.actions import Adjust, SetCondition, SetWounds
from wolfling_gui.ui.desk import Desk
from wolfling_gui.ui.panels.forces_model import rows_of
from wolfling_gui.ui.panels.states import STATES, StatesBlock, changes

BRUTES = "orange-brutes"


@pytest.fixture
def desk(look):
    made = Desk()
    made.set_app_dice(False)
    made.open(table_session())
    return made


@pytest.mark.parametrize("state", STATES)
def test_a_state_is_set_and_cleared_by_the_same_press(desk, qtbot, state):
    block = StatesBlock(desk)
    qtbot.addWidget(block)
    desk.select(MINE)
    kinds = [kind for kind, _ in STATES[state]]
    block.buttons()[state].click()
    assert all(desk.chosen().has(kind) for kind in kinds)
    assert block.buttons()[state].isChecked()
    assert isinstance(desk.session.undo_step.action, Adjust)
    block.buttons()[state].click()
    assert not any(desk.chosen().has(kind) for kind in kinds)


def test_without_a_unit_no_state_can_be_set(desk, qtbot):
    block = StatesBlock(desk)
    qtbot.addWidget(block)
    assert not any(button.isEnabled() for button in block.buttons().values())
    assert "Choose a unit first." in block.buttons()["shot"].toolTip()


def test_a_state_ends_when_the_rules_end_it(desk):
    found = changes(desk.battle.units[MINE], "gone_to_ground")
    assert [change.condition.until for change in found if isinstance(change, SetCondition)] == ["own_turn"]


def lines(desk, unit, opened=""):
    return [row for row in rows_of(desk.battle, opened, {}, True) if row.kind == "line" and row.id == unit]


def test_wounded_models_have_their_row_without_being_opened(desk):
    assert lines(desk, BRUTES) == []
    desk.perform(Adjust((SetWounds(f"{BRUTES}-1", 1),)))
    (row,) = lines(desk, BRUTES)
    assert row.note == "2 of 3 wounds"
    assert row.less == SetWounds(f"{BRUTES}-1", 2, False)
    assert row.more == SetWounds(f"{BRUTES}-1", 0)
    assert len(lines(desk, BRUTES, BRUTES)) == 2


def test_models_of_one_wound_are_counted_together(desk):
    row = next(r for r in lines(desk, MINE, MINE) if len(r.models) > 1)
    assert row.more is None
    desk.perform(Adjust((row.less,)))
    after = next(r for r in lines(desk, MINE, MINE) if r.name == row.name)
    assert len(after.models) == len(row.models) - 1
    assert after.more == SetWounds(row.models[-1], 0)
    desk.perform(Adjust((after.more,)))
    assert next(r for r in lines(desk, MINE, MINE) if r.name == row.name).models == row.models
