"""Nothing played is lost: not by a correction, a full disk, a deleted file, or by closing the window."""

from __future__ import annotations

import errno
import os
import shutil
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog

from tests.ui.deck import MINE, THEIRS, deck_session
from wolfling_gui.core.actions import Adjust, SetScore
from wolfling_gui.files import journal_writer
from wolfling_gui.files.journal import Step, read_journal
from wolfling_gui.files.locations import resources_dir, rulesets_dir
from wolfling_gui.session import opening as begun
from wolfling_gui.session.correcting import preview
from wolfling_gui.session.session import Session
from wolfling_gui.ui import opening
from wolfling_gui.ui.app import open_window
from wolfling_gui.ui.dialogs.leaving import LeavingDialog
from wolfling_gui.ui.dialogs.new_battle import NewBattleDialog
from wolfling_gui.ui.main_window import MainWindow
from wolfling_gui.ui.settings import Settings, load_settings, settings_file

DEMO = resources_dir() / "demo" / "deck-seven-raid.wolfling"
PLAYED = len(read_journal(DEMO).history.branch())
"""How many steps the demonstration battle has."""
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
    path = Path(shutil.copy(DEMO, folder / "demo.wolfling"))
    assert window.work.open_path(path)
    settle()
    return path


def falls_out_by_ones(session: Session, step: Step) -> bool:
    """Tell whether later actions fall out when all dice of an action's first answer are put right to ones."""
    if not step.answers or not isinstance(step.answers[0], list):
        return False
    try:
        found = preview(session, 0, [1] * len(step.answers[0]), step)
    except ValueError:
        return False
    return not found.again and "fall out" in found.follows


def test_undo_brings_back_what_fell_out_by_a_correction_and_redo_leads_there_again(window, tmp_path):
    demo(window, tmp_path)
    session = window.desk.session
    assert session is not None
    old = session.steps
    step = next(one for one in old if falls_out_by_ones(session, one))
    window.desk.correct(0, [1] * len(step.answers[0]), step)
    settle()
    assert window.toast.text().startswith("Played again: ")
    assert "Undo brings all of them back." in window.toast.text()
    after = session.steps
    assert len(after) < len(old)
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


# ---------------------------------------------------------------------- a full disk


class Disk:
    """A disk that takes no more lines of a journal while it is full."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.full = True
        real = journal_writer.write_all

        def write(handle: int, data: bytes) -> None:
            if self.full:
                raise OSError(errno.ENOSPC, "No space left on device")
            real(handle, data)

        monkeypatch.setattr(journal_writer, "write_all", write)


def score(window: MainWindow, points: int) -> None:
    """Do something that makes a step of its own."""
    window.desk.perform(Adjust((SetScore("blue", points),)))


def asked(window: MainWindow) -> LeavingDialog | None:
    """Return the question that is open before the battle is left."""
    settle()
    return next((d for d in window.findChildren(LeavingDialog) if d.isVisible()), None)


@pytest.fixture
def full(window, qtbot, tmp_path, monkeypatch):
    """Return a window whose disk is full, with two steps played since, its disk and the battle's file."""
    path = demo(window, tmp_path)
    disk = Disk(monkeypatch)
    for points in (3, 4):
        score(window, points)
    qtbot.waitUntil(lambda: window.keeper.bar is not None and window.keeper.bar.isVisible(), timeout=3000)
    yield window, disk, path
    disk.full = False
    window.close()


def test_a_full_disk_is_warned_of_until_a_try_succeeds(full, qtbot):
    window, disk, path = full
    bar = window.keeper.bar
    assert bar.label.text() == "The last 4 lines of this battle's record are not on disk. The disk is full."
    assert "is not on disk" in window.status.saved_field.text()
    qtbot.mouseClick(bar.again, Qt.MouseButton.LeftButton)
    qtbot.wait(200)
    assert bar.isVisible()
    disk.full = False
    qtbot.mouseClick(bar.again, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not bar.isVisible(), timeout=3000)
    assert window.status.saved_field.text().startswith("Saved, line")
    assert len(read_journal(path).history.branch()) == len(window.desk.session.steps) == PLAYED + 2


