"""Zones, corners and objectives are dragged by the mouse or moved by keys, with live checks and undo."""

from __future__ import annotations

import weakref

import pytest
import shiboken6
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, Qt
from PySide6.QtTest import QSignalSpy, QTest
from PySide6.QtWidgets import QApplication

from wolfling_gui.core.lengths import at
from wolfling_gui.files.locations import rulesets_dir
from wolfling_gui.files.scenario import read_scenario
from wolfling_gui.session import arranging
from wolfling_gui.session.arranging import Outline
from wolfling_gui.ui.dialogs.ground import GroundDialog
from wolfling_gui.ui.widgets import TextLabel

DECK = rulesets_dir() / "scenarios" / "deck-seven-raid.yaml"
HOLD = Outline(0, 0)


def settle():
    for _ in range(4):
        QApplication.processEvents()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    QApplication.processEvents()


@pytest.fixture
def dialog(look, qtbot):
    made = GroundDialog(read_scenario(DECK))
    made.resize(1060, 660)
    made.show()
    qtbot.waitExposed(made)
    settle()
    yield made
    if shiboken6.isValid(made):
        made.close()
    settle()


def spot(dialog, point) -> QPoint:
    return dialog.map.board.to_view(point).toPoint()


def drag(dialog, start, end, key=Qt.KeyboardModifier.NoModifier):
    port = dialog.map.board.viewport()
    QTest.mousePress(port, Qt.MouseButton.LeftButton, key, spot(dialog, start))
    middle = at((start.x + end.x) / 5080, (start.y + end.y) / 5080)
    QTest.mouseMove(port, spot(dialog, middle))
    QTest.mouseMove(port, spot(dialog, end))
    QTest.mouseRelease(port, Qt.MouseButton.LeftButton, key, spot(dialog, end))


def polygon(dialog, outline=HOLD):
    return arranging.polygon_of(dialog.map.table, outline)


def test_a_zone_is_dragged_whole_and_undone_in_one_step(dialog, qtbot):
    before = polygon(dialog)
    drag(dialog, at(3, 6.5), at(7, 6.5))
    after = polygon(dialog)
    assert {p.x - q.x for p, q in zip(after, before, strict=True)} == {4 * 2540}
    assert dialog.map.chosen == HOLD
    qtbot.keyClick(dialog, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert polygon(dialog) == before
    qtbot.keyClick(dialog, Qt.Key.Key_Y, Qt.KeyboardModifier.ControlModifier)
    assert polygon(dialog) == after


def test_a_corner_is_dragged_and_snaps_to_a_rooms_corner(dialog):
    dialog.map.choose(HOLD)
    corner = polygon(dialog)[2]
    drag(dialog, corner, at(14.05, 8.05))
    assert polygon(dialog)[2] == at(14, 8)
    assert polygon(dialog)[0] == at(1, 1)


def test_the_ring_on_an_edge_makes_a_corner(dialog, qtbot):
    dialog.map.choose(HOLD)
    a, b = polygon(dialog)[0], polygon(dialog)[1]
    middle = at((a.x + b.x) / 5080, (a.y + b.y) / 5080)
    drag(dialog, middle, at(5, 4))
    assert len(polygon(dialog)) == 5
    assert polygon(dialog)[1] == at(5, 4)
    qtbot.keyClick(dialog.map.board, Qt.Key.Key_Delete)
    assert len(polygon(dialog)) == 4


def test_an_objective_is_dragged_and_put_back_by_esc(dialog, qtbot):
    name = next(iter(dialog.map.table.objectives))
    start = dialog.map.table.objectives[name].at
    drag(dialog, start, at(16, 18))
    assert dialog.map.table.objectives[name].at == at(16, 18)
    port = dialog.map.board.viewport()
    QTest.mousePress(
        port, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, spot(dialog, at(16, 18))
    )
    QTest.mouseMove(port, spot(dialog, at(20, 20)))
    assert dialog.map.table.objectives[name].at != at(16, 18)
    qtbot.keyClick(dialog.map.board, Qt.Key.Key_Escape)
    assert dialog.map.table.objectives[name].at == at(16, 18)
    QTest.mouseRelease(port, Qt.MouseButton.LeftButton)
    assert dialog.isVisible()


def test_keys_alone_walk_move_and_cut_corners(dialog, qtbot):
    board = dialog.map.board
    qtbot.keyClick(board, Qt.Key.Key_Tab)
    assert dialog.map.chosen == HOLD
    before = polygon(dialog)
    qtbot.keyClick(board, Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)
    assert polygon(dialog)[0] == before[0].shifted(2540, 0)
    qtbot.keyClick(board, Qt.Key.Key_C)
    assert dialog.map.corner == 0
    qtbot.keyClick(board, Qt.Key.Key_Up)
    assert polygon(dialog)[0] == before[0].shifted(2540, 635)
    qtbot.keyClick(board, Qt.Key.Key_Insert)
    assert len(polygon(dialog)) == 5
    qtbot.keyClick(board, Qt.Key.Key_Delete)
    assert len(polygon(dialog)) == 4
    assert dialog.list.currentRow() == 0


def test_what_is_wrong_is_told_while_dragging_and_bars_the_way(dialog):
    def said():
        return " | ".join(label.text() for label in dialog.findChildren(TextLabel))

    assert "Nothing to mend." in said()
    port = dialog.map.board.viewport()
    dialog.map.choose(HOLD)
    corner = polygon(dialog)[0]
    QTest.mousePress(port, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, spot(dialog, corner))
    QTest.mouseMove(port, spot(dialog, at(20, 4)))
    assert "The edge of Blue’s zone crosses itself." in said()
    assert not dialog.use.isEnabled()
    QTest.mouseRelease(
        port, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, spot(dialog, at(20, 20))
    )
    dialog.map.undo()
    assert dialog.use.isEnabled()
    name = next(iter(dialog.map.table.objectives))
    dialog.map.choose(name)
    dialog.map.change(arranging.objective_moved(dialog.map.table, name, at(9, 18)))
    assert "lies in wall" in said()
    assert dialog.use.isEnabled()


def test_objectives_come_and_go_and_are_proposed_anew(dialog, qtbot):
    count = len(dialog.map.table.objectives)
    qtbot.mouseClick(dialog.map.board.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(2, 2))
    dialog.map.add_objective()
    assert dialog.list.count() == len(dialog.map.things())
    assert len(dialog.map.table.objectives) == count + 1
    qtbot.mouseClick(dialog.remove, Qt.MouseButton.LeftButton)
    assert len(dialog.map.table.objectives) == count
    dialog._propose()
    assert len(dialog.map.table.objectives) == count
    assert {zone.side for zone in dialog.map.table.deployment} == {"blue", "orange"}


def test_it_gives_the_table_and_is_freed(look, qtbot):
    made = GroundDialog(read_scenario(DECK))
    made.show()
    settle()
    spy = QSignalSpy(made.arranged)
    made.map.choose(HOLD)
    made.map.nudge(0, 635)
    qtbot.keyClick(made, Qt.Key.Key_Return)
    assert spy.count() == 1
    assert spy.at(0)[0].deployment[0].polygons[0][0] == at(1, 1.25)
    alive = weakref.ref(made)
    settle()
    assert not shiboken6.isValid(made)
    look.set_theme("light")  # nothing of it listens any more
    del made
    import gc

    gc.collect()
    assert alive() is None
