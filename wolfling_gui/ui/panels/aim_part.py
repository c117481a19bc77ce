"""Say in the guide where markers and templates go: as put, or where the rules would put them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from wolfling_gui.core.battle import Battle
from wolfling_gui.core.verdict import Permit
from wolfling_gui.rules.volley import Volley
from wolfling_gui.session import naming
from wolfling_gui.ui import blast_words
from wolfling_gui.ui.desk import Desk
from wolfling_gui.ui.panels.guide_parts import Block
from wolfling_gui.ui.panels.hover_card import preview_bars
from wolfling_gui.ui.panels.targets import odds_text
from wolfling_gui.ui.slow_odds import SlowOdds
from wolfling_gui.ui.tools.blast import waiting
from wolfling_gui.ui.widgets import BorderedButton, TextLabel

if TYPE_CHECKING:
    from wolfling_gui.session.filling import Filling

MOST_LINES = 5


class AimPart(Block):
    """List each marker and template of the shot with its hits, and offer the tool that puts them."""

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__("", parent=parent)
        self._desk = desk
        self._plan: Filling | None = None
        self.slow_odds = SlowOdds(self, tuple)
        self.slow_odds.known.connect(self.refresh)
        self.head.setText(self.tr("Markers and templates"))
        self.head.show()

    def refresh(self) -> None:
        """Show the markers of the moment, or take no room."""
        self.clear()
        desk, battle = self._desk, self._desk.battle
        forecasts = desk.forecasts()
        draft = desk.draft
        one_left = waiting(desk)
        if battle is None or not (forecasts or (one_left is not None and desk.shows_targets)):
            self.slow_odds.stop()
            return
        aims = draft.shot.aims if draft is not None and draft.shot is not None else {}
        proposed = False
        for one in forecasts[:MOST_LINES]:
            name = naming.model_name(battle, one.firer)
            if one.follows:
                text = self.tr("%1’s %2 follows, edge to edge with the first.")
            elif draft is not None and one.firer == draft.held:
                text = self.tr("%1’s %2 where it is held: %3.")
            elif one.firer in aims:
                text = self.tr("%1’s %2 as put: %3.")
            else:
                proposed = True
                text = self.tr("%1’s %2 where it covers most: %3.")
            text = text.replace("%1", name, 1).replace("%2", one.weapon, 1)
            self.add(
                TextLabel(text.replace("%3", blast_words.hits_of(battle, one), 1), "small", "text", wrap=True)
            )
        if not forecasts and one_left is not None:
            text = self.tr("%1 can lay the %2 instead.")
            text = text.replace("%1", naming.model_name(battle, one_left.model), 1)
            self.add(TextLabel(text.replace("%2", one_left.weapon.name, 1), "small", "text", wrap=True))
        if proposed and draft is None:
            told = self.tr("The rules choose the place unless you put the marker yourself.")
            self.add(TextLabel(told, "small", "text2", wrap=True))
        self._add_odds(battle)
        if desk.tool != "blast" and one_left is not None:
            button = BorderedButton(self.tr("Put it yourself"), "B", "blast")
            button.setToolTip(
                self.tr("Takes the blast tool: what is aimed follows the pointer, a click puts it.")
            )
            button.clicked.connect(lambda *_: desk.set_tool("blast"))
            self.add(button)

    def _add_odds(self, battle: Battle) -> None:
        """Show what the plan is worth, once nothing follows the pointer any more."""
        desk, draft = self._desk, self._desk.draft
        plan = draft.verdict.plan if draft is not None and isinstance(draft.verdict, Permit) else None
        rules = desk.rules
        if draft is None or draft.held or not isinstance(plan, Volley) or rules is None:
            self._plan = None
            self.slow_odds.stop()
            return
        from wolfling_gui.session.filling import Filling
        from wolfling_gui.session.preview import planned

        if self._plan is None or self._plan.previews[0].volley is not plan:
            assert isinstance(draft.verdict, Permit)
            self._plan = Filling(rules, battle, (planned(rules, battle, draft.verdict),))
        self.slow_odds.go_on(self._plan)
        (preview,) = self._plan.previews
        if preview.odds is None and not preview.waits:
            return
        text = self.tr("%1 casualties expected, with the markers as they lie here")
        self.add(TextLabel(text.replace("%1", odds_text(preview), 1), "small", "text", wrap=True))
        self.add(preview_bars(battle, preview))
