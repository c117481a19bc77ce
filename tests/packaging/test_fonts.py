"""The shipped fonts load without a screen, in the weights and with the figures the window uses."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QFont, QFontDatabase, QFontInfo, QFontMetricsF

from wolfling_gui.files.locations import resources_dir


@pytest.fixture
def fonts(qapp):
    files = sorted(path for path in (resources_dir() / "fonts").iterdir() if path.suffix in (".otf", ".ttf"))
    numbers = [QFontDatabase.addApplicationFont(str(path)) for path in files]
    yield numbers
    for number in numbers:
        QFontDatabase.removeApplicationFont(number)


def font(family, weight):
    made = QFont(family)
    made.setPixelSize(40)
    made.setWeight(QFont.Weight(weight))
    return made


@pytest.mark.parametrize(
    ("family", "weights"), [("Inter", (400, 500, 600, 700)), ("JetBrains Mono", (400, 500))]
)
def test_every_weight_is_found_under_the_one_family_name(fonts, family, weights):
    assert -1 not in fonts
    for weight in weights:
        info = QFontInfo(font(family, weight))
        assert (info.family(), info.weight()) == (family, weight)


def test_figures_of_equal_width_can_be_switched_on(fonts):
    plain = font("Inter", 400)
    widths = [QFontMetricsF(plain).horizontalAdvance(figure * 10) for figure in "0123456789"]
    assert len(set(widths)) > 1
    plain.setFeature(QFont.Tag("tnum"), 1)
    widths = [QFontMetricsF(plain).horizontalAdvance(figure * 10) for figure in "0123456789"]
    assert len(set(widths)) == 1


def test_every_font_ships_with_its_licence(root):
    names = {path.name for path in (root / "resources" / "fonts").iterdir()}
    assert {"OFL-Inter.txt", "OFL-JetBrainsMono.txt"} <= names
