"""A battle beside a real table in the window: begun, shot with typed dice, scored; by mouse and by keys."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRectF, Qt

from tests.ui.play import CONTROL, settle
from wolfling_gui.core.actions import Adjust, SetCondition, SetWounds
from wolfling_gui.core.forces import Condition
from wolfling_gui.core.lengths import inches
from wolfling_gui.core.requests import Allocate, Choose, Confirm, Roll
from wolfling_gui.ui.panels.forces import step_rects
from wolfling_gui.ui.panels.welcome import StarterRow
from wolfling_gui.ui.widgets import TextLabel
from wolfling_gui.ui.widgets.buttons import KeyButton

K = Qt.Key
WARDENS, BRUTES = "blue-wardens", "orange-brutes"


def choose_segment(player, choice, words: str) -> None:
    """Click the segment with these words."""
    texts = [segment.text for segment in choice.segments()]
    player.click(choice, choice.segment_rect(texts.index(words)).center().toPoint())


def begin_by_mouse(player) -> None:
    player.click(player.starter("Deck Seven raid"))
    made = player.dialog()
    choose_segment(player, made.where, "At a real table")
    assert made.dice.app_sides() == ()
    player.press_button("Begin the battle", made)
    player.window.activateWindow()
    settle()
    assert player.battle.real_table
    assert player.window.mode == "companion"
    assert not player.desk.app_dice


def page(player):
    """Return the large card of the request."""
    return player.window.companion.request


def answer_typed(player, press) -> None:
    """Type every pool: hits and wounds made, saves failed, Blue ahead; share out and choose by `press`."""
    for _ in range(80):
        request = player.desk.request
        if request is None:
            return
        match request:
            case Roll():
                assert page(player).isVisible()
                assert player.focus is page(player).field
                fails = "save" in request.says or request.side == "orange"
                player.type(f"{request.dice.count}x{'1' if fails else '6'}")
                press("take")
            case Allocate():
                press("share")
            case Choose() | Confirm():
                press("first" if isinstance(request, Choose) else "second")
            case _:
                raise AssertionError(request)
    raise AssertionError("the questions do not end")


def press_by_mouse(player):
    def press(what: str) -> None:
        card = page(player)
        if what == "take":
            player.click(card.take)
            return
        if what == "share":
            for _ in range(60):
                if card.take.isEnabled():
                    break
                for button in [b for b in player.buttons(card) if b.accessibleName() == "One more"]:
                    if not card.take.isEnabled():
                        player.click(button)
            player.click(card.take)
            return
        key = "1" if what == "first" else "2"
        player.click(next(b for b in card.findChildren(KeyButton) if b.isVisible() and b.keys() == key))

    return press


def set_up_by_mouse(player, press) -> None:
    player.click_main("Roll off")
    answer_typed(player, press)
    assert player.battle.clock.order == ("blue", "orange")
    player.click_main("Done at the table")
    player.click_main("Done at the table")
    player.click_main("Begin the first turn")
    assert player.battle.clock.turn == 1


def row_at(player, unit: str) -> QPoint:
    rect = player.window.forces.rect_of(unit)
    return QPoint(rect.x() + 60, rect.center().y())


def test_a_battle_at_a_real_table_by_mouse(player):
    begin_by_mouse(player)
    press = press_by_mouse(player)
    set_up_by_mouse(player, press)
    forces = player.window.forces.view
    player.click(forces.viewport(), row_at(player, "blue-breachers"))
    assert player.main() == "End Blue’s Movement phase"
    player.press_button("Mark Breachers as moved")
    assert player.battle.units["blue-breachers"].has("moved")
    player.click(forces.viewport(), row_at(player, WARDENS))
    notes = {row.unit: row.note for row in player.guide.choices.rows.rows}
    assert notes["blue-breachers"] == "marked as moved"
    player.click_main("End Blue’s Movement phase")
    player.click(forces.viewport(), row_at(player, WARDENS))
    player.click(forces.viewport(), row_at(player, BRUTES))
    assert player.desk.target == BRUTES
    assert player.main() == "Say the facts…"
    declare_by_mouse(player)
    player.click_main("Fire at Brutes")
    assert isinstance(player.desk.request, Roll)
    assert player.desk.request.needed.total == 2
    before = wounds(player)
    answer_typed(player, press)
    assert wounds(player) > before
    assert any("Brutes" in row.text for row in player.window.log.view.rows.rows)
    put_wounds_right(player)
    next_turn_by_mouse(player)
    score_by_mouse(player)
    for _ in range(60):
        if player.battle.clock.over:
            break
        player.click(player.guide.main)
        answer_typed(player, press)
    assert player.battle.won_by == "orange"
    assert dict(player.battle.score) == {"blue": 0, "orange": 1}
    assert player.main() == "New battle…"


def wounds(player) -> int:
    return sum(m.wounds_lost for m in player.battle.models.values() if m.unit == BRUTES)


def declare_by_mouse(player) -> None:
    """Say 7″, clear, the same room; each says at once what it does."""
    form = player.window.facts
    rows = form.rows()
    player.click(rows["range"].range)
    rows["range"].range.selectAll()
    player.type("7")
    assert player.desk.shot().facts.range == inches(7)
    choose_segment(player, rows["sight"].choice, "Clear")
    form.body.ensureWidgetVisible(rows["zone"])
    settle()
    choose_segment(player, rows["zone"].choice, "Room")
    assert player.desk.target_preview().legal


def put_wounds_right(player) -> None:
    """Take a wound off the leader of the Wardens with the stepper of its row, and give it back."""
    view = player.window.forces.view
    player.click(view.viewport(), row_at(player, WARDENS))
    leader = "blue-wardens-1"

    def press_step(which: int) -> None:
        number = next(n for n, r in enumerate(view.rows.rows) if r.models == (leader,))
        view.scrollTo(view.rows.index(number))
        rect = QRectF(view.visualRect(view.rows.index(number)))
        player.click(view.viewport(), step_rects(rect)[which].center().toPoint())

    press_step(0)
    assert player.battle.models[leader].wounds_lost == 1
    assert "1 Wound" in player.window.log.view.rows.rows[-1].text
    press_step(1)
    assert player.battle.models[leader].wounds_lost == 0


def next_turn_by_mouse(player) -> None:
    """Set a state by a click, see it held, and go on to the other side's turn."""
    forces = player.window.forces
    player.click(forces.view.viewport(), row_at(player, "blue-breachers"))
    button = forces.states.buttons()["gone_to_ground"]
    player.click(button)
    assert player.battle.units["blue-breachers"].has("gone_to_ground")
    assert button.isChecked()
    player.click(button)
    assert not player.battle.units["blue-breachers"].has("gone_to_ground")
    for _ in range(4):
        if player.battle.clock.side == "orange":
            return
        player.click(player.guide.main)
        answer_typed(player, press_by_mouse(player))
    raise AssertionError(player.main())