def test_space_that_is_freed_is_noticed_without_a_word(full, qtbot):
    window, disk, path = full
    disk.full = False
    qtbot.waitUntil(lambda: not window.keeper.bar.isVisible(), timeout=6000)
    assert len(read_journal(path).history.branch()) == PLAYED + 2


def test_closing_the_window_asks_first_and_esc_stays(full, qtbot):
    window, disk, path = full
    window.close()
    dialog = asked(window)
    assert dialog is not None
    assert "The disk is full." in dialog.label.text()
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    assert asked(window) is None
    assert window.isVisible()
    assert len(window.desk.session.steps) == PLAYED + 2
    window.close()
    dialog = asked(window)
    qtbot.mouseClick(dialog.again, Qt.MouseButton.LeftButton)
    assert asked(window) is dialog
    disk.full = False
    qtbot.mouseClick(dialog.again, Qt.MouseButton.LeftButton)
    settle()
    assert not window.isVisible()
    assert len(read_journal(path).history.branch()) == PLAYED + 2


def test_a_copy_elsewhere_holds_all_and_lets_the_battle_be_left(full, qtbot, tmp_path, monkeypatch):
    window, _, path = full
    copy = tmp_path / "copy.wolfling"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(path), ""))
    QTest.keyClick(window.view.board, Qt.Key.Key_W, CTRL)
    dialog = asked(window)
    assert dialog is not None
    qtbot.mouseClick(dialog.copy, Qt.MouseButton.LeftButton)
    assert asked(window) is dialog  # the battle's own file is no copy
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(copy), ""))
    qtbot.mouseClick(dialog.copy, Qt.MouseButton.LeftButton)
    settle()
    assert asked(window) is None
    assert window.desk.session is None
    assert len(read_journal(copy).history.branch()) == PLAYED + 2
    assert len(read_journal(path).history.branch()) == PLAYED


def test_opening_another_battle_asks_first_and_staying_lets_go_of_the_other(full, qtbot, tmp_path):
    window, _, path = full
    folder = tmp_path / "other"
    folder.mkdir()
    other = Path(shutil.copy(DEMO, folder))
    window.work.open_path(other)
    dialog = asked(window)
    qtbot.mouseClick(dialog.stay, Qt.MouseButton.LeftButton)
    settle()
    assert window.desk.session.recorder.path == path
    journal_writer.open_journal(other)[1].close()
    window.work.open_path(other)
    qtbot.mouseClick(asked(window).leave, Qt.MouseButton.LeftButton)
    settle()
    assert window.desk.session.recorder.path == other
    assert not window.keeper.bar.isVisible()


# ---------------------------------------------------------------------- a file that is gone


@pytest.mark.skipif(os.name == "nt", reason="an open file cannot be deleted there")
def test_a_deleted_battle_is_noticed_and_written_anew_with_a_word(window, qtbot, tmp_path):
    path = demo(window, tmp_path)
    path.unlink()
    qtbot.waitUntil(path.exists, timeout=6000)
    qtbot.waitUntil(lambda: "written anew" in window.toast.text(), timeout=3000)
    score(window, 2)
    window.close()
    assert len(read_journal(path).history.branch()) == PLAYED + 1


@pytest.mark.skipif(os.name == "nt", reason="an open file cannot be replaced there")
def test_another_file_in_its_place_is_told_and_left_alone(window, qtbot, tmp_path):
    path = demo(window, tmp_path)
    path.rename(tmp_path / "moved.wolfling")
    path.write_text("precious", encoding="utf-8")
    qtbot.waitUntil(lambda: window.keeper.bar is not None and window.keeper.bar.isVisible(), timeout=6000)
    assert window.status.saved_field.text() == "No longer on disk"
    assert "Another file has taken the place of demo.wolfling" in window.keeper.bar.label.text()
    window.close()
    dialog = asked(window)
    qtbot.mouseClick(dialog.leave, Qt.MouseButton.LeftButton)
    settle()
    assert not window.isVisible()
    assert path.read_text(encoding="utf-8") == "precious"


