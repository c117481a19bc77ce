"""Check the colour record against the contrast figures it is designed to reach."""

from __future__ import annotations

import re

import pytest

from wolfling_gui.ui.palette import (
    DARK,
    DARK_CLEAR,
    LIGHT,
    LIGHT_CLEAR,
    SIDE_LETTERS,
    Palette,
    blend,
    channels,
    contrast,
    palette,
)

ALL = (DARK, LIGHT, DARK_CLEAR, LIGHT_CLEAR)


def ink(record: Palette, name: str) -> str:
    """Look up a token by name; ``side0`` to ``side3`` are the full colours of the sides."""
    if name.startswith("side"):
        return record.sides[int(name[4:])].full
    value = getattr(record, name)
    assert isinstance(value, str)
    return value


# token: contrast on panel, raised, floor
DARK_FIGURES = {
    "text": (13.6, 12.0, 11.7),
    "text2": (8.7, 7.7, 7.5),
    "text3": (6.2, 5.5, 5.4),
    "accent": (12.2, 10.8, 10.5),
    "legal": (9.6, 8.5, 8.3),
    "refused": (5.4, 4.7, 4.6),
    "warning": (11.7, 10.3, 10.1),
    "side0": (6.3, 5.6, 5.4),
    "side1": (7.2, 6.4, 6.2),
    "side2": (9.0, 7.9, 7.7),
    "side3": (12.0, 10.5, 10.3),
}
LIGHT_FIGURES = {
    "text": (14.7, 16.4, 15.7),
    "text2": (7.9, 8.9, 8.5),
    "text3": (5.3, 5.9, 5.7),
    "accent": (11.9, 13.3, 12.7),
    "legal": (5.1, 5.7, 5.4),
    "refused": (7.3, 8.2, 7.8),
    "warning": (6.4, 7.1, 6.8),
    "side0": (5.8, 6.5, 6.2),
    "side1": (5.0, 5.6, 5.3),
    "side2": (7.9, 8.8, 8.4),
    "side3": (8.6, 9.6, 9.2),
}
CASES = [(DARK, n, f) for n, f in DARK_FIGURES.items()] + [(LIGHT, n, f) for n, f in LIGHT_FIGURES.items()]


@pytest.mark.parametrize(("record", "name", "figures"), CASES, ids=lambda v: v if isinstance(v, str) else "")
def test_ink_reaches_the_stated_contrast(record: Palette, name: str, figures: tuple[float, ...]) -> None:
    measured = [contrast(ink(record, name), under) for under in (record.panel, record.raised, record.floor)]
    for got, stated in zip(measured, figures, strict=True):
        assert got == pytest.approx(stated, abs=0.0501)


@pytest.mark.parametrize(
    ("one", "other", "stated"),
    [
        (DARK.line2, DARK.panel, 3.1),
        (LIGHT.line2, LIGHT.panel, 3.3),
        (DARK.sides[0].glyph, DARK.sides[0].full, 6.8),
        (LIGHT.sides[0].glyph, LIGHT.sides[0].full, 6.5),
        (DARK.sides[1].glyph, DARK.sides[1].full, 7.8),
        (LIGHT.sides[1].glyph, LIGHT.sides[1].full, 5.6),
        (DARK.on_accent, DARK.accent, 12.7),
        (LIGHT.on_accent, LIGHT.accent, 12.6),
        (DARK.wall, DARK.floor, 6.5),
        (LIGHT.wall, LIGHT.floor, 11.4),
        (DARK.door, DARK.corridor, 8.0),
        (LIGHT.door, LIGHT.corridor, 4.3),
    ],
)
def test_other_pairs_reach_the_stated_contrast(one: str, other: str, stated: float) -> None:
    assert contrast(one, other) == pytest.approx(stated, abs=0.0501)


@pytest.mark.parametrize("record", ALL)
def test_words_on_tinted_grounds_and_contours_stay_readable(record: Palette) -> None:
    for name in ("legal", "refused", "warning"):
        assert contrast(ink(record, name), ink(record, f"{name}_ground")) >= 3.9
    for level in record.levels:
        assert contrast(record.contour, level) >= 3.0
    for side in record.sides:
        assert contrast(side.glyph, side.full) >= 4.5


@pytest.mark.parametrize("record", ALL)
def test_every_colour_is_written_in_full(record: Palette) -> None:
    plain = re.compile(r"#[0-9A-F]{6}")
    for name, value in record._asdict().items():
        if isinstance(value, str) and name != "theme":
            assert plain.fullmatch(value), name
    for side in record.sides:
        for value in (side.full, side.dim, side.glyph):
            assert plain.fullmatch(value)


@pytest.mark.parametrize("record", ALL)
def test_sides_are_told_by_shape_and_letter(record: Palette) -> None:
    assert [side.plate for side in record.sides] == ["disc", "square", "hexagon", "triangle"]
    assert len({side.full for side in record.sides}) == 4
    assert SIDE_LETTERS == ("A", "B", "C", "D")
    assert record.side(5) is record.sides[1]


def test_palette_finds_each_record_and_refuses_other_names() -> None:
    assert palette("dark") is DARK
    assert palette("light", clear=True) is LIGHT_CLEAR
    assert palette("dark", clear=True) is DARK_CLEAR
    with pytest.raises(ValueError, match="use 'dark' or 'light'"):
        palette("sepia")  # type: ignore[arg-type]


def test_clear_changes_only_the_colours_that_mean_something() -> None:
    same = {name for name in DARK._fields if getattr(DARK, name) == getattr(DARK_CLEAR, name)}
    assert "text" in same
    assert not same & {"clear", "legal", "refused", "warning", "sides"}
    assert DARK_CLEAR.sides[2:] == DARK.sides[2:]


def test_levels_go_on_by_the_same_step() -> None:
    assert DARK.level(0) == DARK.levels[0]
    assert DARK.level(-1) == DARK.levels[0]
    third = [b + (b - a) for a, b in zip(channels(DARK.levels[1]), channels(DARK.levels[2]), strict=True)]
    assert list(channels(DARK.level(3))) == third
    assert DARK.level(40) == "#FFFFFF"
    assert LIGHT.level(40) == "#000000"


def test_blend_lays_one_colour_over_another() -> None:
    assert blend("#FFFFFF", "#000000", 0.5) == "#808080"
    assert blend("#123456", "#ABCDEF", 1) == "#123456"
    assert blend("#123456", "#ABCDEF", 0) == "#ABCDEF"


def test_a_colour_with_another_form_is_refused() -> None:
    with pytest.raises(ValueError, match="#rrggbb"):
        channels("red")
