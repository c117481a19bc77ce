"""Check marks, plates, dice, bars, caps, buttons, labels and dock titles one by one."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QImage, QKeySequence, QPainter
from PySide6.QtWidgets import QDockWidget, QMainWindow, QPushButton, QWidget

from wolfling_gui.ui.palette import DARK, DARK_CLEAR, LIGHT, LIGHT_CLEAR
from wolfling_gui.ui.widgets import (
    MARK_KINDS,
    BorderedButton,
    DieFace,
    DockTitle,
    ElidedLabel,
    IconButton,
    KeyCap,
    MainButton,
    Margin,
    MarginBar,
    Odds,
    OddsBars,
    PoolStrip,
    SidePlate,
    StatGrid,
    TextLabel,
    Toast,
    VerdictMark,
    key_text,
    paint_die,
    paint_margin,
    paint_mark,
    paint_plate,
    paint_pool,
    plate_path,
    pool_width,
)
from wolfling_gui.ui.widgets.bars import percent

THEMES = [DARK, LIGHT, DARK_CLEAR, LIGHT_CLEAR]


def painted(paint, width: int = 40, height: int = 40, ground: str = "#000000") -> QImage:
    image = QImage(width, height, QImage.Format.Format_ARGB32)
    image.fill(QColor(ground))
    painter = QPainter(image)
    paint(painter, QRectF(0, 0, width, height))
    painter.end()
    return image


def grey(image: QImage) -> QImage:
    return image.convertToFormat(QImage.Format.Format_Grayscale8)


def different(one: QImage, other: QImage) -> int:
    places = ((x, y) for x in range(one.width()) for y in range(one.height()))
    return sum(
        abs(one.pixelColor(x, y).lightness() - other.pixelColor(x, y).lightness()) > 40 for x, y in places
    )


@pytest.mark.parametrize("record", THEMES)
@pytest.mark.parametrize("size", [14, 40])
def test_marks_are_told_apart_without_colour(look, record, size):
    images = [
        grey(painted(lambda p, r, k=k: paint_mark(p, r, k, record), size, size, record.panel))
        for k in MARK_KINDS
    ]
    for i, one in enumerate(images):
        for other in images[i + 1 :]:
            assert different(one, other) > size * size * 0.04


def test_marks_stay_inside_their_place(look):
    for kind in MARK_KINDS:
        image = painted(lambda p, r, k=kind: paint_mark(p, r.adjusted(10, 10, -10, -10), k, DARK), 60, 60)
        for edge in range(60):
            assert image.pixelColor(edge, 9).name() == "#000000"
            assert image.pixelColor(9, edge).name() == "#000000"
            assert image.pixelColor(50, edge).name() == "#000000"


def test_a_mark_says_itself(look, qtbot):
    mark = VerdictMark("allowed")
    qtbot.addWidget(mark)
    assert mark.accessibleName() == "Allowed"
    mark.set_kind("question")
    assert mark.accessibleName() == "To be declared"


@pytest.mark.parametrize("record", THEMES)
def test_sides_are_told_apart_by_their_plates_alone(look, record):
    shapes = [plate_path(side.plate, QPointF(20, 20), 14) for side in record.sides]
    for i, one in enumerate(shapes):
        assert one.contains(QPointF(20, 20))
        assert one.boundingRect().width() < 38
        for other in shapes[i + 1 :]:
            mismatch = sum(
                one.contains(QPointF(x, y)) != other.contains(QPointF(x, y))
                for x in range(40)
                for y in range(40)
            )
            assert mismatch > 20


def test_a_plate_that_has_acted_is_dim(look):
    ready = painted(lambda p, r: paint_plate(p, r, 1, DARK))
    acted = painted(lambda p, r: paint_plate(p, r, 1, DARK, acted=True))
    assert ready.pixelColor(20, 20).name().upper() == DARK.sides[1].full
    assert acted.pixelColor(20, 20).name().upper() == DARK.sides[1].dim


def test_a_plate_is_named(look, qtbot):
    plate = SidePlate(2)
    qtbot.addWidget(plate)
    assert plate.accessibleName() == "Side C"
    plate.set_side(0, "Blue")
    assert plate.accessibleName() == "Blue"


@pytest.mark.parametrize("face", range(1, 7))
def test_a_die_shows_as_many_pips_as_its_face(look, face):
    image = painted(lambda p, r: paint_die(p, r, face, DARK), 60, 60)
    pips = QColor(DARK.text2).name()
    seen: set[tuple[int, int]] = set()
    count = 0
    for x in range(8, 52):
        for y in range(8, 52):
            if (x, y) in seen or image.pixelColor(x, y).name() != pips:
                continue
            count += 1
            stack = [(x, y)]
            while stack:
                place = stack.pop()
                if place in seen or image.pixelColor(*place).name() != pips:
                    continue
                seen.add(place)
                stack += [(place[0] + dx, place[1] + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)]
    assert count == face


def test_success_and_failure_differ_without_colour(look):
    won = grey(painted(lambda p, r: paint_die(p, r, 4, LIGHT, "success"), 44, 44))
    lost = grey(painted(lambda p, r: paint_die(p, r, 4, LIGHT, "failure"), 44, 44))
    top = {won.pixelColor(x, 0).value() for x in range(12, 32)}
    assert len(top) == 1
    assert len({lost.pixelColor(x, 0).value() for x in range(12, 32)}) > 1


def test_a_die_can_be_picked_by_mouse_and_key(look, qtbot):
    die = DieFace(3, clickable=True)
    qtbot.addWidget(die)
    with qtbot.waitSignal(die.picked) as picked:
        qtbot.mouseClick(die, Qt.MouseButton.LeftButton)
    assert picked.args == [3]
    with qtbot.waitSignal(die.picked):
        qtbot.keyClick(die, Qt.Key.Key_Space)
    die.set_face(6, "success")
    assert die.accessibleName() == "Die showing 6, a success"
    with pytest.raises(ValueError, match="faces begin at 1"):
        die.set_face(0)


@pytest.mark.parametrize(
    ("margin", "kept"),
    [
        (Margin(6, 6), True),
        (Margin(6.01, 6), False),
        (Margin(3, 3, "at_least"), True),
        (Margin(2.9, 3, "at_least"), False),
    ],
)
def test_a_margin_compares_as_the_rule_does(margin, kept):
    assert margin.kept is kept


def test_a_broken_limit_is_drawn_to_scale(look):
    image = painted(lambda p, r: paint_margin(p, r, Margin(8, 6), DARK), 200, 8)
    row = [image.pixelColor(x, 4).name().upper() for x in range(200)]
    assert row.count(DARK.refused) == pytest.approx(200 * 0.8 * 2 / 8, abs=2)
    assert row.count(DARK.text3) == pytest.approx(200 * 0.8 * 6 / 8, abs=3)
    assert row[119] == DARK.text


def test_a_reaction_is_drawn_from_where_it_threatens(look):
    image = painted(lambda p, r: paint_margin(p, r, Margin(5, 10, reacts_from=4), DARK), 200, 8)
    row = [image.pixelColor(x, 4).name().upper() for x in range(200)]
    assert row.count(DARK.accent) == 80
    assert row.count(DARK.warning_fill) == 20


@pytest.mark.parametrize("value", [0, 0.0])
def test_nothing_measured_paints(look, qtbot, value):
    bar = MarginBar(Margin(value, 0, limit_words="limit 0″", margin_words="0.0″ left"))
    qtbot.addWidget(bar)
    bar.resize(120, bar.sizeHint().height())
    assert not bar.grab().isNull()
    assert bar.accessibleName() == "limit 0″, 0.0″ left"


def test_odds_use_the_full_colour_for_the_likeliest_only(look, qtbot):
    bars = OddsBars(Odds((0.1, 0.2, 0.7), 1, 2))
    qtbot.addWidget(bars)
    bars.resize(300, bars.sizeHint().height())
    image = bars.grab().toImage()
    y = image.height() - look.px(20) - 4
    row = [image.pixelColor(x, y).name().upper() for x in range(300)]
    assert row.count(DARK.sides[1].full) == pytest.approx(98, abs=3)
    assert row[250] == DARK.sides[1].full
    assert bars.accessibleName() == "0: 10 %; 1: 20 %; all 2: 70 %"


@pytest.mark.parametrize(
    ("chance", "words"),
    [(0, "0"), (0.001, "<1"), (0.005, "1"), (0.27, "27"), (0.995, "100"), (0.999, ">99"), (1, "100")],
)
def test_chances_are_written_in_whole_per_cent(chance, words):
    assert percent(chance) == words


def test_odds_without_or_with_many_results_paint(look, qtbot):
    for chances in ((), (1.0,), (0.0, 0.0), tuple([1 / 60] * 60)):
        bars = OddsBars(Odds(chances, 0, len(chances) - 1))
        qtbot.addWidget(bars)
        bars.resize(200, 74)
        assert not bars.grab().isNull()


def test_pips_count_wounds_and_hollow_ones_are_lost(look):
    pool = [(2, 2), (1, 2)]
    image = painted(lambda p, r: paint_pool(p, r, pool, 0, DARK), 60, 12)
    row = [image.pixelColor(x, 6).name().upper() == DARK.sides[0].full for x in range(60)]
    assert sum(row) in range(15, 19)
    assert pool_width(pool) == 4 * 6 + 2 * 1 + 5


def test_large_units_are_told_in_figures(look, qtbot):
    assert pool_width([(1, 1)] * 17) == 0
    strip = PoolStrip([(1, 1)] * 17 + [(0, 1)] * 3, 0)
    qtbot.addWidget(strip)
    assert strip.words() == "17 of 20"
    strip.set_pool([(2, 2), (1, 2)], 1, "2 of 2 · 3 wounds")
    assert strip.accessibleName() == "2 of 2 · 3 wounds"


@pytest.mark.parametrize(
    ("keys", "text"), [("Ctrl+Z", "Ctrl Z"), ("Return", "Enter"), ("R", "R"), ("", ""), ("Ctrl++", "Ctrl +")]
)
def test_caps_write_keys_as_players_say_them(look, keys, text):
    assert key_text(keys) == text
    assert key_text(QKeySequence(keys)) == text


def test_a_cap_follows_a_changed_key(look, qtbot):
    cap = KeyCap("R")
    qtbot.addWidget(cap)
    small = cap.sizeHint().width()
    cap.set_keys("Ctrl+Shift+R")
    assert cap.sizeHint().width() > small
    assert cap.accessibleName() == "Ctrl Shift R"


def test_buttons_have_their_heights_and_act(look, qtbot):
    main, bordered = MainButton("Fire", "Return"), BorderedButton("Hold fire")
    for button, height in ((main, 38), (bordered, 30)):
        qtbot.addWidget(button)
        button.show()
        assert button.height() == height
        assert isinstance(button, QPushButton)
        with qtbot.waitSignal(button.clicked):
            qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
        with qtbot.waitSignal(button.clicked):
            qtbot.keyClick(button, Qt.Key.Key_Space)
    assert main.keys() == "Enter"
    assert main.accessibleDescription() == "Key: Enter"
    width = main.sizeHint().width()
    main.set_keys(None)
    assert main.sizeHint().width() < width
    assert main.accessibleDescription() == ""


def test_a_tool_tells_name_key_purpose_and_why_not(look, qtbot):
    tool = IconButton("eye", "Sight", "Shows who sees whom.", "S")
    qtbot.addWidget(tool)
    tool.show()
    assert (tool.width(), tool.height()) == (32, 32)
    assert tool.toolTip() == "Sight (S)\nShows who sees whom."
    tool.set_why_not("Select a unit first.")
    assert not tool.isEnabled()
    assert tool.toolTip() == "Sight\nSelect a unit first."
    tool.set_why_not("")
    assert tool.isEnabled()
    assert tool.accessibleName() == "Sight"


def test_the_tool_in_use_shows_its_name(look, qtbot):
    tool = IconButton("eye", "Sight", "Shows who sees whom.", "S")
    qtbot.addWidget(tool)
    tool.setCheckable(True)
    tool.setChecked(True)
    tool.set_labelled(True)
    tool.show()
    words = QFontMetricsF(look.font("body", weight=500)).horizontalAdvance("Sight")
    assert tool.width() >= words + 18 + 3 * 8
    assert tool.height() == 32
    tool.set_labelled(False)
    assert tool.width() == 32


@pytest.mark.parametrize("scale", [1.0, 1.5])
def test_a_dock_gives_its_title_the_height_it_needs(look, qtbot, scale):
    look.set_scale(scale)
    window = QMainWindow()
    qtbot.addWidget(window)
    dock = QDockWidget("Guide", window)
    title = DockTitle("Guide", dock)
    title.set_note("142 entries")
    title.add_tool("help", "Help", "Explains the guide.")
    dock.setTitleBarWidget(title)
    body = QWidget()
    dock.setWidget(body)
    window.addDockWidget(Qt.DockWidgetArea.RightDockWidgetArea, dock)
    window.resize(900, 500)
    window.show()
    assert title.height() == look.px(32)
    assert body.y() >= title.geometry().bottom()
    tools = title.findChildren(IconButton)
    assert [tool.accessibleName() for tool in sorted(tools, key=lambda t: t.x())] == ["Help", "Float"]
    assert {tool.height() for tool in tools} == {look.px(24)}
    floating = next(tool for tool in tools if tool.accessibleName() == "Float")
    qtbot.mouseClick(floating, Qt.MouseButton.LeftButton)
    assert dock.isFloating()
    qtbot.mouseClick(floating, Qt.MouseButton.LeftButton)
    assert not dock.isFloating()


def test_a_cut_label_keeps_its_text_as_tooltip(look, qtbot):
    label = ElidedLabel("No sight: wall W3, 0.4″ short of the breach")
    qtbot.addWidget(label)
    label.show()
    label.resize(60, 18)
    assert label.is_cut()
    assert label.toolTip() == label.text()
    label.resize(label.sizeHint())
    assert label.toolTip() == ""


def test_labels_keep_role_and_tone_through_every_change(look, qtbot):
    label = TextLabel("Shoot with Breachers", "panel_title", "legal")
    qtbot.addWidget(label)
    label.show()
    assert label.font().pixelSize() == 18
    label.set_tone("refused")
    look.set_theme("light")
    look.set_scale(1.5)
    assert label.font().pixelSize() == 27
    assert label.font().weight() == 600
    assert label.palette().color(label.foregroundRole()).name().upper() == LIGHT.refused
    with pytest.raises(ValueError, match="no colour"):
        label.set_tone("pink")


def test_text_is_never_read_as_markup(look, qtbot):
    label = TextLabel("<b>Brutes</b>")
    qtbot.addWidget(label)
    assert label.textFormat() == Qt.TextFormat.PlainText


def test_a_toast_speaks_and_goes_by_itself(look, qtbot):
    host = QWidget()
    qtbot.addWidget(host)
    host.resize(500, 300)
    host.show()
    toast = Toast(host)
    assert not toast.isVisible()
    toast.say("Saved.", "allowed", milliseconds=30)
    assert toast.isVisible()
    assert toast.accessibleName() == "Allowed: Saved."
    assert host.rect().contains(toast.geometry())
    assert toast.focusPolicy() == Qt.FocusPolicy.NoFocus
    qtbot.waitUntil(lambda: not toast.isVisible(), timeout=2000)
    toast.say("Waits.", milliseconds=0)
    assert toast.text() == "Waits."


@pytest.mark.parametrize("width", [500, 1024])
def test_a_toast_stays_small_whatever_it_says(look, qtbot, width):
    host = QWidget()
    qtbot.addWidget(host)
    host.resize(width, 640)
    host.show()
    toast = Toast(host)
    toast.say("\n".join(f"roster.yaml:{n}: something is wrong here." for n in range(1, 41)), "refused")
    lines = toast.text().splitlines()
    assert lines[3:] == ["roster.yaml:4: something is wrong here.", "and 36 more"]
    assert toast.height() < 200
    toast.say("a word and " * 300, "refused")
    assert toast.text().endswith("…")
    assert host.rect().contains(toast.geometry())
    assert toast.height() < 200
    label = toast.findChild(TextLabel)
    assert label.height() >= label.heightForWidth(label.width())
    toast.say("Short.", "refused")
    assert toast.width() < width / 2


def test_a_profile_says_itself(look, qtbot):
    grid = StatGrid([("WS", "4"), ("Sv", "4+")])
    qtbot.addWidget(grid)
    assert grid.accessibleName() == "WS 4, Sv 4+"
    narrow = grid.sizeHint().width()
    grid.set_stats([("WS", "4"), ("BS", "3"), ("Sv", "4+")], changed=["BS"])
    assert grid.sizeHint().width() > narrow
