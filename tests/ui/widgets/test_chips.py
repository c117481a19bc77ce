"""Check rule chips and how rows of them wrap."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QWidget

from wolfling_gui.ui.palette import DARK, LIGHT
from wolfling_gui.ui.widgets import FlowLayout, RuleChip, RuleChipRow, chip_size, paint_chip


def test_a_click_asks_for_the_rule(look, qtbot):
    chip = RuleChip("HW-LOS-2", "refuses", "Sight through a ruin")
    qtbot.addWidget(chip)
    with qtbot.waitSignal(chip.opened) as asked:
        qtbot.mouseClick(chip, Qt.MouseButton.LeftButton)
    assert asked.args == ["HW-LOS-2"]


@pytest.mark.parametrize("key", [Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter])
def test_keys_ask_for_the_rule(look, qtbot, key):
    chip = RuleChip("WO-CQS-1")
    qtbot.addWidget(chip)
    with qtbot.waitSignal(chip.opened):
        qtbot.keyClick(chip, key)


def test_a_chip_says_what_it_does(look, qtbot):
    chip = RuleChip("WO-TER-9", "house", "Doors")
    qtbot.addWidget(chip)
    assert chip.accessibleName() == "Rule WO-TER-9 Doors, changed by a house rule"
    chip.set_chip_style("plain")
    assert chip.accessibleName() == "Rule WO-TER-9 Doors"


@pytest.mark.parametrize("record", [DARK, LIGHT])
@pytest.mark.parametrize(("style", "ground"), [("refuses", "refused_ground"), ("warns", "warning_ground")])
def test_styles_have_their_grounds(look, record, style, ground):
    image = QImage(80, 18, QImage.Format.Format_ARGB32)
    image.fill(QColor(record.panel))
    painter = QPainter(image)
    paint_chip(painter, QRectF(0, 0, 80, 18), "A-1", record, style)
    painter.end()
    assert image.pixelColor(4, 9).name().upper() == getattr(record, ground)


def test_the_house_chip_is_dashed(look):
    def border(style: str) -> set[str]:
        image = QImage(80, 18, QImage.Format.Format_ARGB32)
        image.fill(QColor(DARK.panel))
        painter = QPainter(image)
        paint_chip(painter, QRectF(0, 0, 80, 18), "", DARK, style)  # type: ignore[arg-type]
        painter.end()
        return {image.pixelColor(x, 0).name().upper() for x in range(6, 74)}

    assert border("plain") == {DARK.line}
    assert len(border("house")) > 1


def test_a_row_shows_its_rules_in_order_and_passes_clicks_on(look, qtbot):
    row = RuleChipRow()
    qtbot.addWidget(row)
    row.set_rules(["WO-CQS-1", ("HW-LOS-2", "refuses")])
    row.set_rules(["CL-MOR-3", ("KT-OVW-6", "warns"), "CL-WND-6"])
    assert row.rules() == ["CL-MOR-3", "KT-OVW-6", "CL-WND-6"]
    assert [chip.chip_style() for chip in row.chips()] == ["plain", "warns", "plain"]
    with qtbot.waitSignal(row.opened) as asked:
        qtbot.mouseClick(row.chips()[1], Qt.MouseButton.LeftButton)
    assert asked.args == ["KT-OVW-6"]


def test_a_row_wraps_where_the_width_ends(look, qtbot):
    row = RuleChipRow()
    qtbot.addWidget(row)
    row.set_rules(["WO-CQS-1"] * 4)
    one = chip_size("WO-CQS-1").width()
    assert row.heightForWidth(4 * one + 3 * 6) == 24
    assert row.heightForWidth(2 * one + 6) == 48
    assert row.heightForWidth(one) == 96
    row.resize(2 * one + 6, 48)
    row.show()
    assert [chip.pos() for chip in row.chips()] == [
        QPoint(0, 0),
        QPoint(one + 6, 0),
        QPoint(0, 24),
        QPoint(one + 6, 24),
    ]


def test_flow_leaves_hidden_items_out_and_centres_low_ones(look, qtbot):
    host = QWidget()
    qtbot.addWidget(host)
    flow = FlowLayout(host, gap=4)
    sizes = ((20, 10), (20, 30), (20, 20))
    boxes = []
    for width, height in sizes:
        box = QWidget(host)
        box.setFixedSize(width, height)
        flow.addWidget(box)
        boxes.append(box)
    boxes[1].hide()
    host.resize(100, 40)
    host.show()
    flow.activate()
    assert boxes[0].pos() == QPoint(0, 5)
    assert boxes[2].pos() == QPoint(24, 0)
    assert flow.itemAt(9) is None
    assert flow.takeAt(-1) is None
