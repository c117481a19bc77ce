"""Carry the look of the program: the palette in use, the text scale, the fonts and the style sheet."""

from __future__ import annotations

import os
from functools import lru_cache
from math import floor
from pathlib import Path
from typing import Final, Literal, NamedTuple, get_args

from PySide6.QtCore import QObject, Qt, QTemporaryDir, Signal
from PySide6.QtGui import QColor, QFont, QFontDatabase, QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication, QStyleFactory

from wolfling_gui.files.locations import resources_dir
from wolfling_gui.ui.palette import Palette, ThemeName, blend, palette
from wolfling_gui.ui.stylesheet import DISABLED_SHARE, INDICATORS, style_sheet

Mode = Literal["system", "dark", "light"]
Role = Literal[
    "needed_number",
    "welcome_title",
    "request_title",
    "panel_title",
    "card_title",
    "row_title",
    "body",
    "small",
    "caption",
    "section_head",
    "chip",
    "map_label",
]

SMALLEST_SCALE: Final = 0.9
LARGEST_SCALE: Final = 1.5


class TypeRole(NamedTuple):
    """Describe one type role: size and line in pixels at 100 %, weight, letter spacing in per cent."""

    size: float
    line: int
    weight: int
    spacing: float = 0.0
    capitals: bool = False
    mono: bool = False


ROLES: Final[dict[Role, TypeRole]] = {
    "needed_number": TypeRole(72, 76, 600, spacing=-3),
    "welcome_title": TypeRole(32, 38, 600),
    "request_title": TypeRole(21, 26, 600),
    "panel_title": TypeRole(18, 24, 600),
    "card_title": TypeRole(14, 20, 600),
    "row_title": TypeRole(13, 18, 600),
    "body": TypeRole(13, 18, 400),
    "small": TypeRole(12, 16, 400),
    "caption": TypeRole(11, 14, 500),
    "section_head": TypeRole(11, 14, 600, spacing=4.5, capitals=True),
    "chip": TypeRole(10.5, 16, 500, mono=True),
    "map_label": TypeRole(10.5, 14, 600),
}


@lru_cache(maxsize=1)
def resources() -> Path:
    """Return the folder that holds fonts and icons."""
    return resources_dir()


@lru_cache(maxsize=1)
def _families() -> tuple[str, str]:
    """Load the shipped fonts once and name the text family and the mono family to use."""
    for file in sorted((resources() / "fonts").glob("*.[ot]tf")):
        if QFontDatabase.addApplicationFont(str(file)) < 0:
            _warn("The font %s cannot be read; the system's font is used instead.", file.name)
    known = set(QFontDatabase.families())
    text = (
        "Inter"
        if "Inter" in known
        else QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont).family()
    )
    fixed = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont).family()
    return text, "JetBrains Mono" if "JetBrains Mono" in known else fixed


