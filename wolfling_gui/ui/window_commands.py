"""Say what every command of the window does."""

from __future__ import annotations

import functools
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QObject, QTimer
from PySide6.QtWidgets import QFileDialog

from wolfling_gui.core.actions import EndStep, RollDice, RollOff
from wolfling_gui.ui import opening
from wolfling_gui.ui.commands import Command
from wolfling_gui.ui.panels.correct import dice_of
from wolfling_gui.ui.panels.welcome import Starter
from wolfling_gui.ui.theme import LARGEST_SCALE, SMALLEST_SCALE, Mode, theme
from wolfling_gui.ui.tools.toolbox import TOOLS

if TYPE_CHECKING:
    from wolfling_gui.session.session import Session
    from wolfling_gui.ui.main_window import MainWindow


def _tr(text: str) -> str:
    return QCoreApplication.translate("Commands", text)


class Work(QObject):
    """Do what the commands ask, for one window."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._starters: tuple[Starter, ...] | None = None

    # ------------------------------------------------------------------ first screen

    def fill_welcome(self) -> None:
        """Show recent battles, scenarios and rulesets on the first screen; reads files."""
        welcome = self._window.welcome
        welcome.show_battles(opening.recent_battles(), self.starters())
        welcome.show_rulesets(opening.ruleset_tiles())

    def starters(self) -> tuple[Starter, ...]:
        """Return the shipped scenarios, read once."""
        if self._starters is None:
            self._starters = opening.starters()
        return self._starters

    # ------------------------------------------------------------------ battles

    def new_battle(
        self, scenario: Path | None = None, roster: Path | None = None, house: Path | None = None
    ) -> None:
        """Ask for scenario, forces, length and house rules, and begin; files given are chosen already."""
        from wolfling_gui.ui.dialogs.new_battle import NewBattleDialog

        listed = (*self.starters(), *opening.own_maps())
        desk = self._window.desk
        dialog = NewBattleDialog(listed, scenario, roster, desk.app_dice, self._window)
        if house is not None:
            dialog.house.add_file(house)

        def begin(session: Session) -> None:
            if dialog.app_dice != desk.app_dice:
                self.set_dice()
            self.put_on_table(session)

        def foreign() -> None:
            dialog.reject()
            self.import_map()

        dialog.begun.connect(begin)
        dialog.import_wanted.connect(foreign)
        dialog.rule_opened.connect(self._browse_from_dialog)
        dialog.open()

    def _browse_from_dialog(self, ruleset: str, rule: str) -> None:
        self.browse_ruleset(ruleset, rule=rule)

    def put_on_table(self, session: Session) -> None:
        """Show a battle, in place of the one that was open."""
        self.leave_battle()
        self._window.open_session(session)
        self._show_backdrop(session)
        self._note_place()

    def _show_backdrop(self, session: Session) -> None:
        view = self._window.view
        if view is None:
            return
        picture, trouble = opening.backdrop_of(session)
        view.set_backdrop(picture, self._window.settings.backdrop)
        if trouble:
            self._window.toast.say(trouble, "warning", 12000)

    def change_backdrop(self, step: float) -> None:
        """Show the picture under the map stronger or fainter."""
        settings = self._window.settings
        settings.backdrop = round(min(1.0, max(0.0, settings.backdrop + step)), 2)
        if self._window.view is not None:
            self._window.view.set_backdrop_opacity(settings.backdrop)

    def open_file(self) -> None:
        """Ask for a file and open it."""
        name, _ = QFileDialog.getOpenFileName(
            self._window,
            _tr("Open a battle, scenario, force or map"),
            "",
            _tr(
                "Battles, scenarios, forces and maps (*.wolfling *.battle *.yaml *.yml *.dd2vtt *.uvtt "
                "*.df2vtt);;All files (*)"
            ),
        )
        if name:
            self.open_path(Path(name))

    def open_path(self, path: Path) -> bool:
        """Open a battle, or begin one with a scenario, force, map or house rules; False if unreadable."""
        from wolfling_gui.files.problems import ProblemsError

        try:
            match opening.kind_of(path):
                case "battle":
                    opened = opening.open_battle(path)
                    self.put_on_table(opened.session)
                    if opened.problems:
                        self._window.toast.say(str(opened.problems[0]), "warning", 12000)
                case "roster":
                    opening.check_roster(path)
                    self.new_battle(roster=path)
                case "overlay":
                    self.new_battle(house=path)
                case "map":
                    self.import_map(path)
                case _:
                    self.new_battle(path)
        except (ProblemsError, OSError, ValueError) as error:
            self._window.toast.say(str(error), "refused", 12000)
            return False
        self._window.settings.remember(path)
        return True

    def import_map(self, source: Path | None = None) -> None:
        """Ask for a map of another program, show what it becomes, keep it, and offer to play on it."""
        from wolfling_gui.ui.dialogs.import_map import ImportDialog

        if source is None:
            name, _ = QFileDialog.getOpenFileName(
                self._window,
                _tr("Import a map"),
                "",
                _tr("Maps (*.dd2vtt *.uvtt *.df2vtt);;All files (*)"),
            )
            if not name:
                return
            source = Path(name)

        def then(path: Path, begin: bool) -> None:
            self._window.settings.remember(path)
            if begin:
                self.new_battle(path)
            else:
                said = _tr("The map is saved as %1.").replace("%1", str(path), 1)
                self._window.toast.say(said, "allowed", 8000)

        dialog = ImportDialog(source, parent=self._window)
        dialog.kept.connect(then)
        dialog.open()

    def save_copy(self) -> None:
        """Ask for a name and write a copy of the battle as it stands."""
        from wolfling_gui.files.atomic import write_atomically
        from wolfling_gui.files.saves import SUFFIX

        session = self._window.desk.session
        source = getattr(session.recorder, "path", None) if session is not None else None
        if session is None or source is None:
            return
        name, _ = QFileDialog.getSaveFileName(
            self._window,
            _tr("Save a copy"),
            f"{session.header.title}{SUFFIX}",
            _tr("Battles (*.wolfling);;All files (*)"),
        )
        if not name:
            return
        try:
            if session.last_write is not None:
                session.last_write.result(timeout=10)
            write_atomically(Path(name), Path(source).read_bytes())
            opening.copy_backdrop(session, Path(name))
        except (OSError, TimeoutError) as error:
            self._window.toast.say(str(error), "refused", 12000)
            return
        self._window.toast.say(_tr("The copy is saved."), "allowed")

    def screenshot(self) -> None:
        """Ask for a name and save a picture of the window."""
        picture = self._window.grab()
        name, _ = QFileDialog.getSaveFileName(
            self._window, _tr("Save a picture of the window"), "wolfling.png", _tr("Pictures (*.png)")
        )
        if name and not picture.save(name):
            self._window.toast.say(_tr("The picture cannot be written there."), "refused")

    def close_battle(self) -> None:
        """Go back to the first screen; every step is on disk."""
        self.leave_battle()
        self._window.desk.close()
        QTimer.singleShot(0, self.fill_welcome)

    def leave_battle(self) -> None:
        """Note where the battle stands and let go of its file."""
        session = self._window.desk.session
        if session is None:
            return
        self._note_place()
        try:
            session.close()
        except OSError as error:
            self._window.toast.say(str(error), "refused", 12000)

    def _note_place(self) -> None:
        session = self._window.desk.session
        if session is None or getattr(session.recorder, "path", None) is None:
            return
        from wolfling_gui.ui.screenshot import thumbnail

        try:
            opening.remember(session, thumbnail(session.settled, scale=2.0, theme=theme().palette))
        except OSError as error:
            self._window.toast.say(str(error), "warning")

    # ------------------------------------------------------------------ rules

    def browse_rules(self, rule: str = "", changed: bool = False) -> None:
        """Open the rules of the battle, at one of them or with only those that were changed."""
        rules = self._window.desk.rules
        if rules is not None:
            self._browse(rules.catalogue, rules.title, rule, changed)

    def browse_ruleset(self, name: str, changed: bool = False, rule: str = "") -> None:
        """Open the rules of a shipped ruleset, at one of them if one is given."""
        from wolfling_gui.files.problems import ProblemsError
        from wolfling_gui.files.rulesets import load_catalogue, ruleset_info

        try:
            self._browse(load_catalogue(name), ruleset_info(name).title, rule, changed)
        except ProblemsError as error:
            self._window.toast.say(str(error), "refused", 12000)

    def browse_any(self, changed: bool = False) -> None:
        """Open the rules of the battle, else of the first ruleset there is."""
        if self._window.desk.rules is not None:
            self.browse_rules(changed=changed)
            return
        tiles = opening.ruleset_tiles()
        if tiles:
            self.browse_ruleset(tiles[0].name, changed)

    def _browse(self, catalogue: object, title: str, rule: str, changed: bool) -> None:
        from wolfling_gui.rules.catalogue import Catalogue
        from wolfling_gui.ui.dialogs.rules_browser import RulesBrowser

        assert isinstance(catalogue, Catalogue)
        dialog = RulesBrowser(catalogue, title, rule, changed, self._window)
        dialog.show()

    def show_keys(self) -> None:
        """Show every command with its key, and which version this is."""
        from wolfling_gui.ui.dialogs.keys import KeysDialog

        KeysDialog(self._window.commands, self._window).open()

    def adjust(self) -> None:
        """Open the adjustments."""
        from wolfling_gui.ui.dialogs.adjust import AdjustDialog

        if self._window.desk.battle is not None:
            AdjustDialog(self._window.desk, self._window).open()

    # ------------------------------------------------------------------ looks

    def next_theme(self) -> None:
        """Go from the look in use to the other one."""
        self.set_theme("light" if theme().palette.dark else "dark")

    def set_theme(self, mode: Mode) -> None:
        """Choose dark, light, or as the system."""
        theme().set_theme(mode)
        self._window.settings.theme = mode

    def toggle_clear(self) -> None:
        """Wear the palette for colour-blind eyes, or take it off."""
        theme().set_clear(not theme().clear)
        self._window.settings.clear = theme().clear

    def change_scale(self, step: float) -> None:
        """Make all text larger or smaller; 0 goes back to 100 %."""
        wanted = 1.0 if not step else theme().scale + step
        scale = round(min(LARGEST_SCALE, max(SMALLEST_SCALE, wanted)), 2)
        theme().set_scale(scale)
        self._window.settings.scale = scale

    def toggle_shown(self, name: str) -> None:
        """Show a kind of mark on the map, or leave it out."""
        shown = self._window.settings.show
        shown[name] = not shown.get(name, True)
        if self._window.view is not None:
            self._window.view.set_shown()

    def set_dice(self) -> None:
        """Change between the app's dice and real ones."""
        desk = self._window.desk
        desk.set_app_dice(not desk.app_dice)
        self._window.settings.app_dice = desk.app_dice

    # ------------------------------------------------------------------ moments

    def undo(self) -> None:
        """Take back the last step; over dice only when pressed twice."""
        self._window.desk.undo()

    def undo_label(self) -> str:
        """Say what undo would take back."""
        session = self._window.desk.session
        if session is None:
            return _tr("Undo")
        if session.resolution is not None:
            return _tr("Undo: call the action off")
        step = session.undo_step
        return _tr("Undo") if step is None else _tr("Undo: %1").replace("%1", self._name_of(step.action))

    def _name_of(self, action: object) -> str:
        from wolfling_gui.ui import words

        return words.action_name(self._window.desk.battle, action)

    def redo_label(self) -> str:
        """Say what redo would do again."""
        session = self._window.desk.session
        step = session.redo_step if session is not None else None
        return _tr("Redo") if step is None else _tr("Redo: %1").replace("%1", self._name_of(step.action))


