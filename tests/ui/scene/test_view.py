from __future__ import annotations

import gc
import subprocess
import sys
import weakref

import pytest
from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QAccessible, QColor, QRegion, QWheelEvent
from PySide6.QtWidgets import QApplication

from tests.ui.scene.demo import every_kind, shooting
from tests.ui.scene.symbols.pictures import shows
from wolfling_gui.core.forces import Place
from wolfling_gui.core.lengths import Point, at
from wolfling_gui.ui.palette import LIGHT
from wolfling_gui.ui.scene import overlays as o
from wolfling_gui.ui.scene.chrome import figure_place
from wolfling_gui.ui.scene.hits import Thing
from wolfling_gui.ui.scene.projection import LARGEST_ZOOM, SMALLEST_ZOOM, ZOOM_STEP
from wolfling_gui.ui.scene.view import BoardView


@pytest.fixture
def board(qtbot, deck):
    view = BoardView()
    qtbot.addWidget(view)
    view.resize(840, 648)
    view.sync(deck)
    view.show()
    qtbot.waitExposed(view)
    QApplication.processEvents()
    return view


@pytest.fixture
def tower(qtbot, yard):
    view = BoardView()
    qtbot.addWidget(view)
    view.resize(900, 640)
    view.sync(yard)
    view.show()
    qtbot.waitExposed(view)
    return view


def seen(board, point):
    return board.to_view(point).toPoint()


class Regions(QObject):
    """Remember what parts of a viewport are painted."""

    def __init__(self, board):
        super().__init__(board)
        self.painted = QRegion()
        board.viewport().installEventFilter(self)

    def eventFilter(self, watched, event):
        if event.type() == QEvent.Type.Paint:
            self.painted = self.painted.united(event.region())
        return False

    def take(self):
        QApplication.processEvents()
        found, self.painted = self.painted, QRegion()
        return found


# ---------------------------------------------------------------------- coordinates


@pytest.mark.parametrize("zoom", [6.0, 11.3, 25.0, 60.0, 96.0])
@pytest.mark.parametrize("spot", [(0, 0), (32, 24), (7.25, 19.5), (-3, 40)])
def test_points_come_back_from_the_view(board, zoom, spot):
    board.set_zoom(zoom)
    for settled in (False, True):
        if settled:
            board.settle()
        back = board.to_table(board.to_view(at(*spot)))
        assert abs(back.x - at(*spot).x) <= 1
        assert abs(back.y - at(*spot).y) <= 1


def test_north_is_up_and_east_is_right(board):
    low, high = board.to_view(at(1, 1)), board.to_view(at(5, 9))
    assert high.x() - low.x() == pytest.approx(4 * board.zoom)
    assert low.y() - high.y() == pytest.approx(8 * board.zoom)


def test_the_whole_table_is_shown_first(board):
    corners = board.to_view(at(0, 0)), board.to_view(at(32, 24))
    assert all(board.viewport().rect().contains(corner.toPoint()) for corner in corners)
    middle = QPointF(board.viewport().rect().center())
    assert (board.to_view(at(16, 12)) - middle).manhattanLength() <= 2


# ---------------------------------------------------------------------- zoom and pan


@pytest.mark.parametrize("pos", [(100, 100), (700, 500), (20, 600), (420, 320)])
@pytest.mark.parametrize("factor", [ZOOM_STEP, 1 / ZOOM_STEP, 3.0])
def test_zoom_keeps_what_is_under_the_pointer(board, pos, factor):
    place = QPointF(*pos)
    point = board.to_table(place)
    board.zoom_at(factor, place)
    assert (board.to_view(point) - place).manhattanLength() <= 1.5
    board.settle()
    assert (board.to_view(point) - place).manhattanLength() <= 2.5


def test_many_steps_in_and_out_come_back(board):
    place = QPointF(300, 200)
    point, zoom = board.to_table(place), board.zoom
    for way in (1, 1, 1, -1, -1, -1):
        board.zoom_at(ZOOM_STEP**way, place)
    board.settle()
    assert board.zoom == pytest.approx(zoom)
    assert (board.to_view(point) - place).manhattanLength() <= 6


def test_zoom_stays_in_its_range(board):
    for _ in range(30):
        board.zoom_at(ZOOM_STEP)
    assert board.zoom == LARGEST_ZOOM
    for _ in range(30):
        board.zoom_at(1 / ZOOM_STEP)
    assert board.zoom == SMALLEST_ZOOM