# ---------------------------------------------------------------------- files that cannot be used


@pytest.mark.parametrize("content", [b"", bytes(range(1, 200)), b'["12345678",{"format'])
def test_a_damaged_battle_is_called_so_and_opens_no_new_battle(window, tmp_path, content):
    bad = tmp_path / "raid.wolfling"
    bad.write_bytes(content)
    assert not window.work.open_path(bad)
    settle()
    assert "This battle's file is empty or damaged" in window.toast.text()
    assert "backup" in window.toast.text()
    assert not window.findChildren(NewBattleDialog)
    assert bad.read_bytes() == content


def test_a_battle_that_is_gone_from_the_list_says_so(window, tmp_path):
    assert not window.work.open_path(tmp_path / "gone.wolfling")
    assert window.toast.text() == f"{tmp_path / 'gone.wolfling'} is not there."
    assert not window.findChildren(NewBattleDialog)


def test_a_scenario_named_like_a_battle_is_a_scenario_all_the_same(tmp_path):
    named = tmp_path / "clinic.wolfling"
    shutil.copy(rulesets_dir() / "scenarios" / "night-clinic.yaml", named)
    assert opening.kind_of(named) == "scenario"


def test_the_battle_that_is_open_here_is_said_to_be_open_here(window, tmp_path):
    path = demo(window, tmp_path)
    session = window.desk.session
    assert window.work.open_path(path)
    assert window.toast.text() == "This battle is open already, in this window."
    assert window.desk.session is session
    window.close()


def test_a_battle_that_cannot_be_written_is_opened_to_be_looked_at(window, tmp_path, monkeypatch):
    def denied(path: Path) -> None:
        raise PermissionError(errno.EACCES, "Permission denied", str(path))

    monkeypatch.setattr(begun, "open_journal", denied)
    path = demo(window, tmp_path)
    before = path.read_bytes()
    assert len(window.desk.session.steps) == PLAYED
    assert "can be looked at, but what is done now is not kept" in window.toast.text()
    assert window.status.saved_field.text() == "Not on disk"
    score(window, 1)
    assert len(window.desk.session.steps) == PLAYED + 1
    window.close()
    assert path.read_bytes() == before


def test_a_folder_that_cannot_be_written_is_told_in_words(window, tmp_path, monkeypatch):
    def denied(title: str) -> None:
        raise PermissionError(errno.EACCES, "Permission denied", str(tmp_path / "battles"))

    monkeypatch.setattr(begun, "new_battle_path", denied)
    window.work.new_battle(rulesets_dir() / "scenarios" / "deck-seven-raid.yaml")
    settle()
    (dialog,) = window.findChildren(NewBattleDialog)
    dialog.start.click()
    said = f"{tmp_path / 'battles'} cannot be written or read: its rights do not allow it."
    assert dialog._problem.text() == said
    dialog.close()


def test_settings_nested_too_deep_are_begun_anew(look):
    settings_file().parent.mkdir(parents=True, exist_ok=True)
    settings_file().write_text("[" * 100_000, encoding="utf-8")
    assert vars(load_settings()) == vars(Settings())


# ---------------------------------------------------------------------- dice typed by half


def test_dice_typed_by_half_stay_when_the_window_changes_its_mode(window, qtbot):
    window.open_session(deck_session())
    settle()
    window.desk.select(MINE)
    window.desk.fire(THEIRS)
    settle()
    QTest.keyClicks(window.guide.request.field, "6 5")
    small = window.guide.request
    window.set_mode("companion")
    settle()
    large = window.guide.request
    assert large is not small
    assert large.field.text() == "6 5"
    assert small.field is None
    large.field.complete([4])
    window.set_mode("play")
    settle()
    assert window.guide.request is small
    assert small.entry.faces == (6, 5, 4)
    assert small.entry.typed == 2
    window.close()