def score_by_mouse(player) -> None:
    """Say on the page of the score who holds the first objective."""
    player.press_button("Score", player.window.strip)
    choice = next(iter(player.window.companion.score.owners.values()))
    choose_segment(player, choice, "Orange")
    settle()
    assert next(iter(player.battle.table.objectives.values())).owner == "orange"
    player.press_button("Request", player.window.strip)


# ---------------------------------------------------------------------- by keys alone


def press_by_keys(player):
    def press(what: str) -> None:
        if what == "take":
            player.press(K.Key_Return)
        elif what == "share":
            request = player.desk.request
            for _ in range(60):
                if page(player).take.isEnabled():
                    break
                for number in range(len(request.candidates)):
                    player.press(K(K.Key_1 + number))
            player.press(K.Key_Return)
        else:
            player.press(K.Key_1 if what == "first" else K.Key_2)

    return press


def test_a_battle_at_a_real_table_by_keyboard(player):
    player.tab_to(lambda w: isinstance(w, StarterRow) and "Deck Seven" in w.accessibleName())
    player.press(K.Key_Return)
    made = player.dialog()
    made.activateWindow()
    settle()
    player.tab_to(lambda w: w is made.where)
    player.press(K.Key_Right)
    player.press(K.Key_Return, CONTROL)
    player.window.activateWindow()
    settle()
    assert player.battle.real_table
    press = press_by_keys(player)
    player.press(K.Key_Return)
    answer_typed(player, press)
    for _ in range(4):
        if player.battle.clock.turn:
            break
        player.press(K.Key_Return)
    player.press(K.Key_E, CONTROL)
    assert player.battle.clock.step == "shooting"
    rows = [row.unit for row in player.guide.choices.rows.rows]
    player.press(K(K.Key_1 + rows.index(WARDENS)))
    targets = [row.unit for row in player.guide.choices.rows.rows]
    player.press(K(K.Key_1 + targets.index(BRUTES)))
    player.press(K.Key_F)
    form = player.window.facts
    assert player.focus is form.rows()["range"].field
    player.type("7")
    player.press(K.Key_Return)
    assert player.focus is form.rows()["sight"].choice
    player.type("c")
    player.press(K.Key_Return)
    assert player.focus is form.rows()["zone"].choice
    player.type("r")
    assert player.desk.shot().facts.zone == "room"
    player.press(K.Key_Return)
    assert isinstance(player.desk.request, Roll)
    before = wounds(player)
    answer_typed(player, press)
    assert wounds(player) > before
    for _ in range(60):
        if player.battle.clock.over:
            break
        player.press(K.Key_E, CONTROL)
        answer_typed(player, press)
    assert player.battle.clock.over


