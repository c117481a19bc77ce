"""What players do by mouse beside a plain battle: put back, take back, overrule with a note, adjust."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QCheckBox, QLineEdit

from tests.ui.deck import deck_session
from tests.ui.hands import MouseHands, answer_all, answer_one
from tests.ui.play import rest, settle
from wolfling_gui.core.lengths import at, distance, inches
from wolfling_gui.core.requests import Allocate, Choose, Roll

BREACHERS, WARDENS, SCOUTS = "blue-breachers", "blue-wardens", "orange-scouts"


def begin(player) -> None:
    """Start the boarding action from the first screen, and roll off; Blue goes first."""
    player.click(player.starter("Deck Seven raid"))
    player.press_button("Begin the battle", player.dialog())
    player.window.activateWindow()
    settle()
    assert player.battle.clock.step == "roll_off"
    player.click_main("Roll off")
    assert isinstance(player.desk.request, Choose)
    first = player.desk.request.side == "blue"
    player.press_button("Go first" if first else "Go second", player.guide)
    assert player.battle.clock.step == "deployment"
    assert player.battle.clock.order == ("blue", "orange")
    assert player.focus is player.map


def set_up(player) -> None:
    """Set up both sides: Blue as proposed, Orange's riflemen dragged to the crew quarters."""
    for unit in ("Breachers", "Wardens"):
        player.click_main(f"Set up {unit}")
        player.click_main("here")
    player.click_main("End Blue’s deployment")
    player.click_main("Set up Riflemen")
    player.drag("orange-riflemen-1", at(27, 18))
    assert player.place("orange-riflemen-1") != player.place("orange-riflemen-2")
    assert distance(player.place("orange-riflemen-1"), at(27, 18)) < inches("0.2")
    player.click_main("Set up 5 models here")
    player.click_main("Set up Scouts")
    player.click_main("Set up 4 models here")
    player.click_main("Set up Brutes")
    before = player.place("orange-brutes-1")
    player.drag("orange-brutes-1", at(5, 17))
    # There stand the scouts: the plan is refused and can be put back.
    assert player.main() == "Put back"
    player.click_main("Put back")
    assert player.desk.draft is None
    player.click_main("Set up Brutes")
    assert player.place("orange-brutes-1") == before
    player.drag("orange-brutes-1", at(26, 13.5))
    player.click_main("Set up 2 models here")
    player.click_main("Set up Marksman")
    player.click_main("Set up 1 model here")
    player.click_main("End Orange’s deployment")
    player.click_main("Begin the first turn")
    assert (player.battle.clock.turn, player.battle.clock.step) == (1, "movement")


def move_breachers(player) -> None:
    """Move the breachers out of the hold to door D2: a drag too far is put back, a good one is committed."""
    lead = "blue-breachers-5"
    start = player.place(lead)
    player.drag(lead, at(12, 10))
    assert player.main() == "Put back"
    player.click_main("Put back")
    assert player.place(lead) == start
    player.drag(lead, at(4.75, 10.48))
    player.click_main("Commit the move of")
    assert player.battle.clock.active_unit == BREACHERS
    assert distance(player.battle.models[lead].place.at, at(4.75, 10.48)) < inches("0.1")
    row = next(r for r in player.guide.choices.rows.rows if r.name == "Breachers")
    assert row.note.startswith("moved ")


def open_door(player) -> None:
    """Open door D2 with the door tool of the toolbar."""
    player.press_button("Door", player.window.strip)
    player.click_map(at(4.75, 11))
    assert player.battle.table.doors["D2"].state == "open"
    player.press_button("Select", player.window.strip)


def take_back_and_again(player) -> None:
    """Take the door back with the toolbar and do it again."""
    player.press_button("Undo", player.window.strip)
    assert player.battle.table.doors["D2"].state == "shut"
    player.press_button("Redo", player.window.strip)
    assert player.battle.table.doors["D2"].state == "open"


def fire_with_app_dice(player) -> None:
    """Fire the breachers at the scouts behind the door; the app rolls, casualties are clicked."""
    player.click_main("End Blue’s Movement phase")
    player.click_model(f"{BREACHERS}-1")
    assert player.desk.unit == BREACHERS
    player.choose_row("Scouts")
    assert player.desk.target == SCOUTS
    player.click_main("Fire at Scouts")
    answer_all(MouseHands(player))
    assert player.battle.units[BREACHERS].has("shot")


