"""Change what players choose about the window, and keep it: look, dice, what the map shows, hints, keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from wolfling_gui.ui import own_keys
from wolfling_gui.ui.settings import CHOSEN, Settings, save_settings
from wolfling_gui.ui.theme import LARGEST_SCALE, SMALLEST_SCALE, Mode, theme

if TYPE_CHECKING:
    from wolfling_gui.ui.main_window import MainWindow


class Choices(QObject):
    """Do at once what a choice says, and note it in the settings; menus and preferences both come here."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window

    def show_preferences(self, page: str = "") -> None:
        """Show the preferences, at a page; those that are open come to the front."""
        from wolfling_gui.ui.dialogs.preferences import PreferencesDialog

        dialog = next(iter(self._window.findChildren(PreferencesDialog)), None)
        if dialog is None:
            dialog = PreferencesDialog(self._window)
            dialog.finished.connect(self.keep)
        if page:
            dialog.show_page(page)
        dialog.show()
        dialog.raise_()
        dialog.activateWindow()

    def keep(self) -> None:
        """Write what was chosen to disk now, not only when the window closes."""
        save_settings(self._window.settings)

    # ------------------------------------------------------------------ look

    def next_theme(self) -> None:
        """Go from the look in use to the other one."""
        self.set_theme("light" if theme().palette.dark else "dark")

    def set_theme(self, mode: Mode) -> None:
        """Choose dark, light, or as the system."""
        self._window.settings.theme = mode
        theme().set_theme(mode)

    def toggle_clear(self) -> None:
        """Wear the palette for colour-blind eyes, or take it off."""
        self._window.settings.clear = not theme().clear
        theme().set_clear(not theme().clear)

    def change_scale(self, step: float) -> None:
        """Make all text larger or smaller; 0 goes back to 100 %."""
        self.set_scale(1.0 if not step else theme().scale + step)

    def set_scale(self, scale: float) -> None:
        """Set the size of all text, 1 for 100 %; what is beyond 90 to 150 % goes to that end."""
        scale = round(min(LARGEST_SCALE, max(SMALLEST_SCALE, scale)), 2)
        self._window.settings.scale = scale
        theme().set_scale(scale)

    def set_calm(self, calm: bool) -> None:
        """Let panels jump to their places and the text cursor stand still, or not."""
        self._window.settings.calm = calm
        theme().set_calm(calm)
        self._window.set_motion()

    # ------------------------------------------------------------------ map

    def toggle_shown(self, name: str) -> None:
        """Show a kind of mark on the map, or leave it out."""
        shown = self._window.settings.show
        shown[name] = not shown.get(name, True)
        if self._window.view is not None:
            self._window.view.set_shown()

    def change_backdrop(self, step: float) -> None:
        """Show the picture under the map stronger or fainter."""
        self.set_backdrop(self._window.settings.backdrop + step)

    def set_backdrop(self, strength: float) -> None:
        """Show the picture under the map as strong as this, 0 to 1."""
        settings = self._window.settings
        settings.backdrop = round(min(1.0, max(0.0, strength)), 2)
        if self._window.view is not None:
            self._window.view.set_backdrop_opacity(settings.backdrop)

    # ------------------------------------------------------------------ dice

    def set_dice(self) -> None:
        """Change between the app's dice and real ones."""
        desk = self._window.desk
        desk.set_app_dice(not desk.app_dice)
        if desk.battle is None or not desk.battle.real_table:
            self._window.settings.app_dice = desk.app_dice

    def choose_dice(self, app_dice: bool) -> None:
        """Choose whose dice are rolled on screen, now and in new battles; a real table keeps its own."""
        self._window.settings.app_dice = app_dice
        self._window.desk.choose_dice(app_dice)

    # ------------------------------------------------------------------ hints

    def toggle_hints(self) -> None:
        """Show the hints of a first battle, or none."""
        settings = self._window.settings
        settings.hints = not settings.hints
        self._follow_hints()

    def begin_hints_anew(self) -> None:
        """Show every hint once more."""
        settings = self._window.settings
        settings.hints, settings.hints_done = True, []
        self._follow_hints()

    def _follow_hints(self) -> None:
        self.keep()
        self._window.commands.refresh()
        if self._window.guide is not None:
            self._window.guide.refresh()

    # ------------------------------------------------------------------ all

    def put_settings_back(self) -> None:
        """Choose everything as it was at first; places of the panels and files opened last stay."""
        settings, fresh = self._window.settings, Settings()
        own_keys.give_back(self._window.commands, settings)
        docks = {name: shown for name, shown in settings.show.items() if name not in MAP_MARKS}
        for name in CHOSEN:
            setattr(settings, name, getattr(fresh, name))
        settings.show.update(docks)
        look = theme()
        self.set_calm(settings.calm)
        look.set_clear(settings.clear)
        look.set_scale(settings.scale)
        look.set_theme(settings.theme)
        self.choose_dice(settings.app_dice)
        self.set_backdrop(settings.backdrop)
        if self._window.view is not None:
            self._window.view.set_shown()
        self._follow_hints()


MAP_MARKS = ("lines", "links", "tags", "grid")
"""What the map shows besides models and terrain; the panels' own names stand in the same settings."""