def test_what_must_be_done_first_is_the_main_button(player):
    begin_by_mouse(player)
    set_up_by_mouse(player, press_by_mouse(player))
    unit = "blue-breachers"
    lost = tuple(SetWounds(name, 1, True) for name in player.battle.units[unit].models[:3])
    broken = SetCondition(unit, Condition("falling_back", "CL-MOR-1", until="battle"))
    player.desk.perform(Adjust((*lost, broken)))
    settle()
    player.click(player.window.forces.view.viewport(), row_at(player, unit))
    assert player.main() == "Let Breachers fall back on: fewer than half are left"
    said = [label.text() for label in player.window.companion.findChildren(TextLabel) if label.isVisible()]
    assert "Let Breachers regroup or fall back before other units move." in said
    player.click(player.guide.main)
    assert isinstance(player.desk.request, Roll)
    answer_typed(player, press_by_mouse(player))
    rows = [row.text for row in player.window.log.view.rows.rows]
    assert any("Breachers may not try to regroup: fewer than half are left" in text for text in rows), rows
    assert player.main() == "End Blue’s Movement phase"


def test_a_blast_weapon_is_chosen_and_its_hits_counted_by_the_players(player):
    begin_by_mouse(player)
    press = press_by_mouse(player)
    set_up_by_mouse(player, press)
    player.click_main("End Blue’s Movement phase")
    forces = player.window.forces.view
    player.click(forces.viewport(), row_at(player, "blue-breachers"))
    player.click(forces.viewport(), row_at(player, BRUTES))
    form = player.window.facts
    choose_segment(player, form.weapons.choices["blue-breachers-5"], "Grenade launcher")
    declare_by_mouse(player)
    player.click_main("Fire at Brutes")
    asked = []
    while (request := player.desk.request).says != "roll.to_wound":
        asked.append(request.says)
        if isinstance(request, Choose):
            player.press(K.Key_3)
        else:
            player.type(f"{request.dice.count}x1")
            press("take")
    assert asked.count("choose.touched") == 1
    assert request.dice.count == 2
    answer_typed(player, press)
    rows = [row.text for row in player.window.log.view.rows.rows]
    assert any("Grenade launcher" in text for text in rows), rows


def test_an_enter_too_many_after_dice_does_nothing(player):
    begin_by_mouse(player)
    set_up_by_mouse(player, press_by_mouse(player))
    player.click_main("End Blue’s Movement phase")
    forces = player.window.forces.view
    player.click(forces.viewport(), row_at(player, WARDENS))
    player.press_button("Run with Wardens")
    player.type("4")
    player.press(K.Key_Return)
    assert player.desk.request is None
    assert player.main().startswith("Mark Wardens as moved by its run")
    player.press(K.Key_Return)
    assert not player.battle.units[WARDENS].has("walked")
    assert "Press Enter again" in player.window.toast.text()
    player.breathe()
    player.press(K.Key_Return)
    assert player.battle.units[WARDENS].has("walked")
    assert player.battle.clock.step == "shooting"
