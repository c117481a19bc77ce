"""The luck ledger's window: from the menu and the log, empty and filled, following the battle."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from tests.ui.deck import deck_session
from tests.ui.panels.test_correct import fire
from wolfling_gui.ui.desk import Desk
from wolfling_gui.ui.dialogs.luck import DifferenceBar, FaceBars, LuckDialog, difference_text
from wolfling_gui.ui.main_window import MainWindow
from wolfling_gui.ui.settings import Settings
from wolfling_gui.ui.widgets import TextLabel


@pytest.fixture
def desk(look) -> Desk:
    made = Desk()
    made.open(deck_session())
    return made


def words(dialog) -> list[str]:
    return [label.text() for label in dialog.findChildren(TextLabel) if label.isVisible()]


def settle():
    for _ in range(4):
        QApplication.processEvents()


def test_without_dice_it_says_what_will_be_counted(desk, qtbot):
    dialog = LuckDialog(desk)
    qtbot.addWidget(dialog)
    dialog.show()
    assert any(text.startswith("No dice yet.") for text in words(dialog))
    assert dialog.side.isHidden()


def test_sides_and_kinds_are_shown_and_it_follows_the_battle(desk, qtbot):
    dialog = LuckDialog(desk)
    qtbot.addWidget(dialog)
    dialog.show()
    fire(desk)
    settle()
    assert [s.text for s in dialog.side.segments()] == ["Blue", "Orange", "Both"]
    assert [row.kind for row in dialog.shown()][:3] == ["to_hit", "to_wound", "save"]
    said = words(dialog)
    assert "To hit" in said
    assert "In all" in said
    width = dialog.side.width() / 3
    qtbot.mouseClick(
        dialog.side, Qt.MouseButton.LeftButton, pos=dialog.side.rect().topLeft() + _at(width / 2)
    )
    settle()
    rows = dialog.shown()
    assert {row.side for row in rows} == {"blue"}
    whole = rows[-1].luck
    assert dialog.verdict.text().startswith("Luckier than ")
    assert whole.made == whole.dice  # all sixes
    bars = next(b.accessibleName() for b in dialog.findChildren(FaceBars) if b.isVisible())
    assert bars.endswith(f"6: {whole.dice}")
    assert len([b for b in dialog.findChildren(DifferenceBar) if b.isVisible()]) == len(rows)
    desk.undo(sure=True)
    settle()
    assert any(text.startswith("No dice yet.") for text in words(dialog))


def _at(x):
    from PySide6.QtCore import QPoint

    return QPoint(int(x), 10)


def test_it_opens_from_the_log_and_by_its_key_and_closes_with_esc(look, qtbot):
    window = MainWindow(Settings())
    qtbot.addWidget(window)
    window.resize(1440, 900)
    window.show()
    window.open_session(deck_session())
    settle()
    qtbot.mouseClick(window.log.tools.luck, Qt.MouseButton.LeftButton)
    settle()
    (dialog,) = window.findChildren(LuckDialog)
    assert dialog.isVisible()
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    settle()
    QApplication.sendPostedEvents(None, 52)
    assert not [d for d in window.findChildren(LuckDialog) if d.isVisible()]
    window.activateWindow()
    settle()
    qtbot.keyClick(window, Qt.Key.Key_U, Qt.KeyboardModifier.ControlModifier)
    settle()
    assert any(d.isVisible() for d in window.findChildren(LuckDialog))


@pytest.mark.parametrize(("number", "text"), [(0.04, "0.0"), (1.25, "+1.3"), (-0.5, "−0.5")])
def test_differences_have_their_sign(number, text):
    assert difference_text(number) == text
