"""Check theme, fonts and style sheet."""

from __future__ import annotations

import re

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QFontInfo, QFontMetricsF, QPalette
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDoubleSpinBox,
    QLineEdit,
    QMainWindow,
    QPushButton,
    QSpinBox,
)

from wolfling_gui.ui.palette import DARK, LIGHT, LIGHT_CLEAR, blend
from wolfling_gui.ui.stylesheet import INDICATORS, TEMPLATE, colours, style_sheet
from wolfling_gui.ui.theme import ROLES, Theme, theme


def test_a_second_theme_is_refused(qapp, look):
    assert theme() is look
    with pytest.raises(RuntimeError, match="already has a theme"):
        Theme(qapp)


def test_choosing_a_theme_dresses_the_application_and_says_so(qapp, look, qtbot):
    with qtbot.waitSignal(look.changed, timeout=1000):
        look.set_theme("light")
    assert look.palette is LIGHT
    assert qapp.palette().color(QPalette.ColorRole.Window).name().upper() == LIGHT.panel
    assert LIGHT.accent in qapp.styleSheet()
    assert DARK.panel not in qapp.styleSheet()
    look.set_clear(True)
    assert look.palette is LIGHT_CLEAR


def test_nothing_is_said_when_nothing_changes(look, qtbot):
    with qtbot.assertNotEmitted(look.changed):
        look.set_theme("dark")
        look.set_scale(1.0)
        look.set_clear(False)


def test_system_follows_the_desktop_and_a_chosen_theme_does_not(look, monkeypatch):
    scheme = Qt.ColorScheme.Light
    monkeypatch.setattr("wolfling_gui.ui.theme.system_theme", lambda: scheme.name.lower())
    look.set_theme("system")
    assert (look.mode, look.palette) == ("system", LIGHT)
    scheme = Qt.ColorScheme.Dark
    look._follow_system()
    assert look.palette is DARK
    look.set_theme("light")
    look._follow_system()
    assert look.palette is LIGHT


@pytest.mark.parametrize("wrong", [0.5, 1.6, 0, -1])
def test_a_scale_outside_the_range_is_refused(look, wrong):
    with pytest.raises(ValueError, match=r"from 0\.9 to 1\.5"):
        look.set_scale(wrong)
    assert look.scale == 1.0


def test_an_unknown_theme_or_colour_is_refused(look):
    with pytest.raises(ValueError, match="'system'"):
        look.set_theme("sepia")
    with pytest.raises(ValueError, match="no colour 'pink'"):
        look.colour("pink")
    assert look.colour("side1").name().upper() == DARK.sides[1].full


def test_the_shipped_fonts_are_used(look):
    assert QFontInfo(look.font("body")).family() == "Inter"
    assert QFontInfo(look.font("chip")).family() == "JetBrains Mono"


def test_type_roles_have_their_sizes_and_weights(look):
    sizes = {role: look.font(role).pixelSize() for role in ROLES}
    assert sizes["needed_number"] == 72
    assert sizes["panel_title"] == 18
    assert sizes["body"] == 13
    assert look.font("row_title").weight() == QFont.Weight.DemiBold
    assert look.font("section_head").capitalization() == QFont.Capitalization.AllUppercase
    assert look.font("section_head").letterSpacing() == pytest.approx(104.5)
    assert look.font("body", 12, 500).pixelSize() == 12
    assert look.line("panel_title") == 24
    look.set_scale(1.5)
    assert {role: look.font(role).pixelSize() for role in ROLES} == {
        role: int(shape.size * 1.5 + 0.5) for role, shape in ROLES.items()
    }


def test_figures_have_one_width(look):
    metrics = QFontMetricsF(look.font("row_title"))
    widths = [metrics.horizontalAdvance(digit * 10) for digit in "0123456789"]
    assert max(widths) - min(widths) < 0.5


@pytest.mark.parametrize("record", [DARK, LIGHT, LIGHT_CLEAR])
@pytest.mark.parametrize("scale", [0.9, 1.0, 1.5])
def test_the_style_sheet_is_filled_completely(record, scale):
    sheet = style_sheet(record, scale, {name: f"{name}.svg" for name in INDICATORS})
    assert not re.search(r"@\w|\dsp\b|url\(:", sheet)
    assert sheet.count("{") == sheet.count("}")
    named = {value.upper() for value in colours(record).values()}
    assert {hit.upper() for hit in re.findall(r"#[0-9A-Fa-f]{6}", sheet)} <= named
    assert set(re.findall(r"url\(:(\w+)\)", TEMPLATE)) <= set(INDICATORS)


def test_qt_warns_of_nothing_when_the_sheet_is_set(look, qtlog):
    look.set_theme("light")
    QPushButton("x").ensurePolished()
    assert not [r for r in qtlog.records if "parse" in r.message.lower() or "property" in r.message.lower()]


@pytest.mark.parametrize("scale", [1.0, 1.5])
def test_controls_have_the_stated_heights(look, qtbot, scale):
    look.set_scale(scale)
    window = QMainWindow()
    qtbot.addWidget(window)
    window.menuBar().addMenu("File").addAction("Open")
    bar = window.addToolBar("Tools")
    bar.addAction("Sight")
    window.statusBar().showMessage("Ready")
    main = QPushButton("Fire")
    main.setProperty("kind", "main")
    main.setParent(window)
    wanted = [(QLineEdit(window), 28), (QComboBox(window), 28), (QSpinBox(window), 28), (main, 38)]
    wanted += [
        (QDoubleSpinBox(window), 28),
        (QPushButton("Weapons", window), 30),
        (QCheckBox("x", window), 24),
    ]
    window.show()
    # Inside, texts and borders are rounded one by one.
    slack = 3 if scale > 1 else 0
    for widget, height in wanted:
        assert widget.sizeHint().height() == pytest.approx(round(height * scale), abs=slack), widget
    for widget, height in ((window.menuBar(), 30), (bar, 44), (window.statusBar(), 26)):
        assert widget.height() == pytest.approx(round(height * scale), abs=slack), widget


def test_focus_adds_no_pixel_to_a_field(look, qtbot):
    field = QLineEdit()
    qtbot.addWidget(field)
    field.show()
    before = field.sizeHint()
    field.setFocus()
    qtbot.waitUntil(field.hasFocus)
    assert field.sizeHint() == before
    assert field.grab().toImage().pixelColor(1, field.height() // 2).name().upper() == DARK.accent


def test_disabled_text_is_faint(qapp, look):
    faint = qapp.palette().color(QPalette.ColorGroup.Disabled, QPalette.ColorRole.Text)
    assert faint.name().upper() == blend(DARK.text, DARK.panel, 0.38)
