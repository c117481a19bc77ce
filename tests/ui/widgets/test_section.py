from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QPainter

from wolfling_gui.core.lengths import inches
from wolfling_gui.geometry.sight import Piece, Section
from wolfling_gui.ui.palette import palette
from wolfling_gui.ui.widgets.section import SectionView, paint_section

CUT = Section(
    inches(12), inches("4.1"), 0, inches("1.25"), (Piece("X", "solid", inches(6), inches(8), 0, inches(4)),)
)


def colours(cut, mode):
    image = QImage(300, 92, QImage.Format.Format_RGB32)
    image.fill(QColor(palette(mode).raised))
    painter = QPainter(image)
    paint_section(painter, QRectF(0, 0, 300, 92), cut, {"X": "Container"}, (0, 1), palette(mode))
    painter.end()
    return {image.pixelColor(x, y).name().upper() for x in range(300) for y in range(92)}


def test_a_section_is_named_for_screen_readers(look, qtbot):
    view = SectionView(CUT, {"X": "Container"})
    qtbot.addWidget(view)
    assert view.accessibleName() == "Section along the line: Container"
    assert view.sizeHint().height() > 60


def test_what_hides_and_both_sides_are_painted_in_both_themes(look):
    for mode in ("dark", "light"):
        p = palette(mode)
        found = colours(CUT, mode)
        assert p.refused_ground.upper() in found
        assert p.side(0).full.upper() in found
        assert p.side(1).full.upper() in found
        bare = colours(CUT._replace(pieces=()), mode)
        assert p.refused_ground.upper() not in bare
