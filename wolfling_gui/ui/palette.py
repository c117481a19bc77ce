"""Name every colour of the program, once, in one frozen record per theme.

Nothing else in the program names a colour. The record holds plain ``#rrggbb`` strings, so it can be read
without a window system; painters ask it at paint time.
"""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

ThemeName = Literal["dark", "light"]
PlateShape = Literal["disc", "square", "hexagon", "triangle"]

SIDE_LETTERS: Final[tuple[str, str, str, str]] = ("A", "B", "C", "D")


class SideColours(NamedTuple):
    """Hold the colours and the plate shape that tell one side of a battle from the others."""

    full: str
    dim: str
    glyph: str
    plate: PlateShape


class Palette(NamedTuple):
    """Hold every colour token of one theme as a ``#rrggbb`` string."""

    theme: ThemeName
    clear: bool

    mat: str
    win: str
    panel: str
    raised: str
    hover: str
    sunk: str
    accentbg: str
    line: str
    line2: str

    text: str
    text2: str
    text3: str
    accent: str
    on_accent: str
    legal: str
    refused: str
    warning: str
    warning_fill: str

    sides: tuple[SideColours, SideColours, SideColours, SideColours]

    legal_ground: str
    refused_ground: str
    warning_ground: str

    floor: str
    corridor: str
    hull: str
    hull_hatch: str
    ground: str
    pavement: str
    wall: str
    wall_ruined: str
    door: str
    levels: tuple[str, str, str]
    contour: str
    wood: str
    wood_line: str
    rubble: str
    rubble_line: str
    grid1: str
    grid6: str
    casing: str

    @property
    def dark(self) -> bool:
        """Tell whether this is a dark theme."""
        return self.theme == "dark"

    def side(self, index: int) -> SideColours:
        """Return the colours of side ``index`` (0 is side A); sides beyond the fourth start again."""
        return self.sides[index % len(self.sides)]

    def level(self, number: int) -> str:
        """Return the fill of a ruin level; above level 2 the step from 1 to 2 is taken again each time."""
        if number < len(self.levels):
            return self.levels[max(0, number)]
        low, high = channels(self.levels[-2]), channels(self.levels[-1])
        more = number - len(self.levels) + 1
        red, green, blue = (max(0, min(255, b + (b - a) * more)) for a, b in zip(low, high, strict=True))
        return f"#{red:02X}{green:02X}{blue:02X}"


def channels(colour: str) -> tuple[int, int, int]:
    """Split ``#rrggbb`` into red, green and blue, each 0 to 255."""
    if len(colour) != 7 or not colour.startswith("#"):
        raise ValueError(f"A colour is written #rrggbb; got {colour!r}.")
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def luminance(colour: str) -> float:
    """Return the relative luminance of ``#rrggbb``, 0 (black) to 1 (white), as WCAG 2 defines it."""
    linear = []
    for value in channels(colour):
        part = value / 255
        linear.append(part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4)
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    """Return the WCAG 2 contrast ratio of two ``#rrggbb`` colours, 1 to 21, in either order."""
    first, second = luminance(one), luminance(other)
    return (max(first, second) + 0.05) / (min(first, second) + 0.05)


def blend(over: str, under: str, share: float) -> str:
    """Return ``over`` laid on ``under`` with opacity ``share`` (0 to 1), as an opaque ``#RRGGBB``."""
    top, bottom = channels(over), channels(under)
    red, green, blue = (round(a * share + b * (1 - share)) for a, b in zip(top, bottom, strict=True))
    return f"#{red:02X}{green:02X}{blue:02X}"


