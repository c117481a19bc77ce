"""Do what the commands of the window ask: open, save, print, look up."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QTimer
from PySide6.QtWidgets import QFileDialog

from wolfling_gui.ui import opening
from wolfling_gui.ui.choices import Choices
from wolfling_gui.ui.panels.welcome import Starter
from wolfling_gui.ui.theme import theme
from wolfling_gui.ui.troubles import trouble_words
from wolfling_gui.ui.widgets.toast import fits

if TYPE_CHECKING:
    from wolfling_gui.session.log import LogRow
    from wolfling_gui.session.session import Session
    from wolfling_gui.ui.draft import Verdict
    from wolfling_gui.ui.main_window import MainWindow


def _tr(text: str) -> str:
    return QCoreApplication.translate("Commands", text)


class Work(Choices):
    """Do what the commands ask, for one window."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
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
        dialog = NewBattleDialog(listed, scenario, roster, self._window.settings.app_dice, self._window)
        if house is not None:
            dialog.house.add_file(house)

        def begin(session: Session) -> None:
            if not session.header.battle.real_table:
                self._window.settings.app_dice = dialog.app_dice
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

    def put_on_table(self, session: Session, *, watching: bool = False) -> None:
        """Show a battle, in place of the one that was open; asks first where steps of it are not on disk.

        One that is `watching` is only watched.
        """

        def again() -> None:
            self.put_on_table(session, watching=watching)

        if not self._window.keeper.may_leave(again, session.close):
            return
        self.leave_battle()
        self._window.open_session(session, watching=watching)
        self._show_backdrop(session)
        self._note_place()

    def watch(self) -> None:
        """Show the demonstration: a battle that is watched step by step; its file is only read."""
        from wolfling_gui.files.problems import ProblemsError

        try:
            session = opening.demonstration()
        except (ProblemsError, OSError) as error:
            self._window.toast.say(trouble_words(error), "refused", 12000)
            return
        self.put_on_table(session, watching=True)

    def play_on(self) -> None:
        """Make the moment of a battle that is watched a battle of the players' own, and go on with it.

        From its end they go on at its start: there is nothing left to play there.
        """
        desk = self._window.desk
        if desk.session is None or desk.battle is None or not desk.watching:
            return
        line = 0 if desk.battle.clock.over else desk.looking_at or 0
        try:
            session = opening.play_on(desk.session, line)
        except OSError as error:
            self._window.toast.say(trouble_words(error), "refused", 12000)
            return
        self.put_on_table(session)
        self._window.toast.say(_tr("This battle is yours now; every step is saved."), "allowed")

    def _show_backdrop(self, session: Session) -> None:
        view = self._window.view
        if view is None:
            return
        picture, trouble = opening.backdrop_of(session)
        view.set_backdrop(picture, self._window.settings.backdrop)
        if trouble:
            self._window.toast.say(trouble, "warning", 12000)

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

        session = self._window.desk.session
        source = getattr(session.recorder, "path", None) if session is not None else None
        if source is not None and Path(source).resolve() == path.resolve():
            self._window.toast.say(_tr("This battle is open already, in this window."), "allowed")
            return True
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
            self._tell(path, trouble_words(error, path))
            return False
        self._window.settings.remember(path)
        return True

    def _tell(self, path: Path, trouble: str) -> None:
        """Say why a file cannot be opened: in a toast, or where there is more to read in a list."""
        if fits(trouble):
            self._window.toast.say(trouble, "refused", 12000)
            return
        from wolfling_gui.ui.dialogs.error import ProblemsDialog

        ProblemsDialog(path.name, trouble, self._window).open()

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

    def save_copy(self) -> bool:
        """Ask for a name and write a copy of the battle as it stands; tells whether it was written.

        It is written from memory: what is not on disk is in it too.
        """
        from wolfling_gui.files.atomic import write_atomically
        from wolfling_gui.files.saves import SUFFIX

        session = self._window.desk.session
        source = getattr(session.recorder, "path", None) if session is not None else None
        if session is None or source is None:
            return False
        name, _ = QFileDialog.getSaveFileName(
            self._window,
            _tr("Save a copy"),
            f"{session.header.title}{SUFFIX}",
            _tr("Battles (*.wolfling);;All files (*)"),
        )
        if not name:
            return False
        if Path(name).resolve() == Path(source).resolve():
            self._window.toast.say(_tr("That is the battle's own file; choose another name."), "refused")
            return False
        try:
            write_atomically(Path(name), session.recorder.content())
            opening.copy_backdrop(session, Path(name))
        except OSError as error:
            self._window.toast.say(trouble_words(error, Path(name)), "refused", 12000)
            return False
        self._window.keeper.noted_safe()
        self._window.toast.say(_tr("The copy is saved."), "allowed")
        return True

    def screenshot(self) -> None:
        """Ask for a name and save a picture of the window."""
        picture = self._window.grab()
        name, _ = QFileDialog.getSaveFileName(
            self._window, _tr("Save a picture of the window"), "wolfling.png", _tr("Pictures (*.png)")
        )
        if name and not picture.save(name):
            self._window.toast.say(_tr("The picture cannot be written there."), "refused")

    def save_proof(self, what: Verdict | LogRow | None = None) -> None:
        """Ask for a name and save a ruling as a proof card, by default the one at hand."""
        from wolfling_gui.ui.proving import save_proof_card

        save_proof_card(self._window, what)

    def save_summary(self) -> None:
        """Ask for a name and save the summary of the battle, as far as it has come."""
        from wolfling_gui.ui.dialogs.summary import ask_for_summary

        ask_for_summary(self._window)

    def close_battle(self) -> None:
        """Go back to the first screen; asks first where steps are not on disk."""
        if not self._window.keeper.may_leave(self.close_battle):
            return
        self.leave_battle()
        self._window.desk.close()
        QTimer.singleShot(0, self.fill_welcome)

    def leave_battle(self) -> None:
        """Note where the battle stands and let go of its file."""
        session = self._window.desk.session
        if session is None:
            return
        self._window.noter.finish()
        self._note_place()
        # The players were asked before about what is not on disk.
        with contextlib.suppress(OSError):
            session.close()

    def _note_place(self) -> None:
        session = self._window.desk.session
        if session is None or getattr(session.recorder, "path", None) is None:
            return
        from wolfling_gui.ui.screenshot import thumbnail

        try:
            opening.remember(session, thumbnail(session.settled, scale=2.0, theme=theme().palette))
        except OSError as error:
            self._window.toast.say(trouble_words(error), "warning")

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

        dialog = KeysDialog(self._window.commands, self._window.settings, self._window)
        dialog.finished.connect(self.keep)
        dialog.open()

    def show_help(self, link: str = "") -> None:
        """Show a help page, by default that of where the players are."""
        from wolfling_gui.ui.helping import show_help

        show_help(self._window, link)

    def show_luck(self) -> None:
        """Show the luck ledger; it follows the battle while it is open."""
        from wolfling_gui.ui.dialogs.luck import LuckDialog

        if self._window.desk.session is not None:
            LuckDialog(self._window.desk, self._window).show()

    def name_sides(self) -> None:
        """Open the names of the sides and whose dice the app rolls."""
        from wolfling_gui.ui.dialogs.sides import SidesDialog

        if self._window.desk.battle is not None:
            SidesDialog(self._window.desk, self._window).open()

    def adjust(self) -> None:
        """Open the adjustments."""
        from wolfling_gui.ui.dialogs.adjust import AdjustDialog

        if self._window.desk.battle is not None:
            AdjustDialog(self._window.desk, self._window).open()

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
        if session.undoes_correction:
            return _tr("Undo: the die put right")
        step = session.undo_step
        return _tr("Undo") if step is None else _tr("Undo: %1").replace("%1", self._name_of(step.action))

    def _name_of(self, action: object) -> str:
        from wolfling_gui.ui import words

        return words.action_name(self._window.desk.battle, action)

    def redo_label(self) -> str:
        """Say what redo would do again."""
        session = self._window.desk.session
        if session is not None and session.redoes_correction:
            return _tr("Redo: the die put right")
        step = session.redo_step if session is not None else None
        return _tr("Redo") if step is None else _tr("Redo: %1").replace("%1", self._name_of(step.action))