def test_a_zoom_bakes_nothing_until_it_rests(board, qtbot):
    terrain = board.board.terrain
    board.viewport().repaint()
    bakes = terrain.bakes
    for _ in range(3):
        board.zoom_at(ZOOM_STEP)
        board.viewport().repaint()
    assert terrain.bakes == bakes
    assert board.board.projection.px_per_inch != board.zoom
    qtbot.waitUntil(lambda: terrain.bakes > bakes, timeout=2000)
    assert board.board.projection.px_per_inch == board.zoom


def test_the_wheel_zooms_at_the_pointer(board, qtbot):
    place = QPointF(500, 300)
    point, zoom = board.to_table(place), board.zoom
    event = QWheelEvent(
        place,
        board.viewport().mapToGlobal(place),
        QPoint(),
        QPoint(0, 120),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    with qtbot.waitSignal(board.zoom_changed):
        QApplication.sendEvent(board.viewport(), event)
    assert board.zoom == pytest.approx(zoom * ZOOM_STEP)
    assert (board.to_view(point) - place).manhattanLength() <= 1.5


def test_the_middle_button_pans(board, qtbot):
    board.set_zoom(40)
    point = board.to_table(QPointF(400, 300))
    port = board.viewport()
    qtbot.mousePress(port, Qt.MouseButton.MiddleButton, pos=QPoint(400, 300))
    qtbot.mouseMove(port, QPoint(340, 260))
    qtbot.mouseRelease(port, Qt.MouseButton.MiddleButton, pos=QPoint(340, 260))
    assert (board.to_view(point) - QPointF(340, 260)).manhattanLength() <= 1


def test_held_space_pans_and_a_tap_is_told(board, qtbot):
    board.set_zoom(40)
    taps = []
    board.space_tapped.connect(lambda: taps.append(1))
    point, port = board.to_table(QPointF(400, 300)), board.viewport()
    qtbot.keyPress(board, Qt.Key.Key_Space)
    qtbot.mousePress(port, Qt.MouseButton.LeftButton, pos=QPoint(400, 300))
    qtbot.mouseMove(port, QPoint(430, 310))
    qtbot.mouseRelease(port, Qt.MouseButton.LeftButton, pos=QPoint(430, 310))
    qtbot.keyRelease(board, Qt.Key.Key_Space)
    assert (board.to_view(point) - QPointF(430, 310)).manhattanLength() <= 1
    assert taps == []
    qtbot.keyClick(board, Qt.Key.Key_Space)
    assert taps == [1]


def test_a_strip_of_the_table_stays_in_view(board):
    board.set_zoom(25)
    board.horizontalScrollBar().setValue(10**6)
    board.verticalScrollBar().setValue(10**6)
    assert board.viewport().rect().contains(seen(board, at(32, 0)))


def test_centre_on_brings_things_to_the_middle(board):
    board.set_zoom(60)
    middle = QPointF(board.viewport().rect().center())
    for ids, spot in ((["M1"], at(21.6, 4.7)), (["M"], at(21.6, 4.7)), (["D5"], at(25, 11))):
        board.centre_on(ids)
        assert (board.to_view(spot) - middle).manhattanLength() <= 4
    before = board.to_view(at(0, 0))
    board.centre_on(["nothing"])
    assert board.to_view(at(0, 0)) == before


def test_a_resized_window_keeps_the_whole_table_or_the_middle(board):
    board.resize(600, 500)
    QApplication.processEvents()
    assert board.viewport().rect().contains(seen(board, at(32, 24)))
    board.set_zoom(70)
    board.settle()
    point = board.to_table(QPointF(board.viewport().rect().center()))
    board.resize(700, 640)
    QApplication.processEvents()
    middle = QPointF(board.viewport().rect().center())
    assert (board.to_view(point) - middle).manhattanLength() <= 3


# ---------------------------------------------------------------------- repaint


def test_a_moved_model_repaints_only_two_places(board, deck):
    regions = Regions(board)
    regions.take()
    board.sync(deck.with_place("M1", Place(at(20, 3))))
    painted = regions.take()
    assert not painted.isEmpty()
    allowed = QRegion()
    for spot in (at(21.6, 4.7), at(20, 3)):
        middle = seen(board, spot)
        allowed = allowed.united(QRect(middle.x() - 60, middle.y() - 60, 120, 120))
    assert painted.subtracted(allowed).isEmpty()


def test_the_same_battle_repaints_nothing(board, deck):
    regions = Regions(board)
    regions.take()
    board.sync(deck)
    board.set_overlays(board.board.overlays)
    assert regions.take().isEmpty()


def test_dragging_repaints_only_the_drag(board, deck):
    start = deck.models["M1"].place.at
    regions = Regions(board)

    def drag(x):
        spot = Point(start.x, start.y - x)
        board.set_overlays(
            (
                o.SelectedRing("M1"),
                o.Ghost("M1", Place(spot)),
                o.Path((start, spot)),
                o.TargetRing("R1", "legal"),
            )
        )

    drag(600)
    regions.take()
    drag(900)
    painted = regions.take()
    middle = seen(board, start)
    assert not painted.isEmpty()
    assert painted.subtracted(QRegion(middle.x() - 70, middle.y() - 60, 140, 140)).isEmpty()


# ---------------------------------------------------------------------- levels


def test_one_level_needs_no_switcher(board):
    assert board._levels.isHidden()


def test_levels_are_chosen_by_click_and_by_step(tower, qtbot):
    told = []
    tower.level_changed.connect(told.append)
    assert tower.level == 0
    tower.step_level(1)
    tower.step_level(1)
    tower.step_level(1)
    tower.step_level(-1)
    chips = {chip.level: chip for chip in tower._levels._chips}
    assert chips[1].isChecked()
    qtbot.mouseClick(chips[None], Qt.MouseButton.LeftButton)
    assert told == [1, 2, 1, None]
    assert tower.level is None
    tower.step_level(-1)
    assert tower.level == 2


def test_the_switcher_counts_the_models(tower, yard):
    names = [chip.accessibleName() for chip in tower._levels._chips]
    assert names == ["All levels, 12 models", "Level 2, 2 models", "Level 1, 2 models", "Level 0, 8 models"]
    tower.sync(yard.with_place("B1", None))
    assert tower._levels._chips[-1].accessibleName() == "Level 0, 7 models"


# ---------------------------------------------------------------------- what is under the pointer


def test_things_are_found_where_they_are_drawn(board):
    assert board.model_at(board.to_view(at(21.6, 4.7))) == "M1"
    assert board.model_at(board.to_view(at(21.6, 6.2))) is None
    assert board.door_at(board.to_view(at(25, 11)) + QPointF(0, 5)) == "D5"
    assert board.door_at(board.to_view(at(25, 11)) + QPointF(0, 12)) is None
    for spot, thing in (
        (at(21.6, 4.7), Thing("model", "M1")),
        (at(25, 11), Thing("door", "D5")),
        (at(9, 14), Thing("wall", "W3")),
        (at(10.4, 19), Thing("area", "F3")),
        (at(20, 20), Thing("zone", "R5")),
    ):
        assert board.thing_at(board.to_view(spot)) == thing
    assert board.thing_at(board.to_view(at(0.3, 0.3))) is None


def test_panning_keeps_tools_away_and_gives_their_cursor_back(board, qtbot):
    port = board.viewport()
    port.setCursor(Qt.CursorShape.CrossCursor)
    assert not board.panning
    qtbot.keyPress(board, Qt.Key.Key_Space)
    assert board.panning
    assert port.cursor().shape() == Qt.CursorShape.OpenHandCursor
    qtbot.mousePress(port, Qt.MouseButton.LeftButton, pos=QPoint(300, 300))
    assert port.cursor().shape() == Qt.CursorShape.ClosedHandCursor
    qtbot.mouseRelease(port, Qt.MouseButton.LeftButton, pos=QPoint(300, 300))
    qtbot.keyRelease(board, Qt.Key.Key_Space)
    assert not board.panning
    assert port.cursor().shape() == Qt.CursorShape.CrossCursor


def test_the_readout_names_the_place(board, qtbot):
    told = []
    board.cursor_moved.connect(lambda *what: told.append(what))
    for spot in (at(14, 20), at(0.4, 0.4)):
        qtbot.mouseMove(board.viewport(), seen(board, spot))
    assert [(level, name) for _, level, name in told] == [(0, "R3 Reactor hall"), (0, "")]


def test_the_readout_follows_the_level(tower, qtbot):
    told = []
    tower.show_level(2)
    tower.cursor_moved.connect(lambda *what: told.append(what))
    qtbot.mouseMove(tower.viewport(), seen(tower, at(17, 25)))
    assert told[-1][1:] == (2, "Q1 Foundry")


def test_an_empty_board_answers_everything(qtbot):
    view = BoardView()
    qtbot.addWidget(view)
    view.resize(300, 300)
    view.show()
    pos = QPointF(50, 50)
    assert (view.model_at(pos), view.door_at(pos), view.thing_at(pos)) == (None, None, None)
    view.fit()
    view.zoom_at(2.0)
    view.settle()
    view.step_level(1)
    qtbot.mouseMove(view.viewport(), QPoint(60, 60))
    view.grab()


# ---------------------------------------------------------------------- looks


def test_the_theme_repaints_the_map(board, look):
    look.set_theme("light")
    QApplication.processEvents()
    picture = board.grab().toImage()
    assert shows(picture, LIGHT.floor) > 50_000
    assert shows(picture, LIGHT.wall) > 1000
    look.set_clear(True)
    assert board.board.palette_in_use() is look.palette
    look.set_clear(False)
    look.set_theme("dark")
    assert shows(board.grab().toImage(), LIGHT.floor) < 500


def test_another_screen_bakes_anew(board, monkeypatch):
    board.viewport().repaint()
    monkeypatch.setattr(BoardView, "devicePixelRatioF", lambda self: 2.0)
    QApplication.sendEvent(board, QEvent(QEvent.Type.DevicePixelRatioChange))
    board.viewport().repaint()
    table = board.board.projection.table_rect
    assert board.board.terrain.baked_pixels() > 3.9 * table.width() * table.height()


def test_the_map_cursor_is_described_and_announced(board, monkeypatch):
    told = []
    monkeypatch.setattr(QAccessible, "updateAccessibility", lambda event: told.append(event.type()))
    assert board.accessibleName() == "Map"
    board.describe("Riflemen, 5 of 5, legal target")
    assert board.accessibleDescription() == "Riflemen, 5 of 5, legal target"
    board.describe("Riflemen, 5 of 5, legal target", announce=True)
    assert told == [QAccessible.Event.DescriptionChanged, QAccessible.Event.Announcement]


def test_the_controls_zoom(board, qtbot):
    control = board._zoom_control
    board.set_zoom(25)
    buttons = [control.layout().itemAt(n).widget() for n in range(4)]
    qtbot.mouseClick(buttons[2], Qt.MouseButton.LeftButton)
    assert buttons[1].text() == "125 %"
    qtbot.mouseClick(buttons[0], Qt.MouseButton.LeftButton)
    assert buttons[1].text() == "100 %"
    board.set_zoom(60)
    qtbot.mouseClick(buttons[1], Qt.MouseButton.LeftButton)
    assert board.zoom == 25
    board.set_zoom(60)
    qtbot.mouseClick(buttons[3], Qt.MouseButton.LeftButton)
    assert board.viewport().rect().contains(seen(board, at(32, 24)))
    assert all(button.accessibleName() and button.toolTip() for button in buttons)


def test_the_rulers_count_from_the_south_west(board):
    picture = board.grab().toImage()
    corner = seen(board, at(0, 0)) + board.viewport().pos()
    ticks = [
        y
        for y in range(corner.y() - 200, corner.y() + 1)
        if picture.pixelColor(11, y) == QColor(board.board.palette_in_use().line2)
    ]
    # Long ticks every six inches: at 0 and at 6.
    assert len(ticks) == 2
    assert abs(ticks[1] - corner.y()) <= 1
    assert abs(ticks[1] - ticks[0] - 6 * board.zoom) <= 1


# ---------------------------------------------------------------------- ends


def test_a_closed_map_is_freed(qtbot, deck, yard, look):
    view = BoardView()
    view.resize(500, 400)
    view.sync(deck)
    view.set_overlays(shooting(deck))
    view.show()
    QApplication.processEvents()
    view.sync(yard)
    view.set_overlays(every_kind())
    view.grab()
    watched = [weakref.ref(view), weakref.ref(view.board), weakref.ref(view.board.terrain)]
    view.close()
    view.deleteLater()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    QApplication.processEvents()
    del view
    gc.collect()
    assert [ref() for ref in watched] == [None, None, None]
    look.set_theme("light")
    look.set_theme("dark")


def test_the_map_is_imported_without_the_libraries_of_geometry(root):
    code = "import sys, wolfling_gui.ui.scene.view; sys.exit(bool({'numpy', 'shapely'} & sys.modules.keys()))"
    done = subprocess.run([sys.executable, "-c", code], cwd=root, timeout=50)
    assert done.returncode == 0


@pytest.mark.parametrize("tick", [0.5, 3.5, 11.5, 60.5, 86.5, 95.5, 99.5])
@pytest.mark.parametrize("side", ["top", "left"])
def test_no_figure_of_a_ruler_is_cut_at_its_end(side, tick):
    rect = QRectF(0, 0, 100, 18) if side == "top" else QRectF(0, 0, 18, 100)
    spot, align = figure_place(rect, side, tick, 12.0)
    if side == "left":
        assert spot.y() - 5 >= 0
        return
    left = spot.x() - 12 if align & Qt.AlignmentFlag.AlignRight else spot.x()
    assert left >= 0
    assert left + 12 <= 100
    assert abs(spot.x() - tick) == 4
