"""What players do by keyboard beside a plain battle: put back, take back, overrule with a note, adjust."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt

from tests.ui.hands import KeyHands, answer_one
from tests.ui.play import CONTROL, SHIFT, rest, settle
from wolfling_gui.core.lengths import at, distance, inches
from wolfling_gui.core.requests import Choose, Roll
from wolfling_gui.ui.panels.welcome import StarterRow

K = Qt.Key
BREACHERS, SCOUTS = "blue-breachers", "orange-scouts"


def begin(player) -> None:
    """Choose the boarding action with Tab and Enter, begin, and roll off."""
    player.tab_to(lambda w: isinstance(w, StarterRow) and "Deck Seven" in w.accessibleName())
    player.press(K.Key_Return)
    card = player.dialog()
    card.activateWindow()
    settle()
    player.press(K.Key_Return)
    player.window.activateWindow()
    settle()
    assert player.battle.clock.step == "roll_off"
    assert player.focus is player.map
    player.press(K.Key_Return)
    request = player.desk.request
    assert isinstance(request, Choose)
    player.press(K.Key_1 if request.side == "blue" else K.Key_2)
    assert player.battle.clock.order == ("blue", "orange")


def carry(player, model: str, to, pick: bool = True) -> None:
    """Take the models in hand and carry them with the arrows until the model is where it should go."""
    if pick:
        player.press(K.Key_P)
    KeyHands(player).point(to)
    assert distance(player.place(model), to) < inches("0.5")
    player.press(K.Key_P)
    rest()


def set_up(player) -> None:
    """Set up both sides with Enter; the riflemen are carried to the crew quarters."""
    for _ in range(40):
        battle = player.battle
        if battle.clock.step != "deployment":
            break
        if player.desk.draft is not None and player.desk.unit == "orange-riflemen":
            carry(player, "orange-riflemen-1", at(27, 18))
        player.press(K.Key_Return)
    assert player.battle.clock.step == "seize"
    assert distance(player.place("orange-riflemen-1"), at(27, 18)) < inches("0.5")
    player.press(K.Key_Return)
    assert (player.battle.clock.turn, player.battle.clock.step) == (1, "movement")
    assert player.focus is player.map


def move_breachers(player) -> None:
    """Carry the breachers too far and put them back with Esc, then to door D2, and open it."""
    player.press(K.Key_1)
    assert player.desk.unit == BREACHERS
    player.press(K.Key_M)
    player.press(K.Key_P)
    lead = player.desk.models[0]
    carry(player, lead, at(12, 9.5), pick=False)
    assert player.main() == "Put back"
    player.press(K.Key_Return)
    assert player.desk.draft is not None
    player.press(K.Key_Escape)
    assert player.desk.draft is None
    assert player.battle.clock.step == "movement"


def reach_the_door(player) -> None:
    """Take one model with the cursor, carry the unit to door D2, commit, and open the door."""
    model = "blue-breachers-5"
    KeyHands(player).point(player.place(model))
    carry(player, model, at(4.9, 10.75))
    player.press(K.Key_Return)
    assert player.battle.clock.active_unit == BREACHERS, player.main()
    player.press(K.Key_D)
    KeyHands(player).point(at(4.9, 11))
    player.press(K.Key_P)
    assert player.battle.table.doors["D2"].state == "open"
    player.press(K.Key_V)


def answered(player, typed: bool) -> None:
    """Answer what is asked by keys; dice that are typed hit, wound and fail to save."""
    keys = KeyHands(player)
    while isinstance(player.desk.request, Roll):
        assert typed
        request = player.desk.request
        face = 1 if request.says in ("roll.save", "roll.leadership", "roll.morale") else 6
        keys.roll([face] * request.dice.count)
        if player.desk.request is None:
            player.breathe()
        elif not isinstance(player.desk.request, Roll):
            answer_one(keys)
    if player.desk.request is not None:
        answer_one(keys)
        answered(player, typed)
    assert player.focus is player.map


def fire(player, firer: str, target: str) -> None:
    """Take the firer in hand by its number, aim by number, fire with Enter."""
    for number in range(1, 7):
        if player.desk.unit == firer:
            break
        player.press(K.Key_Escape)
        player.press(K.Key_Escape)
        player.press(K(K.Key_0 + number))
    assert player.desk.unit == firer
    rows = [row.unit for row in player.guide.choices.rows.rows]
    player.press(K(K.Key_1 + rows.index(target)))
    assert player.desk.target == target
    assert player.main().startswith("Fire at")
    player.press(K.Key_Return)


def overrule(player) -> None:
    """Aim at someone who cannot be seen and overrule it with a note."""
    fire_at = None
    for _ in range(8):
        player.press(K.Key_Tab)
        refused = [t for t in player.desk.targets() if not t.legal] if player.desk.shows_targets else []
        if refused:
            fire_at = refused[0].unit
            break
    assert fire_at is not None
    rows = [row.unit for row in player.guide.choices.rows.rows]
    player.press(K(K.Key_1 + rows.index(fire_at)))
    player.press(K.Key_O, CONTROL | SHIFT)
    assert player.guide.form is not None
    player.type("agreed")
    player.press(K.Key_Return)
    player.press(K.Key_Space)
    player.press(K.Key_Return)
    answered(player, typed=True)
    assert any("agreed" in row.text for row in player.window.log.view.rows.rows)


def adjust(player, turn: int) -> None:
    """Put the battle into its last round by agreement."""
    player.press(K.Key_J, CONTROL)
    card = player.dialog()
    card.activateWindow()
    settle()
    player.tab_to(lambda w: w is card.turn)
    player.press(K.Key_A, CONTROL)
    player.type(str(turn))
    player.press(K.Key_Return)
    player.window.activateWindow()
    settle()
    assert player.battle.clock.turn == turn


@pytest.mark.timeout(180)
def test_a_battle_by_keyboard_with_second_thoughts_and_agreements(player):
    begin(player)
    set_up(player)
    move_breachers(player)
    reach_the_door(player)
    player.press(K.Key_E, CONTROL)
    assert player.battle.clock.step == "shooting"
    fire(player, BREACHERS, SCOUTS)
    answered(player, typed=False)
    step = player.window.desk.session.undo_step
    player.press(K.Key_Z, CONTROL)
    assert player.desk.undo_asked
    player.press(K.Key_Return)
    assert not player.battle.units[BREACHERS].has("shot")
    player.press(K.Key_Y, CONTROL)
    assert player.battle.units[BREACHERS].has("shot")
    assert player.window.desk.session.undo_step == step
    player.press(K.Key_D, CONTROL)
    for _ in range(3):
        player.press(K.Key_E, CONTROL)
        answered(player, typed=True)
    assert (player.battle.clock.side, player.battle.clock.step) == ("orange", "shooting")
    before = len(player.battle.members(BREACHERS))
    fire(player, SCOUTS, BREACHERS)
    answered(player, typed=True)
    assert len(player.battle.members(BREACHERS)) < before
    overrule(player)
    adjust(player, 6)
    assert not player.battle.clock.over