def table(window: MainWindow) -> tuple[Command, ...]:
    """Return every command of the window, in the order of the menus."""
    desk = window.desk

    def work() -> Work:
        return window.work

    def do(name: str, *given: object) -> Callable[[], object]:
        return lambda: getattr(window.work, name)(*given)

    def no_battle() -> str:
        return "" if desk.session is not None else _tr("Open a battle first.")

    def busy() -> str:
        if desk.session is None:
            return _tr("Open a battle first.")
        if desk.request is not None:
            return _tr("Answer the question first, or call it off.")
        return _tr("Come back to now first.") if desk.looking_back else ""

    def no_undo() -> str:
        session = desk.session
        if session is not None and (session.undo_step is not None or session.resolution is not None):
            return ""
        return _tr("Nothing has been done yet.")

    def no_redo() -> str:
        session = desk.session
        if session is not None and session.redo_step is not None and session.resolution is None:
            return ""
        return _tr("Nothing was taken back.")

    def no_dice() -> str:
        reason = busy()
        session = desk.session
        if reason or session is None:
            return reason
        return "" if dice_of(session.undo_step) else _tr("The last action had no dice.")

    def no_end() -> str:
        reason = busy()
        if reason:
            return reason
        guide = desk.guide()
        if guide is None or guide.main is None or not isinstance(guide.main.action, EndStep):
            return _tr("Something must be done first; the guide says what.")
        return ""

    def no_roll_off() -> str:
        reason = busy()
        battle = desk.battle
        if reason or battle is None:
            return reason
        return "" if battle.clock.step == "roll_off" else _tr("The roll-off has been made already.")

    def no_copy() -> str:
        session = desk.session
        return "" if session is not None and getattr(session.recorder, "path", None) else no_battle()

    def no_picture() -> str:
        battle = desk.battle
        if battle is None:
            return no_battle()
        return "" if battle.table.backdrop is not None else _tr("There is no picture under this map.")

    def no_refusal() -> str:
        guide = window.guide
        if guide is not None and guide.refused_action() is not None:
            return ""
        return _tr("Nothing was refused.")

    def zoom(name: str, *given: object) -> Callable[[], object]:
        def run() -> None:
            if window.view is not None:
                getattr(window.view.board, name)(*given)

        return run

    def panel(name: str) -> Callable[[], bool]:
        return lambda: window.panel_shown(name)

    def shown(name: str) -> Callable[[], bool]:
        return lambda: window.settings.show.get(name, True)

    def moded(mode: Mode) -> Callable[[], bool]:
        return lambda: theme().mode == mode

    def level(step: int) -> Callable[[], object]:
        return lambda: desk.set_level(desk.level + step)

    def no_level(step: int) -> Callable[[], str]:
        def reason() -> str:
            battle = desk.battle
            if battle is None:
                return no_battle()
            known = desk.level + step in battle.table.levels()
            return "" if known else _tr("There is no other level that way.")

        return reason

    def rolled(dice: str) -> Callable[[], object]:
        return lambda: desk.perform(RollDice(dice))

    c = functools.partial(Command)
    tools = [
        c(f"tool_{kind.name}", "table", kind.title, f"{kind.what}.", kind.icon, kind.key,
          functools.partial(desk.set_tool, kind.name), no_battle,
          checked=functools.partial(_is_tool, desk, kind.name), group="tools", scope="map")
        for kind in TOOLS.values()
    ]  # fmt: skip
    tools.append(
        c("take_or_put", "table", _tr("Take or put down"),
          _tr("Does at the map cursor what the mouse button does: takes models, puts them down, clicks."),
          "position", "P", lambda: window.view.keys.take_or_put() if window.view is not None else None,
          no_battle, scope="map")
    )  # fmt: skip
    return (
        c("new_battle", "file", _tr("New battle…"), _tr("Chooses a scenario and forces."), "new", "Ctrl+N",
          do("new_battle")),
        c("open", "file", _tr("Open…"), _tr("Opens a battle or a scenario."), "open_file", "Ctrl+O",
          do("open_file")),
        c("import_map", "file", _tr("Import a map…"), _tr("Makes a scenario of another program’s map."),
          "import_map", "Ctrl+I", do("import_map")),
        c("save_copy", "file", _tr("Save a copy…"),
          _tr("Writes the battle to another file; the battle itself is always saved."), "save",
          "Ctrl+Shift+S", do("save_copy"), no_copy, apart=True),
        c("screenshot", "file", _tr("Screenshot…"), _tr("Saves a picture of the window."), "export",
          "Ctrl+Shift+P", do("screenshot")),
        c("close_battle", "file", _tr("Close the battle"),
          _tr("Goes back to the first screen; nothing is lost."), "close", "Ctrl+W", do("close_battle"),
          no_battle, apart=True),
        c("quit", "file", _tr("Quit"), _tr("Leaves the program; nothing is lost."), "stop", "Ctrl+Q",
          window.close),
        c("undo", "edit", _tr("Undo"), _tr("Takes back the last step."), "undo", "Ctrl+Z", do("undo"),
          no_undo, lambda: work().undo_label() if hasattr(window, "work") else _tr("Undo")),
        c("redo", "edit", _tr("Redo"), _tr("Does again what was taken back."), "redo",
          "Ctrl+Y|Ctrl+Shift+Z", desk.redo, no_redo,
          lambda: work().redo_label() if hasattr(window, "work") else _tr("Redo")),
        c("overrule", "edit", _tr("Overrule…"), _tr("Does what was refused, when both players agree."),
          "overruled", "Ctrl+Shift+O",
          lambda: window.guide.ask_to_overrule() if window.guide is not None else None, no_refusal,
          apart=True),
        c("adjust", "edit", _tr("Adjust…"),
          _tr("Puts models, states, score or the moment right by agreement."), "edit", "Ctrl+J",
          do("adjust"), busy),
        c("correct", "edit", _tr("Put a die right…"), _tr("Changes a die of the last action."), "dice",
          "Ctrl+K", lambda: window.guide.ask_to_correct() if window.guide is not None else None, no_dice),
        c("panel_forces", "view", _tr("Forces"), _tr("Shows or hides the forces."), "people", "F9",
          lambda: window.toggle_panel("forces"), no_battle, checked=panel("forces")),
        c("panel_guide", "view", _tr("Guide"), _tr("Shows or hides the guide."), "book", "F10",
          lambda: window.toggle_panel("guide"), no_battle, checked=panel("guide")),
        c("panel_log", "view", _tr("Log"), _tr("Shows or hides the log."), "tag", "F11",
          lambda: window.toggle_panel("log"), no_battle, checked=panel("log")),
        c("open_log", "view", _tr("Go to the log"), _tr("Opens the log and goes there."), "search", "Ctrl+L",
          window.toggle_log, no_battle),
        c("next_part", "view", _tr("Next part of the window"),
          _tr("Goes on to toolbar, map, guide, forces, log."), "chevron_right", "F6",
          lambda: window.walk_parts(1)),
        c("part_before", "view", _tr("Part of the window before"), _tr("Goes the other way round."),
          "chevron_left", "Shift+F6", lambda: window.walk_parts(-1)),
        c("level_up", "view", _tr("Level up"), _tr("Shows the level above."), "level", "PgUp", level(1),
          no_level(1), apart=True),
        c("level_down", "view", _tr("Level down"), _tr("Shows the level below."), "stairs", "PgDown",
          level(-1), no_level(-1)),
        c("zoom_in", "view", _tr("Zoom in"), _tr("Shows the map larger."), "zoom_in", "Ctrl++|Ctrl+=|+",
          zoom("zoom_at", 1.25), no_battle, apart=True),
        c("zoom_out", "view", _tr("Zoom out"), _tr("Shows the map smaller."), "zoom_out", "Ctrl+-|-",
          zoom("zoom_at", 0.8), no_battle),
        c("zoom_fit", "view", _tr("Whole table"), _tr("Shows the whole table."), "fit", "Ctrl+0|0",
          zoom("fit"), no_battle),
        c("show_lines", "view", _tr("Sight lines"), _tr("Shows the lines of sight to targets."), "eye",
          "Ctrl+1", do("toggle_shown", "lines"), no_battle, checked=shown("lines"), apart=True),
        c("show_links", "view", _tr("Coherency"), _tr("Shows the links that hold a unit together."),
          "coherency", "Ctrl+2", do("toggle_shown", "links"), no_battle, checked=shown("links")),
        c("show_tags", "view", _tr("Names"), _tr("Shows the units’ names and verdicts."), "tag", "Ctrl+3",
          do("toggle_shown", "tags"), no_battle, checked=shown("tags")),
        c("show_grid", "view", _tr("Grid"), _tr("Shows the grid in inches."), "grid", "Ctrl+4",
          do("toggle_shown", "grid"), no_battle, checked=shown("grid")),
        c("picture_stronger", "view", _tr("Picture stronger"),
          _tr("Shows the picture under the map stronger."), "sun", "Ctrl+Alt+.",
          do("change_backdrop", 0.2), no_picture, apart=True),
        c("picture_fainter", "view", _tr("Picture fainter"),
          _tr("Shows the picture under the map fainter."), "moon", "Ctrl+Alt+,",
          do("change_backdrop", -0.2), no_picture),
        c("theme", "view", _tr("Dark or light"), _tr("Changes between the dark and the light look."), "sun",
          "Ctrl+T", do("next_theme"), apart=True),
        c("theme_system", "view", _tr("Look as the system"), _tr("Follows the system’s dark or light look."),
          "settings", "Ctrl+Shift+T", do("set_theme", "system"), checked=moded("system")),
        c("clear_palette", "view", _tr("Clear colours"),
          _tr("Keeps sides and verdicts further apart for colour-blind eyes."), "eye", "Ctrl+Shift+C",
          do("toggle_clear"), checked=lambda: theme().clear),
        c("text_larger", "view", _tr("Larger text"), _tr("Makes all text larger, up to 150 %."), "plus",
          "Ctrl+Alt++|Ctrl+Alt+=", do("change_scale", 0.1),
          lambda: "" if theme().scale < LARGEST_SCALE else _tr("Text is as large as it gets."), apart=True),
        c("text_smaller", "view", _tr("Smaller text"), _tr("Makes all text smaller, down to 90 %."), "minus",
          "Ctrl+Alt+-", do("change_scale", -0.1),
          lambda: "" if theme().scale > SMALLEST_SCALE else _tr("Text is as small as it gets.")),
        c("text_normal", "view", _tr("Text at 100 %"), _tr("Gives text its normal size again."), "corners",
          "Ctrl+Alt+0", do("change_scale", 0.0)),
        c("end_step", "battle", _tr("End the step"), _tr("Goes on to the next step or phase."),
          "chevron_right", "Ctrl+E", lambda: desk.perform(EndStep()), no_end),
        c("roll_off", "battle", _tr("Roll off"), _tr("Rolls for who goes first."), "dice", "Ctrl+Shift+R",
          lambda: desk.perform(RollOff()), no_roll_off),
        c("app_dice", "battle", _tr("App dice"), _tr("On: the app rolls. Off: you type your own dice."),
          "dice", "Ctrl+D", do("set_dice"), checked=lambda: desk.app_dice, apart=True),
        c("roll_d6", "battle", _tr("Roll D6"), _tr("Rolls one die for anything at the table."), "dice",
          "Ctrl+Alt+1", rolled("D6"), busy, apart=True),
        c("roll_2d6", "battle", _tr("Roll 2D6"), _tr("Rolls two dice and adds them."), "dice", "Ctrl+Alt+2",
          rolled("2D6"), busy),
        c("roll_scatter", "battle", _tr("Roll the scatter die"), _tr("Rolls a hit or a direction."), "blast",
          "Ctrl+Alt+3", rolled("scatter"), busy),
        *tools,
        c("browse_rules", "rules", _tr("Browse the rules"), _tr("Searches and reads the rules."), "rules",
          "Ctrl+B", do("browse_any")),
        c("house_rules", "rules", _tr("House rules"), _tr("Lists the rules that are changed."),
          "house_rule", "Ctrl+H", do("browse_any", True)),
        c("keys", "help", _tr("Keys and version"), _tr("Lists every command with its key."), "help", "F1",
          do("show_keys")),
    )  # fmt: skip


def _is_tool(desk: object, name: str) -> bool:
    return getattr(desk, "tool", "") == name
