"""A blast shot in the real window: by mouse with app dice, with typed dice and a dragged arrow, by keys."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from tests.bot import share
from tests.ui.deck import MINE, THEIRS, deck_session
from tests.ui.play import LEFT, PLAIN, SHIFT, rest, settle
from wolfling_gui.core.actions import Adjust, EndStep, SetPlace, Shoot
from wolfling_gui.core.forces import Place
from wolfling_gui.core.lengths import Point, at, inches
from wolfling_gui.core.requests import Allocate, Confirm, Roll, Spin
from wolfling_gui.ui.panels.blast_card import BlastCard
from wolfling_gui.ui.scene import overlays as o
from wolfling_gui.ui.widgets import TextLabel

BOMBER = f"{MINE}-5"
TARGET = at(15.9, 16.5)


@pytest.fixture
def player(sit_down):
    made = sit_down(deck_session())
    made.desk.perform(Adjust((SetPlace(BOMBER, Place(at(15.9, 11.6))),)))
    settle()
    return made


def point(player, where: Point) -> None:
    """Move the mouse over a place of the table, as long as the map has not seen it."""
    view = player.map.viewport()
    for _ in range(20):
        QTest.mouseMove(view, player.spot(where) + QPoint(2, 2))
        QTest.mouseMove(view, player.spot(where))
        settle()
        if player.desk.draft is not None:
            return
        QTest.qWait(20)


def overlays(player) -> tuple[object, ...]:
    player.window.view.flush()
    return player.map.board.overlays


def answer_all(player) -> None:
    """Answer all that is asked, dice by the app."""
    desk = player.desk
    while desk.request is not None:
        if isinstance(desk.request, Roll | Spin):
            desk.roll()
        elif isinstance(desk.request, Allocate):
            assert not desk.give(share(desk.request))
        else:
            assert isinstance(desk.request, Confirm)
            assert not desk.give(False)
    settle()


def near(found: Point, wanted: Point) -> bool:
    """Tell whether two places are within what a pixel of the map is worth."""
    return abs(found.x - wanted.x) <= 110 and abs(found.y - wanted.y) <= 110


def aim(player) -> None:
    """Take the breachers, the blast tool from the toolbar, and put the marker on a rifleman by mouse."""
    player.click_model(f"{MINE}-1")
    assert player.desk.unit == MINE
    player.press_button("Blast")
    assert player.desk.tool == "blast"
    point(player, TARGET)
    assert player.desk.draft.held == BOMBER
    player.window.view.flush()
    card = player.window.view.card
    assert isinstance(card, BlastCard)
    assert "1 hit" in card.accessibleName()
    player.click_map(TARGET)
    assert not player.desk.draft.held
    rest()


def test_by_mouse_with_app_dice(player):
    player.desk.set_app_dice(True)
    aim(player)
    player.click_main("Fire at Riflemen · 8 dice")
    answer_all(player)
    step = player.desk.session.undo_step
    assert isinstance(step.action, Shoot)
    assert near(step.action.aims[BOMBER].at, TARGET)
    says = [entry.says for entry in step.done.report.entries]
    assert "did.put" in says
    assert {"did.scattered", "did.stayed"} & set(says)
    assert any(isinstance(v, o.Laid) and v.kind == "landed" for v in overlays(player))


def test_the_tool_is_laid_down_when_nothing_is_left_to_put(player):
    aim(player)
    player.click_main("Fire at Riflemen")
    answer_all(player)
    wardens = player.battle.standing("blue-wardens")
    left = any({"blast", "template"} & set(w.rules) for m in wardens for w in m.weapons)
    assert player.desk.tool == ("blast" if left else "select")
    player.desk.perform(EndStep())
    answer_all(player)
    assert player.battle.clock.step != "shooting"
    assert player.desk.tool == "select"
    player.press_button("Blast")
    settle()
    said = [label.text() for label in player.guide.findChildren(TextLabel) if label.isVisible()]
    assert any("are put in the Shooting phase" in text for text in said)


def fire_until_asked_for_the_arrow(player):
    """Aim, fire and roll; return the card that asks where the arrow points."""
    aim(player)
    player.click_main("Fire at Riflemen")
    while not isinstance(player.desk.request, Spin):
        player.desk.roll()
    settle()
    return player.guide.request


def test_with_real_dice_and_a_dragged_arrow(player):
    part = fire_until_asked_for_the_arrow(player)
    assert not part.take.isEnabled(), "there is no direction yet"
    view, start = player.map.viewport(), TARGET
    QTest.mousePress(view, LEFT, PLAIN, player.spot(start))
    for step in range(1, 5):
        QTest.mouseMove(view, player.spot(start.shifted(-inches(step), inches(step))))
        settle(1)
    QTest.mouseRelease(view, LEFT, PLAIN, player.spot(start.shifted(-inches(4), inches(4))))
    settle()
    assert abs(player.desk.arrow - 135) <= 1
    assert part.take.isEnabled()
    arrows = [v for v in overlays(player) if isinstance(v, o.ScatterArrow)]
    assert arrows[0].text.endswith("north-west")
    player.desk.set_arrow(90)
    player.press_button("Take this direction")
    assert isinstance(player.desk.request, Roll)
    field = player.guide.request.field
    field.setFocus()
    QTest.keyClicks(field, "24")
    settle()
    assert player.desk.typed == (2, 4)
    landed = [v for v in overlays(player) if isinstance(v, o.Laid) and v.kind == "landed"]
    assert len(landed) == 1
    assert near(landed[0].at, TARGET.shifted(0, inches(2)))
    QTest.keyClick(field, Qt.Key.Key_Return)
    settle()
    answer_all(player)
    entry = next(e for e in player.desk.session.undo_step.done.report.entries if e.says == "did.scattered")
    assert (entry.facts["degrees"], entry.facts["inches"]) == (90, inches(2))


def test_a_hit_by_its_key_and_degrees_by_typing(player):
    part = fire_until_asked_for_the_arrow(player)
    angle = part.findChild(type(part._rows.itemAt(2).widget().angle))
    angle.setFocus()
    angle.selectAll()
    QTest.keyClicks(angle, "180")
    assert player.desk.arrow == 180
    assert any(isinstance(v, o.ScatterArrow) and v.degrees == 180 for v in overlays(player))
    player.press_button("Hit")
    assert not isinstance(player.desk.request, Spin)
    answer_all(player)
    assert "did.stayed" in [e.says for e in player.desk.session.undo_step.done.report.entries]


def test_by_keys_alone(player):
    player.window.view.focus_map()
    player.press(Qt.Key.Key_Tab)
    assert player.desk.unit == MINE
    player.press(Qt.Key.Key_B)
    assert player.desk.tool == "blast"
    keys = player.window.view.keys
    # The cursor goes from the leader to the rifleman in steps of an inch and of a quarter.
    start = player.desk.cursor or player.battle.models[f"{MINE}-1"].place.at
    across, up = round((TARGET.x - start.x) / 635), round((TARGET.y - start.y) / 635)
    for count, plus, minus in (
        (across, Qt.Key.Key_Right, Qt.Key.Key_Left),
        (up, Qt.Key.Key_Up, Qt.Key.Key_Down),
    ):
        key = plus if count > 0 else minus
        for _ in range(abs(count) // 4):
            player.press(key, SHIFT)
        for _ in range(abs(count) % 4):
            player.press(key)
    assert player.desk.draft.held == BOMBER
    assert player.desk.draft.allowed, player.desk.draft.verdict.findings
    player.press(Qt.Key.Key_Return)
    assert not player.desk.draft.held, "Enter puts the marker first"
    assert keys.overlays
    player.press(Qt.Key.Key_Escape)
    assert player.desk.draft is None
    player.press(Qt.Key.Key_Left)
    player.press(Qt.Key.Key_Right)
    player.press(Qt.Key.Key_Space)
    assert not player.desk.draft.held
    assert player.desk.draft.fixed
    rest()
    player.press(Qt.Key.Key_Return)
    assert isinstance(player.desk.request, Roll | Spin), "then Enter fires"
    while not isinstance(player.desk.request, Spin):
        player.desk.roll()
    settle()
    player.window.activateWindow()
    player.window.view.focus_map()
    settle()
    player.press(Qt.Key.Key_P)
    for _ in range(3):
        player.press(Qt.Key.Key_Up, SHIFT)
    player.press(Qt.Key.Key_P)
    assert player.desk.arrow is not None
    assert 60 <= player.desk.arrow <= 120
    answer_all(player)
    assert isinstance(player.desk.session.undo_step.action, Shoot)


def test_the_guide_offers_the_tool_and_says_where_the_rules_would_put_it(player):
    """A unit whose model has nothing but a marker lays it where the rules find most, unless it is put."""
    player.desk.select(MINE)
    settle()
    texts = [w.text() for w in player.guide.aims.findChildren(type(player.guide._titles.title))]
    assert any("can lay the Grenade launcher instead" in text for text in texts)
    player.press_button("Put it yourself", player.guide)
    assert player.desk.tool == "blast"
    assert THEIRS in {t.unit for t in player.desk.targets()}
