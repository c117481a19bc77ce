"""Say beside the cursor what standing there would mean: can the place be reached, and what is seen."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QHBoxLayout, QWidget

from wolfling_gui.core.battle import Battle
from wolfling_gui.session import naming
from wolfling_gui.session.vantage import Access, Vantage
from wolfling_gui.ui import words
from wolfling_gui.ui.panels.hover_card import MapCard
from wolfling_gui.ui.widgets import MarkKind, TextLabel, VerdictMark

_MARKS: Final[dict[Access, MarkKind]] = {
    "here": "allowed",
    "within": "allowed",
    "beyond": "refused",
    "no_way": "refused",
    "no_room": "refused",
    "not_now": "not_applicable",
}


def access_text(vantage: Vantage) -> str:
    """Return whether the first model can come to the place in this move, with the way and the limit."""
    tr = QCoreApplication.translate
    length, limit = naming.pair_texts(vantage.length, vantage.limit, vantage.length <= vantage.limit)
    match vantage.access:
        case "here":
            return tr("Vantage", "It stands here now.")
        case "within":
            text = tr("Vantage", "In reach of this move: %1 of %2.")
        case "beyond" if vantage.length:
            text = tr("Vantage", "Out of reach of this move: %1 away, at most %2.")
        case "beyond":
            text = tr("Vantage", "Out of reach of this move: farther than %2.")
        case "no_way":
            text = tr("Vantage", "No way leads there in this move of %2.")
        case "no_room":
            return tr("Vantage", "There is no room to stand here.")
        case _:
            return tr("Vantage", "No move is under way: judged as if it had moved there.")
    return text.replace("%1", length, 1).replace("%2", limit, 1)


def seen_text(battle: Battle, vantage: Vantage) -> str:
    """Return how many enemy units could be shot at from there."""
    if not vantage.looked:
        return "…"
    legal = [naming.unit_name(battle, t.unit) for t in vantage.previews if t.legal]
    if not legal:
        return QCoreApplication.translate("Vantage", "No enemy unit could be shot at.")
    if len(legal) > 3:
        text = QCoreApplication.translate("Vantage", "%1 of %2 enemy units could be shot at.")
        return text.replace("%1", str(len(legal))).replace("%2", str(len(vantage.previews)))
    text = QCoreApplication.translate("Vantage", "Could be shot at: %1.")
    return text.replace("%1", naming.listed(legal), 1)


class VantageCard(MapCard):
    """Show beside the cursor that this is only from there, if the models in hand stood here."""

    def __init__(self, battle: Battle, vantage: Vantage, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        part = self.part(4)
        part.addWidget(TextLabel(self.tr("From there: if you stood here"), "card_title", wrap=True))
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(VerdictMark(_MARKS[vantage.access], 13), 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(TextLabel(access_text(vantage), "small", "text", wrap=True), 1)
        part.addLayout(row)
        part.addWidget(TextLabel(seen_text(battle, vantage), "small", "text2", wrap=True))
        others = [m for m in vantage.crowded if m != next(iter(vantage.places))]
        if others:
            text = words.plural(
                "VantageCard", "1 model finds no room there.", "%n models find no room there.", len(others)
            )
            part.addWidget(TextLabel(text, "small", "warning", wrap=True))
        self.restyle()
        self.adjustSize()
