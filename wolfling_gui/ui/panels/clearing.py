"""List what would clear a refusal, each with a button that shows it on the map."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QHBoxLayout, QWidget

from wolfling_gui.core.actions import Shoot
from wolfling_gui.core.verdict import Refusal
from wolfling_gui.session import explain
from wolfling_gui.ui.desk import Desk
from wolfling_gui.ui.icons import icon
from wolfling_gui.ui.panels.guide_parts import Block, refused_now
from wolfling_gui.ui.widgets import BorderedButton, TextLabel

if TYPE_CHECKING:
    from wolfling_gui.session.clearing import Remedy

WAIT_MS = 150
"""How long a refusal stands before it is looked for what would clear it: a drag brings many."""
_ICONS = {
    "clear.door": "door",
    "clear.level": "stairs",
    "clear.step": "move",
    "clear.nearer": "ruler",
    "clear.others": "target",
    "clear.shorter": "ruler",
    "clear.no_step": "stop",
}


class RemedyRow(QWidget):
    """Show one thing that would clear a refusal; its button shows it on the map or takes it off."""

    def __init__(self, desk: Desk, remedy: Remedy, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.remedy = remedy
        self._desk = desk
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        mark = TextLabel("")
        mark.setPixmap(icon(_ICONS[remedy.finding.says], "text2").pixmap(15, 15))
        row.addWidget(mark, 0, Qt.AlignmentFlag.AlignTop)
        said = explain.explain_finding(remedy.finding, remedy.battle).text
        self.label = TextLabel(said, "small", "text", wrap=True)
        row.addWidget(self.label, 1)
        self.button: BorderedButton | None = None
        if remedy.shown:
            self.button = BorderedButton(self.tr("Show"))
            self.button.setCheckable(True)
            told = self.tr("Show\nShows it on the map; nothing is done in the battle.")
            self.button.setToolTip(told)
            self.button.setAccessibleName(self.tr("Show: %1").replace("%1", said))
            self.button.clicked.connect(self._show)
            row.addWidget(self.button, 0, Qt.AlignmentFlag.AlignTop)
            desk.remedy_changed.connect(self._follow)

    def _show(self) -> None:
        shown = self._desk.remedy is self.remedy
        self._desk.show_remedy(None if shown else self.remedy)

    def _follow(self) -> None:
        if self.button is not None:
            self.button.setChecked(self._desk.remedy is self.remedy)


class ClearingList(Block):
    """Look for what would clear the refusal of the moment, a little at a time, and list what is found."""

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self.head.setText(self.tr("What would clear it"))
        self.head.show()
        self._desk = desk
        self._verdict: Refusal | None = None
        self._search: Iterator[Remedy | None] | None = None
        self._wait = QTimer(self)
        self._wait.setSingleShot(True)
        self._wait.setInterval(WAIT_MS)
        self._wait.timeout.connect(self._begin)
        self._work = QTimer(self)
        self._work.setInterval(0)
        self._work.timeout.connect(self._go_on)
        for signal in (
            desk.session_changed, desk.battle_changed, desk.selection_changed, desk.target_changed,
            desk.tool_changed, desk.draft_changed,
        ):  # fmt: skip
            signal.connect(self.follow)

    def follow(self) -> None:
        """Begin anew where something else is refused now."""
        verdict = refused_now(self._desk)
        if verdict is self._verdict:
            return
        self._verdict = verdict
        self._search = None
        self._work.stop()
        self._desk.show_remedy(None)
        self.clear()
        if verdict is None:
            self._wait.stop()
        else:
            self._wait.start()

    def finish(self) -> None:
        """Find everything at once, for pictures and tests."""
        if self._wait.isActive():
            self._begin()
        while self._search is not None:
            self._go_on()

    def rows(self) -> list[RemedyRow]:
        """Return the rows shown."""
        return [row for row in self.findChildren(RemedyRow) if not row.isHidden()]

    def _begin(self) -> None:
        self._wait.stop()
        rules, verdict = self._desk.rules, self._verdict
        if rules is None or verdict is None:
            return
        from wolfling_gui.session.clearing import search

        self._search = search(rules, verdict)
        self._work.start()

    def _go_on(self) -> None:
        assert self._search is not None
        try:
            found = next(self._search)
        except StopIteration:
            self._search = None
            self._work.stop()
            self._add_others()
            return
        if found is not None:
            self.add(RemedyRow(self._desk, found))

    def _add_others(self) -> None:
        desk, battle, verdict = self._desk, self._desk.battle, self._verdict
        if (
            battle is None
            or verdict is None
            or not isinstance(verdict.action, Shoot)
            or not desk.shows_targets
        ):
            return
        from wolfling_gui.session.clearing import others

        found = others(battle, desk.targets(), verdict.action.target)
        if found is not None:
            self.add(RemedyRow(desk, found))
