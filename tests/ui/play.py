"""Play in a real window as a player does: by mouse events on the map, buttons and lists, or by keys alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QDialog, QWidget

from wolfling_gui.core.lengths import Point
from wolfling_gui.ui.main_window import MainWindow
from wolfling_gui.ui.panels.guide import DRAG_MS, HASTE_MS
from wolfling_gui.ui.panels.welcome import StarterRow

LEFT = Qt.MouseButton.LeftButton
PLAIN = Qt.KeyboardModifier.NoModifier
CONTROL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier


def settle(rounds: int = 4) -> None:
    """Let timers of zero and layouts run."""
    for _ in range(rounds):
        QApplication.processEvents()


def rest() -> None:
    """Wait as long as the guide needs to follow a drag."""
    QTest.qWait(2 * DRAG_MS)
    settle()


def press(window: QWidget, key: Qt.Key, modifier: Qt.KeyboardModifier = PLAIN) -> None:
    """Press a key where the focus is, else in the window."""
    QTest.keyClick(QApplication.focusWidget() or window, key, modifier)
    settle()


class Player:
    """Sit at a window: everything it does is an event of mouse or keyboard."""

    def __init__(self, window: MainWindow) -> None:
        self.window = window

    @property
    def desk(self):
        """Return the window's desk, to look at only."""
        return self.window.desk

    @property
    def battle(self):
        """Return the battle shown."""
        return self.window.desk.battle

    @property
    def guide(self):
        """Return the guide."""
        return self.window.guide

    @property
    def map(self):
        """Return the map."""
        return self.window.view.board

    # ------------------------------------------------------------------ keyboard

    def press(self, key: Qt.Key, modifier: Qt.KeyboardModifier = PLAIN) -> None:
        """Press a key where the focus is."""
        press(self.window, key, modifier)

    def tab_to(self, wanted: Callable[[QWidget], bool]) -> None:
        """Press Tab until the focus is on what is wanted."""
        for _ in range(60):
            if self.focus is not None and wanted(self.focus):
                return
            self.press(Qt.Key.Key_Tab)
        raise AssertionError("Tab never comes there")

    def type(self, text: str) -> None:
        """Type a text where the focus is."""
        QTest.keyClicks(QApplication.focusWidget() or self.window, text)
        settle()

    @property
    def focus(self) -> QWidget | None:
        """Return the widget that has the focus."""
        return QApplication.focusWidget()

    def breathe(self) -> None:
        """Wait until keys typed after dice are orders again."""
        QTest.qWait(HASTE_MS + 50)
        settle()

    # ------------------------------------------------------------------ mouse

    def click(self, widget: QWidget, at: QPoint | None = None) -> None:
        """Click a widget that can be seen, in its middle or at a place."""
        assert widget.isVisible(), widget
        assert widget.isEnabled(), (widget, widget.toolTip())
        QTest.mouseClick(widget, LEFT, PLAIN, at if at is not None else widget.rect().center())
        settle()

    def button(self, words: str, inside: QWidget | None = None) -> QAbstractButton:
        """Return the visible button with these words, else the first that begins with them."""
        for button in self.buttons(inside):
            if words in (button.text(), button.accessibleName()):
                return button
        for button in self.buttons(inside):
            if button.text().startswith(words) or button.accessibleName().startswith(words):
                return button
        said = [b.text() or b.accessibleName() for b in self.buttons(inside)]
        raise AssertionError(f"no button {words!r} among {said}")

    def buttons(self, inside: QWidget | None = None) -> Iterator[QAbstractButton]:
        """Yield the visible buttons."""
        for button in (inside or self.window).findChildren(QAbstractButton):
            if button.isVisible():
                yield button

    def press_button(self, words: str, inside: QWidget | None = None) -> None:
        """Click the button with these words."""
        self.click(self.button(words, inside))

    def dialog(self) -> QDialog:
        """Return the dialog that is open."""
        return next(d for d in self.window.findChildren(QDialog) if d.isVisible())

    def main(self) -> str:
        """Return what the guide's main button says."""
        return self.guide.main.text() if self.guide.main.isVisible() else ""

    def click_main(self, words: str) -> None:
        """Click the guide's main button, which must say these words."""
        assert words in self.main(), self.main()
        self.click(self.guide.main)

    def choose_row(self, words: str) -> None:
        """Click the row of the guide's list with these words."""
        view = self.guide.choices
        for number, row in enumerate(view.rows.rows):
            if words in row.name:
                rect = view.visualRect(view.rows.index(number))
                self.guide.body.ensureWidgetVisible(view)
                self.click(view.viewport(), QPoint(rect.x() + 40, rect.center().y()))
                return
        raise AssertionError(f"no row {words!r} among {[r.name for r in view.rows.rows]}")

    def spot(self, at: Point) -> QPoint:
        """Return where a place of the table is on the map."""
        return self.map.to_view(at).toPoint()

    def place(self, model: str) -> Point:
        """Return where a model is shown: in the plan, else on the table."""
        draft = self.desk.draft
        if draft is not None and model in draft.places:
            return draft.places[model].at
        if draft is not None and draft.paths.get(model):
            return draft.paths[model][-1].at
        return self.battle.models[model].place.at

    def click_map(self, at: Point, modifier: Qt.KeyboardModifier = PLAIN) -> None:
        """Click a place of the table."""
        QTest.mouseMove(self.map.viewport(), self.spot(at))
        QTest.mouseClick(self.map.viewport(), LEFT, modifier, self.spot(at))
        settle()

    def click_model(self, model: str, modifier: Qt.KeyboardModifier = PLAIN) -> None:
        """Click a model on the map."""
        self.click_map(self.place(model), modifier)

    def drag(self, model: str, to: Point, steps: int = 6, during: Callable[[], object] | None = None) -> None:
        """Drag a model to a place of the table, and let go."""
        self.drag_from(self.place(model), to, steps, during)

    def drag_from(
        self, at: Point, to: Point, steps: int = 6, during: Callable[[], object] | None = None
    ) -> None:
        """Drag whatever lies at a place of the table to another, and let go."""
        view = self.map.viewport()
        start, end = QPointF(self.spot(at)), QPointF(self.spot(to))
        QTest.mouseMove(view, start.toPoint())
        QTest.mousePress(view, LEFT, PLAIN, start.toPoint())
        for step in range(1, steps + 1):
            QTest.mouseMove(view, (start + (end - start) * step / steps).toPoint())
            settle(1)
        if during is not None:
            during()
        QTest.mouseRelease(view, LEFT, PLAIN, end.toPoint())
        rest()

    # ------------------------------------------------------------------ the first screen

    def starter(self, words: str) -> StarterRow:
        """Return the row of a scenario on the first screen."""
        settle()
        for row in self.window.welcome.findChildren(StarterRow):
            if row.isVisible() and words in row.accessibleName():
                return row
        raise AssertionError(f"no scenario {words!r} on the first screen")
