"""Check what all widgets of the kit share: they paint, follow the theme, cut no text, can be reached."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QImage, QPainter
from PySide6.QtWidgets import QWidget

from wolfling_gui.ui.palette import DARK, LIGHT
from wolfling_gui.ui.widgets import (
    MARK_KINDS,
    BorderedButton,
    Card,
    DecimalField,
    DieFace,
    DockTitle,
    ElidedLabel,
    FlatButton,
    Hairline,
    IconButton,
    KeyCap,
    MainButton,
    Margin,
    MarginBar,
    NumberField,
    Odds,
    OddsBars,
    PoolStrip,
    RuleChip,
    RuleChipRow,
    SectionHead,
    Segment,
    Segmented,
    SidePlate,
    StatGrid,
    TextLabel,
    VerdictMark,
    VerdictTag,
)


def chip_row() -> RuleChipRow:
    row = RuleChipRow()
    row.set_rules(["WO-CQS-1", ("HW-LOS-2", "refuses")])
    return row


STATS = [(name, "4") for name in ("WS", "BS", "S", "T", "W", "I", "A", "Ld", "Sv")]
MAKERS: dict[str, Callable[[], QWidget]] = {
    "main button": lambda: MainButton("Fire at Riflemen · 9 dice", "Return"),
    "bordered button": lambda: BorderedButton("Weapons…", "W", "target"),
    "flat button": lambda: FlatButton("Call it off"),
    "icon button": lambda: IconButton("eye", "Sight", "Shows who sees whom.", "S"),
    "card": Card,
    "die": lambda: DieFace(5, "success", clickable=True),
    "empty die": DieFace,
    "dock title": lambda: DockTitle("Guide"),
    "elided label": lambda: ElidedLabel("A shot whose firer and target are in the same room"),
    "line": Hairline,
    "key cap": lambda: KeyCap("Ctrl+Z"),
    "margin bar": lambda: MarginBar(Margin(7.2, 6, "at_most", "limit 6″", "1.2″ too much")),
    "odds": lambda: OddsBars(Odds((0.02, 0.1, 0.21, 0.27, 0.22, 0.18), 1, 5)),
    "pool": lambda: PoolStrip([(1, 1)] * 4 + [(0, 1)], 0),
    "chip": lambda: RuleChip("WO-CQS-1", "house"),
    "chip row": chip_row,
    "section head": lambda: SectionHead("Must be done first"),
    "segments": lambda: Segmented(["Walls", "Base"]),
    "steps": lambda: Segmented([Segment("Movement", done=True), "Shooting", "Assault"], 1, steps=True),
    "side plate": lambda: SidePlate(3, "Green"),
    "profile": lambda: StatGrid(STATS),
    "label": lambda: TextLabel("Shoot with Breachers", "panel_title", "accent"),
    "mark": lambda: VerdictMark("question", 28),
    "tag": lambda: VerdictTag("warning", "Runner 4", "Sentry fires here"),
    "number": lambda: NumberField(unit="″"),
    "decimal": lambda: DecimalField(unit="″"),
}
CLICKABLE = ["main button", "bordered button", "flat button", "icon button", "die", "chip", "segments"]


def picture(widget: QWidget) -> QImage:
    image = QImage(widget.size(), QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    widget.render(painter, QPoint(), QRect(QPoint(), widget.size()))
    painter.end()
    return image


def colours_in(image: QImage) -> set[str]:
    places = ((x, y) for x in range(image.width()) for y in range(image.height()))
    return {image.pixelColor(x, y).name().upper() for x, y in places if image.pixelColor(x, y).alpha() == 255}


@pytest.fixture(params=MAKERS, ids=lambda name: name.replace(" ", "_"))
def widget(request, look, qtbot) -> QWidget:
    made = MAKERS[request.param]()
    qtbot.addWidget(made)
    made.resize(made.sizeHint().expandedTo(QSize(20, 1)))
    return made


def test_every_widget_paints_without_a_word_from_qt(widget, qtlog):
    image = picture(widget)
    assert colours_in(image)
    assert [record.message for record in qtlog.records] == []


def test_every_widget_paints_in_the_new_themes_colours(widget, look, qtbot):
    def shared(record) -> int:
        tokens = {v.upper() for v in vars_of(record)}
        return len(colours_in(picture(widget)) & tokens)

    dark = picture(widget)
    assert shared(DARK)
    look.set_theme("light")
    assert shared(LIGHT)
    assert picture(widget) != dark


def vars_of(record) -> list[str]:
    plain = [getattr(record, name) for name in record._fields]
    found = [value for value in plain if isinstance(value, str) and value.startswith("#")]
    return found + [colour for side in record.sides for colour in (side.full, side.dim)]


@pytest.mark.parametrize("name", MAKERS)
def test_every_widget_grows_with_the_text_scale(name, look, qtbot):
    widget = MAKERS[name]()
    qtbot.addWidget(widget)
    widget.ensurePolished()
    small = widget.sizeHint()
    look.set_scale(1.5)
    if name in ("card", "line"):
        assert widget.sizeHint() == small
        return
    assert widget.sizeHint().height() >= small.height() * 1.3
    assert widget.sizeHint().width() >= small.width()


@pytest.mark.parametrize("name", CLICKABLE)
def test_whatever_can_be_clicked_can_be_reached_and_shows_it(name, look, qtbot):
    host = QWidget()
    qtbot.addWidget(host)
    widget = MAKERS[name]()
    widget.setParent(host)
    host.resize(400, 100)
    host.show()
    assert widget.focusPolicy() & Qt.FocusPolicy.TabFocus
    assert widget.accessibleName() or widget.text()
    assert min(widget.sizeHint().width(), widget.sizeHint().height()) >= 24
    widget.resize(widget.sizeHint())
    widget.clearFocus()
    plain = widget.grab().toImage()
    qtbot.waitExposed(host)
    host.activateWindow()
    widget.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.waitUntil(widget.hasFocus)
    assert widget.grab().toImage() != plain


def least_width(font: QFont, text: str) -> float:
    return QFontMetricsF(font).horizontalAdvance(text)


@pytest.mark.parametrize("scale", [0.9, 1.0, 1.5])
def test_no_text_is_cut(look, qtbot, scale):
    look.set_scale(scale)
    words = "Fire at Riflemen · 9 dice"
    for kind in (MainButton, BorderedButton, FlatButton):
        button = kind(words, "Return")
        qtbot.addWidget(button)
        assert (
            button.minimumSizeHint().width()
            >= least_width(button.font(), words) + KeyCap("Return").sizeHint().width()
        )
    chip = RuleChip("HW-TERRAIN-10")
    qtbot.addWidget(chip)
    assert chip.sizeHint().width() >= least_width(look.font("chip"), "HW-TERRAIN-10") + 4
    label = ElidedLabel(words)
    qtbot.addWidget(label)
    label.resize(label.sizeHint())
    assert not label.is_cut()
    steps = Segmented([Segment("Movement", done=True), "Shooting", "Assault"], 1, steps=True)
    qtbot.addWidget(steps)
    steps.resize(steps.minimumSizeHint())
    for index, segment in enumerate(steps.segments()):
        assert steps.segment_rect(index).width() >= least_width(look.font("row_title", 12), segment.text)
    for kind in MARK_KINDS:
        tag = VerdictTag(kind, "Runner 4", "Sentry fires here")
        qtbot.addWidget(tag)
        texts = least_width(look.font("row_title", 12), "Runner 4") + least_width(
            look.font("row_title" if kind == "warning" else "small", 12), "Sentry fires here"
        )
        assert tag.sizeHint().width() >= texts + look.px(14)
    grid = StatGrid(STATS)
    qtbot.addWidget(grid)
    widest = max(least_width(look.font("caption"), name) for name, _ in STATS)
    assert grid.sizeHint().width() >= widest * len(STATS)


@pytest.mark.parametrize("name", MAKERS)
def test_widgets_are_freed_and_leave_the_theme_alone(name, look, qtbot):
    widget = MAKERS[name]()
    widget.deleteLater()
    with qtbot.waitSignal(widget.destroyed, timeout=1000):
        pass
    with qtbot.capture_exceptions() as raised:
        look.set_theme("light")
    assert not raised