class Theme(QObject):
    """Own the look of one application; make exactly one, after the ``QApplication``.

    ``changed`` is sent after palette, scale or fonts have changed and the application wears them.
    """

    changed = Signal()

    def __init__(self, app: QApplication) -> None:
        global _current
        if _current is not None:
            raise RuntimeError("This application already has a theme; use wolfling_gui.ui.theme.theme().")
        super().__init__(app)
        self._app = app
        self._mode: Mode = "system"
        self._clear = False
        self._scale = 1.0
        self._calm = False
        self._blinking = app.cursorFlashTime()
        self._palette = palette(system_theme())
        self._applied = False
        self._pictures: QTemporaryDir | None = None
        self._unwritten: dict[str, str] = {}
        self._late = False
        self._fonts: dict[tuple[TypeRole, float], QFont] = {}
        QGuiApplication.styleHints().colorSchemeChanged.connect(self._follow_system)
        _current = self

    @property
    def palette(self) -> Palette:
        """Return the colour record in use."""
        return self._palette

    @property
    def mode(self) -> Mode:
        """Return what was chosen: "system", "dark" or "light"."""
        return self._mode

    @property
    def clear(self) -> bool:
        """Tell whether the "Clear" variant palette is in use."""
        return self._clear

    @property
    def scale(self) -> float:
        """Return the text scale, 0.9 to 1.5 (1 = 100 %)."""
        return self._scale

    def set_theme(self, mode: Mode) -> None:
        """Choose "dark", "light", or "system" to follow the desktop."""
        if mode not in get_args(Mode):
            raise ValueError(f"There is no theme {mode!r}; use 'dark', 'light' or 'system'.")
        self._mode = mode
        self._renew()

    def set_clear(self, clear: bool) -> None:
        """Choose the variant palette that keeps more pairs apart for colour-blind eyes."""
        self._clear = bool(clear)
        self._renew()

    def set_scale(self, scale: float) -> None:
        """Set the text scale; 0.9 to 1.5 (1 = 100 %), anything else raises ``ValueError``."""
        if not SMALLEST_SCALE <= scale <= LARGEST_SCALE:
            raise ValueError(f"The text scale is {scale:g}; it goes from 0.9 to 1.5.")
        if scale != self._scale:
            self._scale = float(scale)
            self._fonts.clear()
            self._dress()

    @property
    def calm(self) -> bool:
        """Tell whether nothing moves by itself: panels jump to their places, the text cursor stands still."""
        return self._calm

    def set_calm(self, calm: bool) -> None:
        """Choose whether things move by themselves."""
        if calm != self._calm:
            self._calm = bool(calm)
            self._app.setCursorFlashTime(0 if calm else self._blinking)

    def px(self, length: float) -> int:
        """Scale a length given in pixels at 100 % by the text scale, to whole pixels."""
        return round(length * self._scale)

    def line(self, role: Role) -> int:
        """Return the line height of a type role in pixels."""
        return self.px(ROLES[role].line)

    def font(self, role: Role, size: float | None = None, weight: int | None = None) -> QFont:
        """Return the font of a type role at the text scale.

        ``size`` (pixels at 100 %) and ``weight`` (400, 500, 600) replace the role's own.
        """
        shape = ROLES[role]
        if weight is not None:
            shape = shape._replace(weight=weight)
        pixels = (size or shape.size) * self._scale
        key = (shape, pixels)
        if key not in self._fonts:
            self._fonts[key] = make_font(shape, pixels)
        return QFont(self._fonts[key])

    def mono(self, size: float = 12, weight: int = 500) -> QFont:
        """Return the mono font for dice, keys and log numbers; ``size`` in pixels at 100 %."""
        shape, pixels = TypeRole(size, 0, weight, mono=True), size * self._scale
        if (shape, pixels) not in self._fonts:
            self._fonts[shape, pixels] = make_font(shape, pixels)
        return QFont(self._fonts[shape, pixels])

    def colour(self, token: str) -> QColor:
        """Return a palette token as a ``QColor``; ``side0`` to ``side3`` are the sides' full colours."""
        if token.startswith("side") and token[4:].isdigit():
            return QColor(self._palette.side(int(token[4:])).full)
        value = getattr(self._palette, token, None)
        if not isinstance(value, str) or not value.startswith("#"):
            raise ValueError(f"The palette has no colour {token!r}.")
        return QColor(value)

    def apply(self, app: QApplication | None = None, *, pictures: bool = True) -> None:
        """Dress the application in the theme, now and after every later change.

        Without `pictures`, those of ticks and arrows are left to `write_pictures`: the first screen has none.
        """
        self._app = app or self._app
        self._applied = True
        self._app.setStyle(QStyleFactory.create("Fusion"))
        self._late = not pictures
        self._dress()

    def _follow_system(self) -> None:
        if self._mode == "system":
            self._renew()

    def _renew(self) -> None:
        name: ThemeName = system_theme() if self._mode == "system" else self._mode
        record = palette(name, self._clear)
        if record is not self._palette:
            self._palette = record
            self._dress()

    def _dress(self) -> None:
        if self._applied:
            self._app.setFont(self.font("body"))
            self._app.setPalette(qt_palette(self._palette))
            self._app.setStyleSheet(style_sheet(self._palette, self._scale, self._indicator_files()))
        self.changed.emit()

    def _indicator_files(self) -> dict[str, str]:
        """Return the paths of the pictures that the style sheet places; `write_pictures` writes them.

        Qt reads them when it first draws such a control.
        """
        folder = QTemporaryDir()
        if not folder.isValid():
            _warn("No temporary folder can be made; ticks and arrows of controls are not drawn.")
            return {}
        paths = {name: os.path.join(folder.path(), f"{name}.svg") for name in INDICATORS}
        self._pictures, self._unwritten = folder, paths
        if not self._late:
            self.write_pictures()
        return {name: path.replace(os.sep, "/") for name, path in paths.items()}

    def write_pictures(self) -> None:
        """Write the pictures that the style sheet places, in this theme's colours, if that is still to do."""
        from wolfling_gui.ui.icons import svg_text

        self._late = False
        unwritten, self._unwritten = self._unwritten, {}
        for name, path in unwritten.items():
            icon_name, token = INDICATORS[name]
            Path(path).write_text(svg_text(icon_name, self.colour(token).name()), encoding="utf-8")


