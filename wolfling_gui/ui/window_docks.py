"""Hold the window's docks: what they show in each mode, how they fit the window, and which are closed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from PySide6.QtCore import QByteArray, QObject, QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QApplication, QDockWidget, QWidget

from wolfling_gui.ui.hints import HintBook
from wolfling_gui.ui.panels.companion import CompanionView
from wolfling_gui.ui.panels.facts import FactsForm
from wolfling_gui.ui.panels.forces import ForcesPanel
from wolfling_gui.ui.panels.guide import GuidePanel
from wolfling_gui.ui.panels.log import LogPanel
from wolfling_gui.ui.panels.rail import FlyOut, Rail
from wolfling_gui.ui.theme import theme
from wolfling_gui.ui.widgets import ANY_WIDTH
from wolfling_gui.ui.window_parts import FoldingTitle

if TYPE_CHECKING:
    from wolfling_gui.ui.main_window import MainWindow

ViewMode = Literal["play", "companion"]
MODES: tuple[ViewMode, ...] = ("play", "companion")
NARROW_WIDTH, NARROW_HEIGHT = 1360, 800
WIDE_WIDTH = 1800
LEFT, RIGHT, RIGHT_NARROW, RIGHT_WIDE, BOTTOM = 260, 344, 316, 400, 152
FACTS = 430
"""The height of the facts above the guide, where there is room."""
CLOSABLE = ("forces", "facts", "guide", "log")
_KEPT = {"play": "dock_", "companion": "companion_"}


class WindowDocks(QObject):
    """Make a window's panels and arrange them; how they were left is remembered for each mode."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        desk = window.desk
        self.mode: ViewMode = "play"
        self.narrow: bool | None = None
        self._wide = False
        self._facts_inside = False
        self._log_open = False
        shown = window.settings.show
        self._closed: dict[str, set[str]] = {
            mode: {name for name in CLOSABLE if shown.get(_KEPT[mode] + name) is False} for mode in MODES
        }
        self.flyout: FlyOut | None = None
        self.docks: dict[str, QDockWidget] = {}
        self.forces, self.log = ForcesPanel(desk), LogPanel(desk)
        self.guide = GuidePanel(desk, HintBook(window.settings))
        self.facts = FactsForm(desk)
        self.companion = CompanionView(desk)
        self.companion.page_changed.connect(self._follow_facts)
        for signal in (desk.battle_changed, desk.session_changed):
            signal.connect(self._follow_facts)
        areas = Qt.DockWidgetArea
        self._dock("forces", self.tr("Forces"), self.forces, areas.LeftDockWidgetArea)
        self._facts_holder = QWidget()
        self._dock("facts", self.tr("Facts at the table"), self._facts_holder, areas.RightDockWidgetArea)
        self._dock("guide", self.tr("Guide"), self.guide, areas.RightDockWidgetArea)
        self._dock("log", self.tr("Log"), self.log, areas.BottomDockWidgetArea)
        title = self._title("log")
        title.add_widget(self.log.tools)
        self.log.counted.connect(lambda count: title.set_note(_entries(count)))
        self.rail = Rail(desk)
        self.rail.unit_wanted.connect(self.fly_out)
        rail = QDockWidget(self.tr("Forces, short"), window)
        rail.setObjectName("rail")
        nothing = FoldingTitle("", rail)
        nothing.fold(True)
        rail.setTitleBarWidget(nothing)
        rail.setFeatures(QDockWidget.DockWidgetFeature.NoDockWidgetFeatures)
        rail.setWidget(self.rail)
        window.addDockWidget(areas.LeftDockWidgetArea, rail)
        self.docks["rail"] = rail
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        app.focusChanged.connect(self._focus_went)

    def _dock(self, name: str, title: str, panel: QWidget, area: Qt.DockWidgetArea) -> None:
        dock = QDockWidget(title, self._window)
        dock.setObjectName(name)
        dock.setTitleBarWidget(FoldingTitle(title, dock))
        dock.setWidget(panel)
        self._window.addDockWidget(area, dock)
        dock.visibilityChanged.connect(lambda *_: self._window.commands.refresh())
        self.docks[name] = dock

    def _title(self, name: str) -> FoldingTitle:
        title = self.docks[name].titleBarWidget()
        assert isinstance(title, FoldingTitle)
        return title

    # ------------------------------------------------------------------ modes

    def begin_in(self, mode: ViewMode) -> None:
        """Take the arrangement that was kept for a mode, at the start."""
        self.mode = mode
        self._restore()

    def set_mode(self, mode: ViewMode) -> None:
        """Keep the arrangement of the mode that is left and take that of the other one."""
        if mode == self.mode:
            return
        self.keep()
        self.mode = mode
        self._restore()
        self.narrow = None
        self.lay_out()

    def choose_card(self) -> None:
        """Let the large card ask where its page is shown, else the small one in the guide."""
        if self.mode == "companion" and self.companion.page == "request":
            self.companion.request.take_over(self.guide.request)
            self.guide.ask_elsewhere(self.companion.request, self.companion.correct)
        else:
            self.guide.ask_elsewhere(None)
            self.companion.request.set_active(False)

    def keep(self) -> None:
        """Keep how the docks stand in this mode."""
        kept = bytes(self._window.saveState().toHex().data()).decode()
        if self.mode == "play":
            self._window.settings.state = kept
        else:
            self._window.settings.companion_state = kept

    def _restore(self) -> None:
        settings = self._window.settings
        kept = settings.state if self.mode == "play" else settings.companion_state
        if kept:
            self._window.restoreState(QByteArray.fromHex(kept.encode()))

    @property
    def _shut(self) -> set[str]:
        return self._closed[self.mode]

    # ------------------------------------------------------------------ layout

    def lay_out(self) -> None:
        """Arrange the panels for the size of the window and the mode."""
        look, window = theme(), self._window
        # Larger text needs the room that a smaller window would have.
        narrow = window.width() <= NARROW_WIDTH * look.scale or window.height() <= NARROW_HEIGHT * look.scale
        wide = window.width() >= WIDE_WIDTH * look.scale
        inside, self._facts_inside = self._facts_inside, narrow or self._middle_is_free()
        changed = narrow != self.narrow or wide != self._wide
        self.narrow, self._wide = narrow, wide
        playing = window.desk.session is not None
        companion = self.mode == "companion"
        shown = {
            "forces": not narrow and "forces" not in self._shut,
            "rail": narrow and "forces" not in self._shut,
            "facts": companion and not self._facts_inside and "facts" not in self._shut,
            "guide": "guide" not in self._shut,
            "log": "log" not in self._shut,
        }
        if changed or inside != self._facts_inside:
            self._house_facts()
        for name, visible in shown.items():
            self.docks[name].setVisible(playing and visible)
        if changed:
            self.fly_in()
            self._size(narrow, wide)
        elif inside and not self._facts_inside:
            self._size_facts()

    def _middle_is_free(self) -> bool:
        """Tell whether the middle has room for the facts: its first page is shown, no volley is rolled."""
        rolled = self._window.desk.request is not None and self.facts.shot is not None
        wanted = self.mode == "companion" and "facts" not in self._shut
        return wanted and self.companion.page == "request" and not rolled

    def _follow_facts(self) -> None:
        """Move the facts between the middle and their dock as the moment changes."""
        if self.narrow is False and self.mode == "companion" and self._middle_is_free() != self._facts_inside:
            self.lay_out()

    def _house_facts(self) -> None:
        """Put the facts where they have room: in their dock, under the request, or within the guide."""
        if self.mode == "play":
            self.guide.hold_facts(self.facts)
            return
        self.guide.hold_facts(None)
        inside = self._facts_inside
        self.companion.hold_facts(self.facts if inside else None)
        if not inside:
            self.docks["facts"].setWidget(self.facts)
        self.facts.set_columns(2 if inside else 1)
        self.facts.set_scrolling(not inside)
        if not inside:
            self.facts.show()

    def _size(self, narrow: bool, wide: bool) -> None:
        look, window, docks = theme(), self._window, self.docks
        companion = self.mode == "companion"
        self.forces.set_companion(companion)
        self.guide.set_compact(narrow)
        if window.replay_bar is not None:
            window.replay_bar.set_compact(narrow)
        window.strip.set_narrow(narrow)
        one_line = narrow and not self._log_open
        self.log.set_one_line(one_line)
        self._title("log").fold(one_line)
        right = RIGHT_NARROW if narrow else RIGHT_WIDE if wide else RIGHT
        self.guide.setMinimumWidth(look.px(312))
        self.guide.setMaximumWidth(look.px(440))
        self.forces.setMinimumWidth(look.px(220))
        self.forces.setMaximumWidth(look.px(360))
        bottom = 34 if one_line else BOTTOM
        self.log.setMinimumHeight(look.px(32) if one_line else look.px(60))
        self.log.setMaximumHeight(look.px(34) if one_line else ANY_WIDTH)
        window.resizeDocks([docks["guide"]], [look.px(right)], Qt.Orientation.Horizontal)
        if not narrow:
            window.resizeDocks([docks["forces"]], [look.px(LEFT)], Qt.Orientation.Horizontal)
        window.resizeDocks([docks["log"]], [look.px(bottom)], Qt.Orientation.Vertical)
        if companion and not self._facts_inside:
            self._size_facts()

    def _size_facts(self) -> None:
        """Give the facts their height above the guide."""
        look, window = theme(), self._window
        room = window.height() - look.px(100)
        facts = min(look.px(FACTS), room * 3 // 5)
        docks = [self.docks["facts"], self.docks["guide"]]
        window.resizeDocks(docks, [facts, room - facts], Qt.Orientation.Vertical)

    # ------------------------------------------------------------------ panels

    def shown(self, name: str) -> bool:
        """Tell whether a panel is wanted in this mode."""
        return name not in self._shut

    def toggle(self, name: str) -> None:
        """Show or hide a panel, and remember it."""
        self._shut.symmetric_difference_update({name})
        self._window.settings.show[_KEPT[self.mode] + name] = name not in self._shut
        self.lay_out()
        self._window.commands.refresh()

    def toggle_log(self) -> None:
        """Open the whole log in a small window, or fold it to one line again; else show or hide the panel."""
        if self.narrow and self.shown("log"):
            self._log_open = not self._log_open
            self.narrow = None
            self.lay_out()
        else:
            self.toggle("log")
        if self.docks["log"].isVisible():
            self.log.view.setFocus(Qt.FocusReason.OtherFocusReason)

    def open_log(self) -> None:
        """Show the whole log and go to its newest row."""
        if not self.shown("log"):
            self.toggle("log")
        if self.narrow and not self._log_open:
            self.toggle_log()
        rows = self.log.view.rows
        self.log.view.setCurrentIndex(rows.index(max(0, len(rows.rows) - 1)))
        self.log.view.setFocus(Qt.FocusReason.OtherFocusReason)

    def show_facts(self) -> None:
        """Bring the facts into view and go to the first that is waited for."""
        if self.mode == "play":
            if not self.shown("guide"):
                self.toggle("guide")
            self.guide.open_facts()
        elif not self.narrow and not self.shown("facts"):
            self.toggle("facts")
        elif self.narrow:
            self.companion.show_page("request")
        self.facts.take_focus()

    def parts(self) -> list[QWidget]:
        """Return the docks that F6 walks, in its order."""
        left = "rail" if self.narrow else "forces"
        return [self.docks[n] for n in ("facts", "guide", left, "log") if self.docks[n].isVisible()]

    # ------------------------------------------------------------------ the forces of a small window

    def fly_out(self, unit: str) -> None:
        """Let the forces fly out over the map in a small window; the same click takes them away."""
        if self.flyout is not None:
            self.fly_in()
            return
        self.flyout = FlyOut(self._window)
        self.flyout.content().addWidget(self.forces)
        self.forces.show()
        self.flyout.gone.connect(self.fly_in)
        self._window.desk.target_changed.connect(self.fly_in)
        self.place_flyout()
        self.flyout.show()
        self.flyout.raise_()
        if unit:
            self._window.desk.select(unit)
        self.forces.view.setFocus(Qt.FocusReason.OtherFocusReason)

    def _focus_went(self, _old: QWidget | None, now: QWidget | None) -> None:
        """Put the forces back when another part of the window is turned to."""
        flyout = self.flyout
        if flyout is None or now is None or now is self.rail or now.window() is not self._window:
            return
        if now is not flyout and not flyout.isAncestorOf(now):
            self.fly_in()

    def fly_in(self) -> None:
        """Put the forces back into their dock."""
        flyout, self.flyout = self.flyout, None
        if flyout is None:
            return
        self._window.desk.target_changed.disconnect(self.fly_in)
        self.docks["forces"].setWidget(self.forces)
        flyout.hide()
        flyout.deleteLater()

    def place_flyout(self) -> None:
        """Keep the forces that flew out beside the rail."""
        if self.flyout is None:
            return
        corner = self.rail.mapTo(self._window, QPoint(self.rail.width(), 0))
        self.flyout.setGeometry(QRect(corner, QSize(theme().px(LEFT), self.rail.height())))


def _entries(count: int) -> str:
    from wolfling_gui.ui.counted import plural

    return plural("MainWindow", "1 entry", "%n entries", count) if count else ""
