"""Choose how the program looks and works; everything acts at once and is kept."""

from __future__ import annotations

import functools
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QSize, Qt, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QHBoxLayout,
    QListWidget,
    QSlider,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from wolfling_gui.ui.dialogs.parts import fit
from wolfling_gui.ui.theme import LARGEST_SCALE, SMALLEST_SCALE, Mode, theme
from wolfling_gui.ui.widgets import (
    BorderedButton,
    Hairline,
    MainButton,
    SectionHead,
    Segmented,
    TextLabel,
    UprightArea,
)

if TYPE_CHECKING:
    from wolfling_gui.ui.main_window import MainWindow

LOOKS: Final[tuple[Mode, ...]] = ("system", "dark", "light")
ON_MAP: Final = ("show_lines", "show_links", "show_tags", "show_grid")
STEP: Final = 5
"""The text goes by so many per cent, the picture under the map likewise."""


class PreferencesDialog(QDialog):
    """Show the choices in pages; it stands beside the window, which follows every choice at once."""

    def __init__(self, window: MainWindow, page: str = "") -> None:
        super().__init__(window)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Preferences"))
        self._window, self._work = window, window.work
        self._sure = False
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(0)
        body = QHBoxLayout()
        body.setContentsMargins(0, 0, 0, 0)
        body.setSpacing(0)
        self.pages = QListWidget()
        self.pages.setAccessibleName(self.tr("Pages"))
        self.pages.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._stack = QStackedWidget()
        body.addWidget(self.pages)
        body.addWidget(Hairline(vertical=True))
        body.addWidget(self._stack, 1)
        outer.addLayout(body, 1)
        self._names: list[str] = []
        self._add("look", self.tr("Look"), self._look())
        self._add("play", self.tr("Play"), self._play())
        self._add("map", self.tr("Map"), self._map())
        self._add("files", self.tr("Files"), self._files())
        outer.addWidget(Hairline())
        outer.addLayout(self._foot())
        self.pages.currentRowChanged.connect(self._stack.setCurrentIndex)
        self.show_page(page or "look")
        theme().changed.connect(self._follow)
        window.commands.refreshed.connect(self.refresh)
        self._follow()

    def show_page(self, name: str) -> None:
        """Turn to a page: look, play, map or files."""
        self.pages.setCurrentRow(self._names.index(name))

    # ------------------------------------------------------------------ pages

    def _add(self, name: str, title: str, column: QVBoxLayout) -> None:
        self._names.append(name)
        self.pages.addItem(title)
        column.addStretch(1)
        page = QWidget()
        column.setContentsMargins(20, 16, 20, 16)
        column.setSpacing(8)
        page.setLayout(column)
        area = UprightArea()
        area.setWidget(page)
        self._stack.addWidget(area)

    def _look(self) -> QVBoxLayout:
        column = QVBoxLayout()
        column.addWidget(SectionHead(self.tr("Theme")))
        self.theme = Segmented((self.tr("As the system"), self.tr("Dark"), self.tr("Light")))
        self.theme.set_label(self.tr("Theme"))
        self.theme.chosen.connect(lambda place: self._do(lambda: self._work.set_theme(LOOKS[place])))
        column.addWidget(self.theme)
        self.clear = self._check(
            column,
            self.tr("Clear colours"),
            self.tr("Keeps sides and verdicts further apart for colour-blind eyes; shapes stay the same."),
            self._work.toggle_clear,
        )
        column.addSpacing(8)
        self.text_told = TextLabel("", "body", "text2")
        self.text = self._slider(round(SMALLEST_SCALE * 100), round(LARGEST_SCALE * 100))
        self.text.setAccessibleName(self.tr("Text size in per cent"))
        self.text.valueChanged.connect(self._resize_text)
        column.addWidget(SectionHead(self.tr("Text size")))
        column.addLayout(self._beside(self.text, self.text_told))
        column.addSpacing(8)
        self.calm = self._check(
            column,
            self.tr("Less motion"),
            self.tr("Panels jump to their places, and the text cursor does not blink."),
            lambda: self._work.set_calm(self.calm.isChecked()),
        )
        return column

    def _play(self) -> QVBoxLayout:
        column = QVBoxLayout()
        column.addWidget(SectionHead(self.tr("Dice")))
        self.dice = Segmented((self.tr("The app rolls"), self.tr("We roll and type")))
        self.dice.set_label(self.tr("Dice"))
        self.dice.chosen.connect(lambda place: self._do(lambda: self._work.choose_dice(place == 0)))
        column.addWidget(self.dice)
        told = self.tr("In this battle and in new ones. At a real table you begin with your own dice.")
        column.addWidget(TextLabel(told, "small", "text3", wrap=True))
        column.addSpacing(8)
        column.addWidget(SectionHead(self.tr("First battle")))
        self.hints = self._check(
            column,
            self.tr("Hints in the guide"),
            self.tr("Each says once what a new moment asks for, until you have done it."),
            self._work.toggle_hints,
        )
        self.hints_anew = self._button(
            self.tr("Begin the hints anew"), "undo", lambda: self._do(self._work.begin_hints_anew)
        )
        column.addWidget(self.hints_anew, 0, Qt.AlignmentFlag.AlignLeft)
        column.addSpacing(8)
        column.addWidget(SectionHead(self.tr("Keys")))
        column.addWidget(
            self._button(self.tr("Keys of all commands…"), "edit", self._work.show_keys),
            0,
            Qt.AlignmentFlag.AlignLeft,
        )
        return column

    def _map(self) -> QVBoxLayout:
        column = QVBoxLayout()
        column.addWidget(SectionHead(self.tr("Shown on the map")))
        self.on_map: dict[str, QCheckBox] = {}
        for name in ON_MAP:
            command = self._window.commands.command(name)
            shown = name.removeprefix("show_")
            self.on_map[name] = self._check(
                column, command.name, command.what, functools.partial(self._work.toggle_shown, shown)
            )
        column.addSpacing(8)
        column.addWidget(SectionHead(self.tr("Picture under the map")))
        self.picture_told = TextLabel("", "body", "text2")
        self.picture = self._slider(0, 100)
        self.picture.setAccessibleName(self.tr("Strength of the picture in per cent"))
        self.picture.valueChanged.connect(
            lambda value: self._do(lambda: self._work.set_backdrop(value / 100))
        )
        column.addLayout(self._beside(self.picture, self.picture_told))
        told = self.tr("Imported maps can have a picture; walls and models are drawn over it.")
        column.addWidget(TextLabel(told, "small", "text3", wrap=True))
        return column

    def _files(self) -> QVBoxLayout:
        from wolfling_gui.files.locations import user_config_dir
        from wolfling_gui.files.saves import battles_dir
        from wolfling_gui.ui.opening import maps_dir

        column = QVBoxLayout()
        told = self.tr("Every answer is on disk at once. Set WOLFLING_HOME to keep all of it in one folder.")
        column.addWidget(TextLabel(told, "small", "text2", wrap=True))
        self.folders: list[Path] = []
        for title, folder in (
            (self.tr("Battles"), battles_dir()),
            (self.tr("Imported maps"), maps_dir()),
            (self.tr("Settings"), user_config_dir()),
        ):
            self.folders.append(folder)
            column.addSpacing(8)
            column.addWidget(SectionHead(title))
            path = TextLabel(_breakable(folder), "small", "text", wrap=True)
            path.setToolTip(str(folder))
            column.addWidget(path)
            button = self._button(
                self.tr("Open the folder"), "open_file", functools.partial(self._open, folder)
            )
            column.addWidget(button, 0, Qt.AlignmentFlag.AlignLeft)
        return column

    def _foot(self) -> QHBoxLayout:
        foot = QHBoxLayout()
        foot.setContentsMargins(20, 12, 20, 12)
        foot.setSpacing(12)
        self.reset = self._button(self.tr("Put all back…"), "undo", self._put_back)
        self.reset.setToolTip(
            self.tr("Look, dice, map, hints and keys as at first; panels and battles stay as they are.")
        )
        foot.addWidget(self.reset)
        foot.addStretch(1)
        close = MainButton(self.tr("Close"), "Esc")
        close.setDefault(True)
        close.clicked.connect(self.accept)
        foot.addWidget(close)
        return foot

    # ------------------------------------------------------------------ pieces

    def _check(self, column: QVBoxLayout, title: str, told: str, toggle: Callable[[], object]) -> QCheckBox:
        box = QCheckBox(title)
        box.setAccessibleDescription(told)
        box.setToolTip(told)
        box.clicked.connect(lambda *_: self._do(toggle))
        together = QVBoxLayout()
        together.setSpacing(0)
        together.addWidget(box)
        words = TextLabel(told, "small", "text3", wrap=True)
        words.setContentsMargins(theme().px(26), 0, 0, 0)
        together.addWidget(words)
        column.addLayout(together)
        return box

    def _button(self, text: str, icon_name: str, run: Callable[[], object]) -> BorderedButton:
        button = BorderedButton(text, icon_name=icon_name)
        button.setAutoDefault(False)
        button.clicked.connect(lambda *_: run())
        return button

    def _slider(self, least: int, most: int) -> QSlider:
        slider = QSlider(Qt.Orientation.Horizontal)
        slider.setRange(least, most)
        slider.setSingleStep(STEP)
        slider.setPageStep(2 * STEP)
        slider.setTracking(False)
        slider.setMinimumHeight(24)
        return slider

    def _beside(self, slider: QSlider, told: TextLabel) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(12)
        row.addWidget(slider, 1)
        row.addWidget(told)
        slider.sliderMoved.connect(lambda value: told.setText(self._per_cent(value)))
        return row

    def _per_cent(self, value: int) -> str:
        return self.tr("%1 %").replace("%1", str(value), 1)

    # ------------------------------------------------------------------ doing

    def _do(self, run: Callable[[], object]) -> None:
        run()
        self._window.commands.refresh()
        self.refresh()

    def _resize_text(self, value: int) -> None:
        self._do(lambda: self._work.set_scale(round(value / STEP) * STEP / 100))

    def _open(self, folder: Path) -> None:
        """Show a folder in the system's file manager, made first when there is none yet."""
        from wolfling_gui.ui.troubles import trouble_words

        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            self._window.toast.say(trouble_words(error, folder), "refused")
            return
        if not QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder))):
            words = self.tr("No file manager opened it; the folder is %1.").replace("%1", str(folder), 1)
            self._window.toast.say(words, "warning", 8000)

    def _put_back(self) -> None:
        """Put every choice back when asked twice."""
        if self._sure:
            self._work.put_settings_back()
        self._sure = not self._sure
        self._follow()

    # ------------------------------------------------------------------ showing

    def refresh(self) -> None:
        """Show the choices as they are."""
        look, settings = theme(), self._window.settings
        self.theme.set_current(LOOKS.index(look.mode))
        self.dice.set_current(0 if settings.app_dice else 1)
        checks = {
            self.clear: look.clear,
            self.calm: look.calm,
            self.hints: settings.hints,
            **{box: settings.show.get(name.removeprefix("show_"), True) for name, box in self.on_map.items()},
        }
        for box, checked in checks.items():
            box.setChecked(checked)
        for slider, told, value in (
            (self.text, self.text_told, look.scale),
            (self.picture, self.picture_told, settings.backdrop),
        ):
            slider.blockSignals(True)
            slider.setValue(round(value * 100))
            slider.blockSignals(False)
            told.setText(self._per_cent(round(value * 100)))
        self.hints_anew.setEnabled(bool(settings.hints_done))
        self.reset.setText(self.tr("Put all back: press again") if self._sure else self.tr("Put all back…"))

    def _follow(self) -> None:
        """Follow the look: the sizes of the pages are those of its text."""
        fit(self, QSize(560, 380), QSize(680, 480))
        self.pages.setFixedWidth(theme().px(150))
        for told in (self.text_told, self.picture_told):
            told.setMinimumWidth(told.fontMetrics().horizontalAdvance(self._per_cent(100)) + 2)
        self.refresh()


def _breakable(folder: Path) -> str:
    """Return a folder's name that can go on in a next line after each of its parts."""
    return str(folder).replace("/", "/\u200b").replace("\\", "\\\u200b")