def fire_with_typed_dice(player, firer: str, target: str) -> None:
    """Fire with real dice: sixes to hit and wound, saves as ones; wounds shared, casualties chosen."""
    desk = player.desk
    player.press_button("App dice", player.window.strip)
    assert not desk.app_dice
    player.click_model(player.battle.standing(firer)[0].id)
    player.click_model(player.battle.standing(target)[0].id)
    player.click_main("Fire at")
    kinds = set()
    for _ in range(60):
        request = desk.request
        if request is None:
            break
        kinds.add(type(request))
        if isinstance(request, Roll):
            face = "1" if request.says in ("roll.save", "roll.morale") else "6"
            assert player.focus is player.guide.request.field
            player.type(f"{request.dice.count}x{face}")
            player.click(player.guide.request.take)
        else:
            answer_one(MouseHands(player))
    assert desk.request is None
    assert {Roll, Allocate} <= kinds
    assert player.focus is player.map
    assert len(player.battle.members(target)) < len(player.battle.units[target].models)
    player.press_button("Real dice", player.window.strip)
    assert desk.app_dice


def overrule_a_shot(player) -> None:
    """Overrule a refused shot by agreement, with a note."""
    player.click_model("orange-riflemen-1")
    player.choose_row("Wardens")
    assert player.desk.target == WARDENS
    player.press_button("Overrule", player.guide)
    form = player.guide.form
    player.type("we saw it otherwise")
    assert form.note.text() == "we saw it otherwise"
    box = form.findChild(QCheckBox)
    player.click(box, QPoint(10, box.height() // 2))
    player.click(form.do_it)
    answer_all(MouseHands(player))
    assert player.battle.units["orange-riflemen"].has("shot")
    assert any("we saw it otherwise" in row.text for row in player.window.log.view.rows.rows)


def adjust_the_round(player, turn: int) -> None:
    """Put the battle into a later round by agreement."""
    player.window.commands["adjust"].trigger()
    settle()
    card = player.dialog()
    field = card.turn.findChild(QLineEdit)
    field.setFocus()
    field.selectAll()
    player.type(str(turn))
    player.click(card.make)
    player.window.activateWindow()
    settle()
    assert player.battle.clock.turn == turn


def regroup(player) -> None:
    """Let units that fall back do what must be done first: it is the main button."""
    for _ in range(6):
        if not player.main().startswith("Let "):
            return
        player.click(player.guide.main)
        answer_all(MouseHands(player))


@pytest.mark.timeout(180)
def test_a_battle_by_mouse_with_second_thoughts_and_agreements(player):
    begin(player)
    set_up(player)
    move_breachers(player)
    open_door(player)
    take_back_and_again(player)
    fire_with_app_dice(player)
    player.click_main("End Blue’s Shooting phase")
    answer_all(MouseHands(player))
    player.click_main("End Blue’s turn")
    assert player.battle.clock.side == "orange"
    regroup(player)
    player.click_main("End Orange’s Movement phase")
    fire_with_typed_dice(player, SCOUTS, BREACHERS)
    overrule_a_shot(player)
    adjust_the_round(player, 6)
    for _ in range(12):
        if player.battle.clock.over:
            break
        regroup(player)
        player.click_main("End ")
        answer_all(MouseHands(player))
    assert player.battle.clock.over
    guide = player.guide
    assert guide.main.text() == "New battle…"
    assert player.button("Look back in the log", guide)
    rest()


def test_a_click_on_a_door_tells_who_can_work_it_and_keeps_the_unit_in_hand(sit_down):
    player = sit_down(deck_session("movement"))
    player.desk.select("blue-breachers")
    player.click_map(at(16.75, 8))
    assert player.desk.door == "D6"
    assert player.desk.unit == "blue-breachers"
    assert player.guide._door.isVisible()
    player.press(Qt.Key.Key_Escape)
    assert not player.guide._door.isVisible()
    assert player.desk.unit == "blue-breachers"
