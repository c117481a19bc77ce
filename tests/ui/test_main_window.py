"""The window: its sizes, commands and keys, by real mouse and keyboard."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from PySide6.QtCore import QPoint, QSize, Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication, QLabel, QWidget

from tests.ui.deck import HIDDEN, MINE, THEIRS, deck_session, set_up_session
from tests.ui.play import Player, press, settle
from wolfling_gui.core.actions import EndStep, Shoot
from wolfling_gui.core.requests import Roll
from wolfling_gui.ui.main_window import SMALLEST, MainWindow
from wolfling_gui.ui.menu_names import MENUS
from wolfling_gui.ui.panels.rail import short_name
from wolfling_gui.ui.settings import Settings, load_settings, settings_file
from wolfling_gui.ui.theme import theme
from wolfling_gui.ui.widgets import text_width
from wolfling_gui.ui.widgets.buttons import KeyButton
from wolfling_gui.ui.window_shot import window_image

FIRST_PAINT = """
import sys
from wolfling_gui.ui.app import make_application, open_window
from wolfling_gui.ui.settings import Settings
app = make_application()
painted = []
from wolfling_gui.ui.panels import welcome
paint = welcome._Brand.paintEvent
def noted(self, event):
    painted.append([name for name in ("numpy", "shapely", "yaml") if name in sys.modules])
    paint(self, event)
welcome._Brand.paintEvent = noted
window = open_window(Settings())
for _ in range(200):
    app.processEvents()
    if painted and window.welcome.findChildren(welcome.StarterRow):
        break
