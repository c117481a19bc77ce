"""Put deployment zones and objectives where they belong before a battle, with what speaks against it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QCoreApplication, QSize, Qt, Signal
from PySide6.QtGui import QImage, QKeyEvent, QKeySequence, QShortcut, QShowEvent
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from wolfling_gui.core.table import Table
from wolfling_gui.session import arranging
from wolfling_gui.session.arranging import Outline, Snag
from wolfling_gui.ui.dialogs.ground_map import GroundMap, Thing
from wolfling_gui.ui.dialogs.parts import fit
from wolfling_gui.ui.panels.discard import clear
from wolfling_gui.ui.theme import theme
from wolfling_gui.ui.widgets import (
    BorderedButton,
    FlatButton,
    Hairline,
    IconButton,
    MainButton,
    SectionHead,
    TextLabel,
    VerdictMark,
    head_row,
)

if TYPE_CHECKING:
    from wolfling_gui.files.scenario import Scenario

THING: Final = Qt.ItemDataRole.UserRole


def snag_words(snag: Snag, scenario: Scenario) -> str:
    """Say what speaks against where a zone or objective lies."""
    names = {entry.side.id: entry.side.name for entry in scenario.sides}
    about = [names.get(name, name) for name in snag.about]
    sentences = {
        "crosses": QCoreApplication.translate("Ground", "The edge of %1’s zone crosses itself."),
        "small": QCoreApplication.translate("Ground", "%1’s zone is smaller than 4 square inches."),
        "overlap": QCoreApplication.translate("Ground", "The zones of %1 and %2 overlap."),
        "missing": QCoreApplication.translate("Ground", "%1 has no deployment zone."),
        "objectives_touch": QCoreApplication.translate("Ground", "Objectives %1 and %2 overlap."),
        "in_wall": QCoreApplication.translate("Ground", "Objective %1 lies in wall %2."),
        "impassable": QCoreApplication.translate("Ground", "Objective %1 lies in impassable ground: %2."),
        "no_floor": QCoreApplication.translate("Ground", "There is no floor under objective %1."),
    }
    text = sentences[snag.what]
    for place, name in enumerate(about, start=1):
        text = text.replace(f"%{place}", name, 1)
    return text


class GroundDialog(QDialog):
    """Drag zones and objectives; `arranged(table)` carries the table with them."""

    arranged = Signal(object)

    def __init__(
        self, scenario: Scenario, picture: QImage | None = None, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        from wolfling_gui.ui.opening import bare_battle

        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Zones and objectives"))
        self._scenario = scenario
        self.map = GroundMap(bare_battle(scenario), picture)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(0)
        body = QHBoxLayout()
        body.setSpacing(0)
        body.addWidget(self.map, 1)
        body.addWidget(Hairline(vertical=True))
        self._side = self._make_side()
        body.addWidget(self._side)
        outer.addLayout(body, 1)
        outer.addWidget(Hairline())
        outer.addLayout(self._make_foot())
        self.map.changed.connect(self._refresh)
        self.map.chosen_changed.connect(self._follow)
        for keys, run in (
            (QKeySequence.StandardKey.Undo, self.map.undo),
            (QKeySequence.StandardKey.Redo, self.map.redo),
        ):
            QShortcut(keys, self, run)
        theme().changed.connect(self._fit)
        self._fit()
        self._refresh()

    def _make_side(self) -> QWidget:
        side = QWidget()
        column = QVBoxLayout(side)
        column.setContentsMargins(14, 12, 14, 12)
        column.setSpacing(8)
        self.back = IconButton("undo", self.tr("Undo"), self.tr("Takes back the last change."), "Ctrl+Z")
        self.back.clicked.connect(self.map.undo)
        self.forth = IconButton("redo", self.tr("Redo"), self.tr("Does it again."), "Ctrl+Y")
        self.forth.clicked.connect(self.map.redo)
        column.addLayout(head_row(self.tr("Zones and objectives"), self.back, self.forth))
        self.list = QListWidget()
        self.list.setAccessibleName(self.tr("Zones and objectives"))
        self.list.currentItemChanged.connect(lambda *_: self._choose())
        column.addWidget(self.list, 2)
        row = QHBoxLayout()
        row.setSpacing(8)
        more = BorderedButton(self.tr("Objective"), icon_name="plus")
        more.setToolTip(self.tr("Adds an objective in the middle of the table."))
        more.setAutoDefault(False)
        more.clicked.connect(self.map.add_objective)
        row.addWidget(more)
        self.remove = BorderedButton(self.tr("Remove"), icon_name="trash")
        self.remove.setAutoDefault(False)
        self.remove.clicked.connect(self.map.remove_chosen)
        row.addWidget(self.remove)
        row.addStretch(1)
        column.addLayout(row)
        again = BorderedButton(self.tr("Propose anew"), icon_name="rotate")
        again.setToolTip(
            self.tr("Zones in the two rooms farthest apart on foot, and as many objectives as there are.")
        )
        again.setAutoDefault(False)
        again.clicked.connect(self._propose)
        column.addWidget(again)
        self._keys = TextLabel(
            self.tr(
                "Drag a zone, its corners or an objective. A small ring on an edge makes a corner. "
                "Tab takes the next, C its next corner, arrows move ¼″, with Shift 1″, Del removes."
            ),
            "small",
            "text3",
            wrap=True,
        )
        column.addWidget(self._keys)
        column.addWidget(SectionHead(self.tr("What speaks against it")))
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        holder = QWidget()
        self._snags = QVBoxLayout(holder)
        self._snags.setContentsMargins(0, 0, 0, 0)
        self._snags.setSpacing(4)
        area.setWidget(holder)
        column.addWidget(area, 1)
        return side

    def _make_foot(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setContentsMargins(20, 10, 20, 12)
        row.setSpacing(8)
        row.addStretch(1)
        leave = FlatButton(self.tr("Leave them"), "Esc")
        leave.setAutoDefault(False)
        leave.clicked.connect(self.reject)
        row.addWidget(leave)
        self.use = MainButton(self.tr("Use these"), "Return")
        self.use.setDefault(True)
        self.use.clicked.connect(self._use)
        row.addWidget(self.use)
        return row

    def _fit(self) -> None:
        self._side.setFixedWidth(theme().px(290))
        fit(self, QSize(640, 430), QSize(1060, 660))

    def showEvent(self, event: QShowEvent) -> None:
        """Begin on the map."""
        super().showEvent(event)
        self.map.board.fit()
        self.map.setFocus(Qt.FocusReason.OtherFocusReason)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Let go of what is in hand with Esc before the dialog closes."""
        if event.key() == Qt.Key.Key_Escape and self.map.cancel():
            return
        super().keyPressEvent(event)

    # ------------------------------------------------------------------ showing

    def snags(self) -> tuple[Snag, ...]:
        """Return what speaks against the table as it is."""
        if self._scenario.mission.layout:
            sides: list[str] = []
        else:
            sides = [entry.side.id for entry in self._scenario.sides]
        return arranging.snags(self.map.table, sides)

    def _refresh(self) -> None:
        wanted = self.map.things()
        listed = [self.list.item(row).data(THING) for row in range(self.list.count())]
        if [_key(thing) for thing in wanted] != listed:
            self.list.blockSignals(True)
            self.list.clear()
            for thing in wanted:
                item = QListWidgetItem(self._name(thing))
                item.setData(THING, _key(thing))
                self.list.addItem(item)
            self.list.blockSignals(False)
            self._follow()
        clear(self._snags)
        found = self.snags()
        for snag in found:
            row = QWidget()
            line = QHBoxLayout(row)
            line.setContentsMargins(0, 0, 0, 0)
            line.setSpacing(8)
            line.addWidget(
                VerdictMark("refused" if snag.forbids else "warning", 14), 0, Qt.AlignmentFlag.AlignTop
            )
            line.addWidget(TextLabel(snag_words(snag, self._scenario), "small", "text", wrap=True), 1)
            self._snags.addWidget(row)
        if not found:
            self._snags.addWidget(TextLabel(self.tr("Nothing to mend."), "small", "text3"))
        self._snags.addStretch(1)
        blocked = next((snag_words(s, self._scenario) for s in found if s.forbids), "")
        self.use.setEnabled(not blocked)
        self.use.setToolTip(blocked or self.tr("Plays on these zones and objectives."))
        self.back.set_why_not("" if self.map.can_undo else self.tr("There is nothing to take back."))
        self.forth.set_why_not("" if self.map.can_redo else self.tr("There is nothing to do again."))
        self._tell_remove()

    def _tell_remove(self) -> None:
        chosen = self.map.chosen
        able = isinstance(chosen, str) or self.map.corner >= 0
        self.remove.setEnabled(able)
        self.remove.setToolTip(
            self.tr("Removes the objective or corner in hand.")
            if able
            else self.tr("Take an objective or a corner in hand first.")
        )

    def _name(self, thing: Thing) -> str:
        table = self.map.table
        if isinstance(thing, str):
            marker = table.objectives[thing]
            return self.tr("Objective %1").replace("%1", marker.name or marker.id)
        zone = table.deployment[thing.zone]
        text = self.tr("Zone of %1")
        if len(zone.polygons) > 1:
            text = self.tr("Zone of %1, part %2").replace("%2", str(thing.polygon + 1))
        return text.replace("%1", self.map.side_name(zone.side), 1)

    def _follow(self) -> None:
        self.list.blockSignals(True)
        key = _key(self.map.chosen)
        rows = [row for row in range(self.list.count()) if self.list.item(row).data(THING) == key]
        self.list.setCurrentRow(rows[0] if rows else -1)
        self.list.blockSignals(False)
        self._tell_remove()
        if self.map.chosen is not None:
            self.map.board.describe(self._name(self.map.chosen), announce=True)

    def _choose(self) -> None:
        item = self.list.currentItem()
        key = item.data(THING) if item is not None else ""
        self.map.choose(next((thing for thing in self.map.things() if _key(thing) == key), None))

    # ------------------------------------------------------------------ doing

    def _propose(self) -> None:
        from msgspec.structs import replace

        from wolfling_gui.files.proposals import propose_deployment, propose_objectives

        table: Table = self.map.table
        ids = [entry.side.id for entry in self._scenario.sides]
        if not self._scenario.mission.layout:
            others = tuple(zone for zone in table.deployment if zone.side not in ids[:2])
            table = replace(table, deployment=(*propose_deployment(table, (ids[0], ids[1])), *others))
        markers = propose_objectives(table, len(table.objectives))
        self.map.change(replace(table, objectives={marker.id: marker for marker in markers}))

    def _use(self) -> None:
        if self.use.isEnabled():
            self.arranged.emit(self.map.table)
            self.accept()


def _key(thing: Thing | None) -> str:
    if isinstance(thing, Outline):
        return f"zone {thing.zone} {thing.polygon}"
    return "" if thing is None else f"objective {thing}"
