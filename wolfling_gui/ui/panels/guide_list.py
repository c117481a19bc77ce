"""List in the guide what can be chosen now: targets, combats, units or other choices."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from wolfling_gui.core.battle import Battle
from wolfling_gui.ui.desk import Desk
from wolfling_gui.ui.panels.charge_rows import charge_rows, column_names, combat_rows
from wolfling_gui.ui.panels.guide_parts import EDGE
from wolfling_gui.ui.panels.targets import COLUMNS, OFFER, ChoiceList, offer_rows, target_rows
from wolfling_gui.ui.widgets import SectionHead, TextLabel

if TYPE_CHECKING:
    from wolfling_gui.rules.guide import Guide


class ColumnHeads(QWidget):
    """Name the columns of the target list."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        row = QHBoxLayout(self)
        row.setContentsMargins(EDGE, 0, EDGE, 0)
        row.setSpacing(0)
        self.head = SectionHead("")
        row.addWidget(self.head)
        row.addStretch(1)
        self._names: list[TextLabel] = []
        for width in COLUMNS:
            label = TextLabel("", "small", "text3")
            label.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            label.setFixedWidth(label.look.px(width))
            row.addWidget(label)
            self._names.append(label)

    def show_columns(self, title: str, names: Sequence[str] = ()) -> None:
        """Show the title of the list, and the columns' names where rows have numbers."""
        self.head.setText(title)
        for place, (label, width) in enumerate(zip(self._names, COLUMNS, strict=True)):
            label.setText(names[place] if names else "")
            label.setFixedWidth(label.look.px(width))
            label.setVisible(bool(names))


class ChoicesBlock(QWidget):
    """Show the list of the moment under its heads; without rows it takes no room."""

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        self._heads = ColumnHeads(self)
        column.addWidget(self._heads)
        self.choices = ChoiceList(self)
        self.choices.hovered.connect(lambda unit: desk.hover("unit", unit) if unit else desk.hover())
        column.addWidget(self.choices)

    def refresh(self, battle: Battle, guide: Guide) -> None:
        """Show what can be chosen now; a question, a plan of a move or the past has the guide to itself."""
        desk = self._desk
        catalogue = desk.rules.catalogue if desk.rules is not None else None
        planning = desk.draft is not None and desk.draft.kind != "deploy"
        if desk.request is not None or desk.looking_back or planning:
            self.choices.show_rows(())
        elif desk.shows_targets:
            rows = target_rows(battle, catalogue, desk.unit, desk.targets(), desk.target)
            self.choices.show_rows(rows)
            names = (self.tr("hit"), self.tr("cover"), self.tr("lost"))
            self._heads.show_columns(self.tr("Targets"), names if any(r.hit for r in rows) else ())
        elif desk.shows_charges:
            rows = charge_rows(battle, catalogue, desk.unit, desk.charges(), desk.target)
            self.choices.show_rows(rows)
            self._heads.show_columns(self.tr("Targets"), column_names() if any(r.hit for r in rows) else ())
        elif combats := desk.combats():
            here = next((c for c in combats if desk.unit in c.units), combats[0])
            self.choices.show_rows(combat_rows(battle, combats, here))
            self._heads.show_columns(self.tr("Combats"))
        else:
            rows = offer_rows(battle, catalogue, guide.offers, desk.unit)
            self.choices.show_rows(rows)
            choices = bool(rows) and rows[0].unit.startswith(OFFER)
            self._heads.show_columns(self.tr("Choices") if choices else self.tr("Units"))
        self.setVisible(bool(self.choices.rows.rows))
