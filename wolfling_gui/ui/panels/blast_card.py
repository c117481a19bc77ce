"""Show at the pointer what a marker or template would do where it is held."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QHBoxLayout, QWidget

from wolfling_gui.core.battle import Battle
from wolfling_gui.core.verdict import Finding
from wolfling_gui.rules.catalogue import Catalogue
from wolfling_gui.session import naming
from wolfling_gui.ui import blast_words, words
from wolfling_gui.ui.panels.hover_card import MapCard
from wolfling_gui.ui.panels.verdict_card import FindingRow
from wolfling_gui.ui.widgets import ElidedLabel, MarginBar, TextLabel, VerdictMark

if TYPE_CHECKING:
    from wolfling_gui.session.aiming import Forecast

MOST_ROWS = 4
WEIGHT = {"forbids": 0, "asks": 1, "warns": 2, "permits": 3}


class BlastCard(MapCard):
    """Count the hits, name who is hit, and give every finding with its rule and margin."""

    def __init__(
        self,
        battle: Battle,
        one: Forecast,
        catalogue: Catalogue | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._battle, self._catalogue = battle, catalogue
        side = battle.units[battle.models[one.firer].unit].side
        part = self.part()
        head = QHBoxLayout()
        head.setSpacing(8)
        head.addWidget(VerdictMark("allowed" if one.allowed else "refused", 16))
        head.addWidget(TextLabel(blast_words.hits(len(one.hit)), "card_title"))
        head.addWidget(ElidedLabel(blast_words.who(battle, one.hit, side), "small", "text2"), 1)
        part.addLayout(head)
        self.setAccessibleName(blast_words.hits_of(battle, one))
        part.addWidget(TextLabel(words_of(one), "small", "text3"))
        distance = next((f for f in one.findings if f.says == "blast.hole_range"), None)
        if distance is not None:
            margin = words.margin(battle, distance)
            away = self.tr("The hole is %1 away").replace("%1", naming.inches_text(distance.value or 0), 1)
            if margin is not None:
                part.addWidget(TextLabel(away, "small", "text"))
                part.addWidget(MarginBar(margin))
        # The head has said who is hit, and the bar how far the hole is.
        listed = [f for f in one.findings if not _said(f, distance)]
        for finding in sorted(listed, key=lambda f: WEIGHT[f.effect])[:MOST_ROWS]:
            part.addWidget(FindingRow(battle, finding, catalogue))
        self.restyle()
        self.adjustSize()


def words_of(one: Forecast) -> str:
    """Name the weapon, and how often it fires."""
    return one.weapon if one.times == 1 else f"{one.weapon} ×{one.times}"


def _said(finding: Finding, distance: Finding | None) -> bool:
    if finding is distance:
        return finding.effect == "permits"
    return finding.says == "blast.would_hit" and finding.effect == "permits"
