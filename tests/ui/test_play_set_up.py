"""Set a battle up by mouse alone, from the first screen to the first movement phase, and find it again."""

from __future__ import annotations

from PySide6.QtCore import Qt

from tests.ui.play import CONTROL, rest, settle
from wolfling_gui.core.lengths import at, distance, inches
from wolfling_gui.core.requests import Choose, Roll
from wolfling_gui.core.verdict import Refusal
from wolfling_gui.files.saves import battles_dir
from wolfling_gui.ui.widgets import TextLabel


def words(widget) -> str:
    return " | ".join(label.text() for label in widget.findChildren(TextLabel) if label.isVisible())


def choose(player) -> None:
    """Choose the square, name the sides, and let only Orange's dice be rolled by the app."""
    player.click(player.starter("Broken square"))
    dialog = player.dialog()
    for side, name in (("blue", "Boarders"), ("orange", "Pack")):
        field = dialog.forces.names[side]
        player.click(field)
        player.press(Qt.Key.Key_A, CONTROL)
        player.type(name)
    assert "Allowed" in words(dialog.forces)
    choice = dialog.dice.choice
    player.click(choice, choice.segment_rect(2).center().toPoint())
    box = dialog.dice.boxes["blue"]
    assert box.text() == "The app rolls for Boarders"
    if box.isChecked():
        box.setFocus()
        player.press(Qt.Key.Key_Space)
    player.press_button("Begin the battle", dialog)
    player.window.activateWindow()
    settle()


def roll_off(player) -> None:
    """Type the die of the boarders; the app rolls the other, and the winner chooses."""
    assert "whoever holds more objectives" in words(player.guide)
    assert "5–7 rounds" in words(player.guide)
    assert "may then try to seize the initiative" in words(player.guide)
    player.click_main("Roll off")
    request = player.desk.request
    assert isinstance(request, Roll)
    assert request.side == "blue"
    player.type("6")
    player.press(Qt.Key.Key_Return)
    player.breathe()
    while isinstance(player.desk.request, Roll):
        player.type("6")
        player.press(Qt.Key.Key_Return)
        player.breathe()
    assert isinstance(player.desk.request, Choose)
    assert player.desk.request.side == "blue"
    player.press_button("Go first", player.guide)


def set_up_boarders(player) -> None:
    """Drag a unit out of its zone and back, one model apart, turn it, and set up the rest as proposed."""
    player.click_main("Set up Breachers")
    first = player.desk.draft.models[0]
    start = player.place(first)
    seen: list[str] = []

    def look() -> None:
        rest()
        player.window.view.flush()
        card = player.window.view.card
        seen.append(words(card) if card is not None else "")

    player.drag(first, at(15, 18), during=look)
    assert "outside its deployment zone" in seen[0]
    assert isinstance(player.desk.draft.verdict, Refusal)
    finding = player.desk.draft.verdict.reasons[0]
    assert (finding.rule, finding.marks[0].about) == ("CL-DEP-2", finding.about[0])
    player.drag(first, start)
    assert player.desk.draft.allowed
    second = player.desk.draft.models[1]
    player.click_model(second)
    player.drag(second, at(3, 30))
    assert any(f.rule == "CL-MOVE-3" for f in player.desk.draft.verdict.reasons)
    player.click_main("Put back")
    player.click_main("Set up Breachers")
    assert distance(player.place(first), start) <= inches("0.1")
    player.click_main("Set up 5 models here")
    player.click_main("Set up Wardens")
    player.click_main("Set up 4 models here")
    player.click_main("End Boarders’ deployment")


def set_up_pack(player) -> None:
    """Keep the hounds in reserve, and set the others up as proposed."""
    player.choose_row("Hounds")
    player.press_button("Keep Hounds in reserve", player.guide)
    assert player.battle.units["orange-hounds"].in_reserve == "edge"
    player.press_button("Set up all 2 as proposed", player.guide)
    player.click_main("End Pack’s deployment")


def test_a_battle_is_set_up_by_mouse_from_the_first_screen(player):
    choose(player)
    assert [side.name for side in player.battle.sides] == ["Boarders", "Pack"]
    roll_off(player)
    set_up_boarders(player)
    set_up_pack(player)
    player.click_main("Begin the first turn")
    assert (player.battle.clock.turn, player.battle.clock.step) == (1, "movement")
    log = [row.text for row in player.window.log.view.rows.rows]
    assert any("Boarders 6" in text for text in log)
    assert not any("Blue" in text for text in log)
    score = words(player.window.forces.score)
    assert "if it ended now" in score
    assert "Round 1 of 5–7" in words(player.guide)
    player.desk.session.last_write.result()
    player.window.commands["close_battle"].trigger()
    settle()
    path = next(iter(sorted(battles_dir().glob("*.wolfling"))))
    assert player.window.work.open_path(path)
    settle()
    assert player.battle.side("blue").name == "Boarders"
    assert not player.desk.app_rolls_for("blue")
    assert player.desk.app_rolls_for("orange")
