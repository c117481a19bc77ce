"""Nothing played is lost: not by a correction, a full disk, a deleted file, or by closing the window."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from wolfling_gui.files.locations import resources_dir
from wolfling_gui.ui.app import open_window
from wolfling_gui.ui.main_window import MainWindow
from wolfling_gui.ui.settings import Settings

CTRL = Qt.KeyboardModifier.ControlModifier


def settle(rounds: int = 8) -> None:
    for _ in range(rounds):
        QApplication.processEvents()


@pytest.fixture
def window(look, qtbot) -> MainWindow:
    made = open_window(Settings(app_dice=False))
    qtbot.addWidget(made)
    made.activateWindow()
    qtbot.waitActive(made)
    settle()
    return made


def demo(window: MainWindow, folder: Path) -> Path:
    """Open a copy of the demonstration battle; return its file."""
    path = Path(shutil.copy(resources_dir() / "demo" / "deck-seven-raid.wolfling", folder / "demo.wolfling"))
    assert window.work.open_path(path)
    settle()
    return path


def test_undo_brings_back_what_fell_out_by_a_correction_and_redo_leads_there_again(window, tmp_path):
    demo(window, tmp_path)
    session = window.desk.session
    assert session is not None
    old = session.steps
    window.desk.correct(0, [1] * 6, session.recorder.history.steps[61])
    settle()
    assert window.toast.text().startswith("Played again: 0 of 53 actions.")
    assert window.toast.text().endswith("Undo brings all of them back.")
    after = session.steps
    assert len(after) == 25
    assert window.work.undo_label() == "Undo: the die put right"
    board = window.view.board
    QTest.keyClick(board, Qt.Key.Key_Z, CTRL)
    settle()
    if session.steps == after:
        QTest.keyClick(board, Qt.Key.Key_Z, CTRL)
        settle()
    assert session.steps == old
    assert window.work.redo_label() == "Redo: the die put right"
    QTest.keyClick(board, Qt.Key.Key_Y, CTRL)
    settle()
    assert session.steps == after
    window.close()
