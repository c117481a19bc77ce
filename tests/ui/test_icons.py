"""Check that every icon exists, keeps to the drawing rules, and takes its colour from the palette."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QIcon, QImage
from PySide6.QtSvg import QSvgRenderer

from wolfling_gui.ui.icons import icon, icon_names, svg_source, svg_text
from wolfling_gui.ui.palette import DARK, LIGHT
from wolfling_gui.ui.theme import resources

WANTED = frozenset(
    [
        "play",
        "companion",
        "author",
        "undo",
        "redo",
        "select",
        "move",
        "sight",
        "ruler",
        "blast",
        "arc",
        "door",
        "marker",
        "coherency",
        "rings",
        "tag",
        "grid",
        "dice",
        "print",
        "sun",
        "moon",
        "help",
        "search",
        "float",
        "close",
        "zoom_in",
        "zoom_out",
        "fit",
        "book",
        "house",
        "save_check",
        "level",
        "open_file",
        "new",
        "fox",
        "eye",
        "objective",
        "moved",
        "shot",
        "pinned",
        "gone_to_ground",
        "falling_back",
        "in_combat",
        "overwatch",
        "activated",
        "may_not_act",
        "house_rule",
        "overruled",
        "oversized",
        "ran",
        "chevron_left",
        "chevron_right",
        "chevron_up",
        "chevron_down",
        "plus",
        "minus",
        "warning",
        "import_map",
        "rules",
        "roster",
        "settings",
        "people",
        "ruin",
        "table",
        "cube",
        "edit",
        "trash",
        "link",
        "target",
        "stop",
        "wound",
        "reserve",
        "deploy",
        "corners",
        "room",
        "wall",
        "tree",
        "area",
        "mirror_h",
        "mirror_v",
        "rotate",
        "rotate_left",
        "magnet",
        "duplicate",
        "lock",
        "unlock",
        "save",
        "position",
        "stairs",
        "more",
        "barricade",
        "file",
        "export",
        "eye_off",
    ]
)
FILES = sorted((resources() / "icons").glob("*.svg"))


def inked(image: QImage) -> list[tuple[int, str]]:
    """List (alpha, colour) of every pixel that is not empty."""
    found = []
    for y in range(image.height()):
        for x in range(image.width()):
            pixel = image.pixelColor(x, y)
            if pixel.alpha() > 0:
                found.append((pixel.alpha(), pixel.name().upper()))
    return found


def strongest(made: QIcon, mode=QIcon.Mode.Normal, state=QIcon.State.Off) -> tuple[int, str]:
    return max(inked(made.pixmap(QSize(40, 40), mode, state).toImage()))


def test_every_wanted_icon_is_there():
    assert not WANTED - icon_names()


@pytest.mark.parametrize("file", FILES, ids=lambda f: f.stem)
def test_icons_keep_to_the_drawing_rules(file, qapp):
    root = ET.fromstring(file.read_text(encoding="utf-8"))
    assert root.get("viewBox") == "0 0 20 20"
    wanted = {
        "fill": "none",
        "stroke": "currentColor",
        "stroke-width": "1.5",
        "stroke-linecap": "round",
        "stroke-linejoin": "round",
    }
    assert {name: root.get(name) for name in wanted} == wanted
    for part in root:
        assert not {"fill", "stroke", "style", "stroke-width"} & set(part.keys())
    assert QSvgRenderer(svg_text(file.stem, "#000000").encode()).isValid()


@pytest.mark.parametrize("name", sorted(WANTED))
def test_icons_draw_something_in_the_palettes_colour(name, look):
    alpha, colour = strongest(icon(name, "legal"))
    assert alpha > 150
    assert colour == DARK.legal


def test_an_icon_follows_the_theme(look):
    made = icon("fox", "text2")
    assert strongest(made)[1] == DARK.text2
    look.set_theme("light")
    assert strongest(made)[1] == LIGHT.text2


def test_states_have_their_colours(look):
    made = icon("grid", "text2")
    assert strongest(made, state=QIcon.State.On)[1] == DARK.accent
    assert strongest(made, QIcon.Mode.Active)[1] == DARK.text
    alpha, _ = strongest(made, QIcon.Mode.Disabled)
    assert 0 < alpha <= 0.39 * 255


def test_icons_are_sharp_at_the_screens_ratio(look):
    pixmap = icon("eye").pixmap(QSize(18, 18), 2.0)
    assert pixmap.size() == QSize(36, 36)
    assert pixmap.devicePixelRatio() == 2.0


def test_an_unknown_icon_is_refused(look):
    with pytest.raises(LookupError, match="no icon 'dragon'"):
        icon("dragon")
    with pytest.raises(LookupError, match="no icon"):
        svg_source("../fonts/README")
