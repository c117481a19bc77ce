"""Hold the window: menus, toolbar, map, panels and status bar around one desk."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from PySide6.QtCore import QByteArray, QChildEvent, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QKeyEvent, QPaintEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QDockWidget,
    QMainWindow,
    QMenu,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from wolfling_gui.ui.focus import next_part, next_stop
from wolfling_gui.ui.icons import icon
from wolfling_gui.ui.menu_names import MENUS, MenuName, menu_title
from wolfling_gui.ui.panels.welcome import WelcomePanel
from wolfling_gui.ui.settings import Settings, load_settings, save_settings
from wolfling_gui.ui.theme import theme
from wolfling_gui.ui.window_corners import MenuCorners
from wolfling_gui.ui.window_keys import take_key

if TYPE_CHECKING:
    from wolfling_gui.session.session import Session
    from wolfling_gui.ui.battle_view import BattleView
    from wolfling_gui.ui.commands import Commands
    from wolfling_gui.ui.desk import Desk
    from wolfling_gui.ui.keeping import Keeper
    from wolfling_gui.ui.noting import Noter
    from wolfling_gui.ui.panels.bar import ToolStrip
    from wolfling_gui.ui.panels.companion import CompanionView
    from wolfling_gui.ui.panels.facts import FactsForm
    from wolfling_gui.ui.panels.forces import ForcesPanel
    from wolfling_gui.ui.panels.guide import GuidePanel
    from wolfling_gui.ui.panels.log import LogPanel
    from wolfling_gui.ui.panels.rail import FlyOut, Rail
    from wolfling_gui.ui.panels.replay_bar import ReplayBar
    from wolfling_gui.ui.panels.status import StatusStrip
    from wolfling_gui.ui.replay import Replay
    from wolfling_gui.ui.widgets import Toast
    from wolfling_gui.ui.window_docks import ViewMode, WindowDocks
    from wolfling_gui.ui.window_parts import StripBar
    from wolfling_gui.ui.work import Work

SMALLEST = QSize(1024, 640)
LATEST_MS = 500
"""A window that is never painted is furnished all the same after so many milliseconds."""
FURNITURE = frozenset(("desk", "commands", "keeper", "replay", "strip", "status", "toast", "work"))


class MainWindow(QMainWindow):
    """Show the first screen, or a battle with its panels; remembers how it was left."""

    desk: Desk
    commands: Commands
    keeper: Keeper
    noter: Noter
    replay: Replay
    strip: ToolStrip
    status: StatusStrip
    toast: Toast
    work: Work
    _bar: StripBar

    furnished = Signal()

    def __init__(
        self, settings: Settings | None = None, desk: Desk | None = None, *, paint_first: bool = False
    ) -> None:
        super().__init__()
        self.setObjectName("wolfling")
        self.settings = settings if settings is not None else load_settings()
        self._desk = desk
        self._stage: Literal["frame", "painted", "furnished"] = "frame"
        self.panels: WindowDocks | None = None
        self._sized = False
        self._first_battle = True
        self._draft_state: bool | None = None
        self._focus_back: QWidget | None = None
        self.view: BattleView | None = None
        self.forces: ForcesPanel | None = None
        self.guide: GuidePanel | None = None
        self.log: LogPanel | None = None
        self.companion: CompanionView | None = None
        self.facts: FactsForm | None = None
        self.replay_bar: ReplayBar | None = None
        self._make_frame()
        self.resize(1440, 900)
        if self.settings.geometry:
            self.restoreGeometry(QByteArray.fromHex(self.settings.geometry.encode()))
        if paint_first:
            QTimer.singleShot(LATEST_MS, self, self.furnish)
        else:
            self.furnish()

    # ------------------------------------------------------------------ making

    def _make_frame(self) -> None:
        """Make what the first paint shows: the first screen between menu bar and status bar."""
        self.set_motion()
        self.setCorner(Qt.Corner.BottomLeftCorner, Qt.DockWidgetArea.LeftDockWidgetArea)
        self.setCorner(Qt.Corner.BottomRightCorner, Qt.DockWidgetArea.RightDockWidgetArea)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.NoContextMenu)
        self.pages = QStackedWidget()
        welcome = self.welcome = WelcomePanel()
        self.pages.addWidget(welcome)
        # A warning stands over the pages for as long as the battle is not on disk.
        middle = QWidget()
        self._column = QVBoxLayout(middle)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        self._column.addWidget(self.pages)
        self.setCentralWidget(middle)
        welcome.new_wanted.connect(lambda: self.work.new_battle())
        welcome.open_wanted.connect(lambda: self.work.open_file())
        welcome.import_wanted.connect(lambda: self.work.import_map())
        welcome.battle_wanted.connect(lambda path: self.work.open_path(path))
        welcome.starter_wanted.connect(lambda path: self.work.new_battle(path))
        welcome.watch_wanted.connect(lambda: self.work.watch())
        welcome.ruleset_wanted.connect(lambda name: self.work.browse_ruleset(name))
        bar = self.menuBar()
        bar.setNativeMenuBar(False)
        self._menus: dict[MenuName, QMenu] = {name: bar.addMenu(menu_title(name)) for name in MENUS}
        self._corners = MenuCorners(bar)
        self.statusBar().setSizeGripEnabled(False)
        self._show_title()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Have the window furnished as soon as the first paint is over."""
        super().paintEvent(event)
        if self._stage == "frame":
            self._stage = "painted"
            QTimer.singleShot(0, self, self.furnish)

    def __getattr__(self, name: str) -> Any:
        """Furnish the window for whoever asks for a part of it before its first paint."""
        if name in FURNITURE and self.__dict__.get("_stage", "furnished") != "furnished":
            self.furnish()
            return self.__dict__[name]
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    def furnish(self) -> None:
        """Make desk, commands, toolbar and status bar; put off until the first paint by `paint_first`."""
        if self._stage == "furnished":
            return
        self._stage = "furnished"
        from wolfling_gui.ui.commands import Commands
        from wolfling_gui.ui.desk import Desk
        from wolfling_gui.ui.keeping import Keeper
        from wolfling_gui.ui.noting import Noter
        from wolfling_gui.ui.own_keys import take_up
        from wolfling_gui.ui.panels.bar import ToolStrip
        from wolfling_gui.ui.replay import Replay
        from wolfling_gui.ui.widgets import Toast
        from wolfling_gui.ui.window_commands import table
        from wolfling_gui.ui.window_parts import StripBar
        from wolfling_gui.ui.work import Work

        theme().write_pictures()
        self.setWindowIcon(icon("fox", "accent"))
        self.desk = self._desk if self._desk is not None else Desk(self)
        self.desk.set_app_dice(self.settings.app_dice)
        self.replay = Replay(self.desk, self)
        self.commands = Commands(table(self), self)
        take_up(self.commands, self.settings)
        self.desk.key_of = self.commands.key
        self._fill_menus()
        self.strip = ToolStrip(self.desk, self.commands)
        self._bar = StripBar(self.tr("Tools"), self.strip)
        self.addToolBar(self._bar)
        self._bar.setObjectName("toolbar")
        self._bar.setMovable(False)
        self._bar.setFloatable(False)
        self._bar.setVisible(False)
        self._make_status()
        self.toast = Toast(self)
        self.work = Work(self)
        self.keeper = Keeper(self.desk, self._column, self.work.save_copy, self)
        self.keeper.changed.connect(self.status.show_saved)
        self.noter = Noter(self.desk, self)
        self._wire()
        self.furnished.emit()

    def _fill_menus(self) -> None:
        for name, menu in self._menus.items():
            menu.setToolTipsVisible(True)
            menu.aboutToShow.connect(self.commands.refresh)
            for command in self.commands.of_menu(name):
                if command.apart and menu.actions():
                    menu.addSeparator()
                action = self.commands[command.id]
                menu.addAction(action)
                if command.scope == "window":
                    self.addAction(action)

    def _wire(self) -> None:
        desk = self.desk
        desk.session_changed.connect(self._on_session)
        for signal in (
            desk.battle_changed, desk.selection_changed, desk.target_changed, desk.tool_changed,
            desk.level_changed, desk.dice_changed,
        ):  # fmt: skip
            signal.connect(self.commands.refresh)
        desk.draft_changed.connect(self._on_draft)
        desk.said.connect(lambda text, kind: self.toast.say(text, kind))
        desk.rule_wanted.connect(self.show_rule)
        desk.play_on_wanted.connect(lambda: self.work.play_on())
        desk.proof_wanted.connect(lambda what: self.work.save_proof(what))
        self.replay.turned.connect(self.commands.refresh)
        theme().changed.connect(self._wear_theme)

    def _on_draft(self) -> None:
        """Ask the commands again when a plan comes, goes, or becomes another verdict; not with every step."""
        draft = self.desk.draft
        state = None if draft is None else draft.allowed
        if state is None or state != self._draft_state:
            self.commands.refresh()
        self._draft_state = state

    def _make_battle_part(self) -> None:
        """Make map, panels and status bar; put off until a battle needs them, so that the start is quick."""
        from wolfling_gui.ui.battle_view import BattleView
        from wolfling_gui.ui.panels.replay_bar import ReplayBar
        from wolfling_gui.ui.window_docks import WindowDocks

        self.view = BattleView(self.desk, self.settings.show)
        self.pages.addWidget(self.view)
        panels = self.panels = WindowDocks(self)
        self.forces, self.guide, self.log = panels.forces, panels.guide, panels.log
        self.companion, self.facts = panels.companion, panels.facts
        self.pages.addWidget(self.companion)
        self.view.card_wanted.connect(self.guide.show_numbers)
        self.view.from_there.changed.connect(self.commands.refresh)
        self.commands.keys_changed.connect(self.guide.refresh)
        self.guide.hints.changed.connect(self.commands.refresh)
        self.guide.hints.kept.connect(self.work.keep)
        self.guide.answered.connect(self.focus_home)
        self.guide.new_wanted.connect(lambda: self.work.new_battle())
        self.guide.log_wanted.connect(self.open_log)
        self.guide.summary_wanted.connect(lambda: self.work.save_summary())
        self.guide.back_wanted.connect(self._ask_back)
        self.log.open_wanted.connect(self.toggle_log)
        self.log.correct_wanted.connect(self.guide.ask_to_correct)
        self.log.tools.replay_wanted.connect(self.commands["replay"].trigger)
        self.log.view.replay_wanted.connect(self.replay.begin_at)
        self.log.tools.luck_wanted.connect(lambda: self.work.show_luck())
        # Without a parent it would come up as a window of its own where it is shown at once.
        bar = ReplayBar(self.desk, self.replay, self.log, self.commands, self.pages)
        self.replay_bar = bar
        bar.back_wanted.connect(self._ask_back)
        bar.leave_wanted.connect(self.leave_replay)
        self._column.addWidget(bar)
        for panel in (self.guide, self.log, self.forces, self.companion, self.facts, bar):
            panel.rule_opened.connect(self.show_rule)
        self.companion.page_changed.connect(self._show_middle)
        self.companion.correct.changed.connect(self.guide.refresh)
        self.desk.facts_wanted.connect(panels.show_facts)
        for action in self.commands.listed:
            if action.scope == "map":
                self.view.addAction(self.commands[action.id])

    def _make_status(self) -> None:
        from wolfling_gui.ui.panels.status import StatusStrip

        self.status = StatusStrip(self.desk)
        self.status.ruleset_field.clicked.connect(lambda: self.work.browse_rules())
        self.status.house_field.clicked.connect(lambda: self.work.browse_rules(changed=True))
        self.status.theme_field.clicked.connect(lambda: self.work.next_theme())
        self.statusBar().addWidget(self.status, 1)

    # ------------------------------------------------------------------ battle or first screen

    def _on_session(self) -> None:
        playing = self.desk.session is not None
        first = playing and self.panels is None
        if first:
            self._make_battle_part()
        if playing and self.panels is not None:
            at_table = self.desk.battle is not None and self.desk.battle.real_table
            mode: ViewMode = "companion" if at_table else "play" if self.desk.watching else self.settings.mode
            if first:
                self.panels.begin_in(mode)
            self._enter(mode)
        self._show_middle()
        self._bar.setVisible(playing)
        self._lay_out_anew()
        self._show_title()
        self.commands.refresh()
        if playing:
            self.focus_home()

    @property
    def mode(self) -> ViewMode:
        """Return how the battle is shown: to be played on the map, or beside a real table."""
        return "play" if self.panels is None else self.panels.mode

    def set_mode(self, mode: ViewMode) -> None:
        """Show the battle in another mode, and remember it unless the battle itself asks for one."""
        battle = self.desk.battle
        if self.panels is None or battle is None or mode == self.panels.mode:
            return
        if not battle.real_table:
            self.settings.mode = mode
        self._enter(mode)
        self.commands.refresh()
        self.focus_home()

    def _enter(self, mode: ViewMode) -> None:
        if self.panels is None or self.guide is None or self.companion is None:
            return
        self.panels.set_mode(mode)
        self.strip.set_mode(mode)
        self._show_middle()

    def show_page(self, page: str) -> None:
        """Show a page of the companion in the middle."""
        if self.companion is not None and self.mode == "companion":
            self.companion.show_page(page)
            self.focus_home()

    def _show_middle(self) -> None:
        """Show what belongs in the middle: the first screen, the map, or a page of the companion."""
        if self.view is None or self.companion is None or self.panels is None:
            return
        if self.desk.session is None:
            self.pages.setCurrentWidget(self.welcome)
        elif self.mode == "companion" and self.companion.page != "table":
            self.pages.setCurrentWidget(self.companion)
        else:
            self.pages.setCurrentWidget(self.view)
        self.strip.show_page(self.companion.page)
        self.panels.choose_card()
        self.commands.refresh()

    def open_session(self, session: Session, *, watching: bool = False) -> None:
        """Put a battle on the table, or one that is only watched."""
        self.desk.open(session, watching=watching)

    def _show_title(self) -> None:
        session = self.desk.session if self._stage == "furnished" else None
        if session is None:
            self.setWindowTitle("Wolfling")
            self._corners.say(self.tr("no battle open"))
            return
        self.setWindowTitle(self.tr("%1 – Wolfling").replace("%1", session.header.title))
        said = self.tr("%1   ·   at a real table") if session.header.battle.real_table else "%1"
        if self.desk.watching:
            said = self.tr("%1   ·   demonstration")
        self._corners.say(said.replace("%1", session.header.title, 1))

    # ------------------------------------------------------------------ layout

    @property
    def narrow(self) -> bool:
        """Tell whether the window is laid out for a small screen."""
        return self.panels is not None and bool(self.panels.narrow)

    @property
    def docks(self) -> dict[str, QDockWidget]:
        """Return the docks by name; none before the first battle."""
        return {} if self.panels is None else self.panels.docks

    @property
    def rail(self) -> Rail | None:
        """Return the short forces of a small window."""
        return None if self.panels is None else self.panels.rail

    @property
    def flyout(self) -> FlyOut | None:
        """Return the forces that flew out over the map, or None."""
        return None if self.panels is None else self.panels.flyout

    def _lay_out(self) -> None:
        if self.panels is not None:
            self.panels.lay_out()

    def _lay_out_anew(self) -> None:
        if self.panels is not None:
            self.panels.narrow = None
            self.panels.lay_out()

    def toggle_log(self) -> None:
        """Open the whole log in a small window, or fold it to one line again; else show or hide the panel."""
        if self.panels is not None:
            self.panels.toggle_log()

    def _ask_back(self, line: int) -> None:
        """Ask in the log whether the battle goes back to a step."""
        self.open_log()
        if self.log is not None:
            self.log.ask_back(line)

    def open_log(self) -> None:
        """Show the whole log and go to its newest row."""
        if self.panels is not None:
            self.panels.open_log()

    def toggle_panel(self, name: str) -> None:
        """Show or hide a panel, and remember it."""
        if self.panels is not None:
            self.panels.toggle(name)

    def panel_shown(self, name: str) -> bool:
        """Tell whether a panel is wanted."""
        return self.panels is None or self.panels.shown(name)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Arrange the panels anew when the window has become small or large."""
        super().resizeEvent(event)
        if self.panels is not None:
            if self.panels.narrow is not None:
                self.panels.lay_out()
            self.panels.place_flyout()

    def showEvent(self, event: QShowEvent) -> None:
        """Arrange the panels once there is a size."""
        super().showEvent(event)
        self._lay_out_anew()

    def set_motion(self) -> None:
        """Let panels slide to their places, or jump there."""
        self.setDockOptions(QMainWindow.DockOption.AllowTabbedDocks)
        self.setAnimated(not theme().calm)

    def _wear_theme(self) -> None:
        self._lay_out_anew()
        self._corners.wear_theme()
        self.commands.refresh()

    # ------------------------------------------------------------------ keys

    def parts(self) -> list[QWidget]:
        """Return the parts that F6 walks: toolbar, map, right, left and bottom panel."""
        if self.desk.session is None or self.view is None:
            return [self.welcome]
        docks = self.panels.parts() if self.panels is not None else []
        middle = self.pages.currentWidget() or self.view
        bar = [self.replay_bar] if self.replay_bar is not None and self.replay.on else []
        return [self.strip, middle, *bar, *docks]

    def walk_parts(self, way: int) -> None:
        """Give the focus to the next part of the window, or the one before."""
        target = next_part(self.parts(), QApplication.focusWidget(), way)
        if target is not None:
            target.setFocus(Qt.FocusReason.TabFocusReason)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Take the keys that work wherever the focus is."""
        if take_key(self, event):
            event.accept()
        else:
            super().keyPressEvent(event)

    def childEvent(self, event: QChildEvent) -> None:
        """Let the key of the help work in every dialog, too."""
        super().childEvent(event)
        child = event.child()
        if event.polished() and isinstance(child, QDialog) and self._stage == "furnished":
            child.addAction(self.commands["help"])

    def step_back(self) -> None:
        """Go one step back: open forms and cards, then drag, target or plan, tool, selection."""
        if self.panels is not None and self.panels.flyout is not None:
            self.panels.fly_in()
            return
        for part in (self.log, self.guide, self.view):
            if part is not None and part.step_back():
                return
        if not self.replay.leave():
            self.desk.step_back()

    def toggle_replay(self) -> None:
        """Step through the battle, or come back to now."""
        if self.replay.on:
            self.leave_replay()
        else:
            self.replay.begin()

    def leave_replay(self) -> None:
        """Come back to now; from a battle that is only watched to the first screen."""
        if self.desk.watching:
            self.work.close_battle()
        else:
            self.replay.leave()
            self.focus_home()

    def focusNextPrevChild(self, forward: bool) -> bool:
        """Walk on with Tab; when what had the focus went away, go to the question or the map instead.

        Qt would hand it to whatever comes next in the window, such as Undo in the toolbar.
        """
        lost = QApplication.focusWidget()
        if lost is not None and not (lost.isVisible() and lost.isEnabled()) and self.focus_home():
            return True
        if self.desk.session is not None:
            target = next_stop(self.parts(), lost, forward=forward)
            if target is not None:
                reason = Qt.FocusReason.TabFocusReason if forward else Qt.FocusReason.BacktabFocusReason
                target.setFocus(reason)
                return True
        return super().focusNextPrevChild(forward)

    def focus_home(self) -> bool:
        """Give the focus to the field of the question that waits, else to the map; False without a battle."""
        if self.desk.session is None or self.view is None or self.guide is None:
            return False
        if self.desk.request is None or not self.guide.request.take_focus():
            if self.pages.currentWidget() is self.companion and self.companion is not None:
                self.companion.setFocus(Qt.FocusReason.OtherFocusReason)
            else:
                self.view.focus_map()
        return True

    # ------------------------------------------------------------------ rules, notes, leaving

    def show_rule(self, rule: str) -> None:
        """Show a rule in the guide, or in the browser when it stands there already or the guide is shut."""
        guide = self.guide
        hidden = guide is None or not self.docks["guide"].isVisible()
        if hidden or guide is None or guide.shown_rule == rule:
            self.work.browse_rules(rule)
        else:
            guide.show_rule(rule)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Keep the settings and the place in the list of battles; ask first where steps are not on disk."""
        if not self.keeper.may_leave(self.close):
            event.ignore()
            return
        self.work.leave_battle()
        settings = self.settings
        if not self.isFullScreen():
            settings.geometry = bytes(self.saveGeometry().toHex().data()).decode()
        if self.panels is not None:
            self.panels.keep()
        save_settings(settings)
        super().closeEvent(event)
