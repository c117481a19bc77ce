"""List what became of an imported map: what was kept, guessed, clipped and left out, and where."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QCoreApplication, QSize, Qt
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QListView, QListWidget, QListWidgetItem, QWidget

from wolfling_gui.ui.icons import icon
from wolfling_gui.ui.scene import overlays as o
from wolfling_gui.ui.scene.overlays import RingKind
from wolfling_gui.ui.scene.view import BoardView
from wolfling_gui.ui.theme import theme

if TYPE_CHECKING:
    from wolfling_gui.core.lengths import Point
    from wolfling_gui.files.formats.imported import ImportedMap, ImportNote
    from wolfling_gui.files.scenario import Scenario

PLACES: Final = Qt.ItemDataRole.UserRole
KIND: Final = Qt.ItemDataRole.UserRole + 1
WIDE: Final = 310
"""How wide the list is, and how much of that its frame and icons take, in px at scale 1."""
EDGES: Final = 62
MARK_RADIUS: Final = 1905
_RINGS: Final[dict[str, RingKind]] = {
    "kept": "legal",
    "guessed": "reacts",
    "clipped": "refused",
    "skipped": "refused",
}
_ICONS: Final = {
    "kept": ("activated", "legal"),
    "guessed": ("warning", "warning"),
    "clipped": ("wall", "refused"),
    "skipped": ("close", "refused"),
}


def note_words(note: ImportNote) -> str:
    """Say what became of some pieces of the map, in the players' language."""
    from wolfling_gui.files.formats.describe import SENTENCES, describe

    _, many = SENTENCES[note.what]
    translated = QCoreApplication.translate("ImportNotes", many.replace("{n}", "%n"), None, note.count)
    if translated == many.replace("{n}", str(note.count)):
        return describe([note])[0]
    return translated


class NoteList(QListWidget):
    """List the notes of an import; the one chosen is marked on the board."""

    def __init__(self, board: BoardView, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._board = board
        self.setWordWrap(True)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setTextElideMode(Qt.TextElideMode.ElideNone)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName(self.tr("What was kept, guessed, clipped and left out"))
        self.currentItemChanged.connect(lambda item, *_: self._show_note(item))
        self.itemClicked.connect(self._show_note)

    def show_notes(self, imported: ImportedMap, scenario: Scenario, trouble: str) -> None:
        """List what the import says, and what was in the way of its picture."""
        from wolfling_gui.files.formats.importing import proposed_notes

        self.clear()
        for note in (*imported.notes, *proposed_notes(scenario)):
            self._add_note(note_words(note), note.kind, note.where)
        if trouble:
            self._add_note(trouble, "guessed", ())
        self.size_notes()

    def size_notes(self) -> None:
        """Give every note the lines it needs: Qt forgets the style sheet's padding when it breaks them."""
        look = theme()
        room = look.px(WIDE) - look.px(EDGES)
        metrics = QFontMetrics(look.font("body"))
        for row in range(self.count()):
            item = self.item(row)
            rect = metrics.boundingRect(0, 0, room, 10000, Qt.TextFlag.TextWordWrap, item.text())
            item.setSizeHint(QSize(look.px(40), max(look.px(26), rect.height() + look.px(8))))

    def _add_note(self, text: str, kind: str, where: tuple[Point, ...]) -> None:
        item = QListWidgetItem(icon(*_ICONS[kind]), text)
        item.setData(PLACES, where)
        item.setData(KIND, kind)
        if where:
            item.setToolTip(self.tr("A click shows where on the map."))
        self.addItem(item)

    def _show_note(self, item: QListWidgetItem | None) -> None:
        """Mark the places of a note on the map, and bring the first into the middle."""
        if item is None:
            return
        places: tuple[Point, ...] = item.data(PLACES) or ()
        ring = _RINGS[item.data(KIND)]
        self._board.set_overlays(tuple(o.Ring(place, MARK_RADIUS, ring) for place in dict.fromkeys(places)))
        if places:
            self._board.centre_at(places[0])