_current: Theme | None = None


def theme() -> Theme:
    """Return the application's theme; raise ``RuntimeError`` before one was made."""
    if _current is None:
        raise RuntimeError("No theme yet: make wolfling_gui.ui.theme.Theme(app) before any widget.")
    return _current


def has_theme() -> bool:
    """Tell whether the application's theme was made."""
    return _current is not None


def _warn(words: str, *given: object) -> None:
    import logging

    logging.getLogger(__name__).warning(words, *given)


def system_theme() -> ThemeName:
    """Return the desktop's theme; a desktop that does not say counts as dark."""
    light = QGuiApplication.styleHints().colorScheme() == Qt.ColorScheme.Light
    return "light" if light else "dark"


def make_font(shape: TypeRole, pixels: float) -> QFont:
    """Make a font of a type role at a size in device-independent pixels, with figures of one width."""
    text, mono = _families()
    font = QFont(mono if shape.mono else text)
    font.setStyleHint(QFont.StyleHint.Monospace if shape.mono else QFont.StyleHint.SansSerif)
    # Qt draws outlines at whole pixel sizes only; halves go up, as the smallest text must not shrink.
    font.setPixelSize(max(1, floor(pixels + 0.5)))
    # Unhinted outlines keep their spacing true at every text scale.
    font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    font.setWeight(QFont.Weight(shape.weight))
    if shape.spacing:
        font.setLetterSpacing(QFont.SpacingType.PercentageSpacing, 100 + shape.spacing)
    if shape.capitals:
        font.setCapitalization(QFont.Capitalization.AllUppercase)
    font.setFeature(QFont.Tag("tnum"), 1)
    if shape.mono:
        # Dashes and arrows typed by players stay what they are.
        font.setFeature(QFont.Tag("calt"), 0)
    elif text == "Inter":
        font.setFeature(QFont.Tag("cv11"), 1)
    return font


def text_family() -> str:
    """Return the family really used for text, for reports and tests."""
    from PySide6.QtGui import QFontInfo

    return QFontInfo(make_font(ROLES["body"], 13)).family()


def qt_palette(record: Palette) -> QPalette:
    """Fill a ``QPalette`` from the record, for everything the style sheet leaves to Qt."""
    roles = QPalette.ColorRole
    given = {
        roles.Window: record.panel,
        roles.WindowText: record.text,
        roles.Base: record.sunk,
        roles.AlternateBase: record.panel,
        roles.Text: record.text,
        roles.Button: record.raised,
        roles.ButtonText: record.text,
        roles.BrightText: record.refused,
        roles.ToolTipBase: record.panel,
        roles.ToolTipText: record.text,
        roles.PlaceholderText: record.text3,
        roles.Highlight: record.accent,
        roles.HighlightedText: record.on_accent,
        roles.Link: record.accent,
        roles.LinkVisited: record.text2,
        roles.Light: record.hover,
        roles.Midlight: record.raised,
        roles.Mid: record.line,
        roles.Dark: record.line2,
        roles.Shadow: record.mat,
        roles.Accent: record.accent,
    }
    result = QPalette()
    for role, colour in given.items():
        result.setColor(role, QColor(colour))
    for role in (roles.WindowText, roles.Text, roles.ButtonText):
        result.setColor(
            QPalette.ColorGroup.Disabled, role, QColor(blend(record.text, record.panel, DISABLED_SHARE))
        )
    return result
