"""The forces: rows of both sides, statuses, choosing by mouse and keys."""

from __future__ import annotations

import msgspec
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication

from tests.builders import Position, bare_table
from tests.ui.deck import MINE, THEIRS, deck_battle, table_session
from tests.ui.play import settle
from wolfling_gui.core.actions import Adjust, SetObjective, SetPlace, SetScore, SetWounds
from wolfling_gui.core.forces import Condition, Place
from wolfling_gui.core.lengths import at
from wolfling_gui.core.terrain import Area
from wolfling_gui.rules.classic.characters import joined
from wolfling_gui.ui.desk import Desk
from wolfling_gui.ui.panels.forces import ForcesPanel
from wolfling_gui.ui.panels.forces_model import (
    ForcesModel,
    inside,
    piece_at,
    rows_of,
    statuses_of,
    unit_lines,
    zone_at,
)
from wolfling_gui.ui.widgets import ElidedLabel, RuleChip, TextLabel, text_width


@pytest.fixture
def panel(desk, put):
    return put(ForcesPanel(desk), 260)


def test_rows_are_sides_units_and_the_lines_of_the_opened_unit():
    battle = deck_battle()
    rows = rows_of(battle, MINE, {THEIRS: "allowed"})
    assert [r.kind for r in rows[:5]] == ["side", "unit", "line", "line", "line"]
    assert rows[0].note == "9 of 9 models · 385 pts"
    assert rows[1].note == "5 of 5"
    assert [(r.name, r.note) for r in rows[2:5]] == [
        ("Breach leader · pistol + blade", "R3"),
        ("3 × Breacher · carbine", "R3"),
        ("Breacher 4 · carbine + grenade launcher", "C1"),
    ]
    marked = next(r for r in rows if r.id == THEIRS)
    assert marked.mark == "allowed"


def test_losses_show_in_counts_pools_and_names():
    battle = deck_battle()
    names = battle.units["orange-brutes"].models
    hurt = msgspec.structs.replace(battle.models[names[0]], wounds_lost=2)
    dead = msgspec.structs.replace(battle.models[names[1]], wounds_lost=3, casualty=True)
    battle = battle.with_models([hurt, dead])
    row = next(r for r in rows_of(battle, "", {}) if r.id == "orange-brutes")
    assert row.note == "1 of 2 · 1 wounds"
    assert row.pool == ((1, 3), (0, 3))


def test_a_character_who_has_joined_is_shown_with_his_unit_and_not_as_lost():
    position = Position(bare_table(), "classic").unit("squad", "blue", [(10, 10), (11.5, 10)])
    position.unit("captain", "blue", [(10, 11.5)], rules=("independent_character",))
    rows = rows_of(joined(position.battle(), "captain", "squad"), "", {})
    row = next(r for r in rows if r.id == "captain")
    assert row.note == "with Squad"
    assert not row.gone
    assert next(r for r in rows if r.id == "squad").note == "3 of 3"


def test_statuses_come_the_weightiest_first():
    unit = deck_battle().units[MINE]
    for kind in ("walked", "shot", "falling_back"):
        unit = unit.with_condition(Condition(kind, "X"))
    assert statuses_of(unit) == ("falling_back", "shot", "moved")


def test_a_point_is_found_in_its_zone_and_corners_do_no_harm():
    table = deck_battle()
    assert zone_at(table, at(14, 15), 0) == "R3"
    assert zone_at(table, at(2, 9), 0) == "C1"
    assert zone_at(table, at(0.2, 0.2), 0) == ""
    square = (at(0, 0), at(2, 0), at(2, 2), at(0, 2))
    assert inside(square, at(1, 1))
    assert not inside(square, at(3, 1))


def test_a_point_in_a_wood_is_found_in_it():
    battle = deck_battle()
    square = (at(0, 0), at(2, 0), at(2, 2), at(0, 2))
    copse = Area("A7", square, "wood", "Copse")
    battle = battle.with_table(msgspec.structs.replace(battle.table, areas={"A7": copse}))
    assert piece_at(battle, at(1, 1), 0) == "A7"
    assert piece_at(battle, at(1, 1), 1) == ""
    assert piece_at(battle, at(3, 1), 0) == ""


def test_lines_name_every_living_model_once():
    battle = deck_battle()
    for unit in battle.units.values():
        listed = [m for row in unit_lines(battle, unit) for m in row.models]
        assert sorted(listed) == sorted(unit.models)


