"""Hold the window: menus, toolbar, map, panels and status bar around one desk."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from PySide6.QtCore import QByteArray, QEvent, QPoint, QRect, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QKeyEvent, QPaintEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QDockWidget,
    QHBoxLayout,
    QMainWindow,
    QMenu,
    QStackedWidget,
    QWidget,
)

from wolfling_gui.ui.focus import first_stop, next_stop
from wolfling_gui.ui.icons import icon
from wolfling_gui.ui.menu_names import MENUS, MenuName, menu_title
from wolfling_gui.ui.panels.welcome import WelcomePanel
from wolfling_gui.ui.settings import Settings, load_settings, save_settings
from wolfling_gui.ui.theme import theme
from wolfling_gui.ui.widgets import TextLabel

if TYPE_CHECKING:
    from wolfling_gui.session.session import Session
    from wolfling_gui.ui.battle_view import BattleView
    from wolfling_gui.ui.commands import Commands
    from wolfling_gui.ui.desk import Desk
    from wolfling_gui.ui.panels.bar import ToolStrip
    from wolfling_gui.ui.panels.forces import ForcesPanel
    from wolfling_gui.ui.panels.guide import GuidePanel
    from wolfling_gui.ui.panels.log import LogPanel
    from wolfling_gui.ui.panels.rail import FlyOut, Rail
    from wolfling_gui.ui.panels.status import StatusStrip
    from wolfling_gui.ui.widgets import Toast
    from wolfling_gui.ui.window_parts import StripBar
    from wolfling_gui.ui.work import Work

NARROW_WIDTH, NARROW_HEIGHT = 1360, 800
WIDE_WIDTH = 1800
SMALLEST = QSize(1024, 640)
LATEST_MS = 500
"""A window that is never painted is furnished all the same after so many milliseconds."""
FURNITURE = frozenset(("desk", "commands", "strip", "status", "toast", "work"))
LEFT, RIGHT, RIGHT_NARROW, RIGHT_WIDE, BOTTOM = 260, 344, 316, 400, 152


class MainWindow(QMainWindow):
    """Show the first screen, or a battle with its panels; remembers how it was left."""

    desk: Desk
    commands: Commands
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
        self._narrow: bool | None = None
        self._wide = False
        self._log_open = False
        self._closed: set[str] = set()
        self._sized = False
        self._first_battle = True
        self._draft_state: bool | None = None
        self._focus_back: QWidget | None = None
        self.view: BattleView | None = None
        self.forces: ForcesPanel | None = None
        self.guide: GuidePanel | None = None
        self.log: LogPanel | None = None
        self.flyout: FlyOut | None = None
        self.rail: Rail | None = None
        self.docks: dict[str, QDockWidget] = {}
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
        self.setDockOptions(QMainWindow.DockOption.AnimatedDocks | QMainWindow.DockOption.AllowTabbedDocks)
        self.setCorner(Qt.Corner.BottomLeftCorner, Qt.DockWidgetArea.LeftDockWidgetArea)
        self.setCorner(Qt.Corner.BottomRightCorner, Qt.DockWidgetArea.RightDockWidgetArea)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.NoContextMenu)
        self.pages = QStackedWidget()
        welcome = self.welcome = WelcomePanel()
        self.pages.addWidget(welcome)
        self.setCentralWidget(self.pages)
        welcome.new_wanted.connect(lambda: self.work.new_battle())
        welcome.open_wanted.connect(lambda: self.work.open_file())
        welcome.import_wanted.connect(lambda: self.work.import_map())
        welcome.battle_wanted.connect(lambda path: self.work.open_path(path))
        welcome.starter_wanted.connect(lambda path: self.work.new_battle(path))
        welcome.ruleset_wanted.connect(lambda name: self.work.browse_ruleset(name))
        bar = self.menuBar()
        bar.setNativeMenuBar(False)
        self._menus: dict[MenuName, QMenu] = {name: bar.addMenu(menu_title(name)) for name in MENUS}
        brand = QWidget()
        row = QHBoxLayout(brand)
        row.setContentsMargins(12, 0, 6, 0)
        row.setSpacing(8)
        mark = TextLabel("")
        mark.setPixmap(icon("fox", "accent").pixmap(QSize(16, 16)))
        row.addWidget(mark)
        row.addWidget(TextLabel("Wolfling", "row_title"))
        self._brand_mark = mark
        bar.setCornerWidget(brand, Qt.Corner.TopLeftCorner)
        aside = QWidget()
        line = QHBoxLayout(aside)
        line.setContentsMargins(8, 0, 12, 0)
        self._aside = TextLabel("", "small", "text2")
        line.addWidget(self._aside)
        bar.setCornerWidget(aside, Qt.Corner.TopRightCorner)
        # The menu bar does not keep them alive for Python.
        self._corners = (brand, aside)
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
        from wolfling_gui.ui.panels.bar import ToolStrip
        from wolfling_gui.ui.widgets import Toast
        from wolfling_gui.ui.window_commands import table
        from wolfling_gui.ui.window_parts import StripBar
        from wolfling_gui.ui.work import Work

        theme().write_pictures()
        self.setWindowIcon(icon("fox", "accent"))
        self.desk = self._desk if self._desk is not None else Desk(self)
        self.desk.set_app_dice(self.settings.app_dice)
        self.commands = Commands(table(self), self)
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
        desk.proof_wanted.connect(lambda what: self.work.save_proof(what))
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
        from wolfling_gui.ui.panels.forces import ForcesPanel
        from wolfling_gui.ui.panels.guide import GuidePanel
        from wolfling_gui.ui.panels.log import LogPanel
        from wolfling_gui.ui.panels.rail import Rail
        from wolfling_gui.ui.window_parts import FoldingTitle

        desk = self.desk
        self.view = BattleView(desk, self.settings.show)
        self.pages.addWidget(self.view)
        self.forces, self.guide, self.log = ForcesPanel(desk), GuidePanel(desk), LogPanel(desk)
        self.view.card_wanted.connect(self.guide.show_numbers)
        self.view.from_there.changed.connect(self.commands.refresh)
        self.guide.answered.connect(self.focus_home)
        self.guide.new_wanted.connect(lambda: self.work.new_battle())
        self.guide.log_wanted.connect(self.open_log)
        self.guide.back_wanted.connect(self._ask_back)
        self.guide.rule_opened.connect(self.show_rule)
        self.log.rule_opened.connect(self.show_rule)
        self.log.open_wanted.connect(self.toggle_log)
        self.log.correct_wanted.connect(self.guide.ask_to_correct)
        self.log.tools.luck_wanted.connect(lambda: self.work.show_luck())
        areas = Qt.DockWidgetArea
        self._dock("forces", self.tr("Forces"), self.forces, areas.LeftDockWidgetArea)
        self._dock("guide", self.tr("Guide"), self.guide, areas.RightDockWidgetArea)
        self._dock("log", self.tr("Log"), self.log, areas.BottomDockWidgetArea)
        log_title = self.docks["log"].titleBarWidget()
        assert isinstance(log_title, FoldingTitle)
        log_title.add_widget(self.log.tools)
        self.log.counted.connect(lambda count: log_title.set_note(_entries(count)))
        self.rail = Rail(desk)
        self.rail.unit_wanted.connect(self._fly_out)
        rail = QDockWidget(self.tr("Forces, short"), self)
        rail.setObjectName("rail")
        nothing = FoldingTitle("", rail)
        nothing.fold(True)
        rail.setTitleBarWidget(nothing)
        rail.setFeatures(QDockWidget.DockWidgetFeature.NoDockWidgetFeatures)
        rail.setWidget(self.rail)
        self.addDockWidget(areas.LeftDockWidgetArea, rail)
        self.docks["rail"] = rail
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

    def _dock(self, name: str, title: str, panel: QWidget, area: Qt.DockWidgetArea) -> None:
        from wolfling_gui.ui.window_parts import FoldingTitle

        dock = QDockWidget(title, self)
        dock.setObjectName(name)
        dock.setTitleBarWidget(FoldingTitle(title, dock))
        dock.setWidget(panel)
        self.addDockWidget(area, dock)
        dock.visibilityChanged.connect(lambda *_: self.commands.refresh())
        self.docks[name] = dock

    # ------------------------------------------------------------------ battle or first screen

    def _on_session(self) -> None:
        playing = self.desk.session is not None
        if playing and self.view is None:
            self._make_battle_part()
            self._restore_docks()
        if self.view is not None:
            self.pages.setCurrentWidget(self.view if playing else self.welcome)
        self._bar.setVisible(playing)
        self._narrow = None
        self._lay_out()
        self._show_title()
        self.commands.refresh()
        if playing and self.view is not None:
            self.view.focus_map()

    def _restore_docks(self) -> None:
        if self.settings.state:
            self.restoreState(QByteArray.fromHex(self.settings.state.encode()))
        for name in ("forces", "guide", "log"):
            if self.settings.show.get(f"dock_{name}") is False:
                self._closed.add(name)

    def open_session(self, session: Session) -> None:
        """Put a battle on the table."""
        self.desk.open(session)

    def _show_title(self) -> None:
        session = self.desk.session if self._stage == "furnished" else None
        if session is None:
            self.setWindowTitle("Wolfling")
            self._aside.setText(self.tr("no battle open"))
            self._fit_aside()
            return
        self.setWindowTitle(self.tr("%1 – Wolfling").replace("%1", session.header.title))
        self._aside.setText(session.header.title)
        self._fit_aside()

    def _fit_aside(self) -> None:
        """Let the menu bar make room for the words at its right."""
        for corner in self._corners:
            corner.setFixedHeight(theme().px(29))
            corner.setFixedWidth(corner.sizeHint().width())
        self.menuBar().adjustSize()
        QApplication.sendEvent(self.menuBar(), QEvent(QEvent.Type.LayoutRequest))

    # ------------------------------------------------------------------ layout

    @property
    def narrow(self) -> bool:
        """Tell whether the window is laid out for a small screen."""
        return bool(self._narrow)

    def _lay_out(self) -> None:
        """Arrange the panels for the size of the window."""
        look = theme()
        # Larger text needs the room that a smaller window would have.
        narrow = self.width() <= NARROW_WIDTH * look.scale or self.height() <= NARROW_HEIGHT * look.scale
        if self.view is None or self.forces is None or self.guide is None or self.log is None:
            return
        from wolfling_gui.ui.window_parts import FoldingTitle

        playing = self.desk.session is not None
        wide = self.width() >= WIDE_WIDTH * look.scale
        changed = narrow != self._narrow or wide != self._wide
        self._narrow, self._wide = narrow, wide
        shown = {
            "forces": playing and not narrow and "forces" not in self._closed,
            "rail": playing and narrow and "forces" not in self._closed,
            "guide": playing and "guide" not in self._closed,
            "log": playing and "log" not in self._closed,
        }
        for name, visible in shown.items():
            self.docks[name].setVisible(visible)
        if not changed:
            return
        if self.flyout is not None:
            self._fly_in()
        self.guide.set_compact(narrow)
        self.strip.set_narrow(narrow)
        one_line = narrow and not self._log_open
        self.log.set_one_line(one_line)
        title = self.docks["log"].titleBarWidget()
        assert isinstance(title, FoldingTitle)
        title.fold(one_line)
        right = RIGHT_NARROW if narrow else RIGHT_WIDE if wide else RIGHT
        self.guide.setMinimumWidth(look.px(312))
        self.guide.setMaximumWidth(look.px(440))
        self.forces.setMinimumWidth(look.px(220))
        self.forces.setMaximumWidth(look.px(360))
        bottom = 34 if one_line else BOTTOM
        self.log.setMinimumHeight(look.px(32) if one_line else look.px(60))
        self.log.setMaximumHeight(look.px(34) if one_line else 16777215)
        self.resizeDocks([self.docks["guide"]], [look.px(right)], Qt.Orientation.Horizontal)
        if not narrow:
            self.resizeDocks([self.docks["forces"]], [look.px(LEFT)], Qt.Orientation.Horizontal)
        self.resizeDocks([self.docks["log"]], [look.px(bottom)], Qt.Orientation.Vertical)

    def toggle_log(self) -> None:
        """Open the whole log in a small window, or fold it to one line again; else show or hide the panel."""
        if self._narrow and "log" not in self._closed:
            self._log_open = not self._log_open
            self._narrow = None
            self._lay_out()
        else:
            self.toggle_panel("log")
        if self.log is not None and self.docks["log"].isVisible():
            self.log.view.setFocus(Qt.FocusReason.OtherFocusReason)

    def _ask_back(self, line: int) -> None:
        """Ask in the log whether the battle goes back to a step."""
        self.open_log()
        if self.log is not None:
            self.log.ask_back(line)

    def open_log(self) -> None:
        """Show the whole log and go to its newest row."""
        if self.log is None:
            return
        if "log" in self._closed:
            self.toggle_panel("log")
        if self._narrow and not self._log_open:
            self.toggle_log()
        rows = self.log.view.rows
        self.log.view.setCurrentIndex(rows.index(max(0, len(rows.rows) - 1)))
        self.log.view.setFocus(Qt.FocusReason.OtherFocusReason)

    def toggle_panel(self, name: str) -> None:
        """Show or hide a panel, and remember it."""
        self._closed ^= {name}
        self.settings.show[f"dock_{name}"] = name not in self._closed
        self._lay_out()
        self.commands.refresh()

    def panel_shown(self, name: str) -> bool:
        """Tell whether a panel is wanted."""
        return name not in self._closed

    def _fly_out(self, unit: str) -> None:
        """Let the forces fly out over the map in a small window; the same click takes them away."""
        if self.forces is None:
            return
        if self.flyout is not None:
            self._fly_in()
            return
        from wolfling_gui.ui.panels.rail import FlyOut

        self.flyout = FlyOut(self)
        self.flyout.content().addWidget(self.forces)
        self.forces.show()
        self.flyout.gone.connect(self._fly_in)
        self._place_flyout()
        self.flyout.show()
        self.flyout.raise_()
        if unit:
            self.desk.select(unit)
        self.forces.view.setFocus(Qt.FocusReason.OtherFocusReason)

    def _fly_in(self) -> None:
        flyout, self.flyout = self.flyout, None
        if flyout is None or self.forces is None:
            return
        self.docks["forces"].setWidget(self.forces)
        flyout.hide()
        flyout.deleteLater()

    def _place_flyout(self) -> None:
        if self.flyout is None or self.rail is None:
            return
        corner = self.rail.mapTo(self, QPoint(self.rail.width(), 0))
        self.flyout.setGeometry(QRect(corner, QSize(theme().px(LEFT), self.rail.height())))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Arrange the panels anew when the window has become small or large."""
        super().resizeEvent(event)
        if self._narrow is not None:
            self._lay_out()
        self._place_flyout()

    def showEvent(self, event: QShowEvent) -> None:
        """Arrange the panels once there is a size."""
        super().showEvent(event)
        self._narrow = None
        self._lay_out()

    def _wear_theme(self) -> None:
        self._brand_mark.setPixmap(icon("fox", "accent").pixmap(QSize(16, 16)))
        self._narrow = None
        self._lay_out()
        self._fit_aside()
        self.commands.refresh()

    # ------------------------------------------------------------------ keys

    def parts(self) -> list[QWidget]:
        """Return the parts that F6 walks: toolbar, map, right, left and bottom panel."""
        if self.desk.session is None or self.view is None:
            return [self.welcome]
        found: list[QWidget] = [self.strip, self.view]
        left = "rail" if self._narrow else "forces"
        found += [self.docks[name] for name in ("guide", left, "log") if self.docks[name].isVisible()]
        return found

    def walk_parts(self, way: int) -> None:
        """Give the focus to the next part of the window, or the one before."""
        parts = self.parts()
        focused = QApplication.focusWidget()
        here = next(
            (n for n, part in enumerate(parts) if focused is not None and _within(focused, part)), -way
        )
        for step in range(1, len(parts) + 1):
            part = parts[(here + way * step) % len(parts)]
            target = first_stop(part)
            if target is not None:
                target.setFocus(Qt.FocusReason.TabFocusReason)
                return

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Take the keys that work wherever the focus is: 1 to 9, Enter, Esc."""
        key = event.key()
        plain = event.modifiers() in (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier)
        if self.desk.session is None or self.guide is None or not plain:
            super().keyPressEvent(event)
            return
        if key == Qt.Key.Key_Escape:
            self.step_back()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            focused = QApplication.focusWidget()
            if isinstance(focused, QAbstractButton) and focused.isEnabled():
                focused.click()
            else:
                self.guide.enter()
        elif Qt.Key.Key_1 <= key <= Qt.Key.Key_9:
            self.guide.choose(key - Qt.Key.Key_0)
        elif key == Qt.Key.Key_R and self.desk.request is not None:
            self.guide.request.roll_missing()
        else:
            super().keyPressEvent(event)
            return
        event.accept()

    def step_back(self) -> None:
        """Go one step back: open forms and cards, then drag, target or plan, tool, selection."""
        if self.flyout is not None:
            self._fly_in()
            return
        for part in (self.log, self.guide, self.view):
            if part is not None and part.step_back():
                return
        self.desk.step_back()

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
        """Keep the settings and the place in the list of battles; every step is on disk already."""
        self.work.leave_battle()
        settings = self.settings
        if not self.isFullScreen():
            settings.geometry = bytes(self.saveGeometry().toHex().data()).decode()
        if self.view is not None:
            settings.state = bytes(self.saveState().toHex().data()).decode()
        save_settings(settings)
        super().closeEvent(event)


def _entries(count: int) -> str:
    from wolfling_gui.ui.counted import plural

    return plural("MainWindow", "1 entry", "%n entries", count) if count else ""


def _within(widget: QWidget, part: QWidget) -> bool:
    return widget is part or part.isAncestorOf(widget)
