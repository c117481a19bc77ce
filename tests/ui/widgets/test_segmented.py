"""Check choosing in segmented controls with mouse and keys."""

from __future__ import annotations

from itertools import pairwise

import pytest
from PySide6.QtCore import Qt

from wolfling_gui.ui.palette import DARK
from wolfling_gui.ui.widgets import Segment, Segmented


@pytest.fixture
def control(look, qtbot) -> Segmented:
    made = Segmented(["Clear", "Partly", Segment("Hidden", enabled=False), "Blocked"], 0)
    qtbot.addWidget(made)
    made.resize(made.sizeHint())
    made.show()
    return made


def clicked(control: Segmented, index: int, qtbot) -> None:
    qtbot.mouseClick(control, Qt.MouseButton.LeftButton, pos=control.segment_rect(index).center().toPoint())


def test_a_click_chooses(control, qtbot):
    with qtbot.waitSignal(control.chosen) as chosen:
        clicked(control, 1, qtbot)
    assert chosen.args == [1]
    assert control.current() == 1


def test_a_disabled_segment_and_the_current_one_choose_nothing(control, qtbot):
    with qtbot.assertNotEmitted(control.chosen):
        clicked(control, 2, qtbot)
        clicked(control, 0, qtbot)
    assert control.current() == 0


@pytest.mark.parametrize(
    ("start", "key", "end"),
    [
        (0, Qt.Key.Key_Right, 1),
        (1, Qt.Key.Key_Right, 3),
        (3, Qt.Key.Key_Left, 1),
        (3, Qt.Key.Key_Right, 3),
        (3, Qt.Key.Key_Home, 0),
        (0, Qt.Key.Key_End, 3),
        (0, Qt.Key.Key_B, 3),
        (0, Qt.Key.Key_H, 0),
        (0, Qt.Key.Key_Z, 0),
        (-1, Qt.Key.Key_Right, 0),
    ],
)
def test_keys_choose(control, qtbot, start, key, end):
    control.set_current(start)
    qtbot.keyClick(control, key)
    assert control.current() == end


def test_the_program_chooses_silently(control, qtbot):
    with qtbot.assertNotEmitted(control.chosen):
        control.set_current(3)
    assert control.current() == 3
    with pytest.raises(IndexError, match="there are 4"):
        control.set_current(4)


def test_it_says_what_is_chosen(control):
    control.set_label("Sight")
    assert control.accessibleName() == "Sight: Clear"
    control.set_current(3)
    assert control.accessibleName() == "Sight: Blocked"
    assert control.accessibleDescription() == "4 of 4"


def test_steps_fill_the_current_one_and_cannot_be_changed_when_read_only(look, qtbot):
    steps = Segmented([Segment("Movement", done=True), "Shooting", "Assault"], 1, steps=True, read_only=True)
    qtbot.addWidget(steps)
    steps.resize(316, 30)
    steps.show()
    with qtbot.assertNotEmitted(steps.chosen):
        clicked(steps, 2, qtbot)
    assert steps.focusPolicy() == Qt.FocusPolicy.NoFocus
    image = steps.grab().toImage()
    rect = steps.segment_rect(1).toRect()
    assert image.pixelColor(rect.left() + 6, rect.top() + 2).name().upper() == DARK.accent
    assert (
        image.pixelColor(steps.segment_rect(2).toRect().left() + 6, rect.top() + 2).name().upper()
        == DARK.sunk
    )


@pytest.mark.parametrize("width", [0, 40, 300])
def test_segments_fill_the_track_without_overlap(look, qtbot, width):
    control = Segmented(["Start", "Movement", "Shooting", "Assault", "End"], 2, steps=True)
    qtbot.addWidget(control)
    control.resize(control.minimumSizeHint().width() + width, 30)
    rects = [control.segment_rect(index) for index in range(5)]
    assert rects[0].left() == 3
    assert rects[-1].right() == pytest.approx(control.width() - 3, abs=1)
    for left, right in pairwise(rects):
        assert left.right() < right.left()


def test_five_phases_fit_the_guide_of_a_small_window(look, qtbot):
    control = Segmented(
        [Segment("Start", done=True), Segment("Movement", done=True), "Shooting", "Assault", "End"],
        2,
        steps=True,
    )
    qtbot.addWidget(control)
    assert control.minimumSizeHint().width() <= 316 - 28