def test_a_click_takes_a_unit_and_an_enemy_becomes_the_target(panel, desk, qtbot):
    qtbot.mouseClick(
        panel.view.viewport(), Qt.MouseButton.LeftButton, pos=panel.rect_of(MINE).topLeft() + QPoint(60, 12)
    )
    assert desk.unit == MINE
    place = panel.rect_of(THEIRS).topLeft() + QPoint(60, 12)
    qtbot.mouseClick(panel.view.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert (desk.unit, desk.target) == (MINE, THEIRS)


def test_the_chevron_opens_a_unit_without_taking_it(panel, desk, qtbot):
    place = panel.rect_of("orange-scouts").topLeft() + QPoint(10, 20)
    qtbot.mouseClick(panel.view.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert desk.unit == ""
    assert any(r.kind == "line" and r.id == "orange-scouts" for r in panel.view.rows.rows)


def test_keys_walk_open_and_take(panel, desk, qtbot):
    view = panel.view
    view.setFocus()
    view.setCurrentIndex(view.rows.index(view.rows.row_of(MINE)))
    qtbot.keyClick(view, Qt.Key.Key_Right)
    assert view.rows.rows[view.rows.row_of(MINE)].opened
    qtbot.keyClick(view, Qt.Key.Key_Left)
    assert not view.rows.rows[view.rows.row_of(MINE)].opened
    qtbot.keyClick(view, Qt.Key.Key_Return)
    assert desk.unit == MINE


def test_profile_and_score_follow(panel, desk):
    assert panel.score.isVisible()
    assert not panel.profile.isVisible()
    desk.select(MINE)
    assert panel.profile.isVisible()
    assert dict(panel.profile._stats.stats())["Sv"] == "4+"
    desk.perform(Adjust((SetWounds(f"{MINE}-1", 1, True),)))
    assert "4 of 5" in panel.view.rows.data(panel.view.rows.index(panel.view.rows.row_of(MINE)))


def test_no_name_of_a_weapon_is_cut(panel, desk):
    desk.select(MINE)
    QApplication.processEvents()
    names = {w.name for m in desk.battle.members(MINE) for w in m.weapons}
    assert any(" " in name for name in names)
    shown = [one for one in panel.profile.findChildren(ElidedLabel) if one.text() in names]
    assert {label.text() for label in shown} == names
    for label in shown:
        assert label.width() >= text_width(label.font(), label.text()) - 1, label.text()
        assert label.height() >= label.fontMetrics().height() - 1, label.text()


def test_the_score_names_the_side_and_tells_what_it_holds(look, put):
    desk = Desk()
    desk.open(table_session())
    panel = put(ForcesPanel(desk))
    name, marker = next(iter(desk.battle.table.objectives.items()))
    desk.perform(Adjust((SetObjective(name, "blue"),)))

    def shown(kind, inside=None):
        settle()
        found = (inside or panel.score).findChildren(kind)
        return [label.text() for label in found if label.isVisible()]

    rows = shown(ElidedLabel, panel.score.objectives)
    assert rows[:2] == [marker.name or name, "Blue"]
    assert rows.count("nobody") == len(desk.battle.table.objectives) - 1
    assert {"Blue", "Orange"} <= set(shown(ElidedLabel))
    assert desk.score_now() == {"blue": 2, "orange": 1}
    assert {"2", "1", "by agreement"} <= set(shown(TextLabel))
    for side in ("blue", "orange"):
        desk.perform(Adjust((SetScore(side, 0),)))
    assert desk.score_now() == {"blue": 1, "orange": 0}
    assert {"1", "0", "if it ended now"} <= set(shown(TextLabel))


def test_without_a_battle_it_says_what_belongs_there(panel, desk):
    desk.close()
    assert not panel.view.isVisible()
    assert panel._empty.isVisible()


def test_units_that_hold_objectives_are_marked_and_the_others_say_why_not(panel, desk):
    rows = {row.id: row for row in panel.view.rows.rows if row.kind == "unit"}
    assert [rows[unit].scores for unit in (MINE, "blue-wardens")] == [True, False]
    model = panel.view.rows
    assert "Holds objectives (CL-MIS-5)" in model.tip(rows[MINE])
    assert "Does not hold objectives: not troops (CL-MIS-5)" in model.tip(rows["blue-wardens"])
    desk.select("blue-wardens")
    assert panel.profile.holds.text() == "Does not hold objectives: not troops"
    opened = []
    panel.rule_opened.connect(opened.append)
    panel.profile.findChild(RuleChip).click()
    assert opened == ["CL-MIS-5"]
    desk.select(MINE)
    assert panel.profile.holds.text() == "Holds objectives"


def test_an_objective_of_the_score_says_who_near_it_can_hold_it(panel, desk):
    marker = next(iter(desk.battle.table.objectives.values()))
    desk.perform(Adjust((SetPlace("blue-wardens-1", Place(marker.at)),)))
    settle()
    label = next(one for one in panel.score.findChildren(ElidedLabel) if one.text() == marker.name)
    assert "Wardens: does not hold objectives: not troops" in label.toolTip()


def test_every_weapon_of_a_unit_is_listed_and_can_be_scrolled_to(panel, desk):
    desk.select("blue-wardens")
    settle()
    names = {w.name for m in desk.battle.members("blue-wardens") for w in m.weapons}
    assert {"Heavy gun", "Flame gun", "Pistol", "Blade", "Rifle"} <= names
    shown = [one for one in panel.profile.findChildren(ElidedLabel) if one.text() in names]
    assert {label.text() for label in shown} == names
    area = panel.profile.weapons
    last = shown[-1]
    area.ensureWidgetVisible(last)
    settle()
    assert area.viewport().rect().intersects(last.rect().translated(last.mapTo(area.viewport(), QPoint())))


def test_a_line_that_may_be_cut_has_its_whole_text_as_tooltip(panel, desk):
    desk.select(MINE)
    rows = rows_of(deck_battle(), MINE, {})
    line = next(row for row in rows if row.kind == "line" and "grenade launcher" in row.name)
    assert ForcesModel().tip(line) == f"{line.name}\n{line.note}"