assert painted, "the first screen was never painted"
assert painted[0] == [], f"loaded before the first paint: {painted[0]}"
assert window.welcome.findChildren(welcome.StarterRow), "the scenarios never came"
assert "yaml" in sys.modules
print("painted first")
"""


def test_the_first_screen_is_painted_before_anything_heavy_is_loaded(root):
    done = subprocess.run(
        [sys.executable, "-c", FIRST_PAINT],
        cwd=root,
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "painted first" in done.stdout


def test_a_window_that_paints_first_is_furnished_after_it_or_when_asked(look, qtbot):
    painted = MainWindow(Settings(), paint_first=True)
    qtbot.addWidget(painted)
    assert not painted.menuBar().actions()[0].menu().actions()
    with qtbot.waitSignal(painted.furnished, timeout=5000):
        painted.show()
    assert painted.menuBar().actions()[0].menu().actions()
    early = MainWindow(Settings(), paint_first=True)
    qtbot.addWidget(early)
    early.desk.set_level(0)
    assert early.commands["new_battle"].isEnabled()
    with pytest.raises(AttributeError, match="no attribute 'desks'"):
        _ = early.desks
    unseen = MainWindow(Settings(), paint_first=True)
    qtbot.addWidget(unseen)
    qtbot.waitSignal(unseen.furnished, timeout=5000).wait()


# ---------------------------------------------------------------------- sizes


@pytest.mark.parametrize("scale", [1.0, 1.5])
def test_the_window_never_needs_more_than_the_smallest_screen(window, scale):
    theme().set_scale(scale)
    window.resize(SMALLEST)
    settle()
    for session in (None, deck_session(), deck_session("movement"), set_up_session()):
        if session is not None:
            window.open_session(session)
            window.desk.select(MINE)
        settle()
        least = window.minimumSizeHint()
        assert least.width() <= SMALLEST.width(), session
        assert least.height() <= SMALLEST.height(), session
        assert window.size() == SMALLEST


def test_a_question_for_dice_fits_into_the_guide_of_a_small_window(window):
    window.desk.set_app_dice(False)
    window.resize(1280, 720)
    window.open_session(deck_session())
    window.desk.perform(Shoot(MINE, THEIRS))
    settle()
    body = window.guide.body
    assert window.size() == QSize(1280, 720)
    assert body.widget().width() <= body.viewport().width()


def test_the_dice_button_says_at_once_whose_dice_are_rolled(playing):
    app, real = (playing.findChild(QWidget, name) for name in ("bar_app_dice", "bar_real_dice"))
    assert (app.isVisible(), real.isVisible()) == (True, False)
    playing.commands["app_dice"].trigger()
    assert (app.isVisible(), real.isVisible()) == (False, True)
    real.click()
    assert (app.isVisible(), real.isVisible()) == (True, False)


def test_small_windows_fold_and_large_ones_unfold(playing):
    assert not playing.narrow
    assert playing.docks["forces"].isVisible()
    assert playing.docks["rail"].isHidden()
    playing.resize(1280, 720)
    settle()
    assert playing.narrow
    assert playing.docks["forces"].isHidden()
    assert playing.docks["rail"].isVisible()
    assert playing.rail.width() == 44
    assert playing.docks["log"].height() < 50
    assert playing.size() == QSize(1280, 720)
    playing.resize(1440, 900)
    settle()
    assert playing.docks["forces"].isVisible()
    assert playing.docks["log"].height() > 100


def test_the_rail_lets_the_forces_fly_out_over_the_map(playing, qtbot):
    playing.resize(1280, 720)
    settle()
    map_width = playing.view.width()
    qtbot.mouseClick(playing.rail, Qt.MouseButton.LeftButton, pos=QPoint(20, 80))
    settle()
    assert playing.flyout is not None
    assert playing.forces.isVisible()
    assert playing.view.width() == map_width
    press(playing, Qt.Key.Key_Escape)
    assert playing.flyout is None
    assert playing.docks["forces"].widget() is playing.forces


def test_the_forces_fly_in_when_a_target_is_chosen_or_another_part_is_turned_to(playing):
    playing.resize(1280, 720)
    settle()
    playing.desk.select(MINE)
    playing.panels.fly_out("")
    settle()
    playing.desk.set_target(THEIRS)
    assert playing.flyout is None
    playing.panels.fly_out("")
    settle()
    assert playing.flyout is not None
    playing.guide.choices.setFocus()
    settle()
    assert playing.flyout is None
    assert playing.docks["forces"].widget() is playing.forces


@pytest.mark.parametrize("scale", [1.0, 1.5])
def test_the_rail_shortens_names_to_what_fits(look, scale):
    theme().set_scale(scale)
    room = theme().px(40)
    assert short_name("Staff", room)[0] == "Staff"
    assert short_name("First squad", room)[0] == "First"
    assert short_name("Second squad", room)[0] == "Second"
    long, font = short_name("Commissariat", room)
    assert long.endswith(".")
    assert "Commissariat".startswith(long[:-1])
    assert len(long) > 4
    assert text_width(font, long) <= room


def test_the_log_opens_from_its_one_line(playing):
    playing.resize(1280, 720)
    settle()
    low = playing.docks["log"].height()
    press(playing, Qt.Key.Key_L, Qt.KeyboardModifier.ControlModifier)
    assert playing.docks["log"].height() > low + 40
    press(playing, Qt.Key.Key_L, Qt.KeyboardModifier.ControlModifier)
    assert playing.docks["log"].height() == low


@pytest.mark.parametrize("scale", [1.0, 1.5])
def test_plain_words_are_never_cut(playing, scale):
    """Labels that neither wrap nor shorten themselves have the room their text needs."""
    theme().set_scale(scale)
    for size in (QSize(1440, 900), QSize(1280, 720)):
        playing.resize(size)
        playing.desk.select(MINE)
        playing.desk.set_target(THEIRS)
        settle()
        for label in playing.findChildren(QLabel):
            if label.isVisible() and label.text() and not label.wordWrap():
                needed = label.fontMetrics().horizontalAdvance(label.text())
                assert label.width() + 1 >= needed, (label.text(), size)
        for button in playing.findChildren(KeyButton):
            if button.isVisible():
                assert button.width() >= button.content_width(), (button.text(), size)


# ---------------------------------------------------------------------- commands


def test_every_command_has_name_icon_key_and_says_what_it_does(window):
    keys = {}
    for command in window.commands.listed:
        assert command.menu in MENUS
        assert command.name
        assert command.what.endswith(".")
        action = window.commands[command.id]
        assert not action.icon().isNull()
        assert action.shortcuts(), command.id
        assert command.name.rstrip("…") in action.toolTip() or action.text() in action.toolTip()
        for sequence in action.shortcuts():
            key = (sequence.toString(), command.scope == "map")
            assert key not in keys, (key, command.id, keys.get(key))
            keys[key] = command.id


def test_commands_that_cannot_be_used_say_why(window):
    action = window.commands["end_step"]
    assert not action.isEnabled()
    assert "Open a battle first." in action.toolTip()
    window.open_session(set_up_session())
    assert not action.isEnabled()
    assert "must be done first" in action.toolTip()


def test_undo_is_named_after_what_it_takes_back(playing):
    undo = playing.commands["undo"]
    assert undo.text() == "Undo"
    assert not undo.isEnabled()
    playing.desk.perform(EndStep())
    assert undo.text() == "Undo: end of the step"
    press(playing, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert playing.desk.battle.clock.step == "shooting"
    assert playing.commands["redo"].text() == "Redo: end of the step"


def test_panels_close_and_are_remembered(playing, qtbot):
    press(playing, Qt.Key.Key_F10)
    assert playing.docks["guide"].isHidden()
    assert not playing.commands["panel_guide"].isChecked()
    playing.close()
    kept = load_settings()
    assert kept.show["dock_guide"] is False
    again = MainWindow(kept)
    qtbot.addWidget(again)
    again.show()
    again.open_session(deck_session())
    settle()
    assert again.docks["guide"].isHidden()
    assert again.docks["log"].isVisible()


def test_settings_that_cannot_be_read_are_begun_anew(look):
    settings_file().parent.mkdir(parents=True)
    settings_file().write_text("{not json", encoding="utf-8")
    assert load_settings() == Settings()


def test_theme_and_text_size_change_at_once(window):
    press(window, Qt.Key.Key_T, Qt.KeyboardModifier.ControlModifier)
    assert not theme().palette.dark
    assert window.settings.theme == "light"
    window.commands["text_larger"].trigger()
    assert theme().scale == 1.1
    window.commands["text_normal"].trigger()
    assert theme().scale == 1.0


# ---------------------------------------------------------------------- playing by mouse and keyboard


def test_a_volley_by_keys_alone(playing):
    desk = playing.desk
    press(playing, Qt.Key.Key_1)
    assert desk.unit == MINE
    press(playing, Qt.Key.Key_2)
    assert desk.target == "orange-scouts"
    assert "Fire at Scouts" in playing.guide.main.text()
    press(playing, Qt.Key.Key_Return)
    # Sharing out wounds and picking casualties is answered by the same keys.
    for _ in range(40):
        if desk.request is None:
            break
        for key in (Qt.Key.Key_1, Qt.Key.Key_2, Qt.Key.Key_3, Qt.Key.Key_4):
            press(playing, key)
        press(playing, Qt.Key.Key_Return)
    assert desk.request is None
    assert desk.battle.units[MINE].has("shot")
    assert desk.battle.clock.step == "shooting"
    assert "Breachers shot at Scouts" in playing.log.view.rows.rows[0].text


def test_a_volley_by_mouse_with_typed_dice(playing, qtbot):
    desk = playing.desk
    desk.set_app_dice(False)
    Player(playing).click_model(f"{MINE}-1")
    assert desk.unit == MINE
    Player(playing).click_model("orange-scouts-2")
    assert desk.target == "orange-scouts"
    qtbot.mouseClick(playing.guide.main, Qt.MouseButton.LeftButton)
    settle()
    assert isinstance(desk.request, Roll)
    field = playing.guide.request.field
    assert QApplication.focusWidget() is field
    qtbot.keyClicks(field, "1" * desk.request.dice.count)
    qtbot.keyClick(field, Qt.Key.Key_Return)
    settle()
    assert desk.request is None
    assert desk.battle.units[MINE].has("shot")
    assert desk.battle.clock.step == "shooting"  # Enter in the field did nothing besides


def test_esc_goes_back_step_by_step_and_never_out_of_the_phase(playing):
    desk = playing.desk
    Player(playing).click_model(f"{MINE}-1")
    desk.set_target(THEIRS)
    desk.set_tool("sight")
    for expected in (("", "sight", MINE), ("", "select", MINE), ("", "select", ""), ("", "select", "")):
        press(playing, Qt.Key.Key_Escape)
        assert (desk.target, desk.tool, desk.unit) == expected
    assert desk.battle.clock.step == "shooting"


def test_enter_presses_the_button_that_has_the_focus(playing):
    seen = []
    playing.strip.findChild(object, "bar_show_grid").clicked.connect(lambda *_: seen.append(1))
    playing.strip.findChild(object, "bar_show_grid").setFocus()
    press(playing, Qt.Key.Key_Return)
    assert seen == [1]
    assert playing.desk.battle.clock.step == "shooting"


def test_letters_are_tools_only_while_the_map_has_the_focus(playing):
    playing.view.board.setFocus()
    press(playing, Qt.Key.Key_S)
    assert playing.desk.tool == "sight"
    playing.forces.view.setFocus()
    press(playing, Qt.Key.Key_V)
    assert playing.desk.tool == "sight"


def test_f6_walks_the_parts_of_the_window(playing):
    playing.view.board.setFocus()
    seen = []
    for _ in range(5):
        press(playing, Qt.Key.Key_F6)
        focus = QApplication.focusWidget()
        parts = playing.parts()
        seen.append(next(n for n, p in enumerate(parts) if p is focus or p.isAncestorOf(focus)))
    assert seen == [2, 3, 4, 0, 1]
    press(playing, Qt.Key.Key_F6, Qt.KeyboardModifier.ShiftModifier)
    assert playing.strip.isAncestorOf(QApplication.focusWidget())


def test_pointing_at_a_target_shows_its_card_clear_of_it(playing):
    Player(playing).click_model(f"{MINE}-1")
    playing.desk.hover("model", f"{THEIRS}-4")
    playing.view.flush()
    card = playing.view.card
    assert card is not None
    assert card.unit == THEIRS
    for model in playing.desk.battle.standing(THEIRS):
        at = playing.view.board.to_view(model.place.at).toPoint()
        assert not card.geometry().contains(playing.view.board.viewport().mapTo(playing.view, at))
    playing.desk.hover()
    playing.view.flush()
    assert playing.view.card is None


def test_a_refused_target_can_be_overruled_in_place(playing, qtbot):
    Player(playing).click_model(f"{MINE}-1")
    Player(playing).click_model(f"{HIDDEN}-1")
    guide = playing.guide
    assert guide.overrule_button.isVisible()
    qtbot.mouseClick(guide.overrule_button, Qt.MouseButton.LeftButton)
    settle()
    form = guide.form
    assert form is not None
    assert not form.do_it.isEnabled()
    press(playing, Qt.Key.Key_Escape)
    assert guide.form is None
    assert playing.desk.target == HIDDEN


# ---------------------------------------------------------------------- pictures


def colours_of(image: QImage) -> set[int]:
    return {image.pixel(x, y) for x in range(0, image.width(), 37) for y in range(0, image.height(), 29)}


@pytest.mark.parametrize("mode", ["dark", "light"])
def test_the_window_is_drawn_as_a_picture(look, mode):
    image = window_image(deck_session(), QSize(1280, 720), mode, 1.0, None, MINE, f"{THEIRS}-4")
    assert image.size() == QSize(1280, 720)
    assert len(colours_of(image)) > 12
    first = window_image(None, QSize(1024, 640), mode)
    assert first.size() == QSize(1024, 640)


def test_a_picture_at_two_to_one_has_twice_the_pixels(look):
    image = window_image(deck_session(), QSize(1100, 700), "dark", 2.0)
    assert image.size() == QSize(2200, 1400)
    assert image.devicePixelRatio() == 2.0


def test_a_picture_of_an_unknown_unit_or_step_is_refused(look, root):
    with pytest.raises(ValueError, match="no unit or model 'nobody'"):
        window_image(deck_session(), QSize(1100, 700), select="nobody")
    scenario = root / "rulesets" / "scenarios" / "deck-seven-raid.yaml"
    with pytest.raises(ValueError, match="no step 3"):
        window_image(scenario, QSize(1100, 700), step=3)


@pytest.mark.parametrize("app_dice", [True, False])
def test_what_takes_an_answer_stays_in_view_with_the_largest_text(window, app_dice):
    theme().set_scale(1.5)
    window.resize(1280, 720)
    window.desk.set_app_dice(app_dice)
    window.open_session(deck_session())
    window.desk.perform(Shoot(MINE, THEIRS))
    settle()
    take = window.guide.request.take
    corner = take.mapTo(window.guide, take.rect().bottomRight())
    assert take.isVisible()
    assert window.guide.rect().contains(corner)
    assert not window.guide.body.isAncestorOf(take)


def test_models_of_a_plan_can_be_taken_again_where_they_are_shown(window):
    window.open_session(set_up_session())
    desk = window.desk
    while desk.battle.clock.step != "deployment":
        window.guide.enter()
        if desk.request is not None:
            window.guide.choose(1)
        settle()
    window.guide.enter()
    settle()
    window.view.flush()
    model = desk.draft.models[0]
    board = window.view.board
    spot = board.to_view(desk.draft.places[model].at)
    assert board.model_at(spot) == model
    desk.clear_draft()
    window.view.flush()
    assert board.model_at(spot) is None


def test_a_past_moment_can_be_gone_back_to_from_the_guide(playing):
    playing.desk.perform(EndStep())
    settle()
    playing.desk.look_at(0)
    settle()
    back = next(b for b in playing.guide.findChildren(KeyButton) if b.text() == "Go back to here…")
    back.click()
    settle()
    assert playing.log.asks_back