DARK: Final = Palette(
    theme="dark",
    clear=False,
    mat="#13161A",
    win="#171A1E",
    panel="#1D2126",
    raised="#262B32",
    hover="#2F353D",
    sunk="#14171B",
    accentbg="#2A2A27",
    line="#31373F",
    line2="#636D79",
    text="#E9ECEF",
    text2="#B7BFC8",
    text3="#98A2AD",
    accent="#EADFC8",
    on_accent="#1B1E22",
    legal="#68DBBF",
    refused="#F2667E",
    warning="#F3DC68",
    warning_fill="#F3DC68",
    sides=(
        SideColours("#58A6F5", "#1D3957", "#0B1A2A", "disc"),
        SideColours("#F2993C", "#55340F", "#281500", "square"),
        SideColours("#D6B4F3", "#43325A", "#21132F", "hexagon"),
        SideColours("#D5E68C", "#434A22", "#1D2208", "triangle"),
    ),
    legal_ground="#173A34",
    refused_ground="#46202A",
    warning_ground="#413A18",
    floor="#272D34",
    corridor="#20252B",
    hull="#181C20",
    hull_hatch="#2B3138",
    ground="#1C2025",
    pavement="#23282E",
    wall="#A9B3BD",
    wall_ruined="#7F8994",
    door="#C9B98F",
    levels=("#2A3037", "#343B44", "#414A55"),
    contour="#8D98A4",
    wood="#22302A",
    wood_line="#5C8C71",
    rubble="#2B2A28",
    rubble_line="#7E776C",
    grid1="#2E353D",
    grid6="#39414A",
    casing="#0E1114",
)

LIGHT: Final = Palette(
    theme="light",
    clear=False,
    mat="#D6D2C8",
    win="#E9E5DC",
    panel="#F5F2EB",
    raised="#FFFFFF",
    hover="#EDE9E0",
    sunk="#EBE7DE",
    accentbg="#E6E1D6",
    line="#D5CFC3",
    line2="#8C8475",
    text="#1B2025",
    text2="#434B53",
    text3="#5D656D",
    accent="#26313B",
    on_accent="#FBF9F4",
    legal="#007560",
    refused="#9C1439",
    warning="#6B5600",
    warning_fill="#F2C417",
    sides=(
        SideColours("#175FA8", "#C9DEF2", "#FFFFFF", "disc"),
        SideColours("#A65000", "#F4D9BE", "#FFFFFF", "square"),
        SideColours("#6A2C91", "#E3D3EE", "#FFFFFF", "hexagon"),
        SideColours("#3F4A00", "#DFE4C4", "#FFFFFF", "triangle"),
    ),
    legal_ground="#D0E9E2",
    refused_ground="#F6D8DE",
    warning_ground="#F6E9B5",
    floor="#FBFAF6",
    corridor="#F0EDE5",
    hull="#CFCABE",
    hull_hatch="#BDB7A9",
    ground="#E6E2D9",
    pavement="#DDD8CD",
    wall="#30383F",
    wall_ruined="#7C8288",
    door="#8A6A1F",
    levels=("#E2DDD2", "#D3CDBF", "#C2BBAB"),
    contour="#6B6455",
    wood="#DCE7DC",
    wood_line="#4E7A5C",
    rubble="#DDD6C9",
    rubble_line="#766C58",
    grid1="#E7E3DA",
    grid6="#D8D3C7",
    casing="#FBFAF6",
)

DARK_CLEAR: Final = DARK._replace(
    clear=True,
    legal="#B4EFEA",
    refused="#F6647D",
    warning="#F0E8AE",
    warning_fill="#F0E8AE",
    sides=(
        DARK.sides[0]._replace(full="#3EA3EF"),
        DARK.sides[1]._replace(full="#F1A32E"),
        DARK.sides[2],
        DARK.sides[3],
    ),
)

LIGHT_CLEAR: Final = LIGHT._replace(
    clear=True,
    legal="#007C7C",
    refused="#5E0F2A",
    warning="#6B6400",
    sides=(
        LIGHT.sides[0]._replace(full="#1D4F91"),
        LIGHT.sides[1]._replace(full="#8A5A00"),
        LIGHT.sides[2],
        LIGHT.sides[3],
    ),
)


def palette(theme: ThemeName, clear: bool = False) -> Palette:
    """Return the record of a theme, in the default colours or in the "Clear" variant."""
    if theme == "dark":
        return DARK_CLEAR if clear else DARK
    if theme == "light":
        return LIGHT_CLEAR if clear else LIGHT
    raise ValueError(f"There is no theme {theme!r}; use 'dark' or 'light'.")
